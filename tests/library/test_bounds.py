"""The bounds against values by hand, in fractions and in 50-digit decimals."""

from __future__ import annotations

import inspect
import math
from decimal import Decimal, getcontext
from fractions import Fraction as F
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparseact import bounds
from sparseact.bounds import Root, section_3
from sparseact.bounds.domain import LIST, SIZE, checked


@pytest.fixture(autouse=True)
def _digits():
    before = getcontext().prec
    getcontext().prec = 50
    yield
    getcontext().prec = before


def close(value, expected: Decimal) -> bool:
    return abs(Decimal(float(value)) - expected) <= Decimal("1e-14") * abs(expected)


def dec(value) -> Decimal:
    value = F(value)
    return Decimal(value.numerator) / Decimal(value.denominator)


# ------------------------------------------------------------------- Root


def test_root_squares_exactly_and_converts():
    assert Root(F(2, 3)) ** 2 == F(2, 3)
    assert isinstance(Root(2) ** 2, F)
    assert Root(2) ** 4 == 4
    assert Root(3) ** -2 == F(1, 3)
    assert Root(2) ** 1 == math.sqrt(2)
    assert float(Root(F(9, 4))) == 1.5
    assert Root(0.5).square == F(1, 2)
    assert math.sqrt(Root(16)) == 2.0


def test_root_compares_exactly():
    assert Root(4) == 2
    assert hash(Root(4)) == hash(2)
    assert hash(Root(F(9, 4))) == hash(1.5)
    # The nearest float is no square root of 2; it lies above it.
    assert Root(2) < 2**0.5
    assert Root(2) != 2**0.5
    assert Root(2) > -5
    assert Root(2) < Root(3)
    assert Root(2) <= Root(2) >= Root(2)
    assert Root(2) < math.inf
    assert not Root(2) < math.nan
    assert Root(2) != math.nan
    assert Root(2) != "2"
    assert len({Root(2), Root(F(4, 2)), Root(3)}) == 2
    assert not Root(0)


def test_root_falls_to_floats_elsewhere():
    assert 2 * Root(4) == Root(4) * 2 == 4.0
    assert 1 + Root(4) == Root(4) + 1 == 3.0
    assert Root(4) - 1 == 1.0
    assert 1 - Root(4) == -1.0
    assert Root(4) / 4 == 0.5
    assert 4 / Root(4) == 2.0


@pytest.mark.parametrize("square", [-1, F(-1, 7), math.inf, math.nan])
def test_root_refuses(square):
    with pytest.raises(ValueError, match="Root: the square must"):
        Root(square)


