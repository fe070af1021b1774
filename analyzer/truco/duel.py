"""Two policies on the same cards, sides swapped: which is better, and how surely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.core.blocks import Progress, run_blocks
from analyzer.core.effort import verify_whole
from analyzer.core.errors import PolicyError
from analyzer.core.estimate import Estimate
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.duel import duel_sums
from analyzer.truco.policies import Lineup, Policy
from analyzer.truco.spot import Spot

_BLOCK = 1 << 15


@dataclass(frozen=True, kw_only=True)
class Duel:
    """What the first of two policies won from the second.

    Attributes
    ----------
    deals
        Number of deals, each played twice with the sides swapped.
    margin
        Hands won less hands lost, per hand.
    won_as_dealer, won_as_first
        Share of the hands that the first policy won on the dealer's side, and
        on the side that leads.
    """

    deals: int
    margin: Estimate
    won_as_dealer: float
    won_as_first: float

    @property
    def z(self) -> float:
        """The margin in standard errors of the paired differences; 0 when all are 0."""
        return self.margin.value / self.margin.std_error if self.margin.std_error else 0.0

    @property
    def won(self) -> float:
        """Share of the hands that the first policy won."""
        return (self.won_as_dealer + self.won_as_first) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON."""
        return {
            "deals": self.deals,
            "margin": self.margin.to_dict(),
            "z": self.z,
            "won": self.won,
            "won_as_dealer": self.won_as_dealer,
            "won_as_first": self.won_as_first,
        }


def duel(
    spot: Spot,
    one: Policy,
    other: Policy,
    *,
    deals: int,
    seed: int = 0,
    knows: tuple[bool, bool] = (False, False),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Duel:
    """Return how one policy fares against another.

    Parameters
    ----------
    spot
        A hand just dealt, nothing known but the decks.
    one, other
        Each sits at one side, then at the other, with the same cards.
    deals, seed
        Which deals are played.
    knows
        Whether partners who play a policy know each other's cards; only tables
        with partner views make use of it.
    threads, progress
        See ``analyzer.core.blocks``.

    Raises
    ------
    PolicyError
        For open cards, which is no way of playing against somebody.
    InputError
        For fewer deals than two.
    """
    verify_whole(deals, "deals", 2, 10**12)
    if k.OPEN in (one.kind, other.kind):
        raise PolicyError("open", "duel", "policies that play on their own cards")
    lineup = Lineup.seat((one, other) * (spot.players // 2))
    lineup.verify_unmixed("in a duel")
    known = np.array(knows * (spot.players // 2), np.int64)
    if not lineup.uses_partner:
        known[:] = 0
    swapped = np.arange(spot.players) ^ 1
    args = (
        np.uint64(seed),
        spot.decks,
        spot.needs,
        spot.start,
        np.stack([lineup.kinds, lineup.kinds[swapped]]),
        np.stack([known, known[swapped]]),
        lineup.firsts,
        lineup.seconds,
    )
    run = run_blocks(
        duel_sums,
        args,
        first=0,
        last=deals,
        block=_BLOCK,
        threads=threads,
        progress=progress,
    )
    if run.done < 2:
        raise KeyboardInterrupt
    total, squares, as_dealer, as_first = (int(number) for number in run.sums)
    return Duel(
        deals=run.done,
        margin=Estimate.mean(total, squares, run.done).affine(0.5),
        won_as_dealer=as_dealer / run.done,
        won_as_first=as_first / run.done,
    )
