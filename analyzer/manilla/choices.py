"""From the sums of what cards lead to in the same deals to their chances and differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.core.blocks import Sums
from analyzer.core.estimate import Estimate, student
from analyzer.manilla.cards import DECK, POINTS
from analyzer.manilla.kernels import choice as k


@dataclass(frozen=True, eq=False)
class Choices:
    """What every card that may be played leads to.

    Attributes
    ----------
    sums
        See ``analyzer.manilla.kernels.choice``.
    deals
        How many there were.
    z
        Standard errors in an interval.
    clear_z
        Standard errors by which a card must be behind to be surely worse.
    exact
        Whether these are all deals that fit, and not a sample.
    """

    sums: Sums
    deals: int
    z: float
    clear_z: float
    exact: bool

    @cached_property
    def best(self) -> int:
        """The row of the card with the most points, of equals the first."""
        return max(range(len(self.sums)), key=lambda row: int(self._column(row, k.TOTAL)))

    @property
    def clear(self) -> bool:
        """Whether the best card is surely better than any other or, all deals counted, as good."""
        others = [row for row in range(len(self.sums)) if row != self.best]
        behind = [self._behind(row, self.clear_z).low for row in others]
        return all(low > 0 or (self.exact and low == 0) for low in behind)

    @property
    def unsolved(self) -> int:
        """How many deals count as a range, because their search was given up."""
        return int(self._column(0, k.OPEN_DEALS))

    def points(self, row: int) -> Estimate:
        """Return the mean points after a card, of 72."""
        total, squares = self._column(row, k.TOTAL), int(self.sums[row, row])
        return self._mean(total, squares, self._column(row, k.SLACK), self.z)

    def behind(self, row: int) -> Estimate:
        """Return how many points fewer a card brings than the best one."""
        return self._behind(row, self.z)

    def win(self, row: int) -> Estimate:
        """Return the chance of more than half of the points."""
        return self._chance(row, k.WINS)

    def tie(self, row: int) -> Estimate:
        """Return the chance of just half of them."""
        return self._chance(row, k.TIES)

    def capote(self, row: int) -> Estimate:
        """Return the chance of all twelve tricks."""
        return self._chance(row, k.CAPOTES)

    def _behind(self, row: int, z: float) -> Estimate:
        if row == self.best:
            return Estimate.exact(0)
        best = self.best
        total = self._column(best, k.TOTAL) - self._column(row, k.TOTAL)
        squares = int(self.sums[best, best] - 2 * self.sums[best, row] + self.sums[row, row])
        slack = self._column(best, k.SLACK) + self._column(row, k.SLACK)
        return self._mean(total, squares, slack, z)

    def _mean(self, total: int, squares: int, slack: int, z: float) -> Estimate:
        """Return half the mean, with room for deals that count as a range."""
        if self.exact:
            found = Estimate.exact(total / self.deals / 2)
        else:
            found = Estimate.mean(total, squares, self.deals, student(z, self.deals)).affine(0.5)
        room = slack / self.deals / 2
        return Estimate(found.value, found.low - room, found.high + room, found.std_error)

    def _chance(self, row: int, column: int) -> Estimate:
        sure, possible = self._column(row, column), self._column(row, column + 1)
        if self.exact and sure == possible:
            return Estimate.exact(sure / self.deals)
        least, most = (Estimate.proportion(n, self.deals, self.z) for n in (sure, possible))
        if sure == possible:
            return least
        middle = Estimate.proportion((sure + possible) // 2, self.deals, self.z)
        return Estimate(middle.value, least.low, most.high, middle.std_error)

    def _column(self, row: int, column: int) -> int:
        return int(self.sums[row, len(self.sums) + column])


def representatives(cards: Sequence[int], others: int) -> dict[int, int]:
    """Return for every card the lowest of those that lead to just the same.

    Cards of a suit that are worth the same are alike when nobody else has one between
    them, in his hand or on the table.

    Parameters
    ----------
    cards
        Cards of one hand.
    others
        The mask of the cards in other hands and on the table.
    """
    found: dict[int, int] = {}
    below = None
    for card in sorted(cards):
        found[card] = card
        if below is not None and DECK.suit(below) == DECK.suit(card):
            between = others & ((1 << card) - (1 << below))
            if POINTS[below] == POINTS[card] and not between:
                found[card] = found[below]
        below = card
    return found
