"""Random numbers that depend on a seed and a deal's number, and on nothing else.

The generator is splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014, with the constants of Stafford's variant 13):
an odd step through the 64-bit integers, scrambled by a bijection. Here it is
used by counting instead of stepping. Deal ``i`` has its own key, and word ``j``
of a deal is a function of key and ``j``: it does not matter who computes it,
nor when.

Two deals of one seed never share a key. Two different deals may run through
overlapping stretches of the sequence; among 10^9 deals of 16 words one such
pair is to be expected, which no average can notice.

All arithmetic is unsigned: numba turns ``uint64 + 1`` into a float and
``uint64 % 40`` into a signed number, so every operand is made a ``np.uint64``.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)

_ONE = np.uint64(1)
_HALF = np.uint64(32)
_LOW_MASK = np.uint64(0xFFFFFFFF)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1 = np.uint64(30)
_SHIFT_2 = np.uint64(27)
_SHIFT_3 = np.uint64(31)


@kernel
def mix64(value: np.uint64) -> np.uint64:
    """Scramble a 64-bit word; a bijection."""
    value = np.uint64(value)
    value = (value ^ (value >> _SHIFT_1)) * _MIX_1
    value = (value ^ (value >> _SHIFT_2)) * _MIX_2
    return value ^ (value >> _SHIFT_3)


@kernel
def deal_key(seed: np.uint64, deal: int) -> np.uint64:
    """Return the key of one deal's stream.

    Parameters
    ----------
    seed
        Any 64-bit word. Hand block kernels a ``np.uint64``: numba compiles
        once more for a bare int.
    deal
        The deal's number, from 0.
    """
    start = mix64(np.uint64(seed) + GOLDEN)
    return mix64(start + (np.uint64(deal) + _ONE) * GOLDEN)


@kernel
def word(key: np.uint64, j: int) -> np.uint64:
    """Return word ``j`` (from 0) of the stream with this key.

    With a seed in place of the key it is output ``j`` of splitmix64 itself.
    """
    return mix64(np.uint64(key) + (np.uint64(j) + _ONE) * GOLDEN)


@kernel
def below_high(bits: np.uint64, n: int) -> int:
    """Return an integer in [0, n) made from the upper half of a word.

    No value's probability is off by more than 2^-32; ``n`` at most 2^32.
    """
    return int(np.int64(((np.uint64(bits) >> _HALF) * np.uint64(n)) >> _HALF))


@kernel
def below_low(bits: np.uint64, n: int) -> int:
    """Return an integer in [0, n) made from the lower half of a word.

    Independent of `below_high` of the same word: one word gives two draws.
    """
    return int(np.int64(((np.uint64(bits) & _LOW_MASK) * np.uint64(n)) >> _HALF))
