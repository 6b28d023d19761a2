"""Separated families of vectors, and the objects that they shatter (docs/proofs-theorem_5.md, 1).

Members of {0, …, c − 1}^N differ by at least 2 at some index. An object is a set of indices with a
pair {v, w}, w ≥ v + 2, for each; it is shattered if every choice from the pairs is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

import numpy as np
from numba import njit

#: For each size: the number of families, the fewest objects, and the smallest room in the sum.
Families = Mapping[int, tuple[int, int, int]]

#: How far apart two members must be at some index.
GAP = 2


def promised(c: int, N: int, size: int) -> int:
    """Return 2^r for the largest r with (2NE)^r ≤ size, E the number of pairs."""
    base = N * (c - 1) * (c - 2)
    objects = 1
    while size >= base:
        size //= base
        objects *= 2
    return objects


def n_shattered(families: Sequence[Sequence[Sequence[int]]], c: int, index: int = 0) -> int:
    """Return the number of objects, of indices from `index` on, that all the families shatter."""
    if not all(families):
        return 0
    if index == len(families[0][0]):
        return 1
    total = n_shattered(families, c, index + 1)
    for v, w in combinations(range(c), 2):
        if w >= v + 2:
            parts = [[x for x in f if x[index] == value] for f in families for value in (v, w)]
            total += n_shattered(parts, c, index + 1)
    return total


def drawn_family(c: int, N: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Return a maximal separated family, chosen in a random order."""
    family: list[tuple[int, ...]] = []
    vectors = list(product(range(c), repeat=N))
    for place in rng.permutation(len(vectors)):
        x = vectors[place]
        if all(max(abs(a - b) for a, b in zip(x, y, strict=True)) >= GAP for y in family):
            family.append(x)
    return family


def all_families(c: int, N: int) -> Families:
    """Go through all separated families, c^N ≤ 64: a family is a word of 64 bits.

    The room in the sum is the number of objects minus the objects of F_v and of F_w, at the
    index i and the pair {v, w} where this difference is smallest.
    """
    vectors = list(product(range(c), repeat=N))
    apart = [
        sum(
            1 << j
            for j, y in enumerate(vectors)
            if max(abs(a - b) for a, b in zip(x, y, strict=True)) >= GAP
        )
        for x in vectors
    ]
    pairs = [(v, w) for v in range(c) for w in range(v + 2, c)]
    slices = [
        [sum(1 << j for j, x in enumerate(vectors) if x[i] == value) for value in pair]
        for i in range(N)
        for pair in pairs
    ]
    cells, ends = [], []
    for chosen in product([None, *pairs], repeat=N):
        used = [(i, pair) for i, pair in enumerate(chosen) if pair]
        for choice in product(*(pair for _, pair in used)):
            cells.append(
                sum(
                    1 << j
                    for j, x in enumerate(vectors)
                    if all(x[i] == value for (i, _), value in zip(used, choice, strict=True))
                )
            )
        ends.append(len(cells))
    graph, parts, words = (np.array(part, dtype=np.uint64) for part in (apart, slices, cells))
    counts, fewest, room = _walk(graph, parts, words, np.array(ends))
    return {
        size: (int(counts[size]), int(fewest[size]), int(room[size]) if size > 1 else 0)
        for size in range(1, len(counts))
        if counts[size]
    }


@njit(cache=True)
def _objects(family: np.uint64, cells: np.ndarray, ends: np.ndarray) -> int:
    total = start = 0
    for end in ends:
        place = start
        while place < end and family & cells[place]:
            place += 1
        total += place == end
        start = end
    return total


@njit(cache=True)
def _walk(
    apart: np.ndarray, slices: np.ndarray, cells: np.ndarray, ends: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    largest = 65
    counts = np.zeros(largest, np.int64)
    fewest = np.full(largest, 1 << 30)
    room = np.full(largest, 1 << 30)
    rest = np.zeros(largest, np.uint64)
    families = np.zeros(largest, np.uint64)
    last = np.zeros(largest, np.int64)
    bit = np.uint64(1)
    for v in range(len(apart)):
        rest[0] |= bit << np.uint64(v)
    depth = 0
    while depth >= 0:
        if rest[depth] == 0:
            depth -= 1
            continue
        v = last[depth]
        while not rest[depth] >> np.uint64(v) & bit:
            v += 1
        last[depth] = v
        rest[depth] ^= bit << np.uint64(v)
        family = families[depth] | bit << np.uint64(v)
        size = depth + 1
        objects = _objects(family, cells, ends)
        counts[size] += 1
        fewest[size] = min(fewest[size], objects)
        for pair in range(len(slices)):
            first, second = family & slices[pair, 0], family & slices[pair, 1]
            # Where one is empty the sum is over a part, which shatters at most what the family
            # shatters.
            if first and second:
                halves = _objects(first, cells, ends) + _objects(second, cells, ends)
                room[size] = min(room[size], objects - halves)
        following = rest[depth] & apart[v]
        if following:
            depth += 1
            rest[depth], families[depth], last[depth] = following, family, v
    return counts, fewest, room
