"""Finds the style of La Manilla's expert by letting changed styles play the best one so far.

Whoever learns to beat himself only may get worse against others. So a changed style must besides be
as good as the best one against some that stay the same.

Run by ``scripts/learn-expert manilla``, which prints what ``analyzer.manilla.policies`` has.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import run_blocks
from analyzer.core.effort import verify_whole
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.kernels import expert as k
from analyzer.manilla.kernels.sample import duel
from analyzer.manilla.policies import POLICIES, style

Style = NDArray[np.int64]

START = style(
    {
        k.KIND: k.BY_STYLE,
        k.FOLLOW: (450, 450, -350, -50, 30, -400, -130, -1000, -300, -1500),
        k.LEAD: (600, 130, -30, -30, 100, -700, -140, -900, -560, 270, -80, -2800),
    }
)
"""Where the search begins: round numbers near what a regression gave each rule to be worth."""

ROUNDS = 1200

_TRIALS = ((8_000, 1.0), (40_000, 2.0))
"""Deals that a changed style has to win on, and by how many standard errors."""

_OTHERS = (START, POLICIES["random"])
_OTHERS_DEALS = 40_000

_MOST_CHANGES = 4
_STEP, _LEAST_STEP = 0.35, 40
"""How far a number is changed, as a part of what it was at the start, and in 1/512 of a point."""

_BLOCK = 1 << 10


def margin(one: Style, other: Style, *, deals: int, seed: int, threads: int | None) -> Estimate:
    """Return how many points above half of them a style makes against another one."""
    ways = np.array([other, one] * (PLAYERS // 2))
    args = (np.uint64(seed), False, ways)
    run = run_blocks(duel, args, first=0, last=deals, block=_BLOCK, threads=threads)
    if run.interrupted:
        raise KeyboardInterrupt
    total, squares = map(int, run.sums)
    return Estimate.mean(total, squares, run.done).affine(0.5)


def better_styles(
    start: Style, *, rounds: int, seed: int, threads: int | None = None
) -> Iterator[tuple[int, Style]]:
    """Yield every style that was found to beat the best one before, and in which round.

    Parameters
    ----------
    start
        The first style to beat.
    rounds
        How many changed styles are tried.
    seed
        Of the changes and the deals.
    threads
        See ``analyzer.core.blocks``; they change nothing.
    """
    chance = np.random.default_rng(seed)
    steps = np.maximum(_STEP * np.abs(start), _LEAST_STEP)
    best = start
    for number in range(rounds):
        changed = best.copy()
        count = chance.integers(1, _MOST_CHANGES, endpoint=True)
        for place in chance.choice(np.arange(1, k.STYLE), count, replace=False):
            changed[place] += round(chance.normal(scale=steps[place]))
        if _beats(changed, best, int(chance.integers(1 << 62)), threads):
            best = changed
            yield number, best


def _beats(changed: Style, best: Style, seed: int, threads: int | None) -> bool:
    for trial, (deals, errors) in enumerate(_TRIALS):
        found = margin(changed, best, deals=deals, seed=seed + trial, threads=threads)
        if found.value <= errors * found.std_error:
            return False
    return all(
        _points(changed, other, seed, threads) >= _points(best, other, seed, threads)
        for other in _OTHERS
    )


def _points(one: Style, other: Style, seed: int, threads: int | None) -> float:
    return margin(one, other, deals=_OTHERS_DEALS, seed=seed, threads=threads).value


def main(arguments: Sequence[str] | None = None) -> int:
    """Search for a style and print it; return the exit status."""
    parser = argparse.ArgumentParser(prog="learn-expert manilla", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args(arguments)
    try:
        verify_whole(asked.rounds, "rounds", 1, 10**9)
        verify_whole(asked.seed, "seed", 0, 2**62)
        best = START
        found = better_styles(START, rounds=asked.rounds, seed=asked.seed, threads=asked.threads)
        for number, better in found:
            sys.stderr.write(f"round {number}: {better.tolist()}\n")
            best = better
    except InputError as error:
        sys.stderr.write(f"learn-expert: {error}\n")
        return 2
    follow, lead = best[k.FOLLOW : k.LEAD], best[k.LEAD :]
    sys.stdout.write(f"k.FOLLOW: {tuple(follow.tolist())},\nk.LEAD: {tuple(lead.tolist())},\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
