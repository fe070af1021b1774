"""How good a holding is, as a share of all holdings: tables for players who call.

The quantile of a holding is the share of all holdings that are better than it
in a state like this, 0 for the best. A state is known by the first trick's
result, by whose turn it is and by the strongest card on the table. Only two
moments of a trick occur: a side calls at its first turn in it, so that at most
one card lies on the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.truco.kernels.enumeration import remove, ways
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    BEST,
    FIRST_BEST,
    FIRST_RESULT,
    HOLDER,
    LAID,
    LEADER,
    PAIRS,
    POWERS,
    TIED,
    TRICK,
    TRIPLES,
    Bytes,
    Ints,
    card_at,
    hand_index,
    hand_result,
    play_out,
    seen_result,
)

Quantiles = NDArray[np.float32]

MOMENTS = 32
"""On turn or waiting, with an empty table or its strongest card of a power from 0 on."""

SIDE_MOMENTS = 2 * MOMENTS
_SECOND_TRICK = SIDE_MOMENTS * TRIPLES
_THIRD_TRICK = _SECOND_TRICK + 3 * SIDE_MOMENTS * PAIRS

QUANTILES = _THIRD_TRICK + 3 * SIDE_MOMENTS * POWERS
"""Holdings in all states of one deck."""

STATES = 7 * SIDE_MOMENTS
"""States of one deck: nothing played, then three first results in two tricks."""

_ORDERS = np.array([[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]])


@kernel
def quantile_place(
    trick: int, first_result: int, side: int, waiting: int, best: int, hand: int
) -> int:
    """Return where the table keeps a holding's quantiles.

    Parameters
    ----------
    trick, first_result
        Tricks finished and the first one's result.
    side
        The side of the player whose holding it is.
    waiting
        1 when an opponent is on turn, 0 when the player is.
    best
        The strongest power on the table, -1 without any.
    hand
        The packed holding.
    """
    moment = side * MOMENTS + waiting * (MOMENTS >> 1) + best + 1
    if trick == 0:
        return moment * TRIPLES + hand_index(hand)
    moment += seen_result(first_result, side) * SIDE_MOMENTS
    if trick == 1:
        return _SECOND_TRICK + moment * PAIRS + hand_index(hand)
    return _THIRD_TRICK + moment * POWERS + hand_index(hand)


@kernel
def rank_holdings(
    first: int,
    last: int,
    decks: Bytes,
    fresh: Ints,
    players: int,
    kinds: Any,
    firsts: Any,
    seconds: Any,
    scripts: NDArray[np.uint64],
    no_card: Ints,
    ones: Ints,
    twos: Ints,
    threes: Ints,
    quantiles: Quantiles,
) -> int:
    """Fill in the quantiles of all holdings in some states.

    Parameters
    ----------
    first, last
        Range of units; unit ``u`` is state ``u % STATES`` of deck ``u // STATES``.
    decks
        Powers of the cards that may be held, one row for each deck.
    fresh
        The state before the first card of two players.
    players
        Of the game that the two stand for. With four, a waiting player whose
        side has the card on the table has not played yet himself.
    kinds, firsts, seconds
        How the two play, as for `play_out`; all ``None`` when both are greedy.
    scripts
        Sequences of choices of random players, at least one; none at all when
        both play at random, which is counted instead of played.
    no_card, ones, twos, threes
        The packed hands of each size.
    quantiles
        The table, shape (len(decks), QUANTILES, 2): from and to which share of
        all holdings those with the same chance reach. Filled in place.

    Returns
    -------
    int
        How many holdings were ranked.
    """
    counts = np.zeros(POWERS + 1, np.int64)
    start = fresh.copy()
    hands = np.zeros(2, np.int64)
    knows = np.zeros(2, np.int64)
    wins = np.zeros(TRIPLES, np.int64)
    mass = np.zeros(TRIPLES, np.int64)
    ranked = 0
    for unit in range(first, last):
        side, mine_laid, theirs_laid = _set_state(unit % STATES, players, start)
        counts[:] = 0
        for power in decks[unit // STATES]:
            counts[power] += 1
        best = start[BEST]
        if best > 0:
            if counts[best] == 0:
                continue
            counts[best] -= 1
        my_size = 3 - start[TRICK] - mine_laid
        their_size = 3 - start[TRICK] - theirs_laid
        mine = threes if my_size == 3 else twos if my_size == 2 else ones
        if my_size == 0:
            mine = no_card
        theirs = threes if their_size == 3 else twos if their_size == 2 else ones
        if their_size == 0:
            theirs = no_card
        for i in range(mine.shape[0]):
            wins[i] = 0
            mass[i] = ways(mine[i], counts)
            if mass[i] == 0:
                continue
            ranked += 1
            remove(mine[i], counts, 1)
            if scripts.shape[0] == 0:
                wins[i] = _wins_at_random(mine[i], my_size, start, side, counts)
            else:
                for other in theirs:
                    weight = ways(other, counts)
                    if weight == 0:
                        continue
                    for script in scripts:
                        hands[side] = mine[i]
                        hands[1 - side] = other
                        result = play_out(hands, start, kinds, knows, firsts, seconds, -1, script)
                        if result & 3 == side:
                            wins[i] += weight
            remove(mine[i], counts, -1)
        waiting = unit % MOMENTS // (MOMENTS >> 1)
        total = np.sum(mass[: mine.shape[0]])
        for i in range(mine.shape[0]):
            if mass[i] == 0:
                continue
            better = 0
            equal = 0
            for j in range(mine.shape[0]):
                if wins[j] > wins[i]:
                    better += mass[j]
                elif wins[j] == wins[i]:
                    equal += mass[j]
            place = quantile_place(start[TRICK], start[FIRST_RESULT], side, waiting, best, mine[i])
            quantiles[unit // STATES, place, 0] = better / total
            quantiles[unit // STATES, place, 1] = (better + equal) / total
    return ranked


@kernel
def _set_state(state: int, players: int, start: Ints) -> tuple[int, int, int]:
    """Write a state of two players; return whose it is and who has laid a card."""
    row = state // SIDE_MOMENTS  # no trick, then the first result thrice, twice
    side = state % SIDE_MOMENTS // MOMENTS
    waiting = state % MOMENTS // (MOMENTS >> 1) == 1
    best = state % (MOMENTS >> 1) - 1
    mine_laid = int(waiting and best >= 0 and players == 2)
    theirs_laid = int(not waiting and best >= 0)
    i_lead = mine_laid == 1 or (theirs_laid == 0 and not waiting)
    start[TRICK] = (row + 2) // 3
    start[FIRST_RESULT] = TIED if row % 3 == 0 else (row + 2) % 3 ^ side
    start[LEADER] = side if i_lead else 1 - side
    start[LAID] = mine_laid + theirs_laid
    start[BEST] = best
    start[HOLDER] = TIED if best < 0 else side if waiting else 1 - side
    start[FIRST_BEST] = side if waiting else 1 - side
    return side, mine_laid, theirs_laid


@kernel
def _wins_at_random(hand: int, size: int, start: Ints, side: int, counts: Ints) -> int:
    """Return in how many orders of both players' cards a side wins.

    Who plays at random lays his cards in a random order, whoever leads, and an
    unknown hand in a random order is nothing but cards drawn one by one.
    """
    trick = start[TRICK]
    best = start[BEST]
    mine_laid = 3 - trick - size
    theirs_laid = start[LAID] - mine_laid
    cards = np.zeros(3, np.int64)
    left = int(np.sum(counts))
    wins = 0
    for order in range(6 if size == 3 else max(size, 1)):
        if mine_laid == 1:
            cards[trick] = best
        for i in range(size):
            cards[trick + mine_laid + i] = card_at(hand, _ORDERS[order, i])
        if start[HOLDER] == side:  # perhaps a partner's card
            cards[trick] = max(cards[trick], best)
        wins += _drawn_wins(
            cards,
            trick,
            start[FIRST_RESULT],
            side,
            best if theirs_laid == 1 else int(np.int64(-1)),
            counts,
            left,
            start[ALL_TIED],
        )
    return wins


# See the recursion in open_cards.py for the np.int64 around a constant.


@kernel
def _drawn_wins(
    cards: Ints,
    trick: int,
    first_result: int,
    side: int,
    laid: int,
    counts: Ints,
    left: int,
    all_tied: int,
) -> int:
    """Return in how many draws of an opponent's cards, one a trick, a side wins.

    ``laid`` is the power that he has laid in this trick, or -1.
    """
    wins = int(np.int64(0))
    for power in range(POWERS + 1):
        weight = int(power == laid) if laid >= 0 else counts[power]
        if weight == 0:
            continue
        drawn = int(laid < 0)
        now = side if cards[trick] > power else 1 - side if cards[trick] < power else TIED
        result = hand_result(trick, first_result, now, all_tied)
        if result < 0:
            counts[power] -= drawn
            wins += weight * _drawn_wins(
                cards,
                trick + 1,
                now if trick == 0 else first_result,
                side,
                int(np.int64(-1)),
                counts,
                left - drawn,
                all_tied,
            )
            counts[power] += drawn
        elif result == side:
            # However the cards of tricks that are not played would have come.
            for later in range(2 - trick):
                weight *= left - drawn - later
            wins += weight
    return wins
