"""One function for each question a player asks."""

from analyzer.boricua.questions.hand import CardValue, HandResult, hand
from analyzer.boricua.questions.simulate import SimulateResult, simulate

__all__ = ["CardValue", "HandResult", "SimulateResult", "hand", "simulate"]
