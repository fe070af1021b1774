"""Short cuts through whole hands against playing them card by card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.kernels.greedy import greedy_results
from analyzer.truco.kernels.hand import FIRST_TRICK, TRIPLES, play_out
from analyzer.truco.kernels.sample import (
    pair_results,
    sample_greedy,
    sample_pairs,
    sample_results,
)
from analyzer.truco.odds import play_arguments, sampler
from analyzer.truco.spot import hand_classes, packed
from analyzer.truco.spots import fresh_start


@pytest.mark.parametrize("play", ["greedy", "expert", "expert/greedy"])
@pytest.mark.parametrize(
    ("row_seat", "rows"), [(-1, 1), (0, TRIPLES), (1, TRIPLES), (FIRST_TRICK, 3)]
)
@pytest.mark.parametrize("preset", ["traditional", "limpo", "mineiro"])
def test_looking_up_is_playing(play: str, row_seat: int, rows: int, preset: str) -> None:
    rules = Rules.read(preset)
    spot = dealt_spot(rules, 2)
    arguments = play_arguments(spot, lineup(play, rules, 2, 1))
    results = pair_results(hand_classes(np.full(15, 3), 3), *arguments)
    dealt = (7, 20_007, np.uint64(3), spot.decks, spot.needs, spot.fixed)
    played = sample_results(*dealt, *arguments, row_seat, rows)
    np.testing.assert_array_equal(sample_pairs(*dealt, results, row_seat, rows), played)
    assert played.sum() == 20_000


@pytest.mark.parametrize(
    ("row_seat", "rows"), [(-1, 1), (0, TRIPLES), (3, TRIPLES), (FIRST_TRICK, 3)]
)
@pytest.mark.parametrize("all_tied", ["none", "dealer", "mano"])
@pytest.mark.parametrize("tie_lead", ["leader", "first_tied"])
def test_four_greedy_players_at_once(
    row_seat: int, rows: int, all_tied: str, tie_lead: str
) -> None:
    rules = Rules.read("traditional", {"all_tied": all_tied, "tie_lead": tie_lead})
    spot = dealt_spot(rules, 4)
    seats = lineup("greedy", rules, 4, 1)
    dealt = (7, 30_100, np.uint64(3), spot.decks, spot.needs, spot.fixed)
    played = sample_results(*dealt, *play_arguments(spot, seats), row_seat, rows)
    kernel, play = sampler(spot, seats)
    assert kernel is sample_greedy
    np.testing.assert_array_equal(kernel(*dealt, *play, row_seat, rows), played)
    assert played.sum() == 30_093


@settings(deadline=None)
@given(st.lists(st.integers(1, 14), min_size=12, max_size=12), st.booleans(), st.integers(0, 2))
def test_any_four_hands_at_once(powers: list[int], tie_to_first: bool, all_tied: int) -> None:
    start = fresh_start(4, all_tied=all_tied, fair=8, strong=11, tie_to_first=tie_to_first)
    hands = np.array([packed(powers[i : i + 3]) for i in range(0, 12, 3)])
    results = np.zeros(1, np.int64)
    greedy_results(hands.reshape(4, 1), start, results)
    assert results[0] == play_out(hands, start, None, None, None, None, -1, np.uint64(0))
