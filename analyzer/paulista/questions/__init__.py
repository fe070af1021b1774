"""One function for each question a player asks."""

from analyzer.paulista.questions.accept import AcceptResult, accept
from analyzer.paulista.questions.advise import Advice, AdviseResult, Holding, advise
from analyzer.paulista.questions.call import CallResult, call
from analyzer.paulista.questions.cut import CutResult, cut
from analyzer.paulista.questions.exploit import ExploitResult, exploit
from analyzer.paulista.questions.hand import CardValue, HandResult, hand
from analyzer.paulista.questions.many import hand_many
from analyzer.paulista.questions.match import MatchResult, match
from analyzer.paulista.questions.onze import OnzeResult, onze
from analyzer.paulista.questions.simulate import SimulateResult, simulate
from analyzer.paulista.questions.solve import SolveResult, solve

__all__ = [
    "AcceptResult",
    "Advice",
    "AdviseResult",
    "CallResult",
    "CardValue",
    "CutResult",
    "ExploitResult",
    "HandResult",
    "Holding",
    "MatchResult",
    "OnzeResult",
    "SimulateResult",
    "SolveResult",
    "accept",
    "advise",
    "call",
    "cut",
    "exploit",
    "hand",
    "hand_many",
    "match",
    "onze",
    "simulate",
    "solve",
]
