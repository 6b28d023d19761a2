"""The low-degree algorithm: regression on the monomials of degree at most d."""

from __future__ import annotations

import math
import time
import warnings
from itertools import chain, combinations
from typing import Any

import numpy as np
from scipy.sparse import issparse
from scipy.sparse.linalg import LinearOperator, lsmr
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from sparseact.arguments import integer, number_or_nan, refuse_text, seconds
from sparseact.bounds import n_monomials
from sparseact.cube import MemoryBoundError
from sparseact.learning.fitting import as_points, checked_data, checked_weights, set_fitted
from sparseact.learning.least_squares import CubeDesign, MonomialDesign, least_squares, masks_of
from sparseact.learning.monomial_products import adjoint, forward

METHODS = ("regression", "averages", "centred")

_MASK_N = 62  # the most variables whose sets are masks of int64
_CUBE_N = 24  # the largest cube over which points are counted
_MEMORY = 2**30  # bytes that a fit may use besides its arguments
_GRAM_N = 4096  # the largest matrix that is factorised
_MOST_PRODUCTS = 2**28  # of a Gram matrix beyond the cube, without weights: LSMR takes longer
_DUAL_RATE = 128  # m²/N up to which a matrix of m samples beyond the cube takes less time than LSMR


class FewSamplesWarning(UserWarning):
    """A regression has fewer than two samples for each monomial, and no penalty.

    With N monomials and m samples, noise in the labels adds about N/(m − N) times its
    variance to the error of a prediction: once at `m = 2N`, and more for smaller m.
    """


