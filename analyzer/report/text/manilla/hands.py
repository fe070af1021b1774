"""Sheets of what hands and whole deals are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate
from analyzer.report.text.manilla.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.manilla.questions import HandResult, SimulateResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_STEP = 12
"""Points in a line of the distribution; the first one has 0 besides."""


def hand_sheet(result: HandResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``hand``."""
    say = language.say
    write = Writer(result, language, numbers)
    value, error = numbers.mean(result.points)
    basis = result.basis
    counts = [round(chance.value * basis.deals) for chance in result.distribution]
    lines = _spread(counts, numbers, exact=basis.method == "exact")
    return Sheet(
        subject=write.subject(),
        decision=say("{points} POINTS").format(points=value),
        tone=Tone.PLAIN,
        reason=say("of 72, for your pair on average, {error}").format(error=error).rstrip(", "),
        blocks=(write.chances(result), Block(say("points of your pair"), lines)),
        warnings=write.warnings(),
        basis=write.basis(),
    )


def simulate_sheet(result: SimulateResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``simulate``."""
    say = language.say
    write = Writer(result, language, numbers)
    value, error = numbers.mean(result.points)
    lines = _spread(result.counts["points"], numbers)
    return Sheet(
        subject=(say("{players} players").format(players=4), say("whole hands")),
        decision=say("THE MANO'S PAIR MAKES {points} POINTS").format(points=value),
        tone=Tone.PLAIN,
        reason=say("of 72, on average, {error}").format(error=error),
        blocks=(write.chances(result), Block(say("points of the mano's pair"), lines)),
        warnings=write.warnings(),
        basis=write.basis(),
    )


def _spread(counts: Sequence[int], numbers: Numbers, *, exact: bool = False) -> tuple[Line, ...]:
    """Return the chances of some numbers of points together, a line for each dozen."""
    lines = []
    for most in range(_STEP, len(counts), _STEP):
        least = most - _STEP + 1 if most > _STEP else 0
        some, deals = sum(counts[least : most + 1]), sum(counts)
        chance = Estimate.exact(some / deals) if exact else Estimate.proportion(some, deals)
        lines.append(Line(f"{least}–{most}", *numbers.chance(chance), chance.value))
    return tuple(lines)
