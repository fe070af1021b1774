"""A second generator for the kernels: Philox4x64-10, bit-equal to ``numpy.random.Philox``.

Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
It shares nothing with splitmix64 and is far slower; whatever the two disagree
about is not a matter of chance.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel

_ROUNDS = 10
_MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
_MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
_WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = np.uint64(0xBB67AE8584CAA73B)
_HALF = np.uint64(32)
_LOW_MASK = np.uint64(0xFFFFFFFF)
_ZERO = np.uint64(0)


@kernel
def high_product(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return the upper 64 bits of the 128-bit product."""
    a_high, a_low = a >> _HALF, a & _LOW_MASK
    b_high, b_low = b >> _HALF, b & _LOW_MASK
    low = a_low * b_low
    middle = a_high * b_low + (low >> _HALF)
    other = a_low * b_high + (middle & _LOW_MASK)
    return a_high * b_high + (middle >> _HALF) + (other >> _HALF)


@kernel
def philox_block(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the four words of a counter (numpy steps its counter before each block)."""
    for _ in range(_ROUNDS):
        high_0, low_0 = high_product(_MULTIPLIER_0, c0), _MULTIPLIER_0 * c0
        high_1, low_1 = high_product(_MULTIPLIER_1, c2), _MULTIPLIER_1 * c2
        c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
        k0 += _WEYL_0
        k1 += _WEYL_1
    return c0, c1, c2, c3


@kernel
def philox_word(seed: np.uint64, deal: int, j: int) -> np.uint64:
    """Return word ``j`` of a deal: what ``word(deal_key(seed, deal), j)`` is to splitmix64."""
    block = philox_block(np.uint64(j // 4), np.uint64(deal), _ZERO, _ZERO, np.uint64(seed), _ZERO)
    return block[j % 4]
