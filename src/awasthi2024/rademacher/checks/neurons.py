"""A few neurons at points with any real coordinates, and the sets that they are active on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Neurons(NamedTuple):
    """Neurons at points with any real coordinates: w (s, n), b (s,), u (s,)."""

    w: np.ndarray
    b: np.ndarray
    u: np.ndarray

    def pre_activations(self, x: np.ndarray) -> np.ndarray:
        """Return ⟨w_j, x_i⟩ − b_j, shape (m, s)."""
        return x @ self.w.T - self.b

    def printed_sets(self, x: np.ndarray) -> np.ndarray:
        """Return whether i is in I_j as the paper has it, with ≥; shape (m, s)."""
        return self.pre_activations(x) >= 0

    def active(self, x: np.ndarray) -> np.ndarray:
        """Return whether neuron j is active at x_i, strictly; shape (m, s)."""
        return self.pre_activations(x) > 0


def random_case(rng: np.random.Generator) -> tuple[Neurons, np.ndarray, np.ndarray]:
    """Return a few neurons, points and signs; all dyadic, some points on boundaries."""
    n, s, m = (int(rng.integers(1, top)) for top in (4, 5, 7))
    x = rng.integers(-2, 3, (m, n))
    w, b = rng.integers(-2, 3, (s, n)) / 2.0, rng.integers(-2, 3, s) / 2.0
    return Neurons(w, b, rng.integers(-2, 3, s) / 2.0), x, rng.choice([-1, 1], m)
