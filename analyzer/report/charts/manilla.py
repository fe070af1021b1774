"""Charts of La Manilla."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import Normalize

from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate
from analyzer.report.charts.chart import Chart, Panel, choose
from analyzer.report.charts.marks import (
    Cell,
    Dot,
    Kind,
    Row,
    big_map,
    dot_rows,
    heat_map,
    percent_axis,
)
from analyzer.report.charts.results import points_chart
from analyzer.report.charts.story import caption, error_note, records
from analyzer.report.charts.style import (
    BLUE,
    BODY,
    INK,
    MUTED,
    SMALL,
    VERMILION,
    chances,
)
from analyzer.report.language import Language
from analyzer.report.text.manilla import SHEETS
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from analyzer.manilla.questions import HandResult, MatchResult

_HALF = 36
"""Points that neither pair wins with."""

_UNDER_CAPOTE = 54
"""The bars from here on lie under the words that name the capote."""

_RARE = 0.05
"""A capote that may be more frequent than this is not known well enough to be drawn."""

_WIDEST = 2.0
"""Half an interval in points above which a square says nothing."""


def chart(name: str, situation: Any = None, *, lang: str = "en", **options: Any) -> Chart:
    """Return a chart of La Manilla.

    Parameters
    ----------
    name
        ``"hand"`` and ``"play"`` show the answers to these questions, ``"hands"`` the
        table of holdings, ``"capote"`` that of hands, ``"match"`` the question.
    situation
        For ``"hand"`` and ``"play"``: a ``Situation``, its fields, or the twelve cards
        with the other fields as keywords.
    lang
        The language of its texts: ``"en"``, ``"pt"`` or ``"es"``.
    **options
        Those of the table or question behind it.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.
    """
    return choose(CHARTS, name, situation, lang, options, of_one=("hand", "play"))


def hand(language: Language, situation: Any = None, **options: Any) -> Chart:
    """Return how likely a hand makes how many points."""
    from analyzer.manilla.questions import hand as ask

    return hand_chart(ask({} if situation is None else situation, **options), language)


def hand_chart(result: HandResult, language: Language) -> Chart:
    """Return the chart of a result of ``hand``."""
    sheet = SHEETS["hand"](result, language, Numbers(language))
    draw = partial(_distribution, result=result, language=language)
    return Chart(
        game="manilla",
        name="hand",
        title=f"{sheet.decision} {sheet.reason}",
        note=" · ".join(sheet.subject),
        caption=caption(_story(result), language),
        size=(7.6, 3.6),
        panels=(Panel(draw),),
        tables={"hand": result.to_frame()},
    )


def play(language: Language, situation: Any = None, **options: Any) -> Chart:
    """Return what every card that may be played brings."""
    from analyzer.manilla.questions import play as ask

    return points_chart(ask({} if situation is None else situation, **options), language)


def hands(language: Language, **options: Any) -> Chart:
    """Return the points that hands make by their trumps and manillas."""
    from analyzer.manilla.tables import table

    return hands_chart(table("holdings", **{"position": 1, **options}), language)


def hands_chart(frame: pd.DataFrame, language: Language) -> Chart:
    """Return the chart of a table ``holdings`` of one position."""
    say = language.say
    sure = frame[_half(frame) <= _WIDEST]
    if sure.empty:
        raise InputError(frame.attrs["deals"], "deals", "more: no kind of hand came up often")
    usual = max(records(sure), key=lambda line: line["share"])
    title = say("Trumps {trumps}, manillas {manillas}: the commonest hand makes {points} points")
    return Chart(
        game="manilla",
        name="hands",
        title=title.format(
            trumps=usual["trumps"],
            manillas=usual["manillas"],
            points=language.number(usual["points"], 1),
        ),
        note=say("Points of the pair, of 72, ± at 95%; blank where too few deals came up."),
        caption=caption(frame.attrs, language, _place(frame, language)),
        size=(5.6, 6.6),
        panels=(Panel(partial(_points_map, frame=sure, language=language)),),
        tables={"holdings": frame},
    )


def capote(language: Language, **options: Any) -> Chart:
    """Return how often all twelve tricks are won, by trumps and by manillas."""
    from analyzer.manilla.tables import table

    asked = {"position": 1, **options}
    return capote_chart(table("hands", **asked), table("positions", **asked), language)


def capote_chart(frame: pd.DataFrame, every: pd.DataFrame, language: Language) -> Chart:
    """Return the chart of the tables ``hands`` and ``positions`` of one position."""
    say, numbers = language.say, Numbers(language)
    counted = {"trumps": say("by trumps"), "manillas": say("by manillas")}
    chance = _chance(*(float(every[f"capote{end}"].iloc[0]) for end in ("", "_low", "_high")))
    title = say("The mano's pair takes all twelve tricks in {chance} of deals")
    if every["position"].iloc[0] % 2 == 0:
        title = say("The dealer's pair takes all twelve tricks in {chance} of deals")
    return Chart(
        game="manilla",
        name="capote",
        title=title.format(chance=numbers.chance(chance)[0]),
        note=say(
            "Chance of a capote with such a hand and its interval at 95%; "
            "left out where too few came up."
        ),
        caption=caption(frame.attrs, language, _place(frame, language)),
        size=(8.6, 4.2),
        panels=tuple(
            Panel(
                partial(_capotes, part=frame[frame["counted"] == name], numbers=numbers),
                title_of_panel,
            )
            for name, title_of_panel in counted.items()
        ),
        columns=2,
        tables={"hands": frame, "positions": every},
    )


def match(language: Language, **options: Any) -> Chart:
    """Return the chance to win the juego from every score."""
    from analyzer.manilla.questions import match as ask

    return match_chart(ask(**options), language)


def match_chart(result: MatchResult, language: Language) -> Chart:
    """Return the chart of a result of ``match``."""
    say, numbers = language.say, Numbers(language)
    frame = result.to_frame()
    equity = np.array(result.equity)
    titles = (say("you deal the next hand"), say("they deal the next hand"))
    title = say("At 0-0 you win {dealing} of juegos when you deal, {other} when they do")
    start = [numbers.percent(chance, 1) for chance in result.equity[0][0]]
    return Chart(
        game="manilla",
        name="match",
        title=title.format(dealing=start[0], other=start[1]),
        note=say("Chance to win the juego, in percent, from every score; some are written."),
        caption=caption(frame.attrs, language, *error_note(frame, language)),
        size=(9.8, 5.2),
        panels=tuple(
            Panel(partial(_juego, grid=equity[..., dealer], language=language), name)
            for dealer, name in enumerate(titles)
        ),
        columns=2,
        tables={"match": frame},
    )


def _distribution(axes: Axes, result: HandResult, language: Language) -> None:
    """Draw a bar for each number of points, 36 marked, and what lies on both its sides."""
    say, numbers = language.say, Numbers(language)
    colours = [VERMILION] * _HALF + [MUTED] + [BLUE] * _HALF
    chance = [one.value for one in result.distribution]
    points = range(len(chance))
    axes.bar(points, chance, 0.82, color=colours)
    for at, one in zip(points, result.distribution, strict=True):
        if one.high > one.low:
            axes.plot([at, at], [one.low, one.high], color=INK, lw=0.7)
    top = max(one.high for one in result.distribution)
    axes.set_ylim(0, top * 1.3)
    axes.axvline(_HALF, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=0)
    style: dict[str, Any] = {"va": "top", "size": BODY, "y": top * 1.27}
    won, tied = (numbers.percent(one.value, 1) for one in (result.win, result.tie))
    words = say("more than 36: {chance}").format(chance=won)
    axes.text(_HALF + 1.5, s=words, color=BLUE, weight="bold", **style)
    words = say("36–36: {chance}").format(chance=tied)
    axes.text(_HALF - 1.5, s=words, color=MUTED, ha="right", **style)
    if result.capote.value > 0:
        words = say("capote {chance}").format(chance=numbers.chance(result.capote)[0])
        line = {"arrowstyle": "-", "color": MUTED, "lw": 0.8, "relpos": (1, 0)}
        below = max(one.high for one in result.distribution[_UNDER_CAPOTE:])
        height = min(max(below + 0.1 * top, 0.4 * top), 1.1 * top)
        top_of_bar = result.distribution[-1].high
        axes.annotate(words, (72, top_of_bar), (72, height), ha="right", arrowprops=line)
    axes.set_xticks(range(0, 73, 12))
    axes.set_xlim(-1, 73.5)
    percent_axis(axes.yaxis, numbers)
    axes.set_xlabel(say("points of your pair"))


def _points_map(axes: Axes, frame: pd.DataFrame, language: Language) -> None:
    say = language.say
    trumps, manillas = (sorted(set(frame[name])) for name in ("trumps", "manillas"))
    cells: list[list[Cell | None]] = [[None] * len(manillas) for _ in trumps]
    worst = float((frame["points"] - _HALF).abs().max())
    scale = Normalize(_HALF - worst, _HALF + worst)
    for line, half in zip(records(frame), _half(frame), strict=True):
        value = language.number(line["points"], 1)
        text = f"{value}\n±{language.number(half, 1 if half >= 0.1 else 2)}"
        cell = Cell(chances()(scale(line["points"])), text)
        cells[trumps.index(line["trumps"])][manillas.index(line["manillas"])] = cell
    across, down = ([str(number) for number in names] for names in (manillas, trumps))
    heat_map(axes, cells, across=across, down=down, size=SMALL)
    axes.set_aspect("auto")
    axes.set_xlabel(say("manillas"))
    axes.set_ylabel(say("trumps"))


def _capotes(axes: Axes, part: pd.DataFrame, numbers: Numbers) -> None:
    kind = Kind("", "o", BLUE)
    rows = [
        Row(
            str(line["number"]),
            (Dot(kind, *(line[f"capote{end}"] for end in ("", "_low", "_high"))),),
        )
        for line in records(part[part["capote_high"] <= max(_RARE, part["capote_high"].min())])
    ]

    def write(dot: Dot) -> str:
        return " ".join(numbers.chance(_chance(dot.value, dot.low, dot.high))).strip()

    dot_rows(axes, rows, write)
    percent_axis(axes.xaxis, numbers)
    right = axes.get_xlim()[1]
    axes.set_xlim(-0.04 * right, right * 1.3)


def _chance(value: float, low: float, high: float) -> Estimate:
    return Estimate(value, low, high, (high - low) / (2 * Z95))


def _juego(axes: Axes, grid: Any, language: Language) -> None:
    big_map(axes, grid, Numbers(language), step=5, colours=chances())
    axes.set_xlabel(language.say("their points"))
    axes.set_ylabel(language.say("your points"))


def _half(frame: pd.DataFrame) -> pd.Series[float]:
    return Z95 * frame["points_std_error"]


def _place(frame: pd.DataFrame, language: Language) -> str:
    """Return when the hands that are shown play in the first trick."""
    say = language.say
    texts = (say("the mano"), say("second to play"), say("third to play"), say("the dealer"))
    return ", ".join(texts[position - 1] for position in sorted(set(frame["position"])))


def _story(result: HandResult) -> dict[str, Any]:
    return {**result.to_dict(), "players": 4}


CHARTS: Mapping[str, Callable[..., Chart]] = {
    "hand": hand,
    "hands": hands,
    "play": play,
    "capote": capote,
    "match": match,
}
