"""Four greedy players, many hands at once.

`play_out` plays card by card for anybody. Here the same play is written without a
loop over the cards and without an early end, so that the compiler keeps several
hands side by side in the processor's vector registers, in a sixth of the time. It
can only as long as hands part ways by a choice between values, all of them lie in
one array, and everything is copied into the loop (hence ``inline="always"``).
"""

from __future__ import annotations

from analyzer.core.jit import kernel
from analyzer.truco.kernels.hand import (
    ALL_TIED,
    TIE_TO_FIRST,
    TIED,
    Ints,
    card_at,
    greedy_slot,
    hand_result,
    without,
)


@kernel
def greedy_results(hands: Ints, start: Ints, results: Ints) -> None:
    """Play whole hands, everybody greedy.

    Parameters
    ----------
    hands
        The packed hands of three cards of seats 0 to 3, shape (4, n).
    start
        The state before the first card; seat 1 leads.
    results
        Filled with what `play_out` returns for each hand, shape (n,).
    """
    tie_to_first = start[TIE_TO_FIRST]
    all_tied = start[ALL_TIED]
    for i in range(hands.shape[1]):
        results[i] = _hand(
            hands[1, i], hands[2, i], hands[3, i], hands[0, i], tie_to_first, all_tied
        )


@kernel(inline="always")
def _hand(a: int, b: int, c: int, d: int, tie_to_first: int, all_tied: int) -> int:
    """Play a hand, the players in the order of the first trick, the first of side 1."""
    a, b, c, d, first, first_best = _trick(a, b, c, d, 3, 1)
    place = first_best if first != TIED or tie_to_first else 0
    a, b, c, d = _from_place(a, b, c, d, place)
    side = 1 ^ (place & 1)
    a, b, c, d, second, _ = _trick(a, b, c, d, 2, side)
    third = _better(max(a, c), max(b, d), side)  # nobody has a choice any more
    early = hand_result(1, first, second, all_tied)
    result = early if early >= 0 else hand_result(2, first, third, all_tied)
    return int(result | first << 2)


@kernel(inline="always")
def _trick(
    a: int, b: int, c: int, d: int, size: int, side: int
) -> tuple[int, int, int, int, int, int]:
    """Return what is left of four hands, the trick's result, and whose card was best first.

    ``side`` is the leader's; the places of the trick are 0 to 3.
    """
    best = card_at(a, 0)
    b, best, holder, place = _follow(b, size, 1, best, side, 0, side ^ 1)
    c, best, holder, place = _follow(c, size, 2, best, holder, place, side)
    d, best, holder, place = _follow(d, size, 3, best, holder, place, side ^ 1)
    return without(a, 0), b, c, d, holder, place


@kernel
def _follow(
    hand: int, size: int, laid: int, best: int, holder: int, first_best: int, side: int
) -> tuple[int, int, int, int]:
    """Return the hand after its card was played, and what then lies on the table."""
    slot = greedy_slot(hand, size, laid, best, holder, side)
    card = card_at(hand, slot)
    tied = TIED if card == best and holder != side else holder
    holder = side if card > best else tied
    first_best = laid if card > best else first_best
    return without(hand, slot), max(best, card), holder, first_best


@kernel
def _from_place(a: int, b: int, c: int, d: int, place: int) -> tuple[int, int, int, int]:
    """Return the four with the one at a place leading."""
    odd = place & 1
    a, b, c, d = b if odd else a, c if odd else b, d if odd else c, a if odd else d
    half = place & 2
    return c if half else a, d if half else b, a if half else c, b if half else d


@kernel
def _better(ours: int, theirs: int, side: int) -> int:
    """Return the side of the better card, ``side`` for ours, or ``TIED``."""
    return side if ours > theirs else side ^ 1 if theirs > ours else TIED
