"""Whole deals between ways of playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.manilla.cards import DEALT, PLAYERS
from analyzer.manilla.kernels import sample
from analyzer.manilla.kernels.open_cards import simulate_open
from analyzer.manilla.policies import DEFAULT, OPEN, Lineup
from analyzer.manilla.questions.asking import Options, Points, read_game
from analyzer.manilla.questions.open_points import OpenPoints, pace_for

_MANO = 1
"""The seat that leads."""


@dataclass(frozen=True, kw_only=True)
class SimulateResult(Result):
    """How whole deals ended for the pair of positions 1 and 3.

    Attributes
    ----------
    points
        Its mean points, of 72.
    win, tie, capote
        Chances of more than 36 points, of just 36, and of all twelve tricks.
    counts
        The numbers behind them: ``deals``, and how many deals gave so many
        ``points``, 0 to 72, and so many ``tricks``, 0 to 12. Of open cards no tricks,
        but how many deals were left ``unsolved``, their points only known to lie
        between bounds; they stand in no number of ``points``.
    """

    game = "manilla"
    question = "simulate"

    points: Estimate
    win: Estimate
    tie: Estimate
    capote: Estimate
    counts: dict[str, Any]

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"mano's pair: {self.points.value:.1f} points, wins {self.win.value:.1%}"


def simulate(*, play: str = DEFAULT, **options: Unpack[Options]) -> SimulateResult:
    """Play whole deals between policies and count how they end.

    Parameters
    ----------
    play
        A policy for all, or ``first/dealer``, of the pair that leads and the dealer's;
        ``open`` for all.
    **options
        ``rules``, ``rule``, and how much work.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.

    Examples
    --------
    >>> from analyzer import manilla
    >>> found = manilla.simulate(play="expert/random", deals=2000)
    >>> found.points.value > 38, found.counts["deals"]
    (True, 2000)
    """
    effort, named = split_options(options)
    if effort.exact:
        raise InputError("exact", "options", "deals or precision: whole deals are sampled")
    rules = read_game(named)
    args = (rules.trump_card == "shown", rules.must_undertrump)
    found, counts = _solved(args, effort) if play == OPEN else _played(play, args, effort)
    return SimulateResult(
        basis=found.basis(rules.to_dict(), {"players": PLAYERS}, play),
        points=found.mean,
        win=found.win,
        tie=found.tie,
        capote=found.capote,
        counts={"deals": found.deals, "points": found.points.tolist(), **counts},
    )


def _played(play: str, args: tuple[bool, bool], effort: Effort) -> tuple[Points, dict[str, Any]]:
    """Return what mano's pair makes with closed cards, and further counts."""
    ways = Lineup.read(play, _MANO).ways
    found = Points.sample(sample.simulate, (*args, ways), effort, _MANO)
    return found, {"tricks": found.tricks[: DEALT + 1].tolist()}


def _solved(args: tuple[bool, bool], effort: Effort) -> tuple[Points, dict[str, Any]]:
    """Return the same of perfect play with open cards, which is not about tricks."""
    found = OpenPoints.sample(simulate_open, args, effort, _MANO, pace_for(DEALT))
    return found, {"tricks": None, "unsolved": found.unsolved}
