"""Verdicts from records."""

import made_up
import pytest
from made_records import claim, record, statement

from paperclaims.checks.comparison import compare, compare_rate
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import (
    Counterexample,
    Sizes,
    check_error_budget,
    correction,
    judge,
    pair,
    read_verdicts,
    write_verdicts,
)
from paperclaims.judging.wording import counterexample, evidence, proof
from paperclaims.registry.claims import read_registry

RATE = compare_rate("lemma-9", "printed", {}, 99, 99, ">=", 0.5, level=1e-4)


@pytest.mark.parametrize(
    ("records", "says"),
    [
        ([record()], "exact on 1 instance"),
        ([record(n=1), record(n=2, error=0)], "certified on 2 instances"),
        ([record(n=1), record(n=2, error=5)], "undecided on 1 of 2 instances"),
        ([record(n=1), record(n=2, error=5), record(3, n=3)], "fails on 1 of 3 instances"),
        ([record(), RATE], "statistical on 2 instances at level 0.0001"),
        ([record(3), RATE], "fails on 1 of 2 instances"),
    ],
)
def test_the_worst_record_decides(records, says):
    (verdict,) = judge([claim(statement())], records)
    assert evidence(verdict) == says


def test_a_statement_that_computing_cannot_test_says_why():
    (untestable,) = judge([claim(statement(untestable="asymptotic"))], [])
    assert evidence(untestable) == "not testable by computing: asymptotic"
    assert evidence(untestable, reason=False) == "not testable by computing"


def test_two_comparisons_on_one_instance_are_of_one_instance():
    def counts(*records):
        (verdict,) = judge([claim(statement())], records)
        return verdict.instances, verdict.failures, verdict.undecided

    twice = [record(n=1, quantity="W²"), record(n=1, quantity="B²"), record(n=1)]
    assert counts(*twice) == (1, 0, 0)
    assert counts(*twice, record(n=2)) == (2, 0, 0)
    fails = [record(3, n=1), record(4, n=1, quantity="B²"), record(error=5, n=1)]
    assert counts(*twice, *fails, record(n=2)) == (2, 1, 1)


def test_words_for_checks_and_proofs():
    (verdict,) = judge([claim(statement())], [record()])
    refuted = verdict._replace(failures=1)
    for where, known in (
        ("none", ["no proof", "refuted by the counterexample"]),
        ("docs", ["proved in docs", "refuted in docs"]),
        ("coq", ["proved in Coq", "refuted in Coq"]),
    ):
        shown = statement().replace(proof=where)
        fails = shown.replace(refutation=where if where != "none" else "")
        assert [proof(shown, verdict), proof(fails, refuted)] == known


@pytest.mark.parametrize(("where", "said"), [("docs", "docs"), ("coq", "Coq")])
def test_judge_rejects_a_proved_statement_that_an_instance_violates(where, said):
    proved = statement("bound").replace(proof=where)
    records = [record(key="bound", m=4), record(left=7, key="bound", m=5)]
    says = rf"lemma-9 \(bound\) is proved in {said}, but fails at n=1, m=5: not 7 <= 2; one of"
    with pytest.raises(ClaimsError, match=says):
        judge([claim(proved)], records)
    (verdict,) = judge([claim(proved.replace(refutation=where))], records)
    assert (verdict.failures, verdict.proof) == (1, where)


def test_verdicts_survive_a_file(tmp_path):
    written = [
        *judge([claim(statement())], [record(), record(3)]),
        *judge([claim(statement("limit", untestable="it says: a, b"))], []),
    ]
    write_verdicts(tmp_path / "verdicts.csv", written)
    assert list(read_verdicts(tmp_path / "verdicts.csv").values()) == written


def at(left=1, **instance):
    return compare("lemma-9", "printed", instance, left, "<=", 1)


def test_coverage_is_what_the_records_range_over():
    instances = [at(rho=0.5, s=4, n=3, p=2, family="a"), at(s=2, n=9, p=2, family="b")]
    (verdict,) = judge([claim(statement())], instances)
    assert verdict.coverage == "s 2–4, n 3–9, p 2"
    (verdict,) = judge([claim(statement())], instances, Sizes(["n", "s", "k"]))
    assert verdict.coverage == "n 3–9, s 2–4"


def test_judge_returns_a_verdict_on_integers_beyond_floats():
    huge = [record(left=7, m=10**power) for power in (400, 350)]
    (verdict,) = judge([claim(statement())], huge)
    assert verdict.coverage == "n 1, m 1.00e+350–1.00e+400"
    assert len(verdict.counterexample.instance["m"]) == 351


