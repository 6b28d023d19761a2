"""What runs elsewhere, and what it costs: the plan, config/large.yaml, the Slurm profile."""

import os
import re
import subprocess
import sys

import pytest
import yaml
from copied import ROOT, fresh_copy
from read_yaml import read_configuration, read_yaml

from claimcheck import cli
from claimcheck.configuration import check_configuration
from claimcheck.errors import ClaimsError
from claimcheck.plan import COSTS, Costs, Power, fit, merged, parameter_value

PAPER = ROOT / "src/sparse_activations"
FULL = read_configuration("config")
TOPICS = read_yaml(PAPER / "topics.yaml")
LARGE = yaml.safe_load((ROOT / "config/large.yaml").read_text("utf-8"))
PROFILE = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text("utf-8"))
HEADER = "rule,job,parameter,value,seconds,megabytes,kilobytes\n"


def snakemake(tree, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores=2", *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize("exponent", [0.5, 1.0, 1.5, 2.0])
def test_a_fit_finds_the_power_that_it_was_made_from(exponent):
    values = [1, 2, 4, 16]
    found = fit(values, [3 + 0.5 * value**exponent for value in values])
    assert found == pytest.approx(Power(3, 0.5, exponent), rel=1e-6)


def test_what_does_not_grow_is_taken_at_its_largest():
    assert fit([1, 10, 100], [5, 5.2, 5.1]) == Power(5.2, 0, 0)


def test_a_cost_is_that_of_the_full_run_and_what_grows(tmp_path):
    rows = "r,a/one,trials,10,9,400,7\nr,a/two,,,2,300,5\n"
    rows += "".join(f",a/one,trials,{t},{0.1 * t},{100 + t},1\n" for t in (10, 20, 40))
    (tmp_path / COSTS).write_text(HEADER + rows)
    costs = Costs(tmp_path / COSTS)
    config = {"a": {"one": {"trials": 1000}, "two": {}}}
    found = costs.planned(config, "a/one")
    assert found.seconds == pytest.approx(9 + 0.1 * 990)
    assert found.megabytes == pytest.approx(1100)
    assert found.kilobytes == 7
    assert costs.planned(config, "a/two")[2:] == (2, 300, 5)
    with pytest.raises(ClaimsError, match="no cost was measured of the job a/three"):
        list(costs.jobs({"a": {"one": {"trials": 1}, "two": {}, "three": {}}}, ["a"]))


def test_dimensions_count_by_the_points_of_their_cubes():
    config = {"networks": {"random": {"dimensions": [3, 1, 4]}}}
    assert parameter_value(config, "a/one", "networks.random.dimensions") == 8 + 2 + 16
    config["networks"]["random"]["repeats"] = 2
    assert parameter_value(config, "a/one", "networks.random.dimensions") == 2 * (8 + 2 + 16)
    assert parameter_value(config, "a/one", "networks.random.dimensions", at_once=True) == 16
    with pytest.raises(ClaimsError, match="networks → random → dimensions is None"):
        parameter_value({}, "a/one", "networks.random.dimensions")


def test_every_job_of_the_full_run_was_measured_and_no_other():
    """A job that is added, renamed or removed makes the table stale."""
    costs = Costs(PAPER / COSTS)
    jobs = {f"{topic}/{name}" for topic in TOPICS for name in FULL[topic]}
    planned = {job.job: job for job in costs.jobs(FULL, TOPICS)}
    assert jobs <= planned.keys()
    rest = planned.keys() - jobs
    alone = {"build_site", "compile_verdicts", "typeset_note", "write_pages"}
    assert rest == {*TOPICS, *FULL["networks"], *alone}
    for job, (parameter, _) in costs.fits().items():
        assert parameter_value(FULL, job, parameter) > 0


def test_the_large_run_is_allowed_and_its_networks_have_a_measured_exponent():
    config = merged(FULL, LARGE)
    check_configuration(config)
    costs = Costs(PAPER / COSTS)
    assert "networks.random.dimensions" in {parameter for parameter, _ in costs.fits().values()}
    for job in ("average_sensitivity/networks", "noise_sensitivity/noise", "low_degree/degrees"):
        assert costs.planned(config, job).megabytes > 4 * 2**28 / 2**20


def test_the_plan_of_the_large_run_is_printed(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert cli.main(["plan"]) == 0
    full = capsys.readouterr().out
    assert cli.main(["plan", "config/large.yaml"]) == 0
    large = capsys.readouterr().out
    hours = [float(re.search(r"^all +\d+ +(\S+)", t, re.MULTILINE)[1]) for t in (full, large)]
    assert hours[1] > hours[0] > 0
    assert "Other sizes were not measured" not in full
    named = large[large.index("Other sizes were not measured") :]
    for job in ("low_degree/half_degree", "section_6/greedy", "outside_claims/queries"):
        assert job in named


def test_a_plan_of_no_configuration_is_refused_in_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    path = tmp_path / "mine.yaml"
    path.write_text("networks: {random: {dimensions: [29]}}")
    assert cli.main(["plan", str(path)]) == 2
    assert "it must be at most 28" in capsys.readouterr().err


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return fresh_copy(tmp_path_factory.mktemp("tree"))


def test_the_large_run_can_be_planned_by_snakemake(tree):
    run = snakemake(tree, "--dry-run", "all", "learner_grid", "--configfile", "config/large.yaml")
    assert run.returncode == 0, run.stderr
    counts = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, flags=re.MULTILINE))
    assert int(counts["fit_learner_cell"]) == 76
    jobs = [job for topic in TOPICS for job in FULL[topic]]
    assert int(counts["measure_claims"]) + int(counts["run_experiment"]) == len(jobs)


def test_a_job_that_asks_for_more_memory_than_there_is_stops_the_run_before_it(tree):
    asked = ["--set-resources", "measure_claims:mem_mb=99999999"]
    target = "results/records/fourier/halfspaces.jsonl"
    run = snakemake(tree, *asked, "--", target)
    assert run.returncode != 0
    assert f"makes {target} asks for 99999999 MB of memory, and this machine has" in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tree / target).exists()


def test_the_slurm_profile_groups_every_notebook():
    grouped = dict(entry.split("=") for entry in PROFILE["groups"])
    assert {rule for rule in grouped if rule.startswith("run_notebook")} == {
        f"run_notebook_{topic}" for topic in TOPICS
    }
    sizes = dict(entry.split("=") for entry in PROFILE["group-components"])
    assert set(grouped.values()) == set(sizes)


def test_only_the_profile_retries():
    assert PROFILE["retries"] == 2
    for path in [ROOT / "Snakefile", *(ROOT / "workflow").rglob("*.smk")]:
        assert "retries:" not in path.read_text("utf-8")
