"""Which card to play: cards ranked by what they win on common deals."""

from __future__ import annotations

from analyzer.core.estimate import Estimate
from analyzer.truco.odds import CardCounts


def best_first(found: CardCounts) -> list[int]:
    """Return the entries of the counts, the best card's first; equal ones as they stood.

    Entry 0 is left out: it stands for the card that the policy plays.
    """
    halves = 2 * found.won + found.undecided
    return sorted(range(1, len(halves)), key=lambda entry: -halves[entry])


def behind(found: CardCounts, best: int, other: int) -> Estimate:
    """Return how far one entry is behind the best, in chance to win, from their common deals.

    Half of an undecided hand counts as won.
    """
    deals = found.origin.deals
    won, undecided = found.won[best] - found.won[other], found.undecided[best]
    total = int(2 * won + undecided - found.undecided[other])
    if found.products is None:
        return Estimate.exact(total / (2 * deals))
    squares = found.products[best, best] + found.products[other, other]
    squares -= 2 * found.products[best, other]
    return Estimate.mean(total, int(squares), deals, found.origin.z).affine(0.5)
