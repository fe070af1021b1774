"""Block kernel: a pair that plays closed cards against one that sees everything."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, deal_key, word
from analyzer.manilla.cards import ALL_CARDS, POINTS
from analyzer.manilla.kernels.bits import lowest, nth, size
from analyzer.manilla.kernels.expert import BY_CHANCE, KIND, expert_card
from analyzer.manilla.kernels.legal import Ints, beats, legal_mask, shown_voids
from analyzer.manilla.kernels.open_cards import desk_for
from analyzer.manilla.kernels.play import PLAY_WORDS
from analyzer.manilla.kernels.sample import deal_all
from analyzer.manilla.kernels.solver.desk import Desk
from analyzer.manilla.kernels.solver.values import narrow, reaches, set_deal, set_point

_WORTH = np.array(POINTS, dtype=np.int64)
_NONE = -1
_NO_LIMIT = 1 << 60


@kernel
def perfect_card(
    desk: Desk, hands: Ints, leader: int, table: Ints, lying: int, legal: int, value: int
) -> int:
    """Return the lowest of the cards that keep the value of a point.

    Parameters
    ----------
    desk, hands, leader, table, lying
        As for ``set_point``; of the table there is room for one card more.
    legal
        What may be played.
    value
        What side 1 still wins.
    """
    seat = (leader + lying) & 3
    rest = legal
    while rest & (rest - 1):
        card = lowest(rest)
        rest &= rest - 1
        table[lying] = card
        hands[seat] ^= 1 << card
        set_point(desk, hands, leader, table, lying + 1)
        keeps = reaches(desk, value + 1 - (seat & 1), _NO_LIMIT) == (seat & 1)
        hands[seat] ^= 1 << card
        if keeps:
            return card
    return lowest(rest)


@kernel
def give_away(
    desk: Desk,
    hands: Ints,
    trump: int,
    undertrump: bool,
    leader: int,
    ways: Ints,
    key: np.uint64,
    side: int,
    lost: Ints,
) -> None:
    """Let a side play closed cards against perfect play, and add what its cards cost.

    Perfect play takes nothing but the value of the open deal: what the side ends below it, it
    has given away, card by card.

    Parameters
    ----------
    desk
        The solver's memory.
    hands
        The mask of each seat's cards; they are played from it.
    trump, undertrump
        The suit of triunfo, and the rule ``must_undertrump``.
    leader
        The seat that leads.
    ways, key
        How the side plays, and random numbers, as for ``play_out``.
    side
        The side, 0 or 1.
    lost
        The points given away by the first, second, third and fourth card of a trick.
    """
    set_deal(desk, hands, trump, undertrump)
    table = np.zeros(4, np.int64)
    state = desk.state[0]
    gone = ALL_CARDS & ~(hands[0] | hands[1] | hands[2] | hands[3])
    voids = 0
    draws = PLAY_WORDS
    set_point(desk, hands, leader, table, 0)
    narrow(desk, _NO_LIMIT)
    value = state.lowest  # what side 1 would still win from the last point on
    place = _NONE  # of the side's last card, until its cost is known
    while hands[leader]:
        led = _NONE
        best = _NONE
        winner = leader
        pot = 1
        for n in range(4):
            seat = (leader + n) & 3
            held = hands[seat]
            against = ((winner ^ seat) & 1) != 0
            legal = legal_mask(held, led, best, against, trump, undertrump)
            if seat & 1 != side:
                if place >= 0:
                    set_point(desk, hands, leader, table, n)
                    state.guess = value
                    narrow(desk, _NO_LIMIT)
                    lost[place] += abs(value - state.lowest)
                    value = state.lowest
                card = perfect_card(desk, hands, leader, table, n, legal, value)
            elif ways[seat, KIND] == BY_CHANCE:
                card = nth(legal, below_high(word(key, draws), size(legal)))
                draws += 1
                place = n
            else:
                card = expert_card(
                    held, legal, led, best, winner, n, pot, trump, gone, voids, seat, ways
                )
                place = n
            hands[seat] = held & ~(1 << card)
            gone |= 1 << card
            table[n] = card
            pot += _WORTH[card]
            if n == 0:
                led = card // 12
                best = card
            else:
                voids |= shown_voids(seat, card, led, best, against, trump)
                if beats(card, best, trump):
                    best = card
                    winner = seat
        leader = winner
        if winner & 1:
            value -= pot
    lost[place] += abs(value)


@kernel
def against_open(first: int, last: int, seed: np.uint64, undertrump: bool, ways: Ints) -> Ints:
    """Let a way of playing meet perfect play on every deal twice, once in each pair's seats.

    Parameters
    ----------
    undertrump, ways
        As for ``analyzer.manilla.kernels.sample.duel``, whose deals these are.

    Returns
    -------
    ndarray
        The points given away by the first, second, third and fourth card of tricks, in both
        games together, and the sum of squares of a deal's.
    """
    sums = np.zeros(5, np.int64)
    if first == last:
        return sums
    desk = desk_for(12)
    deck = np.zeros(48, np.int64)
    hands = np.zeros(4, np.int64)
    lost = np.zeros(4, np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        lost[:] = 0
        for side in range(2):
            deal_all(deck, key, hands)
            give_away(desk, hands, deck[47] // 12, undertrump, 1, ways, key, side, lost)
        sums[:4] += lost
        sums[4] += lost.sum() ** 2
    return sums
