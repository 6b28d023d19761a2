"""Read and execute notebooks: jupytext, and papermill in Jupyter's own kernel."""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import jupytext
import nbformat
import papermill
from nbconvert.preprocessors import CoalesceStreamsPreprocessor
from papermill.exceptions import PapermillExecutionError
from traitlets.config import Config


def read_source(path):
    """Read a py:percent notebook, and name its kernel and its cells.

    Code is folded where it is shown, but in cells tagged `show-input`.
    """
    notebook = jupytext.read(path)
    for cell in notebook.cells:
        tags = cell.metadata.setdefault("tags", [])
        if cell.cell_type == "code" and "show-input" not in tags:
            tags.append("hide-input")
    number_cells(notebook)
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return notebook


def number_cells(notebook):
    """Give the cells names that are the same each time."""
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"


def without_fields(path):
    """Return a path in which papermill does not read braces as parameters."""
    return str(path).replace("{", "{{").replace("}", "}}")


def execute(notebook, parameters, log, folder, style):
    """Execute a notebook with papermill, its kernel working in `folder`; return it executed.

    Its figures have the style of the file `style`.
    While it runs, the executed notebook grows at `log`, where it stays if a cell
    raises, and the cells' stderr goes to this process's stderr.

    Raises
    ------
    ValueError
        With the message of a cell's error.
    """
    # The path of a socket has at most 103 characters on macOS, and 33 of them follow the folder.
    folder_of_sockets = gettempdir() if len(gettempdir()) <= 70 else "/tmp"
    with TemporaryDirectory(prefix="paperclaims-", dir=folder_of_sockets) as place:
        os.environ.update(JUPYTER_RUNTIME_DIR=place, IPYTHONDIR=place)
        # The user's own settings change nothing: kernels by this name, a style of figures, an
        # encoding of files.
        os.environ.update(JUPYTER_PATH=place, MATPLOTLIBRC=style, PYTHONUTF8="1")
        kernel = Path(place) / "kernels/python3/kernel.json"
        kernel.parent.mkdir(parents=True)
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        described = {"argv": command, "display_name": "Python 3", "language": "python"}
        kernel.write_text(json.dumps(described), encoding="utf-8")
        # The kernel is reached through files in this folder, which only the user can open, and not
        # through ports, which all can open. Without own names, kernels would use the same files.
        channels = {"transport": "ipc", "ip": f"{place}/kernel"}
        source = Path(place) / "source.ipynb"
        nbformat.write(notebook, source)
        try:
            return papermill.execute_notebook(
                without_fields(source),
                without_fields(Path(log).absolute()),
                parameters,
                cwd=folder,
                progress_bar=False,
                stderr_file=sys.stderr,
                # A busy machine starts a kernel slowly, and outputs come late: after nbclient's
                # four seconds they would be left out.
                start_timeout=600,
                iopub_timeout=600,
                raise_on_iopub_timeout=True,
                config=Config({"KernelManager": channels}),
            )
        except PapermillExecutionError as error:
            kind = "" if error.ename in ("ValueError", "ClaimsError") else f"{error.ename}: "
            raise ValueError(f"{kind}{error.evalue}") from error


def same_bytes(notebook):
    """Return an executed notebook without the parts that differ between two executions.

    The output to stderr is in the log; its warnings name folders of this machine. The output to
    stdout comes in pieces as the kernel had time to send it, and is put together.
    """
    kept = nbformat.from_dict(notebook)
    for name in ("jupytext", "papermill"):  # jupytext lists metadata in any order
        kept.metadata.pop(name, None)
    number_cells(kept)
    for cell in kept.cells:
        for timed in ("papermill", "execution"):
            cell.metadata.pop(timed, None)
        if cell.cell_type == "code":
            if "injected-parameters" in cell.metadata.get("tags", []):
                cell.metadata["tags"] = ["injected-parameters", "hide-input"]
            cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr"]
    return CoalesceStreamsPreprocessor().preprocess(kept, {})[0]
