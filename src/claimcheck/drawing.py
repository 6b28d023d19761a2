"""Figures as the registry names them, drawn from tables, and written as SVG.

Each is drawn twice: for a screen, and in a narrow form for a telephone. How much room there is
a drawing function reads where Matplotlib keeps it, in `figure.figsize`.
"""

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

from claimcheck.paper import Paper
from claimcheck.registry import Claim, Figure

#: The room for a figure on a screen and on a telephone: width and usual height, in inches.
WIDE, NARROW = (10.0, 4.4), (4.2, 3.6)


def draw(
    paper: Paper,
    figure: Figure,
    tables: Mapping[str, pd.DataFrame],
    claim: Claim,
    room: tuple[float, float] = WIDE,
) -> Drawing:
    """Draw a registered figure from the tables of its jobs, and from its claim if it asks for it.

    A figure that shows statements takes their labels and corrections from `claim`.
    """
    module, _, name = paper.drawing(figure.draw).partition(":")
    function = getattr(import_module(module), name)
    known = {"claim": claim} if "claim" in signature(function).parameters else {}
    with matplotlib.rc_context({"figure.figsize": room}):
        return function(tables, **known)


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
    salt = matplotlib.rcParams["svg.hashsalt"] or "claimcheck"
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        named = {"Title": title(drawing)} if title(drawing) else {}
        about = {"Date": None, "Creator": None, **named}
        drawing.savefig(stream, format="svg", metadata=about)
    return stream.getvalue()


def read_title(picture: str) -> str:
    """Return the title in a figure's SVG; empty if it has none."""
    found = re.search(r"<title>(.*?)</title>", picture, flags=re.DOTALL)
    return unescape(found[1]) if found else ""


def svg_element(picture: str) -> str:
    """Return an SVG without what stands before its element, which HTML does not know."""
    return picture[picture.index("<svg") :]


def light(picture: str) -> str:
    """Return an SVG of Matplotlib's as one of half the size that looks the same.

    Names that nothing refers to, comments and the space between elements go, places are written
    to a hundredth of a pixel, and what the marks of a series have in common is said once.
    """
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", svg_element(picture), flags=re.DOTALL)
    text = re.sub(r">\s+<", "><", text)
    text = text.replace("xlink:href", "href").replace(
        ' xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )
    text = re.sub(r'(?<=translate\()[^)]*(?=\))|(?<= [xyd]=")[^"]*(?=")', _shorter, text)
    text = re.sub(r'transform="translate\(([-\d.]+) 0\)"', r'x="\1"', text)
    names = {name: f"g{i}" for i, name in enumerate(dict.fromkeys(_USED.findall(text)))}
    clips = set(re.findall(r"url\(#([^)]+)\)", text))

    def name(match: re.Match[str]) -> str:
        kept = names.get(match[1], match[1] if match[1] in clips else "")
        return f' id="{kept}"' if kept else ""

    text = re.sub(r' id="([^"]+)"', name, text)
    text = _USED.sub(lambda used: f' href="#{names[used[1]]}"', text)
    text = _CLIPPED.sub(lambda run: run[0].replace(f'</g><g clip-path="{run[1]}">', ""), text)
    return _SERIES.sub(_styled_once, text)


_FINE = re.compile(r"-?\d+\.\d{3,}")
_USED = re.compile(r' href="#([^"]+)"')
#: Marks one after the other that are clipped alike, and the marks of one group.
_CLIPPED = re.compile(r'<g clip-path="([^"]+)"><use [^>]*/>(?:</g><g clip-path="\1"><use [^>]*/>)+')
_SERIES = re.compile(r"<g([^>]*)>((?:<use [^>]*/>){2,})</g>")


def _shorter(places: re.Match[str]) -> str:
    rounded = _FINE.sub(lambda number: f"{round(float(number[0]), 2):g}", places[0])
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", rounded.replace("\n", " ")).strip()


def _styled_once(series: re.Match[str]) -> str:
    styles = set(re.findall(r' style="([^"]*)"', series[2]))
    # What is left for a mark to say by itself is its place; opacity of a group is another thing.
    if len(styles) != 1 or series[2].count("<use") != series[2].count(" style="):
        return series[0]
    (style,) = styles
    if "style=" in series[1] or re.search(r"(?<![-\w])opacity", style):
        return series[0]
    marks = series[2].replace(f' style="{style}"', "")
    return f'<g{series[1]} style="{style}">{marks}</g>'
