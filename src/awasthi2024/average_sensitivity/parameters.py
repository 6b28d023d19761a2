"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing_extensions import TypedDict

from paperclaims.checks.parameters import Several


class Peak(TypedDict):
    """Equal neurons that are active on only one point."""

    n: Several
    s: Several
