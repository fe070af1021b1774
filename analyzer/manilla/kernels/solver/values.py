"""From yes-or-no searches to the value of a point of play, and of each card.

A point is entered with `set_deal`, once for a deal and all points in it, which share the
table, and `set_point`. Then `narrow` brings the bounds of its value together, and may be called
again and again when it pauses. Values are the points that side 1, the seats 1 and 3, still
wins with the trick under way and those after it.
"""

from __future__ import annotations

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.solver.desk import Desk, Ints
from analyzer.manilla.kernels.solver.guess import guessed_value
from analyzer.manilla.kernels.solver.lanes import (
    FIRST_DEAR,
    NO_CARD,
    RANK,
    lane_card,
    lanes_of,
    points_of,
    takes,
)
from analyzer.manilla.kernels.solver.search import CHOOSE, LEAD, search
from analyzer.manilla.kernels.solver.table import clear_table, set_shapes

_DEAR_RANKS = 5
_FIRST_STEP = 4
_HALVE = 100
"""A step longer than any range of values."""


@kernel
def player_of(seat: int) -> int:
    """Return the solver's number of a seat: the first pair has the seats 1 and 3."""
    return (seat + 3) & 3


@kernel
def set_deal(desk: Desk, hands: Ints, trump: int, undertrump: bool) -> None:
    """Prepare for a deal or an ending, and forget all others.

    Parameters
    ----------
    desk
        The solver's memory.
    hands
        The mask of each seat's cards, also of those that have been played.
    trump
        The suit of triunfo.
    undertrump
        The rule ``must_undertrump``.
    """
    state = desk.state[0]
    state.trump = trump
    state.undertrump = undertrump
    state.generation = clear_table(state.generation, desk.keys)
    state.nodes = 0
    for seat in range(4):
        desk.hands[player_of(seat)] = lanes_of(hands[seat])
    set_shapes(desk.shapes, desk.hands)


@kernel
def set_point(desk: Desk, hands: Ints, leader: int, table: Ints, lying: int) -> None:
    """Set the point of play that is to be valued.

    Parameters
    ----------
    desk
        After `set_deal`.
    hands
        The mask of the cards that each seat still holds.
    leader
        The seat that led the trick under way.
    table, lying
        The cards of this trick, and how many lie; after four the trick counts too.
    """
    state = desk.state[0]
    left = 0
    for seat in range(4):
        desk.hands[player_of(seat)] = lanes_of(hands[seat])
        left |= lanes_of(hands[seat])
    dear_left = 0
    for n in range(_DEAR_RANKS):
        dear_left += (n + 1) * size(left >> (FIRST_DEAR + n) & RANK)
    state.left = left
    state.dear_left = dear_left
    desk.killers[:] = NO_CARD
    first = player_of(leader)
    best = NO_CARD
    winner = first
    pot = 0
    on_table = 0
    for n in range(lying):
        card = lane_card(table[n])
        if n == 0 or takes(card, best, state.trump):
            best = card
            winner = (first + n) & 3
        pot += points_of(card)
        on_table |= 1 << card
    complete = lying == 4
    frame = desk.frames[0]
    frame.place = lying
    frame.first = first
    frame.led = lane_card(table[0]) >> 4 if lying else 0
    frame.best = best
    frame.winner = winner
    frame.pot = pot
    frame.lying = on_table
    state.first_leader = winner if complete else first
    state.lying = 0 if complete else lying
    state.gained = pot + 1 if complete and winner & 1 == 0 else 0
    tricks = size(hands[leader]) + (1 if 0 < lying < 4 else 0)
    state.lowest = state.gained
    state.highest = state.gained + dear_left + tricks + (0 if complete else pot)
    state.guess = state.gained + guessed_value(
        desk.hands[0],
        desk.hands[1],
        desk.hands[2],
        desk.hands[3],
        state.first_leader,
        state.trump,
        state.highest - state.lowest,
    )
    state.step = _FIRST_STEP
    state.stride = 0
    state.asked = 0


@kernel
def expect(desk: Desk, value: int) -> None:
    """Have the search ask first about a value that is likely, and next close to it.

    Parameters
    ----------
    desk
        After `set_point`.
    value
        What is expected, such as the value of the point before.
    """
    state = desk.state[0]
    state.guess = value
    state.step = 1


@kernel
def narrow(desk: Desk, limit: int) -> bool:
    """Bring the bounds of the value together; return whether they have met.

    The first question is about the guess. From there steps get longer until the value
    lies between two answers; then the range is halved.

    Parameters
    ----------
    desk
        After `set_point`; the bounds stand in its state.
    limit
        The number of nodes at which to pause.
    """
    state = desk.state[0]
    while state.lowest < state.highest:
        if state.asked == 0:
            _ask(desk)
        if not search(desk, limit):
            return False
        value = state.value if state.lying else state.value + state.gained
        if value >= state.asked:
            state.lowest = value
            state.stride = max(state.step, 2 * state.stride) if state.stride >= 0 else _HALVE
        else:
            state.highest = value
            state.stride = min(-state.step, 2 * state.stride) if state.stride <= 0 else -_HALVE
        state.asked = 0
    return True


@kernel
def reaches(desk: Desk, least: int, limit: int) -> int:
    """Return whether the value is at least so much: 1, 0, or -1 when the nodes ran out.

    Cheaper than the value itself. The bounds in the state learn from it. Asked again after
    the nodes ran out, the search goes on.

    Parameters
    ----------
    desk
        After `set_point`.
    least
        The points that side 1 should win.
    limit
        The number of nodes at which to pause.
    """
    state = desk.state[0]
    if state.lowest < least <= state.highest:
        if state.asked != least:
            state.guess = least
            state.stride = 0
            _ask(desk)
        if not search(desk, limit):
            return -1
        value = state.value if state.lying else state.value + state.gained
        if value >= least:
            state.lowest = value
        else:
            state.highest = value
        state.asked = 0
    return 1 if state.lowest >= least else 0


@kernel
def _ask(desk: Desk) -> None:
    """Begin a search for whether the value is at least what a step makes of its bounds."""
    state = desk.state[0]
    low, high = state.lowest, state.highest
    asked = min(max(state.guess, low + 1), high)
    if state.stride > 0:
        asked = low + state.stride
    elif state.stride < 0:
        asked = high + 1 + state.stride
    if not low < asked <= high:
        asked = (low + high + 1) // 2
    state.asked = asked
    if state.lying:
        desk.frames[0].goal = asked
        state.depth = 0
        state.mode = CHOOSE
    else:
        state.depth = -1
        state.mode = LEAD
        state.leader = state.first_leader
        state.goal = asked - state.gained
