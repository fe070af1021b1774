"""From what a caller hands in to what the questions work with, and from counts to chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from analyzer.core.blocks import Run, Sums, run_blocks, run_until
from analyzer.core.effort import Effort, Work
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate, z_value
from analyzer.core.fields import read_number, read_rules
from analyzer.core.result import Basis
from analyzer.manilla.cards import DEALT, PLAYERS
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.referee.hand import WHOLE
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation import Situation

Asked = Situation | Mapping[str, object] | str
"""A situation, its fields, or just the cards with the other fields as keywords."""

_MOST = 10**9
"""More deals are never all gone through."""


class Pace(NamedTuple):
    """How a sample goes on.

    Attributes
    ----------
    looks
        Deals after which it is looked at when nobody says how many there should be.
    first_precise
        The first look when a precision is asked for.
    block
        Deals that are played at a stretch.
    """

    looks: tuple[int, ...]
    first_precise: int
    block: int


CLOSED = Pace(tuple(1 << n for n in range(16, 20)), 1 << 18, 1 << 12)
"""The pace of deals that are played card by card."""


class Options(Work, total=False):
    """Keywords of every question: how much work, and the fields of ``Situation.read``."""

    rules: Any
    rule: Any
    trump: Any
    shown: Any
    players: Any
    position: Any
    partner: Any
    played: Any
    score: Any
    juegos: Any


def read_situation(question: str, asked: Asked, named: Mapping[str, Any]) -> Situation:
    """Return the situation that a question is asked about."""
    if isinstance(asked, Situation):
        if not named and asked.question == question:
            return asked
        given: Mapping[str, object] = asked.to_dict()
    else:
        given = {"hand": asked} if isinstance(asked, str) else asked
    return Situation.read(question, {**given, **named})


def read_game(fields: dict[str, Any]) -> Rules:
    """Return the rules of a question about whole deals.

    Raises
    ------
    InputError
        For a field that describes one deal.
    """
    rules = read_rules(Rules, fields.pop("rules", None), fields.pop("rule", None))
    players = read_number(fields.pop("players", None) or PLAYERS, "players", str(PLAYERS))
    if players != PLAYERS:
        raise InputError(players, "players", str(PLAYERS))
    for name, value in fields.items():
        if value is not None:
            raise InputError(value, name, "left out: whole deals are dealt at random")
    return rules


def count_all(hidden: Hidden, few: int, effort: Effort) -> bool:
    """Whether to go through all deals that fit, and not a sample.

    When nobody says how much work there may be, all are gone through if they are ``few``,
    which is 0 where chance plays on.

    Raises
    ------
    InputError
        When all deals are asked for and there are too many, or chance plays on.
    """
    free = effort.deals is None and effort.precision is None
    if not effort.exact:
        return free and hidden.ways <= few
    if few == 0:
        raise InputError("exact", "options", "deals or precision: random play is sampled")
    if hidden.ways > _MOST:
        allowed = f"deals or precision: {hidden.ways:,} deals fit, more than {_MOST:,}"
        raise InputError("exact", "options", allowed)
    return True


@dataclass(frozen=True, eq=False)
class Points:
    """How many points, and how many tricks, one side has won in each of many deals.

    Attributes
    ----------
    points, tricks
        How many deals there were of each number; int64, shape (73,).
    deals, seed, z
        The number of deals; of a sample the seed, and the standard errors in an
        interval.
    interrupted
        Whether somebody stopped the sample.
    """

    points: Sums
    tricks: Sums
    deals: int
    seed: int | None
    z: float
    interrupted: bool

    @classmethod
    def of(cls, run: Run, side: int, seed: int | None, z: float = Z95) -> Self:
        """Return what a side has won in a sample whose sums count what side 1 has won."""
        points, tricks = run.sums.reshape(-1, *run.sums.shape[-2:]).sum(axis=0)
        return cls(
            _of_side(points, WHOLE, side),
            _of_side(tricks, DEALT, side),
            run.done,
            seed,
            z,
            run.interrupted,
        )

    @classmethod
    def sample(
        cls,
        kernel: Callable[..., Sums],
        args: tuple[Any, ...],
        effort: Effort,
        side: int,
        pace: Pace = CLOSED,
    ) -> Self:
        """Return what a side has won in a sample.

        Parameters
        ----------
        kernel, args
            A block kernel that counts what side 1 has won, and its arguments after
            the seed.
        effort
            How many deals; without a number, until the chance to win is known to the
            effort's precision, or the last look.
        side
            The side.
        pace
            How the sample goes on.
        """
        looks, z = effort.looks, Z95
        if effort.deals is None:
            free = effort.precision is None
            looks = pace.looks if free else effort.looks_from(pace.first_precise)
            z = z_value(looks=len(looks))

        def enough(sums: Sums, done: int) -> bool:
            found = cls.of(Run(sums, done, interrupted=False), side, effort.seed, z)
            return found.win.half_width <= effort.half_width

        run: Run = run_until(
            kernel,
            (np.uint64(effort.seed), *args),
            looks=looks,
            enough=enough,
            block=pace.block,
            threads=effort.threads,
            progress=effort.progress,
            scheduler=effort.scheduler,
        )
        if run.done < 2:
            raise KeyboardInterrupt
        return cls.of(run, side, effort.seed, z)

    @classmethod
    def count(
        cls,
        kernel: Callable[..., Sums],
        args: tuple[Any, ...],
        effort: Effort,
        side: int,
        deals: int,
        pace: Pace = CLOSED,
    ) -> Self:
        """Return what a side has won in all deals, numbered from 0; see `sample`."""
        run = run_blocks(
            kernel,
            (np.uint64(effort.seed), *args),
            first=0,
            last=deals,
            block=pace.block,
            threads=effort.threads,
            progress=effort.progress,
            scheduler=effort.scheduler,
        )
        if run.interrupted:
            raise KeyboardInterrupt
        return cls.of(run, side, None)

    @property
    def mean(self) -> Estimate:
        """The mean of the points."""
        values = np.arange(len(self.points))
        if self.seed is None:
            return Estimate.exact(int(self.points @ values) / self.deals)
        total, squares = int(self.points @ values), int(self.points @ values**2)
        return Estimate.mean(total, squares, self.deals, self.z)

    @property
    def win(self) -> Estimate:
        """The chance of more than half of the points."""
        return self._share(self.points[WHOLE // 2 + 1 :].sum())

    @property
    def tie(self) -> Estimate:
        """The chance of just half of them."""
        return self._share(self.points[WHOLE // 2])

    @property
    def capote(self) -> Estimate:
        """The chance of all twelve tricks."""
        return self._share(self.tricks[DEALT])

    @property
    def distribution(self) -> tuple[Estimate, ...]:
        """The chance of each number of points."""
        return tuple(self._share(count) for count in self.points)

    def basis(self, rules: Mapping[str, Any], situation: Mapping[str, Any], play: str) -> Basis:
        """Return what an answer from these deals rests on."""
        return Basis(
            rules=rules,
            situation=situation,
            play=play,
            method="exact" if self.seed is None else "monte_carlo",
            deals=self.deals,
            seed=self.seed,
            interrupted=self.interrupted,
        )

    def _share(self, count: np.int64) -> Estimate:
        if self.seed is None:
            return Estimate.exact(int(count) / self.deals)
        return Estimate.proportion(int(count), self.deals, self.z)


def _of_side(counts: Sums, most: int, side: int) -> Sums:
    """Return a side's counts from those of side 1: together they have them all."""
    if side == 1:
        return counts
    turned = np.zeros_like(counts)
    turned[: most + 1] = counts[most::-1]
    return turned
