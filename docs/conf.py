"""How Sphinx makes this project's site: as for any paper, with the library's API."""

import sys
from pathlib import Path

import sparseact
from paperclaims.reporting.settings import *  # noqa: F403
from paperclaims.reporting.settings import exclude_patterns, extensions

sys.path.insert(0, str(Path(__file__).parent))  # api.py

project = html_title = "sparseact"
version = release = sparseact.__version__
extensions = [*extensions, "api", "sphinx.ext.viewcode"]
exclude_patterns = [*exclude_patterns, "claims.md"]  # a run writes its own
# In docstrings a formula or an argument stands between backticks, too.
nitpick_ignore_regex = [("py:obj", ".*")]
