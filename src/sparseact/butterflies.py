"""The Walsh–Hadamard transform on vectors of eight numbers, with the same bits on every processor.

A vector of LLVM's has eight numbers, in as many registers as the processor needs for them. Each
butterfly is one addition and one subtraction, in an order that does not depend on the processor.
Plain loops take 1.5 to 4 times as long: the compiler finds no shuffles for strides 1, 2 and 4,
and tests at run time, for the others, whether slices of one array overlap.

References
----------
B. J. Fino, V. R. Algazi (1976). Unified matrix treatment of the fast Walsh–Hadamard transform.
IEEE Trans. Computers C-25.
M. Frigo, C. E. Leiserson, H. Prokop, S. Ramachandran (1999). Cache-oblivious algorithms.
FOCS 1999. doi:10.1109/SFFCS.1999.814600 (A transform in blocks that a cache holds.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

#: Numbers of a vector.
LANES = 8

#: Of a block, and of the part of it that a first-level cache holds: 128 and 32 KiB.
BLOCK_BITS = 14
_BLOCK, _INNER = 1 << BLOCK_BITS, 1 << 12

_WORD = ir.IntType(32)
_MASK = ir.VectorType(_WORD, LANES)
_TO_READ = [ir.Constant(_WORD, k) for k in (0, 2, 1)]  # data, for the second-level cache


# ------------------------------------------------------------- vectors of LLVM's


def _instruction(rows: int, along: bool = False) -> Callable[..., None]:
    """Return the transform of `rows` vectors of x, `apart` from one another, times scale, into y.

    Its arguments are x, the index `at` of the first number, apart; y and the same for it; and
    the scale, which is 1 for integers. If `along`, the strides 1, 2, 4 of each vector come
    first, and the next part of the block is prefetched; past the end that does nothing.
    """

    @intrinsic
    def instruction(
        typing: Any, x: Any, at: Any, apart: Any, y: Any, to: Any, apart_out: Any, scale: Any
    ) -> Any:
        floats = isinstance(x.dtype, types.Float)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            x, at, apart, y, to, apart_out, scale = arguments
            add, sub = (builder.fadd, builder.fsub) if floats else (builder.add, builder.sub)

            def place(which: int, array: Any, at: Any, apart: Any, row: int) -> Any:
                data = context.make_array(signature.args[which])(context, builder, array).data
                step = builder.mul(apart, ir.Constant(at.type, row))
                number = builder.gep(data, [builder.add(at, step)])
                vector = ir.VectorType(number.type.pointee, LANES)
                return builder.bitcast(number, vector.as_pointer())

            def shuffled(first: Any, second: Any, order: list[int]) -> Any:
                return builder.shuffle_vector(first, second, ir.Constant(_MASK, order))

            if along:
                byte = ir.IntType(8).as_pointer()
                fetch = builder.module.declare_intrinsic(
                    "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, *[_WORD] * 3])
                )
                later = builder.add(at, ir.Constant(at.type, _INNER))
                for row in range(rows):
                    line = builder.bitcast(place(0, x, later, apart, row), byte)
                    builder.call(fetch, [line, *_TO_READ])
            v = [builder.load(place(0, x, at, apart, row), align=1) for row in range(rows)]
            if floats:
                nothing = ir.Constant(v[0].type, ir.Undefined)
                first = builder.insert_element(nothing, scale, ir.Constant(_WORD, 0))
                scales = shuffled(first, nothing, [0] * LANES)
                v = [builder.fmul(scales, vector) for vector in v]
            for stride in (1, 2, 4) if along else ():
                other = [t ^ stride for t in range(LANES)]
                minus = [t + LANES if t & stride else t for t in range(LANES)]
                for row, vector in enumerate(v):
                    swapped = shuffled(vector, vector, other)
                    v[row] = shuffled(add(swapped, vector), sub(swapped, vector), minus)
            stride = 1
            while stride < rows:
                for i in range(rows):
                    if not i & stride:
                        a, b = v[i], v[i + stride]
                        v[i], v[i + stride] = add(a, b), sub(a, b)
                stride *= 2
            for row, vector in enumerate(v):
                builder.store(vector, place(3, y, to, apart_out, row), align=1)
            return context.get_dummy_value()

        size = types.intp
        return types.void(x, size, size, y, size, size, x.dtype), generate

    return instruction


_along_1, _along_8 = _instruction(1, along=True), _instruction(8, along=True)
_two, _four, _eight = (_instruction(rows) for rows in (2, 4, 8))


# ------------------------------------------------------------------------ kernels


@njit(cache=True, nogil=True)
def _rows(x, at, apart, y, to, apart_out, rows, width, scale):
    """Transform the columns of 2, 4 or 8 rows of x, `width` long, times scale, into rows of y."""
    if rows == 8:
        for t in range(0, width, LANES):
            _eight(x, at + t, apart, y, to + t, apart_out, scale)
    elif rows == 4:
        for t in range(0, width, LANES):
            _four(x, at + t, apart, y, to + t, apart_out, scale)
    else:
        for t in range(0, width, LANES):
            _two(x, at + t, apart, y, to + t, apart_out, scale)


@njit(cache=True, nogil=True)
def _strides(y, at, size, stride):
    """Apply strides stride, 2·stride, … below size to the numbers from `at` on."""
    unscaled = y.dtype.type(1)
    while stride < size:
        rows = min(8, size // stride)
        for start in range(at, at + size, rows * stride):
            _rows(y, start, stride, y, start, stride, rows, stride, unscaled)
        stride *= rows


@njit(cache=True, nogil=True)
def _inner(x, at, y, to, size, scale):
    """Write the transform of `size` numbers, 8 or more, of scale·x to y."""
    if size < 8 * LANES:
        for t in range(0, size, LANES):
            _along_1(x, at + t, LANES, y, to + t, LANES, scale)
        _strides(y, to, size, LANES)
        return
    for t in range(0, size, 8 * LANES):
        _along_8(x, at + t, LANES, y, to + t, LANES, scale)
    _strides(y, to, size, 8 * LANES)


@njit(cache=True)
def transform_block(x, y, scale):
    """Write the transform of `scale·x` to y: all strides of at most a block, in their order."""
    if y.size < LANES:
        for t in range(y.size):
            y[t] = scale * x[t]
        stride = 1
        while stride < y.size:
            for t in range(y.size):
                if t & stride == 0:
                    y[t], y[t + stride] = y[t] + y[t + stride], y[t] - y[t + stride]
            stride *= 2
        return
    size = min(y.size, _INNER)
    for start in range(0, y.size, size):
        _inner(x, start, y, start, size, scale)
    _strides(y, 0, y.size, size)


@njit(cache=True, nogil=True)
def transform_groups(x, y, scale, size):
    """Apply the strides from 2^14 to below `size` to scale·x, into y."""
    rows = min(8, size // _BLOCK)
    for group in range(0, y.size, size):
        for start in range(group, group + size, rows * _BLOCK):
            _rows(x, start, _BLOCK, y, start, _BLOCK, rows, _BLOCK, scale)
        _strides(y, group, size, rows * _BLOCK)


@njit(cache=True, nogil=True)
def join_groups(y, size, stride):
    """Apply the strides from `stride` to below `size` to parts of that size."""
    for part in range(0, y.size, size):
        _strides(y, part, size, stride)


@njit(cache=True, nogil=True)
def transform_blocks(y, led):
    """Apply the three largest strides, if `led`, and those below `2^14`.

    It goes block by block; if `led`, by the eight blocks that the largest strides connect.
    """
    unscaled = y.dtype.type(1)
    apart = y.size // 8
    blocks = 8 if led else 1
    for number in range(y.size // (blocks * _BLOCK)):
        for start in range(number * _BLOCK, (number + 1) * _BLOCK, _INNER):
            if led:
                _rows(y, start, apart, y, start, apart, 8, _INNER, unscaled)
            for block in range(blocks):
                begin = start + block * apart
                _inner(y, begin, y, begin, _INNER, unscaled)
        for block in range(blocks):
            _strides(y, number * _BLOCK + block * apart, _BLOCK, _INNER)
