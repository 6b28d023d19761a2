"""The graph of the paper: its columns, its bands, its arrows."""

from pathlib import Path

from claimcheck.findings import read_findings
from claimcheck.graph import paper_graph, ranks, route, section_of
from claimcheck.registry import read_registry, read_theorems

ROOT = Path(__file__).resolve().parents[1]


def drawn():
    registry = read_registry(ROOT / "src/sparse_activations")
    findings = read_findings(ROOT / "results/reference/findings.csv")
    return registry, paper_graph(
        registry, findings, read_theorems(ROOT / "src/sparse_activations", registry)
    )


def test_ranks_count_the_longest_chain():
    assert ranks({"c": ["a", "b"], "b": ["a"], "a": []}) == {"a": 0, "b": 1, "c": 2}


def test_sections_are_the_first_that_a_place_names():
    assert section_of("§2.1, Lemma 6") == "§2"
    assert section_of("§3, Lemma 10, and Appendix B") == "§3"
    assert section_of("Appendix A") == "Appendix A"


def test_arrows_lead_to_the_right_and_no_two_nodes_overlap():
    registry, graph = drawn()
    for edge in graph.edges:
        if not edge.replaces:
            assert edge.start.x < edge.end.x or edge.start.y < edge.end.y
    places = [(node.x, node.y) for node in graph.nodes]
    assert len(places) == len(set(places))
    for one in graph.nodes:
        assert 0 <= one.x <= graph.width - 124
        assert 0 <= one.y <= graph.height - 40
        for other in graph.nodes:
            if one.x == other.x and one is not other:
                assert abs(one.y - other.y) >= 40
    used = {(e.start.id, e.end.id) for e in graph.edges if not e.replaces}
    assert {("lemma-6", "lemma-9"), ("lemma-9", "lemma-10"), ("lemma-10", "theorem-8")} <= used
    assert {("theorem-a", "theorem-d"), ("theorem-a", "theorem-c")} <= used
    replaced = {(e.start.id, e.end.id) for e in graph.edges if e.replaces}
    assert {("theorem-a", "lemma-9"), ("theorem-d", "lemma-10"), ("theorem-c", "theorem-8")} <= (
        replaced
    )
    papers = {node.id for node in graph.nodes if node.css != "ours"}
    assert papers == {key for key, claim in registry.items() if claim.in_paper}


def test_a_dashed_arrow_goes_from_edge_to_edge():
    _, graph = drawn()
    edge = next(e for e in graph.edges if e.replaces and e.end.id == "lemma-9")
    assert edge.start.y > edge.end.y
    assert route(edge).startswith(f"M{edge.start.x + 62} {edge.start.y} C")
    assert route(edge).endswith(f" {edge.end.x + 62} {edge.end.y + 40}")