class LowDegreeRegressor(RegressorMixin, BaseEstimator):
    """Low-degree algorithm of §2.1 on inputs of ±1.

    The prediction is `Σ_{|T|≤d} c_T χ_T(x)`. Fitting draws nothing at random; another number of
    threads of BLAS may change last bits.

    Parameters
    ----------
    degree : int, default 2
        d, at least 0; above n it counts as n.
    method : {"regression", "averages", "centred"}, default "regression"
        "regression" minimises the training loss over c (the paper's polynomial
        regression), and among several minimisers takes the one of least norm.
        "averages" takes `c_T = (1/m) Σ_i y_i χ_T(x_i)`. "centred" cuts the samples into
        `blocks`, of which each has m and takes the mean of the labels, ȳ, for the constant and
        `c_T = 1/(m−1) Σ_i (y_i − ȳ) χ_T(x_i)` for the other T; it keeps the block that is nearest
        to more than half of all. `bounds.theorem_r_block` and `theorem_r_blocks` return how many
        samples bring the loss to ε with probability 1 − δ, without a bound on the labels.
    alpha : float, default 0
        Ridge penalty of "regression": `α Σ_{T≠∅} c_T²` joins the sum of squared residuals.
        As in scikit-learn's `Ridge`, the constant is free.
    blocks : int, default 1
        Of "centred": how many blocks there are, each of at least 2 samples.
    inputs : {"pm1", "01"}, default "pm1"
        The entries of X: 1 and −1, or 0 and 1, where 0 means −1. X may be a sparse matrix of
        SciPy, which is made dense.
    tolerance : float, default 1e-10
        Of the streamed regression: with residual r and design matrix X, both times the roots of
        the weights, it stops at `‖Xᵀr‖ ≤ tolerance·‖X‖‖r‖`, or at `‖r‖` of that order.
    time_limit : float, optional
        Seconds for the streamed regression, which makes as many iterations as its first
        products say will fit; other ways of fitting take no longer than they must.

    Attributes
    ----------
    coefficients_ : ndarray (N,), or (t, N) for labels (m, t)
        `c_T` in the order of `monomials_`; the first is the constant's.
    monomials_ : ndarray (N, min(d, n)) of int32
        The variables of each T in increasing order, padded with −1; by degree,
        then lexicographic.
    feature_importances_ : ndarray (n,)
        The influence of each input on the polynomial, by which scikit-learn's RFE and
        SelectFromModel choose inputs: an entry of `coefficients_` belongs to a monomial.
    n_features_in_ : int
    solver_ : {"gram", "stream"}
        How the coefficients were found, see Notes.
    rank_ : int
        Rank of the Gram matrix, with the penalty, that the solution used; −1 where it is
        not known.
    n_iter_ : int
        Iterations of the streamed regression for all targets, 0 where there were none.

    Notes
    -----
    The (S, T) entry of XᵀX is `Σ_i χ_{S△T}(x_i)`. So for `n ≤ 24` and
    `min(m, N) ≤ 4096` it is looked up in the Walsh transform of the points' histogram, or, for few
    points, multiplied out; Cholesky, with a step of refinement against the
    data, gives the coefficients ("gram"). With fewer than N distinct points the
    minimum-norm solution comes in the same way from XXᵀ, whose entries are integers,
    sums of Krawtchouk polynomials of the Hamming distance of two points. Beyond 24 inputs this is
    done if `m ≤ 4096` and `m² ≤ 128·N` for each target; with more samples LSMR takes less time.
    With `m ≥ N`, XᵀX is multiplied out if `m·N² ≤ 2^28`, or there are weights, for which LSMR
    may be slow.

    In all other cases ("stream"), and where the matrix is not proved to be regular, LSMR, started
    from 0, converges to the minimum-norm solution; products with X and Xᵀ are nested sums
    over the variables, 2mN operations each. The routes agree to the tolerance.

    Several targets use one Gram matrix and its factor. Each has the same bits as by itself. With
    sample weights the histogram is theirs; a penalty α joins the diagonal of XᵀX or XXᵀ.

    References
    ----------
    - N. Linial, Y. Mansour, N. Nisan (1993). Constant depth circuits, Fourier transform, and
      learnability. J. ACM 40. doi:10.1145/174130.174138 (The low-degree algorithm.)
    - D. C.-L. Fong, M. Saunders (2011). LSMR: an iterative algorithm for sparse least-squares
      problems. SIAM J. Sci. Comput. 33. doi:10.1137/10079687X
    - C. Saunders, A. Gammerman, V. Vovk (1998). Ridge regression learning algorithm in dual
      variables. ICML 1998. (The matrix XXᵀ.)
    - D. Hsu, S. Sabato (2016). Loss minimization and parameter estimation with heavy tails.
      JMLR 17. (The choice among blocks.)
    - M. Krawtchouk (1929). Sur une généralisation des polynômes d'Hermite.
      C. R. Acad. Sci. 189.

    Raises
    ------
    ValueError
        On a parameter outside its range, in `fit` and `predict` on any entry of X
        other than +1 and −1 (with its row, column and value; X of 0 and 1 requires
        `inputs="01"`), and in `fit` on labels
        whose sums overflow, on weights that are negative or all 0, and for "centred" on any
        weights and on fewer than two samples for each block.
    MemoryBoundError
        Before any work, if every solver needs more than 2^30 bytes besides the arguments.

    Warns
    -----
    FewSamplesWarning
        If "regression" without a penalty has fewer than two samples for each monomial.
    ConvergenceWarning
        If the streamed regression ended above `tolerance`.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.learning import LowDegreeRegressor
    >>> x = np.tile([[1, 1], [1, -1], [-1, 1], [-1, -1]], (2, 1))
    >>> y = 3 + x[:, 0] * x[:, 1]
    >>> LowDegreeRegressor(2).fit(x, y).coefficients_.round(9) + 0.0
    array([3., 0., 0., 1.])
    >>> LowDegreeRegressor(2, alpha=8).fit(x, y).coefficients_.round(9) + 0.0
    array([3. , 0. , 0. , 0.5])
    >>> LowDegreeRegressor(0).fit(x, y, sample_weight=[1, 0, 0, 3, 0, 0, 0, 0]).coefficients_
    array([4.])
    """

    def __init__(
        self,
        degree: int = 2,
        method: str = "regression",
        *,
        alpha: float = 0.0,
        blocks: int = 1,
        inputs: str = "pm1",
        tolerance: float = 1e-10,
        time_limit: float | None = None,
    ) -> None:
        self.degree = degree
        self.method = method
        self.alpha = alpha
        self.blocks = blocks
        self.inputs = inputs
        self.tolerance = tolerance
        self.time_limit = time_limit

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> LowDegreeRegressor:
        """Fit to X (m, n) of ±1 and labels y (m,) or (m, t), with weights (m,) if given.

        A sample of weight 2 counts as two, and one of weight 0 as none. A fit that does not
        end leaves the estimator as it was.
        """
        self._check_parameters()
        deadline = time.monotonic() + seconds("time_limit", self.time_limit)
        X, y, noted = checked_data(
            self, X, y, dtype=None, ensure_all_finite=False, y_numeric=True, multi_output=True,
            accept_sparse="csr",
        )  # fmt: skip
        m, n = X.shape
        d = min(int(self.degree), n)
        if self.method == "centred":
            self._check_blocks(m, sample_weight)
        weights = checked_weights(sample_weight, X)
        one_target = y.ndim == 1
        y = np.asarray(y, dtype=np.float64).reshape(m, -1).T  # a row for each target
        in_memory = self._is_in_memory(X, d, len(y), sample_weight is not None)
        x = _signs(X, self.inputs)
        kept = weights > 0
        x, y, weights = x[kept], np.ascontiguousarray(y[:, kept]), weights[kept]
        # Only ratios of weights count. At size 1 products stay in range, and LSMR takes no singular
        # value for a lost rank; powers of 4 round neither the weights nor their roots.
        exponent = np.frexp(weights.max())[1] // 2 * 2
        weights, alpha = np.ldexp(weights, -exponent), float(self.alpha)
        with np.errstate(over="ignore"):
            if alpha:
                alpha = float(np.clip(np.ldexp(alpha, -exponent), 2.0**-1000, 2.0**1000))
            _require_finite(np.abs(weights * y).sum(axis=1))
        monomials = _monomials(n, d)
        self._warn_of_few(len(x), len(monomials))
        rank, iterations = -1, 0
        found = None
        if self.method == "centred":
            coefficients = self._fit_centred(x, y, monomials, in_memory)
        elif self.method == "averages":
            coefficients = _sums(x, weights * y, monomials, in_memory) / weights.sum()
        else:
            if in_memory:
                found = _fit_in_memory(x, y, weights, alpha, monomials)
            in_memory = found is not None
            if found:
                coefficients, rank = found
            else:
                coefficients, iterations = self._fit_streamed(x, y, weights, alpha, d, deadline)
        _require_finite(coefficients)
        fitted = {
            "coefficients_": coefficients[0] if one_target else coefficients,
            "monomials_": monomials,
            "solver_": "gram" if in_memory else "stream",
            "rank_": rank,
            "n_iter_": iterations,
        }
        set_fitted(self, noted | fitted)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return `Σ c_T χ_T(x)` for the rows of X (m, n), shape (m,) or (m, t) as the labels'."""
        check_is_fitted(self)
        if not issparse(X):
            refuse_text("X", X)
        X = validate_data(
            self, X, reset=False, dtype=None, ensure_all_finite=False, accept_sparse="csr"
        )
        x = _signs(X, self.inputs)
        values = forward(x, np.atleast_2d(self.coefficients_), self.monomials_.shape[1])
        return values[0] if self.coefficients_.ndim == 1 else values.T

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Return the names of the monomials, in the order of `coefficients_`.

        Parameters
        ----------
        input_features : array_like of str, shape (n,), optional
            None: the columns of the data frame that was fitted, or x0, x1, …

        Returns
        -------
        ndarray of str, shape (N,)
            Such as "1", "x0" and "x0 x3", as `PolynomialFeatures` has them.

        Examples
        --------
        >>> from sparseact.learning import LowDegreeRegressor
        >>> X = [[1, 1], [1, -1], [-1, 1], [-1, -1]] * 2
        >>> model = LowDegreeRegressor(2).fit(X, [1, 0, 0, 1] * 2)
        >>> model.get_feature_names_out(["rain", "wind"]).tolist()
        ['1', 'rain', 'wind', 'rain wind']
        """
        check_is_fitted(self)
        names = _check_feature_names_in(self, input_features)
        return np.array(
            [" ".join(names[i] for i in row if i >= 0) or "1" for row in self.monomials_],
            dtype=object,
        )

    @property
    def feature_importances_(self) -> np.ndarray:
        """The influence of each input, float64 (n,): the sum of c_T² over all T with it.

        Of several targets it is the sum.
        """
        check_is_fitted(self)
        squares = (np.atleast_2d(self.coefficients_) ** 2).sum(axis=0)
        within = self.monomials_ >= 0
        inputs = self.monomials_[within]
        return np.bincount(inputs, np.repeat(squares, within.sum(axis=1)), self.n_features_in_)

    @property
    def masks_(self) -> np.ndarray:
        """The monomials as masks, int64 (N,): coefficients_[i] belongs to T = masks_[i].

        Raises ValueError if `n > 62`, where masks do not fit.
        """
        check_is_fitted(self)
        if self.n_features_in_ > _MASK_N:
            raise ValueError(
                f"at most {_MASK_N} variables have masks, got {self.n_features_in_}; use monomials_"
            )
        return masks_of(self.monomials_)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.input_tags.sparse = True
        return tags

    def _check_parameters(self) -> None:
        integer("degree", self.degree, 0)
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, got {self.method!r}")
        if not 0 <= number_or_nan(self.alpha) < math.inf:
            raise ValueError(f"alpha must be a finite number of at least 0, got {self.alpha!r}")
        if self.alpha and self.method != "regression":
            raise ValueError(f"alpha = {self.alpha!r} needs the method 'regression'")
        if integer("blocks", self.blocks, 1) > 1 and self.method != "centred":
            raise ValueError(f"blocks = {self.blocks!r} needs the method 'centred'")
        seconds("time_limit", self.time_limit)
        if not 0 < number_or_nan(self.tolerance) < 1:
            raise ValueError(f"tolerance must lie between 0 and 1, got {self.tolerance!r}")

    def _check_blocks(self, m: int, sample_weight: Any) -> None:
        """Reject weights, which blocks do not have, and blocks of fewer than two samples."""
        if sample_weight is not None:
            raise ValueError("sample weights need the method 'regression' or 'averages'")
        if m < 2 * self.blocks:
            raise ValueError(
                f"{m} samples are fewer than two for each of {self.blocks} blocks; take fewer "
                "blocks or more samples"
            )

    def _is_in_memory(self, X: Any, d: int, targets: int, weighted: bool) -> bool:
        """Return whether matrices or tables are stored; reject what no way of fitting can hold."""
        m, n = X.shape
        count = n_monomials(n, d)
        regression = self.method == "regression"
        shared = (12 if issparse(X) else 4) * m * n + 4 * count * d + 16 * (2 * m + count) * targets
        if self.method == "centred":  # each block's coefficients, and one's once more
            shared += 8 * count * (self.blocks + 1) * targets
        stream = shared + (48 * (m + count) if regression else 0)
        if stream > _MEMORY:
            raise MemoryBoundError(
                f"m = {m} samples of n = {n} and the N = {count} monomials of degree at most {d} "
                + (f"with {targets} targets " if targets > 1 else "")
                + f"need {stream:.3g} bytes; a fit may use {_MEMORY:.3g}"
            )
        # The matrix, its factor and the inverse of this, and the work for them.
        order = min(m, count)
        size = shared + (40 * order**2 if regression else 0)
        if n <= _CUBE_N:
            size += 48 << n  # two histograms and a transform's copies
            quick = regression or n * 2**n <= m * count
        elif m >= count:
            size += (d + 17) * m * count  # the design matrix
            quick = regression and (weighted or m * count**2 <= _MOST_PRODUCTS)
        else:
            quick = regression and m**2 <= _DUAL_RATE * count * targets
        return quick and size <= _MEMORY and (order <= _GRAM_N or not regression)

    def _warn_of_few(self, m: int, count: int) -> None:
        """Warn where a regression has few samples for the number of monomials."""
        if self.method == "regression" and not self.alpha and m < 2 * count:
            warnings.warn(
                f"LowDegreeRegressor fits {count} monomials to {m} samples, fewer than two for "
                "each, so that noise in the labels enters predictions at its full size or more; "
                "take a smaller degree, alpha > 0 or more samples",
                FewSamplesWarning,
                stacklevel=3,
            )

    def _fit_centred(
        self, x: np.ndarray, y: np.ndarray, monomials: np.ndarray, in_memory: bool
    ) -> np.ndarray:
        """Return the coefficients (t, N) of the block that is nearest to more than half.

        If more than r/2 of r members are within ρ of a point, the one that has more than r/2 of
        all within the smallest distance is within 3ρ of it.
        """
        fits = np.empty((len(y), self.blocks, len(monomials)))
        for place, rows in enumerate(np.array_split(np.arange(len(x)), self.blocks)):
            means = y[:, rows].mean(axis=1)
            centred = np.ascontiguousarray(y[:, rows] - means[:, None])
            fitted = _sums(x[rows], centred, monomials, in_memory) / len(rows)
            fits[:, place] = fitted * (len(rows) / (len(rows) - 1))
            fits[:, place, 0] = means
        nearest = []
        for members in fits:
            distances = np.array([((members - one) ** 2).sum(axis=1) for one in members])
            middle = np.sort(distances, axis=1)[:, self.blocks // 2]
            nearest.append(members[np.argmin(middle)])
        return np.stack(nearest)

    def _fit_streamed(
        self,
        x: np.ndarray,
        y: np.ndarray,
        weights: np.ndarray,
        alpha: float,
        d: int,
        deadline: float,
    ) -> tuple[np.ndarray, int]:
        """Return the coefficients (t, N) and the number of iterations."""
        count, roots = n_monomials(x.shape[1], d), np.sqrt(weights)
        # A constant without a penalty is eliminated: LSMR would take the least norm with it.
        first = 1 if alpha else 0
        axis = first * roots / np.linalg.norm(roots)

        def projected(values: np.ndarray) -> np.ndarray:
            return values - (values @ axis) * axis

        def product(c: np.ndarray) -> np.ndarray:
            return projected(roots * forward(x, np.pad(c, (first, 0))[None], d)[0])

        def sums(r: np.ndarray) -> np.ndarray:
            return adjoint(x, (roots * projected(r))[None], d)[0, first:]

        design = LinearOperator(
            (len(x), count - first), matvec=product, rmatvec=sums, dtype=np.float64
        )
        limit = 4 * min(design.shape) + 100
        if deadline < math.inf:
            limit = min(limit, _iterations_until(deadline, design, len(y)))
        fits, iterations = [], 0
        for row in y:
            # LSMR takes squares, which labels of size 1 keep in range; powers of two round nothing.
            exponent = np.frexp(np.abs(row).max())[1]
            labels = np.ldexp(row, -exponent)
            c, stop, taken = lsmr(
                design, projected(roots * labels), math.sqrt(alpha), self.tolerance,
                self.tolerance, conlim=0, maxiter=limit,
            )[:3]  # fmt: skip
            if stop == 7:
                warnings.warn(
                    f"the regression stopped after {limit} iterations above tolerance "
                    f"{self.tolerance:g}",
                    ConvergenceWarning,
                    stacklevel=3,
                )
            c = np.pad(c, (first, 0))
            if alpha:
                c[0] = np.average(labels - forward(x, c[None], d)[0], weights=weights)
            fits.append(np.ldexp(c, exponent))
            iterations += taken
        return np.stack(fits), iterations


def _fit_in_memory(
    x: np.ndarray, y: np.ndarray, weights: np.ndarray, alpha: float, monomials: np.ndarray
) -> tuple[np.ndarray, int] | None:
    """Return the coefficients (t, N) and the rank; None where it is not full."""
    m, n = x.shape
    is_small = n > _CUBE_N or m * len(monomials) ** 2 < n << n
    x, weights, sums = _distinct(x, weights, weights * y)
    design = (MonomialDesign if is_small else CubeDesign)(x, monomials)
    return least_squares(design, weights, sums, alpha)


def _sums(x: np.ndarray, labels: np.ndarray, monomials: np.ndarray, on_cube: bool) -> np.ndarray:
    """Return the sums of labels (t, m) times each monomial, (t, N)."""
    if not on_cube:
        return adjoint(x, labels, monomials.shape[1])
    x, _, sums = _distinct(x, np.ones(len(x)), labels)
    design = CubeDesign(x, monomials)
    return np.stack([design.adjoint(row) for row in sums])


def _distinct(
    x: np.ndarray, weights: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return distinct points of x (m, n), their weights, and the sums of labels (t, m) at each.

    Points without masks, of more than 62 variables, are returned as they are.
    """
    n = x.shape[1]
    if n > _MASK_N:
        return x, weights, labels
    masks = (x < 0) @ (1 << np.arange(n, dtype=np.int64))
    _, first, place = np.unique(masks, return_index=True, return_inverse=True)
    sums = np.stack([np.bincount(place, weights=row) for row in labels])
    return x[first], np.bincount(place, weights=weights), sums


