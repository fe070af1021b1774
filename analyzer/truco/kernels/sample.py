"""Block kernels: many deals, each played to its end, counted.

Each is a plain function of a range of deal numbers and returns int64 counts,
so that blocks can be run anywhere and added up.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.greedy import greedy_results
from analyzer.truco.kernels.hand import (
    FIRST_TRICK,
    OPEN,
    TRIPLES,
    Bytes,
    Ints,
    hand_index,
    play_out,
    triple_index,
)
from analyzer.truco.kernels.open_cards import open_result

_BATCH = 256
"""Hands that four greedy players play at once; they fit into the first cache."""


@kernel
def sample_deals(
    first: int, last: int, seed: np.uint64, decks: Bytes, needs: Ints, fixed: Ints
) -> Ints:
    """Deal and do nothing else: the floor that playing is measured against."""
    deck = np.empty(64, np.uint8)
    hands = np.zeros(needs.shape[0], np.int64)
    sums = np.zeros(needs.shape[0], np.int64)
    for deal in range(first, last):
        deal_hands(decks, needs, fixed, deal_key(seed, deal), deck, hands)
        for seat in range(hands.shape[0]):
            sums[seat] += hands[seat]
    return sums


@kernel
def sample_results(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
    row_seat: int,
    rows: int,
) -> Ints:
    """Return how hands ended, told apart by what one seat holds.

    Parameters
    ----------
    row_seat, rows
        The seat and how many hands of its size there are; -1 and 1 for none;
        ``FIRST_TRICK`` and 3 for the result of the first trick instead, which
        open play does not tell.

    Returns
    -------
    ndarray
        Counts, shape (rows, 3): won by side 0, by side 1, undecided.
    """
    deck = np.empty(64, np.uint8)
    hands = np.zeros(needs.shape[0], np.int64)
    sums = np.zeros((rows, 3), np.int64)
    all_open = kinds[0] == OPEN
    row = 0
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, fixed, key, deck, hands)
        if row_seat >= 0:
            row = hand_index(hands[row_seat])
        if all_open:
            result = open_result(hands, start, -1)
        else:
            result = play_out(hands, start, kinds, knows, firsts, seconds, -1, key)
        if row_seat == FIRST_TRICK:
            row = result >> 2
        sums[row, result & 3] += 1
    return sums


@kernel
def pair_results(
    hands: Ints, start: Ints, kinds: Ints, knows: Ints, firsts: Bytes, seconds: Bytes
) -> Bytes:
    """Return what `play_out` says of every pair of two players' hands of three cards.

    Policies without chance always play two hands alike: 200,000 pairs played
    once save playing millions of deals.

    Parameters
    ----------
    hands
        All packed hands of three cards.

    Returns
    -------
    ndarray
        uint8, shape (TRIPLES, TRIPLES), by the numbers of side 0's and side 1's hand.
    """
    results = np.zeros((TRIPLES, TRIPLES), np.uint8)
    played = np.zeros(2, np.int64)
    for a in hands:
        for b in hands:
            played[0] = a
            played[1] = b
            code = play_out(played, start, kinds, knows, firsts, seconds, -1, np.uint64(0))
            results[triple_index(a), triple_index(b)] = code
    return results


@kernel
def sample_pairs(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    results: Bytes,
    row_seat: int,
    rows: int,
) -> Ints:
    """Return what `sample_results` returns, from the results of all pairs of hands."""
    deck = np.empty(64, np.uint8)
    hands = np.zeros(2, np.int64)
    sums = np.zeros((rows, 3), np.int64)
    row = 0
    for deal in range(first, last):
        deal_hands(decks, needs, fixed, deal_key(seed, deal), deck, hands)
        a = triple_index(hands[0])
        b = triple_index(hands[1])
        result = int(np.int64(results[a, b]))  # unsigned would make a float of row
        if row_seat >= 0:
            row = a if row_seat == 0 else b
        elif row_seat == FIRST_TRICK:
            row = result >> 2
        sums[row, result & 3] += 1
    return sums


@kernel
def sample_greedy(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    start: Ints,
    row_seat: int,
    rows: int,
) -> Ints:
    """Return what `sample_results` returns for whole hands of four greedy players."""
    deck = np.empty(64, np.uint8)
    dealt = np.zeros(4, np.int64)
    hands = np.zeros((4, _BATCH), np.int64)
    results = np.zeros(_BATCH, np.int64)
    sums = np.zeros((rows, 3), np.int64)
    row = 0
    for begin in range(first, last, _BATCH):
        size = min(_BATCH, last - begin)
        for i in range(size):
            deal_hands(decks, needs, fixed, deal_key(seed, begin + i), deck, dealt)
            for seat in range(4):
                hands[seat, i] = dealt[seat]
        greedy_results(hands, start, results)
        for i in range(size):
            if row_seat >= 0:
                row = triple_index(hands[row_seat, i])
            elif row_seat == FIRST_TRICK:
                row = results[i] >> 2
            sums[row, results[i] & 3] += 1
    return sums


@kernel
def sample_cards(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
    slots: Ints,
    side: int,
) -> Ints:
    """Play each deal once for each first card, so that cards meet the same luck.

    Parameters
    ----------
    slots
        First cards to force, -1 for the policy's own.
    side
        The side whose results are counted.

    Returns
    -------
    ndarray
        Shape (len(slots), 2 + len(slots)): for each first card how often the
        side won, how often nobody did, and the sums of its half wins (2 won, 1
        undecided) times the half wins of each first card.
    """
    deck = np.empty(64, np.uint8)
    hands = np.zeros(needs.shape[0], np.int64)
    played = np.zeros(needs.shape[0], np.int64)
    halves = np.zeros(slots.shape[0], np.int64)
    sums = np.zeros((slots.shape[0], 2 + slots.shape[0]), np.int64)
    all_open = kinds[0] == OPEN
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, fixed, key, deck, hands)
        for k in range(slots.shape[0]):
            for seat in range(hands.shape[0]):
                played[seat] = hands[seat]
            if all_open:
                result = open_result(played, start, slots[k])
            else:
                result = play_out(played, start, kinds, knows, firsts, seconds, slots[k], key) & 3
            halves[k] = 2 if result == side else 1 if result == 2 else 0
            sums[k, 0] += halves[k] == 2
            sums[k, 1] += halves[k] == 1
        for k in range(slots.shape[0]):
            for other in range(slots.shape[0]):
                sums[k, 2 + other] += halves[k] * halves[other]
    return sums
