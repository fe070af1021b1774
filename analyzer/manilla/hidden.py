"""What is known of the other hands, in the form in which kernels deal them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.kernels import hidden as k
from analyzer.manilla.situation import TableState

Ints = NDArray[np.int64]

_DEALER = 0
_PLACES: dict[tuple[bool, ...], int] = {
    (True, False, False): k.FIXED,
    (False, True, False): k.FIXED + 1,
    (False, False, True): k.FIXED + 2,
    (True, True, False): k.BOTH,
    (True, False, True): k.BOTH + 1,
    (False, True, True): k.BOTH + 2,
    (True, True, True): k.ANY,
}


@dataclass(frozen=True, eq=False)
class Hidden:
    """All deals that one player must think possible.

    Attributes
    ----------
    others
        The seats of the three other players; int64, shape (3,).
    rooms
        How many cards each of them holds; int64, shape (3,).
    cases, cells
        Which cards may be where, and how many deals there are of every kind; see
        ``analyzer.manilla.kernels.hidden``.
    """

    others: Ints
    rooms: Ints
    cases: Ints
    cells: Ints

    @classmethod
    def of(cls, state: TableState) -> Hidden:
        """Return the deals that fit a deal in progress.

        When the dealer has turned up one of several cards, a deal counts once for
        each of them that he has, or has had.
        """
        others = [seat for seat in range(PLAYERS) if seat != state.seat]
        rooms = np.array([state.left[seat] for seat in others], np.int64)
        unseen = {int(card) for card in state.unseen}
        turned = [card if card in unseen else None for card in state.turned] or [None]
        cases = np.array([_case(state, others, card) for card in turned], np.int64)
        cells = k.count_cells(cases, rooms)
        return cls(np.array(others, np.int64), rooms, cases, cells)

    @property
    def args(self) -> tuple[Ints, Ints, Ints, Ints]:
        """The hidden hands as block kernels take them: cases, cells, rooms, others."""
        return self.cases, self.cells, self.rooms, self.others

    @property
    def ways(self) -> int:
        """The number of deals, each with the weight that it has."""
        return int(self.cells[-1, 0])


def _case(state: TableState, others: list[int], turned: int | None) -> list[int]:
    """Return the masks of a case, in which the dealer holds the card turned up."""
    masks = [0] * k.CASE
    for card in map(int, state.unseen):
        may = tuple(bool(int(state.may_hold[seat]) >> card & 1) for seat in others)
        if card == turned:
            may = tuple(seat == _DEALER for seat in others)
        masks[_PLACES[may]] |= 1 << card
    return masks
