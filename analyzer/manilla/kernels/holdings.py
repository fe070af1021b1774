"""Block kernel: what pairs win by what a player holds, whole deals played and counted."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.legal import Ints, suit_mask
from analyzer.manilla.kernels.play import LEADER, START, TRUMP, UNDERTRUMP, play_out
from analyzer.manilla.kernels.sample import MOST, deal_all, trump_of

DEALS, POINTS, SQUARES, WINS, TIES, CAPOTES, AGAINST = range(7)
"""What is counted: deals, points of the player's pair and their squares, deals with more
than half of them, with just half, with all tricks for his pair, and for the other.
"""

SHAPE = (4, 13, 5, 5, 4, 7)
"""By seat, number of trumps, of manillas, of aces and of suits that are missing."""

_RANK = 1 | 1 << 12 | 1 << 24 | 1 << 36
_MANILLAS = _RANK << 11
_ACES = _RANK << 10


@kernel
def missing_suits(hand: int) -> int:
    """Return how many suits a hand has no card of."""
    missing = 0
    for suit in range(4):
        missing += (hand & suit_mask(suit)) == 0
    return missing


@kernel
def by_holding(
    first: int, last: int, seed: np.uint64, shown: bool, undertrump: bool, ways: Ints
) -> Ints:
    """Deal and play whole hands and count by what every seat was dealt.

    The parameters are those of ``analyzer.manilla.kernels.sample.simulate``, and so are the deals.

    Returns
    -------
    ndarray
        Of shape ``SHAPE``.
    """
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    cells = np.zeros(4, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = 1
    start[UNDERTRUMP] = undertrump
    sums = np.zeros((4 * 13 * 5 * 5 * 4, 7), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        trump = trump_of(deck, key, shown)
        start[TRUMP] = trump
        for seat in range(4):
            hand = hands[seat]
            cell = 13 * seat + size(hand & suit_mask(trump))
            cell = 5 * (5 * cell + size(hand & _MANILLAS)) + size(hand & _ACES)
            cells[seat] = 4 * cell + missing_suits(hand)
        code = play_out(hands, start, ways, key, -1)
        points, tricks = code & 127, code >> 7
        for seat in range(4):
            count = sums[cells[seat]]
            mine = points if seat & 1 else MOST - points
            won = tricks if seat & 1 else 12 - tricks
            count[DEALS] += 1
            count[POINTS] += mine
            count[SQUARES] += mine * mine
            count[WINS] += 2 * mine > MOST
            count[TIES] += 2 * mine == MOST
            count[CAPOTES] += won == 12
            count[AGAINST] += won == 0
    return sums.reshape(SHAPE)
