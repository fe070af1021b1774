"""What perfect play costs in La Manilla: each round is another deal, so the median is theirs.

What the columns do not show stands under the rows: nodes (cards played in the search), and the
95th percentiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from analyzer.manilla.kernels.play import LEADER, START, TRUMP
from analyzer.manilla.kernels.solver.cards import card_bounds, set_start
from analyzer.manilla.kernels.solver.desk import TABLE_BITS, new_desk
from analyzer.manilla.kernels.solver.values import narrow, set_deal

DESK = new_desk(TABLE_BITS)
NO_LIMIT = 1 << 60


def deals(tricks: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield random deals of so many tricks: hands by seat, and where they stand."""
    chance = np.random.default_rng(0)
    while True:
        cards = chance.permutation(48)[: 4 * tricks].reshape(4, tricks)
        start = np.zeros(START, np.int64)
        start[[TRUMP, LEADER]] = chance.integers(4), 1
        yield (1 << cards).sum(axis=1), start


def value(hands: np.ndarray, start: np.ndarray) -> None:
    set_deal(DESK, hands, start[TRUMP], False)
    set_start(DESK, hands, start, -1)
    narrow(DESK, NO_LIMIT)


def every_lead(hands: np.ndarray, start: np.ndarray) -> None:
    set_deal(DESK, hands, start[TRUMP], False)
    card_bounds(DESK, hands, start, int(hands[1]), NO_LIMIT, np.zeros((48, 2), np.int64))


@pytest.mark.parametrize(
    ("tricks", "solve", "rounds"),
    [
        (12, value, 200),
        (12, every_lead, 50),
        (8, value, 1000),
        (6, value, 2000),
        (6, every_lead, 2000),
    ],
)
def test_solve(
    benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str], tricks: int, solve, rounds: int
) -> None:
    dealt, seconds, nodes = deals(tricks), [], []

    def solved(hands: np.ndarray, start: np.ndarray) -> None:
        before = process_time()
        solve(hands, start)
        seconds.append(process_time() - before)
        nodes.append(int(DESK.state["nodes"][0]))

    solved(*next(deals(tricks)))
    seconds.clear()
    nodes.clear()
    benchmark.pedantic(solved, setup=lambda: (next(dealt), {}), rounds=rounds)
    found = {
        "nodes, median": int(np.median(nodes)),
        "nodes, 95%": int(np.percentile(nodes, 95)),
        "CPU seconds, median": float(np.median(seconds)),
        "CPU seconds, 95%": float(np.percentile(seconds, 95)),
    }
    benchmark.extra_info.update(found)
    with capsys.disabled():
        numbers = "  ".join(f"{name} {number:,.6g}" for name, number in found.items())
        print(f"\n{tricks} tricks, {solve.__name__}, {rounds} deals: {numbers}")
