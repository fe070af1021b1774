"""Two players' deals looked up in the results of all pairs of hands."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.kernels.hand import FIRST_TRICK, TRIPLES
from analyzer.truco.kernels.sample import pair_results, sample_pairs, sample_results
from analyzer.truco.odds import hand_classes, play_arguments


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
