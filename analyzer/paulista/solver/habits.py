"""How somebody with a profile calls and answers, as frequencies that a tree can hold.

In each trick a player draws a place among the holdings that are as good as his, and
keeps it for all he says in that trick, whatever holding he then has; on his turn to call he
draws once more, for a bluff. What he does at one decision therefore depends on what he
did at those before it in the trick: a `Draw` is what his place may still be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.truco.calls import bluff_share, thresholds
from analyzer.truco.profiles import Profile

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Habits:
    """A profile, as far as one seat goes by it in one trick.

    Attributes
    ----------
    calls, bluffs
        Below which quantile he calls, and how often above it.
    answers
        See ``analyzer.truco.calls.thresholds``.
    """

    calls: float
    bluffs: float
    answers: Floats

    @classmethod
    def of(cls, profile: Profile, rungs: int) -> Habits:
        """Return the habits of a profile on a ladder of so many rungs."""
        return cls(profile.calls, bluff_share(profile), thresholds(profile, rungs - 1))


@dataclass(frozen=True, eq=False)
class Draw:
    """What a player's place may still be, for each of his holdings.

    Attributes
    ----------
    low, high
        Between which two numbers from 0 to 1 it lies.
    border, below, above
        How likely a place below and above a border would have done what he did at
        his turn to call.
    """

    low: Floats
    high: Floats
    border: Floats
    below: Floats
    above: Floats

    @classmethod
    def fresh(cls, rows: int) -> Draw:
        """Return the draw at the beginning of a trick."""
        none, all_ = np.zeros(rows), np.ones(rows)
        return cls(none, all_, none, all_, all_)

    @property
    def mass(self) -> Floats:
        """How likely all is that he has said."""
        split = np.clip(self.border, self.low, self.high)
        return self.below * (split - self.low) + self.above * (self.high - split)

    def __getitem__(self, rows: NDArray[np.int64]) -> Draw:
        """Return the draw with other holdings, by the rows of those they came from."""
        return Draw(
            self.low[rows], self.high[rows], self.border[rows], self.below[rows], self.above[rows]
        )

    def within(self, low: Floats | float, high: Floats | float) -> Draw:
        """Return the draw with its place between two numbers."""
        least = np.maximum(self.low, low)
        return replace(self, low=least, high=np.maximum(least, np.minimum(self.high, high)))


@dataclass(frozen=True, eq=False)
class Stand:
    """A player about to say something.

    Attributes
    ----------
    habits
        How he calls and answers.
    ranks
        From which to which quantile the holdings reach that are as good as each of
        his, shape (holdings, 2).
    draw
        What he has said in this trick.
    """

    habits: Habits
    ranks: Floats
    draw: Draw

    def call(self) -> tuple[Draw, Draw]:
        """Return his draws when he does not call, and when he does."""
        border, bluffs = self._place(self.habits.calls), self.habits.bluffs
        none, all_ = np.zeros_like(border), np.ones_like(border)
        return (
            replace(self.draw, border=border, below=none, above=all_ * (1 - bluffs)),
            replace(self.draw, border=border, below=all_, above=all_ * bluffs),
        )

    def answer(self, level: int, *, may_raise: bool) -> tuple[Draw, ...]:
        """Return his draws when he runs, accepts and, if he may, raises."""
        raises, stays = (self._place(quantile) for quantile in self.habits.answers[level])
        ran = self.draw.within(stays, 1.0)
        if not may_raise:
            return ran, self.draw.within(0.0, stays)
        return ran, self.draw.within(raises, stays), self.draw.within(0.0, raises)

    def _place(self, quantile: float) -> Floats:
        """Return the place from which on holdings are beyond a quantile."""
        low, high = self.ranks.T
        wide = high > low
        share = (quantile - low) / np.where(wide, high - low, 1.0)
        place: Floats = np.where(wide, np.clip(share, 0.0, 1.0), low < quantile)
        return place


def chain(
    actor: Stand, responder: Stand, asks: int
) -> tuple[list[Floats], list[tuple[Draw, Draw]]]:
    """Return what two players say at a turn of the first.

    Parameters
    ----------
    asks
        How many calls can follow each other, at least one.

    Returns
    -------
    decisions : list of ndarray
        How likely each action is, and all that the player has said before it; shape
        (holdings, actions).
    ends : list of pairs of Draw
        The draws of both after each number of calls.
    """
    passed, asked = actor.call()
    decisions = [_masses((passed, asked))]
    ends = [(passed, responder.draw)]
    actor = replace(actor, draw=asked)
    for calls in range(1, asks + 1):
        answers = responder if calls % 2 == 1 else actor
        draws = answers.answer(calls - 1, may_raise=calls < asks)
        decisions.append(_masses(draws))
        if answers is responder:
            ends.append((actor.draw, draws[1]))
            responder = replace(responder, draw=draws[-1])
        else:
            ends.append((draws[1], responder.draw))
            actor = replace(actor, draw=draws[-1])
    return decisions, ends


def _masses(draws: Sequence[Draw]) -> Floats:
    return np.stack([draw.mass for draw in draws], axis=-1)
