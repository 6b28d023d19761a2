"""The inequalities in the proofs of Theorems J and K, over all 2^m sign vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from awasthi2024.conjecture_20.checks.partitions import (
    Coded,
    Partition,
    Questions,
    ask,
    code_all,
    join,
    tilts,
)
from awasthi2024.conjecture_20.parameters import GreedyCode, QuestionGame
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points as cube_points
from sparseact.randomness import generator


@check("codes", claim="conj-20")
def measure_codes(
    recorder: Recorder, *, seed: int, codes: NonEmpty[GreedyCode], questions: NonEmpty[QuestionGame]
) -> None:
    """Evaluate both sides of each inequality of the proofs, the mean being over all signs.

    A case has m random unit points in d dimensions. V(ζ) is the vector, among 200 random unit
    vectors, with the largest |G(v)| − λ·r(v). `codes` are cases with q, w and the greedy code's
    last level. `questions` are cases with κ and α of Theorem K. The table has a row per case: E|G|,
    what the proof makes of it, the mean number r of active samples, and the bits of the last
    partition.
    """
    for number, code in enumerate(codes):
        case = _draw(seed, number, code["m"], code["d"], code["penalty"])
        instance_recorder = recorder.where(proof="J", **code)
        recorder.rows.append(
            _compare_theorem_j(instance_recorder, case, code["q"], code["w"], code["last"])
        )
    for number, game in enumerate(questions):
        case = _draw(seed, len(codes) + number, game["m"], game["d"], game["penalty"])
        instance_recorder = recorder.where(proof="K", **game)
        recorder.rows.append(
            _compare_theorem_k(instance_recorder, case, game["kappa"], game["alpha"])
        )


class _Case(NamedTuple):
    """Points y (m, d), all signs (2^m, m), V (2^m, d), and the values ⟨V,y_i⟩ (2^m, m)."""

    y: np.ndarray
    signs: np.ndarray
    V: np.ndarray
    values: np.ndarray

    def gain(self) -> np.ndarray:
        """Return G(V) for each row."""
        return (self.signs * np.maximum(self.values, 0)).sum(axis=1)

    def active(self) -> float:
        """Return the mean number of active samples."""
        return float((self.values > 0).sum(axis=1).mean())


def _draw(seed: int, number: int, m: int, d: int, penalty: float) -> _Case:
    rng = generator(seed, "conjecture_20", "codes", number)
    y, candidates = rng.standard_normal((m, d)), rng.standard_normal((200, d))
    y /= np.linalg.norm(y, axis=1)[:, None]
    candidates /= np.linalg.norm(candidates, axis=1)[:, None]
    signs = cube_points(m).astype(np.int64)
    values = candidates @ y.T
    worth = np.abs(signs @ np.maximum(values, 0).T) - penalty * (values > 0).sum(axis=1)
    V = candidates[worth.argmax(axis=1)]
    return _Case(y, signs, V, V @ y.T)


def _compare_sums(
    recorder: Recorder,
    statement: str,
    case: _Case,
    partitions: Sequence[Partition],
    levels: np.ndarray,
    costs: Sequence[tuple[float, float, float]],
) -> tuple[float, float]:
    """Compare (a), (b) and (c); `costs` has θ_l, h_l and b_l. Return the bounds of (c) and (b)."""
    t = tilts(case.signs, partitions, levels)
    inside = levels >= 0
    spent = 0.0
    for level, partition in enumerate(partitions):
        spent += float((t**2 * (levels == level)).sum(axis=1).mean())
        recorder.rounded(statement, spent, "<=", 2 * partition.length)
    differences = np.abs(((case.signs - t) * case.values * inside).sum(axis=1)).mean()
    linear = math.sqrt(inside.sum(axis=1).mean())
    recorder.rounded(statement, float(differences), "<=", linear)
    tilted = float(np.abs(t * case.values * inside).sum(axis=1).mean())
    paid = math.fsum(theta**2 * h for theta, h, _ in costs)
    known = math.sqrt(2 * paid) * math.sqrt(math.fsum(b for _, _, b in costs))
    recorder.rounded(statement, tilted, "<=", known)
    return known, linear


def _compare_theorem_j(
    recorder: Recorder, case: _Case, q: float, w: float, last: int
) -> dict[str, Any]:
    coded = code_all(case.y, case.V, q, w, last)
    paid = _compare_code(recorder, "theorem-j-code", case.values, coded, q, w)
    costs = [
        (q**level, h, float((coded.levels == level).sum(axis=1).mean()))
        for level, h in enumerate(coded.h)
    ]
    known, linear = _compare_sums(
        recorder, "theorem-j-sums", case, coded.partitions, coded.levels, costs
    )
    r, gain = case.active(), float(np.abs(case.gain()).mean())
    recorder.rounded("theorem-j-sums", gain, "<=", known + linear + q ** (last + 1) * r)
    bound = (math.sqrt(2 * paid) + 1) * math.sqrt(r) + q ** (last + 1) * r
    recorder.rounded("theorem-j-sums", gain, "<=", bound)
    return _row("J", case, gain, bound, coded.partitions[-1])


def _compare_code(
    recorder: Recorder, statement: str, values: np.ndarray, coded: Coded, q: float, w: float
) -> float:
    """Compare Lemma 3's values on the A_l and its lengths; return its bound on Σθ²h."""
    undecided = np.ones(values.shape, dtype=bool)
    for level in range(len(coded.h)):
        mine = coded.levels == level
        if mine.any():
            recorder.rounded(statement, float(values[mine].max()), "<=", q**level)
            recorder.exact(statement, int((values[mine] <= 0).sum()), "==", 0)
        undecided &= ~mine
        if undecided.any():
            recorder.rounded(statement, float(values[undecided].max()), "<=", q ** (level + 1))
        recorder.rounded(statement, coded.weights[level], "<=", 1)
    squares = (q ** np.arange(1, len(coded.h) + 1) / 2) ** 2
    fallen = np.diff(coded.steps, axis=1, prepend=0) @ squares
    recorder.rounded(statement, float(fallen.max()), "<=", 1)
    paid = lengths_bound(values.shape[1], q, w)
    thetas = q ** (2 * np.arange(len(coded.h)))
    recorder.rounded(statement, float(thetas @ coded.h), "<=", paid)
    return paid


