"""What the points of a deal are worth at a score."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from analyzer.core.blocks import Sums
from analyzer.core.estimate import Z95, Estimate
from analyzer.manilla.equity import Equity, Floats, std_error


@dataclass(frozen=True, eq=False)
class Scores:
    """The chances to win after each number of points.

    Attributes
    ----------
    after
        By name, ``juego`` and ``partida``: the chance to win it when the pair has made
        0, 1, … 72 points in the deal, and its standard error; shape (2, 73).
    """

    after: dict[str, Floats]

    @classmethod
    def of(
        cls, equity: Equity, score: tuple[int, int], juegos: tuple[int, int], *, we_deal: bool
    ) -> Scores:
        """Return them for a score, and the juegos won before, ours first."""
        dealer = 0 if we_deal else 1
        parts = {"juego": equity.after(score, dealer)}
        if equity.rules.match == "pairs":
            parts["partida"] = equity.after(score, dealer, juegos)
        return cls({n: np.array([part[:, 0], std_error(part)]) for n, part in parts.items()})

    def chances(self, counts: Sums) -> dict[str, Estimate]:
        """Return the chances to win when deals ended so often with 0, 1, … 72 points."""
        return {name: _chance(counts, *after) for name, after in self.after.items()}


def _chance(counts: Sums, after: Floats, errors: Floats) -> Estimate:
    """Return a mean chance; the errors of deals and of what they lead to are added up.

    The deals are part of those that say what scores are worth, so that both may err to the
    same side. Where all deals lead to the same, the next one may still lead to any other
    chance, as often as Wilson's interval says.
    """
    deals = int(counts.sum())
    value = float(counts @ after) / deals
    spread = float(counts @ (after - value) ** 2)
    error = math.sqrt(spread / deals / (deals - 1)) + float(counts @ errors) / deals
    least, most = float(after.min()), float(after.max())
    seen = after[counts > 0]
    unseen = Estimate.proportion(0, deals).high if seen.min() == seen.max() else 0.0
    return Estimate(
        value,
        max(value - Z95 * error - unseen * (value - least), 0.0),
        min(value + Z95 * error + unseen * (most - value), 1.0),
        error + unseen * (most - least) / (2 * Z95),
    )
