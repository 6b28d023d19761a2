"""The types of parameters that these checks alone use."""

from __future__ import annotations

from typing_extensions import TypedDict

from paperclaims.checks.parameters import Several


class Peak(TypedDict):
    """Equal neurons that are active on one point alone."""

    n: Several
    s: Several
