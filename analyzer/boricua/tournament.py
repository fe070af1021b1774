"""Lets the ways of playing boricua meet; run by ``scripts/tournament paulista``."""

from __future__ import annotations

import sys

from analyzer.boricua.training import SCHOOL
from analyzer.truco.contest import main

if __name__ == "__main__":
    sys.exit(main(SCHOOL))
