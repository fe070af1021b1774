"""Block kernels: what pairs win by what a player holds, whole deals played and counted."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, deal_key, word
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.legal import Ints, suit_mask
from analyzer.manilla.kernels.play import LEADER, START, TRUMP, UNDERTRUMP, play_out
from analyzer.manilla.kernels.sample import MOST, deal_all, hands_of, trump_of

KINDS = (13, 5, 5, 4)
"""How many numbers of trumps, of manillas, of aces and of missing suits there may be."""

SHAPE = (4, *KINDS, MOST + 1)
"""By seat, by kind of hand, and by points of the player's pair: a number of deals."""

DEALS, FIRST, SECOND, SQUARES, PRODUCT = range(5)
"""What is counted when deals are dealt again around a hand: deals, the points of the player's
pair the first time and the second, the squares of both, and their products.
"""

TWICE_SHAPE = (4, *KINDS, 5)

_AGAIN = 128
"""The random word that seat 0's deal is dealt again with; those of the others follow."""

_RANK = 1 | 1 << 12 | 1 << 24 | 1 << 36
_MANILLAS = _RANK << 11
_ACES = _RANK << 10
_CELLS = 13 * 5 * 5 * 4


@kernel
def missing_suits(hand: int) -> int:
    """Return how many suits a hand has no card of."""
    missing = 0
    for suit in range(4):
        missing += (hand & suit_mask(suit)) == 0
    return missing


@kernel
def kind_of(hand: int, trump: int) -> int:
    """Return the number of a hand's kind, its place in an array shaped ``KINDS``."""
    cell = 5 * size(hand & suit_mask(trump)) + size(hand & _MANILLAS)
    return 4 * (5 * cell + size(hand & _ACES)) + missing_suits(hand)


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
    counts = np.zeros((4 * _CELLS, MOST + 1), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        start[TRUMP] = trump_of(deck, key, shown)
        for seat in range(4):
            cells[seat] = _CELLS * seat + kind_of(hands[seat], start[TRUMP])
        points = play_out(hands, start, ways, key, -1) & 127
        for seat in range(4):
            counts[cells[seat], points if seat & 1 else MOST - points] += 1
    return counts.reshape(SHAPE)


@kernel
def twice_by_holding(
    first: int, last: int, seed: np.uint64, shown: bool, undertrump: bool, ways: Ints
) -> Ints:
    """Play every deal, and again with each hand kept and the others dealt anew.

    What is common to the points of both times is what the hand alone brings.

    The parameters are those of ``analyzer.manilla.kernels.sample.simulate``, and so are the deals.

    Returns
    -------
    ndarray
        Of shape ``TWICE_SHAPE``.
    """
    deck = np.zeros(48, np.int64)
    anew = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    cells = np.zeros(4, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = 1
    start[UNDERTRUMP] = undertrump
    sums = np.zeros((4 * _CELLS, 5), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        start[TRUMP] = trump_of(deck, key, shown)
        for seat in range(4):
            cells[seat] = _CELLS * seat + kind_of(hands[seat], start[TRUMP])
        points = play_out(hands, start, ways, key, -1) & 127
        for seat in range(4):
            again = word(key, _AGAIN + seat)
            anew[:] = deck
            deal_others(anew, again, seat, shown)
            hands_of(anew, hands)
            other = play_out(hands, start, ways, again, -1) & 127
            mine = points if seat & 1 else MOST - points
            other = other if seat & 1 else MOST - other
            count = sums[cells[seat]]
            count[DEALS] += 1
            count[FIRST] += mine
            count[SECOND] += other
            count[SQUARES] += mine * mine + other * other
            count[PRODUCT] += mine * other
    return sums.reshape(TWICE_SHAPE)


@kernel
def deal_others(deck: Ints, key: np.uint64, seat: int, shown: bool) -> None:
    """Shuffle the cards of a deck that a seat does not see, and not the one turned up."""
    begin = 36 - 12 * seat  # where this seat's cards lie
    unseen = 35 if shown and seat else 36
    for place in range(unseen - 1, 0, -1):
        other = below_high(word(key, place), place + 1)
        one = place if place < begin else place + 12
        other = other if other < begin else other + 12
        deck[one], deck[other] = deck[other], deck[one]
