"""The expert: rules of thumb for closed cards, as one sum for every card.

A card is good when it brings points home: the chance that its side takes the trick,
guessed from the cards that nobody has shown, times what the trick is worth. And it is
dear when it could do more later: a *style* says how dear, in 1/512 of a point.
Everything is whole numbers, so that all machines play alike.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.cards import ALL_CARDS, POINTS
from analyzer.manilla.kernels.bits import lowest, size
from analyzer.manilla.kernels.legal import Ints, above, beats, suit_mask

KIND = 0
"""Where a style says who plays: ``BY_CHANCE`` or ``BY_STYLE``."""

TRUMPS = 1
"""What it costs to part with a trump that no, one, two, more unseen ones can beat."""

SIDES = 5
"""The same in other suits."""

COMING = 9
"""What is added to the trick's points for every player who is still to play to it."""

RESCUE = 10
"""How often the partner saves a lead that is beaten, of 256, if he can at all."""

HELP = 11
"""How often the partner saves a later card that is beaten, of 256."""

DRAW = 12
"""What it is worth to lead a trump, for every trump held beyond ``ENOUGH``."""

ENOUGH = 13

VOID = 14
"""What it is worth to get rid of the last card of a suit while holding trumps."""

STYLE = 15
BY_CHANCE = 0
BY_STYLE = 1

_NONE = -1

_WORTH = np.array(POINTS, dtype=np.int64)
_SHARES = np.array(
    [
        [
            0 if seats == 0 and n else round(256 * (1 - 1 / max(seats, 1)) ** n) if n else 256
            for n in range(37)
        ]
        for seats in range(4)
    ],
    dtype=np.int64,
)
"""The chance, of 256, that a hand has none of n cards that so many hands may have."""


@kernel
def chance_to_beat(
    player: int, me: int, led: int, best: int, trump: int, unseen: int, voids: int
) -> int:
    """Guess the chance, of 256, that a player can and must beat a card.

    Parameters
    ----------
    player, me
        The seats of the player and of the one who guesses.
    led, best, trump
        The suit led, the card that is winning, the suit of triunfo.
    unseen
        The cards in other hands.
    voids
        Bit ``4 * seat + suit`` is set when that seat is known to have none of it.
    """
    holders = 0
    trumpers = 0
    for step in range(1, 4):
        other = (me + step) & 3
        holders += 1 - ((voids >> (4 * other + led)) & 1)
        trumpers += 1 - ((voids >> (4 * other + trump)) & 1)
    higher = unseen & above(best)
    beating = higher if best // 12 == trump else unseen & suit_mask(trump)
    can_trump = 0
    if not (voids >> (4 * player + trump)) & 1:
        can_trump = int(np.int64(256 - _SHARES[trumpers, size(beating)]))
    if led == trump:
        return can_trump
    if (voids >> (4 * player + led)) & 1:
        return can_trump
    found = (_SHARES[holders, size(unseen & suit_mask(led))] * can_trump) >> 8
    if best // 12 == led:
        found += 256 - _SHARES[holders, size(higher)]
    return int(np.int64(min(found, 256)))


@kernel
def expert_card(
    held: int,
    legal: int,
    led: int,
    best: int,
    winner: int,
    lying: int,
    pot: int,
    trump: int,
    gone: int,
    voids: int,
    me: int,
    ways: Ints,
) -> int:
    """Return the card that the expert plays.

    Parameters
    ----------
    held, legal
        Masks of the hand and of what may be played.
    led, best, winner
        The suit led, -1 for the leader; the card that is winning and its seat.
    lying, pot
        How many cards lie on the table, and what the trick is worth so far.
    trump
        The suit of triunfo.
    gone
        All cards that have been played.
    voids
        See `chance_to_beat`.
    me
        The seat that plays.
    ways
        The style of every seat, shape (4, STYLE).
    """
    if legal & (legal - 1) == 0:
        return lowest(legal)
    unseen = ALL_CARDS & ~(held | gone)
    trumps = size(held & suit_mask(trump))
    best_card = _NONE
    best_score = 0
    standing = 256  # the chance of the side that is winning to keep the trick, if I let it
    if lying == 2 and ((winner ^ me) & 1) == 0:
        standing = 256 - chance_to_beat((me + 1) & 3, me, led, best, trump, unseen, voids)
    elif lying == 1:
        standing = 256 - chance_to_beat((me + 2) & 3, me, led, best, trump, unseen, voids)
    left = legal
    while left:
        card = lowest(left)
        left &= left - 1
        suit = card // 12
        if card % 12 and legal >> (card - 1) & 1 and _WORTH[card] == _WORTH[card - 1]:
            continue  # as good as the next lower one
        if lying == 0:
            first = chance_to_beat((me + 1) & 3, me, suit, card, trump, unseen, voids)
            third = chance_to_beat((me + 3) & 3, me, suit, card, trump, unseen, voids)
            chance = ((256 - first) * (256 - third)) >> 8
            saved = chance_to_beat((me + 2) & 3, me, suit, card, trump, unseen, voids)
            chance += ((256 - chance) * saved * ways[me, RESCUE]) >> 16
        elif beats(card, best, trump):
            chance = 256
            if lying < 3:
                beaten = chance_to_beat((me + 1) & 3, me, led, card, trump, unseen, voids)
                chance -= beaten
                if lying == 1:
                    chance += (beaten * ways[me, HELP]) >> 8
        elif (winner ^ me) & 1:
            chance = 256 - standing
        else:
            chance = standing
        worth = pot + _WORTH[card] + ways[me, COMING] * (3 - lying)
        score = (2 * chance - 256) * worth * 2
        rank = min(size(unseen & above(card)), 3)
        if suit == trump:
            score -= ways[me, TRUMPS + rank]
            if lying == 0:
                score += ways[me, DRAW] * (trumps - ways[me, ENOUGH])
        else:
            score -= ways[me, SIDES + rank]
            if trumps and size(held & suit_mask(suit)) == 1:
                score += ways[me, VOID]
        if best_card < 0 or score > best_score:
            best_score = score
            best_card = card
    return best_card
