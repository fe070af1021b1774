"""What every match of truco has: players who stay, a deal that moves on, a score.

A player keeps his number through the match while the deal moves on. Seats, as in
``TrucoHand``, count from the dealer of each hand; the errors that come from a
hand speak of seats. A team is the parity of its players.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from analyzer.core.actions import asking
from analyzer.core.cards import Deck
from analyzer.core.errors import RuleError
from analyzer.truco.options import TrucoRules
from analyzer.truco.referee.hand import Answer, TrucoHand
from analyzer.truco.referee.transcript import PLAYERS, Transcript
from analyzer.truco.tricks import TIED

H = TypeVar("H", bound=TrucoHand)


class MatchTable(ABC, Generic[H]):
    """The table at which a match is played; what a hand goes through, its game says.

    Parameters
    ----------
    rules
        How the game is played.
    deck
        Its cards.
    title
        What the transcript calls the game.
    players
        2, or 4 in two pairs that sit opposite each other.
    rng
        Where chance comes from, or a seed; the same seed gives the same match.
    score
        Points of team 0 and team 1 at the start.
    dealer
        Who deals first; the player after him plays first.
    names
        What the players are called in the transcript.

    Attributes
    ----------
    phase
        What comes next; ``"deal"`` before a hand, ``"play"`` during its tricks,
        ``"over"`` after the match, and what else the game knows.
    hand
        The hand under way, or the one that was finished last.
    number
        How many hands have been begun.
    winner
        The team that has won the match, ``None`` before.
    transcript
        What happened, as text.

    Raises
    ------
    RuleError
        When players, score, dealer or names do not fit the rules.
    """

    rules: TrucoRules
    phase: str
    hand: H | None

    def __init__(
        self,
        rules: TrucoRules,
        deck: Deck,
        title: str,
        *,
        players: int,
        rng: random.Random | int,
        score: tuple[int, int],
        dealer: int,
        names: Sequence[str] | None,
    ) -> None:
        if players not in (2, 4):
            raise RuleError(players, "players", "2 or 4")
        names = PLAYERS[:players] if names is None else names
        if len(names) != players:
            raise RuleError(len(names), "names", f"one for each of the {players} players")
        if dealer not in range(players):
            raise RuleError(dealer, "dealer", f"a player from 0 to {players - 1}")
        if len(score) != 2 or any(points not in range(rules.target) for points in score):
            raise RuleError(score, "score", f"two numbers from 0 to {rules.target - 1}")
        self.rules = rules
        self.players = players
        # A seed that can be repeated is the point here, not a secret one.
        self.rng = rng if isinstance(rng, random.Random) else random.Random(rng)  # noqa: S311
        self.dealer = dealer
        self.phase = "deal"
        self.hand = None
        self.number = 0
        self.winner: int | None = None
        self.transcript = Transcript(names, deck)
        self._score = [*score]
        self.transcript.head(f"{title} to {rules.target} points, {rules.style}")

    @property
    def score(self) -> tuple[int, int]:
        """The points of team 0 and team 1."""
        return self._score[0], self._score[1]

    def player_at(self, seat: int) -> int:
        """Return the player at a seat of the hand under way."""
        return (self.dealer + seat) % self.players

    def seat_of(self, player: int) -> int:
        """Return the seat of a player in the hand under way."""
        if player not in range(self.players):
            raise RuleError(player, "player", f"from 0 to {self.players - 1}")
        return (player - self.dealer) % self.players

    # Answers to calls

    def verify_answer(self, player: int, answer: Answer) -> None:
        """Raise ``RuleError`` unless the player may give this answer now."""
        hand, seat = self._at_table(player, "answer")
        hand.verify_answer(seat, answer)

    can_answer = asking(verify_answer)

    def answer(self, player: int, answer: Answer) -> None:
        """Answer a call, and score the hand when that ends it."""
        self.verify_answer(player, answer)
        hand, seat = self._at_table(player, "answer")
        hand.answer(seat, answer)
        if answer == "raise":
            self._say_call(hand, player)
        elif answer == "ok":
            self.transcript.say(player, f"accepts for {hand.stake}")
        else:
            self.transcript.say(player, "runs")
            self._end_hand(hand)

    # What follows from it

    @abstractmethod
    def _begin_hand(self) -> None:
        """Prepare the next deal."""

    @abstractmethod
    def _end_hand(self, hand: H) -> None:
        """Score a hand whose tricks and calls are over, and go on."""

    def _team(self, seat: int) -> int:
        return self.player_at(seat) % 2

    def _say_call(self, hand: H, player: int) -> None:
        if hand.pending is not None:
            self.transcript.say(player, f"calls {self.rules.calls[hand.pending.step - 1]}")

    def _after_card(self, hand: H, tricks_before: int) -> None:
        if len(hand.tricks) == tricks_before:
            return
        winner = hand.tricks[-1].winner
        self.transcript.end_trick(TIED if winner == TIED else self._team(winner))
        if hand.winner is not None:
            self._end_hand(hand)

    def _score_points(self, team: int, points: int) -> bool:
        """Add to a team's score, and return whether that wins it the match."""
        self._score[team] += points
        if self._score[team] < self.rules.target:
            return False
        self._finish_match(team)
        return True

    def _next_hand(self) -> None:
        self.dealer = self.player_at(1)
        self._begin_hand()

    def _finish_match(self, team: int) -> None:
        self._score[team] = self.rules.target
        self.phase = "over"
        self.winner = team
        self._tell_end(team)

    def _tell_end(self, team: int) -> None:
        self.transcript.end(team, self._score)

    # Refusals

    def _verify_hands(self, hands: Sequence[Sequence[int]]) -> None:
        if len(hands) != self.players:
            raise RuleError(len(hands), "hands", f"one for each of the {self.players} players")

    def _verify_phase(self, phase: str, given: str, place: str) -> None:
        if self.phase != phase:
            raise RuleError(given, place, f"nothing, what comes now is: {self.phase}")

    def _at_table(self, player: int, action: str, phase: str = "play") -> tuple[H, int]:
        """Return the hand under way and the seat of a player who wants to act in it."""
        place = f"{action} of player {player}"
        self._verify_phase(phase, action, place)
        seat = self.seat_of(player)
        if self.hand is None:
            raise RuleError(action, place, "nothing before the deal")
        return self.hand, seat
