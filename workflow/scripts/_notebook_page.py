"""Render an executed notebook as a page: nbconvert."""

import re
from itertools import count

import nbformat
from nbconvert import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML, markdown2html_mistune

from sparseact.formulas import mathml
from sparseact.pages import render

_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)


def _markdown(source):
    """Turn markdown into HTML, its formulas into MathML, which needs no network."""
    formulas = {}
    names = (f"xxformula{number}xx" for number in count())

    def keep(match):
        name = next(names)
        block = match["block"] is not None
        formulas[name] = mathml((match["block"] or match["inline"]).strip(), block=block)
        return name

    page = markdown2html_mistune(_MATH.sub(keep, source))
    page = re.sub(r'<a class="anchor-link".*?</a>', "", page)  # it does not escape what it names
    page = re.sub(r'(id|href)="[^"]*xxformula[^"]*"', "", page)  # a heading's anchor
    return re.sub(r"xxformula\d+xx", lambda match: formulas[match[0]], page)


def notebook_page(notebook, claims):
    """Render an executed notebook as one page that makes no network request."""
    shown = nbformat.from_dict(notebook)
    shown.cells = [
        cell for cell in shown.cells if "injected-parameters" not in cell.metadata.get("tags", [])
    ]
    # Printed lines arrive in pieces whose number depends on the machine's load.
    exporter = HTMLExporter(
        template_name="basic",
        preprocessors=["nbconvert.preprocessors.CoalesceStreamsPreprocessor"],
    )
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    exporter.register_filter("markdown2html", _markdown)
    exporter.register_filter("highlight_code", Highlight2HTML(pygments_lexer="python3"))
    # HTMLExporter's own method parses the page once more, which takes most of the time, to
    # describe images that have no description; here all have one.
    body, _ = TemplateExporter.from_notebook_node(exporter, shown)
    title = re.sub(r"^#\s*", "", shown.cells[0].source.splitlines()[0])
    return render("notebook.html", title=title, claims=claims, cells=body)
