"""The checks of Theorem 5 for an unknown support, against brute force and hand calculation."""

import inspect
import math
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from awasthi2024.sample_complexity.checks import (
    separated,
    unknown_displays,
    unknown_support,
    worst_erm,
)
from awasthi2024.sample_complexity.checks.erm_curves import (
    dense_loss,
    learner_loss,
    measure_erm_curves,
)
from awasthi2024.sample_complexity.checks.unknown_support import measure_unknown_support
from awasthi2024.sample_complexity.checks.windows import (
    measure_windows,
    most_indices,
    pruned,
    read_through_windows,
)
from awasthi2024.sample_complexity.checks.worst_erm import measure_worst_erm
from sparseact import bounds

ROOT = Path(__file__).resolve().parents[2]
BASE = {"n": 16, "s": 8, "k": 2, "W": 1, "B": 2, "inverse_loss": 4, "exponent": 6}
GROWTH = {"s": 1024, "k": 1, "B": 2, "inverse_loss": 4, "exponent": 10, "n_exponents": [8, 10]}


@pytest.fixture(scope="module")
def records():
    measurements = [
        measure_unknown_support(
            seed=5, drawn=3, families=3, classes=3, exponents=[1], points_in_all=[3],
            base=BASE, axes={"n": [1, 64], "s": [1, 100], "k": [5]}, growth=GROWTH,
        ),
        measure_worst_erm(
            seed=5, dimensions=[8, 32], sparsities=[2], blocks=[2, 4], shares=[1, 3],
            enumerated=16, losses=[9, 80], exponents=[4], codes=[5, 7],
        ),
        measure_erm_curves(
            seed=5, dimensions=[16], sparsity=1, blocks=2, multiples=[0.5, 1], unlabelled=[4],
            repeats=2, draws=4,
        ),
        measure_windows(
            seed=5, levels=[2], repeats=5, neurons=[2], deltas=[0.1], exponents=[5, 50],
            dimensions=[32], shares=[64],
        ),
    ]  # fmt: skip
    return [record for found in measurements for record in found.records]


def test_the_table_of_lines_names_records_and_theorems(records):
    """Each record and theorem of the table exists, and each displayed inequality is in it."""
    names = {(r.statement, r.instance.get("quantity", "").split(" at ")[0]) for r in records}
    made = {f"{statement}/{quantity}" for statement, quantity in names}
    made |= {statement for statement, _ in names} | {"semi-supervised/sets at level", "copies"}
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "proofs").rglob("*.v"))
    proved = set(re.findall(r"^(?:Lemma|Theorem) (\w+)", sources, re.MULTILINE))
    table = (ROOT / "docs/proofs-theorem_5.md").read_text("utf-8").split("## 8. ")[1]
    rows = [row.split("|")[1:4] for row in table.splitlines() if row.startswith("| ")][2:]
    named = {name for _, cell, _ in rows for name in re.findall("`([^`]+)`", cell)}
    assert named <= made
    assert {name for _, _, cell in rows for name in re.findall("`([^`]+)`", cell)} <= proved
    source = inspect.getsource(unknown_displays)
    fields = re.findall(r"^        (\w+)=", source.split("def compare_constants")[0], re.MULTILINE)
    assert len(fields) > 50
    shown = {field.replace("_", " ") for field in fields}
    assert shown <= {name.split("/")[-1] for name in named}


@pytest.mark.parametrize(("c", "N"), [(3, 1), (3, 2), (4, 2)])
def test_families_are_all_subsets_that_are_separated(c, N):
    vectors = list(product(range(c), repeat=N))
    found = {}
    for size in range(1, 2**N + 1):
        for family in combinations(vectors, size):
            if all(max(map(abs, np.subtract(x, y))) >= 2 for x, y in combinations(family, 2)):
                found.setdefault(size, []).append(separated.n_shattered([family], c))
    walked = separated.all_families(c, N)
    assert {size: (len(o), min(o)) for size, o in found.items()} == {
        size: (count, fewest) for size, (count, fewest, _) in walked.items()
    }


def test_objects_are_those_of_which_every_choice_is_taken():
    rng = np.random.default_rng(3)
    for c, N in ((3, 4), (4, 3), (5, 2)):
        family = separated.drawn_family(c, N, rng)
        pairs = [None, *((v, w) for v in range(c) for w in range(v + 2, c))]
        count = 0
        for chosen in product(pairs, repeat=N):
            used = [i for i in range(N) if chosen[i]]
            taken = {tuple(x[i] for i in used) for x in family}
            count += all(choice in taken for choice in product(*(chosen[i] for i in used)))
        assert separated.n_shattered([family], c) == count


