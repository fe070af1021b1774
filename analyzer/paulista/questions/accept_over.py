"""The best answer to a call over all callers, and over all scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer import __version__
from analyzer.core.estimate import Estimate, added
from analyzer.paulista.equity.solved import chosen_equity
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.situation import Situation
from analyzer.paulista.worth import worth_of
from analyzer.truco.answers import answer_plan, best_bands, caller_seat, may_run, without_calls
from analyzer.truco.decisions import Plan, Told, best_action, break_even, values, win_chance
from analyzer.truco.profiles import Profile, read_answers, read_profile
from analyzer.truco.ranges import Ranking

if TYPE_CHECKING:
    import pandas as pd

CALLS = tuple(number / 50 for number in range(1, 51))
"""The caller's shares that are looked at."""

_STEP = 0.01
"""Over which the slope of the actions' values is measured where they cross."""


def accept_over_callers(
    situation: Asked,
    *,
    play: str = "expert",
    answers: str | tuple[float, float] = (0.5, 0.1),
    equity: str | None = None,
    **options: Unpack[Options],
) -> pd.DataFrame:
    """Return the best answer to a call for every way of calling.

    Arguments are those of ``accept`` but for the caller.

    Returns
    -------
    pandas.DataFrame
        One row for each share of calls and each band of bluff rates with one best
        answer: ``calls``, ``from`` and ``to`` (bluff rates, exact for these deals),
        ``action``, and ``to_low``, ``to_high``: the interval of where the band ends,
        with sampled deals (never too narrow). What it rests on is in ``attrs``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    import pandas as pd

    asked = _Asked.of(situation, play, "random", answers, equity, options)
    rows = [row for calls in CALLS for row in asked.bands(calls)]
    frame = pd.DataFrame(rows)
    frame.attrs = asked.manifest("callers")
    return frame


def accept_over_scores(
    situation: Asked,
    *,
    play: str = "expert",
    caller: str | Profile = "normal",
    answers: str | tuple[float, float] = (0.5, 0.1),
    equity: str | None = None,
    **options: Unpack[Options],
) -> pd.DataFrame:
    """Return the best answer to a call at every score.

    Arguments are those of ``accept``; a score in the situation is not looked at.

    Returns
    -------
    pandas.DataFrame
        One row for each score, without those of mão de onze, at which nobody calls:
        ``us``, ``them``, ``action``, ``run``, ``accept``, ``raise`` (chances to win the
        match; empty on top of the ladder), ``ahead`` (of the next best answer) with
        ``low``, ``high``, ``std_error`` (never too small), ``win`` and ``needed`` (to
        accept). What it rests on is in ``attrs``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    import pandas as pd

    asked = _Asked.of(situation, play, caller, answers, equity, options)
    scores = range(asked.case.situation.rules.onze_score)
    frame = pd.DataFrame([asked.at(us, them) for us, them in product(scores, scores)])
    frame.attrs = asked.manifest("scores")
    return frame


@dataclass(frozen=True, eq=False)
class _Asked:
    """A question about an answer, its deals played once for all callers and scores."""

    case: Case
    profile: Profile
    equity: str
    told: Told
    ranks: Ranking

    @classmethod
    def of(
        cls,
        situation: Asked,
        play: str,
        caller: str | Profile,
        answers: str | tuple[float, float],
        equity: str | None,
        options: Any,
    ) -> _Asked:
        profile = read_profile(caller)
        shares = read_answers(answers)
        profile = profile.with_answers(shares)
        case = Case.of("accept", situation, play, options)
        rules, players = case.situation.rules, case.situation.players
        name, _ = chosen_equity(rules, players, equity, case.effort)
        told, ranks = case.told_by_holding(caller_seat(case.situation), profile)
        return cls(case, profile, name, told, ranks)

    @property
    def ladder(self) -> tuple[int, ...]:
        """What running gives, what was called for, and the stakes after it."""
        situation = self.case.situation
        step = situation.rules.step_of_call(str(situation.call))
        return (situation.stake, *situation.rules.ladder[step:])

    def bands(self, calls: float) -> Iterator[dict[str, Any]]:
        """Yield the bands of bluff rates for one share of calls."""
        plan = self._plan(self.case.situation, calls)
        bands = best_bands(self.told, self.ranks, replace(self.profile, calls=calls), plan)
        for number, (low, high, action) in enumerate(bands):
            beyond = bands[number + 1 :]
            half = self._error(calls, high, (action, beyond[0][2])) if beyond else 0.0
            band = {"calls": calls, "from": low, "to": high, "action": action}
            yield {**band, "to_low": max(high - half, 0.0), "to_high": min(high + half, 1.0)}

    def at(self, us: int, them: int) -> dict[str, Any]:
        """Return the row of one score."""
        case, profile = self.case, self.profile
        situation = replace(case.situation, score=(us, them))
        worth = worth_of(situation, self.equity, case.effort)[1]
        before, stake, *_ = self.ladder
        found = values(self.told, self._plan(situation, profile.calls), profile.bluffs)
        shares = self.ranks.shares(profile.calls, np.array([profile.bluffs]))[0]
        undecided = win_chance(self.told, shares, end=2).value
        action = best_action(found)
        ahead = _ahead(found, action)
        return {
            "us": us,
            "them": them,
            "action": action,
            **{name: _value(found, name) for name in ("run", "accept", "raise")},
            "ahead": ahead.value,
            **{name: getattr(ahead, name) for name in ("low", "high", "std_error")},
            "win": win_chance(self.told, shares).value,
            "needed": break_even(worth, stake, before, undecided),
        }

    def manifest(self, table: str) -> dict[Any, Any]:
        """Return what the answers rest on."""
        basis = self.case.basis(self.told.origin)
        return {
            "game": "paulista",
            "question": "accept",
            "table": table,
            **vars(basis),
            "caller": self.profile.to_dict() if table == "scores" else None,
            "answers": list(self.profile.answers),
            "equity": self.equity,
            "version": __version__,
        }

    def _plan(self, situation: Situation, calls: float) -> Plan:
        """Return what the answers lead to when he calls with such a share of his holdings."""
        worth = worth_of(situation, self.equity, self.case.effort)[1]
        ladder, target = self.ladder, situation.rules.target
        return answer_plan(
            self.ranks,
            replace(self.profile, calls=calls),
            worth,
            without_calls(worth),
            ladder,
            runs=may_run(situation.score, ladder[1], target),
        )

    def _error(self, calls: float, bluffs: float, actions: Sequence[str]) -> float:
        """Return half the interval of a bluff rate at which two actions are worth the same."""
        if self.told.origin.method == "exact":
            return 0.0
        rates = (max(bluffs - _STEP, 0.0), bluffs, min(bluffs + _STEP, 1.0))
        below, at, above = (self._ahead_of(calls, rate, actions) for rate in rates)
        slope = abs(above.value - below.value) / (rates[2] - rates[0])
        return at.half_width / slope if slope else 1.0

    def _ahead_of(self, calls: float, bluffs: float, actions: Sequence[str]) -> Estimate:
        """Return how far one action is ahead of another at a bluff rate."""
        found = values(self.told, self._plan(self.case.situation, calls), bluffs)
        one, other = actions
        return added([found[one], found[other].affine(-1)])


def _ahead(found: dict[str, Estimate], action: str) -> Estimate:
    """Return how far an action is ahead of the best other one."""
    others = [estimate for name, estimate in found.items() if name != action]
    second = max(others, key=lambda estimate: estimate.value)
    return added([found[action], second.affine(-1)])


def _value(found: dict[str, Estimate], name: str) -> float | None:
    return found[name].value if name in found else None
