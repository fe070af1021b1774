"""Whether to run, accept or raise when the other side has called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.by_solver import (
    SolverFields,
    ask_solver,
    dissent,
    from_solver,
    verify_unsolved,
)
from analyzer.paulista.questions.play_on import sampling, with_calls
from analyzer.paulista.worth import worth_of
from analyzer.truco.answers import TrucoAcceptResult, answer, caller_seat, may_run, without_calls
from analyzer.truco.decisions import break_even
from analyzer.truco.profiles import Profile, read_answers, read_profile

if TYPE_CHECKING:
    from analyzer.paulista.solver.run import Look


@dataclass(frozen=True, kw_only=True)
class AcceptResult(SolverFields, TrucoAcceptResult):
    """What to answer to a call.

    Attributes
    ----------
    play_on
        Whether calls may follow the accepted one.

    Notes
    -----
    The other attributes are those of ``TrucoAcceptResult`` and ``SolverFields``.
    """

    game = "paulista"

    play_on: str


def accept(
    situation: Asked,
    *,
    play: str | None = None,
    caller: str | Profile | None = None,
    answers: str | tuple[float, float] | None = None,
    equity: str | None = None,
    play_on: str | None = None,
    solver: bool | None = None,
    until: float | str | None = None,
    time: float | str | None = None,
    say: Callable[[Look], None] | None = None,
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
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``; expert unless given.
    caller
        With which share of his holdings he calls, by name or as
        ``calls=0.25,bluffs=0.1``; normal unless given.
    answers
        Which shares of his range stay and raise again when I raise; ``0.5,0.1`` unless
        given.
    equity
        The table of match equities for a situation with a score.
    play_on
        ``"none"``, unless given: once accepted, the hand is played out at its stake.
        ``"calls"``: in later tricks both sides call and answer as the caller
        does; such hands are sampled, and rank holdings as ``simulate`` does.
    solver
        Two players: answer with what a solution of the hand with all its calls does most
        often. The values are then those of the solution, ``win`` is the chance to win
        the hand when the call is accepted and both play on by the solution, later calls
        included, and ``break_even`` what it would be without them. Not given, a
        solution that lies in the cache is told of where it disagrees; ``False`` leaves
        that out.
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
        said = {"play": play, "caller": caller, "answers": answers, "play-on": play_on}
        return _solved(situation, said, equity, options, until=until, time=time, say=say)
    verify_unsolved({"until": until, "time": time})
    profile = _profile("normal" if caller is None else caller, answers)
    case = Case.of("accept", situation, "expert" if play is None else play, options)
    play_on = "none" if play_on is None else play_on
    if play_on not in ("none", "calls"):
        raise PolicyError(play_on, "play-on", "none or calls")
    unit, worth, table = worth_of(case.situation, equity, case.effort)
    seat = caller_seat(case.situation)
    if play_on == "calls":
        if case.effort.exact:
            raise InputError("exact", "play-on", "calls only with deals or precision: sampled")
        case = replace(case, effort=sampling(case.effort))
    told, ranks = case.told_by_holding(seat, profile)
    follow = without_calls(worth)
    if play_on == "calls":
        follow = with_calls(case, seat, profile, worth, ranks, told)
    situation = case.situation
    rules = situation.rules
    step = rules.step_of_call(str(situation.call))
    found = answer(
        told,
        ranks,
        profile,
        worth,
        follow,
        (situation.stake, *rules.ladder[step:]),
        runs=may_run(situation.score, rules.ladder[step], rules.target),
    )
    verdict = vars(found)
    if play_on == "calls":  # what follows was sampled for a caller with one bluff rate
        verdict = {**verdict, "flip": None, "flips": None}
    return AcceptResult(
        basis=case.basis(told.origin),
        **verdict,
        unit=unit,
        called_by=seat or situation.players,
        caller=profile.to_dict(),
        answers=profile.answers,
        equity=table,
        partner_known=case.partner_known,
        play_on=play_on,
        solver=dissent(situation, found.action, equity) if solver is None else None,
    )


def _profile(caller: str | Profile, answers: str | tuple[float, float] | None) -> Profile:
    """Return the caller with how he answers a raise."""
    shares = (0.5, 0.1) if answers is None else read_answers(answers)
    return read_profile(caller).with_answers(shares)


def _solved(
    situation: Asked,
    said: Mapping[str, object],
    equity: str | None,
    options: Mapping[str, Any],
    **work: Any,
) -> AcceptResult:
    """Return what a solution does; ``said`` has what must not be given beside it."""
    found, win, worth, table = ask_solver(
        "accept", situation, "accept", said, equity, options, **work
    )
    asked, actions = found.standing.asked, found.said()
    rules = asked.rules
    step = rules.step_of_call(str(asked.call))
    values = {str(name): Estimate.exact(value) for name, (_, value) in actions.items()}
    return AcceptResult(
        **from_solver(found, actions),
        win=Estimate.exact(win),
        break_even=break_even(worth, rules.ladder[step], asked.stake, 0.0),
        values={name: values.get(name) for name in ("run", "accept", "raise")},
        flip=None,
        flips=None,
        may_run=may_run(asked.score, rules.ladder[step], rules.target),
        called_by=caller_seat(asked) or asked.players,
        caller=None,
        pays_below=None,
        answers=None,
        equity=table,
        play_on="calls",
    )
