"""Random play from the start of a trick, counted instead of played.

Whoever leads, a player who chooses at random puts his cards down in a random
order. So each order is equally likely, and of two partners only the stronger
card of each trick matters: a pair plays like one player whose cards are the
maxima of one of the equally likely ways to match the partners' cards.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    FIRST_RESULT,
    PAIRS,
    TIED,
    TRICK,
    TRIPLES,
    Bytes,
    Ints,
    card_at,
    hand_index,
    hand_result,
    pack,
)

_ORDERS_3 = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
_ORDERS_2 = np.array([[0, 1, 2], [1, 0, 2]])


@kernel
def random_tally(start: Ints, hands: Ints) -> Bytes:
    """Return how the orders of two hands end, for every pair of hands.

    Parameters
    ----------
    start
        A state with no card on the table and the first or second trick to come.
    hands
        All packed hands of the size that is held.

    Returns
    -------
    ndarray
        uint8, shape (n, n, 3), by the numbers of side 0's and side 1's hand:
        orders won by side 0, by side 1 and undecided; 36 or 4 together.
    """
    size = 3 - start[TRICK]
    count = TRIPLES if size == 3 else PAIRS
    orders = _ORDERS_3 if size == 3 else _ORDERS_2
    tally = np.zeros((count, count, 3), np.uint8)
    for a in hands:
        for b in hands:
            for i in range(orders.shape[0]):
                for j in range(orders.shape[0]):
                    result = _result(a, b, i, j, orders, start)
                    tally[hand_index(a), hand_index(b), result] += 1
    return tally


@kernel
def _result(a: int, b: int, mine: int, theirs: int, orders: Ints, start: Ints) -> int:
    first = start[FIRST_RESULT]
    for trick in range(start[TRICK], 3):
        x = card_at(a, orders[mine, trick - start[TRICK]])
        y = card_at(b, orders[theirs, trick - start[TRICK]])
        now = 0 if x > y else 1 if y > x else TIED
        result = hand_result(trick, first, now, start[ALL_TIED])
        if result >= 0:
            return result
        if trick == 0:
            first = now
    return TIED


@kernel
def matchings(hand: int, partner: int, found: Ints) -> int:
    """Fill ``found`` with the hands that two partners play like; return how many."""
    if hand >> 16:
        for k in range(6):
            found[k] = hand_index(
                pack(
                    max(card_at(hand, 0), card_at(partner, _ORDERS_3[k, 0])),
                    max(card_at(hand, 1), card_at(partner, _ORDERS_3[k, 1])),
                    max(card_at(hand, 2), card_at(partner, _ORDERS_3[k, 2])),
                )
            )
        return 6
    for k in range(2):
        found[k] = hand_index(
            pack(
                max(card_at(hand, 0), card_at(partner, _ORDERS_2[k, 0])),
                max(card_at(hand, 1), card_at(partner, _ORDERS_2[k, 1])),
                0,
            )
        )
    return 2
