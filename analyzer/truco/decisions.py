"""What answers and calls are worth, how sure that is, and where the best one changes.

Everything here works on counts of how hands ended, told apart by what one
opponent held (`Told`): weights when they were enumerated, deals when they were
sampled. What he does with a holding is a share; so all values, for any caller,
come from the same deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate, added
from analyzer.truco.kernels.hand import TIED
from analyzer.truco.odds import Counts
from analyzer.truco.ranges import Floats, Ranking
from analyzer.truco.spot import Ints

Worth = Callable[[int, int], float]
"""What it is worth that my side scores so many points and the other side so many."""

SAME = 1e-12
"""What sums of floating point numbers may be off."""


@dataclass(frozen=True, eq=False)
class Told:
    """How hands ended for me, by the groups of an opponent's holdings.

    Attributes
    ----------
    ends
        Won, lost, undecided; float64, shape (groups, 3). With later calls won
        on each rung of the ladder, lost on each, undecided.
    origin
        Where the counts come from.
    """

    ends: Floats
    origin: Counts

    @classmethod
    def by_group(cls, counts: Counts, ranking: Ranking, side: int) -> Told:
        """Return the counts of the holdings' groups, as my side sees them."""
        return cls.of_ends(counts.counts[:, [side, 1 - side, TIED]], ranking, counts)

    @classmethod
    def of_ends(cls, ends: Ints, ranking: Ranking, origin: Counts) -> Told:
        """Return the ends of the holdings' rows, shape (rows, ends), by their groups."""
        grouped = np.zeros((len(ranking.masses), ends.shape[1]))
        np.add.at(grouped, ranking.groups, ends[ranking.rows].astype(np.float64))
        return cls(grouped, origin)

    def estimate(self, per_end: Floats, shares: Floats, *, chance: bool = False) -> Estimate:
        """Return the mean of what the hands' ends are worth over a range.

        Parameters
        ----------
        per_end
            What each end counts, times the holding's share; shape as ``ends``.
        shares
            The holdings' shares, shape (groups,).
        chance
            Whether the ends count 0 or 1.
        """
        deals = self.ends.sum(axis=1)
        # All sums run over the groups in the same order, so that a sure thing is 1 to the digit.
        weight = float((shares * deals).sum())
        total = float((per_end * self.ends).sum(axis=1).sum())
        if self.origin.method == "exact":
            return Estimate.exact(total / weight)
        return Estimate.ratio(
            sx=total,
            sy=weight,
            sxx=float((per_end**2 * self.ends).sum(axis=1).sum()),
            sxy=float((per_end * shares[:, None] * self.ends).sum(axis=1).sum()),
            syy=float((shares**2 * deals).sum()),
            n=self.origin.deals,
            z=self.origin.z,
            chance=chance,
        )


@dataclass(frozen=True, eq=False)
class Branch:
    """Something the opponent does with a part of his holdings, and what it leads to.

    Attributes
    ----------
    shares
        The part of each group that does it, shape (rates, groups).
    choices
        What I can do then: values of the ends of a hand; shape (choices, ends).
        The best one for all these holdings together is taken.
    told
        The hands that follow, if they are others than the question's own.
    """

    shares: Floats
    choices: Floats
    told: Told | None = None

    def totals(self, told: Told) -> Floats:
        """Return the total of every choice, shape (rates, choices)."""
        return np.asarray((self.shares @ (self.told or told).ends) @ self.choices.T)


Plan = Callable[[Floats], tuple[Floats, Mapping[str, Sequence[Branch]]]]
"""From bluff rates to the shares of the range, (rates, groups), and each action's branches."""


@dataclass(frozen=True)
class Flip:
    """A bluff rate at which the best action changes.

    Attributes
    ----------
    bluffs
        The rate.
    below, above
        The best action just below and just above it.
    """

    bluffs: float
    below: str
    above: str


def played(worth: Worth, stake: int) -> Floats:
    """Return what a hand of a stake is worth when won, lost and undecided."""
    return np.array([[worth(stake, 0), worth(0, stake), worth(0, 0)]])


def settled(value: float) -> Floats:
    """Return a choice that is worth the same however the cards lie."""
    return np.full((1, 3), value)


def played_value(counts: Counts, side: int, worth: Worth, stake: int) -> Estimate:
    """Return what a hand played out at a stake is worth to a side."""
    per_end = played(worth, stake)[0]
    if counts.always_won:
        return _between(counts.chance(side), per_end)
    ends = counts.counts.sum(axis=0)[[side, 1 - side, TIED]].astype(np.float64)
    total, squares = float(per_end @ ends), float(per_end**2 @ ends)
    if counts.method == "exact":
        return Estimate.exact(total / counts.deals)
    return Estimate.mean(total, squares, counts.deals, counts.z)


def _between(win: Estimate, per_end: Floats) -> Estimate:
    """Return what a hand is worth that is either won or lost, as sure as the win is."""
    won, lost = float(per_end[0]), float(per_end[1])
    return win.affine(won - lost, lost)


def break_even(worth: Worth, stake: int, before: int, undecided: float) -> float:
    """Return the chance to win at which playing for a stake is worth as much as running.

    Solves ``w·W + u·U + (1 - w - u)·L = R`` for ``w``: in points and without
    undecided hands (s - r) / 2s, which is 1/3, 1/4, 1/6 and 1/8 up the ladder
    1, 3, 6, 9, 12.

    Parameters
    ----------
    worth
        What points are worth.
    stake, before
        What the hand is worth when played, and what running gives.
    undecided
        The chance that nobody wins it.
    """
    won, lost, even = worth(stake, 0), worth(0, stake), worth(0, 0)
    return (worth(0, before) - lost - undecided * (even - lost)) / (won - lost)


