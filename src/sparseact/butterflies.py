"""The Walsh–Hadamard transform on vectors of eight numbers, with the same bits on every processor.

A vector of LLVM's has eight numbers, in as many registers as the processor needs for them. Each
butterfly is one addition and one subtraction, in an order that does not depend on the processor.
Plain loops take 1.5 to 4 times as long: the compiler finds no shuffles for strides 1, 2 and 4,
and asks at run time, for the others, whether slices of one array overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
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


# ------------------------------------------------------------- vectors of LLVM's


def _instruction(rows: int, along: bool) -> Callable[..., None]:
    """Return the transform of `rows` vectors of x, `apart` from one another, times scale, into y.

    Its arguments are x, the index `at` of the first number, apart; y and the same for it; and
    the scale, which is 1 for integers. The strides 1, 2, 4 of each vector come first if `along`.
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

            def shuffled(one: Any, other: Any, order: list[int]) -> Any:
                return builder.shuffle_vector(one, other, ir.Constant(_MASK, order))

            v = [builder.load(place(0, x, at, apart, row), align=1) for row in range(rows)]
            if floats:
                nothing = ir.Constant(v[0].type, ir.Undefined)
                first = builder.insert_element(nothing, scale, ir.Constant(_WORD, 0))
                scales = shuffled(first, nothing, [0] * LANES)
                v = [builder.fmul(scales, one) for one in v]
            for stride in (1, 2, 4) if along else ():
                other = [t ^ stride for t in range(LANES)]
                minus = [t + LANES if t & stride else t for t in range(LANES)]
                for row, one in enumerate(v):
                    swapped = shuffled(one, one, other)
                    v[row] = shuffled(add(swapped, one), sub(swapped, one), minus)
            stride = 1
            while stride < rows:
                for i in range(rows):
                    if not i & stride:
                        a, b = v[i], v[i + stride]
                        v[i], v[i + stride] = add(a, b), sub(a, b)
                stride *= 2
            for row, one in enumerate(v):
                builder.store(one, place(3, y, to, apart_out, row), align=1)
            return context.get_dummy_value()

        size = types.intp
        return types.void(x, size, size, y, size, size, x.dtype), generate

    return instruction


_along_1, _along_8 = _instruction(1, along=True), _instruction(8, along=True)
_two, _four, _eight = (_instruction(rows, along=False) for rows in (2, 4, 8))


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
    one = y.dtype.type(1)
    while stride < size:
        rows = min(8, size // stride)
        for start in range(at, at + size, rows * stride):
            _rows(y, start, stride, y, start, stride, rows, stride, one)
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
    """Write the transform of scale·x to y: all strides of at most a block, in their order."""
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
def transform_strips(x, y, scale, strides, width, first, last):
    """Apply `strides` strides 2^14, 2^15, … to scale·x, into y, in strips first..last−1.

    A strip is `width` columns of a table whose rows are blocks, next to one another or, above
    the strides, not. More than three strides take a copy that stays in cache.
    """
    rows = 1 << strides
    across = _BLOCK // width
    led = (strides - 1) % 3 + 1  # strides of the first step; the others take three each
    lead = 1 << led
    # Rows are a little longer than the strip is wide: at powers of two they would fall
    # on the same lines of the cache.
    pitch = width + LANES
    strip = np.empty(rows * pitch if strides > 3 else 0, dtype=y.dtype)
    one = y.dtype.type(1)
    for number in range(first, last):
        at = number // across * rows * _BLOCK + number % across * width
        if strides <= 3:
            _rows(x, at, _BLOCK, y, at, _BLOCK, rows, width, scale)
            continue
        for row in range(0, rows, lead):
            _rows(x, at + row * _BLOCK, _BLOCK, strip, row * pitch, pitch, lead, width, scale)
        eighth = rows // 8
        _strides_of_rows(strip, lead, eighth, rows, pitch, width)
        for row in range(eighth):
            _rows(
                strip, row * pitch, eighth * pitch,
                y, at + row * _BLOCK, eighth * _BLOCK, 8, width, one,
            )  # fmt: skip


@njit(cache=True, nogil=True)
def _strides_of_rows(strip, stride, end, rows, pitch, width):
    """Apply strides stride, 8·stride, … below end to the rows of a strip."""
    one = strip.dtype.type(1)
    while stride < end:
        for start in range(0, rows, 8 * stride):
            for row in range(start, start + stride):
                at = row * pitch
                _rows(strip, at, stride * pitch, strip, at, stride * pitch, 8, width, one)
        stride *= 8


@njit(cache=True, nogil=True)
def transform_blocks(y, led, first, last):
    """Apply the three largest strides, if `led`, and those below 2^14 to units first..last−1.

    A unit is a block, or with the largest strides the eight blocks that they join.
    """
    one = y.dtype.type(1)
    apart = y.size // 8
    blocks = 8 if led else 1
    for number in range(first, last):
        for start in range(number * _BLOCK, (number + 1) * _BLOCK, _INNER):
            if led:
                _rows(y, start, apart, y, start, apart, 8, _INNER, one)
            for block in range(blocks):
                at = start + block * apart
                _inner(y, at, y, at, _INNER, one)
        for block in range(blocks):
            _strides(y, number * _BLOCK + block * apart, _BLOCK, _INNER)
