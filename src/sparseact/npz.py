"""Arrays of real numbers from an .npz file, whose headers are read before any is made; writing.

An .npz file is a zip archive with an .npy file for each array: a header with
its shape and type, then its numbers. A header or a
few compressed bytes can stand for more numbers than fit into memory.
"""

from __future__ import annotations

import io
import lzma
import math
import os
import shutil
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np

from sparseact.cube import MemoryBoundError

_DAMAGES = zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError
_HEADER = 1 << 16  # bytes that a header may have; those that NumPy writes have 128 and few more


def read_arrays(
    stream: IO[bytes], names: Sequence[str], optional: Sequence[str], most: int
) -> tuple[dict[str, np.ndarray], list[str]]:
    """Return the arrays of these names from an .npz file, and the names of its other arrays.

    Nothing pickled is ever loaded, and nothing is allocated for any array before all headers are
    read. `optional` are names of arrays that may be absent; without `names` all arrays are read.
    Raises ValueError if the file is not an .npz file, is damaged, or holds no real numbers of a
    name, and MemoryBoundError if an array has more than `most` numbers.
    """
    if not zipfile.is_zipfile(stream):
        raise ValueError("it is not an .npz archive, or damaged")
    try:
        with zipfile.ZipFile(stream) as archive:
            if any(entry.comment for entry in archive.infolist()):  # it may hide further entries
                raise ValueError("it is damaged: its list of arrays has comments")
            held = archive.namelist()
            if len(set(held)) < len(held):
                raise ValueError("names of arrays must be different, got two arrays of one name")
            if unprintable := [name for name in held if not name.isprintable()]:
                raise ValueError(f"names of arrays must be printable, got {unprintable[0]!r}")
            names = names or [name.removesuffix(".npy") for name in held]
            missing = [name for name in names if f"{name}.npy" not in held]
            if missing:
                raise ValueError(f"it has no array {' or '.join(missing)}")
            present = [*names, *(name for name in optional if f"{name}.npy" in held)]
            for name in present:
                with archive.open(f"{name}.npy") as member:
                    _check_header(name, member.read(_HEADER), most)
            arrays = {name: _array(archive, name) for name in present}
            return arrays, [n for n in (h.removesuffix(".npy") for h in held) if n not in arrays]
    except _DAMAGES as error:
        raise ValueError(f"it is damaged, or no archive that NumPy writes: {error}") from error


def with_places(stream: IO[bytes]) -> IO[bytes]:
    """Return a stream of a file itself, and of a pipe the bytes that it has, which are kept."""
    return stream if stream.seekable() else io.BytesIO(stream.read())


def read_array(stream: IO[bytes]) -> np.ndarray:
    """Return the array of real numbers of an .npy file; pickled objects are rejected.

    Raises ValueError if the file is not an .npy file, is damaged, or holds other than real
    numbers, and MemoryBoundError if its header promises more numbers than the file has bytes;
    nothing has been allocated then.
    """
    stream = with_places(stream)
    start = stream.read(_HEADER)
    if start and not start.startswith(np.lib.format.MAGIC_PREFIX):
        raise ValueError("it begins as another kind of file; save the rows by numpy.save")
    _check_header("the array", start, stream.seek(0, os.SEEK_END))
    stream.seek(0)
    return np.lib.format.read_array(stream, allow_pickle=False)


def write_whole(path: Path | str, content: bytes) -> None:
    """Write a file, of which an older one is replaced only when the new one is complete.

    The new one has the permissions of the older. A device or a pipe is written itself, and so is
    a file that has a second name or is in a folder that must not be written.
    Raises OSError, with this path, if it cannot be written.
    """
    try:
        target = Path(os.path.realpath(path))
        exists = os.path.exists(path)
        replaced = os.path.isfile(path) and os.stat(path).st_nlink == 1
        if exists and not (replaced and os.access(target.parent, os.W_OK)):
            Path(path).write_bytes(content)
            return
        if exists:
            target.open("ab").close()  # raises the error of a file that must not be written
        part = target.with_name(f"{target.name[:40]}.{os.getpid()}.part")
        try:
            part.touch()
            if exists:
                shutil.copymode(target, part)
            part.write_bytes(content)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _check_header(name: str, start: bytes, most: int) -> None:
    """Reject an array, from the first bytes of its .npy file, that must not be read."""
    stream = io.BytesIO(start)
    try:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
        else:
            shape, _, dtype = np.lib.format.read_array_header_2_0(stream)
    except Exception as error:  # whatever NumPy's parser makes of damaged bytes
        raise ValueError(f"the header of {name} is damaged") from error
    if dtype.kind not in "biuf":
        hint = "; is it bfloat16? Save it as float32" if dtype == "V2" else ""
        raise ValueError(f"{name} must hold real numbers, got {dtype}{hint}")
    if math.prod(shape) > most:
        raise MemoryBoundError(
            f"{name} has {math.prod(shape)} numbers; at most {most} are read from a file"
        )


def _array(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    with archive.open(f"{name}.npy") as member:
        try:
            return np.lib.format.read_array(member, allow_pickle=False)
        except ValueError as error:
            raise ValueError(f"the array {name} is damaged") from error
