"""The network families on which the checks run, each one object.

A network family is a class below, listed in `NETWORK_FAMILIES`: what generates its
networks, and what their construction states of them. A new one is a new class there,
its looks in `style`, and its parameters in the section `networks` of the
configuration. All weights are dyadic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.shared.instances import Instance
from paperclaims.checks.parameters import (
    AtLeastOne,
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
)
from paperclaims.errors import ClaimsError
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: n: a table of 16 bytes for each point stays within 4 GiB.
NetworkDimension = Annotated[int, Ge(1), Le(28)]
#: (W², B²), exact.
Scale = tuple[Fraction, Fraction]
Parameters = Mapping[str, Any]
Networks = Iterator[tuple[dict[str, Any], SparseReLUNetwork]]


class NetworkFamily(ABC):
    """A network family."""

    name: ClassVar[str]  # letters, digits and underscores
    #: The stated sparsity and scale are attained by every network, in which then every neuron is
    #: active somewhere; else they are bounds.
    attained: ClassVar[bool] = True
    #: The stated sparsity holds on every input, not only on most inputs. The word `all` in a
    #: configuration means these families.
    always_sparse: ClassVar[bool] = True
    #: These are Theorem B's networks, with its p and δ as parameters: they attain the bounds of
    #: Theorems A, C and D, or a share of them that depends on δ.
    theorem_b: ClassVar[bool] = False

    @abstractmethod
    def networks(self, *args: Any, **kwargs: Any) -> Networks:
        """Yield the networks for `seed` and the family's parameters, each with its own.

        The annotations of the keyword arguments but the seed decide what a configuration
        may give.

        Lists in the arguments are sweeps; what is combined with what is said in
        each docstring.
        """

    @abstractmethod
    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return the k that the construction states of the network with these parameters."""

    @abstractmethod
    def scale_squared(self, given: Mapping[str, Any]) -> Scale | None:
        """Return the construction's (W², B²), or None if the construction states no scale."""

    def generate(self, *, seed: int, **arguments: Any) -> list[Instance]:
        """Return the instances, the sparsity of each verified over the whole cube."""
        return [
            self._instance({"n": network.n, "s": network.s} | own, network)
            for own, network in self.networks(seed=seed, **arguments)
        ]

    def _instance(self, parameters: dict[str, Any], network: SparseReLUNetwork) -> Instance:
        lower, upper = network.max_active()
        k = self.sparsity(parameters) if self.always_sparse else upper
        texts = [v if isinstance(v, str) else f"{key}{v:g}" for key, v in parameters.items()]
        name = "-".join([self.name.replace("_", "-"), *texts])
        if lower != upper or upper > k:
            raise ClaimsError(f"{name}: at most {k} neurons must be active, got {upper}")
        return Instance(name, self.name, parameters, network, k)


def largest_dimension(networks: Mapping[str, Mapping[str, Any]]) -> int:
    """Return the largest n among `dimensions`, for the memory of checks; other networks are small.

    `networks` are the arguments of each family in the configuration.
    """
    named = (arguments.get("dimensions", ()) for arguments in networks.values())
    return max((n for dimensions in named for n in dimensions), default=0)


