"""What the referees of the trucos share: hands of three tricks, the table, the transcript."""

from __future__ import annotations

from analyzer.truco.referee.hand import ANSWERS, DEALT, Answer, Lay, Pending, Trick, TrucoHand
from analyzer.truco.referee.match import MatchTable
from analyzer.truco.referee.transcript import PLAYERS, Transcript

__all__ = [
    "ANSWERS",
    "DEALT",
    "PLAYERS",
    "Answer",
    "Lay",
    "MatchTable",
    "Pending",
    "Transcript",
    "Trick",
    "TrucoHand",
]
