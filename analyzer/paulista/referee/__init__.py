"""The readable referee: plays, checks and scores hands and whole matches.

Slow and plain on purpose. It follows the rule sheet line by line, numbers in
brackets say which, and the compiled kernels are held to it by tests.
"""

from __future__ import annotations

from analyzer.paulista.referee.driver import Action, Player, act, legal_actions, play_match
from analyzer.paulista.referee.hand import Hand
from analyzer.paulista.referee.match import CUTS, ONZES, CutChoice, Match, OnzeChoice
from analyzer.truco.referee.hand import ANSWERS, Answer, Lay, Pending, Trick
from analyzer.truco.referee.transcript import Transcript

__all__ = [
    "ANSWERS",
    "CUTS",
    "ONZES",
    "Action",
    "Answer",
    "CutChoice",
    "Hand",
    "Lay",
    "Match",
    "OnzeChoice",
    "Pending",
    "Player",
    "Transcript",
    "Trick",
    "act",
    "legal_actions",
    "play_match",
]
