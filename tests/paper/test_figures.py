"""All registered figures, from the committed tables: titles that follow the data."""

import re
from collections import UserDict
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Text

from awasthi2024.shared.style import counted, number, percent
from paperclaims import paths
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import read_registry
from paperclaims.reporting.drawing import draw, title

REFERENCE = Path(__file__).resolve().parents[2] / "results/reference"
PAPER = find_paper("awasthi2024")
#: Inches of the column of a page, in which text of 9 points is as large as its words.
WIDTH = 6.4
FIGURES = {
    figure.name: (claim, figure)
    for claim in read_registry(PAPER.folder).values()
    for figure in claim.figures
}


def tables(name):
    claim, figure = FIGURES[name]
    return {
        job: read_table(REFERENCE / paths.table(paths.full_job(claim.topic, job)))
        for job in figure.tables
    }


class Watched(UserDict):
    """Tables that know which of them were read."""

    def __init__(self, tables):
        self.read = set()
        super().__init__(tables)

    def __getitem__(self, job):
        self.read.add(job)
        return super().__getitem__(job)


def drawn(name, data=None):
    claim, figure = FIGURES[name]
    return draw(PAPER, figure, tables(name) if data is None else data, claim)


def texts(figure):
    """Return the texts that a figure shows, each with its box in pixels."""
    shown = set(figure.findobj(Text))
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            # Matplotlib keeps the labels of ticks beyond an axis, and does not draw them.
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                hidden = not low <= tick.get_loc() <= high
                shown -= {tick.label2, *([tick.label1] if hidden else [])}
    return [
        (text.get_text(), text.get_window_extent())
        for text in shown
        if text.get_visible() and text.get_text().strip()
        if not (text.axes and not text.axes.get_visible())
    ]


def outside(figure):
    """Return the texts that reach beyond the figure's edges, by more than three pixels."""
    edge = figure.bbox.padded(3)
    return [
        text
        for text, box in texts(figure)
        if not edge.contains(*box.min) or not edge.contains(*box.max)
    ]


def assert_is_a_title(said):
    """Assert that a title is one finding: few words, and few numbers but those of names."""
    said = said.replace("\u00a0", " ").replace(" %", "%")
    assert 5 < len(said.split()) <= 14
    free = re.sub(r"(Theorem|Lemmas?|Remark|Conjecture|Display|exceed) \(?[\dA-Z]+\)?", "", said)
    # A number in a formula, such as 1/δ, or in a word, such as 1-sparse, is none that is found.
    numbers = re.findall(r"(?<![\w/(.,])\d[\d.,]*(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?![\w/(]|-sparse)", free)
    assert len(numbers) <= 2, numbers


def covered(figure):
    """Return the data that a legend lies over: points, and lines between them."""
    found = []
    legends = [*figure.legends, *(axes.get_legend() for axes in figure.axes)]
    boxes = [legend.get_window_extent() for legend in legends if legend]
    for axes in figure.axes:
        drawn = [line.get_xydata() for line in axes.lines if line.get_transform() == axes.transData]
        drawn += [patches.get_offsets() for patches in axes.collections]
        for part in drawn:
            at = axes.transData.transform(np.ma.filled(np.ma.asarray(part, float), np.nan))
            along = np.linspace(0, 1, 9)[:, None, None]
            between = (at[:-1] * along + at[1:] * (1 - along)).reshape(-1, 2)
            for x, y in (*at, *between):
                if axes.bbox.contains(x, y) and any(box.contains(x, y) for box in boxes):
                    found.append((axes.get_title(loc="left"), x, y))
    return found


def collisions(figure):
    """Return the pairs of texts that a figure shows one upon the other."""
    return [
        (one, other)
        for (one, a), (other, b) in combinations(texts(figure), 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1
    ]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_what_it_finds_and_is_whole(name):
    data = Watched(tables(name))
    figure = drawn(name, data)
    assert data.read == set(data), "a figure reads each table that it names"
    said = title(figure)
    assert_is_a_title(said)
    assert not re.search(r"\b(nan|inf|None)\b|\$|\d%", said)
    assert figure.get_figwidth() == WIDTH, "at another width the page would change its letters"
    figure.draw_without_rendering()
    assert outside(figure) == []
    assert covered(figure) == []
    assert collisions(figure) == []
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text().strip()]
    assert min(sizes) >= 9
    assert any(axes.get_xlabel() or axes.get_ylabel() for axes in figure.axes)
    alt = FIGURES[name][1].alt
    assert re.fullmatch(r"[A-Z].{60,}\.", alt, re.DOTALL), alt


