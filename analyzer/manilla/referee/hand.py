"""One hand: twelve tricks, or the rest of them, and what they score.

Every action comes three times: ``verify_x`` raises ``RuleError`` with the reason why
it is not possible now, ``can_x`` answers yes or no, and ``x`` verifies and does it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Self

from analyzer.core.actions import asking
from analyzer.core.errors import CardError, RuleError
from analyzer.manilla.cards import DEALT, DECK, PLAYERS, card_name, card_names
from analyzer.manilla.referee.tricks import Tricks, legal, owed_duty
from analyzer.manilla.rules import Rules

WHOLE = 72
"""The points of a whole hand: 60 in the cards, 12 for the tricks [2]."""


class Hand(Tricks):
    """One hand of La Manilla with all cards known.

    Seats count in playing order from the dealer, seat 0; seat 1 is *mano* and leads,
    seat 2 is the dealer's partner [4]. A seat's side is its parity.

    Parameters
    ----------
    rules
        How the game is played.
    trump
        The suit of triunfo.
    hands
        The cards of each seat: twelve, or in an ending equally many fewer.
    turned
        The dealer's card that was turned up to make trump, if one was.
    leader
        The seat that leads the first of these tricks.

    Attributes
    ----------
    held
        The cards each seat still has.

    Raises
    ------
    CardError
        When a card is dealt twice, or the card turned up is not the dealer's.
    RuleError
        When the number of hands or cards, the trump or the leader do not fit the rules.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        trump: int,
        hands: Sequence[Sequence[int]],
        turned: int | None = None,
        leader: int = 1,
    ) -> None:
        if trump not in range(len(DECK.suits)):
            raise RuleError(trump, "trump", f"a suit from 0 to {len(DECK.suits) - 1}")
        if leader not in range(PLAYERS):
            raise RuleError(leader, "leader", f"a seat from 0 to {PLAYERS - 1}")
        _verify_dealt(hands)
        if turned is not None and (turned not in hands[0] or DECK.suit(turned) != trump):
            trumps = [card for card in hands[0] if DECK.suit(card) == trump]
            raise CardError(
                _shown(turned), "card turned up", f"a trump of the dealer: {card_names(trumps)}"
            )
        super().__init__(trump, leader)
        self.rules = rules
        self.turned = turned
        self.held = [list(dealt) for dealt in hands]

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not any(self.held)

    @property
    def turn(self) -> int | None:
        """The seat that is to play; ``None`` when the hand is over."""
        return None if self.over else self.next_seat

    @property
    def score(self) -> tuple[int, int]:
        """What the hand scores for side 0 and side 1: all that is over half [11].

        Nothing while it goes on. A capote needs no case of its own [12].
        """
        first, second = self.points if self.over else (0, 0)
        return max(0, first - WHOLE // 2), max(0, second - WHOLE // 2)

    @property
    def capote(self) -> int | None:
        """The side that has won all twelve tricks, if one has [12]."""
        if len(self.tricks) < DEALT:
            return None
        return next((side for side in (0, 1) if self.won[side] == DEALT), None)

    def copy(self) -> Self:
        """Return an independent hand in the same state."""
        twin = copy.copy(self)
        twin.held = [list(cards) for cards in self.held]
        twin.table = list(self.table)
        twin.tricks = list(self.tricks)
        return twin

    def verify_play(self, seat: int, card: int) -> None:
        """Raise ``RuleError`` unless the seat may play this card now [6-9]."""
        place = f"play of seat {seat}"
        if seat not in range(PLAYERS):
            raise RuleError(seat, place, f"a seat from 0 to {PLAYERS - 1}")
        if self.over:
            raise RuleError(_shown(card), place, "nothing, the hand is over")
        if seat != self.turn:
            raise RuleError(_shown(card), place, f"nothing, it is the turn of seat {self.turn}")
        if card not in self.held[seat]:
            raise RuleError(_shown(card), place, f"one of its cards {card_names(self.held[seat])}")
        owed = owed_duty(self.held[seat], self.on_table, self.trump, self.rules)
        if owed is not None and card not in owed.cards:
            able = [held for held in self.held[seat] if held in owed.cards]
            raise RuleError(_shown(card), place, f"{owed.text}: holds {card_names(able)}")

    can_play = asking(verify_play)

    def play(self, seat: int, card: int) -> None:
        """Play a card; the fourth ends the trick."""
        self.verify_play(seat, card)
        self.held[seat].remove(card)
        self.lay(card)

    def legal_plays(self, seat: int) -> list[int]:
        """Return every card that the seat may play now."""
        if seat != self.turn:
            return []
        return legal(self.held[seat], self.on_table, self.trump, self.rules)


def _verify_dealt(hands: Sequence[Sequence[int]]) -> None:
    if len(hands) != PLAYERS:
        raise RuleError(len(hands), "hands", f"one for each of the {PLAYERS} players")
    seen: set[int] = set()
    for seat, dealt in enumerate(hands):
        place = f"hand of seat {seat}"
        if not 1 <= len(dealt) <= DEALT or len(dealt) != len(hands[0]):
            raise RuleError(card_names(dealt), place, f"1 to {DEALT} cards, as many as the others")
        for card in dealt:
            if card not in range(len(DECK)):
                raise CardError(card, place, f"a card from 0 to {len(DECK) - 1}")
            if card in seen:
                raise CardError(card_name(card), place, "each card only once")
            seen.add(card)


def _shown(card: int) -> str:
    return card_name(card) if card in range(len(DECK)) else str(card)
