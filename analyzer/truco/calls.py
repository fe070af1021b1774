"""Hands with calls, sampled: who calls on what, who accepts, what the hand is worth.

Ranking is an approximation made for speed: a player's holding is compared with
all holdings in the two-player stand-in of his state, where cards that were
played in *earlier tricks* still count as possible. Only the samples made here
rest on it; a question about one hand removes every card that was seen.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import available_cores, run_blocks, run_until
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.calls import STEPS, sample_calls
from analyzer.truco.kernels.quantiles import QUANTILES, STATES, Quantiles, rank_holdings
from analyzer.truco.odds import play_arguments, scripts
from analyzer.truco.policies import Lineup
from analyzer.truco.profiles import Profile
from analyzer.truco.spot import Ints, Spot, hand_classes, rows_of_size

_BLOCK = 1 << 14
_STATES_A_TASK = 8
_TRICKS = 3
_COPIES = 3  # of each power, so that every hand of three can be made up


@dataclass(frozen=True, kw_only=True)
class Talk:
    """Where the calls of a hand stand.

    Attributes
    ----------
    steps
        Rungs of the ladder.
    step
        The rung the hand is worth now.
    right
        The side that may call, ``None`` for both.
    had
        For each side whether it has had its chance to call in this trick; a side
        with a card on the table always has.
    caps
        For each side the rung from which winning the hand wins it the match: it
        calls no more. By default the highest.
    """

    steps: int
    step: int = 0
    right: int | None = None
    had: tuple[bool, bool] = (False, False)
    caps: tuple[int, int] | None = None

    def to_array(self, spot: Spot) -> Ints:
        """Return the form that the kernel takes."""
        right = k.TIED if self.right is None else self.right
        laid = {(spot.turn - 1 - back) & 1 for back in range(int(spot.start[k.LAID]))}
        had = [self.had[side] or side in laid for side in (0, 1)]
        top = self.steps - 1
        caps = [min(cap, top) for cap in self.caps or (top, top)]
        return np.array([self.steps, self.step, right, *had, *caps], np.int64)


@dataclass(frozen=True, eq=False)
class CallCounts:
    """How often a hand with calls ended how.

    Attributes
    ----------
    won
        Hands won by each side on each rung of the ladder; int64, shape
        (rows, 2, steps). Rows are the hands of the seat told apart.
    undecided
        Hands that nobody won; int64, shape (rows,).
    called, refused
        Hands with a call, and hands that ended because one was not accepted;
        int64, shape (rows,).
    deals, seed
        How many hands were sampled, and from which seed.
    z
        Standard errors in an interval.
    interrupted
        Whether somebody stopped the work.
    """

    won: Ints
    undecided: Ints
    called: Ints
    refused: Ints
    deals: int
    seed: int
    z: float
    interrupted: bool = False

    def points(self, ladder: Sequence[int], side: int) -> Estimate:
        """Return the mean points of a side less those of the other, over all rows."""
        stakes = np.array(ladder, dtype=np.int64)
        won = self.won.sum(axis=0)
        total = int(stakes @ (won[side] - won[1 - side]))
        squares = int(stakes**2 @ won.sum(axis=0))
        return Estimate.mean(total, squares, self.deals, self.z)

    def by_stake(self, ladder: Sequence[int], side: int) -> dict[str, int]:
        """Return how many hands a side has won at each stake, over all rows."""
        won = self.won[:, side].sum(axis=0)
        return {str(stake): int(n) for stake, n in zip(ladder, won, strict=True)}


def bluff_share(profile: Profile) -> float:
    """Return the share that bluffs in one trick, so that in three it is the profile's."""
    return float(-math.expm1(math.log1p(-profile.bluffs) / _TRICKS)) if profile.bluffs < 1 else 1.0


