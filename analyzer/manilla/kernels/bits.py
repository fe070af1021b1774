"""Sets of cards as the bits of one integer.

A mask is signed: unsigned integers turn into floats too easily. Counting and finding bits
takes one machine instruction in compiled code; without the compiler the plain functions
below do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from analyzer.core.jit import kernel


def size(mask: int) -> int:
    """Return how many cards a mask has."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """Return the lowest card of a mask that has one."""
    return int(mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the highest card of a mask that has one."""
    return int(mask).bit_length() - 1


@kernel
def nth(mask: int, n: int) -> int:
    """Return the card of a mask that has ``n`` lower ones in it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def _compile(plain: Callable[[int], int], build: Callable[[Any, Any], Any]) -> None:
    """Have compiled code do with an instruction what a plain function does."""

    def typed(_context: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.int64), generate

    instruction: Any = cast(Any, intrinsic)(typed)
    # Numba compares the names of the arguments, and annotations too: hence lambdas.
    overload(plain)(lambda mask: lambda mask: instruction(mask))  # noqa: ARG005, PLW0108


_ANY_OF_ZERO = ir.Constant(ir.IntType(1), 1)  # an empty mask may give anything
_LAST_BIT = ir.Constant(ir.IntType(64), 63)

_compile(size, lambda builder, mask: builder.ctpop(mask))
_compile(lowest, lambda builder, mask: builder.cttz(mask, _ANY_OF_ZERO))
_compile(highest, lambda builder, mask: builder.sub(_LAST_BIT, builder.ctlz(mask, _ANY_OF_ZERO)))
