"""The chart of an answer to a call: what it hangs on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Patch

from analyzer.report.charts.chart import Chart, Panel
from analyzer.report.charts.marks import Cell, percent_axis
from analyzer.report.charts.paulista.scores import score_map
from analyzer.report.charts.story import caption, equity_note, records
from analyzer.report.charts.style import BODY, INK, LOOKS, PAPER, SMALL
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.paulista import SHEETS
from analyzer.truco.profiles import PROFILES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from analyzer.report.language import Language

_ROOM = 0.05
"""Nearer to the edge of its part than this no word is written."""

_ROWS = 40
"""Bluff rates that are looked at for a place to write on."""

_JUMP = 0.25
"""A flip that moves farther from one share of calls to the next is another one."""

_FEWEST = 4
"""Shorter lines of flips are left out: where three answers meet they would be a scribble."""

_WIDE = 3.0
"""How much wider than high words are."""


def accept(language: Language, situation: Any = None, **options: Any) -> Chart:
    """Return the best answer to a call over all callers and over all scores."""
    from analyzer.paulista.questions.accept import accept as ask
    from analyzer.paulista.questions.accept_over import accept_over_callers, accept_over_scores

    asked = {} if situation is None else situation
    say = language.say
    caller = options.pop("caller", "normal")
    callers = accept_over_callers(asked, **options)
    scores = accept_over_scores(asked, caller=caller, **options)
    answer = ask(asked, caller=caller, solver=False, **options)
    sheet = SHEETS["accept"](answer, language, Numbers(language))
    unit = say("in points") if answer.unit == "points" else say("at {score}")
    by_caller = say("By how he calls, {unit}").format(
        unit=unit.format(score=answer.basis.situation["score"])
    )
    named = caller if isinstance(caller, str) else caller.name
    return Chart(
        game="paulista",
        name="accept",
        title=f"{sheet.decision} — {sheet.reason}",
        note=" · ".join(sheet.subject),
        caption=caption(callers.attrs, language, equity_note(scores, language)),
        size=(10.4, 5.7),
        panels=(
            Panel(partial(_callers, frame=callers, language=language), by_caller),
            Panel(
                partial(_scores, frame=scores, language=language),
                say("By the score; caller: {caller}").format(caller=named),
            ),
        ),
        columns=2,
        tables={"callers": callers, "scores": scores},
    )


def _callers(axes: Axes, frame: pd.DataFrame, language: Language) -> None:
    """Draw bands of bluff rates for every share of calls, the flips, and named callers."""
    say = language.say
    step = float(frame["calls"].min())
    for line in records(frame):
        colour = LOOKS[line["action"]][1]
        height = line["to"] - line["from"]
        # A thin edge of its own colour closes the gaps between the bars.
        axes.bar(line["calls"], height, step, line["from"], color=colour, ec=colour, lw=0.4)
    _flip_lines(axes, frame, step)
    for name, profile in PROFILES.items():
        if profile.calls < 1:
            at = (profile.calls, profile.bluffs)
            axes.plot(*at, "o", color=PAPER, mec=INK, ms=6.5, zorder=5)
            axes.annotate(name, at, (7, 0), textcoords="offset points", va="center", zorder=5)
    for action, (x, y) in _roomiest(frame).items():
        word = f"{LOOKS[action][0]} {_words(language)[action]}"
        axes.text(x, y, word, ha="center", va="center", weight="bold", size=BODY + 1)
    axes.set_xlim(step / 2, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.set_xlabel(say("share of all hands he calls with, the best first"))
    axes.set_ylabel(say("share of the others he bluffs with"))
    for axis in (axes.xaxis, axes.yaxis):
        percent_axis(axis, Numbers(language))


def _flip_lines(axes: Axes, frame: pd.DataFrame, step: float) -> None:
    """Draw where the best answer changes, with its interval when deals were sampled."""
    for line in _lines(frame, step):
        calls = [flip["calls"] for flip in line]
        axes.plot(calls, [flip["to"] for flip in line], color=INK, lw=1.6, zorder=3)
        low, high = ([flip[end] for flip in line] for end in ("to_low", "to_high"))
        axes.fill_between(calls, low, high, color=INK, alpha=0.18, lw=0, zorder=3)


def _lines(frame: pd.DataFrame, step: float) -> list[list[Mapping[Any, Any]]]:
    """Return the flips that belong together: of the same answers, from one share to the next.

    Short lines are left out.
    """
    lines: list[list[Mapping[Any, Any]]] = []
    for below, above in pairwise(records(frame)):
        if below["calls"] != above["calls"]:
            continue
        flip = {**below, "above": above["action"]}
        near = [line for line in lines if _goes_on(line[-1], flip, step)]
        if near:
            min(near, key=lambda line: abs(line[-1]["to"] - flip["to"])).append(flip)
        else:
            lines.append([flip])
    return [line for line in lines if len(line) >= _FEWEST]


def _goes_on(last: Mapping[Any, Any], flip: Mapping[Any, Any], step: float) -> bool:
    same = (last["action"], last["above"]) == (flip["action"], flip["above"])
    beside = 0 < flip["calls"] - last["calls"] < 1.5 * step
    return same and beside and abs(flip["to"] - last["to"]) < _JUMP


def _roomiest(frame: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """Return for each answer the place that is farthest from where others are best."""
    bands: dict[float, list[Mapping[Any, Any]]] = {}
    for line in records(frame):
        bands.setdefault(line["calls"], []).append(line)
    rates = (np.arange(_ROWS) + 0.5) / _ROWS
    best = np.array(
        [
            [next(line["action"] for line in part if rate <= line["to"]) for part in bands.values()]
            for rate in rates
        ]
    )
    x, y = np.meshgrid(list(bands), rates)
    edge = np.minimum(np.minimum(x, 1 - x) / _WIDE, np.minimum(y, 1 - y))
    taken = [(profile.calls + 0.1, profile.bluffs) for profile in PROFILES.values()]
    for at_x, at_y in taken:
        edge = np.minimum(edge, np.hypot((x - at_x) / _WIDE, y - at_y))
    places = {}
    for action in dict.fromkeys(best.ravel().tolist()):
        room = np.where(best == action, edge, 0.0)
        for at_x, at_y in zip(x[best != action], y[best != action], strict=True):
            room = np.minimum(room, np.hypot((x - at_x) / _WIDE, y - at_y))
        where = np.unravel_index(room.argmax(), room.shape)
        if room[where] > _ROOM:
            places[str(action)] = (float(x[where]), float(y[where]))
    return places


def _scores(axes: Axes, frame: pd.DataFrame, language: Language) -> None:
    def cell(line: Mapping[Any, Any]) -> Cell:
        sign, colour = LOOKS[line["action"]]
        return Cell(colour, sign if line["low"] > 0 or line["low"] == line["high"] else f"{sign}?")

    score_map(axes, frame, cell, language)
    axes.legend(
        handles=[
            Patch(fc=LOOKS[name][1], label=f"{LOOKS[name][0]} {word}")
            for name, word in _words(language).items()
            if name in set(frame["action"])
        ],
        loc="upper left",
        bbox_to_anchor=(0, 0),
        ncols=3,
        frameon=False,
        borderpad=0.2,
        fontsize=SMALL,
    )


def _words(language: Language) -> dict[str, str]:
    say = language.say
    return {"run": say("run"), "accept": say("accept"), "raise": say("raise")}
