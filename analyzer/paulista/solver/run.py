"""Solving a hand with calls: until it is good enough, with checkpoints on the way."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyzer.core.notice import notify
from analyzer.paulista.solver.brief import keep_brief
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.store import load, place_of, save

SAVE_EVERY = 40.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True)
class Look:
    """How far a solution has come.

    Attributes
    ----------
    iterations
        How many were made.
    low, high
        What the mão can be sure of, and what the dealer leaves him at most.
    seconds
        How long it took, all runs together.
    """

    iterations: int
    low: float
    high: float
    seconds: float

    @property
    def exploitability(self) -> float:
        """What both best answers win together beyond what they should."""
        return self.high - self.low

    @property
    def progress(self) -> str:
        """How far it has come, in one line."""
        return (
            f"{self.iterations} iterations, exploitability {self.exploitability:.2g}, "
            f"{self.seconds:.0f} s"
        )


@dataclass(eq=False)
class Solution:
    """A game with its solution so far.

    Attributes
    ----------
    solver
        The strategies.
    look
        How good they are.
    interrupted
        Whether somebody stopped before they were as good as wanted.
    """

    solver: Solver
    look: Look
    interrupted: bool = False


def solve_game(
    game: Game,
    *,
    until: float,
    seconds: float | None = None,
    say: Callable[[Look], None] | None = None,
) -> Solution:
    """Return a game's solution, gone on with from where it was left.

    Parameters
    ----------
    game
        What to solve.
    until
        The exploitability that is good enough, in the unit of its results.
    seconds
        How long to go on at most; for ever unless given.
    say
        Told how far it has come, now and then.
    """
    place = place_of("hand", game.key)
    warm_up()
    solution = _resumed(place, game)
    if not solution.look.iterations:
        notify("solving this hand with all its calls, once (some minutes at most)…")
    if solution.look.exploitability > until or not solution.look.iterations:
        with _interrupts() as stopped:
            run = _Run(place, solution, say, seconds, stopped)
            run.go_on()
            while solution.look.exploitability > until and not run.is_over():
                run.go_on()
        run.keep()
    keep_brief(solution.solver, solution.look.exploitability)
    return solution


def warm_up() -> None:
    """Have the kernels compiled before the clock starts."""
    tiny = Solver(Game.of_points((2, 2, 2), (1, 3)))
    tiny.iterate()
    tiny.bounds()


def kept_solution(game: Game) -> Solution | None:
    """Return what was solved of a game before, if anything."""
    solution = _resumed(place_of("hand", game.key), game)
    return solution if solution.look.iterations else None


class _Run:
    """One run of the solver, with its clock."""

    def __init__(
        self,
        place: Path,
        solution: Solution,
        say: Callable[[Look], None] | None,
        limit: float | None,
        stopped: threading.Event,
    ) -> None:
        self.place, self.solution, self.say, self.limit = place, solution, say, limit
        self.stopped = stopped
        self.began = self.saved = time.monotonic()
        self.before = solution.look.seconds

    def is_over(self) -> bool:
        """Return whether time is up or somebody stops."""
        spent = time.monotonic() - self.began
        self.solution.interrupted = self.stopped.is_set()
        return self.stopped.is_set() or (self.limit is not None and spent >= self.limit)

    def go_on(self) -> None:
        """Iterate until the next look, or until it is over, once at least, and look."""
        solver = self.solution.solver
        target = next_look(solver.iterations)
        while solver.iterations < target:
            solver.iterate()
            if time.monotonic() - self.saved >= SAVE_EVERY:
                self.keep()
            if self.is_over():
                break
        low, high = solver.bounds()
        spent = self.before + time.monotonic() - self.began
        self.solution.look = Look(solver.iterations, low, high, spent)
        if self.say:
            self.say(self.solution.look)

    def keep(self) -> None:
        """Save everything."""
        solver, look = self.solution.solver, self.solution.look
        arrays = {"regrets": solver.regrets, "sums": solver.sums}
        spent = self.before + time.monotonic() - self.began
        manifest: dict[str, Any] = {
            **solver.game.key,
            "iterations": solver.iterations,
            "spent": spent,
            "look": asdict(look),
        }
        save(self.place, arrays, manifest)
        self.saved = time.monotonic()


_FAR = 1e9
"""In place of infinity, which JSON does not know."""


def next_look(iterations: int) -> int:
    """Return the next iteration after which to look how far it has come.

    A look costs nearly as much as an iteration. When they are does not depend on
    where a run began.
    """
    look = 0
    while look <= iterations:
        look += max(8, look // 6)
    return look


def _resumed(place: Path, game: Game) -> Solution:
    kept = load(place)
    if kept is None:
        return Solution(Solver(game), Look(0, -_FAR, _FAR, 0.0))
    arrays, manifest = kept
    solver = Solver(game, iterations=manifest["iterations"], arrays=arrays)
    look = Look(**manifest["look"])
    return Solution(solver, Look(look.iterations, look.low, look.high, manifest["spent"]))


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """Note a Ctrl-C without raising it, so that no iteration is left half done."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = signal.signal(signal.SIGINT, lambda *_: stopped.set())
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
