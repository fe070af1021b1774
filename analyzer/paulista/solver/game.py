"""The game that is solved: its cards by class, its stakes, and what they are worth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.kernels.ops import LANES

MAO = 1
DEALER = 0
SEATS = 2

Opening = tuple[Literal["call", "raise"], ...]


@dataclass(frozen=True)
class Game:
    """A hand for two players from a deck of a few classes of cards.

    Parameters
    ----------
    counts
        How many cards there are of each class, the weakest first.
    pay
        What the mão gets when he wins a hand worth each rung of the ladder, and
        what he gets when he loses it; the dealer gets the same with the other
        sign. One rung means that nobody calls.
    opening
        What is said first, whatever anybody holds: a call, and a raise of it.
    """

    counts: tuple[int, ...]
    pay: tuple[tuple[float, ...], tuple[float, ...]]
    opening: Opening = ()

    @classmethod
    def of_points(cls, counts: Sequence[int], stakes: Sequence[int]) -> Game:
        """Return the game for the points of one hand."""
        won = tuple(float(stake) for stake in stakes)
        return cls(tuple(counts), (won, tuple(-stake for stake in won)))

    @classmethod
    def of_choice(
        cls, counts: Sequence[int], seat: int, *, won: float, lost: float, ran: float
    ) -> Game:
        """Return the game without calls that one seat may run from when it sees its cards.

        A choice before the first card is the answer to a call that the other always makes;
        the mão's is the answer to a raise, as the first call is his.

        Parameters
        ----------
        counts
            How many cards there are of each class.
        seat
            Who may run.
        won, lost, ran
            What the mão gets when he wins, when he loses, and when that seat runs.
        """
        opening: Opening = ("call", "raise") if seat == MAO else ("call",)
        never_played = (ran,) * len(opening)
        return cls(tuple(counts), ((*never_played, won), (*never_played, lost)), opening)

    @property
    def key(self) -> dict[str, Any]:
        """Everything that tells it from other games, as plain values."""
        key = {"counts": list(self.counts), "pay": [list(row) for row in self.pay]}
        return {**key, "opening": list(self.opening)} if self.opening else key

    @property
    def classes(self) -> int:
        """How many classes of cards there are."""
        return len(self.counts)

    @property
    def rungs(self) -> int:
        """How many stakes there are."""
        return len(self.pay[0])

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """The classes of two cards, rising, in the order of their numbers; shape (pairs, 2)."""
        return _multisets(self.classes, 2)

    @cached_property
    def triples(self) -> NDArray[np.int64]:
        """The classes of three cards, rising, in the order of their numbers."""
        return _multisets(self.classes, 3)

    @cached_property
    def rests(self) -> NDArray[np.int64]:
        """The number of the pair left of each triple after each of its cards."""
        number = {tuple(pair): row for row, pair in enumerate(self.pairs.tolist())}
        return np.array(
            [[number[y, z], number[x, z], number[x, y]] for x, y, z in self.triples.tolist()]
        )

    def held(self, hands: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many cards of each class hands contain; shape (hands, classes)."""
        return np.asarray((hands[:, :, None] == np.arange(self.classes)).sum(axis=1))

    def ways(self, *held: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return in how many ways hands can be dealt together, one card after the other.

        Parameters
        ----------
        *held
            Cards of each class, with the classes on the last axis; shapes must fit.
        """
        taken = np.asarray(sum(held))
        counts = np.array(self.counts)
        falling = np.zeros((self.classes, max(self.counts) + 1))
        for row, count in enumerate(self.counts):
            for k in range(count + 1):
                falling[row, k] = math.perm(count, k)
        possible = (taken <= counts).all(axis=-1)
        product = np.ones(taken.shape[:-1])
        for row in range(self.classes):
            product *= falling[row, np.minimum(taken[..., row], self.counts[row])]
        return np.where(possible, product, 0.0)

    @cached_property
    def dealt(self) -> NDArray[np.float64]:
        """The reach of each hand before the first decision, so that all deals add up to 1."""
        held = self.held(self.triples)
        factorial = np.array([math.factorial(k) for k in range(4)])
        once = 1.0 / factorial[held].prod(axis=1)
        total = once @ self.deals @ once
        return np.asarray(once / math.sqrt(total))

    @cached_property
    def deals(self) -> NDArray[np.float64]:
        """In how many ways two hands are dealt together, but for the order of their cards."""
        held = self.held(self.triples)
        return self.ways(held[:, None], held[None])


@dataclass(frozen=True, eq=False)
class Strips:
    """First tricks side by side, as the kernels walk them; see ``kernels.ops.Work``."""

    kinds: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    left: NDArray[np.float64]
    weight: NDArray[np.float64]

    @classmethod
    def of(cls, game: Game) -> Strips:
        """Return the strips of a game: the mão wins, the dealer wins, the trick is tied."""
        cards = range(game.classes)
        pairs = [(a, b) for a in cards for b in cards if a != b or game.counts[a] > 1]
        groups = [
            (MAO, 0, [(a, b) for a, b in pairs if a > b]),
            (DEALER, 0, [(a, b) for a, b in pairs if a < b]),
            (MAO, 1, [(a, b) for a, b in pairs if a == b]),
        ]
        parts = [
            (leader, tied, group[begin : begin + LANES])
            for leader, tied, group in groups
            for begin in range(0, len(group), LANES)
        ]
        first = np.zeros((len(parts), LANES), np.int64)
        second = np.zeros_like(first)
        weight = np.zeros(first.shape)
        left = np.zeros((len(parts), game.classes, LANES))
        counts = np.array(game.counts)
        for strip, (_, _, group) in enumerate(parts):
            for lane, (a, b) in enumerate(group):
                first[strip, lane], second[strip, lane] = a, b
                taken = game.held(np.array([[a, b]]))[0]
                left[strip, :, lane] = counts - taken
                weight[strip, lane] = game.ways(taken)
        kinds = np.array([(leader, tied, len(group)) for leader, tied, group in parts])
        return cls(kinds, first, second, left, weight)


def _multisets(classes: int, size: int) -> NDArray[np.int64]:
    found = itertools.combinations_with_replacement(range(classes), size)
    return np.array(sorted(found, key=lambda hand: hand[::-1]))
