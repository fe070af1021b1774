"""What hangs in the gallery: each piece a question, and the files that show its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from analyzer.report.charts.chart import Chart
from analyzer.report.gallery.lists import accept_list, envite_list

if TYPE_CHECKING:
    import pandas as pd

_DIGITS = "%.6g"
"""How fractions are written: all that a reader needs, and less than machines differ in."""


@dataclass(frozen=True)
class Piece:
    """A table or a chart.

    Attributes
    ----------
    name
        The game and what it is about, ``paulista/manilhas``: the path of its files.
    asks
        The command that gives the same.
    make
        Returns a chart, a table, or an answer that becomes one.
    """

    name: str
    asks: str
    make: Callable[[], Any]

    def files(self) -> Iterator[File]:
        """Make the piece and yield its files."""
        found = self.make()
        if not isinstance(found, Chart):
            yield self._table(self.name, found)
            return
        several = len(found.tables) > 1
        tables = [
            self._table(
                f"{self.name}-{name}" if several else self.name, frame, caption=found.caption
            )
            for name, frame in found.tables.items()
        ]
        yield from tables
        story = {
            "command": self.asks,
            "title": found.title,
            "note": found.note,
            "caption": found.caption,
            "numbers": [table.path for table in tables],
        }
        yield File(f"{self.name}.svg", found.data(".svg").decode(), story)

    def _table(self, name: str, found: Any, **more: str) -> File:
        frame = found.to_frame() if hasattr(found, "to_frame") else found
        text = frame.to_csv(index=False, lineterminator="\n", float_format=_DIGITS)
        return File(f"{name}.csv", text, {"command": self.asks, **more, **frame.attrs})


@dataclass(frozen=True)
class File:
    """A file of the gallery.

    Attributes
    ----------
    path
        Where it is, inside the gallery.
    text
        What is in it.
    story
        How to get it, and what it rests on.
    """

    path: str
    text: str
    story: Mapping[str, Any]

    @property
    def told(self) -> str:
        """Return the story as it stands in the manifest."""
        return json.dumps(self.story, ensure_ascii=False, indent=1, sort_keys=True)


def _asked(name: str, question: str, *words: str, **options: Any) -> Piece:
    """Return the piece that a command gives."""
    game, _ = name.split("/")

    def make() -> Any:
        return getattr(import_module(f"analyzer.{game}"), question)(*words, **options)

    asks = ["truco", game, question, *map(_word, words), *_options(options)]
    return Piece(name, " ".join(asks), make)


def _options(options: Mapping[str, Any]) -> list[str]:
    given = {f"--{name.replace('_', '-')}": value for name, value in options.items()}
    return [name if value is True else f"{name} {_word(value)}" for name, value in given.items()]


def _word(value: object) -> str:
    text = str(value)
    return f'"{text}"' if " " in text else text


def _listed(name: str, make: Callable[..., pd.DataFrame], asks: str, **options: Any) -> Piece:
    """Return the piece that a command gives when it is asked again and again."""
    return Piece(name, " ".join([asks, *_options(options)]), lambda: make(**options))


_MANILLA = "1O 9O 7O 12C 9C 3C 12E 5E 4E 11B 10B 6B"
_TRUCO: Mapping[str, Any] = {"vira": "4♥", "position": 2, "call": "truco"}

PIECES: tuple[Piece, ...] = (
    _asked("paulista/hands", "chart", "hands", vira="4"),
    _asked("paulista/every-hand", "table", "hands", vira="4", play="expert"),
    _asked("paulista/manilhas", "chart", "manilhas"),
    _asked("paulista/manilhas-4", "chart", "manilhas", players=4),
    _asked("paulista/first-trick", "chart", "first-trick"),
    _asked("paulista/first-trick-4", "chart", "first-trick", players=4),
    _asked("paulista/positions", "chart", "positions"),
    _asked("paulista/positions-4", "chart", "positions", players=4),
    _asked("paulista/accept", "chart", "accept", "3♠ Q♦ 7♣", vira="4♣", call="truco"),
    _asked("paulista/calls", "chart", "calls", vira="4"),
    _asked("paulista/thresholds", "chart", "thresholds", players=2, position=2),
    _asked("paulista/match", "chart", "match"),
    _asked("paulista/solved-match", "solve", match=True),
    _listed(
        "paulista/accept-at-0-0",
        accept_list,
        "truco paulista accept EVERY_HAND",
        **{**_TRUCO, "score": "0-0"},
    ),
    _listed(
        "paulista/accept-at-9-8",
        accept_list,
        "truco paulista accept EVERY_HAND",
        **{**_TRUCO, "score": "9-8"},
    ),
    _asked("manilla/hand", "chart", "hand", _MANILLA, trump="O"),
    _asked("manilla/holdings", "chart", "hands"),
    _asked("manilla/hands", "table", "hands"),
    _asked("manilla/capote", "table", "capote"),
    _asked("manilla/positions", "table", "positions"),
    _asked("manilla/match", "chart", "match"),
    _asked("boricua/ligas", "chart", "ligas"),
    _asked("boricua/ligas-4", "chart", "ligas", players=4),
    _asked("boricua/envite", "chart", "envite"),
    _listed(
        "boricua/envite-by-caller",
        envite_list,
        "truco boricua envite A_HAND_OF_EVERY_LIGA --caller EVERY_CALLER",
        position=2,
        call="envite",
    ),
    _asked("boricua/flor", "chart", "flor"),
    _asked("boricua/hands", "chart", "hands"),
    _asked("boricua/positions", "table", "positions"),
    _asked("boricua/match", "chart", "match", players=4),
)
"""Everything, in the order in which it is made."""
