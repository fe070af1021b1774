"""Block kernels: what every card that may be played leads to, in the same hidden deals.

The sums have a row for each card. Its first columns, one for each card, are the sums of
products of their points; then come the columns named here. Points are those of the player's
pair at the end of the deal, twice: a deal that was not played out to its value counts as the
middle between the least and the most that it can be, and ``SLACK`` is how far these are apart.
Chances are counted twice as well, for the deals in which something is sure and for those
in which it may be.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.hidden import drawn_number, numbered_deal
from analyzer.manilla.kernels.legal import Ints
from analyzer.manilla.kernels.open_cards import desk_for
from analyzer.manilla.kernels.play import TRUMP, UNDERTRUMP, play_out
from analyzer.manilla.kernels.sample import MOST
from analyzer.manilla.kernels.solver.cards import card_bounds
from analyzer.manilla.kernels.solver.values import set_deal

TOTAL, SLACK, WINS, TIES, CAPOTES = 0, 1, 2, 4, 6
"""Columns after the products; of the last three the next one has what may be."""

OPEN_DEALS = 8
"""Deals that are not solved to the end, in the first row."""

COLUMNS = 9


@kernel
def add_deal(sums: Ints, low: Ints, high: Ints) -> None:
    """Add what the cards lead to in a deal, at least and at most."""
    count = len(low)
    for one in range(count):
        points = low[one] + high[one]
        row = sums[one]
        for other in range(count):
            row[other] += points * (low[other] + high[other])
        row[count + TOTAL] += points
        row[count + SLACK] += high[one] - low[one]
        row[count + WINS] += 2 * low[one] > MOST
        row[count + WINS + 1] += 2 * high[one] > MOST
        row[count + TIES] += 2 * low[one] == MOST == 2 * high[one]
        row[count + TIES + 1] += 2 * low[one] <= MOST <= 2 * high[one]
        row[count + CAPOTES] += low[one] == MOST
        row[count + CAPOTES + 1] += high[one] == MOST


@kernel
def played_cards(
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
    every: bool,
    cards: Ints,
    ways: Ints,
) -> Ints:
    """Deal what one player cannot see, and play every deal out after each of his cards.

    Parameters
    ----------
    cases, cells, rooms, others, seat, mine, start, every
        As for ``analyzer.manilla.kernels.sample.sample_known``.
    cards
        What the player may play now.
    ways
        How every seat plays, see ``play_out``.

    Returns
    -------
    ndarray
        Sums, see the head of this module; shape (cards, cards + COLUMNS).
    """
    count = len(cards)
    hands = np.zeros(4, np.int64)
    held = np.zeros(4, np.int64)
    points = np.zeros(count, np.int64)
    sums = np.zeros((count, count + COLUMNS), np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        number = deal if every else drawn_number(cells, key)
        numbered_deal(cases, cells, rooms, others, number, hands)
        hands[seat] = mine
        for n in range(count):
            held[:] = hands
            of_first = play_out(held, start, ways, key, cards[n]) & 127
            points[n] = of_first if seat & 1 else MOST - of_first
        add_deal(sums, points, points)
    return sums


@kernel
def solved_cards(
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
    every: bool,
    cards: Ints,
    nodes: int,
) -> Ints:
    """Deal what one player cannot see, and solve every deal, all cards face up, for his cards.

    Parameters
    ----------
    cases, cells, rooms, others, seat, mine, start, every, cards
        As for `played_cards`.
    nodes
        Cards that a deal's search may play; what it has not solved by then counts as a range.

    Returns
    -------
    ndarray
        As of `played_cards`.
    """
    count = len(cards)
    hands = np.zeros(4, np.int64)
    bounds = np.zeros((48, 2), np.int64)
    low = np.zeros(count, np.int64)
    high = np.zeros(count, np.int64)
    sums = np.zeros((count, count + COLUMNS), np.int64)
    if first == last:
        return sums
    desk = desk_for(size(mine))
    asked = 0
    for card in cards:
        asked |= 1 << card
    for deal in range(first, last):
        number = deal if every else drawn_number(cells, deal_key(seed, deal))
        numbered_deal(cases, cells, rooms, others, number, hands)
        hands[seat] = mine
        set_deal(desk, hands, start[TRUMP], start[UNDERTRUMP] != 0)
        exact = card_bounds(desk, hands, start, asked, nodes, bounds)
        for n in range(count):
            least, most = bounds[cards[n], 0], bounds[cards[n], 1]
            low[n] = least if seat & 1 else MOST - most
            high[n] = most if seat & 1 else MOST - least
        add_deal(sums, low, high)
        sums[0, count + OPEN_DEALS] += not exact
    return sums
