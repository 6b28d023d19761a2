"""The machine's memory, on every system that Python runs on."""

from __future__ import annotations

import os

#: Bytes of memory that a machine is taken to have where Python cannot find it, as on Windows.
ASSUMED_MEMORY = 8 << 30


def memory() -> int:
    """Return the bytes of the machine's memory, or `ASSUMED_MEMORY`."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError):  # no such function, as on Windows, or no such name
        return ASSUMED_MEMORY
