"""With which liga to accept an envite: bands of bluff rates against all pairs of hands."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from analyzer import boricua
from analyzer.boricua.cards import DECK, LIGAS, liga
from analyzer.core.errors import InputError

CALLS, STAYS, AGAIN = 0.25, 0.5, 0.1
HANDS = [(hand, liga(hand)) for hand in combinations(range(len(DECK)), 3)]
HELD = {one: sum(value == one for _, value in HANDS) for one in LIGAS}


@cache
def pairs(mine: int) -> dict[int, int]:
    """Return with how many pairs of hands I make one liga and he makes each."""
    found = dict.fromkeys(LIGAS, 0)
    for hand, value in HANDS:
        if value == mine:
            for other, his in HANDS:
                found[his] += not set(hand) & set(other)
    return found


def best_part(weights: dict[int, float], part: float) -> dict[int, float]:
    """Return which part of each liga is among the best of a range."""
    room, parts = part * sum(weights.values()), {}
    for one in sorted(weights, reverse=True):
        taken = min(room, weights[one])
        parts[one] = taken / weights[one] if weights[one] else 0.0
        room -= taken
    return parts


def values(mine: int, position: int, bluffs: float) -> dict[str, float]:
    good = best_part({one: float(number) for one, number in HELD.items()}, CALLS)
    share = {one: good[one] + (1 - good[one]) * bluffs for one in LIGAS}
    weights = {one: share[one] * HELD[one] for one in LIGAS}
    stays, again = best_part(weights, STAYS), best_part(weights, AGAIN)
    wins = {one: mine >= one if position == 1 else mine > one for one in LIGAS}

    def played(range_: dict[int, float], stake: int) -> float:
        return sum(range_[u] * n * (stake if wins[u] else -stake) for u, n in pairs(mine).items())

    def total(range_: dict[int, float]) -> float:
        return sum(range_[u] * n for u, n in pairs(mine).items())

    every = total(share)
    runs = total({u: share[u] * (1 - stays[u]) for u in LIGAS}) * 2
    kept = played({u: share[u] * (stays[u] - again[u]) for u in LIGAS}, 4)
    raised = {u: share[u] * again[u] for u in LIGAS}
    after = max(-4 * total(raised), played(raised, 8))
    return {
        "run": -1.0,
        "accept": played(share, 2) / every,
        "revoke": (runs + kept + after) / every,
    }


@pytest.mark.parametrize("position", [1, 2])
def test_bands_are_those_of_all_pairs_of_hands(position: int) -> None:
    frame = boricua.table("envite", position=position)
    for mine in (33, 31, 30, 29, 26, 7, 6, 3):
        part = frame[frame["liga"] == mine]
        assert part["from"].iloc[0] == 0
        assert part["to"].iloc[-1] == 1
        assert part["from"].tolist()[1:] == part["to"].tolist()[:-1]
        for band in part.to_dict("records"):
            middle = (band["from"] + band["to"]) / 2
            found = values(mine, position, middle)
            assert max(found, key=lambda name: found[name]) == band["action"]
            if band["to"] < 1:
                best, second, _ = sorted(values(mine, position, band["to"]).values(), reverse=True)
                assert best == pytest.approx(second, abs=1e-9)


def test_what_it_rests_on() -> None:
    frame = boricua.table("envite")
    assert set(frame["liga"]) == set(LIGAS)
    assert frame.attrs["method"] == "exact"
    assert frame.attrs["deals"] == 2 * 1540 * 969
    assert frame.attrs["caller"]["calls"] == CALLS


def test_four_hands_are_not_counted() -> None:
    with pytest.raises(InputError, match="players: 4: 2"):
        boricua.table("envite", players=4)
    with pytest.raises(InputError, match="play: greedy: left out"):
        boricua.table("envite", play="greedy")
