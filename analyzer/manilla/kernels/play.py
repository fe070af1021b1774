"""Playing cards as masks: what is legal, who wins, and a deal played to its end.

Cards are ``12 * suit + rank``. Functions of one card take and return integers only:
a call that takes an array costs as much as playing the card.

A deal in progress is one array of integers, `START` of them long:

====================  ==========================================================
``TRUMP``             the suit of triunfo
``UNDERTRUMP``        whether the rule ``must_undertrump`` holds
``LEADER``            the seat that leads the trick under way
``ON_TABLE``          how many of its cards lie
``TABLE`` + 0, 1, 2   these cards in the order they fell
``TAKEN``             the points that side 1 has won in finished tricks
``WON``               the number of these tricks
====================  ==========================================================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, word
from analyzer.manilla.cards import POINTS
from analyzer.manilla.kernels.bits import nth, size

Ints = NDArray[np.int64]

TRUMP = 0
UNDERTRUMP = 1
LEADER = 2
ON_TABLE = 3
TABLE = 4
TAKEN = 7
WON = 8
START = 9

WORTH = np.array(POINTS, dtype=np.int64)
"""What every card is worth."""

PLAY_WORDS = 64
"""The first random word of a deal that playing uses; those before are for dealing."""

_SUIT = 0xFFF
_NONE = -1


@kernel
def suit_mask(suit: int) -> int:
    """Return all cards of a suit."""
    return _SUIT << (12 * suit)


@kernel
def above(card: int) -> int:
    """Return the cards of the same suit that are higher."""
    return suit_mask(card // 12) & -(2 << card)


@kernel
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card beats the one that is winning [10]."""
    if card // 12 == best // 12:
        return card > best
    return card // 12 == trump


@kernel
def legal_mask(held: int, led: int, best: int, against: bool, trump: int, undertrump: bool) -> int:
    """Return the cards of a hand that may be played [6-9].

    Parameters
    ----------
    held
        The mask of the hand.
    led
        The suit led, -1 for the leader.
    best
        The card that is winning.
    against
        Whether an opponent is winning.
    trump
        The suit of triunfo.
    undertrump
        Whether trumps that are too low must be played all the same.
    """
    if led < 0:
        return held
    follow = held & suit_mask(led)
    if follow:
        beating = follow & above(best)  # none when the trick has been trumped
        return beating if against and beating else follow
    trumps = held & suit_mask(trump)
    if not against or not trumps:
        return held
    beating = trumps & above(best) if best // 12 != led else trumps
    if beating:
        return beating
    return trumps if undertrump else held


@kernel
def play_out(hands: Ints, start: Ints, key: np.uint64, forced: int) -> int:
    """Play a deal to its end at random: every legal card is equally likely.

    Parameters
    ----------
    hands
        The mask of each seat's cards; they are played from it.
    start
        Where the deal stands, see the head of this module.
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
    draws = PLAY_WORDS
    while lying or hands[leader]:
        led = _NONE
        best = _NONE
        winner = leader
        pot = 1
        for n in range(4):
            seat = (leader + n) & 3
            if n < lying:
                card = start[TABLE + n]
            else:
                held = hands[seat]
                if forced >= 0:
                    card = forced
                    forced = _NONE
                else:
                    against = ((winner ^ seat) & 1) != 0
                    legal = legal_mask(held, led, best, against, trump, undertrump)
                    card = nth(legal, below_high(word(key, draws), size(legal)))
                    draws += 1
                hands[seat] = held & ~(1 << card)
            pot += WORTH[card]
            if n == 0:
                led = card // 12
                best = card
            elif beats(card, best, trump):
                best = card
                winner = seat
        lying = 0
        leader = winner
        if winner & 1:
            points += pot
            tricks += 1
    return int(np.int64(points + 128 * tricks))
