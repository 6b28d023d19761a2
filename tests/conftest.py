"""What all tests share."""

import os

from hypothesis import settings

from sparseact.kernel_folder import name_kernel_folder

name_kernel_folder()

# On small arrays several threads only wait for each other. NumPy reads these when first imported.
for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[_name] = "1"

# The same examples on every machine, each without a deadline, which a busy machine would miss.
settings.load_profile("ci")

#: The files that take longest. On several cores they must not come last.
LONGEST = ("site_browser", "new_paper", "workflow", "mistakes", "example")


def pytest_collection_modifyitems(items):
    """Begin with the files that take longest, the end-to-end run first."""
    places = {f"test_{name}.py": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(LONGEST)))
