"""What a mutant turned, true networks, levels at the edge of a null, and the numbers of it all."""

import math
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from awasthi2024.error_rates import exact_level, simulated
from awasthi2024.false_positives import drawn, false_positives
from awasthi2024.shared.network_families import NETWORK_FAMILIES
from paperclaims.checks.comparison import compare, compare_rate, compare_rounded
from paperclaims.checks.files import write_table
from paperclaims.mutation.mutants import Mutant, corrupted, outcome, turn
from paperclaims.mutation.results import TABLES, count_rejections, read_mutation_results
from paperclaims.registry.claims import read_registry
from sparseact.bounds import section_3

ROOT = Path(__file__).resolve().parents[2]
REGISTRY = read_registry(ROOT / "src/awasthi2024")


def mutant(factor, run):
    def replacement(original):
        return lambda k, W: factor * original(k, W)

    return Mutant("lemma-9", "sharp", "", "sparseact.bounds.theorem_a", replacement, run)


def bound(left=3):
    """Make two records, of 4k²W² at k = 1 and 2."""
    return [compare("lemma-9", "sharp", {}, left, "<=", section_3.theorem_a(k, 1)) for k in (1, 2)]


def test_a_bound_is_turned_by_the_factor_of_its_worst_record():
    turned = turn(mutant(Fraction(1, 2), bound))
    assert turned == ("holds", "fails", "bound", 1, 2, 1.5, True)
    assert turned.clear
    assert not turn(mutant(Fraction(3, 4), bound)).clear


def test_a_statement_that_fails_is_repaired():
    turned = turn(mutant(2, lambda: bound(5)))
    assert turned[:5] == ("fails", "holds", "repaired", 1, 2)


def test_equalities_and_rates_have_no_factor():
    def four():
        return [compare("lemma-9", "sharp", {}, 4, "==", section_3.theorem_a(1, 1))]

    assert turn(mutant(2, four)) == ("holds", "fails", "equality", 1, 1, None, False)

    def rate():
        share = float(section_3.theorem_a(1, 1)) / 8
        return [compare_rate("lemma-9", "sharp", {}, 90, 100, ">=", share, level=0.01)]

    assert turn(mutant(2, rate)) == ("holds", "fails", "rate", 1, 1, None, False)


def test_a_mutant_is_taken_away_even_after_an_error():
    before, found = section_3.theorem_a, []

    def fail():
        found.append(section_3.theorem_a)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), corrupted(mutant(2, bound)):
        fail()
    assert found != [before]
    assert section_3.theorem_a is before


def test_open_comparisons_are_not_failures():
    near = compare("lemma-9", "sharp", {}, 1, "<=", 1.0, error=0.1)
    assert outcome([near]) == "undecided"
    assert outcome([compare_rounded("lemma-9", "sharp", {}, 1.0, "<=", 1.0)]) == "undecided"
    assert outcome([compare_rounded("lemma-9", "sharp", {}, 2.0, "<=", 1.0)]) == "seems to fail"
    few = compare_rate("lemma-9", "sharp", {}, 1, 2, ">=", 0.5, level=0.01)
    assert outcome([few]) == "no longer shown"


@pytest.mark.parametrize("name", NETWORK_FAMILIES)
def test_true_networks_are_different_and_as_many_as_asked(name):
    networks = [instance.network for instance in drawn(name, 7)]
    assert len({(w.w.tobytes(), w.b.tobytes(), w.u.tobytes()) for w in networks}) == 7


def test_no_more_true_networks_are_given_than_there_are():
    with pytest.raises(ValueError, match="extremal has"):
        drawn("extremal", 10**4)


def test_a_corrupted_bound_raises_an_alarm():
    def raised():
        table = false_positives("extremal", 4, REGISTRY)
        return table[(table["failing"] > 0) & ~table["expected"]]["statement"].tolist()

    assert raised() == []
    with corrupted(mutant(Fraction(9, 10), bound)):
        assert "sharp" in raised()


def binomial(successes, trials, p):
    return math.comb(trials, successes) * p**successes * (1 - p) ** (trials - successes)


@pytest.mark.parametrize("relation", [">=", "<="])
@pytest.mark.parametrize(("trials", "rate", "level"), [(30, 0.5, 0.01), (17, 0.8, 0.1)])
def test_a_level_is_a_sum_of_the_binomial_law(trials, rate, level, relation):
    said = {True: 0.0, False: 0.0, None: 0.0}
    for successes in range(trials + 1):
        record = compare_rate("lemma-7", "x", {}, successes, trials, relation, rate, level=level)
        said[record.holds] += binomial(successes, trials, rate)
    found = exact_level(trials, relation, rate, level)
    assert found == pytest.approx(max(said[True], said[False]), rel=1e-9)
    assert 0 < found <= level


def test_a_simulation_counts_wrong_words():
    table = simulated(3)
    assert set(table["statement"]) == {"sampled-coupling", "elimination-rate", "elimination-noise"}
    assert ((table["low"] <= table["exact"]) & (table["exact"] <= table["high"])).all()
    assert (table["exact"] <= table["level"]).all()


def tables():
    mutants = pd.DataFrame(
        [
            ("lemma-9", "corrected", "a", "holds", "fails", "bound", 1, 2, 1.2, False, 9.0, "×9"),
            ("lemma-9", "corrected", "b", "holds", "fails", "bound", 1, 2, 4.0, False, None, None),
            ("def-1", "printed", "c", "holds", "fails", "bound", 1, 2, 2.0, True, 5.0, "×1/5"),
            ("def-1", "wide", "d", "holds", "fails", "bound", 1, 2, 1.3, False, None, None),
            ("lemma-9", "printed", "e", "fails", "holds", "repaired", 1, 2, None, False, None,
             None),
        ],
        columns=["claim", "statement", "mutant", "before", "after", "kind", "failing", "records",
                 "factor", "unit", "least", "change"],
    )  # fmt: skip
    alarm = pd.DataFrame(
        {"kind": ["junta", "junta"], "instances": [100, 100], "records": [3, 4],
         "failing": [0, 2], "expected": [False, True]}
    )  # fmt: skip
    levels = pd.DataFrame({"exact": [1e-3, 4e-3], "level": [1e-2, 1e-2]})
    seen = pd.DataFrame({"claim": ["a", "a"], "statement": ["b", "b"], "seeds": [40, 40]})
    return dict(zip(TABLES, (mutants, alarm, levels, seen), strict=True))


def test_the_numbers_of_the_tables():
    found = count_rejections(tables())
    assert found.coarse == [("def-1", "wide")]
    assert found.derived == 2
    assert found.loose == [("def-1", "printed", 5.0)]  # a written one turns the other
    assert (found.statements, found.bounds, found.close, found.repaired) == (4, 3, 2, 1)
    assert (found.equalities, found.rates) == (0, 0)
    assert found.false_positives == (100, 1, 7, 0)
    assert found.levels == (2, 0.4, 1, 40)
    assert [row["factor"] for row in found.mutants] == [1.2, 4.0, 2.0, 1.3, None]


def test_without_the_tables_nothing_is_said(tmp_path):
    paths = [tmp_path / f"{name}.csv" for name in TABLES]
    for path, table in zip(paths, tables().values(), strict=True):
        write_table(path, table, "a hash")
    assert read_mutation_results([]) is None
    assert read_mutation_results(paths[1:]) is None
    assert read_mutation_results(paths) == count_rejections(tables())
    alone = read_mutation_results(paths[:1])
    assert alone == count_rejections(tables())._replace(false_positives=None, levels=None)
