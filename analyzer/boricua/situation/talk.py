"""The talk of an envite as far as it went, such as ``paso paso envite revoque`` [10].

Everybody passes or opens in turn from mano. Then the one who opened and the next
player after him answer each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from analyzer.boricua.referee import Envite, from_mano
from analyzer.boricua.rules import Rules, envite_word
from analyzer.core.errors import RuleError, SituationError
from analyzer.truco.referee.hand import Pending

PASO = "paso"
ENVITE = envite_word(1)
REVOQUE = envite_word(2)

_MOST_WORDS = 16


class Said(NamedTuple):
    """One word of the talk and where it stands."""

    text: str
    place: str


def read_talk(text: str, rules: Rules) -> list[Said]:
    """Return the words of a talk; whether they can stand there shows when it is followed.

    Raises
    ------
    InputError
        For a word that is none, or more words than a talk can have.
    """
    parts = text.lower().split()
    if len(parts) > _MOST_WORDS:
        raise SituationError(text, "played", f"one talk, at most {_MOST_WORDS} words")
    words = []
    for number, part in enumerate(parts, 1):
        place = f"played, word {number}"
        if part != PASO:
            try:
                rules.step_of_envite(part)
            except RuleError as error:
                raise RuleError(part, place, f"{PASO}, or {error.allowed}") from None
        words.append(Said(part, place))
    return words


class Talk:
    """An envite in progress and who takes part in it.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2 or 4.
    seat
        The seat of the one who asks.

    Attributes
    ----------
    envite
        The referee's envite; the words are said in it.
    words
        Their normal spelling.
    """

    def __init__(self, rules: Rules, players: int, seat: int) -> None:
        self.envite = Envite(rules, players)
        self.words: list[str] = []
        self.seat = seat

    def follow(self, words: Sequence[Said]) -> None:
        """Say the words one after another.

        Raises
        ------
        InputError
            For the first word that cannot stand where it does.
        """
        for word in words:
            if self.envite.over:
                self._refuse(word, "nothing, everybody has passed")
            if self.envite.pending is not None:
                self._answer(word, self.envite.pending)
            elif word.text == PASO and self.envite.turn is not None:
                self.envite.pass_by(self.envite.turn)
            elif word.text == ENVITE and self.envite.turn is not None:
                self.envite.open(self.envite.turn)
            else:
                self._refuse(word, f"{PASO} or {ENVITE}: nobody has opened yet")
            self.words.append(self._spelling(word))

    def pass_to_me(self) -> None:
        """Let everybody pass who speaks before the one who asks."""
        before = from_mano(self.envite.players).index(self.seat)
        self.follow([Said(PASO, "played")] * before)

    def call(self, word: Said) -> None:
        """Let a call stand alone for the whole talk.

        It comes from the first opponent in playing order, and whatever was called
        before it was accepted by calling the next step.
        """
        rules, players = self.envite.rules, self.envite.players
        step = rules.step_of_envite(word.text)
        caller = next(seat for seat in from_mano(players) if (seat ^ self.seat) & 1)
        self.envite.step = step - 1
        self.envite.pending = Pending(caller, step, self.seat & 1)

    def name(self, seat: int) -> str:
        """Return how errors speak of a seat."""
        position = f"position {seat or self.envite.players}"
        if seat == self.seat:
            return f"{position} (you)"
        return f"{position} (your partner)" if (seat ^ self.seat) & 1 == 0 else position

    def _answer(self, word: Said, pending: Pending) -> None:
        step = pending.step + 1
        if step > self.envite.rules.last_envite:
            self._refuse(word, f"no revoque after {envite_word(pending.step)}")
        allowed = envite_word(step)
        if word.text not in (allowed, REVOQUE):
            self._refuse(word, f"only {allowed} after {envite_word(pending.step)}")
        opener = from_mano(self.envite.players)[len(self.envite.passed)]
        other = (opener + 1) % self.envite.players
        self.envite.answer(opener if pending.caller == other else other, "revoke")

    def _spelling(self, word: Said) -> str:
        pending = self.envite.pending
        return word.text if pending is None else envite_word(pending.step)

    def _refuse(self, word: Said, allowed: str) -> NoReturn:
        raise RuleError(word.text, word.place, allowed)
