"""Whether to run, accept or raise when the other side has called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Unpack

from analyzer.core.errors import InputError, PolicyError
from analyzer.paulista.questions.asking import Asked, Case, Options
from analyzer.paulista.questions.play_on import sampling, with_calls
from analyzer.paulista.worth import worth_of
from analyzer.truco.answers import TrucoAcceptResult, answer, caller_seat, may_run, without_calls
from analyzer.truco.profiles import Profile, read_answers, read_profile


@dataclass(frozen=True, kw_only=True)
class AcceptResult(TrucoAcceptResult):
    """What to answer to a call.

    Attributes
    ----------
    play_on
        Whether calls may follow the accepted one.

    Notes
    -----
    The other attributes are those of ``TrucoAcceptResult``.
    """

    game = "paulista"

    play_on: str


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
