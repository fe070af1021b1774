"""What a caller may hold: his holdings ranked by his own chances, and taken in shares.

Ranking and shares are made on what everybody at the table can see. A player who
asks then weighs them with the counts of the deals that his own cards leave.
Holdings with the same chance are one group and are taken in equal part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.core.effort import Effort
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import Lineup
from analyzer.truco.spot import Ints, Spot, hand_classes, row_numbers, ways_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ranking:
    """The holdings of one player on public knowledge, best first by group.

    Attributes
    ----------
    rows
        The rows of the holdings in a kernel's result, int64, shape (holdings,).
    groups
        The group of each holding; 0 has the best chance to win.
    masses
        How many holdings of cards each group has, int64, shape (groups,).
    """

    rows: Ints
    groups: Ints
    masses: Ints

    def shares(self, calls: float, bluffs: Floats) -> Floats:
        """Return which part of each group calls, for several bluff rates.

        Parameters
        ----------
        calls
            The share of the best holdings that call.
        bluffs
            The shares of the rest that call, shape (rates,).

        Returns
        -------
        ndarray
            Shape (rates, groups).
        """
        total = self.masses.sum()
        good = _filled(calls * total, self.masses.astype(np.float64)[None, :])
        return np.asarray(good + (1 - good) * bluffs[:, None])

    def best_part(self, shares: Floats, part: float) -> Floats:
        """Return which part of each group is among the best of a weighted range.

        Parameters
        ----------
        shares
            Parts of the groups in the range, shape (rates, groups).
        part
            The share of the range that is taken.
        """
        weights = shares * self.masses
        return _filled(part * weights.sum(axis=1, keepdims=True), weights)

    def ends_of_groups(self, shares: Floats) -> list[float]:
        """Return the parts of a weighted range at which its best part ends with a group.

        Parameters
        ----------
        shares
            Parts of the groups in the range, shape (groups,).
        """
        reached = np.cumsum(shares * self.masses)
        ends = [float(end) for end in np.unique(reached[reached > 0] / reached[-1])]
        return [*ends[:-1], 1.0]

    def kinks(self, calls: float, part: float) -> Floats:
        """Return the bluff rates at which the best part of a range ends between groups.

        Between two of them every weight is a linear function of the bluff rate.
        """
        total = float(self.masses.sum())
        reached = np.cumsum(self.masses).astype(np.float64)
        good = np.minimum(reached, calls * total)
        rest = reached - good
        slope = part * (1 - calls) * total - rest
        with np.errstate(divide="ignore", invalid="ignore"):
            rates = (good - part * calls * total) / slope
        return rates[(rates > 0) & (rates < 1)]


def ranking(stand_in: Spot, seat: int, lineup: Lineup, effort: Effort) -> Ranking:
    """Rank what a player may hold by his chance to win, his opponent's hand being unknown.

    Parameters
    ----------
    stand_in
        A two-player hand in progress with both hands unknown.
    seat
        The player whose holdings are ranked.
    lineup, effort
        Who plays how; threads and progress. The ranking is always exact.
    """
    exact = Effort(exact=True, threads=effort.threads, client=effort.client)
    found = result_counts(stand_in, lineup, exact, side=seat & 1, row_seat=seat)
    hands = hand_classes(stand_in.counts, int(stand_in.needs[seat]))
    rows = row_numbers(hands)
    ways = ways_of(hands, stand_in.counts)
    # Each way of holding a hand meets equally many unknown hands, so that wins for
    # one way compare as whole numbers, without a division that could split equals.
    wins = found.counts[rows, seat & 1] // ways
    _, groups = np.unique(-wins, return_inverse=True)
    return Ranking(rows, groups, np.bincount(groups, weights=ways).astype(np.int64))


def _filled(room: Floats | float, weights: Floats) -> Floats:
    """Return how far each group is filled when the best are taken first.

    Parameters
    ----------
    room
        How much weight is taken altogether, a number or shape (rates, 1).
    weights
        Weights of the groups, best first, shape (rates, groups).
    """
    before = np.cumsum(weights, axis=1) - weights
    safe = np.where(weights > 0, weights, 1.0)
    return np.where(weights > 0, np.clip((room - before) / safe, 0.0, 1.0), 0.0)
