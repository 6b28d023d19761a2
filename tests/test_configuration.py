"""The configurations fit their schema; what does not is one sentence."""

import copy
from pathlib import Path

import pytest
import yaml

from sparseact.configuration import check_configuration, job_network_families, job_parameters
from sparseact.errors import ClaimsError

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"
CONFIGS = {
    name: yaml.safe_load((ROOT / f"config/{name}.yaml").read_text(encoding="utf-8"))
    for name in ("config", "quick")
}


@pytest.mark.parametrize("name", CONFIGS)
def test_the_committed_configurations_are_right(name):
    check_configuration(CONFIGS[name], SCHEMA)


def test_both_have_the_same_jobs():
    def jobs(config):
        return {key: list(value) for key, value in config.items() if isinstance(value, dict)}

    assert jobs(CONFIGS["config"]) == jobs(CONFIGS["quick"])


def test_every_family_has_a_section():
    index = ROOT / "config/claims/index.yaml"
    families = yaml.safe_load(index.read_text(encoding="utf-8"))
    assert set(families) <= set(CONFIGS["config"])


def wrong(path, value):
    """Return the quick configuration with one value replaced (None: removed)."""
    config = copy.deepcopy(CONFIGS["quick"])
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
    ("path", "value", "sentence"),
    [
        (["sed"], 1, "at the top level: unknown key sed; allowed are"),
        (["seed"], -1, "at seed: -1 is not allowed; it must be at least 0"),
        (["seed"], "one", "at seed: 'one' is not allowed; it must be of type integer"),
        (["networks", "junta", "dimensions"], [25], "it must be at most 24"),
        (["networks", "junta", "dimension"], [5], "unknown key dimension; allowed are"),
        (["networks", "junta", "dimensions"], None, "missing key dimensions"),
        (["networks", "junta", "tables"], ["even"], "it must be one of"),
        (["fourier", "identities", "rhos"], ["half"], "does not match"),
        (["rounding", "learners", "q"], 1, "it must be at least 2"),
        (["rounding", "sizes", "p"], 0, "it must be at least 1"),
        (["statistical_queries", "samples", "dimensions"], [21], "it must be at most 20"),
        (["parities", "cube", "counted"], 9, "it must be at most 4"),
        (["error_budget"], 0.5, "at error_budget: 0.5 is not allowed"),
        (["networks", "random", "sparsities"], [2, 99], "k must be at most s"),
        (["networks", "trees"], {}, "at networks: unknown key trees; allowed are"),
        (["networks", "forest"], None, "at networks: missing key forest"),
        (READ, ["trees"], "definitions → sparsity → network_families: there is no network family"),
        (READ, ["trees"], "'trees'; there are junta, forest, "),
        (READ, "junta", "'junta' is not allowed; it must be all or a list of names"),
        (READ, ["junta", "junta"], "non-unique"),
        (READ, [], "items numbering at least 1"),
        (READ, 3, "it must be of type"),
    ],
)
def test_wrong_values_are_named(path, value, sentence):
    with pytest.raises(ClaimsError) as caught:
        check_configuration(wrong(path, value), SCHEMA)
    text = str(caught.value)
    assert sentence in text
    assert "\n" not in text


def test_more_active_neurons_than_neurons_are_refused_anywhere():
    config = copy.deepcopy(CONFIGS["quick"])
    config["definitions"]["representations"]["rescaled"] = [{"n": 3, "s": 2, "k": 3}]
    with pytest.raises(ClaimsError, match="k = 3 active neurons of s = 2"):
        check_configuration(config, SCHEMA)
    config = copy.deepcopy(CONFIGS["quick"])
    config["learners"]["digits"]["sparsities"] = [config["learners"]["digits"]["neurons"] + 1]
    with pytest.raises(ClaimsError, match="k must be at most s"):
        check_configuration(config, SCHEMA)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("all", ["junta", "forest", "appendix_a", "random", "extremal"]),
        (["random", "forest", "all"], ["random", "forest", "junta", "appendix_a", "extremal"]),
        (["average_case", "extremal", "random", "forest", "all"],
         ["average_case", "extremal", "random", "forest", "junta", "appendix_a"]),
        (["extremal", "junta"], ["extremal", "junta"]),
        (["average_case"], ["average_case"]),
    ],
)  # fmt: skip
def test_all_stands_for_the_sparse_families_that_are_not_named(asked, read):
    config = wrong(READ, asked)
    assert job_network_families(config, "definitions", "sparsity") == read
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters["networks"] == {name: config["networks"][name] for name in read}


def test_a_job_says_what_it_reads_in_the_words_of_the_committed_tables():
    """Whether `all` or the names are written, the parameters and so their hash are the same."""
    config = CONFIGS["quick"]
    names = job_network_families(config, "definitions", "sparsity")
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters == job_parameters(wrong(READ, names), "definitions", "sparsity")
    assert parameters["arguments"]["networks"] == names
    assert "network_families" not in parameters["arguments"]
    one = job_parameters(config, "representations", "appendix_a")
    assert one["arguments"] == {"networks": "appendix_a"}
    assert "networks" not in job_parameters(config, "definitions", "sensitivity")["arguments"]
