"""Makes the tables that come with the program; run by ``scripts/make-equity boricua``."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.boricua.equity.ends import Game
from analyzer.boricua.equity.lookup import DATA, compute, same_match
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.rules import Rules
from analyzer.core.effort import Effort
from analyzer.truco.equity import Equity
from analyzer.truco.make_equity import make_tables
from analyzer.truco.profiles import PROFILES

DEALS = 1 << 20


def usual_game(preset: str, players: int) -> Game:
    """Return the game whose table comes with the program for a preset."""
    return Game(
        rules=same_match(Rules.read(preset), players),
        players=players,
        play=DEFAULT,
        profiles=(PROFILES["normal"], PROFILES["normal"]),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Make tables and write them over those that come with the program."""
    make_tables(list(Rules.presets), _compute, DATA, DEALS, arguments)


def _compute(preset: str, players: int, deals: int, seed: int, effort: Effort) -> Equity:
    return compute(usual_game(preset, players), deals, seed, effort)


if __name__ == "__main__":
    main()
