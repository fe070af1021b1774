"""Sheets for the answers of paulista: what a player wants to know of them, in his words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.paulista.decisions import (
    accept_sheet,
    call_sheet,
    cut_sheet,
    onze_sheet,
)
from analyzer.report.text.paulista.exploit import exploit_sheet
from analyzer.report.text.paulista.hands import hand_sheet, match_sheet, simulate_sheet
from analyzer.report.text.paulista.solved import advise_sheet, solve_sheet
from analyzer.report.text.sheet import Sheet

SHEETS: Mapping[str, Callable[[Any, Language, Numbers], Sheet]] = {
    "hand": hand_sheet,
    "accept": accept_sheet,
    "call": call_sheet,
    "onze": onze_sheet,
    "cut": cut_sheet,
    "simulate": simulate_sheet,
    "match": match_sheet,
    "solve": solve_sheet,
    "advise": advise_sheet,
    "exploit": exploit_sheet,
}
"""What writes the sheet of each question's answer."""
