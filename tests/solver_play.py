"""Whole hands dealt and played by the strategies that lie in a solver's sums.

One hand after the other goes down the tree as the referee would deal it, drawing every
decision by its frequencies: what the solver computes for all hands at once must come out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, deal_key, word
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import DEALER, MAO
from analyzer.paulista.solver.kernels.chain import asks_of, right_after
from analyzer.paulista.solver.kernels.first import walk
from analyzer.paulista.solver.kernels.ops import COMPARE, FOLLOW, LANES
from analyzer.paulista.solver.kernels.reply import reply_actions
from analyzer.paulista.solver.tree import Tree

KINDS = ((MAO, 0), (DEALER, 0), (MAO, 1))
RAN = 16
UNIT = 2.0**-32


class Lengths(NamedTuple):
    """Lengths of parts of the tree, by stake, right + 1, and what else they depend on."""

    first: np.ndarray
    answer: np.ndarray
    second: np.ndarray
    lead: np.ndarray
    reply: np.ndarray
    play_reply: np.ndarray
    third: np.ndarray


def lengths(tree: Tree) -> Lengths:
    layout, classes = tree.layout, range(tree.game.classes)
    stakes, rights = range(layout.rungs), (-1, 0, 1)

    def table(function, *axes):
        """Fill a table with a function of stake, right and the items of more axes."""
        shape = [len(stakes), len(rights), *map(len, axes)]
        found = np.zeros(shape, np.int64)
        for place in np.ndindex(*shape):
            stake, right, *rest = place
            items = [axis[i] for axis, i in zip(axes, rest, strict=True)]
            flat = [x for item in items for x in (item if isinstance(item, tuple) else (item,))]
            found[place] = function(stake, right - 1, *flat)
        return found

    return Lengths(
        table(layout.play_first),
        table(layout.play_answer),
        table(layout.second, KINDS),
        table(layout.play_lead, KINDS),
        table(layout.reply, KINDS, classes),
        table(layout.play_reply, KINDS, classes),
        table(layout.third, (0, 1)),
    )


@kernel
def drawn(sums, at, actions, lane, key, number):
    """Return the action that is drawn at a decision."""
    weights = np.zeros(3)
    for i in range(actions):
        weights[i] = max(sums[(at + i) * LANES + lane], 0.0)
    total = weights.sum()
    if total <= 0:
        weights[:actions] = 1.0
        total = actions
    left = np.float64(word(key, number) >> np.uint64(32)) * UNIT * total
    for i in range(actions - 1):
        left -= weights[i]
        if left < 0:
            return i
    return actions - 1


@kernel
def talk(sums, at, asks, rows, row, others, other, lane, key, number):
    """Return how many calls there are at a turn, plus RAN when somebody then runs."""
    if asks == 0:
        return 0
    for j in range(asks + 1):
        mine = j % 2 == 0
        actions = 3 if 0 < j < asks else 2
        action = drawn(
            sums, at + (row if mine else other) * actions, actions, lane, key, number + j
        )
        at += (rows if mine else others) * actions
        if j == 0:
            if action == 0:
                return 0
        elif action == 0:
            return j + RAN
        elif action == 1:
            return j
    return 0


@kernel
def chain_rows(asks, rows, others):
    """Return how long the decisions of a turn are."""
    length = 0
    for j in range(asks + 1 if asks > 0 else 0):
        length += (rows if j % 2 == 0 else others) * (3 if 0 < j < asks else 2)
    return length


@kernel
def reply_rows(asks, rows):
    """Return how long the decisions of the turn after the third trick's lead are."""
    length = 0
    for j in range(asks + 1 if asks > 0 else 0):
        length += rows * reply_actions(j, asks)
    return length


