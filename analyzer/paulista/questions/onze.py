"""Whether to play or run at mão de onze."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.core.estimate import Estimate
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.by_solver import (
    SolverFields,
    ask_solver,
    dissent,
    from_solver,
    verify_unsolved,
)
from analyzer.paulista.worth import worth_of
from analyzer.truco.decisions import best_action, break_even, played_value
from analyzer.truco.odds import result_counts

if TYPE_CHECKING:
    from analyzer.paulista.solver.run import Look


@dataclass(frozen=True, kw_only=True)
class OnzeResult(SolverFields):
    """Whether to play at mão de onze.

    Attributes
    ----------
    action
        ``"play"`` or ``"run"``.
    win, undecided
        Chances when the hand is played.
    break_even
        The chance to win from which playing is better than running.
    values
        What either is worth, in chance to win the match.
    equity
        The table of match equities used.
    partner_known
        With four players: whether the partner's cards went into the answer.

    Notes
    -----
    The other attributes are those of ``SolverFields``.
    """

    game = "paulista"
    question = "onze"

    action: str
    win: Estimate
    undecided: Estimate
    break_even: float
    values: dict[str, Estimate]
    unit: str
    equity: dict[str, Any] | None
    partner_known: bool | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"{self.action}, wins {self.win.value:.1%}, needs {self.break_even:.1%}"


def onze(
    situation: Asked,
    *,
    play: str | None = None,
    equity: str | None = None,
    solver: bool | None = None,
    until: float | str | None = None,
    time: float | str | None = None,
    say: Callable[[Look], None] | None = None,
    **options: Unpack[Options],
) -> OnzeResult:
    """Return whether to play or to run when my side is one hand short of the match.

    Only under rules with that choice. Running gives the other side the points of
    a plain hand; a lost hand gives it the raised stake.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as
        keywords; the score is needed.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``; expert unless given.
    equity
        The table of match equities.
    solver
        Two players: answer with what a solution of the hand does most often, in which the
        other knows with which cards I play. Not given, a solution that lies in the cache is
        told of where it disagrees; ``False`` leaves that out.
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
        said = {"play": play}
        return _solved(situation, said, equity, options, until=until, time=time, say=say)
    verify_unsolved({"until": until, "time": time})
    case = Case.of("onze", situation, "expert" if play is None else play, options)
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    rules, side = case.situation.rules, case.situation.my_side
    counts = result_counts(case.table, case.lineup, case.effort, side=side)
    win, undecided = counts.chance(side), counts.chance(2)
    found = {
        "play": played_value(counts, side, worth, rules.onze_stake),
        "run": Estimate.exact(worth(0, rules.onze_run)),
    }
    action = best_action(found)
    return OnzeResult(
        basis=case.basis(counts),
        action=action,
        win=win,
        undecided=undecided,
        break_even=break_even(worth, rules.onze_stake, rules.onze_run, undecided.value),
        values=found,
        unit=unit,
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
) -> OnzeResult:
    """Return what a solution does; ``said`` has what must not be given beside it."""
    found, win, worth, table = ask_solver(
        "onze", situation, "accept", said, equity, options, **work
    )
    rules, actions = found.standing.asked.rules, found.said()
    values = {str(name): Estimate.exact(value) for name, (_, value) in actions.items()}
    return OnzeResult(
        **from_solver(found, actions),
        win=Estimate.exact(win),
        break_even=break_even(worth, rules.onze_stake, rules.onze_run, 0.0),
        values={name: values[name] for name in ("play", "run")},
        equity=table,
    )
