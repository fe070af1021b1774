"""Sheets of decisions: what to answer, whether to call, to play, to keep a card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.report.text.paulista.by_solver import by_solver, dissent
from analyzer.report.text.paulista.writer import Writer
from analyzer.report.text.sheet import Block, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.paulista.questions.accept import AcceptResult
    from analyzer.paulista.questions.call import CallResult
    from analyzer.paulista.questions.cut import CutResult
    from analyzer.paulista.questions.onze import OnzeResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


def accept_sheet(result: AcceptResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``accept``."""
    more = []
    if result.play_on == "calls":
        more.append(language.say("accepted, both sides may call again in later tricks, as he does"))
    write = Writer(result, language, numbers)
    sheet = write.accept(result, write.calls, *more)
    if result.frequencies is not None:
        return by_solver(sheet, write, result, (language.say("wins if you accept"), result.win))
    return replace(sheet, remarks=(*sheet.remarks, *dissent(write, result)))


def call_sheet(result: CallResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``call``."""
    say = language.say
    write = Writer(result, language, numbers)
    calling = result.action == "call"
    higher = write.calls[result.call]
    names = {"play": say("play on"), "call": say("call {call}").format(call=higher)}
    decision = say("CALL {call}").format(call=higher) if calling else say("DO NOT CALL")
    chances = write.chances(say("wins without a call"), result.win, result.undecided)
    pays = say("“{action}” pays only while they stay with less than {most} of hands.")
    sheet = Sheet(
        subject=write.subject(*write.stake()),
        decision=decision,
        tone=Tone.RAISE if calling else Tone.STOP,
        reason=write.reason(result.values, names, result.action, result.unit),
        blocks=(
            Block("", tuple(chances)),
            write.values(result.values, names, result.action, result.unit),
        ),
        remarks=(*write.pays(result, names, pays), *dissent(write, result)),
        warnings=write.warnings(),
        basis=write.basis(
            *_called(write, result),
            *write.partner(result.partner_known),
            *write.equity(result.equity),
        ),
    )
    if result.frequencies is not None:
        return by_solver(sheet, write, result, (say("wins without a call"), result.win))
    return sheet


def _called(write: Writer, result: CallResult) -> tuple[str, ...]:
    """Return how they were taken to answer the call; a solution says that itself."""
    if result.answers is None:
        return ()
    say = write.language.say
    text = say("called, they stay with the best {stays} of hands, raise with the best {again}")
    if not result.may_run:
        text = say(
            "called, they stay, for running would lose them the match; raise with the best {again}"
        )
    return (write.answers(result.answers, text),)


def onze_sheet(result: OnzeResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``onze``."""
    say = language.say
    write = Writer(result, language, numbers)
    names = {"play": say("play"), "run": say("run")}
    playing = result.action == "play"
    chances = write.chances(say("wins if you play"), result.win, result.undecided)
    sheet = Sheet(
        subject=write.subject(),
        decision=say("PLAY") if playing else say("RUN"),
        tone=Tone.GO if playing else Tone.STOP,
        reason=write.reason(result.values, names, result.action, result.unit),
        blocks=(
            Block("", (*chances, write.needed(result.break_even))),
            write.values(result.values, names, result.action, result.unit),
        ),
        warnings=write.warnings(),
        remarks=dissent(write, result),
        basis=write.basis(*write.partner(result.partner_known), *write.equity(result.equity)),
    )
    if result.frequencies is not None:
        return by_solver(sheet, write, result, (say("wins if you play"), result.win))
    return sheet


def cut_sheet(result: CutResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``cut``."""
    say = language.say
    write = Writer(result, language, numbers)
    decisions = {
        "keep": say("KEEP IT"),
        "give": say("GIVE IT TO YOUR PARTNER"),
        "leave": say("LEAVE IT"),
    }
    names = {
        "keep": say("keep"),
        "give": say("give to your partner"),
        "leave": say("leave, an ordinary deal"),
    }
    found = {name: value for name, value in result.values.items() if value is not None}
    return Sheet(
        subject=write.subject(say("seen in the cut")),
        decision=decisions[result.action],
        tone=Tone.STOP if result.action == "leave" else Tone.GO,
        reason=write.reason(found, names, result.action, result.unit),
        blocks=(write.values(found, names, result.action, result.unit),),
        warnings=write.warnings(),
        basis=write.basis(*write.equity(result.equity)),
    )
