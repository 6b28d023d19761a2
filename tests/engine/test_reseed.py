"""The outcomes that another seed changes, and the share of the error budget that a job has."""

import pytest
from made_records import claim, record, statement

from paperclaims import paths
from paperclaims.checks.comparison import compare_rate
from paperclaims.checks.configuration import job_level, statistical_jobs
from paperclaims.checks.files import parameters_hash, write_records
from paperclaims.errors import ClaimsError
from paperclaims.judging import reseed
from paperclaims.judging.verdicts import judge

CONFIG = {
    "error_budget": 1e-3, "strict": True, "seed": 1, "networks": {"junta": {"variables": [1]}},
    "a": {"x": {"error_share": 1}, "y": {"n": 2}}, "b": {"z": {"error_share": 3}},
}  # fmt: skip


def rate(successes, key="printed"):
    return compare_rate("lemma-9", key, {}, successes, 60, ">=", 0.5, level=1e-4)


def test_each_outcome_that_changed_has_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(reseed, "job_parameters", lambda config, *job: [config["seed"], *job])
    keys = ("printed", "same", "exact")
    known = [rate(60), rate(60, "same"), record(key="exact")]
    verdicts = {(v.claim, v.statement): v for v in judge([claim(*map(statement, keys))], known)}
    made = {"a/x": [rate(60), rate(58, "same")], "b/z": [rate(31), record(3, key="exact")]}
    for job, records in made.items():
        path = tmp_path / paths.records(job)
        path.parent.mkdir(parents=True)
        write_records(path, records, parameters_hash([7, *job.split("/")]))
    changed = reseed.changed_outcomes(tmp_path, CONFIG, 7, verdicts)
    assert changed == ["lemma-9 (printed): undecided, not statistical"]
    with pytest.raises(ClaimsError, match="other parameters"):
        reseed.changed_outcomes(tmp_path, CONFIG, 8, verdicts)


def test_levels_are_shares_of_the_budget():
    assert list(statistical_jobs(CONFIG)) == [("a", "x"), ("b", "z")]
    assert job_level(CONFIG, "b", "z") == pytest.approx(7.5e-4)
    more = {**CONFIG, "b": {**CONFIG["b"], "later": {"error_share": 1}}}
    assert [job_level(more, *job) for job in statistical_jobs(more)] == pytest.approx(
        [2e-4, 6e-4, 2e-4]
    )
