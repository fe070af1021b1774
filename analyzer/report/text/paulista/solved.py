"""Sheets of what comes from the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate
from analyzer.paulista.questions.solve_match import MatchSolution
from analyzer.report.text.paulista.by_solver import doubts, reason, reliability
from analyzer.report.text.paulista.solved_match import match_solution_sheet
from analyzer.report.text.paulista.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.paulista.questions.advise import AdviseResult
    from analyzer.paulista.questions.solve import SolveResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_DECIMALS = 4
_HOLDINGS = 5


def solve_sheet(result: SolveResult | MatchSolution, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``solve``."""
    if isinstance(result, MatchSolution):
        return match_solution_sheet(result, language, numbers)
    say = language.say
    write = Writer(result, language, numbers)
    asked = write.situation
    subject = [say("{players} players").format(players=2)]
    if asked["vira"]:
        subject.append(say("vira {card}").format(card=asked["vira"][:-1]))
    if asked["score"]:
        subject.append(asked["score"])

    def worth(value: float, *, sign: bool = True) -> str:
        if result.unit == "match":
            return numbers.percent(value)
        text = language.number(value, _DECIMALS, sign=sign)
        return text if numbers.ascii else text.replace("-", "−")

    bounds = (
        Line(say("at least, against the best answer"), worth(result.low)),
        Line(say("at most, with the best answer"), worth(result.high)),
        Line(say("exploitability"), worth(result.exploitability, sign=False)),
    )
    work = say("{iterations} iterations in {seconds} s").format(
        iterations=numbers.whole(result.iterations), seconds=numbers.whole(round(result.seconds))
    )
    unit = say("the chance to win the match") if asked["score"] else say("points a hand")
    return Sheet(
        subject=tuple(subject),
        decision=say("THE MÃO GETS {value}").format(value=worth(result.value)),
        tone=Tone.PLAIN,
        reason=unit,
        blocks=(Block(say("when both play the solution"), bounds),),
        basis=(work, write.house()),
    )


def advise_sheet(result: AdviseResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``advise``."""
    say = language.say
    write = Writer(result, language, numbers)
    names = {
        "run": say("run"),
        "accept": say("accept"),
        "raise": say("raise"),
        "call": say("call"),
    }
    best = result.actions[0]
    lines = [
        Line(
            names.get(one.action, one.action),
            numbers.percent(one.frequency),
            bar=one.frequency,
            note=numbers.value(Estimate.exact(one.value), result.unit)[0],
            best=one is best,
        )
        for one in result.actions
    ]
    holdings = [
        Line(one.cards or say("no card"), numbers.percent(one.chance), bar=one.chance)
        for one in result.opponent[:_HOLDINGS]
    ]
    call = write.situation["call"]
    called = () if call is None else (write.called(call, 3 - write.situation["position"]),)
    unit = say("chance to win the match") if result.unit == "match" else say("points")
    return Sheet(
        subject=write.subject(*write.stake(), *called),
        decision=names.get(best.action, best.action).upper(),
        tone=_TONES.get(best.action, Tone.GO),
        reason=reason(write, result, best.frequency),
        blocks=(
            Block(say("how often, and what it is worth ({unit})").format(unit=unit), tuple(lines)),
            Block(say("what he likeliest holds"), tuple(holdings)),
        ),
        warnings=doubts(write, result),
        basis=(*reliability(write, result), write.house()),
    )


_TONES = {"run": Tone.STOP, "raise": Tone.RAISE, "call": Tone.RAISE}
