"""What one player knows when asking: text and JSON forms, and all validation."""

from __future__ import annotations

from analyzer.boricua.situation.fields import QUESTIONS
from analyzer.boricua.situation.situation import Situation
from analyzer.truco.situation.state import TableState

__all__ = ["QUESTIONS", "Situation", "TableState"]
