"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing_extensions import TypedDict

from paperclaims.checks.parameters import NonEmpty, Positive, Several, Triple


class RoundingCase(TypedDict):
    """Moduli q and p, and the length m of the secrets."""

    q: Several
    m: Positive
    p: NonEmpty[Positive]


class RoundingSecrets(TypedDict):
    """Some secrets of one length, and at how many vectors their networks are evaluated."""

    q: Several
    m: Positive
    p: Positive
    secrets: Positive
    sample: Positive


class DecodedHypotheses(TypedDict):
    """q, p and m of each case, and the number of random hypotheses."""

    cases: NonEmpty[Triple[Positive]]
    count: Positive


class EasyCase(TypedDict):
    """Moduli for which rounding is easy, and lengths."""

    q: Several
    p: Positive
    m: NonEmpty[Positive]
