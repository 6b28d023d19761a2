"""One ReLU neuron: the error that degree d leaves, exactly and by uniform approximation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from awasthi2024.digest.checks.uniform_approximation import uniform_error
from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import digest, section_3
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact


@check("neurons", claim="digest-polynomial")
def measure_neurons(
    recorder: Recorder,
    *,
    seed: int,
    exhaustive: NonEmpty[Literal[1, 2, 3, 4]],
    largest_weight: Positive,
    random: NonEmpty[Dimension],
    repeats: Positive,
    equal: NonEmpty[Positive],
    largest_degree: Natural,
    errors: NonEmpty[Positive],
) -> None:
    """Check how a neuron's weight above degree d falls with d.

    `exhaustive` are numbers n at which all small integer weights are taken. They are in rising
    order, from 0 to `largest_weight`, not all 0. The biases are all integers from −‖w‖₁ to ‖w‖₁.
    `random` are numbers n for random neurons. Each n has `repeats`, with random integer weights up
    to 64 and random integer biases. `equal` are numbers n for σ(x_1 + … + x_n). Its spectrum needs
    no list of points. `largest_degree` is the largest degree. `errors` are values of m at which
    E_{2m} is compared with 1/(8m). The table has a row for each degree of each neuron with equal
    weights, W = 1.
    """
    for few in exhaustive:
        for w in itertools.combinations_with_replacement(range(largest_weight + 1), few):
            for b in range(-sum(w), sum(w) + 1):
                _compare_neuron(recorder.where(n=few, weights=str(w), b=b), w, b, largest_degree)
    for n in random:
        for repeat in range(repeats):
            rng = generator(seed, "digest", "neurons", n, repeat)
            drawn = tuple(int(v) for v in rng.integers(-64, 65, size=n))
            b = int(rng.integers(-64, 65))
            _compare_neuron(recorder.where(n=n, repeat=repeat, b=b), drawn, b, largest_degree)
    for n in equal:
        weights = equal_weights_spectrum(n)
        instance_recorder = recorder.where(n=n, weights="all 1", b=0)
        _compare_tails(instance_recorder, weights, Fraction(n), Fraction(n), largest_degree)
        recorder.rows += list(_rows(n, weights, largest_degree))
    for m in errors:
        instance_recorder = recorder.where(d=2 * m)
        instance_recorder.exact("uniform-lower", uniform_error(2 * m), ">=", Fraction(1, 8 * m))


def equal_weights_spectrum(n: int) -> list[Fraction]:
    """Return Σ_{|T|=t} ĥ(T)² for t = 0..n of h(x) = σ(x_1 + … + x_n), from Krawtchouk's numbers.

    A point with j coordinates −1 has h = σ(n − 2j), and Σ χ_T over these points is
    the coefficient of z^j in (1 − z)^t (1 + z)^{n−t}.
    """
    coefficients = [math.comb(n, j) for j in range(n + 1)]
    weights = []
    for t in range(n + 1):
        total = sum(c * max(n - 2 * j, 0) for j, c in enumerate(coefficients))
        weights.append(math.comb(n, t) * Fraction(total, 2**n) ** 2)
        if t < n:
            coefficients = _next_row(coefficients)
    return weights


def _next_row(coefficients: list[int]) -> list[int]:
    """Return the coefficients of the polynomial times (1 − z)/(1 + z)."""
    quotient = [0]
    for c in coefficients[:-1]:
        quotient.append(c - quotient[-1])
    quotient.append(0)  # quotient[j + 1] belongs to z^j, and both ends are 0
    return [quotient[j + 1] - quotient[j] for j in range(len(coefficients))]


def _compare_neuron(recorder: Recorder, w: tuple[int, ...], b: int, largest: int) -> None:
    if not any(w):
        return
    network = SparseReLUNetwork([w], [b], [1])
    reach = Fraction(sum(map(abs, w)) + abs(b))
    _compare_tails(
        recorder, degree_weights_exact(network.values()), network.scale_squared[0], reach, largest
    )


def _compare_tails(
    recorder: Recorder, weights: list[Fraction], W2: Fraction, reach: Fraction, largest: int
) -> None:
    """Hold the weight above each degree against the bounds; `reach` is ‖w‖₁ + |b|."""
    for d in range(min(largest, len(weights) - 1) + 1):
        instance_recorder, tail = recorder.where(d=d), sum(weights[d + 1 :], Fraction(0))
        instance_recorder.exact("neuron", tail, "<=", digest.neuron_tail(W2, d))
        if d:
            instance_recorder.exact("printed", tail, "<=", (reach * uniform_error(d) / 2) ** 2)
            instance_recorder.closed_form(
                "neuron-power", tail, "<=", digest.neuron_tail_power(W2, d)
            )


def _rows(n: int, weights: list[Fraction], largest: int) -> Iterator[dict[str, float]]:
    """Yield what the figure shows of σ((x_1 + … + x_n)/√n)."""
    for d in range(1, min(largest, n - 1) + 1):
        tail = sum(weights[d + 1 :], Fraction(0))
        yield {
            "n": n,
            "d": d,
            "tail": float(tail / n),
            "uniform": float(n * (uniform_error(d) / 2) ** 2),
            "neuron": float(digest.neuron_tail(Fraction(1), d)),
            "theorem_c": float(section_3.theorem_c_tail(1, 1, d)),
        }
