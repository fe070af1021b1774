"""Sheets of decisions: what to do about an envite, a flor, and a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.boricua.rules import CALLS
from analyzer.boricua.situation.fields import NOBODY
from analyzer.boricua.situation.talk import PASO
from analyzer.report.text.boricua.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    points = say("points of the envite on average, yours less theirs")
    return Sheet(
        subject=write.subject(
            say("liga {liga}").format(liga=result.liga), *_envite_called(result, write)
        ),
        decision=decisions[result.action],
        tone=_TONES[result.action],
        reason=write.reason(found, names, result.action, result.unit),
        blocks=(
            Block("", _liga_chances(result, write)),
            write.values(found, names, result.action, result.unit, points),
        ),
        remarks=_envite_remarks(result, write, names),
        warnings=write.warnings(),
        basis=write.basis(
            *_envite_callers(result, write),
            *_passes(write),
            *write.partner(result.partner_known),
            *write.equity(result.equity),
        ),
    )


def flor_sheet(result: FlorResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``flor``."""
    say = language.say
    write = Writer(result, language, numbers)
    names = {"send": say("send"), "silent": say("keep silent")}
    sent = result.basis.situation["sent"]
    decisions = {"send": say("SEND the flor"), "silent": say("KEEP SILENT")}
    standing = {
        say("they send none"): result.unsent,
        say("they send one, yours is better"): result.better,
        say("they send one, theirs is better"): result.worse,
    }
    if sent not in (None, NOBODY):
        standing = {
            say("theirs was sent, yours is better"): result.better,
            say("theirs was sent and is better"): result.worse,
        }
    lines = [write.chance(name, found) for name, found in standing.items() if found.value > 0]
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
            Block("", (*lines, *_tricks(result, write))),
            write.values(
                result.values,
                names,
                result.action,
                result.unit,
                say("points of the flores on average, yours less theirs"),
            ),
        ),
        remarks=(
            *([penalty.format(points=result.penalty)] if result.penalty else []),
            *_others_sent(result, write),
        ),
        warnings=write.warnings(),
        basis=write.basis(
            sends, *write.partner(result.partner_known), *write.equity(result.equity)
        ),
    )


def accept_sheet(result: AcceptResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``accept``."""
    write = Writer(result, language, numbers)
    return write.accept(result, {call: call for call in CALLS}, *_owed(result, write))


def _owed(result: AcceptResult, write: Writer) -> tuple[str, ...]:
    """Return what silent flores bring at the end of the hand, where that matters."""
    if result.unit == "points" or not any(result.owed.values()):
        return ()
    text = write.language.say(
        "for silent flores you get {ours} at the end of the hand, they {theirs}; "
        "as if they told nothing of the cards"
    )
    return (text.format(**result.owed),)


def _others_sent(result: FlorResult, write: Writer) -> tuple[str, ...]:
    """Return how to tell that a flor was sent, where it is taken that all have kept silent."""
    asked, say = write.situation, write.language.say
    if asked["sent"] != NOBODY or result.worse.high + result.better.high > 0:
        return ()
    if asked["players"] == 2:
        return (say("Mano sent none; --sent 1 if he did."),)
    return (say("They sent none; --sent POSITION if one of them did."),)


def _envite_called(result: EnviteResult, write: Writer) -> tuple[str, ...]:
    """Return which call waits for an answer, and whose it is."""
    if result.called_by is None:
        return ()
    return (write.called(write.situation["call"], result.called_by),)


def _liga_chances(result: EnviteResult, write: Writer) -> tuple[Line, ...]:
    say = write.language.say
    lines = [write.chance(say("your side has the best liga"), result.liga_win)]
    if result.win is not None and result.break_even is not None:
        lines += [
            write.chance(say("the same, given that he called"), result.win),
            write.needed(result.break_even),
        ]
    return (*lines, *_tricks(result, write))


def _tricks(result: EnviteResult | FlorResult, write: Writer) -> tuple[Line, ...]:
    """Return the chance of the tricks to come, where it matters."""
    if result.tricks is None:
        return ()
    return (write.chance(write.language.say("your side wins the tricks"), result.tricks),)


def _envite_remarks(
    result: EnviteResult, write: Writer, names: Mapping[str, str]
) -> tuple[str, ...]:
    """Return what would change the advice: other callers, other answers."""
    say = write.language.say
    if result.caller is None:
        text = say("“{action}” pays only while they stay with less than {most} of hands.")
        return write.pays(result, names, text)
    text = say("“{action}” pays only while he stays with less than {most} of his calls.")
    return write.hinges(result, names, text)


def _envite_callers(result: EnviteResult, write: Writer) -> tuple[str, ...]:
    """Return how the caller calls, and how my own call is answered."""
    say = write.language.say
    if result.caller is None:
        text = say("opened, they stay with the best {stays} of hands, the best {again} raise")
        if not result.may_run:
            text = say(
                "opened, they stay, for refusing would lose them the match; the best {again} raise"
            )
        return (write.answers(result.answers, text),)
    caller = write.caller(result.caller)
    if result.values["revoke"] is None:
        return (caller,)
    text = say("raised, he stays with the best {stays} of these, the best {again} raise")
    if not result.may_run:
        text = say(
            "raised, he stays, for refusing would lose him the match; the best {again} raise"
        )
    return caller, write.answers(result.answers, text)


def _passes(write: Writer) -> tuple[str, ...]:
    """Return what is made of the passes of others, if there are any."""
    passed = write.situation["played"].split().count(PASO)
    if passed <= (write.situation["position"] <= passed):  # nobody, or only the one who asks
        return ()
    return (write.language.say("who has passed may hold any liga: a pass tells nothing"),)


def _envite_words(say: Callable[[str], str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return how the actions at an envite are named, and how they are advised."""
    names = {
        "open": say("open"),
        "pass": say("pass"),
        "run": say("refuse"),
        "accept": say("accept"),
        "revoke": say("raise (revoque)"),
    }
    decisions = {
        "open": say("OPEN the envite"),
        "pass": say("PASS"),
        "run": say("REFUSE"),
        "accept": say("ACCEPT the envite"),
        "revoke": say("RAISE (revoque)"),
    }
    return names, decisions
