"""Solves the match of two players and keeps it with the program; run by ``scripts/solve-match``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from analyzer.core.effort import verify_whole
from analyzer.core.errors import InputError
from analyzer.paulista.equity.solved import stem
from analyzer.paulista.questions.solve import read_goal
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.campaign import UNTIL, Campaign, solve_match

PRESETS = ("traditional", "limpo")
"""The presets whose hands always have a winner, which the solver needs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments, solve, and write the tables; return the exit status."""
    parser = argparse.ArgumentParser(prog="solve-match", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all of them by default")
    parser.add_argument("--until", default=UNTIL, metavar="E", help="exploitability of a hand")
    parser.add_argument("--threads", type=int, help="each takes up to 0.9 GB; all cores by default")
    asked = parser.parse_args(arguments)
    try:
        return _ship(asked.presets or PRESETS, asked.until, asked.threads)
    except InputError as error:
        parser.exit(2, f"solve-match: {error}\n")


def _ship(presets: Sequence[str], until: str | float, threads: int | None) -> int:
    goal, _ = read_goal(until, None, None)
    if threads is not None:
        verify_whole(threads, "threads", 1, 1024)
    for name in presets:
        if name not in PRESETS:
            raise InputError(name, "presets", "some of " + ", ".join(PRESETS))
    for name in presets:
        found = solve_match(Rules.presets[name], until=goal, threads=threads, say=_tell)
        if found.unsolved:
            return 130
        found.ship(stem(name))
    return 0


def _tell(campaign: Campaign) -> None:
    sys.stderr.write(f"{campaign.progress}\n")


if __name__ == "__main__":
    sys.exit(main())
