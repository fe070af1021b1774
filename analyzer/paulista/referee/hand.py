"""One hand: its tricks and its calls, from the first card to the result.

Every action comes three times: ``verify_x`` raises ``RuleError`` with the
reason why it is not possible now, ``can_x`` answers yes or no, and ``x``
verifies and does it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

from analyzer.core.actions import asking
from analyzer.core.errors import CardError, RuleError
from analyzer.paulista.cards import (
    DECK,
    card_name,
    deck_cards,
    strength_of_cards,
    verify_in_deck,
    verify_vira,
)
from analyzer.paulista.rules import Rules
from analyzer.truco.tricks import TIED, hand_winner, trick_winner

Answer = Literal["ok", "run", "raise"]
ANSWERS: tuple[Answer, ...] = ("ok", "run", "raise")

DEALT = 3
"""Cards in a hand [8]."""

_ALL_TIED = {"dealer": 0, "mano": 1, "none": TIED}
_COVERED_STRENGTH = -1  # below every open card, equal to other covered cards [13]


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


class Hand:
    """One hand of Truco Paulista.

    Seats count in playing order from the dealer, seat 0; seat 1, the *mão*,
    leads the first trick [7]. A seat's side is its parity.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2 or 4.
    vira
        The card turned up; ``None`` with fixed manilhas.
    hands
        The three cards dealt to each seat, or ``None`` for a seat whose cards are
        not known: it may then play any card that is not known to be elsewhere.
    stake
        What the hand is worth before any further call; the lowest by default.
    calls_allowed
        False where nobody may raise the stake [17, 18].
    blind
        True where nobody sees any card, so that none is covered on purpose [18].

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
    barred
        The seats that may not call for the rest of this trick [19].

    Raises
    ------
    CardError
        When a card is dealt twice, is the vira, or does not belong to the deck.
    RuleError
        When players, stake or the number of hands do not fit the rules.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        players: int,
        vira: int | None,
        hands: Sequence[Sequence[int] | None],
        stake: int | None = None,
        calls_allowed: bool = True,
        blind: bool = False,
    ) -> None:
        if players not in (2, 4):
            raise RuleError(players, "players", "2 or 4")
        if len(hands) != players:
            raise RuleError(len(hands), "hands", f"one for each of the {players} players")
        if stake is not None:
            rules.verify_stake(stake)
        verify_vira(rules, vira)
        _verify_dealt(rules, vira, hands)
        self.rules = rules
        self.players = players
        self.vira = vira
        self.calls_allowed = calls_allowed
        self.blind = blind
        self.stake = rules.ladder[0] if stake is None else stake
        self.held = [None if dealt is None else list(dealt) for dealt in hands]
        self.table: list[Lay] = []
        self.tricks: list[Trick] = []
        self.leader = 1
        self.right: int | None = None
        self.pending: Pending | None = None
        self.winner: int | None = None
        self._strength = strength_of_cards(rules, vira)
        self.elsewhere = {card for dealt in hands if dealt is not None for card in dealt}
        if vira is not None:
            self.elsewhere.add(vira)
        self.barred: set[int] = set()

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

    def copy(self) -> Self:
        """Return an independent hand in the same state."""
        twin = copy.copy(self)
        twin.held = [None if cards is None else list(cards) for cards in self.held]
        twin.table = list(self.table)
        twin.tricks = list(self.tricks)
        twin.elsewhere = set(self.elsewhere)
        twin.barred = set(self.barred)
        return twin

    # Cards

    def verify_play(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Raise ``RuleError`` unless the seat may play this card now [10, 13].

        Parameters
        ----------
        seat
            Who plays.
        card
            Which card; ``None`` for a covered card of an unknown hand.
        covered
            Whether it is played face down.
        """
        self._verify_turn(seat, _shown(card), _place("play", seat))
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
        free = [card for card in deck_cards(self.rules) if card not in self.elsewhere]
        plays: list[tuple[int | None, bool]] = [(c, covered) for covered in faces for c in free]
        return plays + [(None, True)] if True in faces else plays

    def verify_play_out_of_turn(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Raise ``RuleError`` unless the seat can expose this card before its turn [19]."""
        place = _place("card out of turn", seat)
        self._verify_going_on(seat, _shown(card), place)
        if seat == self._to_play():
            raise RuleError(_shown(card), place, "only a seat whose turn it is not")
        if any(lay.seat == seat for lay in self.table):
            raise RuleError(_shown(card), place, "one card a trick, and this seat has played")
        self._verify_card(seat, card, covered)

    can_play_out_of_turn = asking(verify_play_out_of_turn)

    def play_out_of_turn(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Leave a card played out of turn on the table [19].

        It is its owner's card of this trick; the owner has no further turn and no
        right to call or raise until the trick is over.
        """
        self.verify_play_out_of_turn(seat, card, covered)
        self.barred.add(seat)
        self._lay(seat, card, covered)

    # Calls

    def verify_call(self, seat: int, step: int | None = None) -> None:
        """Raise ``RuleError`` unless the seat may call now [14].

        Parameters
        ----------
        seat
            Who calls.
        step
            The rung of the ladder that is called for; the next one by default.
        """
        self._verify_turn(seat, self._call_word(step), _place("call", seat))
        self._verify_step(seat, "call", self.rules.ladder.index(self.stake) + 1, step)
        if self.right not in (None, seat & 1):
            raise RuleError(
                self._call_word(step), _place("call", seat), "only the side that accepted last"
            )

    can_call = asking(verify_call)

    def call(self, seat: int, step: int | None = None) -> None:
        """Call for the next stake; the other side must answer."""
        self.verify_call(seat, step)
        self._ask(seat, self.rules.ladder.index(self.stake) + 1)

    def verify_answer(self, seat: int, answer: Answer) -> None:
        """Raise ``RuleError`` unless the seat may give this answer now [14].

        Parameters
        ----------
        seat
            Either player of the side that was called.
        answer
            ``"ok"`` accepts, ``"run"`` gives the hand up for what it was worth
            before the call, ``"raise"`` accepts and calls the next stake at once.
        """
        place = _place("answer", seat)
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
        same_leads = winner == TIED and self.rules.tie_lead == "leader"  # [11]
        next_leader = self.leader if same_leads else first
        self.tricks.append(Trick(self.leader, tuple(self.table), winner, next_leader))
        self.leader = next_leader
        self.table = []
        self.barred = set()
        self.winner = hand_winner(
            [trick.winner for trick in self.tricks], _ALL_TIED[self.rules.all_tied]
        )

    def _strength_on_table(self, lay: Lay) -> int:
        if lay.covered or lay.card is None:
            return _COVERED_STRENGTH
        return self._strength[lay.card]

    def _ask(self, seat: int, step: int) -> None:
        self.pending = Pending(seat, step, 1 - (seat & 1))

    def _covered_refusal(self, seat: int) -> str | None:
        """Return why this seat cannot cover its card now, ``None`` when it can [13]."""
        if self.rules.covered == "never":
            return "open: the rules have no covered cards"
        if self.blind:
            return "open: nobody has seen the cards"
        if not self.tricks:
            return "open: cards are covered from the second trick on"
        if self.rules.covered == "follow" and seat == self.leader:
            return "open: the leader of a trick does not cover"
        return None

    # Refusals

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
        place = _place("answer", seat)
        if self.pending is None:
            raise RuleError(answer, place, "only after a call that nobody has answered")
        if seat & 1 != self.pending.side:
            raise RuleError(answer, place, "only the side that was called")
        return self.pending

    def _verify_card(self, seat: int, card: int | None, covered: bool) -> None:
        place = _place("play", seat)
        if covered:
            refusal = self._covered_refusal(seat)
            if refusal is not None:
                raise RuleError(_shown(card), place, refusal)
        held = self.held[seat]
        if card is None:
            if held is not None or not covered:
                raise RuleError(_shown(card), place, "which card it is")
        elif held is not None:
            if card not in held:
                raise RuleError(_shown(card), place, f"one of its cards {DECK.names(held)}")
        elif card not in deck_cards(self.rules):
            raise RuleError(_shown(card), place, f"a card of the {self.rules.deck} deck")
        elif card in self.elsewhere:
            raise RuleError(_shown(card), place, "a card that is nowhere else")

    def _verify_step(self, seat: int, action: str, following: int, step: int | None) -> None:
        """Verify that there is a next stake, that it is the one asked for, and permitted."""
        place = _place(action, seat)
        if not self.calls_allowed:
            raise RuleError(self._call_word(step), place, "no calls in this hand")
        if following == len(self.rules.ladder):
            raise RuleError(self._call_word(step), place, f"no call above {self.rules.ladder[-1]}")
        if step not in (None, following):
            raise RuleError(self._call_word(step), place, self.rules.calls[following - 1])
        if seat in self.barred:
            raise RuleError(
                self._call_word(step), place, "no call in a trick in which it played out of turn"
            )

    def _call_word(self, step: int | None) -> str:
        calls = self.rules.calls
        if step is None:
            return "call"
        return calls[step - 1] if 1 <= step <= len(calls) else f"step {step}"


def _verify_dealt(rules: Rules, vira: int | None, hands: Sequence[Sequence[int] | None]) -> None:
    seen = set() if vira is None else {vira}
    for seat, dealt in enumerate(hands):
        if dealt is None:
            continue
        place = _place("hand", seat)
        if len(dealt) != DEALT:
            raise CardError(DECK.names(dealt), place, f"{DEALT} cards")
        for card in dealt:
            verify_in_deck(rules, card, place)
            if card == vira:
                raise CardError(card_name(card), place, "no card that is the vira")
            if card in seen:
                raise CardError(card_name(card), place, "each card only once")
            seen.add(card)


def _place(action: str, seat: int) -> str:
    return f"{action} of seat {seat}"


def _shown(card: int | None) -> str:
    if card is None:
        return "xx"
    return card_name(card) if 0 <= card < len(DECK) else str(card)
