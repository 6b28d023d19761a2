"""The graph of the paper: which claim is used by which, as an SVG that links to their pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from claimcheck.findings import Finding, Truth
from claimcheck.registry import Claim, Theorem

#: In pixels: a node, the space between columns and rows, the margin for the sections' names.
_WIDTH, _HEIGHT, _GAP, _ROW, _MARGIN = 124, 40, 18, 50, 50

OURS = "ours"

#: Words that are too long for a node.
_SHORT = {Truth.DOMAIN: "on a domain"}


class Node(NamedTuple):
    """A claim or theorem with its place in the drawing, and what a reader is told of it.

    `says` is the finding, `short` the same in a few letters, and `css` its name
    in the stylesheet, or "ours".
    """

    id: str
    name: str
    says: str
    short: str
    css: str
    page: str
    x: int
    y: int


class Edge(NamedTuple):
    """An arrow between nodes: the first is used by the second, or can replace it."""

    start: Node
    end: Node
    replaces: bool


class Band(NamedTuple):
    """A section of the paper: its name and its height in the drawing."""

    name: str
    y: int
    height: int


class Graph(NamedTuple):
    """The drawing as a whole."""

    width: int
    height: int
    bands: list[Band]
    nodes: list[Node]
    edges: list[Edge]


def section_of(place: str) -> str:
    """Return the first section or appendix that a place names, such as "§3"."""
    match = re.search(r"§\d+|Appendix [A-Z]", place)
    return match[0] if match else place


def ranks(uses: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return how many uses the longest chain below each node has; `uses` has no cycle."""
    found: dict[str, int] = {}

    def rank(name: str) -> int:
        if name not in found:
            found[name] = max((rank(below) + 1 for below in uses[name]), default=0)
        return found[name]

    for name in uses:
        rank(name)
    return found


def paper_graph(
    registry: Mapping[str, Claim],
    findings: Mapping[str, Finding],
    theorems: Sequence[Theorem],
) -> Graph:
    """Lay out the paper's claims: a column for each rank, a band for each section.

    Theorems that are ours stand below the section of the claim that they
    replace or, if none, that checks them, in its column; if that claim is not
    the paper's, with the first theorem that they rest on.
    """
    claims = {key: claim for key, claim in registry.items() if claim.in_paper}
    rank = ranks({key: [u for u in claim.uses if u in claims] for key, claim in claims.items()})
    home: dict[str, str] = {}
    for theorem in theorems:
        at = (*theorem.replaces, theorem.statement.partition("/")[0])[0]
        home[theorem.id] = at if at in claims else home[theorem.uses[0]]
    cells: dict[tuple[str, bool], dict[int, list[str]]] = {}
    sections = sorted(
        {section_of(claim.place) for claim in claims.values()}, key=lambda s: (s[0] != "§", s)
    )
    for section in sections:
        for ours in (False, True):
            names = [t.id for t in theorems] if ours else list(claims)
            for name in names:
                at = home[name] if ours else name
                if section_of(claims[at].place) == section:
                    cells.setdefault((section, ours), {}).setdefault(rank[at], []).append(name)
    bands, places, top = [], {}, 0
    for (section, ours), columns in cells.items():
        rows = max(len(names) for names in columns.values())
        bands.append(Band(f"{section}, {OURS}" if ours else section, top, rows * _ROW + 12))
        for column, names in columns.items():
            for row, name in enumerate(names):
                x = _MARGIN + column * (_WIDTH + _GAP)
                places[name] = (x, top + row * _ROW + 12)
        top += rows * _ROW + 16
    nodes = {key: _node(claim, findings[key].finding, places[key]) for key, claim in claims.items()}
    nodes |= {
        t.id: Node(t.id, t.name, OURS, OURS, OURS, f"beyond.html#{t.id}", *places[t.id])
        for t in theorems
    }
    used = [(u, claim.id) for claim in claims.values() for u in claim.uses if u in claims]
    used += [(u, theorem.id) for theorem in theorems for u in theorem.uses]
    edges = [Edge(nodes[a], nodes[b], False) for a, b in used]
    edges += [Edge(nodes[t.id], nodes[c], True) for t in theorems for c in t.replaces if c in nodes]
    columns_used = 1 + max(rank.values(), default=0)
    width = _MARGIN + columns_used * (_WIDTH + _GAP) - _GAP + 8
    return Graph(width, top, bands, list(nodes.values()), edges)


def _node(claim: Claim, word: Truth, place: tuple[int, int]) -> Node:
    page = f"claims/{claim.target}.html"
    short = _SHORT.get(word, str(word))
    return Node(claim.id, claim.called, str(word), short, word.name.lower(), page, *place)


def route(edge: Edge) -> str:
    """Return an edge's path: to the right, or up or down between nodes of one column."""
    start, end = edge.start, edge.end
    if edge.replaces:
        x1, x2 = start.x + _WIDTH // 2, end.x + _WIDTH // 2
        above = end.y < start.y
        y1, y2 = (start.y, end.y + _HEIGHT) if above else (start.y + _HEIGHT, end.y)
        middle = (y1 + y2) // 2
        return f"M{x1} {y1} C{x1} {middle} {x2} {middle} {x2} {y2}"
    if start.x == end.x:
        x = start.x + _WIDTH // 2
        return f"M{x} {start.y + _HEIGHT} L{x} {end.y}"
    x1, y1 = start.x + _WIDTH, start.y + _HEIGHT // 2
    x2, y2 = end.x, end.y + _HEIGHT // 2
    bend = max((x2 - x1) // 2, _GAP)
    if y1 == y2 and x2 - x1 > _WIDTH:  # below what stands between them
        low = y1 + _HEIGHT + 4
        return f"M{x1} {y1} C{x1 + _GAP} {low} {x2 - _GAP} {low} {x2} {y2}"
    return f"M{x1} {y1} C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
