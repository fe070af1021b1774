"""Charts of Truco Paulista."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.report.charts.chart import Chart, Panel
from analyzer.report.charts.marks import (
    Dot,
    Row,
    dot_rows,
    kinds_of,
    line_at,
    percent_axis,
)
from analyzer.report.charts.story import caption, records
from analyzer.report.charts.style import (
    BLUE,
    INK,
    PALE,
    PAPER,
    SMALL,
)
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


_PLAY = "expert"
"""The way of playing that is shown when nobody says which."""


def positions(language: Language, **options: Any) -> Chart:
    """Return how often the mão's side and the dealer's win, for every way of playing."""
    from analyzer.paulista.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("positions", **options)
    sides = _sides(frame, language)
    shown = frame[frame["position"].isin(sides)]
    policies = _policies(language)
    rows = [
        Row(policies.get(row.label, row.label), row.dots) for row in _rows(shown, "policy", sides)
    ]
    policy = _PLAY if _PLAY in set(shown["policy"]) else shown["policy"].iloc[0]
    last = shown[shown["policy"] == policy].iloc[-1]
    title = say("The dealer's side wins {chance} of hands when all play {policy}")
    if last["position"] % 2:
        title = say("The mão's side wins {chance} of hands when all play {policy}")
    return Chart(
        game="paulista",
        name="positions",
        title=title.format(chance=numbers.percent(last["win"], 1), policy=policy),
        note=say("Hands won by each side, nobody calling, for four ways of playing the cards."),
        caption=caption(frame.attrs, language),
        size=(7.4, 0.9 + 0.5 * len(rows)),
        panels=(Panel(partial(_chance_rows, rows=rows, numbers=numbers, decimals=1)),),
        tables={"positions": frame},
    )


def first_trick(language: Language, **options: Any) -> Chart:
    """Return how often the first trick is won, tied and lost, and the hand after that."""
    from analyzer.paulista.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("first-trick", **{"play": _PLAY, **options})
    sides = _sides(frame, language)
    won = frame[(frame["first"] == "won") & frame["position"].isin(sides)]["win"]
    title = say("The first trick wins the hand: {first} for the mão, {last} for the dealer")
    if len(won) == 1:
        title = say("Who takes the first trick wins {first} of hands")
    first, last = (numbers.percent(won.iloc[end], 0) for end in (0, -1))
    return Chart(
        game="paulista",
        name="first-trick",
        title=title.format(first=first, last=last),
        note=say(
            "Width: how often the first trick ends so. Height: how often the hand is then won."
        ),
        caption=caption(frame.attrs, language),
        size=(7.6, 2.9 * len(sides)),
        panels=tuple(
            Panel(
                partial(_mosaic, part=frame[frame["position"] == position], language=language),
                name,
            )
            for position, name in sides.items()
        ),
        tables={"first-trick": frame},
    )


def _mosaic(axes: Axes, part: pd.DataFrame, language: Language) -> None:
    """Draw a bar for each end of the first trick, as wide as that is frequent."""
    say, numbers = language.say, Numbers(language)
    names = {"won": say("won"), "tied": say("tied"), "lost": say("lost")}
    left = 0.0
    for line in records(part):
        win, share = line["win"], line["share"]
        middle = left + share / 2
        for bottom, height, colour in ((0, win, BLUE), (win, 1 - win, PALE)):
            axes.bar(left, height, share, bottom, align="edge", color=colour, ec=PAPER, lw=1.5)
        if line["high"] > line["low"]:
            axes.plot([middle] * 2, [line["low"], line["high"]], color=INK, lw=1.4)
        style: dict[str, Any] = {"ha": "center", "textcoords": "offset points"}
        chance = numbers.percent(win, 0)
        axes.annotate(chance, (middle, line["high"]), (0, 4), va="bottom", weight="bold", **style)
        text = f"{names[line['first']]}\n{numbers.percent(share, 0)}"
        axes.annotate(text, (middle, 0), (0, -5), va="top", size=SMALL, **style)
        left += share
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xticks([])
    axes.set_yticks([0, 0.5, 1])
    percent_axis(axes.yaxis, numbers)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(say("the first trick"), labelpad=30)


def manilhas(language: Language, **options: Any) -> Chart:
    """Return what holding each manilha, each pair or none is worth."""
    from analyzer.paulista.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("manilhas", **{"play": _PLAY, **options})
    players = int(frame["players"].iloc[0])
    zap = frame[frame["holding"] == "zap"]
    first, last = (numbers.percent(zap["win"].iloc[end], 0) for end in (0, -1))
    title = say("The zap alone wins {first} of hands for the mão, {last} for the dealer")
    if len(zap) == 1:
        title = say("The zap alone wins {first} of hands")
    names = _position_names(players, language)
    rows = [
        Row(_holding(row.label, language), row.dots, _group(row.label), row.aside)
        for row in _rows(frame, "holding", names, numbers)
    ]
    return Chart(
        game="paulista",
        name="manilhas",
        title=title.format(first=first, last=last),
        note=say("Chance to win the hand by the manilhas held; on the right, how often they come."),
        caption=caption(frame.attrs, language),
        size=(7.2, 5.2),
        panels=(
            Panel(
                partial(_chance_rows, rows=rows, numbers=numbers, aside=say("dealt"), whole=True)
            ),
        ),
        tables={"manilhas": frame},
    )


def _chance_rows(
    axes: Axes,
    rows: list[Row],
    numbers: Numbers,
    aside: str = "",
    *,
    decimals: int = 0,
    whole: bool = False,
) -> None:
    dot_rows(axes, rows, lambda dot: _percent(dot, numbers, decimals), aside)
    percent_axis(axes.xaxis, numbers)
    line_at(axes, 0.5)
    if whole:
        axes.set_xlim(-0.02, 1.09)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])


def _percent(dot: Dot, numbers: Numbers, decimals: int) -> str:
    """Return a chance, but that of a sample only as what it is surely more or less than."""
    if dot.value == 1 > dot.low:
        return ">" + numbers.percent(dot.low, decimals).lstrip(">")
    if dot.value == 0 < dot.high:
        return "<" + numbers.percent(dot.high, decimals).lstrip("<")
    return numbers.percent(dot.value, decimals)


def _rows(
    frame: pd.DataFrame, column: str, names: Mapping[int, str], numbers: Numbers | None = None
) -> list[Row]:
    """Return one row for each value of a column, with a dot for each position."""
    kinds = dict(zip(names, kinds_of(list(names.values())), strict=True))
    rows = []
    for label, part in frame.groupby(column, sort=False):
        dots = tuple(
            Dot(kinds[line["position"]], line["win"], line["low"], line["high"])
            for line in records(part)
        )
        aside = numbers.percent(part["share"].iloc[0], 1) if numbers else ""
        rows.append(Row(str(label), dots, aside=aside))
    return rows


def _sides(frame: pd.DataFrame, language: Language) -> dict[int, str]:
    """Return a position of each side that a table tells of, with what the side is called."""
    say = language.say
    names = {1: say("the mão's side"), 0: say("the dealer's side")}
    sides = {at % 2: at for at in sorted(set(frame["position"]))}
    return {at: names[side] for side, at in sides.items()}


def _policies(language: Language) -> dict[str, str]:
    say = language.say
    return {
        "random": say("random: any card"),
        "greedy": say("greedy: wins as cheaply as it can"),
        "expert": say("expert: learned by self-play"),
        "open": say("open: all cards face up"),
    }


def _position_names(players: int, language: Language) -> dict[int, str]:
    say = language.say
    names = {1: say("mão"), players: say("dealer")}
    if players == 4:
        names |= {2: say("2nd"), 3: say("3rd")}
    return dict(sorted(names.items()))


def _holding(name: str, language: Language) -> str:
    say = language.say
    words = {"none": say("no manilha"), "three": say("three manilhas")}
    return words.get(name, name.replace("+", " + "))


def _group(holding: str) -> int:
    return {"none": 0, "three": 3}.get(holding, 1 + holding.count("+"))
