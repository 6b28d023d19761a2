"""The configurations fit the signatures of the checks; what does not is one sentence."""

import ast
import copy
import functools
import inspect
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import (
    Annotated,
    Literal,
    NotRequired,
    Required,
    get_args,
    get_origin,
    get_type_hints,
)

import jsonschema
import pytest
import yaml
from annotated_types import Ge, Gt, Le, Len, Lt, MinLen, Predicate
from read_yaml import read_configuration
from typing_extensions import is_typeddict

from awasthi2024.shared.network_families import network_family
from paperclaims.checks import configuration
from paperclaims.checks.configuration import (
    check_configuration,
    check_mapping,
    config_paper,
    job_data,
    job_parameters,
    strict_model,
)
from paperclaims.checks.keys import KEYS, SCHEMA, describe_keys, keys_schema
from paperclaims.errors import ClaimsError

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = {name: read_configuration(name) for name in ("config", "quick")}


@pytest.mark.parametrize("name", CONFIGS)
def test_the_committed_configurations_are_right(name):
    check_configuration(CONFIGS[name])


def test_both_have_the_same_jobs():
    def jobs(config):
        return {key: list(value) for key, value in config.items() if isinstance(value, dict)}

    assert jobs(CONFIGS["config"]) == jobs(CONFIGS["quick"])


def test_every_topic_has_a_section():
    index = ROOT / "src/awasthi2024/topics.yaml"
    topics = yaml.safe_load(index.read_text(encoding="utf-8"))
    assert set(topics) <= set(CONFIGS["config"])


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
        (["sed"], 1, " (nearest: seed)"),
        (["seed"], -1, "at seed: -1 is not allowed; it must be at least 0"),
        (["seed"], "one", "at seed: 'one' is not allowed; it must be of type integer"),
        (["networks", "junta", "dimensions"], [29], "it must be at most 28"),
        (["networks", "junta", "dimension"], [5], "unknown key dimension; allowed are"),
        (["networks", "junta", "dimensions"], None, "missing key dimensions"),
        (["networks", "junta", "truth_tables"], ["even"], "it must be one of"),
        (["fourier", "identities", "rhos"], ["half"], "it must be a fraction such as 63/64"),
        (["rounding", "learners", "q"], 1, "it must be at least 2"),
        (["rounding", "sizes", "p"], 1, "it must be at least 2"),
        (["statistical_queries", "samples", "dimensions"], [21], "it must be at most 14"),
        (["parities", "cube", "counted"], 9, "it must be at most 4"),
        (["error_budget"], 0.5, "at error_budget: 0.5 is not allowed"),
        (["networks", "random", "sparsities"], [2, 99], "k must be at most s"),
        (["networks", "trees"], {}, "at networks: unknown key trees; allowed are"),
        (["networks", "forest"], None, "at networks: missing key forest"),
        (READ, ["trees"], "definitions → sparsity → network_families: 'trees' is none of the"),
        (READ, ["trees"], "none of the networks; there are junta, forest, "),
        (READ, "junta", "'junta' is not allowed; it must be all or a list of names"),
        (READ, ["junta", "junta"], "its entries must differ"),
        (READ, [], "it must be at least 1 long"),
        (READ, 3, "it must be all or a list of names"),
        (["juntas", "parity", "losses"], 0.1, "losses: 0.1 is not allowed; it must be a list"),
        (["juntas", "parity", "losses"], [0.1, float("nan")], "losses → 1: nan is not allowed"),
        (["juntas", "parity", "extra"], True, "True is not allowed; it must be of type integer"),
        (["juntas", "parity", "extra"], 1.0, "1.0 is not allowed; it must be of type integer"),
        (["juntas", "cost", "sweeps"], [{"p": 1, "n": 2}], "→ sweeps → 0: unknown key n; allowed"),
        (["juntas", "costs"], {}, "at juntas: unknown key costs; allowed are all_tables, cost,"),
        (["juntas", "cost"], None, "at juntas: missing key cost"),
        (["sample_complexity", "deviations"], None, "at sample_complexity: missing key gap"),
        (["sample_complexity", "deviations", "check"], "gaps", "→ check: 'gaps' is not allowed"),
        (["definitions", "representations", "wide"], [{"construction": "index", "k": 1}],
         "is not allowed; it must have b"),
        (["average_sensitivity", "average_case", "peaks"], [{"n": 1, "s": 1}],
         "at average_sensitivity → average_case → peaks → 0 → n: 1 is not allowed; it must be at "
         "least 2"),
        (["statistical_queries", "queries", "games"],
         [{"learner": "oracle", "dimensions": [3], "tolerances": [0.5]}],
         "games → 0 → learner: 'oracle' is not allowed; it must be one of 'characters', 'blocks',"),
        (["statistical_queries", "queries", "games"],
         [{"learner": "gradient", "dimensions": [3], "tolerances": [0.5]}], "it must have rate"),
        (["conjecture_20", "orthogonal", "classes"], [[1, 2]], "k must be at most s"),
        (["conjecture_20", "climbs", "climbs"], [{"m": 2, "n": 1, "s": 2, "k": 1, "starts": 1,
          "sparsity": "cube", "steps": 1}], "m must be more than s/k"),
        (["sample_complexity", "finite", "samples"], {1: 24, "2": 8},
         "→ samples: 1 is not allowed as a key; it must be of type text"),
        (["juntas", "cost"], [], "at juntas → cost: [] is not allowed; it must be a mapping"),
        (["juntas", "cost", "error_share"], 1, "unknown key error_share; allowed are delta,"),
        (["learners", "recovery", "targets"], ["tree", "tree"], "its entries must differ"),
    ],
)  # fmt: skip
def test_wrong_values_are_named(path, value, sentence):
    with pytest.raises(ClaimsError) as caught:
        check_configuration(wrong(path, value))
    text = str(caught.value)
    assert sentence in text
    assert "\n" not in text


