"""Charts of Truco de 22 cartas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.report.charts.chart import Chart, Panel, choose
from analyzer.report.charts.marks import (
    Dot,
    Kind,
    Row,
    big_map,
    dot_rows,
    key,
    kinds_of,
    line_at,
    percent_axis,
    points_axis,
)
from analyzer.report.charts.story import caption, error_note, records
from analyzer.report.charts.style import (
    BLUE,
    BODY,
    LOOKS,
    MUTED,
    PAPER,
    SMALL,
    SURE,
    VERMILION,
    chances,
    gains,
)
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from analyzer.boricua.questions.match import MatchResult

_TALL = 0.05
"""A band of bluff rates as high as this has room for its sign."""


def chart(name: str, situation: Any = None, *, lang: str = "en", **options: Any) -> Chart:
    """Return a chart of Truco de 22 cartas.

    Parameters
    ----------
    name
        ``"ligas"``, ``"envite"``, ``"flor"`` and ``"hands"`` show the tables of these
        names, ``"match"`` the question.
    situation
        Nothing: all of these charts are of all hands.
    lang
        The language of its texts: ``"en"``, ``"pt"`` or ``"es"``.
    **options
        Those of the table or question behind it.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.
    """
    return choose(CHARTS, name, situation, lang, options)


def ligas(language: Language, **options: Any) -> Chart:
    """Return how often every liga is the best, with what accepting an envite needs."""
    from analyzer.boricua.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("ligas", **options)
    enough = frame[frame["win"] >= frame["break_even_envite"]]
    least = {at: int(part["liga"].min()) for at, part in enough.groupby("position")}
    title = say("Any liga from {least} on is the best often enough to accept an envite")
    return Chart(
        game="boricua",
        name="ligas",
        title=title.format(least=max(least.values())),
        note=say("Chance to have the best liga against any hands; below, how often it comes."),
        caption=caption(frame.attrs, language),
        size=(8.0, 4.6),
        panels=(Panel(partial(_ligas, frame=frame, numbers=numbers, language=language)),),
        tables={"ligas": frame},
    )


def envite(language: Language, **options: Any) -> Chart:
    """Return the best answer to an envite, over liga and the caller's bluff rate."""
    from analyzer.boricua.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("envite", **options)
    caller = frame.attrs["caller"]
    text = say("caller: the best {calls} of all hands, and bluffs")
    stays, again = map(numbers.share, caller["answers"])
    answers = say("he stays with the best {stays} of these, raises with the best {again}")
    names = {1: say("you are mano"), 2: say("you play second")}
    return Chart(
        game="boricua",
        name="envite",
        title=say("How much he bluffs decides with which liga to accept an envite"),
        note=say("Best answer in points, when all you look at is your liga."),
        caption=caption(
            frame.attrs,
            language,
            text.format(calls=numbers.share(caller["calls"])),
            answers.format(stays=stays, again=again),
        ),
        size=(8.6, 3.3 * frame["position"].nunique()),
        panels=tuple(
            Panel(partial(_envite, part=part, language=language), names[int(str(position))])
            for position, part in frame.groupby("position")
        ),
        tables={"envite": frame},
    )


def flor(language: Language, **options: Any) -> Chart:
    """Return what sending a flor is worth, and keeping silent."""
    from analyzer.boricua.tables import table

    say = language.say
    frame = table("flor", **{"position": 2, **options})
    held = {
        "flor": say("the other side holds one too"),
        "sent": say("the other side has sent one"),
        "unknown": say("nothing known of theirs"),
        "none": say("the other side has sent none"),
    }
    told = set(frame["theirs"])
    sent = frame[frame["theirs"].isin(("flor", "sent")) & (frame["action"] == "send")]
    title = say("Against another flor, send yours from {least} on")
    return Chart(
        game="boricua",
        name="flor",
        title=title.format(least=int(sent["flor"].min())),
        note=say("Points that the flores bring, the other side sending any it has."),
        caption=caption(frame.attrs, language, _position(frame, language)),
        size=(8.6, 4.0),
        panels=tuple(
            Panel(partial(_flor, part=frame[frame["theirs"] == theirs], language=language), name)
            for theirs, name in held.items()
            if theirs in told
        ),
        columns=2,
        tables={"flor": frame},
    )


