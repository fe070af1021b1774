"""What the sheets of decisions tell of solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer.paulista.questions.by_solver import COMES_UP, MUCH
from analyzer.report.text.sheet import Block, Line, Sheet

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.report.text.paulista.writer import Writer

_DECIMALS = 4


def reliability(write: Writer, result: Any) -> tuple[str, str]:
    """Return how far a solution may be off, and what else its values are not sure of."""
    say, left = write.language.say, result.exploitability
    match = result.unit == "match"
    shown = write.numbers.percent(left) if match else write.language.number(left, _DECIMALS)
    return (
        f"{say('exploitability')} {shown}",
        say("what it hardly ever does may be worth more than is told"),
    )


def doubts(write: Writer, result: Any) -> tuple[str, ...]:
    """Return why what the solution does may be rough, a sentence each."""
    say, percent = write.language.say, write.numbers.percent
    found = []
    if result.exploitability > MUCH[result.unit]:
        text = say("Not solved yet: the solution may be off by {amount}. It goes on where it was.")
        amount = write.amount(result.exploitability, result.unit)
        found.append(text.format(amount=amount))
    if result.reached < COMES_UP:
        text = say(
            "By the solution he hardly ever comes here ({share} of what he may hold): "
            "told is what is worth most then, and that is rough."
        )
        found.append(text.format(share=percent(result.reached)))
    if result.followed < COMES_UP:
        text = say(
            "The solution itself, with these cards, hardly ever comes here ({share}): "
            "told is what is worth most now, and that is rough."
        )
        found.append(text.format(share=percent(result.followed)))
    return tuple(found)


def reason(write: Writer, result: Any, frequency: float) -> str:
    """Return why an action is named; how often tells nothing where one of the two never comes."""
    if min(result.followed, result.reached) < COMES_UP:
        return ""
    text = write.language.say("so the solution does in {share} of such hands")
    return text.format(share=write.numbers.percent(frequency))


def by_solver(sheet: Sheet, write: Writer, result: Any, chance: tuple[str, Estimate]) -> Sheet:
    """Return the sheet of a decision with what the solution says of it.

    Parameters
    ----------
    sheet
        The decision with what its actions are worth, in the last block.
    result
        The answer.
    chance
        The name of the chance to win, and the chance.
    """
    say, percent = write.language.say, write.numbers.percent
    values = sheet.blocks[-1]
    found = [result.frequencies[name] for name, value in result.values.items() if value is not None]
    often = tuple(
        Line(line.name, percent(share), bar=share, best=line.best)
        for line, share in zip(values.lines, found, strict=True)
    )
    return replace(
        sheet,
        reason=reason(write, result, result.frequencies[result.action]),
        blocks=(
            Block(
                say("when both play the solution, later calls and all"), (write.chance(*chance),)
            ),
            Block(say("how often it does what"), often),
            values,
        ),
        warnings=(*sheet.warnings, *doubts(write, result)),
        basis=(*reliability(write, result), *write.equity(result.equity), write.house()),
    )


def dissent(write: Writer, result: Any) -> tuple[str, ...]:
    """Return what a solution would rather do, in a sentence; nothing where none disagrees."""
    if result.solver is None:
        return ()
    say = write.language.say
    names = {
        "run": say("run"),
        "accept": say("accept"),
        "raise": say("raise"),
        "play": say("play on"),
        "call": say("call"),
    }
    found = result.solver
    text = say(
        "Solved, this hand is played otherwise: “{action}”, in {share} of such hands; "
        "“{advised}” gives away {amount} (--solver)."
    )
    return (
        text.format(
            action=names[found.action],
            share=write.numbers.percent(found.frequencies[found.action]),
            advised=names[result.action],
            amount=write.amount(found.behind, result.unit),
        ),
    )
