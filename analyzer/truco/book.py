"""What strategy books of the trucos look up: how hands end against callers, by my way to go on.

With these chances and the match equities every answer is a little arithmetic, the one
that ``accept`` does: no deal has to be played when a book is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.core.effort import Effort
from analyzer.truco.decisions import Told
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import PROFILES, Profile
from analyzer.truco.ranges import Floats, Ranking, ranking
from analyzer.truco.spot import Ints, Spot, hand_classes
from analyzer.truco.spots import holding, stand_in

DEALS = 1 << 20
"""Deals for each hand with four players: a chance against any named caller is known to ±0.3 %."""

CALLERS = ("tight", "normal", "loose", "bluffer")
"""Profiles that a reader may pick."""


def truco_answers(
    dealt: Spot,
    seats: Callable[[int, int], Lineup],
    position: int,
    callers: Sequence[str],
    effort: Effort,
    rows: slice = slice(None),
) -> tuple[Ints, Floats]:
    """Return how truco called before the first card ends for hands at one place.

    Parameters
    ----------
    dealt
        The hand of which nothing is known yet.
    seats
        Who plays how, from the number of players and the seat of the one who asks.
    position
        Of the one who asks; the first opponent in the order of play has called.
    callers
        Names of profiles.
    effort
        Deals for each hand with four players; two are counted.
    rows
        Of all hands, those that are wanted; what they are does not change their numbers.

    Returns
    -------
    hands : ndarray
        The packed hands of three cards, int64, shape (n,).
    answers : ndarray
        Float64, shape (n, callers, 3, 3), see `shares_of`.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work.
    """
    players = dealt.players
    seat = position % players
    if players == 2:
        effort = replace(effort, deals=None, exact=True)
    caller = 2 % players if seat & 1 else 1
    lineup = seats(players, seat)
    two = seats(2, 1 - (caller & 1))
    ranks = ranking(stand_in(dealt, caller), caller & 1, two, effort)
    hands = hand_classes(dealt.counts, 3)[rows]
    answers = np.zeros((len(hands), len(callers), 3, 3))
    for number, hand in enumerate(hands):
        spot = holding(dealt, seat, int(hand))
        counts = result_counts(spot, lineup, effort, side=seat & 1, row_seat=caller)
        if counts.interrupted:
            raise KeyboardInterrupt
        told = Told.by_group(counts, ranks, seat & 1)
        answers[number] = [shares_of(told, ranks, PROFILES[name]) for name in callers]
    return hands, answers


def shares_of(told: Told, ranks: Ranking, profile: Profile) -> Floats:
    """Return how the hands of a caller's range end on each of my ways to go on.

    Returns
    -------
    ndarray
        Shape (3, 3): of all the holdings that call, the shares that are won, lost and
        undecided when I accept; when I raise and he accepts; when I raise and he raises
        again. When I raise he runs with what is missing from 1 in the last two.
    """
    calls = ranks.shares(profile.calls, np.array([profile.bluffs]))
    stays = ranks.best_part(calls, profile.accept)
    again = ranks.best_part(calls, profile.reraise)
    parts: Sequence[Any] = (calls, calls * (stays - again), calls * again)
    weight = float(calls[0] @ told.ends.sum(axis=1))
    return np.array([part[0] @ told.ends for part in parts]) / weight
