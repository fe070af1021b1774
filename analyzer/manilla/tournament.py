"""Lets the ways of playing La Manilla meet; run by ``scripts/tournament manilla``.

All play the same deals twice, once in each pair's seats. Points are those of a pair in a deal,
on average over the two games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analyzer.core.blocks import run_blocks
from analyzer.core.effort import verify_whole
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.fields import read_rules
from analyzer.manilla.kernels.against_open import against_open
from analyzer.manilla.kernels.sample import duel
from analyzer.manilla.policies import OPEN, POLICIES, Lineup
from analyzer.manilla.rules import Rules

DEALS = 200_000
OPEN_DEALS = 100
SEED = 2

_BLOCK = 1 << 12
_PLACES = ("lead", "second", "third", "last")


@dataclass(frozen=True)
class GivenAway:
    """What a way of playing loses to perfect play with open cards.

    Attributes
    ----------
    points
        How far it ends below the value of the open deal.
    by_place
        The part of it by the first, second, third and fourth card of a trick.
    """

    points: Estimate
    by_place: tuple[float, ...]


def margin(
    one: str, other: str, rules: Rules, *, deals: int, seed: int, threads: int | None = None
) -> Estimate:
    """Return how many points above half of them one way of playing makes against another."""
    args = (np.uint64(seed), rules.must_undertrump, Lineup.read(f"{one}/{other}", 1).ways)
    run = run_blocks(duel, args, first=0, last=deals, block=_BLOCK, threads=threads)
    if run.interrupted:
        raise KeyboardInterrupt
    total, squares = map(int, run.sums)
    return Estimate.mean(total, squares, run.done).affine(0.5)


def given_away(
    name: str, rules: Rules, *, deals: int, seed: int, threads: int | None = None
) -> GivenAway:
    """Return how many points a way of playing gives away to ``open``, in so many deals."""
    args = (np.uint64(seed), rules.must_undertrump, Lineup.read(name, 1).ways)
    run = run_blocks(against_open, args, first=0, last=deals, block=1, threads=threads)
    if run.interrupted:
        raise KeyboardInterrupt
    *by_place, squares = map(int, run.sums)
    points = Estimate.mean(sum(by_place), squares, run.done).affine(0.5)
    return GivenAway(points, tuple(lost / run.done / 2 for lost in by_place))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a tournament and print what came of it; return the exit status."""
    parser = argparse.ArgumentParser(prog="tournament manilla", description=__doc__)
    parser.add_argument("--rule", action="append", metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=DEALS, help="of every duel")
    parser.add_argument(
        "--open-deals", type=int, default=OPEN_DEALS, help=f"of every duel with {OPEN}"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args(arguments)
    try:
        rules = read_rules(Rules, None, asked.rule)
        for name, deals in (("deals", asked.deals), ("open-deals", asked.open_deals)):
            verify_whole(deals, name, 2, 10**12)
        effort = {"seed": asked.seed, "threads": asked.threads}
        for one, other in combinations(POLICIES, 2):
            found = margin(one, other, rules, deals=asked.deals, **effort)
            text = f"{one} against {other}: {_told(found)}, z {found.value / found.std_error:+.0f}"
            sys.stdout.write(f"{text}, {asked.deals} deals\n")
        for name in POLICIES:
            lost = given_away(name, rules, deals=asked.open_deals, **effort)
            parts = zip(_PLACES, lost.by_place, strict=True)
            where = ", ".join(f"{place} {points:.2f}" for place, points in parts)
            sys.stdout.write(f"{name} against {OPEN}: {_told(lost.points.affine(-1))}")
            sys.stdout.write(f", {asked.open_deals} deals; given away by {where}\n")
    except InputError as error:
        sys.stderr.write(f"tournament: {error}\n")
        return 2
    return 0


def _told(points: Estimate) -> str:
    return f"{points.value:+.2f} ± {points.half_width:.2f} points"


if __name__ == "__main__":
    sys.exit(main())
