"""Cards as small integers, and the deck that reads and prints them.

A card is ``len(suits) * rank + suit`` with ranks and suits counted from low to
high, so that kernels work on plain integers and only the door knows the names. In
games where suits must be followed it is ``len(ranks) * suit + rank`` instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from analyzer.core.errors import CardError

# Phones append these to a suit to choose between text and picture.
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")


class Deck:
    """The cards of a game and the ways people write them.

    Parameters
    ----------
    ranks
        Names of the ranks from low to high, as they are printed.
    suits
        One-character names of the suits from low to high, as they are printed.
    letters
        What stands for the suits in plain ASCII; the suits themselves when left out.
    rank_aliases, suit_aliases
        Other spellings, each mapped to the printed name it stands for.
    by_suit
        Whether the cards of a suit are neighbours, rather than those of a rank.
    absent
        How many of the highest numbers are no cards of the game.

    Notes
    -----
    Upper and lower case are the same. Suits and their other spellings are single
    characters: the last character of a card is its suit, what precedes it the rank.
    """

    def __init__(
        self,
        ranks: tuple[str, ...],
        suits: tuple[str, ...],
        *,
        letters: tuple[str, ...] | None = None,
        rank_aliases: Mapping[str, str] | None = None,
        suit_aliases: Mapping[str, str] | None = None,
        by_suit: bool = False,
        absent: int = 0,
    ) -> None:
        self.ranks = ranks
        self.suits = suits
        self.letters = letters or suits
        self.by_suit = by_suit
        self._size = len(ranks) * len(suits) - absent
        self._ranks = _spellings(ranks, rank_aliases or {})
        self._suits = _spellings(suits, suit_aliases or {})
        self._suits.update(_spellings(self.letters, {}))
        ranks_read = "|".join(sorted(self._ranks, key=len, reverse=True))
        self._one = re.compile(f"(?:{ranks_read})[{''.join(self._suits)}]")
        self._glued = re.compile(f"(?:{self._one.pattern}){{2,}}")

    def __len__(self) -> int:
        """Return the number of cards."""
        return self._size

    def card(self, rank: int, suit: int) -> int:
        """Return the card of a rank and a suit, both counted from the lowest."""
        if self.by_suit:
            return suit * len(self.ranks) + rank
        return rank * len(self.suits) + suit

    def rank(self, card: int) -> int:
        """Return the rank of a card, counted from the lowest."""
        return card % len(self.ranks) if self.by_suit else card // len(self.suits)

    def suit(self, card: int) -> int:
        """Return the suit of a card, counted from the lowest."""
        return card // len(self.ranks) if self.by_suit else card % len(self.suits)

    def name(self, card: int, *, ascii: bool = False) -> str:
        """Return the name of a card, such as ``4♣``, or with a letter for its suit."""
        suits = self.letters if ascii else self.suits
        return self.ranks[self.rank(card)] + suits[self.suit(card)]

    def names(self, cards: Iterable[int], *, ascii: bool = False) -> str:
        """Return the names of cards in the given order, parted by blanks."""
        return " ".join(self.name(card, ascii=ascii) for card in cards)

    def parse(self, text: str, place: str) -> int:
        """Return the card that a text names.

        Parameters
        ----------
        text
            A rank and a suit.
        place
            Where the text stood, for the error.

        Raises
        ------
        CardError
            When the text names no card of the deck.
        """
        return self.read(text, place)[0]

    def read(self, text: str, place: str) -> tuple[int, str]:
        """Return the card that a text names, and the suit as it was written.

        The spelling is in upper case. It matters where a letter stands for
        different suits in different languages.

        Raises
        ------
        CardError
            When the text names no card of the deck.
        """
        plain = text.translate(_VARIATION_SELECTORS).strip().upper()
        rank = self._ranks.get(plain[:-1])
        suit = self._suits.get(plain[-1:])
        if rank is None or suit is None or self.card(rank, suit) >= len(self):
            raise CardError(text, place, self._allowed())
        return self.card(rank, suit), plain[-1]

    def parse_many(self, text: str | Iterable[str], place: str) -> tuple[int, ...]:
        """Return the cards of a text, or of a list of texts, in the given order.

        Parameters
        ----------
        text
            Cards parted by blanks or commas.
        place
            Where the text stood; errors count the cards from 1.

        Raises
        ------
        CardError
            When one of them names no card of the deck.
        """
        words = split_words(text) if isinstance(text, str) else text
        return tuple(
            self.parse(word, f"{place}, card {number}") for number, word in enumerate(words, 1)
        )

    def unglued(self, word: str) -> list[str]:
        """Return the cards of a word such as ``3♠K♦5♣``; any other word as it is."""
        plain = word.translate(_VARIATION_SELECTORS).upper()
        if not self._glued.fullmatch(plain):
            return [word]
        return [card.group() for card in self._one.finditer(plain)]

    def _allowed(self) -> str:
        ranks, suits = " ".join(self.ranks), " ".join(self.suits)
        letters = "" if self.letters == self.suits else f" ({' '.join(self.letters)})"
        no_cards = range(len(self), len(self.ranks) * len(self.suits))
        without = f", but no {self.names(no_cards)}" if no_cards else ""
        return f"a rank {ranks} and a suit {suits}{letters}{without}"


def split_words(text: str) -> list[str]:
    """Return the words of a text parted by blanks or commas."""
    return text.replace(",", " ").split()


def _spellings(names: tuple[str, ...], aliases: Mapping[str, str]) -> dict[str, int]:
    """Return the number of every name and other spelling, in upper case."""
    numbers = {name.upper(): number for number, name in enumerate(names)}
    numbers.update({alias.upper(): names.index(name) for alias, name in aliases.items()})
    return numbers
