"""The value of every card that a player may play, and a cheaper question about one."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import lowest
from analyzer.manilla.kernels.play import LEADER, ON_TABLE, TABLE, TAKEN
from analyzer.manilla.kernels.solver.desk import Desk, Ints
from analyzer.manilla.kernels.solver.lanes import LOW, house_card, lanes_of
from analyzer.manilla.kernels.solver.moves import between, first_run, unlike
from analyzer.manilla.kernels.solver.values import expect, narrow, player_of, reaches, set_point


@kernel
def set_start(desk: Desk, hands: Ints, start: Ints, card: int) -> None:
    """Set the point of a deal in progress, or the one after a card.

    Parameters
    ----------
    desk
        After ``set_deal``.
    hands
        The mask of the cards that each seat still holds.
    start
        Where the deal stands, see ``analyzer.manilla.kernels.play``.
    card
        What the next player plays, -1 for nothing.
    """
    table = np.zeros(4, np.int64)
    lying = start[ON_TABLE]
    table[:lying] = start[TABLE : TABLE + lying]
    if card < 0:
        set_point(desk, hands, start[LEADER], table, lying)
        return
    table[lying] = card
    seat = (start[LEADER] + lying) & 3
    hands[seat] ^= 1 << card
    set_point(desk, hands, start[LEADER], table, lying + 1)
    hands[seat] ^= 1 << card


@kernel
def card_bounds(desk: Desk, hands: Ints, start: Ints, cards: int, limit: int, bounds: Ints) -> bool:
    """Bring the bounds of what side 1 wins after each card together.

    Parameters
    ----------
    desk
        After ``set_deal``; whatever was found about the deal before is used.
    hands
        The mask of the cards that each seat still holds.
    start
        Where the deal stands, see ``analyzer.manilla.kernels.play``.
    cards
        The mask of the cards in question, all legal.
    limit
        The number of nodes, counted from ``set_deal``, at which to stop.
    bounds
        Shape (48, 2); for each of the cards filled with the least and the most points that
        side 1 makes, those it has already included. They are equal but where nodes ran out.

    Returns
    -------
    bool
        Whether all of them are exact.
    """
    state = desk.state[0]
    seat = (start[LEADER] + start[ON_TABLE]) & 3
    set_start(desk, hands, start, -1)
    exact = narrow(desk, limit)
    best = state.lowest
    hand = desk.hands[player_of(seat)]
    solid = between(state.left, start[ON_TABLE], desk.frames[0].best, hand)
    rest = lanes_of(cards)
    while rest:
        run = first_run(rest, solid)
        rest ^= run
        several = unlike(run)
        while several:
            card = several & -several
            several ^= card
            set_start(desk, hands, start, house_card(lowest(card)))
            if exact:
                expect(desk, best)
            exact = narrow(desk, limit) and exact
            equals = run & LOW if card & LOW else card
            while equals:
                equal = house_card(lowest(equals))
                equals &= equals - 1
                bounds[equal, 0] = state.lowest + start[TAKEN]
                bounds[equal, 1] = state.highest + start[TAKEN]
    return exact


@kernel
def card_reaches(desk: Desk, hands: Ints, start: Ints, card: int, least: int, limit: int) -> int:
    """Return whether side 1 makes at least so many points after a card; -1 for not found out.

    Parameters
    ----------
    desk, hands, start, limit
        See `card_bounds`.
    card
        What the next player plays.
    least
        The points, those that side 1 has already included.
    """
    set_start(desk, hands, start, card)
    return reaches(desk, least - start[TAKEN], limit)