def thresholds(profile: Profile, levels: int) -> NDArray[np.float64]:
    """Return below which quantiles a player raises again, and accepts.

    Answers alternate. The first is given by the called side, of which nothing is known: its
    range is everything. The second is given by the caller, whose range is what he
    calls with in one trick, bluffs in part. Each later one is given by the part
    that has raised before.

    Parameters
    ----------
    profile
        The player's, who is the called one in even levels, the caller in odd ones.
    levels
        Answers that can follow each other.

    Returns
    -------
    ndarray
        Shape (levels, 2): raises below the first, else accepts below the second.
    """
    table = np.zeros((levels, 2))
    rest = bluff_share(profile)
    callers = profile.calls + rest * (1 - profile.calls)
    for level in range(levels):
        mass = profile.reraise ** (level // 2)
        for kind, share in enumerate((profile.reraise, profile.accept)):
            part = mass * share
            if level % 2 == 1:
                part = _quantile_of_mass(part * callers, profile.calls, rest)
            table[level, kind] = part
    return table


def holding_quantiles(
    fresh: Spot, lineup: Lineup, players: int, threads: int | None = None
) -> Quantiles:
    """Return how good every holding is in every state, as shares of all holdings.

    Computed once in a process for the same deck, rules and policies.

    Parameters
    ----------
    fresh
        A hand of two players just dealt; one table is made for each of its decks.
    lineup
        How the two play, by side.
    players
        Of the game that the two stand for.
    threads
        Local threads; all cores by default.

    Returns
    -------
    ndarray
        float32, shape (decks, QUANTILES, 2); see ``analyzer.truco.kernels.quantiles``.

    Raises
    ------
    PolicyError
        For open play: calls need cards that the others do not see.
    """
    _verify_closed(lineup)
    lineup.verify_unmixed("where calls go on")
    parts = (fresh.decks, fresh.start, lineup.kinds, lineup.firsts, lineup.seconds)
    digest = hashlib.sha256(bytes([players]))
    for part in parts:
        digest.update(str(part.shape).encode() + np.ascontiguousarray(part).tobytes())
    return _quantiles(_Request(digest.hexdigest(), fresh, lineup, players, threads))


def call_counts(
    spot: Spot,
    lineup: Lineup,
    quantiles: Quantiles,
    profiles: Sequence[Profile],
    talk: Talk,
    effort: Effort,
    *,
    side: int = 0,
    row_seat: int | None = None,
) -> CallCounts:
    """Return how hands in progress end when both sides call.

    Parameters
    ----------
    spot, lineup
        The hands, and how their cards are played.
    quantiles
        From `holding_quantiles`, for the whole decks of the spot's.
    profiles
        How side 0 and side 1 call and answer.
    talk
        Where the calls stand at the start.
    effort
        How many deals; such hands are never enumerated.
    side
        The side whose chance to win decides when a sample is precise enough.
    row_seat
        A seat whose hands are told apart.

    Raises
    ------
    InputError
        When an exact answer is asked for.
    PolicyError
        For open play.
    """
    if effort.exact:
        raise InputError("exact", "options", "deals or precision: hands with calls are sampled")
    rows = 1 if row_seat is None else rows_of_size(spot.size(row_seat))
    seat = -1 if row_seat is None else row_seat

    def enough(sums: Ints, done: int) -> bool:
        share = sums[:, side * talk.steps : (side + 1) * talk.steps].sum() / done
        return bool(effort.z * math.sqrt(share * (1 - share) / done) <= effort.half_width)

    run = run_until(
        sample_calls,
        (
            *_dealing(spot, lineup, effort),
            seat,
            rows,
            talk.to_array(spot),
            *_calling(spot, quantiles, profiles, talk.steps),
        ),
        looks=effort.looks,
        enough=enough,
        block=_BLOCK,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.done == 0:
        raise KeyboardInterrupt
    won = run.sums[:, : 2 * talk.steps].reshape(rows, 2, talk.steps)
    undecided, called, refused = run.sums[:, 2 * talk.steps :].T
    origin = (run.done, effort.seed, effort.z, run.interrupted)
    return CallCounts(won, undecided, called, refused, *origin)


def batched_counts(
    spot: Spot,
    lineup: Lineup,
    quantiles: Quantiles,
    profiles: Sequence[Profile],
    talks: Sequence[Talk],
    batches: int,
    effort: Effort,
) -> Ints:
    """Return how hands end in which the calls stand one way or another, on common deals.

    Parameters
    ----------
    spot, lineup, quantiles, profiles
        As for `call_counts`.
    talks
        The ways in which the calls may stand; of one ladder.
    batches
        In how many parts of equal size to count, to tell errors by.
    effort
        ``deals`` are those of each way, a multiple of the batches.

    Returns
    -------
    ndarray
        int64, shape (talks, batches, 2 · steps + 1): won by side 0 on each
        rung, by side 1 on each rung, undecided.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work.
    """
    if effort.deals is None or effort.deals % batches:
        raise ValueError(f"{effort.deals} deals: a multiple of the {batches} batches")
    steps = talks[0].steps
    run = run_blocks(
        _sample_in_batches,
        (
            effort.deals,
            batches,
            np.array([talk.to_array(spot) for talk in talks]),
            _dealing(spot, lineup, effort),
            _calling(spot, quantiles, profiles, steps),
        ),
        first=0,
        last=len(talks) * effort.deals,
        block=_BLOCK,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )
    if run.interrupted:
        raise KeyboardInterrupt
    return run.sums[:, :, : 2 * steps + 1]


def _sample_in_batches(
    first: int,
    last: int,
    deals: int,
    batches: int,
    talks: Ints,
    dealing: tuple[object, ...],
    calling: tuple[object, ...],
) -> Ints:
    """Count hands of all ways and batches, numbered through, as a block kernel does."""
    kernel: Callable[..., Ints] = sample_calls
    size = deals // batches
    sums = np.zeros((len(talks), batches, 2 * int(talks[0, STEPS]) + 3), np.int64)
    while first < last:
        way, begin = divmod(first, deals)
        end = min(last - first, size - begin % size) + begin
        sums[way, begin // size] += kernel(begin, end, *dealing, -1, 1, talks[way], *calling)[0]
        first += end - begin
    return sums


def _dealing(spot: Spot, lineup: Lineup, effort: Effort) -> tuple[object, ...]:
    """Return the kernel's arguments that say what is dealt and how the cards are played."""
    _verify_closed(lineup)
    cards = (spot.decks, spot.needs, spot.fixed)
    return np.uint64(effort.seed), *cards, *play_arguments(spot, lineup)


def _calling(
    spot: Spot, quantiles: Quantiles, profiles: Sequence[Profile], steps: int
) -> tuple[object, ...]:
    """Return the kernel's arguments that say on what the sides call and answer."""
    if len(quantiles) != len(spot.decks):
        raise ValueError(f"{len(quantiles)} tables of quantiles for {len(spot.decks)} decks")
    return (
        quantiles,
        np.array([profile.calls for profile in profiles], np.float64),
        np.array([bluff_share(profile) for profile in profiles], np.float64),
        np.array([thresholds(profile, steps - 1) for profile in profiles]),
    )


def _quantile_of_mass(mass: float, calls: float, rest: float) -> float:
    """Return up to which quantile a caller's range has a mass.

    Its density is 1 up to ``calls``, ``rest`` above.
    """
    if mass < calls:
        return mass
    return calls + (mass - calls) / rest if rest > 0 else 1.0


def _verify_closed(lineup: Lineup) -> None:
    if lineup.all_open:
        raise PolicyError("open", "play", "closed cards: with open ones nobody has to call")


@dataclass(frozen=True)
class _Request:
    """What a table is made from; equal digests are equal requests."""

    digest: str
    fresh: Spot = field(compare=False)
    lineup: Lineup = field(compare=False)
    players: int = field(compare=False)
    threads: int | None = field(compare=False)


@lru_cache(maxsize=8)
def _quantiles(request: _Request) -> Quantiles:
    fresh, lineup = request.fresh, request.lineup
    table = np.zeros((len(fresh.decks), QUANTILES, 2), np.float32)
    table[:, :, 1] = 1  # holdings that do not exist, or nothing left to hold
    kinds = np.where(lineup.kinds == k.RANDOM, k.SCRIPTED, lineup.kinds)
    choices = scripts(fresh, lineup)
    if len(lineup.random_seats) == 2:  # counted, not played
        choices = choices[:0]
    is_greedy = bool((kinds == k.GREEDY).all())
    play = (None, None, None) if is_greedy else (kinds, lineup.firsts, lineup.seconds)
    hands = [hand_classes(np.full(k.POWERS + 1, _COPIES), size) for size in range(4)]
    args = (fresh.decks, fresh.start, request.players, *play, choices, *hands, table)
    units = len(fresh.decks) * STATES
    rank_holdings(0, 0, *args)  # compiles here, not in all threads at once
    with ThreadPoolExecutor(request.threads or available_cores()) as pool:
        list(
            pool.map(
                lambda begin: rank_holdings(begin, begin + _STATES_A_TASK, *args),
                range(0, units, _STATES_A_TASK),
            )
        )
    table.flags.writeable = False
    return table
