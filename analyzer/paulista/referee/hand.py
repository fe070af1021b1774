"""One hand of Truco Paulista, from the first card to its result.

Tricks and calls are those of every truco; the vira, covered cards and cards out
of turn are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from analyzer.core.actions import asking
from analyzer.core.errors import CardError, RuleError
from analyzer.paulista.cards import (
    DECK,
    card_name,
    strength_of_cards,
    verify_in_deck,
    verify_vira,
)
from analyzer.paulista.rules import Rules
from analyzer.truco.referee.hand import TrucoHand, place_of
from analyzer.truco.tricks import TIED

ALL_TIED = {"dealer": 0, "mano": 1, "none": TIED}
"""The side that wins a hand of three tied tricks, for each value of the option [12]."""


class Hand(TrucoHand):
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
    barred
        The seats that may not call for the rest of this trick [19].

    Raises
    ------
    CardError
        When a card is dealt twice, is the vira, or does not belong to the deck.
    RuleError
        When players, stake or the number of hands do not fit the rules.

    Notes
    -----
    The other attributes are those of ``TrucoHand``: who wins a trick [10] and leads
    after a tie [11], who wins the hand [12], what calls do [14].
    """

    deck = DECK
    rules: Rules

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
        verify_vira(rules, vira)
        self.vira = vira
        self.blind = blind
        self.barred: set[int] = set()
        super().__init__(
            rules,
            players=players,
            hands=hands,
            strength=strength_of_cards(rules, vira),
            all_tied=ALL_TIED[rules.all_tied],
            tie_to_first=rules.tie_lead == "first_tied",
            stake=stake,
            calls_allowed=calls_allowed,
        )
        if vira is not None:
            self.elsewhere.add(vira)

    def copy(self) -> Self:
        """Return an independent hand in the same state."""
        twin = super().copy()
        twin.barred = set(self.barred)
        return twin

    def verify_play_out_of_turn(self, seat: int, card: int | None, covered: bool = False) -> None:
        """Raise ``RuleError`` unless the seat can expose this card before its turn [19]."""
        place = place_of("card out of turn", seat)
        self._verify_going_on(seat, self._shown(card), place)
        if seat == self._to_play():
            raise RuleError(self._shown(card), place, "only a seat whose turn it is not")
        if any(lay.seat == seat for lay in self.table):
            raise RuleError(self._shown(card), place, "one card a trick, and this seat has played")
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

    def _finish_trick(self) -> None:
        super()._finish_trick()
        self.barred = set()

    def _covered_refusal(self, seat: int) -> str | None:
        """Return why this seat cannot cover its card now, ``None`` when it can [13]."""
        if self.rules.covered == "never":
            return super()._covered_refusal(seat)
        if self.blind:
            return "open: nobody has seen the cards"
        if not self.tricks:
            return "open: cards are covered from the second trick on"
        if self.rules.covered == "follow" and seat == self.leader:
            return "open: the leader of a trick does not cover"
        return None

    @property
    def _deck_name(self) -> str:
        return f"{self.rules.deck} deck"

    def _verify_dealable(self, card: int, place: str) -> None:
        verify_in_deck(self.rules, card, place)
        if card == self.vira:
            raise CardError(card_name(card), place, "no card that is the vira")

    def _verify_step(self, seat: int, action: str, following: int, step: int | None) -> None:
        super()._verify_step(seat, action, following, step)
        if seat in self.barred:
            raise RuleError(
                self._call_word(step),
                place_of(action, seat),
                "no call in a trick in which it played out of turn",
            )
