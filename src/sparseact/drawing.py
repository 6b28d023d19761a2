"""Figures as the registry names them, drawn from tables, and written as SVG."""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import import_module

import pandas as pd
from matplotlib.figure import Figure as Drawing

from sparseact.registry import Figure


def draw(figure: Figure, tables: Mapping[str, pd.DataFrame]) -> Drawing:
    """Draw a registered figure from the tables of its jobs."""
    module, _, name = figure.draw.rpartition(".")
    return getattr(import_module(f"sparseact.plotting.{module}"), f"draw_{name}")(tables)


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG text, the same bytes for the same drawing."""
    stream = io.StringIO()
    drawing.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()
