"""Compiled perfect play with all cards face up (double dummy)."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    BEST,
    FIRST_BEST,
    FIRST_RESULT,
    HOLDER,
    LAID,
    LEADER,
    PLAYERS,
    TIE_TO_FIRST,
    TIED,
    TRICK,
    Ints,
    card_at,
    greedy_slot,
    hand_result,
    without,
)


@kernel
def open_result(hands: Ints, start: Ints, forced: int) -> int:
    """Return who wins when both sides see all cards and play perfectly.

    Parameters
    ----------
    hands
        The packed hand of every seat; left alone.
    start
        The state to start from.
    forced
        The slot that is played first, or -1.
    """
    h2 = h3 = int(np.int64(0))
    if start[PLAYERS] == 4:
        h2 = hands[2]
        h3 = hands[3]
    value = _value(
        hands[0],
        hands[1],
        h2,
        h3,
        start[PLAYERS],
        start[TRICK],
        start[FIRST_RESULT],
        start[LEADER],
        start[LAID],
        start[BEST],
        start[HOLDER],
        start[FIRST_BEST],
        start[TIE_TO_FIRST],
        start[ALL_TIED],
        int(np.int64(forced)),
        int(np.int64(0)),
        int(np.int64(2)),
    )
    return _result_of(value)


@kernel
def _result_of(value: int) -> int:
    return 0 if value == 2 else 1 if value == 0 else TIED


@kernel
def _value_of(result: int) -> int:
    return 2 if result == 0 else 0 if result == 1 else 1


# A literal among the arguments of a recursive call is a type of its own to numba,
# and a function that calls itself with other types than it was called with
# crashes when it comes from the cache; hence the np.int64 around constants.
#
# Values are 2 when side 0 wins, 1 undecided, 0 when side 1 wins. The hands are
# plain integers: arrays handed down a recursion cost more than the search.


@kernel
def _value(
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    players: int,
    trick: int,
    first_result: int,
    leader: int,
    laid: int,
    best: int,
    holder: int,
    first_best: int,
    tie_to_first: int,
    all_tied: int,
    forced: int,
    alpha: int,
    beta: int,
) -> int:
    if laid == players:
        result = hand_result(trick, first_result, holder, all_tied)
        if result >= 0:
            return _value_of(result)
        if holder != TIED or tie_to_first:
            leader = first_best
        if trick == 0:
            first_result = holder
        trick += 1
        laid = 0
        best = -1
        holder = TIED
    size = 3 - trick
    if size == 1:
        return _last_trick(
            h0,
            h1,
            h2,
            h3,
            players,
            first_result,
            leader,
            laid,
            best,
            holder,
            all_tied,
        )
    seat = (leader + laid) & (players - 1)
    side = seat & 1
    hand = h0 if seat == 0 else h1 if seat == 1 else h2 if seat == 2 else h3
    likely = forced if forced >= 0 else greedy_slot(hand, size, laid, best, holder, side)
    tried = int(np.int64(-1))
    result = int(np.int64(-1))
    for k in range(size):
        # The likely card first, then the others; equal cards once.
        slot = likely if k == 0 else k - 1 if k <= likely else k
        card = card_at(hand, slot)
        if k > 0 and (card == card_at(hand, likely) or card == tried):
            continue
        tried = card
        rest = without(hand, slot)
        new_best = best
        new_holder = holder
        new_first = first_best
        if card > best:
            new_best = card
            new_holder = side
            new_first = seat
        elif card == best and holder != side:
            new_holder = TIED
        value = _value(
            rest if seat == 0 else h0,
            rest if seat == 1 else h1,
            rest if seat == 2 else h2,
            rest if seat == 3 else h3,
            players,
            trick,
            first_result,
            leader,
            laid + 1,
            new_best,
            new_holder,
            new_first,
            tie_to_first,
            all_tied,
            int(np.int64(-1)),
            alpha,
            beta,
        )
        if side == 0:
            if result < 0 or value > result:
                result = value
            alpha = max(alpha, value)
        else:
            if result < 0 or value < result:
                result = value
            beta = min(beta, value)
        if alpha >= beta or forced >= 0:
            break
    return result


@kernel
def _last_trick(
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    players: int,
    first_result: int,
    leader: int,
    laid: int,
    best: int,
    holder: int,
    all_tied: int,
) -> int:
    while laid < players:
        seat = (leader + laid) & (players - 1)
        card = h0 if seat == 0 else h1 if seat == 1 else h2 if seat == 2 else h3
        if card > best:
            best = card
            holder = seat & 1
        elif card == best and holder != seat & 1:
            holder = TIED
        laid += 1
    return _value_of(hand_result(2, first_result, holder, all_tied))
