"""Sheets for the answers of boricua."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.report.language import Language
from analyzer.report.text.boricua.decisions import accept_sheet, envite_sheet, flor_sheet
from analyzer.report.text.boricua.hands import hand_sheet, match_sheet, simulate_sheet
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.sheet import Sheet

SHEETS: Mapping[str, Callable[[Any, Language, Numbers], Sheet]] = {
    "hand": hand_sheet,
    "accept": accept_sheet,
    "envite": envite_sheet,
    "flor": flor_sheet,
    "match": match_sheet,
    "simulate": simulate_sheet,
}
"""What writes the sheet of each question's answer."""
