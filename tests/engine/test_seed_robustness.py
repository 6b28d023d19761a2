"""How probable it is that another seed changes a word: against sums of fractions."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from read_yaml import read_yaml

from paperclaims.checks.binomial import decide_rate
from paperclaims.checks.comparison import compare_rate
from paperclaims.checks.configuration import job_level, statistical_hash, statistical_jobs
from paperclaims.checks.files import read_table, write_table
from paperclaims.errors import ClaimsError
from paperclaims.judging.seed_robustness import (
    PILOT_LEVEL,
    WORDS,
    SeedRobustness,
    changed_words,
    count_changes,
    read_runs,
    read_seed_robustness,
    summarize,
    turn_probability,
    word_range,
)
from paperclaims.judging.verdicts import read_verdicts

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = ROOT / "results/reference/seed_robustness.csv"


checks = st.tuples(
    st.integers(1, 40),
    st.sampled_from([">=", "<="]),
    st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9]),
    st.sampled_from([1e-6, 1e-3, 0.05, 0.4]),
)


@given(checks, st.sampled_from([True, False, None]), st.fractions(0, 1, max_denominator=50))
@settings(max_examples=200, deadline=None)
def test_turning_is_the_sum_over_all_other_numbers(check, word, p):
    words = [decide_rate(x, *check) for x in range(check[0] + 1)]
    least, greatest = word_range(word, *check)
    assert [x for x, found in enumerate(words) if found is word] == list(range(least, greatest + 1))
    exact = sum(
        math.comb(check[0], x) * p**x * (1 - p) ** (check[0] - x)
        for x, found in enumerate(words)
        if found is not word
    )
    found = turn_probability(word, *check, (float(p), float(p)))
    assert found == pytest.approx(float(exact), rel=1e-9, abs=1e-300)


@given(checks, st.sampled_from([True, False, None]), st.floats(0, 1), st.floats(0, 1))
@settings(deadline=None)
def test_no_probability_within_the_interval_turns_more(check, word, a, b):
    low, high = sorted((a, b))
    most = turn_probability(word, *check, (low, high))
    for share in (0.25, 0.5, 0.75):
        p = low + share * (high - low)
        assert turn_probability(word, *check, (p, p)) <= most * (1 + 1e-9) + 1e-12


@given(st.lists(st.fractions(0, 1, max_denominator=20), min_size=2, max_size=8), st.data())
@settings(max_examples=50, deadline=None)
def test_pooled_cells_turn_no_more_than_one_mean_probability(probabilities, data):
    """Hoeffding's theorem, on which trials pooled over cells rest."""
    sums = [Fraction(1)]
    for p in probabilities:
        sums = [
            (sums[x] * (1 - p) if x < len(sums) else 0) + (sums[x - 1] * p if x else 0)
            for x in range(len(sums) + 1)
        ]
    trials, mean = len(probabilities), sum(probabilities) / len(probabilities)
    binomial = [
        math.comb(trials, x) * mean**x * (1 - mean) ** (trials - x) for x in range(trials + 1)
    ]
    for most in range(trials + 1):
        if most <= trials * mean - 1:
            assert sum(sums[: most + 1]) <= sum(binomial[: most + 1])


def rate(successes, trials, least=0.5, level=1e-4, **more):
    at = {"n": 3, "learner": "made up"}
    return compare_rate(
        "lemma-7", "printed", at, successes, trials, ">=", least, level=level, **more
    )


def summary(*successes, trials, **more):
    return summarize({seed: [rate(x, trials, **more)] for seed, x in enumerate(successes)})


