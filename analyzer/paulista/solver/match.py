"""The match of two players, solved: every score from the last one backward.

A score is solved as a hand whose points are chances to win the match, and those are
known when all scores that the hand can lead to are. The solutions of its scores are a
way of playing the whole match; what the best answers win from that way is carried
backward, too, so that the bounds of a score hold for the match and not for one hand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.equity.escuro import escuro_chances
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.cardplay import class_counts
from analyzer.paulista.solver.cfr import Pay, Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.tree import Tree
from analyzer.paulista.spots import deck_powers, viras

Score = tuple[int, int]
"""The points of the mão and of the dealer."""

FIRST_LOOK = 40
LOOK_EVERY = 10

RESTART = 50
"""The iteration at which the next deck goes on from the last one's solution.

Decks differ by one card of a rank: that is nearer than starting again, for which the
same exploitability takes two to three times as many iterations.
"""

EARLY = 2
"""Points of both sides together up to which scores are solved twice as finely.

Every match passes through some of them, and there are six of 144.
"""

MOST = 3000


@dataclass(frozen=True)
class Job:
    """One score to solve; plain values, to be sent to another machine.

    Attributes
    ----------
    decks
        The class counts of the decks under all viras, with their chances.
    least, most
        What hands are worth to the mão at least and at most.
    until
        The exploitability of a hand that is good enough.
    """

    decks: tuple[tuple[tuple[int, ...], float], ...]
    least: Pay
    most: Pay
    until: float


@dataclass(frozen=True)
class Solved:
    """What came out of a job.

    Attributes
    ----------
    low, high
        Bounds of the mão's chance to win the match.
    iterations
        Of all decks together.
    """

    low: float
    high: float
    iterations: int


@dataclass(frozen=True, eq=False)
class Bounds:
    """What is known of the scores of a match.

    Attributes
    ----------
    low, high
        Bounds of the chance of whoever is mão, by his points and the dealer's; not a
        number where nothing is known. Shape (target, target).
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @classmethod
    def unknown(cls, target: int) -> Bounds:
        """Return bounds of which none is known."""
        return cls(np.full((target, target), np.nan), np.full((target, target), np.nan))

    def knows(self, score: Score) -> bool:
        """Return whether a score is known."""
        return bool(np.isfinite(self.low[score]))

    def after(self, mao: int, dealer: int) -> tuple[float, float]:
        """Return bounds of the mão's chance from the score after his hand; he deals the next."""
        target = len(self.low)
        if mao >= target or dealer >= target:
            return float(mao >= target), float(mao >= target)
        return 1.0 - float(self.high[dealer, mao]), 1.0 - float(self.low[dealer, mao])

    def pays(self, rules: Rules, score: Score) -> tuple[Pay, Pay]:
        """Return what hands at a score are worth to the mão, at least and at most."""
        mao, dealer = score
        stakes = stakes_at(rules, score)
        won = [self.after(mao + stake, dealer) for stake in stakes]
        lost = [self.after(mao, dealer + stake) for stake in stakes]
        least, most = (
            (tuple(one[end] for one in won), tuple(one[end] for one in lost)) for end in (0, 1)
        )
        return least, most


def stakes_at(rules: Rules, score: Score) -> tuple[int, ...]:
    """Return what hands can be worth at a score, without stakes above one that ends the match.

    Whoever raises from there puts nothing at risk and wins nothing: the other may run,
    which he need not, and loses what he would have lost.
    """
    if rules.onze_score in score:
        return (rules.onze_stake,)
    missing = rules.target - min(score)
    enough = next(rung for rung, stake in enumerate(rules.ladder) if stake >= missing)
    return rules.ladder[: enough + 1]


def scores(rules: Rules) -> Iterator[Score]:
    """Yield all scores, those near the end of the match first."""
    points = range(rules.target)
    every = [(mao, dealer) for mao in points for dealer in points]
    yield from sorted(every, key=lambda score: (-sum(score), score))


def needs(rules: Rules, score: Score) -> set[Score]:
    """Return the scores to which a hand at a score can lead, as the next mão sees them."""
    mao, dealer = score
    found = set()
    for stake in stakes_at(rules, score):
        found |= {(dealer, mao + stake), (dealer + stake, mao)}
    return {one for one in found if max(one) < rules.target}


def job_of(rules: Rules, score: Score, known: Bounds, until: float) -> Job:
    """Return what has to be solved for a score.

    Parameters
    ----------
    known
        All scores that a hand can lead to.
    until
        The exploitability that is good enough. Early scores are solved twice as finely, and
        so are, by their size, trees of less than half the whole one's, which costs little.
    """
    least, most = known.pays(rules, score)
    decks = _decks(rules)
    part = _length(decks[0][0], least) / _length(decks[0][0], (rules.ladder, rules.ladder))
    finer = 0.5 if sum(score) <= EARLY else 1.0
    return Job(decks, least, most, finer * until * min(1.0, 1.25 * math.cbrt(part)))


def escuro(rules: Rules) -> Solved:
    """Return the last score, at which nobody sees his cards and everything is chance."""
    chance = float(escuro_chances(rules, 2)[1])
    return Solved(chance, chance, 0)


def solve_score(job: Job, stopping: Callable[[], bool] = lambda: False) -> Solved | None:
    """Return bounds of the mão's chance at a score, ``None`` when it was stopped.

    Raises
    ------
    ArithmeticError
        When a solution does not come near enough; never seen.
    """
    solver: Solver | None = None
    low = high = 0.0
    iterations = 0
    for counts, chance in job.decks:
        solver = _next_solver(Game(counts, _middle(job.least, job.most)), solver)
        began = solver.iterations
        if not _converge(solver, job.until, stopping):
            return None
        iterations += solver.iterations - began
        sure, most = solver.bounds(job.least, job.most)
        low += chance * sure
        high += chance * most
    return Solved(low, high, iterations)


def _next_solver(game: Game, before: Solver | None) -> Solver:
    if before is None or Tree(game).layout != before.layout:
        return Solver(game)
    arrays = {"regrets": before.regrets, "sums": before.sums}
    return Solver(game, iterations=RESTART, arrays=arrays)


def _converge(solver: Solver, until: float, stopping: Callable[[], bool]) -> bool:
    """Iterate until a hand is solved; return whether it is."""
    look = solver.iterations + (LOOK_EVERY if solver.iterations else FIRST_LOOK)
    while solver.iterations < MOST:
        if stopping():
            return False
        solver.iterate()
        if solver.iterations < look:
            continue
        low, high = solver.bounds()
        if high - low <= until:
            return True
        look += LOOK_EVERY
    raise ArithmeticError("a hand of the match did not converge")


def _middle(least: Pay, most: Pay) -> Pay:
    won, lost = (
        tuple((a + b) / 2 for a, b in zip(*both, strict=True))
        for both in zip(least, most, strict=True)
    )
    return won, lost


def _decks(rules: Rules) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return the class counts under all viras, neighbours side by side, and their chances."""
    found = Counter(class_counts(deck_powers(rules, vira)) for vira in viras(rules))
    total = sum(found.values())
    return tuple((counts, number / total) for counts, number in found.items())


def _length(counts: tuple[int, ...], pay: Pay) -> int:
    """Return how long the arrays of a game's solver are."""
    return Tree(Game(counts, pay)).layout.length()
