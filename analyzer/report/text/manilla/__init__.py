"""Sheets for the answers of manilla."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.report.language import Language
from analyzer.report.text.manilla.cards import play_sheet
from analyzer.report.text.manilla.hands import hand_sheet, simulate_sheet
from analyzer.report.text.manilla.open_deals import solve_sheet
from analyzer.report.text.manilla.scores import match_sheet
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.sheet import Sheet

SHEETS: Mapping[str, Callable[[Any, Language, Numbers], Sheet]] = {
    "hand": hand_sheet,
    "match": match_sheet,
    "play": play_sheet,
    "simulate": simulate_sheet,
    "solve": solve_sheet,
}
"""What writes the sheet of each question's answer."""
