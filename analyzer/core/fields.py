"""Reads the fields of a question from options, JSON or Python values.

The same field comes as text from the command line, as text, numbers or lists
from JSON and Python. Whatever it is, it becomes a typed value here or an
``InputError``. What the fields of a game are, its wing says.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TypeVar, cast

from numpy import ndarray

from analyzer.core.cards import Deck, split_words
from analyzer.core.errors import InputError, MissingError, PolicyError, RuleError, SituationError
from analyzer.core.options import GameRules

R = TypeVar("R", bound=GameRules)

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_PAIR = re.compile(r"([+-]?[0-9]{1,9})\s*[-–xX×]\s*([+-]?[0-9]{1,9})")
_LARGEST = 10**9
_MOST_ITEMS = 99


class Field(NamedTuple):
    """What a question may be told: whether it must be, and how it looks."""

    needed: bool
    example: str


Questions = Mapping[str, Mapping[str, Field]]
"""The fields of every question of a game."""


def given_fields(
    question: str, fields: Mapping[str, object], questions: Questions
) -> dict[str, object]:
    """Return the fields that have a value, all of them known to the question.

    Raises
    ------
    SituationError
        For a question or a field that does not exist, and one that is missing.
    """
    if question not in questions:
        raise SituationError(printable(question), "question", "one of " + ", ".join(questions))
    known = questions[question]
    every = {name for names in questions.values() for name in names}
    for name in fields:
        if name not in every:
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
            raise MissingError(name, field.example)
    return given


def printable(value: object) -> object:
    """Return a value as an error can show it, whatever came in."""
    if isinstance(value, str | bool | float) or value is None:
        return value
    number = whole(value)
    if number is not None:
        return number
    if isinstance(value, int):
        return "a huge number"
    if isinstance(value, Sequence) and all(isinstance(item, str | int) for item in value[:99]):
        return " ".join(str(printable(item)) for item in value[:99])
    return f"a {type(value).__name__}"


def read_rules(kind: type[R], preset: object, options: object) -> R:
    """Return the rules that a preset and single options name.

    Parameters
    ----------
    kind
        The rules of the game.
    preset
        The name of a preset, rules, the mapping that their ``to_dict`` writes, or
        ``None`` for ``traditional``.
    options
        Options over it: ``NAME=VALUE``, a list of such, or a mapping.

    Raises
    ------
    RuleError
        For a preset, option or value that does not exist.
    """
    changes = _options(kind, options)
    if isinstance(preset, kind):
        spelled: object = preset.to_dict()
    else:
        spelled = "traditional" if preset is None else preset
    if isinstance(spelled, Mapping):
        base = _options(kind, {name: spelled[name] for name in spelled if name != "preset"})
        return kind.read("traditional", base | changes)
    if not isinstance(spelled, str):
        raise RuleError(
            printable(spelled), "rules", "one of the presets " + ", ".join(kind.presets)
        )
    return kind.read(spelled.strip().lower(), changes)


def read_number(value: object, place: str, allowed: str) -> int:
    """Return a whole number that came as a number or as text."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return int(value)
    number = whole(value)
    if number is not None:
        return number
    raise SituationError(printable(value), place, allowed)


def read_number_but_zero(value: object, place: str, allowed: str) -> int:
    """Return a whole number but 0, which inside stands for one that was left out."""
    number = read_number(value, place, allowed)
    if number == 0:
        raise SituationError(number, place, allowed)
    return number


def read_pair(value: object, place: str, allowed: str) -> tuple[int, int]:
    """Return two numbers, ours and theirs, from ``9-8``, ``9x8`` or a pair of numbers."""
    if isinstance(value, str):
        found = _PAIR.fullmatch(value.strip())
        if found is not None:
            return int(found[1]), int(found[2])
    elif isinstance(value, Sequence) and len(value) == 2:
        return read_number(value[0], place, allowed), read_number(value[1], place, allowed)
    raise SituationError(printable(value), place, allowed)


def card_words(value: object, place: str, deck: Deck, examples: str) -> list[str]:
    """Return the words of a field of cards; numbers become the names of their cards.

    Parameters
    ----------
    value
        A text, or a list of texts and card numbers.
    place
        The field, for errors.
    deck
        The cards that numbers stand for.
    examples
        Some cards as they are written, for errors.

    Raises
    ------
    SituationError
        When the value is neither, or something in the list.
    """
    if isinstance(value, str):
        return [part for word in split_words(value) for part in deck.unglued(word)]
    if isinstance(value, ndarray):
        value = value.tolist()
    if not isinstance(value, Sequence):
        raise SituationError(printable(value), place, f"cards, such as {examples}")
    if len(value) > _MOST_ITEMS:
        raise SituationError(f"a list of {len(value)}", place, f"at most {_MOST_ITEMS} words")
    example = split_words(examples)[0]
    words = []
    for number, item in enumerate(value, 1):
        words.extend(_item_words(item, f"{place}, card {number}", deck, example))
    return words


def counted(words: list[str], place: str, least: int, most: int) -> list[str]:
    """Return the words of a field of cards, of which there must be so many.

    Raises
    ------
    SituationError
        When there are fewer or more.
    """
    if not least <= len(words) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        cards = "card" if most == 1 else "cards"
        raise SituationError(" ".join(words), place, f"{count} {cards}, not {len(words)}")
    return words


def roles(text: object, place: str) -> list[str]:
    """Return the names in a text for me, my partner and the opponents, as far as it tells them.

    Raises
    ------
    PolicyError
        When it is no text, or has more than three.
    """
    names = text.split("/") if isinstance(text, str) else []
    if not 1 <= len(names) <= 3:
        raise PolicyError(printable(text), place, "a policy, mine/theirs or mine/partner/theirs")
    return names


def verify_one_of(name: object, place: str, known: Iterable[str]) -> None:
    """Raise ``InputError`` unless something is one of the names that there are."""
    names = list(known)
    if not isinstance(name, str) or name not in names:
        raise InputError(name, place, "one of " + ", ".join(names))


def whole(value: object) -> int | None:
    """Return a number of Python or numpy as an ``int``; nothing for any other or a huge one."""
    if isinstance(value, bool):
        return None
    try:
        number = operator.index(cast(SupportsIndex, value))
    except TypeError:
        return None
    return number if abs(number) < _LARGEST else None


def _item_words(item: object, place: str, deck: Deck, example: str) -> list[str]:
    """Return the words of one item of a list: a text, or the number of a card."""
    if isinstance(item, str):
        return [part for word in split_words(item) for part in deck.unglued(word)]
    index = whole(item)
    if index is None or not 0 <= index < len(deck):
        raise SituationError(printable(item), place, f"a card, such as {example}, or its number")
    return [deck.name(index)]


def _empty(value: object) -> bool:
    """Return whether a value says nothing, as options do that were left out."""
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, Sequence | Mapping) and not value)


def _options(kind: type[GameRules], value: object) -> dict[str, str]:
    """Return options as the text that ``GameRules.read`` takes."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {_option_name(kind, name): _option_text(name, item) for name, item in value.items()}
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, Sequence):
        raise RuleError(printable(items), "rule", "NAME=VALUE")
    options = {}
    for item in items:
        name, equals, text = item.partition("=") if isinstance(item, str) else ("", "", "")
        if not equals:
            raise RuleError(printable(item), "rule", f"NAME=VALUE, such as {kind.example}")
        options[name.strip().lower()] = text.strip().lower()
    return options


def _option_name(kind: type[GameRules], name: object) -> str:
    """Return the name of an option that exists, so that errors may use it as a place."""
    known = kind.option_names()
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
