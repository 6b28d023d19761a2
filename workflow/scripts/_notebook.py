"""Read, execute and render notebooks: jupytext, papermill, nbconvert."""

import re
from itertools import count
from pathlib import Path

import jupytext
import nbformat
import papermill
from nbconvert import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML, markdown2html_mistune
from pygments.formatters import HtmlFormatter

from sparseact.formulas import mathml

_MATH = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.DOTALL)

_STYLE = """
:root { color-scheme: light; --ink: #1a1a1a; --soft: #555; --line: #d5d5d5; --code: #f6f6f4; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #fff;
  max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
a { color: #0059a3; } h1, h2, h3 { line-height: 1.25; } .anchor-link { display: none; }
pre { background: var(--code); padding: .6rem .8rem; overflow-x: auto; font-size: .85rem; }
.output_text pre, .output_stream pre, .jp-OutputArea pre { background: none; border-left:
  3px solid var(--line); } table { border-collapse: collapse; margin: .8rem 0; font-size: .9rem;
  display: block; overflow-x: auto; }
table.claim { display: table; table-layout: fixed; width: 100%; overflow-wrap: anywhere; }
table.claim th:nth-child(1) { width: 18%; } table.claim th:nth-child(3) { width: 26%; }
table.claim th:nth-child(4) { width: 7%; } .formula { display: block; overflow-x: auto;
  overflow-y: hidden; padding: .3rem 0; } .formula math { math-style: normal; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left;
  vertical-align: top; } td small, figcaption { color: var(--soft); }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
.prompt, .jp-InputPrompt, .jp-OutputPrompt { display: none; }
.fails { color: #a02800; font-weight: 600; } .undecided { color: #7a5a00; font-weight: 600; }
.exact, .certified, .statistical { color: #00664a; font-weight: 600; }
"""


def read_source(path, parameters):
    """Read a py:percent notebook; an unknown parameter is an error."""
    notebook = jupytext.read(path)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    cells = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    if len(cells) != 1:
        raise ValueError(f"{path} has {len(cells)} cells tagged parameters; it must have one")
    known = set(re.findall(r"^(\w+)\s*(?::[^=\n]+)?=", cells[0].source, flags=re.MULTILINE))
    unknown = sorted(set(parameters) - known)
    if unknown:
        raise ValueError(
            f"{path} has no parameter {', '.join(unknown)}; it has {', '.join(sorted(known))}"
        )
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return notebook


def execute(notebook, parameters, log):
    """Execute `notebook` with papermill, the executed notebook at `log`."""
    source = Path(log).with_suffix(".source.ipynb")
    nbformat.write(notebook, source)
    try:
        return papermill.execute_notebook(
            source, log, parameters=parameters, progress_bar=False, log_output=False
        )
    finally:
        source.unlink()


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
    page = re.sub(r'(id|href)="[^"]*xxformula[^"]*"', "", page)  # a heading's anchor
    return re.sub(r"xxformula\d+xx", lambda match: formulas[match[0]], page)


def render(notebook, claims):
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
    exporter.register_filter("highlight_code", Highlight2HTML(pygments_lexer="ipython3"))
    # HTMLExporter's own method parses the page once more, which takes most of the time, to
    # describe images that have no description; here all have one.
    body, _ = TemplateExporter.from_notebook_node(exporter, shown)
    title = re.sub(r"^#\s*", "", shown.cells[0].source.splitlines()[0])
    links = " · ".join(f'<a href="#{claim}">{claim}</a>' for claim in claims)
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}{HtmlFormatter().get_style_defs('.highlight')}</style></head>"
        f'<body><nav><a href="../index.html">All verdicts</a> · {links}</nav>\n{body}'
        "</body></html>\n"
    )
