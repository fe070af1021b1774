"""The deck of 22 cards: names, what beats what, ligas and flores.

A card is ``4 * rank + suit``, suits in the order espada, basto, oro, copa, ranks
four, five, six, seven, three, ace; so the two aces that are no cards here would
be the last [1]. A card's *strength* orders the truco: the higher beats the lower,
equal ones tie [2].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.core.cards import Deck
from analyzer.core.errors import CardError

DECK = Deck(("4", "5", "6", "7", "3", "1"), ("E", "B", "O", "C"), absent=2)

_ORDER = ("4", "5", "6", "7B 7C", "3", "7O", "7E", "1B", "1E")  # [2]

STRENGTHS = len(_ORDER)
"""How many strengths there are."""

LOWEST_FLOR, HIGHEST_FLOR = 8, 18
"""The smallest and the greatest total of a flor: 1 + 3 + 4 and 5 + 6 + 7 [5]."""

LOWEST_PAIR, HIGHEST_LIGA = 24, 33
"""The smallest liga with two cards of one suit, and the greatest of all [4]."""

LIGAS = (*range(HIGHEST_LIGA, LOWEST_PAIR - 1, -1), 7, 6, 5, 4, 3)
"""All ligas there are, the best first."""


def _strengths() -> tuple[int, ...]:
    table = [-1] * len(DECK)
    for card in range(len(DECK)):
        name = DECK.name(card)
        table[card] = next(
            strength
            for strength, names in enumerate(_ORDER)
            if name in names.split() or names == name[:-1]
        )
    return tuple(table)


STRENGTH = _strengths()
"""The strength of every card, indexed by card."""

VALUE = tuple(int(DECK.ranks[DECK.rank(card)]) for card in range(len(DECK)))
"""What every card counts in a liga or a flor, indexed by card; the ace 1 [4]."""


def card_name(card: int) -> str:
    """Return the name of a card, such as ``7E``."""
    return DECK.name(card)


def card_names(cards: Iterable[int]) -> str:
    """Return the names of cards in the given order, parted by blanks."""
    return DECK.names(cards)


def verify_in_deck(card: int, place: str) -> None:
    """Raise ``CardError`` unless it is the number of a card."""
    if card not in range(len(DECK)):
        raise CardError(card, place, f"the number of a card, from 0 to {len(DECK) - 1}")


def liga(cards: Sequence[int]) -> int:
    """Return the liga of three cards [4].

    20 and the two highest cards of one suit; without two of a suit the highest
    card. A flor counts its two best cards as well [5].
    """
    best = max(VALUE[card] for card in cards)
    for suit in range(len(DECK.suits)):
        values = sorted((VALUE[card] for card in cards if DECK.suit(card) == suit), reverse=True)
        if len(values) > 1:
            best = 20 + values[0] + values[1]
    return best


def flor(cards: Sequence[int]) -> int | None:
    """Return the total of a flor, ``None`` for three cards of more than one suit [5]."""
    if len({DECK.suit(card) for card in cards}) > 1:
        return None
    return sum(VALUE[card] for card in cards)
