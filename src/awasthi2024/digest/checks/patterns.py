"""Active neurons of networks that compute one function, and the digest's symbols for them."""

from __future__ import annotations

import numpy as np

from awasthi2024.shared.active_sets import matched_share, same_functions
from awasthi2024.shared.parameters import FewPoints
from paperclaims.checks.comparison import dyadic
from paperclaims.checks.decorator import check
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.cube import points


@check("patterns", claim="digest-recovery")
def measure_patterns(recorder: Recorder, *, pairs: FewPoints, juntas: FewPoints) -> None:
    """Compare the active sets of networks on few bits that compute one function.

    `pairs` is the largest number of bits of two networks. One function has several patterns, and
    the two networks answer every query alike. `juntas` is the largest number of bits of a junta.
    Juntas show the meaning of the digest's symbols. The table has a row per pair: the fraction of
    points whose active set agrees.
    """
    for p in range(1, pairs + 1):
        compare_patterns(recorder, p)
    for p in range(1, juntas + 1):
        compare_symbols(recorder.for_claim("digest-effect-s"), p)


def compare_patterns(recorder: Recorder, p: int) -> None:
    """Compare the active sets of pairs of networks on p bits that compute one function."""
    x = points(p)
    for name, first, second in same_functions(p):
        share = dyadic(matched_share(first.active(x), second.active(x)), is_exact=len(x) == 2**p)
        queried = recorder.for_claim("digest-queries").where(pair=name, p=p, s=first.s)
        queried.exact("alike", int(np.count_nonzero(first(x) != second(x))), "==", 0)
        queried.exact("printed", share, "==", 1)
        instance_recorder = recorder.where(pair=name, n=p, s=first.s, k=1)
        instance_recorder.exact("printed", share, "==", 1)
        instance_recorder.row(right_share=float(share))
        for network in (first, second):
            right = network.active(x).any(axis=1) == (network(x) != 0)
            instance_recorder.exact("somewhere", int(right.sum()), "==", len(x))


def compare_symbols(recorder: Recorder, p: int) -> None:
    """Compare s, n and k of a junta of p bits with the digest's reading of them."""
    network = constructions.junta(np.where(np.arange(2**p) == 0, 1.0, -1.0), range(p), p)
    instance_recorder = recorder.where(n=p, s=network.s, k=1)
    instance_recorder.exact("printed", network.s, "<=", network.n)
    entries = int((network.w != 0).sum(axis=1).max())
    instance_recorder.exact("weight-sparsity", entries, "<=", 1)
    instance_recorder.exact("active", network.max_active()[1], "<=", 1)
