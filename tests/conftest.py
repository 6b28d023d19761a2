"""What all tests share."""

import os

# On small arrays several threads only wait for each other. NumPy reads these when first imported.
for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[_name] = "1"


def pytest_collection_modifyitems(items):
    """Begin with the end-to-end run: on several cores, what takes longest must not come last."""
    items.sort(key=lambda item: item.path.name != "test_workflow.py")
