"""The first trick, and the walk through the whole tree.

The dealer's turn has the card led in its lanes; the mão's only the first lane.
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
from analyzer.paulista.solver.kernels.ops import (
    LANES,
    ZERO,
    Cards,
    Work,
    copy,
    fill,
    normalise,
    settle3,
)
from analyzer.paulista.solver.kernels.second import lead as lead_second

MAO: Any = np.int64(1)  # levels, and for the first of them the seat
DEALER: Any = np.int64(2)

# Places in Work.base: reaches, plans, and values by the card played.
DEALT = 23
LED = 24  # the mão's reach by the card led, and
UNLED = 25  # the dealer's
FIRST_PLAN = 26  # two of each: the mão's, the dealer's
FIRST_VALUES = 28
PARTS = 30  # the dealer's reach by the card played
PART_VALUES = 31
GATHERED = 32  # two: who leads the second trick, and the other
PLACES = 34


@kernel
def walk(w: Work, c: Cards) -> tuple[int, float]:
    """Walk the whole tree.

    Returns
    -------
    decisions : int
        How long the arrays of regrets and sums are.
    value : float
        The walker's value.
    """
    base, size = w.bases[MAO], w.sizes[MAO]
    rows = c.triples.shape[0]
    dealt = w.bases[DEALT]
    fill(w.memory, dealt, rows, w.numbers[ZERO])
    for row in range(rows):
        w.memory[dealt + row * LANES] = c.dealt[row]
    walks = w.walker == MAO
    asks = asks_of(0, -1, MAO, w.top)
    at = go_down(w, MAO, 0, asks, walks, rows, rows, dealt, dealt)
    for j in range(1, asks + 1):
        caller_walks = (j % 2 == 1) == walks
        pay = w.pay[0 if caller_walks else 1, j - 1]
        _fold_dealt(w, c, base + (RAN_VALUE + j) * size, w.refs[MAO, FOLD, j], pay)
    for k in range(asks + 1):
        a, b = w.refs[MAO, ACTOR, k], w.refs[MAO, RESPONDER, k]
        out = base + (END_VALUE + k) * size
        at = _play_first(w, c, at, k, right_after(-1, MAO, k), a, b, out)
    found = come_back(w, MAO, asks, walks, rows)
    value = 0.0
    for row in range(rows):
        value += np.float64(c.dealt[row]) * np.float64(w.memory[found + row * LANES])
    return at, value


@kernel(inline="always")
def _play_first(
    w: Work, c: Cards, at: int, stake: int, right: int, own: int, other: int, out: int
) -> int:
    """Walk all cards that the mão can lead."""
    memory, n = w.memory, w.numbers
    rows, pairs, classes = c.triples.shape[0], c.pairs.shape[0], w.classes
    plan, led, unled = w.bases[FIRST_PLAN], w.bases[LED], w.bases[UNLED]
    place = at
    normalise(w.read, at, rows, 3, memory, plan, n)
    at += 3 * rows * LANES
    fill(memory, led, pairs, n[ZERO])
    fill(memory, unled, rows, n[ZERO])
    for row in range(rows):
        for action in range(3):
            to = led + c.rests[row, action] * LANES + c.triples[row, action]
            memory[to] += memory[own + row * LANES] * memory[plan + (3 * row + action) * LANES]
        for card in range(classes):
            memory[unled + row * LANES + card] = memory[other + row * LANES]
    at, found = _answer_first(w, c, at, stake, right, led, unled)
    fill(memory, out, rows, n[ZERO])
    if w.walker != MAO:
        for row in range(rows):
            for card in range(classes):
                memory[out + row * LANES] += memory[found + row * LANES + card]
        return at
    values = w.bases[FIRST_VALUES]
    fill(memory, values, 3 * rows, n[ZERO])
    for row in range(rows):
        for action in range(3):
            memory[values + (action * rows + row) * LANES] = memory[
                found + c.rests[row, action] * LANES + c.triples[row, action]
            ]
    _settle_triples(w, c, place, plan, own, values, out)
    return at


@kernel(inline="always")
def _answer_first(
    w: Work, c: Cards, at: int, stake: int, right: int, led: int, own: int
) -> tuple[int, int]:
    """Walk the dealer's turn in the first trick."""
    base, size = w.bases[DEALER], w.sizes[DEALER]
    rows, pairs = c.triples.shape[0], c.pairs.shape[0]
    walks = w.walker != MAO
    asks = asks_of(stake, right, 0, w.top)
    at = go_down(w, DEALER, at, asks, walks, rows, pairs, own, led)
    for j in range(1, asks + 1):
        caller_walks = (j % 2 == 1) == walks
        pay = w.pay[0 if caller_walks else 1, stake + j - 1]
        _fold_led(w, c, base + (RAN_VALUE + j) * size, w.refs[DEALER, FOLD, j], pay)
    for k in range(asks + 1):
        then = right_after(right, 0, k)
        a, b = w.refs[DEALER, ACTOR, k], w.refs[DEALER, RESPONDER, k]
        at = _play_answer(w, c, at, stake + k, then, b, a, base + (END_VALUE + k) * size)
    return at, come_back(w, DEALER, asks, walks, rows if walks else pairs)


