"""Read and execute notebooks: jupytext, papermill."""

import ast
import io
import linecache
import re
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from pprint import pformat

import jupytext
import nbformat
import papermill
from papermill.engines import Engine, papermill_engines
from papermill.translators import PythonTranslator, papermill_translators


def read_source(path, parameters):
    """Read a py:percent notebook; an unknown parameter is an error."""
    notebook, known = _parsed(path)
    _refuse_unknown(path, parameters, known)
    return notebook


def _parsed(path):
    """Return the notebook of a py:percent source, and the names of its parameters."""
    notebook = jupytext.read(path)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    known = parameter_names(path, notebook)
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return notebook, known


def _refuse_unknown(path, parameters, known):
    unknown = sorted(set(parameters) - known)
    if unknown:
        raise ValueError(
            f"{path} has no parameter {', '.join(unknown)}; it has {', '.join(sorted(known))}"
        )


def parameter_names(path, notebook):
    """Return what the notebook's cell of parameters assigns."""
    cells = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    if len(cells) != 1:
        raise ValueError(f"{path} has {len(cells)} cells tagged parameters; it must have one")
    return set(re.findall(r"^(\w+)\s*(?::[^=\n]+)?=", cells[0].source, flags=re.MULTILINE))


def read_job(path, parameters):
    """Read a job's notebook, which must have just these parameters, or these without a seed.

    A default that stood for a parameter of the job would be taken for it.
    """
    notebook, known = _parsed(path)
    given = {name: value for name, value in parameters.items() if name in known or name != "seed"}
    _refuse_unknown(path, given, known)
    missing = sorted(known - set(given))
    if missing:
        raise ValueError(f"{path} has {', '.join(missing)}, and the job gives no such parameter")
    return notebook, given


def execute(notebook, parameters, log, folder):
    """Execute `notebook` with papermill in this process and in `folder`; return it executed.

    To start a kernel would take longer than many a notebook does. What a cell raises
    is raised here too, and stands in the executed notebook at `log`.
    """
    papermill_engines.register("here", Here)
    papermill_translators.register("python", Wrapped)
    log = Path(log).absolute()
    source = log.with_suffix(".source.ipynb")
    nbformat.write(notebook, source)
    try:
        return papermill.execute_notebook(
            source, log, parameters, engine_name="here", cwd=folder, progress_bar=False
        )
    finally:
        source.unlink()


class Here(Engine):
    """An engine of papermill that runs the cells in its own process."""

    @classmethod
    def execute_managed_notebook(cls, nb_man, kernel_name, **options):
        names = {"__name__": "__main__"}
        cells = [cell for cell in nb_man.nb.cells if cell.cell_type == "code"]
        for number, cell in enumerate(cells, start=1):
            cell.execution_count = number
            run_cell(cell, f"cell {number}", names)
            nb_man.autosave_cell()


class Wrapped(PythonTranslator):
    """Papermill's translator with lines of one width, whatever formatter is installed."""

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        lines = [cls.comment(comment)]
        for name, value in parameters.items():
            start = f"{name} = "
            text = pformat(value, width=99 - len(start), compact=True, sort_dicts=False)
            lines.append(start + text.replace("\n", "\n" + " " * len(start)))
        return "\n".join(lines) + "\n"


def run_cell(cell, name, names):
    """Run a cell's statements; what it prints, shows and raises becomes its outputs.

    What goes to stderr is left to the log: warnings name folders of this machine.
    """
    lines = cell.source.splitlines(keepends=True)
    linecache.cache[name] = (len(cell.source), None, lines, name)  # for a traceback's lines
    cell.outputs = []
    printed = io.StringIO()

    def put_printed():
        if text := printed.getvalue():
            cell.outputs.append(nbformat.v4.new_output("stream", name="stdout", text=text))
        printed.seek(0)
        printed.truncate()

    def display(*values):
        put_printed()
        cell.outputs += [nbformat.v4.new_output("display_data", shown(value)) for value in values]

    names["display"] = display
    try:
        with redirect_stdout(printed):
            tree = ast.parse(cell.source, name)
            ends = tree.body and isinstance(tree.body[-1], ast.Expr)
            last = ast.Expression(tree.body.pop().value) if ends else None
            exec(compile(tree, name, "exec"), names)
            value = eval(compile(last, name, "eval"), names) if last else None
        put_printed()
        if value is not None:
            result = {"data": shown(value), "execution_count": cell.execution_count}
            cell.outputs.append(nbformat.v4.new_output("execute_result", **result))
    except Exception as error:
        put_printed()
        told = traceback.format_exception(error)
        failure = {"ename": type(error).__name__, "evalue": str(error), "traceback": told}
        cell.outputs.append(nbformat.v4.new_output("error", **failure))
        raise


def shown(value):
    """Return what a value looks like: as text, and as HTML if it has that."""
    data = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_()
    return data


def same_bytes(notebook):
    """Return an executed notebook without what differs from one execution to the next."""
    kept = nbformat.from_dict(notebook)
    kept.metadata.pop("papermill", None)
    for number, cell in enumerate(kept.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata.pop("papermill", None)
    return kept
