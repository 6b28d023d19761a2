"""Corruptions of networks, for the mutants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sparseact.network import SparseReLUNetwork


def changed(rows: Any = slice(None), **parts: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a replacement of a construction: its networks have other w, b or u.

    `parts` has what changes each of these, and `rows` picks the neurons that stay.
    """

    def replacement(original: Any) -> Any:
        def construct(*arguments: Any, **options: Any) -> SparseReLUNetwork:
            network = original(*arguments, **options)
            values = {"w": network.w.copy(), "b": network.b.copy(), "u": network.u.copy()}
            for name, change in parts.items():
                values[name] = change(values[name])
            return SparseReLUNetwork(**{name: value[rows] for name, value in values.items()})

        return construct

    return replacement