@pytest.mark.parametrize("power", [-1001, 1001, 5000, -20000])
def test_root_refuses_a_square_outside_the_domain(power):
    with pytest.raises(ValueError, match=rf"Root: .*, got a number near 2\^{power}"):
        Root(F(2) ** power)
    for end in (-1000, 1000):
        assert float(Root(F(2) ** end)) == 2.0 ** (end // 2)


@given(st.fractions(min_value=0), st.fractions())
def test_root_order_is_that_of_the_reals(square, other):
    less = other >= 0 and square < other**2
    assert (Root(square) < other) == less
    assert (Root(square) >= other) == (not less)


# ------------------------------------------------- exact where no log enters


def test_exact_results():
    W = Root(F(5, 2))
    assert bounds.theorem_a(3, W) == 90
    assert bounds.theorem_a_average(W, F(1, 3)) == F(10, 3)
    assert bounds.theorem_c_tail(3, W, 8) == 10
    assert bounds.theorem_d(3, W, F(1, 3)) == 30
    assert bounds.theorem_d(1, 1, -1) == 4
    # s = 5 < 2k = 6, and s = 7 > 6.
    assert bounds.theorem_a_min(5, 3, W) == F(125, 2)
    assert bounds.theorem_a_min(7, 3, W) == 90
    assert bounds.theorem_a_min_average(5, 3, W, F(1, 5)) == 5
    assert bounds.theorem_a_min_average(7, 3, W, F(1, 5)) == 6
    assert bounds.theorem_d_min(5, 3, W, F(1, 5)) == 25
    assert bounds.lemma_9_step_u(3, W) == F(45, 2)
    assert bounds.lemma_9_step_u_printed(3, W) == F(45, 8)
    assert bounds.lemma_9_step_tail_probability(2, 3) == F(1, 1296)
    # 4W² = 10 with probability 3/4 and 2·9W² = 45 with probability 1/4.
    assert bounds.remark_11(1, 3, W, F(1, 4)) == F(75, 10) + F(45, 4)
    assert bounds.remark_11_third(3, W, F(1, 4)) == F(45, 4)
    for value in (bounds.theorem_a(3, W), bounds.theorem_d(np.int64(3), 2, F(1, 3))):
        assert isinstance(value, F)
    assert bounds.theorem_a(3, 0.5) == 9.0


def test_claim_2_1_sides():
    assert bounds.claim_2_1_tail(F(3, 8), F(-1, 2), 1) == F(1, 2)
    assert bounds.claim_2_1_tail(F(3, 8), F(1, 2), 2) == 1
    # χ_{12} at ρ = −1/2: NS = ½(1 − ¼), and the sharp bound at d = 1 is the tail, 1.
    assert bounds.claim_2_1_tail_sharp(F(3, 8), F(-1, 2), 1) == 1
    # χ_T with |T| = 3: NS = ½(1 − ρ³), and the sharp bound at d = 2 is the tail, 1.
    rho = F(2, 3)
    assert bounds.claim_2_1_tail_sharp((1 - rho**3) / 2, rho, 2) == 1


def test_appendix_a_gamma():
    assert bounds.appendix_a_gamma([[1, -2], [0.5, 0.25]]) == F(3, 2)
    with pytest.raises(ValueError, match="weights must be a finite array"):
        bounds.appendix_a_gamma([1, 2])


def test_theorem_c_degree_by_search():
    for square in (F(1, 3), F(2), F(3), F(7, 5)):
        for epsilon in (F(1, 10), F(1, 3), F(3), F(100)):
            for k in (1, 2):
                d = bounds.theorem_c_degree(k, Root(square), epsilon)
                assert bounds.theorem_c_tail(k, Root(square), d) <= epsilon
                assert d == 0 or bounds.theorem_c_tail(k, Root(square), d - 1) > epsilon
    # 4·3/(39+1) = 3/10: in floats 12/0.3 is 40.000…01, and 4·√3² is below 12.
    assert bounds.theorem_c_degree(1, Root(3), F(3, 10)) == 39
    assert bounds.theorem_c_degree(1, 0, 0) == 0
    with pytest.raises(ValueError, match="no degree"):
        bounds.theorem_c_degree(1, 1, 0)


# -------------------------------------------------- logs, against decimals


def test_lemma_6_against_decimals():
    for n in (1, 3, 10**6):
        for p in (F(1, 2), F(1, 3), 1 - F(1, 2**40), F(1, 2**480), 0.3):
            expected = dec(p) * (n * -dec(p).ln()).sqrt()
            assert close(bounds.lemma_6(n, p), expected)
            assert close(bounds.lemma_6(n, p, constant=3), 3 * expected)
            assert close(bounds.lemma_6_sharp(n, p), expected / Decimal(2).sqrt())
    assert close(bounds.level_one(F(1, 3)), 2 * Decimal(3).ln() / 9)
    big = F(2**5000 - 2**4998 + 7, 2**5000)
    assert close(bounds.lemma_6(7, big), dec(big) * (7 * -dec(big).ln()).sqrt())
    assert bounds.lemma_6(4, 1) == 0


def test_lemma_7_sizes_against_decimals():
    assert bounds.n_monomials(40, 3) == 10701
    for n, d in ((4, 0), (4, 2), (3, 5)):
        subsets = sum(len(list(combinations(range(n), t))) for t in range(d + 1))
        assert bounds.n_monomials(n, d) == subsets
    delta, epsilon, C = F(1, 20), F(1, 10), Root(7)
    log = -dec(delta).ln()
    assert close(bounds.lemma_7_samples(5, 2, C, epsilon, delta), 25 * 7 * 10 * log)
    factor = (1 + (2 * log).sqrt()) ** 2
    expected = 16 * 7 * 10 * factor
    assert bounds.lemma_7_proved_samples(5, 2, C, epsilon, delta) == math.ceil(expected)
    # δ = 1 leaves no logarithm: m = N C²/ε.
    assert bounds.lemma_7_proved_samples(5, 2, 1, F(1, 10), 1) in (160, 161)
    chernoff = 2 * 16 * (2 * 16 / dec(delta)).ln() / (1 - Decimal(2).ln())
    assert bounds.regression_samples(5, 2, delta) == max(math.ceil(chernoff), 8 * 16 * 20)
    assert bounds.regression_samples(5, 2, delta, F(1, 3)) == 8 * 16 * 20 * 3
    assert bounds.regression_samples(5, 2, F(9, 10)) == math.ceil(
        32 * (32 / dec(F(9, 10))).ln() / (1 - Decimal(2).ln())
    )
    with pytest.raises(ValueError, match="lemma_7_samples: a number overflows a float"):
        bounds.lemma_7_samples(40, 10**6, 1, 0.1, 0.1)


def test_lemma_9_and_theorem_8_against_decimals():
    n, s, k, W2, B = 6, 5, 2, F(3, 2), F(3, 4)
    root_s = Decimal(s).ln().sqrt()
    nine = 16 * dec(W2) * Decimal(n).sqrt() * Decimal(n * s).ln() + 8 * dec(B) ** 2 * root_s
    assert close(bounds.lemma_9(n, s, k, Root(W2), B, constant=0.5), nine / 2)
    degree = 256 * dec(W2) ** 2 * Decimal(n * s).ln() ** 4 + 64 * dec(B) ** 4 * Decimal(s).ln()
    assert close(bounds.theorem_8_degree(n, s, k, Root(W2), B, F(1, 5)), 25 * degree)
    sup = 2 * (dec(W2).sqrt() * Decimal(n).sqrt() + dec(B))
    assert close(bounds.sup_norm(n, k, Root(W2), B), sup)
    assert bounds.lemma_9(1, 1, 1, 1, 1) == 0


def largest_sensitivity(n, s, k, B):
    """Return what docs/proofs.md proves AS(h) to be at most, for W = 1."""
    return min(2, 1 + B) ** 2 if n == k == 1 < s else min(2 * k, s) ** 2


def test_constants_of_lemma_10_follow_from_average_sensitivity():
    ratios = {True: [0.0], False: [0.0]}
    shapes = [(n, s, k) for n in (1, 2, 3, 50) for s in (1, 2, 3, 40) for k in (1, 2, 3) if k <= s]
    for n, s, k in shapes:
        for B, rho in product((0, 0.1569, 0.577, 1, 5), (-1, -0.5, 0, 0.5, 0.9, 1 - 2**-40)):
            if n * s > 2 or (n * s == 2 and rho >= 0):
                noise = (1 - rho) / 2 * largest_sensitivity(n, s, k, B)
                ratios[rho >= 0].append(noise / bounds.lemma_10(n, s, k, 1, B, rho))
    least = bounds.lemma_10_constant
    assert 0.9999 * least < max(ratios[True]) <= least * (1 + 1e-12)
    assert 4.97 < max(ratios[False]) <= bounds.lemma_10_all_rho_constant * (1 + 1e-12)


def test_constant_of_lemma_10_is_the_least():
    bias = math.log(2) ** 1.5
    value = bounds.lemma_10(1, 2, 1, 1, bias, 0, constant=bounds.lemma_10_constant)
    assert value == pytest.approx((1 + bias) ** 2 / 2)


def test_constant_of_lemma_9_is_the_least():
    constant = bounds.lemma_9_constant
    for n, s, k in ((2, 2, 1), (2, 2, 2), (3, 4, 1), (1, 2, 2), (1, 5, 3), (100, 1000, 2)):
        assert bounds.lemma_9(n, s, k, 1, 0, constant=constant) >= bounds.theorem_a(k, 1)
    # With s = 1 the function is 1-Lipschitz, AS ≤ W²; the smallest such n is 2.
    assert bounds.lemma_9(2, 1, 1, 1, 0, constant=constant) >= 1
    # With n = k = 1, AS ≤ min(2W, W + B)²; at B = W√ln 2, s = 2 the two sides meet.
    for s in (2, 3, 10, 10**6):
        for B in (0, 0.25, 0.5, 0.8, math.sqrt(math.log(2)), 0.9, 1, 2, 100):
            right = bounds.lemma_9(1, s, 1, 1, B, constant=constant)
            assert min(2, 1 + B) ** 2 <= right * (1 + 1e-12)
    root = math.sqrt(math.log(2))
    assert bounds.lemma_9(1, 2, 1, 1, root, constant=constant) == pytest.approx(
        (1 + root) ** 2, rel=1e-14
    )


def test_steps_of_lemma_9():
    assert close(
        bounds.lemma_9_step_pr(50, 30, 2), 4 * Decimal(2).sqrt() * (Decimal(15).ln() / 50).sqrt()
    )
    # Below s/k = √e the maximum of p√ln(1/p), at p = e^{-1/2}, takes over.
    assert close(bounds.lemma_9_step_pr(50, 2, 2), 4 * Decimal(2).sqrt() * Decimal("0.01").sqrt())
    assert close(bounds.lemma_9_step_pr_printed(50, 30, 2), 2 * (Decimal(15).ln() / 50).sqrt())
    threshold = 2 * (3 * (10 * Decimal(3000).ln()).sqrt() + 5)
    assert close(bounds.lemma_9_step_tail_threshold(50, 30, 2, 3, 5), threshold)
    printed = Decimal(2).sqrt() * 6 * Decimal(1500).ln().sqrt() * 7 + 10
    assert close(bounds.lemma_9_step_tail_threshold_printed(50, 30, 2, 3, 5, constant=7), printed)
    pr = 4 * Decimal(2).sqrt() * (Decimal(15).ln() / 50).sqrt()
    sup = 2 * (3 * Decimal(50).sqrt() + 5)
    v = 50 * (pr * threshold**2 + sup**2 / Decimal(1500) ** 4)
    assert close(bounds.lemma_9_step_v(50, 30, 2, 3, 5), v)


# ----------------------------------------------------------------- domain


@pytest.mark.parametrize(
    "call",
    [
        lambda: bounds.claim_2_1_tail(1, F(1, 2), 0),
        lambda: bounds.claim_2_1_tail(1, 1, 3),
        lambda: bounds.claim_2_1_tail(1, -1, 2),
        lambda: bounds.lemma_6(4, 0),
        lambda: bounds.lemma_7_samples(4, 1, 1, 0, 0.1),
        lambda: bounds.lemma_7_proved_samples(4, 1, 1, 0, 0.1),
        lambda: bounds.lemma_9_step_pr(4, 2, 0),
        lambda: bounds.lemma_9_step_pr(0, 2, 1),
        lambda: bounds.lemma_9_step_tail_probability(0, 1),
        lambda: bounds.lemma_10(4, 2, 1, 1, 1, 1),
        lambda: bounds.theorem_8_degree(4, 2, 1, 1, 1, 0),
    ],
)
def test_undefined_raises(call):
    with pytest.raises(ValueError, match=r"(?i)lemma|claim|theorem"):
        call()


SIZES = {
    "n": 4, "s": 3, "k": 2, "m": 50, "T": 60, "d": 2, "W": 1, "B": 1, "R": 1, "M": 2, "C": 1,
    "epsilon": F(1, 10), "delta": F(1, 10), "rho": F(1, 2), "constant": 1,
}  # fmt: skip
FUNCTIONS = {
    name: tuple(inspect.signature(function).parameters)
    for name in dir(bounds)
    if inspect.isfunction(function := getattr(bounds, name))
}
#: The functions that take nothing else.
PLAIN = [name for name, takes in FUNCTIONS.items() if set(takes) <= SIZES.keys()]
WRONG = {
    **dict.fromkeys(("n", "m", "T", "d", "s", "k"), (-1, math.nan, math.inf)),
    **dict.fromkeys(
        ("W", "B", "R", "M", "C", "epsilon", "constant"), (-1, F(-1, 10**9), math.nan, -math.inf)
    ),
    "delta": (0, -0.5, 2, math.nan),
    "rho": (3, -1.001, F(10**9 + 1, 10**9), math.nan),
}


def test_most_functions_take_nothing_but_sizes():
    assert len(PLAIN) > 60


@pytest.mark.parametrize("name", PLAIN)
def test_arguments_without_a_meaning_are_one_sentence(name):
    function = getattr(bounds, name)
    good = {size: SIZES[size] for size in FUNCTIONS[name]}
    function(**good)
    for size in good:
        for value in WRONG[size]:
            with pytest.raises(ValueError, match=rf"{name}: {size} must be an? ") as caught:
                function(**good | {size: value})
            assert "\n" not in str(caught.value)
        for value in ("2", None, [1], 1j):
            with pytest.raises(TypeError, match=rf"{name}: {size} must be an? "):
                function(**good | {size: value})
    if "k" in good and "s" in good:
        with pytest.raises(ValueError, match=rf"{name}: k must be at most s = 3, got 4"):
            function(**good | {"k": 4})


def test_the_edges_that_have_a_meaning_are_allowed():
    assert bounds.theorem_a(0, Root(2)) == 0
    assert bounds.lemma_9(4, 2, 2, Root(0), 0) == 0
    assert bounds.remark_11(1, 3, 1, 1) == 18
    assert bounds.theorem_a_min(np.int64(4), F(3, 2), 10**150) == 9 * 10**300


def test_the_bound_of_lemma_10_beyond_every_noise():
    """1 − ρ = 3 is the noise of no ρ in [−1, 1]: the printed ρ of Theorem 8's proof may be so."""
    expected = dec(3).sqrt() * (16 * (dec(F(4, 3)) * 2).ln() ** 2 + 8 * dec(2).ln().sqrt())
    assert close(section_3.lemma_10_of_rest(4, 2, 2, 1, 1, 3), expected)
    with pytest.raises(ValueError, match=r"lemma_10: rho must be a number in .*, got -2"):
        section_3.lemma_10(4, 2, 2, 1, 1, -2)


def test_a_domain_of_no_argument_is_refused():
    with pytest.raises(TypeError, match="half takes no m"):

        @checked(n=SIZE, m=SIZE)
        def half(n):
            return n / 2


# ------------------------------------------------------ types and arrays

#: Good arguments of the other functions, by name; those of `SIZES` come first.
OTHERS = {
    "noise_sensitivity": 1, "p": F(1, 2), "q": 3, "r": 2, "b": 3, "number": 5, "points": 3,
    "opt": 1, "best": 2, "largest": 2, "variance": 2, "sensitivity": 4, "slack": 1,
    "mean_active": 1, "mean_square_active": 1, "mean_square": 2, "violation": F(1, 2),
    "W2": 2, "B2": 3, "U": 1, "gamma": 1, "t": 1, "angle": 1, "square": 2, "norm_squared": 2,
    "threshold": 1, "size": 3, "grid": 1, "tolerance": F(1, 4), "a": 2, "centre": 2,
    "loss": F(1, 2), "ratio": 2, "c": 1, "value": 3, "nats": 2, "root": 2, "complexity": 2,
    "confidence": 2, "scale": 2, "exponent": 3, "gap": 3, "start": 1, "last": 2,
    "rest": 3, "beta": 2, "u": 1, "error": 1,
    "coefficient": 1, "active": [1, 2], "squares": [1, 2], "biases": [F(1, 4), F(1, 2)],
    "weights": [[1, 2], [3, 1]], "x": np.eye(3), "v": np.array([1, 2]),
}  # fmt: skip
#: Where a function needs another value than elsewhere.
OWN = {
    "appendix_b_final": {"s": 3}, "theorem_3b_scale": {"p": 2},
    "confidence_lower": {"delta": F(1, 4)},
    "dimension_lower": {"epsilon": F(1, 64), "a": 2}, "shattered_failure": {"p": F(1, 4)},
    "two_point_mass": {"epsilon": F(1, 4)},
    "gaussian_pair_least": {"s": 4}, "parity_symmetric": {"m": 5}, "theorem_f": {"m": 4},
    "lemma_18_samples": {"complexity": lambda m: m**-0.5, "epsilon": F(1, 2), "C": 1},
    "near_limit": {"m": 2}, "number_printed": {"m": 3},
    "eq_14_residual": {"m": 3}, "theorem_q": {"p": 2}, "theorem_q_near": {"p": 2},
}  # fmt: skip
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATS = [np.float16, np.float32, np.float64, np.longdouble]
#: Values that each type has, and that overflow in products of the narrow ones.
INTEGER = {"n": 120, "s": 100, "m": 90, "k": 20, "W": 30, "B": 40, "R": 20, "C": 50}


def arguments(name):
    takes = {size: (SIZES | OTHERS).get(size) for size in FUNCTIONS[name]}
    return takes | OWN.get(name, {})


def kind(name, argument):
    return getattr(bounds, name).__annotations__[argument]


def scalars(name):
    """Return the arguments that are numbers."""
    given = arguments(name)
    return {a: v for a, v in given.items() if isinstance(v, (int, F)) and not isinstance(v, bool)}


def same(found, expected):
    if isinstance(expected, tuple):
        return all(map(same, found, expected))
    return type(found) is type(expected) and found == expected


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("kind_of_number", INTEGERS)
def test_integers_of_every_type_are_integers(name, kind_of_number):
    """`lemma_7_samples(np.int64(1000), np.int64(8), …)` was 4.6e21 for 2.3e27."""
    function, given = getattr(bounds, name), arguments(name)
    for sizes in ({}, INTEGER):
        usual = given | {a: v for a, v in sizes.items() if a in given and name not in OWN}
        wide = {
            a: kind_of_number(v)
            for a, v in usual.items()
            if isinstance(v, int) and a in scalars(name)
        }
        with np.errstate(over="raise", invalid="raise"):
            assert same(function(**usual | wide), function(**usual))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("kind_of_number", FLOATS)
def test_floats_of_every_type_are_floats(name, kind_of_number):
    function, given = getattr(bounds, name), arguments(name)
    floating = {
        a: kind_of_number(0.25 if v == F(1, 10) else float(v))
        for a, v in scalars(name).items()
        if kind(name, a) != "int"
    }
    plain = {a: float(v) for a, v in floating.items()}
    assert same(function(**given | floating), function(**given | plain))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arrays_are_broadcast_and_a_bad_element_has_its_index(name):
    function, given = getattr(bounds, name), arguments(name)
    names = list(scalars(name))
    if not names:
        return
    one = names[0]
    column = np.array([[given[one]], [given[one]]], dtype=object)
    found = function(
        **given | {one: column, names[-1]: np.array([given[names[-1]]] * 3, dtype=object)}
    )
    expected = function(**given)
    parts = (
        zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
    )
    for array, value in parts:
        rows = 2 if len(names) > 1 else 1
        assert array.shape == ((2, 3) if rows == 2 else (3,))
        assert array.dtype == (np.float64 if isinstance(value, float) else object)
        assert all(same(v, value) for v in array.ravel().tolist())
    bad = np.array([given[one], None], dtype=object)
    with pytest.raises(ValueError, match=rf"^{name}: {one} must be .*\(at index 1\)$"):
        function(**given | {one: bad})


def test_arrays_of_integers_do_not_overflow():
    n = np.arange(100, 1000, 100)
    found = bounds.averages_time(n, np.int64(10))
    assert found.tolist() == [7 * v**10 for v in n.tolist()]
    assert bounds.theorem_a(np.array(2), 3) == 144
    with pytest.raises(
        ValueError, match=r"theorem_d: rho must be .*, got 2.0 \(at index \(1, 0\)\)"
    ):
        bounds.theorem_d(1, 1, np.array([[1.0], [2.0]]))
    with pytest.raises(ValueError, match="broadcast"):
        bounds.theorem_a(np.ones(2), np.ones(3))
    assert bounds.theorem_a(np.ones(0), 1).shape == (0,)


def test_rejects_numbers_that_are_neither_floats_nor_counts():
    with pytest.raises(ValueError, match=r"theorem_a: W must be .*more digits than a float"):
        bounds.theorem_a(2, np.longdouble(1) / 3)
    with pytest.raises(ValueError, match=r"n_monomials: n must be an integer .*, got 4.5"):
        bounds.n_monomials(4.5, 2)
    for value in (True, np.True_, "4", None):
        with pytest.raises(TypeError, match=r"n_monomials: n must be an integer"):
            bounds.n_monomials(value, 2)
    with pytest.raises(TypeError, match=r"normal_tail: t must be a finite number.*, got '1'"):
        bounds.normal_tail("1")
    with pytest.raises(TypeError, match=r"basis_norm: biases\[1\] must be a finite"):
        bounds.basis_norm(1, [F(1, 2), "x"])
    for name, value in [("normal_tail", math.nan), ("neuron_tail_power", -math.inf)]:
        with pytest.raises(ValueError, match=rf"{name}: .* must be a finite number.*, got {value}"):
            getattr(bounds, name)(value, *[2] * (name != "normal_tail"))
    with pytest.raises(ValueError, match="n is a masked array"):
        bounds.n_monomials(np.ma.masked_array([8, 9], [True, False]), 2)
    with pytest.raises(ValueError, match=r"union_factor: number must be a f.*, got 1.7e\+308"):
        bounds.union_factor(1.7e308, 120)
    with pytest.raises(TypeError, match=r"positional argument"):
        bounds.theorem_a(1, 2, 3)
    with pytest.raises(TypeError, match="multiple values"):
        bounds.theorem_a(1, k=2)
    with pytest.raises(ValueError, match="v holds the integer 9007199254740993"):
        bounds.lwr_squared_norm(np.array([2**53 + 1]), 0)


def test_overflow_and_division_by_zero_are_sentences():
    with pytest.raises(
        ValueError, match="theorem_a is undefined here: a number in it is 0 or over"
    ):
        bounds.theorem_a(1e9, 1e150)
    assert bounds.theorem_a(10**9, 10**150) == 4 * 10**318
    with pytest.raises(ValueError, match="search_tests divides by zero here"):
        bounds.search_tests(4, 0.0, 1.0)


def corners(domain):
    """Return numbers at the ends of a domain, and numbers just outside."""
    if domain.integral:
        most = int(domain.largest)
        return [0, 1, most], [most + 1, 10 * most]
    least = F(domain.tiny)
    inside = [F(0)] * (not domain.above) + [least, float(least), F(domain.largest)]
    return inside, [least / 2, float(least / 4), 2 * F(domain.largest)]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", [n for n in FUNCTIONS if hasattr(getattr(bounds, n), "domains")])
def test_the_corners_of_the_domain_give_a_number_or_a_sentence(name):
    """At most 60 s for all; `theorem_f(s=10^6, …)` and 12 others did not end in half a minute."""
    function, given = getattr(bounds, name), arguments(name)
    for argument in scalars(name).keys() & function.domains.keys():
        domain = function.domains[argument]
        inside, outside = corners(domain)
        for value in inside:
            most = {"s": value} if argument == "k" and "s" in given and value else {}
            try:
                found = function(**given | most | {argument: value})
            except ValueError as error:
                found = str(error)
            if isinstance(found, str):
                assert "\n" not in found
                assert len(found) < 250
                continue
            for one in found if isinstance(found, tuple) else (found,):
                assert not isinstance(one, float) or math.isfinite(one)
        sentence = rf"^{name}: {argument} must be an? .*, got .{{1,50}}$"
        for value in outside:
            with pytest.raises(ValueError, match=sentence):
                function(**given | {argument: value})


def test_zero_right_sides_are_returned():
    assert bounds.lemma_9(1, 1, 1, 1, 7) == 0
    assert bounds.lemma_10(2, 1, 1, 1, 7, -1) == 0
    assert bounds.lemma_6(4, 1) == 0
    assert bounds.lemma_6(0, 0.5) == 0
    assert bounds.theorem_d(3, 2, 1) == 0
    assert bounds.lemma_9_step_pr_printed(4, 2, 2) == 0
    assert bounds.lemma_7_samples(4, 1, 1, 1, 1) == 0


def test_only_what_has_a_sign_may_be_negative():
    """Correlations, coordinates, angles, errors and labels have one; norms and counts none."""
    functions = [one for one in vars(bounds).values() if hasattr(one, "domains")]
    signed = {
        name
        for function in functions
        for name, domain in function.domains.items()
        if domain.least < 0 and domain is not LIST
    }
    words = "a angle centre coefficient error gap rho start t value"
    assert signed == set(words.split())
    with pytest.raises(ValueError, match=r"norm_squared must be .* at least 0.*, got -3"):
        bounds.appendix_b_max_norm_sharp(4, -3)
