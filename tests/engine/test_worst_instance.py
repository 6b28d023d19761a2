"""The factor that just turns a statement, found by a search, against what it is by hand."""

import itertools
import math
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperclaims.checks.comparison import (
    compare,
    compare_rate,
    compare_rounded,
    compare_within,
    rounding,
)
from paperclaims.judging.tightness import slack, tightness
from paperclaims.mutation.mutants import Mutant, corrupted, multiplied, outcome
from paperclaims.mutation.worst_instance import BEYOND, TRIALS, WIDTH, just_turned

OTHER = {"holds": ("fails", "seems to fail"), "fails": ("holds",)}


def record(left, relation, right):
    return compare("c", "s", {}, left, relation, right)


def search(records):
    """Return the trial that turns what a function makes of a factor, and how many there were."""
    tried = []

    def try_factor(factor):
        tried.append(factor)
        return records(factor)

    before = records(Fraction(1))
    wanted = OTHER[outcome(before)]
    return just_turned(before, try_factor, lambda found: outcome(found) in wanted), len(tried)


@pytest.mark.parametrize(
    ("left", "relation", "right", "factor"),
    [
        (3, "<=", 4, Fraction(4, 3)),
        (4, "<=", 3, Fraction(3, 4)),
        (4, ">=", 3, Fraction(4, 3)),
        (-4, "<", -3, Fraction(4, 3)),
        (Fraction(10**400 + 1, 10**400), "<=", 2, 2),
        (Fraction(1, 3), "<", Fraction(1, 2), Fraction(3, 2)),
    ],
)
def test_slack_is_the_factor_to_the_other_side(left, relation, right, factor):
    right, left = (Fraction(side) for side in (right, left))
    assert slack([record(left, relation, right)]) == pytest.approx(math.log(factor))


def test_slack_is_infinite_if_no_positive_factor_changes_the_verdict():
    assert slack([record(0, "<=", 1), record(-1, "<", 1), record(2, "==", 2)]) == math.inf
    assert slack([record(1, "<=", 0), record(3, "<=", 4)]) == -math.inf
    assert slack([record(0, "<=", 0)]) == 0


def test_tightness_is_the_least_ratio_and_1_for_equalities_alone():
    equality = record(2, "==", 2)
    assert tightness([]) is None
    assert tightness([record(0, "<=", 1)]) is None
    assert tightness([equality]) == tightness([record(0, "<=", 0)]) == 1
    assert tightness([equality, record(3, "<=", 9), record(8, ">=", 4)]) == 2
    assert tightness([record(3, "<=", 4), record(8, "<=", 4)]) == 0.5


def test_the_tightness_of_a_rate_is_up_to_the_end_of_its_interval():
    rate = compare_rate("c", "s", {}, 90, 100, ">=", 0.5, level=0.01)
    assert tightness([rate]) == pytest.approx(rate.instance["low"] / 0.5)
    few = compare_rate("c", "s", {}, 10, 100, "<=", 0.5, level=0.01)
    assert tightness([few]) == pytest.approx(0.5 / few.instance["high"])


@given(
    st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=1000),
    st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=1000),
    st.sampled_from(["<=", ">="]),
    st.booleans(),
)
def test_a_factor_of_a_side_is_found_by_two_trials(left, right, relation, of_left):
    """Whether the statement holds or fails, and whichever side is multiplied."""

    def records(factor):
        return [record(factor * left if of_left else left, relation,
                       right if of_left else factor * right)]  # fmt: skip

    found, trials = search(records)
    edge = right / left if of_left else left / right
    assert trials <= 2
    assert found.factor == pytest.approx(edge, rel=4.1 * BEYOND)
    assert outcome(records(found.factor)) != outcome(records(Fraction(1)))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("curve", "edge"),
    [
        (lambda f: f**0.5, 1 / 9),
        (lambda f: f**4, 3**-0.25),
        (lambda f: math.log(1 + 8 * f), (9 ** (1 / 3) - 1) / 8),
        (lambda f: 1 + f, None),
        (lambda f: f + f**3, 0.5233247),
    ],
)
def test_another_dependence_is_followed(curve, edge, sign):
    """The left side is a third of the right at the factor 1; `sign` turns growth into decay."""
    third = curve(1) / 3

    def records(factor):
        right = curve(float(factor) ** sign)
        return [compare_within("c", "s", {}, third, "<=", right, error=rounding(third, right))]

    if edge is None:  # 1 + f never falls to 2/3
        with pytest.raises(ValueError, match=f"none of the {TRIALS} factors"):
            search(records)
        return
    found, trials = search(records)
    assert float(found.factor) ** sign == pytest.approx(edge, rel=20 * BEYOND)
    assert outcome(found.records) == "fails"
    assert trials <= 10


