"""The situation of one player: his cards, what he has seen, what he asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from analyzer.core.fields import given_fields, read_number_but_zero, read_pair
from analyzer.paulista.cards import DECK, STRENGTHS, CardReader, card_name
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import CALLS, Rules
from analyzer.paulista.situation.checks import verify_cards, verify_frame, verify_state
from analyzer.paulista.situation.fields import (
    QUESTIONS,
    card_words,
    read_call,
    read_card,
    read_cards,
    read_rules,
)
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.situation.notation import Notation, Word, words_text
from analyzer.truco.situation.replay import Replay
from analyzer.truco.situation.situation import TrucoSituation

_PARTNER_AND_SEEN = (("partner", 1, DEALT), ("seen", 1, len(DECK)))
_CARD_COUNTS = {
    True: (("hand", 1, 1), *_PARTNER_AND_SEEN),
    False: (("hand", DEALT, DEALT), *_PARTNER_AND_SEEN),
}
"""How many cards the fields take, for ``cut`` and for the others."""


@dataclass(frozen=True, kw_only=True)
class Situation(TrucoSituation):
    """What one player knows when asking a question.

    Cards are numbers (``analyzer.paulista.cards``). Everything is checked when the
    object is made, so that what exists can be played.

    Parameters
    ----------
    question
        ``"hand"``, ``"accept"``, ``"call"``, ``"onze"`` or ``"cut"``.
    rules
        How the game is played.
    hand
        The three cards I was dealt, also those I have played since; for ``cut``
        the one card seen.
    vira
        The card turned up; ``None`` with fixed manilhas.
    players
        2 or 4.
    position
        When I play in the first trick: 1 is the mão, the last one deals. 0 stands
        for the usual position of the question and becomes it.
    partner
        One to three cards that the partner was dealt.
    seen
        Cards known to be out of play.
    played
        What was played so far, as in ``3♠ truco ok 5♦ / K♣``.
    call
        The call that waits for an answer; one that ends ``played`` is moved here.
        Before any card it comes from the first opponent in playing order.
    stake
        What the hand is worth; 0 stands for what follows from the rest and becomes it.
    score
        Our points and theirs.

    Raises
    ------
    InputError
        When something does not exist or does not fit: the value, the field, and
        what is allowed, in one line.

    Examples
    --------
    >>> asked = Situation.read("accept", {"hand": "3♠ K♦ 5♣", "vira": "4♥", "call": "truco"})
    >>> asked.position, asked.stake, asked.replay().pending
    (2, 1, Pending(caller=1, step=1, side=0))
    """

    strengths = STRENGTHS

    rules: Rules
    vira: int | None = None

    def __post_init__(self) -> None:
        said = self.stake
        self._set(position=self.position or self._usual_position())
        self._set(stake=said or self._lowest_stake())
        verify_frame(self)
        verify_cards(self)
        if self.question != "cut":
            self._follow(said)

    @classmethod
    def read(cls, question: str, fields: Mapping[str, object]) -> Self:
        """Return the situation that options, a JSON object or keywords describe.

        Parameters
        ----------
        question
            ``"hand"``, ``"accept"``, ``"call"``, ``"advise"``, ``"onze"`` or ``"cut"``.
        fields
            By the long names of the options, with ``hand`` for the cards. Cards may be
            text, lists of texts or card numbers; ``score`` a text or a pair; ``rules`` a
            preset, ``Rules`` or what ``Rules.to_dict`` gives; ``rule`` texts
            ``NAME=VALUE`` or a mapping. ``None`` and empty values count as left out.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong, in one line.
        """
        given = given_fields(question, fields, QUESTIONS)
        rules = read_rules(given.get("rules"), given.get("rule"))
        if question == "cut":
            rules = replace(rules, cut="peek")
        known = QUESTIONS[question]
        reader = CardReader(rules)
        vira = read_card(given["vira"], "vira", reader) if "vira" in given else None
        if question != "cut" or rules.manilhas == "fixed":
            reader.know_manilhas(vira)
        values: dict[str, Any] = {"vira": vira}
        for name in ("players", "position", "stake"):
            if name in given:
                values[name] = read_number_but_zero(given[name], name, known[name].example)
        for name, least, most in _CARD_COUNTS[question == "cut"]:
            if name in given:
                values[name] = read_cards(given[name], name, reader, least, most)
        if "played" in given:
            words = _notation(reader).read(" ".join(card_words(given["played"], "played")))
            values["played"] = words_text(words)
        if "call" in given:
            values["call"] = read_call(given["call"])
        if "score" in given:
            values["score"] = read_pair(given["score"], "score", known["score"].example)
        return cls(question=question, rules=rules, **values)

    def to_dict(self) -> dict[str, Any]:
        """Return the situation as a JSON object that ``read`` takes back."""
        preset, options = self.rules.nearest_preset()
        values = {
            "hand": [card_name(card) for card in self.hand],
            "vira": None if self.vira is None else card_name(self.vira),
            "players": self.players,
            "position": self.position,
            "partner": [card_name(card) for card in self.partner],
            "seen": [card_name(card) for card in self.seen],
            "played": self.played,
            "call": self.call,
            "stake": self.stake,
            "score": None if self.score is None else self.score_text,
            "rules": preset,
            "rule": options,
        }
        return {name: value for name, value in values.items() if name in QUESTIONS[self.question]}

    @property
    def eleven(self) -> bool:
        """Whether the hand is a mão de onze, which is played without calls [17]."""
        return self.score is not None and max(self.score) >= self.rules.onze_score

    def _usual_position(self) -> int:
        if self.question == "cut":
            return self.players - 1  # left of the dealer [9]
        opening = self.question == "advise" and self.call is not None and not self.played
        return self.players if self.question == "accept" or opening else 1

    def _lowest_stake(self) -> int:
        return self.rules.onze_stake if self.eleven else self.rules.ladder[0]

    def _notation(self) -> Notation:
        reader = CardReader(self.rules)
        reader.know_manilhas(self.vira)
        return _notation(reader)

    def _dealt(self, stake: int) -> Hand:
        return Hand(
            self.rules,
            players=self.players,
            vira=self.vira,
            hands=self._my_hand_alone(),
            stake=stake,
            calls_allowed=not self.eleven,
        )

    def _verify_now(self, now: Replay, call: Word | None) -> None:
        verify_state(self, now, call)


def _notation(reader: CardReader) -> Notation:
    return Notation(DECK, CALLS, reader.read, covered="x3♠")
