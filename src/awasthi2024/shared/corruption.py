"""Runs on drawn networks, and corruptions, for the mutants of several topics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from awasthi2024.shared.network_families import network_family
from paperclaims.checks.decorator import Check
from paperclaims.mutation.mutants import Run, run_of
from sparseact.network import SparseReLUNetwork


def run_on_networks(
    name: str, check: Check[...], families: Mapping[str, Mapping[str, Any]], **parameters: Any
) -> Run:
    """Return a run of a check on networks drawn from families, each with its arguments."""

    def run(seed: int = 0) -> Any:
        networks = [
            instance
            for family, arguments in families.items()
            for instance in network_family(family).generate(seed=seed, **arguments)
        ]
        return run_of(name, check, networks=networks, **parameters)(seed)

    run.__name__ = name
    return run


def always(value: Any) -> Callable[[Any], Any]:
    """Return a replacement of a function: it returns this value whatever its arguments are."""
    return lambda _: lambda *arguments, **options: value


def changed(**parts: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a replacement of a construction: the functions in `parts` change w, b or u."""

    def replacement(original: Any) -> Any:
        def construct(*arguments: Any, **options: Any) -> SparseReLUNetwork:
            network = original(*arguments, **options)
            values = {"w": network.w.copy(), "b": network.b.copy(), "u": network.u.copy()}
            for name, change in parts.items():
                values[name] = change(values[name])
            return SparseReLUNetwork(**values)

        return construct

    return replacement
