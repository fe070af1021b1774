"""Policy tables learned by self-play.

A round deals many hands, tries every card at every decision of a learner, and
turns the averages into the next table. The learner meets himself, the table he
started from and tables of former rounds, so that he does not become the answer
to one opponent alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import Progress, run_blocks
from analyzer.core.effort import verify_whole
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.learn import learn_values
from analyzer.truco.policies import PolicyTable
from analyzer.truco.spot import Spot

Ints = NDArray[np.int64]

_BLOCK = 1 << 17
"""Every block brings sums of some megabytes, so blocks are large."""


@dataclass(frozen=True, kw_only=True)
class Course:
    """How much is learned, and from whom.

    Parameters
    ----------
    rounds
        Number of tables made, each from the one before.
    deals
        Deals of the first round; the n-th round has n times as many, because
        late differences are small.
    itself, others
        The learner meets himself ``itself`` times as often as any one of so
        many ``others``: the first table and the latest of former rounds.
    explore
        Permille of his decisions in which a learner goes on with a random card;
        fades out over the rounds.
    tremble
        Permille of everybody else's decisions that are random.
    tries, clear
        A choice is changed when its cards were tried so often and the gain, in
        half wins, is so many times the root of the number of tries.
    """

    rounds: int = 7
    deals: int = 1_000_000
    itself: int = 8
    others: int = 4
    explore: int = 250
    tremble: int = 20
    tries: int = 30
    clear: float = 0.3

    def __post_init__(self) -> None:
        verify_whole(self.rounds, "rounds", 1, 1000)
        verify_whole(self.deals, "deals", 1, 10**10)
        verify_whole(self.itself, "itself", 1, 1000)
        verify_whole(self.others, "others", 1, 100)
        verify_whole(self.explore, "explore", 0, 1000)
        verify_whole(self.tremble, "tremble", 0, 1000)
        verify_whole(self.tries, "tries", 1, 10**9)

    @property
    def total(self) -> int:
        """Deals of all rounds together."""
        return self.deals * self.rounds * (self.rounds + 1) // 2

    def explore_in(self, number: int) -> int:
        """Return how often a learner plays at random in a round, counted from 0."""
        return self.explore * (self.rounds - number) // self.rounds


def learn(
    spot: Spot,
    prior: PolicyTable,
    course: Course,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[PolicyTable]:
    """Yield the table of every round; the same for any number of threads.

    Parameters
    ----------
    spot
        A hand just dealt, nothing known but the decks.
    prior
        The table to start from; it decides where too little was seen.
    course, seed
        They and the prior determine every table.
    threads, progress
        See ``analyzer.core.blocks``; every round is a run of its own.

    Raises
    ------
    KeyboardInterrupt
        When a round was stopped: half a round makes no table.
    """
    tables = [prior]
    sums: Ints | None = None
    dealt = 0
    for number in range(course.rounds):
        deals = course.deals * (number + 1)
        rows = [tables[-1], tables[0], *tables[1:-1][::-1][: course.others - 1]]
        run = run_blocks(
            learn_values,
            _arguments(spot, rows, course, number, seed),
            first=dealt,
            last=dealt + deals,
            block=_BLOCK,
            threads=threads,
            progress=progress,
        )
        if run.interrupted:
            raise KeyboardInterrupt
        dealt += deals
        # What former tables taught counts half as much with every round.
        sums = run.sums if sums is None else sums // 2 + run.sums
        tables.append(improved(tables[-1], sums, course, spot.players))
        yield tables[-1]


def improved(table: PolicyTable, sums: Ints, course: Course, players: int) -> PolicyTable:
    """Return the table with every choice changed where another is clearly better.

    Parameters
    ----------
    table
        The choices so far.
    sums
        What ``learn_values`` counted.
    course
        Its ``tries`` and ``clear`` say what is clear.
    players
        Who plays last wastes more cards than others.
    """
    size = table.first.size * 6
    first = sums[:size].reshape(*table.first.shape, 3, 2)
    second = sums[size:].reshape(*table.second.shape, 2, 2)
    return PolicyTable(
        _improved_slots(table.first, first, wasted(3, players), course),
        _improved_slots(table.second, second, wasted(2, players), course),
    )


@cache
def wasted(size: int, players: int) -> NDArray[np.bool_]:
    """Return which cards a lower one would do for, so that nobody should play them.

    Below the strongest card on the table only the lowest makes sense; for the
    last to play also among those that beat it.

    Parameters
    ----------
    size
        Cards in a hand, 3 or 2.
    players
        Number of players.

    Returns
    -------
    ndarray
        Shape (contexts, hands, slots).
    """
    hands = np.zeros(((k.TRIPLES, k.PAIRS)[3 - size], size), np.int64)
    for hand in combinations_with_replacement(range(k.POWERS, 0, -1), size):
        hands[k.hand_index(sum(power << 8 * slot for slot, power in enumerate(hand)))] = hand
    lower = hands[:, None, :] < hands[:, :, None]
    result = np.zeros((k.CONTEXTS, *hands.shape), np.bool_)
    for laid, best, holder in product(range(1, players), range(k.POWERS + 1), range(3)):
        ducks, beats = hands < best, hands > best
        alike = ducks[:, None, :] & ducks[:, :, None]
        if laid == players - 1:
            alike |= beats[:, None, :] & beats[:, :, None]
        result[k.context(laid, best, holder, 0)] = (lower & alike).any(axis=-1)
    return result


def _arguments(
    spot: Spot, rows: list[PolicyTable], course: Course, number: int, seed: int
) -> tuple[object, ...]:
    opponents = [0] * course.itself + list(range(1, len(rows)))
    return (
        np.uint64(seed),
        spot.decks,
        spot.needs,
        spot.start,
        np.array(opponents, np.int64),
        np.stack([table.first for table in rows]),
        np.stack([table.second for table in rows]),
        course.explore_in(number),
        course.tremble,
    )


def _improved_slots(
    slots: NDArray[np.uint8], sums: Ints, waste: NDArray[np.bool_], course: Course
) -> NDArray[np.uint8]:
    tries = sums[..., 0]
    # Equal cards are tried once, as the first of them; the others are never better.
    is_open = (tries > 0) & ~waste
    means = np.where(is_open, sums[..., 1] / np.maximum(tries, 1), -1.0)
    kept = np.take_along_axis(means, slots[..., None].astype(np.int64), -1)[..., 0]
    most = tries.max(axis=-1)
    gain = means.max(axis=-1) - kept
    is_clear = (most >= course.tries) & (gain * np.sqrt(most) > course.clear)
    return np.where(is_clear, means.argmax(axis=-1), slots).astype(np.uint8)
