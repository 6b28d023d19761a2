"""The style of each network family in figures.

It is a separate file, so that a new colour redraws figures but rebuilds no network.
"""

from __future__ import annotations

from typing import NamedTuple

from paperclaims.errors import ClaimsError


class FamilyStyle(NamedTuple):
    """A family's name in figures, in the plural, with Matplotlib's colour and marker."""

    label: str
    colour: str
    marker: str


#: Network family → its style; no two have the same label, colour or marker.
FAMILY_STYLES = {
    "junta": FamilyStyle("juntas", "#0072B2", "o"),
    "forest": FamilyStyle("forests", "#E69F00", "s"),
    "appendix_a": FamilyStyle("Appendix A's networks", "#CC79A7", "^"),
    "random": FamilyStyle("random networks", "#56B4E9", "D"),
    "extremal": FamilyStyle("extremal networks", "#000000", "v"),
    "average_case": FamilyStyle("Appendix A's networks, sparse on average", "#F0E442", "P"),
}


def family_style(name: str) -> FamilyStyle:
    """Return the style of the network family of this name; ClaimsError if it has none."""
    if name not in FAMILY_STYLES:
        raise ClaimsError(
            f"figures have no style for the network family {name!r}; there are those of "
            f"{', '.join(FAMILY_STYLES)}"
        )
    return FAMILY_STYLES[name]
