"""How every liga and every flor stands among hands dealt at random, counted over all deals.

With four players there are 239 billion deals. They are counted by suits: a hand stays
within a liga when its cards of each suit do, so that the number of deals in which
every hand stays within a liga of its own is a product over the suits. The deals in
which the hands have just these ligas are differences of such numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, HIGHEST_FLOR, LIGAS, LOWEST_FLOR, flor, liga
from analyzer.boricua.kernels.standings import deals_within
from analyzer.truco.referee.hand import DEALT

Ints = NDArray[np.int64]

_Worth = Callable[[Sequence[int]], int]
"""What some cards are worth: all of a hand, or those of one suit."""

_NOTHING = 0
"""The value of a hand without a flor, and of no cards."""


@dataclass(frozen=True)
class Standing:
    """How one value stands at one position.

    Attributes
    ----------
    value
        A liga, or the total of a flor.
    hands
        How many of the 1540 hands have it.
    alone
        Deals in which the other side has nothing.
    better, worse
        Deals in which it has something, and my side's best wins or loses against it;
        equals go to the nearest to mano.
    """

    value: int
    hands: int
    alone: int
    better: int
    worse: int

    @property
    def deals(self) -> int:
        """All deals in which I have this value."""
        return self.alone + self.better + self.worse


def liga_standings(players: int, position: int) -> list[Standing]:
    """Return how every liga stands, the lowest first; nothing is known of flores.

    Parameters
    ----------
    players
        2 or 4.
    position
        When I play in the first trick, 1 for mano.

    Examples
    --------
    >>> best = liga_standings(4, 1)[-1]
    >>> best.value, best.hands, best.worse
    (33, 80, 0)
    """
    return _standings(liga, players, position)


def flor_standings(players: int, position: int) -> list[Standing]:
    """Return how every flor stands, the lowest first; parameters as for `liga_standings`.

    Examples
    --------
    >>> sum(standing.hands for standing in flor_standings(2, 1))
    60
    """
    return _standings(_flor_or_nothing, players, position)[1:]


def best_flores(players: int) -> Ints:
    """Return in how many deals a side has the best flor.

    Returns
    -------
    ndarray
        Shape (2, 2): by the side, 0 the dealer's, and whether the other has one too.
    """
    values = (_NOTHING, *range(LOWEST_FLOR, HIGHEST_FLOR + 1))
    deals = _deals(_flor_or_nothing, values, players)
    levels = np.indices(deals.shape)
    has = [(levels[1 - side :: 2] > 0).any(axis=0) for side in (0, 1)]
    wins = _wins(levels)
    best = [~wins, wins]
    return np.array(
        [
            [deals[has[side] & ~has[1 - side]].sum(), deals[has[0] & has[1] & best[side]].sum()]
            for side in (0, 1)
        ]
    )


def silent_ligas(players: int) -> Ints:
    """Return how many deals without any flor there are, by the ligas of all hands.

    Returns
    -------
    ndarray
        An axis for each hand, in the order of ``LIGAS``.
    """
    return np.flip(_deals(liga, tuple(sorted(LIGAS)), players, most=2))


def _flor_or_nothing(cards: Sequence[int]) -> int:
    return (flor(cards) if len(cards) == DEALT else None) or _NOTHING


def _standings(worth: _Worth, players: int, position: int) -> list[Standing]:
    dealt = Counter(worth(hand) for hand in combinations(range(len(DECK)), DEALT))
    values = sorted(dealt)
    deals = _deals(worth, tuple(values), players)
    me = position - 1
    levels = np.indices(deals.shape)
    wins = _wins(levels) ^ bool(me % 2)
    alone = np.array(values)[levels[1 - me % 2 :: 2]].max(axis=0) == _NOTHING
    others = tuple(axis for axis in range(players) if axis != me)
    counts = [(deals * ends).sum(axis=others) for ends in (alone, wins & ~alone, ~wins & ~alone)]
    return [
        Standing(value, dealt[value], *(int(part[level]) for part in counts))
        for level, value in enumerate(values)
    ]


def _wins(levels: Ints) -> NDArray[np.bool_]:
    """Return where mano's side has the best value, of equal ones the nearest to mano.

    Parameters
    ----------
    levels
        Places of the values in rising order, by positions, mano's first.
    """
    players = len(levels)
    ranks = players * levels - np.arange(players).reshape(-1, *[1] * players)
    return np.asarray(ranks[::2].max(axis=0) > ranks[1::2].max(axis=0))


@cache
def _deals(worth: _Worth, values: tuple[int, ...], players: int, most: int = DEALT) -> Ints:
    """Return in how many deals the hands have just these values, one axis for each hand.

    Of no suit has a hand more than ``most`` cards.
    """
    rows = np.array(list(combinations_with_replacement(range(len(values)), players)))
    counts = deals_within(_SUITS, _allowed(worth, values, most), rows)
    deals = np.zeros((len(values),) * players, np.int64)
    for order in permutations(range(players)):
        deals[tuple(rows[:, order].T)] = counts
    for axis in range(players):
        deals = np.diff(deals, axis=axis, prepend=0)
    return deals


def _allowed(worth: _Worth, values: Sequence[int], most: int) -> NDArray[np.bool_]:
    """Return what a hand of at most each value may have of each suit; see `deals_within`."""
    allowed = np.zeros((len(_SUITS), len(values), _SUITS.max() + 1), np.bool_)
    for suit, of_suit in enumerate(_CARDS):
        for size in range(most + 1):
            for cards in combinations(of_suit, size):
                within = [(worth(cards) if cards else _NOTHING) <= value for value in values]
                allowed[suit, :, _mask(cards)] = within
    return allowed


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << DECK.rank(card) for card in cards)


_CARDS = [
    [card for card in range(len(DECK)) if DECK.suit(card) == suit]
    for suit in range(len(DECK.suits))
]
_SUITS = np.array([_mask(cards) for cards in _CARDS])
