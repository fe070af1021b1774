"""How tables name what a hand is made of."""

from __future__ import annotations

from analyzer.paulista.cards import DECK, LOWEST_MANILHA, card_name, manilhas
from analyzer.paulista.rules import Rules
from analyzer.truco.spot import cards_of


def rank_name(vira: int | None) -> str:
    """Return the rank of the card turned up, nothing with fixed manilhas."""
    return "" if vira is None else DECK.ranks[DECK.rank(vira)]


def hand_name(rules: Rules, vira: int | None, hand: int) -> str:
    """Return a hand's cards, best first: manilhas in full, of other cards the rank."""
    return " ".join(power_name(rules, vira, power) for power in cards_of(hand))


def power_name(rules: Rules, vira: int | None, power: int) -> str:
    """Return the name of a card by its power."""
    strength = power - 1
    if strength >= LOWEST_MANILHA:
        return card_name(manilhas(rules, vira)[strength - LOWEST_MANILHA])
    return DECK.ranks[strength]