def hands(language: Language, **options: Any) -> Chart:
    """Return how often hands of each liga win the tricks."""
    from analyzer.boricua.tables import table

    say, numbers = language.say, Numbers(language)
    frame = table("hands", **{"play": "expert", "position": 1, **options})
    ligas = _by_liga(frame)
    wins = dict(zip(ligas["liga"], ligas["win"], strict=True))
    top, best = max(wins), max(wins, key=lambda liga: wins[liga])
    title = say("A high liga does not win the tricks: {top} wins {of_top}, {best} wins {of_best}")
    if top == best:
        title = say("The highest liga, {top}, wins the tricks most often: {of_top}")
    of_top, of_best = (numbers.percent(wins[liga], 0) for liga in (top, best))
    return Chart(
        game="boricua",
        name="hands",
        title=title.format(top=top, best=best, of_top=of_top, of_best=of_best),
        note=say(
            "Dot and number: all hands of a liga, nobody calling; bar: the middle half of them."
        ),
        caption=caption(
            frame.attrs, language, _position(frame, language), *error_note(frame, language)
        ),
        size=(8.6, 5.2),
        panels=(Panel(partial(_hands, frame=ligas, numbers=numbers, language=language)),),
        tables={"hands": frame, "ligas": ligas},
    )


def match(language: Language, **options: Any) -> Chart:
    """Return the chance to win the match from every score, and of a bolo."""
    from analyzer.boricua.questions.match import match as ask

    return match_chart(ask(**options), language)


def match_chart(result: MatchResult, language: Language) -> Chart:
    """Return the chart of a result of ``match``."""
    say, numbers = language.say, Numbers(language)
    frame = result.to_frame()
    equity, bolo = np.array(result.equity), np.array(result.bolo["ours"])
    title = say("At 0-0 you win {chance} of matches when you deal, and {bolo} by a bolo")
    return Chart(
        game="boricua",
        name="match",
        title=title.format(
            chance=numbers.percent(result.equity[0][0][0], 1),
            bolo=numbers.percent(result.bolo["ours"][0][0][0], 1),
        ),
        note=say("In percent, from every score, you dealing the next hand; some are written."),
        caption=caption(frame.attrs, language, *error_note(frame, language)),
        size=(9.8, 5.2),
        panels=(
            Panel(
                partial(_granos, grid=equity[..., 0], colours=chances(), language=language),
                say("chance to win the match"),
            ),
            Panel(
                partial(_granos, grid=bolo[..., 0], colours=gains(), language=language),
                say("chance to win it by a bolo"),
            ),
        ),
        columns=2,
        tables={"match": frame},
    )


def _ligas(axes: Axes, frame: pd.DataFrame, numbers: Numbers, language: Language) -> None:
    say = language.say
    values = sorted(set(frame["liga"]))
    at = {value: place for place, value in enumerate(values)}
    positions = sorted(set(frame["position"]))
    kinds = kinds_of([_place(one, len(positions), language) for one in positions])
    for kind, (_, part) in zip(kinds, frame.groupby("position"), strict=True):
        places = [at[value] for value in part["liga"]]
        axes.plot(places, part["win"], "-", color=kind.colour, marker=kind.shape, ms=6, mec=PAPER)
    needed: dict[float, list[str]] = {}
    for column in frame.columns[frame.columns.str.startswith("break_even_")]:
        needed.setdefault(float(frame[column].iloc[0]), []).append(column.split("_")[-1])
    style: dict[str, Any] = {"textcoords": "offset points", "size": SMALL, "ha": "right"}
    for share, words in needed.items():
        axes.axhline(share, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=1)
        text = say("{chance} to accept {calls}").format(
            chance=numbers.percent(share, 1), calls=", ".join(words)
        )
        axes.annotate(text, (len(values) - 1, share), (0, -3), va="top", **style)
    shares = frame[frame["position"] == positions[0]].set_index("liga")["share"]
    axes.set_xticks(
        range(len(values)),
        [f"{value}\n{numbers.percent(float(shares[value]), 0)}" for value in values],
    )
    axes.set_ylim(0, 1.03)
    axes.grid(axis="y")
    percent_axis(axes.yaxis, numbers)
    axes.set_xlabel(say("liga"))
    key(axes, kinds)


