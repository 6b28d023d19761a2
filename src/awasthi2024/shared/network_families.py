"""The network families on which the checks run.

A network family is an entry of `NETWORK_FAMILIES`, with a function that makes its networks and
says what their construction states of them. A new one is a new function and entry, its looks in
`style`, and its parameters in the section `networks` of the configuration. All weights are dyadic.

The annotations of a function's keyword arguments but the seed decide what a configuration may
give. Lists in the arguments are sweeps; each docstring says what is combined with what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.shared.instances import Instance
from paperclaims.checks import parameters as types
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.errors import ClaimsError
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: n: a table of 16 bytes for each point stays within 4 GiB.
Dimensions = NonEmpty[Annotated[int, Ge(1), Le(28)]]
Naturals = NonEmpty[types.Natural]
Positives = NonEmpty[Positive]
Reals = NonEmpty[types.NonNegative]
TruthTables = NonEmpty[Literal["random", "parity"]]
SmallFactors = NonEmpty[types.OpenProbability]
#: Each network with its own parameters before it, and after it what the construction states: the
#: sparsity k, or None if it states none, and W² and B², exact, unless it states no scale.
Networks = Iterator[tuple[dict[str, Any], SparseReLUNetwork, int | None, tuple[Fraction, ...]]]


class NetworkFamily(NamedTuple):
    """A network family; `networks` yields its networks for `seed` and its parameters."""

    name: str  # letters, digits and underscores
    networks: Callable[..., Networks]
    #: The stated sparsity and scale are attained by every network, in which then every neuron is
    #: active somewhere; else they are bounds.
    attained: bool = True
    #: The stated sparsity holds on every input, not only on most inputs. The word `all` in a
    #: configuration means these families.
    always_sparse: bool = True
    #: These are Theorem B's networks, with its p and δ as parameters: they attain the bounds of
    #: Theorems A, C and D, or a share of them that depends on δ.
    theorem_b: bool = False

    def generate(self, *, seed: int, **arguments: Any) -> list[Instance]:
        """Return the instances, the sparsity of each verified over the whole cube."""
        return [self._instance(*made) for made in self.networks(seed=seed, **arguments)]

    def _instance(
        self,
        own: dict[str, Any],
        network: SparseReLUNetwork,
        k: int | None,
        scale: tuple[Fraction, ...],
    ) -> Instance:
        parameters = {"n": network.n, "s": network.s} | own
        lower, upper = network.max_active()
        k = upper if k is None else k
        texts = [v if isinstance(v, str) else f"{key}{v:g}" for key, v in parameters.items()]
        name = "-".join([self.name.replace("_", "-"), *texts])
        if lower != upper or upper > k:
            raise ClaimsError(f"{name}: at most {k} neurons must be active, got {upper}")
        return Instance(name, self.name, parameters, network, k, scale)


def largest_dimension(networks: Mapping[str, Mapping[str, Any]]) -> int:
    """Return the largest n among `dimensions`, for the memory of checks; other networks are small.

    `networks` are the arguments of each family in the configuration.
    """
    named = (arguments.get("dimensions", ()) for arguments in networks.values())
    return max((n for dimensions in named for n in dimensions), default=0)


def junta(
    *, seed: int, variables: Naturals, dimensions: Dimensions, truth_tables: TruthTables
) -> Networks:
    """Yield the paper's networks of juntas: p of n coordinates, chosen at random.

    There is one for every p in `variables`, n in `dimensions` with p ≤ n, and kind of truth table.
    `truth_tables` are kinds of truth tables: "random" or "parity". Random values are uniform.
    """
    for p in variables:
        for n in (n for n in dimensions if p <= n):
            for kind in truth_tables:
                rng = generator(seed, "networks", "junta", p, n, kind)
                table = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
                if kind == "random":
                    table = rng.choice([-1.0, 1.0], size=2**p)
                network = constructions.junta(table, rng.permutation(n)[:p].tolist(), n)
                scale = Fraction(p), Fraction(p - 1) ** 2
                yield {"p": p, "n": n, "table": kind}, network, 1, scale


def forest(*, seed: int, trees: Positives, depths: Naturals, dimensions: Dimensions) -> Networks:
    """Yield sums of decision trees of one depth, in every combination with depth ≤ n.

    `trees` are numbers k of decision trees. `depths` are depths of the trees.
    """
    for k in trees:
        for depth in depths:
            for n in (n for n in dimensions if depth <= n):
                rng = generator(seed, "networks", "forest", k, depth, n)
                network = constructions.forest(k, depth, n, rng)
                scale = Fraction(depth), Fraction(depth - 1) ** 2
                yield {"trees": k, "depth": depth, "n": n}, network, k, scale


def appendix_a(
    *, seed: int, address_bits: Naturals, data_bits: Positives, factors: NonEmpty[types.AtLeastOne]
) -> Networks:
    """Yield Appendix A's networks, 1-sparse on every input, for every b, q and factor.

    The weight vectors are ±2^−r throughout, with 2^r ≥ √q, so that no vector is sparse and ‖w_α‖₂ ≤
    1. `factors` are Γ in units of ½·max ‖w_α‖₁, at least 1.
    """
    made = _appendix_a("appendix_a", seed, address_bits, data_bits, factors)
    return ((own, network, 1, scale) for own, network, _, scale in made)


def average_case(
    *, seed: int, address_bits: Naturals, data_bits: Positives, factors: SmallFactors
) -> Networks:
    """Yield Appendix A's networks with factors < 1: 1-sparse on most inputs, not on all.

    The k of an instance is the largest number of active neurons that occurs. `factors` are Γ in
    units of ½·max ‖w_α‖₁, below 1.
    """
    return _appendix_a("average_case", seed, address_bits, data_bits, factors)


def _appendix_a(
    name: str, seed: int, address_bits: Naturals, data_bits: Positives, factors: NonEmpty[float]
) -> Networks:
    for b in address_bits:
        for q in data_bits:
            rng = generator(seed, "networks", name, b, q)
            entry = 2.0 ** -((q - 1).bit_length() + 1 >> 1)  # 4^r >= q
            weights = entry * rng.choice([-1.0, 1.0], size=(2**b, q))
            # What is stated is computed by itself: ω is the largest power of ½ with qω² ≤ 1.
            omega = next(Fraction(1, 2**r) for r in range(q) if 4**r >= q)
            for factor in factors:
                network = constructions.appendix_a(weights, factor * q * entry / 2)
                gamma = Fraction(factor) * q * omega / 2
                scale = gamma**2 * b + q * omega**2, (gamma * b) ** 2
                yield {"b": b, "q": q, "factor": factor}, network, None, scale


def random(
    *,
    seed: int,
    dimensions: Dimensions,
    neurons: Positives,
    sparsities: Positives,
    weight_bounds: Reals,
    bias_bounds: Reals,
    repeats: Positive,
) -> Networks:
    """Yield the smallest networks, then `repeats` random members of each H_{n,s,k}^{W,B}.

    The first entry of each list is the base; the others are varied one at a time.
    `weight_bounds` are bounds W on the weights. The smallest networks are fixed: σ(x), σ(x+2)
    and others with n ≤ 2, s ≤ 2.
    """
    for text, (k, w, b, u) in _SMALLEST.items():
        network = SparseReLUNetwork(w, b, u)
        yield {"n": network.n, "s": network.s, "smallest": text}, network, k, ()
    sweeps = dimensions, neurons, sparsities, weight_bounds, bias_bounds
    base: tuple[Any, ...] = tuple(values[0] for values in sweeps)
    points = [base]
    for i, values in enumerate(sweeps):
        points += [(*base[:i], value, *base[i + 1 :]) for value in values[1:]]
    for n, s, k, W, B in points:
        for repeat in range(repeats):
            rng = generator(seed, "networks", "random", n, s, k, W, B, repeat)
            network = constructions.random_network(n, s, k, W, B, rng)
            own = {"n": n, "s": s, "k": k, "W": W, "B": B, "repeat": repeat}
            yield own, network, k, (Fraction(W) ** 2, Fraction(B) ** 2)


def extremal(
    *, seed: int, variables: Positives, copies: Positives, deltas: Reals, dimensions: Dimensions
) -> Networks:
    """Yield Theorem B's networks, of which nothing is random: sweeps of p, copies, delta and n.

    `copies` are numbers of copies of each neuron. `deltas` are values of Theorem B's δ. For every p
    in `variables`, every number of copies is taken at the first δ, and every further δ at the first
    number of copies, on n = p coordinates. The first p is taken in each dimension too.
    """
    points = [(p, k, deltas[0], p) for p in variables for k in copies]
    points += [(p, copies[0], delta, p) for p in variables for delta in deltas[1:]]
    points += [(variables[0], copies[0], deltas[0], n) for n in dimensions]
    for p, k, delta, n in dict.fromkeys(points):
        network = constructions.extremal(p, delta, k, n)
        scale = Fraction(p), (p - 2 + Fraction(delta)) ** 2
        yield {"p": p, "copies": k, "delta": delta, "n": n}, network, k, scale


#: In the order that `all` means.
NETWORK_FAMILIES = {
    family.name: family
    for family in (
        NetworkFamily("junta", junta),
        NetworkFamily("forest", forest),
        NetworkFamily("appendix_a", appendix_a),
        NetworkFamily("random", random, attained=False),
        NetworkFamily("extremal", extremal, theorem_b=True),
        NetworkFamily("average_case", average_case, always_sparse=False),
    )
}


def network_family(name: str) -> NetworkFamily:
    """Return the network family of this name; ClaimsError if there is none."""
    if name not in NETWORK_FAMILIES:
        raise ClaimsError(
            f"there is no network family {name!r}; there are {', '.join(NETWORK_FAMILIES)}"
        )
    return NETWORK_FAMILIES[name]


def is_theorem_b(instance: Instance) -> bool:
    """Return whether a network is one of Theorem B's; made-up families have no such network."""
    return instance.family in NETWORK_FAMILIES and network_family(instance.family).theorem_b


#: The networks on which edge cases show: k, w, b, u.
_SMALLEST: dict[str, tuple[int, list[list[float]], list[float], list[float]]] = {
    "relu": (1, [[1]], [0], [1]),  # σ(x)
    "shifted": (1, [[1]], [-2], [1]),  # σ(x+2), affine on the cube
    "constant": (1, [[0]], [-1], [1]),
    "dead": (1, [[1]], [1], [1]),  # pre-activation 0 at x=1 is not active
    "opposite": (1, [[1], [-1]], [0, 0], [1, -1]),  # the function x
    "doubled": (2, [[1], [1]], [-2, -2], [1, 1]),
    "corner": (1, [[1, 1]], [1], [1]),
    "diagonal": (1, [[1, 1], [-1, -1]], [0, 0], [1, 1]),
    "signed": (2, [[1, 1], [1, -1]], [-0.5, -0.5], [1, -0.5]),
}
