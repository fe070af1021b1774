"""Chance to win a race to a number of points, from any score, by dynamic programming.

Knows no game: the caller says, for each score and dealer, what a hand may
bring and how probably. Points are never lost, so that scores are worked off
from the end of the match to its beginning.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

After = Callable[[int, int], float]
"""Takes the points of a hand, ours and theirs, and returns the equity after it."""

_ROUNDING = 1e-9


class Outcome(NamedTuple):
    """One way in which a hand may end."""

    probability: float
    ours: int
    theirs: int


Outcomes = Callable[[int, int, int, After], Iterable[Outcome | tuple[float, int, int]]]
"""Takes our points, theirs, the dealer's side (0 ours) and `After`; returns outcomes."""

Override = Callable[[int, int, int], float | None]
"""Takes our points, theirs and the dealer's side; returns the equity where it is known."""


def match_equity(
    target: int, outcomes: Outcomes, *, override: Override | None = None
) -> NDArray[np.float64]:
    """Return the chance that our side reaches ``target`` first, for every score.

    The deal passes to the other side after every hand, also after one in which
    nobody scores.

    Parameters
    ----------
    target
        Points that win the match; more than that count as that many.
    outcomes
        Called as ``outcomes(us, them, dealer, after)`` once for each state;
        returns all ways in which a hand may end there, whose probabilities
        add up to 1. ``after(ours, theirs)`` is the equity once these points
        are scored, for a side that decides by it; not both may be 0. An
        outcome in which nobody scores leaves the score to the next dealer.
    override
        Equity of states that are known otherwise; ``None`` elsewhere.

    Returns
    -------
    ndarray of float64, shape (target, target, 2)
        Indexed by our points, their points and the dealer's side, 0 ours.

    Raises
    ------
    ValueError
        When probabilities do not add up to 1, points are negative, a hand
        would take both sides to the target, or would never be decided.

    Examples
    --------
    A point a hand, a fair coin each, at 1-0 in a race to 2:

    >>> coin = [(0.5, 1, 0), (0.5, 0, 1)]
    >>> float(match_equity(2, lambda us, them, dealer, after: coin)[1, 0, 0])
    0.75
    """
    if target < 1:
        raise ValueError(f"target {target}: at least one point")
    equity = np.full((target, target, 2), np.nan)
    for points in range(2 * target - 2, -1, -1):
        for us in range(max(0, points - target + 1), min(points, target - 1) + 1):
            equity[us, points - us] = _solved_state(equity, us, points - us, outcomes, override)
    return equity


def race_values(gains: Floats, ends: Floats) -> Floats:
    """Return what every score of a race is worth whose hands are alike at all scores.

    Several versions of the same race may be worked off at once, such as those from the
    parts of a sample.

    Parameters
    ----------
    gains
        The chances that our side scores so many points more than theirs, of which one
        scores nothing, from ``-target`` to ``target``; more count as that many. Shape
        (2, 2 * target + 1, versions), by who deals, 0 we.
    ends
        What it is worth that we, and that they, have reached the target, when we would
        deal next, and when they would. Shape (2, 2, versions).

    Returns
    -------
    ndarray of float64, shape (target, target, 2, versions)
        Indexed by our points, their points, who deals, 0 we, and the version.

    Raises
    ------
    ValueError
        When no hand ever brings points.

    Examples
    --------
    A point a hand, a fair coin each, at 1-0 in a race to 2:

    >>> coin = np.array([[0, 0.5, 0, 0.5, 0]] * 2)[..., None]
    >>> won = np.array([[[1.0], [1.0]], [[0.0], [0.0]]])
    >>> float(race_values(coin, won)[1, 0, 0, 0])
    0.75
    """
    target = gains.shape[1] // 2
    stays = gains[:, target]
    moves = 1 - stays[0] * stays[1]
    if (moves <= 0).any():
        raise ValueError("a race in which nobody ever scores")
    ours = [_capped(gains[:, target + 1 :], left) for left in range(1, target + 1)]
    theirs = [_capped(gains[:, target - 1 :: -1], left) for left in range(1, target + 1)]
    worth = np.empty((target + 1, target + 1, 2, gains.shape[2]))
    worth[target], worth[:, target] = ends
    for us in range(target - 1, -1, -1):
        for them in range(target - 1, -1, -1):
            we_gain, they_gain = ours[target - us - 1], theirs[target - them - 1]
            decided = [
                (we_gain[dealer] * worth[us + 1 :, them, 1 - dealer]).sum(axis=0)
                + (they_gain[dealer] * worth[us, them + 1 :, 1 - dealer]).sum(axis=0)
                for dealer in (0, 1)
            ]
            for dealer in (0, 1):
                later = stays[dealer] * decided[1 - dealer]
                worth[us, them, dealer] = (decided[dealer] + later) / moves
    return worth[:target, :target]


def _capped(chances: Floats, left: int) -> Floats:
    """Return the chances of 1, 2, … points, with all that reach the target as one."""
    within = chances[:, :left].copy()
    within[:, -1] += chances[:, left:].sum(axis=1)
    return within


def _solved_state(
    equity: NDArray[np.float64], us: int, them: int, outcomes: Outcomes, override: Override | None
) -> tuple[float, float]:
    """Return the equity of one score when our side deals and when theirs does."""
    sides = []
    for dealer in (0, 1):
        known = None if override is None else override(us, them, dealer)
        sides.append(
            (float(known), 0.0)
            if known is not None
            else _one_hand(equity, us, them, dealer, outcomes)
        )
    # equity[dealer] = decided[dealer] + stays[dealer] · equity[other dealer]
    (decided_0, stays_0), (decided_1, stays_1) = sides
    moves = 1 - stays_0 * stays_1
    if moves <= 0:
        raise ValueError(f"at {us}-{them} nobody ever scores")
    return (decided_0 + stays_0 * decided_1) / moves, (decided_1 + stays_1 * decided_0) / moves


def _one_hand(
    equity: NDArray[np.float64], us: int, them: int, dealer: int, outcomes: Outcomes
) -> tuple[float, float]:
    """Return the part of the equity that a hand decides, and the chance that nobody scores."""

    def after(ours: int, theirs: int) -> float:
        return _equity_after(equity, us, them, dealer, ours, theirs)

    decided, stays = [], []
    total = []
    for probability, ours, theirs in outcomes(us, them, dealer, after):
        if not probability >= 0:
            raise ValueError(f"at {us}-{them}: probability {probability}")
        total.append(probability)
        if ours == theirs == 0:
            stays.append(probability)
        elif probability > 0:
            decided.append(probability * after(ours, theirs))
    if abs(math.fsum(total) - 1) > _ROUNDING:
        raise ValueError(f"at {us}-{them}: probabilities add up to {math.fsum(total)}, not to 1")
    return math.fsum(decided), math.fsum(stays)


def _equity_after(
    equity: NDArray[np.float64], us: int, them: int, dealer: int, ours: int, theirs: int
) -> float:
    if ours < 0 or theirs < 0 or ours == theirs == 0:
        raise ValueError(f"at {us}-{them}: a hand of {ours}-{theirs} points")
    target = len(equity)
    we_win, they_win = us + ours >= target, them + theirs >= target
    if we_win and they_win:
        raise ValueError(f"at {us}-{them}: a hand of {ours}-{theirs} points wins for both")
    if we_win or they_win:
        return float(we_win)
    return float(equity[us + ours, them + theirs, 1 - dealer])
