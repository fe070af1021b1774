"""Follows a played sequence on the referee's table, as one player saw it.

The rules live in the referee. What is added here is the point of view: whose
card a card can be, and errors that count positions instead of seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NoReturn

from analyzer.core.errors import InputError, RuleError, SituationError
from analyzer.truco.referee.hand import DEALT, Pending, TrucoHand
from analyzer.truco.situation.notation import COVER, OK, PART, RUN, UNSEEN, Word


@dataclass(kw_only=True)
class Replay:
    """A hand in progress and what one player knows about it.

    Attributes
    ----------
    hand
        The referee's hand; the words are played on it.
    seat
        The seat of the one who asks.
    mine
        The cards dealt to that seat.
    partner
        Cards known to be dealt to the partner.
    seen
        Cards known to be out of play.
    """

    hand: TrucoHand
    seat: int
    mine: tuple[int, ...]
    partner: tuple[int, ...]
    seen: tuple[int, ...]
    _partner_open: set[int] = field(default_factory=set)
    _partner_hidden: int = 0
    _parts: int = 0

    def follow(self, words: Sequence[Word]) -> None:
        """Play the words one after another.

        Raises
        ------
        InputError
            For the first word that cannot stand where it does.
        """
        for word in words:
            self._verify_going_on(word)
            if word.kind == "part":
                self._part(word)
                continue
            if len(self.hand.tricks) > self._parts:
                raise SituationError(
                    word.text, word.place, f"{PART} before it, because the trick is complete"
                )
            if word.kind == "call":
                self._call(word)
            elif word.kind == "answer":
                self._answer(word)
            else:
                self._play(word)

    def call(self, word: Word, *, opening: bool = False) -> None:
        """Let a call end the story so far.

        Parameters
        ----------
        word
            The call.
        opening
            Whether no card or call precedes it. Then it comes from the first
            opponent in playing order, on turn or not; otherwise from the one who
            is to play, or raises the call before it.

        Raises
        ------
        InputError
            When that is not what can be called now.
        """
        self._verify_going_on(word)
        if not opening:
            self._call(word)
            return
        step = self._following_step(word, opening=True)
        caller = next(s for s in range(1, self.hand.players + 1) if (s ^ self.seat) & 1)
        self.hand.pending = Pending(caller % self.hand.players, step, self.seat & 1)

    def unseen(self) -> tuple[int, ...]:
        """Return the cards whose place is unknown: in other hands, in the pack, covered."""
        known = self.hand.elsewhere.union(self.partner, self.seen)
        return tuple(card for card in self.hand.cards if card not in known)

    def partner_left(self) -> tuple[int, ...]:
        """Return the known cards that the partner still holds."""
        return tuple(card for card in self.partner if card not in self._partner_open)

    def name(self, seat: int) -> str:
        """Return how errors speak of a seat."""
        position = f"position {seat or self.hand.players}"
        if seat == self.seat:
            return f"{position} (you)"
        return f"{position} (your partner)" if (seat ^ self.seat) & 1 == 0 else position

    def answers(self) -> str:
        """Return the answers to the call that is pending, as errors list them."""
        calls = self.hand.rules.calls
        pending = self.hand.pending
        raises = calls[pending.step : pending.step + 1] if pending else ()
        return " or ".join((OK, RUN, *raises))

    def _verify_going_on(self, word: Word) -> None:
        if self.hand.winner is not None:
            self._refuse(word, "nothing, the hand is over")

    def _part(self, word: Word) -> None:
        if self._parts == len(self.hand.tricks):
            count = len(self.hand.table)
            raise SituationError(
                PART, word.place, f"after a whole trick; {count} of {self.hand.players} cards lie"
            )
        self._parts += 1

    def _play(self, word: Word) -> None:
        seat = self.hand.turn
        if seat is None:
            self._refuse(word, f"first {self.answers()}, to the call")
        if seat == self.seat:
            self._verify_mine(word)
        else:
            self._verify_theirs(word, seat)
        try:
            self.hand.play(seat, word.card, covered=word.kind == "covered")
        except InputError as error:
            self._refuse(word, f"{error.allowed} ({self.name(seat)} plays)")

    def _verify_mine(self, word: Word) -> None:
        cards = self.hand.deck.names(self.hand.held[self.seat] or ())
        if word.card is None:
            self._refuse(word, f"{COVER} and the card, of {cards}: {self.name(self.seat)} plays")
        if word.card not in self.mine:
            self._refuse(word, f"one of {cards}: {self.name(self.seat)} plays")

    def _verify_theirs(self, word: Word, seat: int) -> None:
        of_partner = (seat ^ self.seat) & 1 == 0
        if word.card in self.mine:
            self._refuse(word, f"no card of yours: {self.name(seat)} plays")
        if word.card in self.seen:
            self._refuse(word, "no card that is known to be out (seen)")
        if of_partner:
            self._verify_partner(word, seat)
        elif word.card in self.partner:
            self._refuse(word, f"no card of your partner: {self.name(seat)} plays")
        elif word.kind == "covered" and word.card is not None:
            self._refuse(word, f"{UNSEEN}: {self.name(seat)} covers a card that you do not see")

    def _verify_partner(self, word: Word, seat: int) -> None:
        """Verify the partner's card, and keep account of what he has shown.

        His covered card is taken to be one that I do not know, unless it is named.
        """
        if word.kind == "covered" and word.card is not None and word.card not in self.partner:
            self._refuse(word, f"{UNSEEN}, or {COVER} and a known card of {self.name(seat)}")
        shown = self._partner_open if word.card is None else self._partner_open | {word.card}
        hidden = self._partner_hidden + (word.card is None)
        if len(shown.union(self.partner)) + hidden > DEALT:
            cover = COVER if word.kind == "covered" else ""
            known = " ".join(cover + self.hand.deck.name(card) for card in self.partner_left())
            self._refuse(word, f"one of the known cards {known} of {self.name(seat)}")
        self._partner_open = shown
        self._partner_hidden = hidden

    def _call(self, word: Word) -> None:
        step = self._following_step(word)
        pending, seat = self.hand.pending, self.hand.turn
        if pending is not None:
            self.hand.answer(self._speaker(pending), "raise")
        elif seat is not None:
            if self.hand.right not in (None, seat & 1):
                self._refuse(word, f"no call by {self.name(seat)}, whose side called last")
            self.hand.call(seat, step)

    def _following_step(self, word: Word, *, opening: bool = False) -> int:
        """Return the rung that may be called now, which must be the one of the word."""
        hand = self.hand
        if not hand.calls_allowed:
            self._refuse(word, "no calls: at this score the hand is played without them")
        pending = hand.pending
        step = (pending.step if pending else hand.rules.ladder.index(hand.stake)) + 1
        if step == len(hand.rules.ladder):
            self._refuse(word, f"no call above {hand.rules.ladder[-1]}")
        allowed = hand.rules.calls[step - 1]
        if word.text != allowed:
            why = f"the hand is worth {hand.stake}"
            if pending:
                why = f"the call before it is {hand.rules.calls[step - 2]}"
            elif opening:
                needed = hand.rules.ladder[hand.rules.step_of_call(word.text) - 1]
                why += f"; with --stake {needed} {word.text} can be called"
            self._refuse(word, f"only {allowed}, {why}")
        return step

    def _answer(self, word: Word) -> None:
        pending = self.hand.pending
        if pending is None:
            self._refuse(word, "only after a call")
        answer: Literal["ok", "run"] = "ok" if word.text == OK else "run"
        self.hand.answer(self._speaker(pending), answer)

    def _speaker(self, pending: Pending) -> int:
        """Return who answers for the side that was called: the next in playing order."""
        return (pending.caller + 1) % self.hand.players

    def _refuse(self, word: Word, allowed: str) -> NoReturn:
        raise RuleError(word.text, word.place, allowed)