def test_a_summary_pools_the_seeds():
    table = summary(60, 59, 58, trials=60)
    (row,) = table.to_dict("records")
    assert (row["successes"], row["pooled"], row["words"], row["source"]) == (
        177,
        180,
        "holds",
        "pilot",
    )
    # The end of the interval: 177 or more successes have there the probability ½ %.
    tail = sum(
        math.comb(180, x) * row["low"] ** x * (1 - row["low"]) ** (180 - x)
        for x in (177, 178, 179, 180)
    )
    assert tail == pytest.approx(PILOT_LEVEL, rel=1e-6)
    words = [decide_rate(x, 60, ">=", 0.5, 1e-4) for x in range(61)]
    exact = sum(
        math.comb(60, x) * Fraction(row["low"]) ** x * (1 - Fraction(row["low"])) ** (60 - x)
        for x, word in enumerate(words)
        if word is not True
    )
    assert row["chance"] == pytest.approx(float(exact), rel=1e-9)
    assert count_changes(table) == SeedRobustness(row["chance"], 1, 0, 3, 0)


def test_too_few_trials_are_seen():
    """All trials succeeded with every seed, and yet one failure would turn the word."""
    assert count_changes(summary(*[14] * 10, trials=14)).chance > 0.1
    assert count_changes(summary(*[60] * 10, trials=60)).chance < 1e-6
    # The case that asked for all this: 0 of 20 in the reference, 1 of 20 elsewhere.
    turned = summary(0, 1, 0, trials=20, level=3e-6)
    assert turned["words"].item() == "fails 2, undecided 1"
    assert count_changes(turned).turned == 1
    assert count_changes(turned).chance > 0.1


def test_what_is_proved_takes_the_place_of_the_pilot():
    table = summary(40, 40, trials=40, proved=(0.999, 1.0))
    assert table["source"].item() == "proved"
    assert (table["low"].item(), table["high"].item()) == (0.999, 1.0)
    assert table["chance"].item() < summary(40, 40, trials=40)["chance"].item()


def test_runs_that_do_not_match_are_refused():
    with pytest.raises(ClaimsError, match="do not have the same checks"):
        summarize({1: [rate(60, 60)], 2: [rate(59, 59)]})
    with pytest.raises(ClaimsError, match="are the same"):
        summarize({1: [rate(60, 60), rate(58, 60)]})


def test_a_summary_is_read_for_its_own_configuration(tmp_path):
    path = tmp_path / "seed_robustness.csv"
    assert read_seed_robustness(path, "abc") is None
    write_table(path, summary(60, 59, trials=60), "abc")
    assert read_seed_robustness(path, "other") is None
    assert read_seed_robustness(path, "abc").seeds == 2


# ------------------------------------------------------- the configuration

CONFIG = read_yaml(ROOT / "config/config.yaml")


def test_levels_are_shares_of_the_budget():
    config = {
        "error_budget": 1e-3, "strict": True, "seed": 1, "networks": {"junta": {"variables": [1]}},
        "a": {"x": {"error_share": 1}, "y": {"n": 2}}, "b": {"z": {"error_share": 3}},
    }  # fmt: skip
    assert list(statistical_jobs(config)) == [("a", "x"), ("b", "z")]
    assert job_level(config, "b", "z") == pytest.approx(7.5e-4)
    config["b"]["later"] = {"error_share": 1}  # one more job, and all make room
    assert [job_level(config, *job) for job in statistical_jobs(config)] == pytest.approx(
        [2e-4, 6e-4, 2e-4]
    )


def test_the_hash_is_that_of_the_statistical_jobs_without_the_seed():
    digest = statistical_hash(CONFIG)
    assert statistical_hash({**CONFIG, "seed": 1, "results": "elsewhere"}) == digest
    more = {**CONFIG["learners"], "sizes": {**CONFIG["learners"]["sizes"], "trials": 17}}
    assert statistical_hash({**CONFIG, "learners": more}) != digest


# ----------------------------------------------------- the committed summary


@pytest.fixture(scope="module")
def committed():
    return read_table(SUMMARY)


