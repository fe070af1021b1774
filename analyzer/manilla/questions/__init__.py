"""One function for each question a player asks."""

from __future__ import annotations

from analyzer.manilla.questions.hand import HandResult, hand
from analyzer.manilla.questions.match import MatchResult, match
from analyzer.manilla.questions.play import PlayResult, play
from analyzer.manilla.questions.simulate import SimulateResult, simulate
from analyzer.manilla.questions.solve import SolvedCard, SolveResult, solve

__all__ = [
    "HandResult",
    "MatchResult",
    "PlayResult",
    "SimulateResult",
    "SolveResult",
    "SolvedCard",
    "hand",
    "match",
    "play",
    "simulate",
    "solve",
]
