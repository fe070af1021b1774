"""Whether to call now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.by_solver import (
    SolverFields,
    ask_solver,
    dissent,
    from_solver,
    verify_unsolved,
)
from analyzer.paulista.worth import worth_of
from analyzer.truco.answers import (
    call_or_play,
    may_run,
    pays_below,
    raise_branches,
    without_calls,
)
from analyzer.truco.decisions import Branch, best_action, win_chance
from analyzer.truco.profiles import PROFILES, Profile, read_answers

if TYPE_CHECKING:
    from analyzer.paulista.solver.run import Look


@dataclass(frozen=True, kw_only=True)
class CallResult(SolverFields, Result):
    """Whether to call.

    Attributes
    ----------
    action
        ``"play"`` or ``"call"``.
    call
        The call that could be made.
    win, undecided
        Chances when the hand is played out without a call; with ``solver`` when I do not
        call now, and both play on by the solution with its later calls.
    values
        What playing on and calling are worth.
    unit
        ``"points"`` of this hand, or ``"match"``: chance to win the match.
    may_run
        Whether they may run from the call: not when that would lose them the match.
    pays_below
        When calling is best because of those who run: the share of their holdings with
        which they stay from which playing on is best; ``None`` when calling is not best,
        or is so however many stay.
    answers
        Which shares of the opponent's holdings stay and raise; ``None`` with ``solver``.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.

    Notes
    -----
    The other attributes are those of ``SolverFields``.
    """

    game = "paulista"
    question = "call"

    action: str
    call: str
    win: Estimate
    undecided: Estimate
    values: dict[str, Estimate]
    unit: str
    may_run: bool
    pays_below: float | None
    answers: tuple[float, float] | None
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        what = f"call {self.call}" if self.action == "call" else "do not call"
        return f"{what}, wins {self.win.value:.1%} played out"


def call(
    situation: Asked,
    *,
    play: str | None = None,
    answers: str | tuple[float, float] | None = None,
    equity: str | None = None,
    solver: bool | None = None,
    until: float | str | None = None,
    time: float | str | None = None,
    say: Callable[[Look], None] | None = None,
    **options: Unpack[Options],
) -> CallResult:
    """Return what calling now is worth, and what playing on without a call is.

    The opponent who plays next answers for his side with all he may hold.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``; expert unless given.
    answers
        Which shares of his holdings stay and raise; ``0.5,0.1`` unless given.
    equity
        The table of match equities for a situation with a score.
    solver
        Two players: answer with what a solution of the hand with all its calls does most
        often. Not given, a solution that lies in the cache is told of where it disagrees;
        ``False`` leaves that out.
    until, time, say
        For the solver; see ``solve``.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    if solver:
        said = {"play": play, "answers": answers}
        return _solved(situation, said, equity, options, until=until, time=time, say=say)
    verify_unsolved({"until": until, "time": time})
    shares = (0.5, 0.1) if answers is None else read_answers(answers)
    anybody = replace(PROFILES["random"], answers=shares)
    case = Case.of("call", situation, "expert" if play is None else play, options)
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    answering = (case.situation.my_seat + 1) % case.situation.players
    told, ranks = case.told_by_holding(answering, anybody)
    rules = case.situation.rules
    ladder = rules.ladder
    step = ladder.index(case.situation.stake)
    runs = may_run(case.situation.score, ladder[step], rules.target)
    everything = ranks.shares(1.0, np.zeros(1))

    def called(answering: Profile) -> list[Branch]:
        follow = without_calls(worth)
        return raise_branches(ranks, everything, answering, worth, follow, ladder[step:], runs=runs)

    found = call_or_play(told, ranks, anybody, worth, ladder[step:], runs=runs)
    own = everything[0]
    action = best_action(found)
    return CallResult(
        basis=case.basis(told.origin),
        action=action,
        call=rules.calls[step],
        win=win_chance(told, own),
        undecided=win_chance(told, own, end=2),
        values=found,
        unit=unit,
        may_run=runs,
        pays_below=pays_below(told, ranks, own, anybody, found, "call", called),
        answers=shares,
        equity=table,
        partner_known=case.partner_known,
        solver=dissent(case.situation, action, equity) if solver is None else None,
    )


def _solved(
    situation: Asked,
    said: Mapping[str, object],
    equity: str | None,
    options: Mapping[str, Any],
    **work: Any,
) -> CallResult:
    """Return what a solution does; ``said`` has what must not be given beside it."""
    found, win, _, table = ask_solver("call", situation, "play", said, equity, options, **work)
    asked, actions = found.standing.asked, found.said()
    rules = asked.rules
    step = rules.ladder.index(asked.stake)
    return CallResult(
        **from_solver(found, actions),
        call=rules.calls[step],
        win=Estimate.exact(win),
        values={str(name): Estimate.exact(value) for name, (_, value) in actions.items()},
        may_run=may_run(asked.score, asked.stake, rules.target),
        pays_below=None,
        answers=None,
        equity=table,
    )
