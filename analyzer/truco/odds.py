"""How a hand in progress ends: counted exactly or sampled, by one set of kernels.

A `Spot` is what a kernel needs to know of a hand in progress. The functions
here decide between enumeration and sampling, run the kernels in blocks and
return plain counts; what the counts are worth is for the questions to say.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import Run, run_blocks, run_until
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.enumeration import enumerate_hands
from analyzer.truco.kernels.mixed import sample_mixed
from analyzer.truco.kernels.random_play import random_tally
from analyzer.truco.kernels.sample import (
    pair_results,
    sample_cards,
    sample_greedy,
    sample_pairs,
    sample_results,
)
from analyzer.truco.mixed import mixed_sums, sampler_arguments
from analyzer.truco.policies import Lineup
from analyzer.truco.spot import Ints, Spot, hand_classes, rows_of_size, together

Method = Literal["exact", "monte_carlo"]

EXACT_BOUND = 12_000_000
"""Plays up to which a question is enumerated without being asked to."""

PROOF_BOUND = 400_000_000
"""Plays up to which a sample that knew one result only is followed by enumeration."""

OPEN_COST = 8
"""What a perfectly played deal costs, in plays of a policy."""

_BLOCK = 1 << 15
_EXACT_BLOCK = 16
_NO_TALLY = np.zeros((0, 0, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class Counts:
    """How often a hand ended how.

    Attributes
    ----------
    counts
        Weights (exact) or deals (sampled), int64, shape (rows, 3): side 0 wins,
        side 1 wins, undecided. Rows are the hands of the seat told apart.
    method, deals, seed
        Provenance; ``deals`` is the enumerated weight or the number sampled.
    z
        Standard errors in an interval.
    always_won
        Whether the rules leave no hand undecided.
    interrupted
        Whether somebody stopped the sample; an enumeration is finished or raises
        ``KeyboardInterrupt``.
    """

    counts: Ints
    method: Method
    deals: int
    seed: int | None
    z: float
    always_won: bool
    interrupted: bool = False

    def chance(self, end: int) -> Estimate:
        """Return how often hands ended in one way: won by side 0 or 1, or 2, undecided."""
        if end == k.TIED and self.always_won:
            return Estimate.exact(0.0)
        return self.share(int(self.counts[:, end].sum()))

    def share(self, count: int) -> Estimate:
        """Return a count as a share of all deals."""
        if self.method == "exact":
            return Estimate.exact(count / self.deals)
        return Estimate.proportion(count, self.deals, self.z)


@dataclass(frozen=True, eq=False)
class CardCounts:
    """How often a hand ended how after each first card, on common deals.

    Attributes
    ----------
    won, undecided
        For each first card; int64.
    products
        Sums over the deals of the half wins of one first card times those of
        another (2 won, 1 undecided); ``None`` when exact.
    origin
        Provenance, and the counts of the first card in the list.
    """

    won: Ints
    undecided: Ints
    products: Ints | None
    origin: Counts


def plays_to_enumerate(spot: Spot, lineup: Lineup, slots: int = 1) -> int:
    """Return how many hands an exact answer has to play."""
    classes = math.prod(len(hand_classes(spot.counts, n)) for n in _unknown_sizes(spot))
    cost = OPEN_COST if lineup.all_open else 1
    if slots > 1 or not _counted_at_random(spot, lineup):
        cost *= math.prod(math.factorial(spot.size(seat)) for seat in lineup.random_seats)
    elif spot.players == 4:
        cost = 6
    return classes * slots * cost


HalfWidth = Callable[[Ints, int], float]


def result_counts(
    spot: Spot,
    lineup: Lineup,
    effort: Effort,
    *,
    side: int,
    row_seat: int | None = None,
    half_width: HalfWidth | None = None,
) -> Counts:
    """Return how a hand in progress ends.

    Parameters
    ----------
    spot, lineup, effort
        The hand, who plays how, and how much work it is worth.
    side
        The side whose chance decides when a sample is precise enough.
    row_seat
        A seat whose hands are told apart, or ``FIRST_TRICK``.
    half_width
        Half the interval of what the sample is for, from counts and deals; by
        default that of the side's chance to win.
    """
    counted = effort.exact or (_unlimited(effort) and len(spot.decks) == 1)
    if lineup.mixed is not None and counted:
        return _mixed(spot, lineup, effort, row_seat, [-1])[0]
    if effort.exact or (_unlimited(effort) and _is_small(spot, lineup)):
        return _exact(spot, lineup, effort, row_seat)
    rows = _row_count(spot, row_seat)
    tail = (-1 if row_seat is None else row_seat, rows)

    def usual_half_width(sums: Ints, done: int) -> float:
        return _half_width(int(sums[:, side].sum()), done, effort.z)

    width = half_width or usual_half_width
    kernel, play = sampler(spot, lineup)
    run = _sample(
        kernel,
        spot,
        play,
        effort,
        tail,
        lambda sums, done: width(sums, done) <= effort.half_width,
    )
    if _is_worth_proving(run, int(run.sums[:, side].sum()), spot, lineup, effort):
        return _exact(spot, lineup, effort, row_seat)
    return _sampled(run, run.sums, spot, effort)


def card_counts(
    spot: Spot, lineup: Lineup, effort: Effort, slots: Sequence[int], *, side: int
) -> CardCounts:
    """Return how a hand ends after each of several first cards.

    Parameters
    ----------
    spot, lineup, effort
        As for `result_counts`.
    slots
        Slots of the player to move; -1 for the card that its policy plays.
    side
        The side whose wins are counted.
    """
    forced = np.array(slots, np.int64)
    run: Run | None = None
    if lineup.mixed is not None:  # the differences between cards are not sampled
        return _cards_of_parts(_mixed(spot, lineup, effort, None, slots), side)
    if not effort.exact and not (_unlimited(effort) and _is_small(spot, lineup, len(slots))):
        run = _sample(
            sample_cards,
            spot,
            play_arguments(spot, lineup),
            effort,
            (forced, side),
            lambda sums, done: _half_width(int(sums[0, 0]), done, effort.z) <= effort.half_width,
        )
    if run is None or _is_worth_proving(run, int(run.sums[0, 0]), spot, lineup, effort, len(slots)):
        return _cards_of_parts([_exact(spot, lineup, effort, None, s) for s in slots], side)

    won, undecided = run.sums[:, 0], run.sums[:, 1]
    lost = run.done - won[0] - undecided[0]
    totals = np.zeros((1, 3), np.int64)
    totals[0, [side, 1 - side, k.TIED]] = won[0], lost, undecided[0]
    origin = _sampled(run, totals, spot, effort)
    return CardCounts(won, undecided, run.sums[:, 2:], origin)


def _cards_of_parts(parts: Sequence[Counts], side: int) -> CardCounts:
    won = np.array([part.counts[0, side] for part in parts])
    undecided = np.array([part.counts[0, k.TIED] for part in parts])
    return CardCounts(won, undecided, None, parts[0])


def _mixed(
    spot: Spot, lineup: Lineup, effort: Effort, row_seat: int | None, slots: Sequence[int]
) -> list[Counts]:
    """Return exact counts for each first card when somebody mixes."""
    sums = mixed_sums(spot, lineup, effort, row_seat, _row_count(spot, row_seat), slots)
    parts = [sums[:, slot] for slot in range(len(slots))]
    won = spot.always_won
    return [Counts(part, "exact", int(part.sum()), None, Z95, won) for part in parts]


def _sample(
    kernel: Callable[..., Ints],
    spot: Spot,
    play: tuple[Any, ...],
    effort: Effort,
    tail: tuple[object, ...],
    enough: Callable[[Ints, int], bool],
) -> Run:
    args = (np.uint64(effort.seed), spot.decks, spot.needs, spot.fixed)
    run = run_until(
        kernel,
        (*args, *play, *tail),
        looks=effort.looks,
        enough=enough,
        block=_BLOCK,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.done == 0:
        raise KeyboardInterrupt
    return run


def sampler(spot: Spot, lineup: Lineup) -> tuple[Callable[..., Ints], tuple[Any, ...]]:
    """Return the fastest kernel that samples results, and what it wants to know of play."""
    if lineup.mixed is not None:
        return sample_mixed, sampler_arguments(spot, lineup)
    if spot.players == 4:
        whole = all(spot.size(seat) == 3 for seat in range(4))
        if whole and (lineup.kinds == k.GREEDY).all():
            return sample_greedy, (spot.start,)
    elif (spot.needs == 3).all() and not lineup.all_open and not lineup.random_seats:
        return sample_pairs, (_pair_results(spot, lineup),)
    return sample_results, play_arguments(spot, lineup)


def _pair_results(spot: Spot, lineup: Lineup) -> NDArray[np.uint8]:
    """Return the results of all pairs of whole hands, which is what a deal comes to."""
    hands = hand_classes(np.full(k.POWERS + 1, 3), 3)
    results: NDArray[np.uint8] = pair_results(hands, *play_arguments(spot, lineup))
    return results


def _exact(
    spot: Spot, lineup: Lineup, effort: Effort, row_seat: int | None, slot: int = -1
) -> Counts:
    seats = [seat for seat in range(spot.players) if spot.needs[seat] > 0]
    if len(seats) > 3 or len(spot.decks) > 1:
        raise InputError(
            "exact", "options", "deals or precision: too much is unknown to be counted"
        )
    seats = [-1] * (3 - len(seats)) + seats
    if seats[2] == -1:  # nothing is unknown: one deal, of a seat that needs no card
        seats[2] = 0
    counts = spot.counts
    drawn = [hand_classes(counts, 0 if seat < 0 else int(spot.needs[seat])) for seat in seats]
    held = [
        hands if seat < 0 else together(hands, int(spot.fixed[seat]))
        for seat, hands in zip(seats, drawn, strict=True)
    ]
    by_order = row_seat != k.FIRST_TRICK and _counted_at_random(spot, lineup, slot)
    tally = _tally(spot) if by_order else _NO_TALLY
    kinds, knows, firsts, seconds = play_arguments(spot, lineup)[1:]
    args = (
        counts,
        *drawn,
        *held,
        np.array(seats),
        -1 if row_seat is None else row_seat,
        _row_count(spot, row_seat),
        spot.fixed,
        spot.start,
        np.where(kinds == k.RANDOM, k.SCRIPTED, kinds),
        knows,
        firsts,
        seconds,
        scripts(spot, lineup),
        tally,
        np.array([slot]),
    )
    run = run_blocks(
        enumerate_hands,
        args,
        first=0,
        last=len(drawn[0]) * len(drawn[1]),
        block=_EXACT_BLOCK,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.interrupted or run.done == 0:  # the first part of all hands is no sample of them
        raise KeyboardInterrupt
    sums = run.sums[:, 0, :]
    return Counts(sums, "exact", int(sums.sum()), None, Z95, spot.always_won)


def _sampled(run: Run, sums: Ints, spot: Spot, effort: Effort) -> Counts:
    seed, z = effort.seed, effort.z
    return Counts(sums, "monte_carlo", run.done, seed, z, spot.always_won, run.interrupted)


def play_arguments(spot: Spot, lineup: Lineup) -> tuple[Any, ...]:
    """Return state, policies, who knows his partner's cards, and tables."""
    lineup.verify_unmixed("where hands go on to be sampled")
    knows = np.zeros(spot.players, np.int64)
    if spot.players == 4 and lineup.uses_partner:
        for seat in range(4):
            shown = spot.needs[seat] == 0 and spot.needs[seat ^ 2] == 0
            knows[seat] = lineup.signals or shown
    return spot.start, lineup.kinds, knows, lineup.firsts, lineup.seconds


