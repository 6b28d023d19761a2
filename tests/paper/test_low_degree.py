"""The checks of low-degree learning against other routes: by hand, brute force, quadrature."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from in_fractions import coefficients
from test_network_families import SMALL

from awasthi2024 import constructions
from awasthi2024.low_degree.checks import degrees, learner, steps
from awasthi2024.shared.network_families import network_family
from balls import exact
from sparseact import bounds
from sparseact.cube import points, walsh_transform
from sparseact.learning import LowDegreeRegressor


def brute_tails(network):
    """Return Σ_{|T|>d} ĥ(T)² for d = 0..n, from coefficients by their definition."""
    found = coefficients([Fraction(v) for v in network.values().tolist()])
    return [
        sum((c**2 for chosen, c in found.items() if len(chosen) > d), Fraction(0))
        for d in range(network.n + 1)
    ]


# ----------------------------------------------------------------- degrees


def test_degrees_returns_brute_force_and_closed_forms():
    networks = []
    for name in ("random", "extremal"):
        networks += network_family(name).generate(seed=3, **SMALL[name])
    records, table = degrees.degrees(networks=networks, fractions=[0.5, 0.1])
    by_name = {instance.name: instance for instance in networks}
    assert len(table) == 2 * len(networks)
    for row in table.to_dict("records"):
        instance = by_name[row["network"]]
        tails = brute_tails(instance.network)
        epsilon = Fraction(row["fraction"]) * (tails[0] or 1)
        assert row["needed"] == min(d for d in range(len(tails)) if tails[d] <= epsilon)
        W2, B2 = (float(q) for q in instance.network.scale_squared)
        least = max(math.ceil(4 * instance.k**2 * W2 / float(epsilon) - 1e-9) - 1, 0)
        assert row["theorem_c"] == least
        n, s, k = row["n"], row["s"], row["k"]
        paper = (k**8 * W2**2 * math.log(n * s) ** 4 + k**6 * B2**2 * math.log(s)) / epsilon**2
        assert row["paper"] == pytest.approx(paper)
    # The paper's degree is 0 at n = s = 1. Var σ(x) = ¼, by hand.
    failing = [r for r in records if (r.claim, r.statement) == ("theorem-8", "printed")]
    failing = [r for r in failing if not r.holds]
    assert {(r.instance["n"], r.instance["s"], r.instance["d"]) for r in failing} == {(1, 1, 0)}
    assert 0.25 in {r.left for r in failing if r.instance["network"].endswith("relu")}


def test_floor_degree_returns_a_degree_up_to_n():
    assert degrees.floor_degree(3.7, 9) == 3
    assert degrees.floor_degree(1e300, 9) == 9
    assert degrees.floor_degree(math.inf, 9) == 9
    assert degrees.floor_degree(0.0, 9) == 0
    assert degrees.floor_degree(4 * (1 + 1e-15), 9) == 3  # rounding may have brought it to 4


# ------------------------------------------------------------------- steps


@pytest.fixture(scope="module")
def records():
    return steps.steps(
        seed=0, dimensions=[3, 1], rhos=["0", "1/2", "15/16"], largest_degree=6,
        constants=[1, 1e-6], scales=[1, 100], epsilons=[0.25, 0.015625],
    ).records  # fmt: skip


@pytest.mark.parametrize(
    ("key", "given", "sides"),
    [
        # h = |x1 + x2| = 1 + χ: tail 1 at d = 1, NS_ρ = ½(1 − ρ²).
        ("theorem-8/first", {"d": 1, "rho": 0.5}, (1, 0.75)),
        # n = 1, labels 4x, h = 2x: the best constant has ½·16, h has ½·4; the excess is 6, ε = 4.
        ("intro-agnostic/analysis", {}, (6, 4)),
        ("intro-agnostic/twice", {}, (8, 8)),
        # d = 1, τ = 1: labels 1 + (1 + A)χ, excess ½(1 + A)² − ½A², at A = 1.
        ("intro-agnostic/printed", {"d": 1, "eps": 0.25, "A": 1}, (1.5, 0.25)),
    ],
)
def test_steps_returns_the_failing_instances_by_hand(records, key, given, sides):
    found = [
        (r.left, r.right)
        for r in records
        if f"{r.claim}/{r.statement}" == key and given.items() <= r.instance.items()
    ]
    assert sides in found


def test_agnostic_sides_returns_the_losses_of_least_squares():
    rng = np.random.default_rng(0)
    n, d = 3, 1
    f, h = rng.integers(-8, 9, 8) / 4, rng.integers(-8, 9, 8) / 4
    design = np.column_stack([np.ones(8), points(n)])
    fit = design @ np.linalg.lstsq(design, f)[0]
    own = design @ np.linalg.lstsq(design, h)[0]
    best, loss, tail = steps.agnostic_sides(f, h, d)
    assert float(best) == pytest.approx(np.mean((f - fit) ** 2) / 2)
    assert float(loss) == np.mean((f - h) ** 2) / 2
    assert float(tail) == pytest.approx(np.mean((h - own) ** 2))


# ------------------------------------------------------------ the learner


def test_member_returns_members_of_the_class():
    setting = learner.setting_of(5, 3, s=16, k=1, W=1, B=1)
    assert setting.epsilon == 1
    tails = []
    for trial in range(40):
        values = learner.member(setting, np.random.default_rng(trial))
        weights = walsh_transform(values) ** 2
        degrees = np.array([mask.bit_count() for mask in range(32)])
        assert weights @ degrees <= 4  # Theorem A at k = W = 1
        assert np.abs(values).max() <= setting.C
        tails.append(weights[degrees > 3].sum())
    assert max(tails) == 1  # Theorem C's bound is met by some: p = 4, where √p is dyadic


def test_success_returns_every_size_within_the_error_budget():
    settings = {"n": 4, "d": 2, "s": 8, "k": 1, "W": 1, "B": 1}, {"n": 5, "d": 2, "epsilon": 0.25}
    given = {"delta": 0.3, "trials": 50, "level": 1e-3, "sizes": [10, 1000], "curve_trials": 10}
    records, table = learner.success(seed=0, settings=settings, **given)
    assert all(r.holds for r in records)
    assert sum(r.level for r in records) == pytest.approx(1e-3)
    numbers = table.groupby("size")["m"].agg(list)
    assert numbers["curve"] == [10, 1000] * 4
    assert numbers["averages"][0] == bounds.lemma_7_proved_samples(4, 2, 3.0, 4 / 3, 0.3)
    assert numbers["regression"] == [bounds.regression_samples(n, 2, 0.3) for n in (4, 5)]
    assert len(numbers["printed"]) == 2


def test_estimation_error_returns_the_loss_over_the_cube():
    rng = np.random.default_rng(4)
    values = constructions.forest(2, 3, 5, rng).values()
    spectrum = walsh_transform(values)
    cube = points(5)
    x, numbers = learner.sample(rng, cube, 60)
    np.testing.assert_array_equal(x, cube[numbers])
    model = LowDegreeRegressor(2, "averages").fit(x, values[numbers])
    low = np.zeros(32)
    low[model.masks_] = spectrum[model.masks_]
    best = walsh_transform(low) * 32
    expected = np.mean((model.predict(cube) - best) ** 2)
    assert learner.estimation_error(model, spectrum) == pytest.approx(expected)


@pytest.mark.parametrize("noise", [("flipped", 0.2), ("additive", 0.5), ("arbitrary", 0)])
def test_labels_of_returns_labels_with_the_moments_of_target_of(noise):
    rng = np.random.default_rng(0)
    values, mean, second, largest = learner.target_of(*noise, 3, rng)
    numbers = rng.integers(0, 8, 200_000)
    y = learner.labels_of(values[numbers], *noise, rng)
    assert np.abs(y).max() <= largest
    assert np.mean(y**2) == pytest.approx(second, abs=0.03)
    means = np.bincount(numbers, weights=y, minlength=8) / np.bincount(numbers, minlength=8)
    np.testing.assert_allclose(means, mean, atol=0.05)


def test_routes_return_the_numbers_of_floats():
    n, s, k, W, B, epsilon = given = 2**40, 64, 4, 0.5, 1, 3
    rest, noise, degree = map(float, steps.by_lemma_10(*map(exact, given)))
    largest = max(k**8 * W**4 * math.log(n * n * s) ** 4, k**6 * math.log(s))
    assert rest == pytest.approx((epsilon / (6 * 1.65)) ** 2 / largest)
    assert noise == pytest.approx(1.65 * bounds.lemma_10_of_rest(n, s, k, W, B, rest))
    assert degree == pytest.approx(3500 * bounds.theorem_8_degree(*given))
    rest, _, degree = map(float, steps.by_the_papers_route(*map(exact, given)))
    inner = 462 * W**2 * math.log(4 * n * n * s) ** 2 + 7
    assert rest == pytest.approx(epsilon**2 / (9 * k**6 * (1 + math.log(s / k)) * inner**2))
    assert degree * rest == pytest.approx(20 / 9)


# ---------------------------------------------------------------- Theorem R


def test_network_of_returns_the_target_by_its_definition():
    target = {"kind": "rare", "n": 3, "p": 2, "k": 4, "bias": 5.0, "epsilon": "1"}
    for kind in ("rare", "parity"):
        network = learner.network_of(target | {"kind": kind})
        active = 0
        for x in itertools.product((1, -1), repeat=3):
            seen = [w @ x > b for w, b in zip(network.w, network.b, strict=True)]
            active += Fraction(sum(seen)) ** 2
            inside = x[:2] == (1, 1) if kind == "rare" else x[0] * x[1]
            assert network([x])[0] == 8 * inside + 5
        assert learner.mean_square_active(network) == active / 8
