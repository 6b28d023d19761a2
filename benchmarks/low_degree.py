"""Time of LowDegreeRegressor beside scikit-learn's on explicit features, in one run.

Run as `python benchmarks/low_degree.py`; it prints and asserts nothing. Each fit of the large
sizes is a process of its own, for its peak of memory, and has seconds of the processor, of all
threads. Ridge takes minutes and some 14 GB there; with `--samples 20000` it takes 6.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from sparseact.bounds import n_monomials
from sparseact.learning import LowDegreeRegressor

SIZES = ((16, 3, 20_000), (20, 2, 50_000), (28, 2, 20_000), (28, 3, 12_000))  # n, d, m
LARGE = (40, 3)
LARGER = (30, 4, 100_000)  # scikit-learn would store 26 GB of features here
TARGETS = 16

Fit = Callable[[int, int, int], np.ndarray]


def _data(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng([n, m])
    x = (1 - 2 * rng.integers(0, 2, (m, n))).astype(np.int8)
    return x, x[:, 0] * x[:, 1] + np.maximum(x[:, :5].sum(axis=1), 0) + rng.normal(size=m)


def _seconds(fit: Callable[[], object]) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def _warm() -> None:
    """Compile both routes."""
    for n in (30, 4):
        LowDegreeRegressor(1).fit(*_data(n, 70))


def ours(n: int, d: int, m: int) -> np.ndarray:
    """Fit the monomials and return their coefficients."""
    return LowDegreeRegressor(d).fit(*_data(n, m)).coef_


def ours_to_six_digits(n: int, d: int, m: int) -> np.ndarray:
    """Do so to the accuracy that features of 4 bytes can give."""
    return LowDegreeRegressor(d, tolerance=1e-6).fit(*_data(n, m)).coef_


def ridge(n: int, d: int, m: int, dtype: type = np.float64) -> np.ndarray:
    """Do the same with scikit-learn's Ridge as it comes."""
    x, y = _data(n, m)
    features = PolynomialFeatures(d, interaction_only=True, include_bias=False)
    model = Ridge(1e-8).fit(features.fit_transform(x.astype(dtype)), y.astype(dtype))
    return np.concatenate([[model.intercept_], model.coef_])


def ridge_in_float32(n: int, d: int, m: int) -> np.ndarray:
    """Do so with features of 4 bytes."""
    return ridge(n, d, m, np.float32)


def measured(fit: Fit, size: tuple[int, int, int]) -> tuple[np.ndarray, float, float]:
    """Return the coefficients, seconds of the processor and the peak of memory in MiB."""
    _warm()
    start = time.process_time()
    coefficients = fit(*size)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return coefficients, seconds, peak


def _print_alone(fits: tuple[Fit, ...], size: tuple[int, int, int]) -> None:
    """Print a line for each fit, in a process of its own, with ratios to the first."""
    print("n = {}, d = {}, m = {}: N = {}".format(*size, n_monomials(*size[:2])), flush=True)
    first = None
    for fit in fits:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            found = pool.submit(measured, fit, size).result()
        first = first or found
        print(
            f"  {fit.__name__:18s} {found[1]:8.2f} s ({found[1] / first[1]:5.1f}×)"
            f"  {found[2]:7.0f} MiB ({found[2] / first[2]:5.1f}×)"
            f"  coefficients differ by {np.abs(found[0] - first[0]).max():.1g}",
            flush=True,
        )


def _print_targets(n: int, d: int, m: int) -> None:
    """Print the time of several targets together and one by one."""
    x, y = _data(n, m)
    several = y[:, None] + np.random.default_rng(m).normal(size=(m, TARGETS))
    model = LowDegreeRegressor(d)
    together = _seconds(lambda: model.fit(x, several))
    alone = _seconds(lambda: [model.fit(x, column) for column in several.T])
    print(
        f"{n:4d} {d:2d} {m:6d} {n_monomials(n, d):6d}  {model.solver_:6s} {together:9.3f}"
        f"  {TARGETS} targets; one by one {alone:.3f} ({alone / together:.1f}×)",
        flush=True,
    )


def main() -> None:
    """Print one line a size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=50_000, help="m of the large size")
    samples = parser.parse_args().samples
    _warm()
    print("   n  d      m      N  route   ours (s)  LinearRegression       Ridge (ratio)")
    for n, d, m in SIZES:
        x, y = _data(n, m)
        model = LowDegreeRegressor(d)
        time_ours = _seconds(lambda: model.fit(x, y))  # noqa: B023
        times = []
        for linear in (LinearRegression(fit_intercept=False), Ridge(1e-8, fit_intercept=False)):
            features = PolynomialFeatures(d, interaction_only=True)
            theirs = make_pipeline(features, linear)
            times.append(_seconds(lambda: theirs.fit(x.astype(np.float64), y)))  # noqa: B023
        print(
            f"{n:4d} {d:2d} {m:6d} {n_monomials(n, d):6d}  {model.solver_:6s} {time_ours:9.3f}"
            + "".join(f"  {t:8.2f} ({t / time_ours:5.0f}×)" for t in times),
            flush=True,
        )
    for n, d, m in SIZES:
        _print_targets(n, d, m)
    _print_alone((ours,), LARGER)
    _print_alone((ours, ours_to_six_digits, ridge_in_float32, ridge), (*LARGE, samples))


if __name__ == "__main__":
    main()
