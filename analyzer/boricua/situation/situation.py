"""The situation of one player: his cards, what he has seen and heard, what he asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from analyzer.boricua.cards import DECK, STRENGTHS, card_name, flor, liga
from analyzer.boricua.referee import Envite, Hand
from analyzer.boricua.rules import CALLS, Rules
from analyzer.boricua.situation.checks import (
    verify_cards,
    verify_flores,
    verify_frame,
    verify_past_flores,
    verify_state,
    verify_talk,
)
from analyzer.boricua.situation.fields import (
    NOBODY,
    QUESTIONS,
    card_words,
    read_cards,
    read_positions,
)
from analyzer.boricua.situation.flores import all_before_me, announced_with_mine, known_flores
from analyzer.boricua.situation.talk import Said, Talk, read_talk
from analyzer.core.errors import SituationError
from analyzer.core.fields import (
    given_fields,
    printable,
    read_number_but_zero,
    read_pair,
    read_rules,
)
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.situation.notation import Notation, Word, words_text
from analyzer.truco.situation.replay import Replay
from analyzer.truco.situation.situation import TrucoSituation

_CARD_COUNTS = (("hand", DEALT, DEALT), ("partner", 1, DEALT), ("seen", 1, len(DECK)))
_NOTATION = Notation(DECK, CALLS, DECK.parse)


@dataclass(frozen=True, kw_only=True)
class Situation(TrucoSituation):
    """What one player knows when asking a question.

    Cards are numbers (``analyzer.boricua.cards``). Everything is checked when the
    object is made, so that what exists can be played.

    Parameters
    ----------
    question
        ``"hand"``, ``"envite"``, ``"flor"`` or ``"accept"``.
    rules
        How the game is played.
    hand
        The three cards I was dealt, also those I have played since.
    players
        2 or 4.
    position
        When I play in the first trick: 1 is mano, the last one deals. 0 stands for
        the usual position of the question and becomes it.
    partner
        One to three cards that the partner was dealt.
    seen
        Cards known to be out of play.
    played
        What was played so far, as in ``3O truco ok 7C / 1E``; for ``envite`` what
        was said, as in ``paso envite``. Without it, and to open, everybody before
        me has passed.
    call
        The call that waits for an answer; one that ends ``played`` is moved here.
        Alone it comes from the first opponent in playing order.
    stake
        What the truco is worth; 0 stands for what follows from the rest and becomes it.
    score
        Our points and theirs, with all that was scored in this hand before.
    announced
        The positions of those who have announced a flor. Mine, and a partner's whose
        three cards are known, are added; for ``accept`` only those told count.
    sent
        The positions of those whose flor was sent before my side decides; ``None``
        when that is not told. Where all opponents have decided before my side does,
        it would have been: for ``flor`` it is nobody then, unless told otherwise.
        For ``accept`` those of both sides.

    Raises
    ------
    InputError
        When something does not exist or does not fit: the value, the field, and
        what is allowed, in one line.

    Examples
    --------
    >>> asked = Situation.read("envite", {"hand": "7E 6E 3O", "call": "revoque"})
    >>> asked.liga, asked.envite.pending
    (33, Pending(caller=0, step=2, side=1))
    """

    strengths = STRENGTHS

    rules: Rules
    announced: tuple[int, ...] = ()
    sent: tuple[int, ...] | None = None
    _talk: Envite | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        said = self.stake
        last = self.players if self.question == "accept" else 1
        self._set(position=self.position or last, stake=said or self._lowest_stake())
        verify_frame(self)
        verify_cards(self)
        if self.question in ("envite", "flor"):
            self._hear()
        else:
            self._follow(said)
            if self.question == "accept":
                verify_past_flores(self)
                self._set(announced=tuple(sorted(self.announced)))
                self._set(sent=None if self.sent is None else tuple(sorted(self.sent)))

    @classmethod
    def read(cls, question: str, fields: Mapping[str, object]) -> Self:
        """Return the situation that options, a JSON object or keywords describe.

        Parameters
        ----------
        question
            ``"hand"``, ``"envite"``, ``"flor"`` or ``"accept"``.
        fields
            By the long names of the options, with ``hand`` for the cards. Cards may be
            text, lists of texts or card numbers; ``score`` a text or a pair;
            ``announced`` and ``sent`` texts, numbers or lists; ``rules`` a preset,
            ``Rules`` or what ``Rules.to_dict`` gives; ``rule`` texts ``NAME=VALUE`` or
            a mapping. ``None`` and empty values count as left out.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong, in one line.
        """
        given = given_fields(question, fields, QUESTIONS)
        known = QUESTIONS[question]
        rules = read_rules(Rules, given.get("rules"), given.get("rule"))
        values: dict[str, Any] = {}
        for name in ("players", "position", "stake"):
            if name in given:
                values[name] = read_number_but_zero(given[name], name, known[name].example)
        for name, least, most in _CARD_COUNTS:
            if name in given:
                values[name] = read_cards(given[name], name, least, most)
        for name in ("announced", "sent"):
            if name in given:
                values[name] = read_positions(given[name], name, known[name].example)
        if "score" in given:
            values["score"] = read_pair(given["score"], "score", known["score"].example)
        if "call" in given:
            values["call"] = _read_call(given["call"], question, rules)
        if "played" in given:
            values["played"] = _read_played(given["played"], question)
        return cls(question=question, rules=rules, **values)

    def to_dict(self) -> dict[str, Any]:
        """Return the situation as a JSON object that ``read`` takes back."""
        preset, options = self.rules.nearest_preset()
        values = {
            "hand": [card_name(card) for card in self.hand],
            "players": self.players,
            "position": self.position,
            "partner": [card_name(card) for card in self.partner],
            "seen": [card_name(card) for card in self.seen],
            "played": self.played,
            "call": self.call,
            "announced": list(self.announced),
            "sent": None if self.sent is None else list(self.sent) or NOBODY,
            "stake": self.stake,
            "score": None if self.score is None else self.score_text,
            "rules": preset,
            "rule": options,
        }
        return {name: value for name, value in values.items() if name in QUESTIONS[self.question]}

    @property
    def liga(self) -> int:
        """My liga, also when it is a flor that was not sent."""
        return liga(self.hand)

    @property
    def flor(self) -> int | None:
        """The total of my flor, ``None`` when I have none."""
        return flor(self.hand)

    @property
    def flores(self) -> tuple[bool | None, ...]:
        """For each seat whether it was dealt a flor, ``None`` where nobody can tell."""
        return known_flores(self)

    @property
    def envite(self) -> Envite:
        """The envite as far as it went, for the question of that name.

        Raises
        ------
        SituationError
            For another question.
        """
        if self._talk is None:
            raise SituationError(self.question, "question", "envite")
        return self._talk.copy()

    def _hear(self) -> None:
        """Follow what was said of flores and envite, verify it, and keep it."""
        self._set(_now=self._start(self.stake))
        verify_state(self, self._at_table, None)
        verify_flores(self)
        self._set(announced=announced_with_mine(self))
        if self.sent is not None:
            self._set(sent=tuple(sorted(self.sent)))
        elif self.question == "flor" and all_before_me(self):
            self._set(sent=())
        if self.question == "envite":
            self._follow_talk()

    def _follow_talk(self) -> None:
        talk = Talk(self.rules, self.players, self.my_seat)
        words = read_talk(self.played, self.rules)
        call = None if self.call is None else Said(self.call, "call")
        if call is not None and not words:
            talk.call(call)
        elif words:
            talk.follow(words)
            if call is not None and call.text != talk.words[-1]:
                words.append(call)
                talk.follow([call])
        else:
            talk.pass_to_me()
        verify_talk(self, talk, words[-1] if words else call)
        said = list(talk.words)
        if talk.envite.pending is not None:
            self._set(call=said.pop() if said else self.call)
        self._set(played=" ".join(said), _talk=talk.envite)

    def _notation(self) -> Notation:
        return _NOTATION

    def _dealt(self, stake: int) -> Hand:
        return Hand(
            self.rules,
            players=self.players,
            hands=self._my_hand_alone(),
            stake=stake,
            talk=False,
        )

    def _lowest_stake(self) -> int:
        return self.rules.ladder[0]

    def _verify_now(self, now: Replay, call: Word | None) -> None:
        verify_state(self, now, call)


def _read_call(value: object, question: str, rules: Rules) -> str:
    """Return the word of a call: of the truco, or of an envite."""
    word = value.strip().lower() if isinstance(value, str) else ""
    if question == "envite" and word:
        rules.step_of_envite(word)
    elif question == "envite" or word not in CALLS:
        raise SituationError(printable(value), "call", QUESTIONS[question]["call"].example)
    return word


def _read_played(value: object, question: str) -> str:
    """Return what was played, or said, as text; cards by their names."""
    if question != "envite":
        words = _NOTATION.read(" ".join(card_words(value, "played")))
        return words_text(words)
    said = value.split() if isinstance(value, str) else value
    if not isinstance(said, Sequence) or not all(isinstance(word, str) for word in said):
        raise SituationError(printable(value), "played", QUESTIONS[question]["played"].example)
    return " ".join(said)