def test_more_active_neurons_than_neurons_are_refused_anywhere():
    config = copy.deepcopy(CONFIGS["quick"])
    config["rademacher"]["bounds"]["lines"][0] |= {"neurons": 1, "active": 2}
    with pytest.raises(ClaimsError, match="k = 2 active neurons of s = 1"):
        check_configuration(config)
    config = copy.deepcopy(CONFIGS["quick"])
    config["definitions"]["representations"]["rescaled"] = [{"n": 3, "s": 2, "k": 3}]
    with pytest.raises(ClaimsError, match="k = 3 active neurons of s = 2"):
        check_configuration(config)
    config = copy.deepcopy(CONFIGS["quick"])
    config["learners"]["digits"]["sparsities"] = [config["learners"]["digits"]["neurons"] + 1]
    with pytest.raises(ClaimsError, match="k must be at most s"):
        check_configuration(config)


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
    assert job_data(config, "definitions", "sparsity") == read
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters["networks"] == {name: config["networks"][name] for name in read}


def test_a_job_says_what_it_reads_in_the_words_of_the_committed_tables():
    """Whether `all` or the names are written, the parameters and so their hash are the same."""
    config = CONFIGS["quick"]
    names = job_data(config, "definitions", "sparsity")
    parameters = job_parameters(config, "definitions", "sparsity")
    assert parameters == job_parameters(wrong(READ, names), "definitions", "sparsity")
    assert parameters["arguments"]["networks"] == names
    assert "network_families" not in parameters["arguments"]
    one = job_parameters(config, "representations", "appendix_a")
    assert one["arguments"] == {"networks": ["appendix_a"]}
    assert "networks" not in job_parameters(config, "definitions", "sensitivity")["arguments"]


# ------------------------------------------ every key of every job, from the signatures


def sections(name):
    """Yield the place of every mapping of arguments: of a job, or of a family of networks."""
    config = CONFIGS[name]
    for topic, jobs in config.items():
        if isinstance(jobs, dict):
            yield from ((name, topic, job) for job in jobs)


def function(topic, job):
    """Return a job's check, or the generator of a family of networks."""
    if topic == "networks":
        return network_family(job).networks
    check = CONFIGS["config"][topic][job].get("check", job)
    return config_paper(CONFIGS["config"]).checks(topic)[check].function


def signature(topic, job):
    """Return the keyword-only arguments: the first of a check's function is its recorder."""
    arguments = inspect.signature(function(topic, job), eval_str=True).parameters
    return {name: one for name, one in arguments.items() if one.kind is one.KEYWORD_ONLY}


REMOVED = object()
SECTIONS = [place for name in CONFIGS for place in sections(name)]


@functools.cache
def fields(name):
    return configuration.configuration_model(
        CONFIGS[name], config_paper(CONFIGS[name])
    ).model_fields


@functools.cache
def model(name, topic):
    """Return the model of a configuration with this section alone: the others only take time."""
    return strict_model("configuration", {topic: fields(name)[topic].annotation})


def refusal(name, path, value):
    """Return the sentence on a configuration with one value of a section replaced or removed."""
    topic, job, *parents, last = path
    section = copy.deepcopy(CONFIGS[name][topic][job])
    config = {topic: CONFIGS[name][topic] | {job: section}}
    place = section
    for key in parents:
        place = place[key]
    if value is REMOVED:
        del place[last]
    else:
        place[last] = value
    with pytest.raises(ClaimsError) as caught:
        check_mapping(model(name, topic), config)
    text = str(caught.value)
    assert "\n" not in text
    return text


def said(*place):
    return f"wrong at {' → '.join(map(str, place))}: "


