"""Assemble the site: Sphinx's settings for any paper; docs/conf.py imports all of them.

`from paperclaims.reporting.settings import *`; staging writes such a file where docs/ has none.
"""

from pathlib import Path

from paperclaims.judging.sections import MARKDOWN

language = "en"
extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_design",
    "paperclaims.reporting.extension",
]
exclude_patterns = ["README.md"]

# Markdown as forges read it, with Sphinx's directives; notebooks are read as they were executed.
myst_enable_extensions = [*MARKDOWN]
myst_dmath_allow_space = myst_dmath_allow_digits = False
myst_fence_as_directive = ["math"]
myst_heading_anchors = 4
myst_heading_slug_func = "paperclaims.judging.sections.slug"
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
nb_number_source_lines = False

default_role = "py:obj"
add_function_parentheses = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_theme_options = {
    "show_prev_next": True,
    "navigation_with_keys": False,
    "collapse_navigation": True,
    "navigation_depth": 2,
    "show_toc_level": 2,
    "search_bar_text": "Search",
    "secondary_sidebar_items": {
        "**": ["page-toc"],
        **{wide: [] for wide in ("benchmarks", "coq_theorems", "index", "results")},
    },
    "article_header_start": ["breadcrumbs"],
    "navbar_end": ["theme-switcher"],
    "footer_start": [],
    "footer_end": [],
}
html_context = {"default_mode": "auto"}
html_math_renderer = "mathml"
html_static_path = [str(Path(__file__).parent / "static")]
html_extra_path = ["extra"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_domain_indices = False
# Parts that the pages do not use, or that a page opened from a file may not fetch.
html_copy_source = html_show_sourcelink = html_show_search_summary = False
html_show_copyright = html_show_sphinx = False
# A value of the settings that Sphinx cannot keep is not worth a warning.
suppress_warnings = ["config.cache"]
