"""What one player knows of the other hands, from the duties that they have shown.

Who plays a card that does not follow, beat or trump where he had to has none that
would. And all 48 cards are in somebody's hand, so that what one cannot hold another
must. Sets of cards are masks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from analyzer.core.errors import RuleError, SituationError
from analyzer.manilla.cards import (
    ALL_CARDS,
    DEALT,
    DECK,
    PLAYERS,
    card_name,
    card_names,
    cards_of,
    mask_of,
    suit_cards,
)
from analyzer.manilla.referee import Lay, Tricks, duties
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation.counting import crowded, support
from analyzer.manilla.situation.fields import Word, verify_part

DEALER = 0
_MOST_NAMES = 8


class Evidence(NamedTuple):
    """What has shown that a seat does not hold a card."""

    number: int
    played: int
    duty: str


class Knowledge:
    """A deal in progress as one player sees it.

    Parameters
    ----------
    rules
        How the game is played.
    trump
        The suit of triunfo.
    seat
        The seat of the one who asks.
    mine
        The twelve cards dealt to that seat.
    partner
        Cards that the partner is known to have been dealt.
    turned
        The card that the dealer has turned up, when it is known.

    Attributes
    ----------
    tricks
        The cards on the table and the finished tricks.
    played
        All cards played so far, in the order they fell.
    left
        How many cards each seat still holds.
    known
        The cards that each seat is known to hold still.

    Raises
    ------
    SituationError
        When the dealer cannot have turned up a card of that suit.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        trump: int,
        seat: int,
        mine: Sequence[int],
        partner: Sequence[int] = (),
        turned: int | None = None,
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.tricks = Tricks(trump)
        self.played: list[Lay] = []
        self.left = [DEALT] * PLAYERS
        self.known = [0] * PLAYERS
        self.known[seat] = mask_of(mine)
        self.known[seat ^ 2] |= mask_of(partner)
        self._turned = turned
        if turned is not None:
            self.known[DEALER] |= 1 << turned
        self._may = [0 if other == seat else ALL_CARDS for other in range(PLAYERS)]
        self._evidence: list[dict[int, Evidence]] = [{} for _ in range(PLAYERS)]
        self._parts = 0
        if not self._supports():
            raise SituationError(
                DECK.suits[trump], "trump", "a suit of which the dealer can have turned up a card"
            )

    # What can be said

    def may_hold(self) -> tuple[int, ...]:
        """Return for every seat the cards that it may still hold.

        A card is among them exactly when some deal fits in which the seat has it.
        """
        masks = list(self.known)
        for found in self._supports():
            for seat in range(PLAYERS):
                masks[seat] |= found[seat]
        return tuple(masks)

    def turned(self) -> tuple[int, ...]:
        """Return the cards one of which the dealer has turned up, all equally likely at first.

        One when it is known. None when of trump only the suit is known, or when the one
        who asks has dealt.
        """
        if self._turned is not None:
            return (self._turned,)
        if not self._somebody_knows:
            return ()
        shown = mask_of(lay.card for lay in self.played if lay.seat == DEALER)
        return cards_of(self._trumps & (shown | self.may_hold()[DEALER]))

    def name(self, seat: int) -> str:
        """Return how errors speak of a seat."""
        position = f"position {seat or PLAYERS}"
        if seat == self.seat:
            return f"{position} (you)"
        return f"{position} (your partner)" if seat == self.seat ^ 2 else position

    # What was played

    def follow(self, words: Sequence[Word]) -> None:
        """Play the words of a sequence one after another.

        Raises
        ------
        InputError
            For the first word that cannot stand where it does.
        """
        for word in words:
            verify_part(word, len(self.tricks.tricks), self._parts, len(self.tricks.table))
            if word.card is None:
                self._parts += 1
            else:
                self._play(word, word.card)

    def _play(self, word: Word, card: int) -> None:
        seat = self.tricks.next_seat
        if not self.left[seat]:
            self._refuse(word, "nothing, the deal is over")
        self._verify_owner(word, card, seat)
        self._note_duties(word, card, seat)
        self.known[seat] &= ~(1 << card)
        self.left[seat] -= 1
        self.played.append(Lay(seat, card))
        self.tricks.lay(card)
        if not self._supports():
            self._refuse(word, f"impossible: no deal is left in which {self._missing()}")

    def _verify_owner(self, word: Word, card: int, seat: int) -> None:
        """Verify that a seat can have a card, as far as is known."""
        fell = [lay.card for lay in self.played]
        if card in fell:
            self._refuse(word, f"a card once; it fell as card {fell.index(card) + 1}")
        owner = next((other for other in range(PLAYERS) if self.known[other] >> card & 1), None)
        if owner == seat:
            return
        who = self.name(seat)
        if not self._room(seat):
            self._refuse(word, f"one of {card_names(cards_of(self.known[seat]))}: {who} plays")
        if card == self._turned and owner not in (None, self.seat):
            whose = f"the dealer's turned card (position {PLAYERS})"
            self._refuse(word, f"{whose}; {who} plays here")
        if owner is not None:
            whose = "yours" if owner == self.seat else self.name(owner)
            self._refuse(word, f"no card of {whose}: {who} plays")
        if card in self._evidence[seat]:
            number, played, duty = self._evidence[seat][card]
            self._refuse(
                word,
                f"impossible after card {number}, where {who} played {card_name(played)}: {duty}",
            )

    def _note_duties(self, word: Word, card: int, seat: int) -> None:
        """Verify that a card does what it must, and note what it shows [7-9]."""
        for duty in duties(self.tricks.on_table, self.tricks.trump, self.rules):
            if card in duty.cards:
                return
            cards = mask_of(duty.cards)
            able = cards_of(cards & self.known[seat])
            if able:
                self._refuse(word, f"{self.name(seat)} {duty.text}: holds {card_names(able)}")
            self._may[seat] &= ~cards
            for other in duty.cards:
                evidence = Evidence(len(self.played) + 1, card, duty.text)
                self._evidence[seat].setdefault(other, evidence)

    # What may be where

    @property
    def _hidden(self) -> int:
        """The cards in other hands of which it is not known in which."""
        elsewhere = mask_of(lay.card for lay in self.played)
        for known in self.known:
            elsewhere |= known
        return ALL_CARDS & ~elsewhere

    @property
    def _trumps(self) -> int:
        return mask_of(suit_cards(self.tricks.trump))

    @property
    def _somebody_knows(self) -> bool:
        """Whether the dealer has turned up a trump that the one who asks was not told."""
        shown = self.rules.trump_card == "shown"
        return shown and self._turned is None and self.seat != DEALER

    @property
    def _owes_trump(self) -> bool:
        """Whether the dealer must still hold a trump, because no other can have been turned up."""
        had = self.known[DEALER] | mask_of(lay.card for lay in self.played if lay.seat == DEALER)
        return self._somebody_knows and not had & self._trumps

    def _room(self, seat: int) -> int:
        """Return how many hidden cards a seat holds; the one who asks has none."""
        return self.left[seat] - self.known[seat].bit_count()

    def _supports(self) -> list[list[int]]:
        """Return for every seat the hidden cards that it may hold, in each possible case.

        There is one case for each trump that the dealer may have to hold, or one in all.
        """
        hidden = self._hidden
        room = [self._room(seat) for seat in range(PLAYERS)]
        if not self._owes_trump:
            return [] if crowded(hidden, self._may, room) else [support(hidden, self._may, room)]
        room[DEALER] -= 1
        found = []
        for card in cards_of(hidden & self._may[DEALER] & self._trumps):
            rest = hidden & ~(1 << card)
            if crowded(rest, self._may, room) is None:
                found.append(support(rest, self._may, room))
                found[-1][DEALER] |= 1 << card
        return found

    def _missing(self) -> str:
        """Return what no deal can do any more."""
        room = [self._room(seat) for seat in range(PLAYERS)]
        crowd = crowded(self._hidden, self._may, room)
        if crowd is None:
            return f"{self.name(DEALER)} has turned up a {DECK.suits[self.tricks.trump]}"
        cards = cards_of(crowd.cards)
        names = card_names(cards[:_MOST_NAMES]) + (" …" if len(cards) > _MOST_NAMES else "")
        seats = " and ".join(self.name(seat) for seat in crowd.seats if seat != self.seat)
        return f"{seats} can hold {names}" if seats else f"anybody can hold {names}"

    def _refuse(self, word: Word, allowed: str) -> NoReturn:
        raise RuleError(word.text, word.place, allowed)
