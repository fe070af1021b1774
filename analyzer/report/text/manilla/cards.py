"""The sheet of which card to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.report.text.manilla.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.manilla.questions.play import CardChances, PlayResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_WHOLE = 72
_MORE = 4
"""So many times the deals halve the error."""

_LIKELY = 0.01
"""A capote less likely than this with every card is not worth lines of its own."""


def play_sheet(result: PlayResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``play``."""
    say = language.say
    write = Writer(result, language, numbers)
    return Sheet(
        subject=write.subject(),
        decision=say("PLAY {card}").format(card=result.action),
        tone=Tone.GO if result.clear else Tone.PLAIN,
        reason=_reason(result, write),
        blocks=tuple(_blocks(result, write)),
        remarks=_remarks(result, write),
        warnings=write.warnings(),
        basis=write.basis(),
    )


def _reason(result: PlayResult, write: Writer) -> str:
    say, best = write.language.say, result.cards[0]
    if len(result.cards) == 1:
        return say("the only card that may be played")
    value, error = write.numbers.mean(best.points)
    text = say("{points} points of 72 for your pair on average, {error}")
    return text.format(points=value, error=error).rstrip(", ")


def _remarks(result: PlayResult, write: Writer) -> tuple[str, ...]:
    say = write.language.say
    found = []
    if not result.clear:
        close = [one.card for one in result.cards[1:] if one.behind.low <= 0]
        text = say("Not clear at 95%: {cards} may be as good or better.")
        names = close or [one.card for one in result.cards[1:2]]
        found.append(text.format(cards=", ".join(names)))
        if result.basis.method == "monte_carlo":
            more = say("--deals {deals} goes on.").format(deals=_MORE * result.basis.deals)
            found[-1] += f" {more}"
    if result.unsolved:
        text = say("{deals} deals were too hard to solve; intervals leave room for them.")
        found.append(text.format(deals=write.numbers.whole(result.unsolved)))
    return tuple(found)


def _blocks(result: PlayResult, write: Writer) -> list[Block]:
    """Return the numbers of every card, those that lead to the same on one line."""
    say, numbers = write.language.say, write.numbers
    points: list[Line] = []
    wins, capotes = [], []
    for one, names in _together(result.cards).items():
        value, error = numbers.mean(one.points)
        name, note, best = " ".join(names), write.behind(one.behind, 1), not points
        points.append(Line(name, value, error, one.points.value / _WHOLE, note, best))
        wins.append(write.chance(name, one.win, best=best))
        capotes.append(write.chance(name, one.capote, best=best))
    blocks = [
        Block(say("points of your pair after each card"), tuple(points)),
        Block(say("more than 36 points after each card"), tuple(wins)),
    ]
    if max(one.capote.value for one in result.cards) >= _LIKELY:
        blocks.append(Block(say("all twelve tricks (capote) after each card"), tuple(capotes)))
    return blocks


def _together(cards: Sequence[CardChances]) -> dict[CardChances, list[str]]:
    """Return the names of the cards that lead to the same, best first."""
    found: dict[CardChances, list[str]] = {}
    for one in cards:
        found.setdefault(replace(one, card=""), []).append(one.card)
    return found
