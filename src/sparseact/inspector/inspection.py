"""The report on one network that `sparseact inspect` prints."""

from __future__ import annotations

import html
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sparseact.inspector.attribution import Attribution
from sparseact.inspector.measured import RHOS, SPECTRUM_LIMIT, Measured, OnData, root
from sparseact.inspector.network_bounds import PaperBounds, SharpBounds, hypotheses
from sparseact.inspector.sampling import Estimate, Sampled
from sparseact.inspector.terminal import shown

_PLAIN = 10**12  # integers below it are written with all digits

Row = tuple[str, ...]


class Section(NamedTuple):
    """A part of the report: a title over rows of cells."""

    title: str
    rows: list[Row]


class Shown:
    """A report of sections: `print` shows it as text, and a notebook as tables."""

    def sections(self) -> list[Section]:
        """Return the parts of the report."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def text(self, encoding: str | None = "utf-8") -> str:
        """Return the report, in ASCII where an encoding lacks a character."""
        return "\n\n".join(laid_out(section, encoding) for section in self.sections())

    def _repr_html_(self) -> str:
        """Return the sections as tables of HTML."""
        tables = []
        for title, rows in self.sections():
            cells = [
                "<tr>" + "".join(f"<td>{html.escape(cell.strip())}</td>" for cell in row) + "</tr>"
                for row in rows
            ]
            caption = f'<caption style="text-align:left">{html.escape(title)}</caption>'
            tables.append(f"<table>{caption}{''.join(cells)}</table>")
        return "".join(tables)


def sections(measured: Measured, epsilon: float, attribution: Attribution | None) -> list[Section]:
    """Return the parts of the report on a network; see `Uniform.degree` for ε."""
    network = measured.network
    return [
        Section(
            f"A network of s = {network.s} neurons on n = {network.n} inputs", _scale_rows(measured)
        ),
        *([_on_data(measured.data)] if measured.data else []),
        _uniform_section(measured, epsilon),
        *([_degree_section(measured)] if measured.uniform else []),
        *([_sampled_section(measured, measured.sampled)] if measured.sampled else []),
        *(_attribution_sections(attribution) if attribution else []),
        Section(
            "The paper's hypotheses",
            [(one.sentence, _yes(one.holds)) for one in hypotheses(measured, epsilon)],
        ),
    ]


def outputs_table(
    outputs: Sequence[Measured], epsilon: float, encoding: str | None = "utf-8"
) -> str:
    """Return a line for each output of a model; arguments as in `sections` and `Shown.text`."""
    rows: list[Row] = [("output", "k", "W", "B", "average sensitivity", "degree")]
    for number, output in enumerate(outputs):
        uniform, sampled = output.uniform, output.sampled
        sensitivity, degree = "-", "-"
        if uniform:
            sensitivity = as_text(uniform.sensitivity)
            degree = str(uniform.degree(epsilon))
        elif sampled:
            _, lower, upper = sampled.sensitivity
            sensitivity = f"{as_text(lower)} to {as_text(upper)}"
        scale = (as_text(root(square)) for square in output.network.scale_squared)
        rows.append((str(number), output.interval, *scale, sensitivity, degree))
    network = outputs[0].network
    title = (
        f"{len(outputs)} outputs of s = {network.s} neurons on n = {network.n} inputs "
        f"(degree: leaves at most {epsilon:g} above it)"
    )
    return laid_out(Section(title, rows), encoding)


def _scale_rows(measured: Measured) -> list[Row]:
    network = measured.network
    W2, B2 = network.scale_squared
    how = "exact" if measured.lower == measured.k else "certified"
    return [
        ("most neurons active on one input, k", f"{measured.interval} ({how})"),
        ("neurons that are never active", str(measured.alive.count(False))),
        ("W = max|u| max‖w‖₂", as_text(root(W2)) + _whole_square("W", W2)),
        ("B = max|u| max|b|", as_text(root(B2)) + _whole_square("B", B2)),
        *([("output bias c, in neither of them", as_text(network.c))] if network.c else []),
        ("values are exact in floating point", _yes(network.is_exact())),
    ]


def _whole_square(name: str, square: Fraction) -> str:
    return f" ({name}² = {square})" if square.denominator == 1 and square < _PLAIN else ""


def _on_data(data: OnData) -> Section:
    least, median, most = (f"{v:g}" for v in np.percentile(data.counts, [0, 50, 100]))
    return Section(
        f"On the {len(data.counts)} rows of data",
        [
            ("most neurons active in one row, k on the data", most),
            ("fewest", least),
            ("median", median),
            ("mean", as_text(float(data.counts.mean()))),
            ("neurons active in no row", str(len(data.dead))),
        ],
    )


def _uniform_section(measured: Measured, epsilon: float) -> Section:
    n, uniform = measured.network.n, measured.uniform
    sharp, paper = SharpBounds(measured), PaperBounds(measured)
    k = measured.k
    best = sharp.sensitivity()
    parts: list[Row] = []
    if uniform:
        mean_square = uniform.mean_square_active
        by_mean = sharp.sensitivity_on_average(mean_square)
        parts = [
            ("  by Theorem A with k", "", as_text(best), ""),
            ("  by Theorem A with E|R_x|² for k²", "", as_text(by_mean), ""),
            ("E|R_x|, active neurons", as_text(uniform.mean_active), str(k), ""),
            ("E|R_x|², active neurons squared", as_text(mean_square), str(k**2), ""),
        ]
        best = min(best, by_mean)
    sensitivity = as_text(uniform.sensitivity) if uniform else "-"
    rows: list[Row] = [
        ("", "measured", "sharp bound", "paper's, constant 1"),
        ("average sensitivity", sensitivity, as_text(best), as_text(paper.sensitivity())),
        *parts,
    ]
    for rho in RHOS:
        noise = as_text(uniform.noise(rho)) if uniform else "-"
        bounds = (as_text(sharp.noise(rho)), as_text(paper.noise(rho)))
        rows.append((f"noise sensitivity, rho = {float(rho)}", noise, *bounds))
    needed = str(uniform.degree(epsilon)) if uniform else "-"
    degrees: list[Fraction | int] = [sharp.degree(epsilon), paper.degree(epsilon)]
    rows.append((f"degree that leaves at most {epsilon:g}", needed, *map(as_text, degrees)))
    if max(degrees) >= n:
        notes = ("says nothing" if degree >= n else "" for degree in degrees)
        rows.append((f"  of n = {n} inputs", "", *notes))
    if uniform:
        error = as_text(uniform.sensitivity_error)
        how = "exact" if uniform.exact else f"rounded, average sensitivity to +-{error}"
        return Section(f"Uniform inputs (measured: {how}; sharp: Theorems A, C and D)", rows)
    return Section(
        f"Uniform inputs (the spectrum is computed up to {SPECTRUM_LIMIT} inputs with a weight "
        f"where time allows, and for neurons of few weights; here {measured.in_use} inputs have "
        "one)",
        rows,
    )


def _degree_section(measured: Measured) -> Section:
    assert measured.uniform is not None
    sharp, uniform = SharpBounds(measured), measured.uniform
    rows: list[Row] = [("degree", "weight", "weight above", "sharp bound")]
    for t, (weight, tail) in enumerate(zip(uniform.weights, uniform.tails, strict=True)):
        rows.append((str(t), as_text(weight), as_text(tail), as_text(sharp.tail(t))))
    last = len(uniform.weights) - 1
    none = f" (none above {last}: the other inputs have no weight)"
    return Section(f"Fourier weight by degree{none if last < measured.network.n else ''}", rows)


def _sampled_section(measured: Measured, sampled: Sampled) -> Section:
    bound = SharpBounds(measured).sensitivity_on_average(sampled.mean_square_active.upper)

    def row(name: str, estimate: Estimate) -> Row:
        return (name, *(as_text(v) for v in estimate))

    rows: list[Row] = [
        ("", "estimate", "from", "to"),
        row("average sensitivity", sampled.sensitivity),
        *(
            row(f"noise sensitivity, rho = {float(rho)}", estimate)
            for rho, estimate in sampled.noise.items()
        ),
        row("E|R_x|², active neurons squared", sampled.mean_square_active),
        ("  Theorem A with its upper end for k²", "", "", as_text(bound)),
        *(row(f"weight of degree {t}", estimate) for t, estimate in enumerate(sampled.weights)),
    ]
    return Section(
        f"From {sampled.samples} random points, seed {sampled.seed} (99 % intervals)",
        rows,
    )


def _attribution_sections(attribution: Attribution) -> list[Section]:
    how = "from all points, to rounding"
    if attribution.samples is not None:
        how = f"from {attribution.samples} random points, 99 % intervals for all together"
    shown = sorted(attribution.influences, key=lambda one: -one.value)
    shown = shown[: max(len(attribution.coefficients), 1)]

    def section(title: str, rows: list[Row]) -> Section:
        return Section(f"{title}, the largest ({how})", [("", "value", "from", "to"), *rows])

    return [
        section("Influence of inputs", [(one.name, *map(as_text, one[1:])) for one in shown]),
        section(
            "Fourier coefficients",
            [
                (" · ".join(one.names) or "(mean)", *map(as_text, one[1:]))
                for one in attribution.coefficients
            ],
        ),
    ]


def laid_out(section: Section, encoding: str | None) -> str:
    """Lay out rows in columns, the first to the left and figures to the right."""
    # Before the widths are taken: a character may become several.
    rows = [tuple(shown(cell, encoding) for cell in row) for row in section.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [shown(section.title, encoding)]
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        # A single column of remarks reads better to the left.
        for cell, width in zip(rest, widths[1:], strict=True):
            cells.append(cell.rjust(width) if len(rest) > 1 else cell)
        lines.append(("  " + "   ".join(cells)).rstrip())
    return "\n".join(lines)


def as_text(value: Fraction | float) -> str:
    """Return a number with six digits, a not too large int with all, also beyond floats."""
    if isinstance(value, int) and value < _PLAIN:
        return str(value)
    exact = Fraction(value)
    if exact == 0 or 2.0**-1000 < abs(exact) < 2.0**1000:
        return f"{float(exact):.6g}"
    with localcontext(prec=6):
        return f"{(Decimal(exact.numerator) / exact.denominator).normalize():g}"


def _yes(value: bool | None) -> str:
    return {True: "yes", False: "no", None: "not decided"}[value]
