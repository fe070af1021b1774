"""Makes the tables of match equity that come with the program, for a wing that says how."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

from analyzer.core.effort import Effort
from analyzer.truco.equity import Equity

SEED = 0

Compute = Callable[[str, int, int, int, Effort], Equity]
"""From a preset, players, deals and seed to a table."""


def make_tables(
    presets: Sequence[str],
    compute: Compute,
    folder: Path,
    deals: int,
    arguments: Sequence[str] | None = None,
) -> None:
    """Make tables and write them over those that come with the program.

    Parameters
    ----------
    presets
        All that have a table.
    compute
        Makes one.
    folder
        Where they lie, as ``equity-PRESET-PLAYERS``.
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
    effort = Effort(threads=asked.threads)
    for preset, players in product(asked.presets or presets, asked.players):
        table = compute(preset, players, asked.deals, asked.seed, effort)
        stem = folder / f"equity-{preset}-{players}"
        table.save(stem)
        error = float(table.std_error.max())
        sys.stderr.write(f"{stem.name}: standard errors up to {error:.5f}\n")
