"""The examples of the gallery run, and each draws a figure that says what is on its axes."""

import io
import runpy
import warnings
from base64 import b64encode
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from paperclaims.errors import ClaimsError
from paperclaims.reporting.notebooks import GALLERY, gallery

SCRIPTS = sorted((Path(__file__).resolve().parents[2] / "examples/gallery").glob("*.py"))


@pytest.fixture(autouse=True)
def _no_window():
    before = plt.get_backend()
    plt.switch_backend("agg")
    yield
    plt.close("all")
    plt.switch_backend(before)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_draws_its_figure(script):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what cannot be shown, and a training that is short
        runpy.run_path(str(script))
    (number,) = plt.get_fignums()
    axes = plt.figure(number).axes[0]
    assert axes.has_data()
    assert any(axes.get_title(side) for side in ("left", "center"))  # a style may set the side
    assert axes.get_xlabel()


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
