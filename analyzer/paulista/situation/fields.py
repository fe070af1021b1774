"""Reads the fields of a question from options, JSON or Python values.

The same field comes as text from the command line, as text, numbers or lists
from JSON and Python. Whatever it is, it becomes a typed value here or an
``InputError``.
"""

from __future__ import annotations

import dataclasses
import operator
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, SupportsIndex, cast

from numpy import ndarray

from analyzer.core.cards import split_words
from analyzer.core.errors import RuleError, SituationError
from analyzer.paulista.cards import DECK, CardReader, card_name
from analyzer.paulista.rules import CALLS, Rules

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_SCORE = re.compile(r"([+-]?[0-9]{1,9})\s*[-–]\s*([+-]?[0-9]{1,9})")
_LARGEST = 10**9
_MOST_ITEMS = 99


class Field(NamedTuple):
    """What a question may be told: whether it must be, and how it looks."""

    needed: bool
    example: str


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
_HAND = {"hand": Field(True, "three cards, such as 3♠ K♦ 5♣"), **_TABLE}
_PLAY = {
    **_HAND,
    "played": Field(False, "what was played, such as 3♠ truco ok 5♦ / K♣"),
    "stake": Field(False, "what the hand is worth"),
}

QUESTIONS: Mapping[str, Mapping[str, Field]] = {
    "hand": _PLAY,
    "accept": {**_PLAY, "call": Field(False, "the call to answer, one of " + ", ".join(CALLS))},
    "call": _PLAY,
    "onze": {**_HAND, "score": Field(True, "us-them, such as 11-8")},
    "cut": {
        "hand": Field(True, "the one card seen in the cut"),
        **{name: _TABLE[name] for name in ("players", "position", "score", "rules", "rule")},
    },
}
"""The fields of every question."""

_EVERY_FIELD = {name for fields in QUESTIONS.values() for name in fields}


