"""The readable referee: plays, checks and scores hands and whole partidas.

Slow and plain on purpose. It follows the rule sheet line by line, numbers in
brackets say which, and the compiled kernels are held to it by tests.
"""

from __future__ import annotations

from analyzer.manilla.referee.hand import WHOLE, Hand
from analyzer.manilla.referee.partida import Partida, Player, play_partida
from analyzer.manilla.referee.seats import draw_seats
from analyzer.manilla.referee.transcript import Transcript
from analyzer.manilla.referee.tricks import (
    Duty,
    Lay,
    Trick,
    Tricks,
    duties,
    legal,
    owed_duty,
    trick_points,
    winning_place,
)

__all__ = [
    "WHOLE",
    "Duty",
    "Hand",
    "Lay",
    "Partida",
    "Player",
    "Transcript",
    "Trick",
    "Tricks",
    "draw_seats",
    "duties",
    "legal",
    "owed_duty",
    "play_partida",
    "trick_points",
    "winning_place",
]