@kernel
def last_talk(sums, replies, tabled, seat, at, before, asks, led, card, rows, lane, key, number):
    """Return what `talk` does for the turn after the third trick's lead."""
    if asks == 0:
        return 0
    wins = card >= led
    for j in range(asks + 1):
        actions = reply_actions(j, asks)
        if j % 2 == 1:
            action = drawn(sums, at + led * actions, actions, lane, key, number + j)
        elif tabled >> seat & 1:
            weights = np.zeros(3 * LANES)
            for i in range(3):
                weights[i * LANES] = replies[seat, before, asks, 3 * (j // 2) + i, led, card]
            action = drawn(weights, 0, 3, 0, key, number + j)
        elif wins:
            action = 1 if j in (0, asks) else 2
        elif actions == 0:
            action = 0
        else:
            action = drawn(sums, at + led * 2, 2, lane, key, number + j) * (1 if j == 0 else 2)
        at += rows * actions
        if j == 0:
            if action == 0:
                return 0
        elif action == 0:
            return j + RAN
        elif action == 1:
            return j
    return 0


@kernel
def play(first, last, seed, deck, sums, replies, tabled, strips, lanes, kinds, sizes, top):
    """Return how many hands each seat wins on each rung; shape (2, rungs)."""
    wins = np.zeros((2, top + 1), np.int64)
    classes = lanes.shape[0]
    pairs, triples = classes * (classes + 1) // 2, classes * (classes + 1) * (classes + 2) // 6
    rows = np.array([classes, classes, pairs, triples])
    cards = deck.copy()
    for deal in range(first, last):
        key = deal_key(seed, deal)
        for i in range(6):
            j = i + below_high(word(key, i), cards.shape[0] - i)
            cards[i], cards[j] = cards[j], cards[i]
        hands = np.stack((np.sort(cards[:3]), np.sort(cards[3:6])))
        winner, stake = one_hand(
            key, hands, sums, replies, tabled, strips, lanes, kinds, sizes, top, rows
        )
        wins[winner, stake] += 1
    return wins


@kernel
def row_of(hand, size):
    """Return the row of a hand, its classes rising."""
    if size == 1:
        return hand[0]
    if size == 2:
        return hand[1] * (hand[1] + 1) // 2 + hand[0]
    return hand[2] * (hand[2] + 1) * (hand[2] + 2) // 6 + hand[1] * (hand[1] + 1) // 2 + hand[0]


@kernel
def card_played(sums, at, hand, size, lane, key, number):
    """Return the card that is drawn, and take it from the hand."""
    slot = drawn(sums, at + row_of(hand, size) * size, size, lane, key, number)
    card = hand[slot]
    for i in range(slot, size - 1):
        hand[i] = hand[i + 1]
    return card


@kernel
def ran_from(said, actor):
    """Return who wins when somebody runs."""
    return actor if said % 2 == 1 else 1 - actor


@kernel
def one_hand(key, hands, sums, replies, tabled, strips, lanes, kinds, sizes, top, rows):  # noqa: C901
    """Return who wins a hand, and on which rung."""
    one, two, three = rows[1], rows[2], rows[3]
    mao, dealer = hands[1], hands[0]

    said = talk(sums, 0, top, three, row_of(mao, 3), three, row_of(dealer, 3), 0, key, 8)
    if said >= RAN:
        return ran_from(said, MAO), said - RAN - 1
    at = chain_rows(top, three, three)
    for k in range(said):
        at += sizes.first[k, right_after(-1, MAO, k) + 1]
    stake, right = said, right_after(-1, MAO, said)
    first = card_played(sums, at, mao, 3, 0, key, 13)
    at += 3 * three

    asks = asks_of(stake, right, DEALER, top)
    said = talk(sums, at, asks, three, row_of(dealer, 3), two, row_of(mao, 2), first, key, 14)
    if said >= RAN:
        return ran_from(said, DEALER), stake + said - RAN - 1
    at += chain_rows(asks, three, two)
    for k in range(said):
        at += sizes.answer[stake + k, right_after(right, DEALER, k) + 1]
    stake, right = stake + said, right_after(right, DEALER, said)
    second = card_played(sums, at, dealer, 3, first, key, 19)
    at += 3 * three

    strip, lane = strips[first, second], lanes[first, second]
    tied, leader = first == second, DEALER if second > first else MAO
    other, kind = 1 - leader, kinds[strip]
    for s in range(strip):
        at += sizes.second[stake, right + 1, kinds[s]]
    ours, theirs = hands[leader], hands[other]
    asks = asks_of(stake, right, leader, top)
    said = talk(sums, at, asks, two, row_of(ours, 2), two, row_of(theirs, 2), lane, key, 20)
    if said >= RAN:
        return ran_from(said, leader), stake + said - RAN - 1
    at += chain_rows(asks, two, two)
    for k in range(said):
        at += sizes.lead[stake + k, right_after(right, leader, k) + 1, kind]
    stake, right = stake + said, right_after(right, leader, said)
    led = card_played(sums, at, ours, 2, lane, key, 25)
    at += 2 * two
    for card in range(led):
        at += sizes.reply[stake, right + 1, kind, card]

    asks = asks_of(stake, right, other, top)
    said = talk(sums, at, asks, two, row_of(theirs, 2), one, ours[0], lane, key, 26)
    if said >= RAN:
        return ran_from(said, other), stake + said - RAN - 1
    at += chain_rows(asks, two, one)
    for k in range(said):
        at += sizes.play_reply[stake + k, right_after(right, other, k) + 1, kind, led]
    stake, right = stake + said, right_after(right, other, said)
    reply = card_played(sums, at, theirs, 2, lane, key, 31)
    at += 2 * two
    if tied and reply != led:
        return (other if reply > led else leader), stake
    if not tied and reply <= led:
        return leader, stake

    actor = leader if tied else other
    follower = 1 - actor
    at += (0 if tied else reply - led - 1) * sizes.third[stake, right + 1, actor]
    mine, his = hands[actor, 0], hands[follower, 0]
    asks = asks_of(stake, right, actor, top)
    before = talk(sums, at, asks, one, mine, one, his, lane, key, 32)
    if before >= RAN:
        return ran_from(before, actor), stake + before - RAN - 1
    at += chain_rows(asks, one, one)
    for k in range(before):
        may = asks_of(stake + k, right_after(right, actor, k), follower, top)
        at += reply_rows(may, one)
    stake, right = stake + before, right_after(right, actor, before)
    asks = asks_of(stake, right, follower, top)
    said = last_talk(
        sums, replies, tabled, follower, at, before, asks, mine, his, one, lane, key, 38
    )
    if said >= RAN:
        return ran_from(said, follower), stake + said - RAN - 1
    return (follower if his >= mine else actor), stake + said


def played(solver: Solver, hands: int, seed: int) -> np.ndarray:
    """Return how many of so many hands each seat wins on each rung."""
    tree = Tree(solver.game)
    classes = solver.game.classes
    strips, lanes = np.zeros((2, classes, classes), np.int64)
    for cards, (strip, lane) in tree.lanes.items():
        strips[cards], lanes[cards] = strip, lane
    return play(
        0,
        hands,
        np.uint64(seed),
        np.repeat(np.arange(classes), solver.game.counts),
        solver.sums,
        solver.replies,
        sum(1 << seat for seat in solver.tabled),
        strips,
        lanes,
        np.array([KINDS.index(kind) for kind in tree.layout.strips]),
        lengths(tree),
        solver.game.rungs - 1,
    )


def chances(solver: Solver) -> np.ndarray:
    """Return how likely each seat wins on each rung, exactly; shape (2, rungs)."""
    game, rungs = solver.game, solver.game.rungs
    found = np.zeros((2, rungs))
    for seat, rung in np.ndindex(2, rungs):
        pay = [[0.0] * rungs, [0.0] * rungs]
        pay[seat == DEALER][rung] = 1.0
        solver.game = replace(game, pay=(tuple(pay[0]), tuple(pay[1])))
        found[seat, rung] = solver.walk(FOLLOW, MAO)
    solver.game = game
    return found


def mixture(seat: int, one: Solver, other: Solver) -> Solver:
    """Return a solver in which a seat plays as in one, the other seat as in another."""
    notes = np.full_like(one.sums, np.nan)
    tabled, one.tabled = one.tabled, frozenset()
    walk(one.work(COMPARE, seat, notes=notes), one.cards)
    one.tabled = tabled
    sums = np.where(np.isnan(notes), other.sums, one.sums)
    mixed = Solver(one.game, one.dtype, arrays={"regrets": one.regrets[:0], "sums": sums})
    mixed.tabled = frozenset([seat] if seat in one.tabled else []) | (other.tabled - {seat})
    mixed.replies[:] = one.replies if seat in one.tabled else other.replies
    return mixed


def z_scores(counts: np.ndarray, likely: np.ndarray) -> np.ndarray:
    """Return how many standard errors counts are off."""
    hands = counts.sum()
    errors = np.sqrt(np.maximum(hands * likely * (1 - likely), 1.0))
    return (counts - hands * likely) / errors
