"""What follows once a call has been accepted: the hand played out, or more calls."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from analyzer.core.effort import Effort
from analyzer.paulista.policies import lineup
from analyzer.paulista.questions.asking import Case
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.answers import Follow
from analyzer.truco.calls import Talk, call_counts, holding_quantiles
from analyzer.truco.decisions import Told, Worth
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Floats, Ranking

DEALS = 1 << 21
"""Hands with later calls that are sampled when nothing else is asked for."""


def sampling(effort: Effort) -> Effort:
    """Return an effort that samples: hands with calls are never enumerated."""
    if effort.exact or effort.deals is not None or effort.precision is not None:
        return effort
    return replace(effort, deals=DEALS)


def with_calls(
    case: Case, seat: int, profile: Profile, worth: Worth, ranks: Ranking, told: Told
) -> Follow:
    """Return what follows when both sides go on calling by one profile.

    Parameters
    ----------
    case
        The question.
    seat
        The opponent whose holdings are told apart.
    profile
        How both sides call and answer in later tricks.
    worth
        What points are worth.
    ranks
        The groups of his holdings.
    told
        The question's own hands, from the same deals.
    """
    if told.origin.interrupted:
        raise KeyboardInterrupt
    situation, table = case.situation, case.table
    rules, side = situation.rules, situation.my_side
    fresh = dealt_spot(rules, 2, situation.vira)
    two = lineup(case.lineup.name, rules, 2, 1 - (seat & 1))
    quantiles = holding_quantiles(fresh, two, table.players, case.effort.threads)
    laid = [lay.seat & 1 for lay in situation.replay().table]
    had = (0 in laid or seat & 1 == 0, 1 in laid or seat & 1 == 1)
    effort = replace(case.effort, deals=told.origin.deals, precision=None)

    @cache
    def follow(stake: int, mine: bool) -> tuple[Floats, Told | None]:
        talk = Talk(
            steps=len(rules.ladder),
            step=rules.ladder.index(stake),
            right=side if mine else 1 - side,
            had=had,
            caps=_caps(situation),
        )
        found = call_counts(
            table, case.lineup, quantiles, (profile, profile), talk, effort, row_seat=seat
        )
        if found.interrupted:  # fewer deals than the question's own: nothing to compare
            raise KeyboardInterrupt
        ends = np.concatenate(
            (found.won[:, side], found.won[:, 1 - side], found.undecided[:, None]), axis=1
        )
        values = [worth(points, 0) for points in rules.ladder]
        values += [worth(0, points) for points in rules.ladder]
        return np.array([[*values, worth(0, 0)]]), Told.of_ends(ends, ranks, told.origin)

    return follow


def _caps(situation: Situation) -> tuple[int, int] | None:
    """Return for each side the rung from which a won hand wins it the match."""
    if situation.score is None:
        return None
    rules = situation.rules
    scores = dict(zip((situation.my_side, 1 - situation.my_side), situation.score, strict=True))
    first, second = (
        sum(scores[side] + stake < rules.target for stake in rules.ladder) for side in (0, 1)
    )
    return first, second
