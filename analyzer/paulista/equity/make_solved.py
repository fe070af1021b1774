"""Solves the match of two players and keeps it with the program; run by ``scripts/solve-match``."""

from __future__ import annotations

import argparse
import sys

from analyzer.paulista.equity.solved import stem
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.campaign import UNTIL, Campaign, solve_match

PRESETS = ("traditional", "limpo")
"""The presets whose hands always have a winner, which the solver needs."""


def main() -> None:
    """Read the arguments, solve, and write the tables."""
    parser = argparse.ArgumentParser(prog="solve-match", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all of them by default")
    parser.add_argument("--until", type=float, default=UNTIL, help="exploitability of a hand")
    parser.add_argument("--threads", type=int, help="each takes up to 0.9 GB; all cores by default")
    asked = parser.parse_args()
    for name in asked.presets or PRESETS:
        if name not in PRESETS:
            parser.error(f"{name}: the presets are {', '.join(PRESETS)}")
        found = solve_match(
            Rules.presets[name], until=asked.until, threads=asked.threads, say=_tell
        )
        if found.unsolved:
            sys.exit(130)
        found.ship(stem(name))


def _tell(campaign: Campaign) -> None:
    sys.stderr.write(f"{campaign.progress}\n")


if __name__ == "__main__":
    main()
