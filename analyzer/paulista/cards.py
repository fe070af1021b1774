"""The paulista deck: names of cards, the manilhas, what beats what.

Ranks count from the lowest, 4, to the highest, 3; suits in the order in which
the manilhas beat each other. A card's *strength* is its rank, or 10 plus its
suit when it is a manilha, so that the higher strength beats the lower and equal
ones tie [2, 4].
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.core.cards import Deck, split_words
from analyzer.core.errors import CardError, MissingError
from analyzer.paulista.rules import Rules

DECK = Deck(
    ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"),
    ("♦", "♠", "♥", "♣"),
    letters=("o", "e", "c", "p"),
    rank_aliases={"10": "Q", "11": "J", "12": "K", "1": "A"},
    suit_aliases=dict(zip("bdsh♢♤♡♧", "♣♦♠♥♦♠♥♣", strict=True)),
)

MANILHA_NAMES = ("picafumo", "espadilha", "copeta", "zap")
"""What players call the manilhas, lowest first [4]."""

STRENGTHS = 14
"""How many strengths there are: ten ranks and four manilhas."""

LOWEST_MANILHA = 10
"""The strength of the lowest manilha."""

_LIMPO_LOWEST = DECK.ranks.index("Q")  # [6]
_FIXED_MANILHAS = DECK.parse_many("7♦ A♠ 7♥ 4♣", "fixed manilhas")
_ENGLISH = frozenset("HSD")


def card_name(card: int, *, ascii: bool = False) -> str:
    """Return the name of a card: ``4♣``, or ``4p`` with ``ascii``."""
    return DECK.name(card, ascii=ascii)


def card_names(cards: Iterable[int], *, ascii: bool = False) -> str:
    """Return the names of cards in the given order, parted by blanks."""
    return DECK.names(cards, ascii=ascii)


def deck_cards(rules: Rules) -> tuple[int, ...]:
    """Return the cards that are played with: all 40, or the 24 of the limpo deck [1, 6]."""
    lowest = _LIMPO_LOWEST if rules.deck == "limpo" else 0
    return tuple(range(DECK.card(lowest, 0), len(DECK)))


def verify_vira(rules: Rules, vira: int | None) -> None:
    """Raise ``CardError`` unless there is a vira exactly when the rules turn one up."""
    if rules.manilhas == "fixed":
        if vira is not None:
            raise CardError(
                card_name(vira), "vira", "none: with fixed manilhas no card is turned up"
            )
    elif vira is None:
        raise MissingError("vira", "the card turned up, such as 4♥")
    else:
        verify_in_deck(rules, vira, "vira")


def verify_in_deck(rules: Rules, card: int, place: str) -> None:
    """Raise ``CardError`` unless the card belongs to the deck of the rules."""
    cards = deck_cards(rules)
    if card not in cards:
        allowed = f"a card of the {rules.deck} deck, ranks {_ranks(rules)}"
        raise CardError(card_name(card), place, allowed)


def _ranks(rules: Rules) -> str:
    """Return the ranks of the deck, lowest first."""
    return " ".join(DECK.ranks[DECK.rank(deck_cards(rules)[0]) :])


@lru_cache(maxsize=256)
def manilhas(rules: Rules, vira: int | None) -> tuple[int, int, int, int]:
    """Return the four manilhas, lowest first [3, 4].

    Raises
    ------
    CardError
        When the vira is missing, or given although the manilhas are fixed.
    """
    verify_vira(rules, vira)
    if vira is None:
        diamonds, spades, hearts, clubs = _FIXED_MANILHAS
        return diamonds, spades, hearts, clubs
    rank = DECK.rank(vira) + 1
    if rank == len(DECK.ranks):  # above the highest rank comes the lowest of the deck
        rank = DECK.rank(deck_cards(rules)[0])
    return DECK.card(rank, 0), DECK.card(rank, 1), DECK.card(rank, 2), DECK.card(rank, 3)


@lru_cache(maxsize=256)
def strength_of_cards(rules: Rules, vira: int | None) -> tuple[int, ...]:
    """Return the strength of every card, -1 for those out of play [2-6].

    Parameters
    ----------
    rules
        Which cards there are and how the manilhas are found.
    vira
        The card turned up, ``None`` with fixed manilhas.

    Returns
    -------
    tuple of int
        Indexed by card. The vira itself is out of play.

    Raises
    ------
    CardError
        When the vira is missing, or given although the manilhas are fixed.
    """
    table = [-1] * len(DECK)
    highest = manilhas(rules, vira)
    for card in deck_cards(rules):
        if card in highest:
            table[card] = LOWEST_MANILHA + highest.index(card)
        elif card != vira:
            table[card] = DECK.rank(card)
    return tuple(table)


def strengths(rules: Rules, vira: int | None) -> NDArray[np.int8]:
    """Return ``strength_of_cards`` as an array of shape (40,)."""
    return np.array(strength_of_cards(rules, vira), dtype=np.int8)


class CardReader:
    """Reads all the cards of one question, which must agree in their letters.

    The letter ``c`` is copas (hearts), but a reader of English takes it for
    clubs: together with one of the English letters h, s, d anywhere in the same
    question it is refused.

    Parameters
    ----------
    rules
        Only cards of their deck are accepted.

    Attributes
    ----------
    names
        The manilhas by name, empty until ``know_manilhas``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.names: dict[str, int] = {}
        self._letters: set[str] = set()

    def know_manilhas(self, vira: int | None) -> None:
        """Let ``zap``, ``copeta``, ``espadilha`` and ``picafumo`` stand for cards."""
        self.names = dict(zip(MANILHA_NAMES, manilhas(self.rules, vira), strict=True))

    def read(self, text: str, place: str) -> int:
        """Return the card that a text names.

        Raises
        ------
        CardError
            When it names none, none of this deck, or is ambiguous.
        """
        word = text.strip().lower().replace("-", "")
        if word in MANILHA_NAMES:
            if word not in self.names:
                raise CardError(text, place, "rank and suit, because no vira is known here")
            card = self.names[word]
        else:
            card, letter = DECK.read(text, place)
            self._note_letter(letter, text, place)
        verify_in_deck(self.rules, card, place)
        return card

    def read_many(self, text: str | Iterable[str], place: str) -> tuple[int, ...]:
        """Return the cards of a text or a list of texts; errors count them from 1."""
        words = split_words(text) if isinstance(text, str) else text
        return tuple(
            self.read(word, f"{place}, card {number}") for number, word in enumerate(words, 1)
        )

    def _note_letter(self, letter: str, text: str, place: str) -> None:
        self._letters.add(letter)
        if "C" in self._letters and self._letters & _ENGLISH:
            raise CardError(
                text, place, "not c together with h, s or d (copas or clubs?); use ♣ ♥ ♠ ♦"
            )


def read_vira(rules: Rules, vira: object) -> int:
    """Return a vira from a rank or a card: one of that rank, its suit being of no matter.

    Raises
    ------
    CardError
        When it names no card of the deck, or no card is turned up.
    """
    if rules.manilhas == "fixed":
        raise CardError(str(vira), "vira", "none: with fixed manilhas no card is turned up")
    reader = CardReader(rules)
    for text in (f"{vira}{DECK.suits[0]}", str(vira)):
        with suppress(CardError):
            return DECK.card(DECK.rank(reader.read(text, "vira")), 0)
    raise CardError(str(vira), "vira", f"one of the ranks {_ranks(rules)}, or a card of one")
