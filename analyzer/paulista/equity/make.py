"""Makes the tables that come with the program; run by ``scripts/make-equity``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product

from analyzer.core.effort import Effort
from analyzer.paulista.equity.ends import Game
from analyzer.paulista.equity.lookup import DATA, compute, same_match
from analyzer.paulista.policies import DEFAULT
from analyzer.paulista.rules import Rules
from analyzer.truco.profiles import PROFILES

DEALS = 1 << 22
SEED = 0


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
    parser = argparse.ArgumentParser(prog="make-equity", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all of them by default")
    parser.add_argument("--players", type=int, nargs="*", choices=(2, 4), default=[2, 4])
    parser.add_argument("--deals", type=int, default=DEALS, help="for each two rungs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args(arguments)
    presets = asked.presets or list(Rules.presets)
    for preset, players in product(presets, asked.players):
        game = usual_game(preset, players)
        table = compute(game, asked.deals, asked.seed, Effort(threads=asked.threads))
        stem = DATA / f"equity-{preset}-{players}"
        table.save(stem)
        error = float(table.std_error.max())
        sys.stderr.write(f"{stem.name}: standard errors up to {error:.5f}\n")


if __name__ == "__main__":
    main()
