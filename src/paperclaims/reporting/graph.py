"""The graph of the paper: which claim rests on which, in layers, as an SVG that links to them.

A layer is a column, and an arrow leads from left to right. Sugiyama's method, as igraph has it,
orders the boxes of each layer so that few arrows cross. Where an arrow passes a layer it has a
place there like a box, and so runs through none.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from igraph import Graph as Layered

from paperclaims.registry.claims import Claim, Theorem

#: In pixels: a box, and the distance from one column and one row to the next.
WIDTH, HEIGHT, _COLUMN, _ROW = 120, 34, 142, 38
#: Letters in a line of a box.
_LETTERS = 17

NEW = "new"
#: Kinds of arrows: the start is used by the end, can replace it, refutes it, or bears on it.
_KINDS = ("used", "replaces", "refutes", "bears")


class Node(NamedTuple):
    """A claim or theorem with its place, its status and its page.

    `says` is the status, `css` its name in the stylesheet, or "new", `proof` how it is proved:
    "coq", "written" or "unproved"; `lines` is the name as the box has it.
    """

    id: str
    name: str
    lines: list[str]
    says: str
    css: str
    proof: str
    page: str
    x: float
    y: float


class Edge(NamedTuple):
    """An arrow between nodes, of one of the kinds, with its path."""

    start: Node
    end: Node
    kind: str
    path: str


class Graph(NamedTuple):
    """The complete drawing."""

    width: float
    height: float
    nodes: list[Node]
    edges: list[Edge]


#: A place in the drawing, by column and row.
_Place = tuple[float, float]


def edges(claims: Mapping[str, Claim], theorems: Sequence[Theorem]) -> dict[tuple[str, str], str]:
    """Return (start, end) → kind for the arrows between claims, theorems, and both.

    A theorem bears on the claim among whose statements it is checked.
    """
    kinds = {(used, key): "used" for key, c in claims.items() for used in c.uses if used in claims}
    for theorem in theorems:
        kinds |= {(used, theorem.id): "used" for used in theorem.uses}
        about = [theorem.statement.partition("/")[0]]
        for kind, names in zip(
            reversed(_KINDS[1:]), (about, theorem.refutes, theorem.replaces), strict=True
        ):
            kinds |= {(theorem.id, name): kind for name in names if name in claims}
    return kinds


def places(
    names: Sequence[str], arrows: Sequence[tuple[str, str]]
) -> tuple[dict[str, _Place], dict[tuple[str, str], list[_Place]]]:
    """Return the place of each name, and of each arrow where it passes the layers between.

    A name without arrows gets a place below the others.
    """
    joined = [name for name in names if any(name in arrow for arrow in arrows)]
    number = {name: i for i, name in enumerate(joined)}
    graph = Layered(len(joined), [(number[a], number[b]) for a, b in arrows], directed=True)
    order = graph.topological_sorting()
    layers = [0] * len(joined)
    for v in order:
        layers[v] = max((layers[u] + 1 for u in graph.predecessors(v)), default=0)
    for v in reversed(order):  # a claim without uses is near to its users
        if not graph.predecessors(v):
            layers[v] = min(layers[u] for u in graph.successors(v)) - 1
    pieces, passed = [], {}
    for start, end in arrows:
        last, first = number[start], len(layers)
        for layer in range(layers[last] + 1, layers[number[end]]):
            layers.append(layer)
            pieces.append((last, len(layers) - 1))
            last = len(layers) - 1
        pieces.append((last, number[end]))
        passed[start, end] = range(first, len(layers))
    layered = Layered(len(layers), pieces, directed=True)
    coordinates = layered.layout_sugiyama(layers=layers, maxiter=1000) if layers else []
    lowest = min((row for row, _ in coordinates), default=0)
    rows = [row - lowest for row, _ in coordinates]
    place_of: dict[str, _Place] = {name: (layers[i], rows[i]) for name, i in number.items()}
    below, columns = max(rows, default=-1) + 2, max(layers, default=3) + 1
    for i, name in enumerate(name for name in names if name not in number):
        place_of[name] = (i % columns, below + i // columns)
    return place_of, {arrow: [(layers[i], rows[i]) for i in on] for arrow, on in passed.items()}


def paper_graph(
    registry: Mapping[str, Claim], theorems: Sequence[Theorem], proofs: Mapping[str, str]
) -> Graph:
    """Lay out the paper's claims and the new theorems, with an arrow for each use.

    `proofs` says of each claim and theorem how it is proved, by their ids.
    """
    claims = {key: claim for key, claim in registry.items() if claim.in_paper}
    arrows = edges(claims, theorems)
    place_of, passed = places([*claims, *(t.id for t in theorems)], list(arrows))
    shown: dict[str, tuple[str, str, str]] = {
        key: (c.called, c.status or c.kind, f"claims/{c.target}.html") for key, c in claims.items()
    }
    shown |= {t.id: (t.name, NEW, f"beyond.html#beyond-{t.id}") for t in theorems}
    nodes = {
        key: Node(
            key,
            name,
            textwrap.wrap(name.replace("$", ""), _LETTERS)[:2],
            says,
            says.replace(" ", "-"),
            proofs.get(key, "unproved"),
            page,
            place_of[key][0] * _COLUMN + 4,
            place_of[key][1] * _ROW + 4,
        )
        for key, (name, says, page) in shown.items()
    }
    return Graph(
        max((node.x for node in nodes.values()), default=0) + WIDTH + 4,
        max((node.y for node in nodes.values()), default=0) + HEIGHT + 4,
        list(nodes.values()),
        [
            Edge(nodes[a], nodes[b], kind, _path(nodes[a], nodes[b], passed[a, b]))
            for (a, b), kind in arrows.items()
        ],
    )


def _path(start: Node, end: Node, passed: Sequence[_Place]) -> str:
    """Return a curve from box to box that is level where it passes a layer."""
    x, y = start.x + WIDTH, start.y + HEIGHT / 2
    path = f"M{x:g} {y:g}"
    for column, row in passed:
        path += _bend(x, y, x := column * _COLUMN + 4, y := row * _ROW + 4 + HEIGHT / 2)
        path += f"H{(x := x + WIDTH):g}"
    return path + _bend(x, y, end.x, end.y + HEIGHT / 2)


def _bend(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = (x + to_x) / 2
    return f"C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