class Junta(NetworkFamily):
    """The paper's networks of juntas: p of n coordinates, chosen at random."""

    name = "junta"

    def networks(
        self, *, seed: int, variables: NonEmpty[Natural], dimensions: NonEmpty[NetworkDimension],
        truth_tables: NonEmpty[Literal["random", "parity"]],
    ) -> Networks:  # fmt: skip
        """Yield every p in `variables`, n in `dimensions` with p ≤ n, and kind of truth table.

        `truth_tables` are kinds of truth tables: "random" or "parity". Random values are uniform.
        """
        for p in variables:
            for n in (n for n in dimensions if p <= n):
                for kind in truth_tables:
                    rng = generator(seed, "networks", self.name, p, n, kind)
                    table = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
                    if kind == "random":
                        table = rng.choice([-1.0, 1.0], size=2**p)
                    network = constructions.junta(table, rng.permutation(n)[:p].tolist(), n)
                    yield {"p": p, "n": n, "table": kind}, network

    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return 1."""
        return 1

    def scale_squared(self, given: Mapping[str, Any]) -> Scale:
        """Return W² = p and B² = (p − 1)²."""
        p = Fraction(given["p"])
        return p, (p - 1) ** 2


class Forest(NetworkFamily):
    """Sums of decision trees of one depth."""

    name = "forest"

    def networks(
        self,
        *,
        seed: int,
        trees: NonEmpty[Positive],
        depths: NonEmpty[Natural],
        dimensions: NonEmpty[NetworkDimension],
    ) -> Networks:
        """Yield every combination with depth ≤ n.

        `trees` are numbers k of decision trees. `depths` are depths of the trees.
        """
        for k in trees:
            for depth in depths:
                for n in (n for n in dimensions if depth <= n):
                    rng = generator(seed, "networks", self.name, k, depth, n)
                    network = constructions.forest(k, depth, n, rng)
                    yield {"trees": k, "depth": depth, "n": n}, network

    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return the number of trees."""
        return int(given["trees"])

    def scale_squared(self, given: Mapping[str, Any]) -> Scale:
        """Return W² = depth and B² = (depth − 1)²."""
        depth = Fraction(given["depth"])
        return depth, (depth - 1) ** 2


class AppendixA(NetworkFamily):
    """Appendix A's networks, 1-sparse on every input.

    The weight vectors are ±2^−r throughout, with 2^r ≥ √q, so that no vector is sparse and ‖w_α‖₂ ≤
    1; Γ is a factor times ½·max_α ‖w_α‖₁. From 1 on, the factor makes the network 1-sparse on every
    input.
    """

    name = "appendix_a"

    def networks(
        self,
        *,
        seed: int,
        address_bits: NonEmpty[Natural],
        data_bits: NonEmpty[Positive],
        factors: NonEmpty[AtLeastOne],
    ) -> Networks:
        """Yield every combination of b, q and a factor.

        `factors` are Γ in units of ½·max ‖w_α‖₁, at least 1.
        """
        for b in address_bits:
            for q in data_bits:
                rng = generator(seed, "networks", self.name, b, q)
                entry = 2.0 ** -((q - 1).bit_length() + 1 >> 1)  # 4^r >= q
                weights = entry * rng.choice([-1.0, 1.0], size=(2**b, q))
                for factor in factors:
                    network = constructions.appendix_a(weights, factor * q * entry / 2)
                    yield {"b": b, "q": q, "factor": factor}, network

    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return 1."""
        return 1

    def scale_squared(self, given: Mapping[str, Any]) -> Scale:
        """Return W² = Γ²b + qω² and B² = Γ²b², with entries ±ω and Γ = factor·½qω."""
        # ω is the smallest power of 1/2 such that qω² ≤ 1 would not hold at 2ω.
        b, q = given["b"], given["q"]
        omega = next(Fraction(1, 2**r) for r in range(q) if 4**r >= q)
        gamma = Fraction(given["factor"]) * q * omega / 2
        return gamma**2 * b + q * omega**2, (gamma * b) ** 2


class Random(NetworkFamily):
    """Random members of H_{n,s,k}^{W,B}, and the smallest networks there are."""

    name = "random"
    attained = False

    def networks(
        self,
        *,
        seed: int,
        dimensions: NonEmpty[NetworkDimension],
        neurons: NonEmpty[Positive],
        sparsities: NonEmpty[Positive],
        weight_bounds: NonEmpty[NonNegative],
        bias_bounds: NonEmpty[NonNegative],
        repeats: Positive,
    ) -> Networks:
        """Yield the smallest networks, then `repeats` random ones for each point of the sweeps.

        The first entry of each list is the base; the others are varied one at a time.
        `weight_bounds` are bounds W on the weights. The smallest networks are fixed: σ(x), σ(x+2)
        and others with n ≤ 2, s ≤ 2.
        """
        for text, (_, w, b, u) in _SMALLEST.items():
            network = SparseReLUNetwork(w, b, u)
            yield {"n": network.n, "s": network.s, "smallest": text}, network
        sweeps = dimensions, neurons, sparsities, weight_bounds, bias_bounds
        base: tuple[Any, ...] = tuple(values[0] for values in sweeps)
        points = [base]
        for i, values in enumerate(sweeps):
            points += [(*base[:i], value, *base[i + 1 :]) for value in values[1:]]
        for n, s, k, weight, bias in points:
            for repeat in range(repeats):
                rng = generator(seed, "networks", self.name, n, s, k, weight, bias, repeat)
                network = constructions.random_network(n, s, k, weight, bias, rng)
                yield {"n": n, "s": s, "k": k, "W": weight, "B": bias, "repeat": repeat}, network

    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return the k of the class or of the smallest network."""
        return int(given["k"]) if "k" in given else _SMALLEST[given["smallest"]][0]

    def scale_squared(self, given: Mapping[str, Any]) -> Scale | None:
        """Return the scale of the class, squared; nothing is stated of the smallest networks."""
        if "W" not in given:
            return None
        return Fraction(given["W"]) ** 2, Fraction(given["B"]) ** 2


