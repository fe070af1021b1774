"""The third trick, and calls before and in it.

Its leader loses unless his card is the higher one: a tie goes to the winner of
the first trick, who follows here, or after two ties to the dealer, who follows
too. Once the leader has shown his card the follower's hand is one of two kinds. If it
wins he calls and raises whenever he may; if not he passes or bluffs, and
runs or bluffs. Nothing else can be better, so nothing else is kept; who plays
by habit has a table of his own, see ``tabled``.
"""

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
from analyzer.paulista.solver.kernels.fits import add_product, fold_one
from analyzer.paulista.solver.kernels.ops import (
    COMPARE,
    LANES,
    ONE,
    RESPOND,
    ROW,
    ZERO,
    Work,
    add,
    choose,
    copy,
    fill,
    mix,
    normalise,
    scale,
    settle2,
    settle3,
)
from analyzer.paulista.solver.kernels.reply import (
    GONE,
    MASS,
    PLANS,
    REACH,
    REPLY,
    RUN,
    SPARE,
    STAY,
    STAYS,
    WINNER,
    WINNERS,
    WORTH,
    reply_actions,
)
from analyzer.paulista.solver.kernels.tabled import (
    tabled_reply_to_walker,
    tabled_walker_replies,
)

LEAD: Any = np.int64(5)
"""The level at which the leader of the third trick is to play."""


@kernel
def lead(
    w: Work,
    at: int,
    stake: int,
    right: int,
    leader: int,
    left: int,
    lead_reach: int,
    follow_reach: int,
    spare: int,
) -> tuple[int, int]:
    """Walk the third trick.

    Parameters
    ----------
    at
        Where its decisions lie in the arrays of regrets and sums.
    stake, right
        The rung of the ladder and who may call.
    leader
        The seat that leads the trick.
    left
        How many cards are left of each class.
    lead_reach, follow_reach
        The walker's reach as it is, the other's weighted with the cards left.
    spare
        A row to work in.

    Returns
    -------
    next, values : int
        Where the next decision lies, and where the walker's values are.
    """
    base, size = w.bases[LEAD], w.sizes[LEAD]
    rows = w.classes
    walks = leader == w.walker
    asks = asks_of(stake, right, leader, w.top)
    at = go_down(w, LEAD, at, asks, walks, rows, rows, lead_reach, follow_reach)
    for j in range(1, asks + 1):
        caller_walks = (j % 2 == 1) == walks
        pay = w.pay[0 if caller_walks else 1, stake + j - 1]
        out = base + (RAN_VALUE + j) * size
        fold_one(w.memory, out, w.refs[LEAD, FOLD, j], left, rows, pay, spare)
    for k in range(asks + 1):
        then = right_after(right, leader, k)
        may = asks_of(stake + k, then, 1 - leader, w.top)
        a, b = w.refs[LEAD, ACTOR, k], w.refs[LEAD, RESPONDER, k]
        out = base + (END_VALUE + k) * size
        if may > 0 and _is_tabled(w, 1 - leader):
            if walks:
                at = tabled_reply_to_walker(w, at, stake + k, k, may, left, b, out)
            else:
                at = tabled_walker_replies(w, at, stake + k, k, may, left, a, out)
        elif walks:
            at = _reply_to_walker(w, at, stake + k, may, left, a, b, out)
        else:
            at = _walker_replies(w, at, stake + k, may, left, a, b, out)
    return at, come_back(w, LEAD, asks, walks, rows)


@kernel
def _is_tabled(w: Work, seat: int) -> bool:
    """Return whether a seat goes by a table in this walk; who answers best does not."""
    answers = seat == w.walker and w.mode in (RESPOND, COMPARE)
    return bool(w.tabled >> seat & 1) and not answers


