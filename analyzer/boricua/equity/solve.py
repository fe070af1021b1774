"""The chance to win a match from every score, and of a bolo, from how its hands end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from analyzer.boricua.equity.ends import Chances, Ends, chances_of
from analyzer.boricua.equity.hands import Hands
from analyzer.boricua.rules import MALOS, Rules
from analyzer.core.race import After, Outcome, match_equity
from analyzer.truco.equity import BATCHES, Floats, jackknife

Whole = Callable[[int, int, int], list[Outcome]]
"""From our points, theirs and who deals to the outcomes of a hand."""


def solve_match(rules: Rules, ends: tuple[Ends, Ends]) -> tuple[Floats, Floats, Floats, Chances]:
    """Return what every score is worth.

    Parameters
    ----------
    rules
        The game.
    ends
        How hands end when we deal and when they deal.

    Returns
    -------
    values, std_error : ndarray
        Chances to win the match, float64, shape (target, target, 2): by our score,
        theirs, and who deals, 0 we. The errors are the jackknife's over the batches.
    bolo : ndarray
        Chances that we win while they are in the malos, and that they win while we are;
        shape (target, target, 2, 2), the last axis says who wins, 0 we.
    chances
        How the hands end.
    """
    everything = np.ones(BATCHES, np.bool_)
    chances = chances_of(ends, everything)
    whole = _wholes(rules, chances)
    without = np.array(
        [
            _equity(rules, _wholes(rules, chances_of(ends, np.arange(BATCHES) != left_out)))
            for left_out in range(BATCHES)
        ]
    )
    return _equity(rules, whole), jackknife(without), _bolos(rules, whole), chances


def _wholes(rules: Rules, chances: Chances) -> Whole:
    """Return the outcomes of hands, each worked out once."""
    return cache(Hands(rules, chances).whole)


def _equity(rules: Rules, whole: Whole) -> Floats:
    return match_equity(rules.target, lambda us, them, dealer, _: whole(us, them, dealer))


def _bolos(rules: Rules, whole: Whole) -> Floats:
    """Return the chances that either side wins while the other has never left the malos."""

    def swapped(us: int, them: int, dealer: int) -> list[Outcome]:
        return [Outcome(p, ours, theirs) for p, theirs, ours in whole(them, us, 1 - dealer)]

    ours, theirs = _bolo(rules, whole), _bolo(rules, swapped)
    return np.stack((ours, theirs.transpose(1, 0, 2)[:, :, ::-1]), axis=-1)


def _bolo(rules: Rules, whole: Whole) -> Floats:
    """Return the chance that we win while they are in the malos.

    It is that of a match which they win as soon as they leave them.
    """

    def outcomes(us: int, them: int, dealer: int, _: After) -> list[Outcome]:
        return [
            one._replace(ours=0, theirs=rules.target) if them + one.theirs > MALOS else one
            for one in whole(us, them, dealer)
        ]

    def in_the_buenos(_us: int, them: int, _dealer: int) -> float | None:
        return 0.0 if them > MALOS else None

    return match_equity(rules.target, outcomes, override=in_the_buenos)
