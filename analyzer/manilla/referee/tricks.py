"""What may be played to a trick, who wins it, and what it is worth [6-11].

A trick under way is given as its cards in the order they fell. Who played them
follows from that: the player before is an opponent, the one before him the partner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzer.manilla.cards import DECK, PLAYERS, POINTS, card_name, suit_cards
from analyzer.manilla.rules import Rules


class Duty(NamedTuple):
    """Something a player must do if he can.

    Attributes
    ----------
    text
        What it is, as in ``must beat 12O``.
    cards
        All cards that do it.
    """

    text: str
    cards: frozenset[int]


class Lay(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: int


class Trick(NamedTuple):
    """A finished trick: its cards in the order they fell, who won it, its points."""

    leader: int
    lays: tuple[Lay, ...]
    winner: int
    points: int


def legal(hand: Iterable[int], trick: Sequence[int], trump: int, rules: Rules) -> list[int]:
    """Return the cards of a hand that may be played to a trick.

    Parameters
    ----------
    hand
        The cards that the player holds.
    trick
        The cards that lie, in the order they fell; none for the leader.
    trump
        The suit of triunfo.
    rules
        How the game is played.

    Returns
    -------
    list of int
        In the order in which they are held.

    Examples
    --------
    Who can beat an opponent's king must do it [7]:

    >>> from analyzer.manilla.cards import DECK, card_names
    >>> hand, trick = DECK.parse_many("9O 3O 2B", "hand"), [DECK.parse("12O", "trick")]
    >>> card_names(legal(hand, trick, 3, Rules()))
    '9O'
    """
    held = list(hand)
    owed = owed_duty(held, trick, trump, rules)
    return held if owed is None else [card for card in held if card in owed.cards]


def owed_duty(hand: Iterable[int], trick: Sequence[int], trump: int, rules: Rules) -> Duty | None:
    """Return the duty that a hand can do and so owes, ``None`` when it may play anything."""
    held = set(hand)
    return next((duty for duty in duties(trick, trump, rules) if held & duty.cards), None)


def duties(trick: Sequence[int], trump: int, rules: Rules) -> list[Duty]:
    """Return what the next player must do, the first duty first.

    He owes the first one for which he holds a card. A card that does none of them
    shows that he could do none, one that only does the second that he could not do
    the first.
    """
    if not trick:
        return []  # [6]
    best = winning_place(trick, trump)
    card, led = trick[best], DECK.suit(trick[0])
    against = (len(trick) - best) % 2 == 1  # an opponent is winning
    trumped = DECK.suit(card) != led
    owed = []
    if against and not trumped:  # [7] montar
        owed.append(_duty(f"must beat {card_name(card)}", _above(card)))
    owed.append(_duty(f"must follow {DECK.suits[led]}", suit_cards(led)))  # [7] asistir
    if against and led != trump:  # [8] fallar
        beating = _above(card) if trumped else suit_cards(trump)
        owed.append(_duty(f"must beat {card_name(card)} with a trump", beating))
        if rules.must_undertrump:
            owed.append(_duty(f"must play a trump, {DECK.suits[trump]}", suit_cards(trump)))
    return owed


def winning_place(trick: Sequence[int], trump: int) -> int:
    """Return the place of the card that wins a trick, or would if it ended here [10]."""
    led = DECK.suit(trick[0])

    def power(place: int) -> tuple[bool, bool, int]:
        card = trick[place]
        return DECK.suit(card) == trump, DECK.suit(card) == led, DECK.rank(card)

    return max(range(len(trick)), key=power)


def trick_points(trick: Sequence[int]) -> int:
    """Return what a finished trick is worth: its cards, and 1 for itself [11]."""
    return sum(POINTS[card] for card in trick) + 1


class Tricks:
    """The cards that have been played in one hand, and what follows from them.

    Seats count in playing order from the dealer, seat 0; a seat's side is its parity.

    Parameters
    ----------
    trump
        The suit of triunfo.
    leader
        The seat that leads the first trick [6].

    Attributes
    ----------
    leader
        The seat that leads the trick under way.
    table
        The trick under way, in the order in which its cards fell.
    tricks
        The finished tricks.
    """

    def __init__(self, trump: int, leader: int = 1) -> None:
        self.trump = trump
        self.leader = leader
        self.table: list[Lay] = []
        self.tricks: list[Trick] = []

    @property
    def next_seat(self) -> int:
        """The seat whose card comes next."""
        return (self.leader + len(self.table)) % PLAYERS

    @property
    def on_table(self) -> list[int]:
        """The cards of the trick under way."""
        return [lay.card for lay in self.table]

    @property
    def points(self) -> tuple[int, int]:
        """What side 0 and side 1 have in their tricks [11]."""
        won = [0, 0]
        for trick in self.tricks:
            won[trick.winner & 1] += trick.points
        return won[0], won[1]

    @property
    def won(self) -> tuple[int, int]:
        """How many tricks side 0 and side 1 have won."""
        second = sum(trick.winner & 1 for trick in self.tricks)
        return len(self.tricks) - second, second

    def lay(self, card: int) -> None:
        """Put the next card on the table; the fourth ends the trick [6, 10]."""
        self.table.append(Lay(self.next_seat, card))
        if len(self.table) == PLAYERS:
            cards = self.on_table
            winner = self.table[winning_place(cards, self.trump)].seat
            self.tricks.append(Trick(self.leader, tuple(self.table), winner, trick_points(cards)))
            self.leader = winner
            self.table = []


def _above(card: int) -> range:
    """Return the cards of the same suit that are higher."""
    return range(card + 1, suit_cards(DECK.suit(card)).stop)


def _duty(text: str, cards: Iterable[int]) -> Duty:
    return Duty(text, frozenset(cards))
