"""La Manilla: four players in two pairs, twelve tricks, and a duty to follow, beat and trump."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.manilla.questions.hand import hand
    from analyzer.manilla.questions.match import match
    from analyzer.manilla.questions.play import play
    from analyzer.manilla.questions.simulate import simulate
    from analyzer.manilla.questions.solve import solve
    from analyzer.manilla.rules import Rules
    from analyzer.manilla.situation import Situation
    from analyzer.manilla.tables import table
    from analyzer.report.charts.manilla import chart

_ROOMS = {
    # Drawn upstairs, where this wing may not reach: only a name, opened by who asks for it.
    "chart": ".report.charts.manilla",
    "hand": "questions",
    "match": "questions",
    "play": "questions",
    "simulate": "questions",
    "solve": "questions",
    "table": "tables",
    "Rules": "rules",
    "Situation": "situation",
}

__all__ = ["Rules", "Situation", "chart", "hand", "match", "play", "simulate", "solve", "table"]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: the command's help needs no kernels."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_ROOMS[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
