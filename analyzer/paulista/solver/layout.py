"""Where each decision lies in the arrays of regrets and sums.

The kernels walk the tree and lay its decisions one after the other; here the
same order is written down once more, to find a decision without the walk. All
lengths are in rows of lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from analyzer.paulista.solver.game import DEALER, MAO
from analyzer.paulista.solver.kernels.chain import asks_of, right_after
from analyzer.paulista.solver.kernels.ops import LANES


@dataclass(frozen=True)
class Layout:
    """The lengths of all parts of the tree of a game.

    Parameters
    ----------
    classes
        How many classes of cards there are.
    rungs
        How many stakes there are.
    strips
        For each strip of first tricks who leads the second, and whether it was tied.
    """

    classes: int
    rungs: int
    strips: tuple[tuple[int, int], ...]

    @property
    def pairs(self) -> int:
        """Number of hands of two cards."""
        return self.classes * (self.classes + 1) // 2

    @property
    def triples(self) -> int:
        """Number of hands of three cards."""
        return self.pairs * (self.classes + 2) // 3

    def length(self) -> int:
        """Return how long the arrays are, in numbers."""
        return LANES * self.first()

    def asks(self, stake: int, right: int, seat: int) -> int:
        """Return how many calls can follow each other at a turn of a seat."""
        return asks_of(stake, right, seat, self.rungs - 1)

    def first(self) -> int:
        """Return the length of the whole tree."""
        asks = self.asks(0, -1, MAO)
        ends = (self.play_first(k, right_after(-1, MAO, k)) for k in range(asks + 1))
        return chain_length(asks, self.triples, self.triples) + sum(ends)

    def play_first(self, stake: int, right: int) -> int:
        """Return the length from the mão's choice of a first card on."""
        asks = self.asks(stake, right, DEALER)
        ends = (self.play_answer(stake + k, right_after(right, DEALER, k)) for k in range(asks + 1))
        return 3 * self.triples + chain_length(asks, self.triples, self.pairs) + sum(ends)

    def play_answer(self, stake: int, right: int) -> int:
        """Return the length from the dealer's choice of a first card on."""
        return 3 * self.triples + sum(
            self.second(stake, right, leader, tied) for leader, tied in self.strips
        )

    def second(self, stake: int, right: int, leader: int, tied: int) -> int:
        """Return the length from the second trick on, in one strip."""
        return _second(self, stake, right, leader, tied)

    def play_lead(self, stake: int, right: int, leader: int, tied: int) -> int:
        """Return the length from the choice of the second trick's lead on."""
        return 2 * self.pairs + sum(
            self.reply(stake, right, leader, tied, card) for card in range(self.classes)
        )

    def reply(self, stake: int, right: int, leader: int, tied: int, led: int) -> int:
        """Return the length from the turn after the second trick's lead on."""
        seat = 1 - leader
        asks = self.asks(stake, right, seat)
        ends = (
            self.play_reply(stake + k, right_after(right, seat, k), leader, tied, led)
            for k in range(asks + 1)
        )
        return chain_length(asks, self.pairs, self.classes) + sum(ends)

    def play_reply(self, stake: int, right: int, leader: int, tied: int, led: int) -> int:
        """Return the length from the choice of the second trick's reply on."""
        going_on = 1 if tied else self.classes - 1 - led
        third = self.third(stake, right, leader if tied else 1 - leader)
        return 2 * self.pairs + going_on * third

    def third(self, stake: int, right: int, leader: int) -> int:
        """Return the length of the third trick."""
        asks = self.asks(stake, right, leader)
        length = chain_length(asks, self.classes, self.classes)
        for k in range(asks + 1):
            may = self.asks(stake + k, right_after(right, leader, k), 1 - leader)
            length += reply_length(may, self.classes)
        return length


@cache
def _second(layout: Layout, stake: int, right: int, leader: int, tied: int) -> int:
    asks = layout.asks(stake, right, leader)
    ends = (
        layout.play_lead(stake + k, right_after(right, leader, k), leader, tied)
        for k in range(asks + 1)
    )
    return chain_length(asks, layout.pairs, layout.pairs) + sum(ends)


def chain_length(asks: int, actor_rows: int, responder_rows: int, calls: int | None = None) -> int:
    """Return the length of the decisions in a chain of calls.

    Parameters
    ----------
    asks
        How many calls can follow each other.
    actor_rows, responder_rows
        How many things the player to play a card and the other may hold.
    calls
        Only the decisions before that many calls were made; all unless given.
    """
    if asks == 0:
        return 0
    length = 0
    for j in range(asks + 1 if calls is None else calls):
        rows = actor_rows if j % 2 == 0 else responder_rows
        length += rows * (3 if 0 < j < asks else 2)
    return length


def reply_length(asks: int, classes: int, calls: int | None = None) -> int:
    """Return the length of the calls after the third trick's lead; see `chain_length`.

    At the top of the ladder there is nothing left to decide for the follower.
    """
    turns = range(asks + 1 if calls is None else calls) if asks else ()
    choices = (2 * (j < asks) if j % 2 == 0 else 3 - (j == asks) for j in turns)
    return classes * sum(choices)
