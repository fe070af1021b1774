"""A deal in progress, from what a player knows to what kernels play on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.manilla.cards import DECK, mask_of
from analyzer.manilla.kernels import play as k
from analyzer.manilla.referee import Hand, winning_place
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation import TableState


def open_hands(hand: Hand) -> NDArray[np.int64]:
    """Return the mask of each seat's cards, of a hand with all cards known."""
    return np.array([mask_of(held) for held in hand.held], np.int64)


def open_start(hand: Hand) -> NDArray[np.int64]:
    """Return where a hand with all cards known stands; nothing has been won before."""
    start = np.zeros(k.START, np.int64)
    start[k.TRUMP] = hand.trump
    start[k.UNDERTRUMP] = hand.rules.must_undertrump
    start[k.LEADER] = hand.leader
    start[k.ON_TABLE] = len(hand.table)
    start[k.TABLE : k.TABLE + len(hand.table)] = hand.on_table
    return start


def start_of(state: TableState, rules: Rules) -> NDArray[np.int64]:
    """Return where a deal stands, see ``analyzer.manilla.kernels.play``."""
    start = np.zeros(k.START, np.int64)
    start[k.TRUMP] = state.trump
    start[k.UNDERTRUMP] = rules.must_undertrump
    start[k.LEADER] = state.leader
    start[k.ON_TABLE] = len(state.table)
    for place, (_seat, card) in enumerate(state.table):
        start[k.TABLE + place] = card
    start[k.TAKEN] = state.taken[1]
    start[k.WON] = state.won[1]
    start[k.VOIDS] = shown_voids(state)
    return start


def shown_voids(state: TableState) -> int:
    """Return bit ``4 * seat + suit`` for every suit that a seat has shown to have none of."""
    found = 0
    for first in range(0, len(state.played), 4):
        lays = state.played[first : first + 4]
        cards = [card for _seat, card in lays]
        led = DECK.suit(cards[0])
        for place, (seat, card) in enumerate(lays):
            if DECK.suit(card) == led:
                continue
            found |= 1 << (4 * seat + led)
            best = winning_place(cards[:place], state.trump)
            against, winning = (place - best) % 2 == 1, DECK.suit(cards[best])
            if against and state.trump not in (winning, DECK.suit(card)):
                found |= 1 << (4 * seat + state.trump)
    return found
