"""Cards, hands and partidas of La Manilla, set up for tests in a line or two.

Where nothing else is said the trump is bastos.
"""

from __future__ import annotations

import random
from functools import lru_cache

from analyzer.manilla.cards import DECK, card_names
from analyzer.manilla.referee import Hand, Partida, legal, winning_place
from analyzer.manilla.rules import Rules

TRADITIONAL = Rules.presets["traditional"]
SUITS = ("O", "C", "E", "B")

# Seat 0 deals and turns up the 2B, seat 1 is mano: one suit each, so that the dealer's
# trumps win every trick.
SUIT_EACH = tuple(
    tuple(DECK.card(rank, suit) for rank in range(11, -1, -1)) for suit in (3, 0, 1, 2)
)


def cards(text: str) -> tuple[int, ...]:
    return DECK.parse_many(text, "test")


def card(text: str) -> int:
    return DECK.parse(text, "test")


def suit(letter: str) -> int:
    return SUITS.index(letter)


def legal_names(hand: str, trick: str, *, trump: str = "B", rules: Rules = TRADITIONAL) -> set[str]:
    """Return what may be played, as names."""
    return set(card_names(legal(cards(hand), cards(trick), suit(trump), rules)).split())


def best_place(trick: str, *, trump: str = "B") -> int:
    """Return the place of the winning card in a trick."""
    return winning_place(cards(trick), suit(trump))


def hand_of(text: str, *, trump: str = "B", leader: int = 1, rules: Rules = TRADITIONAL) -> Hand:
    """Return a hand or an ending; the cards stand in the order of seats, dealer first."""
    hands = [cards(part) for part in text.split("/")]
    return Hand(rules, trump=suit(trump), hands=hands, leader=leader)


def play_in_turn(hand: Hand, text: str) -> None:
    for word in text.replace("/", " ").split():
        hand.play(hand.turn, card(word))


def seated(rules: Rules = TRADITIONAL, **arguments: object) -> Partida:
    """Return a partida in which players sit in the order of their numbers and 0 deals."""
    return Partida(rules, seats=(0, 1, 2, 3), **arguments)


def play_first_cards(partida: Partida) -> None:
    """Play the hand under way to its end, everybody the first card that he may."""
    number = (partida.juego, partida.number)
    while partida.phase == "play" and number == (partida.juego, partida.number):
        seat = partida.hand.turn
        partida.play(partida.to_act, partida.hand.legal_plays(seat)[0])


@lru_cache(maxsize=32)
def deal_worth(dealer_side: int) -> tuple[tuple[int, ...], ...]:
    """Return hands by seat that ``play_first_cards`` plays for so many points of side 0."""
    if dealer_side == 72:
        return SUIT_EACH
    for seed in range(2000):
        pack = list(range(48))
        random.Random(seed).shuffle(pack)
        hands = tuple(tuple(pack[seat::4]) for seat in range(4))
        hand = Hand(TRADITIONAL, trump=DECK.suit(hands[0][-1]), hands=hands)
        while not hand.over:
            hand.play(hand.turn, hand.legal_plays(hand.turn)[0])
        if hand.points[0] == dealer_side:
            return hands
    raise AssertionError(dealer_side)


def play_hand_worth(partida: Partida, dealer_side: int) -> None:
    """Deal and play a hand in which the dealer's pair wins so many points."""
    hands = deal_worth(dealer_side)
    partida.deal([hands[partida.seat_of(player)] for player in range(4)])
    play_first_cards(partida)