#: Figure, job, column, what the last half of its numbers is multiplied by, and what the title
#: says before and after.
CHANGED = (
    ("lemma-9-sweep", "networks", "tightness", 1e6, "No network exceeds", "networks exceed"),
    ("lemma-10-noise", "noise", "noise_sensitivity", 1e9, "No value exceeds", "values exceed"),
    ("lemma-6-ratio", "thresholds", "average_sensitivity", 1e6, "Every half", "halfspaces lie"),
    ("theorem-14-queries", "queries", "queries", 1e-6, "Every success takes", "successes take"),
    ("intro-agnostic-excess", "agnostic", "largest_excess", 1e9, "Every excess", "excesses lie"),
    ("sec4-lwr-size", "sizes", "largest_norm", 1e9, "Every network is", "networks are"),
    ("theorem-17-curves", "curves", "multiple", 2, "At 8 samples", "At 16 samples"),
)


@pytest.mark.parametrize(("name", "job", "column", "factor", "before", "after"), CHANGED)
def test_a_title_follows_its_table(name, job, column, factor, before, after):
    data = tables(name)
    assert before in title(drawn(name, data))
    table = data[job].astype({column: float})
    shown = table.index[np.isfinite(table[column]) & (table[column] > 0)]
    # Not every row of a table is drawn.
    table.loc[shown[-len(shown) // 2 :], column] *= factor
    said = title(drawn(name, data | {job: table}))
    assert before not in said
    assert after in said


def test_the_lines_of_the_proof_are_counted():
    data = tables("lemma-9-steps")
    false, lines = map(int, re.findall(r"\d+", title(drawn("lemma-9-steps"))))
    proof = data["proof"].copy()
    rows = proof["statement"] == "step-means"
    assert (proof["left"][rows] <= proof["right"][rows]).all()
    proof.loc[rows, "left"] = 2 * proof["right"][rows] + 1
    said = title(drawn("lemma-9-steps", data | {"proof": proof}))
    assert said.startswith(f"{false + 1} of {lines} lines")


def test_a_line_without_a_row_is_not_drawn_as_true():
    data = tables("lemma-9-steps")
    for job in data.keys() - {"last_line"}:
        data[job] = data[job][data[job]["statement"] != "step-means"]
    with pytest.raises(ClaimsError, match=r"^lemma-9: no row of the tables .* is of step-means$"):
        drawn("lemma-9-steps", data)


def test_the_exponents_are_the_papers():
    figure = drawn("theorem-8-exponents")
    lines = {line.get_label(): line for line in figure.axes[0].get_lines()}

    def at(label, D):
        line = next(line for name, line in lines.items() if name.startswith(label))
        return np.interp(D, *(np.array(v, float) for v in line.get_data()))

    # At k = 1 and B = 0: 16W⁴/ε² at log₂(ns) = 1, 4W²/ε and 2W²/ε, W² = Dε/2.
    assert at("degree of Theorem 8", 1.5) == pytest.approx(9)
    assert at("degree of Theorem C", 2.75) == 5
    assert [at("cost of statistical", D) for D in (1.5, 2.5, 7.5)] == [1, 2, 7]


# ---------------------------------------------------------------- the words


def test_counted_says_how_many():
    words = "network lies", "networks lie"
    assert counted([True, True], *words) == "Every network lies"
    assert counted([False, False], *words) == "No network lies"
    assert counted([True] * 1000 + [False], *words) == "1,000 of 1,001 networks lie"


@given(st.sampled_from([0.0, 0.005, 0.995, 1.0]) | st.floats(0, 1))
def test_percent_calls_only_all_all_and_only_none_none(share):
    said = percent(share)
    assert (said == "100\u00a0%") == (share == 1)
    assert (said == "0\u00a0%") == (share == 0)
    assert abs(float(said.removesuffix("\u00a0%")) / 100 - share) <= 0.0051


def test_numbers_are_said_to_three_digits():
    assert list(map(number, (1, 0.04214, -0.5, 3420.4))) == ["1", "0.0421", "−0.5", "3,420"]
    assert list(map(number, (4.1e8, 2e9))) == ["4.1·10⁸", "2·10⁹"]


def test_a_notebook_shows_every_figure():
    notebooks = REFERENCE.parents[1] / "notebooks"
    for name, (claim, _) in FIGURES.items():
        path = notebooks / f"{claim.topic}.py"  # one that is written for a topic without it has all
        assert not path.is_file() or f'topic.figure("{name}")' in path.read_text("utf-8"), name
