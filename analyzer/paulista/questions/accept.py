"""Whether to run, accept or raise when the other side has called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.core.result import Result
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.play_on import sampling, with_calls
from analyzer.paulista.worth import worth_of
from analyzer.truco.answers import answer, caller_seat, may_run, without_calls
from analyzer.truco.decisions import Flip
from analyzer.truco.profiles import Profile, read_answers, read_profile


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
    flips: tuple[Flip, ...] | None
    may_run: bool
    pays_below: float | None
    called_by: int
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
    )