class Extremal(NetworkFamily):
    """Theorem B's networks; nothing in them is random."""

    name = "extremal"
    theorem_b = True

    def networks(
        self,
        *,
        seed: int,
        variables: NonEmpty[Positive],
        copies: NonEmpty[Positive],
        deltas: NonEmpty[NonNegative],
        dimensions: NonEmpty[NetworkDimension],
    ) -> Networks:
        """Yield sweeps of p in `variables`, of the copies, of delta and of n.

        `copies` are numbers of copies of each neuron. `deltas` are values of Theorem B's δ. For
        every p, every number of copies is taken at the first δ, and every further δ at the first
        number of copies, on n = p coordinates. The first p is taken in each dimension too.
        """
        points = [(p, k, deltas[0], p) for p in variables for k in copies]
        points += [(p, copies[0], delta, p) for p in variables for delta in deltas[1:]]
        points += [(variables[0], copies[0], deltas[0], n) for n in dimensions]
        for p, k, delta, n in dict.fromkeys(points):
            network = constructions.extremal(p, delta, k, n)
            yield {"p": p, "copies": k, "delta": delta, "n": n}, network

    def sparsity(self, given: Mapping[str, Any]) -> int:
        """Return the number of copies."""
        return int(given["copies"])

    def scale_squared(self, given: Mapping[str, Any]) -> Scale:
        """Return W² = p and B² = (p − 2 + δ)²."""
        p = Fraction(given["p"])
        return p, (p - 2 + Fraction(given["delta"])) ** 2


class AverageCase(AppendixA):
    """Appendix A's networks with factors < 1: 1-sparse on most inputs, not on all.

    The k of an instance is the largest number of active neurons that occurs.
    """

    name = "average_case"
    always_sparse = False

    def networks(
        self,
        *,
        seed: int,
        address_bits: NonEmpty[Natural],
        data_bits: NonEmpty[Positive],
        factors: NonEmpty[OpenProbability],
    ) -> Networks:
        """Yield every combination of b, q and a factor.

        `factors` are Γ in units of ½·max ‖w_α‖₁, below 1.
        """
        return super().networks(
            seed=seed, address_bits=address_bits, data_bits=data_bits, factors=factors
        )


#: In the order that `all` means.
NETWORK_FAMILIES: dict[str, type[NetworkFamily]] = {
    family.name: family for family in (Junta, Forest, AppendixA, Random, Extremal, AverageCase)
}


def network_family(name: str) -> NetworkFamily:
    """Return the network family of this name; ClaimsError if there is none."""
    if name not in NETWORK_FAMILIES:
        raise ClaimsError(
            f"there is no network family {name!r}; there are {', '.join(NETWORK_FAMILIES)}"
        )
    return NETWORK_FAMILIES[name]()


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
