"""sparseact: networks with sparse activations on the cube."""

import lazy_loader as _lazy_loader

from sparseact.kernel_folder import name_passing_folder as _name_passing_folder

_name_passing_folder()

_attribute, __dir__, __all__ = _lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Return a name of the stub; `__version__` is read from the installed package's metadata."""
    if name == "__version__":
        # Here, since this library takes longer to load than all else at the start.
        from importlib.metadata import version

        return version("sparseact")
    return _attribute(name)