def test_the_committed_summary_is_of_this_configuration(committed):
    assert SUMMARY.read_text(encoding="utf-8").startswith(
        f"# parameters: {statistical_hash(CONFIG)}\n"
    )
    assert set(committed["pooled"] // committed["trials"]) == {10}


def test_no_seed_turned_a_word_and_another_would_not(committed):
    assert not committed["words"].str.contains(",").any()
    word = {name: holds for holds, name in WORDS.items()}
    again = [
        turn_probability(
            word[row.words], row.trials, row.relation, row.rate, row.level, (row.low, row.high)
        )
        for row in committed.itertuples()
    ]
    assert again == pytest.approx(committed["chance"].tolist(), rel=1e-6, abs=1e-300)
    assert math.fsum(again) <= 1e-3


@pytest.mark.parametrize("document", ["docs/reading.md", "docs/seeds.md"])
def test_what_the_documents_say_of_it_is_in_step(committed, document):
    text = " ".join((ROOT / document).read_text(encoding="utf-8").split())
    said = r"changed the word of any of the (\d+) .*?\$(\d\.\d) \\cdot 10\^\{-5\}\$"
    found = re.search(said, text)
    assert int(found[1]) == len(committed)
    # It is rounded up, to the second digit.
    assert 0 <= float(found[2]) - 1e5 * committed["chance"].sum() < 0.1


def test_a_pilot_has_its_own_interval_and_bears_out_what_is_proved(committed):
    for row in committed.itertuples():
        low, high = pilot(row)
        if row.source == "pilot":
            assert (row.low, row.high) == pytest.approx((low, high))
        else:
            # 10^−6 is far beyond chance for all checks together.
            assert row.low <= pilot(row, 1e-6)[1]
            assert row.high >= pilot(row, 1e-6)[0]


def pilot(row, level=PILOT_LEVEL):
    from scipy.stats import beta

    wrong = row.pooled - row.successes
    return (
        beta.ppf(level, row.successes, wrong + 1) if row.successes else 0.0,
        beta.isf(level, row.successes + 1, wrong) if wrong else 1.0,
    )


#: Statements with exact or certified comparisons beside the statistical ones.
MIXED = {
    ("intro-gaussian", "pair"),
    ("intro-gaussian", "printed"),
    ("lemma-10", "sampled-coupling"),
}


def test_the_summary_has_the_reference_runs_checks(committed):
    """By statement: as many checks, the same levels, and the word of the verdict."""
    verdicts = {
        key: verdict
        for key, verdict in read_verdicts(ROOT / "results/reference/verdicts.csv").items()
        if verdict.level is not None
    }
    groups = dict(iter(committed.groupby(["claim", "statement"])))
    assert verdicts.keys() == groups.keys()
    for key, verdict in verdicts.items():
        rows: pd.DataFrame = groups[key]
        assert verdict.level == pytest.approx(math.fsum(rows["level"]), rel=1e-9)
        others = verdict.instances - instances(rows)
        assert others > 0 if key in MIXED else others == 0
        assert verdict.failures == instances(rows[rows["words"] == "fails"])
        assert verdict.undecided == instances(rows[rows["words"] == "undecided"])


def instances(rows):
    named = [json.loads(text) for text in rows["instance"]]
    return len({json.dumps({**name, "quantity": ""}, sort_keys=True) for name in named})


def test_a_changed_word_is_told():
    key = {"claim": "lemma-7", "statement": "printed", "instance": "n=4", "relation": ">="}
    known = pd.DataFrame([{**key, "words": "holds"}, {**key, "instance": "n=6", "words": "holds"}])
    table = known.assign(words=["holds", "undecided"])
    assert changed_words(table, known) == ["lemma-7 (printed), n=6: undecided, not holds"]
    assert changed_words(known, known) == []


def test_the_configurations_own_seed_is_no_other():
    with pytest.raises(ClaimsError, match=rf"^seed {CONFIG['seed']} is the configuration's own"):
        read_runs("results/reseed-{seed}", CONFIG, [1, CONFIG["seed"]])
