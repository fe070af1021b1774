"""One function for each question a player asks."""

from analyzer.boricua.questions.accept import AcceptResult, accept
from analyzer.boricua.questions.envite import EnviteResult, envite
from analyzer.boricua.questions.flor import FlorResult, flor
from analyzer.boricua.questions.hand import CardValue, HandResult, hand
from analyzer.boricua.questions.match import MatchResult, match
from analyzer.boricua.questions.simulate import SimulateResult, simulate

__all__ = [
    "AcceptResult",
    "CardValue",
    "EnviteResult",
    "FlorResult",
    "HandResult",
    "MatchResult",
    "SimulateResult",
    "accept",
    "envite",
    "flor",
    "hand",
    "match",
    "simulate",
]
