"""Assemble the site: executed notebooks as its pages."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import jupytext
import nbformat

from paperclaims import paths
from paperclaims.errors import ClaimsError
from paperclaims.reporting.content import Drawn, Run, drawn
from paperclaims.reporting.markdown import line
from paperclaims.reporting.rendering import called, render

#: The document that the gallery's pictures are added to, below which its pages are.
GALLERY = "library/gallery.md"
#: The cell that shows the results of a claim.
_CLAIM = re.compile(r'^topic\.claim\("([^"]+)"\)$', re.MULTILINE)


def claim_notebook(topic: str, path: Path | str, run: Run) -> dict[str, str | bytes]:
    """Return the files of a claim notebook's page, on which each claim's section is labelled."""
    notebook = nbformat.read(path, as_version=4)
    claims = [claim for claim in run.registry.values() if claim.topic == topic]
    for cell in notebook.cells:
        match = _CLAIM.search(cell.source)
        if cell.cell_type == "code" and match:
            for output in cell.outputs:
                label = f"(notebook-{match[1]})="
                output.data["text/markdown"] = f"{label}\n{output.data['text/markdown']}"
    introduction = f"The notebook on {', '.join(map(called, claims))}, as it was executed."
    figures = {f.name: drawn(claim, f, run) for claim in claims for f in claim.figures}
    return _page(paths.notebook(topic), notebook, introduction, figures)


def gallery(examples: Mapping[str, Path | str], document: str) -> dict[str, str | bytes]:
    """Return the files of the gallery: the document with a picture of each example, and its page.

    `examples` are executed notebooks, by the names of their scripts. Raises ClaimsError if an
    example shows no figure, or has no description of it in the cell's `alt`.
    """
    files: dict[str, str | bytes] = {}
    rows = []
    folder = PurePosixPath(GALLERY).with_suffix("")
    for name, path in examples.items():
        notebook = nbformat.read(path, as_version=4)
        title, _, text = notebook.cells[0].source.partition("\n")
        page = folder / f"{name}.ipynb"
        introduction = f"As `examples/gallery/{name}.py` was executed."
        made = _page(page.as_posix(), notebook, introduction, {})
        pictures = [PurePosixPath(file) for file in made if file.endswith(".png")]
        texts = [cell.metadata["alt"] for cell in notebook.cells if "alt" in cell.metadata]
        if not pictures or not texts:
            raise ClaimsError(f"{path} shows no figure, or has no description in `alt`")
        picture = pictures[0].relative_to(folder.parent).as_posix()
        card = f"{folder.name}/{name}", title.removeprefix("# "), line(text.strip())
        rows.append((*card, picture, texts[0]))
        files |= made
    return files | {GALLERY: document + render("gallery.md.j2", rows=rows)}


def _page(
    page: str, notebook: Any, introduction: str, figures: Mapping[str, Drawn]
) -> dict[str, str | bytes]:
    """Return an executed notebook for Sphinx, and the files of its images, which lie next to it."""
    source = str(PurePosixPath(page).with_suffix(".py"))
    files: dict[str, str | bytes] = {source: _source(notebook)}
    cells = [c for c in notebook.cells if "parameters" not in c.metadata.get("tags", [])]
    title, _, rest = cells[0].source.partition("\n")
    download = f"{{download}}`Its source <{PurePosixPath(source).name}>`."
    cells[0].source = f"{title}\n\n{introduction}\n\n{download}\n{rest}"
    for number, cell in enumerate(cells):
        for place, output in enumerate(cell.get("outputs", [])):
            kept = output.get("metadata", {}).get("image/svg+xml", {})
            if figure := figures.get(kept.get("figure")):
                output["data"] = {"text/markdown": render("figure.md.j2", shown=figure)}
            if png := output.get("data", {}).get("image/png"):
                name = f"{PurePosixPath(page).stem}-{number}-{place}.png"
                files[(PurePosixPath(page).parent / name).as_posix()] = b64decode(png)
                alt = " ".join(cell.metadata.get("alt", "").split())
                output["data"] = {"text/markdown": f":::{{image}} {name}\n:alt: {alt}\n:::"}
    notebook.cells = cells
    files[page] = nbformat.writes(notebook)
    return files


def _source(notebook: Any) -> str:
    """Return the executed code as a script that jupytext and editors read as a notebook."""
    cells = [{**cell, "metadata": {}} for cell in notebook.cells]
    plain = nbformat.v4.new_notebook(cells=[nbformat.from_dict(cell) for cell in cells])
    return str(jupytext.writes(plain, "py:percent"))
