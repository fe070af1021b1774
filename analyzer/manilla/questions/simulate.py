"""Whole deals between ways of playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from analyzer.core.effort import split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.manilla.cards import DEALT, PLAYERS
from analyzer.manilla.kernels import sample
from analyzer.manilla.policies import DEFAULT, Lineup
from analyzer.manilla.questions.asking import Options, Points, read_game

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
        ``points``, 0 to 72, and so many ``tricks``, 0 to 12.
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
        A policy for all, or ``first/dealer``, of the pair that leads and the dealer's.
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
    lineup = Lineup.read(play, _MANO)
    args = (rules.trump_card == "shown", rules.must_undertrump, lineup.ways)
    found = Points.sample(sample.simulate, args, effort, _MANO)
    return SimulateResult(
        basis=found.basis(rules.to_dict(), {"players": PLAYERS}, lineup.name),
        points=found.mean,
        win=found.win,
        tie=found.tie,
        capote=found.capote,
        counts={
            "deals": found.deals,
            "points": found.points.tolist(),
            "tricks": found.tricks[: DEALT + 1].tolist(),
        },
    )
