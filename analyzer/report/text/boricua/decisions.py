"""Sheets of decisions: what to do about an envite, a flor, and a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.boricua.rules import CALLS
from analyzer.report.text.boricua.writer import Writer
from analyzer.report.text.sheet import Block, Sheet, Tone

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.boricua.questions import AcceptResult, EnviteResult, FlorResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_TONES = {
    "open": Tone.RAISE,
    "pass": Tone.STOP,
    "run": Tone.STOP,
    "accept": Tone.GO,
    "revoke": Tone.RAISE,
    "send": Tone.GO,
    "silent": Tone.STOP,
}


def envite_sheet(result: EnviteResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``envite``."""
    say = language.say
    write = Writer(result, language, numbers)
    names, decisions = _envite_words(say)
    found = {name: value for name, value in result.values.items() if value is not None}
    lines = [write.chance(say("your side has the best liga"), result.liga_win)]
    if result.win is not None and result.break_even is not None:
        lines += [
            write.chance(say("the same if he calls so"), result.win),
            write.needed(result.break_even),
        ]
    called = write.situation["call"]
    if called:
        text = say("revoked, he stays with the best {stays} of these, the best {again} revoke")
    else:
        text = say("opened, they stay with the best {stays} of hands, the best {again} revoke")
    callers = [] if result.caller is None else [write.caller(result.caller)]
    if "run" not in found or "revoke" in found:
        callers.append(write.answers(result.answers, text))
    return Sheet(
        subject=write.subject(
            say("liga {liga}").format(liga=result.liga),
            *([say("{call} called").format(call=called)] if called else []),
        ),
        decision=decisions[result.action],
        tone=_TONES[result.action],
        reason=write.reason(found, names, result.action, result.unit),
        blocks=(
            Block("", tuple(lines)),
            write.values(
                found,
                names,
                result.action,
                result.unit,
                say("points of the envite on average, yours less theirs"),
            ),
        ),
        remarks=()
        if result.caller is None
        else write.flips(result.flips, result.caller, names, result.action),
        warnings=write.warnings(),
        basis=write.basis(
            *callers, *write.partner(result.partner_known), *write.equity(result.equity)
        ),
    )


def flor_sheet(result: FlorResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``flor``."""
    say = language.say
    write = Writer(result, language, numbers)
    names = {"send": say("send"), "silent": say("keep silent")}
    decisions = {"send": say("SEND the flor"), "silent": say("KEEP SILENT")}
    standing = {
        say("they send none"): result.unsent,
        say("they send one, yours is better"): result.better,
        say("they send one, theirs is better"): result.worse,
    }
    lines = tuple(write.chance(name, found) for name, found in standing.items() if found.value > 0)
    sends = say("they send any flor")
    if result.flor_send:
        sends = say("they send a flor of {total} or more").format(total=result.flor_send)
    penalty = say("Silence gives them {points} at the end of the hand.")
    return Sheet(
        subject=write.subject(say("flor {flor}").format(flor=result.flor)),
        decision=decisions[result.action],
        tone=_TONES[result.action],
        reason=write.reason(result.values, names, result.action, result.unit),
        blocks=(
            Block("", lines),
            write.values(
                result.values,
                names,
                result.action,
                result.unit,
                say("points of the flores on average, yours less theirs"),
            ),
        ),
        remarks=(penalty.format(points=result.penalty),) if result.penalty else (),
        warnings=write.warnings(),
        basis=write.basis(
            sends, *write.partner(result.partner_known), *write.equity(result.equity)
        ),
    )


def accept_sheet(result: AcceptResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``accept``."""
    return Writer(result, language, numbers).accept(result, {call: call for call in CALLS})


def _envite_words(say: Callable[[str], str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return how the actions at an envite are named, and how they are advised."""
    names = {
        "open": say("open"),
        "pass": say("pass"),
        "run": say("run"),
        "accept": say("accept"),
        "revoke": say("revoke"),
    }
    decisions = {
        "open": say("OPEN the envite"),
        "pass": say("PASS"),
        "run": say("RUN"),
        "accept": say("ACCEPT"),
        "revoke": say("REVOKE"),
    }
    return names, decisions
