"""Counts of how hands end when one or both of two players mix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.core.blocks import run_blocks
from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.truco.kernels.mixed import Book, mixed_results
from analyzer.truco.policies import Lineup
from analyzer.truco.spot import Ints, Spot, hand_classes, together

_BLOCK = 16


def mixed_sums(
    spot: Spot,
    lineup: Lineup,
    effort: Effort,
    row_seat: int | None,
    rows: int,
    slots: Sequence[int],
) -> Ints:
    """Return the weights of the results, over all that is unknown.

    Parameters
    ----------
    spot, lineup, effort
        The hand, who plays how; threads and progress.
    row_seat, rows
        The seat whose hands are told apart, or ``FIRST_TRICK``; how many there are.
    slots
        First cards; -1 for the card that the policy plays.

    Returns
    -------
    ndarray
        int64, shape (rows, slots, 3); a deal counts ``kernels.mixed.WEIGHT``.

    Raises
    ------
    PolicyError
        When a number of deals or a precision is asked for, or the deck is not
        one that was solved.
    """
    if effort.deals is not None or effort.precision is not None:
        raise PolicyError(lineup.name, "play", "without deals and precision: it is counted")
    drawn = [hand_classes(spot.counts, int(need)) for need in spot.needs]
    held = [together(hands, int(known)) for hands, known in zip(drawn, spot.fixed, strict=True)]
    args = (
        spot.counts,
        *drawn,
        *held,
        -1 if row_seat is None else row_seat,
        rows,
        spot.start,
        np.array(spot.first_cards),
        _deck_row(spot, lineup),
        _book(lineup),
        np.array(slots),
    )
    run = run_blocks(
        mixed_results,
        args,
        first=0,
        last=len(drawn[0]),
        block=_BLOCK,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.interrupted or run.done == 0:  # the first part of all hands is no sample of them
        raise KeyboardInterrupt
    return run.sums


def sampler_arguments(spot: Spot, lineup: Lineup) -> tuple[Any, ...]:
    """Return what ``sample_mixed`` wants to know of play.

    Raises
    ------
    PolicyError
        When the decks are not those that were solved.
    """
    if lineup.mixed is None or not np.array_equal(lineup.mixed.decks, spot.decks):
        raise _unsolved(lineup)
    return spot.start, np.array(spot.first_cards), _book(lineup)


def _book(lineup: Lineup) -> Book:
    if lineup.mixed is None:
        raise ValueError("nobody mixes")
    return Book(lineup.kinds, lineup.firsts, lineup.seconds, *lineup.mixed.arrays)


def _deck_row(spot: Spot, lineup: Lineup) -> int:
    """Return which deck's tables apply: the only ones there are, or those of a fresh deal."""
    if lineup.mixed is None:
        raise ValueError("nobody mixes")
    decks = lineup.mixed.decks
    if len(decks) == 1:
        return 0
    found = [row for row, deck in enumerate(decks) if np.array_equal(deck, spot.decks[0])]
    if len(spot.decks) > 1 or not found:
        raise _unsolved(lineup)
    return found[0]


def _unsolved(lineup: Lineup) -> PolicyError:
    return PolicyError(lineup.name, "play", "a policy that does not mix, the vira being unknown")
