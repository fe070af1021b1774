"""Whether to open an envite, and whether to run from one, accept it or revoke."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

import numpy as np

from analyzer.boricua.ligas import Known
from analyzer.boricua.owed import owed_unless_sent
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.questions.asking import Asked, Options, partner_known
from analyzer.boricua.questions.talk import TalkCase
from analyzer.boricua.ranges import told_by_liga
from analyzer.boricua.rules import envite_value
from analyzer.boricua.situation import Situation
from analyzer.boricua.worth import Worth
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.truco.answers import (
    Verdict,
    answer,
    may_run,
    no_caller,
    pays_below,
    raise_branches,
    without_calls,
)
from analyzer.truco.decisions import Branch, Flip, Told, best_action, settled, values
from analyzer.truco.profiles import PROFILES, Profile, read_answers, read_profile
from analyzer.truco.referee.hand import Pending


@dataclass(frozen=True, kw_only=True)
class EnviteResult(Result):
    """What to do about an envite.

    Attributes
    ----------
    action
        ``"open"`` or ``"pass"``; ``"run"``, ``"accept"`` or ``"revoke"`` when one waits for
        an answer.
    liga
        My liga.
    liga_win
        Chance that my side has the best liga, given the cards and flores that are known.
    win
        The same against what the caller may hold, who calls by his profile; ``None``
        when I am to open.
    break_even
        The ``win`` from which accepting is better than running; ``None`` likewise.
    values
        What each action is worth; ``revoke`` is ``None`` at the highest step.
    unit
        ``"points"`` of the envite, or ``"match"``: chance to win the match.
    tricks
        With a score the chance that my side wins the tricks, else ``None``. Where it is
        sampled, the values are as sure as it is.
    flip
        The caller's bluff rate nearest to the given one at which the best action
        changes, ``None`` when there is none.
    flips
        All such rates, with the actions below and above.
    may_run
        Whether they may run from my call: not when that would lose them the match.
    pays_below
        When calling is best because of those who run: the share of their range with which
        they stay from which something else is best; ``None`` when calling is not best, or
        is so however many stay.
    called_by
        The position of the player who called, ``None`` when I am to open.
    caller
        The caller as he was taken to be, ``None`` likewise.
    answers
        Which shares of their range accept and revoke when I open or revoke.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.
    """

    game = "boricua"
    question = "envite"

    action: str
    liga: int
    liga_win: Estimate
    win: Estimate | None
    break_even: float | None
    values: dict[str, Estimate | None]
    unit: str
    tricks: Estimate | None
    flip: float | None
    flips: tuple[Flip, ...]
    may_run: bool
    pays_below: float | None
    called_by: int | None
    caller: dict[str, Any] | None
    answers: tuple[float, float]
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        needs = "" if self.break_even is None else f", needs {self.break_even:.1%}"
        chance = self.liga_win if self.win is None else self.win
        return f"{self.action}, liga {self.liga} wins {chance.value:.1%}{needs}"


def envite(
    situation: Asked,
    *,
    play: str = DEFAULT,
    caller: str | Profile = "normal",
    answers: str | tuple[float, float] = (0.5, 0.1),
    equity: str = "normal",
    **options: Unpack[Options],
) -> EnviteResult:
    """Return what opening or passing, or running, accepting and revoking are worth.

    Ligas are counted over all deals that fit what is known. Whoever refuses gives
    what was accepted before, and 1 for the envite itself. So accepting is better than
    running from a chance ``w`` to have the best liga with ``w·s - (1 - w)·s > -r``, which
    is ``(s - r) / 2s``: 1/4 for the envite (s = 2, r = 1), for the first revoque (4, 2) and
    for the second (8, 4), 1/6 for the third (12, 8).

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as keywords.
    play
        How the cards will be played, which matters with a score: a policy for all,
        ``mine/theirs`` or ``mine/partner/theirs``.
    caller
        With which share of his hands he calls, by name or as ``calls=0.25,bluffs=0.1``;
        the best ones are those with the highest ligas.
    answers
        Which shares of their range accept and revoke: when I open of all hands that the
        next player may hold, when I revoke of those that the caller has called with.
    equity
        The table of match equities for a situation with a score. Who wins the truco that
        follows depends on my cards; what it will be worth then is what it is on average.
    **options
        Fields of the situation, and how much work the tricks may take; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Notes
    -----
    Passing is worth what it is when nobody opens any more. When my revoque is revoked
    I take the better of running and accepting.

    Examples
    --------
    >>> from analyzer import boricua
    >>> found = boricua.envite("7E 5E 3O", position=1, call="envite")
    >>> found.action, found.break_even
    ('revoke', 0.25)
    """
    profile = read_profile(caller)
    shares = read_answers(answers)
    case = TalkCase.of("envite", situation, play, equity, options)
    pending = case.situation.envite.pending
    if pending is None:
        return _open(case, replace(PROFILES["random"], answers=shares))
    return _answer(case, pending, profile.with_answers(shares))


def answering_seat(asked: Situation) -> int:
    """Return who answers when the one who asks opens: the next player."""
    return (asked.my_seat + 1) % asked.players


def _answer(case: TalkCase, pending: Pending, profile: Profile) -> EnviteResult:
    """Return what to answer to the envite or revoque that waits for it."""
    asked = case.situation
    told, ranks = told_by_liga(Known.of(asked), pending.caller)
    own = ranks.shares(profile.calls, np.array([profile.bluffs]))[0]
    if not own @ told.ends.sum(axis=1):
        raise no_caller(profile)
    ladder = _ladder(asked, pending.step)
    runs = may_run(asked.score, ladder[1], asked.rules.target)

    def verdict(worth: Worth) -> Verdict:
        points = _points(asked, worth)
        follow = without_calls(points)
        return answer(told, ranks, profile, points, follow, ladder, runs=runs, raising="revoke")

    found = verdict(case.usual)
    worths = case.values(lambda worth: verdict(worth).values)
    return EnviteResult(
        **_common(case, told),
        action=found.action,
        win=found.win,
        break_even=found.break_even,
        values=worths,
        flip=found.flip,
        flips=found.flips,
        may_run=found.may_run,
        pays_below=found.pays_below,
        called_by=pending.caller or asked.players,
        caller=profile.to_dict(),
        answers=profile.answers,
    )


def _open(case: TalkCase, anybody: Profile) -> EnviteResult:
    """Return whether to open; the next player answers with all that he may hold."""
    asked = case.situation
    told, ranks = told_by_liga(Known.of(asked), answering_seat(asked))
    ladder = _ladder(asked, 1)
    runs = may_run(asked.score, ladder[0], asked.rules.target)
    everything = ranks.shares(1.0, np.zeros(1))

    def opened(worth: Worth, answering: Profile) -> list[Branch]:
        points = _points(asked, worth)
        follow = without_calls(points)
        return raise_branches(ranks, everything, answering, points, follow, ladder, runs=runs)

    def weighed(worth: Worth) -> dict[str, Estimate]:
        passing = [Branch(everything, settled(_points(asked, worth)(0, 0)))]
        actions = {"pass": passing, "open": opened(worth, anybody)}
        return values(told, lambda _bluffs: (everything, actions), 0.0)

    found = weighed(case.usual)
    worths = case.values(weighed)
    most = pays_below(
        told, ranks, everything[0], anybody, found, "open", partial(opened, case.usual)
    )
    return EnviteResult(
        **_common(case, told),
        action=best_action(found),
        win=None,
        break_even=None,
        values={name: worths[name] for name in ("open", "pass")},
        flip=None,
        flips=(),
        may_run=runs,
        pays_below=most,
        called_by=None,
        caller=None,
        answers=anybody.answers,
    )


def _points(asked: Situation, worth: Worth) -> Callable[[int, int], float]:
    """Return what points of the envite are worth."""
    owed = owed_unless_sent(asked)
    return lambda ours, theirs: worth.after_envite(ours, theirs, owed)


def _ladder(asked: Situation, step: int) -> tuple[int, ...]:
    """Return what refusing a step gives, and what it and all higher ones are worth."""
    return tuple(envite_value(at) for at in range(step - 1, asked.rules.last_envite + 1))


def _common(case: TalkCase, told: Told) -> dict[str, Any]:
    """Return the parts that every answer has."""
    deals = told.origin.deals
    return {
        "basis": case.basis(deals),
        "liga": case.situation.liga,
        "liga_win": Estimate.exact(told.ends[:, 0].sum() / deals),
        "unit": case.worth.unit,
        "tricks": case.tricks,
        "equity": case.worth.table,
        "partner_known": partner_known(case.situation),
    }
