"""The graph of the paper: its column, its lines, its arrows."""

import re
from itertools import combinations, pairwise
from pathlib import Path

from claimcheck.registry.claims import read_registry, read_theorems
from claimcheck.reporting.graph import HEIGHT, WIDTH, in_order, paper_graph

ROOT = Path(__file__).resolve().parents[2]


def drawn():
    registry = read_registry(ROOT / "src/sparse_activations")
    theorems = read_theorems(ROOT / "src/sparse_activations", registry)
    return registry, paper_graph(registry, theorems)


def test_what_is_used_stands_above_and_what_is_alone_comes_last():
    uses = {"alone": [], "c": ["a", "b"], "b": ["a"], "a": [], "d": ["a"]}
    assert in_order(uses) == ["a", "d", "b", "c", "alone"]


def test_a_node_comes_soon_after_what_it_uses():
    assert in_order({"a": [], "b": [], "of_a": ["a"], "of_b": ["b"]}) == ["a", "of_a", "b", "of_b"]


def test_the_graph_has_all_claims_and_arrows_and_fits_a_phone():
    registry, graph = drawn()
    assert graph.width == WIDTH <= 390 - 2 * 20
    # The longest name is as wide as 31 letters.
    assert graph.width - graph.left > 200
    rows = sorted(node.y for node in graph.nodes)
    assert all(b - a >= HEIGHT for a, b in pairwise(rows))
    assert rows[0] >= 0
    assert rows[-1] + HEIGHT <= graph.height
    assert all(edge.start.y < edge.end.y for edge in graph.edges)
    used = {(e.start.id, e.end.id) for e in graph.edges if not e.replaces}
    assert {("lemma-6", "lemma-9"), ("lemma-9", "lemma-10"), ("lemma-10", "theorem-8")} <= used
    assert {("theorem-a", "theorem-d"), ("theorem-a", "theorem-c")} <= used
    replaced = {(e.start.id, e.end.id) for e in graph.edges if e.replaces}
    assert {("theorem-a", "lemma-9"), ("theorem-d", "lemma-10"), ("theorem-c", "theorem-8")} <= (
        replaced
    )
    assert ("theorem-h", "conj-20") in replaced
    papers = {node.id for node in graph.nodes if node.css != "ours"}
    assert papers == {key for key, claim in registry.items() if claim.in_paper}


def segments(edge):
    """Return an arrow's upright line as (x, top, bottom), and the heights of its level ones."""
    numbers = [float(x) for x in re.findall(r"[\d.]+", edge.path)]
    _, top, _, x, _, _, _, _, *_ = numbers
    bottom = numbers[-4]
    return (x, top, bottom), (top, bottom)


def test_arrows_of_two_claims_share_no_line_and_none_runs_through_a_box():
    _, graph = drawn()
    for one, other in combinations(graph.edges, 2):
        (x1, top1, bottom1), levels1 = segments(one)
        (x2, top2, bottom2), levels2 = segments(other)
        if (one.start.id, one.replaces) == (other.start.id, other.replaces):
            assert x1 == x2  # a line of the claim's own
            continue
        assert x1 != x2 or bottom1 < top2 or bottom2 < top1, (one.path, other.path)
        assert not set(levels1) & set(levels2), (one.path, other.path)
    for edge in graph.edges:
        (x, top, bottom), _ = segments(edge)
        assert 0 < x < graph.left
        assert edge.start.y < top < edge.start.y + HEIGHT
        assert edge.end.y < bottom < edge.end.y + HEIGHT
        assert edge.path.endswith(f"H{graph.left}")
