"""What the questions of boricua may be told, and its own ways of writing it."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.boricua.cards import DECK
from analyzer.boricua.rules import CALLS
from analyzer.core import fields
from analyzer.core.cards import split_words
from analyzer.core.errors import SituationError
from analyzer.core.fields import Field, Questions, printable, read_number, whole

CARDS = "7E 6E 3O"
"""Some cards as people write them."""

NOBODY = "none"
"""Stands for no position at all, where leaving a field out means something else."""

_TABLE = {
    "hand": Field(True, f"three cards, such as {CARDS}"),
    "players": Field(False, "2 or 4"),
    "position": Field(False, "1 for mano, who plays first, and so on"),
    "partner": Field(False, "one to three cards of the partner"),
    "seen": Field(False, "cards known to be out of play"),
    "score": Field(False, "us-them, such as 28-25"),
    "rules": Field(False, "a preset"),
    "rule": Field(False, "options NAME=VALUE"),
}
_PLAY = {
    **_TABLE,
    "played": Field(False, "what was played, such as 3O truco ok 7C / 1E"),
    "stake": Field(False, "what the hand is worth"),
}
_FLORES = {
    "announced": Field(False, "the positions of those who have announced a flor, such as 2 4"),
    "sent": Field(False, f"the positions of those whose flor was sent, or {NOBODY}"),
}

QUESTIONS: Questions = {
    "hand": _PLAY,
    "envite": {
        **_TABLE,
        "played": Field(False, "what was said, such as paso envite"),
        "call": Field(False, "the call to answer, envite, revoque or revoque2, and so on"),
        **_FLORES,
    },
    "flor": {**_TABLE, **_FLORES},
    "accept": {**_PLAY, **_FLORES, "call": Field(False, f"{', '.join(CALLS[:-1])} or {CALLS[-1]}")},
}
"""The fields of every question."""


def read_cards(value: object, place: str, least: int, most: int) -> tuple[int, ...]:
    """Return cards from a text, a list of texts, or a list of card numbers."""
    words = fields.counted(card_words(value, place), place, least, most)
    return DECK.parse_many(words, place)


def card_words(value: object, place: str) -> list[str]:
    """Return the words of a field of cards; numbers become the names of their cards."""
    return fields.card_words(value, place, DECK, CARDS)


def read_positions(value: object, place: str, allowed: str) -> tuple[int, ...]:
    """Return positions from ``2 4``, ``2,4``, a number, a list, or the word ``none``."""
    items: Sequence[object]
    if isinstance(value, str):
        items = split_words(value)
        if [word.lower() for word in items if isinstance(word, str)] == [NOBODY]:
            return ()
    elif isinstance(value, Sequence):
        items = value
    elif whole(value) is not None:
        items = [value]
    else:
        raise SituationError(printable(value), place, allowed)
    if len(items) > 4:
        raise SituationError(printable(value), place, f"{allowed}; at most 4")
    return tuple(read_number(item, place, allowed) for item in items)
