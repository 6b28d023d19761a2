"""A mistake in a construction, a learner or a bound changes the verdict of each claim.

A corruption replaces one function; the check of a claim's statement then runs on a few instances,
with it and without it. The check notices the mistake if the statement holds in one run and fails
in the other.
"""

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.average_sensitivity.checks.lemma import introduction
from awasthi2024.bounds import other_inputs, section_2, section_4, section_5
from awasthi2024.conjecture_20.checks.exact import attained
from awasthi2024.constructions import quadratic_lift
from awasthi2024.definitions.checks import squared_differences
from awasthi2024.input_distributions.checks import moments
from awasthi2024.juntas.checks import all_truth_tables
from awasthi2024.low_degree.checks.learner import sample
from awasthi2024.representations.checks.examples import often_active
from awasthi2024.rounding.checks.problem import solve_modulo
from awasthi2024.sample_complexity.checks.uniform import best_loss, orthogonal_part
from awasthi2024.sample_complexity.checks.worst_erm import block_neuron
from awasthi2024.section_6.checks.activity import train
from awasthi2024.shared.tails import tails_of
from awasthi2024.statistical_queries.checks.uniform import crossing_norms, estimated, group_query
from balls import exact
from paperclaims.checks.paper import find_paper
from paperclaims.judging.verdicts import Outcome, worst
from paperclaims.registry.claims import read_registry
from sparseact import bounds
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.learning.statistical_queries import AdversarialOracle
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact

PAPER = find_paper("awasthi2024")


def changed(**changes: Callable[[np.ndarray], np.ndarray]) -> Callable[..., SparseReLUNetwork]:
    """Return a corruption of a construction, in which w, b or u of the network are changed."""

    def construct(construction, *arguments, **options):
        network = construction(*arguments, **options)
        parts = {name: getattr(network, name) for name in ("w", "b", "u")}
        return SparseReLUNetwork(**{
            name: changes.get(name, np.array)(part) for name, part in parts.items()
        })  # fmt: skip

    return construct


def other_points(draw, rng, cube, m):
    """Return samples whose labels are those of other points."""
    x, numbers = draw(rng, cube, m)
    return x, rng.permutation(numbers)


def committed(oracle, m, tolerance, concepts=None):
    """Return an oracle that has chosen the empty set before the first query."""
    return oracle(m, tolerance, np.arange(2**m) == 0)


def with_proved_logarithm(bound, *sizes, constant=1):
    """Return (1) or (15) with the logarithm ln(2m), and its constant."""
    return constant * section_5.theorem_19_closed(*map(exact, sizes))


EXTREMAL = {"extremal": {"variables": [2], "copies": [1, 2], "deltas": [0], "dimensions": [3]}}
AVERAGE = {"average_case": {"address_bits": [1, 2], "data_bits": [4], "factors": [0.25]}}
TABLES = {"variables": [1, 2, 3], "extra": 0, "sizes": [1, 3], "losses": [0.25, 0.499]}
JUNTAS = {"n": 5, "d": 2, "epsilon": 0.25}
CHARACTERS = {"learner": "characters", "dimensions": [5]}
LINE = {"points": [1, -1], "neurons": 2, "active": 1, "weight_bound": 1, "bias_bound": 0}
ORTHOGONAL = [{"sweep": "samples", "points": [4, 512], "neurons": [4], "active": [1, 2]}]
ROUNDING = {
    "exhaustive": [{"q": 3, "m": 2, "p": [2]}, {"q": 4, "m": 1, "p": [3]}],
    "single": [{"q": 5, "m": 3, "p": 3, "secrets": 2, "sample": 9}],
    "hypotheses": {"cases": [[3, 2, 2]], "count": 1},
}
LOWER = {
    "sparsities": [1], "losses": [16, 100], "exponents": [2, 6], "free": [1, 2], "sizes": [1],
}  # fmt: skip
COST = {
    "classes": [{"n": 4, "p": 2, "k": 1, "beta": 1.0, "epsilon": "1/2"}], "tolerances": [0.9],
    "tolerance_shares": ["1/2"], "largest": 8,
}  # fmt: skip
FEW = {"variables": 3, "largest": 2, "degrees": ["5/2"], "bits": [7, 8], "losses": ["0", "1/10"]}
UNIFORM = {"seed": 1, "variables": [3], "repeats": 2, "degrees": ["3/2", "7/2"]}
REFUTED = {"constants": [1], "losses": [0.5], "confident": [2]}
FINITE = {
    "seed": 1, "classes": 6, "samples": [1, 2], "exponents": [1], "factors": [1],
}  # fmt: skip