def _row_count(spot: Spot, row_seat: int | None) -> int:
    if row_seat is None:
        return 1
    return 3 if row_seat == k.FIRST_TRICK else rows_of_size(spot.size(row_seat))


def _half_width(won: int, deals: int, z: float) -> float:
    share = won / deals
    return z * math.sqrt(share * (1 - share) / deals)


def _is_worth_proving(
    run: Run, won: int, spot: Spot, lineup: Lineup, effort: Effort, slots: int = 1
) -> bool:
    """Say whether it is worth counting if a unanimous sample means all deals or nearly all."""
    if won not in (0, run.done) or run.interrupted:
        return False
    if not _unlimited(effort) or len(spot.decks) != 1:
        return False
    return plays_to_enumerate(spot, lineup, slots) <= PROOF_BOUND


def _unlimited(effort: Effort) -> bool:
    return effort.deals is None and effort.precision is None


def _is_small(spot: Spot, lineup: Lineup, slots: int = 1) -> bool:
    return len(spot.decks) == 1 and plays_to_enumerate(spot, lineup, slots) <= EXACT_BOUND


def _unknown_sizes(spot: Spot) -> list[int]:
    return [int(need) for need in spot.needs if need > 0]


def _counted_at_random(spot: Spot, lineup: Lineup, slot: int = -1) -> bool:
    """Say whether all play at random from the start of a trick that leaves a choice."""
    all_random = len(lineup.random_seats) == spot.players
    # In a stand-in a partner's card may lie there although neither player has laid one.
    untouched = spot.start[k.LAID] == 0 and spot.start[k.BEST] < 0
    return bool(all_random and slot < 0 and untouched and spot.start[k.TRICK] < 2)


def _tally(spot: Spot) -> NDArray[np.uint8]:
    trick, first, ends = (int(spot.start[at]) for at in (k.TRICK, k.FIRST_RESULT, k.ALL_TIED))
    return _tally_of(trick, first if trick else k.TIED, ends)


@lru_cache(maxsize=16)
def _tally_of(trick: int, first_result: int, all_tied: int) -> NDArray[np.uint8]:
    """Return the tally of a state; only these three parts of it matter."""
    start = np.zeros(k.START_SIZE, np.int64)
    start[[k.TRICK, k.FIRST_RESULT, k.ALL_TIED]] = trick, first_result, all_tied
    hands = hand_classes(np.full(k.POWERS + 1, 3), 3 - trick)
    tally: NDArray[np.uint8] = random_tally(start, hands)
    return tally


def scripts(spot: Spot, lineup: Lineup) -> NDArray[np.uint64]:
    """Return every sequence of choices that the random seats may come to."""
    options = []
    for seat in lineup.random_seats:
        for size in range(2, spot.size(seat) + 1):
            shift = 2 * k.choice_number(seat, size)
            options.append([slot << shift for slot in range(size)])
    return np.array([sum(choice) for choice in itertools.product(*options)], np.uint64)
