"""The examples of the gallery run, and each draws a figure that says what is on its axes."""

import runpy
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

SCRIPTS = sorted((Path(__file__).resolve().parents[2] / "examples/gallery").glob("*.py"))


@pytest.fixture(autouse=True)
def _no_window():
    before = plt.get_backend()
    plt.switch_backend("agg")
    yield
    plt.close("all")
    plt.switch_backend(before)


def test_there_are_five():
    assert len(SCRIPTS) == 5


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_draws_its_figure(script):
    assert len(script.read_text("utf-8").splitlines()) <= 45
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what cannot be shown, and a training that is short
        runpy.run_path(str(script))
    (number,) = plt.get_fignums()
    axes = plt.figure(number).axes[0]
    assert axes.has_data()
    assert any(axes.get_title(side) for side in ("left", "center"))  # a style may set the side
    assert axes.get_xlabel()
