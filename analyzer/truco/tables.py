"""What the tables of every truco have in common: which games are played, and how rows are made.

Two players are counted, four are sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from analyzer import __version__
from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate
from analyzer.core.fields import read_number
from analyzer.truco.many import many_counts
from analyzer.truco.odds import Counts, result_counts
from analyzer.truco.options import TrucoRules
from analyzer.truco.policies import Lineup
from analyzer.truco.spot import Ints, Spot, row_numbers
from analyzer.truco.spots import holding

if TYPE_CHECKING:
    import pandas as pd


class Seating(Protocol):
    """Tells who plays how when somebody's seat is asked about."""

    def __call__(self, play: str, seat: int) -> Lineup:
        """Return the line-up of a policy, as ``--play`` says it, from this seat."""


@dataclass(frozen=True, kw_only=True)
class Games:
    """Which games the rows of a table are about.

    Attributes
    ----------
    players
        2 or 4.
    positions
        The places in the order of play, from 1.
    policies
        The ways of playing to tell apart; none when no cards are played.
    seating
        Makes the line-ups.
    effort
        Deals for each row that is sampled, seed, threads, progress.
    counted
        How many deals each part took; grows as the table is made.
    """

    players: int
    positions: tuple[int, ...]
    policies: tuple[str, ...]
    seating: Seating
    effort: Effort
    counted: list[int] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[dict[str, Any], str, int]]:
        """Yield every game: what its rows begin with, the policy, and the seat asked about."""
        for policy in self.policies:
            for position in self.positions:
                head = {"players": self.players, "position": position, "policy": policy}
                yield head, policy, position % self.players

    @property
    def exact(self) -> bool:
        """Whether everything is counted."""
        return self.players == 2 or not self.policies

    def results(self, spot: Spot, policy: str, seat: int, row_seat: int | None = None) -> Counts:
        """Return how hands end, rows told apart as by ``result_counts``."""
        counted = replace(self.effort, exact=True, deals=None, precision=None)
        effort = counted if self.exact else self.effort
        seats = self.seating(policy, seat)
        counts = result_counts(spot, seats, effort, side=seat & 1, row_seat=row_seat)
        if counts.interrupted:  # a table without its other rows answers nothing
            raise KeyboardInterrupt
        self.counted.append(counts.deals)
        return counts

    def by_class(self, dealt: Spot, policy: str, seat: int, classes: Ints) -> Sequence[Counts]:
        """Return how hands end for each packed hand that a seat may hold."""
        if self.players == 2:
            counts = self.results(dealt, policy, seat, seat)
            return [row_of(counts, int(row)) for row in row_numbers(classes)]
        spots = [holding(dealt, seat, int(hand)) for hand in classes]
        found = many_counts(spots, self.seating(policy, seat), sampling(self.effort))
        self.counted.extend(counts.deals for counts in found)
        return found

    def manifest(self, game: str, table: str, rules: TrucoRules) -> dict[Any, Any]:
        """Return what a table of these games rests on."""
        return {
            "game": game,
            "question": "table",
            "table": table,
            "rules": rules.to_dict(),
            "situation": {"players": self.players, "positions": list(self.positions)},
            "play": list(self.policies),
            "method": "exact" if self.exact else "monte_carlo",
            "deals": sum(self.counted),
            "seed": None if self.exact else self.effort.seed,
            "version": __version__,
        }


def read_players(options: dict[str, Any]) -> tuple[int, tuple[int, ...]]:
    """Take the number of players and the positions out of a table's options.

    Raises
    ------
    InputError
        When they do not exist.
    """
    players = read_number(options.pop("players", 2), "players", "2 or 4")
    if players not in (2, 4):
        raise InputError(players, "players", "2 or 4")
    position = options.pop("position", None)
    chosen = tuple(range(1, players + 1))
    if position is not None:
        at = read_number(position, "position", f"1 to {players}")
        if at not in chosen:
            raise InputError(at, "position", f"1 to {players}")
        chosen = (at,)
    return players, chosen


def read_effort(options: Mapping[str, Any], players: int, allowed: str) -> Effort:
    """Return the effort for the rows of a table from all the options that are left.

    Raises
    ------
    InputError
        For options that are no effort, and for ``exact`` with four players.
    """
    effort, others = split_options(options)
    for name, value in others.items():
        if value is not None:
            raise InputError(name, "table", allowed)
    if effort.exact and players == 4:
        raise InputError("exact", "options", "deals or precision: four players are sampled")
    return effort


def row_of(counts: Counts, row: int) -> Counts:
    """Return the counts of one row, its deals alone."""
    only = counts.counts[row : row + 1]
    return replace(counts, counts=only, deals=int(only.sum()))


def with_intervals(wins: Sequence[Estimate]) -> pd.DataFrame:
    """Return the columns of some chances: ``win``, ``low``, ``high``, ``std_error``."""
    import pandas as pd

    return pd.DataFrame(
        {
            "win": [win.value for win in wins],
            "low": [win.low for win in wins],
            "high": [win.high for win in wins],
            "std_error": [win.std_error for win in wins],
        }
    )


def headed(frame: pd.DataFrame, head: Mapping[str, Any]) -> pd.DataFrame:
    """Return the frame with constant columns before its own."""
    for place, (name, value) in enumerate(head.items()):
        frame.insert(place, name, value)
    return frame


def sampling(effort: Effort) -> Effort:
    """Return the effort for one hand: so many deals, or as many as the precision needs."""
    if effort.precision is None:
        return effort
    deals = math.ceil((Z95 * 0.5 / effort.precision) ** 2)
    return replace(effort, precision=None, deals=deals)
