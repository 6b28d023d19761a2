"""The configurations fit the signatures of the checks."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest
from read_yaml import read_yaml

from paperclaims.checks.configuration import check_configuration, job_data, job_parameters
from paperclaims.errors import ClaimsError
from paperclaims.reporting.keys import (
    KEYS,
    _definition,
    _mention,
    describe_keys,
    keys_schema,
)

ROOT = Path(__file__).resolve().parents[2]
CONFIG = read_yaml(ROOT / "config/config.yaml")


def test_the_committed_configuration_is_right():
    check_configuration(CONFIG)


def wrong(path, value):
    """Return the configuration with one value replaced (None: removed)."""
    config = copy.deepcopy(CONFIG)
    *parents, last = path
    place = config
    for key in parents:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return config


READ = ["definitions", "sparsity", "network_families"]


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("all", ["junta", "forest", "appendix_a", "random", "extremal"]),
        (["random", "forest", "all"], ["random", "forest", "junta", "appendix_a", "extremal"]),
        (["extremal", "junta"], ["extremal", "junta"]),
    ],
)  # fmt: skip
def test_all_stands_for_the_sparse_families_that_are_not_named(asked, read):
    config = wrong(READ, asked)
    assert job_data(config, "definitions", "sparsity") == read
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters["networks"] == {name: config["networks"][name] for name in read}


def test_a_job_says_what_it_reads_in_the_words_of_the_committed_tables():
    """Whether `all` or the names are written, the parameters and so their hash are the same."""
    config = CONFIG
    names = job_data(config, "definitions", "sparsity")
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters == job_parameters(wrong(READ, names), "definitions", "sparsity")
    assert parameters["arguments"]["networks"] == names
    assert "network_families" not in parameters["arguments"]
    one = job_parameters(config, "representations", "appendix_a")
    assert one["arguments"] == {"networks": ["appendix_a"]}
    assert "networks" not in job_parameters(config, "definitions", "sensitivity")["arguments"]


# ------------------------------------------------------------ config/README.md


def test_the_text_on_keys_is_in_step():
    assert (ROOT / KEYS).read_text("utf-8") == describe_keys(CONFIG), "paperclaims keys"


def test_the_schema_for_editors_accepts_the_configuration():
    text = keys_schema(CONFIG)
    valid = jsonschema.Draft202012Validator(json.loads(text)).is_valid
    assert valid(CONFIG)
    assert not valid(wrong(["juntas", "all_tables", "no_such_key"], 1))
    assert not valid(wrong(["networks", "junta", "dimensions"], [29]))


@pytest.mark.parametrize(
    ("docstring", "definition", "mention"),
    [
        ("Compare. `sizes` are values of n. More.", "values of n", "`sizes` are values of n"),
        ("Compare; `sizes` is n, 2 … 4; more.", "n, 2 … 4", "`sizes` is n, 2 … 4"),
        ("Compare n, for the n in `sizes`.", None, "Compare n, for the n in `sizes`"),
        ("Compare n.", None, None),
    ],
)
def test_a_docstring_defines_a_key(docstring, definition, mention):
    assert _definition(docstring, "sizes") == definition
    assert _mention(docstring, "sizes") == mention


def test_a_key_that_nothing_explains_is_refused(monkeypatch):
    for name in ("_definition", "_mention"):
        monkeypatch.setattr(f"paperclaims.reporting.keys.{name}", lambda text, key: None)
    with pytest.raises(ClaimsError, match=r"^neither keys\.yaml nor a docstring explains "):
        describe_keys(CONFIG)
