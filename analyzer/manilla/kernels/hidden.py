"""Hidden hands, uniform over all deals that fit what is known.

The cards of the three other hands fall into types by which of these hands may have
them. Cards of one hand only are there; of those that two hands, or all three, may
have, a *cell* says how many go where. The deals of a cell are a product of binomial
coefficients, so that all deals can be counted, and each made from its number: first
the cell, then the choice of cards from every type.

There may be several *cases*, each with cards of its own in fixed places.
"""

from __future__ import annotations

from math import comb

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import word
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.legal import Ints

FIXED = 0
"""Where a case has the cards that are surely in each of the three hands."""

BOTH = 3
"""Where it has those that may be in the first or second, first or third, second or third."""

ANY = 6
"""Where it has those that may be in any of the three."""

CASE = 7

_CELL = 5
_HIDDEN = 36
_CHOOSE = np.array(
    [[comb(n, m) for m in range(_HIDDEN + 1)] for n in range(_HIDDEN + 1)], dtype=np.int64
)


@kernel
def count_cells(cases: Ints, rooms: Ints) -> Ints:
    """Count the deals that fit.

    Parameters
    ----------
    cases
        Masks, shape (cases, CASE).
    rooms
        How many cards each of the three hands has, those in fixed places among them.

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
                    ways = _CHOOSE[ab, x] * _CHOOSE[ac, y] * _CHOOSE[bc, z]
                    total += ways * _CHOOSE[free, any_a] * _CHOOSE[free - any_a, any_b]
                    found[count, 0] = total
                    found[count, 1] = number
                    found[count, 2] = x
                    found[count, 3] = y
                    found[count, 4] = z
                    count += 1
    return found[:count].copy()


@kernel
def subset(mask: int, count: int, number: int) -> int:
    """Return the choice with this number, from 0, of ``count`` cards of a mask."""
    chosen = 0
    among = size(mask)
    while count > 0:
        card = mask & -mask
        mask ^= card
        among -= 1
        with_it = _CHOOSE[among, count - 1]
        if number < with_it:
            chosen |= card
            count -= 1
        else:
            number -= with_it
    return chosen


@kernel
def drawn_number(cells: Ints, key: np.uint64) -> int:
    """Return the number of a deal, all alike, from a deal's random numbers."""
    total = cells[-1, 0]
    span = total - 1
    for shift in (1, 2, 4, 8, 16, 32):
        span |= span >> shift
    draws = 0
    number = total
    while number >= total:  # numbers of as many bits, until one is small enough
        number = np.int64(word(key, draws) & np.uint64(span))
        draws += 1
    return int(np.int64(number))


@kernel
def numbered_deal(
    cases: Ints, cells: Ints, rooms: Ints, others: Ints, number: int, hands: Ints
) -> None:
    """Make the deal with a number.

    Parameters
    ----------
    cases, cells, rooms
        See `count_cells`.
    others
        The seats of the three hands.
    number
        From 0 to one less than there are deals.
    hands
        Masks by seat; those of the three are filled.
    """
    cell = 0
    high = cells.shape[0] - 1
    while cell < high:
        middle = (cell + high) >> 1
        if cells[middle, 0] > number:
            high = middle
        else:
            cell = middle + 1
    if cell > 0:
        number -= cells[cell - 1, 0]
    case = cells[cell, 1]
    first = cases[case, FIXED]
    second = cases[case, FIXED + 1]
    third = cases[case, FIXED + 2]
    for pair in range(3):
        mask = cases[case, BOTH + pair]
        if mask == 0:
            continue
        count = cells[cell, 2 + pair]
        ways = _CHOOSE[size(mask), count]
        chosen = subset(mask, count, number % ways)
        number //= ways
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
    ways = _CHOOSE[size(rest), count]
    chosen = subset(rest, count, number % ways)
    number //= ways
    first |= chosen
    rest ^= chosen
    chosen = subset(rest, rooms[1] - size(second), number)
    second |= chosen
    third |= rest ^ chosen
    hands[others[0]] = first
    hands[others[1]] = second
    hands[others[2]] = third
