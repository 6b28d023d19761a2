"""Lemma 1 of docs/certificates.md: closed forms in floats against the formulas in 60 digits."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperclaims.checks.comparison import ROUNDING
from sparseact.bounds import appendix_b, rademacher, samples, section_2, section_3
from sparseact.bounds.arithmetic import Root

#: What Lemma 1 proves; the records allow twice as much.
PROVED = Fraction(ROUNDING) / 2

sizes = st.integers(2, 10**6)
scales = st.fractions(Fraction(1, 100), 100, max_denominator=1000)
means = st.fractions(Fraction(1, 10**9), Fraction(999_999, 10**6), max_denominator=10**9)


def ln(x):
    return D(x).ln()


def D(x):
    """Return a number in the context's digits."""
    if isinstance(x, Fraction):
        return Decimal(x.numerator) / Decimal(x.denominator)
    return Decimal(x)


def root(x):
    return D(x).sqrt()


def exponential(x):
    return D(x).exp()


def conj_20(s, k, m, scale):
    return scale * root(Fraction(s * k, m))


#: Names, the library's float, and the formula from the docs.
FORMS = {
    "lemma 6": (
        lambda n, s, k, m, x, p: section_2.lemma_6(n, p),
        lambda n, s, k, m, x, p: D(p) * root(n * ln(1 / p)),
    ),
    "level one": (
        lambda n, s, k, m, x, p: section_2.level_one(p),
        lambda n, s, k, m, x, p: 2 * D(p) ** 2 * ln(1 / p),
    ),
    "lemma 9": (
        lambda n, s, k, m, x, p: section_3.lemma_9(n, s, k, Root(x), Root(m)),
        lambda n, s, k, m, x, p: k**4 * D(x) * root(n) * ln(n * s) + k**3 * m * root(ln(s)),
    ),
    "lemma 9, the last line": (
        lambda n, s, k, m, x, p: section_3.lemma_9_step_last(n, s, k, Root(x), Root(m)),
        lambda n, s, k, m, x, p: (
            k**3 * root(n * (1 + ln(Fraction(s, k)))) * (60 * D(x) * ln(2 * n * s) + 8 * m)
        ),
    ),
    "lemma 10": (
        lambda n, s, k, m, x, p: section_3.lemma_10(n, s, k, Root(x), Root(m), 1 - p),
        lambda n, s, k, m, x, p: (
            root(p) * (k**4 * D(x) * ln(n * s / p) ** 2 + k**3 * m * root(ln(s)))
        ),
    ),
    "appendix B's tail": (
        lambda n, s, k, m, x, p: appendix_b.appendix_b_tail(
            appendix_b.appendix_b_norm_threshold(n, s, k)
        ),
        lambda n, s, k, m, x, p: 2 * exponential(-4 * ln(n * s * k)),
    ),
    "appendix B's norm": (
        lambda n, s, k, m, x, p: appendix_b.appendix_b_max_norm(n, s, k, x),
        lambda n, s, k, m, x, p: (8 + 1 / (2 * ln(2))) * ln(n * s * k) * D(x),
    ),
    "(15)": (
        lambda n, s, k, m, x, p: rademacher.eq_15(n, s, k, m, Root(x * x), 1, 1),
        lambda n, s, k, m, x, p: (D(x) + 1) * root(s * n * k * ln(k * m * (x + 1)) / m),
    ),
    "theorem J": (
        lambda n, s, k, m, x, p: rademacher.theorem_j(s, k, m, x, 1, 1),
        lambda n, s, k, m, x, p: (
            conj_20(s, k, m, D(x) + 1)
            * min(D("3.6") * root(ln(2 * m)), root(8 * ln(8 * m)) + D("1.76"))
        ),
    ),
    "theorem K": (
        lambda n, s, k, m, x, p: rademacher.theorem_k(s, k, m, x, 1, 1),
        lambda n, s, k, m, x, p: (
            conj_20(s, k, m, D(x) + 1) * (root(2 * ln(Fraction(s, k))) + 25 * root(root(ln(2 * m))))
        ),
    ),
    "theorem 17": (
        lambda n, s, k, m, x, p: samples.theorem_17(n, s, k, 2, x, 1, Fraction(1, m), p),
        lambda n, s, k, m, x, p: (
            ((2 * D(x) + 1) ** 2 * k * s * n * ln(3 * k * m) + ln(1 / p)) * m**2
        ),
    ),
    "theorem G": (
        lambda n, s, k, m, x, p: samples.theorem_g_closed(float(m), s * k, k * k, 1 / n, 3.0),
        lambda n, s, k, m, x, p: (
            (a := D(100_000 * m * (13 * s * k + 6 * k * k) * n)) * (4 * ln(a)) ** 4
        ),
    ),
}


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(n=sizes, s=sizes, k=st.integers(1, 1000), m=sizes, x=scales, p=means)
def test_closed_forms_are_rounded_by_less_than_is_proved(name, n, s, k, m, x, p):
    in_floats, formula = FORMS[name]
    s *= k  # the bounds are for k ≤ s
    with localcontext() as context:
        context.prec = 60
        exact = Fraction(formula(n, s, k, m, x, p))
    found = Fraction(float(in_floats(n, s, k, m, x, p)))
    assert abs(found - exact) <= PROVED * exact


@given(s=st.integers(2, 10**9))
def test_the_largest_norm_is_the_solution_of_its_equation(s):
    found = appendix_b.appendix_b_max_norm_sharp(s, 1)
    with localcontext() as context:
        context.prec = 60
        level = 1 + 2 * ln(s)
        below, above = (D(found) * (1 + side * D(float(PROVED))) for side in (-1, 1))
        assert below - ln(below) < level < above - ln(above)
