"""Run a notebook: figures as the registry names them, drawn from tables as SVG, also for README."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from html import unescape
from importlib import import_module
from inspect import signature

import matplotlib
import pandas as pd
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Drawing
from scour import scour

from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry.claims import Claim, Figure

#: Unused names and digits that no screen shows are removed. Names stay as Matplotlib makes
#: them, from their content: a notebook shows many figures on one page.
_LIGHT = scour.parse_args(
    [
        "--enable-id-stripping",
        "--enable-comment-stripping",
        "--remove-metadata",
        "--strip-xml-prolog",
        "--create-groups",
        "--indent=none",
        "--no-line-breaks",
    ]
)


def draw(paper: Paper, figure: Figure, tables: Mapping[str, pd.DataFrame], claim: Claim) -> Drawing:
    """Draw a registered figure from the tables of its jobs, and from its claim if required.

    A figure that shows statements takes their labels and corrections from `claim`.
    """
    module, _, name = paper.drawing(figure.draw).partition(":")
    try:
        drawing = vars(import_module(module))
    except ModuleNotFoundError as error:
        raise ClaimsError(f"the figure {figure.name} is drawn by {module}: {error}") from None
    if name not in drawing:
        raise ClaimsError(
            f"the figure {figure.name} is drawn by {name} of {module}, which has no such function"
            f"{nearest(name, drawing)}"
        )
    function = drawing[name]
    known = {"claim": claim} if "claim" in signature(function).parameters else {}
    drawn = function(tables, **known)
    if not isinstance(drawn, Drawing) or not drawn.axes:
        raise ClaimsError(f"{module}.{name} must return a figure of Matplotlib with axes")
    return drawn


def title(drawing: Drawing) -> str:
    """Return the title of a drawing in one line; empty if it has none."""
    return " ".join(drawing.get_suptitle().split())


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG text with its title, the same bytes for the same drawing.

    It is laid out first: to save a drawing with a layout still to be made, Matplotlib
    draws everything twice.
    """
    FigureCanvasSVG(drawing)
    if layout := drawing.get_layout_engine():
        layout.execute(drawing)
        drawing.set_layout_engine(None)
    stream = io.StringIO()
    # Without a salt, the names of clipping paths are drawn at random.
    salt = matplotlib.rcParams["svg.hashsalt"] or "paperclaims"
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        named = {"Title": title(drawing)} if title(drawing) else {}
        about = {"Date": None, "Creator": None, **named}
        drawing.savefig(stream, format="svg", metadata=about)
    # Elements that the first pass takes out of their groups, the second one groups.
    return scour.scourString(scour.scourString(stream.getvalue(), _LIGHT), _LIGHT)


def read_title(picture: str) -> str:
    """Return the title in a figure's SVG; empty if it has none."""
    match = re.search(r"<title>(.*?)</title>", picture, flags=re.DOTALL)
    return unescape(match[1]) if match else ""


def svg_element(picture: str) -> str:
    """Return an SVG without the text before its element, which HTML does not know."""
    return picture[picture.index("<svg") :]
