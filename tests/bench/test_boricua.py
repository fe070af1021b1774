"""What dealing, playing and the tables of boricua cost; compare rows of one run with each other."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer import boricua
from analyzer.boricua import standings
from analyzer.boricua.policies import lineup
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import dealt_spot
from analyzer.core.blocks import run_blocks
from analyzer.truco.kernels.sample import sample_deals
from analyzer.truco.odds import sampler

HANDS = 2_000_000
SEED = np.uint64(1)
BLOCK = {"first": 0, "last": HANDS, "block": 1 << 15}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", ["dealing", "greedy", "expert"])
def test_four_players(benchmark: BenchmarkFixture, policy: str, threads: int) -> None:
    benchmark.extra_info["hands"] = HANDS
    spot = dealt_spot(4)
    dealt = (SEED, spot.decks, spot.needs, spot.fixed)
    if policy == "dealing":
        kernel, args = sample_deals, dealt
    else:
        kernel, play = sampler(spot, lineup(policy, Rules(), 4, 1))
        args = (*dealt, *play, -1, 1)
    rest = {**BLOCK, "threads": threads}
    benchmark.pedantic(run_blocks, args=(kernel, args), kwargs=rest, rounds=7, warmup_rounds=1)


def test_all_hands_of_two_players(benchmark: BenchmarkFixture) -> None:
    """Both positions, by every way of playing, counted."""
    benchmark.pedantic(boricua.table, args=("hands",), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize("players", [2, 4])
def test_ligas(benchmark: BenchmarkFixture, players: int) -> None:
    benchmark.pedantic(
        boricua.table,
        args=("ligas",),
        kwargs={"players": players},
        setup=standings._deals.cache_clear,
        rounds=3,
        warmup_rounds=1,
    )
