"""Block kernels that go through all hands that can be held, by their classes.

Hands of equal powers are one class with a weight, the number of ways in which
the unseen cards make it up. Three *levels* of holders are gone through; where
fewer hands are unknown, a level has one class, the empty hand 0 of seat -1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.truco.kernels.hand import (
    FIRST_TRICK,
    GREEDY,
    OPEN,
    Bytes,
    Ints,
    hand_index,
    play_out,
)
from analyzer.truco.kernels.open_cards import open_result
from analyzer.truco.kernels.random_play import matchings


@kernel
def ways(hand: int, counts: Ints) -> int:
    """Return in how many ways the counted cards make up a packed hand."""
    a = hand & 255
    b = (hand >> 8) & 255
    c = hand >> 16
    if a == 0:
        return 1
    of_a = int(counts[a])
    of_b = int(counts[b])
    of_c = int(counts[c])
    if b == 0:
        return of_a
    if c == 0:
        return of_a * (of_a - 1) // 2 if a == b else of_a * of_b
    if a > b > c:
        return of_a * of_b * of_c
    if a == b == c:
        return of_a * (of_a - 1) * (of_a - 2) // 6
    if a == b:
        return of_a * (of_a - 1) // 2 * of_c
    return of_a * (of_b * (of_b - 1) // 2)


@kernel
def remove(hand: int, counts: Ints, times: int) -> None:
    """Take the cards of a hand out of the counts; put them back with ``times`` -1."""
    while hand > 0:
        counts[hand & 255] -= times
        hand >>= 8


@kernel
def enumerate_hands(
    first: int,
    last: int,
    counts: Ints,
    classes_a: Ints,
    classes_b: Ints,
    classes_c: Ints,
    held_a: Ints,
    held_b: Ints,
    held_c: Ints,
    seats: Ints,
    row_seat: int,
    rows: int,
    fixed: Ints,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
    scripts: NDArray[np.uint64],
    tally: Bytes,
    slots: Ints,
) -> Ints:
    """Return the weights of the results over all hands of three levels.

    Parameters
    ----------
    first, last
        Range of units; unit ``u`` is class ``u // len(classes_b)`` of the first
        level with class ``u % len(classes_b)`` of the second.
    counts
        Unseen cards of each power, shape (POWERS + 1,).
    classes_a, classes_b, classes_c
        The unknown part of the packed hands that each level may hold.
    held_a, held_b, held_c
        The whole hands: with the cards that are known.
    seats
        The seat of each level, -1 for none.
    row_seat
        The seat whose hands are told apart in the result, -1 for none;
        ``FIRST_TRICK`` for the result of the first trick instead.
    rows
        Rows of the result: the hands of that seat's size, 1, or 3.
    scripts
        Sequences of choices to go through with each deal; at least one.
    tally
        For random play by all from the start of a trick, `random_tally`; then
        scripts and policies are not looked at. Otherwise of length 0.
    slots
        First cards to force, -1 for the policy's own.

    Returns
    -------
    ndarray
        Weights, shape (rows, len(slots), 3): ways of the cards times scripts.
    """
    sums = np.zeros((rows, slots.shape[0], 3), np.int64)
    players = fixed.shape[0]
    dealt = np.zeros(players, np.int64)
    hands = np.zeros(players, np.int64)
    counts = counts.copy()
    found0 = np.zeros(6, np.int64)
    found1 = np.zeros(6, np.int64)
    all_open = kinds[0] == OPEN
    all_greedy = np.all(kinds == GREEDY)
    for unit in range(first, last):
        at_a = unit // classes_b.shape[0]
        at_b = unit % classes_b.shape[0]
        a = classes_a[at_a]
        b = classes_b[at_b]
        ways_a = ways(a, counts)
        remove(a, counts, 1)
        ways_b = ways(b, counts)
        remove(b, counts, 1)
        ways_ab = ways_a * ways_b
        if ways_a > 0 and ways_b > 0:
            for at_c in range(classes_c.shape[0]):
                weight = ways(classes_c[at_c], counts)
                if weight <= 0:
                    continue
                weight *= ways_ab
                for seat in range(players):
                    dealt[seat] = fixed[seat]
                if seats[0] >= 0:
                    dealt[seats[0]] = held_a[at_a]
                if seats[1] >= 0:
                    dealt[seats[1]] = held_b[at_b]
                dealt[seats[2]] = held_c[at_c]
                row = hand_index(dealt[row_seat]) if row_seat >= 0 else 0
                if tally.shape[0] > 0:
                    ours = theirs = 1
                    found0[0] = hand_index(dealt[0])
                    found1[0] = hand_index(dealt[1])
                    if players == 4:
                        ours = matchings(dealt[0], dealt[2], found0)
                        theirs = matchings(dealt[1], dealt[3], found1)
                    for i in range(ours):
                        for j in range(theirs):
                            for result in range(3):
                                orders = tally[found0[i], found1[j], result]
                                sums[row, 0, result] += weight * orders
                    continue
                for k in range(slots.shape[0]):
                    for script in scripts:
                        for seat in range(players):
                            hands[seat] = dealt[seat]
                        if all_greedy:
                            result = play_out(
                                hands, start, None, None, None, None, slots[k], script
                            )
                        elif all_open:
                            result = open_result(hands, start, slots[k])
                        else:
                            result = play_out(
                                hands, start, kinds, knows, firsts, seconds, slots[k], script
                            )
                        if row_seat == FIRST_TRICK:
                            row = result >> 2
                        sums[row, k, result & 3] += weight
        remove(b, counts, -1)
        remove(a, counts, -1)
    return sums
