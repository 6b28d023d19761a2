"""The output of `sparseact inspect --json`; its schema is inspection.schema.json."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from balls import Ball, sqrt
from sparseact import __version__
from sparseact.inspector.attribution import Attribution
from sparseact.inspector.measured import RHOS, Measured, OnData, Uniform
from sparseact.inspector.network_bounds import PaperBounds, SharpBounds, hypotheses
from sparseact.inspector.sampling import LEVEL, Sampled


def as_json(
    measured: Measured, epsilon: float, attribution: Attribution | None = None
) -> dict[str, Any]:
    """Return the measurements and the bounds as numbers, lists and dictionaries."""
    network = measured.network
    W2, B2 = network.scale_squared
    sharp, paper = SharpBounds(measured), PaperBounds(measured)
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
        "uniform": _uniform(measured.uniform, epsilon) if measured.uniform else None,
        "sampled": _sampled(measured.sampled) if measured.sampled else None,
        "attribution": _attribution(attribution) if attribution else None,
        "data": _data(measured.data) if measured.data else None,
        "bounds": {
            "sharp": {
                "average_sensitivity": _number(sharp.sensitivity()),
                "average_sensitivity_by_mean_square_active": _number(
                    sharp.sensitivity_on_average(measured.uniform.mean_square_active)
                    if measured.uniform
                    else None
                ),
                "noise_sensitivity": _by_rho(sharp.noise(rho) for rho in RHOS),
                "degree": _number(sharp.degree(epsilon)),
            },
            "paper": {
                "average_sensitivity": _number(paper.sensitivity()),
                "noise_sensitivity": _by_rho(paper.noise(rho) for rho in RHOS),
                "degree": _number(paper.degree(epsilon)),
            },
        },
        "hypotheses": {
            hypothesis.name: hypothesis.holds for hypothesis in hypotheses(measured, epsilon)
        },
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


def _data(data: OnData) -> dict[str, Any]:
    return {
        "rows": len(data.counts),
        "k": int(data.counts.max()),
        "active": data.counts.tolist(),
        "dead_neurons": data.dead,
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