@kernel(inline="always")
def _reply_to_walker(
    w: Work, at: int, stake: int, asks: int, left: int, own: int, other: int, out: int
) -> int:
    """Walk the reply when the leader's values are wanted."""
    base, size = w.bases[REPLY], w.sizes[REPLY]
    memory, rows, n = w.memory, w.classes, w.numbers
    winners, mass = base + WINNERS * size, base + MASS * size
    _masses(memory, winners, mass, left, other, rows, base + SPARE * size, n)
    if asks == 0:
        mix(memory, out, mass, w.pay[0, stake], winners, w.pay[1, stake], rows)
        return at
    for j in range(asks + 1):
        plan, mass = base + (PLANS + 3 * j) * size, base + (MASS + j) * size
        later, gone = base + (MASS + j + 1) * size, base + (GONE + j) * size
        actions = reply_actions(j, asks)
        if actions == 0:
            break
        normalise(w.read, at, rows, actions, memory, plan, n)
        at += rows * actions * LANES
        if j % 2 == 1:
            w.refs[REPLY, 0, j] = own
            if j < asks:
                own = base + (REACH + j) * size
                choose(memory, own, w.refs[REPLY, 0, j], plan, rows, 3, 2)
                copy(memory, later, mass, rows)
        else:
            choose(memory, gone, mass, plan, rows, 2, 0)
            choose(memory, later, mass, plan, rows, 2, 1)
    place = at
    for j in range(asks, -1, -1):
        actions = reply_actions(j, asks)
        place -= rows * actions * LANES
        plan, mass = base + (PLANS + 3 * j) * size, base + (MASS + j) * size
        run, stay = base + (RUN + j) * size, base + (STAY + j) * size
        value, later = base + (WORTH + j) * size, base + (WORTH + j + 1) * size
        if j == 0:
            value = out
        if j % 2 == 0:
            gone = base + (GONE + j) * size if actions else mass
            stakes = stake + max(j - 1, 0)
            if actions:
                mix(memory, value, gone, w.pay[0, stakes], later, n[ONE], rows)
            else:  # at the top losing cards run and winning ones accept
                mix(memory, value, mass, w.pay[0, stakes], winners, w.pay[1, stake + j], rows)
            continue
        lost = w.pay[1, stake + j - 1]
        mix(memory, run, mass, lost, winners, lost, rows)
        mix(memory, stay, mass, w.pay[0, stake + j], winners, w.pay[1, stake + j], rows)
        reach = w.refs[REPLY, 0, j]
        if actions == 3:
            settle3(
                w.mode,
                w.regrets,
                w.sums,
                place,
                rows,
                memory,
                plan,
                reach,
                run,
                stay,
                later,
                value,
                n,
            )
        else:
            settle2(
                w.mode, w.regrets, w.sums, place, rows, memory, plan, reach, run, stay, value, n
            )
    return at


@kernel(inline="always")
def _walker_replies(
    w: Work, at: int, stake: int, asks: int, left: int, other: int, own: int, out: int
) -> int:
    """Walk the reply when the follower's values are wanted."""
    base, size = w.bases[REPLY], w.sizes[REPLY]
    memory, rows, n = w.memory, w.classes, w.numbers
    loser, winner = base + WORTH * size, base + WINNER * size
    if asks == 0:
        scale(memory, winner, other, w.pay[0, stake], rows)
        scale(memory, loser, other, w.pay[1, stake], rows)
        _gather(memory, out, winner, loser, left, rows, base + SPARE * size, n)
        return at
    reach = base + REACH * size
    _below(memory, reach, own, left, rows, n)
    for j in range(asks + 1):
        plan, mass = base + (PLANS + 3 * j) * size, base + (MASS + j) * size
        actions = reply_actions(j, asks)
        w.refs[REPLY, 0, j] = reach
        w.refs[REPLY, 1, j] = other
        if actions == 0:
            break
        normalise(w.read, at, rows, actions, memory, plan, n)
        at += rows * actions * LANES
        if j % 2 == 0:
            reach = base + (REACH + j + 1) * size
            choose(memory, reach, w.refs[REPLY, 0, j], plan, rows, 2, 1)
            continue
        choose(memory, base + (GONE + j) * size, other, plan, rows, actions, 0)
        choose(memory, base + (STAYS + j) * size, other, plan, rows, actions, 1)
        if j < asks:
            choose(memory, mass, other, plan, rows, 3, 2)
            other = mass
    place = at
    for j in range(asks, -1, -1):
        actions = reply_actions(j, asks)
        place -= rows * actions * LANES
        plan, run = base + (PLANS + 3 * j) * size, base + (RUN + j) * size
        value, later = base + (WORTH + j) * size, base + (WORTH + j + 1) * size
        winner = base + (WINNER + j) * size
        mass = w.refs[REPLY, 1, j]
        if j % 2 == 1:
            gone, stays = base + (GONE + j) * size, base + (STAYS + j) * size
            won = w.pay[0, stake + j - 1]
            mix(memory, winner, gone, won, stays, w.pay[0, stake + j], rows)
            mix(memory, value, gone, won, stays, w.pay[1, stake + j], rows)
            if j < asks:
                add(memory, winner, base + (WINNER + j + 1) * size, rows)
                add(memory, value, later, rows)
            continue
        lost = w.pay[1, stake + max(j - 1, 0)]
        if actions == 0:
            scale(memory, winner, mass, w.pay[0, stake + j], rows)
            scale(memory, value, mass, lost, rows)
            continue
        copy(memory, winner, base + (WINNER + j + 1) * size, rows)
        scale(memory, run, mass, lost, rows)
        settle2(
            w.mode,
            w.regrets,
            w.sums,
            place,
            rows,
            memory,
            plan,
            w.refs[REPLY, 0, j],
            run,
            later,
            value,
            n,
        )
    spare = base + SPARE * size
    _gather(memory, out, base + WINNER * size, base + WORTH * size, left, rows, spare, n)
    return at


