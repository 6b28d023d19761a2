"""Where numba keeps compiled kernels for the project's jobs, tests and commands of make.

numba compiles a kernel anew when its own file has changed, but not when another file has
whose code it uses. So kernels are in .numba_cache/<hash of the files that have some>.
"""

import hashlib
import os
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


if __name__ == "__main__":  # for the Makefile
    print(name_kernel_folder())
