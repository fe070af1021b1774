"""Charts of answers: what the sheet says, drawn with its intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from analyzer import __version__
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

    from analyzer.core.estimate import Estimate
    from analyzer.core.result import Result
    from analyzer.report.language import Language
    from analyzer.report.text.sheet import Sheet

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
    return _chart(result, sheet, lines, language, block.title, chances=result.unit == "match")


def cards_chart(result: Any, language: Language) -> Chart:
    """Return the chart of a hand: its chance, after each card when it is its turn."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    lines = [_Line(card.card, card.win, card.card == result.action) for card in result.cards]
    lines = lines or [_Line(block.lines[0].name, result.win)]
    return _chart(result, sheet, lines, language, block.title, chances=True)


def sides_chart(result: Any, language: Language) -> Chart:
    """Return the chart of whole hands: how often each side wins."""
    sheet = _sheet(result, language)
    block = sheet.blocks[0]
    found = [result.first_side_win, result.dealer_side_win, result.undecided]
    lines = [_Line(line.name, estimate) for line, estimate in zip(block.lines, found, strict=False)]
    return _chart(result, sheet, lines, language, block.title, chances=True)


def _chart(
    result: Result,
    sheet: Sheet,
    lines: list[_Line],
    language: Language,
    note: str,
    *,
    chances: bool,
) -> Chart:
    """Return a row for each number, the best one marked."""
    draw = partial(_draw, lines=lines, numbers=Numbers(language), chances=chances)
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


def _draw(axes: Axes, lines: list[_Line], numbers: Numbers, *, chances: bool) -> None:
    def write(value: float) -> str:
        return " ".join(value_of[value]).strip()

    value = numbers.chance if chances else numbers.points
    value_of: Mapping[float, tuple[str, str]] = {
        line.estimate.value: value(line.estimate) for line in lines
    }
    rows = [
        Row(line.name, (_dot(line.estimate, _BEST if line.best else _OTHER),)) for line in lines
    ]
    dot_rows(axes, rows, write)
    axes.margins(x=0.3)
    if chances:
        percent_axis(axes.xaxis, numbers)
        axes.set_xlim(left=max(axes.get_xlim()[0], -0.02))
    else:
        points_axis(axes.xaxis, numbers)
        line_at(axes, 0)


def _dot(estimate: Estimate, kind: Kind) -> Dot:
    return Dot(kind, estimate.value, estimate.low, estimate.high)


def _sheet(result: Result, language: Language) -> Sheet:
    sheets = import_module(f"analyzer.report.text.{result.game}").SHEETS
    sheet: Sheet = sheets[result.question](result, language, Numbers(language))
    return sheet
