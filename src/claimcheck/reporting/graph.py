"""The graph of the paper: which claim is used by which, as an SVG that links to their pages.

Claims stand in a column, each below what it rests on. What uses a claim hangs on a line of
its own beside the column, so that arrows from two claims share no line and none runs through
a box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from claimcheck.registry.claims import Claim, Theorem

#: In pixels: the drawing's width, a box's height, a row's, the space between lines.
WIDTH, HEIGHT, _ROW, _LANE = 348, 32, 40, 7
#: The radius of a bend, and the space between arrows that lead to one box.
_BEND, _PORT = 3, 5

OURS = "ours"


class Node(NamedTuple):
    """A claim or theorem with its place in the column, and what a reader is told of it.

    `says` is the status, and `css` its name in the stylesheet, or "ours".
    """

    id: str
    name: str
    says: str
    css: str
    page: str
    y: int


class Edge(NamedTuple):
    """An arrow between nodes: the first is used by the second, or can replace or refutes it."""

    start: Node
    end: Node
    replaces: bool
    path: str


class Graph(NamedTuple):
    """The drawing as a whole; `left` is where its boxes begin."""

    width: int
    height: int
    left: int
    nodes: list[Node]
    edges: list[Edge]


#: A line: where it begins, whether it replaces, and where it leads.
_Line = tuple[str, bool, list[str]]


def in_order(uses: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the nodes, each below those that it uses; `uses` has no cycle.

    Of the nodes that may come next, the one comes that leaves the fewest lines open beside the
    column, then the one whose uses are nearest. Nodes without arrows come last.
    """
    users = {name: [other for other in uses if name in uses[other]] for name in uses}
    alone = [name for name in uses if not uses[name] and not users[name]]
    waiting = [name for name in uses if name not in alone]
    found: list[str] = []
    while waiting:
        placed = set(found)

        def cost(name: str, placed: set[str] = placed) -> tuple[int, int]:
            ended = [u for u in uses[name] if placed | {name} >= set(users[u])]
            opened = bool(users[name])
            near = max((found.index(u) for u in uses[name]), default=-1)
            return opened - len(ended), -near

        found.append(min((n for n in waiting if placed >= set(uses[n])), key=cost))
        waiting.remove(found[-1])
    return found + alone


def paper_graph(registry: Mapping[str, Claim], theorems: Sequence[Theorem]) -> Graph:
    """Lay out the paper's claims and the theorems that are ours, with an arrow for each use."""
    claims = {key: claim for key, claim in registry.items() if claim.in_paper}
    uses = {key: [u for u in claim.uses if u in claims] for key, claim in claims.items()}
    uses |= {theorem.id: list(theorem.uses) for theorem in theorems}
    replaced = [(t.id, c) for t in theorems for c in (*t.replaces, *t.refutes) if c in claims]
    # What can replace a claim, or refutes it, stands above it, like what it uses.
    above = {key: list(names) for key, names in uses.items()}
    for theorem_id, claim_id in replaced:
        above[claim_id].append(theorem_id)
    y = {name: 4 + row * _ROW for row, name in enumerate(in_order(above))}
    nodes = {key: _node(claim, y[key]) for key, claim in claims.items()}
    nodes |= {
        t.id: Node(t.id, t.name, OURS, OURS, f"beyond.html#{t.id}", y[t.id]) for t in theorems
    }
    lines: list[_Line] = []
    for name in sorted(nodes, key=y.__getitem__):
        users = [other for other in uses if name in uses[other]]
        instead = [claim for theorem, claim in replaced if theorem == name]
        lines += [(name, kind, to) for kind, to in ((False, users), (True, instead)) if to]
    lanes = _lanes(lines, y)
    left = (max(lanes, default=0) + 2) * _LANE + 6
    return Graph(
        WIDTH, len(nodes) * _ROW, left, list(nodes.values()), _edges(lines, lanes, nodes, left)
    )


def _lanes(lines: Sequence[_Line], y: Mapping[str, int]) -> list[int]:
    """Return how far from the column each line is: short ones are near, and none meet."""
    spans = [(y[start], max(y[end] for end in ends)) for start, _, ends in lines]
    lanes = [0] * len(lines)
    taken: list[list[tuple[int, int]]] = []
    for i in sorted(range(len(lines)), key=lambda i: spans[i][1] - spans[i][0]):
        low, high = spans[i]
        free = (n for n, lane in enumerate(taken) if all(b < low or a > high for a, b in lane))
        lanes[i] = next(free, len(taken))
        taken += [[]] * (lanes[i] == len(taken))
        taken[lanes[i]] = [*taken[lanes[i]], spans[i]]
    return lanes


def _edges(
    lines: Sequence[_Line], lanes: Sequence[int], nodes: Mapping[str, Node], left: int
) -> list[Edge]:
    """Return the arrows; of those to one box, the one from the nearest line is uppermost."""
    arriving: dict[str, int] = dict.fromkeys(nodes, 0)
    leaving: dict[str, int] = dict.fromkeys(nodes, 0)
    edges = []
    for (name, kind, ends), lane in sorted(
        zip(lines, lanes, strict=True), key=lambda line: line[1]
    ):
        start, x = nodes[name], left - (lane + 1) * _LANE - 6
        y1 = start.y + HEIGHT - 3 - leaving[name] * _PORT
        leaving[name] += 1
        for end in (nodes[other] for other in ends):
            y2 = end.y + 4 + arriving[end.id] * _PORT
            arriving[end.id] += 1
            path = (
                f"M{left} {y1}H{x + _BEND}Q{x} {y1} {x} {y1 + _BEND}"
                f"V{y2 - _BEND}Q{x} {y2} {x + _BEND} {y2}H{left}"
            )
            edges.append(Edge(start, end, kind, path))
    return edges


def _node(claim: Claim, y: int) -> Node:
    word = claim.status or claim.kind
    page = f"claims/{claim.target}.html"
    return Node(claim.id, claim.called, word, word.replace(" ", "-"), page, y)
