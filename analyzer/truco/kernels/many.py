"""Block kernels over many hands in progress; a unit is one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.enumeration import ways
from analyzer.truco.kernels.hand import GREEDY, OPEN, POWERS, Bytes, Ints, pack, play_out
from analyzer.truco.kernels.open_cards import open_result


@kernel
def sample_many(
    first: int,
    last: int,
    seed: np.uint64,
    deals: int,
    decks: Bytes,
    sizes: Ints,
    needs: Ints,
    fixed: Ints,
    starts: Ints,
    kinds: Ints,
    firsts: Bytes,
    seconds: Bytes,
) -> Ints:
    """Return how each of many hands in progress ended in so many deals of its own.

    Parameters
    ----------
    deals
        Deals for each of them, numbers 0 to ``deals - 1`` under the seed.
    decks, sizes
        Powers of the unseen cards, shape (situations, most), and how many of
        each row count.
    needs, fixed, starts
        As for `deal_hands` and `play_out`, a row for each.

    Returns
    -------
    ndarray
        Counts, shape (situations, 3); zero outside the range of this block.
    """
    players = needs.shape[1]
    sums = np.zeros((starts.shape[0], 3), np.int64)
    room = np.empty(64, np.uint8)
    hands = np.zeros(players, np.int64)
    knows = np.zeros(players, np.int64)
    all_open = kinds[0] == OPEN
    all_greedy = np.all(kinds == GREEDY)
    for unit in range(first, last):
        deck = decks[unit : unit + 1, : sizes[unit]].copy()
        start = starts[unit].copy()
        need = needs[unit].copy()
        known = fixed[unit].copy()
        if players == 4 and firsts.shape[1] > 1:
            for seat in range(players):
                knows[seat] = need[seat] == 0 and need[seat ^ 2] == 0
        for deal in range(deals):
            key = deal_key(seed, deal)
            deal_hands(deck, need, known, key, room, hands)
            if all_greedy:
                result = play_out(hands, start, None, None, None, None, -1, key)
            elif all_open:
                result = open_result(hands, start, -1)
            else:
                result = play_out(hands, start, kinds, knows, firsts, seconds, -1, key)
            sums[unit, result & 3] += 1
    return sums


@kernel
def enumerate_many(
    first: int,
    last: int,
    counts: Ints,
    sizes: Ints,
    fixed: Ints,
    seats: Ints,
    starts: Ints,
    kinds: Ints,
    firsts: Bytes,
    seconds: Bytes,
    scripts: NDArray[np.uint64],
) -> Ints:
    """Return the weights of the results of many hands with one unknown hand each.

    Parameters
    ----------
    counts
        Unseen cards of each power, shape (situations, POWERS + 1).
    sizes, seats
        How many cards the unknown hand has, and whose it is.
    fixed
        The packed hands of both players, 0 for the unknown one.
    scripts
        Sequences of choices to go through with each deal, shape (situations,
        most); a row ends where its first script, 0, comes again.

    Returns
    -------
    ndarray
        Weights, shape (situations, 3); zero outside the range of this block.
    """
    sums = np.zeros((starts.shape[0], 3), np.int64)
    hands = np.zeros(2, np.int64)
    knows = np.zeros(2, np.int64)
    all_open = kinds[0] == OPEN
    for unit in range(first, last):
        unseen = counts[unit].copy()
        start = starts[unit].copy()
        size = sizes[unit]
        for a in range(1, POWERS + 1):
            for b in range(1 if size > 1 else 0, a + 1 if size > 1 else 1):
                for c in range(1 if size > 2 else 0, b + 1 if size > 2 else 1):
                    hand = pack(a, b, c)
                    weight = ways(hand, unseen)
                    if weight <= 0:
                        continue
                    for k in range(scripts.shape[1]):
                        script = scripts[unit, k]
                        if k > 0 and script == 0:
                            break
                        hands[0] = fixed[unit, 0]
                        hands[1] = fixed[unit, 1]
                        hands[seats[unit]] = hand
                        if all_open:
                            result = open_result(hands, start, -1)
                        else:
                            result = play_out(
                                hands, start, kinds, knows, firsts, seconds, -1, script
                            )
                        sums[unit, result & 3] += weight
    return sums
