"""What every score is worth when both play perfectly, worked out and not just looked up."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer import __version__
from analyzer.core.cluster import Client
from analyzer.core.effort import split_options, verify_whole
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.result import Basis, Result
from analyzer.paulista.rules import Rules
from analyzer.truco.games import read_game

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.solver.campaign import Campaign

Grid = list[list[float | None]]
"""By the mão's points and the dealer's; ``None`` where nothing is known yet."""


@dataclass(frozen=True, kw_only=True)
class MatchSolution(Result):
    """The solved match, or what is solved of it so far.

    Attributes
    ----------
    value, low, high
        The chance to win the match of whoever is mão at 0-0, and its bounds: a best
        answer over the whole match to either side's solutions. ``None`` until that
        score is solved.
    exploitability
        How far the bounds are apart.
    iterations, seconds
        What it took, earlier runs included.
    lows, highs
        The bounds at every score, for whoever is mão.
    unsolved
        How many scores are left.
    """

    game = "paulista"
    question = "solve"

    value: float | None
    low: float | None
    high: float | None
    exploitability: float | None
    iterations: int
    seconds: float
    unit: str
    lows: Grid
    highs: Grid
    unsolved: int

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each solved score: ``mao``, ``dealer``, ``value``, ``low``, ``high``.

        What else is known is in ``attrs``.
        """
        import pandas as pd

        rows = [
            {"mao": mao, "dealer": dealer, "value": (low + high) / 2, "low": low, "high": high}
            for mao, (lows, highs) in enumerate(zip(self.lows, self.highs, strict=True))
            for dealer, (low, high) in enumerate(zip(lows, highs, strict=True))
            if low is not None and high is not None
        ]
        frame = pd.DataFrame(rows, columns=["mao", "dealer", "value", "low", "high"])
        frame.attrs = {
            "game": self.game,
            "table": "solved match",
            "rules": dict(self.basis.rules),
            "players": 2,
            "play": self.basis.play,
            "method": self.basis.method,
            "deals": None,
            "seed": None,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "version": __version__,
        }
        return frame

    def headline(self) -> str:
        """Return the answer in a few words."""
        if self.value is None:
            return f"{self.unsolved} scores are left to solve"
        return f"the mão wins {self.value:.2%} of matches"


def solve_whole_match(
    rules: Rules,
    *,
    until: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    client: Client | None = None,
    say: Callable[[Campaign], None] | None = None,
) -> MatchSolution:
    """Solve the match of two players; see ``solve`` with ``match``.

    Parameters
    ----------
    rules
        Of the game.
    until
        Exploitability of a hand that is good enough, in chance to win the match.
    seconds
        How long to go on at most.
    threads, client
        Where to compute.
    say
        Told how far it has come when a score is solved.

    Raises
    ------
    PolicyError
        For rules whose matches the solver does not know.
    """
    from analyzer.paulista.solver.campaign import UNTIL, solve_match
    from analyzer.paulista.solver.optimal import verify_solved

    verify_solved(rules, 2, "solve", "rules")
    if rules.onze_choice:
        raise PolicyError("match", "rules", "rules with onze_choice=false, not onze_choice=true")
    if threads is not None:
        verify_whole(threads, "threads", 1, 1024)
    goal = UNTIL if until is None else until
    found = solve_match(rules, until=goal, seconds=seconds, threads=threads, client=client, say=say)
    return solution(found, rules)


def solved_match(*, play: Any = None, profile: Any = None, **options: Any) -> MatchSolution:
    """Return the solved match that answers of two players count in; it is not worked out.

    Parameters
    ----------
    play, profile
        Nothing: both play the solution.
    **options
        ``rules``, ``rule``, ``players``.

    Raises
    ------
    InputError
        For whatever is unknown or makes no sense here.
    PolicyError
        For a match that has not been solved.
    """
    from analyzer.paulista.equity.solved import chosen_equity
    from analyzer.paulista.solver.campaign import Campaign

    for name, value in {"play": play, "profile": profile}.items():
        if value is not None:
            raise InputError(value, name, "left out: both play the solution")
    effort, fields = split_options(options)
    for name in ("deals", "precision"):
        if getattr(effort, name) is not None:
            raise InputError(getattr(effort, name), name, "left out: nothing is sampled")
    rules, players = read_game(Rules, fields)
    chosen_equity(rules, players, "solved", effort)
    return solution(Campaign.resumed(rules), rules)


def solution(found: Campaign, rules: Rules) -> MatchSolution:
    """Return what is solved of a match as an answer."""
    low, high = (_known(bounds[0, 0]) for bounds in (found.bounds.low, found.bounds.high))
    both = None if low is None or high is None else (low, high)
    return MatchSolution(
        basis=Basis(
            rules=rules.to_dict(),
            situation={"players": 2, "match": True},
            play="optimal",
            method="exact",
            deals=sum(_deals(rules)),
            seed=None,
            interrupted=found.interrupted,
        ),
        value=None if both is None else sum(both) / 2,
        low=low,
        high=high,
        exploitability=None if both is None else both[1] - both[0],
        iterations=int(found.iterations.sum()),
        seconds=found.seconds,
        unit="match",
        lows=_grid(found.bounds.low),
        highs=_grid(found.bounds.high),
        unsolved=len(found.unsolved),
    )


def _deals(rules: Rules) -> list[int]:
    """Return in how many ways two hands are dealt, for each vira."""
    from analyzer.paulista.spots import deck_powers, viras

    sizes = [len(deck_powers(rules, vira)) for vira in viras(rules)]
    return [math.comb(size, 3) * math.comb(size - 3, 3) for size in sizes]


def _known(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None


def _grid(bounds: Any) -> Grid:
    return [[_known(value) for value in row] for row in bounds]
