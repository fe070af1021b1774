"""The expert: rules of thumb for closed cards, as one sum for every card.

Each rule is worth so much, in 1/512 of a point, and what it is worth is a *style*. Some rules
matter most in the first trick and less with every card played; those have names that end in
``EARLY`` or stand with them. Everything is whole numbers, so that all machines play alike.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.cards import ALL_CARDS, DEALT, POINTS
from analyzer.manilla.kernels.bits import highest, lowest, size
from analyzer.manilla.kernels.legal import Ints, above, beats, suit_mask

KIND = 0
"""Where a style says who plays: ``BY_CHANCE`` or ``BY_STYLE``."""

BY_CHANCE = 0
BY_STYLE = 1

FOLLOW = 1
"""Where a style says what speaks for a card that is not led; these names count from here."""

(
    POT,
    TAKEN,
    WORTH,
    UNSEEN,
    BEATERS,
    MASTER,
    ONE_BEATS,
    MASTER_TRUMP,
    ONE_BEATS_TRUMP,
    TRUMP_EARLY,
) = range(10)
"""Every point that lies, and every point of the card, if the own side surely takes the trick;
every point of the card as such; every card of its suit that nobody has shown, and every one that
beats it; that none does, or just one; the same again of a trump; that it is a trump.
"""

LEAD = 11
"""Where a style says what speaks for a lead; these names count from here."""

SAFE, BEHIND, LEAD_WORTH, LEAD_UNSEEN, TRUMP_BEHIND = range(5)
"""That no opponent beats the card, if that is sure; every higher card of its suit behind it in
hand; of side suits every point of the card, and every card that nobody has shown; every higher
trump in hand.
"""

(
    SAFE_EARLY,
    BEHIND_EARLY,
    LEAD_ONE_BEATS_EARLY,
    MASTER_BEHIND_EARLY,
    PARTNER_VOID_EARLY,
    TRUMPS_OUT_EARLY,
    NO_TRUMPS_OUT_EARLY,
) = range(5, 12)
"""The first two again; that just one card beats it; that it is led from under the master; that the
partner has shown to have none of the suit; of trumps, every one that nobody has shown, and that
there is none.
"""

STYLE = LEAD + 12

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
def lead_card(held: int, trump: int, unseen: int, voids: int, me: int, ways: Ints) -> int:
    """Return the card that the expert leads.

    Parameters
    ----------
    held, trump, voids, me, ways
        See `expert_card`.
    unseen
        The cards in other hands.
    """
    cards = size(held)
    trumps_out = size(unseen & suit_mask(trump))
    best_card = _NONE
    best_score = 0
    left = held
    while left:
        card = lowest(left)
        left &= left - 1
        if card % 12 and held >> (card - 1) & 1 and _WORTH[card] == _WORTH[card - 1]:
            continue  # as good as the next lower one
        suit = card // 12
        beaters = unseen & above(card)
        behind = held & above(card)
        first = chance_to_beat((me + 1) & 3, me, suit, card, trump, unseen, voids)
        third = chance_to_beat((me + 3) & 3, me, suit, card, trump, unseen, voids)
        safe = ((256 - first) * (256 - third)) >> 8
        always = (ways[me, LEAD + SAFE] * safe) >> 8
        always += ways[me, LEAD + BEHIND] * size(behind)
        early = (ways[me, LEAD + SAFE_EARLY] * safe) >> 8
        early += ways[me, LEAD + BEHIND_EARLY] * size(behind)
        if beaters:
            if beaters & (beaters - 1) == 0:
                early += ways[me, LEAD + LEAD_ONE_BEATS_EARLY]
            if behind and not unseen & above(highest(behind)):
                early += ways[me, LEAD + MASTER_BEHIND_EARLY]
        if (voids >> (4 * (me ^ 2) + suit)) & 1:
            early += ways[me, LEAD + PARTNER_VOID_EARLY]
        if suit == trump:
            always += ways[me, LEAD + TRUMP_BEHIND] * size(behind)
            early += ways[me, LEAD + TRUMPS_OUT_EARLY] * trumps_out
            if trumps_out == 0:
                early += ways[me, LEAD + NO_TRUMPS_OUT_EARLY]
        else:
            always += ways[me, LEAD + LEAD_WORTH] * _WORTH[card]
            always += ways[me, LEAD + LEAD_UNSEEN] * size(unseen & suit_mask(suit))
        score = DEALT * always + cards * early
        if best_card < 0 or score > best_score:
            best_score = score
            best_card = card
    return best_card


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
    if lying == 0:
        return lead_card(held, trump, unseen, voids, me, ways)
    cards = size(held)
    standing = 256  # the chance of the side that is winning to keep the trick, if I let it
    if lying == 2 and ((winner ^ me) & 1) == 0:
        standing -= chance_to_beat((me + 1) & 3, me, led, best, trump, unseen, voids)
    elif lying == 1:
        standing -= chance_to_beat((me + 2) & 3, me, led, best, trump, unseen, voids)
    if (winner ^ me) & 1:
        standing = 256 - standing
    best_card = _NONE
    best_score = 0
    left = legal
    while left:
        card = lowest(left)
        left &= left - 1
        if card % 12 and legal >> (card - 1) & 1 and _WORTH[card] == _WORTH[card - 1]:
            continue  # as good as the next lower one
        suit = card // 12
        worth = _WORTH[card]
        chance = standing
        if beats(card, best, trump):
            chance = 256
            if lying < 3:
                chance -= chance_to_beat((me + 1) & 3, me, led, card, trump, unseen, voids)
        beaters = size(unseen & above(card))
        gain = ways[me, FOLLOW + POT] * pot + ways[me, FOLLOW + TAKEN] * worth
        score = ((gain * chance) >> 8) + ways[me, FOLLOW + WORTH] * worth
        score += ways[me, FOLLOW + BEATERS] * beaters
        score += ways[me, FOLLOW + UNSEEN] * size(unseen & suit_mask(suit))
        if beaters < 2:
            score += ways[me, FOLLOW + MASTER + beaters]
            if suit == trump:
                score += ways[me, FOLLOW + MASTER_TRUMP + beaters]
        score *= DEALT
        if suit == trump:
            score += ways[me, FOLLOW + TRUMP_EARLY] * cards
        if best_card < 0 or score > best_score:
            best_score = score
            best_card = card
    return best_card
