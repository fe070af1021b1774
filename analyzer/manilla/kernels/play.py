"""A deal of La Manilla played to its end, by chance or by the expert.

A deal in progress is one array of integers, `START` of them long:

====================  ==========================================================
``TRUMP``             the suit of triunfo
``UNDERTRUMP``        whether the rule ``must_undertrump`` holds
``LEADER``            the seat that leads the trick under way
``ON_TABLE``          how many of its cards lie
``TABLE`` + 0, 1, 2   these cards in the order they fell
``TAKEN``             the points that side 1 has won in finished tricks
``WON``               the number of these tricks
``VOIDS``             bit ``4 * seat + suit`` for every suit that a seat has shown
                      to have none of
====================  ==========================================================
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, word
from analyzer.manilla.cards import ALL_CARDS, POINTS
from analyzer.manilla.kernels.bits import nth, size
from analyzer.manilla.kernels.expert import BY_CHANCE, KIND, expert_card
from analyzer.manilla.kernels.legal import Ints, beats, legal_mask, shown_voids

TRUMP = 0
UNDERTRUMP = 1
LEADER = 2
ON_TABLE = 3
TABLE = 4
TAKEN = 7
WON = 8
VOIDS = 9
START = 10

PLAY_WORDS = 64
"""The first random word of a deal that playing uses; those before are for dealing."""

_WORTH = np.array(POINTS, dtype=np.int64)
_NONE = -1


@kernel
def play_out(hands: Ints, start: Ints, ways: Ints, key: np.uint64, forced: int) -> int:
    """Play a deal to its end.

    Parameters
    ----------
    hands
        The mask of each seat's cards; they are played from it.
    start
        Where the deal stands, see the head of this module.
    ways
        How every seat plays, shape (4, STYLE): by chance, which makes all legal cards
        equally likely, or in a style of the expert.
    key
        Of the deal's random numbers.
    forced
        The card that is played next, -1 for any.

    Returns
    -------
    int
        The points of side 1 plus 128 times its tricks, those won before among them.
    """
    trump = start[TRUMP]
    undertrump = start[UNDERTRUMP] != 0
    leader = start[LEADER]
    lying = start[ON_TABLE]
    points = start[TAKEN]
    tricks = start[WON]
    voids = start[VOIDS]
    gone = ALL_CARDS & ~(hands[0] | hands[1] | hands[2] | hands[3])
    draws = PLAY_WORDS
    while lying or hands[leader]:
        led = _NONE
        best = _NONE
        winner = leader
        pot = 1
        for n in range(4):
            seat = (leader + n) & 3
            against = ((winner ^ seat) & 1) != 0
            if n < lying:
                card = start[TABLE + n]
            else:
                held = hands[seat]
                if forced >= 0:
                    card = forced
                    forced = _NONE
                else:
                    legal = legal_mask(held, led, best, against, trump, undertrump)
                    if ways[seat, KIND] == BY_CHANCE:
                        card = nth(legal, below_high(word(key, draws), size(legal)))
                        draws += 1
                    else:
                        card = expert_card(
                            held, legal, led, best, winner, n, pot, trump, gone, voids, seat, ways
                        )
                hands[seat] = held & ~(1 << card)
                gone |= 1 << card
            pot += _WORTH[card]
            if n == 0:
                led = card // 12
                best = card
            else:
                voids |= shown_voids(seat, card, led, best, against, trump)
                if beats(card, best, trump):
                    best = card
                    winner = seat
        lying = 0
        leader = winner
        if winner & 1:
            points += pot
            tricks += 1
    return int(np.int64(points + 128 * tricks))
