"""What outgrows a machine: config/large.yaml, the memory of checks, the Slurm profile."""

import os
import re
import subprocess
import sys

import pytest
import yaml
from copied import ROOT, fresh_copy, run_module
from read_yaml import read_configuration, read_yaml

from awasthi2024.low_degree.checks.degrees import measure_degrees

FULL = read_configuration("config")
TOPICS = read_yaml(ROOT / "src/awasthi2024/topics.yaml")
PROFILE = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text("utf-8"))


#: Run in a process of its own; says by how much a check at n raised the peak of memory.
MEASURE = """
import sys
from paperclaims.checks.paper import find_paper
from awasthi2024.shared.network_families import network_family

def peak():  # the kernel hands ru_maxrss of a parent on
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

topic, n = sys.argv[1], int(sys.argv[3])
check = find_paper("awasthi2024").checks(topic)[sys.argv[2]]
rest = {"rhos": ["1/2"], "fractions": [0.5], "integers_up_to": 1}
rest = {key: value for key, value in rest.items() if key in check.parameters}
arguments = {
    "dimensions": [10], "neurons": [6, 2], "sparsities": [2, 1], "weight_bounds": [1, 3],
    "bias_bounds": [1, 0.25], "repeats": 1,
}
check(networks=network_family("random").generate(seed=1, **arguments), **rest)
before = peak()
networks = {"random": {**arguments, "dimensions": [n]}}
check(networks=network_family("random").generate(seed=1, **networks["random"]), **rest)
print(1024 * (peak() - before), check.memory(networks, **rest))
"""


@pytest.mark.tools
@pytest.mark.parametrize(
    ("topic", "check"),
    [
        ("definitions", "sparsity"),
        ("average_sensitivity", "networks"),
        ("noise_sensitivity", "noise"),
        ("low_degree", "degrees"),
    ],
)
def test_a_check_takes_the_memory_that_it_states(topic, check):
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, topic, check, "23"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    taken, stated = map(int, run.stdout.split())
    assert 0.8 * taken < stated < 1.2 * taken


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return fresh_copy(tmp_path_factory.mktemp("tree"))


def test_the_memory_of_a_check_is_that_of_its_largest_network():
    large = yaml.safe_load((ROOT / "config/large.yaml").read_text("utf-8"))["networks"]
    assert measure_degrees.memory({**FULL["networks"], **large}, fractions=[0.5]) == 24 * 2**28
    assert measure_degrees.memory({"appendix_a": FULL["networks"]["appendix_a"]}) == 24


@pytest.mark.tools
def test_the_large_run_can_be_planned(tree):
    run = run_module(
        tree, "snakemake", "--cores=2", "--dry-run", "--configfile", "config/large.yaml"
    )
    assert run.returncode == 0, run.stderr
    counts = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, flags=re.MULTILINE))
    jobs = [job for topic in TOPICS for job in FULL[topic]]
    assert int(counts["run_check"]) + int(counts["run_check_notebook"]) == len(jobs)


@pytest.mark.tools
def test_a_job_that_asks_for_more_memory_than_there_is_ends_before_its_work(tree):
    target = "results/records/fourier/halfspaces.jsonl"
    run = run_module(
        tree, "snakemake", "--cores=2", "--set-resources", "run_check:mem_mb=99999999", "--", target
    )
    assert run.returncode != 0
    assert "requires 99999999 MB of memory, and this machine has" in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tree / target).exists()


def test_every_group_has_a_size_in_the_slurm_profile():
    groups = {entry.partition("=")[2] for entry in PROFILE["groups"]}
    for path in (ROOT / "workflow").rglob("*.smk"):
        groups |= set(re.findall(r'^ +group:\n +"(\w+)"$', path.read_text("utf-8"), re.MULTILINE))
    assert "reports" in groups
    assert groups == {entry.partition("=")[0] for entry in PROFILE["group-components"]}