def lengths_bound(m: int, q: float, w: float) -> float:
    """Return 4x′/q² + c′/(1 − q²), Lemma 3's bound on Σθ_l²h_l."""
    return 4 * math.log(2 * m / (1 - w)) / q**2 - math.log(w) / (1 - q**2)


def _compare_theorem_k(
    recorder: Recorder, case: _Case, kappa: float, alpha: float
) -> dict[str, Any]:
    questions = ask(case.y, case.V, kappa, alpha)
    recorder.rounded("theorem-k-splits", questions.dearest, "<=", 1)
    m, q = len(case.y), 1 / (1 + alpha)
    thetas = q ** np.arange(len(questions.phi))
    h = kappa * questions.phi / thetas**2
    for level, partition in enumerate(questions.partitions):
        recorder.rounded("theorem-k-splits", partition.length, "<=", float(h[: level + 1].sum()))
    recorder.rounded("theorem-k-splits", float(thetas**2 @ h), "<=", kappa)
    costs = _compare_listed(recorder, case, questions, kappa, alpha, thetas, h)
    known, linear = _compare_sums(
        recorder, "theorem-k-sums", case, questions.partitions, questions.levels, costs
    )
    negative = _compare_negative(recorder, case, questions, kappa, q, thetas, h)
    inside, Z = questions.levels >= 0, np.maximum(case.values, 0)
    left = float((Z * ~inside).sum(axis=1).mean())
    p0, r = math.exp(1 - kappa), case.active()
    rest = (1 + alpha) * thetas[-1] * r + 2.6 * thetas[-1] * m * p0
    recorder.rounded("theorem-k-sums", left, "<=", rest)
    gain = float(np.abs(case.gain()).mean())
    bound = known + linear + negative + rest
    recorder.rounded("theorem-k-sums", gain, "<=", bound)
    row = _row("K", case, gain, bound, questions.partitions[-1])
    return row | {"splits": questions.splits}


def _compare_listed(
    recorder: Recorder,
    case: _Case,
    questions: Questions,
    kappa: float,
    alpha: float,
    thetas: np.ndarray,
    h: np.ndarray,
) -> list[tuple[float, float, float]]:
    """Compare (2) and (3) on each level; return θ_l, h_l and b_l of the first sum."""
    squared, p0 = 3 / kappa, math.exp(1 - kappa)
    costs = []
    for level, theta in enumerate(thetas):
        mine = questions.levels == level
        active = mine & (case.values > 0)
        listed, alive = (float(set_.sum(axis=1).mean()) for set_ in (mine, active))
        below = float(((case.values**2) * (mine & ~active)).sum(axis=1).mean())
        above = float(((case.values**2) * active).sum(axis=1).mean())
        recorder.rounded("theorem-k-sums", listed - alive, "<=", squared / alpha**2 * listed)
        recorder.rounded("theorem-k-sums", below, "<=", squared * theta**2 * listed)
        most = (1 + alpha) ** 4 * alive + 11 * len(case.y) * p0
        recorder.rounded("theorem-k-sums", above, "<=", theta**2 * most)
        costs.append((float(theta), float(h[level]), most + squared * listed))
    return costs


def _compare_negative(
    recorder: Recorder,
    case: _Case,
    questions: Questions,
    kappa: float,
    q: float,
    thetas: np.ndarray,
    h: np.ndarray,
) -> float:
    """Compare the third sum, over listed samples with negative values; return its bound."""
    coded = code_all(case.y, -case.V, q, q, len(thetas) - 1)
    paid = _compare_code(recorder, "theorem-j-code", -case.values, coded, q, q)
    both = (questions.levels >= 0) & (coded.levels >= 0)
    levels = np.where(both, np.maximum(questions.levels, coded.levels), -1)
    partitions = [
        join(first, second)
        for first, second in zip(questions.partitions, coded.partitions, strict=True)
    ]
    costs = []
    for level, theta in enumerate(thetas):
        listed = float((questions.levels == level).sum(axis=1).mean())
        here = float((levels == level).sum(axis=1).mean())
        squares = float((case.values**2 * (levels == level)).sum(axis=1).mean())
        b = here + 3 / kappa * listed
        recorder.rounded("theorem-k-sums", squares, "<=", theta**2 * b)
        costs.append((float(theta), float(h[level] + coded.h[level]), b))
    _compare_sums(recorder, "theorem-k-sums", case, partitions, levels, costs)
    negative = ((questions.levels >= 0) & (case.values < 0)).sum(axis=1).mean()
    listed = float((questions.levels >= 0).sum(axis=1).mean())
    first = math.sqrt(2 * (kappa + paid)) * math.sqrt(negative + 3 / kappa * listed)
    return first + math.sqrt(negative) + float(thetas[-1]) * float(negative)


def _row(
    proof: str, case: _Case, gain: float, bound: float, partition: Partition
) -> dict[str, Any]:
    return {
        "proof": proof,
        "m": len(case.y),
        "d": case.y.shape[1],
        "gain": gain,
        "bound": bound,
        "active": case.active(),
        "bits": partition.entropy() / math.log(2),
    }
