"""The second trick, in a strip of first tricks that went the same way."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.core.jit import kernel
from analyzer.paulista.solver.kernels.chain import (
    ACTOR,
    END_VALUE,
    FOLD,
    RAN_VALUE,
    RESPONDER,
    asks_of,
    come_back,
    go_down,
    right_after,
)
from analyzer.paulista.solver.kernels.fits import (
    fold_one,
    fold_one_to_pair,
    fold_pair_to_one,
    fold_pairs,
    pair_ways,
    part_pairs,
    product,
)
from analyzer.paulista.solver.kernels.ops import (
    LANES,
    ONE,
    ROW,
    ZERO,
    Cards,
    Work,
    add,
    copy,
    fill,
    normalise,
    settle2,
)
from analyzer.paulista.solver.kernels.third import lead as lead_third

LEAD: Any = np.int64(3)  # levels: the leader of the second trick is to play,
REPLY: Any = np.int64(4)  # and the other

# Places in Work.base beside the levels: cards left, ways of the public cards, ways of
# pairs, plans, reaches and values by the card played.
LEFT = 7  # three of each: before the second trick, after its lead, after its reply
WEIGHT = 10
WAYS = 13  # two of each: for the leader, for the other
PLAN = 15
PARTS = 17
PART_VALUES = 19
MASS = 21
SPARE = 22


@kernel
def lead(
    w: Work, c: Cards, at: int, strip: int, stake: int, right: int, own: int, other: int
) -> tuple[int, int]:
    """Walk the second trick and what follows.

    Parameters
    ----------
    at
        Where its decisions lie in the arrays of regrets and sums.
    strip
        Which first tricks.
    stake, right
        The rung of the ladder and who may call.
    own, other
        The reach of who leads and of who follows.

    Returns
    -------
    next, values : int
        Where the next decision lies, and where the walker's values are.
    """
    base, size = w.bases[LEAD], w.sizes[LEAD]
    _lay_out(w, c, strip)
    leader = c.kinds[strip, 0]
    walks = leader == w.walker
    rows = c.pairs.shape[0]
    asks = asks_of(stake, right, leader, w.top)
    at = go_down(w, LEAD, at, asks, walks, rows, rows, own, other)
    for j in range(1, asks + 1):
        caller_walks = (j % 2 == 1) == walks
        fold_pairs(
            w.memory,
            base + (RAN_VALUE + j) * size,
            w.refs[LEAD, FOLD, j],
            w.bases[WAYS],
            w.bases[LEFT],
            c.pairs,
            w.pay[0 if caller_walks else 1, stake + j - 1],
            w.numbers,
            w.bases[SPARE],
        )
    for k in range(asks + 1):
        then = right_after(right, leader, k)
        out = base + (END_VALUE + k) * size
        a, b = w.refs[LEAD, ACTOR, k], w.refs[LEAD, RESPONDER, k]
        at = _play_lead(w, c, at, strip, stake + k, then, a, b, out)
    return at, come_back(w, LEAD, asks, walks, rows)


@kernel(inline="always")
def _lay_out(w: Work, c: Cards, strip: int) -> None:
    """Copy the counts of a strip into the working memory."""
    left, weight = w.bases[LEFT], w.bases[WEIGHT]
    for x in range(w.classes):
        for i in range(LANES):
            w.memory[left + x * LANES + i] = c.left[strip, x, i]
    for i in range(LANES):
        w.memory[weight + i] = c.weight[strip, i]
    pair_ways(w.memory, w.bases[WAYS], left, weight, c.pairs, w.numbers[ONE])


@kernel
def _take(memory: Any, left: int, weight: int, card: int, rows: int, n: Any, out: int) -> None:
    """Write cards left and ways of the public cards after one more was played.

    The rows of the cards left after it follow the present ones, those of the
    ways likewise; ``out`` is the place of the latter.
    """
    zero, one = n[ZERO], n[ONE]
    to, u, m = np.uint64(out), np.uint64(weight), np.uint64(left + card * LANES)
    for i in range(ROW):
        memory[to + i] = memory[u + i] * memory[m + i]
    later = left + rows * LANES
    copy(memory, later, left, rows)
    at = np.uint64(later + card * LANES)
    for i in range(ROW):
        memory[at + i] = max(memory[at + i] - one, zero)


@kernel(inline="always")
def _play_lead(
    w: Work, c: Cards, at: int, strip: int, stake: int, right: int, own: int, other: int, out: int
) -> int:
    """Walk all cards that can be led."""
    memory, classes, rows = w.memory, w.classes, c.pairs.shape[0]
    walks = c.kinds[strip, 0] == w.walker
    plan, parts, values = w.bases[PLAN], w.bases[PARTS], w.bases[PART_VALUES]
    block = classes * LANES
    place = at
    normalise(w.read, at, rows, 2, memory, plan, w.numbers)
    at += 2 * rows * LANES
    part_pairs(memory, parts, own, plan, c.pairs)
    if not walks:
        fill(memory, out, rows, w.numbers[ZERO])
    left, weight = w.bases[LEFT], w.bases[WEIGHT]
    for card in range(classes):
        _take(memory, left, weight, card, classes, w.numbers, weight + LANES)
        pair_ways(memory, w.bases[WAYS + 1], left + block, weight + LANES, c.pairs, w.numbers[ONE])
        at, found = _reply(w, c, at, strip, card, stake, right, parts + card * block, other)
        if walks:
            copy(memory, values + card * block, found, classes)
        else:
            add(memory, out, found, rows)
    if walks:
        _settle_pairs(w, c, place, plan, own, values, out)
    return at


@kernel(inline="always")
def _reply(
    w: Work,
    c: Cards,
    at: int,
    strip: int,
    card: int,
    stake: int,
    right: int,
    lead_reach: int,
    own: int,
) -> tuple[int, int]:
    """Walk the turn of the player who follows in the second trick."""
    base, size = w.bases[REPLY], w.sizes[REPLY]
    memory, classes, rows = w.memory, w.classes, c.pairs.shape[0]
    seat = 1 - c.kinds[strip, 0]
    walks = seat == w.walker
    asks = asks_of(stake, right, seat, w.top)
    at = go_down(w, REPLY, at, asks, walks, rows, classes, own, lead_reach)
    left, ways, spare = w.bases[LEFT] + classes * LANES, w.bases[WAYS + 1], w.bases[SPARE]
    for j in range(1, asks + 1):
        caller_walks = (j % 2 == 1) == walks
        pay = w.pay[0 if caller_walks else 1, stake + j - 1]
        out, other = base + (RAN_VALUE + j) * size, w.refs[REPLY, FOLD, j]
        if walks:
            fold_pair_to_one(memory, out, other, ways, left, c.pairs, pay, w.numbers, spare)
        else:
            fold_one_to_pair(memory, out, other, ways, left, c.pairs, pay, w.numbers, spare)
    for k in range(asks + 1):
        then = right_after(right, seat, k)
        out = base + (END_VALUE + k) * size
        a, b = w.refs[REPLY, ACTOR, k], w.refs[REPLY, RESPONDER, k]
        at = _play_reply(w, c, at, strip, card, stake + k, then, b, a, out)
    return at, come_back(w, REPLY, asks, walks, rows if walks else classes)


@kernel(inline="always")
def _play_reply(
    w: Work,
    c: Cards,
    at: int,
    strip: int,
    led: int,
    stake: int,
    right: int,
    lead_reach: int,
    own: int,
    out: int,
) -> int:
    """Walk all cards that can be played to the one that was led."""
    memory, classes, rows, n = w.memory, w.classes, c.pairs.shape[0], w.numbers
    block = classes * LANES
    leader, tied = c.kinds[strip, 0], c.kinds[strip, 1]
    walks = leader != w.walker
    plan, parts, values = w.bases[PLAN + 1], w.bases[PARTS + 1], w.bases[PART_VALUES + 1]
    place = at
    normalise(w.read, at, rows, 2, memory, plan, n)
    at += 2 * rows * LANES
    part_pairs(memory, parts, own, plan, c.pairs)
    if not walks:
        fill(memory, out, classes, n[ZERO])
    left, weight = w.bases[LEFT] + block, w.bases[WEIGHT] + LANES
    mass, spare = w.bases[MASS], w.bases[SPARE]
    for card in range(classes):
        _take(memory, left, weight, card, classes, n, weight + LANES)
        kept = parts + card * block
        _weigh(memory, mass, lead_reach if walks else kept, left + block, weight + LANES, classes)
        goes_on = card == led if tied else card > led
        if goes_on:
            mine = kept if walks else lead_reach
            third_leader = leader if tied else 1 - leader
            leads = third_leader == w.walker
            a, b = (mine, mass) if leads else (mass, mine)
            at, found = lead_third(w, at, stake, right, third_leader, left + block, a, b, spare)
        else:
            winner = 1 - leader if card > led else leader
            pay = w.pay[0 if winner == w.walker else 1, stake]
            found = w.bases[MASS] + block
            fold_one(memory, found, mass, left + block, classes, pay, spare)
        if walks:
            copy(memory, values + card * block, found, classes)
        else:
            add(memory, out, found, classes)
    if walks:
        _settle_pairs(w, c, place, plan, own, values, out)
    return at


@kernel
def _weigh(memory: Any, out: int, reach: int, left: int, weight: int, rows: int) -> None:
    """Write a reach of single cards times the ways of the cards left and of the public ones."""
    for x in range(rows):
        at = x * LANES
        product(memory, out + at, weight, left + at, reach + at)


@kernel
def _settle_pairs(
    w: Work, c: Cards, place: int, plan: int, reach: int, values: int, out: int
) -> None:
    """Settle which card of a pair is played; values are by the card played, then kept."""
    classes = w.classes
    for row in range(c.pairs.shape[0]):
        x, y = c.pairs[row, 0], c.pairs[row, 1]
        settle2(
            w.mode,
            w.regrets,
            w.sums,
            place + 2 * row * LANES,
            1,
            w.memory,
            plan + 2 * row * LANES,
            reach + row * LANES,
            values + (x * classes + y) * LANES,
            values + (y * classes + x) * LANES,
            out + row * LANES,
            w.numbers,
        )
