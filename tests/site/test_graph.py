"""The graph of the paper: its layers, its arrows, and that no arrow runs through a box."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np

from paperclaims.registry.claims import read_registry, read_theorems
from paperclaims.reporting.graph import HEIGHT, WIDTH, edges, paper_graph, places

FOLDER = Path(__file__).resolve().parents[2] / "src/awasthi2024"
REGISTRY = read_registry(FOLDER)
THEOREMS = read_theorems(FOLDER, REGISTRY)
GRAPH = paper_graph(REGISTRY, THEOREMS, {"lemma-9": "coq"})


def test_a_layer_is_right_of_all_that_it_rests_on_and_what_is_alone_is_below():
    arrows = [("a", "b"), ("a", "c"), ("b", "c"), ("d", "c")]
    at, passed = places(["alone", "c", "b", "a", "d"], arrows)
    assert [at[name][0] for name in "abcd"] == [0, 1, 2, 1]
    assert [column for column, _ in passed["a", "c"]] == [1]  # it passes the layer of b
    assert passed["a", "b"] == passed["d", "c"] == []
    assert len({*at.values(), *passed["a", "c"]}) == 6
    assert at["alone"][1] > max(row for _, row in (at["a"], at["b"], at["c"], at["d"]))
    assert places(["x"], []) == ({"x": (0, 1)}, {})


def test_every_claim_and_theorem_has_a_box_of_its_own():
    papers = {node.id for node in GRAPH.nodes if node.css != "new"}
    assert papers == {key for key, claim in REGISTRY.items() if claim.in_paper}
    assert {node.id for node in GRAPH.nodes} == papers | {theorem.id for theorem in THEOREMS}
    for one, other in combinations(GRAPH.nodes, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT, (one.id, other.id)
    for node in GRAPH.nodes:
        assert 0 <= node.x <= GRAPH.width - WIDTH
        assert 0 <= node.y <= GRAPH.height - HEIGHT
        assert 1 <= len(node.lines) <= 2
        assert max(map(len, node.lines)) <= 17
    most = max(np.unique([node.x for node in GRAPH.nodes], return_counts=True)[1])
    assert most <= len(GRAPH.nodes) / 2, "not one column"
    assert {node.proof for node in GRAPH.nodes if node.id == "lemma-9"} == {"coq"}


def test_arrows_say_what_is_used_replaced_refuted_and_borne_on():
    kinds = {(edge.start.id, edge.end.id): edge.kind for edge in GRAPH.edges}
    assert kinds["lemma-6", "lemma-9"] == kinds["theorem-a", "theorem-d"] == "used"
    assert kinds["theorem-a", "lemma-9"] == kinds["theorem-j", "conj-20"] == "replaces"
    assert kinds["theorem-h", "conj-20"] == kinds["theorem-h-star", "conj-20"] == "refutes"
    assert kinds["theorem-h-prime", "conj-20"] == "refutes"
    assert kinds["theorem-k", "conj-20"] == kinds["theorem-l", "conj-20"] == "bears"
    assert kinds["theorem-f", "conj-20"] == "bears"
    joined = {name for arrow in kinds for name in arrow}
    assert joined >= {theorem.id for theorem in THEOREMS}
    assert kinds == edges({k: c for k, c in REGISTRY.items() if c.in_paper}, THEOREMS)


def on_the_way(path):
    """Return points along an arrow's path: of its level pieces and of its curves."""
    at, found = None, []
    for command, said in re.findall(r"([MHC])([^MHC]*)", path):
        numbers = [float(number) for number in said.split()]
        if command == "M":
            at = np.array(numbers)
            continue
        ends = [(numbers[0], at[1])] * 3 if command == "H" else np.reshape(numbers, (3, 2))
        one, two, end = map(np.asarray, ends)
        for t in np.linspace(0, 1, 30):
            found.append(
                (1 - t) ** 3 * at
                + 3 * t * (1 - t) ** 2 * one
                + 3 * t**2 * (1 - t) * two
                + t**3 * end
            )
        at = end
    return np.array(found)


def test_an_arrow_leads_to_the_right_and_through_no_box():
    for edge in GRAPH.edges:
        assert edge.start.x + WIDTH < edge.end.x
        way = on_the_way(edge.path)
        assert np.allclose(way[0], (edge.start.x + WIDTH, edge.start.y + HEIGHT / 2))
        assert np.allclose(way[-1], (edge.end.x, edge.end.y + HEIGHT / 2))
        for node in GRAPH.nodes:
            if node in (edge.start, edge.end):
                continue
            inside = (way > (node.x, node.y)) & (way < (node.x + WIDTH, node.y + HEIGHT))
            assert not inside.all(axis=1).any(), (edge.start.id, edge.end.id, node.id)
