"""What dealing, playing and answering cost in La Manilla; compare rows of one run.

``deal`` is the floor of ``play``. Divide the time of a row by its ``deals`` for the cost
of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer import manilla
from analyzer.core.blocks import run_blocks
from analyzer.manilla.kernels.sample import sample_deals, simulate
from analyzer.manilla.policies import POLICIES, Lineup

DEALS = 400_000
SEED = np.uint64(1)
CARDS = "9O 6O 3O 9C 8C 2C 7E 5E 9B 6B 4B 2B"
ENDING = {
    "hand": "12O 12E 5B 1E 6O 10O 8B 11C 5E 3B 4C 9O",
    "shown": "8O",
    "position": 2,
    "played": "9C 11C 12C 2C / 10E 12E 7E 9E / 9B 11B 8B 7B / 4B 2B 5B 12B / 1B 6B 1C 3B"
    " / 3O 7O 11O 9O",
}
"""Six tricks left, the player to lead."""


def _measure(benchmark: BenchmarkFixture, kernel: Any, args: tuple[Any, ...], threads: int) -> None:
    benchmark.extra_info["deals"] = DEALS
    benchmark.pedantic(
        run_blocks,
        args=(kernel, args),
        kwargs={"first": 0, "last": DEALS, "block": 1 << 12, "threads": threads},
        rounds=5,
        warmup_rounds=1,
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_deal(benchmark: BenchmarkFixture, threads: int) -> None:
    _measure(benchmark, sample_deals, (SEED,), threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", list(POLICIES))
def test_play(benchmark: BenchmarkFixture, policy: str, threads: int) -> None:
    args = (SEED, True, False, Lineup.read(policy, 1).ways)
    _measure(benchmark, simulate, args, threads)


def test_hand(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["deals"] = 1 << 16
    benchmark(manilla.hand, CARDS, trump="B", deals=1 << 16)


@pytest.mark.parametrize("policy", [*POLICIES, "open"])
def test_card_of_an_ending(benchmark: BenchmarkFixture, policy: str) -> None:
    benchmark.extra_info["deals"] = 1000
    benchmark(manilla.play, ENDING, play=policy, deals=1000)


def test_first_lead_with_open_cards(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["deals"] = 30
    benchmark.pedantic(
        manilla.play,
        args=(CARDS,),
        kwargs={"trump": "B", "play": "open", "deals": 30},
        rounds=2,
        warmup_rounds=1,
    )


def test_table(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["deals"] = 1 << 16
    benchmark(manilla.table, "hands", deals=1 << 16)


def test_match(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["deals"] = 1 << 16
    benchmark(manilla.match, deals=1 << 16)
