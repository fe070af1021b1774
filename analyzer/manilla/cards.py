"""The manilla deck: names of cards, what they are worth, suits and trump.

A card is ``12 * suit + rank``, suits in the order oros, copas, espadas, bastos, ranks
from 0, the two, to 11, the nine, which is the *manilla* [1]. Within a suit the higher
number beats the lower. A set of cards may be a *mask*, an integer with bit ``card``
set for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.core.cards import Deck
from analyzer.core.errors import SituationError
from analyzer.core.fields import printable, whole

DECK = Deck(
    ("2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9"),
    ("O", "C", "E", "B"),
    by_suit=True,
)

SUIT_NAMES = ("oros", "copas", "espadas", "bastos")
"""What the suits are called."""

PLAYERS = 4
"""How many play, in two pairs that sit opposite each other [3]."""

DEALT = 12
"""How many cards each player is dealt, and how many tricks there are [5]."""

POINTS = tuple({"9": 5, "1": 4, "12": 3, "11": 2, "10": 1}.get(rank, 0) for rank in DECK.ranks) * 4
"""What every card is worth, indexed by card [2]."""

ALL_CARDS = (1 << len(DECK)) - 1
"""The mask of the whole deck."""

_SUIT_EXAMPLE = "a suit, one of " + ", ".join(
    f"{letter} ({name})" for letter, name in zip(DECK.suits, SUIT_NAMES, strict=True)
)


def card_name(card: int) -> str:
    """Return the name of a card, such as ``12O``."""
    return DECK.name(card)


def card_names(cards: Iterable[int]) -> str:
    """Return the names of cards in the given order, parted by blanks."""
    return DECK.names(cards)


def suit_cards(suit: int) -> range:
    """Return the cards of a suit from the lowest to the highest."""
    return range(DECK.card(0, suit), DECK.card(0, suit) + len(DECK.ranks))


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of a set of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, rising."""
    return tuple(card for card in range(len(DECK)) if mask >> card & 1)


def read_suit(value: object, place: str) -> int:
    """Return the suit that a letter, a name or a number from 0 to 3 stands for.

    Raises
    ------
    SituationError
        When it is no suit.
    """
    number = whole(value)
    word = value.strip() if isinstance(value, str) else ""
    if word.upper() in DECK.suits:
        return DECK.suits.index(word.upper())
    if word.lower() in SUIT_NAMES:
        return SUIT_NAMES.index(word.lower())
    if number is not None and number in range(len(DECK.suits)):
        return number
    raise SituationError(printable(value), place, _SUIT_EXAMPLE)
