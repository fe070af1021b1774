"""What one player knows when asking: text and JSON forms, and all validation."""

from __future__ import annotations

from analyzer.paulista.situation.fields import QUESTIONS
from analyzer.paulista.situation.situation import Situation
from analyzer.truco.situation.state import TableState

__all__ = ["QUESTIONS", "Situation", "TableState"]
