"""Blocks on a cluster: the digits of local threads, whatever happens to a worker."""

from __future__ import annotations

import itertools
import os
import signal
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import distributed
import numpy as np
import pytest

from analyzer import paulista
from analyzer.cli.main import main
from analyzer.core import cluster
from analyzer.core.blocks import run_blocks, run_until
from analyzer.core.cluster import Workers


def squares(start: int, stop: int) -> np.ndarray:
    return np.array([sum(deal * deal for deal in range(start, stop)), stop - start])


def slow(start: int, stop: int) -> np.ndarray:
    time.sleep(0.3)
    return np.array([stop - start])


class Pool:
    """Two threads that look like a cluster."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(2)
        self.tasks: list[Future[Any]] = []

    def submit(self, function: Any, /, *args: Any, pure: bool) -> Future[Any]:
        assert not pure
        self.tasks.append(self.pool.submit(function, *args))
        return self.tasks[-1]

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "two": 1}


@pytest.fixture
def pool() -> Iterator[Pool]:
    found = Pool()
    with found.pool:
        yield found


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
            ) as local,
            distributed.Client(local, set_as_default=False) as found,
        ):
            yield found


@pytest.mark.parametrize("block", [1, 7, 100, 5000])
def test_sums_are_those_of_threads(pool: Pool, block: int) -> None:
    here = run_blocks(squares, (), first=3, last=1000, block=block)
    there = run_blocks(squares, (), first=3, last=1000, block=block, scheduler=Workers(pool))
    np.testing.assert_array_equal(there.sums, here.sums)
    assert there.done == here.done == 997


def test_a_run_ends_at_the_same_look(pool: Pool) -> None:
    order = {"looks": (100, 200, 400), "enough": lambda sums, _done: sums[1] > 150, "block": 9}
    assert run_until(squares, (), **order, scheduler=Workers(pool)).done == 200


def test_few_tasks_wait_at_a_time(pool: Pool) -> None:
    parts = Workers(pool).run(squares, (), ((n, n + 1) for n in itertools.count()), lambda: False)
    for _ in range(5):
        next(parts)
    assert len(pool.tasks) < 20
    parts.close()


def test_tasks_of_quick_blocks_grow_and_those_of_slow_ones_do_not(pool: Pool) -> None:
    def lengths(kernel: Any, last: int) -> list[int]:
        spans = ((n, n + 1) for n in range(last))
        parts = Workers(pool).run(kernel, (), spans, lambda: False)
        return [stop - start for (start, stop), _ in parts]

    quick = lengths(squares, 100_000)
    assert quick[0] == 1
    assert max(quick) > 100
    assert set(lengths(slow, 12)) == {1}


def test_what_was_finished_at_an_interrupt_has_no_gap(pool: Pool) -> None:
    spans = ((n, n + 1) for n in range(1000))
    begun = time.monotonic()
    parts = Workers(pool).run(slow, (), spans, lambda: time.monotonic() > begun + 0.7)
    found = [span for span, _ in parts]
    assert found
    assert [start for start, _ in found] == [0, *(stop for _, stop in found[:-1])]
    assert time.monotonic() < begun + 3


def test_a_worker_with_other_kernels_is_refused(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = itertools.chain(["mine"], itertools.repeat("another"))
    monkeypatch.setattr(cluster, "kernel_digest", lambda: next(digests))
    with pytest.raises(RuntimeError, match="another version"):
        run_blocks(squares, (), first=0, last=9, block=9, scheduler=Workers(pool))


def test_an_answer_from_a_cluster_has_the_same_digits(client: Any) -> None:
    order = {"players": 4, "play": "greedy", "deals": 3_000_000}
    assert paulista.simulate(**order, client=client) == paulista.simulate(**order)


def test_a_lost_worker_costs_its_task_only(client: Any) -> None:
    pids = list(client.run(os.getpid).values())
    spans = ((n, n + 1) for n in range(40))
    parts = Workers(client).run(slow, (), spans, lambda: False)
    found = [next(parts)]
    os.kill(pids[0], signal.SIGKILL)
    found += parts
    assert [int(sums.sum()) for _, sums in found] == [1] * 40
    assert [span for span, _ in found] == [(n, n + 1) for n in range(40)]


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:9", "nonsense", "", "tcp://", "http://127.0.0.1:80", "tcp://a:b", "8786"],
)
def test_where_no_scheduler_answers(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paulista", "simulate", "--scheduler", address]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "scheduler" in err
