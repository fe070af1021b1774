"""Compiled deals: hands drawn uniformly from the cards nobody has seen."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, below_low, word
from analyzer.truco.kernels.hand import Bytes, Ints, pack

DEAL_WORDS = 8
"""Words of a deal's stream that dealing may use; play goes on after them."""


@kernel
def deal_hands(
    decks: Bytes, needs: Ints, fixed: Ints, key: np.uint64, deck: Bytes, hands: Ints
) -> None:
    """Deal to every seat what it lacks.

    Parameters
    ----------
    decks
        Powers of the unseen cards, one row for each vira that may have been
        turned up; a row is chosen first.
    needs
        For each seat how many cards to draw.
    fixed
        The packed cards that a seat is known to hold, three at most with those
        it draws.
    key
        The deal's stream; words 0 to ``DEAL_WORDS - 1`` belong to it.
    deck
        Room for one row of ``decks``.
    hands
        Filled with the packed hands.
    """
    size = decks.shape[1]
    row = 0
    if decks.shape[0] > 1:
        row = below_low(word(key, DEAL_WORDS - 1), decks.shape[0])
    for i in range(size):
        deck[i] = decks[row, i]
    drawn = 0
    bits = word(key, 0)
    for seat in range(needs.shape[0]):
        need = needs[seat]
        if need == 0:
            hands[seat] = fixed[seat]
            continue
        if need == 3:  # written out, since whole hands are what most deals are made of
            if drawn & 1:
                place = drawn + below_low(bits, size - drawn)
                bits = word(key, (drawn + 1) >> 1)
                second = drawn + 1 + below_high(bits, size - drawn - 1)
                third = drawn + 2 + below_low(bits, size - drawn - 2)
            else:
                bits = word(key, drawn >> 1)
                place = drawn + below_high(bits, size - drawn)
                second = drawn + 1 + below_low(bits, size - drawn - 1)
                bits = word(key, (drawn >> 1) + 1)
                third = drawn + 2 + below_high(bits, size - drawn - 2)
            a = int(deck[place])
            deck[place] = deck[drawn]
            b = int(deck[second])
            deck[second] = deck[drawn + 1]
            c = int(deck[third])
            deck[third] = deck[drawn + 2]
            drawn += 3
            hands[seat] = pack(a, b, c)
            continue
        a = fixed[seat] & 255
        b = fixed[seat] >> 8
        c = int(np.int64(0))
        for _ in range(need):
            if drawn & 1:
                place = drawn + below_low(bits, size - drawn)
            else:
                bits = word(key, drawn >> 1)
                place = drawn + below_high(bits, size - drawn)
            c = b
            b = a
            a = int(deck[place])
            deck[place] = deck[drawn]
            drawn += 1
        hands[seat] = pack(a, b, c)
