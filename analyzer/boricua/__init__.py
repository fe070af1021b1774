"""Truco de 22 cartas, the Puerto Rican truco with flor and envite."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.boricua.questions.accept import accept
    from analyzer.boricua.questions.envite import envite
    from analyzer.boricua.questions.flor import flor
    from analyzer.boricua.questions.hand import hand
    from analyzer.boricua.questions.match import match
    from analyzer.boricua.questions.simulate import simulate
    from analyzer.boricua.rules import Rules
    from analyzer.boricua.situation import Situation
    from analyzer.boricua.tables import table
    from analyzer.report.charts.boricua import chart

_ROOMS = {
    "accept": "questions",
    # Drawn upstairs, where this wing may not reach: only a name, opened by who asks for it.
    "chart": ".report.charts.boricua",
    "envite": "questions",
    "flor": "questions",
    "hand": "questions",
    "match": "questions",
    "simulate": "questions",
    "table": "tables",
    "Rules": "rules",
    "Situation": "situation",
}

__all__ = [
    "Rules",
    "Situation",
    "accept",
    "chart",
    "envite",
    "flor",
    "hand",
    "match",
    "simulate",
    "table",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: the command's help needs no kernels."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_ROOMS[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
