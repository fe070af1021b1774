"""A guess at what a point is worth: the search asks there first.

The weights, in hundredths of a point of a whole deal, were fitted to the values of random
deals. A poor guess costs nodes and nothing else.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import size
from analyzer.manilla.kernels.solver.lanes import FIRST_DEAR, SUIT, suit_lane

_DEARS = np.array([[49, 46, 115, 221, 637], [66, 148, 189, 331, 624]], np.int64)
"""Holding a ten, eleven, twelve, one, nine: of a side suit, of trump."""

_SHORT = 284
"""A side suit of one card; of none twice as much."""

_TRUMP = 100
_LONGER = 103
"""Each trump, and again each one in the longer hand of a pair."""

_LEAD = 160
_WHOLE = 72


@kernel
def guessed_value(
    first: int, second: int, third: int, fourth: int, leader: int, trump: int, total: int
) -> int:
    """Return what the first pair may win.

    Parameters
    ----------
    first, second, third, fourth
        The hands of the players.
    leader
        Who leads, or has led.
    trump
        The suit of triunfo.
    total
        All points that are still to be won.
    """
    ahead = _pair_strength(first, third, trump) - _pair_strength(second, fourth, trump)
    ahead += -_LEAD if leader & 1 else _LEAD
    return total * (_WHOLE * 50 + ahead) // (_WHOLE * 100)


@kernel
def _pair_strength(hand: int, partner: int, trump: int) -> int:
    own, other = size(hand & suit_lane(trump)), size(partner & suit_lane(trump))
    strength = _hand_strength(hand, trump) + _hand_strength(partner, trump)
    return strength + _TRUMP * (own + other) + _LONGER * max(own, other)


@kernel
def _hand_strength(hand: int, trump: int) -> int:
    strength = 0
    for suit in range(4):
        cards = hand >> (16 * suit) & SUIT
        for n in range(5):
            if cards >> (FIRST_DEAR + n) & 1:
                strength += _DEARS[int(suit == trump), n]
        if suit != trump:
            strength += _SHORT * max(0, 2 - size(cards))
    return int(strength)
