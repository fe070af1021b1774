"""Whether to run, accept or raise when the other side has called truco, seis, nueve or juego."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.boricua.owed import owed_by_now
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.questions.asking import Asked, Case, Options, partner_known
from analyzer.boricua.situation import Situation
from analyzer.boricua.worth import worth_of
from analyzer.truco.answers import TrucoAcceptResult, answer, caller_seat, without_calls
from analyzer.truco.profiles import Profile, read_answers, read_profile


@dataclass(frozen=True, kw_only=True)
class AcceptResult(TrucoAcceptResult):
    """What to answer to a call; see ``TrucoAcceptResult``.

    Notes
    -----
    These rules leave no hand undecided. A raise to what is worth the match has no value
    without a score. What is owed matters with a score only: it is the same for all answers.

    Attributes
    ----------
    owed
        What each side gets at the end of the hand for flores that were announced and not
        sent, ``ours`` and ``theirs``.
    """

    game = "boricua"

    owed: dict[str, int]


def accept(
    situation: Asked,
    *,
    play: str = DEFAULT,
    caller: str | Profile = "normal",
    answers: str | tuple[float, float] = (0.5, 0.1),
    equity: str = "normal",
    **options: Unpack[Options],
) -> AcceptResult:
    """Return what running, accepting and raising are worth after a call.

    Running gives what the truco was worth before, ``r``; accepting a call of ``s`` is better
    from a chance ``w`` to win with ``w·s - (1 - w)·s > -r``, which is ``(s - r) / 2s``: 1/3 for
    the truco (3, 1), 1/4 for seis (6, 3), 1/6 for nueve (9, 6). The juego is the match: losing
    it loses all, so that its break-even is the chance to win the match after giving the nueve.

    Parameters
    ----------
    situation
        A ``Situation``, its fields, or the three cards with the other fields as keywords; its
        score has what flor and envite have brought in this hand. Flores that were announced
        and not sent are paid at its end; of the cards that others hold they tell nothing here.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    caller
        With which share of his holdings he calls, by name or as ``calls=0.25,bluffs=0.1``.
    answers
        Which shares of his range stay and raise again when I raise.
    equity
        The table of match equities for a situation with a score. Without one nobody is
        taken to call juego.
    **options
        How much work, and fields of the situation; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.
    """
    profile = read_profile(caller)
    shares = read_answers(answers)
    profile = profile.with_answers(shares)
    case = Case.of("accept", situation, play, options)
    asked = case.situation
    worth = worth_of(asked, equity, case.effort)
    seat = caller_seat(asked)
    told, ranks = case.told_by_holding(seat, profile)
    called = _called(asked)
    found = answer(
        told,
        ranks,
        profile,
        worth.after_truco,
        without_calls(worth.after_truco),
        (asked.stake, *called),
        runs=worth.unit == "points" or worth.after_truco(called[0], 0) < 1,
    )
    return AcceptResult(
        basis=case.basis(told.origin),
        **vars(found),
        unit=worth.unit,
        called_by=seat or asked.players,
        caller=profile.to_dict(),
        answers=profile.answers,
        equity=worth.table,
        partner_known=partner_known(asked),
        owed=owed_by_now(asked)._asdict(),
    )


def _called(asked: Situation) -> tuple[int, ...]:
    """Return the stake that was called for and those after it that can be valued."""
    rules = asked.rules
    stakes = rules.ladder[rules.step_of_call(str(asked.call)) :]
    if asked.score is None:
        stakes = tuple(stake for stake in stakes if stake < rules.target)
    return stakes