#: a statement, the job that checks it and small parameters, the function to replace, and a
#: corruption, which takes the function itself before its arguments
CASES = [
    ("sen-def/printed", "definitions/sensitivity",
     {"seed": 1, "exhaustive": 2, "dimensions": [5], "repeats": 1},
     squared_differences, lambda f, values: 2 * f(values)),
    ("intro-index/printed", "representations/index", {"address_bits": [1, 2]},
     constructions.index_function, changed(w=lambda w: np.where(w == 0.5, 1.0, w))),
    ("intro-contrast/printed", "representations/contrast",
     {"seed": 1, "dimensions": [4], "exhaustive": [1], "address_bits": [1], "variables": [2]},
     constructions.dense_parity, changed(u=np.sign)),
    ("app-A/normalised", "representations/threshold",
     {"seed": 1, "address_bits": [1], "roots": [1, 2, 4], "data_bits": [1, 4]},
     constructions.appendix_a, lambda f, weights, gamma: f(weights, gamma / 4)),
    ("conj-12/small-epsilon", "juntas/all_tables", TABLES,
     all_truth_tables, lambda f, p: np.abs(f(p))),
    ("theorem-13/corrected", "juntas/all_tables", TABLES,
     constructions.junta, changed(b=lambda b: b - 1)),
    ("intro-optimal/upper", "juntas/all_tables", TABLES,
     bounds.theorem_c_degree, lambda f, *sizes: f(*sizes) + 1),
    ("claim-2.1/corrected", "fourier/identities",
     {"seed": 1, "exhaustive": 2, "characters": 3, "functions": 1, "dimensions": [4],
      "rhos": ["0", "1/2", "3/4"]},
     section_2.claim_2_1_tail, lambda f, noise, rho, d: f(noise, rho, d + 2)),
    ("lemma-6/printed", "fourier/halfspaces", {"largest_weights": [1, 1, 2], "steps": 2},
     section_2.lemma_6, lambda f, n, p: f(1, p)),
    ("lemma-9/sharp", "average_sensitivity/networks", {"networks": EXTREMAL},
     bounds.theorem_a, lambda f, k, W: k * f(1, W)),
    ("intro-sensitivity/with-scale", "average_sensitivity/networks", {"networks": EXTREMAL},
     introduction, lambda f, n, s, k: Fraction(9, 10) * f(n, s, k)),
    ("remark-11/sharp", "average_sensitivity/average_case",
     {"networks": AVERAGE, "peaks": [{"n": 2, "s": 2}]},
     bounds.theorem_a_average, lambda f, W, square: f(W, Fraction(1, 2) * square)),
    ("lemma-10/sharp-min", "noise_sensitivity/noise",
     {"networks": EXTREMAL, "rhos": ["0", "1/2", "63/64"]},
     bounds.theorem_d_min, lambda f, s, k, W, rho: f(s, k, W, (1 + rho) / 2)),
    ("lemma-7/averages", "low_degree/success",
     {"seed": 1, "settings": [JUNTAS], "delta": 0.3, "trials": 50, "level": 1e-3, "sizes": [],
      "curve_trials": 1},
     sample, other_points),
    ("intro-agnostic/averages", "low_degree/agnostic",
     {"seed": 1, "n": 5, "degree": 1, "delta": 0.3, "trials": 60, "level": 1e-3,
      "factors": [4], "noises": [{"kind": "flipped", "amount": 0.05}]},
     sample, other_points),
    ("theorem-8/tail", "low_degree/degrees", {"networks": EXTREMAL, "fractions": [0.5]},
     bounds.theorem_c_tail, lambda f, k, W, d: k * f(1, W, d)),
    ("theorem-4/sharp", "low_degree/degrees", {"networks": EXTREMAL, "fractions": [0.9]},
     tails_of, lambda f, weights: [sum(weights), *f(weights)]),
    ("theorem-r/learns", "low_degree/centred",
     {"seed": 1, "delta": 0.3, "trials": 40, "level": 1e-3, "targets": [
         {"kind": "parity", "n": 4, "p": 2, "k": 1, "bias": 1000, "epsilon": "1"}]},
     LowDegreeRegressor, lambda f, d, method, blocks: f(d, "averages")),
    ("sec4-parity/corrected", "parities/subsets", {"max_m": 3},
     quadratic_lift.lifted_parity, lambda f, subset, m, as_printed=False: f(subset, m, True)),
    ("theorem-14/printed", "statistical_queries/queries",
     {"seed": 1, "games": [{**CHARACTERS, "tolerances": [0.25]}], "limit": 1000},
     AdversarialOracle, committed),
    ("theorem-3a/printed", "statistical_queries/lifted",
     {"seed": 1, "max_m": 2, "one_query": 2, "games": [CHARACTERS], "limit": 500},
     AdversarialOracle, committed),
    ("intro-dense-sq/corrected", "statistical_queries/dense",
     {"max_n": 2, "one_query": 2, "dimensions": [5], "sizes": [4], "limit": 100,
      "tolerances": [0.499]},
     AdversarialOracle, committed),
    ("intro-dense-crypto/told-apart", "statistical_queries/errors",
     {"seed": 1, "cases": [{"q": 8, "m": 1, "beta": 2}], "rounded": [{"q": 4, "p": 3, "m": 1}],
      "repeats": 2},
     section_4.theorem_u_flips, lambda f, q, error: f(q, error) / 4),
    ("theorem-q/queries", "statistical_queries/sparse_networks",
     {"seed": 1, "tolerances": [0.45], "losses": ["1/2"], "largest": 2, "classes": [
         {"n": 5, "p": 3, "k": 1, "beta": 1.0, "epsilon": "3/2"},
         {"n": 3, "p": 1, "k": 1, "beta": 1.0, "epsilon": "4/3"}]},
     section_4.theorem_q, lambda f, n, k, W, epsilon, p, tolerance: f(
         n, k, W, Fraction(1, 10**6), p, tolerance)),
    ("theorem-x/lower", "statistical_queries/least_cost", COST,
     group_query, lambda f, places, n: 2 * f(places, n)),
    ("theorem-x/cost", "statistical_queries/least_cost", COST,
     section_4.theorem_x_light, lambda f, t, d: min(t, (d - t) // 4)),
    ("theorem-x/influences", "statistical_queries/least_cost", COST,
     average_sensitivity_exact, lambda f, values: 4 * f(values)),
    ("theorem-x/light", "statistical_queries/least_cost", COST,
     crossing_norms, lambda f, *given: (Fraction(0), f(*given)[1])),
    ("theorem-x/light", "statistical_queries/least_cost", COST,
     crossing_norms, lambda f, *given: (f(*given)[0], Fraction(0))),
    ("theorem-x/estimate", "statistical_queries/least_cost", COST,
     estimated, lambda f, answer, tolerance: answer),
    ("theorem-v/neuron", "representations/few_neurons", FEW,
     section_2.theorem_v_neuron, lambda f, p, square: f(p, Fraction(39, 40) * square)),
    ("theorem-v/needed", "representations/few_neurons", FEW,
     section_2.theorem_v_needed, lambda f, p, epsilon: f(p, epsilon) + 1),
    ("theorem-v/enough", "representations/few_neurons", FEW,
     often_active, lambda f, positive, n, D: f(positive, n, D - 1)),
    ("theorem-y/same-labels", "sample_complexity/uniform", UNIFORM,
     orthogonal_part, lambda f, w, rows: [v / 2 for v in f(w, rows)]),
    ("theorem-y/logarithm", "sample_complexity/uniform", UNIFORM,
     best_loss, lambda f, K: f(K + 1)),
    ("conj-16/divisor", "rounding/easy",
     {"seed": 1, "level": 2e-5, "cases": [{"q": 4, "p": 2, "m": [3]}], "trials": 40},
     solve_modulo, lambda f, matrix, right, p: f(matrix, np.roll(right, 1), p)),
    ("sec4-lwr/printed", "rounding/network", {"seed": 1, **ROUNDING},
     quadratic_lift.lwr, changed(u=lambda u: u / 2)),
    ("theorem-3b/printed", "rounding/network", {"seed": 1, **ROUNDING},
     quadratic_lift.lwr, changed(b=lambda b: b - 1)),
    ("theorem-19/printed", "rademacher/bounds",
     {"lines": [LINE], "constants": [1], "orthogonal": ORTHOGONAL},
     section_5.eq_15, with_proved_logarithm),
    ("eq-15/printed", "rademacher/bounds",
     {"lines": [LINE], "constants": [1], "orthogonal": ORTHOGONAL},
     section_5.eq_15, with_proved_logarithm),
    ("sec5-dense/printed", "rademacher/dense",
     {"seed": 1, "lines": [], "repeated": [1], "kinds": ["sphere"], "points": [2],
      "neurons": [2], "bias_bounds": [0.0], "dimension": 4},
     bounds.dense_rademacher, lambda f, s, m, *scale: f(s, m * m, *scale)),
    ("sec6-dimension/printed", "rademacher/bounds",
     {"lines": [LINE], "constants": [1], "orthogonal": ORTHOGONAL},
     section_5.eq_15_without_n, lambda f, s, k, m, *scale: f(s, k, m * m, *scale)),
    ("conj-20/printed", "conjecture_20/exact", {"groups": [4], "clusters": [4]},
     attained, lambda f, *network: f(*network) / 2),  # as if each |u| were ½
    ("conj-20/theorem-f", "conjecture_20/orthogonal", {"sizes": [16, 64], "classes": [[2, 1]]},
     section_5.theorem_f_closed, lambda f, s, k, m, R, W: f(s * s, k, m, R, W)),
    ("theorem-17/printed", "sample_complexity/counterexamples", REFUTED,
     section_5.two_point_failure, lambda f, q, m: f(q, 4 * m)),
    ("theorem-17/corrected", "sample_complexity/finite", FINITE,
     section_5.realizable_samples, lambda f, *sizes: math.ceil(f(*sizes) / 20)),
    ("theorem-5/clipped-erm-lower", "sample_complexity/worst_erm",
     {"seed": 1, "dimensions": [8], "sparsities": [1], "blocks": [1, 4], "shares": [1],
      "enumerated": 32},
     block_neuron, lambda f, *block: (f(*block)[0], f(*block)[1] - 1)),
    ("lemma-18/printed", "sample_complexity/counterexamples", REFUTED,
     section_5.two_point_failure, lambda f, q, m: f(q, 4 * m)),
    ("lemma-18/corrected", "sample_complexity/finite", FINITE,
     bounds.corrected_excess, lambda f, C, *rest: f(C / 4, *rest)),
    ("intro-dense-lower/printed", "sample_complexity/counterexamples", REFUTED,
     section_5.memorising_samples, lambda f, points, C, epsilon, delta: math.ceil(
         f(points, C, epsilon, delta) / epsilon)),
    ("intro-dense-lower/lower", "sample_complexity/lower", LOWER,
     section_5.confidence_lower, lambda f, C, *rest: f(2 * C, *rest)),
    ("intro-fewer-samples/advantage", "sample_complexity/lower", LOWER,
     section_5.confidence_lower, lambda f, C, *rest: f(1, *rest)),
    ("theorem-product/sensitivity", "input_distributions/product",
     {"seed": 1, "networks": EXTREMAL, "max_dimension": 3, "denominators": [3],
      "rhos": ["0"], "ratios": [[1, 2]]},
     moments, lambda f, *drawn: (f(*drawn)[0], f(*drawn)[0])),
    ("intro-gaussian/printed", "input_distributions/gaussian",
     {"neurons": [2, 4, 16], "biases": [0, 1, 2]},
     other_inputs.gaussian_share, lambda f, s, t: f(s, t / 2)),
    ("intro-observation/penalty", "section_6/activity",
     {"seed": 1, "widths": [32], "penalties": [0.01], "images": 600, "passes": 20},
     train, lambda f, x, y, s, penalty, *rest: f(x, y, s, 0.0, *rest)),
]  # fmt: skip


def replace(monkeypatch, function, corrupted):
    """Replace a function of the paper's package or of the library wherever a module names it."""
    for module in list(sys.modules.values()):
        if module.__name__.startswith(("awasthi2024", "sparseact")):
            for name, value in list(vars(module).items()):
                if value is function:
                    monkeypatch.setattr(module, name, partial(corrupted, function))


def outcome(statement, job, parameters):
    """Return the outcome of a statement in a run of its check."""
    topic, name = job.split("/")
    records = PAPER.checks(topic)[name](**PAPER.loaded(parameters, 1)).records
    compared = [r for r in records if f"{r.claim}/{r.statement}" == statement]
    assert compared, f"{job} compares nothing of {statement}"
    return worst(compared)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_corruption_changes_the_verdict(case, monkeypatch):
    *what, function, corruption = case
    honest = outcome(*what)
    replace(monkeypatch, function, corruption)
    corrupted = outcome(*what)
    assert Outcome.UNDECIDED not in (honest, corrupted)
    assert (honest == Outcome.FAILS) != (corrupted == Outcome.FAILS)


def test_each_claim_with_a_status_has_a_corruption():
    claims = {claim.id for claim in read_registry(PAPER.folder).values() if claim.status}
    assert {statement.partition("/")[0] for statement, *_ in CASES} == claims