def test_guarantees_of_families():
    # E = 1, 3, 6 for c = 3, 4, 5.
    assert [separated.promised(3, 1, size) for size in (1, 2, 4, 8)] == [1, 2, 4, 8]
    assert separated.promised(4, 3, 17) == 1
    assert separated.promised(4, 3, 18) == 2
    assert separated.promised(5, 2, 24**2) == 4


def test_a_code_of_orthogonal_points_is_each_product_rounded():
    gram = [[Fraction(int(i == j)) for j in range(3)] for i in range(3)]
    products = [Fraction(1, 2), Fraction(-3, 4), Fraction(1, 10)]
    steps, code = unknown_support.greedy_code(products, gram, Fraction(1, 5))
    # Additions of 1/5 until at most 1/5 is left.
    assert (steps, code) == (2 + 3, [Fraction(2, 5), Fraction(-3, 5), 0])


def test_shares_of_splits_by_hand():
    # One function that is off at 2 of 6 points: it fits 4 of the 20 complements of 3 points.
    values = [[0] * 6, [4, 4, 0, 0, 0, 0]]
    assert unknown_support.split_failure(values, 3, 1, 2, 0) == Fraction(1, 5)
    assert unknown_support.split_failure(values, 3, 1, 2, 1) == 0
    assert unknown_support.cover_size(values, 4) == 1


def test_a_learner_on_one_point_of_two():
    """m = 1: from one sample, h fits it and is asked about x: the worst network that fits."""
    finite = unknown_support.FiniteClass({}, [[0, 0], [0, 2]], 1, [Fraction(3, 4), Fraction(1, 4)])
    learner = unknown_support.TransductiveLearner(finite, 1)
    assert learner.predictions([0]) == [0, 2]
    assert learner.predictions([1]) == [0, 0]
    assert learner.split_mean() == 1  # of {0, 1}, half the splits have a loss of 2
    assert learner.loss([Fraction(0), Fraction(2)]) == Fraction(1, 2)


def test_sizes_of_shattered_sets():
    for ratio in (0.01, 0.1, 1.0, 5.0):
        fits = [d for d in range(1, 101) if d <= 2 or d <= 16 * 12.96 * ratio * math.log(2 * d)]
        assert unknown_displays.most_shattered(100, ratio) == max(fits)
    assert unknown_displays.sum_of_objects(2, 3, 1) == pytest.approx(
        math.log(7) / math.log(6 * math.e)
    )


def test_objects_with_all_points():
    # The objects of `n_shattered` are those on some of the points.
    rng = np.random.default_rng(2)
    for c, N in ((4, 3), (5, 2)):
        rows = rng.integers(0, c, size=(30, N)).tolist()
        count = sum(
            unknown_displays.n_objects([[[row[i] for i in chosen] for row in rows]], c)
            for d in range(N + 1)
            for chosen in combinations(range(N), d)
        )
        assert count == separated.n_shattered([rows], c)


def test_displayed_inequalities_by_hand():
    # k = 1, s = 2, M = 1, m = 1: N = 2, t = ½, T = 16, c = 9, E = 28.
    cover = unknown_displays.cover(2, 1, 1.0, 1, 0.25)
    assert cover.code == pytest.approx(2 * (math.log(2) + 16 * math.log(5)) / (32 * math.log(12)))
    assert cover.product == pytest.approx(112 / 48)
    split = unknown_displays.split(100.0, 2, 3.0, 1000)
    # a = √0.1, and 2^j a < 12 for j < 6.
    assert split.levels_by_m == pytest.approx(12 / math.log2(2000))
    assert split.exponent == pytest.approx(3.564)
    # μ = 4 > l_0 = 2: I = 1, θ_0 = τ/104.
    level = unknown_displays.level(4, 8, 1, 1.0, 10, 2.0)
    assert (level.theta0, level.sizes) == pytest.approx((1, 1 / 3.42))
    assert level.drawn == pytest.approx(288 / (26 * 4 * math.log(20)))


