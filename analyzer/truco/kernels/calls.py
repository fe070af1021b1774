"""Compiled hands with calls: dealt, called, answered and played to their end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, below_low, deal_key, word
from analyzer.truco.kernels.deal import DEAL_WORDS, deal_hands
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    BEST,
    FAIR,
    FIRST_BEST,
    FIRST_CHOICE_WORD,
    FIRST_RESULT,
    GREEDY,
    HOLDER,
    LAID,
    LEADER,
    PLAYERS,
    RANDOM,
    STRONG,
    TIE_TO_FIRST,
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
    partner_view,
    seen_result,
    triple_index,
    without,
)
from analyzer.truco.kernels.quantiles import Quantiles, quantile_place

Floats = NDArray[np.float64]

# Where a hand stands in its calls: one array, besides the state of the cards.
STEPS = 0  # rungs of the ladder
STEP = 1  # the rung the hand is worth now
RIGHT = 2  # the side that may call, or TIED for both
HAD = 3  # two places: whether a side has had its chance to call in this trick
CAP = 5  # two places: the rung from which a side does not call any more
TALK_SIZE = 7

CALL_WORD = 24
"""Words of a deal's stream from this one on are for calls, one a trick and side."""

_HALF = np.uint64(32)
_LOW_MASK = np.uint64(0xFFFFFFFF)
_UNIT = 2.0**-32


@kernel
def sample_calls(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    fixed: Ints,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
    row_seat: int,
    rows: int,
    talk: Ints,
    quantiles: Quantiles,
    calls: Floats,
    bluffs: Floats,
    answers: Floats,
) -> Ints:
    """Return how hands ended in which both sides call, by what they were worth.

    At its first turn in a trick a side that has the right to call does so with
    the best of its holdings, and now and then as a bluff. Caller and next
    opponent settle it between them, until one of them accepts or runs. In one
    trick the players of a side place their holdings within their groups by the
    same draw.

    Parameters
    ----------
    row_seat, rows
        The seat whose hands are told apart and how many of its size there are;
        -1 and 1 for none.
    talk
        Where the calls stand, ``TALK_SIZE`` integers.
    quantiles
        What `rank_holdings` makes, a row for each of ``decks``.
    calls, bluffs
        For each side the share of all holdings that calls for its worth, and
        the chance that another calls.
    answers
        For each side and each answer of one exchange the quantiles below which
        it raises again and below which it accepts; shape (2, STEPS - 1, 2).

    Returns
    -------
    ndarray
        Counts, shape (rows, 2 · STEPS + 3): won by side 0 on each rung, by side
        1 on each rung, undecided, hands with a call, hands that ended by running.
    """
    steps = talk[STEPS]
    sums = np.zeros((rows, 2 * steps + 3), np.int64)
    deck = np.empty(64, np.uint8)
    hands = np.zeros(needs.shape[0], np.int64)
    players = start[PLAYERS]
    row = 0
    turned = 0
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, fixed, key, deck, hands)
        if row_seat >= 0:
            row = hand_index(hands[row_seat])
        if decks.shape[0] > 1:  # as deal_hands chose it
            turned = below_low(word(key, DEAL_WORDS - 1), decks.shape[0])
        trick = start[TRICK]
        first_result = start[FIRST_RESULT]
        leader = start[LEADER]
        laid = start[LAID]
        best = start[BEST]
        holder = start[HOLDER]
        first_best = start[FIRST_BEST]
        step = talk[STEP]
        right = talk[RIGHT]
        had_0 = talk[HAD]
        had_1 = talk[HAD + 1]
        called = 0
        result = -1
        while result < 0:
            size = 3 - trick
            seat = leader + laid
            if seat >= players:
                seat -= players
            while laid < players:
                hand = hands[seat]
                side = seat & 1
                if side == 0:
                    asked = had_0 == 0
                    had_0 = 1
                else:
                    asked = had_1 == 0
                    had_1 = 1
                if asked and step < talk[CAP + side] and right != 1 - side:
                    bits = word(key, CALL_WORD + 2 * trick + side)
                    place = quantile_place(trick, first_result, side, 0, best, hand)
                    low = np.float64(quantiles[turned, place, 0])
                    high = np.float64(quantiles[turned, place, 1])
                    mine = low + (high - low) * _upper(bits)
                    if mine < calls[side] or _lower(bits) < bluffs[side]:
                        called = 1
                        other = seat + 1 if seat + 1 < players else 0
                        bits = word(key, CALL_WORD + 2 * trick + 1 - side)
                        place = quantile_place(trick, first_result, 1 - side, 1, best, hands[other])
                        low = np.float64(quantiles[turned, place, 0])
                        high = np.float64(quantiles[turned, place, 1])
                        theirs = low + (high - low) * _upper(bits)
                        answering = 1 - side
                        level = 0
                        while True:
                            rank = mine if answering == side else theirs
                            if rank >= answers[answering, level, 1]:
                                result = 1 - answering
                                break
                            step += 1
                            right = answering
                            if rank >= answers[answering, level, 0] or step >= talk[CAP + right]:
                                break
                            answering = 1 - answering
                            level += 1
                        if result >= 0:
                            sums[row, 2 * steps + 2] += 1
                            break
                if size == 1:
                    slot = 0
                elif kinds[seat] == GREEDY:
                    slot = greedy_slot(hand, size, laid, best, holder, side)
                elif kinds[seat] == RANDOM:
                    bits = word(key, FIRST_CHOICE_WORD + choice_number(seat, size))
                    slot = below_high(bits, size)
                else:
                    view = 0
                    if knows[seat]:
                        view = partner_view(
                            hand, hands[seat ^ 2], laid, best, start[FAIR], start[STRONG]
                        )
                    ctx = context(laid, best, holder, side)
                    if size == 3:
                        slot = int(firsts[kinds[seat], view, ctx, triple_index(hand)])
                    else:
                        seen = seen_result(first_result, side)
                        slot = int(seconds[kinds[seat], view, seen, ctx, pair_index(hand)])
                card = card_at(hand, slot)
                hands[seat] = without(hand, slot)
                if card > best:
                    best = card
                    holder = side
                    first_best = seat
                elif card == best and holder != side:
                    holder = TIED
                laid += 1
                seat += 1
                if seat == players:
                    seat = 0
            if result >= 0:
                break
            if holder != TIED or start[TIE_TO_FIRST]:
                leader = first_best
            result = hand_result(trick, first_result, holder, start[ALL_TIED])
            if trick == 0:
                first_result = holder
            trick += 1
            laid = 0
            best = -1
            holder = TIED
            had_0 = 0
            had_1 = 0
        sums[row, 2 * steps + 1] += called
        if result == TIED:
            sums[row, 2 * steps] += 1
        else:
            sums[row, result * steps + step] += 1
    return sums


@kernel
def _upper(bits: np.uint64) -> float:
    """Return a number in [0, 1) made from the upper half of a word."""
    return float(np.float64(bits >> _HALF) * _UNIT)


@kernel
def _lower(bits: np.uint64) -> float:
    """Return a number in [0, 1) made from the lower half of a word."""
    return float(np.float64(bits & _LOW_MASK) * _UNIT)
