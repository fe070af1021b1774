"""What the questions of manilla may be told, and its own ways of writing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.core import fields
from analyzer.core.errors import SituationError
from analyzer.core.fields import Field, Questions, whole
from analyzer.manilla.cards import DECK, card_name

CARDS = "9O 12C 1E"
"""Some cards as people write them."""

_RULES = {"rules": Field(False, "a preset"), "rule": Field(False, "options NAME=VALUE")}
_TABLE = {
    "hand": Field(True, f"the twelve cards I was dealt, such as {CARDS} …"),
    "trump": Field(False, "the suit of triunfo: O, C, E or B"),
    "players": Field(False, "4"),
    "position": Field(False, "1 for mano, who plays first, to 4 for the dealer"),
    "shown": Field(False, "the card that the dealer turned up, such as 4B"),
    "partner": Field(False, "cards that the partner is known to have been dealt"),
    "played": Field(False, "what was played, such as 12O 1O 9O 8O / 3C"),
    "score": Field(False, "us-them, such as 31-28"),
    "juegos": Field(False, "us-them, such as 1-0"),
    **_RULES,
}

QUESTIONS: Questions = {"hand": _TABLE, "play": _TABLE}
"""The fields of every question that one player asks."""

OPEN_QUESTIONS: Questions = {
    "solve": {
        "deal": Field(True, "four hands in playing order parted by /, or a file with them"),
        "trump": Field(True, "the suit of triunfo: O, C, E or B"),
        "leader": Field(False, "1 to 4, which of the hands leads"),
        "played": Field(False, "what was played, such as 12O 1O 9O 8O / 3C"),
        **_RULES,
    }
}
"""The fields of the question about open cards."""

PART = "/"
"""Stands between tricks."""

_MOST_WORDS = 2 * 48  # far more than a deal can have


class Word(NamedTuple):
    """A card of a played sequence, or the part between two tricks, and where it stands."""

    text: str
    place: str
    card: int | None


def card_words(value: object, place: str) -> list[str]:
    """Return the words of a field of cards; numbers become the names of their cards."""
    return fields.card_words(value, place, DECK, CARDS)


def read_cards(value: object, place: str, least: int, most: int) -> tuple[int, ...]:
    """Return cards from a text, a list of texts, or a list of card numbers."""
    words = fields.counted(card_words(value, place), place, least, most)
    return DECK.parse_many(words, place)


def read_card(value: object, place: str) -> int:
    """Return one card from its text or its number."""
    words = card_words([value] if whole(value) is not None else value, place)
    if len(words) != 1:
        raise SituationError(" ".join(words), place, f"one card, not {len(words)}")
    return DECK.parse(words[0], place)


def read_played(value: object) -> list[Word]:
    """Return the words of a played sequence.

    Raises
    ------
    InputError
        For a word that is no card, or more words than a deal can have.
    """
    text = " ".join(card_words(value, "played"))
    parts = text.replace(PART, f" {PART} ").split()
    if len(parts) > _MOST_WORDS:
        raise SituationError(text, "played", "one deal, 48 cards")
    words: list[Word] = []
    cards = 0
    for part in parts:
        if part == PART:
            words.append(Word(part, f"played, after card {cards}", None))
            continue
        cards += 1
        place = f"played, card {cards}"
        card = DECK.parse(part, place)
        words.append(Word(card_name(card), place, card))
    return words


def played_text(words: Sequence[Word]) -> str:
    """Return the normal text of a played sequence, without a part at its end."""
    text = " ".join(word.text for word in words)
    return text.removesuffix(PART).rstrip()


def pair_text(pair: tuple[int, int]) -> str:
    """Return a score as it is written, ``31-28``."""
    return f"{pair[0]}-{pair[1]}"


def verify_part(word: Word, tricks: int, parts: int, on_table: int) -> None:
    """Raise ``SituationError`` unless parts and cards alternate as tricks do.

    Parameters
    ----------
    word
        The next word.
    tricks, on_table
        How many tricks are complete, and how many cards of the next one lie.
    parts
        How many parts came before.
    """
    if word.card is None and parts == tricks:
        raise SituationError(PART, word.place, f"after a whole trick; {on_table} of 4 cards lie")
    if word.card is not None and not on_table and parts < tricks:
        raise SituationError(
            word.text, word.place, f"{PART} before it, because the trick is complete"
        )
