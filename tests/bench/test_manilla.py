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
