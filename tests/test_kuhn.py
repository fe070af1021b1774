"""Kuhn poker, whose first player loses 1/18 of his ante: what solves truco must find that.

Three cards, one for each player, an ante each. The first checks or bets one more; a bet is
folded to or called, and after a check the second may bet.
"""

from __future__ import annotations

import itertools

import naive_solver
import numpy as np
import pytest

from analyzer.paulista.solver.cfr import LEAST, Discounts
from analyzer.paulista.solver.kernels.ops import (
    FOLLOW,
    LANES,
    LEARN,
    NUMBERS,
    TINY,
    normalise,
    settle2,
)

VALUE = -1 / 18
CARDS = range(3)
NEXT = {"": 1, "p": 0, "b": 0, "pb": 1}
"""Who decides after which history; ``p`` is to check or to fold, ``b`` to bet or to call."""


def won(history: str, first: int, second: int) -> int:
    """Return what the first player wins."""
    if history.endswith("bp"):
        return 1 if len(history) == 2 else -1
    return (2 if history.endswith("bb") else 1) * (1 if first > second else -1)


class Program(naive_solver.Program):
    """Its sequence form, in place of truco's."""

    def __init__(self) -> None:
        self.sequences = [{(): 0}, {(): 0}]
        self.choices = [{}, {}]
        self.payoffs = {}
        for second, first in itertools.permutations(CARDS, 2):
            self.go("", (second, first), (0, 0))

    def go(self, history: str, held: tuple[int, int], sequence: tuple[int, int]) -> None:
        if history not in NEXT:
            key = sequence[1], sequence[0]
            self.payoffs[key] = self.payoffs.get(key, 0.0) + won(history, *held[::-1]) / 6
            return
        player = NEXT[history]
        known, node = self.sequences[player], (held[player], history)
        numbers = [known.setdefault((node, action), len(known)) for action in "pb"]
        self.choices[player][node] = sequence[player], numbers
        for action, number in zip("pb", numbers, strict=True):
            after = [*sequence]
            after[player] = number
            self.go(history + action, held, tuple(after))


def test_the_linear_program_finds_its_value():
    assert Program().value() == pytest.approx(VALUE, abs=1e-9)


class Learner:
    """Solves it with what the solver does at a decision; a row is a card, all lanes are alike."""

    def __init__(self) -> None:
        self.places = {history: 6 * LANES * n for n, history in enumerate(NEXT)}
        self.regrets, self.sums = np.zeros((2, 24 * LANES))
        self.memory = np.zeros(18 * LANES)
        self.numbers = np.zeros(NUMBERS)
        self.numbers[1 : TINY + 1] = 1.0, 0.5, 1 / 3, LEAST

    def iterate(self, number: int) -> None:
        self.numbers[TINY + 1 :] = Discounts().kept(number)
        for walker in (1, 0):
            self.values(LEARN, self.regrets, "", walker, (np.ones(3), np.ones(3)))

    def value(self) -> float:
        """Return what the first player wins by the averages."""
        found = self.values(FOLLOW, self.sums, "", 1, (np.ones(3), np.ones(3)))
        return float(found.sum() / 6)

    def values(self, mode, read, history, walker, reaches):
        """Return the walker's values by his card, and learn at his decisions."""
        if history not in NEXT:
            sign = 1 if walker == 1 else -1
            pay = [
                [
                    won(history, *((a, b) if walker == 1 else (b, a))) * sign * (a != b)
                    for b in CARDS
                ]
                for a in CARDS
            ]
            return np.array(pay, float) @ reaches[1 - walker]
        player, at = NEXT[history], self.places[history]
        normalise(read, at, 3, 2, self.memory, 0, self.numbers)
        plan = self.memory[: 6 * LANES].reshape(3, 2, LANES)[:, :, 0].copy()
        found = []
        for number, action in enumerate("pb"):
            after = [*reaches]
            after[player] = reaches[player] * plan[:, number]
            found.append(self.values(mode, read, history + action, walker, after))
        if player != walker:
            return found[0] + found[1]
        rows = [plan.reshape(-1), reaches[player], *found]
        starts = [0, 6 * LANES, 9 * LANES, 12 * LANES]
        for start, row in zip(starts, rows, strict=True):
            self.memory[start : start + len(row) * LANES] = np.repeat(row, LANES)
        out, memory = 15 * LANES, self.memory
        settle2(mode, self.regrets, self.sums, at, 3, memory, *starts, out, self.numbers)
        return self.memory[out:].reshape(3, LANES)[:, 0].copy()


def test_what_the_solver_does_at_a_decision_finds_its_value():
    learner = Learner()
    for number in range(1, 401):
        learner.iterate(number)
    assert learner.value() == pytest.approx(VALUE, abs=1e-4)
