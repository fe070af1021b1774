"""One function for each question a player asks."""

from __future__ import annotations

from analyzer.manilla.questions.hand import HandResult, hand
from analyzer.manilla.questions.match import MatchResult, match
from analyzer.manilla.questions.simulate import SimulateResult, simulate

__all__ = ["HandResult", "MatchResult", "SimulateResult", "hand", "match", "simulate"]
