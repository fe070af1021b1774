"""Which cards may be where, when every hidden card is in one of a few hands.

A deal fits when every set of hands has room for the cards that only they may hold
(Hall's theorem). There are only sixteen such sets. Sets of cards are masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Group(NamedTuple):
    """Some seats, the cards that nobody else may hold, and how many they can take.

    Attributes
    ----------
    seats
        The seats.
    cards
        The mask of the hidden cards that must be with them.
    room
        How many hidden cards they hold together.
    """

    seats: tuple[int, ...]
    cards: int
    room: int


def crowded(hidden: int, may: Sequence[int], room: Sequence[int]) -> Group | None:
    """Return the smallest group of seats that would have to hold more than it can.

    Parameters
    ----------
    hidden
        The cards to be placed, as many as there is room for.
    may
        For every seat the cards that it may hold.
    room
        For every seat how many of the hidden cards it holds.

    Returns
    -------
    Group or None
        ``None`` when at least one deal fits.
    """
    groups = _groups(hidden, may, room)
    return next((group for group in groups if group.cards.bit_count() > group.room), None)


def support(hidden: int, may: Sequence[int], room: Sequence[int]) -> list[int]:
    """Return for every seat the cards that it holds in some deal that fits.

    The parameters are those of ``crowded``, and some deal must fit.
    """
    found = [cards & hidden for cards in may]
    for group in _groups(hidden, may, room):
        if group.cards.bit_count() == group.room:  # which leaves no room for any other card
            for seat in group.seats:
                found[seat] &= group.cards
    return found


def _groups(hidden: int, may: Sequence[int], room: Sequence[int]) -> Iterator[Group]:
    seats = range(len(may))
    for size in range(len(may) + 1):
        for group in combinations(seats, size):
            elsewhere = 0
            for seat in seats:
                if seat not in group:
                    elsewhere |= may[seat]
            yield Group(group, hidden & ~elsewhere, sum(room[seat] for seat in group))
