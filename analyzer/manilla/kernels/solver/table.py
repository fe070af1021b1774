"""The table: what is known of points between two tricks, kept exactly.

A point is who leads and which cards are left. Its *key* is the leader and how many cards of
each suit every player has; an *order* of a suit is the owners of its cards from the highest
down, two bits each. An entry holds for every point with its key whose orders agree with its
own down to its *depths*, one for each suit, because its proof never looked further. The cards
with points must be among those. If they are others than the entry's, the same play still is
possible, and wins at most so much more or less as the cards, one by one from the highest, have
gained or lost points.

A bucket of entries goes with key and highest owners; in a full one the entry that took the
fewest nodes makes room.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest, size
from analyzer.manilla.kernels.solver.desk import BUCKET, Ints
from analyzer.manilla.kernels.solver.lanes import FIRST_DEAR, NO_CARD, SUIT

_DEARS = 5
_ORDER = 0xFFFFFF  # twelve owners
_ALL_DEARS = (1 << _DEARS) - 1
_GENERATION = 34  # the bit of a key above the leader where the number of the deal begins
_MOST_GENERATIONS = 1 << 29
_TOP_OWNERS = 2  # of each suit, that go into the bucket's number
_NO_MOST = 127  # more than any value
_TO_62_BITS = (1 << 62) - 1
_TO_32_BITS = (1 << 32) - 1


def _gain(before: int, after: int) -> int:
    """Return by how much points can grow when these dear cards stand for those, in order."""

    def worths(cards: int) -> list[int]:
        return [n + 1 if cards >> n & 1 else 0 for n in range(_DEARS)]

    pairs = zip(
        sorted(worths(before), reverse=True), sorted(worths(after), reverse=True), strict=True
    )
    return sum(max(0, new - old) for old, new in pairs)


_GAIN = np.array([[_gain(one, two) for two in range(32)] for one in range(32)], np.int64)


@kernel
def clear_table(generation: int, keys: Ints) -> int:
    """Return the next number of a deal: entries of others do not count any more."""
    if generation + 1 < _MOST_GENERATIONS:
        return generation + 1
    keys[:] = 0
    return 1


@kernel
def set_shapes(shapes: Ints, hands: Ints) -> None:
    """Prepare what the table sees in every set of cards of a suit.

    Parameters
    ----------
    shapes
        Filled with the order of the set in the lower 24 bits, and above them the number of
        how many cards each player has among all that are possible.
    hands
        All cards of the deal.
    """
    for suit in range(4):
        shift = 16 * suit
        first = hands[0] >> shift & SUIT
        second = hands[1] >> shift & SUIT
        third = hands[2] >> shift & SUIT
        fourth = hands[3] >> shift & SUIT
        steps = (
            (size(second) + 1) * (size(third) + 1) * (size(fourth) + 1),
            (size(third) + 1) * (size(fourth) + 1),
            size(fourth) + 1,
            1,
        )
        all_cards = first | second | third | fourth
        shapes[suit, 0] = 0
        cards = 0
        while cards != all_cards:
            cards = (cards - all_cards) & all_cards  # the next subset
            least = cards & -cards
            rest = cards ^ least
            owner = 3
            if first & least:
                owner = 0
            elif second & least:
                owner = 1
            elif third & least:
                owner = 2
            shapes[suit, cards] = (
                shapes[suit, rest] + (owner << (2 * size(rest))) + (steps[owner] << 24)
            )


@kernel(inline="always")
def point_of(
    shapes: Ints, left: int, leader: int, generation: int, table: int
) -> tuple[int, int, int, int]:
    """Return how the table sees a point: its key, its orders by pairs of suits, its bucket.

    Parameters
    ----------
    shapes
        See `set_shapes`.
    left
        The cards in all hands.
    leader
        Who leads.
    generation
        The number of the deal.
    table
        How many entries there are.
    """
    o = shapes[0, left & SUIT]
    c = shapes[1, left >> 16 & SUIT]
    e = shapes[2, left >> 32 & SUIT]
    b = shapes[3, left >> 48 & SUIT]
    counts = o >> 24 | c >> 24 << 8 | e >> 24 << 16 | b >> 24 << 24
    tops = o & 15 | (c & 15) << 6 | (e & 15) << 12 | (b & 15) << 18
    mixed = counts * 0x2545F491 + tops * 0x1B873593 + leader * 0x3C6EF372 & _TO_62_BITS
    mixed = ((mixed ^ mixed >> 29) & _TO_32_BITS) * 0x3D4D51CB >> 38 & (table - 1)
    key = counts | leader << 32 | generation << _GENERATION
    order_a = o & _ORDER | (c & _ORDER) << 32
    order_b = e & _ORDER | (b & _ORDER) << 32
    return key, order_a, order_b, mixed & -BUCKET


@kernel
def dears_of(left: int) -> int:
    """Return the cards with points, five bits a suit."""
    return (
        left >> FIRST_DEAR & _ALL_DEARS
        | (left >> (16 + FIRST_DEAR) & _ALL_DEARS) << _DEARS
        | (left >> (32 + FIRST_DEAR) & _ALL_DEARS) << 2 * _DEARS
        | (left >> (48 + FIRST_DEAR) & _ALL_DEARS) << 3 * _DEARS
    )


@kernel
def known_orders(depths: int) -> tuple[int, int]:
    """Return masks of what an entry with these depths knows of the orders."""
    return (
        (1 << 2 * (depths & 15)) - 1 | ((1 << 2 * (depths >> 4 & 15)) - 1) << 32,
        (1 << 2 * (depths >> 8 & 15)) - 1 | ((1 << 2 * (depths >> 12 & 15)) - 1) << 32,
    )


@kernel
def covers(depths: int, dears: int) -> bool:
    """Whether depths go down to all cards with points."""
    for suit in range(4):
        if size(dears >> (_DEARS * suit) & _ALL_DEARS) > depths >> (4 * suit) & 15:
            return False
    return True


@kernel
def change(before: int, after: int) -> tuple[int, int]:
    """Return how much points can grow, and shrink, when other dear cards stand in for some."""
    grow = 0
    shrink = 0
    for suit in range(4):
        one = before >> (_DEARS * suit) & _ALL_DEARS
        two = after >> (_DEARS * suit) & _ALL_DEARS
        grow += _GAIN[one, two]
        shrink += _GAIN[two, one]
    return grow, shrink


@kernel
def top_cards(left: int, depths: int) -> int:
    """Return the highest cards of each suit, as many as depths say."""
    found = 0
    for suit in range(4):
        cards = left >> (16 * suit) & SUIT
        lower = size(cards) - (depths >> (4 * suit) & 15)
        top = cards
        while lower > 0:
            top &= top - 1
            lower -= 1
        found |= top << (16 * suit)
    return found


@kernel
def depths_of(left: int, relied: int) -> tuple[int, int]:
    """Return how far down a proof looks in each suit, and how far an entry must.

    Parameters
    ----------
    left
        The cards in all hands.
    relied
        The cards that the proof relies on.
    """
    reliance = 0
    depths = 0
    for suit in range(4):
        cards = left >> (16 * suit) & SUIT
        needed = relied >> (16 * suit) & SUIT
        deep = size(cards & -(needed & -needed)) if needed else 0
        # Where other dear cards stand in, the place of all of them is relied on.
        deep = max(deep, size(cards >> FIRST_DEAR))
        reliance |= deep << (4 * suit)
        # The bucket's number is made of these owners.
        depths |= max(deep, min(_TOP_OWNERS, size(cards))) << (4 * suit)
    return reliance, depths


@kernel
def deeper(one: int, two: int) -> int:
    """Return the larger of two depths in each suit."""
    found = 0
    for shift in range(0, 16, 4):
        found |= max(one >> shift & 15, two >> shift & 15) << shift
    return found


@kernel(inline="always")
def look_up(
    keys: Ints,
    entries: Any,
    key: int,
    order_a: int,
    order_b: int,
    dears: int,
    bucket: int,
    left: int,
    goal: int,
) -> tuple[int, int, int]:
    """Look for an entry that answers whether a point is worth so much.

    Returns
    -------
    tuple
        The bound that answers it, -1 for none; the cards this relies on; and the card that
        was best in the entry that took most nodes, ``NO_CARD`` for none.
    """
    bound = -1
    relied = 0
    favourite = NO_CARD
    most_work = -1
    for n in range(bucket, bucket + BUCKET):
        if keys[n] != key:
            continue
        entry = entries[n]
        depths = int(entry.depths)
        mask_a, mask_b = known_orders(depths)
        if (entry.order_a ^ order_a) & mask_a or (entry.order_b ^ order_b) & mask_b:
            continue
        if not covers(depths, dears):
            continue
        low = int(entry.low)
        high = int(entry.high)
        if entry.dears != dears:
            grow, shrink = change(int(entry.dears), dears)
            low -= shrink
            high += grow
        if low >= goal or high < goal:
            bound = low if low >= goal else high
            relied = top_cards(left, int(entry.reliance))
            break
        if int(entry.work) > most_work:
            most_work = int(entry.work)
            favourite = int(entry.favourite)
    return bound, relied, favourite


@kernel(inline="always")
def keep(
    keys: Ints,
    entries: Any,
    key: int,
    order_a: int,
    order_b: int,
    dears: int,
    bucket: int,
    left: int,
    relied: int,
    value: int,
    is_least: bool,
    favourite: int,
    work: int,
) -> None:
    """Keep what a search has found of a point.

    Parameters
    ----------
    value, is_least
        A bound of the point's value, and whether a lower one.
    relied
        The cards that this relies on.
    favourite
        The lead that was best.
    work
        How many nodes it took.
    """
    reliance, depths = depths_of(left, relied)
    mask_a, mask_b = known_orders(depths)
    at = bucket
    least_work = _TO_32_BITS
    low = 0
    high = _NO_MOST
    for n in range(bucket, bucket + BUCKET):
        entry = entries[n]
        if keys[n] >> _GENERATION != key >> _GENERATION:
            at = n
            break
        if (
            keys[n] == key
            and int(entry.depths) == depths
            and entry.dears == dears
            and (entry.order_a ^ order_a) & mask_a == 0
            and (entry.order_b ^ order_b) & mask_b == 0
        ):
            at = n
            low = int(entry.low)
            high = int(entry.high)
            work += 1 << int(entry.work)
            reliance = deeper(reliance, int(entry.reliance))  # both bounds are told with it
            break
        if int(entry.work) < least_work:
            least_work = int(entry.work)
            at = n
    entry = entries[at]
    keys[at] = key
    entry.order_a = order_a
    entry.order_b = order_b
    entry.dears = np.int32(dears)
    entry.depths = np.int32(depths)
    entry.reliance = np.int32(reliance)
    entry.low = np.int8(max(low, value) if is_least else low)
    entry.high = np.int8(high if is_least else min(high, value))
    entry.favourite = np.int8(favourite)
    entry.work = np.int8(highest(work) if work > 0 else 0)
