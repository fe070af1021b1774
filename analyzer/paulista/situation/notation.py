"""The text of a hand as far as it was played, such as ``3♠ truco ok 5♦ / xx``.

Here it is only read word by word; whether the rules allow what it says shows
when ``replay`` follows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from analyzer.core.cards import split_words
from analyzer.core.errors import CardError, InputError, SituationError
from analyzer.paulista.cards import CardReader, card_name
from analyzer.paulista.rules import CALLS

OK, RUN, PART, UNSEEN = "ok", "run", "/", "xx"
COVER = "x"
"""Stands before a covered card that the one who asks knows."""

# Twelve cards with three partings, and a ladder of calls with their answers.
_MOST_WORDS = 12 + 3 + 2 * len(CALLS)


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


def read_played(text: str, reader: CardReader) -> list[Word]:
    """Return the words of a played sequence.

    Parameters
    ----------
    text
        Cards in the order they fell, ``/`` between tricks, calls and answers
        where they were spoken.
    reader
        Reads the cards.

    Raises
    ------
    InputError
        For a word that is none of these, or more words than a hand can have.
    """
    parts = split_words(text.replace(PART, f" {PART} "))
    if len(parts) > _MOST_WORDS:
        raise SituationError(text, "played", f"one hand, at most {_MOST_WORDS} words")
    words: list[Word] = []
    cards = 0
    for part in parts:
        word = _read_word(part, cards, reader)
        cards += word.kind in ("card", "covered")
        words.append(word)
    return words


def words_text(words: Iterable[Word]) -> str:
    """Return the normal text of a played sequence."""
    return " ".join(word.text for word in words)


def _read_word(part: str, cards: int, reader: CardReader) -> Word:
    plain = part.lower()
    after = f"played, after card {cards}" if cards else "played, before any card"
    if plain == PART:
        return Word("part", PART, after)
    if plain in CALLS:
        return Word("call", plain, after)
    if plain in (OK, RUN):
        return Word("answer", plain, after)
    place = f"played, card {cards + 1}"
    if plain == UNSEEN:
        return Word("covered", UNSEEN, place)
    covered = plain.startswith(COVER)
    card = _read_card(plain[len(COVER) :] if covered else plain, part, place, reader)
    if covered:
        return Word("covered", COVER + card_name(card), place, card)
    return Word("card", card_name(card), place, card)


def _read_card(plain: str, part: str, place: str, reader: CardReader) -> int:
    try:
        return reader.read(plain, place)
    except InputError as error:
        raise CardError(
            part, place, f"{error.allowed}; or xx, x3♠, /, {' '.join(CALLS)}, ok, run"
        ) from None
