"""What a hand is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

import numpy as np

from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.manilla.cards import mask_of
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels.sample import sample_known
from analyzer.manilla.policies import DEFAULT, Lineup
from analyzer.manilla.questions.asking import Asked, Options, Points, read_situation
from analyzer.manilla.spots import start_of

_FEW = 1 << 17
"""So many deals are all played when nobody says how many to sample."""

_MOST = 10**9
"""More deals are never all played."""


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
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
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
    lineup = Lineup.read(play, asked.my_seat)
    state = asked.table_state()
    hidden = Hidden.of(state)
    every = _count_all(hidden, lineup, effort)
    args = (
        hidden.cases,
        hidden.cells,
        hidden.rooms,
        hidden.others,
        np.int64(state.seat),
        np.int64(mask_of(state.mine)),
        start_of(state, asked.rules),
        lineup.ways,
        every,
    )
    if every:
        found = Points.count(sample_known, args, effort, asked.my_side, hidden.ways)
    else:
        found = Points.sample(sample_known, args, effort, asked.my_side)
    return HandResult(
        basis=found.basis(asked.rules.to_dict(), asked.to_dict(), lineup.name),
        points=found.mean,
        win=found.win,
        tie=found.tie,
        capote=found.capote,
        distribution=found.distribution,
    )


def _count_all(hidden: Hidden, lineup: Lineup, effort: Effort) -> bool:
    """Whether to play all deals that fit, and not a sample."""
    free = effort.deals is None and effort.precision is None
    if not effort.exact:
        return free and not lineup.by_chance and hidden.ways <= _FEW
    if lineup.by_chance:
        raise InputError("exact", "options", "deals or precision: random play is sampled")
    if hidden.ways > _MOST:
        allowed = f"deals or precision: {hidden.ways:,} deals fit, more than {_MOST:,}"
        raise InputError("exact", "options", allowed)
    return True
