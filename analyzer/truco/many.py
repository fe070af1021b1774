"""How many hands in progress end, in one compiled pass over all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import run_blocks
from analyzer.core.effort import Effort
from analyzer.core.estimate import Z95
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.many import enumerate_many, sample_many
from analyzer.truco.odds import Counts, scripts
from analyzer.truco.policies import Lineup
from analyzer.truco.spot import Spot

DEALS = 40_000
"""Deals of a hand with four players: the 95 % interval of a chance is ±0.5 %."""


def many_counts(spots: Sequence[Spot], lineup: Lineup, effort: Effort) -> list[Counts]:
    """Return how each of many hands in progress ends.

    With two players, one of whose hands is unknown, all deals are counted. With
    four, each hand is sampled with the same deal numbers, ``effort.deals`` of
    them or ``DEALS``.

    Parameters
    ----------
    spots
        Hands with the same number of players, one deck each.
    lineup
        Who plays how, in all of them.
    effort
        Deals, seed, threads, progress.
    """
    if spots[0].players == 2:
        return _counted(spots, lineup, effort)
    return _sampled(spots, lineup, effort)


def _counted(spots: Sequence[Spot], lineup: Lineup, effort: Effort) -> list[Counts]:
    lineup.verify_unmixed("for many hands at once")
    seats = np.array([int(spot.needs.argmax()) for spot in spots])
    choices = [scripts(spot, lineup) for spot in spots]
    filled = np.zeros((len(spots), max(map(len, choices))), np.uint64)
    for row, choice in zip(filled, choices, strict=True):
        row[: len(choice)] = choice
    args = (
        np.array([spot.counts for spot in spots]),
        np.array([spot.needs.max() for spot in spots]),
        np.array([spot.fixed for spot in spots]),
        seats,
        np.array([spot.start for spot in spots]),
        np.where(lineup.kinds == k.RANDOM, k.SCRIPTED, lineup.kinds),
        lineup.firsts,
        lineup.seconds,
        filled,
    )
    sums = _run(enumerate_many, args, len(spots), effort)
    return [_counts(spot, row, "exact", None) for spot, row in zip(spots, sums, strict=True)]


def _sampled(spots: Sequence[Spot], lineup: Lineup, effort: Effort) -> list[Counts]:
    sizes = np.array([len(spot.decks[0]) for spot in spots])
    decks = np.zeros((len(spots), int(sizes.max())), np.uint8)
    for row, spot in zip(decks, spots, strict=True):
        row[: len(spot.decks[0])] = spot.decks[0]
    args = (
        np.uint64(effort.seed),
        effort.deals or DEALS,
        decks,
        sizes,
        np.array([spot.needs for spot in spots]),
        np.array([spot.fixed for spot in spots]),
        np.array([spot.start for spot in spots]),
        lineup.kinds,
        lineup.firsts,
        lineup.seconds,
    )
    sums = _run(sample_many, args, len(spots), effort)
    found = zip(spots, sums, strict=True)
    return [_counts(spot, row, "monte_carlo", effort.seed) for spot, row in found]


def _run(kernel: object, args: tuple[object, ...], units: int, effort: Effort) -> NDArray[np.int64]:
    run = run_blocks(
        kernel,  # type: ignore[arg-type]
        args,
        first=0,
        last=units,
        block=8,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.interrupted:
        raise KeyboardInterrupt
    return run.sums


def _counts(spot: Spot, row: NDArray[np.int64], method: str, seed: int | None) -> Counts:
    return Counts(row[None, :], method, int(row.sum()), seed, Z95, spot.always_won)  # type: ignore[arg-type]
