"""The sheet of an open deal, played perfectly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.text.manilla.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.manilla.questions import SolvedCard, SolveResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_PLAYERS = 4


def solve_sheet(result: SolveResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``solve``."""
    say = language.say
    write = Writer(result, language, numbers)
    title = say("points of positions 1 and 3 after each card of position {position}")
    return Sheet(
        subject=_subject(write),
        decision=say("POSITIONS 1 AND 3 WIN {points} POINTS").format(
            points=_points(result.low, result.high)
        ),
        tone=Tone.PLAIN,
        reason=say("of {points} still to be won, with open cards and perfect play").format(
            points=result.left
        ),
        blocks=(
            Block(
                title.format(position=result.position),
                tuple(_line(card, result.left) for card in result.cards),
            ),
        ),
        remarks=_way(result.line, language),
        warnings=_warnings(result, language),
        basis=_basis(result, write),
    )


def _subject(write: Writer) -> tuple[str, ...]:
    """Return what was asked: the hands, trump, who leads, and what was played."""
    say, asked = write.language.say, write.situation
    hands = (hand.strip() for hand in asked["deal"].split("/"))
    parts = [f"{position}: {hand}" for position, hand in enumerate(hands, 1)]
    parts.append(say("trump {suit}").format(suit=asked["trump"]))
    if asked["leader"] != 1:
        parts.append(say("position {position} leads").format(position=asked["leader"]))
    if asked["played"]:
        parts.append(say("played: {cards}").format(cards=asked["played"]))
    return tuple(parts)


def _line(card: SolvedCard, left: int) -> Line:
    bar = None if card.points is None else card.points / left
    return Line(card.card, _points(card.low, card.high), bar=bar, best=card.behind == 0)


def _points(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _way(line: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return the best way to play on, trick by trick."""
    if not line:
        return ()
    first = len(line) % _PLAYERS or _PLAYERS  # the trick under way lacks some
    ends = range(first, len(line) + 1, _PLAYERS)
    tricks = (" ".join(line[max(end - _PLAYERS, 0) : end]) for end in ends)
    return (language.say("A best way to play on: {cards}").format(cards=" / ".join(tricks)),)


def _stopped(result: SolveResult) -> bool:
    """Whether the nodes ran out before every card was known."""
    return any(card.points is None for card in result.cards)


def _warnings(result: SolveResult, language: Language) -> tuple[str, ...]:
    if not _stopped(result):
        return ()
    return (language.say("The search was ended: bounds are what is known. --nodes allows more."),)


def _basis(result: SolveResult, write: Writer) -> tuple[str, ...]:
    say, nodes = write.language.say, write.numbers.whole(result.nodes)
    method, *rest = write.basis()
    if _stopped(result):
        return (say("stopped after {nodes} cards played: bounds").format(nodes=nodes), *rest)
    return (method, *rest, say("cards played in the search: {nodes}").format(nodes=nodes))
