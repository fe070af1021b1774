"""Makes the tables of match equity that come with the program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.truco.equity import Equity
from analyzer.truco.shelf import Shelf

SEED = 0

E = TypeVar("E", bound=Equity)


def make_tables(shelf: Shelf[E], deals: int, arguments: Sequence[str] | None = None) -> None:
    """Make tables and write them over those that come with the program.

    Parameters
    ----------
    shelf
        The game's.
    deals
        Hands for each two rungs from which the sides stop calling, unless the arguments
        say otherwise.
    arguments
        Of the command line.
    """
    parser = argparse.ArgumentParser(prog="make-equity GAME", description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all of them by default")
    parser.add_argument("--players", type=int, nargs="*", choices=(2, 4), default=[2, 4])
    parser.add_argument("--deals", type=int, default=deals, help="for each two rungs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args(arguments)
    presets = asked.presets or list(shelf.presets)
    for preset, players in product(presets, asked.players):
        if preset not in shelf.presets:
            raise InputError(preset, "presets", "one of " + ", ".join(shelf.presets))
        game = shelf.usual_game(preset, players)
        table = shelf.compute(game, asked.deals, asked.seed, Effort(threads=asked.threads))
        stem = shelf.stem(preset, players)
        table.save(stem)
        error = float(table.std_error.max())
        sys.stderr.write(f"{stem.name}: standard errors up to {error:.5f}\n")
