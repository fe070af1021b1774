"""What a side makes in many deals that everybody plays perfectly with open cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from analyzer.core.blocks import Run, Sums
from analyzer.core.estimate import Z95, Estimate
from analyzer.manilla.cards import DEALT
from analyzer.manilla.questions.asking import Pace, Points
from analyzer.manilla.referee.hand import WHOLE


def few_deals(tricks: int) -> int:
    """Return how many deals of so many tricks are solved in about a second."""
    return 1 << (24 - 5 * tricks // 3)


def pace_for(tricks: int) -> Pace:
    """Return how a sample of deals of so many tricks goes on."""
    few = few_deals(tricks)
    return Pace(looks=(4 * few, 8 * few, 16 * few), first_precise=4 * few, block=max(few // 16, 1))


@dataclass(frozen=True, eq=False)
class OpenPoints(Points):
    """How many points one side makes in each of many deals, or at least and at most.

    Attributes
    ----------
    points, tricks
        As of ``Points``, but of deals that were solved only, and of tricks none or all:
        perfect play is about points, and does not say how many tricks bring them.
    bounds
        How many deals there were with so many points at least, and so many at most;
        int64, shape (73, 73).
    """

    bounds: Sums

    @classmethod
    def of(cls, run: Run, side: int, seed: int | None, z: float = Z95) -> Self:
        """Return what a side makes in a sample whose sums count what side 1 makes."""
        bounds = run.sums if side == 1 else run.sums[::-1, ::-1].T
        points = bounds.diagonal()
        tricks = np.zeros_like(points)
        tricks[[0, DEALT]] = points[[0, WHOLE]]
        return cls(points, tricks, run.done, seed, z, run.interrupted, bounds)

    @property
    def unsolved(self) -> int:
        """How many deals were left with bounds."""
        return self.deals - int(self.points.sum())

    @property
    def mean(self) -> Estimate:
        """The mean of the points."""
        least = replace(self, points=self.bounds.sum(axis=1))
        most = replace(self, points=self.bounds.sum(axis=0))
        return _between(super(OpenPoints, least).mean, super(OpenPoints, most).mean)

    @property
    def win(self) -> Estimate:
        """The chance of more than half of the points."""
        return self._chance(WHOLE // 2 + 1, WHOLE)

    @property
    def tie(self) -> Estimate:
        """The chance of just half of them."""
        return self._chance(WHOLE // 2, WHOLE // 2)

    @property
    def capote(self) -> Estimate:
        """The chance of all twelve tricks, which is that of all points."""
        return self._chance(WHOLE, WHOLE)

    @property
    def distribution(self) -> tuple[Estimate, ...]:
        """The chance of each number of points."""
        return tuple(self._chance(points, points) for points in range(WHOLE + 1))

    def _chance(self, least: int, most: int) -> Estimate:
        """Return the chance of a number of points in a range."""
        surely = self.bounds[least : most + 1, least : most + 1].sum()
        maybe = self.bounds[: most + 1, least:].sum()
        return _between(self._share(surely), self._share(maybe))


def _between(least: Estimate, most: Estimate) -> Estimate:
    """Return an estimate of what lies between two numbers."""
    value = (least.value + most.value) / 2
    error = max(least.std_error, most.std_error)
    return Estimate(value, least.low, most.high, error)
