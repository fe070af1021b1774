"""The situation of one player: his cards, what he has seen, what he asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import SituationError
from analyzer.core.fields import given_fields, read_number, read_pair
from analyzer.paulista.cards import (
    DECK,
    STRENGTHS,
    CardReader,
    card_name,
    strength_of_cards,
)
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation.checks import verify_cards, verify_frame, verify_state
from analyzer.paulista.situation.fields import (
    QUESTIONS,
    card_words,
    read_call,
    read_card,
    read_cards,
    read_rules,
)
from analyzer.paulista.situation.notation import Word, read_played, words_text
from analyzer.paulista.situation.replay import Replay
from analyzer.truco.referee.hand import DEALT, Lay

_COVERED = -1

_PARTNER_AND_SEEN = (("partner", 1, DEALT), ("seen", 1, len(DECK)))
_CARD_COUNTS = {
    True: (("hand", 1, 1), *_PARTNER_AND_SEEN),
    False: (("hand", DEALT, DEALT), *_PARTNER_AND_SEEN),
}
"""How many cards the fields take, for ``cut`` and for the others."""


@dataclass(frozen=True, eq=False)
class TableState:
    """A hand in progress in seats and strengths, as kernels take it.

    Attributes
    ----------
    players
        2 or 4.
    seat
        The seat of the one who asks; seat 0 deals, seat 1 leads the first trick.
    trick
        The number of the trick under way, from 0.
    results
        The finished tricks: side 0, side 1, or 2 for a tie.
    leader
        The seat that leads the trick under way.
    table
        The cards of the trick under way in the order they fell: seat and
        strength, -1 for a covered card.
    left
        How many cards each seat still holds.
    mine
        The strengths of the cards that the one who asks still holds, in the
        order of ``Situation.my_cards``.
    partner
        The strengths of the known cards that the partner still holds.
    unseen
        The strengths of all cards whose place is unknown, rising; int8, shape (n,).
    unseen_counts
        How often each strength is among them; int64, shape (14,).
    """

    players: int
    seat: int
    trick: int
    results: tuple[int, ...]
    leader: int
    table: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    mine: tuple[int, ...]
    partner: tuple[int, ...]
    unseen: NDArray[np.int8]
    unseen_counts: NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Situation:
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

    question: str = "hand"
    rules: Rules
    hand: tuple[int, ...]
    vira: int | None = None
    players: int = 2
    position: int = 0
    partner: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    played: str = ""
    call: str | None = None
    stake: int = 0
    score: tuple[int, int] | None = None
    _now: Replay | None = field(default=None, init=False, repr=False, compare=False)

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
            ``"hand"``, ``"accept"``, ``"call"``, ``"onze"`` or ``"cut"``.
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
                values[name] = _number(given[name], name, known[name].example)
        for name, least, most in _CARD_COUNTS[question == "cut"]:
            if name in given:
                values[name] = read_cards(given[name], name, reader, least, most)
        if "played" in given:
            words = read_played(" ".join(card_words(given["played"], "played")), reader)
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

    def replay(self) -> Hand:
        """Return a fresh hand as everybody saw it, the unknown cards unknown.

        There is none before the deal, so not for the question ``cut``.
        """
        return self._at_table.hand.copy()

    @property
    def my_seat(self) -> int:
        """The seat of the one who asks; 0 is the dealer's."""
        return self.position % self.players

    @property
    def my_side(self) -> int:
        """The side of the one who asks; 0 is the dealer's."""
        return self.my_seat & 1

    @property
    def my_turn(self) -> bool:
        """Whether the one who asks is to play now."""
        return self._at_table.hand.turn == self.my_seat

    @property
    def my_cards(self) -> tuple[int, ...]:
        """The cards of the one who asks that have not been played, as they were dealt."""
        return tuple(self._at_table.hand.held[self.my_seat] or ())

    @property
    def partner_cards(self) -> tuple[int, ...]:
        """The known cards of the partner that have not been played."""
        return self._at_table.partner_left()

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is unknown: in other hands, in the pack, or covered."""
        return self._at_table.unseen()

    @property
    def eleven(self) -> bool:
        """Whether the hand is a mão de onze, which is played without calls [17]."""
        return self.score is not None and max(self.score) >= self.rules.onze_score

    @property
    def score_text(self) -> str:
        """The score as it is written, ``9-8``; empty when there is none."""
        return "" if self.score is None else f"{self.score[0]}-{self.score[1]}"

    def table_state(self) -> TableState:
        """Return the hand in progress in seats and strengths, as kernels take it."""
        hand = self._at_table.hand
        strength = strength_of_cards(self.rules, self.vira)
        played = [lay.seat for trick in hand.tricks for lay in trick.lays]
        played += [lay.seat for lay in hand.table]
        unseen = np.array(sorted(strength[card] for card in self.unseen), dtype=np.int8)
        return TableState(
            players=self.players,
            seat=self.my_seat,
            trick=len(hand.tricks),
            results=tuple(trick.winner for trick in hand.tricks),
            leader=hand.leader,
            table=tuple((lay.seat, _on_table(lay, strength)) for lay in hand.table),
            left=tuple(DEALT - played.count(seat) for seat in range(self.players)),
            mine=tuple(strength[card] for card in self.my_cards),
            partner=tuple(strength[card] for card in self.partner_cards),
            unseen=unseen,
            unseen_counts=np.bincount(unseen, minlength=STRENGTHS),
        )

    @property
    def _at_table(self) -> Replay:
        if self._now is None:
            raise SituationError(self.question, "question", "one that is asked after the deal")
        return self._now

    def _set(self, **values: object) -> None:
        """Fill in what follows from the rest, while the object is being made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _usual_position(self) -> int:
        if self.question == "cut":
            return self.players - 1  # left of the dealer [9]
        return self.players if self.question == "accept" else 1

    def _lowest_stake(self) -> int:
        return self.rules.onze_stake if self.eleven else self.rules.ladder[0]

    def _follow(self, said: int) -> None:
        """Follow ``played`` and ``call``, verify where they lead, and keep it.

        Parameters
        ----------
        said
            The stake as it was given, 0 when it was not.
        """
        reader = CardReader(self.rules)
        reader.know_manilhas(self.vira)
        words = read_played(self.played, reader)
        call = None if self.call is None else Word("call", self.call, "call")
        spoken = bool(words) and words[-1].kind == "call" and self.call in (None, words[-1].text)
        if spoken:
            call = words.pop()
        called_before = any(word.kind == "call" for word in words)
        now = self._dealt(self._lowest_stake() if called_before else self.stake)
        now.follow(words)
        if spoken and call is not None:
            now.follow([call])
        elif call is not None:
            now.call(call, opening=not words)
        verify_state(self, now, call)
        if said not in (0, now.hand.stake):
            raise SituationError(said, "stake", f"{now.hand.stake}, which follows from played")
        if words and words[-1].kind == "part":
            words.pop()
        self._set(played=words_text(words), call=call and call.text, stake=now.hand.stake, _now=now)

    def _dealt(self, stake: int) -> Replay:
        """Return the hand before the first card, as the one who asks sees it."""
        hands = [self.hand if seat == self.my_seat else None for seat in range(self.players)]
        hand = Hand(
            self.rules,
            players=self.players,
            vira=self.vira,
            hands=hands,
            stake=stake,
            calls_allowed=not self.eleven,
        )
        return Replay(
            hand=hand, seat=self.my_seat, mine=self.hand, partner=self.partner, seen=self.seen
        )


def _number(value: object, name: str, allowed: str) -> int:
    number = read_number(value, name, allowed)
    if number == 0:  # which stands for a value left out, once it is inside
        raise SituationError(number, name, allowed)
    return number


def _on_table(lay: Lay, strength: tuple[int, ...]) -> int:
    return _COVERED if lay.covered or lay.card is None else strength[lay.card]
