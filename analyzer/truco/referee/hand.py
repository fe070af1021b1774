"""One hand of any truco: its tricks and its calls, from the first card to the result.

Every action comes three times: ``verify_x`` raises ``RuleError`` with the
reason why it is not possible now, ``can_x`` answers yes or no, and ``x``
verifies and does it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from analyzer.core.actions import asking
from analyzer.core.cards import Deck
from analyzer.core.errors import CardError, RuleError
from analyzer.truco.options import TrucoRules
from analyzer.truco.tricks import TIED, hand_winner, trick_winner

Answer = Literal["ok", "run", "raise"]
ANSWERS: tuple[Answer, ...] = ("ok", "run", "raise")

DEALT = 3
"""Cards in a hand."""

_COVERED_STRENGTH = -1  # below every open card, equal to other covered cards


class Lay(NamedTuple):
    """A card on the table; ``card`` is ``None`` when only its owner knows it."""

    seat: int
    card: int | None
    covered: bool = False


class Trick(NamedTuple):
    """A finished trick: its cards in the order they fell, and what came of it.

    ``winner`` is side 0, side 1 or 2 for a tie.
    """

    leader: int
    lays: tuple[Lay, ...]
    winner: int
    next_leader: int


class Pending(NamedTuple):
    """An unanswered call: who called for which rung of the ladder, who must answer."""

    caller: int
    step: int
    side: int


class TrucoHand:
    """Three tricks and the calls on them, as every truco plays them.

    Seats count in playing order from the dealer, seat 0; seat 1 leads the first
    trick. A seat's side is its parity. A wing names its deck and says what is its
    own: which cards are dealt, whether some may be played face down.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2 or 4.
    hands
        The three cards dealt to each seat, or ``None`` for a seat whose cards are
        not known: it may then play any card that is not known to be elsewhere.
    strength
        The strength of every card, -1 for those out of play.
    all_tied
        Who wins three tied tricks: side 0, side 1 or 2 for nobody.
    tie_to_first
        Whether the seat that first played the highest card leads after a tie,
        and not the leader again.
    stake
        What the hand is worth before any further call; the lowest by default.
    calls_allowed
        False where nobody may raise the stake.

    Attributes
    ----------
    held
        The cards each seat still has, ``None`` for an unknown hand.
    table
        The trick under way, in the order in which its cards fell.
    tricks
        The finished tricks.
    leader
        The seat that leads the trick under way.
    stake
        What the hand is worth now; calls count once they are accepted.
    right
        The side that may call next, ``None`` for both.
    pending
        The call that waits for an answer.
    winner
        Side 0, side 1, 2 when nobody wins, ``None`` while the hand goes on.
    elsewhere
        The cards that a seat with an unknown hand cannot hold any more.

    Raises
    ------
    CardError
        When a card is dealt twice or is not in play.
    RuleError
        When players, stake or the number of hands do not fit the rules.
    """

    deck: ClassVar[Deck]
    rules: TrucoRules

    def __init__(
        self,
        rules: TrucoRules,
        *,
        players: int,
        hands: Sequence[Sequence[int] | None],
        strength: Sequence[int],
        all_tied: int,
        tie_to_first: bool = False,
        stake: int | None = None,
        calls_allowed: bool = True,
    ) -> None:
        if players not in (2, 4):
            raise RuleError(players, "players", "2 or 4")
        if len(hands) != players:
            raise RuleError(len(hands), "hands", f"one for each of the {players} players")
        if stake is not None:
            rules.verify_stake(stake)
        self.rules = rules
        self.players = players
        self.calls_allowed = calls_allowed
        self.stake = rules.ladder[0] if stake is None else stake
        self.held = [None if dealt is None else list(dealt) for dealt in hands]
        self.table: list[Lay] = []
        self.tricks: list[Trick] = []
        self.leader = 1
        self.right: int | None = None
        self.pending: Pending | None = None
        self.winner: int | None = None
        self.elsewhere = {card for dealt in hands if dealt is not None for card in dealt}
        self._strength = strength
        self._all_tied = all_tied
        self._tie_to_first = tie_to_first
        self._verify_dealt(hands)

    @property
    def turn(self) -> int | None:
        """The seat that is to play or call; ``None`` while nobody is."""
        return None if self.pending or self.winner is not None else self._to_play()

    @property
    def points(self) -> tuple[int, int]:
        """What the hand scores for side 0 and side 1; nothing while it goes on."""
        return (
            self.stake if self.winner == 0 else 0,
            self.stake if self.winner == 1 else 0,
        )

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards in play, dealt or not."""
        return tuple(card for card, strength in enumerate(self._strength) if strength >= 0)

    def strength(self, card: int) -> int:
        """Return the strength of a card, -1 when it is out of play."""
        return self._strength[card]

    def copy(self) -> Self:
        """Return an independent hand in the same state."""
        twin = copy.copy(self)
        twin.held = [None if cards is None else list(cards) for cards in self.held]
        twin.table = list(self.table)
        twin.tricks = list(self.tricks)
        twin.elsewhere = set(self.elsewhere)
        return twin

    # Cards

    def verify_play(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Raise ``RuleError`` unless the seat may play this card now.

        Parameters
        ----------
        seat
            Who plays.
        card
            Which card; ``None`` for a covered card of an unknown hand.
        covered
            Whether it is played face down.
        """
        self._verify_turn(seat, self._shown(card), place_of("play", seat))
        self._verify_card(seat, card, covered)

    can_play = asking(verify_play)

    def play(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Play a card; the fourth or second one ends the trick, and maybe the hand."""
        self.verify_play(seat, card, covered)
        self._lay(seat, card, covered)

    def legal_plays(self, seat: int) -> list[tuple[int | None, bool]]:
        """Return every card the seat may play now, with whether it is covered."""
        if seat != self.turn:
            return []
        cards = self.held[seat]
        faces = (False, True) if self._covered_refusal(seat) is None else (False,)
        if cards is not None:
            return [(card, covered) for covered in faces for card in cards]
        free = [card for card in self.cards if card not in self.elsewhere]
        plays: list[tuple[int | None, bool]] = [(c, covered) for covered in faces for c in free]
        return plays + [(None, True)] if True in faces else plays

    # Calls

    def verify_call(self, seat: int, step: int | None = None) -> None:
        """Raise ``RuleError`` unless the seat may call now.

        Parameters
        ----------
        seat
            Who calls.
        step
            The rung of the ladder that is called for; the next one by default.
        """
        self._verify_turn(seat, self._call_word(step), place_of("call", seat))
        self._verify_step(seat, "call", self.rules.ladder.index(self.stake) + 1, step)
        if self.right not in (None, seat & 1):
            raise RuleError(
                self._call_word(step), place_of("call", seat), "only the side that accepted last"
            )

    can_call = asking(verify_call)

    def call(self, seat: int, step: int | None = None) -> None:
        """Call for the next stake; the other side must answer."""
        self.verify_call(seat, step)
        self._ask(seat, self.rules.ladder.index(self.stake) + 1)

    def verify_answer(self, seat: int, answer: Answer) -> None:
        """Raise ``RuleError`` unless the seat may give this answer now.

        Parameters
        ----------
        seat
            Either player of the side that was called.
        answer
            ``"ok"`` accepts, ``"run"`` gives the hand up for what it was worth
            before the call, ``"raise"`` accepts and calls the next stake at once.
        """
        place = place_of("answer", seat)
        if answer not in ANSWERS:
            raise RuleError(answer, place, "one of " + ", ".join(ANSWERS))
        self._verify_seat(seat, place)
        step = self._called(seat, answer).step
        if answer == "raise":
            self._verify_step(seat, "answer", step + 1, None)

    can_answer = asking(verify_answer)

    def answer(self, seat: int, answer: Answer) -> None:
        """Answer the call that is pending."""
        self.verify_answer(seat, answer)
        caller, step, side = self._called(seat, answer)
        self.pending = None
        if answer == "run":
            self.winner = caller & 1
            return
        self.stake = self.rules.ladder[step]
        self.right = side
        if answer == "raise":
            self._ask(seat, step + 1)

    def legal_answers(self, seat: int) -> list[Answer]:
        """Return every answer the seat may give now."""
        return [answer for answer in ANSWERS if self.can_answer(seat, answer)]

    # What the rules say

    def _to_play(self) -> int:
        """Return the first seat from the leader on that has no card in this trick."""
        played = {lay.seat for lay in self.table}
        order = ((self.leader + place) % self.players for place in range(self.players))
        return next(seat for seat in order if seat not in played)

    def _lay(self, seat: int, card: int | None, covered: bool) -> None:
        held = self.held[seat]
        if held is not None and card is not None:
            held.remove(card)
        if card is not None:
            self.elsewhere.add(card)
        self.table.append(Lay(seat, card, covered))
        if len(self.table) == self.players:
            self._finish_trick()

    def _finish_trick(self) -> None:
        winner, first = trick_winner(
            [lay.seat for lay in self.table], [self._strength_on_table(lay) for lay in self.table]
        )
        same_leads = winner == TIED and not self._tie_to_first
        next_leader = self.leader if same_leads else first
        self.tricks.append(Trick(self.leader, tuple(self.table), winner, next_leader))
        self.leader = next_leader
        self.table = []
        self.winner = hand_winner([trick.winner for trick in self.tricks], self._all_tied)

    def _strength_on_table(self, lay: Lay) -> int:
        if lay.covered or lay.card is None:
            return _COVERED_STRENGTH
        return self._strength[lay.card]

    def _ask(self, seat: int, step: int) -> None:
        self.pending = Pending(seat, step, 1 - (seat & 1))

    # What a wing says

    def _covered_refusal(self, seat: int) -> str | None:  # noqa: ARG002 - for those that allow it
        """Return why this seat cannot cover its card now, ``None`` when it can."""
        return "open: the rules have no covered cards"

    @property
    def _deck_name(self) -> str:
        """What errors call the cards that are played with."""
        return "deck"

    def _verify_dealable(self, card: int, place: str) -> None:
        """Raise ``CardError`` unless a player may be dealt the card."""
        if card not in self.cards:
            raise CardError(self._shown(card), place, f"a card of the {self._deck_name}")

    # Refusals

    def _verify_dealt(self, hands: Iterable[Sequence[int] | None]) -> None:
        seen: set[int] = set()
        for seat, dealt in enumerate(hands):
            if dealt is None:
                continue
            place = place_of("hand", seat)
            if len(dealt) != DEALT:
                raise CardError(self.deck.names(dealt), place, f"{DEALT} cards")
            for card in dealt:
                self._verify_dealable(card, place)
                if card in seen:
                    raise CardError(self.deck.name(card), place, "each card only once")
                seen.add(card)

    def _verify_seat(self, seat: int, place: str) -> None:
        if seat not in range(self.players):
            raise RuleError(seat, place, f"a seat from 0 to {self.players - 1}")

    def _verify_going_on(self, seat: int, given: str, place: str) -> None:
        self._verify_seat(seat, place)
        if self.winner is not None:
            raise RuleError(given, place, "nothing, the hand is over")
        if self.pending is not None:
            word = self.rules.calls[self.pending.step - 1]
            raise RuleError(given, place, f"nothing before {word} has been answered")

    def _verify_turn(self, seat: int, given: str, place: str) -> None:
        self._verify_going_on(seat, given, place)
        if seat != self._to_play():
            raise RuleError(given, place, f"nothing, it is the turn of seat {self._to_play()}")

    def _called(self, seat: int, answer: Answer) -> Pending:
        """Return the pending call, which this seat must be among those to answer."""
        place = place_of("answer", seat)
        if self.pending is None:
            raise RuleError(answer, place, "only after a call that nobody has answered")
        if seat & 1 != self.pending.side:
            raise RuleError(answer, place, "only the side that was called")
        return self.pending

    def _verify_card(self, seat: int, card: int | None, covered: bool) -> None:
        place = place_of("play", seat)
        if covered:
            refusal = self._covered_refusal(seat)
            if refusal is not None:
                raise RuleError(self._shown(card), place, refusal)
        held = self.held[seat]
        if card is None:
            if held is not None or not covered:
                raise RuleError(self._shown(card), place, "which card it is")
        elif held is not None:
            if card not in held:
                raise RuleError(
                    self._shown(card), place, f"one of its cards {self.deck.names(held)}"
                )
        elif card in self.elsewhere:
            raise RuleError(self._shown(card), place, "a card that is nowhere else")
        elif card not in self.cards:
            raise RuleError(self._shown(card), place, f"a card of the {self._deck_name}")

    def _verify_step(self, seat: int, action: str, following: int, step: int | None) -> None:
        """Verify that there is a next stake, that it is the one asked for, and permitted."""
        place = place_of(action, seat)
        if not self.calls_allowed:
            raise RuleError(self._call_word(step), place, "no calls in this hand")
        if following == len(self.rules.ladder):
            raise RuleError(self._call_word(step), place, f"no call above {self.rules.ladder[-1]}")
        if step not in (None, following):
            raise RuleError(self._call_word(step), place, self.rules.calls[following - 1])

    def _call_word(self, step: int | None) -> str:
        calls = self.rules.calls
        if step is None:
            return "call"
        return calls[step - 1] if 1 <= step <= len(calls) else f"step {step}"

    def _shown(self, card: int | None) -> str:
        if card is None:
            return "xx"
        return self.deck.name(card) if 0 <= card < len(self.deck) else str(card)


def place_of(action: str, seat: int) -> str:
    """Return where something was done, for errors."""
    return f"{action} of seat {seat}"
