"""Who plays with whom and where they sit [3, 4, 14]."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.core.errors import CardError, RuleError
from analyzer.manilla.cards import DECK, PLAYERS, card_name

Seats = tuple[int, int, int, int]
"""Four players in playing order; every other one is a partner."""

_ORDERS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
"""The order of play in the three juegos of an individual partida; the first stays."""


def verify_drawn(drawn: Sequence[int]) -> None:
    """Raise ``InputError`` unless these are four different cards, one for each player."""
    if len(drawn) != PLAYERS:
        raise RuleError(len(drawn), "draw", f"one card for each of the {PLAYERS} players")
    for player, card in enumerate(drawn):
        if card not in range(len(DECK)):
            raise CardError(card, f"draw of player {player}", f"a card from 0 to {len(DECK) - 1}")
        if card in drawn[:player]:
            raise CardError(card_name(card), f"draw of player {player}", "a card not drawn before")


def draw_seats(drawn: Sequence[int]) -> Seats:
    """Return who sits where after a draw: the first deals, the second is mano [3].

    The two highest cards play together; the highest deals. Of the others the higher
    sits at the dealer's right, and so plays first. Between equal ranks the suit
    decides: oros, copas, espadas, bastos.

    Parameters
    ----------
    drawn
        The card that each player has drawn.

    Returns
    -------
    tuple of int
        The players in playing order from the dealer.

    Raises
    ------
    InputError
        When these are not four different cards.
    """
    verify_drawn(drawn)
    highest_first = sorted(
        range(PLAYERS), key=lambda player: (-DECK.rank(drawn[player]), DECK.suit(drawn[player]))
    )
    dealer, partner, mano, last = highest_first
    return dealer, mano, partner, last


def seats_of_juego(seats: Seats, juego: int) -> Seats:
    """Return who sits where in a juego of an individual partida [14].

    Parameters
    ----------
    seats
        The players in playing order, as they sat down first.
    juego
        1, 2 or 3; each has other partners.
    """
    first, second, third, fourth = (seats[place] for place in _ORDERS[juego - 1])
    return first, second, third, fourth
