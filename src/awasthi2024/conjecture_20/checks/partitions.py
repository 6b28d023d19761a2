"""Partitions of all sign vectors, as the proofs of Theorems J and K make them.

All 2^m sign vectors are rows, in the order of `cube.points`. A partition is an array
of labels, one for each row, with its length, the mean of ln(1/weight). V is a vector
of the unit ball for each row, and y has the points. Proofs:
docs/proofs-conjecture_20-repaired.md, 10 and 11.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np


class Partition(NamedTuple):
    """Labels of the rows, and the mean of ln(1/weight) over them."""

    labels: np.ndarray
    length: float

    def parts(self) -> Iterator[np.ndarray]:
        """Yield the rows of each part."""
        order = np.argsort(self.labels, kind="stable")
        starts = np.flatnonzero(np.diff(self.labels[order])) + 1
        yield from np.split(order, starts)

    def entropy(self) -> float:
        """Return the length with the weights P(part)."""
        counts = np.bincount(self.labels)
        shares = counts[counts > 0] / len(self.labels)
        return float(-(shares * np.log(shares)).sum())


def numbered(words: Sequence[object]) -> np.ndarray:
    """Return a label for each word, equal where the words are."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(word, len(numbers)) for word in words])


def join(first: Partition, second: Partition) -> Partition:
    """Return the common refinement, with the products of the weights."""
    pairs = list(zip(first.labels.tolist(), second.labels.tolist(), strict=True))
    return Partition(numbered(pairs), first.length + second.length)


def tilts(signs: np.ndarray, partitions: Sequence[Partition], levels: np.ndarray) -> np.ndarray:
    """Return the t_i of Lemma 1, 0 for samples in no N_l; shape (2^m, m).

    `levels` (2^m, m) has the l with i ∈ N_l, or −1; partition l determines N_0, …, N_l.
    """
    means_by_group = np.zeros(signs.shape)
    for level, partition in enumerate(partitions):
        for rows in partition.parts():
            mine = np.flatnonzero(levels[rows[0]] == level)
            earlier = np.flatnonzero((levels[rows[0]] >= 0) & (levels[rows[0]] < level))
            known = np.zeros(len(rows), dtype=np.int64)
            for i in earlier:
                known = 2 * known + (signs[rows, i] > 0)
            for i in mine:
                _, groups = np.unique(known, return_inverse=True)
                means = np.bincount(groups, signs[rows, i]) / np.bincount(groups)
                means_by_group[rows, i] = means[groups]
                known = 2 * known + (signs[rows, i] > 0)
    return means_by_group


# ------------------------------------------------------------------ the greedy code


class Code(NamedTuple):
    """Lemma 3's code of one v: the word, its steps up to each closing, and the A_l."""

    word: tuple[int, ...]  # ±(i + 1) for a step, 0 for a closing
    steps: tuple[int, ...]  # how many steps were made when level l closed
    levels: np.ndarray  # (m,), the l with i ∈ A_l, or −1


def greedy_code(y: np.ndarray, v: np.ndarray, q: float, last: int) -> Code:
    """Run the code of Lemma 3 on points y (m, d) and v (d,) until level `last` closes."""
    p, word, steps = np.zeros_like(v), [], []
    levels = np.full(len(y), -1)
    for level in range(last + 1):
        eps = q ** (level + 1) / 2
        gaps = y @ (v - p)
        while (np.abs(gaps) > eps).any():
            i = int(np.argmax(np.abs(gaps) > eps))
            sign = 1 if gaps[i] > 0 else -1
            p = p + sign * eps * y[i]
            word.append(sign * (i + 1))
            gaps = y @ (v - p)
        steps.append(sum(symbol != 0 for symbol in word))
        word.append(0)
        levels[(levels < 0) & (y @ p > eps)] = level
    return Code(tuple(word), tuple(steps), levels)


class Coded(NamedTuple):
    """The codes of V for all rows: partitions F_0, …, F_L, levels of the A_l and the h_l."""

    partitions: list[Partition]
    levels: np.ndarray
    h: np.ndarray
    steps: np.ndarray  # (2^m, L + 1)
    weights: list[float]  # the weights of the words of each partition, added up


def code_all(y: np.ndarray, V: np.ndarray, q: float, w: float, last: int) -> Coded:
    """Run the code for every row of V, with the weight w of a closing."""
    cache: dict[bytes, Code] = {}
    codes = []
    for v in V:
        key = v.tobytes()
        if key not in cache:
            cache[key] = greedy_code(y, v, q, last)
        codes.append(cache[key])
    steps = np.array([code.steps for code in codes])
    step, closing = math.log(2 * len(y) / (1 - w)), -math.log(w)
    partitions, weights = [], []
    for level in range(last + 1):
        words = [code.word[: code.steps[level] + level + 1] for code in codes]
        lengths = steps[:, level] * step + (level + 1) * closing
        partitions.append(Partition(numbered(words), float(lengths.mean())))
        each = dict(zip(words, lengths.tolist(), strict=True))
        weights.append(math.fsum(math.exp(-length) for length in each.values()))
    h = np.diff([partition.length for partition in partitions], prepend=0.0)
    return Coded(partitions, np.array([code.levels for code in codes]), h, steps, weights)


