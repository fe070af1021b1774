"""Compiled play of one hand of three tricks, for every truco.

Kernels know no cards, only *powers*: the strength of a card plus one, so that 1
is the weakest card and 0 is a card lying face down, or no card at all. Higher
beats lower, equal ties, up to ``POWERS`` of them. A hand is packed into one
integer, a byte a card, the strongest in the lowest byte; a *slot* is a card's
place in that order. Seats count from the dealer, 0; a side is ``seat & 1``;
results are side 0, side 1 or ``TIED``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, word

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

POWERS = 14
"""The highest power; no game has more different strengths."""

TIED = 2

# The state a hand starts from, and the rules that a kernel needs: one array.
PLAYERS = 0
TRICK = 1  # tricks finished
FIRST_RESULT = 2
LEADER = 3
LAID = 4  # cards lying in the trick under way
BEST = 5  # the highest power among them, -1 without any
HOLDER = 6  # the side that has it, or TIED
FIRST_BEST = 7  # the seat that laid it first
TIE_TO_FIRST = 8  # after a tie that seat leads, not the leader again
ALL_TIED = 9  # who wins three ties
FAIR = 10  # a partner's best card of this power or more is worth noting
STRONG = 11  # and from this power on it is strong
START_SIZE = 12

# Ways of playing. Numbers from 0 on are rows of the policy tables.
GREEDY = -1
RANDOM = -2
SCRIPTED = -3  # a script, two bits a choice, says which slot is played
OPEN = -4  # all hands known to all and played perfectly; only for all seats at once

FIRST_TRICK = -2
"""In place of a seat: results are told apart by the first trick's, not by a hand."""

FIRST_CHOICE_WORD = 8
"""Words of a deal's stream before this one are for dealing; random play uses the rest."""

# Shape of a policy table: what a player sees, and how many hands he can hold.
PARTNER_VIEWS = 4
CONTEXTS = 1 + 3 * 3 * (POWERS + 1)
TRIPLES = POWERS * (POWERS + 1) * (POWERS + 2) // 6
PAIRS = POWERS * (POWERS + 1) // 2


@kernel
def pack(a: int, b: int, c: int) -> int:
    """Return three powers as a packed hand; 0 for a card that is not there."""
    high = max(a, b)
    low = min(a, b)
    return max(high, c) | max(low, min(high, c)) << 8 | min(low, c) << 16


@kernel
def card_at(hand: int, slot: int) -> int:
    """Return the power of the card in a slot."""
    return (hand >> (slot << 3)) & 255


@kernel
def without(hand: int, slot: int) -> int:
    """Return the hand after the card in a slot was played."""
    shift = slot << 3
    return hand & ((1 << shift) - 1) | (hand >> (shift + 8)) << shift


@kernel
def triple_index(hand: int) -> int:
    """Return the number of a hand of three cards, in [0, TRIPLES)."""
    a = (hand & 255) - 1
    b = ((hand >> 8) & 255) - 1
    c = (hand >> 16) - 1
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c


@kernel
def pair_index(hand: int) -> int:
    """Return the number of a hand of two cards, in [0, PAIRS)."""
    a = (hand & 255) - 1
    return a * (a + 1) // 2 + (hand >> 8) - 1


@kernel
def hand_index(hand: int) -> int:
    """Return the number of a hand among the hands of its size; 0 for no cards."""
    if hand >> 16:
        return triple_index(hand)
    if hand >> 8:
        return pair_index(hand)
    return max(hand - 1, 0)


@kernel
def context(laid: int, best: int, holder: int, side: int) -> int:
    """Return the number of what lies on the table, as ``side`` sees it.

    0 when leading; else by how many cards lie, whether the strongest is ours,
    theirs or both sides', and its power.
    """
    if laid == 0:
        return 0
    relation = 2 if holder == TIED else (0 if holder == side else 1)
    return 1 + ((laid - 1) * 3 + relation) * (POWERS + 1) + best


@kernel
def seen_result(result: int, side: int) -> int:
    """Return a trick's result as ``side`` sees it: 0 won, 1 lost, 2 tied."""
    return result ^ side if result != TIED else TIED


