"""What a hand is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

import numpy as np

from analyzer.core.blocks import Sums
from analyzer.core.effort import split_options
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.manilla.cards import mask_of
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels.open_cards import sample_known_open
from analyzer.manilla.kernels.sample import sample_known
from analyzer.manilla.policies import DEFAULT, OPEN, Lineup
from analyzer.manilla.questions.asking import (
    CLOSED,
    Asked,
    Options,
    Pace,
    Points,
    count_all,
    read_situation,
)
from analyzer.manilla.questions.open_points import OpenPoints, few_deals, pace_for
from analyzer.manilla.situation import Situation
from analyzer.manilla.spots import start_of

_FEW = 1 << 17
"""So many deals are all played when nobody says how many to sample."""


@dataclass(frozen=True, kw_only=True)
class HandResult(Result):
    """What a hand is worth.

    Attributes
    ----------
    points
        Mean points of my pair at the end of the deal, of 72.
    win, tie, capote
        Chances of more than 36 points, of just 36, and of all twelve tricks.
    distribution
        Chances of 0, 1, … 72 points.
    """

    game = "manilla"
    question = "hand"

    points: Estimate
    win: Estimate
    tie: Estimate
    capote: Estimate
    distribution: tuple[Estimate, ...]

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.points.value:.1f} points, wins {self.win.value:.1%}"


def hand(situation: Asked, *, play: str = DEFAULT, **options: Unpack[Options]) -> HandResult:
    """Return how many points my pair makes.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the twelve cards with the other fields as
        keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``; ``open`` for all.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Examples
    --------
    >>> from analyzer import manilla
    >>> cards = "9O 1O 3O 9C 8C 2C 9E 1E 9B 1B 12B 2B"
    >>> found = manilla.hand(cards, trump="B", play="random", deals=1000)
    >>> found.basis.method, found.points.value > 36
    ('monte_carlo', True)
    """
    effort, named = split_options(options)
    asked = read_situation("hand", situation, named)
    state = asked.table_state()
    hidden = Hidden.of(state)
    deals = (
        *hidden.args,
        np.int64(state.seat),
        np.int64(mask_of(state.mine)),
        start_of(state, asked.rules),
    )
    way = _way(play, asked, max(state.left))
    every = count_all(hidden, way.few, effort)
    args = (*deals, *way.args, every)
    if every:
        found = way.points.count(way.kernel, args, effort, asked.my_side, hidden.ways, way.pace)
    else:
        found = way.points.sample(way.kernel, args, effort, asked.my_side, way.pace)
    return HandResult(
        basis=found.basis(asked.rules.to_dict(), asked.to_dict(), play),
        points=found.mean,
        win=found.win,
        tie=found.tie,
        capote=found.capote,
        distribution=found.distribution,
    )


class _Way(NamedTuple):
    """How deals are played: what counts them, by which kernel, and how many are few."""

    points: type[Points]
    kernel: Callable[..., Sums]
    args: tuple[Any, ...]
    pace: Pace
    few: int


def _way(play: str, asked: Situation, tricks: int) -> _Way:
    """Return how deals are played that have so many tricks to go."""
    if play == OPEN:
        return _Way(OpenPoints, sample_known_open, (), pace_for(tricks), few_deals(tricks))
    lineup = Lineup.read(play, asked.my_seat)
    few = 0 if lineup.by_chance else _FEW
    return _Way(Points, sample_known, (lineup.ways,), CLOSED, few)
