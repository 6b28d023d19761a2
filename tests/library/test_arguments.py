"""Public functions with integers and floats of every type, which none of them may overflow."""

import json
from collections import deque
from fractions import Fraction as F

import numpy as np
import pytest
from number_types import FLOATS, INTEGERS, plain
from scipy import sparse

from sparseact import SparseReLUNetwork, cube, inspect, spectrum
from sparseact.arguments import floats, integer, number
from sparseact.inspector.attribution import attribution
from sparseact.learning import (
    AdversarialOracle,
    HonestOracle,
    LowDegreeRegressor,
    SparseReLURegressor,
)
from sparseact.learning.statistical_queries import character, correlation
from sparseact.rademacher import outwards, rademacher_interval
from sparseact.randomness import generator

#: Calls with integers alone, through which a type is put.
WITH_INTEGERS = {
    "points": lambda i: cube.points(i(8)),
    "popcounts": lambda i: cube.popcounts(i(9)),
    "walsh_transform": lambda i: cube.walsh_transform(np.arange(i(8))),
    "average_sensitivity": lambda i: spectrum.average_sensitivity([i(v) for v in (3, 1, 5, 7)]),
    "network": lambda i: SparseReLUNetwork([[i(100), i(100)]], [i(100)], [i(100)], i(100)),
    "generator": lambda i: generator(i(5), "name").random(),
    "character": lambda i: character(i(5), i(8)),
    "oracle": lambda i: AdversarialOracle(i(8), 0.25).answer(correlation(character(3, 8))),
    "rademacher_interval": lambda i: (
        rademacher_interval(
            np.array([[100, 0], [0, 100]], dtype=i), s=i(2), k=i(1), W=i(100), B=i(100)
        ).upper
    ),
}


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("name", WITH_INTEGERS)
def test_integers_of_every_type_do_what_ints_do(name, kind):
    """`cube.points(np.uint8(8)).shape` was (0, 8)."""
    call = WITH_INTEGERS[name]
    with np.errstate(over="raise", invalid="raise"):
        assert plain(call(kind)) == plain(call(int))


@pytest.mark.parametrize("kind", FLOATS)
def test_floats_of_every_type_do_what_floats_do(kind):
    values = np.array([0.5, -1, 0.25, 2], dtype=kind)
    same = values.tolist() if kind is not np.longdouble else [float(v) for v in values]
    for function in (
        cube.walsh_transform, spectrum.degree_weights, spectrum.average_sensitivity,
        spectrum.degree_weights_exact, spectrum.average_sensitivity_exact,
    ):  # fmt: skip
        assert plain(function(values)) == plain(function(same))
    rho = kind(0.5)
    assert spectrum.noise_sensitivity(values, rho) == spectrum.noise_sensitivity(same, 0.5)
    assert spectrum.noise_of_weights([F(1, 3), F(1, 2)], rho) == F(1, 8)
    networks = [
        SparseReLUNetwork([[f(1.5), f(0.5)]], [f(0.5)], [f(2)], f(0.25)) for f in (kind, float)
    ]
    assert plain(networks[0]) == plain(networks[1])
    assert outwards(kind(0.5), kind(0.75)) == outwards(0.5, 0.75)


def test_exact_functions_take_fractions_or_refuse():
    """The first returned a fraction of rounded floats."""
    assert spectrum.average_sensitivity_exact([F(1, 3), F(1, 2)]) == F(1, 144)
    large = 2**55 + 1  # which NumPy would round beside a float
    for values in ([large, 0.75], deque((np.int64(large), np.float64(0.75)))):
        exact = (F(large) - F(3, 4)) ** 2 / 4
        assert spectrum.average_sensitivity_exact(values) == exact
    assert spectrum.degree_weights_exact([F(1, 3), F(1, 2)]) == [F(25, 144), F(1, 144)]
    third = np.longdouble(1) / 3
    weight = (F(*third.as_integer_ratio()) / 2) ** 2
    assert spectrum.degree_weights_exact(np.array([third, 0])) == [weight, weight]
    assert spectrum.average_sensitivity_exact([2**80, 0]) == F(2**160, 4)
    assert spectrum.average_sensitivity_exact(np.array([2**62, 0])) == F(2**124, 4)
    for function in (
        cube.walsh_transform, spectrum.degree_weights, spectrum.degree_weights_exact,
        spectrum.average_sensitivity, spectrum.average_sensitivity_exact,
    ):  # fmt: skip
        for wrong in (np.array([1j, 2j]), np.array(["1", "2"]), [None, 1]):
            with pytest.raises(ValueError, match="values must hold real numbers"):
                function(wrong)
        for value in (np.nan, -np.inf, np.longdouble("nan")):
            with pytest.raises(ValueError, match="finite"):
                function([value, 1])


