"""Whether to run, accept or raise when the other side has called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from analyzer.core.errors import InputError, PolicyError, SituationError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.policies import lineup
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.play_on import Follow, sampling, with_calls, without_calls
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import public_spot
from analyzer.paulista.worth import worth_of
from analyzer.truco.decisions import (
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
    values,
    win_chance,
)
from analyzer.truco.odds import hand_classes, result_counts, row_numbers
from analyzer.truco.profiles import Profile, read_answers, read_profile
from analyzer.truco.ranges import Floats, Ranking, ranking
from analyzer.truco.spots import stand_in


@dataclass(frozen=True, kw_only=True)
class AcceptResult(Result):
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
        All such rates, with the actions below and above.
    caller, answers
        The caller as he was taken to be, and how he answers a raise.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.
    play_on
        Whether calls may follow the accepted one.
    """

    game = "paulista"
    question = "accept"

    action: str
    win: Estimate
    undecided: Estimate
    break_even: float
    values: dict[str, Estimate | None]
    unit: str
    flip: float | None
    flips: tuple[Flip, ...]
    caller: dict[str, Any]
    answers: tuple[float, float]
    equity: dict[str, Any] | None
    partner_known: bool | None
    play_on: str

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action}, wins {self.win.value:.1%}, needs {self.break_even:.1%}"


def accept(
    situation: Asked,
    *,
    play: str = "expert",
    caller: str | Profile = "normal",
    answers: str | tuple[float, float] = (0.5, 0.1),
    equity: str = "normal",
    play_on: str = "none",
    **options: Unpack[Options],
) -> AcceptResult:
    """Return what running, accepting and raising are worth after a call.

    Ranges are exact; the hands come from all deals, told apart by what the
    caller holds, so that one set of deals answers for every caller.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    caller
        With which share of his holdings he calls, by name or as
        ``calls=0.25,bluffs=0.1``.
    answers
        Which shares of his range stay and raise again when I raise.
    equity
        The table of match equities for a situation with a score.
    play_on
        ``"none"``: once accepted, the hand is played out at its stake.
        ``"calls"``: in later tricks both sides call and answer as the caller
        does; such hands are sampled, and rank holdings as ``simulate`` does.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    profile = read_profile(caller) if isinstance(caller, str) else caller
    shares = read_answers(answers) if isinstance(answers, str) else answers
    profile = profile.with_answers(shares)
    case = Case.of("accept", situation, play, options)
    if play_on not in ("none", "calls"):
        raise PolicyError(play_on, "play-on", "none or calls")
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    seat = caller_seat(case)
    if play_on == "calls":
        if case.effort.exact:
            raise InputError("exact", "play-on", "calls only with deals or precision: sampled")
        case = replace(case, effort=sampling(case.effort))
    told, ranks = told_by_holding(case, seat, profile)
    follow = without_calls(worth)
    if play_on == "calls":
        follow = with_calls(case, seat, profile, worth, ranks, told)
    plan = _plan(case, ranks, profile, worth, follow)
    found = values(told, plan, profile.bluffs)
    own = plan(np.array([profile.bluffs]))[0][0]
    win, undecided = win_chance(told, own), win_chance(told, own, end=2)
    changes: tuple[Flip, ...] = ()
    if profile.calls < 1:
        kinks = [ranks.kinks(profile.calls, part) for part in profile.answers]
        changes = flips(told, plan, list(np.concatenate(kinks)))
    called = _called_stake(case)
    return AcceptResult(
        basis=case.basis(told.origin),
        action=best_action(found),
        win=win,
        undecided=undecided,
        break_even=break_even(worth, called, case.situation.stake, undecided.value),
        values={name: found.get(name) for name in ("run", "accept", "raise")},
        unit=unit,
        flip=nearest(changes, profile.bluffs),
        flips=changes,
        caller=profile.to_dict(),
        answers=profile.answers,
        equity=table,
        partner_known=case.partner_known,
        play_on=play_on,
    )


def caller_seat(case: Case) -> int:
    """Return the seat whose call waits for an answer."""
    pending = case.situation.replay().pending
    if pending is None:
        raise ValueError("nobody has called")
    return pending.caller


def told_by_holding(case: Case, seat: int, profile: Profile) -> tuple[Told, Ranking]:
    """Return how the hand ends, told apart by what an opponent holds, and his ranking.

    A sample ends when the chance to win against the profile is precise enough.

    Raises
    ------
    SituationError
        When no holding is left with which he would have called.
    """
    situation = case.situation
    public = stand_in(public_spot(situation), seat)
    seats = lineup(case.lineup.name, situation.rules, 2, 1 - (seat & 1))
    ranks = ranking(public, seat & 1, seats, case.effort)
    shares = ranks.shares(profile.calls, np.array([profile.bluffs]))[0]
    by_row = np.zeros(int(ranks.rows.max()) + 1)
    by_row[ranks.rows] = shares[ranks.groups]
    left = row_numbers(hand_classes(case.table.counts, case.table.size(seat)))
    if not by_row[left].any():
        raise SituationError(
            profile.name, "caller", "a caller who calls with something that your cards leave him"
        )
    side = situation.my_side

    def half_width(sums: np.ndarray[Any, np.dtype[np.int64]], _done: int) -> float:
        rows = sums[: len(by_row)]
        weight, deals = by_row @ rows.sum(axis=1), by_row**2 @ rows.sum(axis=1)
        if weight == 0:
            return 1.0
        win = by_row @ rows[:, side] / weight
        return float(case.effort.z * np.sqrt(win * (1 - win) * deals) / weight)

    counts = result_counts(
        case.table, case.lineup, case.effort, side=side, row_seat=seat, half_width=half_width
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
        What the hand is worth now, when my call is accepted, and the stakes
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


def _plan(case: Case, ranks: Ranking, profile: Profile, worth: Worth, follow: Follow) -> Plan:
    before = case.situation.stake
    ladder = case.situation.rules.ladder
    from_called = ladder[ladder.index(_called_stake(case)) :]

    def plan(bluffs: Floats) -> tuple[Floats, dict[str, list[Branch]]]:
        shares = ranks.shares(profile.calls, bluffs)
        # Of equals the first is taken: nobody runs who has nothing to lose by staying.
        actions = {
            "accept": [Branch(shares, *follow(from_called[0], True))],
            "run": [Branch(shares, settled(worth(0, before)))],
        }
        if len(from_called) > 1:
            actions["raise"] = raise_branches(
                ranks,
                shares,
                profile,
                worth,
                follow,
                from_called,
                runs=may_run(case.situation, from_called[0]),
            )
        return shares, actions

    return plan


def may_run(situation: Situation, stake: int) -> bool:
    """Say whether the other side may run from a hand worth so much and still be in the match."""
    return situation.score is None or situation.score[0] + stake < situation.rules.target


def _called_stake(case: Case) -> int:
    rules = case.situation.rules
    return rules.ladder[rules.step_of_call(str(case.situation.call))]
