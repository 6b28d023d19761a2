"""sparseact: networks with sparse activations on the cube."""

import hashlib as _hashlib
import os as _os
from importlib.metadata import version as _version
from pathlib import Path as _Path

import lazy_loader as _lazy_loader

__version__ = _version("sparseact")
__getattr__, __dir__, __all__ = _lazy_loader.attach_stub(__name__, __file__)


def _name_kernel_folder() -> None:
    """Have numba keep the project's compiled kernels in .numba_cache/<hash of their files>.

    numba itself compiles a kernel anew when its own file has changed, but not when
    another file has whose code it uses. Whoever sets NUMBA_CACHE_DIR has kernels
    there, unless it names such a folder, of the process that started this one.
    Without the project around it, as from a wheel, numba keeps to its default.
    """
    package = _Path(__file__).parent
    project = package.parents[1]
    before = _os.environ.get("NUMBA_CACHE_DIR")
    if not (project / "Snakefile").is_file():
        return
    if before and _Path(before).parent.name != ".numba_cache":
        return
    texts = [(path, path.read_bytes()) for path in sorted(package.rglob("*.py"))]
    digest = _hashlib.sha256()
    for path, text in texts:
        if b"@njit" in text:
            digest.update(f"{path.relative_to(package)} {len(text)} ".encode() + text)
    folder = project / ".numba_cache" / digest.hexdigest()[:16]
    _os.environ["NUMBA_CACHE_DIR"] = str(folder)


_name_kernel_folder()
