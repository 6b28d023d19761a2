"""When (z mod q) mod p is a rounding, and the moduli for which the problem is easy."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce

import flint
import numpy as np
from typing_extensions import TypedDict

from awasthi2024.constructions.quadratic_lift import lwr_labels
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


class EasyCase(TypedDict):
    """Moduli for which rounding is easy, and lengths."""

    q: Several
    p: Positive
    m: NonEmpty[Positive]


@check("def-15")
def definition(at: Recorder, *, max_modulus: Natural) -> None:
    """Count the maps z → cz + d of Z_q, c a unit, after which rounding and λ split Z_q alike.

    Two functions split Z_q alike if they take equal values at the same pairs of residues. The
    number is compared with 1 for q = 2..`max_modulus` and p = 1..q.
    """
    for q in range(2, max_modulus + 1):
        for p in range(1, q + 1):
            here, maps, divisor = at(q=q, p=p), rounding_maps(q, p), math.gcd(p, q)
            here.compare("printed", maps, ">=", 1)
            if divisor == 1 or p == q:
                here.compare("corrected", maps, ">=", 1)
            here.row(gcd=divisor, maps=maps)


def rounding_maps(q: int, p: int) -> int:
    """Count the z → cz + d, c a unit of Z_q, after which z → ⌊pz/q⌋ splits Z_q as λ does."""
    z = np.arange(q)
    wanted, units = _partition(z % p), [c for c in range(1, q + 1) if math.gcd(c, q) == 1]
    maps = ((c * z + d) % q for c in units for d in range(q))
    return sum(_partition(p * image // q) == wanted for image in maps)


def _partition(values: np.ndarray) -> list[int]:
    """Return the values, numbered by first appearance."""
    names: dict[int, int] = {}
    return [names.setdefault(value, len(names)) for value in values.tolist()]


@check("conj-16")
def easy(
    at: Recorder, *, seed: int, level: OpenProbability, cases: NonEmpty[EasyCase], trials: Positive
) -> None:
    """Compare the share of trials in which an algorithm finds f_w with ⅔, by a binomial interval.

    The interval is exact; each trial draws a secret and samples. Elimination finds w modulo a prime
    p that divides q. Linearisation finds the coefficients of a polynomial of w for p = 2 and an odd
    prime q. What is found is compared with w as integers. `cases` have lengths m of secrets, with
    `trials` each.
    """
    runs = [(case["q"], case["p"], m) for case in cases for m in case["m"]]
    for q, p, m in runs:
        if not (_is_prime(p) and q % p == 0) and not (p == 2 < q and _is_prime(q)):
            raise ValueError(
                f"cases: p must be a prime that divides q, or p = 2 and q an odd prime, got "
                f"p = {p}, q = {q}"
            )
        unknowns, samples = sample_size(q, p, m)
        solved = 0
        for trial in range(trials):
            rng = generator(seed, "rounding", "learners", q, p, m, trial)
            w, y = rng.integers(0, q, size=m), rng.integers(0, q, size=(samples, m))
            f = lwr_labels(w, y, q, p)
            if q % p:
                solved += np.array_equal(vanishing(y, f, q), vanishing_coefficients(w, q))
            else:
                solved += np.array_equal(solve_modulo(y, f, p), w % p)
        name = "vanishing polynomial" if q % p else "elimination"
        here, share = at(q=q, p=p, m=m, samples=samples, learner=name), level / (2 * len(runs))
        if q % p:  # nothing is proved for the vanishing polynomial from so few samples
            here.rate("every-pair", solved, trials, "<=", 2 / 3, level=share)
        else:
            bounded = here(proved=elimination_success(p, m, samples))
            bounded.rate("every-pair", solved, trials, "<=", 2 / 3, level=share)
            bounded.rate("divisor", solved, trials, ">=", 2 / 3, level=share)
        here.row(unknowns=unknowns, solved=solved, trials=trials)


def _is_prime(p: int) -> bool:
    return p >= 2 and all(p % d for d in range(2, math.isqrt(p) + 1))


def sample_size(q: int, p: int, m: int) -> tuple[int, int]:
    """Return the number of unknowns and of samples that the algorithms use."""
    if q % p == 0:
        return m, m + 20
    degree = (q - 1) // 2
    unknowns = math.comb(m + degree, degree) - 1
    # A share of about degree/q of the labels is 1.
    return unknowns, -(-(unknowns + 40 * degree) * 3 * q // (2 * degree))


def elimination_success(p: int, m: int, samples: int) -> tuple[float, float]:
    """Return bounds on the probability that elimination finds f_w (docs/proofs-rounding.md, 2)."""
    return float(1 - Fraction(p) ** (m - samples) / (p - 1)), 1.0


def vanishing(y: np.ndarray, f: np.ndarray, q: int) -> np.ndarray:
    """Find a polynomial over Z_q, 1 at y = 0, that vanishes where the label is 1 (p = 2).

    Returns its coefficients modulo q in the order of `exponents`, by linear equations
    (linearisation; Arora and Ge, ICALP 2011). With q an odd prime and enough samples it is
    Π_v (1 − ⟨w, y⟩/v) over the (q − 1)/2 odd v below q.
    """
    ones = y[f == 1]
    powers = [
        reduce(lambda product, factor: product * factor % q, ones[:, chosen].T)
        for chosen in exponents(y.shape[1], q)
    ]
    return solve_modulo(np.stack(powers, axis=1), np.full(len(ones), q - 1), q)


def exponents(m: int, q: int) -> Iterator[list[int]]:
    """Yield the monomials of degree 1..(q − 1)/2 in m variables, each as its factors."""
    for degree in range(1, (q - 1) // 2 + 1):
        yield from map(list, itertools.combinations_with_replacement(range(m), degree))


def vanishing_coefficients(w: np.ndarray, q: int) -> np.ndarray:
    """Return the coefficients of Π_v (1 − ⟨w, y⟩/v), v odd below q, modulo q."""
    in_product = [1]  # coefficients of the powers of ⟨w, y⟩
    for v in range(1, q, 2):
        shifted = [0, *(-c * pow(v, -1, q) for c in in_product)]
        in_product = [(a + b) % q for a, b in zip([*in_product, 0], shifted, strict=True)]
    found = []
    for chosen in exponents(len(w), q):
        count = math.factorial(len(chosen))  # of the orders in which ⟨w, y⟩^d has the monomial
        for i in set(chosen):
            count //= math.factorial(chosen.count(i))
        found.append(in_product[len(chosen)] * count * math.prod(int(w[i]) for i in chosen) % q)
    return np.array(found)


def solve_modulo(matrix: np.ndarray, right: np.ndarray, p: int) -> np.ndarray:
    """Return x with matrix·x = right modulo the prime p, free unknowns 0, if there is any."""
    system = np.column_stack([matrix, right])
    reduced, rank = flint.nmod_mat(system.tolist(), p).rref()
    solution = np.zeros(matrix.shape[1], dtype=np.int64)
    for row in reduced.tolist()[:rank]:
        pivot = next(column for column, value in enumerate(row) if value)
        if pivot < len(solution):
            solution[pivot] = int(row[-1])
    return solution