def given_fields(question: str, fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that have a value, all of them known to the question.

    Raises
    ------
    SituationError
        For a question or a field that does not exist, and one that is missing.
    """
    if question not in QUESTIONS:
        raise SituationError(printable(question), "question", "one of " + ", ".join(QUESTIONS))
    known = QUESTIONS[question]
    for name in fields:
        if name not in _EVERY_FIELD:
            raise SituationError(
                printable(name), "situation", "one of the fields " + ", ".join(known)
            )
    given = {name: value for name, value in fields.items() if not _empty(value)}
    for name, value in given.items():
        if name not in known:
            raise SituationError(
                printable(value),
                name,
                f"nothing, the question {question} does not take it ({', '.join(known)})",
            )
    for name, field in known.items():
        if field.needed and name not in given:
            raise SituationError("", name, field.example)
    return given


def printable(value: object) -> object:
    """Return a value as an error can show it, whatever came in."""
    if isinstance(value, str | bool | float) or value is None:
        return value
    number = _whole(value)
    if number is not None:
        return number
    if isinstance(value, int):
        return "a huge number"
    if isinstance(value, Sequence) and all(isinstance(item, str | int) for item in value[:99]):
        return " ".join(str(printable(item)) for item in value[:99])
    return f"a {type(value).__name__}"


def read_rules(preset: object, options: object) -> Rules:
    """Return the rules that a preset and single options name.

    Parameters
    ----------
    preset
        The name of a preset, ``Rules``, the mapping that ``Rules.to_dict``
        writes, or ``None`` for ``traditional``.
    options
        Options over it: ``NAME=VALUE``, a list of such, or a mapping.

    Raises
    ------
    RuleError
        For a preset, option or value that does not exist.
    """
    changes = _options(options)
    if isinstance(preset, Rules):
        spelled: object = preset.to_dict()
    else:
        spelled = "traditional" if preset is None else preset
    if isinstance(spelled, Mapping):
        base = _options({name: value for name, value in spelled.items() if name != "preset"})
        return Rules.read("traditional", base | changes)
    if not isinstance(spelled, str):
        raise RuleError(
            printable(spelled), "rules", "one of the presets " + ", ".join(Rules.presets)
        )
    return Rules.read(spelled.strip().lower(), changes)


def read_number(value: object, place: str, allowed: str) -> int:
    """Return a whole number that came as a number or as text."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return int(value)
    number = _whole(value)
    if number is not None:
        return number
    raise SituationError(printable(value), place, allowed)


def read_score(value: object, allowed: str) -> tuple[int, int]:
    """Return the points of us and them, from ``9-8`` or a pair of numbers."""
    if isinstance(value, str):
        found = _SCORE.fullmatch(value.strip())
        if found is not None:
            return int(found[1]), int(found[2])
    elif isinstance(value, Sequence) and len(value) == 2:
        return read_number(value[0], "score", allowed), read_number(value[1], "score", allowed)
    raise SituationError(printable(value), "score", allowed)


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
    words = card_words(value, place)
    if not least <= len(words) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        cards = "card" if most == 1 else "cards"
        raise SituationError(" ".join(words), place, f"{count} {cards}, not {len(words)}")
    return reader.read_many(words, place)


def read_card(value: object, place: str, reader: CardReader) -> int:
    """Return one card from its text or its number."""
    words = card_words([value] if _whole(value) is not None else value, place)
    if len(words) != 1:
        raise SituationError(" ".join(words), place, f"one card, not {len(words)}")
    return reader.read(words[0], place)


def card_words(value: object, place: str) -> list[str]:
    """Return the words of a field of cards; numbers become the names of their cards."""
    if isinstance(value, str):
        return split_words(value)
    if isinstance(value, ndarray):
        value = value.tolist()
    if not isinstance(value, Sequence):
        raise SituationError(printable(value), place, "cards, such as 3♠ K♦ 5♣")
    if len(value) > _MOST_ITEMS:
        raise SituationError(f"a list of {len(value)}", place, f"at most {_MOST_ITEMS} words")
    words = []
    for number, item in enumerate(value, 1):
        words.extend(_item_words(item, f"{place}, card {number}"))
    return words


def _item_words(item: object, place: str) -> list[str]:
    """Return the words of one item of a list: a text, or the number of a card."""
    if isinstance(item, str):
        return split_words(item)
    index = _whole(item)
    if index is None or not 0 <= index < len(DECK):
        raise SituationError(printable(item), place, "a card, such as 3♠, or its number")
    return [card_name(index)]


def _whole(value: object) -> int | None:
    """Return a number of Python or numpy as an ``int``; nothing for any other or a huge one."""
    if isinstance(value, bool):
        return None
    try:
        number = operator.index(cast(SupportsIndex, value))
    except TypeError:
        return None
    return number if abs(number) < _LARGEST else None


def _empty(value: object) -> bool:
    """Return whether a value says nothing, as options do that were left out."""
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, Sequence | Mapping) and not value)


def _options(value: object) -> dict[str, str]:
    """Return options as the text that ``Rules.read`` takes."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {_option_name(name): _option_text(name, item) for name, item in value.items()}
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, Sequence):
        raise RuleError(printable(items), "rule", "NAME=VALUE")
    options = {}
    for item in items:
        name, equals, text = item.partition("=") if isinstance(item, str) else ("", "", "")
        if not equals:
            raise RuleError(printable(item), "rule", "NAME=VALUE, such as all_tied=none")
        options[name.strip().lower()] = text.strip().lower()
    return options


def _option_name(name: object) -> str:
    """Return the name of an option that exists, so that errors may use it as a place."""
    known = [option.name for option in dataclasses.fields(Rules)]
    if name not in known or not isinstance(name, str):
        raise RuleError(printable(name), "rule", "one of the options " + ", ".join(known))
    return name


def _option_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value.strip().lower()
    if isinstance(value, Sequence):
        return ",".join(str(read_number(step, f"rule {name}", "whole numbers")) for step in value)
    raise RuleError(printable(value), f"rule {name}", "a word, true, false, or a list of numbers")
