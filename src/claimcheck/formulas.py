"""Formulas for pages."""

from functools import cache

from latex2mathml.converter import convert


@cache
def mathml(latex: str, *, block: bool = False) -> str:
    """Return a LaTeX formula as MathML, which browsers show without a network."""
    return convert(latex, display="block" if block else "inline")
