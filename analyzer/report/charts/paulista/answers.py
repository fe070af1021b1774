"""The chart of an answer to a call: what it hangs on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Patch
from numpy.lib.stride_tricks import sliding_window_view

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
    from numpy.typing import NDArray

    from analyzer.report.language import Language

Bands = Sequence[Mapping[Any, Any]]
"""The best answers at one share of calls, from no bluffs up."""

_RATES = 100
"""Bluff rates that are looked at for a place to write on."""

_LETTER, _NAME_LETTER, _WORD, _DOT = 0.022, 0.018, 0.05, 0.025
"""Width of a letter of an answer and of a caller's name, height of a word, and room for a dot,
as parts of the plot."""

_AIRY = (4.0, 3.0, 2.0, 1.5, 1.25, 1.0)
"""How much room around a word is looked for, the most first."""


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
    for word, x, y in _labels(frame, language):
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
    columns = [records(part) for _, part in frame.groupby("calls")]
    edges = []
    for bands in columns:
        ends = [bands[0]["calls"] - step / 2, bands[0]["calls"] + step / 2]
        for band in bands[:-1]:
            edges.append([(end, band["to"]) for end in ends])
            between = (band["to_low"], band["to_high"])
            axes.fill_between(ends, *between, color=INK, alpha=0.18, lw=0, zorder=3)
    for left, right in pairwise(columns):
        at = right[0]["calls"] - step / 2
        edges += [[(at, low), (at, high)] for low, high in _unlike(left, right)]
    axes.add_collection(LineCollection(edges, colors=INK, lw=1.2, capstyle="round", zorder=3))


def _unlike(left: Bands, right: Bands) -> Iterator[tuple[float, float]]:
    """Yield between which bluff rates other answers are best at one share of calls than the next.

    Both are the bands of one share of calls, from no bluffs up.
    """
    ends = sorted({0.0, *(band["to"] for band in (*left, *right))})
    for low, high in pairwise(ends):
        if _best(left, (low + high) / 2) != _best(right, (low + high) / 2):
            yield low, high


def _best(bands: Bands, rate: float) -> str:
    """Return the best answer at a bluff rate."""
    return str(next(band["action"] for band in bands if rate <= band["to"]))


def _labels(frame: pd.DataFrame, language: Language) -> Iterator[tuple[str, float, float]]:
    """Yield what to write into each region with one best answer, and where its middle goes.

    A region in which the word finds no room gets the sign alone, or nothing.
    """
    words = _words(language)
    columns = [records(part) for _, part in frame.groupby("calls")]
    rates = (np.arange(_RATES) + 0.5) / _RATES
    best = np.array([[_best(bands, rate) for bands in columns] for rate in rates])
    across = np.array([bands[0]["calls"] for bands in columns])
    free = np.ones(best.shape, bool)
    for name, profile in PROFILES.items():
        right = profile.calls + _DOT + _NAME_LETTER * len(name)
        beside = (across > profile.calls - _DOT) & (across < right)
        free[np.ix_(abs(rates - profile.bluffs) < _DOT, beside)] = False
    for region in _regions(best):
        action = str(best[region][0])
        sign = LOOKS[action][0]
        for text in (f"{sign} {words[action]}", sign):
            spot = _spot(region & free, _LETTER * (len(text) + 1))
            if spot is not None:
                yield text, *spot
                break


def _regions(best: NDArray[np.str_]) -> Iterator[NDArray[np.bool_]]:
    """Yield the squares of each region in which one answer is best."""
    left = np.ones(best.shape, bool)
    while left.any():
        first = np.unravel_index(left.argmax(), left.shape)
        alike, region = best == best[first], np.zeros(best.shape, bool)
        wider = region.copy()
        wider[first] = True
        while (wider != region).any():
            region, wider = wider, wider.copy()
            for axis in (0, 1):  # a step to every side; the edges are no neighbours
                new, old = np.moveaxis(wider, axis, 0), np.moveaxis(region, axis, 0)
                new[1:] |= old[:-1]
                new[:-1] |= old[1:]
            wider &= alike
        yield region
        left &= ~region


def _spot(room: NDArray[np.bool_], width: float) -> tuple[float, float] | None:
    """Return where a word of a width has most room around it; ``None`` where it has too little.

    ``room`` tells for squares of the whole plot, from the bottom left, where it may stand.
    """
    for airy in _AIRY:
        sizes = [
            math.ceil(airy * part * n) for part, n in zip((_WORD, width), room.shape, strict=True)
        ]
        if any(size > n for size, n in zip(sizes, room.shape, strict=True)):
            continue
        fits = np.argwhere(sliding_window_view(room, sizes).all(axis=(2, 3)))
        if len(fits):
            corner = fits[np.square(fits - fits.mean(axis=0)).sum(axis=1).argmin()]
            y, x = (corner + np.array(sizes) / 2) / room.shape
            return float(x), float(y)
    return None


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
