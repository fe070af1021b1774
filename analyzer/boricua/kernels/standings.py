"""Compiled counting of deals in which no hand goes beyond a value of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_HANDS = 4

# How many cards of some suits every hand has, 0 to 3: two bits a hand, the first hand lowest.
_CELLS = 1 << 2 * MOST_HANDS
_CARRIES = 0b101010100  # where adding two such numbers carries when a hand has more than 3


@kernel
def deals_within(cards: Ints, allowed: Flags, levels: Ints) -> Ints:
    """Count, for rows of levels, the deals in which every hand stays within its own.

    A hand stays within a level when its cards of each suit do. So each suit can be
    dealt by itself; what counts of it is only how many of its cards every hand gets.

    Parameters
    ----------
    cards
        For each of the four suits the mask of its cards.
    allowed
        Shape (suits, levels, masks): whether a hand of that level may have just these
        cards of a suit; never more than three.
    levels
        Shape (rows, hands).

    Returns
    -------
    ndarray
        For each row the number of deals of three cards to every hand.
    """
    sizes = np.zeros(allowed.shape[2], np.int64)
    for mask in range(1, sizes.shape[0]):
        sizes[mask] = sizes[mask >> 1] + (mask & 1)
    whole = (1 << 2 * levels.shape[1]) - 1  # three cards in every hand
    suits = np.zeros((cards.shape[0], _CELLS), np.int64)
    deals = np.zeros(levels.shape[0], np.int64)
    for row in range(levels.shape[0]):
        for suit in range(cards.shape[0]):
            suits[suit] = _dealt(cards[suit], allowed[suit], sizes, levels[row])
        some = _together(suits[0], suits[1])
        rest = _together(suits[2], suits[3])
        for cell in range(whole + 1):
            deals[row] += some[cell] * rest[whole - cell]
    return deals


@kernel
def _dealt(cards: int, allowed: Flags, sizes: Ints, levels: Ints) -> Ints:
    """Return in how many ways the cards of one suit can go to the hands, by their numbers."""
    ways = np.zeros((cards + 1, _CELLS), np.int64)  # by what is left, and by the numbers
    ways[cards, 0] = 1
    for hand in range(levels.shape[0]):
        before = ways
        ways = np.zeros((cards + 1, _CELLS), np.int64)
        for left in range(cards + 1):
            if left & ~cards:
                continue
            mask = left
            while True:
                if allowed[levels[hand], mask]:
                    more = sizes[mask] << 2 * hand
                    for cell in range(1 << 2 * hand):
                        ways[left & ~mask, cell + more] += before[left, cell]
                if mask == 0:
                    break
                mask = (mask - 1) & left
    of_hands = np.zeros(_CELLS, np.int64)
    for left in range(cards + 1):
        of_hands += ways[left]
    return of_hands


@kernel
def _together(some: Ints, rest: Ints) -> Ints:
    """Return in how many ways two groups of suits can go to the hands, by their numbers."""
    ways = np.zeros(_CELLS, np.int64)
    for one in np.flatnonzero(some):
        for other in np.flatnonzero(rest):
            both = one + other
            if (one ^ other ^ both) & _CARRIES == 0:
                ways[both] += some[one] * rest[other]
    return ways
