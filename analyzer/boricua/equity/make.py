"""Makes the tables that come with the program; run by ``scripts/make-equity boricua``."""

from __future__ import annotations

from analyzer.boricua.equity.lookup import SHELF
from analyzer.truco.make_equity import make_tables

DEALS = 1 << 20

if __name__ == "__main__":
    make_tables(SHELF, DEALS)