def _envite(axes: Axes, part: pd.DataFrame, language: Language) -> None:
    say, numbers = language.say, Numbers(language)
    values = sorted(set(part["liga"]))
    for line in records(part):
        sign, colour = LOOKS[line["action"]]
        height, place = line["to"] - line["from"], values.index(line["liga"])
        axes.bar(place, height, 0.94, line["from"], color=colour)
        if height >= _TALL:
            middle = line["from"] + height / 2
            axes.text(place, middle, sign, ha="center", va="center", size=SMALL)
    axes.set_xticks(range(len(values)), list(map(str, values)))
    axes.set_xlim(-0.6, len(values) - 0.4)
    axes.set_ylim(0, 1)
    percent_axis(axes.yaxis, numbers)
    axes.set_xlabel(say("your liga"))
    axes.set_ylabel(say("bluffs, of his other hands"))
    words = {"run": say("refuse"), "accept": say("accept"), "revoke": say("raise (revoque)")}
    kinds = [Kind(f"{LOOKS[name][0]} {word}", "s", LOOKS[name][1]) for name, word in words.items()]
    key(axes, kinds, loc="lower right")


def _flor(axes: Axes, part: pd.DataFrame, language: Language) -> None:
    say = language.say
    lines = {"send": (say("send"), "o", BLUE), "silent": (say("keep silent"), "s", VERMILION)}
    for name, (word, shape, colour) in lines.items():
        axes.plot(part["flor"], part[name], "-", color=colour, marker=shape, ms=6, mec=PAPER)
        end = (part["flor"].iloc[-1], part[name].iloc[-1])
        drop = 10 if name == "send" else -12
        style: dict[str, Any] = {"ha": "right", "weight": "bold", "color": colour, "size": BODY}
        axes.annotate(word, end, (0, drop), textcoords="offset points", va="center", **style)
    axes.axhline(0, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=1)
    axes.margins(y=0.14)
    axes.grid(axis="y")
    points_axis(axes.yaxis, Numbers(language))
    axes.set_xticks(sorted(set(part["flor"]))[::2])
    axes.set_xlabel(say("your flor"))


def _by_liga(frame: pd.DataFrame) -> pd.DataFrame:
    """Return of each liga its share of hands, what they win, and where their middle half lies."""
    import pandas as pd

    rows = []
    for liga, part in sorted(frame.groupby("liga"), reverse=True):
        ordered = part.sort_values("win")
        share = float(ordered["share"].sum())
        below = ordered["share"].cumsum() / share
        low, high = (float(ordered["win"][below >= end].iloc[0]) for end in (0.25, 0.75))
        win = float((ordered["win"] * ordered["share"]).sum()) / share
        rows.append({"liga": liga, "share": share, "win": win, "from": low, "to": high})
    found = pd.DataFrame(rows)
    found.attrs = frame.attrs
    return found


def _hands(axes: Axes, frame: pd.DataFrame, numbers: Numbers, language: Language) -> None:
    """Draw a bar for the middle half of each liga's hands, and a dot for them all."""
    say, kind = language.say, Kind("", "o", BLUE)
    lines = records(frame)
    rows = [
        Row(
            str(line["liga"]),
            (Dot(kind, *[line["win"]] * 3),),
            aside=numbers.percent(line["share"], 1),
        )
        for line in lines
    ]
    dot_rows(axes, rows, lambda _dot: "", say("dealt"))
    line_at(axes, 0.5)
    for line, height in zip(lines, axes.get_yticks(), strict=True):
        axes.barh(height, line["to"] - line["from"], 0.6, line["from"], color=SURE, zorder=1.8)
        style: dict[str, Any] = {"textcoords": "offset points", "va": "center", "size": SMALL}
        axes.annotate(numbers.percent(line["win"], 0), (line["win"], height), (8, 0), **style)
    axes.set_xlim(-0.02, 1.06)
    percent_axis(axes.xaxis, numbers)
    axes.set_ylabel(say("liga"))
    axes.set_xlabel(say("chance to win the tricks"))


def _granos(axes: Axes, grid: Any, colours: Colormap, language: Language) -> None:
    big_map(axes, grid, Numbers(language), step=5, colours=colours)
    axes.set_xlabel(language.say("their granos"))
    axes.set_ylabel(language.say("your granos"))


def _position(frame: pd.DataFrame, language: Language) -> str:
    positions = sorted(set(frame["position"]))
    players = int(frame["players"].iloc[0])
    return ", ".join(_place(position, players, language) for position in positions)


def _place(position: int, players: int, language: Language) -> str:
    say = language.say
    if position == 1:
        return say("the mano")
    if position == players:
        return say("the dealer")
    return say("second to play") if position == 2 else say("third to play")


CHARTS: Mapping[str, Callable[..., Chart]] = {
    "ligas": ligas,
    "envite": envite,
    "flor": flor,
    "hands": hands,
    "match": match,
}