@kernel
def _masses(
    memory: Any, winners: int, losers: int, left: int, other: int, rows: int, spare: int, n: Any
) -> None:
    """Write how much of the follower's holdings beats each card of the leader, and how much not."""
    one, zero = n[ONE], n[ZERO]
    total = np.uint64(spare)
    to, m, x = np.uint64(losers), np.uint64(left), np.uint64(other)
    fill(memory, spare, 1, zero)
    for _ in range(rows):
        for i in range(ROW):
            memory[to + i] = memory[m + i] * memory[total + i]
        for i in range(ROW):
            memory[total + i] += memory[x + i]
        to += ROW
        m += ROW
        x += ROW
    to = np.uint64(winners) + np.uint64(rows) * ROW
    fill(memory, spare, 1, zero)
    for _ in range(rows):
        to -= ROW
        m -= ROW
        x -= ROW
        for i in range(ROW):
            fewer = max(memory[m + i] - one, zero)
            memory[to + i] = memory[m + i] * memory[total + i] + fewer * memory[x + i]
        for i in range(ROW):
            memory[total + i] += memory[x + i]


@kernel
def _below(memory: Any, out: int, own: int, left: int, rows: int, n: Any) -> None:
    """Write how much of the follower's holdings is below each card."""
    fill(memory, out, 1, n[ZERO])
    for x in range(1, rows):
        at = (x - 1) * LANES
        copy(memory, out + at + LANES, out + at, 1)
        add_product(memory, out + at + LANES, left + at, own + at)


@kernel
def _gather(
    memory: Any, out: int, winner: int, loser: int, left: int, rows: int, spare: int, n: Any
) -> None:
    """Write the follower's values from those with a winning and a losing card by the lead."""
    one, zero = n[ONE], n[ZERO]
    total = np.uint64(spare)
    to, m, x = np.uint64(out), np.uint64(left), np.uint64(winner)
    fill(memory, spare, 1, zero)
    for _ in range(rows):
        for i in range(ROW):
            fewer = max(memory[m + i] - one, zero)
            memory[to + i] = memory[m + i] * memory[total + i] + fewer * memory[x + i]
        for i in range(ROW):
            memory[total + i] += memory[x + i]
        to += ROW
        m += ROW
        x += ROW
    x = np.uint64(loser) + np.uint64(rows) * ROW
    fill(memory, spare, 1, zero)
    for _ in range(rows):
        to -= ROW
        m -= ROW
        x -= ROW
        for i in range(ROW):
            memory[to + i] += memory[m + i] * memory[total + i]
        for i in range(ROW):
            memory[total + i] += memory[x + i]
