"""Truco Paulista: one function for each question, and what they take and return."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.paulista.questions.accept import accept
    from analyzer.paulista.questions.advise import advise
    from analyzer.paulista.questions.call import call
    from analyzer.paulista.questions.cut import cut
    from analyzer.paulista.questions.exploit import exploit
    from analyzer.paulista.questions.hand import hand
    from analyzer.paulista.questions.many import hand_many
    from analyzer.paulista.questions.match import match
    from analyzer.paulista.questions.onze import onze
    from analyzer.paulista.questions.simulate import simulate
    from analyzer.paulista.questions.solve import solve
    from analyzer.paulista.rules import Rules
    from analyzer.paulista.situation import Situation
    from analyzer.paulista.tables import table
    from analyzer.report.charts.paulista import chart

_ROOMS = {
    "accept": "questions",
    "advise": "questions",
    "call": "questions",
    # Drawn upstairs, where this wing may not reach: only a name, opened by who asks for it.
    "chart": ".report.charts.paulista",
    "cut": "questions",
    "exploit": "questions",
    "hand": "questions",
    "hand_many": "questions",
    "match": "questions",
    "onze": "questions",
    "simulate": "questions",
    "solve": "questions",
    "table": "tables",
    "Rules": "rules",
    "Situation": "situation",
}

__all__ = [
    "Rules",
    "Situation",
    "accept",
    "advise",
    "call",
    "chart",
    "cut",
    "exploit",
    "hand",
    "hand_many",
    "match",
    "onze",
    "simulate",
    "solve",
    "table",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: the command's help needs no kernels."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_ROOMS[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
