"""The folder of numba's compiled kernels for the project's jobs, tests and commands of make.

numba compiles a kernel anew when its own file has changed, but not when another file has
whose code it uses. So kernels are in .numba_cache/<hash of the files that have some>.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from pathlib import Path


def name_kernel_folder() -> str:
    """Set NUMBA_CACHE_DIR, which numba reads when it is first imported, and return it.

    A setting of the user's own stays. A folder that another copy of the project has named
    for a process of its own does not.
    """
    package = Path(__file__).resolve().parent
    before = os.environ.get("NUMBA_CACHE_DIR")
    if before and Path(before).parent.name != ".numba_cache":
        return before
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        text = path.read_bytes()
        if b"@njit" in text:
            digest.update(f"{path.relative_to(package)} {len(text)} ".encode() + text)
    folder = str(package.parents[1] / ".numba_cache" / digest.hexdigest()[:16])
    os.environ["NUMBA_CACHE_DIR"] = folder
    return folder


def name_passing_folder() -> None:
    """Name a folder that ends with this process where numba could keep kernels nowhere.

    numba keeps them in the package's folder or in the user's, and does not compile where it
    can write to neither: an installed library, and no home.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~")
    places = (str(Path(__file__).parent), home)
    if os.environ.get("NUMBA_CACHE_DIR") or any(os.access(place, os.W_OK) for place in places):
        return
    folder = tempfile.mkdtemp(prefix="sparseact-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = folder


if __name__ == "__main__":  # for the Makefile
    print(name_kernel_folder())
