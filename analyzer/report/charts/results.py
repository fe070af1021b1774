"""Charts of answers: what the sheet says, drawn with its intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from analyzer import __version__
from analyzer.core.estimate import Z95, Estimate
from analyzer.report.charts.chart import Chart, Panel
from analyzer.report.charts.marks import (
    Dot,
    Kind,
    Row,
    dot_rows,
    line_at,
    percent_axis,
    points_axis,
)
from analyzer.report.charts.style import BLUE, MUTED
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from analyzer.core.result import Result
    from analyzer.report.language import Language
    from analyzer.report.text.sheet import Block, Sheet

Scale = Literal["chance", "points", "mean"]
"""How numbers are written: chances, points that are ours or theirs, or a mean of points."""

_BEST, _OTHER = Kind("best", "D", BLUE), Kind("other", "o", MUTED)
_ROW, _AXIS = 0.42, 0.75


@dataclass(frozen=True)
class _Line:
    """A named number, and whether it is the best."""

    name: str
    estimate: Estimate
    best: bool = False


def values_chart(result: Any, language: Language) -> Chart:
    """Return the chart of a decision: what every action is worth."""
    sheet = _sheet(result, language)
    block = sheet.blocks[-1]
    found = [value for value in result.values.values() if value is not None]
    lines = [
        _Line(line.name, estimate, line.best)
        for line, estimate in zip(block.lines, found, strict=True)
    ]
    return _chart(
        result,
        sheet,
        lines,
        language,
        block.title,
        "chance" if result.unit == "match" else "points",
    )


def cards_chart(result: Any, language: Language) -> Chart:
    """Return the chart of a hand: its chance, after each card when it is its turn."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    lines = [_Line(card.card, card.win, card.card == result.action) for card in result.cards]
    lines = lines or [_Line(block.lines[0].name, result.win)]
    return _chart(result, sheet, lines, language, block.title, "chance")


def points_chart(result: Any, language: Language) -> Chart:
    """Return the chart of a card to play: the points after each."""
    sheet = _sheet(result, language)
    lines = [_Line(card.card, card.points, card.card == result.action) for card in result.cards]
    title = sheet.blocks[0].title
    return _chart(result, sheet, lines, language, title, "mean")


def sides_chart(result: Any, language: Language) -> Chart:
    """Return the chart of whole hands: how often each side wins."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    found = [result.first_side_win, result.dealer_side_win]
    if len(block.lines) > len(found):
        found.append(result.undecided)
    lines = _named(block, found)
    return _chart(result, sheet, lines, language, block.title, "chance")


def deals_chart(result: Any, language: Language) -> Chart:
    """Return the chart of whole deals of La Manilla: how often a pair wins them."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    lines = _named(block, [result.win, result.tie, result.capote])
    return _chart(result, sheet, lines, language, block.title, "chance")


def solved_cards_chart(result: Any, language: Language) -> Chart:
    """Return the chart of an open deal: the points after each card, or between what they are."""
    sheet = _sheet(result, language)
    lines = [_Line(card.card, _between(card.low, card.high)) for card in result.cards]
    lines = lines or [_Line("", _between(result.low, result.high))]
    title = sheet.blocks[0].title
    return _chart(result, sheet, lines, language, title, "mean")


def solved_chart(result: Any, language: Language) -> Chart:
    """Return the chart of a solved game: its value between its bounds."""
    sheet = _sheet(result, language)
    value = _between(result.low, result.high, result.value)
    scale: Scale = "chance" if result.unit == "match" else "points"
    return _chart(result, sheet, [_Line("", value)], language, "", scale)


def advice_chart(result: Any, language: Language) -> Chart:
    """Return the chart of advice: how often the solution does what."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    lines = _named(block, [Estimate.exact(one.frequency) for one in result.actions])
    lines = [replace(line, best=number == 0) for number, line in enumerate(lines)]
    return _chart(result, sheet, lines, language, "", "chance")


def exploit_chart(result: Any, language: Language) -> Chart:
    """Return the chart of what best answers win from a way of playing."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    found = [*result.best_response.values(), result.value]
    lines = _named(block, [Estimate.exact(value) for value in found])
    return _chart(result, sheet, lines, language, block.title, "points")


def _named(block: Block, found: list[Estimate]) -> list[_Line]:
    named = zip(block.lines, found, strict=True)
    return [_Line(line.name, estimate) for line, estimate in named]


def _between(low: float, high: float, value: float | None = None) -> Estimate:
    """Return a number that is known to lie between two, by itself when these are the same."""
    return Estimate(low if value is None else value, low, high, (high - low) / (2 * Z95))


def _chart(
    result: Result,
    sheet: Sheet,
    lines: list[_Line],
    language: Language,
    note: str,
    scale: Scale,
) -> Chart:
    """Return a row for each number, the best one marked."""
    draw = partial(_draw, lines=lines, numbers=Numbers(language), scale=scale)
    reason = [sheet.reason] if sheet.reason else []
    return Chart(
        game=result.game,
        name=result.question,
        title=" — ".join([sheet.decision, *reason]),
        note=" · ".join([*sheet.subject, note] if note else sheet.subject),
        caption=" · ".join([*sheet.basis, f"truco-analyzer\u00a0{__version__}"]),
        size=(6.8, _AXIS + _ROW * len(lines)),
        panels=(Panel(draw),),
        tables={result.question: result.to_frame()},
    )


def _draw(axes: Axes, lines: list[_Line], numbers: Numbers, scale: Scale) -> None:
    write: Callable[[Estimate], tuple[str, str]] = getattr(numbers, scale)
    texts = {line.estimate.value: " ".join(write(line.estimate)).strip() for line in lines}
    rows = [
        Row(line.name, (_dot(line.estimate, _BEST if line.best else _OTHER),)) for line in lines
    ]
    dot_rows(axes, rows, lambda dot: texts[dot.value])
    axes.margins(x=0.3)
    if scale == "chance":
        percent_axis(axes.xaxis, numbers)
        axes.set_xlim(left=max(axes.get_xlim()[0], -0.02))
        return
    points_axis(axes.xaxis, numbers)
    if scale == "points":  # which may be ours or theirs
        line_at(axes, 0)


def _dot(estimate: Estimate, kind: Kind) -> Dot:
    return Dot(kind, estimate.value, estimate.low, estimate.high)


def _sheet(result: Result, language: Language) -> Sheet:
    sheets = import_module(f"analyzer.report.text.{result.game}").SHEETS
    sheet: Sheet = sheets[result.question](result, language, Numbers(language))
    return sheet