def test_the_smallest_counterexample_goes_by_the_papers_sizes():
    sizes = ({"length": 9, "width": 1, "dyadic": True}, {"length": 2, "width": 5})
    instances = [at(2, **size) for size in (*sizes, {"length": 1, "width": 7})]
    for sizes, smallest in [
        (Sizes(), "length=2, width=5"),
        (Sizes(["length", "width"], ["length"]), "length=1, width=7"),
        (Sizes(["width"]), "length=9, width=1, dyadic=True"),
    ]:
        (verdict,) = judge([claim(statement())], instances, sizes)
        assert str(verdict.counterexample) == f"{smallest}: not 2 <= 1"


def test_judging_refuses_gaps_and_strangers():
    with pytest.raises(ClaimsError, match="no records"):
        judge([claim(statement())], [])
    with pytest.raises(ClaimsError, match="unregistered"):
        judge([claim(statement())], [record(key="step")])
    with pytest.raises(ClaimsError, match="untestable"):
        judge([claim(statement(untestable="asymptotic"))], [record()])


def test_error_budget_adds_up():
    check_error_budget([5e-4, 4e-4], 1e-3)
    with pytest.raises(ClaimsError, match="takes more than its level"):
        check_error_budget([5e-4, 6e-4], 1e-3)


# ------------------------------------------------------------- a made-up run


@pytest.fixture
def run(tmp_path):
    return made_up.write_run(tmp_path)


def test_a_family_judged_alone_is_read_too(run):
    results = run["results"]
    (results / "verdicts").mkdir()
    lines = (results / "verdicts.csv").read_text("utf-8").splitlines()
    text = "\n".join([lines[0], *(line for line in lines if line.startswith("lemma-7"))]) + "\n"
    (results / "verdicts/low_degree.csv").write_text(text, "utf-8")
    assert {claim for claim, _ in read_verdicts(results)} == {"lemma-7"}


def test_bad_verdicts_end_in_a_sentence(run, tmp_path):
    with pytest.raises(ClaimsError, match="holds no verdicts"):
        read_verdicts(tmp_path / "nowhere")
    path = run["results"] / "verdicts.csv"
    path.write_text(path.read_text("utf-8").replace("worst_margin", "margin"), "utf-8")
    with pytest.raises(ClaimsError, match="is not a table of verdicts"):
        read_verdicts(path)


def test_registry_and_verdicts_must_match(run):
    registry = read_registry(run["registry"])
    verdicts = read_verdicts(run["results"])
    missing = {key: v for key, v in verdicts.items() if key != ("lemma-9", "corrected")}
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) has no verdict"):
        pair(registry, missing)
    del registry["lemma-7"]
    with pytest.raises(ClaimsError, match="a verdict on lemma-7 constant"):
        pair(registry, verdicts)


def test_a_correction_that_fails_gives_way_to_its_own(run):
    ((_, rows), *_) = pair(read_registry(run["registry"]), read_verdicts(run["results"]))
    (printed, fails), (corrected, holds) = rows
    middle = printed.replace(key="middle", instead="corrected")
    first = printed.replace(instead="middle")
    by_key = {"printed": (first, fails), "middle": (middle, fails), "corrected": rows[1]}
    assert correction(first, by_key) == (corrected, holds)
    assert correction(printed.replace(instead=""), by_key) is None
    circle = middle.replace(instead="printed")
    by_key["middle"] = (circle, fails)
    assert correction(first, by_key) == (circle, fails)


TRIALS = {"successes": "1", "trials": "96", "low": "1.2e-07", "high": "0.1"}


@pytest.mark.parametrize(
    ("left", "relation", "right", "instance", "sides", "says"),
    [
        (
            "1", "<=", "0.25", {"n": "1", "s": "2"}, (),
            "For n = 1, s = 2, the left-hand side is 1. By the statement it is at most 0.25.",
        ),
        (
            "1/3", "==", "2", {"h(x)": "1", "eps": "0.50", "points": "all"}, ("the sum", "b"),
            "For h(x) = 1, ε = 0.5 (points all), the sum is 1/3. "
            "By the statement it is equal to b, 2.",
        ),
        (
            "0.50", "<=", "0", {"m": "12345678901234", "q": "300000000/400000000",
                                "quantity": "Pr[x], all alike"}, (),
            "For m ≈ 10^13, q = 0.75, Pr[x], all alike is 0.5. By the statement it is at most 0.",
        ),
        (
            "1/96", ">=", "0", {"n": "9", "kinds": "['a b', 'c']", **TRIALS}, (),
            "For n = 9 (kinds a b, c), the fraction of successes is 1/96 (1 of 96 trials; interval "
            "1.2e-07 to 0.1). By the statement it is at least 0.",
        ),
        ("0", ">=", "1", {"q": "4", "p": "2"}, (), "For q = 4, p = 2 it fails."),
    ],
)  # fmt: skip
def test_a_counterexample_is_a_sentence(left, relation, right, instance, sides, says):
    (verdict,) = judge([claim(statement())], [record(3)])
    found = verdict._replace(counterexample=Counterexample(instance, left, relation, right))
    assert counterexample(found, statement().replace(sides=sides)) == says