# ---------------------------------------------------------------- the game of Theorem K


class Questions(NamedTuple):
    """The result of Theorem K's questions: 𝒜_0, …, 𝒜_L, the N_l, and φ_l."""

    partitions: list[Partition]
    levels: np.ndarray
    phi: np.ndarray
    dearest: float  # the largest ΔH·θ²/(κ·ΔΦ) of a split
    splits: int


def ask(y: np.ndarray, V: np.ndarray, kappa: float, alpha: float) -> Questions:
    """Ask the questions (S) and (V), with ω² = 3/κ and p_0 = e^{1−κ}, on all levels."""
    game = _Game(y, V, kappa, alpha)
    last = math.ceil(math.log(len(y)) / 2 / math.log(1 + alpha))
    labels = np.zeros(len(V), dtype=np.int64)
    levels = np.full((len(V), len(y)), -1)
    partitions, potential = [], [float(np.sum(V.mean(axis=0) ** 2))]
    for level in range(last + 1):
        theta = (1 + alpha) ** -level
        parts = []
        waiting = list(Partition(labels, 0.0).parts())
        while waiting:
            rows = waiting.pop()
            free = levels[rows[0]] < 0
            yes = game.admissible(rows, theta, free)
            if yes is None:
                parts.append(rows)
                listed = free & (game.values[rows].mean(axis=0) >= alpha * theta)
                levels[np.ix_(rows, np.flatnonzero(listed))] = level
            else:
                game.pay(rows, yes, theta)
                waiting += [rows[yes], rows[~yes]]
        labels = np.empty(len(V), dtype=np.int64)
        for number, rows in enumerate(parts):
            labels[rows] = number
        partitions.append(Partition(labels, Partition(labels, 0.0).entropy()))
        means = sum(len(rows) * np.sum(V[rows].mean(axis=0) ** 2) for rows in parts)
        potential.append(float(means) / len(V))
    phi = np.diff(potential)
    return Questions(partitions, levels, phi, game.dearest, game.splits)


class _Game:
    """The questions about parts, and the price of the dearest split so far."""

    def __init__(self, y: np.ndarray, V: np.ndarray, kappa: float, alpha: float) -> None:
        self.y, self.V, self.kappa, self.alpha = y, V, kappa, alpha
        self.values = V @ y.T
        self.dearest, self.splits = 0.0, 0

    def admissible(self, rows: np.ndarray, theta: float, free: np.ndarray) -> np.ndarray | None:
        """Return the answers to the first admissible question about a part, or None."""
        values = self.values[rows]
        means = values.mean(axis=0)
        size = theta
        share = math.exp(1 - self.kappa)
        while size <= 2:
            yes = values - means >= size
            often = yes.mean(axis=0)
            columns = np.flatnonzero((often > 0) & (often >= share))
            if len(columns):
                return np.asarray(yes[:, columns[0]])
            size, share = 2 * size, share / 16
        listed = np.flatnonzero(free & (means >= self.alpha * theta))
        spread = float(values[:, listed].var(axis=0).sum())
        if len(listed) and spread > len(listed) * 3 / self.kappa * theta**2 * (1 + 1e-9):
            return self._by_direction(rows, listed)
        return None

    def _by_direction(self, rows: np.ndarray, listed: np.ndarray) -> np.ndarray:
        """Return the answers to the question (V) by Lemma 4, along the best Σ±y_i."""
        V = self.V[rows] - self.V[rows].mean(axis=0)
        best, along = -1.0, np.zeros(len(rows))
        for signs in itertools.product((1, -1), repeat=len(listed) - 1):
            Y = np.array([1, *signs]) @ self.y[listed]
            norm = float(np.linalg.norm(Y))
            if norm > 1e-9 and (value := float((V @ Y).var()) / norm**2) > best:
                best, along = value, V @ Y / norm
        for xi in (along, -along):
            for c in np.unique(xi[xi > 1e-12])[::-1]:
                share = float((xi >= c - 1e-12).mean())
                if 1 - math.log(share) <= 3 * c**2 / best:
                    return np.asarray(xi >= c - 1e-12)
        raise AssertionError("Lemma 4 fails")

    def pay(self, rows: np.ndarray, yes: np.ndarray, theta: float) -> None:
        """Compare what a split costs in entropy with what it brings in potential."""
        p = float(yes.mean())
        entropy = -p * math.log(p) - (1 - p) * math.log1p(-p)
        here = self.V[rows].mean(axis=0)
        gained = sum(
            share * float(np.sum((self.V[rows[side]].mean(axis=0) - here) ** 2))
            for share, side in ((p, yes), (1 - p, ~yes))
        )
        self.dearest = max(self.dearest, entropy * theta**2 / (self.kappa * gained))
        self.splits += 1
