"""What happens at one decision: strategies from regrets, reaches, values, updates.

All loops run over the lanes of a row with a length known to the compiler, so
that they become vector instructions; that is also why numbers come out of an
array (`Work.numbers`) and not from literals, which would turn single precision
into double. Places are unsigned in them: a signed place might count from the end.

Functions that are called in one place only are copied into it (``inline``), and the
numbers of levels are no literals: compiling takes half as long.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from analyzer.core.jit import kernel

LANES = 40
"""Public states that are walked side by side; 78 pairs of cards fill two strips."""

ROW = np.uint64(LANES)
ROWS2 = np.uint64(2 * LANES)
ROWS3 = np.uint64(3 * LANES)

LEARN = 0  # move strategies and averages by what this walk finds
RESPOND = 1  # play the best answer to the other player's averages
FOLLOW = 2  # play the averages
EXPLAIN = 3  # play the averages, and write the value of each action in place of regrets
COMPARE = 4  # play the best answer, and write the value of each action likewise

# Work.numbers
ZERO = 0
ONE = 1
HALF = 2
THIRD = 3
TINY = 4  # less than this counts as nothing: its inverse would not be finite
KEEP_GOOD = 5  # what is kept of regrets above zero, of those below, and of averages
KEEP_BAD = 6
KEEP_SUM = 7
NUMBERS = 8


class Work(NamedTuple):
    """What a walk works with; the arrays of numbers all have one type.

    Attributes
    ----------
    regrets, sums
        Regrets and sums of strategies, for each decision.
    read
        The one of them that strategies come from.
    memory
        Working memory.
    numbers
        Constants and discounts, see above.
    pay
        What the walker gets when he wins, and when he loses, a hand worth each
        rung of the ladder; shape (2, rungs).
    refs
        Where the pieces of the decisions under way lie, shape (levels, 5, 5).
    replies, tabled
        What followers with tables do in the third trick, shape (seats, calls before
        the lead, calls that can follow it, steps, cards led, cards held), and which
        seats have one, a bit each; see ``kernels.tabled``.
    bases, sizes
        For each level where its slots begin and how long one is.
    mode, walker
        One of the numbers above; the seat whose values are computed.
    classes, top
        How many classes of cards there are; the last rung of the ladder.
    """

    regrets: Any
    sums: Any
    read: Any
    memory: Any
    numbers: Any
    pay: Any
    refs: Any
    replies: Any
    bases: Any
    sizes: Any
    tabled: int
    mode: int
    walker: int
    classes: int
    top: int


class Cards(NamedTuple):
    """What a walk has to know of the cards.

    Attributes
    ----------
    first, second
        The cards of the first trick in each lane of each strip.
    kinds
        For each strip: who leads the second trick (a seat), whether the first
        was tied, and how many lanes are filled.
    left
        How many cards are left of each class, shape (strips, classes, LANES).
    weight
        In how many ways the first trick can fall, shape (strips, LANES).
    dealt
        The reach of every hand of three cards before the first decision.
    pairs, triples
        The classes in hands of two and of three, rising.
    rests
        The pair left of each triple when its first, second, third card is played.
    deals, after_first
        In how many ways two hands can be dealt, shape (triples, triples); and
        a triple and the pair left after the card that was led, shape
        (classes, pairs, triples).
    """

    first: Any
    second: Any
    kinds: Any
    left: Any
    weight: Any
    dealt: Any
    pairs: Any
    triples: Any
    rests: Any
    deals: Any
    after_first: Any


@kernel
def normalise(read: Any, at: int, rows: int, actions: int, memory: Any, out: int, n: Any) -> None:
    """Write the strategy at a decision: regrets above zero, or sums, in proportion."""
    zero, one, tiny = n[ZERO], n[ONE], n[TINY]
    r, p = np.uint64(at), np.uint64(out)
    if actions == 2:
        even = n[HALF]
        for _ in range(rows):
            for i in range(ROW):
                a, b = max(read[r + i], zero), max(read[r + ROW + i], zero)
                total = a + b
                some = total > tiny
                share = np.divide(one, total if some else one)
                memory[p + i] = a * share if some else even
                memory[p + ROW + i] = b * share if some else even
            r += ROWS2
            p += ROWS2
        return
    even = n[THIRD]
    for _ in range(rows):
        for i in range(ROW):
            a, b = max(read[r + i], zero), max(read[r + ROW + i], zero)
            c = max(read[r + ROWS2 + i], zero)
            total = a + b + c
            some = total > tiny
            share = np.divide(one, total if some else one)
            memory[p + i] = a * share if some else even
            memory[p + ROW + i] = b * share if some else even
            memory[p + ROWS2 + i] = c * share if some else even
        r += ROWS3
        p += ROWS3


@kernel
def count_odd(array: Any) -> int:
    """Return how many numbers are not finite."""
    odd = 0
    for i in range(array.shape[0]):
        odd += array[i] - array[i] != 0
    return odd


@kernel
def choose(memory: Any, out: int, reach: int, plan: int, rows: int, actions: int, a: int) -> None:
    """Write the reach after one action: the reach before it times its frequency."""
    to, r, p = np.uint64(out), np.uint64(reach), np.uint64(plan + a * LANES)
    step = np.uint64(actions * LANES)
    for _ in range(rows):
        for i in range(ROW):
            memory[to + i] = memory[r + i] * memory[p + i]
        to += ROW
        r += ROW
        p += step


@kernel
def fill(memory: Any, out: int, rows: int, number: Any) -> None:
    """Write one number everywhere in a tensor."""
    to = np.uint64(out)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] = number


@kernel
def copy(memory: Any, out: int, one: int, rows: int) -> None:
    """Copy a tensor."""
    to, a = np.uint64(out), np.uint64(one)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] = memory[a + i]


@kernel
def add(memory: Any, out: int, one: int, rows: int) -> None:
    """Add a tensor to another."""
    to, a = np.uint64(out), np.uint64(one)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] += memory[a + i]


@kernel
def add_up(memory: Any, out: int, one: int, other: int, rows: int) -> None:
    """Write the sum of two tensors."""
    to, a, b = np.uint64(out), np.uint64(one), np.uint64(other)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] = memory[a + i] + memory[b + i]


@kernel
def scale(memory: Any, out: int, one: int, a: Any, rows: int) -> None:
    """Write a multiple of a tensor."""
    to, x = np.uint64(out), np.uint64(one)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] = a * memory[x + i]


@kernel
def mix(memory: Any, out: int, one: int, a: Any, other: int, b: Any, rows: int) -> None:
    """Write the sum of multiples of two tensors."""
    to, x, y = np.uint64(out), np.uint64(one), np.uint64(other)
    for i in range(np.uint64(rows) * ROW):
        memory[to + i] = a * memory[x + i] + b * memory[y + i]


@kernel
def settle2(
    mode: int,
    regrets: Any,
    sums: Any,
    at: int,
    rows: int,
    memory: Any,
    plan: int,
    reach: int,
    first: int,
    second: int,
    out: int,
    n: Any,
) -> None:
    """Write the walker's values at his decision between two actions, and learn.

    Parameters
    ----------
    at
        Where the decision lies in the arrays of regrets and sums.
    plan, reach
        The strategy that was played, and the walker's own reach.
    first, second
        Values of the two actions.
    """
    to, v, u = np.uint64(out), np.uint64(first), np.uint64(second)
    if mode in (RESPOND, COMPARE):
        for i in range(np.uint64(rows) * ROW):
            memory[to + i] = max(memory[v + i], memory[u + i])
        if mode == COMPARE:
            _note_all(regrets, at, rows, memory, v, 0, 2)
            _note_all(regrets, at, rows, memory, u, 1, 2)
        return
    r, p, o = np.uint64(at), np.uint64(plan), np.uint64(reach)
    for _ in range(rows):
        for i in range(ROW):
            a, b = memory[p + i] * memory[v + i], memory[p + ROW + i] * memory[u + i]
            memory[to + i] = a + b
        if mode == LEARN:
            _regret(regrets, r, memory, v, to, n)
            _regret(regrets, r + ROW, memory, u, to, n)
            _remember(sums, r, memory, o, p, n)
            _remember(sums, r + ROW, memory, o, p + ROW, n)
        elif mode == EXPLAIN:
            _note(regrets, r, memory, v)
            _note(regrets, r + ROW, memory, u)
        to += ROW
        v += ROW
        u += ROW
        o += ROW
        r += ROWS2
        p += ROWS2


@kernel
def settle3(
    mode: int,
    regrets: Any,
    sums: Any,
    at: int,
    rows: int,
    memory: Any,
    plan: int,
    reach: int,
    first: int,
    second: int,
    third: int,
    out: int,
    n: Any,
) -> None:
    """Do what `settle2` does, for three actions."""
    to, v, u, t = np.uint64(out), np.uint64(first), np.uint64(second), np.uint64(third)
    if mode in (RESPOND, COMPARE):
        for i in range(np.uint64(rows) * ROW):
            memory[to + i] = max(memory[v + i], memory[u + i], memory[t + i])
        if mode == COMPARE:
            _note_all(regrets, at, rows, memory, v, 0, 3)
            _note_all(regrets, at, rows, memory, u, 1, 3)
            _note_all(regrets, at, rows, memory, t, 2, 3)
        return
    r, p, o = np.uint64(at), np.uint64(plan), np.uint64(reach)
    for _ in range(rows):
        for i in range(ROW):
            a, b = memory[p + i] * memory[v + i], memory[p + ROW + i] * memory[u + i]
            memory[to + i] = a + b + memory[p + ROWS2 + i] * memory[t + i]
        if mode == LEARN:
            _regret(regrets, r, memory, v, to, n)
            _regret(regrets, r + ROW, memory, u, to, n)
            _regret(regrets, r + ROWS2, memory, t, to, n)
            _remember(sums, r, memory, o, p, n)
            _remember(sums, r + ROW, memory, o, p + ROW, n)
            _remember(sums, r + ROWS2, memory, o, p + ROWS2, n)
        elif mode == EXPLAIN:
            _note(regrets, r, memory, v)
            _note(regrets, r + ROW, memory, u)
            _note(regrets, r + ROWS2, memory, t)
        to += ROW
        v += ROW
        u += ROW
        t += ROW
        o += ROW
        r += ROWS3
        p += ROWS3


@kernel
def _note_all(
    notes: Any, at: int, rows: int, memory: Any, action: Any, number: int, actions: int
) -> None:
    """Write the values of an action with all holdings."""
    r, v = np.uint64(at + number * LANES), np.uint64(action)
    step = np.uint64(actions * LANES)
    for _ in range(rows):
        _note(notes, r, memory, v)
        r += step
        v += ROW


@kernel
def _note(notes: Any, r: Any, memory: Any, action: Any) -> None:
    """Write the values of an action where its regrets lie."""
    for i in range(ROW):
        notes[r + i] = memory[action + i]


@kernel
def _regret(regrets: Any, r: Any, memory: Any, action: Any, decision: Any, n: Any) -> None:
    """Discount the regrets of an action and add what it would have won beyond the decision."""
    zero, tiny, good, bad = n[ZERO], n[TINY], n[KEEP_GOOD], n[KEEP_BAD]
    for i in range(ROW):
        a = regrets[r + i]
        a = a * (good if a > zero else bad) + (memory[action + i] - memory[decision + i])
        regrets[r + i] = a if abs(a) > tiny else zero


@kernel
def _remember(sums: Any, r: Any, memory: Any, reach: Any, plan: Any, n: Any) -> None:
    """Discount the sum of an action's frequencies and add the present one."""
    zero, tiny, keep = n[ZERO], n[TINY], n[KEEP_SUM]
    for i in range(ROW):
        a = sums[r + i] * keep + memory[reach + i] * memory[plan + i]
        sums[r + i] = a if a > tiny else zero
