"""The situation of one player of any truco: his cards, what he has seen, what he asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from analyzer.core.errors import InputError, SituationError
from analyzer.truco.options import TrucoRules
from analyzer.truco.referee.hand import TrucoHand
from analyzer.truco.situation.notation import Notation, Word, words_text
from analyzer.truco.situation.replay import Replay
from analyzer.truco.situation.state import TableState, table_state


@dataclass(frozen=True, kw_only=True)
class TrucoSituation(ABC):
    """What one player knows when asking a question.

    A wing adds what else there is to know, fills in what was left out, and checks
    everything when the object is made, so that what exists can be played.

    Parameters
    ----------
    question
        What is asked.
    rules
        How the game is played.
    hand
        The cards I was dealt, also those I have played since.
    players
        2 or 4.
    position
        When I play in the first trick: 1 leads, the last one deals. 0 stands for
        the usual position of the question and becomes it.
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
    """

    strengths: ClassVar[int]
    """How many different strengths the cards of the game have."""

    question: str = "hand"
    rules: TrucoRules
    hand: tuple[int, ...]
    players: int = 2
    position: int = 0
    partner: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    played: str = ""
    call: str | None = None
    stake: int = 0
    score: tuple[int, int] | None = None
    _now: Replay | None = field(default=None, init=False, repr=False, compare=False)

    def replay(self) -> TrucoHand:
        """Return a fresh hand as everybody saw it, the unknown cards unknown.

        There is none for questions that are asked before the deal.
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
    def score_text(self) -> str:
        """The score as it is written, ``9-8``; empty when there is none."""
        return "" if self.score is None else f"{self.score[0]}-{self.score[1]}"

    def words(self) -> list[Word]:
        """Return what was played and said, word by word, an unanswered call at the end."""
        words = self._notation().read(self.played)
        return words if self.call is None else [*words, Word("call", self.call, "call")]

    def table_state(self) -> TableState:
        """Return the hand in progress in seats and strengths, as kernels take it."""
        return table_state(self._at_table, self.strengths)

    @abstractmethod
    def _notation(self) -> Notation:
        """Return how hands are written."""

    @abstractmethod
    def _dealt(self, stake: int) -> TrucoHand:
        """Return the hand before the first card, my cards alone being known."""

    @abstractmethod
    def _lowest_stake(self) -> int:
        """Return what the hand is worth before anybody has called."""

    @abstractmethod
    def _verify_now(self, now: Replay, call: Word | None) -> None:
        """Raise ``InputError`` unless the question can be asked after this."""

    @property
    def _at_table(self) -> Replay:
        if self._now is None:
            raise SituationError(self.question, "question", "one that is asked after the deal")
        return self._now

    def _set(self, **values: object) -> None:
        """Fill in what follows from the rest, while the object is being made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _follow(self, said: int) -> None:
        """Follow ``played`` and ``call``, verify where they lead, and keep it.

        Parameters
        ----------
        said
            The stake as it was given, 0 when it was not.
        """
        words = self._notation().read(self.played)
        call = None if self.call is None else Word("call", self.call, "call")
        spoken = bool(words) and words[-1].kind == "call" and self.call in (None, words[-1].text)
        if spoken:
            call = words.pop()
        called_before = any(word.kind == "call" for word in words)
        stake = self._lowest_stake() if called_before else self.stake
        now = self._start(stake)
        try:
            now.follow(words)
        except InputError as error:
            raise self._elsewhere(error, stake, words) from None
        if spoken and call is not None:
            now.follow([call])
        elif call is not None:
            now.call(call, opening=not words)
        self._verify_now(now, call)
        if said not in (0, now.hand.stake):
            raise SituationError(said, "stake", f"{now.hand.stake}, which follows from played")
        if words and words[-1].kind == "part":
            words.pop()
        self._set(played=words_text(words), call=call and call.text, stake=now.hand.stake, _now=now)

    def _elsewhere(self, error: InputError, stake: int, words: list[Word]) -> InputError:
        """Return an error about what was played, with the positions where it would fit."""
        positions = range(1, self.players + 1)
        fitting = [str(position) for position in positions if self._fits(position, stake, words)]
        if not fitting:
            return error
        led = "you" if fitting == ["1"] else "they" if self.players == 2 else "others"
        either = ", ".join(fitting[:-1]) + " or " * (len(fitting) > 1) + fitting[-1]
        remedy = f"if {led} led, add --position {either}"
        return SituationError(error.given, error.place, f"{error.allowed}; {remedy}")

    def _fits(self, position: int, stake: int, words: list[Word]) -> bool:
        """Return whether what was played could be, if the one who asks sat elsewhere."""
        here = self.position
        self._set(position=position)
        try:
            self._start(stake).follow(words)
        except InputError:
            return False
        finally:
            self._set(position=here)
        return True

    def _start(self, stake: int) -> Replay:
        """Return the hand before the first card, as the one who asks sees it."""
        return Replay(
            hand=self._dealt(stake),
            seat=self.my_seat,
            mine=self.hand,
            partner=self.partner,
            seen=self.seen,
        )

    def _my_hand_alone(self) -> list[tuple[int, ...] | None]:
        """Return the hands by seat, unknown but for mine."""
        return [self.hand if seat == self.my_seat else None for seat in range(self.players)]
