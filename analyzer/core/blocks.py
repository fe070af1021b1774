"""Runs a block kernel over numbered deals, on many threads, with the same answer on any.

A block kernel is called as ``kernel(start, stop, *args)`` and returns integer
sums over the deals ``start <= deal < stop``. What a deal contributes depends on
its number alone; for an empty range a kernel returns zeros of the usual shape.
Integer sums merge exactly, so neither the size of the blocks nor the number of
threads can change a digit.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from types import FrameType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import InputError

Sums = NDArray[np.int64]
Kernel = Callable[..., Sums]
Span = tuple[int, int]
Parts = Generator[tuple[Span, Sums], None, None]

# Enough for no thread to wait for the next block, few enough to hold in memory.
_BLOCKS_AHEAD = 4


class Progress(Protocol):
    """Hears how far a run has come; every call is made by the thread that started the run."""

    def start(self, total: int) -> None:
        """Begin a run of at most ``total`` deals."""

    def advance(self, deals: int) -> None:
        """Count ``deals`` more as finished."""

    def close(self) -> None:
        """End the run, however it ended."""


class Scheduler(Protocol):
    """Says where blocks are computed: local threads, or workers elsewhere.

    Kernels are plain module functions and arguments plain arrays and numbers,
    so that both can be sent to another machine, and its cache be found there.
    """

    def run(
        self,
        kernel: Kernel,
        args: Sequence[Any],
        spans: Iterator[Span],
        stopping: Callable[[], bool],
    ) -> Parts:
        """Yield each span with its sums, in the order of the spans.

        Only a few spans are taken in advance, for there may be any number of
        them; neighbours may be yielded as one. Once ``stopping()`` is true none
        is begun; of those begun the first may still be yielded, so that what was
        yielded has no gap. What a kernel raises is raised here.
        """


@dataclass(frozen=True)
class Run:
    """What a run came to.

    Attributes
    ----------
    sums
        Integer sums over the finished deals.
    done
        Number of finished deals: the first ones, without a gap.
    interrupted
        Whether somebody pressed Ctrl-C.
    """

    sums: Sums
    done: int
    interrupted: bool


class Threads:
    """Runs blocks on a pool of threads; kernels do not hold the interpreter's lock.

    Parameters
    ----------
    count
        Number of threads; by default one for each core this process may use.

    Raises
    ------
    InputError
        For fewer threads than one.
    """

    def __init__(self, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise InputError(count, "threads", "a whole number from 1 on")
        self.count = count or available_cores()

    def run(
        self,
        kernel: Kernel,
        args: Sequence[Any],
        spans: Iterator[Span],
        stopping: Callable[[], bool],
    ) -> Parts:
        """Yield each span with its sums, in order; see `Scheduler.run`."""
        waiting: deque[tuple[Span, Future[Sums]]] = deque()
        with ThreadPoolExecutor(self.count) as pool:
            try:
                while True:
                    while len(waiting) < _BLOCKS_AHEAD * self.count and not stopping():
                        span = next(spans, None)
                        if span is None:
                            break
                        waiting.append((span, pool.submit(kernel, *span, *args)))
                    if stopping():
                        _give_up_unstarted(waiting)
                    if not waiting:
                        return
                    span, part = waiting.popleft()
                    yield span, part.result()
            finally:
                for _, part in waiting:
                    part.cancel()


def run_blocks(
    kernel: Kernel,
    args: Sequence[Any],
    *,
    first: int,
    last: int,
    block: int,
    threads: int | None = None,
    progress: Progress | None = None,
    scheduler: Scheduler | None = None,
) -> Run:
    """Add up a block kernel over the deals ``first <= deal < last``.

    Parameters
    ----------
    kernel, args
        Called as ``kernel(start, stop, *args)``, see the head of this module.
    first, last
        Numbers of the deals.
    block
        Deals in a block; so many that a block takes between 1 ms and 0.2 s.
    threads
        Local threads, by default all cores; not looked at with ``scheduler``.
    progress
        Hears how far the run has come.
    scheduler
        Where to compute, if not on local threads.

    Returns
    -------
    Run
        On Ctrl-C what was finished, ``interrupted`` being true. A second
        Ctrl-C raises ``KeyboardInterrupt``, as does one before the first block.

    Raises
    ------
    OverflowError
        When a sum leaves the 64-bit integers.
    """
    return run_until(
        kernel,
        args,
        looks=(last - first,),
        enough=lambda _sums, _done: True,
        block=block,
        first=first,
        threads=threads,
        progress=progress,
        scheduler=scheduler,
    )


def run_until(
    kernel: Kernel,
    args: Sequence[Any],
    *,
    looks: Sequence[int],
    enough: Callable[[Sums, int], bool],
    block: int,
    first: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    scheduler: Scheduler | None = None,
) -> Run:
    """Add up a block kernel over more and more deals, until they are enough.

    Parameters
    ----------
    looks
        Rising numbers of deals after which to look; the last is the most.
    enough
        Takes sums and number of deals at a look; true ends the run. Being
        asked at fixed numbers only, it cannot make the answer depend on the
        machine.
    kernel, args, block, first, threads, progress, scheduler
        As for `run_blocks`.

    Returns
    -------
    Run
        See `run_blocks`.

    Examples
    --------
    >>> import numpy as np
    >>> def odd(start, stop):
    ...     return np.array([sum(deal % 2 for deal in range(start, stop))])
    >>> run_until(odd, (), looks=(10, 20, 40), enough=lambda sums, done: sums[0] > 6, block=4)
    Run(sums=array([10]), done=20, interrupted=False)
    """
    _verify_amounts(looks, block)
    where = scheduler or Threads(threads)
    # Compiles here, where Ctrl-C can break it off; in a worker thread it could not.
    sums, done = np.asarray(kernel(first, first, *args)), 0
    with noting_interrupt() as interrupted:
        with _reporting(progress, looks[-1]) as advance:
            for look in looks:
                spans = _spans(first + done, first + look, block)
                with closing(where.run(kernel, args, spans, interrupted)) as parts:
                    for (start, stop), part in parts:
                        sums = _merged(sums, part)
                        done = stop - first
                        advance(stop - start)
                if interrupted() or enough(sums, done):
                    break
        return Run(sums, done, interrupted())


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _verify_amounts(looks: Sequence[int], block: int) -> None:
    rising = all(a < b for a, b in pairwise(looks))
    if not looks or looks[0] < 0 or not rising:
        raise ValueError(f"looks {list(looks)}: rising numbers of deals from 0 on")
    if block < 1:
        raise ValueError(f"block {block}: at least one deal")


def _spans(start: int, stop: int, block: int) -> Iterator[Span]:
    for begin in range(start, stop, block):
        yield begin, min(begin + block, stop)


def _merged(sums: Sums, part: Sums) -> Sums:
    total = sums + part
    # A sum wrapped around if it has neither the sign of one term nor of the other.
    if np.any(((sums ^ total) & (part ^ total)) < 0):
        raise OverflowError("a sum over deals does not fit into 64 bits")
    return total


def _give_up_unstarted(waiting: deque[tuple[Span, Future[Sums]]]) -> None:
    # The pool starts blocks in order: from the end, the first one that cannot
    # be called off has only begun ones before it, and no gap arises.
    while waiting and waiting[-1][1].cancel():
        waiting.pop()


@contextmanager
def _reporting(progress: Progress | None, total: int) -> Iterator[Callable[[int], None]]:
    if progress is None:
        yield lambda _deals: None
        return
    progress.start(total)
    try:
        yield progress.advance
    finally:
        progress.close()


@contextmanager
def noting_interrupt() -> Iterator[Callable[[], bool]]:
    """Have Ctrl-C noted instead of raised, lest it strike between two halves of a sum.

    Yields
    ------
    callable
        Returns whether it was pressed; pressed once more, it is raised.
    """
    noted = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal noted
        if noted:
            raise KeyboardInterrupt
        noted = True

    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        # Somebody else's handler, or a thread that never hears of signals.
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: noted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
