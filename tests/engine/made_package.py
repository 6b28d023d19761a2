"""A made-up paper as a package: a topic with two checks, which may share graphs of three kinds."""

import yaml

CHECKS = '''
"""Made-up checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator
from typing_extensions import TypedDict

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, Positive, fraction
from paperclaims.checks.recorder import Recorder


class Case(TypedDict):
    q: Positive


@check("made-up")
def doubled(at: Recorder, *, sizes: NonEmpty[Positive], cases: Sequence[Case]) -> None:
    for n in sizes:
        at(n=n).compare("printed", n, "<=", 2 * n)


@check("made-up")
def drawn(
    at: Recorder,
    *,
    graphs: Sequence[object],
    roots: Distinct[float],
    rates: Sequence[Annotated[str, AfterValidator(fraction)]],
    axes: Mapping[str, Sequence[int]],
    level: float,
    seed: int,
) -> None:
    pass
'''
DATA = '''
"""Made-up shared data."""

from typing import Literal

from paperclaims.checks.paper import Data
from paperclaims.checks.parameters import Positive


def paths(*, ends: Literal["open", "closed"]): ...
def trees(*, leaves: Positive): ...
def stars(*, leaves: Positive): ...


def contradiction(config):
    leaves = config["graphs"]["trees"]["leaves"]
    return (("graphs", "trees"), "a tree must have leaves") if leaves > 99 else None


def data():
    kinds = {"paths": paths, "trees": trees, "stars": stars}
    return Data("graphs", "graph_kinds", kinds, ["paths", "trees"], None, None, None, contradiction)
'''
CLAIMS = """
- id: made-up
  place: §1
  title: Made up
  statements:
    printed: {title: n ≤ 2n, says: n < 3n}
"""
CONFIG = yaml.safe_load("""
paper: made_package_paper
seed: 7
error_budget: 1.0e-3
graphs: {paths: {ends: open}, trees: {leaves: 3}, stars: {leaves: 4}}
topic:
  doubled: {sizes: [1, 5], cases: [{q: 1}]}
  drawn: {graph_kinds: all, roots: [2.0, 3.0], rates: [1/2], axes: {n: [2]}, error_share: 1}
""")


def write_package(folder):
    """Write the package into a folder, from which it is imported; return its folder."""
    package = folder / CONFIG["paper"]
    (package / "topic").mkdir(parents=True)
    for name, text in {
        "__init__.py": "",
        "paper.yaml": "",
        "data.py": DATA,
        "topic/__init__.py": "",
        "topic/checks.py": CHECKS,
        "topic/claims.yaml": CLAIMS,
    }.items():
        (package / name).write_text(text, "utf-8")
    return package
