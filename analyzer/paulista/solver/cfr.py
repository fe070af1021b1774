"""Counterfactual regret minimisation on a game, and how far it has come.

Discounted CFR (Brown and Sandholm, 2019): regrets and sums of strategies lose a
part of themselves in each iteration, so that bad beginnings are soon forgotten.
Players take turns.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.game import DEALER, MAO, SEATS, Game, Strips
from analyzer.paulista.solver.kernels import second
from analyzer.paulista.solver.kernels.chain import REFS, SLOTS, STEPS
from analyzer.paulista.solver.kernels.first import (
    DEALT,
    FIRST_PLAN,
    FIRST_VALUES,
    GATHERED,
    LED,
    PART_VALUES,
    PARTS,
    PLACES,
    UNLED,
    walk,
)
from analyzer.paulista.solver.kernels.ops import (
    COMPARE,
    EXPLAIN,
    FOLLOW,
    LANES,
    LEARN,
    NUMBERS,
    RESPOND,
    TINY,
    Cards,
    Work,
    count_odd,
)
from analyzer.paulista.solver.kernels.reply import REPLY, REPLY_SLOTS
from analyzer.paulista.solver.kernels.tabled import TABLE_STEPS
from analyzer.paulista.solver.layout import Layout
from analyzer.paulista.solver.tree import Node, Tree

LEAST = 1e-30

Pay = tuple[tuple[float, ...], tuple[float, ...]]
"""What the mão gets when he wins, and when he loses, a hand worth each rung; see ``Game``."""


@dataclass(frozen=True)
class Discounts:
    """How much of regrets and sums is kept; the three exponents of discounted CFR.

    These were measured: regrets below zero are best forgotten at once, as CFR+
    does, and averages weighted by the cube of the iteration.
    """

    good: float = 1.5
    bad: float = -math.inf
    sums: float = 3.0

    def kept(self, iteration: int) -> tuple[float, float, float]:
        """Return what is kept of regrets above zero, below zero, and of sums.

        Parameters
        ----------
        iteration
            Its number, from 1 on.
        """
        past = float(iteration - 1)
        good, bad = past**self.good, past**self.bad if past else 0.0
        return good / (good + 1), bad / (bad + 1), (past / iteration) ** self.sums


@dataclass(eq=False)
class Solver:
    """The state of a solution in the making.

    Parameters
    ----------
    game
        What is solved.
    dtype
        The type of all numbers; single precision is enough.
    discounts
        How fast the past is forgotten.
    iterations, arrays
        Where a former run was left: regrets and sums. At the beginning unless given.
    """

    game: Game
    dtype: Any = np.float32
    discounts: Discounts = Discounts()
    iterations: int = 0
    arrays: InitVar[Mapping[str, NDArray[Any]] | None] = None
    strips: Strips = field(init=False)
    layout: Layout = field(init=False)

    def __post_init__(self, arrays: Mapping[str, NDArray[Any]] | None) -> None:
        self.strips = Strips.of(self.game)
        kinds = tuple((int(a), int(b)) for a, b, _ in self.strips.kinds)
        self.layout = Layout(self.game.classes, self.game.rungs, kinds)
        length = self.layout.length()
        kept = arrays or {name: np.zeros(length, self.dtype) for name in ("regrets", "sums")}
        self.regrets, self.sums = kept["regrets"], kept["sums"]
        self._bases, self._sizes, room = _places(self.game)
        self._memory = np.zeros(room, self.dtype)
        self._refs = np.zeros((REPLY + 1, REFS, STEPS), np.int64)
        # Seats that do not do their best after the last lead have a table; see kernels.tabled.
        shape = (SEATS, STEPS - 1, STEPS, TABLE_STEPS, self.game.classes, self.game.classes)
        self.replies = np.zeros(shape, self.dtype)
        self.tabled: frozenset[int] = frozenset()
        self._numbers = np.zeros(NUMBERS, self.dtype)
        self._numbers[1 : TINY + 1] = 1.0, 0.5, 1.0 / 3.0, LEAST
        self.cards = self._make_cards()
        self._open()

    def _make_cards(self) -> Cards:
        game, strips = self.game, self.strips
        held3, held2 = game.held(game.triples), game.held(game.pairs)
        led = np.eye(game.classes, dtype=np.int64)
        return Cards(
            first=strips.first,
            second=strips.second,
            kinds=strips.kinds,
            left=strips.left.astype(self.dtype),
            weight=strips.weight.astype(self.dtype),
            dealt=game.dealt.astype(self.dtype),
            pairs=game.pairs,
            triples=game.triples,
            rests=game.rests,
            deals=game.deals.astype(self.dtype),
            after_first=game.ways(
                led[:, None, None], held2[None, :, None], held3[None, None]
            ).astype(self.dtype),
        )

    def work(
        self,
        mode: int,
        walker: int,
        *,
        notes: NDArray[Any] | None = None,
        pay: Pay | None = None,
    ) -> Work:
        """Return what a walk works with; see ``kernels.ops``.

        Parameters
        ----------
        mode, walker
            What the walk is for, and the seat whose values it computes.
        notes
            Where to write the values of actions.
        pay
            What hands are worth to the mão, if not what they are in the game.
        """
        worth = np.array(pay or self.game.pay, self.dtype)
        return Work(
            regrets=self.regrets if notes is None else notes,
            sums=self.sums,
            read=self.regrets if mode == LEARN else self.sums,
            memory=self._memory,
            numbers=self._numbers,
            pay=worth if walker == MAO else np.ascontiguousarray(-worth[::-1]),
            refs=self._refs,
            replies=self.replies,
            bases=self._bases,
            sizes=self._sizes,
            tabled=sum(1 << seat for seat in self.tabled),
            mode=mode,
            walker=walker,
            classes=self.game.classes,
            top=self.game.rungs - 1,
        )

    def walk(self, mode: int, walker: int, pay: Pay | None = None) -> float:
        """Walk the tree once for the values of one seat, and return its value; see `work`.

        Raises
        ------
        ArithmeticError
            When it is not finite.
        """
        value = walk(self.work(mode, walker, pay=pay), self.cards)[1]
        if not math.isfinite(value):
            raise ArithmeticError("the value is not finite")
        return float(value)

    def iterate(self) -> None:
        """Do one iteration: both players in turn."""
        self.iterations += 1
        self._numbers[TINY + 1 :] = self.discounts.kept(self.iterations)
        for walker in (MAO, DEALER):
            self.walk(LEARN, walker)
            self._open()

    def _open(self) -> None:
        """Have everybody say what is always said, whatever was learned."""
        for node, word in zip(Tree(self.game).opening, self.game.opening, strict=True):
            for numbers in (self.regrets, self.sums):
                node.block(numbers, len(self.game.triples))[:] = np.array(node.said) == word

    def bounds(self, least: Pay | None = None, most: Pay | None = None) -> tuple[float, float]:
        """Return what the mão can be sure of, and what the dealer leaves him at most.

        Parameters
        ----------
        least, most
            What hands are worth to the mão at least and at most, if that is not known
            exactly; else what they are in the game.

        Raises
        ------
        ArithmeticError
            When something is not finite: strategies would become even without a word.
        """
        self.verify_finite()
        return -self._best(DEALER, least), self._best(MAO, most)

    def _best(self, seat: int, pay: Pay | None) -> float:
        """Return what the best answer of a seat wins."""
        last = [node for node in Tree(self.game).opening if node.seat == seat][-1:]
        if not last:
            return self.walk(RESPOND, seat, pay)
        return self._best_after(last[0], seat, pay)

    def _best_after(self, node: Node, seat: int, pay: Pay | None) -> float:
        """Return what the best answer of a seat wins that says there what is always said."""
        notes = np.zeros_like(self.sums)
        walk(self.work(COMPARE, seat, notes=notes, pay=pay), self.cards)
        said = node.said.index(self.game.opening[node.calls])
        valued = node.block(notes, len(self.game.triples))[:, said].astype(np.float64)
        value = float(self.game.dealt @ valued)
        if not math.isfinite(value):
            raise ArithmeticError("the value is not finite")
        return value

    def verify_finite(self) -> None:
        """Raise ``ArithmeticError`` unless all numbers are finite."""
        for name in ("regrets", "sums"):
            odd = count_odd(getattr(self, name))
            if odd:
                raise ArithmeticError(f"{odd} {name} are not finite")

    def explain(self, seat: int) -> NDArray[Any]:
        """Return what each action of a seat is worth when both play the averages.

        Returns
        -------
        ndarray
            Laid out as the sums are. An entry is what the action is worth with a
            holding, times how often the other one gets there with all he may hold.
        """
        notes = np.zeros_like(self.sums)
        walk(self.work(EXPLAIN, seat, notes=notes), self.cards)
        return notes

    def answer(self, seat: int) -> tuple[float, NDArray[Any]]:
        """Return what the best answer of a seat wins, and what each action is then worth.

        Returns
        -------
        value : float
            What the seat wins against the averages.
        notes : ndarray
            As `explain` returns them, the seat going on with its best answer.
        """
        notes = np.zeros_like(self.sums)
        return float(walk(self.work(COMPARE, seat, notes=notes), self.cards)[1]), notes

    def value(self) -> float:
        """Return what the mão gets when both play the averages."""
        return self.walk(FOLLOW, MAO)


def _places(game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return where tensors lie in the working memory, how long slots are, and its length."""
    one, two, three = game.classes, len(game.pairs), len(game.triples)
    rows = [0, three, three, two, two, one, one]
    slots = [0, SLOTS, SLOTS, SLOTS, SLOTS, SLOTS, REPLY_SLOTS]
    lengths = [a * b for a, b in zip(rows, slots, strict=True)] + [0] * (PLACES - len(rows))
    lengths[second.LEFT : second.LEFT + 3] = [one] * 3
    lengths[second.WEIGHT : second.WEIGHT + 3] = [1] * 3
    lengths[second.WAYS : second.WAYS + 2] = [two] * 2
    lengths[second.PLAN : second.PLAN + 2] = [2 * two] * 2
    lengths[second.PARTS : second.PARTS + 2] = [one * one] * 2
    lengths[second.PART_VALUES : second.PART_VALUES + 2] = [one * one] * 2
    lengths[second.MASS] = 2 * one
    lengths[second.SPARE] = one + 2
    lengths[DEALT] = lengths[UNLED] = three
    lengths[LED] = two
    lengths[FIRST_PLAN : FIRST_PLAN + 2] = [3 * three] * 2
    lengths[FIRST_VALUES : FIRST_VALUES + 2] = [3 * three] * 2
    lengths[PARTS] = lengths[PART_VALUES] = one * two
    lengths[GATHERED : GATHERED + 2] = [two] * 2
    base = np.cumsum([0, *lengths[:-1]]) * LANES
    return base, np.array(rows) * LANES, sum(lengths) * LANES
