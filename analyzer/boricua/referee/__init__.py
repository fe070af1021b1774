"""The readable referee: plays, checks and scores hands and whole matches.

Slow and plain on purpose. It follows the rule sheet line by line, numbers in
brackets say which, and the compiled kernels are held to it by tests.
"""

from __future__ import annotations

from analyzer.boricua.referee.driver import Action, Player, act, can, legal_actions, play_match
from analyzer.boricua.referee.envite import ENVITE_ANSWERS, Envite, EnviteAnswer
from analyzer.boricua.referee.flores import Flores
from analyzer.boricua.referee.hand import Award, Hand
from analyzer.boricua.referee.match import Match
from analyzer.boricua.referee.seats import best_seat, from_mano
from analyzer.truco.referee.hand import ANSWERS, Answer, Lay, Pending, Trick
from analyzer.truco.referee.transcript import Transcript

__all__ = [
    "ANSWERS",
    "ENVITE_ANSWERS",
    "Action",
    "Answer",
    "Award",
    "Envite",
    "EnviteAnswer",
    "Flores",
    "Hand",
    "Lay",
    "Match",
    "Pending",
    "Player",
    "Transcript",
    "Trick",
    "act",
    "best_seat",
    "can",
    "from_mano",
    "legal_actions",
    "play_match",
]
