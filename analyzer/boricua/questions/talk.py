"""What the questions about flor and envite are asked with, before any card is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from analyzer.boricua.policies import lineup
from analyzer.boricua.questions.asking import Asked, read_situation
from analyzer.boricua.situation import Situation
from analyzer.boricua.spots import spot_of
from analyzer.boricua.worth import Worth, worth_of
from analyzer.core.effort import split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Basis
from analyzer.truco.odds import Counts, result_counts

V = TypeVar("V", Estimate, Estimate | None)


@dataclass(frozen=True)
class TalkCase:
    """A question about flor or envite made ready.

    Ligas and flores are counted over all deals. With a score it matters, too, who will win
    the truco that follows: how the tricks end with my cards is counted, or sampled.

    Attributes
    ----------
    situation
        Who asks, and what he knows.
    worth
        What points are worth to him.
    play
        How the cards will be played.
    counts
        How the tricks end, ``None`` without a score.
    """

    situation: Situation
    worth: Worth
    play: str
    counts: Counts | None

    @classmethod
    def of(
        cls, question: str, asked: Asked, play: str, equity: str, options: Mapping[str, Any]
    ) -> Self:
        """Return the case for a question's arguments.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong, and for a sample of nothing.
        """
        effort, named = split_options(options)
        situation = read_situation(question, asked, named)
        seats = lineup(play, situation.rules, situation.players, situation.my_seat)
        worth = worth_of(situation, equity, effort)
        if situation.score is not None:
            spot, side = spot_of(situation), situation.my_side
            return cls(situation, worth, play, result_counts(spot, seats, effort, side=side))
        for name, value in (("deals", effort.deals), ("precision", effort.precision)):
            if value is not None:
                raise InputError(value, name, "left out without a score: all deals are counted")
        return cls(situation, worth, play, None)

    @property
    def tricks(self) -> Estimate | None:
        """My side's chance to win the tricks, ``None`` without a score."""
        return None if self.counts is None else self.counts.chance(self.situation.my_side)

    @property
    def usual(self) -> Worth:
        """What points are worth with the chance to win the tricks as it came out."""
        return self.worth if self.tricks is None else self.worth.with_tricks(self.tricks.value)

    def values(self, values_by: Callable[[Worth], Mapping[str, V]]) -> dict[str, V]:
        """Return what actions are worth, as sure as the chance to win the tricks is.

        Parameters
        ----------
        values_by
            Returns what each action is worth if that chance is known; ``None`` for one
            that there is not.
        """
        tricks = self.tricks
        found = dict(values_by(self.usual))
        if tricks is None or tricks.std_error == 0:
            return found
        low, high = (values_by(self.worth.with_tricks(end)) for end in (tricks.low, tricks.high))
        for name, value in found.items():
            start, end = low[name], high[name]
            if value is not None and start is not None and end is not None:
                slope = (end.value - start.value) / (tricks.high - tricks.low)
                found[name] = tricks.affine(slope, value.value - slope * tricks.value)
        return found

    def basis(self, deals: int) -> Basis:
        """Return what an answer rests on, so many deals having been counted for it."""
        situation, counts = self.situation, self.counts
        sampled = counts is not None and counts.method == "monte_carlo"
        return Basis(
            rules=situation.rules.to_dict(),
            situation=situation.to_dict(),
            play=None if counts is None else self.play,
            method="monte_carlo" if sampled else "exact",
            deals=counts.deals if counts is not None and sampled else deals,
            seed=None if counts is None else counts.seed,
            interrupted=counts is not None and counts.interrupted,
        )
