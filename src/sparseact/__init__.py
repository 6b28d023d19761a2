"""sparseact: networks with sparse activations on the cube."""

import hashlib as _hashlib
import os as _os

import lazy_loader as _lazy_loader

_attribute, __dir__, __all__ = _lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a name of the stub; `__version__` is read from the installed package's metadata."""
    if name == "__version__":
        # Here, since this library takes longer to load than all else at the start.
        from importlib.metadata import version

        return version("sparseact")
    return _attribute(name)


def _name_kernel_folder() -> None:
    """Have numba keep the project's compiled kernels in .numba_cache/<hash of their files>.

    numba itself recompiles a kernel when its own file has changed, but not when
    another file has whose code it uses. Whoever sets NUMBA_CACHE_DIR has kernels
    there, unless it names such a folder, of the process that started this one.
    Without the project around it, as from a wheel, numba keeps to its default.
    """
    package = _os.path.dirname(_os.path.abspath(__file__))
    project = _os.path.dirname(_os.path.dirname(package))
    before = _os.environ.get("NUMBA_CACHE_DIR")
    if not _os.path.isfile(_os.path.join(project, "Snakefile")):
        return
    if before and _os.path.basename(_os.path.dirname(before)) != ".numba_cache":
        return
    paths = [
        _os.path.join(folder, name)
        for folder, _, names in _os.walk(package)
        for name in names
        if name.endswith(".py")
    ]
    digest = _hashlib.sha256()
    for path in sorted(paths):
        with open(path, "rb") as stream:
            text = stream.read()
        if b"@njit" in text:
            digest.update(f"{_os.path.relpath(path, package)} {len(text)} ".encode() + text)
    folder = _os.path.join(project, ".numba_cache", digest.hexdigest()[:16])
    _os.environ["NUMBA_CACHE_DIR"] = folder


_name_kernel_folder()
