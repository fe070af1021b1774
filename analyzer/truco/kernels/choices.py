"""Block kernel for a side that sees its cards and then plays or gives the hand up."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import below_low, deal_key, word
from analyzer.truco.kernels.deal import DEAL_WORDS, deal_hands
from analyzer.truco.kernels.hand import POWERS, TIED, Bytes, Ints, play_out


@kernel
def sample_choices(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
    side: int,
    choosing: int,
    judging: int,
) -> Ints:
    """Play the cards of a side many times, first to choose by, then to judge the choice.

    Each unit is one holding of the whole side, with other cards dealt to its
    opponents each time. Hands that are played to choose by say nothing about
    the worth of a choice: of many, the luckiest would be chosen.

    Parameters
    ----------
    side
        The side whose cards are held fixed.
    choosing, judging
        How many hands are played with each holding for either purpose.

    Returns
    -------
    ndarray
        Shape (2 · choosing + 1, 4): by the half wins of the hands to choose by
        (2 won, 1 undecided) the number of holdings, and of the hands to judge by
        those won, lost and undecided.
    """
    players = kinds.shape[0]
    sums = np.zeros((2 * choosing + 1, 4), np.int64)
    deck = np.empty(64, np.uint8)
    hands = np.zeros(players, np.int64)
    fixed = np.zeros(players, np.int64)
    needs = np.full(players, 3, np.int64)
    nothing = np.zeros(players, np.int64)
    lacking = needs.copy()
    taken = np.zeros(POWERS + 1, np.int64)
    rest = np.empty((1, decks.shape[1] - 3 * players // 2), np.uint8)
    row = 0
    for unit in range(first, last):
        key = deal_key(seed, unit)
        deal_hands(decks, needs, nothing, key, deck, hands)
        if decks.shape[0] > 1:  # as deal_hands chose it
            row = below_low(word(key, DEAL_WORDS - 1), decks.shape[0])
        taken[:] = 0
        for seat in range(side, players, 2):
            fixed[seat] = hands[seat]
            lacking[seat] = 0
            for slot in range(3):
                taken[(hands[seat] >> (slot << 3)) & 255] += 1
        left = 0
        for power in decks[row]:
            if taken[power] > 0:
                taken[power] -= 1
            else:
                rest[0, left] = power
                left += 1
        halves = 0
        won = 0
        lost = 0
        for turn in range(choosing + judging):
            inner = deal_key(key, turn)
            deal_hands(rest, lacking, fixed, inner, deck, hands)
            result = play_out(hands, start, kinds, knows, firsts, seconds, -1, inner) & 3
            if turn < choosing:
                halves += 1 if result == TIED else 2 * int(result == side)
            else:
                won += int(result == side)
                lost += int(result == 1 - side)
        sums[halves, 0] += 1
        sums[halves, 1] += won
        sums[halves, 2] += lost
        sums[halves, 3] += judging - won - lost
    return sums
