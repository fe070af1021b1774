"""Charts of Truco Paulista."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.report.charts.chart import Chart, choose
from analyzer.report.charts.paulista.answers import accept
from analyzer.report.charts.paulista.pairs import calls, hands
from analyzer.report.charts.paulista.scores import match, match_chart, solve_chart, thresholds
from analyzer.report.charts.paulista.strength import first_trick, manilhas, positions

__all__ = ["CHARTS", "chart", "match_chart", "solve_chart"]

CHARTS: Mapping[str, Callable[..., Chart]] = {
    "hands": hands,
    "manilhas": manilhas,
    "first-trick": first_trick,
    "positions": positions,
    "match": match,
    "accept": accept,
    "calls": calls,
    "thresholds": thresholds,
}


def chart(name: str, situation: Any = None, *, lang: str = "en", **options: Any) -> Chart:
    """Return a chart of Truco Paulista.

    Parameters
    ----------
    name
        ``"hands"``, ``"manilhas"``, ``"first-trick"``, ``"positions"``, ``"calls"`` and
        ``"thresholds"`` show the table of that name (``"hands"`` that of pairs),
        ``"match"`` and ``"accept"`` answers of these questions; with ``equity="solved"``
        ``"match"`` shows the solved match of two players.
    situation
        For ``"accept"``: a ``Situation``, its fields, or the three cards with the other
        fields as keywords.
    lang
        The language of its texts: ``"en"``, ``"pt"`` or ``"es"``.
    **options
        Those of the table or question behind it.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.

    Examples
    --------
    >>> from analyzer import paulista
    >>> found = paulista.chart("manilhas")
    >>> found.title
    'The zap alone wins 76% of hands for the mão, 88% for the dealer'
    >>> found.save("manilhas.svg")  # doctest: +SKIP
    """
    return choose(CHARTS, name, situation, lang, options, of_one=("accept",))
