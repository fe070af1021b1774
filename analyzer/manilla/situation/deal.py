"""An open deal or ending, as ``solve`` is asked: all cards known."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from analyzer.core.errors import CardError, InputError, RuleError, SituationError
from analyzer.core.fields import given_fields, printable, read_number, read_rules
from analyzer.manilla.cards import DEALT, DECK, PLAYERS, card_name, card_names, read_suit
from analyzer.manilla.referee import Hand
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation.fields import (
    OPEN_QUESTIONS,
    PART,
    Word,
    card_words,
    played_text,
    read_cards,
    read_played,
    verify_part,
)

_FIELDS = OPEN_QUESTIONS["solve"]
_LONGEST_FILE = 10_000


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Four open hands, and what has been played of them.

    Everything is checked when the object is made, so that what exists can be played.

    Parameters
    ----------
    rules
        How the game is played.
    hands
        The cards of positions 1 to 4, equally many each, also those played since.
    trump
        The suit of triunfo, 0 to 3.
    leader
        The position that leads the first of these tricks.
    played
        What was played so far, as in ``12O 1O 9O 8O / 3C``.

    Raises
    ------
    InputError
        When something does not exist or does not fit, in one line.

    Examples
    --------
    >>> deal = Deal.read({"deal": "12O / 1O / 9O / 8O", "trump": "B"})
    >>> hand = deal.replay()
    >>> hand.turn, card_name(hand.legal_plays(1)[0])
    (1, '12O')
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    trump: int
    leader: int = 1
    played: str = ""
    _now: Hand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._verify()
        first, second, third, fourth = self.hands
        hand = Hand(
            self.rules,
            trump=self.trump,
            hands=(fourth, first, second, third),
            leader=self.leader % PLAYERS,
        )
        words = read_played(self.played)
        _follow(hand, words)
        if hand.over:
            raise SituationError(self.played, "played", "a deal that is not over yet")
        object.__setattr__(self, "_now", hand)
        object.__setattr__(self, "played", played_text(words))

    @classmethod
    def read(cls, fields: Mapping[str, object]) -> Self:
        """Return the deal that options, a JSON object or keywords describe.

        Parameters
        ----------
        fields
            By the long names of the options: ``deal`` a text of four hands parted by
            ``/``, a list of four hands, or the path of a file with such a text, one hand
            in a line, or a JSON object of these fields; ``trump`` a letter, a name or a
            number; ``leader``, ``played``, ``rules`` and ``rule``. What is given besides
            a file goes before what stands in it.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong, in one line.
        """
        given = given_fields("solve", _with_file(fields), OPEN_QUESTIONS)
        values: dict[str, Any] = {
            "rules": read_rules(Rules, given.get("rules"), given.get("rule")),
            "hands": _read_hands(given["deal"]),
            "trump": read_suit(given["trump"], "trump"),
        }
        if "leader" in given:
            values["leader"] = read_number(given["leader"], "leader", _FIELDS["leader"].example)
        if "played" in given:
            values["played"] = " ".join(card_words(given["played"], "played"))
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return the deal as a JSON object that ``read`` takes back."""
        preset, options = self.rules.nearest_preset()
        return {
            "deal": f" {PART} ".join(card_names(hand) for hand in self.hands),
            "trump": DECK.suits[self.trump],
            "leader": self.leader,
            "played": self.played,
            "rules": preset,
            "rule": options,
        }

    def replay(self) -> Hand:
        """Return a fresh hand in the state that the deal is in; position K is seat K % 4."""
        return self._now.copy()

    def _verify(self) -> None:
        if len(self.hands) != PLAYERS:
            raise SituationError(len(self.hands), "deal", f"{PLAYERS} hands parted by {PART}")
        if self.trump not in range(len(DECK.suits)):
            raise SituationError(self.trump, "trump", _FIELDS["trump"].example)
        if self.leader not in range(1, PLAYERS + 1):
            raise SituationError(self.leader, "leader", f"1 to {PLAYERS}")
        counts = [len(hand) for hand in self.hands]
        count, alike = Counter(counts).most_common(1)[0]
        others = "the others" if alike == PLAYERS - 1 else f"hand {counts.index(count) + 1}"
        homes: dict[int, int] = {}
        for number, hand in enumerate(self.hands, 1):
            place = f"deal, hand {number}"
            for card in hand:
                if card not in range(len(DECK)):
                    raise CardError(card, place, f"a card from 0 to {len(DECK) - 1}")
                if card in homes:
                    where = f"it is in hand {homes[card]} already"
                    raise CardError(card_name(card), place, f"a card once; {where}")
                homes[card] = number
            if not 1 <= len(hand) <= DEALT:
                raise SituationError(
                    card_names(hand), place, f"1 to {DEALT} cards, not {len(hand)}"
                )
            if len(hand) != count:
                cards = "1 card" if count == 1 else f"{count} cards"
                raise SituationError(
                    card_names(hand), place, f"{cards} like {others}, not {len(hand)}"
                )


def _follow(hand: Hand, words: Sequence[Word]) -> None:
    """Play the words of a sequence one after another."""
    parts = 0
    for word in words:
        verify_part(word, len(hand.tricks), parts, len(hand.table))
        if word.card is None:
            parts += 1
            continue
        if hand.turn is None:
            raise RuleError(word.text, word.place, "nothing, the deal is over")
        seat, position = hand.turn, f"position {hand.turn or PLAYERS}"
        if word.card not in hand.held[seat]:
            names = card_names(hand.held[seat])
            raise RuleError(word.text, word.place, f"one of {names}: {position} plays")
        try:
            hand.play(seat, word.card)
        except InputError as error:
            raise RuleError(word.text, word.place, f"{position} {error.allowed}") from None


def _read_hands(value: object) -> tuple[tuple[int, ...], ...]:
    """Return the four hands of a text, or of a list of hands."""
    if isinstance(value, str):
        hands: Sequence[object] = value.split(PART)
    elif isinstance(value, Sequence):
        hands = value
    else:
        raise SituationError(printable(value), "deal", _FIELDS["deal"].example)
    if len(hands) != PLAYERS:
        raise SituationError(
            printable(value), "deal", f"four hands parted by {PART}, or a file that exists"
        )
    return tuple(
        read_cards(hand, f"deal, hand {number}", 1, DEALT) for number, hand in enumerate(hands, 1)
    )


def _with_file(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields with those of the file that ``deal`` names, if it names one."""
    path = _file(fields.get("deal"))
    if path is None:
        return dict(fields)
    text = _file_text(path)
    found: object = text if PART in text else PART.join(text.strip().splitlines())
    if text.lstrip().startswith(("{", "[")):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise SituationError(str(path), "deal", "a file of proper JSON") from None
    if not isinstance(found, Mapping):
        return {**fields, "deal": found}
    beside = {name: value for name, value in fields.items() if name != "deal"}
    return {**found, **{name: value for name, value in beside.items() if value is not None}}


def _file(value: object) -> Path | None:
    """Return the path that a value is, if there is such a file."""
    if not isinstance(value, str | Path) or not str(value).strip():
        return None
    path = Path(value)
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None


def _file_text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LONGEST_FILE + 1)
    except (OSError, UnicodeDecodeError):
        raise SituationError(str(path), "deal", "a text file that can be read") from None
    if len(text) > _LONGEST_FILE:
        raise SituationError(str(path), "deal", f"a file of at most {_LONGEST_FILE} characters")
    return text
