"""The gallery: a card and a page for each example, which the workflow executes."""

import io
from base64 import b64encode

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from paperclaims.errors import ClaimsError
from paperclaims.reporting.notebooks import GALLERY, gallery


def executed(folder, alt):
    """Write the notebook of an example with a picture, or without one."""
    stream = io.BytesIO()
    Image.new("RGB", (4, 4)).save(stream, "png")
    png = new_output("display_data", {"image/png": b64encode(stream.getvalue()).decode()})
    shown = {"outputs": [png], "metadata": {"alt": alt}} if alt else {}
    cells = [new_markdown_cell("# Small cubes\n\nOne of them."), new_code_cell("draw()", **shown)]
    path = folder / f"one-{bool(alt)}.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_the_gallery_has_a_card_and_a_page_for_each_example(tmp_path):
    files = gallery({"one": executed(tmp_path, "A cube.")}, "# Gallery\n")
    page = "library/gallery/one.ipynb"
    assert set(files) == {GALLERY, page, f"{page[:-5]}py", "library/gallery/one-1-0.png"}
    for said in (
        "{grid-item-card} Small cubes\n:link: gallery/one\n:link-type: doc",
        ":img-top: gallery/one-1-0.png\n:img-alt: A cube.\n\nOne of them.",
        "Small cubes <gallery/one>",
    ):
        assert said in files[GALLERY]
    assert "examples/gallery/one.py" in files[page]
    with pytest.raises(ClaimsError, match="shows no figure"):
        gallery({"one": executed(tmp_path, "")}, "")
