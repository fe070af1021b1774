"""Charts that go over all scores: what they are worth, and what a call then needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.report.charts.chart import Chart, Panel
from analyzer.report.charts.marks import Cell, heat_map
from analyzer.report.charts.results import solved_chart
from analyzer.report.charts.story import bounds_note, caption, equity_note, error_note, records
from analyzer.report.charts.style import SMALL, TINY, colour_of_chance, colour_of_need
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from analyzer.paulista.questions.match import MatchResult
    from analyzer.paulista.questions.solve import SolveResult
    from analyzer.paulista.questions.solve_match import MatchSolution
    from analyzer.report.language import Language


def match(language: Language, *, equity: str = "normal", **options: Any) -> Chart:
    """Return the chance to win the match from every score, as a table of equities has it."""
    from analyzer.paulista.equity.solved import verify_table
    from analyzer.paulista.questions.match import match as ask
    from analyzer.paulista.questions.solve_match import solved_match

    verify_table(equity)
    if equity == "solved":
        return solved_match_chart(solved_match(**options), language)
    return match_chart(ask(**options), language)


def match_chart(result: MatchResult, language: Language) -> Chart:
    """Return the chart of a result of ``match``."""
    say, numbers = language.say, Numbers(language)
    frame = result.to_frame()
    start = result.equity[0][0]
    title = say("At 0-0 you win {dealing} of matches when you deal, {other} when they do")
    titles = {True: say("you deal the next hand"), False: say("they deal the next hand")}
    draw = partial(
        score_map,
        language=language,
        cell=lambda line: Cell(colour_of_chance(line["equity"]), numbers.short(line["equity"])),
    )
    return Chart(
        game="paulista",
        name="match",
        title=title.format(
            dealing=numbers.percent(start[0], 1), other=numbers.percent(start[1], 1)
        ),
        note=say("Chance to win the match, in percent, from every score."),
        caption=caption(frame.attrs, language, *error_note(frame, language)),
        size=(9.8, 5.1),
        panels=tuple(
            Panel(partial(draw, part=frame[frame["we_deal"] == dealing]), name)
            for dealing, name in titles.items()
        ),
        columns=2,
        tables={"match": frame},
    )


def solve_chart(result: SolveResult | MatchSolution, language: Language) -> Chart:
    """Return the chart of a result of ``solve``."""
    from analyzer.paulista.questions.solve_match import MatchSolution

    if isinstance(result, MatchSolution):
        return solved_match_chart(result, language)
    return solved_chart(result, language)


def solved_match_chart(result: MatchSolution, language: Language) -> Chart:
    """Return the chart of a solved match, or of what is solved of it so far."""
    say, numbers = language.say, Numbers(language)
    frame = result.to_frame()
    title = say("At 0-0 the mão wins {chance} of matches when both play perfectly")
    if result.value is None:
        every = len(result.lows) ** 2
        title = say("{solved} OF {every} SCORES ARE SOLVED")
        title = title.format(solved=every - result.unsolved, every=every)
    else:
        title = title.format(chance=numbers.percent(result.value, 1))
    return Chart(
        game="paulista",
        name="match",
        title=title,
        note=say("Chance of the mão to win the match, in percent, from every score."),
        caption=caption(
            frame.attrs, language, bounds_note((frame["high"] - frame["low"]).max() / 2, language)
        ),
        size=(7.2, 6.6),
        panels=(Panel(partial(_solved, frame=frame, language=language)),),
        tables={"match": frame},
    )


def _solved(axes: Axes, frame: pd.DataFrame, language: Language) -> None:
    say, numbers = language.say, Numbers(language)

    def cell(line: Any) -> Cell:
        return Cell(colour_of_chance(line["value"]), numbers.short(line["value"]))

    score_map(axes, frame.rename(columns={"mao": "us", "dealer": "them"}), cell, language)
    axes.set_xlabel(say("points of the dealer"))
    axes.set_ylabel(say("points of the mão"))


def thresholds(language: Language, **options: Any) -> Chart:
    """Return the chance to win that accepting each call needs, at every score."""
    from analyzer.paulista.tables import table

    say, numbers = language.say, Numbers(language)
    # Unless told otherwise the one who is called deals, as for accept.
    frame = table("thresholds", **{"position": options.get("players") or 2, **options})
    truco = frame[frame["call"] == frame["call"].iloc[0]]
    title = say("Truco needs {least} to {most} by the score, {usual} when only points count")
    needs = [max(truco["needed"].min(), 0.0), truco["needed"].max(), truco["in_points"].iloc[0]]
    least, most, usual = (numbers.percent(need, 0) for need in needs)
    we_deal = bool(frame["we_deal"].all())
    who = say("you deal the next hand") if we_deal else say("they deal the next hand")
    note = say("win so many percent of hands to accept; 0 is whatever you hold")
    draw = partial(score_map, language=language, cell=partial(_need, numbers=numbers), size=TINY)
    panel = say("{call}: {stake} points, not {before}; in points {needed}")
    return Chart(
        game="paulista",
        name="thresholds",
        title=title.format(least=least, most=most, usual=usual),
        note=f"{who}: {note}",
        caption=caption(
            frame.attrs,
            language,
            equity_note(frame, language),
            *error_note(frame, language),
        ),
        size=(9.4, 9.8),
        panels=tuple(
            Panel(
                partial(draw, part=part),
                panel.format(
                    **{name: part[name].iloc[0] for name in ("call", "stake", "before")},
                    needed=numbers.percent(part["in_points"].iloc[0], 1),
                ),
            )
            for _, part in frame.groupby("call", sort=False)
        ),
        columns=2,
        tables={"thresholds": frame},
    )


def score_map(
    axes: Axes,
    part: pd.DataFrame,
    cell: Callable[[Any], Cell],
    language: Language,
    size: float = SMALL,
) -> None:
    """Draw a square for each score of a table, their points to the right, ours down."""
    say = language.say
    us, them = (sorted(set(part[name])) for name in ("us", "them"))
    cells: list[list[Cell | None]] = [[None] * len(them) for _ in us]
    for line in records(part):
        cells[us.index(line["us"])][them.index(line["them"])] = cell(line)
    heat_map(axes, cells, across=list(map(str, them)), down=list(map(str, us)), size=size)
    axes.set_xlabel(say("their points"))
    axes.set_ylabel(say("your points"))


def _need(line: Any, numbers: Numbers) -> Cell:
    need = min(max(line["needed"], 0.0), 1.0)
    return Cell(colour_of_need(need), numbers.short(need))
