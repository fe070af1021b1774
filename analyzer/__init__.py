"""Strategy analyzer for truco: what a hand is worth, what to call, what to play.

>>> import analyzer
>>> analyzer.__version__
'0.1.0'

Each game is a name in here, imported when it is first used, so that
``import analyzer`` itself costs nothing:

``analyzer.paulista``
    Truco Paulista and Mineiro.
``analyzer.manilla``
    La Manilla.
``analyzer.boricua``
    Truco de 22 cartas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from analyzer import boricua, manilla, paulista

__version__ = "0.1.0"
__all__ = ["__version__", "boricua", "manilla", "paulista"]

_GAMES = frozenset({"boricua", "manilla", "paulista"})


def __getattr__(name: str) -> ModuleType:
    if name not in _GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
