"""The configurations fit the signatures of the checks."""

import copy
import re
from pathlib import Path

import jsonschema
import pytest
from read_yaml import read_yaml

from paperclaims.checks.configuration import check_configuration, job_data, job_parameters
from paperclaims.reporting.keys import schemas

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


def test_the_guide_explains_each_key_and_no_other():
    parts = re.split(r"^## (.*)$", (ROOT / "config/README.md").read_text("utf-8"), flags=re.M)[1:]
    named = {
        (section if section in CONFIG else "", key)
        for section, text in zip(parts[::2], parts[1::2], strict=True)
        for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
        for key in re.findall("`([^`]+)`", row)
    }
    keys = {("", key) for key, value in CONFIG.items() if not isinstance(value, dict)}
    for section, jobs in CONFIG.items():
        for job, arguments in jobs.items() if isinstance(jobs, dict) else ():
            for key in arguments:
                own = (section, f"{job}.{key}")
                keys.add(own if own in named else ("", key))
    assert named == keys


def test_the_schema_for_editors_accepts_the_configuration():
    valid = jsonschema.Draft202012Validator(schemas(CONFIG)["schema"]).is_valid
    assert valid(CONFIG)
    assert not valid(wrong(["juntas", "all_tables", "no_such_key"], 1))
    assert not valid(wrong(["networks", "junta", "dimensions"], [29]))