@kernel
def partner_view(hand: int, partner: int, laid: int, best: int, fair: int, strong: int) -> int:
    """Return what a player makes of his partner's cards when he knows them.

    While the partner waits for his turn: 1 when he cannot beat the table, 2
    when he can but my best card is better, 3 otherwise. Afterwards the same
    number says how strong the best card is that he keeps.
    """
    top = partner & 255
    if laid < 2:
        if top <= best:
            return 1
        return 3 if top >= (hand & 255) else 2
    if top >= strong:
        return 3
    return 2 if top >= fair else 1


@kernel
def greedy_slot(hand: int, size: int, laid: int, best: int, holder: int, side: int) -> int:
    """Return the slot that the greedy policy plays.

    Leading, the strongest. Following: the lowest when the own side alone holds
    the strongest card; else the lowest that beats it, that equals it, or at all.
    """
    if laid == 0:
        return 0
    to_beat = 0 if holder == side else best
    top = hand & 255
    beating = int(top > to_beat) + int((hand >> 8) & 255 > to_beat) + int(hand >> 16 > to_beat)
    # Written without a branch: the last of those that beat, else the first that
    # equals, else the last of all.
    return beating - int(beating > 0) + int(top < to_beat) * (size - 1)


@kernel
def choice_number(seat: int, size: int) -> int:
    """Return a number for a seat's choice among ``size`` cards, in [0, 16)."""
    return size * 4 + seat


@kernel
def hand_result(trick: int, first: int, now: int, all_tied: int) -> int:
    """Return who has won the hand after a trick, or -1 when it goes on.

    ``trick`` counts from 0, ``now`` is its result and ``first`` the first trick's.
    What the second trick was does not matter in the third: it was reached because
    the second tied after a tie or went against the first's winner.
    """
    if trick == 0:
        return -1
    if trick == 1:
        if first == TIED:
            return now if now != TIED else -1
        return first if now in (first, TIED) else -1
    if now != TIED:
        return now
    return all_tied if first == TIED else first


@kernel
def play_out(
    hands: Ints,
    start: Ints,
    kinds: Any,
    knows: Any,
    firsts: Any,
    seconds: Any,
    forced: int,
    key: np.uint64,
) -> int:
    """Play a hand to its end and return who wins it, and who won the first trick.

    Parameters
    ----------
    hands
        The packed hand of every seat; used up.
    start
        The state to start from, ``START_SIZE`` integers.
    kinds
        Each seat's policy, a row of the tables or one of the negative numbers
        above; ``None`` when all are greedy, which compiles to a third of the
        code and half the time.
    knows
        For each seat whether it knows its partner's cards.
    firsts, seconds
        Policy tables of the first trick, (rows, views, contexts, TRIPLES), and
        of the second, (rows, views, 3, contexts, PAIRS).
    forced
        The slot that is played first whatever the policy says, or -1.
    key
        The stream of the deal, for random players; the script for scripted ones.

    Returns
    -------
    int
        The result in the two lowest bits, the first trick's in the next two.
    """
    players = start[PLAYERS]
    trick = start[TRICK]
    first_result = start[FIRST_RESULT]
    leader = start[LEADER]
    laid = start[LAID]
    best = start[BEST]
    holder = start[HOLDER]
    first_best = start[FIRST_BEST]
    while True:
        size = 3 - trick
        seat = leader + laid
        if seat >= players:
            seat -= players
        while laid < players:
            hand = hands[seat]
            side = seat & 1
            if size == 1:
                slot = 0
            elif forced >= 0:
                slot = forced
                forced = -1
            elif kinds is None or kinds[seat] == GREEDY:
                slot = greedy_slot(hand, size, laid, best, holder, side)
            elif kinds[seat] == RANDOM:
                slot = below_high(word(key, FIRST_CHOICE_WORD + choice_number(seat, size)), size)
            elif kinds[seat] == SCRIPTED:
                slot = int(key >> np.uint64(2 * choice_number(seat, size))) & 3
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
        if holder != TIED or start[TIE_TO_FIRST]:
            leader = first_best
        result = hand_result(trick, first_result, holder, start[ALL_TIED])
        if result >= 0:
            return int(result | first_result << 2)
        if trick == 0:
            first_result = holder
        trick += 1
        laid = 0
        best = -1
        holder = TIED
