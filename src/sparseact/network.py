"""One-hidden-layer ReLU networks on the cube: values, active sets, scale, sparsity."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np

from sparseact import cube


class SparseReLUNetwork:
    """h(x) = Σ_j u_j σ(⟨w_j, x⟩ − b_j), with weights w (s, n), biases b (s,) and u (s,)."""

    def __init__(self, w: np.ndarray, b: np.ndarray, u: np.ndarray) -> None:
        self.w = np.array(w, dtype=np.float64)
        self.b = np.array(b, dtype=np.float64)
        self.u = np.array(u, dtype=np.float64)
        if self.w.ndim != 2:
            raise ValueError(f"w must have shape (s, n), not {self.w.shape}")
        for name, array in (("b", self.b), ("u", self.u)):
            if array.shape != (self.s,):
                raise ValueError(f"{name} must have shape ({self.s},), not {array.shape}")
        for name, array in (("w", self.w), ("b", self.b), ("u", self.u)):
            if not np.isfinite(array).all():
                raise ValueError(f"{name} must be finite; it holds a NaN or an infinity")
            array.flags.writeable = False

    @property
    def n(self) -> int:
        """Number of inputs."""
        return int(self.w.shape[1])

    @property
    def s(self) -> int:
        """Number of neurons."""
        return int(self.w.shape[0])

    def __repr__(self) -> str:
        return f"SparseReLUNetwork(n={self.n}, s={self.s})"

    def _preactivations(self, x: np.ndarray) -> np.ndarray:
        x = np.asarray(x)
        if x.ndim != 2 or x.shape[1] != self.n:
            raise ValueError(f"points must have shape (m, {self.n}), not {x.shape}")
        wrong = np.argwhere((x != 1) & (x != -1))
        if len(wrong):
            row, column = wrong[0]
            raise ValueError(
                f"points must be ±1; row {row} holds {x[row, column]} in column {column}"
            )
        return x.astype(np.float64) @ self.w.T - self.b

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Return h at points x (m, n) of ±1, shape (m,)."""
        return np.maximum(self._preactivations(x), 0.0) @ self.u

    def active(self, x: np.ndarray) -> np.ndarray:
        """Return which neurons are active (pre-activation > 0), bool (m, s)."""
        return self._preactivations(x) > 0

    def _blocks(self) -> list[np.ndarray]:
        grid = cube.points(self.n)
        return [grid[i : i + 4096] for i in range(0, len(grid), 4096)]

    def values(self) -> np.ndarray:
        """Return h over the cube, shape (2^n,)."""
        return np.concatenate([self(block) for block in self._blocks()])

    def active_counts(self) -> np.ndarray:
        """Return |R_x| over the cube, shape (2^n,)."""
        return np.concatenate([self.active(block).sum(axis=1) for block in self._blocks()])

    def max_active(
        self, points: np.ndarray | None = None, time_limit: float | None = None
    ) -> tuple[int, int]:
        """Return bounds on the largest |R_x| over the cube (or over `points`)."""
        counts = self.active_counts() if points is None else self.active(points).sum(axis=1)
        k = int(counts.max())
        return k, k

    @property
    def scale_squared(self) -> tuple[Fraction, Fraction]:
        """(W², B²): max u² times max ‖w‖², and max u² times max b²; exact."""
        u2 = max(Fraction(v) ** 2 for v in self.u.tolist())
        w2 = max(sum((Fraction(v) ** 2 for v in row), Fraction(0)) for row in self.w.tolist())
        b2 = max(Fraction(v) ** 2 for v in self.b.tolist())
        return u2 * w2, u2 * b2

    @property
    def scale(self) -> tuple[float, float]:
        """(W, B), rounded."""
        w2, b2 = self.scale_squared
        return math.sqrt(w2), math.sqrt(b2)

    def is_exact(self) -> bool:
        """Whether values() is exact: no intermediate leaves 2^53 units of the common grid."""

        def grid(array: np.ndarray) -> int:
            return max((Fraction(v).denominator.bit_length() - 1 for v in array.flat), default=0)

        unit = 2 ** (max(grid(self.w), grid(self.b)) + grid(self.u))
        total = sum(
            abs(Fraction(u)) * (sum(abs(Fraction(v)) for v in row) + abs(Fraction(b)))
            for u, row, b in zip(self.u.tolist(), self.w.tolist(), self.b.tolist(), strict=True)
        )
        return total * unit <= 2**52

    def save(self, path: Path | str) -> None:
        """Write w, b and u to an .npz file."""
        with open(path, "wb") as stream:
            np.savez(stream, w=self.w, b=self.b, u=self.u)

    @classmethod
    def load(cls, path: Path | str) -> SparseReLUNetwork:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as archive:
            return cls(archive["w"], archive["b"], archive["u"])
