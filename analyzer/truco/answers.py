"""Answers to a call: what running, accepting and calling the next stake are worth.

Whatever is called, truco or envite, an opponent's holdings are ranked, a profile says
with which of them he calls and answers, and my actions are weighed against that range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from analyzer.core.effort import Effort
from analyzer.core.errors import SituationError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.truco.decisions import (
    SAME,
    Branch,
    Flip,
    Plan,
    Told,
    Worth,
    best_action,
    break_even,
    flips,
    nearest,
    played,
    settled,
    total_of,
    values,
    win_chance,
)
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Floats, Ranking, ranking
from analyzer.truco.situation.situation import TrucoSituation
from analyzer.truco.spot import Spot, hand_classes, row_numbers
from analyzer.truco.spots import stand_in

Follow = Callable[[int, bool], tuple[Floats, Told | None]]
"""From a stake and whether my side may call next to the values of the hand's ends,
shape (1, ends), and the hands they were counted on, if not the question's own."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What to answer to a call.

    Attributes
    ----------
    action
        The best of the ``values``.
    win, undecided
        Chances when the call is accepted and played out.
    break_even
        The chance to win from which accepting is better than running.
    values
        What each answer is worth: ``run``, ``accept``, and the one that calls the next
        stake, ``None`` on top of the ladder.
    flip
        The caller's bluff rate nearest to the given one at which the best action
        changes, ``None`` when there is none.
    flips
        All such rates, with the actions below and above.
    may_run
        Whether the other side may run from a raise: not when that would lose it the match.
    pays_below
        When raising is best because of those who run: the share of his calls with which
        he stays from which something else is best; ``None`` when raising is not best, or
        is so however many stay.
    """

    action: str
    win: Estimate
    undecided: Estimate
    break_even: float
    values: dict[str, Estimate | None]
    flip: float | None
    flips: tuple[Flip, ...]
    may_run: bool
    pays_below: float | None


@dataclass(frozen=True, kw_only=True)
class TrucoAcceptResult(Result):
    """What to answer to a call.

    Attributes
    ----------
    action
        ``"run"``, ``"accept"`` or ``"raise"``.
    win, undecided
        Chances when the call is accepted and played out.
    break_even
        The chance to win from which accepting is better than running.
    values
        What each answer is worth; ``raise`` is ``None`` on top of the ladder.
    unit
        ``"points"`` of this hand, or ``"match"``: chance to win the match.
    flip
        The caller's bluff rate nearest to the given one at which the best
        action changes, ``None`` when there is none.
    flips
        All such rates, with the actions below and above; ``None`` where they were
        not looked for, because later calls depend on the rate too.
    may_run
        Whether the other side may run from a raise: not when that would lose it the match.
    pays_below
        When a raise is best because of those who run: the share of his calls with which
        he stays from which something else is best; ``None`` when a raise is not best, or
        is so however many stay.
    called_by
        The position of the player who called.
    caller, answers
        The caller as he was taken to be, and how he answers a raise; ``None`` where a
        solution says so.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.
    """

    question: ClassVar[str] = "accept"

    action: str
    win: Estimate
    undecided: Estimate
    break_even: float
    values: dict[str, Estimate | None]
    unit: str
    flip: float | None
    flips: tuple[Flip, ...] | None
    may_run: bool
    pays_below: float | None
    called_by: int
    caller: dict[str, Any] | None
    answers: tuple[float, float] | None
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action}, wins {self.win.value:.1%}, needs {self.break_even:.1%}"


@dataclass(frozen=True, eq=False)
class Seen:
    """A hand in progress and how it goes on.

    Attributes
    ----------
    spot, public
        As the one who asks sees it, and as a bystander does.
    lineup
        Who plays how.
    side
        The side of the one who asks.
    effort
        How much work it is worth.
    """

    spot: Spot
    public: Spot
    lineup: Lineup
    side: int
    effort: Effort


def without_calls(worth: Worth) -> Follow:
    """Return what follows when the hand is played out at its stake."""
    return lambda stake, _mine: (played(worth, stake), None)


def caller_seat(situation: TrucoSituation) -> int:
    """Return the seat whose call waits for an answer."""
    pending = situation.replay().pending
    if pending is None:
        raise ValueError("nobody has called")
    return pending.caller


def may_run(score: tuple[int, int] | None, stake: int, target: int) -> bool:
    """Say whether the other side may give us so many points and still be in the match."""
    return score is None or score[0] + stake < target


def no_caller(profile: Profile) -> SituationError:
    """Return the error for a caller who would not have called with anything he may hold."""
    return SituationError(
        profile.name, "caller", "a caller who calls with something that your cards leave him"
    )


def told_by_holding(seen: Seen, two: Lineup, seat: int, profile: Profile) -> tuple[Told, Ranking]:
    """Return how the hand ends, told apart by what an opponent holds, and his ranking.

    A sample ends when the chance to win against the profile is precise enough.

    Parameters
    ----------
    seen
        The hand in progress.
    two
        How the two of the stand-in play, by side.
    seat, profile
        The opponent, and with which of his holdings he calls.

    Raises
    ------
    SituationError
        When no holding is left with which he would have called.
    """
    table, side, effort = seen.spot, seen.side, seen.effort
    ranks = ranking(stand_in(seen.public, seat), seat & 1, two, effort)
    shares = ranks.shares(profile.calls, np.array([profile.bluffs]))[0]
    by_row = np.zeros(int(ranks.rows.max()) + 1)
    by_row[ranks.rows] = shares[ranks.groups]
    left = row_numbers(hand_classes(table.counts, table.size(seat)))
    if not by_row[left].any():
        raise no_caller(profile)

    def half_width(sums: np.ndarray[Any, np.dtype[np.int64]], _done: int) -> float:
        rows = sums[: len(by_row)]
        weight, deals = by_row @ rows.sum(axis=1), by_row**2 @ rows.sum(axis=1)
        if weight == 0:
            return 1.0
        win = by_row @ rows[:, side] / weight
        return float(effort.z * np.sqrt(win * (1 - win) * deals) / weight)

    counts = result_counts(
        table, seen.lineup, effort, side=side, row_seat=seat, half_width=half_width
    )
    return Told.by_group(counts, ranks, side), ranks


def raise_branches(
    ranks: Ranking,
    shares: Floats,
    profile: Profile,
    worth: Worth,
    follow: Follow,
    ladder: tuple[int, ...],
    *,
    runs: bool,
) -> list[Branch]:
    """Return what may follow when I call the next stake.

    Parameters
    ----------
    ranks, shares
        The opponent's holdings and which part of each is in the range that
        answers, shape (rates, groups).
    profile
        Its answers say who stays and who raises again; after that I run or
        accept, whichever is better.
    worth
        What points are worth.
    follow
        What follows when my call is accepted; after a second raise nobody calls.
    ladder
        What I am given when he runs, when my call is accepted, and the stakes
        after it.
    runs
        Whether he may run at all: not when that would lose him the match.
    """
    now, called, *higher = ladder
    stays = ranks.best_part(shares, profile.accept if runs else 1.0)
    again = ranks.best_part(shares, profile.reraise) if higher else np.zeros_like(stays)
    branches = [
        Branch(shares * (1 - stays), settled(worth(now, 0))),
        Branch(shares * (stays - again), *follow(called, False)),
    ]
    if higher:
        choices = np.concatenate((settled(worth(0, called)), played(worth, higher[0])))
        branches.append(Branch(shares * again, choices))
    return branches


def call_or_play(
    told: Told,
    ranks: Ranking,
    anybody: Profile,
    worth: Worth,
    ladder: tuple[int, ...],
    *,
    runs: bool,
) -> dict[str, Estimate]:
    """Return what playing on without a call is worth, and what calling the next stake is.

    Parameters
    ----------
    told, ranks
        How the hand ends by the groups of the answering opponent's holdings, and these.
    anybody
        How he answers with all of them.
    worth
        What points are worth.
    ladder
        What the hand is worth, what would be called for, and the stakes after it.
    runs
        Whether he may run: not when that would lose him the match.
    """

    def plan(bluffs: Floats) -> tuple[Floats, dict[str, list[Branch]]]:
        everything = ranks.shares(1.0, bluffs)
        follow = without_calls(worth)
        return everything, {
            "play": [Branch(everything, played(worth, ladder[0]))],
            "call": raise_branches(ranks, everything, anybody, worth, follow, ladder, runs=runs),
        }

    return values(told, plan, 0.0)


def answer_plan(
    ranks: Ranking,
    profile: Profile,
    worth: Worth,
    follow: Follow,
    ladder: tuple[int, ...],
    *,
    runs: bool,
    raising: str = "raise",
) -> Plan:
    """Return what my answers to a call lead to; arguments as for `answer`."""
    before, *called = ladder

    def plan(bluffs: Floats) -> tuple[Floats, dict[str, list[Branch]]]:
        shares = ranks.shares(profile.calls, bluffs)
        # Of equals the first is taken: nobody runs who has nothing to lose by staying.
        actions = {
            "accept": [Branch(shares, *follow(called[0], True))],
            "run": [Branch(shares, settled(worth(0, before)))],
        }
        if len(called) > 1:
            actions[raising] = raise_branches(
                ranks, shares, profile, worth, follow, tuple(called), runs=runs
            )
        return shares, actions

    return plan


def answer(
    told: Told,
    ranks: Ranking,
    profile: Profile,
    worth: Worth,
    follow: Follow,
    ladder: tuple[int, ...],
    *,
    runs: bool,
    raising: str = "raise",
) -> Verdict:
    """Weigh the answers to a call.

    Parameters
    ----------
    told, ranks
        How the hand ends by the groups of the caller's holdings, and these groups.
    profile
        With which of them he calls, and how he answers when I call the next stake.
    worth, follow
        What points are worth, and what follows an accepted call.
    ladder
        What running gives him, what he has called for, and the stakes after it.
    runs
        Whether he may run from my call: not when that would lose him the match.
    raising
        How calling the next stake is named.
    """
    before, *called = ladder

    def raised(shares: Floats, answering: Profile) -> list[Branch]:
        return raise_branches(ranks, shares, answering, worth, follow, tuple(called), runs=runs)

    plan = answer_plan(ranks, profile, worth, follow, ladder, runs=runs, raising=raising)
    found = values(told, plan, profile.bluffs)
    own = plan(np.array([profile.bluffs]))[0][0]
    undecided = win_chance(told, own, end=2)
    changes = answer_flips(told, ranks, profile, plan)
    return Verdict(
        action=best_action(found),
        win=win_chance(told, own),
        undecided=undecided,
        break_even=break_even(worth, called[0], before, undecided.value),
        values={name: found.get(name) for name in ("run", "accept", raising)},
        flip=nearest(changes, profile.bluffs),
        flips=changes,
        may_run=runs,
        pays_below=pays_below(
            told, ranks, own, profile, found, raising, lambda other: raised(own[None, :], other)
        ),
    )


def pays_below(
    told: Told,
    ranks: Ranking,
    shares: Floats,
    profile: Profile,
    found: Mapping[str, Estimate],
    calling: str,
    branches: Callable[[Profile], Sequence[Branch]],
) -> float | None:
    """Return which part of a range may stay at most, for a call to be the best action.

    The value of calling is linear in that part from the end of one group of holdings to
    the end of the next, so that the answer is found exactly.

    Parameters
    ----------
    told, ranks
        How the hand ends by the groups of the other side's holdings, and these groups.
    shares
        Which part of each group answers, shape (groups,).
    profile
        How they answer.
    found, calling
        What each action is worth with these answers, and the one that calls.
    branches
        What may follow the call, when it is answered as a profile says.

    Returns
    -------
    float or None
        ``None`` when calling is not best as it is, or is so even when all stay; also when
        more calls follow, which the same answers would change too.
    """
    if best_action(found) != calling or any(one.told for one in branches(profile)):
        return None
    least = max(found[name].value for name in found if name != calling)
    weight = float(shares @ told.ends.sum(axis=1))

    def ahead(part: float) -> float:
        answered = branches(profile.with_answers((part, profile.reraise)))
        return float(total_of(told, answered)[0]) / weight - least

    low, before = profile.accept, ahead(profile.accept)
    for high in (part for part in ranks.ends_of_groups(shares) if part > low):
        after = ahead(high)
        if after < -SAME:
            return low + (high - low) * before / (before - after)
        low, before = high, after
    return None


def best_bands(
    told: Told, ranks: Ranking, profile: Profile, plan: Plan
) -> list[tuple[float, float, str]]:
    """Return the bluff rates between which each answer is the best, from 0 to 1."""
    found = answer_flips(told, ranks, profile, plan)
    ends = [0.0, *(flip.bluffs for flip in found), 1.0]
    actions = [flip.below for flip in found[:1]] + [flip.above for flip in found]
    # At one half every caller holds something, whatever my cards are.
    actions = actions or [best_action(values(told, plan, 0.5))]
    spans = pairwise(ends)
    return [(*span, action) for span, action in zip(spans, actions, strict=True)]


def answer_flips(told: Told, ranks: Ranking, profile: Profile, plan: Plan) -> tuple[Flip, ...]:
    """Return where the best answer changes; nobody bluffs who calls with everything."""
    if profile.calls == 1:
        return ()
    kinks = [ranks.kinks(profile.calls, part) for part in profile.answers]
    return flips(told, plan, list(np.concatenate(kinks)))
