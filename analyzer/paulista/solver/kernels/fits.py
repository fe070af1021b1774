"""Sums over what the opponent may hold, without the cards that both cannot have.

Two players hold classes x and y of one card each, m_x and m_y cards of these
being left, in ``m_x m_y`` ways when x and y differ and in ``m_x (m_x - 1)``
ways when they do not. Sums over the opponent's holdings therefore are a sum
over everything less a few terms, also for two cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.core.jit import kernel
from analyzer.paulista.solver.kernels.ops import LANES, ONE, ROW, ZERO, choose, copy, fill


@kernel
def add_product(memory: Any, out: Any, a: Any, b: Any) -> None:
    """Add to a row the product of two others."""
    to, x, y = np.uint64(out), np.uint64(a), np.uint64(b)
    for i in range(ROW):
        memory[to + i] += memory[x + i] * memory[y + i]


@kernel
def product(memory: Any, out: Any, a: Any, b: Any, c: Any) -> None:
    """Write the product of three rows."""
    to, x, y, z = np.uint64(out), np.uint64(a), np.uint64(b), np.uint64(c)
    for i in range(ROW):
        memory[to + i] = memory[x + i] * memory[y + i] * memory[z + i]


@kernel
def fold_one(memory: Any, out: int, other: int, left: int, rows: int, pay: Any, spare: int) -> None:
    """Write the values of a hand that ends while both hold one card.

    Parameters
    ----------
    other
        The opponent's reach, weighted with the cards that are left.
    left
        How many cards are left of each class.
    pay
        What the walker gets.
    spare
        A row to work in.
    """
    total = np.uint64(spare)
    to, x, m = np.uint64(out), np.uint64(other), np.uint64(left)
    for i in range(ROW):
        memory[total + i] = memory[x + i]
    for _ in range(1, rows):
        x += ROW
        for i in range(ROW):
            memory[total + i] += memory[x + i]
    x = np.uint64(other)
    for _ in range(rows):
        for i in range(ROW):
            memory[to + i] = pay * (memory[m + i] * memory[total + i] - memory[x + i])
        to += ROW
        x += ROW
        m += ROW


@kernel
def pair_ways(memory: Any, out: int, left: int, weight: int, pairs: Any, one: Any) -> None:
    """Write in how many ways the cards that are left make up each pair, times a weight."""
    to, u = np.uint64(out), np.uint64(weight)
    for row in range(pairs.shape[0]):
        x = np.uint64(left + pairs[row, 0] * LANES)
        y = np.uint64(left + pairs[row, 1] * LANES)
        less = one if x == y else one - one
        for i in range(ROW):
            memory[to + i] = memory[u + i] * memory[x + i] * (memory[y + i] - less)
        to += ROW


@kernel
def fold_pair_to_one(
    memory: Any,
    out: int,
    other: int,
    ways: int,
    left: int,
    pairs: Any,
    pay: Any,
    n: Any,
    spare: int,
) -> None:
    """Write the values of a pair's holder when a hand ends; the opponent holds one card.

    Parameters
    ----------
    other
        The opponent's reach, not weighted.
    ways
        What `pair_ways` wrote.
    """
    fill(memory, spare, 1, n[ZERO])
    for card in range(pairs[pairs.shape[0] - 1, 1] + 1):
        add_product(memory, spare, other + card * LANES, left + card * LANES)
    total, to, u = np.uint64(spare), np.uint64(out), np.uint64(ways)
    for row in range(pairs.shape[0]):
        x = np.uint64(other + pairs[row, 0] * LANES)
        y = np.uint64(other + pairs[row, 1] * LANES)
        for i in range(ROW):
            mass = memory[total + i] - memory[x + i] - memory[y + i]
            memory[to + i] = pay * memory[u + i] * mass
        to += ROW
        u += ROW


@kernel
def fold_one_to_pair(
    memory: Any,
    out: int,
    other: int,
    ways: int,
    left: int,
    pairs: Any,
    pay: Any,
    n: Any,
    spare: int,
) -> None:
    """Write the values of a single card's holder; the opponent holds a pair."""
    rows = pairs[pairs.shape[0] - 1, 1] + 1
    fill(memory, spare, 1, n[ZERO])
    fill(memory, out, rows, n[ZERO])
    for row in range(pairs.shape[0]):
        a, b = other + row * LANES, ways + row * LANES
        add_product(memory, spare, a, b)
        add_product(memory, out + pairs[row, 0] * LANES, a, b)
        add_product(memory, out + pairs[row, 1] * LANES, a, b)
    total, to, m = np.uint64(spare), np.uint64(out), np.uint64(left)
    for _ in range(rows):
        for i in range(ROW):
            memory[to + i] = pay * (memory[m + i] * memory[total + i] - memory[to + i])
        to += ROW
        m += ROW


