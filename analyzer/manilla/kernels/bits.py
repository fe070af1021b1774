"""Sets of cards as the bits of one integer.

A mask has 48 bits and is signed: unsigned integers turn into floats too easily.
"""

from __future__ import annotations

from analyzer.core.jit import kernel

_PAIRS = 0x5555555555555555
_FOURS = 0x3333333333333333
_BYTES = 0x0F0F0F0F0F0F0F0F
_SUM = 0x0101010101010101


@kernel
def size(mask: int) -> int:
    """Return how many cards a mask has."""
    mask = mask - ((mask >> 1) & _PAIRS)
    mask = (mask & _FOURS) + ((mask >> 2) & _FOURS)
    mask = (mask + (mask >> 4)) & _BYTES
    return ((mask * _SUM) >> 56) & 0x7F


@kernel
def lowest(mask: int) -> int:
    """Return the lowest card of a mask that has one."""
    return size((mask & -mask) - 1)


@kernel
def highest(mask: int) -> int:
    """Return the highest card of a mask that has one."""
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> shift
    return size(mask) - 1


@kernel
def nth(mask: int, n: int) -> int:
    """Return the card of a mask that has ``n`` lower ones in it."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)
