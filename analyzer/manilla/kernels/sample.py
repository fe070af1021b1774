"""Block kernels: many deals, each played to its end, counted.

Each is a plain function of a range of deal numbers and returns int64 counts,
so that blocks can be run anywhere and added up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, below_low, deal_key, word
from analyzer.manilla.kernels.hidden import drawn_number, numbered_deal
from analyzer.manilla.kernels.legal import Ints
from analyzer.manilla.kernels.play import (
    LEADER,
    START,
    TRUMP,
    UNDERTRUMP,
    play_out,
)

MOST = 72
"""The points of a whole deal."""

_TRUMP_WORD = 48


@kernel
def deal_all(deck: NDArray[np.int64], key: np.uint64, hands: Ints) -> None:
    """Deal twelve cards to each seat, seat 0's last one at the end of the deck.

    Parameters
    ----------
    deck
        Room for 48 cards; filled with the shuffled deck.
    key
        Of the deal's random numbers.
    hands
        Filled with the mask of each seat's cards.
    """
    for card in range(48):
        deck[card] = card
    for pair in range(24):
        bits = word(key, pair)
        last = 47 - 2 * pair
        other = below_high(bits, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
        other = below_low(bits, last)
        deck[last - 1], deck[other] = deck[other], deck[last - 1]
    hands_of(deck, hands)


@kernel
def hands_of(deck: NDArray[np.int64], hands: Ints) -> None:
    """Fill in the mask of each seat's cards, twelve each from the end of a deck."""
    for seat in range(4):
        mask = 0
        for place in range(12):
            mask |= 1 << deck[47 - 12 * seat - place]
        hands[seat] = mask


@kernel
def trump_of(deck: NDArray[np.int64], key: np.uint64, shown: bool) -> int:
    """Return the suit of the dealer's last card or, when none is turned up, any suit."""
    if shown:
        return int(np.int64(deck[47] // 12))
    return below_high(word(key, _TRUMP_WORD), 4)


@kernel
def sample_deals(first: int, last: int, seed: np.uint64) -> Ints:
    """Deal and do nothing else: the floor that playing is measured against."""
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    sums = np.zeros(4, np.int64)
    for deal in range(first, last):
        deal_all(deck, deal_key(seed, deal), hands)
        for seat in range(4):
            sums[seat] += hands[seat] & 0xFFF
    return sums


@kernel
def simulate(
    first: int, last: int, seed: np.uint64, shown: bool, undertrump: bool, ways: Ints
) -> Ints:
    """Deal and play whole hands.

    Parameters
    ----------
    shown
        Whether the dealer's last card makes trump; else each suit is equally likely.
    undertrump
        The rule ``must_undertrump``.
    ways
        How every seat plays, see `play_out`.

    Returns
    -------
    ndarray
        Shape (2, 73): how many deals gave side 1 so many points, and so many tricks.
    """
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = 1
    start[UNDERTRUMP] = undertrump
    sums = np.zeros((2, MOST + 1), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        start[TRUMP] = trump_of(deck, key, shown)
        code = play_out(hands, start, ways, key, -1)
        sums[0, code & 127] += 1
        sums[1, code >> 7] += 1
    return sums


@kernel
def duel(first: int, last: int, seed: np.uint64, undertrump: bool, ways: Ints) -> Ints:
    """Let two pairs play every deal twice, the second time in each other's seats.

    Parameters
    ----------
    undertrump
        The rule ``must_undertrump``.
    ways
        How every seat plays in the first game; in the second its neighbour plays so.

    Returns
    -------
    ndarray
        The sum over the deals, and the sum of squares, of how many points more side 1
        has won in the first game than in the second.
    """
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = 1
    start[UNDERTRUMP] = undertrump
    swapped = ways.copy()
    for seat in range(4):
        swapped[seat] = ways[seat ^ 1]
    sums = np.zeros(2, np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        start[TRUMP] = deck[47] // 12
        mine = play_out(hands, start, ways, key, -1) & 127
        deal_all(deck, key, hands)
        mine -= play_out(hands, start, swapped, key, -1) & 127
        sums[0] += mine
        sums[1] += mine * mine
    return sums


@kernel
def sample_known(
    first: int,
    last: int,
    seed: np.uint64,
    cases: Ints,
    cells: Ints,
    rooms: Ints,
    others: Ints,
    seat: int,
    mine: int,
    start: Ints,
    ways: Ints,
    every: bool,
) -> Ints:
    """Deal what one player cannot see and play on.

    Parameters
    ----------
    cases, cells, rooms, others
        The hidden hands, see `numbered_deal`.
    seat, mine
        The seat of that player and the mask of its cards.
    start, ways
        Where the deal stands and how every seat plays, see `play_out`.
    every
        Whether to take the deals with these numbers, and not to draw some.

    Returns
    -------
    ndarray
        As of `simulate`, for the whole deal.
    """
    hands = np.zeros(4, np.int64)
    sums = np.zeros((2, MOST + 1), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        number = deal if every else drawn_number(cells, key)
        numbered_deal(cases, cells, rooms, others, number, hands)
        hands[seat] = mine
        code = play_out(hands, start, ways, key, -1)
        sums[0, code & 127] += 1
        sums[1, code >> 7] += 1
    return sums
