"""The third trick's reply by a player who follows a table.

Who does his best needs only two kinds of holding there (see ``third``). Somebody with
habits of his own may run with a winning card, and what he does with a card may depend
on what he did with it before the lead. His table has, for each card led and each card
he holds, how often he comes to each way out of his turn to speak.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.paulista.solver.kernels.chain import PLACE
from analyzer.paulista.solver.kernels.ops import (
    LANES,
    ONE,
    ROW,
    ZERO,
    Work,
    add,
    choose,
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
    REPLY,
    RUN,
    STAY,
    STAYS,
    WINNER,
    WORTH,
    reply_actions,
)

# Steps of a table: three for each turn to speak, which come after an even number of
# calls. At the first there is nothing to run from or to accept.
LEAVE = 0  # he passes or runs,
CALL = 1  # calls at his first turn,
ACCEPT = 1  # later accepts
RAISE = 2  # or raises
STEPS_A_TURN = 3
TABLE_STEPS = 9

LOSER = WINNER + 1


@kernel
def asking_step(calls: int) -> int:
    """Return the step that is the last of so many calls, an odd number."""
    return CALL if calls == 1 else STEPS_A_TURN * (calls // 2) + RAISE


@kernel
def tabled_reply_to_walker(
    w: Work, at: int, stake: int, before: int, asks: int, left: int, other: int, out: int
) -> int:
    """Walk the reply when the leader's values are wanted.

    Parameters
    ----------
    at
        Where the decisions lie in the arrays of regrets and sums.
    stake
        The rung of the ladder.
    before, asks
        How many calls there were before the lead, and how many can follow it.
    left
        How many cards are left of each class.
    other
        The follower's reach, weighted with the cards left.
    out
        Where the values go.

    Returns
    -------
    int
        Where the next decision lies.
    """
    base, size = w.bases[REPLY], w.sizes[REPLY]
    memory, rows = w.memory, w.classes
    wins, loses = base + WINNER * size, base + LOSER * size
    run, stay = base + RUN * size, base + STAY * size
    end = _plan_leader(w, at, asks)
    for j in range(asks, -1, -1):
        value = base + (WORTH + j) * size if j > 0 else out
        later = base + (WORTH + j + 1) * size
        first = STEPS_A_TURN * (j // 2)
        if j == 0:
            _part(w, before, asks, first + LEAVE, left, other, wins, loses)
            mix(memory, value, loses, w.pay[0, stake], wins, w.pay[1, stake], rows)
            add(memory, value, later, rows)
        elif j % 2 == 0:
            won = w.pay[0, stake + j - 1]
            _part(w, before, asks, first + LEAVE, left, other, wins, loses)
            mix(memory, value, loses, won, wins, won, rows)
            _part(w, before, asks, first + ACCEPT, left, other, wins, loses)
            mix(memory, stay, loses, w.pay[0, stake + j], wins, w.pay[1, stake + j], rows)
            add(memory, value, stay, rows)
            if j < asks:
                add(memory, value, later, rows)
        else:
            _part(w, before, asks, asking_step(j), left, other, wins, loses)
            lost = w.pay[1, stake + j - 1]
            mix(memory, run, loses, lost, wins, lost, rows)
            mix(memory, stay, loses, w.pay[0, stake + j], wins, w.pay[1, stake + j], rows)
            _settle_leader(w, j, asks, run, stay, later, value)
    return end


@kernel
def tabled_walker_replies(
    w: Work, at: int, stake: int, before: int, asks: int, left: int, other: int, out: int
) -> int:
    """Walk the reply when the values of the follower are wanted, who goes on by his table.

    Parameters are those of `tabled_reply_to_walker`; ``other`` is the leader's reach.
    """
    base, size = w.bases[REPLY], w.sizes[REPLY]
    memory, rows = w.memory, w.classes
    wins, loses = base + WINNER * size, base + LOSER * size
    end = _plan_leader(w, at, asks)
    fill(memory, out, rows, w.numbers[ZERO])
    mass = other
    for j in range(asks + 1):
        first = STEPS_A_TURN * (j // 2)
        if j == 0:
            scale(memory, wins, mass, w.pay[0, stake], rows)
            scale(memory, loses, mass, w.pay[1, stake], rows)
            _collect(w, before, asks, first + LEAVE, left, wins, loses, out)
        elif j % 2 == 0:
            scale(memory, wins, mass, w.pay[1, stake + j - 1], rows)
            _collect(w, before, asks, first + LEAVE, left, wins, wins, out)
            scale(memory, wins, mass, w.pay[0, stake + j], rows)
            scale(memory, loses, mass, w.pay[1, stake + j], rows)
            _collect(w, before, asks, first + ACCEPT, left, wins, loses, out)
        else:
            plan, actions = base + (PLANS + 3 * j) * size, reply_actions(j, asks)
            gone, stays = base + GONE * size, base + STAYS * size
            choose(memory, gone, mass, plan, rows, actions, 0)
            choose(memory, stays, mass, plan, rows, actions, 1)
            won = w.pay[0, stake + j - 1]
            mix(memory, wins, gone, won, stays, w.pay[0, stake + j], rows)
            mix(memory, loses, gone, won, stays, w.pay[1, stake + j], rows)
            _collect(w, before, asks, asking_step(j), left, wins, loses, out)
            if j < asks:
                choose(memory, base + (MASS + j) * size, mass, plan, rows, actions, 2)
                mass = base + (MASS + j) * size
    return end


@kernel
def _plan_leader(w: Work, at: int, asks: int) -> int:
    """Compute the leader's strategies; return where the next decision lies."""
    base, size = w.bases[REPLY], w.sizes[REPLY]
    for j in range(asks + 1):
        actions = reply_actions(j, asks)
        if j % 2 == 1:
            plan = base + (PLANS + 3 * j) * size
            normalise(w.read, at, w.classes, actions, w.memory, plan, w.numbers)
            w.refs[REPLY, PLACE, j] = at
        at += w.classes * actions * LANES
    return at


