"""What charts read out of tables: their rows, and the line under a chart.

That line tells rules, policies, deals, seed and version.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from analyzer.core.estimate import Z95
from analyzer.core.result import Basis, Result
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.writer import SheetWriter

if TYPE_CHECKING:
    import pandas as pd


def caption(story: Mapping[Any, Any], language: Language, *more: str) -> str:
    """Return what a chart rests on.

    Parameters
    ----------
    story
        The ``attrs`` of a table: game, rules, players, ways of playing, method, deals, seed.
    language
        How it is told.
    more
        What else the reader has to know.
    """
    say = language.say
    play = story["play"]
    basis = Basis(
        rules=story["rules"],
        situation=story.get("situation", {}),
        play=play if isinstance(play, str) else play[0] if len(play) == 1 else None,
        method=story["method"],
        deals=story["deals"],
        seed=story["seed"],
    )
    write = SheetWriter(Result(basis=basis), language, Numbers(language))
    players = story.get("players") or basis.situation["players"]
    parts = [
        write.rules(*_nearest(story["game"], basis.rules)),
        say("{players} players").format(players=players),
        *([] if basis.play is None else [write.play()]),
        *more,
        write.method(),
        f"truco-analyzer\u00a0{story['version']}",
    ]
    return " · ".join(parts)


def error_note(frame: pd.DataFrame, language: Language) -> list[str]:
    """Return how far off the chances of a table may be; nothing when they were counted."""
    error = Z95 * float(frame["std_error"].max())
    if frame.attrs.get("equity") == "solved":
        return [bounds_note(error, language)]
    text = language.say("chances ±{error} percentage points at most")
    return [text.format(error=language.number(100 * error, 2))] if error else []


def bounds_note(error: float, language: Language) -> str:
    """Return how far off chances may be that rest on the solved match, which has bounds."""
    text = language.say("±{error} percentage points at most, from the bounds of the solved match")
    return text.format(error=language.number(100 * error, 2))


def equity_note(frame: pd.DataFrame, language: Language) -> str:
    """Return in which table of match equities a table counts."""
    return language.say("match equities: {table}").format(table=frame.attrs["equity"])


def records(frame: pd.DataFrame) -> list[dict[Any, Any]]:
    """Return the rows of a table, each by the names of its columns."""
    return frame.to_dict("records")


def _nearest(game: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the preset of a game that is nearest to options, and what differs from it."""
    rules = import_module(f"analyzer.{game}.rules").Rules
    given = {name: value for name, value in options.items() if name != "preset"}
    if "ladder" in given:
        given["ladder"] = tuple(given["ladder"])
    nearest: tuple[str, dict[str, Any]] = rules(**given).nearest_preset()
    return nearest
