"""Every policy against every other, on the same cards with the sides swapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.core.blocks import Progress
from analyzer.truco.duel import Duel, duel
from analyzer.truco.policies import Policy
from analyzer.truco.spot import Spot


@dataclass(frozen=True)
class Tournament:
    """What came of it.

    Attributes
    ----------
    names
        The contestants.
    deals
        Of every duel.
    duels
        By the numbers of two contestants, the lower one first.
    """

    names: tuple[str, ...]
    deals: int
    duels: Mapping[tuple[int, int], Duel]

    def margin(self, one: int, other: int) -> float:
        """Return what one contestant won per hand from another, 0 from himself."""
        if one == other:
            return 0.0
        low, high = sorted((one, other))
        margin = self.duels[low, high].margin.value
        return margin if one == low else 0.0 - margin

    def z(self, one: int, other: int) -> float:
        """Return the margin in standard errors."""
        if one == other:
            return 0.0
        low, high = sorted((one, other))
        z = self.duels[low, high].z
        return z if one == low else 0.0 - z

    def mean(self, one: int) -> float:
        """Return what a contestant won per hand on average over the others."""
        count = len(self.names)
        return sum(self.margin(one, other) for other in range(count)) / (count - 1)

    def worst(self, one: int) -> float:
        """Return what a contestant won from the one who did best against him."""
        return min(self.margin(one, other) for other in range(len(self.names)) if other != one)

    @property
    def ranking(self) -> list[int]:
        """The contestants, best first: first who is beaten least by anybody."""
        everybody = range(len(self.names))
        return sorted(everybody, key=lambda one: (self.worst(one), self.mean(one)), reverse=True)


def tournament(
    spot: Spot,
    contestants: Sequence[Policy],
    *,
    deals: int,
    seed: int = 0,
    knows: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Return how every contestant fares against every other.

    Parameters
    ----------
    spot
        A hand just dealt, nothing known but the decks.
    contestants
        Policies with different names.
    deals, seed
        The deals that every two contestants play.
    knows
        Whether all partners know each other's cards.
    threads, progress
        See ``analyzer.core.blocks``; every duel is a run of its own.
    """
    duels = {
        (low, high): duel(
            spot,
            contestants[low],
            contestants[high],
            deals=deals,
            seed=seed,
            knows=(knows, knows),
            threads=threads,
            progress=progress,
        )
        for low, high in combinations(range(len(contestants)), 2)
    }
    return Tournament(tuple(policy.name for policy in contestants), deals, duels)
