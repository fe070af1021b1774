"""Who has the best liga, counted over all deals that fit what is known.

With four players three hands may be hidden, 155 million deals. They are not gone
through one by one: for each hand of the partner, the hands of the opponents that
stay below the better one of my side are marked, and a product of matrices counts the
pairs of them that share no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, flor, liga
from analyzer.boricua.referee import from_mano
from analyzer.boricua.situation import Situation
from analyzer.core.estimate import Estimate
from analyzer.truco.referee.hand import DEALT

# All sums of one row are below 2^24, where these are still exact.
_Matrix = NDArray[np.float32]

# Few hands are asked about again and again.
_liga, _flor = cache(liga), cache(flor)

Marks = NDArray[np.bool_] | np.bool_
"""Which hands count, by themselves or for each hand of the partner in a row of its own."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """What one player knows of the hands that were dealt.

    Attributes
    ----------
    seat
        Whose knowledge it is; seat 0 deals, seat 1 is mano.
    held
        For each seat the cards known to have been dealt to it; three for ``seat``.
    flores
        For each seat whether it was dealt a flor, ``None`` where that is not known.
    unseen
        The cards whose place is unknown.
    """

    seat: int
    held: tuple[tuple[int, ...], ...]
    flores: tuple[bool | None, ...]
    unseen: tuple[int, ...]

    @classmethod
    def of(cls, situation: Situation) -> Self:
        """Return what a situation tells; cards that were played were dealt to who played them."""
        hand = situation.replay()
        held: list[tuple[int, ...]] = [() for _ in range(situation.players)]
        for lay in [lay for trick in hand.tricks for lay in trick.lays] + list(hand.table):
            if lay.card is not None:
                held[lay.seat] += (lay.card,)
        if situation.partner:
            opposite = situation.my_seat ^ 2
            held[opposite] = tuple(sorted({*held[opposite], *situation.partner}))
        held[situation.my_seat] = situation.hand
        return cls(
            seat=situation.my_seat,
            held=tuple(held),
            flores=situation.flores,
            unseen=situation.unseen,
        )

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.held)


class LigaCounts(NamedTuple):
    """How many of all deals that fit my side wins an accepted envite in."""

    won: int
    deals: int

    @property
    def chance(self) -> Estimate:
        """The chance that my side has the best liga."""
        return Estimate.exact(self.won / self.deals)


def liga_counts(known: Known) -> LigaCounts:
    """Return in how many deals my side has the best liga, ties going to the nearest mano.

    Parameters
    ----------
    known
        What is known of the hands; all deals that fit it are equally likely.

    Examples
    --------
    >>> asked = Situation.read("hand", {"hand": "7E 6E 3O"})
    >>> liga_counts(Known.of(asked))
    LigaCounts(won=969, deals=969)
    """
    table = Table.of(known)
    below = my_best(known, table)
    won = table.pairs(*(seat.ligas < below[:, None] for seat in table.others))
    return LigaCounts(won, table.deals())


class Hands(NamedTuple):
    """All hands that one seat may have been dealt.

    Attributes
    ----------
    drawn
        The cards that come from the unseen ones, a row of zeros and ones for each hand.
    ligas, flores
        What each hand counts, made different for every seat; a flor that is none, or of
        a seat that is not there, is -1.
    """

    drawn: _Matrix
    ligas: NDArray[np.int64]
    flores: NDArray[np.int64]

    def apart_from(self, other: Hands) -> NDArray[np.bool_]:
        """Return for each of these hands which of another seat's share no card with it."""
        return np.asarray(self.drawn @ other.drawn.T == 0)

    def marked(self, marks: Marks) -> tuple[NDArray[np.intp], Hands, NDArray[np.bool_]]:
        """Return the places of hands that count at all, these hands, and their marks."""
        every = np.atleast_2d(marks) & np.ones_like(self.ligas, np.bool_)
        places = np.flatnonzero(every.any(axis=0))
        some = Hands(self.drawn[places], self.ligas[places], self.flores[places])
        return places, some, every[:, places]


_NO_SEAT = Hands(np.zeros((1, len(DECK)), np.float32), np.array([-1]), np.array([-1]))


class Table(NamedTuple):
    """The hidden hands: the partner's and both opponents'.

    Attributes
    ----------
    partner, others
        The hands; with two players the partner and the first opponent have none.
    seats
        Where the opponents sit.
    """

    partner: Hands
    others: tuple[Hands, Hands]
    seats: tuple[int, int]

    @classmethod
    def of(cls, known: Known, last: int | None = None) -> Self:
        """Return what may be hidden; ``last`` is the opponent who comes last, if it matters."""
        if known.players == 2:
            other = 1 - known.seat
            return cls(_NO_SEAT, (_NO_SEAT, _hands(known, other)), (other, other))
        seats = ((known.seat + 1) % 4, (known.seat + 3) % 4)
        if last == seats[0]:
            seats = seats[::-1]
        others = (_hands(known, seats[0]), _hands(known, seats[1]))
        return cls(_hands(known, known.seat ^ 2), others, seats)

    def deals(self) -> int:
        """Return in how many ways the hidden hands can be dealt."""
        return self.pairs(*(np.True_ for _ in self.others))

    def pairs(self, first: Marks, second: Marks) -> int:
        """Count the deals in which both opponents hold a marked hand.

        Parameters
        ----------
        first, second
            For each hand of the partner, or for all alike, which hands of the opponent
            count.
        """
        return int(self.by_last_hand(first, second).sum())

    def by_last_hand(self, first: Marks, second: Marks) -> NDArray[np.float64]:
        """Count the same deals for each hand of the opponent who comes last."""
        one, other = self.others
        counts = np.zeros(len(other.ligas))
        _, one, first = one.marked(first)
        places, other, second = other.marked(second)
        ones = (self.partner.apart_from(one) & first).astype(np.float32)
        others = self.partner.apart_from(other) & second
        beside = ones @ one.apart_from(other).astype(np.float32)
        counts[places] = beside.sum(axis=0, where=others, dtype=np.float64)
        return counts


def _hands(known: Known, seat: int) -> Hands:
    """Return all hands that a seat may hold by itself, whatever the others hold."""
    held = known.held[seat]
    draws = [
        draw
        for draw in combinations(known.unseen, DEALT - len(held))
        if known.flores[seat] in (None, _flor((*held, *draw)) is not None)
    ]
    drawn = np.zeros((len(draws), len(DECK)), np.float32)
    for row, draw in zip(drawn, draws, strict=True):
        row[list(draw)] = 1
    hands = [(*held, *draw) for draw in draws]
    return Hands(
        drawn,
        _ranks(known, seat, [_liga(hand) for hand in hands]),
        _ranks(known, seat, [_flor(hand) for hand in hands]),
    )


def my_best(known: Known, table: Table) -> NDArray[np.int64]:
    """Return the best liga of my side, as `rank_of` numbers it, for each hand of the partner."""
    mine = rank_of(known, known.seat, liga(known.held[known.seat]))
    return np.maximum(mine, table.partner.ligas)


def _ranks(known: Known, seat: int, values: Sequence[int | None]) -> NDArray[np.int64]:
    ranks = (-1 if value is None else rank_of(known, seat, value) for value in values)
    return np.fromiter(ranks, np.int64, len(values))


def rank_of(known: Known, seat: int, value: int) -> int:
    """Return a value such that of equal ones the nearest to mano is the greatest."""
    return known.players * (value + 1) - from_mano(known.players).index(seat)


def value_of(known: Known, ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the values that `rank_of` has numbered."""
    return -(-ranks // known.players) - 1
