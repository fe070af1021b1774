"""What the sheets of decisions tell of solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer.report.text.sheet import Block, Line, Sheet

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.report.text.paulista.writer import Writer

_DECIMALS = 4

_ROUGH = 0.001
"""Where the other gets with less than this of what he may hold, a solution is rough."""


def exploitability(write: Writer, left: float, unit: str) -> str:
    """Return how far a solution may be off."""
    say, number = write.language.say, write.language.number
    found = write.numbers.percent(left) if unit == "match" else number(left, _DECIMALS)
    return say("exploitability") + " " + found


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
    share = percent(result.frequencies[result.action])
    rough: tuple[str, ...] = ()
    if result.reached < _ROUGH:
        text = say(
            "By the solution he hardly ever comes here ({share} of what he may hold): "
            "what it does then is rough."
        )
        rough = (text.format(share=percent(result.reached)),)
    return replace(
        sheet,
        reason=say("so the solution does in {share} of such hands").format(share=share),
        blocks=(
            Block(say("when both play the solution"), (write.chance(*chance),)),
            Block(say("how often it does what"), often),
            values,
        ),
        warnings=(*sheet.warnings, *rough),
        basis=(
            exploitability(write, result.exploitability, result.unit),
            *write.equity(result.equity),
            write.house(),
        ),
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
