"""Charts: of every game's tables and decisions, and of every answer.

A chart says one thing in its title, shows it with intervals wherever there is an
error, and tells below what it rests on. It computes nothing: all numbers come
from the tables and the answers of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from analyzer.report.charts import boricua, manilla, paulista
from analyzer.report.charts.chart import Chart
from analyzer.report.charts.results import (
    advice_chart,
    cards_chart,
    deals_chart,
    exploit_chart,
    points_chart,
    sides_chart,
    solved_cards_chart,
    values_chart,
)
from analyzer.report.language import Language

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from analyzer.core.result import Result

CHARTS: Mapping[tuple[str, str], Callable[[Any, Language], Chart]] = {
    ("paulista", "hand"): cards_chart,
    ("paulista", "accept"): values_chart,
    ("paulista", "call"): values_chart,
    ("paulista", "onze"): values_chart,
    ("paulista", "cut"): values_chart,
    ("paulista", "simulate"): sides_chart,
    ("paulista", "match"): paulista.match_chart,
    ("paulista", "solve"): paulista.solve_chart,
    ("paulista", "advise"): advice_chart,
    ("paulista", "exploit"): exploit_chart,
    ("manilla", "hand"): manilla.hand_chart,
    ("manilla", "play"): points_chart,
    ("manilla", "simulate"): deals_chart,
    ("manilla", "match"): manilla.match_chart,
    ("manilla", "solve"): solved_cards_chart,
    ("boricua", "hand"): cards_chart,
    ("boricua", "accept"): values_chart,
    ("boricua", "envite"): values_chart,
    ("boricua", "flor"): values_chart,
    ("boricua", "simulate"): sides_chart,
    ("boricua", "match"): boricua.match_chart,
}
"""What draws the answer to a game's question."""


def chart_of(result: Result, lang: str = "en") -> Chart:
    """Return the chart of an answer.

    Raises
    ------
    NotImplementedError
        For an answer that has no chart.
    """
    draw = CHARTS.get((result.game, result.question))
    if draw is None:
        raise NotImplementedError(f"{result.game} {result.question} has no chart")
    return draw(result, Language.of(lang))


def plot(result: Result, ax: Axes | None = None) -> Axes:
    """Draw an answer on somebody's axes, or in a figure of its own; see ``Result.plot``."""
    chart = chart_of(result)
    if ax is not None:
        chart.draw_on(ax)
        return ax
    from matplotlib import pyplot as plt  # shows the figure in a notebook, and needs no display

    figure = plt.figure()
    chart.draw_in(figure)
    axes: Axes = figure.axes[0]
    return axes
