"""The command `sparseact` as `python -m sparseact`."""

import sys

from sparseact.inspector.cli import main

sys.exit(main())
