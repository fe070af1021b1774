"""The second phase of a hand: the envite on the best liga [10, 11]."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Literal, Self

from analyzer.boricua.referee.flores import Flores
from analyzer.boricua.referee.seats import best_seat, from_mano
from analyzer.boricua.rules import Rules, envite_value, envite_word
from analyzer.core.actions import asking
from analyzer.core.errors import RuleError
from analyzer.truco.referee.hand import Pending

EnviteAnswer = Literal["accept", "run", "revoke"]
ENVITE_ANSWERS: tuple[EnviteAnswer, ...] = ("accept", "run", "revoke")
"""*Quiero*, *no quiero* and *revoco*."""


class Envite:
    """Opening or passing in turn from mano, then answers until one is no revoque.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2 or 4.
    ligas
        The liga of each seat, ``None`` when they are not known: then the talk can
        be followed, but no envite accepted.
    flores
        The phase before this one: it must be over, and no flor sent. ``None`` for a
        talk without it.

    Attributes
    ----------
    step
        What was accepted: 0 before any answer, 1 for the envite, 2 for the first
        revoque, and so on; see ``envite_value``.
    pending
        The envite or revoque that waits for an answer.
    passed
        The seats that have passed.
    winner
        The side that scores, ``None`` before the end and when everybody has passed.
    best
        The seat with the best liga of all, once an envite was accepted.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        ligas: Sequence[int] | None = None,
        flores: Flores | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.ligas = None if ligas is None else tuple(ligas)
        self.flores = flores
        self.step = 0
        self.pending: Pending | None = None
        self.passed: list[int] = []
        self.winner: int | None = None
        self.best: int | None = None

    @property
    def turn(self) -> int | None:
        """The seat that is to open or pass; ``None`` when nobody is."""
        if self.pending is not None or self.over or self._not_now() is not None:
            return None
        return from_mano(self.players)[len(self.passed)]

    @property
    def over(self) -> bool:
        """Whether the envite is settled, or cannot be played any more."""
        cancelled = self.flores is not None and bool(self.flores.sent)
        return cancelled or self.winner is not None or len(self.passed) == self.players

    @property
    def points(self) -> int:
        """What the winner scores."""
        return 0 if self.winner is None else envite_value(self.step)

    def copy(self, flores: Flores | None = None) -> Self:
        """Return an independent envite in the same state, after the given flores."""
        twin = copy.copy(self)
        twin.flores = flores
        twin.passed = list(self.passed)
        return twin

    def verify_open(self, seat: int) -> None:
        """Raise ``RuleError`` unless the seat may open an envite now."""
        self._verify_turn(seat, "envite")

    can_open = asking(verify_open)

    def open(self, seat: int) -> None:
        """Open an envite; the other side must answer."""
        self.verify_open(seat)
        self.pending = Pending(seat, 1, 1 - (seat & 1))

    def verify_pass(self, seat: int) -> None:
        """Raise ``RuleError`` unless the seat may pass now."""
        self._verify_turn(seat, "pass")

    can_pass = asking(verify_pass)

    def pass_by(self, seat: int) -> None:
        """Pass; the envite is over when everybody has."""
        self.verify_pass(seat)
        self.passed.append(seat)

    def verify_answer(self, seat: int, answer: EnviteAnswer) -> None:
        """Raise ``RuleError`` unless the seat may give this answer now.

        Parameters
        ----------
        seat
            Either player of the side that must answer.
        answer
            ``"accept"`` for quiero, ``"run"`` for no quiero, ``"revoke"`` for the next
            step at once.
        """
        place = f"answer to an envite of seat {seat}"
        if answer not in ENVITE_ANSWERS:
            raise RuleError(answer, place, "one of " + ", ".join(ENVITE_ANSWERS))
        self._verify_now(seat, answer, place)
        step = self._challenge(seat, answer, place).step
        if answer == "revoke" and step == self.rules.last_envite:
            raise RuleError(
                answer, place, f"no revoque after {envite_word(step)}, which is the match"
            )
        if answer == "accept" and self.ligas is None:
            raise RuleError(answer, place, "nothing as long as not all ligas are known")

    can_answer = asking(verify_answer)

    def answer(self, seat: int, answer: EnviteAnswer) -> None:
        """Answer an envite or a revoque."""
        self.verify_answer(seat, answer)
        caller, step, side = self._challenge(seat, answer, "answer")
        self.pending = None
        if answer == "run":
            self.winner = caller & 1
            return
        self.step = step
        if answer == "revoke":
            self.pending = Pending(seat, step + 1, 1 - side)
        else:
            self.best = best_seat(dict(enumerate(self.ligas or ())), self.players)
            self.winner = self.best & 1

    def _challenge(self, seat: int, answer: EnviteAnswer, place: str) -> Pending:
        """Return what waits for an answer, which this seat must be among those to give."""
        if self.pending is None:
            raise RuleError(answer, place, "only after somebody has opened, and before the answer")
        if seat & 1 != self.pending.side:
            raise RuleError(answer, place, "only the side that was challenged")
        return self.pending

    def _not_now(self) -> str | None:
        """Return why there is no envite now, ``None`` when there is."""
        if self.flores is None:
            return None
        if self.flores.sent:
            return "nothing, a flor that was sent cancels the envite"
        return None if self.flores.phase == "over" else "nothing before the flores are settled"

    def _verify_now(self, seat: int, given: str, place: str) -> None:
        if seat not in range(self.players):
            raise RuleError(seat, place, f"a seat from 0 to {self.players - 1}")
        refusal = self._not_now() or ("nothing, the envite is over" if self.over else None)
        if refusal is not None:
            raise RuleError(given, place, refusal)

    def _verify_turn(self, seat: int, given: str) -> None:
        place = f"envite of seat {seat}"
        self._verify_now(seat, given, place)
        if self.pending is not None:
            word = envite_word(self.pending.step)
            raise RuleError(given, place, f"nothing before {word} has been answered")
        if seat != self.turn:
            raise RuleError(given, place, f"nothing, it is the turn of seat {self.turn}")
