"""Block kernel that lets two line-ups play the same deals with sides swapped."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import kernel
from analyzer.core.rng import deal_key
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.hand import TIED, Bytes, Ints, play_out


@kernel
def duel_sums(
    first: int,
    last: int,
    seed: np.uint64,
    decks: Bytes,
    needs: Ints,
    start: Ints,
    kinds: Ints,
    knows: Ints,
    firsts: Bytes,
    seconds: Bytes,
) -> Ints:
    """Return what side 0 of a line-up scores, and of its mirror image side 1.

    Parameters
    ----------
    kinds, knows
        Shape (2, players): as `play_out` takes them, and with the policies of
        the two sides swapped.

    Returns
    -------
    ndarray
        Sum over the deals of the score of the first policy in both games, sum
        of its square, and how often it won as side 0 and as side 1. A game won
        scores 1, a game lost -1.
    """
    deck = np.empty(64, np.uint8)
    none = np.zeros(needs.shape[0], np.int64)
    hands = np.zeros(needs.shape[0], np.int64)
    dealt = np.zeros(needs.shape[0], np.int64)
    sums = np.zeros(4, np.int64)
    for deal in range(first, last):
        key = deal_key(seed, deal)
        deal_hands(decks, needs, none, key, deck, dealt)
        score = 0
        for side in range(2):
            for seat in range(hands.shape[0]):
                hands[seat] = dealt[seat]
            result = play_out(hands, start, kinds[side], knows[side], firsts, seconds, -1, key)
            result &= 3
            if result == TIED:
                continue
            if result == side:
                score += 1
                sums[2 + side] += 1
            else:
                score -= 1
        sums[0] += score
        sums[1] += score * score
    return sums
