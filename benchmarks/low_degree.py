"""Time of LowDegreeRegressor beside scikit-learn's on explicit features, in one run.

Run as `python benchmarks/low_degree.py`; it prints and asserts nothing.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

import numpy as np
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from sparseact.bounds import n_monomials
from sparseact.learning import LowDegreeRegressor

SIZES = ((16, 3, 20_000), (20, 2, 50_000), (28, 2, 20_000), (28, 3, 12_000))  # n, d, m
LARGE = (40, 3, 50_000)  # scikit-learn would store 4.3 GB of features here


def _data(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng([n, m])
    x = (1 - 2 * rng.integers(0, 2, (m, n))).astype(np.int8)
    return x, x[:, 0] * x[:, 1] + np.maximum(x[:, :5].sum(axis=1), 0) + rng.normal(size=m)


def _seconds(fit: Callable[[], object]) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def main() -> None:
    """Print one line a size."""
    for warm in (30, 4):  # compiles both routes
        x, y = _data(warm, 70)
        LowDegreeRegressor(2).fit(x, y)
    print("   n  d      m      N  route   ours (s)  LinearRegression       Ridge (ratio)")
    for n, d, m in SIZES:
        x, y = _data(n, m)
        ours = LowDegreeRegressor(d)
        time_ours = _seconds(lambda: ours.fit(x, y))  # noqa: B023
        times = []
        for linear in (LinearRegression(fit_intercept=False), Ridge(1e-8, fit_intercept=False)):
            features = PolynomialFeatures(d, interaction_only=True)
            theirs = make_pipeline(features, linear)
            times.append(_seconds(lambda: theirs.fit(x.astype(np.float64), y)))  # noqa: B023
        print(
            f"{n:4d} {d:2d} {m:6d} {n_monomials(n, d):6d}  {ours.solver_:6s} {time_ours:9.3f}"
            + "".join(f"  {t:8.2f} ({t / time_ours:5.0f}×)" for t in times),
            flush=True,
        )
    n, d, m = LARGE
    x, y = _data(n, m)
    ours = LowDegreeRegressor(d)
    time_ours = _seconds(lambda: ours.fit(x, y))
    print(
        f"{n:4d} {d:2d} {m:6d} {n_monomials(n, d):6d}  {ours.solver_:6s} {time_ours:9.3f}"
        f"  {ours.n_iter_} iterations"
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the whole run, scikit-learn's included: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
