"""Operations of the low-degree algorithm, and the run times of Lemma 7 and Theorem 8."""

from __future__ import annotations

from collections.abc import Sequence

from awasthi2024.bounds import section_2
from paperclaims.checks.recorder import Recorder


def compare_run_times(at: Recorder, scales: Sequence[int], largest: int) -> None:
    """Count the operations of averages for each sample, for n and d up to `largest`.

    Lemma 7 states as many operations as samples, up to a constant, Theorem 8 a degree up to
    one. `scales` are values of the constant in Lemma 7's O(·).
    """
    lemma_7 = at.of("lemma-7")
    for factor in scales:
        beyond = (n for n in range(2, factor + 2) if section_2.averages_operations(n, 2) > factor)
        n = next(beyond, factor + 2)
        operations = section_2.averages_operations(n, 2)
        lemma_7(n=n, d=2, K=factor).compare("time-printed", operations, "<=", factor)
    for n in range(1, largest + 1):
        for d in range(1, n + 1):
            operations = section_2.averages_operations(n, d)
            instance_recorder = at(n=n, d=d)
            for claim, key in (
                ("lemma-7", "time-averages"),
                ("theorem-8", "time"),
                ("theorem-4", "time"),
            ):
                instance_recorder.of(claim).compare(
                    key, operations, "<=", section_2.averages_time(n, d)
                )