NETWORK = SparseReLUNetwork([[1, 1]], [1], [1])


def test_mixed_dataframes_are_rejected_where_floats_round():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [2**53 + 1, 1], "b": [0.5, 1.0]})
    with pytest.raises(ValueError, match="holds 9007199254740993, which no float64 is"):
        SparseReLUNetwork(frame, [0, 0], [1, 1])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: inspect("model.npz"), "network must be a SparseReLUNetwork, got 'model.npz'"),
        (lambda: inspect(NETWORK, points=np.ones((0, 2))), "points must have at least one row"),
        (lambda: inspect(NETWORK, points=[[0.5, 1]]), "points must be ±1: the report is about the"),
        (lambda: outwards(2, 1), "lower must be at most upper, got 2.0 and 1.0"),
        (lambda: outwards(0, np.nan), "upper must be a finite number"),
        (lambda: outwards("0", 1), "lower must be a finite number"),
    ],
)
def test_rejects_other_arguments(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_inspect_takes_numbers_names_and_points_of_other_types():
    pandas = pytest.importorskip("pandas")
    points = np.array([[1, -1], [1, 1]])
    expected = inspect(NETWORK, epsilon=0.5, points=points, top=1, feature_names=["0", "1"])
    for x in (pandas.DataFrame(points), sparse.csr_array(points)):
        report = inspect(NETWORK, epsilon=F(1, 2), points=x, top=1, feature_names=[0, 1], tell=None)
        assert json.dumps(report.to_dict()) == json.dumps(expected.to_dict())


def test_rejects_networks_outside_the_domain():
    assert SparseReLUNetwork([[F(1, 2)]], [F(3, 4)], [1]).b[0] == 0.75
    below = np.longdouble(2) ** -5000  # 0 where a long double is a double
    wrongs = [[[2**53 + 1]], np.array([[2**63 - 1]]), [[F(1, 3)]], [[10**400]], [[1j]]]
    for wrong in wrongs + [[[below]]] * bool(below):
        with pytest.raises(ValueError, match=r"w (holds|must hold)"):
            SparseReLUNetwork(wrong, [0], [1])


def test_the_rules():
    assert integer("n", np.array(3), 0) == 3
    for wrong in (True, np.True_, 2.0, "2", None, np.array([2])):
        with pytest.raises(ValueError, match="n must be an integer of at least 0, got"):
            integer("n", wrong, 0)
    assert [type(number(v)) for v in (np.uint8(3), np.float32(2), F(1, 2))] == [int, float, F]
    for wrong in (True, np.True_, 1j, "2", None):
        with pytest.raises(TypeError, match="is not a number"):
            number(wrong)
    with pytest.raises(ValueError, match="more digits than a float"):
        number(np.longdouble(1) / 3)
    assert floats("x", np.array([2**63 - 1]), rounded=True)[0] == 2.0**63


SIGNS = np.tile([[1, 1], [1, -1], [-1, 1], [-1, -1]], (5, 1))


@pytest.mark.parametrize("wrong", ["1", None, [1], 1j, True, np.nan])
@pytest.mark.parametrize(
    "call",
    [
        lambda v: NETWORK.max_active(enumerate_up_to=v),
        lambda v: inspect(NETWORK, epsilon=v),
        lambda v: inspect(NETWORK, top=v),
        lambda v: attribution(NETWORK, samples=v),
        lambda v: LowDegreeRegressor(1, alpha=v).fit(SIGNS, np.arange(20)),
        lambda v: LowDegreeRegressor(1, tolerance=v).fit(SIGNS, np.arange(20)),
        lambda v: LowDegreeRegressor(1, time_limit=v or "").fit(SIGNS, np.arange(20)),
        lambda v: SparseReLURegressor(1, tol=v).fit(SIGNS, np.arange(20)),
        lambda v: SparseReLURegressor(1, time_limit=v or "").fit(SIGNS, np.arange(20)),
        lambda v: rademacher_interval(np.eye(2), s=1, k=1, W=1, B=1, time_limit=v or ""),
        lambda v: NETWORK.max_active(time_limit=v or ""),
        lambda v: NETWORK.max_active(node_limit=v or ""),
    ],
)
def test_rejects_values_that_are_not_numbers(call, wrong):
    """It was "'<=' not supported between instances of 'int' and 'str'"."""
    with pytest.raises(ValueError, match=r"must (be|lie) .*, got "):
        call(wrong)


@pytest.mark.parametrize(
    "values",
    [[2**63 + 24, -(2**63)], [2**54 + 3, 0.25], [-(2**55) - 1, 1.5], [2**63 + 4104, -24]],
)
def test_a_list_that_numpy_would_round_is_exact_or_refused(values):
    one, other = map(F, values)
    assert spectrum.average_sensitivity_exact(values) == (one - other) ** 2 / 4
    expected = [(one + other) ** 2 / 4, (one - other) ** 2 / 4]
    assert spectrum.degree_weights_exact(values) == expected
    with pytest.raises(ValueError, match=r"w holds .*, which no float64 is"):
        SparseReLUNetwork([values], [0], [1])
    for layer in (values, np.array(values, dtype=object)):
        with pytest.raises(ValueError, match=r"W1 holds .*, which no float64 is"):
            SparseReLUNetwork.from_layers([layer], [0], [1], 0)
    assert SparseReLUNetwork.from_layers([[2**54, 1.5]], [0], [1], 0).w.tolist() == [[2**54, 1.5]]


MASKED = np.ma.array([1.0, -1.0], mask=[False, True])
FITTING = (np.array([[1.0], [-1.0]]), np.array([0.5, 2.0]))


@pytest.mark.parametrize(
    "call",
    [
        lambda: SparseReLUNetwork([MASKED], [0], [1]),
        lambda: NETWORK(MASKED[None]),
        lambda: SparseReLUNetwork.from_layers(MASKED[None], [0], [1], 0),
        lambda: SparseReLUNetwork.from_layers([[1, 1]], [0], [1], 0, check=(MASKED[None], [0.0])),
        lambda: SparseReLUNetwork.from_layers([[1, 1]], [0], [1], 0, check=([[1, 1]], MASKED[:1])),
        lambda: cube.walsh_transform(MASKED),
        lambda: spectrum.degree_weights_exact(MASKED),
        lambda: spectrum.average_sensitivity(MASKED),
        lambda: rademacher_interval(MASKED[None], s=1, k=1, W=1, B=0),
        lambda: rademacher_interval(np.eye(2), s=1, k=1, W=1, B=0, signs=MASKED[None]),
        lambda: LowDegreeRegressor(1).fit(FITTING[0], np.ma.array(FITTING[1], mask=[1, 0])),
        lambda: SparseReLURegressor(1).fit(np.ma.array(FITTING[0]), FITTING[1]),
        lambda: LowDegreeRegressor(1).fit(*FITTING, sample_weight=MASKED),
        lambda: LowDegreeRegressor(0).fit(*FITTING).predict(MASKED[:, None]),
        lambda: SparseReLURegressor(1).fit(*FITTING).predict(MASKED[:, None]),
        lambda: HonestOracle(MASKED, 0.1),
        lambda: AdversarialOracle(1, 0.1, MASKED),
        lambda: AdversarialOracle(1, 0.1).answer(np.ma.array(np.ones((2, 2)))),
    ],
)
def test_masked_arrays_are_refused(call):
    with pytest.raises(ValueError, match="must not be a masked array"):
        call()


def test_a_repr_has_at_most_ten_lines():
    rng = np.random.default_rng(7)
    network = SparseReLUNetwork(rng.normal(size=(2, 700)), [0.5, 1], [1, -2])
    report = inspect(network, samples=200, time_limit=3, top=40)
    interval = rademacher_interval(np.eye(6), s=3, k=1, W=1, B=0.5)
    wide = rademacher_interval(np.eye(3000), s=2, k=1, W=1, B=0)
    for one in (report, report.attribution, interval, wide):
        assert len(repr(one).splitlines()) <= 10
        assert len(repr(one)) <= 1000
    assert repr(report).startswith("Report(n=700, s=2, k=2, average sensitivity in [")
    assert repr(interval).endswith("64 sign vectors, exhaustive)")
    assert "2^3000 sign vectors, not each solved" in repr(wide)
