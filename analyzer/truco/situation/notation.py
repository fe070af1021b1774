"""The text of a hand as far as it was played, such as ``3♠ truco ok 5♦ / xx``.

Here it is only read word by word; whether the rules allow what it says shows
when ``Replay`` follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from analyzer.core.cards import Deck, split_words
from analyzer.core.errors import CardError, InputError, SituationError

OK, RUN, PART, UNSEEN = "ok", "run", "/", "xx"
COVER = "x"
"""Stands before a covered card that the one who asks knows."""

_CARDS_AND_PARTS = 12 + 3


class Word(NamedTuple):
    """One word of the text.

    Attributes
    ----------
    kind
        What it is; ``"covered"`` is a card played face down.
    text
        Its normal spelling.
    place
        Where it stands, for errors.
    card
        The card, ``None`` for an unseen one and for words that are no cards.
    """

    kind: Literal["card", "covered", "call", "answer", "part"]
    text: str
    place: str
    card: int | None = None


@dataclass(frozen=True)
class Notation:
    """How hands of one game are written.

    Attributes
    ----------
    deck
        The cards, for their names.
    calls
        The words that raise the stake.
    read_card
        Returns the card that a text names, given where it stood.
    covered
        A covered card as its owner writes it, for errors; empty where cards are
        never played face down.
    """

    deck: Deck
    calls: tuple[str, ...]
    read_card: Callable[[str, str], int]
    covered: str = ""

    def read(self, text: str) -> list[Word]:
        """Return the words of a played sequence.

        Parameters
        ----------
        text
            Cards in the order they fell, ``/`` between tricks, calls and answers
            where they were spoken.

        Raises
        ------
        InputError
            For a word that is none of these, or more words than a hand can have.
        """
        parts = split_words(text.replace(PART, f" {PART} "))
        most = _CARDS_AND_PARTS + 2 * len(self.calls)  # every call with its answer
        if len(parts) > most:
            raise SituationError(text, "played", f"one hand, at most {most} words")
        words: list[Word] = []
        cards = 0
        for part in parts:
            word = self._read_word(part, cards)
            cards += word.kind in ("card", "covered")
            words.append(word)
        return words

    def _read_word(self, part: str, cards: int) -> Word:
        plain = part.lower()
        after = f"played, after card {cards}" if cards else "played, before any card"
        if plain == PART:
            return Word("part", PART, after)
        if plain in self.calls:
            return Word("call", plain, after)
        if plain in (OK, RUN):
            return Word("answer", plain, after)
        place = f"played, card {cards + 1}"
        if plain == UNSEEN:
            return Word("covered", UNSEEN, place)
        if self.covered and plain.startswith(COVER):
            card = self._card(plain[len(COVER) :], part, place)
            return Word("covered", COVER + self.deck.name(card), place, card)
        card = self._card(plain, part, place)
        return Word("card", self.deck.name(card), place, card)

    def _card(self, plain: str, part: str, place: str) -> int:
        try:
            return self.read_card(plain, place)
        except InputError as error:
            covers = (UNSEEN, self.covered) if self.covered else ()
            others = ", ".join((*covers, PART, " ".join(self.calls), OK, RUN))
            raise CardError(part, place, f"{error.allowed}; or {others}") from None


def words_text(words: Iterable[Word]) -> str:
    """Return the normal text of a played sequence."""
    return " ".join(word.text for word in words)
