"""Figures as the registry names them, drawn from tables, and written as SVG."""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import import_module
from inspect import signature

import matplotlib
import pandas as pd
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Drawing

from claimcheck.paper import Paper
from claimcheck.registry import Claim, Figure


def draw(paper: Paper, figure: Figure, tables: Mapping[str, pd.DataFrame], claim: Claim) -> Drawing:
    """Draw a registered figure from the tables of its jobs, and from its claim if it asks for it.

    A figure that shows statements takes their labels and corrections from `claim`.
    """
    module, _, name = paper.drawing(figure.draw).partition(":")
    function = getattr(import_module(module), name)
    known = {"claim": claim} if "claim" in signature(function).parameters else {}
    return function(tables, **known)


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG text, the same bytes for the same drawing.

    It is laid out first: to save a drawing with a layout still to be made, Matplotlib
    draws everything twice.
    """
    FigureCanvasSVG(drawing)
    if layout := drawing.get_layout_engine():
        layout.execute(drawing)
        drawing.set_layout_engine(None)
    stream = io.StringIO()
    # Without a salt, the names of clipping paths are drawn at random.
    salt = matplotlib.rcParams["svg.hashsalt"] or "claimcheck"
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        drawing.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()