def _signs(X: Any, inputs: Any) -> np.ndarray:
    """Return X as int8 of ±1, or raise at the first entry that is neither allowed value."""
    X = as_points(X, inputs)
    if X.dtype.kind not in "iufb":
        X = X.astype(np.float64)
    wrong = (X != 1) & (X != -1)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        value = X[row, column]
        shown = "NaN" if value != value else f"{value}"
        are_bits = ((X == 0) | (X == 1)).all()
        hint = "; inputs are 0/1: use inputs='01', or 2 * X - 1" if are_bits else ""
        raise ValueError(
            f"X must hold +1 and -1 only; row {row} holds {shown} in column {column}{hint}"
        )
    return np.ascontiguousarray(X, dtype=np.int8)


def _require_finite(values: Any) -> None:
    """Reject labels whose sums overflow."""
    if not np.isfinite(values).all():
        raise ValueError(
            "the labels are so large that sums of them leave the range of floats; rescale y"
        )


def _monomials(n: int, d: int) -> np.ndarray:
    """Return the subsets of at most d of n variables, padded with −1."""
    table = np.full((n_monomials(n, d), d), -1, dtype=np.int32)
    start = 1
    for t in range(1, d + 1):
        stop = start + math.comb(n, t)
        numbers = chain.from_iterable(combinations(range(n), t))
        table[start:stop, :t] = np.fromiter(numbers, np.int32).reshape(-1, t)
        start = stop
    return table


def _iterations_until(deadline: float, design: LinearOperator, targets: int) -> int:
    """Return the iterations of each target that fit, at least 1, by one pair of products."""
    values = design.matvec(np.ones(design.shape[1]))  # compiles
    design.rmatvec(values)
    begin = time.monotonic()
    design.matvec(design.rmatvec(values))
    end = time.monotonic()
    return max(1, int((deadline - end) / targets / max(end - begin, 1e-9)))