@kernel
def fold_pairs(
    memory: Any,
    out: int,
    other: int,
    ways: int,
    left: int,
    pairs: Any,
    pay: Any,
    n: Any,
    spare: int,
) -> None:
    """Write the values when a hand ends while both hold two cards.

    Parameters
    ----------
    spare
        Two rows, and as many more as there are classes.
    """
    rows = pairs[pairs.shape[0] - 1, 1] + 1
    total, less, fewer = spare, spare + 2 * LANES, spare + LANES
    fill(memory, spare, rows + 2, n[ZERO])
    for row in range(pairs.shape[0]):
        x, y = pairs[row, 0] * LANES, pairs[row, 1] * LANES
        at = other + row * LANES
        if x == y:
            _one_less(memory, fewer, left + x, n[ONE])
            _add_triple(memory, total, at, left + x, fewer)
            add_product(memory, less + x, at, fewer)
            add_product(memory, less + x, at, fewer)
        else:
            _add_triple(memory, total, at, left + x, left + y)
            add_product(memory, less + x, at, left + y)
            add_product(memory, less + y, at, left + x)
    all_, to, u, r = np.uint64(total), np.uint64(out), np.uint64(ways), np.uint64(other)
    for row in range(pairs.shape[0]):
        x = np.uint64(less + pairs[row, 0] * LANES)
        y = np.uint64(less + pairs[row, 1] * LANES)
        twice = n[ONE] + n[ONE] if x == y else n[ONE]
        for i in range(ROW):
            mass = memory[all_ + i] - memory[x + i] - memory[y + i] + twice * memory[r + i]
            memory[to + i] = pay * memory[u + i] * mass
        to += ROW
        u += ROW
        r += ROW


@kernel
def _one_less(memory: Any, out: int, a: int, one: Any) -> None:
    to, x = np.uint64(out), np.uint64(a)
    for i in range(ROW):
        memory[to + i] = memory[x + i] - one


@kernel
def _add_triple(memory: Any, out: int, a: int, b: int, c: int) -> None:
    to, x, y, z = np.uint64(out), np.uint64(a), np.uint64(b), np.uint64(c)
    for i in range(ROW):
        memory[to + i] += memory[x + i] * memory[y + i] * memory[z + i]


@kernel
def part_pairs(memory: Any, out: int, reach: int, plan: int, pairs: Any) -> None:
    """Write the reach of each card kept, by the card played, from that of the pairs.

    The result has classes × classes rows: played, then kept. A pair's first
    action plays its lower card.
    """
    classes = pairs[pairs.shape[0] - 1, 1] + 1
    for row in range(pairs.shape[0]):
        x, y = pairs[row, 0], pairs[row, 1]
        at, by = reach + row * LANES, plan + 2 * row * LANES
        if x == y:
            copy(memory, out + (x * classes + y) * LANES, at, 1)
        else:
            choose(memory, out + (x * classes + y) * LANES, at, by, 1, 2, 0)
            choose(memory, out + (y * classes + x) * LANES, at, by, 1, 2, 1)
