"""Solving the scores of a match on many threads or machines, over days if need be."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.core.blocks import available_cores, noting_interrupt
from analyzer.core.cluster import Client, submit
from analyzer.paulista.equity.lookup import same_match
from analyzer.paulista.equity.solved import load_solved, shipped
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.match import (
    Bounds,
    Job,
    Score,
    Solved,
    escuro,
    job_of,
    needs,
    scores,
    solve_score,
)
from analyzer.paulista.solver.run import warm_up
from analyzer.paulista.solver.store import load, place_of, save

UNTIL = 0.00072
"""Exploitability of a hand that is good enough, in chance to win the match.

It leaves the chance at 0-0 open by ±0.003 under traditional rules.
"""

_PAUSE = 0.05  # seconds between two looks whether a score is finished


@dataclass(eq=False)
class Campaign:
    """A match with what is solved of it so far.

    Attributes
    ----------
    rules, until
        What is solved, and how finely.
    bounds
        What is known of each score.
    iterations
        How many each score took, shape (target, target).
    seconds
        How long it took, all runs together.
    interrupted
        Whether somebody pressed Ctrl-C.
    """

    rules: Rules
    until: float
    bounds: Bounds
    iterations: NDArray[np.int64]
    seconds: float = 0.0
    interrupted: bool = False

    @classmethod
    def resumed(cls, rules: Rules, until: float = UNTIL) -> Campaign:
        """Return a campaign as it came with the program, as it was left, or a new one."""
        rules = same_match(rules, 2)
        found = _shipped(rules, until) or load(_place(rules, until))
        if found is not None:
            arrays, manifest = found
            bounds = Bounds(arrays["low"], arrays["high"])
            return cls(rules, until, bounds, arrays["iterations"], manifest["seconds"])
        size = rules.target
        new = cls(rules, until, Bounds.unknown(size), np.zeros((size, size), np.int64))
        new.note((rules.onze_score, rules.onze_score), escuro(rules))
        return new

    @property
    def unsolved(self) -> list[Score]:
        """The scores that are not known yet, in the order of work."""
        return [score for score in scores(self.rules) if not self.bounds.knows(score)]

    def ready(self, waiting: Iterable[Score]) -> list[Score]:
        """Return the scores, of those that wait, whose hands lead to known ones only."""
        known = self.bounds.knows
        return [score for score in waiting if all(map(known, needs(self.rules, score)))]

    @property
    def progress(self) -> str:
        """How far it has come, in one line."""
        known = np.isfinite(self.bounds.low)
        widest = (self.bounds.high - self.bounds.low)[known].max()
        return (
            f"{known.sum()} of {known.size} scores, known to ±{widest / 2:.2g}, "
            f"{self.seconds:.0f} s"
        )

    def note(self, score: Score, found: Solved) -> None:
        """Put down what came out of a score."""
        self.bounds.low[score], self.bounds.high[score] = found.low, found.high
        self.iterations[score] = found.iterations

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """What is kept."""
        return {
            "low": self.bounds.low,
            "high": self.bounds.high,
            "iterations": self.iterations,
        }

    def provenance(self) -> dict[str, Any]:
        """Return what the bounds rest on, as plain values."""
        return {
            "rules": self.rules.to_dict(),
            "players": 2,
            "play": "optimal",
            "until": self.until,
            "seconds": round(self.seconds),
        }

    def keep(self) -> None:
        """Save everything in the user's cache, with what another run has finished meanwhile."""
        place = _place(self.rules, self.until)
        found = load(place)
        if found is not None:
            unknown = ~np.isfinite(self.bounds.low)
            for name, array in self.arrays.items():
                array[unknown] = found[0][name][unknown]
        save(place, self.arrays, self.provenance())

    def ship(self, files: Path) -> None:
        """Save everything where it comes with the program; ``files`` without their endings."""
        text = json.dumps(self.provenance(), indent=2, ensure_ascii=False) + "\n"
        files.with_suffix(".json").write_text(text, "utf-8")
        np.savez_compressed(files.with_suffix(".npz"), **self.arrays)  # type: ignore[arg-type]


def solve_match(
    rules: Rules,
    *,
    until: float = UNTIL,
    seconds: float | None = None,
    threads: int | None = None,
    client: Client | None = None,
    say: Callable[[Campaign], None] | None = None,
) -> Campaign:
    """Solve all scores of a match, gone on with from where it was left.

    A score is begun as soon as those are known to which its hands can lead; how many
    are solved side by side changes no digit. Each is saved when it is finished.

    Parameters
    ----------
    rules
        Of the game; every hand must have a winner, and nobody may look and run at mão de onze.
    until
        The exploitability of a hand that is good enough, see ``job_of``.
    seconds
        How long to go on at most; for ever unless given.
    threads
        Local threads, each of which takes up to 0.9 GB; all cores unless given.
    client
        A connected ``distributed.Client`` whose workers solve, not local threads.
    say
        Told how far it has come when a score is finished.
    """
    campaign = Campaign.resumed(rules, until)
    warm_up()
    began, before = time.monotonic(), campaign.seconds
    with noting_interrupt() as interrupted:

        def stopping() -> bool:
            late = seconds is not None and time.monotonic() - began >= seconds
            return interrupted() or late

        crew: _Crew = _Threads(threads, stopping) if client is None else _Cluster(client)
        waiting = campaign.unsolved
        running: dict[Score, _Task] = {}
        ready = campaign.ready(waiting)
        try:
            while (waiting or running) and not stopping():
                for score in ready:
                    waiting.remove(score)
                    running[score] = crew.begin(job_of(rules, score, campaign.bounds, until))
                finished = [score for score, task in running.items() if task.done()]
                for score in finished:
                    found = running.pop(score).result()
                    if found is None:
                        break
                    campaign.note(score, found)
                    campaign.seconds = before + time.monotonic() - began
                    campaign.keep()
                    if say:
                        say(campaign)
                ready = campaign.ready(waiting) if finished else []
                time.sleep(_PAUSE)
        finally:
            for task in running.values():
                task.cancel()
            crew.close()
        campaign.interrupted = interrupted()
    return campaign


class _Task(Protocol):
    """A score under way."""

    def done(self) -> bool:
        """Return whether it is finished."""

    def result(self) -> Solved | None:
        """Return what came out, ``None`` when it was stopped."""

    def cancel(self) -> object:
        """Have it not done, if nobody has begun to."""


class _Crew(Protocol):
    """Those who solve scores, the first that were given to them first."""

    def begin(self, job: Job) -> _Task:
        """Have a score solved as soon as somebody is free."""

    def close(self) -> None:
        """Send them home."""


class _Threads:
    """Local threads; kernels do not hold the interpreter's lock."""

    def __init__(self, count: int | None, stopping: Callable[[], bool]) -> None:
        self._stopping = stopping
        self._pool = ThreadPoolExecutor(count or available_cores())

    def begin(self, job: Job) -> Future[Solved | None]:
        return self._pool.submit(solve_score, job, self._stopping)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class _Cluster:
    """The workers of a cluster; one that is lost costs the score it had."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def begin(self, job: Job) -> _Task:
        return submit(self._client, solve_score, job)

    def close(self) -> None:
        """Do nothing: the client is the caller's."""


def _shipped(rules: Rules, until: float) -> tuple[dict[str, Any], dict[str, Any]] | None:
    files = shipped(rules)
    found = None if files is None else load_solved(files)
    return None if found is None or found[1]["until"] != until else found


def _place(rules: Rules, until: float) -> Path:
    return place_of("match", {"rules": rules.to_dict(), "until": until})
