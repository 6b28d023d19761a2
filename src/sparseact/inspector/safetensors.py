"""Arrays from a .safetensors file, whose header is checked before any array is made.

The file has eight bytes with the header's length (little endian), the header in JSON, and then the
numbers of all tensors. The header contains a tensor's type, shape, and first and last byte.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import IO, Any

import numpy as np

_HEADER = 1 << 20  # bytes that a header may have, enough for 10 000 tensors
_DIMENSIONS = 32  # as in each version of NumPy

#: Types of numbers as NumPy reads them; a bfloat16 is the upper half of a float32.
_TYPES = {"BOOL": "u1", "BF16": "<u2"}
_TYPES |= {f"{kind}{8 * size}": f"<{kind.lower()}{size}" for kind in "IU" for size in (1, 2, 4, 8)}
_TYPES |= {f"F{8 * size}": f"<f{size}" for size in (2, 4, 8)}


def read_tensors(stream: IO[bytes], names: Sequence[str]) -> dict[str, np.ndarray]:
    """Return the tensors of these names, or all of them if there are no names.

    Raises ValueError if the file is damaged, lacks a name, or has another type of number.
    """
    end = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    length = int.from_bytes(stream.read(8), "little")
    start = 8 + length
    if not start <= end:
        raise ValueError(f"its header must end within its {end} bytes, got byte {start}")
    if length > _HEADER:
        raise ValueError(f"its header must have at most {_HEADER} bytes, got {length}")
    try:
        header = json.loads(stream.read(length))
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise ValueError("its header must be an object in JSON, and is damaged")
    header.pop("__metadata__", None)
    places = {name: _place(name, entry) for name, entry in header.items()}
    if missing := [name for name in names if name not in places]:
        raise ValueError(f"it has no array {', '.join(missing)}; it has {', '.join(places)}")
    at = 0
    for name, (_, _, first, last) in sorted(places.items(), key=lambda item: item[1][2:]):
        if first != at:
            raise ValueError(f"{name} must begin where the tensor before it ends, at byte {at} of "
                             f"the numbers, got {first}")  # fmt: skip
        at = last
    if start + at != end:
        raise ValueError(f"its tensors must have {end - start} bytes, as the file has, got {at}")
    tensors = {}
    for name in names or places:
        kind, shape, first, last = places[name]
        stream.seek(start + first)
        x = np.frombuffer(stream.read(last - first), _TYPES[kind])
        if kind == "BF16":
            x = (x.astype("<u4") << 16).view("<f4")
        tensors[name] = x.reshape(shape)
    return tensors


def _place(name: str, entry: Any) -> tuple[str, list[int], int, int]:
    """Return a tensor's type, shape, and the ends of its bytes, which fit together."""
    if not name.isprintable():
        raise ValueError(f"names of tensors must be printable, got {name!r}")
    try:
        kind, shape, (first, last) = str(entry["dtype"]), [*entry["shape"]], entry["data_offsets"]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name} must have a dtype, a shape and two data_offsets") from error
    if any(
        type(number) is not int or not 0 <= number < 1 << 63 for number in (*shape, first, last)
    ):
        raise ValueError(f"{name} must have integers from 0 to 2^63 - 1 as its shape and offsets")
    if len(shape) > _DIMENSIONS:
        raise ValueError(f"{name} must have at most {_DIMENSIONS} dimensions, got {len(shape)}")
    if kind not in _TYPES:
        raise ValueError(f"{name} must have a dtype of {', '.join(sorted(_TYPES))}, got {kind}")
    size = math.prod(shape) * np.dtype(_TYPES[kind]).itemsize
    if last - first != size:
        raise ValueError(f"{name} must have {size} bytes for {kind} of shape {shape}, "
                         f"got {last - first}")  # fmt: skip
    return kind, shape, first, last
