"""Hidden hands, uniform over all deals that fit what is known.

The cards of the three other hands fall into types by which of these hands may have
them. Cards of one hand only are there; of those that two hands, or all three, may
have, a *cell* says how many go where. The deals of a cell are a product of binomial
coefficients, so that all deals can be counted and one be drawn by its number: first
the cell, by the deals in it, then the cards of every type, all choices alike.

There may be several *cases*, each with cards of its own in fixed places.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, word
from analyzer.manilla.kernels.bits import nth, size
from analyzer.manilla.kernels.legal import Ints

FIXED = 0
"""Where a case has the cards that are surely in each of the three hands."""

BOTH = 3
"""Where it has those that may be in the first or second, first or third, second or third."""

ANY = 6
"""Where it has those that may be in any of the three."""

CASE = 7

_CELL_WORDS = 128
_CELL = 5


@kernel
def count_cells(cases: Ints, rooms: Ints, choose: Ints) -> Ints:
    """Count the deals that fit.

    Parameters
    ----------
    cases
        Masks, shape (cases, CASE).
    rooms
        How many cards each of the three hands has, those in fixed places among them.
    choose
        Binomial coefficients, shape (n, n).

    Returns
    -------
    ndarray
        Shape (cells, 5): the number of deals in this cell and all before it; its
        case; how many cards of each of the three ``BOTH`` go to the first named hand.
    """
    most = 0
    for case in cases:
        cells = 1
        for pair in range(3):
            cells *= size(case[BOTH + pair]) + 1
        most += cells
    found = np.empty((most, _CELL), np.int64)
    count = 0
    total = 0
    for number in range(cases.shape[0]):
        case = cases[number]
        ab = size(case[BOTH])
        ac = size(case[BOTH + 1])
        bc = size(case[BOTH + 2])
        free = size(case[ANY])
        room_a = rooms[0] - size(case[FIXED])
        room_b = rooms[1] - size(case[FIXED + 1])
        for x in range(ab + 1):
            for y in range(ac + 1):
                any_a = room_a - x - y
                if any_a < 0 or any_a > free:
                    continue
                for z in range(bc + 1):
                    any_b = room_b - (ab - x) - z
                    if any_b < 0 or any_a + any_b > free:
                        continue
                    ways = choose[ab, x] * choose[ac, y] * choose[bc, z]
                    total += ways * choose[free, any_a] * choose[free - any_a, any_b]
                    found[count, 0] = total
                    found[count, 1] = number
                    found[count, 2] = x
                    found[count, 3] = y
                    found[count, 4] = z
                    count += 1
    return found[:count].copy()


@kernel
def some_of(mask: int, count: int, key: np.uint64, draws: int) -> int:
    """Return ``count`` cards of a mask, all choices alike; it uses as many random words."""
    chosen = 0
    among = size(mask)
    for number in range(count):
        card = nth(mask, below_high(word(key, draws + number), among - number))
        chosen |= 1 << card
        mask ^= 1 << card
    return chosen


@kernel
def deal_hidden(
    cases: Ints, cells: Ints, rooms: Ints, others: Ints, key: np.uint64, hands: Ints
) -> None:
    """Deal the other hands.

    Parameters
    ----------
    cases, cells, rooms
        See `count_cells`.
    others
        The seats of the three hands.
    key
        Of the deal's random numbers.
    hands
        Masks by seat; those of the three are filled.
    """
    low = _cell_of(cells, key)
    case = cells[low, 1]
    draws = 0
    first = cases[case, FIXED]
    second = cases[case, FIXED + 1]
    third = cases[case, FIXED + 2]
    for pair in range(3):
        mask = cases[case, BOTH + pair]
        if mask == 0:
            continue
        count = cells[low, 2 + pair]
        chosen = some_of(mask, count, key, draws)
        draws += count
        if pair == 0:
            first |= chosen
            second |= mask ^ chosen
        elif pair == 1:
            first |= chosen
            third |= mask ^ chosen
        else:
            second |= chosen
            third |= mask ^ chosen
    rest = cases[case, ANY]
    count = rooms[0] - size(first)
    chosen = some_of(rest, count, key, draws)
    first |= chosen
    rest ^= chosen
    draws += count
    chosen = some_of(rest, rooms[1] - size(second), key, draws)
    second |= chosen
    third |= rest ^ chosen
    hands[others[0]] = first
    hands[others[1]] = second
    hands[others[2]] = third


@kernel
def _cell_of(cells: Ints, key: np.uint64) -> int:
    """Return the cell of a deal whose number is drawn among all deals."""
    total = cells[-1, 0]
    span = total - 1
    for shift in (1, 2, 4, 8, 16, 32):
        span |= span >> shift
    draws = _CELL_WORDS
    number = total
    while number >= total:  # numbers of as many bits, until one is small enough
        number = np.int64(word(key, draws) & np.uint64(span))
        draws += 1
    low = 0
    high = cells.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if cells[middle, 0] > number:
            high = middle
        else:
            low = middle + 1
    return low
