"""What all tests share."""

import os

# On small arrays several threads only wait for each other. NumPy reads these when first imported.
for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[_name] = "1"
