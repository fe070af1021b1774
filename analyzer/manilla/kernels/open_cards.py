"""Block kernels: many deals, each played perfectly by all with open cards, counted.

A deal for which `NODES` do not suffice, about one in fifty whole ones, is left with bounds.
That keeps the time of every deal below a second.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.hidden import drawn_number, numbered_deal
from analyzer.manilla.kernels.legal import Ints
from analyzer.manilla.kernels.play import LEADER, START, TAKEN, TRUMP, UNDERTRUMP
from analyzer.manilla.kernels.sample import MOST, deal_all, trump_of
from analyzer.manilla.kernels.solver.cards import set_start
from analyzer.manilla.kernels.solver.desk import TABLE_BITS, Desk, new_desk
from analyzer.manilla.kernels.solver.values import narrow, set_deal

NODES = 6_000_000
"""So many nodes a deal may take."""

_FEWEST_BITS = 6


@kernel
def desk_for(tricks: int) -> Desk:
    """Return a desk with a table large enough for deals of so many tricks."""
    return new_desk(max(_FEWEST_BITS, min(TABLE_BITS, 2 * tricks - 3)))


@kernel
def solved(desk: Desk, hands: Ints, start: Ints, nodes: int) -> tuple[int, int]:
    """Return the least and the most points that side 1 makes in a deal.

    Parameters
    ----------
    desk
        The solver's memory.
    hands
        The mask of each seat's cards.
    start
        Where the deal stands, see ``analyzer.manilla.kernels.play``.
    nodes
        How many nodes it may take; the bounds are the same unless they run out.
    """
    set_deal(desk, hands, start[TRUMP], start[UNDERTRUMP] != 0)
    set_start(desk, hands, start, -1)
    narrow(desk, nodes)
    state = desk.state[0]
    return state.lowest + start[TAKEN], state.highest + start[TAKEN]


@kernel
def simulate_open(first: int, last: int, seed: np.uint64, shown: bool, undertrump: bool) -> Ints:
    """Deal whole hands and solve them.

    Parameters
    ----------
    shown, undertrump
        See ``analyzer.manilla.kernels.sample.simulate``, whose deals these are.

    Returns
    -------
    ndarray
        Shape (73, 73): how many deals give side 1 at least so many and at most so many points.
    """
    sums = np.zeros((MOST + 1, MOST + 1), np.int64)
    if first == last:
        return sums
    desk = desk_for(12)
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    start = np.zeros(START, np.int64)
    start[LEADER] = 1
    start[UNDERTRUMP] = undertrump
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_all(deck, key, hands)
        start[TRUMP] = trump_of(deck, key, shown)
        low, high = solved(desk, hands, start, NODES)
        sums[low, high] += 1
    return sums


@kernel
def sample_known_open(
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
) -> Ints:
    """Deal what one player cannot see and solve it.

    Parameters
    ----------
    cases, cells, rooms, others, seat, mine, start, every
        See ``analyzer.manilla.kernels.sample.sample_known``, whose deals these are.

    Returns
    -------
    ndarray
        As of `simulate_open`, for the whole deal.
    """
    sums = np.zeros((MOST + 1, MOST + 1), np.int64)
    if first == last:
        return sums
    desk = desk_for(max(rooms.max(), size(mine)))
    hands = np.zeros(4, np.int64)
    for deal in range(first, last):
        number = deal if every else drawn_number(cells, deal_key(seed, deal))
        numbered_deal(cases, cells, rooms, others, number, hands)
        hands[seat] = mine
        low, high = solved(desk, hands, start, NODES)
        sums[low, high] += 1
    return sums