@pytest.mark.parametrize(("name", "topic", "job"), SECTIONS)
def test_a_section_has_the_keys_of_its_signature(name, topic, job):
    arguments = signature(topic, job).keys() - {"seed"}
    if "level" in arguments:
        arguments = arguments - {"level"} | {"error_share"}
    if "networks" in arguments:
        arguments = arguments - {"networks"} | {"network_families"}
    section = CONFIGS[name][topic][job]
    assert section.keys() - {"check"} == arguments
    text = refusal(name, [topic, job, "no_such_key"], 1)
    assert said(topic, job) + "unknown key no_such_key; allowed are " in text
    assert all(key in text for key in arguments)
    for key in section.keys() - {"check"}:
        text = refusal(name, [topic, job, key], REMOVED)
        assert text.endswith(said(topic, job) + f"missing key {key}")


@pytest.mark.parametrize(("topic", "job"), [place[1:] for place in sections("config")])
def test_a_check_asks_for_a_seed_only_if_it_draws(topic, job):
    if "seed" in signature(topic, job) and topic != "networks":
        names = ast.walk(ast.parse(inspect.getsource(function(topic, job))))
        assert any(isinstance(node, ast.Name) and node.id == "seed" for node in names)


def outside(kind):
    """Yield (steps into the value, a value outside the range, what is said), one for each range."""
    if get_origin(kind) in (Required, NotRequired):
        kind = get_args(kind)[0]
    if get_origin(kind) is Annotated:
        kind, *conditions = get_args(kind)
        for condition in conditions:
            match condition:
                case Ge():
                    yield (), condition.ge - 1, f"it must be at least {condition.ge}"
                case Gt():
                    yield (), condition.gt, f"it must be more than {condition.gt}"
                case Le():
                    yield (), condition.le + 1, f"it must be at most {condition.le}"
                case Lt():
                    yield (), condition.lt, f"it must be less than {condition.lt}"
                case Len() | MinLen() if condition.min_length:
                    yield (), [], "long"
                case Predicate() if kind is str:
                    yield (), "7/2", "it must be "
    if get_origin(kind) is Literal:
        yield (), "no such value", "it must be one of"
    elif kind in (int, float):
        yield (), "no number", "it must be of type"
    elif get_origin(kind) is Sequence:
        for steps, value, sentence in outside(get_args(kind)[0]):
            yield (0, *steps), value, sentence
    elif is_typeddict(kind):
        for key, inner in get_type_hints(kind, include_extras=True).items():
            for steps, value, sentence in outside(inner):
                yield (key, *steps), value, sentence


def has(value, steps):
    """Whether there is something at these steps into a value."""
    for step in steps:
        if step not in (value if isinstance(value, dict) else range(len(value))):
            return False
        value = value[step]
    return True


@pytest.mark.parametrize(("name", "topic", "job"), SECTIONS)
def test_a_value_out_of_range_is_refused(name, topic, job):
    tried = 0
    for key, parameter in signature(topic, job).items():
        if key in ("seed", "level", "networks"):
            continue
        for steps, value, sentence in outside(parameter.annotation):
            path = [topic, job, key, *steps]
            if has(CONFIGS[name], path):
                text = refusal(name, path, value)
                assert said(*path) in text
                assert sentence in text
                tried += 1
    only_networks = CONFIGS[name][topic][job].keys() <= {"network_families", "check"}
    assert tried or only_networks
    if "error_share" in CONFIGS[name][topic][job]:
        text = refusal(name, [topic, job, "error_share"], 0)
        assert said(topic, job, "error_share") + "0 is not allowed; it must be more than 0" in text


# ------------------------------------------------------------ config/README.md


def test_the_text_on_keys_is_in_step():
    assert (ROOT / KEYS).read_text("utf-8") == describe_keys(CONFIGS["config"]), "paperclaims keys"


def test_the_schema_for_editors_is_in_step():
    text = (ROOT / SCHEMA).read_text("utf-8")
    assert text == keys_schema(CONFIGS["config"]), "paperclaims keys"
    valid = jsonschema.Draft202012Validator(json.loads(text)).is_valid
    assert all(map(valid, CONFIGS.values()))
    assert not valid(wrong(["juntas", "cost", "no_such_key"], 1))
    assert not valid(wrong(["networks", "junta", "dimensions"], [29]))


def test_every_key_has_a_meaning_in_the_guide():
    guide = (ROOT / KEYS).read_text("utf-8")
    for topic, jobs in CONFIGS["config"].items():
        for job, section in jobs.items() if isinstance(jobs, dict) else ():
            assert f"**{job}**: " in guide
            for key in section:
                assert re.search(rf"`{key}`(, `\w+`)*: ", guide), (topic, job, key)
    assert len(guide.split()) < 6000


def test_a_key_that_nothing_explains_is_refused(monkeypatch):
    monkeypatch.setattr("paperclaims.checks.keys._sentence", lambda text, key: None)
    with pytest.raises(ClaimsError, match=r"^neither keys\.yaml nor a docstring explains "):
        describe_keys(CONFIGS["config"])
