"""Best of three tricks."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.truco.tricks import TIED, hand_winner, trick_winner


def best_of_three_in_words(results: tuple[int, ...], all_tied: int) -> int | None:
    """Go through the cases one after the other, as a rule book tells them."""
    first, second, third = (*results, None, None, None)[:3]
    if first is None or second is None:
        return None
    if first == TIED:
        if second != TIED:
            return second
        return all_tied if third == TIED else third
    if second in (TIED, first):
        return first
    return first if third == TIED else third


@pytest.mark.parametrize("all_tied", [0, 1, TIED])
@pytest.mark.parametrize("tricks", [0, 1, 2, 3])
def test_hand_winner_in_every_case(all_tied, tricks):
    for results in product((0, 1, TIED), repeat=tricks):
        assert hand_winner(results, all_tied) == best_of_three_in_words(results, all_tied)


@given(st.permutations(range(4)), st.lists(st.integers(0, 13), min_size=4, max_size=4))
def test_trick_winner_holds_the_highest_card(seats, strengths):
    winner, first = trick_winner(seats, strengths)
    best_of_side = [
        max(strength for seat, strength in zip(seats, strengths, strict=True) if seat & 1 == side)
        for side in (0, 1)
    ]
    if best_of_side[0] == best_of_side[1]:
        assert winner == TIED
    else:
        assert winner == (best_of_side[1] > best_of_side[0])
        assert first & 1 == winner
    place = seats.index(first)
    assert strengths[place] == max(strengths)
    assert max(strengths) not in strengths[:place]
