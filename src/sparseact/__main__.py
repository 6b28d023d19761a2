"""The command `sparseact` as `python -m sparseact`."""

import sys

from sparseact.cli import main

sys.exit(main())
