"""The first phase of a hand: who has a flor, who sends it, and what comes of it [6-9]."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Literal, Self

from analyzer.boricua.cards import card_names, flor
from analyzer.boricua.referee.seats import best_seat, from_mano
from analyzer.boricua.rules import FLOR, FLOR_AGAINST_FLOR, Rules
from analyzer.core.actions import asking
from analyzer.core.errors import RuleError

MANO = 1
"""The seat that speaks first."""


class Flores:
    """Announcements in turn from mano, then sending or silence in turn from mano.

    Parameters
    ----------
    rules
        How the game is played.
    hands
        The three cards of each seat, dealer first.

    Attributes
    ----------
    totals
        The flor of each seat, ``None`` where there is none.
    announced
        What each seat has said, by seat; mano is missing when he passes a ley.
    sent
        The seats whose flor was sent, in that order; at most one of each side.
    """

    def __init__(self, rules: Rules, hands: Sequence[Sequence[int]]) -> None:
        self.players = len(hands)
        self.totals = tuple(flor(cards) for cards in hands)
        self.announced: dict[int, bool] = {}
        self.sent: list[int] = []
        order = from_mano(self.players)
        self._hands = tuple(tuple(cards) for cards in hands)
        says = [seat for seat in order if seat != MANO or not rules.mano_a_ley]
        self._to_announce = tuple(says)
        holders = [seat for seat in order if self.totals[seat] is not None]
        # Partners decide together, at the turn of the one nearer mano [7].
        nearest = {side: [seat for seat in holders if seat & 1 == side][:1] for side in (0, 1)}
        self._to_decide = tuple(seat for seat in holders if seat in nearest[seat & 1])

    @property
    def phase(self) -> Literal["announce", "send", "over"]:
        """What comes next: ``"announce"``, ``"send"``, or ``"over"``."""
        if self._to_announce:
            return "announce"
        return "send" if self._to_decide else "over"

    @property
    def turn(self) -> int | None:
        """The seat that is to say whether it has a flor, or to send it; ``None`` after that."""
        return next(iter(self._to_announce or self._to_decide), None)

    @property
    def winner(self) -> int | None:
        """The side that wins with a flor that was sent, ``None`` before and without one [8]."""
        if self.phase != "over" or not self.sent:
            return None
        return best_seat({seat: self.totals[seat] or 0 for seat in self.sent}, self.players) & 1

    @property
    def points(self) -> int:
        """What the winner scores [8]."""
        if self.winner is None:
            return 0
        return FLOR if len(self.sent) == 1 else FLOR_AGAINST_FLOR

    @property
    def owing(self) -> tuple[int, ...]:
        """The sides that owe the price of an announced flor that was not sent [9].

        Those of mano cost nothing, nor does the second one of a side that sent the other.
        """
        if self.phase != "over":
            return ()
        sides = {seat & 1 for seat, has in self.announced.items() if has and seat != MANO}
        return tuple(sorted(sides - {seat & 1 for seat in self.sent}))

    def copy(self) -> Self:
        """Return independent flores in the same state."""
        twin = copy.copy(self)
        twin.announced = dict(self.announced)
        twin.sent = list(self.sent)
        return twin

    def verify_announce(self, seat: int, has: bool) -> None:
        """Raise ``RuleError`` unless the seat may say this about its flor now [6].

        Parameters
        ----------
        seat
            Who speaks.
        has
            Whether he says that he has a flor; it must be true.
        """
        place = f"announcement of seat {seat}"
        said = "flor" if has else "no flor"
        self._verify_phase("announce", said, place)
        if seat != self.turn:
            raise RuleError(said, place, f"nothing, it is the turn of seat {self.turn}")
        if has != (self.totals[seat] is not None):
            truth = "no flor" if has else "a flor"
            raise RuleError(said, place, f"the truth: {card_names(self._hands[seat])} is {truth}")

    can_announce = asking(verify_announce)

    def announce(self, seat: int, has: bool) -> None:
        """Say whether the seat has a flor."""
        self.verify_announce(seat, has)
        self._to_announce = self._to_announce[1:]
        self.announced[seat] = has

    def verify_send(self, seat: int, owner: int | None = None) -> None:
        """Raise ``RuleError`` unless the seat may send a flor now [7].

        Parameters
        ----------
        seat
            Who speaks: of partners who both hold a flor, either.
        owner
            Whose flor it is, his own or his partner's; his own by default.
        """
        self._verify_decide(seat, "send")
        if owner is not None and owner not in self.choices:
            held = " or ".join(str(one) for one in self.choices)
            raise RuleError(
                owner, f"flor of seat {seat}", f"one that its side holds, of seat {held}"
            )

    can_send = asking(verify_send)

    def send(self, seat: int, owner: int | None = None) -> None:
        """Send a flor for the side."""
        self.verify_send(seat, owner)
        self.sent.append(seat if owner is None else owner)
        self._to_decide = self._to_decide[1:]

    def verify_keep_silent(self, seat: int) -> None:
        """Raise ``RuleError`` unless the seat may keep its side's flor to itself now [7]."""
        self._verify_decide(seat, "silence")

    can_keep_silent = asking(verify_keep_silent)

    def keep_silent(self, seat: int) -> None:
        """Send no flor of the side."""
        self.verify_keep_silent(seat)
        self._to_decide = self._to_decide[1:]

    @property
    def choices(self) -> tuple[int, ...]:
        """The seats whose flor the side that decides now may send, nearest to mano first."""
        if self.phase != "send" or self.turn is None:
            return ()
        pair = dict.fromkeys((self.turn, self._partner_of(self.turn)))
        return tuple(seat for seat in pair if self.totals[seat] is not None)

    def _partner_of(self, seat: int) -> int:
        return (seat + 2) % self.players

    def _verify_decide(self, seat: int, given: str) -> None:
        place = f"flor of seat {seat}"
        self._verify_phase("send", given, place)
        if seat not in self.choices:
            raise RuleError(given, place, f"nothing, it is the turn of seat {self.turn}")

    def _verify_phase(self, phase: str, given: str, place: str) -> None:
        if self.phase != phase:
            now = {
                "announce": "not all have said whether they have a flor",
                "send": "all have said whether they have a flor",
                "over": "the flores are settled",
            }[self.phase]
            raise RuleError(given, place, f"nothing, {now}")
