"""Two players, one or both of whom mix: they play several cards with certain frequencies.

A mixed strategy knows all the cards that fell, so that its tables are indexed by
them; powers count from 1 there too, 0 stands unused. What is counted here is
weighted with the frequencies, `WEIGHT` for a deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import below_low, deal_key, word
from analyzer.truco.kernels.deal import DEAL_WORDS, deal_hands
from analyzer.truco.kernels.enumeration import remove, ways
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    BEST,
    FIRST_CHOICE_WORD,
    FIRST_RESULT,
    FIRST_TRICK,
    GREEDY,
    HOLDER,
    LAID,
    LEADER,
    RANDOM,
    TIED,
    TRICK,
    Bytes,
    Ints,
    card_at,
    choice_number,
    context,
    greedy_slot,
    hand_index,
    hand_result,
    pair_index,
    seen_result,
    triple_index,
    without,
)

MIXED = -5
"""A way of playing beside those of ``analyzer.truco.kernels.hand``; only kernels here know it."""

WEIGHT = 1_000_000
"""What a deal counts, so that frequencies leave whole numbers."""

_DECISIONS = 6
_STATE = 11


class Book(NamedTuple):
    """Who plays how, and the tables.

    Attributes
    ----------
    kinds, firsts, seconds
        As ``analyzer.truco.kernels.hand.play_out`` takes them.
    lead, reply
        Frequencies of the slots in the first trick, shapes (decks, TRIPLES, 3)
        and (decks, power led, TRIPLES, 3).
    second_lead, second_reply
        In the second trick, by the mão's and the dealer's first card, and the
        card that was led: (decks, power, power, PAIRS, 2) and with one more
        power before the pairs.
    """

    kinds: Any
    firsts: Any
    seconds: Any
    lead: Any
    reply: Any
    second_lead: Any
    second_reply: Any


@kernel
def mixed_results(
    first: int,
    last: int,
    counts: Ints,
    classes_a: Ints,
    classes_b: Ints,
    held_a: Ints,
    held_b: Ints,
    row_seat: int,
    rows: int,
    start: Ints,
    cards: Ints,
    deck: int,
    book: Book,
    slots: Ints,
) -> Ints:
    """Return the weights of the results over all hands of both players.

    Parameters
    ----------
    first, last
        Range of the dealer's hands.
    counts
        Unseen cards of each power.
    classes_a, classes_b, held_a, held_b
        The unknown part of what the dealer and the mão may hold, and the whole.
    row_seat, rows, slots
        As for ``analyzer.truco.kernels.enumeration.enumerate_hands``.
    start
        The state to start from.
    cards
        The powers of the first trick, the mão's and the dealer's; 0 before it.
    deck
        Which tables of the book.

    Returns
    -------
    ndarray
        Weights, shape (rows, len(slots), 3).
    """
    sums = np.zeros((rows, slots.shape[0], 3), np.float64)
    left = counts.copy()
    ends = np.zeros((3, 3), np.float64)
    stack = np.zeros((_DECISIONS + 1, _STATE), np.int64)
    shares = np.ones(_DECISIONS + 1, np.float64)
    for at in range(first, last):
        ways_a = ways(classes_a[at], left)
        if ways_a <= 0:
            continue
        remove(classes_a[at], left, 1)
        for other in range(classes_b.shape[0]):
            weight = ways_a * ways(classes_b[other], left)
            if weight <= 0:
                continue
            row = 0
            if row_seat >= 0:
                row = hand_index(held_a[at] if row_seat == 0 else held_b[other])
            for k in range(slots.shape[0]):
                find_ends(
                    held_a[at], held_b[other], start, cards, deck, book, slots[k], stack, shares,
                    ends,
                )  # fmt: skip
                for tricks in range(3):
                    if row_seat == FIRST_TRICK:
                        row = tricks
                    for result in range(3):
                        sums[row, k, result] += weight * ends[tricks, result]
        remove(classes_a[at], left, -1)
    return np.rint(sums * WEIGHT).astype(np.int64)


@kernel
def sample_mixed(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    start: Ints,
    cards: Ints,
    book: Book,
    row_seat: int,
    rows: int,
) -> Ints:
    """Return how sampled deals end; see ``analyzer.truco.kernels.sample.sample_results``."""
    sums = np.zeros((rows, 3), np.int64)
    room = np.empty(64, np.uint8)
    hands = np.zeros(2, np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, fixed, key, room, hands)
        deck = 0
        if decks.shape[0] > 1:
            deck = below_low(word(key, DEAL_WORDS - 1), decks.shape[0])
        row = hand_index(hands[row_seat]) if row_seat >= 0 else 0
        result = play_mixed(hands[0], hands[1], start, cards, deck, book, key)
        if row_seat == FIRST_TRICK:
            row = result >> 2
        sums[row, result & 3] += 1
    return sums


@kernel
def find_ends(
    dealer: int,
    mao: int,
    start: Ints,
    cards: Ints,
    deck: int,
    book: Book,
    forced: int,
    stack: Ints,
    shares: NDArray[np.float64],
    ends: NDArray[np.float64],
) -> None:
    """Write how often a hand ends how, by the result of the first trick.

    Parameters
    ----------
    forced
        A slot that is played first whatever the policy says, or -1.
    stack, shares
        Room to go through all decisions: states, and how often they are reached.
    ends
        Filled; shape (first trick, hand).
    """
    kinds, firsts, seconds = book.kinds, book.firsts, book.seconds
    lead, reply = book.lead, book.reply
    second_lead, second_reply = book.second_lead, book.second_reply
    all_tied = start[ALL_TIED]
    ends[:] = 0.0
    top = stack[0]
    top[0], top[1], top[2], top[3] = dealer, mao, start[TRICK], start[LEADER]
    top[4], top[5], top[6] = start[LAID], start[BEST], start[HOLDER]
    top[7], top[8], top[9], top[10] = start[FIRST_RESULT], cards[0], cards[1], -1
    depth = 0
    while depth >= 0:
        state = stack[depth]
        dealer, mao, trick, leader = state[0], state[1], state[2], state[3]
        laid, best, holder, first_result = state[4], state[5], state[6], state[7]
        mao_card, dealer_card = state[8], state[9]
        state[10] += 1
        slot, size = state[10], 3 - trick
        if slot >= size:
            depth -= 1
            continue
        seat = (leader + laid) & 1
        hand = dealer if seat == 0 else mao
        if size == 1:
            share = 1.0
        elif depth == 0 and forced >= 0:
            share = 1.0 if slot == forced else 0.0
        else:
            share = frequency(
                slot, seat, hand, size, laid, best, holder, first_result, mao_card, dealer_card,
                deck, kinds, firsts, seconds, lead, reply, second_lead, second_reply,
            )  # fmt: skip
        if share <= 0.0:
            continue
        share *= shares[depth]
        card = card_at(hand, slot)
        if seat == 0:
            dealer = without(hand, slot)
        else:
            mao = without(hand, slot)
        if trick == 0:
            if seat == 0:
                dealer_card = card
            else:
                mao_card = card
        if card > best:
            best, holder = card, seat
        elif card == best:
            holder = TIED
        laid += 1
        if laid == 2:
            if holder != TIED:
                leader = holder
            result = hand_result(trick, first_result, holder, all_tied)
            if result >= 0:
                ends[first_result, result] += share
                continue
            if trick == 0:
                first_result = holder
            trick, laid, best, holder = trick + 1, 0, -1, TIED
        depth += 1
        shares[depth] = share
        below = stack[depth]
        below[0], below[1], below[2], below[3] = dealer, mao, trick, leader
        below[4], below[5], below[6], below[7] = laid, best, holder, first_result
        below[8], below[9], below[10] = mao_card, dealer_card, -1


@kernel
def play_mixed(
    dealer: int, mao: int, start: Ints, cards: Ints, deck: int, book: Book, key: np.uint64
) -> int:
    """Play a hand, drawing cards by their frequencies; the result is as of ``play_out``."""
    kinds, firsts, seconds = book.kinds, book.firsts, book.seconds
    lead, reply = book.lead, book.reply
    second_lead, second_reply = book.second_lead, book.second_reply
    trick, first_result, leader = start[TRICK], start[FIRST_RESULT], start[LEADER]
    laid, best, holder = start[LAID], start[BEST], start[HOLDER]
    mao_card, dealer_card = cards[0], cards[1]
    while True:
        size = 3 - trick
        while laid < 2:
            seat = (leader + laid) & 1
            hand = dealer if seat == 0 else mao
            bits = word(key, FIRST_CHOICE_WORD + choice_number(seat, size)) >> np.uint64(11)
            rest = np.float64(bits) * 2.0**-53
            slot = 0
            for tried in range(size if size > 1 else 0):
                share = frequency(
                    tried, seat, hand, size, laid, best, holder, first_result, mao_card,
                    dealer_card, deck, kinds, firsts, seconds, lead, reply, second_lead,
                    second_reply,
                )  # fmt: skip
                if share > 0.0:
                    slot = tried
                rest -= share
                if rest < 0.0:
                    break
            card = card_at(hand, slot)
            if seat == 0:
                dealer = without(hand, slot)
            else:
                mao = without(hand, slot)
            if trick == 0:
                if seat == 0:
                    dealer_card = card
                else:
                    mao_card = card
            if card > best:
                best, holder = card, seat
            elif card == best:
                holder = TIED
            laid += 1
        if holder != TIED:
            leader = holder
        result = hand_result(trick, first_result, holder, start[ALL_TIED])
        if result >= 0:
            return int(result | first_result << 2)
        if trick == 0:
            first_result = holder
        trick, laid, best, holder = trick + 1, 0, -1, TIED


@kernel(inline="always")
def frequency(
    slot: int,
    seat: int,
    hand: int,
    size: int,
    laid: int,
    best: int,
    holder: int,
    first_result: int,
    mao_card: int,
    dealer_card: int,
    deck: int,
    kinds: Any,
    firsts: Any,
    seconds: Any,
    lead: Any,
    reply: Any,
    second_lead: Any,
    second_reply: Any,
) -> float:
    """Return how often a player plays a slot."""
    kind = kinds[seat]
    if kind == RANDOM:
        return 1.0 / size
    if kind == GREEDY:
        return 1.0 if greedy_slot(hand, size, laid, best, holder, seat) == slot else 0.0
    if kind != MIXED:
        ctx = context(laid, best, holder, seat)
        if size == 3:
            chosen = int(firsts[kind, 0, ctx, triple_index(hand)])
        else:
            seen = seen_result(first_result, seat)
            chosen = int(seconds[kind, 0, seen, ctx, pair_index(hand)])
        return 1.0 if chosen == slot else 0.0
    if size == 3:
        row = triple_index(hand)
        if laid == 0:
            return float(lead[deck, row, slot])
        return float(reply[deck, best, row, slot])
    row = pair_index(hand)
    if laid == 0:
        return float(second_lead[deck, mao_card, dealer_card, row, slot])
    return float(second_reply[deck, mao_card, dealer_card, best, row, slot])