@kernel
def _settle_leader(w: Work, j: int, asks: int, run: int, stay: int, later: int, out: int) -> None:
    """Settle a decision of the leader's, who learns nothing here: his reach is not needed."""
    base, size = w.bases[REPLY], w.sizes[REPLY]
    plan, at, rows = base + (PLANS + 3 * j) * size, w.refs[REPLY, PLACE, j], w.classes
    if j < asks:
        settle3(
            w.mode,
            w.regrets,
            w.sums,
            at,
            rows,
            w.memory,
            plan,
            plan,
            run,
            stay,
            later,
            out,
            w.numbers,
        )
    else:
        settle2(
            w.mode, w.regrets, w.sums, at, rows, w.memory, plan, plan, run, stay, out, w.numbers
        )


@kernel
def _part(
    w: Work, before: int, asks: int, step: int, left: int, other: int, wins: int, loses: int
) -> None:
    """Write how much of the follower comes to a step with cards that win and that lose."""
    memory, rows, n, seat = w.memory, w.classes, w.numbers, 1 - w.walker
    fill(memory, wins, rows, n[ZERO])
    fill(memory, loses, rows, n[ZERO])
    for led in range(rows):
        m = np.uint64(left + led * LANES)
        for card in range(rows):
            share = w.replies[seat, before, asks, step, led, card]
            if share == n[ZERO]:
                continue
            x = np.uint64(other + card * LANES)
            to = np.uint64((wins if card >= led else loses) + led * LANES)
            less = n[ONE] if card == led else n[ZERO]
            for i in range(ROW):
                memory[to + i] += share * max(memory[m + i] - less, n[ZERO]) * memory[x + i]


@kernel
def _collect(
    w: Work, before: int, asks: int, step: int, left: int, wins: int, loses: int, out: int
) -> None:
    """Add to the follower's values what a step is worth with cards that win and that lose."""
    memory, rows, n, seat = w.memory, w.classes, w.numbers, w.walker
    for card in range(rows):
        to, m = np.uint64(out + card * LANES), np.uint64(left + card * LANES)
        for led in range(rows):
            share = w.replies[seat, before, asks, step, led, card]
            if share == n[ZERO]:
                continue
            x = np.uint64((wins if card >= led else loses) + led * LANES)
            less = n[ONE] if card == led else n[ZERO]
            for i in range(ROW):
                memory[to + i] += share * max(memory[m + i] - less, n[ZERO]) * memory[x + i]
