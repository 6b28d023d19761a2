"""What one more check needs: the files that CONTRIBUTING lists, and nothing else."""

import re
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from claimcheck.configuration import check_configuration, job_parameters
from claimcheck.errors import ClaimsError
from claimcheck.mutation import Mutant, multiplied, turn
from claimcheck.paper import CHECK, find_paper
from claimcheck.registry import read_registry
from claimcheck.verdicts import judge_topic

ROOT = Path(__file__).resolve().parents[1]
CHECKS = '''
"""A made-up check."""

from __future__ import annotations

import pandas as pd

from claimcheck.comparison import Measurement
from claimcheck.parameters import NonEmpty, Positive
from claimcheck.recorder import Recorder


def bound(n):
    return 2 * n


def measure_made_up(*, sizes: NonEmpty[Positive]) -> Measurement:
    record = Recorder("made-up", {})
    for n in sizes:
        record.where(n=n).exact("printed", n, "<=", bound(n))
    return Measurement(record.records, pd.DataFrame({"n": sizes}))
'''
CLAIMS = [
    {
        "id": "made-up",
        "place": "§1",
        "title": "Made up",
        "statements": {"printed": {"title": "n ≤ 2n", "latex": r"n \le 2n", "checked": "both"}},
    }
]
RUN = {"paper": "made_up_of_checks", "seed": 1, "results": "results", "figures": "figures"}
CONFIG = {**RUN, "error_budget": 1e-3, "strict": True, "topic": {"made_up": {"sizes": [1, 5]}}}


@pytest.fixture
def paper(tmp_path, monkeypatch):
    folder = tmp_path / "made_up_of_checks"
    (folder / "topic").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "topic/__init__.py").touch()
    (folder / "topics.yaml").write_text("- topic\n")
    (folder / "topic/checks.py").write_text(CHECKS)
    (folder / "topic/claims.yaml").write_text(yaml.safe_dump(CLAIMS))
    monkeypatch.syspath_prepend(tmp_path)
    return find_paper("made_up_of_checks")


def test_one_more_check_is_configured_run_judged_and_corrupted(paper):
    check_configuration(CONFIG)
    parameters = job_parameters(CONFIG, "topic", "made_up")
    assert parameters["check"] == "topic.measure_made_up"
    name = paper.check_module("topic", "made_up")
    measure = getattr(import_module(name), f"{CHECK}made_up")
    found = measure(**parameters["arguments"])
    (verdict,) = judge_topic(list(read_registry(paper.folder).values()), found.records)
    assert (verdict.outcome, verdict.instances) == ("exact", 2)
    mutant = Mutant(
        "made-up", "printed", "", f"{name}.bound", multiplied(0.4), lambda: measure(sizes=[2])[0]
    )
    assert turn(mutant).clear


def test_a_check_without_a_job_and_a_wrong_argument_are_told(paper):
    with pytest.raises(ClaimsError, match=r"at topic: missing key made_up$"):
        check_configuration({**CONFIG, "topic": {}})
    with pytest.raises(ClaimsError, match=r"made_up → sizes → 0: 0 is not allowed; it must be at"):
        check_configuration({**CONFIG, "topic": {"made_up": {"sizes": [0]}}})
    with pytest.raises(ClaimsError, match="has no check 'other'"):
        paper.check_module("topic", "other")


def test_the_number_of_files_is_what_contributing_says():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    counts = re.findall(r"^\*\*(A \w+)[^.*]*\*\* takes (\w+) files", text, flags=re.MULTILINE)
    assert counts == [
        ("A statement", "four"),
        ("A check", "six"),
        ("A network", "three"),
        ("A figure", "two"),
    ]
