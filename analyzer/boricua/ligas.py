"""Who has the best liga, counted over all deals that fit what is known.

With four players three hands may be hidden, 155 million deals. They are not gone
through one by one. A hand stays within a liga when its cards of each suit do, so that
the ways to deal the hidden hands within ligas of their own are a product over the
suits, and those with just these ligas are differences of such numbers.

Of flores more is asked than who has the best one. So for each hand of the partner the
hands of the opponents that count are marked, and a product of matrices counts the pairs
of them that share no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, LIGAS, VALUE, flor, liga
from analyzer.boricua.referee import from_mano
from analyzer.boricua.situation import Situation
from analyzer.core.estimate import Estimate
from analyzer.truco.referee.hand import DEALT

# Few hands are asked about again and again.
_flor = cache(flor)

_LEVELS = np.array(sorted(LIGAS))
_SIZES = DEALT + 1

_PAIR = 20
"""What a liga of two cards of one suit has more than they count [4]."""

_FLOR_SIZES = {None: range(_SIZES), False: range(DEALT), True: (0, DEALT)}
"""How many cards of one suit a hand may have, by whether it has a flor."""

Values = tuple[int, ...]
"""What cards of one suit count, the highest first."""

Floats = NDArray[np.float64]

N = TypeVar("N", int, NDArray[np.int64])

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

    @property
    def hidden(self) -> tuple[int, ...]:
        """The seats of the others."""
        return tuple(seat for seat in range(self.players) if seat != self.seat)


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
    won, deals = liga_deals(known)
    return LigaCounts(int(won.sum()), int(deals.sum()))


@lru_cache(maxsize=4)
def liga_deals(known: Known) -> tuple[Floats, Floats]:
    """Return the deals that fit, by the ligas of the hidden hands, and those of my side.

    Returns
    -------
    won, deals : ndarray
        Whole numbers, an axis for each of ``known.hidden``, its ligas in the order of
        ``LIGAS``: deals in which my side has the best one, and all.
    """
    deals = _within(known)
    for axis in range(deals.ndim):
        deals = np.diff(deals, axis=axis, prepend=0)
    mine = np.array(rank_of(known, known.seat, liga(known.held[known.seat])))
    best = [mine, np.array(-1)]  # of my side, of theirs
    for seat, ligas in zip(known.hidden, np.ix_(*[_LEVELS] * deals.ndim), strict=True):
        side = (seat ^ known.seat) & 1
        best[side] = np.maximum(best[side], rank_of(known, seat, ligas))
    return np.flip(np.where(best[0] > best[1], deals, 0)), np.flip(deals)


def _within(known: Known) -> Floats:
    """Return in how many deals each hidden hand stays within a liga, by rising ligas."""
    needs = [DEALT - len(known.held[seat]) for seat in known.hidden]
    suits = [_suit_ways(known, suit) for suit in range(len(DECK.suits))]
    some, rest = _together(*suits[:2]), _together(*suits[2:])
    first = tuple(slice(need + 1) for need in needs)
    last = tuple(slice(need, None, -1) for need in needs)
    cells = tuple(range(len(needs)))
    return np.asarray((some[first] * rest[last]).sum(axis=cells))


def _together(some: Floats, rest: Floats) -> Floats:
    """Return in how many ways the cards of two groups of suits can go to the hands."""
    ways = np.zeros_like(some)
    for cell in np.ndindex((_SIZES,) * (some.ndim // 2)):
        if some[cell].any():
            beyond = tuple(slice(size, None) for size in cell)
            fitting = tuple(slice(_SIZES - size) for size in cell)
            ways[beyond] += some[cell] * rest[fitting]
    return ways


def _suit_ways(known: Known, suit: int) -> Floats:
    """Return what `_ways` does for what is known of a suit."""
    held = tuple(_of_suit(known.held[seat], suit) for seat in known.hidden)
    flores = tuple(known.flores[seat] for seat in known.hidden)
    return _ways(_of_suit(known.unseen, suit), held, flores).astype(np.float64)


def _of_suit(cards: Sequence[int], suit: int) -> Values:
    return tuple(sorted((VALUE[card] for card in cards if DECK.suit(card) == suit), reverse=True))


@lru_cache(maxsize=64)
def _ways(
    unseen: Values, held: tuple[Values, ...], flores: tuple[bool | None, ...]
) -> NDArray[np.int16]:
    """Return in how many ways the cards of a suit can go to the hidden hands.

    Returns
    -------
    ndarray
        First an axis for each hand with the number of cards it gets, then one for each
        with the liga that it stays within, by rising ligas.
    """
    ways = np.zeros((_SIZES,) * len(held) + (len(LIGAS),) * len(held), np.int16)
    owners = np.array([*product(range(len(held) + 1), repeat=len(unseen))], np.int64)
    sizes, places, fits = [], [], np.ones(len(owners), np.bool_)
    for hand, (mine, has_flor) in enumerate(zip(held, flores, strict=True)):
        drawn = np.where(owners == hand, unseen, 0)
        before = np.tile((*mine, 0, 0), (len(owners), 1))
        values = -np.sort(-np.hstack([drawn, before]), axis=1)
        count = (values > 0).sum(axis=1)
        fits &= np.isin(count, _FLOR_SIZES[has_flor])
        sizes.append((drawn > 0).sum(axis=1))
        pair = np.where(count > 1, _PAIR + values[:, 1], 0)
        places.append(np.searchsorted(_LEVELS, values[:, 0] + pair))
    np.add.at(ways, tuple(axis[fits] for axis in (*sizes, *places)), 1)
    for axis in range(len(held), ways.ndim):
        ways = np.cumsum(ways, axis=axis, dtype=ways.dtype)
    return ways


class Hands(NamedTuple):
    """All hands that one seat may have been dealt.

    Attributes
    ----------
    drawn
        The cards that come from the unseen ones, a bit for each, in a number for each hand.
    flores
        What each flor counts, made different for every seat; one that is none, or of a
        seat that is not there, is -1.
    """

    drawn: NDArray[np.int32]
    flores: NDArray[np.int64]

    def apart_from(self, other: Hands) -> NDArray[np.bool_]:
        """Return for each of these hands which of another seat's share no card with it."""
        return np.asarray(self.drawn[:, None] & other.drawn == 0)

    def marked(self, marks: Marks) -> tuple[Hands, NDArray[np.bool_]]:
        """Return the hands that count at all, and their marks."""
        every = np.atleast_2d(marks) & np.ones_like(self.flores, np.bool_)
        places = np.flatnonzero(every.any(axis=0))
        return Hands(self.drawn[places], self.flores[places]), every[:, places]


