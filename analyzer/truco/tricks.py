"""Best of three tricks: who wins a trick and when a hand is decided.

A result is the number of the side that wins, 0 or 1, or ``TIED``.
"""

from __future__ import annotations

from collections.abc import Sequence

TIED = 2
"""The result of a trick, or of a whole hand, that neither side wins."""

TRICKS = 3
"""How many tricks a hand has, when it is not decided earlier."""


def trick_winner(seats: Sequence[int], strengths: Sequence[int]) -> tuple[int, int]:
    """Return who wins a trick, and who first played one of its highest cards.

    Partners sit opposite each other, so the parity of a seat is its side. Equal
    highest cards of one side win the trick for it, those of both sides tie it.

    Parameters
    ----------
    seats
        Who played, in the order in which the cards fell.
    strengths
        The strengths of their cards in the same order; higher beats lower.

    Returns
    -------
    winner : int
        Side 0, side 1 or ``TIED``.
    first : int
        The seat that played the first of the highest cards.
    """
    highest = max(strengths)
    best = [seat for seat, strength in zip(seats, strengths, strict=True) if strength == highest]
    sides = {seat & 1 for seat in best}
    return (sides.pop() if len(sides) == 1 else TIED), best[0]


def hand_winner(results: Sequence[int], all_tied: int) -> int | None:
    """Return who wins a hand after the tricks played so far.

    Two tricks win the hand; as soon as one trick is tied, the first trick that
    somebody won decides, whether it fell before the tie or after it.

    Parameters
    ----------
    results
        The winners of the finished tricks, in order.
    all_tied
        Who wins when every trick is tied: side 0, side 1, or ``TIED`` for nobody.

    Returns
    -------
    int or None
        Side 0, side 1, ``TIED``, or ``None`` while the hand is undecided.
    """
    won = [side for side in results if side != TIED]
    if not won:
        return all_tied if len(results) == TRICKS else None
    for side in (0, 1):
        if won.count(side) >= 2:
            return side
    return won[0] if len(won) < len(results) else None
