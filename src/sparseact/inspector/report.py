"""The report of `sparseact inspect` on a network, as an object for notebooks and programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from balls import Ball, sqrt
from sparseact import __version__
from sparseact.arguments import integer, number_or_nan, seconds
from sparseact.inspector.attribution import Attribution, attribution, input_names
from sparseact.inspector.inspection import Section, Shown, sections
from sparseact.inspector.measured import RHOS, SAMPLES, Measured, Tell, Uniform, measure, silent
from sparseact.inspector.network_bounds import PaperBounds, SharpBounds, hypotheses
from sparseact.inspector.sampling import LEVEL, Sampled, require_samples
from sparseact.network import SparseReLUNetwork


@dataclass(frozen=True, repr=False)
class Report(Shown):
    """A report on a network; `print` shows it as text, and a notebook as tables.

    Attributes
    ----------
    measured : Measured
        The numbers: k between `measured.lower` and `measured.k`, exact weights by degree in
        `measured.uniform`, and intervals in `measured.sampled`.
    epsilon : float
        The largest weight above the degree given.
    attribution : Attribution or None
        Influences of inputs and the largest Fourier coefficients, if requested.
    """

    measured: Measured
    epsilon: float
    attribution: Attribution | None

    def sections(self) -> list[Section]:
        """Return the parts of the report."""
        return sections(self.measured, self.epsilon, self.attribution)

    def __repr__(self) -> str:
        """Return the main results in few lines; `print` shows all."""
        measured, network = self.measured, self.measured.network
        shown = f"Report(n={network.n}, s={network.s}, k={measured.interval}"
        if measured.uniform is not None:
            shown += f", average sensitivity {float(measured.uniform.sensitivity):.6g}"
        elif measured.sampled is not None:
            _, lower, upper = measured.sampled.sensitivity
            shown += f", average sensitivity in [{lower:.6g}, {upper:.6g}]"
        return shown + "); print shows all of it"

    def to_dict(self) -> dict[str, Any]:
        """Return the output of `sparseact inspect --json`: numbers, lists and dictionaries."""
        return _as_json(self.measured, self.epsilon, self.attribution)


def inspect(
    network: SparseReLUNetwork,
    *,
    epsilon: float = 0.1,
    time_limit: float | None = 60.0,
    samples: int | None = None,
    seed: int = 0,
    points: np.ndarray | None = None,
    top: int = 0,
    feature_names: Sequence[str] | None = None,
    tell: Tell | None = None,
) -> Report:
    """Return the report of `sparseact inspect` on a network.

    Parameters
    ----------
    network : SparseReLUNetwork
    epsilon : float
        The Fourier weight, in units of `h²`, that may lie above the degree given.
    time_limit : float, optional
        Seconds for the sparsity k, the spectrum and random points. None: no limit. A network
        with 10^5 or more weights can need seconds more.
    samples : int, optional
        Random points for estimates, from 128 to 10 million; None: 100 000 where the spectrum
        is not computed.
    seed : int
        Of these points.
    points : ndarray, shape (m, n), of ±1, optional
        Data to count active neurons on.
    top : int
        How many of the largest Fourier coefficients to name; 0: none, and no influences.
    feature_names : sequence of str, optional
        Names of the n inputs.
    tell : function, optional
        Is called with a phrase about the current step.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork, inspect
    >>> report = inspect(SparseReLUNetwork([[1, 1]], [1], [1]), top=2, feature_names=["a", "b"])
    >>> report.measured.k, str(report.measured.uniform.sensitivity)
    (1, '1/4')
    >>> report.to_dict()["attribution"]["influences"][0]["name"]
    'a'
    """
    if not isinstance(network, SparseReLUNetwork):
        raise ValueError(
            f"network must be a SparseReLUNetwork, got {network!r}; SparseReLUNetwork.load reads "
            "one from a file"
        )
    tell = tell or silent
    if not 2.0**-500 <= number_or_nan(epsilon) <= 2.0**500:
        raise ValueError(f"epsilon must be a number from 2^-500 to 2^500, got {epsilon!r}")
    epsilon = float(epsilon)
    limit = seconds("time_limit", time_limit)
    integer("top", top, 0)
    require_samples(SAMPLES if samples is None else samples, seed)
    input_names(network.n, feature_names)
    begin = time.monotonic()
    part = limit / 2 if top else limit
    measured = measure(network, part, samples=samples, seed=seed, points=points, tell=tell)
    named = None
    if top:
        tell("influences and coefficients")
        left = max(limit - (time.monotonic() - begin), 1e-3)
        named = attribution(
            network, top, feature_names, samples=samples or SAMPLES, seed=seed, time_limit=left,
            watch=lambda done, points: tell(f"coefficients, {done} of {points} random points"),
        )  # fmt: skip
    return Report(measured, epsilon, named)


def _as_json(measured: Measured, epsilon: float, attribution: Attribution | None) -> dict[str, Any]:
    """Return the measurements and the bounds, by the schema of inspection.schema.json."""
    network, data, uniform = measured.network, measured.data, measured.uniform
    W2, B2 = network.scale_squared
    sharp, paper = SharpBounds(measured), PaperBounds(measured)
    by_mean = sharp.sensitivity_on_average(uniform.mean_square_active) if uniform else None
    return {
        "version": __version__,
        "n": network.n,
        "s": network.s,
        "inputs_in_use": measured.in_use,
        "k": {"lower": measured.lower, "upper": measured.k, "exact": measured.lower == measured.k},
        "dead_neurons": [j for j, alive in enumerate(measured.alive) if not alive],
        "W": _number(sqrt(W2)),
        "W_squared": str(W2),
        "B": _number(sqrt(B2)),
        "B_squared": str(B2),
        "c": network.c,
        "values_exact": network.is_exact(),
        "epsilon": epsilon,
        "uniform": _uniform(uniform, epsilon) if uniform else None,
        "sampled": _sampled(measured.sampled) if measured.sampled else None,
        "attribution": _attribution(attribution) if attribution else None,
        "data": {
            "rows": len(data.counts),
            "k": int(data.counts.max()),
            "active": data.counts.tolist(),
            "dead_neurons": data.dead,
        }
        if data
        else None,
        "bounds": {
            "sharp": {
                "average_sensitivity": _number(sharp.sensitivity()),
                "average_sensitivity_by_mean_square_active": _number(by_mean),
                "noise_sensitivity": _by_rho(sharp.noise(rho) for rho in RHOS),
                "degree": _number(sharp.degree(epsilon)),
            },
            "paper": {
                "average_sensitivity": _number(paper.sensitivity()),
                "noise_sensitivity": _by_rho(paper.noise(rho) for rho in RHOS),
                "degree": _number(paper.degree(epsilon)),
            },
        },
        "hypotheses": {one.name: one.holds for one in hypotheses(measured, epsilon)},
    }


def _uniform(uniform: Uniform, epsilon: float) -> dict[str, Any]:
    return {
        "exact": uniform.exact,
        "weights": [_number(weight) for weight in uniform.weights],
        "weight_errors": [_number(error) for error in uniform.errors],
        "average_sensitivity": _number(uniform.sensitivity),
        "average_sensitivity_error": _number(uniform.sensitivity_error),
        "noise_sensitivity": _by_rho(uniform.noise(rho) for rho in RHOS),
        "mean_active": _number(uniform.mean_active),
        "mean_square_active": _number(uniform.mean_square_active),
        "degree": uniform.degree(epsilon),
    }


def _sampled(sampled: Sampled) -> dict[str, Any]:
    return {
        "samples": sampled.samples,
        "seed": sampled.seed,
        "level": LEVEL,
        "average_sensitivity": sampled.sensitivity._asdict(),
        "noise_sensitivity": [
            {"rho": float(rho), **estimate._asdict()} for rho, estimate in sampled.noise.items()
        ],
        "mean_square_active": sampled.mean_square_active._asdict(),
        "weights": [estimate._asdict() for estimate in sampled.weights],
    }


def _attribution(attribution: Attribution) -> dict[str, Any]:
    return {
        "samples": attribution.samples,
        "influences": [entry._asdict() for entry in attribution.influences],
        "coefficients": [
            entry._asdict() | {"names": list(entry.names)} for entry in attribution.coefficients
        ],
    }


def _by_rho(values: Any) -> list[dict[str, Any]]:
    return [
        {"rho": float(rho), "value": _number(value)}
        for rho, value in zip(RHOS, values, strict=True)
    ]


def _number(value: Fraction | Ball | float | None) -> float | int | None:
    """Return a number that JSON's readers read without a change, or None."""
    if value is None or isinstance(value, int):
        return value
    try:
        return float(value)
    except OverflowError:
        return None
