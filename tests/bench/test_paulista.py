"""What dealing, playing and answering cost; compare rows of one run with each other.

``deal`` is the floor of ``play``: the same kernel dealing only. Divide the time of a
row by its ``hands`` for the cost of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer import paulista
from analyzer.core.blocks import run_blocks
from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.kernels.sample import sample_deals
from analyzer.truco.odds import sampler

HANDS = 2_000_000
SEED = np.uint64(1)


def _measure(benchmark: BenchmarkFixture, kernel: Any, args: tuple[Any, ...], threads: int) -> None:
    benchmark.extra_info["hands"] = HANDS
    benchmark.pedantic(
        run_blocks,
        args=(kernel, args),
        kwargs={"first": 0, "last": HANDS, "block": 1 << 15, "threads": threads},
        rounds=7,
        warmup_rounds=1,
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("players", [2, 4])
def test_deal(benchmark: BenchmarkFixture, players: int, threads: int) -> None:
    spot = dealt_spot(Rules(), players)
    _measure(benchmark, sample_deals, (SEED, spot.decks, spot.needs, spot.fixed), threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("policy", ["greedy", "random", "expert", "open"])
def test_play(benchmark: BenchmarkFixture, policy: str, players: int, threads: int) -> None:
    rules = Rules()
    spot = dealt_spot(rules, players)
    kernel, play = sampler(spot, lineup(policy, rules, players, 1))
    args = (SEED, spot.decks, spot.needs, spot.fixed, *play, -1, 1)
    _measure(benchmark, kernel, args, threads)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("policy", ["greedy", "expert"])
def test_simulate(benchmark: BenchmarkFixture, policy: str, players: int) -> None:
    benchmark.extra_info["hands"] = HANDS
    benchmark(paulista.simulate, play=policy, players=players, deals=HANDS)


@pytest.mark.parametrize("policy", ["random", "greedy", "expert", "open"])
def test_table_of_all_hands(benchmark: BenchmarkFixture, policy: str) -> None:
    benchmark.pedantic(paulista.table, args=("hands",), kwargs={"play": policy}, rounds=3)


@pytest.mark.parametrize("players", [2, 4])
def test_accept(benchmark: BenchmarkFixture, players: int) -> None:
    case = {"vira": "4♥", "call": "truco", "players": players}
    benchmark.pedantic(paulista.accept, args=("A♠ K♦ 2♣",), kwargs=case, rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_four_players_exact(benchmark: BenchmarkFixture, policy: str) -> None:
    case = {"vira": "4♥", "players": 4, "position": 4, "call": "truco", "exact": True}
    benchmark.pedantic(
        paulista.accept, args=("A♠ K♦ 2♣",), kwargs={**case, "play": policy}, rounds=1
    )
