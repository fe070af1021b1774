"""What is known when a question is asked: text and JSON forms, and all validation."""

from __future__ import annotations

from analyzer.manilla.situation.deal import Deal
from analyzer.manilla.situation.fields import OPEN_QUESTIONS, QUESTIONS
from analyzer.manilla.situation.situation import Situation, TableState

__all__ = ["OPEN_QUESTIONS", "QUESTIONS", "Deal", "Situation", "TableState"]
