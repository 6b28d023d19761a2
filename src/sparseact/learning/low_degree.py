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
from sparseact.learning.fitting import (
    as_points,
    checked_data,
    checked_weights,
    require_coding,
    set_fitted,
)
from sparseact.learning.least_squares import (
    CubeDesign,
    Design,
    Dual,
    MonomialDesign,
    least_squares,
    solve_dual,
)
from sparseact.learning.monomial_products import adjoint, forward

METHODS = ("regression", "averages", "centred")

_CUBE_N = 24  # the largest cube over which points are counted
_MEMORY = 2**30  # bytes that a fit may use besides its arguments
_GRAM_N = 4096  # the most monomials whose Gram matrix is factorised
_MOST_PRODUCTS = 2**28  # of a Gram matrix beyond the cube, without weights: LSMR takes longer
_PRODUCTS_A_SECOND = 2**33  # at least
_DUAL_M = 4096  # the most samples whose kernel is factorised
_DUAL_RATE = 128  # m²/N up to which that takes less time than LSMR
_ENTRIES = 1 << 16  # entries of the input that are checked together


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
        Of the streamed regression: with residual r and design matrix X it
        stops at `‖Xᵀr‖` ≤ tolerance·‖X‖‖r‖, or at `‖r‖` of that order.
    time_limit : float, optional
        Seconds for the streamed regression, which makes as many iterations as its first
        products say will fit; other ways of fitting take no longer than they must.

    Attributes
    ----------
    coefficients_ : ndarray (N,), or (t, N) for labels (m, t)
        `c_T` in the order of `monomials_`; the first is the constant's. After the route "dual"
        they are computed when they are first read.
    monomials_ : ndarray (N, min(d, n)) of int32
        The variables of each T in increasing order, padded with −1; by degree,
        then lexicographic.
    feature_importances_ : ndarray (n,)
        The influence of each input on the polynomial, by which scikit-learn's RFE and
        SelectFromModel choose inputs: an entry of `coefficients_` belongs to a monomial.
    n_features_in_ : int
    solver_ : {"gram", "dual", "stream"}
        How the coefficients were found, see Notes.
    rank_ : int
        Rank of the Gram matrix, with the penalty, that the solution used; −1 where it is
        not known.
    n_iter_ : int
        Iterations of the streamed regression, 0 where there were none.

    Notes
    -----
    The (S, T) entry of XᵀX is `Σ_i χ_{S△T}(x_i)`. So for `n ≤ 24` and `N ≤ 4096` it
    is looked up in the Walsh transform of the points' histogram, or, for few
    points, multiplied out; Cholesky, with a step of refinement against the
    data, gives the coefficients ("gram"). With fewer than N distinct points the
    minimum-norm solution comes in the same way from XXᵀ, whose entries are
    entries of the transform of the monomials' indicator. Where monomials depend on each other,
    which integers decide, the eigenvectors of XᵀX outside its null space give the solution, with a
    penalty as well. Beyond 24 inputs, with m ≥ N, XᵀX is a sum over blocks of samples, if
    m·N² ≤ 2^28, or there are weights, for which LSMR may be slow.

    Otherwise, with m < N, `m ≤ 4096` and `m² ≤ 128·N` for each target, XXᵀ is factorised
    ("dual"); with more samples LSMR takes less time. The entries of XXᵀ are integers,
    sums of Krawtchouk polynomials of the Hamming distance of two points, and so a prediction is a
    sum over the samples.

    In all other cases ("stream"), and where XXᵀ is not proved to be regular, LSMR, started
    from 0, converges to the minimum-norm solution; products with X and Xᵀ are nested sums
    over the variables, 2mN operations each. The routes agree to the tolerance.

    Several targets use one Gram matrix and its factor, with the same bits as each by itself
    ("gram") or up to rounding ("dual"), or the products of one LSMR, with coefficients of
    each to the tolerance. With sample weights the histogram is theirs; with a penalty α
    joins the diagonal of XᵀX, or `√α`
    times the unit vectors the rows of X.

    References
    ----------
    N. Linial, Y. Mansour, N. Nisan (1993). Constant depth circuits, Fourier transform, and
    learnability. J. ACM 40. doi:10.1145/174130.174138 (The low-degree algorithm.)
    D. C.-L. Fong, M. Saunders (2011). LSMR: an iterative algorithm for sparse least-squares
    problems. SIAM J. Sci. Comput. 33. doi:10.1137/10079687X
    C. Saunders, A. Gammerman, V. Vovk (1998). Ridge regression learning algorithm in dual
    variables. ICML 1998. (The dual route.)
    D. Hsu, S. Sabato (2016). Loss minimization and parameter estimation with heavy tails. JMLR 17.
    (The choice among blocks.)
    M. Krawtchouk (1929). Sur une généralisation des polynômes d'Hermite. C. R. Acad. Sci. 189.

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

    _coefficients: np.ndarray | None  # (t, N); None until they are read where `_dual` has them
    _dual: Dual | None

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
        deadline = math.inf if self.time_limit is None else time.monotonic() + self.time_limit
        X, y, noted = checked_data(
            self, X, y, dtype=None, ensure_all_finite=False, y_numeric=True, multi_output=True,
            accept_sparse="csr",
        )  # fmt: skip
        if not np.isfinite(np.asarray(y, dtype=np.float64)).all():
            raise ValueError("Input y contains NaN or infinity; labels must be finite numbers")
        m, n = X.shape
        d = min(int(self.degree), n)
        weights, exponent = None, 0
        if self.method == "centred":
            self._check_blocks(m, sample_weight)
        if sample_weight is not None:
            weights, exponent = checked_weights(sample_weight, m)
        one_target = y.ndim == 1
        y = np.asarray(y, dtype=np.float64).reshape(m, -1).T  # a row for each target
        solver = self._choose_solver(m, n, d, len(y), weights is not None)
        x = _signs(X, self.inputs)
        alpha = float(self.alpha)
        if weights is not None:
            with np.errstate(over="ignore"):
                alpha = float(np.ldexp(alpha, -exponent))
            if alpha == math.inf:
                raise ValueError(
                    f"alpha = {self.alpha!r} is too large for sample weights of that size"
                )
            x, y, weights = x[weights > 0], y[:, weights > 0], weights[weights > 0]
        y = np.ascontiguousarray(y)
        with np.errstate(over="ignore"):
            _require_finite(np.abs(y).sum(axis=1))
        monomials = _monomials(n, d)
        self._warn_of_few(len(x), len(monomials))
        rank, iterations, dual = -1, 0, None
        if self.method == "centred":
            coefficients = self._fit_centred(x, y, monomials, solver)
        elif solver == "gram":
            coefficients, rank = self._fit_in_memory(x, y, weights, alpha, monomials)
        elif solver == "dual":
            points, counts, sums = _distinct(x, weights, y if weights is None else weights * y)
            dual = solve_dual(points, d, counts, sums / counts, alpha)
            if dual is None:  # the kernel is singular
                solver = "stream"
            else:
                coefficients, rank = dual.values, len(monomials) if alpha else len(points)
        elif self.method == "averages":
            coefficients = _averages(x, y, weights, d)
        if solver == "stream" and self.method == "regression":
            coefficients, iterations = self._fit_streamed(x, y, weights, alpha, d, deadline)
        _require_finite(coefficients)
        fitted = {
            "_coefficients": None if dual else coefficients,
            "_dual": dual,
            "_one_target": one_target,
            "monomials_": monomials,
            "solver_": solver,
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
        if self._dual is not None:
            values = self._dual.predict(x)
        else:
            assert self._coefficients is not None
            values = forward(x, self._coefficients, self.monomials_.shape[1])
        return values[0] if self._one_target else values.T

    @property
    def coefficients_(self) -> np.ndarray:
        """The coefficients, (N,) or (t, N); see the attributes of the class."""
        check_is_fitted(self)
        if self._coefficients is None:
            assert self._dual is not None
            self._coefficients = self._dual.coefficients()
        return self._coefficients[0] if self._one_target else self._coefficients

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
        if self.n_features_in_ > 62:
            raise ValueError(
                f"at most 62 variables have masks, got {self.n_features_in_}; use monomials_"
            )
        return _masks(self.monomials_)

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

    def _choose_solver(self, m: int, n: int, d: int, targets: int, weighted: bool) -> str:
        count = n_monomials(n, d)
        shared = m * n + 4 * count * d + 16 * (m + count) * targets
        if weighted:  # weighted rows, their weights, and weights times labels
            shared += m * (n + 16 + 16 * targets)
        if self.method == "centred":  # each block's coefficients, and one's once more
            shared += 8 * count * (self.blocks + 1) * targets
        # On the cube: two histograms and a transform's copies; a stored design matrix
        # takes less, 32·m·N bytes with m·N² < n·2^n and N > n. For the Gram
        # matrix itself, its factor and the eigenvectors with their workspace.
        regression = self.method == "regression"
        gram = shared + (48 << n if n <= _CUBE_N else 2**28) + (40 * count**2 if regression else 0)
        rows = m + count if self.alpha else m
        stream = shared + (48 * (rows + count) * targets if regression else 0)
        cheap = count <= _GRAM_N if regression else n * 2**n <= m * count
        # Beyond the cube a Gram matrix takes m·N² products, but weights may make LSMR slow.
        work = m * count**2
        limit = math.inf if self.time_limit is None else self.time_limit * _PRODUCTS_A_SECOND
        dense = regression and m >= count and work <= limit and (weighted or work <= _MOST_PRODUCTS)
        if (n <= _CUBE_N or dense) and cheap and gram <= _MEMORY:
            return "gram"
        dual = shared + 17 * m**2 + 64 * m * targets
        quick = m <= _DUAL_M and m < count and m**2 <= _DUAL_RATE * count * targets
        if regression and quick and max(dual, stream) <= _MEMORY:
            return "dual"
        if stream > _MEMORY:
            raise MemoryBoundError(
                f"m = {m} samples of n = {n} and the N = {count} monomials of degree at most {d} "
                + (f"with {targets} targets " if targets > 1 else "")
                + f"need {stream:.3g} bytes; a fit may use {_MEMORY:.3g}"
            )
        return "stream"

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

    def _fit_in_memory(
        self,
        x: np.ndarray,
        y: np.ndarray,
        weights: np.ndarray | None,
        alpha: float,
        monomials: np.ndarray,
    ) -> tuple[np.ndarray, int]:
        """Return the coefficients (t, N) and the rank, −1 for averages."""
        m, n = x.shape
        labels = y if weights is None else weights * y
        design: Design
        few = self.method == "regression" and m * len(monomials) ** 2 < n << n
        if n > _CUBE_N or few:
            x, counts, sums = _distinct(x, weights, labels)
            design = MonomialDesign(x, monomials)
        else:
            bits = (x < 0) @ (1 << np.arange(n, dtype=np.int64))
            histogram = np.bincount(bits, weights=weights)
            seen = np.flatnonzero(histogram)
            counts = histogram[seen]
            sums = np.stack([np.bincount(bits, weights=row)[seen] for row in labels])
            design = CubeDesign(seen, _masks(monomials), n)
        rank = -1
        if self.method != "regression":
            total = m if weights is None else weights.sum()
            coefficients = np.stack([design.adjoint(row) for row in sums]) / total
        else:
            penalty = np.full(len(monomials), alpha)
            penalty[0] = 0
            coefficients, rank = least_squares(design, counts, sums, penalty)
        return coefficients, rank

    def _fit_centred(
        self, x: np.ndarray, y: np.ndarray, monomials: np.ndarray, solver: str
    ) -> np.ndarray:
        """Return the coefficients (t, N) of the block that is nearest to more than half."""
        fits = np.empty((self.blocks, len(y), len(monomials)))
        for place, rows in enumerate(np.array_split(np.arange(len(x)), self.blocks)):
            means = y[:, rows].mean(axis=1)
            centred = np.ascontiguousarray(y[:, rows] - means[:, None])
            if solver == "gram":
                fitted, _ = self._fit_in_memory(x[rows], centred, None, 0.0, monomials)
            else:
                fitted = _averages(x[rows], centred, None, monomials.shape[1])
            fits[place] = fitted * (len(rows) / (len(rows) - 1))
            fits[place, :, 0] = means
        return np.stack([_selected(fits[:, target]) for target in range(len(y))])

    def _fit_streamed(
        self,
        x: np.ndarray,
        y: np.ndarray,
        weights: np.ndarray | None,
        alpha: float,
        d: int,
        deadline: float,
    ) -> tuple[np.ndarray, int]:
        """Return the coefficients (t, N) and the number of iterations.

        All targets are one system, with the design in each block of the diagonal.
        """
        # LSMR takes squares, which labels of size 1 keep in range; powers of two round nothing.
        # Targets of one size are solved to one tolerance.
        exponents = np.frexp(np.abs(y).max(axis=1))[1][:, None]
        right = np.ldexp(y, -exponents)
        roots = None if weights is None else np.sqrt(weights)
        if roots is not None:
            right = roots * right
        first = 1 if alpha else 0
        count = n_monomials(x.shape[1], d)
        # A constant without a penalty is eliminated: LSMR would take the least norm with it.
        axis = None
        if alpha:
            axis = np.ones(len(x)) if roots is None else roots
            axis = axis / np.linalg.norm(axis)
            right = right - np.outer(right @ axis, axis)
            right = np.pad(right, ((0, 0), (0, count - 1)))
        design = _streamed(x, d, roots, math.sqrt(alpha), len(y), axis)
        limit = 4 * min(right.shape[1], count - first) + 100
        if deadline < math.inf:
            limit = min(limit, _iterations_until(deadline, design, right.ravel()))
        coefficients, stop, iterations = lsmr(
            design, right.ravel(), atol=self.tolerance, btol=self.tolerance, conlim=0, maxiter=limit
        )[:3]
        if stop == 7:
            warnings.warn(
                f"the regression stopped after {limit} iterations above tolerance "
                f"{self.tolerance:g}",
                ConvergenceWarning,
                stacklevel=3,
            )
        coefficients = np.pad(coefficients.reshape(len(y), -1), ((0, 0), (first, 0)))
        if axis is not None:
            gaps = np.ldexp(y, -exponents) - forward(x, coefficients, d)
            coefficients[:, 0] = np.average(gaps, axis=1, weights=weights)
        return np.ldexp(coefficients, exponents), iterations


def _distinct(
    x: np.ndarray, weights: np.ndarray | None, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return distinct points of x (m, n), their weights, and the sums of labels (t, m) at each."""
    _, first, place = np.unique(
        np.packbits(x < 0, axis=1), axis=0, return_index=True, return_inverse=True
    )
    place = place.ravel()
    sums = np.stack([np.bincount(place, weights=row) for row in labels])
    return x[first], np.bincount(place, weights=weights), sums


# ------------------------------------------------------------- monomials


def _signs(X: Any, inputs: Any) -> np.ndarray:
    """Return X as int8 of ±1, or raise at the first entry that is neither allowed value.

    Rows are taken in blocks, so that no other dense copy of a sparse X is made.
    """
    require_coding(inputs)
    signs = np.empty(X.shape, dtype=np.int8)
    rows = max(1, _ENTRIES // X.shape[1])
    for start in range(0, X.shape[0], rows):
        block = X[start : start + rows]
        signs[start : start + rows] = _signs_of(
            block.toarray() if issparse(block) else block, inputs, start
        )
    return signs


def _signs_of(block: np.ndarray, inputs: str, start: int) -> np.ndarray:
    """Return the signs of rows of X, of which the first has the number `start`."""
    block = as_points(block, inputs, start)
    if block.dtype.kind not in "iufb":
        block = block.astype(np.float64)
    wrong = (block != 1) & (block != -1)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        value = block[row, column]
        shown = "NaN" if value != value else f"{value}"
        hint = (
            "; inputs are 0/1: use inputs='01', or 2 * X - 1"
            if ((block == 0) | (block == 1)).all()
            else ""
        )
        raise ValueError(
            f"X must hold +1 and -1 only; row {start + row} holds {shown} in column {column}{hint}"
        )
    return block


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


def _masks(monomials: np.ndarray) -> np.ndarray:
    bits = np.where(monomials < 0, 0, np.int64(1) << np.maximum(monomials, 0).astype(np.int64))
    return bits.sum(axis=1, dtype=np.int64)


# ------------------------------------------------------------- streaming


def _averages(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None, d: int) -> np.ndarray:
    """Return the means of y_i χ_T(x_i), weighted if there are weights; (t, N) for y (t, m)."""
    if weights is None:
        return adjoint(x, y, d) / len(x)
    return adjoint(x, weights * y, d) / weights.sum()


def _selected(fits: np.ndarray) -> np.ndarray:
    """Return the row of `fits` (r, N) that `select_member` takes by Euclidean distances."""
    distances = np.array([((fits - fit) ** 2).sum(axis=1) for fit in fits])
    return fits[select_member(distances)]


def select_member(distances: np.ndarray) -> int:
    """Return the member of r that has more than r/2 of all within the smallest distance.

    If more than r/2 members are within ρ of a point, this one is within 3ρ of it.

    Parameters
    ----------
    distances : ndarray (r, r)
        Distances of the members, or an increasing function of them, such as their squares.

    References
    ----------
    D. Hsu, S. Sabato (2016). Loss minimization and parameter estimation with heavy tails. JMLR 17.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.learning.low_degree import select_member
    >>> members = np.array([90, 3, 1, 2, -70])
    >>> select_member(abs(members[:, None] - members))
    3
    """
    return int(np.argmin(np.sort(distances, axis=1)[:, len(distances) // 2]))


def _streamed(
    x: np.ndarray,
    d: int,
    roots: np.ndarray | None,
    root: float,
    targets: int,
    axis: np.ndarray | None,
) -> LinearOperator:
    """Return the design matrix as often as there are targets, as a block-diagonal matrix.

    Its rows are times `roots` if given. If `root` is not 0, the constant's column is left out, and
    unit vectors times `root` are below, one for each column. The multiples of a unit vector `axis`
    (m,) are projected out of the upper rows, if it is given.
    """
    first = 1 if root else 0
    m, count = len(x), n_monomials(x.shape[1], d)
    scale = 1.0 if roots is None else roots

    def projected(values: np.ndarray) -> np.ndarray:
        return values if axis is None else values - np.outer(values @ axis, axis)

    def matvec(c: np.ndarray) -> np.ndarray:
        c = np.pad(c.reshape(targets, -1), ((0, 0), (first, 0)))
        values = projected(scale * forward(x, c, d))
        return (np.concatenate([values, root * c[:, 1:]], axis=1) if root else values).ravel()

    def rmatvec(r: np.ndarray) -> np.ndarray:
        r = r.reshape(targets, -1)
        sums = adjoint(x, scale * projected(r[:, :m]), d)
        if root:
            sums[:, 1:] += root * r[:, m:]
        return sums[:, first:].ravel()

    rows = m + count - 1 if root else m
    return LinearOperator(
        (targets * rows, targets * (count - first)),
        matvec=matvec,
        rmatvec=rmatvec,
        dtype=np.float64,
    )


def _iterations_until(deadline: float, design: LinearOperator, right: np.ndarray) -> int:
    """Return the number of iterations that fit, at least 1, by the time of one pair of products."""
    design.rmatvec(right)  # compiles
    begin = time.monotonic()
    design.matvec(design.rmatvec(right))
    end = time.monotonic()
    return max(1, int((deadline - end) / max(end - begin, 1e-9)))
