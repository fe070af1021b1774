"""The sheet of the solved match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.text.paulista.writer import Writer
from analyzer.report.text.sheet import Block, Grid, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.paulista.questions.solve_match import Grid as Bounds
    from analyzer.paulista.questions.solve_match import MatchSolution
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


def match_solution_sheet(result: MatchSolution, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``solve --match``."""
    say = language.say
    write = Writer(result, language, numbers)
    every = len(result.lows) ** 2
    decision = say("{solved} OF {every} SCORES ARE SOLVED").format(
        solved=every - result.unsolved, every=every
    )
    blocks: tuple[Block, ...] = ()
    if result.value is not None:
        decision = say("THE MÃO GETS {value}").format(value=numbers.percent(result.value, 2))
        lines = (
            Line(say("at least, against the best answer"), numbers.percent(result.low or 0, 2)),
            Line(say("at most, with the best answer"), numbers.percent(result.high or 0, 2)),
        )
        blocks = (Block(say("when both play the solution"), lines),)
    work = say("{iterations} iterations in {seconds} s").format(
        iterations=numbers.whole(result.iterations), seconds=numbers.whole(round(result.seconds))
    )
    return Sheet(
        subject=(say("{players} players").format(players=2), say("the whole match")),
        decision=decision,
        tone=Tone.PLAIN,
        reason=say("the chance to win the match"),
        blocks=blocks,
        grids=(_grid(result, language, numbers),),
        basis=(work, write.house()),
    )


def _grid(result: MatchSolution, language: Language, numbers: Numbers) -> Grid:
    """Return the mão's chances from all scores, blank where nothing is known."""
    scores = range(len(result.lows))
    rows = []
    for mao in scores:
        cells = [_cell(result.lows, result.highs, mao, dealer, numbers) for dealer in scores]
        rows.append((str(mao), tuple(cells)))
    head = (language.say("mão | dealer"), *map(str, scores))
    return Grid(language.say("chance to win the match of whoever is mão"), head, tuple(rows))


def _cell(
    lows: Bounds, highs: Bounds, mao: int, dealer: int, numbers: Numbers
) -> tuple[str, float]:
    low, high = lows[mao][dealer], highs[mao][dealer]
    if low is None or high is None:
        return "", 0.5
    value = (low + high) / 2
    return numbers.short(value), value