def values(told: Told, plan: Plan, bluffs: float) -> dict[str, Estimate]:
    """Return what each action is worth at one bluff rate.

    Raises
    ------
    InputError
        When in none of the deals the opponent would have acted so.
    """
    shares, actions = plan(np.array([bluffs]))
    if float(shares[0] @ told.ends.sum(axis=1)) <= 0:
        raise InputError(told.origin.deals, "deals", "more: in none of these would he have called")
    answers = {}
    for name, branches in actions.items():
        if len(branches) == 1 and np.ptp(branches[0].choices) == 0:
            answers[name] = Estimate.exact(branches[0].choices[0, 0])
            continue
        answers[name] = _action_value(told, branches, shares[0])
    return answers


def _action_value(told: Told, branches: Sequence[Branch], shares: Floats) -> Estimate:
    """Return what an action is worth: the sum of its branches.

    Branches counted on different hands come from the same deals; how they vary
    together is not known, so that their errors are added, which is never too small.
    """
    if len(branches) == 1 and branches[0].told is None and told.origin.always_won:
        return _between(win_chance(told, shares), branches[0].choices[0])
    per_end: dict[Told, Floats] = {}
    for branch in branches:
        hands = branch.told or told
        best = int(branch.totals(told)[0].argmax())
        values_of_ends = branch.shares[0][:, None] * branch.choices[best]
        per_end[hands] = per_end.get(hands, 0.0) + values_of_ends
    parts = [hands.estimate(ends, shares) for hands, ends in per_end.items()]
    return parts[0] if len(parts) == 1 else added(parts)


def win_chance(told: Told, shares: Floats, end: int = 0) -> Estimate:
    """Return how often a hand ends in one way against a range; 0 won, 1 lost, 2 undecided."""
    if end == TIED and told.origin.always_won:
        return Estimate.exact(0.0)
    per_end = np.zeros_like(told.ends)
    per_end[:, end] = shares
    return told.estimate(per_end, shares, chance=True)


def best_action(answers: Mapping[str, Estimate]) -> str:
    """Return the action worth most; the first of equals."""
    most = max(estimate.value for estimate in answers.values())
    return next(name for name, found in answers.items() if found.value >= most - SAME)


def flips(told: Told, plan: Plan, kinks: Sequence[float]) -> tuple[Flip, ...]:
    """Return all bluff rates at which the best action changes, rising.

    All totals are linear between the kinks, where the best part of the range
    reaches the next group, but for choices of mine among an opponent's
    holdings, which are linear between the points where the choice changes. So
    the crossings are found exactly, not searched for.

    Parameters
    ----------
    told, plan
        As for `values`.
    kinks
        Bluff rates between which the shares are linear.
    """
    rates = np.unique(np.concatenate(([0.0, 1.0], np.asarray(kinks, np.float64))))
    rates = np.union1d(rates, _changes_of_choice(told, plan, rates))
    _, actions = plan(rates)
    names = list(actions)
    lines = np.stack([total_of(told, actions[name]) for name in names])
    found: list[Flip] = []
    best: str | None = None
    for left, right in pairwise(range(len(rates))):
        start, end = lines[:, left], lines[:, right]
        cuts = sorted({0.0, 1.0, *_crossings(start, end)})
        for low, high in pairwise(cuts):
            middle = start + (end - start) * (low + high) / 2
            now = _best_name(names, middle)
            if best is not None and now is not None and now != best:
                at = rates[left] + (rates[right] - rates[left]) * low
                found.append(Flip(float(at), best, now))
            best = now or best
    return tuple(found)


def nearest(found: Sequence[Flip], bluffs: float) -> float | None:
    """Return the rate of the flip nearest to a given one."""
    return min((flip.bluffs for flip in found), key=lambda at: abs(at - bluffs), default=None)


def total_of(told: Told, branches: Sequence[Branch]) -> Floats:
    """Return the total of an action over all its branches, shape (rates,)."""
    return np.asarray(sum(branch.totals(told).max(axis=1) for branch in branches))


def _changes_of_choice(told: Told, plan: Plan, rates: Floats) -> Floats:
    """Return the rates between given ones at which some branch's best choice changes."""
    found: list[float] = []
    for branches in plan(rates)[1].values():
        for branch in branches:
            totals = branch.totals(told)
            for left, right in pairwise(range(len(rates))):
                span = rates[right] - rates[left]
                crossings = _crossings(totals[left], totals[right])
                found += [float(rates[left] + span * at) for at in crossings]
    return np.array(found, np.float64)


def _crossings(start: Floats, end: Floats) -> list[float]:
    """Return where in (0, 1) two of several lines cross, given their ends."""
    found = []
    for one, other in combinations(range(len(start)), 2):
        before, after = start[one] - start[other], end[one] - end[other]
        if before * after < 0:
            found.append(float(before / (before - after)))
    return found


def _best_name(names: Sequence[str], totals: Floats) -> str | None:
    """Return the name of the largest total, the first of equals, or none when all are the same."""
    scale = float(np.abs(totals).max())
    if scale == 0 or np.ptp(totals) <= SAME * scale:
        return None
    return names[int((totals >= totals.max() - SAME * scale).argmax())]
