"""Tables of what hands, leads and positions are worth, as tidy frames.

All rows of a table come from the same deals, played to their end, each counted at what the
players were dealt. A row stands for its own deals only, with its intervals beside it; what the
table rests on is in ``attrs``.
"""

from __future__ import annotations

from analyzer.manilla.tables.making import TABLES, frame_of, table
from analyzer.manilla.tables.plan import DEALS, Plan

__all__ = ["DEALS", "TABLES", "Plan", "frame_of", "table"]
