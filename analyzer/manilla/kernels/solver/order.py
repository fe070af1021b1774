"""Which card to try first: a sum of weights for what a card looks like.

The weights were fitted to which cards ended searches of random deals soonest. They change how
many cards a search plays, never what it finds.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest, lowest, size
from analyzer.manilla.kernels.solver.lanes import (
    DEAR,
    FIRST_DEAR,
    SUIT,
    higher,
    points_of,
    suit_lane,
)

# What is weighed. Of the suit and the trick:
_OURS = 0  # our side wins the trick
_MASTER = 3  # no other hand has a higher card of the suit
_ABOVE = 4  # each higher one of the opponents
_ESTIMATE = 8  # each point of the trick, against us if they win it
_MASTER_EARLY = 10  # a master, for each card in hand
_MASTER_FOLLOWED = 12  # a master, both opponents having the suit
_KIND = 14  # trump, suit led, other suit
# Of the card:
_POINT_OURS = 1  # each of its points when we win the trick
_POINT_THEIRS = 2  # when they do
_TOP_AFTER = 5  # the highest other card of the suit is with the next player
_TOP_BEFORE = 6  # or with the one who played before
_RANK = 7  # each rank
_POINT_NEEDED = 9  # each point when we win, for each tenth of all that we need
_POINT_EARLY = 11  # each point, for each card in hand
_POINT_MASTER = 13  # each point of a master, both opponents having the suit

_WEIGHTS = np.array(
    [
        # a lead: trump, another suit
        [-14, -34, -17, -87, 10, 56, 70, 7, 11, 1, 10, 0, 27, 4, -44],
        [29, -15, -18, 12, -10, 12, 11, -1, 2, 1, 1, 1, 92, -24, 32],
        # second to play: the suit led, a trump, another suit, a trump on trump
        [49, 20, -28, 3, 2, -42, -78, -3, 3, -1, -5, 2, 102, -28, 34],
        [63, 8, -1, -45, 20, -68, -65, 3, 12, -2, -5, -2, -25, 9, 16],
        [0, 43, -16, 16, 13, -34, -79, 2, 7, -5, -5, 0, -18, -11, 27],
        [114, 18, -18, -63, 11, -61, -116, -3, 7, -2, 2, -1, 64, -9, 39],
        # third
        [38, 17, -27, -66, 22, -48, -93, 9, 4, -1, 6, -1, 42, -9, -29],
        [71, -11, -22, -118, 19, -40, -49, 3, 12, 0, 16, -1, -20, -1, -25],
        [119, 15, -29, -34, 8, -14, -6, 3, 7, -3, 5, 0, -34, -8, 10],
        [114, 8, -22, 4, 38, -7, -40, 8, 5, -2, -7, 0, -31, 11, -96],
        # last
        [0, 22, -41, -11, 15, -97, -68, 3, 10, -3, 6, -1, -29, -7, 48],
        [-20, 10, -43, -44, 8, -43, -66, 1, 7, -3, -5, 0, -8, -5, 42],
        [20, 48, -18, -2, 2, -51, -24, -2, 4, -5, 0, -2, -15, -15, 93],
        [0, 23, -26, 5, 13, -113, -119, -6, 10, -4, -1, 1, -55, -13, 118],
    ],
    dtype=np.int64,
)


@kernel
def kind_of(card: int, place: int, led: int, trump: int) -> int:
    """Return the row of the weights for a card at a place of the trick."""
    suit = card >> 4
    if place == 0:
        return 0 if suit == trump else 1
    row = 4 * place - 2
    if suit == led:
        return row + 3 if led == trump else row
    return row + 1 if suit == trump else row + 2


@kernel(inline="always")
def run_scores(
    kind: int,
    high: int,
    place: int,
    led: int,
    pot: int,
    ours: bool,
    needed: int,
    count: int,
    after: int,
    opposite: int,
    before: int,
    trump: int,
) -> tuple[int, int]:
    """Return the part of the score that cards of a run share, and what each point adds.

    Parameters
    ----------
    kind
        See `kind_of`.
    high
        The highest card of the run.
    place, led, pot
        Its place in the trick, the suit led, and the points that lie.
    ours
        Whether our side wins the trick.
    needed
        How many tenths of all points our side needs.
    count
        How many cards are in hand.
    after, opposite, before
        The hands of the others, in playing order.
    trump
        The suit of triunfo.
    """
    over = higher(high) & suit_lane(high >> 4)
    above = size((after | before) & over)
    master = above == 0 and opposite & over == 0
    lane = suit_lane(high >> 4)
    followed = after & lane != 0 and before & lane != 0
    estimate = pot + _coming_points(3 - place, after, opposite, before, led, ours, trump)
    score = _WEIGHTS[kind, _KIND] + _WEIGHTS[kind, _ABOVE] * above
    per_point = _WEIGHTS[kind, _POINT_EARLY] * count
    if ours:
        score += _WEIGHTS[kind, _OURS] + _WEIGHTS[kind, _ESTIMATE] * estimate
        per_point += _WEIGHTS[kind, _POINT_OURS] + _WEIGHTS[kind, _POINT_NEEDED] * needed
        per_point += _WEIGHTS[kind, _ESTIMATE]
    else:
        score -= _WEIGHTS[kind, _ESTIMATE] * estimate
        per_point += _WEIGHTS[kind, _POINT_THEIRS] - _WEIGHTS[kind, _ESTIMATE]
    if master:
        score += _WEIGHTS[kind, _MASTER] + _WEIGHTS[kind, _MASTER_EARLY] * count
        if followed:
            score += _WEIGHTS[kind, _MASTER_FOLLOWED]
            per_point += _WEIGHTS[kind, _POINT_MASTER]
    return int(score), int(per_point)


@kernel(inline="always")
def card_score(kind: int, card: int, left: int, after: int, before: int) -> int:
    """Return the part of the score for the card's rank and who has the top of the suit.

    Parameters
    ----------
    kind
        See `kind_of`.
    card
        The card.
    left
        The cards in all hands.
    after, before
        The hands of the next player and of the one before.
    """
    score = _WEIGHTS[kind, _RANK] * (card & 15)
    others = (left ^ 1 << card) & suit_lane(card >> 4)
    if others:
        top = 1 << highest(others)
        if top & after:
            score += _WEIGHTS[kind, _TOP_AFTER]
        elif top & before:
            score += _WEIGHTS[kind, _TOP_BEFORE]
    return int(score)


@kernel
def _coming_points(
    to_come: int, after: int, opposite: int, before: int, led: int, ours: bool, trump: int
) -> int:
    """Return a guess at the points that so many players to come will put on the trick."""
    points = 0
    if to_come > 0:
        points += _given(after, led, not ours, trump)
    if to_come > 1:
        points += _given(opposite, led, ours, trump)
    if to_come > 2:
        points += _given(before, led, not ours, trump)
    return points


@kernel
def _given(hand: int, led: int, gladly: bool, trump: int) -> int:
    """Return the points of the card that a hand gives to a trick."""
    same = hand & suit_lane(led)
    if same:
        return points_of(highest(same) if gladly else lowest(same))
    dears = hand & DEAR & ~suit_lane(trump)
    if not gladly or not dears:
        return 0
    dears |= dears >> 32
    dears |= dears >> 16
    return highest(dears & SUIT) - FIRST_DEAR + 1
