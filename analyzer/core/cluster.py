"""Runs blocks on the workers of a Dask cluster that somebody else started.

Nothing here imports Dask: a ``distributed.Client`` is handed in, and what is asked
of it stands in `Client`. Workers need this package and, for the kernels compiled
once to be found again, a cache folder that outlives them.
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from analyzer.core.blocks import Kernel, Parts, Span
from analyzer.core.jit import kernel_digest

_MOST_BLOCKS = 4096  # in a task
_TASK_SECONDS = 0.5  # sending a task costs some 5 ms, the last ones are waited for
_TASKS_AHEAD = 4
_LOOK_AGAIN = 0.1  # seconds between two looks whether somebody pressed Ctrl-C


class Task(Protocol):
    """A future of a cluster, as far as it is used here."""

    def result(self, timeout: float | None = None) -> Any:
        """Return what was computed, or raise what went wrong or ``TimeoutError``."""

    def done(self) -> bool:
        """Return whether there is a result, or something went wrong."""

    def cancel(self) -> Any:
        """Have it not computed, if nobody has begun to."""


class Client(Protocol):
    """What is asked of a ``distributed.Client``."""

    def submit(self, function: Callable[..., Any], /, *args: Any, pure: bool) -> Task:
        """Have a function called by a worker."""

    def nthreads(self) -> dict[str, int]:
        """Return how many threads each worker has."""


class Workers:
    """Computes blocks on a cluster; a `Scheduler`.

    A worker that is lost on the way costs the task it had: Dask gives it to another.

    Parameters
    ----------
    client
        A connected ``distributed.Client``. It is not closed here.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    def run(
        self,
        kernel: Kernel,
        args: Sequence[Any],
        spans: Iterator[Span],
        stopping: Callable[[], bool],
    ) -> Parts:
        """Yield spans with their sums, in order, several of those given in one.

        Raises
        ------
        RuntimeError
            When a worker's kernels differ from these, which might change digits.
        """
        waiting: deque[tuple[Span, int, Task]] = deque()
        blocks = 1  # in a task, until it is known how long they take
        most = self._most_tasks()
        try:
            while not stopping():
                while len(waiting) < most and (some := list(itertools.islice(spans, blocks))):
                    span = some[0][0], some[-1][1]
                    task = submit(self._client, _timed, *_name(kernel), *span, *args)
                    waiting.append((span, len(some), task))
                if not waiting:
                    return
                try:
                    sums, seconds = waiting[0][2].result(timeout=_LOOK_AGAIN)
                except TimeoutError:
                    continue
                span, number, _ = waiting.popleft()
                blocks = _blocks_in_task(number / max(seconds, 1e-9))
                most = self._most_tasks()
                yield span, np.asarray(sums)
        finally:
            for _, _, task in waiting:
                task.cancel()

    def _most_tasks(self) -> int:
        """Return how many tasks may wait; workers come and go."""
        return _TASKS_AHEAD * max(1, sum(self._client.nthreads().values()))


def submit(client: Client, function: Callable[..., Any], *args: Any) -> Task:
    """Have a function of a module called by a worker.

    It is named rather than sent, so that the worker finds its own compiled one in its
    cache. A worker whose kernels differ from these, which might change digits, raises
    ``RuntimeError``.
    """
    return client.submit(_call, kernel_digest(), *_name(function), *args, pure=False)


def _name(function: Callable[..., Any]) -> tuple[str, str]:
    return function.__module__, function.__name__


def _named(module: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def _call(kernels: str, module: str, name: str, *args: Any) -> Any:
    """Call a function by its name; this is what workers are asked to do."""
    if kernel_digest() != kernels:
        raise RuntimeError("a worker has another version of this program, of numba or of Python")
    return _named(module, name)(*args)


def _timed(module: str, name: str, *args: Any) -> tuple[Any, float]:
    """Call a kernel by its name; return its sums and how many seconds it took."""
    kernel = _named(module, name)
    began = time.perf_counter()
    return kernel(*args), time.perf_counter() - began


def _blocks_in_task(blocks_in_second: float) -> int:
    return min(max(1, int(blocks_in_second * _TASK_SECONDS)), _MOST_BLOCKS)
