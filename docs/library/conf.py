"""How Sphinx makes the pages of the library: offline, with formulas as MathML, as the site looks.

`snakemake --cores all results/docs` builds them.
"""

import sys
from pathlib import Path

import claimcheck
import sparseact

sys.path.insert(0, str(Path(__file__).parent))  # pages.py

project = "sparseact"
version = release = sparseact.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc", "pages"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
default_role = "py:obj"
add_function_parentheses = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
toc_object_entries_show_parents = "hide"
suppress_warnings = ["config.cache"]

_templates = Path(claimcheck.__file__).parent / "templates"
html_theme = "theme"
html_theme_path = ["."]
html_static_path = [str(_templates / "style.css"), str(_templates / "site.js")]
html_js_files = [("site.js", {"defer": "defer"})]
html_title = f"sparseact {version}"
html_math_renderer = "mathml"
# What the pages have no use for, or what a page that was opened from a file may not fetch.
html_copy_source = html_show_sourcelink = html_show_search_summary = False
html_domain_indices = False
html_permalinks = False