@kernel(inline="always")
def _play_answer(
    w: Work, c: Cards, at: int, stake: int, right: int, led: int, own: int, out: int
) -> int:
    """Walk all cards that the dealer can play to the first trick, and what follows."""
    memory, n = w.memory, w.numbers
    rows, pairs, classes = c.triples.shape[0], c.pairs.shape[0], w.classes
    walks = w.walker != MAO
    plan, parts, part_values = w.bases[FIRST_PLAN + 1], w.bases[PARTS], w.bases[PART_VALUES]
    place = at
    normalise(w.read, at, rows, 3, memory, plan, n)
    at += 3 * rows * LANES
    fill(memory, parts, classes * pairs, n[ZERO])
    for row in range(rows):
        for action in range(3):
            to = parts + (c.triples[row, action] * pairs + c.rests[row, action]) * LANES
            by = plan + (3 * row + action) * LANES
            for i in range(LANES):
                memory[to + i] += memory[own + row * LANES + i] * memory[by + i]
    if walks:
        fill(memory, part_values, classes * pairs, n[ZERO])
    else:
        fill(memory, out, pairs, n[ZERO])
    for strip in range(c.kinds.shape[0]):
        mao, dealer = w.bases[GATHERED], w.bases[GATHERED + 1]
        _gather(w, c, strip, mao, led, dealer, parts)
        mao_leads = c.kinds[strip, 0] == MAO
        a, b = (mao, dealer) if mao_leads else (dealer, mao)
        at, found = lead_second(w, c, at, strip, stake, right, a, b)
        for i in range(c.kinds[strip, 2]):
            first, second = c.first[strip, i], c.second[strip, i]
            if walks:
                to = part_values + second * pairs * LANES + first
            else:
                to = out + first
            for pair in range(pairs):
                memory[to + pair * LANES] += memory[found + pair * LANES + i]
    if not walks:
        return at
    values = w.bases[FIRST_VALUES + 1]
    for row in range(rows):
        for action in range(3):
            of = part_values + (c.triples[row, action] * pairs + c.rests[row, action]) * LANES
            copy(memory, values + (action * rows + row) * LANES, of, 1)
    _settle_triples(w, c, place, plan, own, values, out)
    return at


@kernel(inline="always")
def _gather(w: Work, c: Cards, strip: int, mao: int, led: int, dealer: int, parts: int) -> None:
    """Collect both reaches in the lanes of a strip."""
    memory, pairs = w.memory, c.pairs.shape[0]
    fill(memory, mao, pairs, w.numbers[ZERO])
    fill(memory, dealer, pairs, w.numbers[ZERO])
    for i in range(c.kinds[strip, 2]):
        first, second = c.first[strip, i], c.second[strip, i]
        for pair in range(pairs):
            memory[mao + pair * LANES + i] = memory[led + pair * LANES + first]
            memory[dealer + pair * LANES + i] = memory[
                parts + (second * pairs + pair) * LANES + first
            ]


@kernel(inline="always")
def _settle_triples(
    w: Work, c: Cards, place: int, plan: int, reach: int, values: int, out: int
) -> None:
    rows = c.triples.shape[0]
    block = rows * LANES
    settle3(
        w.mode,
        w.regrets,
        w.sums,
        place,
        rows,
        w.memory,
        plan,
        reach,
        values,
        values + block,
        values + 2 * block,
        out,
        w.numbers,
    )


@kernel(inline="always")
def _fold_dealt(w: Work, c: Cards, out: int, other: int, pay: Any) -> None:
    """Write the values of a hand that ends before a card fell."""
    memory, rows = w.memory, c.triples.shape[0]
    fill(memory, out, rows, w.numbers[ZERO])
    for row in range(rows):
        total = w.numbers[ZERO]
        for hand in range(rows):
            total += c.deals[row, hand] * memory[other + hand * LANES]
        memory[out + row * LANES] = pay * total


@kernel(inline="always")
def _fold_led(w: Work, c: Cards, out: int, other: int, pay: Any) -> None:
    """Write the values of a hand that ends with one card on the table."""
    memory = w.memory
    dealer_walks = w.walker != MAO
    rows, pairs = c.triples.shape[0], c.pairs.shape[0]
    fill(memory, out, (rows if dealer_walks else pairs), w.numbers[ZERO])
    for card in range(w.classes):
        for pair in range(pairs):
            total = w.numbers[ZERO]
            for row in range(rows):
                ways = c.after_first[card, pair, row]
                if dealer_walks:
                    memory[out + row * LANES + card] += ways * memory[other + pair * LANES + card]
                else:
                    total += ways * memory[other + row * LANES + card]
            if not dealer_walks:
                memory[out + pair * LANES + card] = pay * total
        if dealer_walks:
            for row in range(rows):
                memory[out + row * LANES + card] *= pay
