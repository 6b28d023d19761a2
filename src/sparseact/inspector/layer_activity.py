"""The number of active neurons in each ReLU layer on real inputs, and the bounds of Section 5."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sparseact import bounds
from sparseact.activity import active_at
from sparseact.arguments import as_given, floats, require_finite_rows
from sparseact.bounds import least_from
from sparseact.inspector.inspection import Row, Section, Shown, as_text
from sparseact.inspector.models import chain_of
from sparseact.layers import as_array

LEVEL = 0.99  # of the bounds on the rates of all neurons of a layer together
DELTA = 0.05  # with which a sample may be too small
LOSS = 0.01  # squared error that is aimed at, in units of the squared range

_BLOCK = 1 << 22  # activations that are held at a time
_QUANTILES = (5, 50, 95)
_NAMED = 12  # neurons that a line lists by number


class Section5(NamedTuple):
    """A bound on the Rademacher complexity on the data, and the samples that follow from it."""

    name: str
    complexity: float
    samples: int


@dataclass(frozen=True)
class LayerActivity:
    """A layer of ReLUs on rows of data.

    A row activates a neuron if its pre-activation is positive. W and B are the scale of Definition
    2 with the largest weight by which a neuron goes on as u. A layer of captured outputs has no
    weights: n, W, B and R are 0.
    """

    counts: np.ndarray  # (m,), int64: active neurons on each row
    fired: np.ndarray  # (s,), int64: rows that activate each neuron
    n: int = 0  # inputs of the layer
    W: float = 0.0  # max|u|·max‖w‖₂
    B: float = 0.0  # max|u|·max|b|
    R: float = 0.0  # the largest norm of the layer's inputs
    name: str = ""  # of captured outputs

    @property
    def s(self) -> int:
        """Number of neurons."""
        return len(self.fired)

    @property
    def k(self) -> int:
        """Neurons that one row activates, at most."""
        return int(self.counts.max())

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.counts)

    @property
    def rare(self) -> float:
        """A bound on the rate of each neuron that no row activates.

        By Clopper and Pearson's interval. A neuron that each row activates has a rate of at least
        1 minus this bound. With rows drawn independently, both hold with probability `LEVEL` for
        all neurons together: the error is shared by two events a neuron.

        References
        ----------
        C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits illustrated
        in the case of the binomial. Biometrika 26. doi:10.1093/biomet/26.4.404
        """
        return -math.expm1(math.log((1 - LEVEL) / (2 * self.s)) / self.rows)

    @property
    def exceeding(self) -> float:
        """A bound on the rate of inputs that activate more than k neurons.

        It is 1 − δ^(1/m) ≤ −ln δ/m, with δ = 1 − `LEVEL`, and holds with probability `LEVEL` for
        rows drawn independently: a quantile that is larger than all m rows has a rate p above it
        with probability at most (1 − p)^m.

        References
        ----------
        S. S. Wilks (1941). Determination of sample sizes for setting tolerance limits. Annals of
        Mathematical Statistics 12. doi:10.1214/aoms/1177731788
        """
        return -math.expm1(math.log(1 - LEVEL) / self.rows)

    @property
    def largest(self) -> float:
        """`kM` with `M = WR + B`: no output that the layer feeds is larger on the data."""
        return self.k * (self.W * self.R + self.B)

    def section_5(self) -> list[Section5]:
        """Return the bounds on classes of this size; none where the layer is 0 on the data.

        The first is the class of k-sparse networks of this scale (Theorem J, and the corrected
        Theorem 17 for a known support); the second has dense networks of this scale, and the
        third those whose values are at most kM as well, which have the scale kM/s.
        """
        s, k, m = self.s, self.k, self.rows
        if not 0 < self.largest < math.inf:
            return []
        loss = LOSS * k**2  # all is homogeneous in M = 1

        M = self.largest / k

        def dense(name: str, scale: float) -> Section5:
            def loses_little(size: int) -> bool:
                mean = bounds.dense_rademacher_sharp(s, size, 1, scale, 0)
                return bounds.corrected_excess(s * scale, mean, size, -math.log(DELTA)) <= loss

            complexity = M * bounds.dense_rademacher_sharp(s, m, 1, scale, 0)
            return Section5(name, complexity, least_from(loses_little, 1))

        sparse = bounds.complexity_samples(s, k, 1, 1, 0, loss, DELTA)
        return [
            Section5("sparse, by Theorem J", M * bounds.theorem_j(s, k, m, 1, 1, 0), sparse),
            dense("dense, the same W and B", 1.0),
            dense("dense, the same range kM", k / s),
        ]

    def verdict(self) -> list[str]:
        """Return the sentences that decide whether sparsity helps here."""
        if not self.n:
            return [
                "Captured outputs have no weights: W, B and R, a k for all inputs, and the bounds "
                "of Section 5 need the model. These rows give no bound for inputs of another kind."
            ]
        if not (classes := self.section_5()):
            return [
                "The products of these numbers are below the range of floats."
                if self.k
                else "No neuron is active, so there is nothing to learn."
            ]
        sparse, dense, same_range = (row.complexity for row in classes)
        ratio = f"{dense / sparse:.3g} times"
        gain = (
            f"At this scale a neuron Theorem J's bound is smaller than the dense one, {ratio}."
            if sparse < dense
            else "At this scale a neuron Theorem J's bound is not below the dense bound: with "
            f"s/k = {self.s / self.k:.3g} no advantage of sparsity is proved."
        )
        lower = (
            "; with s at least 4k and B = 0 even their complexity is, on many orthogonal inputs"
            if self.s >= 4 * self.k
            else ""
        )
        return [
            gain,
            f"Dense networks of the same range kM have a bound {sparse / same_range:.3g} times "
            f"smaller than the sparse one{lower}. So any advantage of sparsity is one of scale.",
        ]


@dataclass(frozen=True, repr=False)
class Activations(Shown):
    """The results for each ReLU layer; `print` shows them as text, and a notebook as tables."""

    layers: list[LayerActivity]

    def sections(self) -> list[Section]:
        """Return the parts of the report."""
        parts = []
        for number, layer in enumerate(self.layers, start=1):
            parts.append(_layer_section(number, layer))
            classes = layer.section_5()
            rows: list[Row] = [("", "complexity", "samples")]
            rows += [(row.name, as_text(row.complexity), f"{row.samples:.3g}") for row in classes]
            title = (
                f"Section 5: bounds on the Rademacher complexity on {layer.rows} such inputs, and "
                f"samples for a squared error of {LOSS:g}·(kM)²"
            )
            parts += [Section(title, rows)] if classes else []
            parts += [Section(sentence, []) for sentence in layer.verdict()]
        return parts

    def __repr__(self) -> str:
        rates = [f"{layer.counts.mean() / layer.s:.1%} of {layer.s}" for layer in self.layers[:8]]
        more = ", …" if len(self.layers) > 8 else ""
        return f"Activations({', '.join(rates)}{more} active on a row; print shows all of it)"

    def to_dict(self) -> dict[str, Any]:
        """Return the output of `sparseact activations --json`: numbers, lists, dictionaries."""
        return {
            "rows": self.layers[0].rows,
            "level": LEVEL,
            "loss_over_squared_range": LOSS,
            "delta": DELTA,
            "layers": [
                {
                    **({"name": layer.name} if layer.name else {}),
                    "s": layer.s,
                    **({"n": layer.n} if layer.n else {}),
                    "mean": float(layer.counts.mean()),
                    "quantiles": dict(zip(map(str, _QUANTILES), _quantiles(layer), strict=True)),
                    "k": layer.k,
                    "rate_above_k_at_most": layer.exceeding,
                    "active": layer.counts.tolist(),
                    "fired": layer.fired.tolist(),
                    "never": np.flatnonzero(layer.fired == 0).tolist(),
                    "always": np.flatnonzero(layer.fired == layer.rows).tolist(),
                    "rate_of_never_at_most": layer.rare,
                    **({"W": layer.W, "B": layer.B, "R": layer.R} if layer.n else {}),
                    "section_5": [row._asdict() for row in layer.section_5()],
                    "verdict": layer.verdict(),
                }
                for layer in self.layers
            ],
        }


def _quantiles(layer: LayerActivity) -> list[float]:
    return [float(v) for v in np.percentile(layer.counts, _QUANTILES)]


def _layer_section(number: int, layer: LayerActivity) -> Section:
    s, mean = layer.s, float(layer.counts.mean())
    never, always = (_numbers(layer, times) for times in (0, layer.rows))
    bound = "" if never == "0" else f", each on at most {layer.rare:.2%} of such inputs"
    least = "" if always == "0" else f", each on at least {1 - layer.rare:.2%} of such inputs"
    scale = [
        ("W = max|u| max‖w‖₂", as_text(layer.W)),
        ("B = max|u| max|b|", as_text(layer.B)),
        ("R = max‖x‖₂", as_text(layer.R)),
        ("kM = k(WR + B), with M = WR + B", as_text(layer.largest)),
    ]
    inputs = f" on {layer.n} inputs" if layer.n else ""
    name = f", {layer.name}" if layer.name else ""
    return Section(
        f"Layer {number}{name}: {s} neurons{inputs}, {layer.rows} rows",
        [
            ("neurons active on one row, mean", f"{as_text(mean)} ({mean / s:.1%})"),
            (
                f"  quantiles {', '.join(f'{q} %' for q in _QUANTILES)}",
                ", ".join(map(as_text, _quantiles(layer))),
            ),
            ("  most, k on these rows", f"{layer.k} ({layer.k / s:.1%})"),
            (
                "  more are active on",
                f"at most {layer.exceeding:.2%} of such inputs, at {LEVEL:.0%}",
            ),
            ("neurons that no row activates", f"{never}{bound}"),
            ("neurons that each row activates", f"{always}{least}"),
            ("  certain of all these neurons together", f"{LEVEL:.0%}, for independent rows"),
            *(scale if layer.n else []),
        ],
    )


def _numbers(layer: LayerActivity, times: int) -> str:
    """Return how many neurons so many rows activate, and the numbers of the first of them."""
    found = np.flatnonzero(layer.fired == times).tolist()
    more = ", …" if len(found) > _NAMED else ""
    listed = ", ".join(map(str, found[:_NAMED]))
    return f"{len(found)} (numbers {listed}{more})" if found else "0"


def captured(outputs: Mapping[str, np.ndarray], threshold: float = 0.0) -> Activations:
    """Count the active neurons of captured layers: of arrays (m, s), an output above a threshold.

    Raises ValueError if an output or the threshold is not finite, there is no array, or the arrays
    have different numbers of rows.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.inspector.layer_activity import captured
    >>> captured({"": np.array([[0.0, 0.5], [0.0, 0.0]])}).layers[0].fired
    array([0, 1])
    """
    if not outputs:
        raise ValueError("outputs must have an array of a layer, got none")
    if not math.isfinite(threshold):
        raise ValueError(f"threshold must be finite, got {threshold}")
    if len({len(x) for x in outputs.values()}) > 1:
        sizes = ", ".join(f"{len(x)} in {name}" for name, x in outputs.items())
        raise ValueError(f"outputs must have as many rows in each layer, got {sizes}")
    layers = []
    for name, x in outputs.items():
        if not np.isfinite(x).all():
            row, column = np.argwhere(~np.isfinite(x))[0]
            where = f"row {row} has {x[row, column]} in column {column}"
            raise ValueError(f"outputs{' ' * bool(name) + name} must be finite; {where}")
        # Exactly: NumPy would round the threshold to a float16, and a large integer to a float64.
        x = x.view(np.uint8) if x.dtype == bool else x  # which no large integer is compared with
        active = x > (np.float64(threshold) if x.dtype.kind == "f" else math.floor(threshold))
        layers.append(LayerActivity(active.sum(axis=1), active.sum(axis=0), name=name))
    return Activations(layers)


def activations(model: Any, X: Any) -> Activations:
    """Count the active neurons of each ReLU layer on real inputs.

    Parameters
    ----------
    model : object
        A chain of linear layers with ReLU between them, of any depth: a `SparseReLUNetwork`; a
        fitted MLP of scikit-learn; a module of PyTorch; a list of pairs (W, b) with W (out, in)
        and b (out,), each but the last before a ReLU; or the name of a file, .npz of a network
        .onnx, or .pt with a `state_dict()`, whose layers are taken for such a chain. A chain
        read from a module or a graph is compared with it at random points.
    X : array_like, shape (m, n)
        Finite real inputs as the model takes them. Each layer is counted on its own inputs.

    Returns
    -------
    Activations

    Raises
    ------
    ValueError
        If the model has anything else, such as another activation, which is named; or X has not
        a number for each input.
    OSError
        If a file cannot be read.

    Examples
    --------
    >>> from sparseact import activations
    >>> layers = [([[1, 1], [1, -1]], [0, -3]), ([[1, 2]], [0])]
    >>> found = activations(layers, [[1.5, 0.25], [2, -2], [-1, 0]])
    >>> found.layers[0].counts
    array([1, 1, 0])
    >>> found
    Activations(33.3% of 2 active on a row; print shows all of it)
    """
    x = floats("X", as_given("X", as_array(X)), rounded=True)
    if x.ndim != 2 or not len(x):
        raise ValueError(f"X must have shape (m, n) with m of at least 1, got {x.shape}")
    require_finite_rows("points", x)
    layers = [[part.astype(np.float64) for part in pair] for pair in chain_of(model).layers]
    n = layers[0][0].shape[1]
    if x.shape[1] != n:
        raise ValueError(f"X must have shape (m, {n}), as the first layer has, got {x.shape}")
    hidden = layers[:-1]
    if not hidden:
        raise ValueError("there must be a layer of ReLUs between the inputs and the outputs")
    counts = [np.empty(len(x), dtype=np.int64) for _ in hidden]
    fired = [np.zeros(len(b), dtype=np.int64) for _, b in hidden]
    reach = [0.0] * len(hidden)
    step = max(1, _BLOCK // max(max(W.shape) for W, _ in hidden))
    for start in range(0, len(x), step):
        rows = slice(start, start + step)
        inputs = x[rows]
        for number, (W, b) in enumerate(hidden):
            active = active_at(W, 0 - b, inputs)
            counts[number][rows] = active.sum(axis=1)
            fired[number] += active.sum(axis=0)
            reach[number] = max(reach[number], float(_norms(inputs).max()))
            with np.errstate(over="ignore", invalid="ignore"):
                inputs = np.maximum(inputs @ W.T + b, 0)
            if number + 1 < len(hidden):
                _require_floats(f"the inputs of layer {number + 2}", inputs)
    found = []
    for number, ((W, b), (onward, _)) in enumerate(itertools.pairwise(layers)):
        u = float(np.abs(onward).max())
        scale = u * float(_norms(W).max()), u * float(np.abs(b).max())
        found.append(
            LayerActivity(counts[number], fired[number], W.shape[1], *scale, reach[number])
        )
        _require_floats(f"W, B, R or kM of layer {number + 1}", [*scale, found[-1].largest])
    return Activations(found)


def _norms(rows: np.ndarray) -> np.ndarray:
    """Return the Euclidean norms of rows of any size: their squares may be beyond all floats."""
    top = np.abs(rows).max(axis=1, keepdims=True)
    with np.errstate(over="ignore"):
        norms = top[:, 0] * np.linalg.norm(rows / np.where(top > 0, top, 1.0), axis=1)
    return np.asarray(norms)


def _require_floats(what: str, values: Any) -> None:
    if not np.isfinite(values).all():
        raise ValueError(f"{what} must be within the range of floats; rescale X or the weights")
