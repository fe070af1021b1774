"""Compiled self-play that says what each card would have been worth.

In every deal one player learns. Each of his decisions is tried with every card,
the rest of the hand played out by the policies as they are. The averages over
many deals make the next policy table.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, below_low, deal_key, word
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.hand import (
    BEST,
    FAIR,
    FIRST_BEST,
    FIRST_RESULT,
    HOLDER,
    LAID,
    LEADER,
    PLAYERS,
    STRONG,
    TIE_TO_FIRST,
    TIED,
    TRICK,
    Bytes,
    Ints,
    card_at,
    context,
    pair_index,
    partner_view,
    play_out,
    seen_result,
    triple_index,
    without,
)

_WHO_WORD = 38
_VIEW_WORD = 39
_ASTRAY_WORD = 40
_PERMILLE = 1000


@kernel
def learn_values(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    start: Ints,
    opponents: Ints,
    firsts: Bytes,
    seconds: Bytes,
    explore: int,
    tremble: int,
) -> Ints:
    """Return how often each choice of a learner was tried and the half wins it brought.

    The learner sits anywhere and plays row 0 of the tables, as does his
    partner. When the tables have partner views, he and his partner know each
    other's cards in half the deals.

    Parameters
    ----------
    opponents
        Rows of the tables; in each deal the opponents play one of these.
    explore
        In how many of a thousand decisions the learner goes on with a random
        card, so that he sees positions which he would avoid. He alone may do so
        often: what others play tells him what they hold.
    tremble
        In how many of a thousand decisions anybody else does.

    Returns
    -------
    ndarray
        Flat: for the first trick shape (views, contexts, TRIPLES, 3, 2), then
        for the second (views, 3, contexts, PAIRS, 2, 2); the last axis holds
        count and half wins.
    """
    shape1 = firsts.shape
    shape2 = seconds.shape
    sums1 = np.zeros((shape1[1], shape1[2], shape1[3], 3, 2), np.int64)
    sums2 = np.zeros((shape2[1], 3, shape2[3], shape2[4], 2, 2), np.int64)
    deck = np.empty(64, np.uint8)
    none = np.zeros(needs.shape[0], np.int64)
    hands = np.zeros(needs.shape[0], np.int64)
    trial = np.zeros(needs.shape[0], np.int64)
    kinds = np.zeros(needs.shape[0], np.int64)
    knows = np.zeros(needs.shape[0], np.int64)
    state = start.copy()
    players = start[PLAYERS]
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, none, key, deck, hands)
        who = word(key, _WHO_WORD)
        learner = below_high(who, players)
        opponent = opponents[below_low(who, opponents.shape[0])]
        known = shape1[1] > 1 and below_high(word(key, _VIEW_WORD), 2) == 1
        for seat in range(players):
            ours = (seat ^ learner) & 1 == 0
            kinds[seat] = 0 if ours else opponent
            knows[seat] = ours and known
        state[:] = start
        for decision in range(2 * players):
            trick = state[TRICK]
            laid = state[LAID]
            best = state[BEST]
            holder = state[HOLDER]
            seat = (state[LEADER] + laid) & (players - 1)
            side = seat & 1
            size = 3 - trick
            hand = hands[seat]
            view = 0
            if knows[seat]:
                view = partner_view(hand, hands[seat ^ 2], laid, best, state[FAIR], state[STRONG])
            ctx = context(laid, best, holder, side)
            seen = seen_result(state[FIRST_RESULT], side)
            astray = tremble
            if seat == learner:
                astray = explore
                for slot in range(size):
                    if slot > 0 and card_at(hand, slot) == card_at(hand, slot - 1):
                        continue
                    for other in range(players):
                        trial[other] = hands[other]
                    result = play_out(trial, state, kinds, knows, firsts, seconds, slot, key) & 3
                    halves = 2 if result == side else 1 if result == TIED else 0
                    if size == 3:
                        sums1[view, ctx, triple_index(hand), slot, 0] += 1
                        sums1[view, ctx, triple_index(hand), slot, 1] += halves
                    else:
                        sums2[view, seen, ctx, pair_index(hand), slot, 0] += 1
                        sums2[view, seen, ctx, pair_index(hand), slot, 1] += halves
                if trick == 1:
                    break
            bits = word(key, _ASTRAY_WORD + decision)
            if below_high(bits, _PERMILLE) < astray:
                chosen = below_low(bits, size)
            elif size == 3:
                chosen = int(firsts[kinds[seat], view, ctx, triple_index(hand)])
            else:
                chosen = int(seconds[kinds[seat], view, seen, ctx, pair_index(hand)])
            card = card_at(hand, chosen)
            hands[seat] = without(hand, chosen)
            if card > best:
                state[BEST] = card
                state[HOLDER] = side
                state[FIRST_BEST] = seat
            elif card == best and holder != side:
                state[HOLDER] = TIED
            state[LAID] += 1
            if state[LAID] == players:
                if state[HOLDER] != TIED or state[TIE_TO_FIRST]:
                    state[LEADER] = state[FIRST_BEST]
                state[FIRST_RESULT] = state[HOLDER]
                state[TRICK] = 1
                state[LAID] = 0
                state[BEST] = -1
                state[HOLDER] = TIED
    return np.concatenate((sums1.ravel(), sums2.ravel()))
