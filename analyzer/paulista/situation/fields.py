"""What the questions of paulista may be told, and its own ways of writing it."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.core import fields
from analyzer.core.errors import SituationError
from analyzer.core.fields import Field, printable, whole
from analyzer.paulista.cards import DECK, CardReader
from analyzer.paulista.rules import CALLS, Rules

_CARDS = "3♠ K♦ 5♣"

_TABLE = {
    "vira": Field(False, "the card turned up, such as 4♥"),
    "players": Field(False, "2 or 4"),
    "position": Field(False, "1 for the first to play, and so on"),
    "partner": Field(False, "one to three cards of the partner"),
    "seen": Field(False, "cards known to be out of play"),
    "score": Field(False, "us-them, such as 9-8"),
    "rules": Field(False, "a preset"),
    "rule": Field(False, "options NAME=VALUE"),
}
_HAND = {"hand": Field(True, f"three cards, such as {_CARDS}"), **_TABLE}
_PLAY = {
    **_HAND,
    "played": Field(False, "what was played, such as 3♠ truco ok 5♦ / K♣"),
    "stake": Field(False, "what the hand is worth"),
}

QUESTIONS: Mapping[str, Mapping[str, Field]] = {
    "hand": _PLAY,
    "accept": {**_PLAY, "call": Field(False, f"{', '.join(CALLS[:-1])} or {CALLS[-1]}")},
    "advise": {**_PLAY, "call": Field(False, f"{', '.join(CALLS[:-1])} or {CALLS[-1]}")},
    "call": _PLAY,
    "onze": {**_HAND, "score": Field(True, "us-them, such as 11-8")},
    "cut": {
        "hand": Field(True, "the one card seen in the cut"),
        **{name: _TABLE[name] for name in ("players", "position", "score", "rules", "rule")},
    },
}
"""The fields of every question."""


def read_rules(preset: object, options: object) -> Rules:
    """Return the rules of paulista that a preset and single options name.

    Raises
    ------
    RuleError
        For a preset, option or value that does not exist.
    """
    return fields.read_rules(Rules, preset, options)


def read_call(value: object) -> str:
    """Return the word of a call."""
    word = value.strip().lower() if isinstance(value, str) else ""
    if word not in CALLS:
        raise SituationError(printable(value), "call", "one of " + ", ".join(CALLS))
    return word


def read_cards(
    value: object, place: str, reader: CardReader, least: int, most: int
) -> tuple[int, ...]:
    """Return cards from a text, a list of texts, or a list of card numbers."""
    words = fields.counted(card_words(value, place), place, least, most)
    return reader.read_many(words, place)


def read_card(value: object, place: str, reader: CardReader) -> int:
    """Return one card from its text or its number."""
    words = card_words([value] if whole(value) is not None else value, place)
    if len(words) != 1:
        raise SituationError(" ".join(words), place, f"one card, not {len(words)}")
    return reader.read(words[0], place)


def card_words(value: object, place: str) -> list[str]:
    """Return the words of a field of cards; numbers become the names of their cards."""
    return fields.card_words(value, place, DECK, _CARDS)