@pytest.mark.parametrize("rounded", [math.floor, math.ceil])
@pytest.mark.parametrize("count", [7, 40, 1000])
def test_a_side_that_jumps_is_turned_by_its_next_step(rounded, count):
    """The smallest change of the factor that turns is found by trying the hundredths."""

    def records(factor):
        return [record(Fraction(count, 2), "<=", Fraction(rounded(factor * count)))]

    found, _ = search(records)
    shares = (Fraction(percent, 1000) for percent in itertools.count(1000, -1))
    first = next(share for share in shares if outcome(records(share)) == "fails")
    unit = any(abs(Fraction(r.left) - Fraction(r.right)) <= 1 for r in found.records)
    assert unit or abs(float(found.factor / first) - 1) <= WIDTH + 0.001


def test_a_rounded_comparison_is_turned_where_it_seems_to_fail():
    def records(factor):
        return [compare_rounded("c", "s", {}, 2.0, "<=", float(4 * factor))]

    found, _ = search(records)
    assert outcome(found.records) == "seems to fail"
    assert float(found.factor) == pytest.approx(0.5, rel=20 * BEYOND)
    assert all(record.holds is None for record in found.records)


def test_the_error_of_a_comparison_moves_the_search_on():
    def records(factor):
        return [compare_within("c", "s", {}, 2, "<=", 4 * factor, error=Fraction(1, 20))]

    found, _ = search(records)
    assert outcome(found.records) == "fails"
    assert 0.4 < found.factor < (2 - 0.05) / 4


def test_an_equality_is_turned_and_an_inequality_beside_it_too():
    def equality(factor):
        return [record(3, "==", 3 * factor)]

    assert search(equality)[1] == 1

    def both(factor):
        return [record(3, "==", 3 * factor), record(1, "<=", 2 * factor)]

    found, _ = search(both)
    assert found.factor == pytest.approx(0.5, rel=2 * BEYOND)


def test_rejects_values_that_enter_no_comparison():
    with pytest.raises(ValueError, match="changes the verdict"):
        search(lambda factor: [record(3, "<=", 4)])


class Pair(NamedTuple):
    first: int
    second: list


class Sizes:
    both = property(lambda self: (3, [Fraction(1, 2), 0.5]))
    kept = cached_property(lambda self: 4)


def test_multiplied_values_keep_shape_and_exactness():
    third = Fraction(1, 3)
    assert multiplied(third)(6) == 2
    assert multiplied(third)(lambda: [6, (Fraction(3, 4), 1.5)])() == [2, (Fraction(1, 4), 0.5)]
    assert multiplied(third, "second")(lambda: Pair(6, [6]))() == Pair(6, [2])
    assert multiplied(third, "0")(lambda: (6, 6, 6))() == (2, 6, 6)
    assert multiplied(third, "1")(Sizes.both).fget(Sizes()) == (3, [Fraction(1, 6), 0.5 / 3])
    assert multiplied(0.5)(Sizes.__dict__["kept"]).fget(Sizes()) == 2


def test_a_name_that_is_not_there_is_refused():
    lost = Mutant("lemma-9", "sharp", "", "sparseact.bounds.lemma_nine", multiplied(2), list)
    with (
        pytest.raises(ValueError, match=r"lemma-9: sparseact.bounds has no lemma_nine"),
        corrupted(lost),
    ):
        pass