def test_levels_by_hand():
    sizes, thresholds = unknown_support.levels(4, 100, 1, Fraction(1), Fraction(6))
    # μ = 2·6 = 12: l = 2, 4, 8, 16.
    assert sizes == [2, 4, 8, 16]
    expected = [6 / 52 / 2 * 2**-0.5, 6 / 52 / 4 * 2**-0.25, 6 / 52 / 8, 0]
    assert [float(t) for t in thresholds] == pytest.approx(expected)
    assert not unknown_support.is_bad([thresholds[0]] * 4, sizes, thresholds)
    assert unknown_support.is_bad([thresholds[0]] * 5, sizes, thresholds)


def test_binomial_tails_against_integers():
    for r, cut in ((40, 12), (100, 60)):
        whole = sum(math.comb(r, j) * 3 ** (r - j) for j in range(cut + 1))
        below = unknown_support.binomial_tail(r, 0.25, cut, above=False)
        assert below == pytest.approx(whole / 4**r, rel=1e-9)
        above = unknown_support.binomial_tail(r, 0.25, cut, above=True)
        assert above == pytest.approx((4**r - whole) / 4**r, rel=1e-9)


def test_probability_of_the_event_by_all_samples():
    family = worst_erm.Family(8, 1, 2, 1)
    assert (family.q, family.neurons, family.m, family.p) == (4, 1, 5, Fraction(1, 20))
    likely = Fraction(0)
    masses = [family.p] * 8 + [1 - 8 * family.p]
    for sample in product(range(9), repeat=family.m):
        unseen = [4 - len({i for i in sample if i // 4 == a}) for a in range(2)]
        if sum(4 * u >= 4 for u in unseen) >= 1:
            likely += math.prod(masses[i] for i in sample)
    assert worst_erm.event_probability(family) == likely


def test_largest_number_below_the_bound():
    for n, k, g, share in ((8, 1, 2, 1), (16, 3, 4, 1), (64, 2, 5, 3)):
        family = worst_erm.Family(n, k, g, share)
        bound = bounds.worst_clipped_erm(n, g * family.neurons, k, 1, float(family.epsilon))
        assert family.m == math.ceil(bound - 1e-9) - 1


@pytest.mark.parametrize("copies", [1, 4])
def test_networks_of_theorem_p_as_networks(copies):
    """The loss of the same network, evaluated by the library."""
    from sparseact.network import SparseReLUNetwork

    family = worst_erm.Family(16, 3, 2, 1, copies)
    unseen = np.array([[1, 0, 1, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0, 0, 0]], dtype=bool)
    w, b = [], []
    for a in range(2):
        v, bias = worst_erm.block_neuron(family, a, np.flatnonzero(unseen[a]))
        beta = math.sqrt(family.copies / (family.q * (1 + unseen[a].sum())))
        w += [beta * v / family.copies] * family.neurons
        b += [beta * bias] * family.neurons
    network = SparseReLUNetwork(np.array(w), np.array(b), np.ones(len(b)))
    values = network(family.points().astype(float))
    assert values[:-1][~unseen.ravel()] == pytest.approx(0, abs=1e-12)
    loss = float(family.p) * np.square(values[:-1]).sum() / 2
    assert loss == pytest.approx(
        family.copies * float(dense_loss(family._replace(copies=1), unseen))
    )
    norm, bias = network.scale
    assert norm == pytest.approx(1)
    assert bias <= 2 * math.sqrt(copies)


def test_a_learner_that_has_seen_all_points_has_no_loss():
    family = worst_erm.Family(16, 1, 1, 1)
    everything = np.tile(np.arange(9), 40)
    assert learner_loss(family, everything, 20, np.random.default_rng(0)) == 0


def test_codes():
    code = worst_erm.greedy_code(8)
    assert min((x != y).sum() for x, y in combinations(code, 2)) == 2
    assert len(code) == 128
    z = worst_erm.trace_code(4)
    assert sorted(map(tuple, z)) == sorted(set(map(tuple, z)))
    assert {int(v) for v in np.unique(z @ z.T)} <= {-8, -4, 0, 4, 8, 16}
    # A linear code: products of vertices are vertices.
    assert tuple(z[3] * z[77]) in set(map(tuple, z))


def test_bounds_by_hand():
    M, log = 4, math.log(7 * 100)
    A = bounds.cover_exponents(6, 2, M, 100)
    assert pytest.approx((4 * 4 * 6 * 16 * math.log(1200), 1200 * 12 * 16 * log**3)) == A
    expected = (22 * min(A) * math.log(200) + 6.4 * 64 * math.log(10)) / 100
    assert bounds.theorem_m(6, 2, 100, 2, 1, 2, 0.1) == pytest.approx(expected)
    assert bounds.split_mean(6, 2, M, 100) == pytest.approx(8 * min(A) * math.log(200) / 100)
    first = (1.3e5 * 12 * log**4 + 24 * 4 * math.log(10)) * 16 / 100
    second = 1e8 * 12 * 2 * log * math.log(7000) ** 2 + 134 * 4 * log * math.log(10)
    expected = first + second * 16 / 1000
    assert bounds.theorem_n(4, 6, 2, 100, 1000, 2, 1, 2, 0.1) == pytest.approx(expected)
    assert bounds.worst_clipped_erm(64, 12, 3, 2, 0.5) == pytest.approx(12 * 3 * 512 * 4 / 128)
    assert bounds.worst_erm(2, 3, 0.5, 0.25) == pytest.approx(35 * math.log(4))
    assert bounds.many_lower(64, 12, 3, 2, 0.5) == pytest.approx(
        (3 * 12 * 64 * 4 / 128 - 1) * math.log(2)
    )


@pytest.mark.parametrize("epsilon", [8, 0.5, 1e-6])
def test_sizes_are_enough_and_not_much_less(epsilon):
    at = (6, 2, 2.0, 1.0, 2.0)
    for size in bounds.theorem_m_samples(*at, epsilon, 0.1):
        loss = bounds.theorem_m(6, 2, (size + 2) // 3, 2, 1, 2, 0.1)
        assert epsilon / 1e8 < loss <= epsilon
    m, T = bounds.theorem_n_samples(4, *at, epsilon, 0.1)
    assert bounds.theorem_n(4, 6, 2, m, T, 2, 1, 2, 0.1) <= epsilon
    m = bounds.clipped_erm_samples(4, *at, epsilon, 0.1)
    assert bounds.theorem_n(4, 6, 2, m, m, 2, 1, 2, 0.1) <= epsilon


# ---------------------------------------------------------------- Theorem T


def test_windows_of_theorem_t_by_hand():
    """t_0 = 1 and kM = 4, so that f_2 = 0; the first of a list is g_0."""
    assert read_through_windows([3, 2]) == 3
    assert read_through_windows([-100, 2]) == 0
    assert read_through_windows([-100, -100]) == -6  # 10 from 4, with 6·t_1 = 12


def test_sizes_of_theorem_t():
    """Q = 2·(104 + 48 ln 100) = 650.1 by hand."""
    m = bounds.theorem_t_samples(1, 1, 1, 0.5, 0.01)
    assert m == 436377
    assert bounds.theorem_t(1, 1, m, 1, 0.01) == pytest.approx(
        (104 * math.log(872755) ** 2 + 48 * math.log(100)) / 436377
    )


def test_sizes_of_the_other_learners_of_section_9():
    """At ε = ½ and s = 1: a = 8 and K = 8·(8 + ln 100) = 100.84; q = 5·10⁶ + 820 ln 100."""
    assert bounds.pruned_samples(1, 1, 1, 0.5, 0.01) == 1861
    assert bounds.pruned_samples(1, 1, 1, 2, 0.5) == 37
    q = 5e6 + 820 * math.log(100)
    m = bounds.theorem_t_prime_samples(1, 1, 1, 0.5, 0.01)
    assert m == pytest.approx(256 * q * math.log(q) ** 4)
    assert bounds.theorem_t_prime(3, 2, 10, 4, 0.1) == pytest.approx(
        16 * (1.5e7 * math.log(70) ** 4 + 1640 * math.log(70) * math.log(10)) / 10
    )


def test_pruning_by_hand():
    """Of v = (½, ½, ½) at η = ⅖ each part is added once where it was seen, and η taken off."""
    assert [most_indices(Fraction(eta)) for eta in ("3/10", "1/2", "9/10")] == [11, 3, 1]
    seen = np.array([True, True, False])
    assert pruned(np.full(3, 0.5), np.eye(3), seen, 0.4).tolist() == [0, 0, 0]
    doubled = pruned(np.array([0.8, -0.8, 0.8]), np.eye(3), seen, 0.3)
    np.testing.assert_allclose(doubled, [0.3, 0, 0])