_NO_SEAT = Hands(np.zeros(1, np.int32), np.array([-1]))


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
        one, first = self.others[0].marked(first)
        other, second = self.others[1].marked(second)
        # All sums of one row are below 2^24, where numbers of 32 bits are still exact.
        ones = (self.partner.apart_from(one) & first).astype(np.float32)
        others = self.partner.apart_from(other) & second
        beside = ones @ one.apart_from(other).astype(np.float32)
        return int(beside.sum(where=others, dtype=np.float64))


def _hands(known: Known, seat: int) -> Hands:
    """Return all hands that a seat may hold by itself, whatever the others hold."""
    held = known.held[seat]
    draws = [
        draw
        for draw in combinations(known.unseen, DEALT - len(held))
        if known.flores[seat] in (None, _flor((*held, *draw)) is not None)
    ]
    drawn = np.array([sum(1 << card for card in draw) for draw in draws], np.int32)
    return Hands(drawn, _ranks(known, seat, [_flor((*held, *draw)) for draw in draws]))


def _ranks(known: Known, seat: int, values: Sequence[int | None]) -> NDArray[np.int64]:
    ranks = (-1 if value is None else rank_of(known, seat, value) for value in values)
    return np.fromiter(ranks, np.int64, len(values))


def rank_of(known: Known, seat: int, value: N) -> N:
    """Return a value such that of equal ones the nearest to mano is the greatest."""
    return known.players * (value + 1) - from_mano(known.players).index(seat)
