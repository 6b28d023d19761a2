"""What a job's notebook shows of its run: records as rows, and a small picture of its table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

import pandas as pd

from sparseact.comparison import Record
from sparseact.errors import ClaimsError

#: Okabe and Ito's colours and a shape for each series, as in the figures.
_STYLES = (("#0072B2", 0), ("#D55E00", 4), ("#009E73", 3), ("#CC79A7", 5), ("#E69F00", 6))
_WIDTH, _HEIGHT = 620, 280  # of the picture, in pixels
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 150, 14, 44  # its margins


class Shown:
    """HTML that a notebook shows, with plain text for everything else."""

    def __init__(self, page: str, text: str) -> None:
        self._page, self._text = page, text

    def _repr_html_(self) -> str:
        return self._page

    def __repr__(self) -> str:
        return self._text


def rows(records: Sequence[Record]) -> Shown:
    """Return records as a table to look at: a row each, its instance in one cell."""
    table = pd.DataFrame(
        [
            {
                "statement": f"{record.claim}, {record.statement}",
                "instance": ", ".join(f"{key}={value}" for key, value in record.instance.items()),
                "comparison": f"{_number(record.left)} {record.relation} {_number(record.right)}",
                "method": record.method,
                "holds": record.holds,
            }
            for record in records
        ]
    )
    with pd.option_context("display.max_colwidth", 90):
        return Shown(table.to_html(index=False), table.to_string(index=False))


def _number(side: float | str) -> str:
    return side if isinstance(side, str) else f"{side:.6g}"


def tally(records: Sequence[Record]) -> pd.DataFrame:
    """Return how many records of each statement hold, fail and are open: a row a statement."""
    counts: dict[tuple[str, str], list[int]] = {}
    for record in records:
        place = (True, False, None).index(record.holds)
        counts.setdefault((record.claim, record.statement), [0, 0, 0])[place] += 1
    names = ["claim", "statement", "hold", "fail", "open"]
    lines = [(*key, *numbers) for key, numbers in counts.items()]
    return pd.DataFrame(lines, columns=names).set_index(names[:2])


def scatter(
    table: pd.DataFrame, x: str, columns: Sequence[str], *, log: str = "", title: str = ""
) -> Shown:
    """Return columns of a table drawn against another one, a mark a row.

    It is written without Matplotlib, whose import takes longer than many a job.

    Parameters
    ----------
    x : str
        The column across.
    columns : sequence of str
        The columns upwards, at most five, each in a colour and a shape of its own.
    log : {"", "x", "y", "xy"}
        Axes with a logarithmic scale; there, what is not positive is left out.

    Raises
    ------
    ClaimsError
        If the table lacks a column, or no row can be drawn.
    """
    missing = [name for name in (x, *columns) if name not in table]
    if missing:
        raise ClaimsError(
            f"the table has no column {', '.join(missing)}; it has {', '.join(table.columns)}"
        )
    if not 1 <= len(columns) <= len(_STYLES):
        raise ClaimsError(f"{len(columns)} columns to draw; allowed are 1 to {len(_STYLES)}")
    series = {name: _points(table, x, name, log) for name in columns}
    drawn = [point for points in series.values() for point in points]
    if not drawn:
        raise ClaimsError(f"no row has {x} and one of {', '.join(columns)} to draw")
    across = _Scale([a for a, _ in drawn], "x" in log, _LEFT, _WIDTH - _RIGHT)
    upwards = _Scale([b for _, b in drawn], "y" in log, _HEIGHT - _BOTTOM, _TOP)
    parts = [_axes(across, upwards, x)]
    for number, (name, points) in enumerate(series.items()):
        colour, corners = _STYLES[number]
        marks = dict.fromkeys(_mark(across(a), upwards(b), corners) for a, b in points)
        parts.append(f'<g fill="{colour}" fill-opacity="0.75">{"".join(marks)}</g>')
        at = _TOP + 8 + 20 * number
        key = _mark(_WIDTH - _RIGHT + 16, at, corners)
        parts.append(f'<g fill="{colour}">{key}</g>')
        parts.append(f'<text x="{_WIDTH - _RIGHT + 26}" y="{at + 4}">{escape(name)}</text>')
    words = escape(title or f"{', '.join(columns)} against {x}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" role="img" aria-label="{words}" font-family="sans-serif" '
        f'font-size="12" fill="#222222">{"".join(parts)}</svg>'
    )
    return Shown(f"<figure>{svg}<figcaption>{words}</figcaption></figure>", words)


def _points(table: pd.DataFrame, x: str, column: str, log: str) -> list[tuple[float, float]]:
    pairs = zip(table[x].astype(float), table[column].astype(float), strict=True)
    return [
        (a, b)
        for a, b in pairs
        if math.isfinite(a)
        and math.isfinite(b)
        and ("x" not in log or a > 0)
        and ("y" not in log or b > 0)
    ]


class _Scale:
    """A map from numbers to pixels, with ticks at round numbers."""

    def __init__(self, values: Sequence[float], log: bool, start: float, end: float) -> None:
        self._log = log
        low, high = min(values), max(values)
        if log:
            low, high = math.log10(low), math.log10(high)
        room = (high - low) * 0.04 or abs(low) * 0.1 or 1.0
        self._low, self._high = low - room, high + room
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        """Return the pixel of a number."""
        value = math.log10(value) if self._log else value
        share = (value - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        """Return from two to about six numbers on the axis."""
        span = self._high - self._low
        if self._log and span >= 1.5:
            powers = range(math.ceil(self._low), math.floor(self._high) + 1, math.ceil(span / 6))
            return [10.0**power for power in powers]
        low, high = (10**self._low, 10**self._high) if self._log else (self._low, self._high)
        size = 10.0 ** math.floor(math.log10((high - low) / 2))
        step = next(size * m for m in (1, 2, 5, 10) if (high - low) / (size * m) <= 6)
        return [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _axes(across: _Scale, upwards: _Scale, name: str) -> str:
    left, right, bottom = _LEFT, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    parts = [
        f'<path d="M{left} {_TOP}V{bottom}H{right}" fill="none" stroke="#666666"/>',
        f'<text x="{(left + right) / 2:g}" y="{_HEIGHT - 8}" text-anchor="middle">'
        f"{escape(name)}</text>",
    ]
    for tick in across.ticks():
        at = f"{across(tick):.1f}"
        parts.append(f'<path d="M{at} {bottom}v5" stroke="#666666"/>')
        parts.append(f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{tick:g}</text>')
    for tick in upwards.ticks():
        at = f"{upwards(tick):.1f}"
        parts.append(f'<path d="M{left} {at}H{right}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 8}" y="{at}" dy="4" text-anchor="end">{tick:g}</text>')
    return "".join(parts)


def _mark(x: float, y: float, corners: int) -> str:
    """Return a mark at a pixel: a disc, or a polygon with some corners."""
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    turns = [2 * math.pi * (i / corners - 0.25) for i in range(corners)]
    path = " ".join(f"{x + 5 * math.cos(t):.1f},{y + 5 * math.sin(t):.1f}" for t in turns)
    return f'<polygon points="{path}"/>'
