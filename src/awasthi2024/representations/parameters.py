"""The types of parameters that only these checks use."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le

#: b of Index_b, on b + 2^b coordinates.
AddressBits = Annotated[int, Ge(0), Le(4)]
#: Numbers with square roots that are powers of two, or integers.
PowerOfFour = Literal[1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]
