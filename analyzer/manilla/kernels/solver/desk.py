"""The solver's memory: one desk solves one deal or ending after another."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel

Ints = NDArray[np.int64]

MOST_CARDS = 48
MOST_CHOICES = 12

BUCKET = 32
"""Entries of the table among which a point between tricks has to find its place."""

TABLE_BITS = 19
"""The usual table has two to this power entries of 40 bytes, 20 MB."""


def _record(**fields: type) -> np.dtype[Any]:
    """Return the type of a record whose fields are read and set as attributes."""
    return np.dtype((np.record, np.dtype(list(fields.items()), align=True)))


_INT = np.int64

STATE = _record(
    trump=_INT,  # the suit of triunfo
    undertrump=_INT,  # the rule must_undertrump
    generation=_INT,  # numbers the deals: entries of others do not count
    # where the search stands
    mode=_INT,
    depth=_INT,  # the frame of the last card played, -1 before the first one
    left=_INT,  # the cards in all hands
    dear_left=_INT,  # their points
    nodes=_INT,  # cards played so far
    leader=_INT,  # who leads next, when a trick is complete
    goal=_INT,  # what the first pair has to win from there on
    value=_INT,  # of what was searched last
    relied=_INT,  # and the cards that this relies on
    # the point that is being valued
    first_leader=_INT,  # who led the trick under way
    lying=_INT,  # how many of its cards lie
    gained=_INT,  # what the first pair won by the last of four
    lowest=_INT,  # its value is not below
    highest=_INT,  # and not above
    guess=_INT,  # where to ask first
    step=_INT,  # how far the first step from there goes
    stride=_INT,  # how far the last one went, below 0 when down
    asked=_INT,  # what the search under way asks about, 0 when there is none
)

FRAME = _record(
    # what the player of a card sees
    place=_INT,  # of his card in the trick, from 0
    first=_INT,  # who led
    led=_INT,  # the suit led
    best=_INT,  # the card that is winning
    winner=_INT,  # and its player
    pot=_INT,  # the points that lie
    lying=_INT,  # the cards that lie
    goal=_INT,  # what the first pair has to win with this trick and those after it
    # how far his choice has come
    choices=_INT,  # how many cards there are to try
    tried=_INT,  # how many have been
    card=_INT,  # the one that is being tried
    found=_INT,  # the best value so far
    relied=_INT,  # what these values rely on
    duty=_INT,  # what the legality of cards relies on
    alone=_INT,  # whether that of a single card only relies on it
    skipped=_INT,  # cards that need not be tried because of an equal
    surely=_INT,  # what the sure outcome of the trick relies on
    won=_INT,  # what the first pair has won by the fourth card
    decider=_INT,  # the card that won the trick, if others of its suit lay
    # of a leader, his place in the table
    key=_INT,
    order_a=_INT,
    order_b=_INT,
    dears=_INT,
    bucket=_INT,
    began=_INT,  # the number of nodes before
    favourite=_INT,  # the card that was best when last seen
)

ENTRY = _record(
    order_a=_INT,
    order_b=_INT,
    dears=np.int32,
    depths=np.int32,
    reliance=np.int32,
    low=np.int8,
    high=np.int8,
    favourite=np.int8,
    work=np.int8,
)


class Desk(NamedTuple):
    """What a search works on.

    Attributes
    ----------
    state
        One record of where it stands.
    hands
        The mask of each player's cards; int64, shape (4,).
    frames
        One record for each card that has been played, or is being chosen.
    choices
        The cards to try at each depth, with their scores; int64, shape (48, 12).
    killers
        For every number of cards in a hand the lead that was last good enough.
    shapes
        The cards left in a suit as the table sees them; int64, shape (4, 4096).
    keys, entries
        The table.
    """

    state: Any
    hands: Ints
    frames: Any
    choices: Ints
    killers: Ints
    shapes: Ints
    keys: Ints
    entries: Any


@kernel
def new_desk(table_bits: int) -> Desk:
    """Return a desk with a table of ``2**table_bits`` entries."""
    return Desk(
        np.zeros(1, STATE),
        np.zeros(4, np.int64),
        np.zeros(MOST_CARDS, FRAME),
        np.zeros((MOST_CARDS, MOST_CHOICES), np.int64),
        np.zeros(14, np.int64),
        np.zeros((4, 4096), np.int64),
        np.zeros(1 << table_bits, np.int64),
        np.zeros(1 << table_bits, ENTRY),
    )
