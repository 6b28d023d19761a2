"""The configurations fit their schema; what does not is one sentence."""

import copy
from pathlib import Path

import pytest
import yaml

from sparseact.configuration import check_configuration
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
