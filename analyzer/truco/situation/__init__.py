"""What one player of a truco knows when asking: the parts that all games share."""

from __future__ import annotations

from analyzer.truco.situation.notation import Notation, Word, words_text
from analyzer.truco.situation.replay import Replay
from analyzer.truco.situation.situation import TrucoSituation
from analyzer.truco.situation.state import TableState, table_state

__all__ = [
    "Notation",
    "Replay",
    "TableState",
    "TrucoSituation",
    "Word",
    "table_state",
    "words_text",
]
