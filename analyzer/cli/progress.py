"""How far a long answer has come, on stderr; a short one never shows anything."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

CLEAR = "\r\x1b[K"

PATIENCE = 0.5
"""Seconds before anything is shown."""


def progress_for(*, quiet: bool, ascii: bool, color: bool) -> TerminalProgress | None:
    """Return a progress bar if there is a terminal to show it and nobody wants quiet."""
    shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
    return TerminalProgress(ascii=ascii, color=color) if shown else None


@contextmanager
def status_line(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Give what shows a text in one line of a terminal, over the one before; at last nothing."""
    shown = not quiet and sys.stderr is not None and sys.stderr.isatty()

    def show(text: str) -> None:
        if shown:
            sys.stderr.write(CLEAR + text)
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")


class TerminalProgress:
    """Shows one bar for each run, from the time on when the whole work gets long.

    Parameters
    ----------
    ascii
        Whether to draw no bar but write numbers only.
    color
        Whether to use colours.
    """

    def __init__(self, *, ascii: bool, color: bool) -> None:
        self._ascii = ascii
        self._color = color
        self._began: float | None = None
        self._total = 0
        self._done = 0
        self._shown: Progress | None = None
        self._task: Any = None

    def start(self, total: int) -> None:
        """Begin a run of at most ``total`` deals."""
        self._total, self._done = total, 0
        if self._began is None:
            self._began = time.monotonic()

    def advance(self, deals: int) -> None:
        """Count ``deals`` more as finished."""
        self._done += deals
        if self._shown is None and self._is_long():
            self._show()
        if self._shown is not None:
            self._shown.update(self._task, completed=self._done)

    def close(self) -> None:
        """End the run and leave no trace of it."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None

    def _is_long(self) -> bool:
        return self._began is not None and time.monotonic() - self._began > PATIENCE

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        color_system = "auto" if self._color else None
        console = Console(file=sys.stderr, color_system=color_system)  # type: ignore[arg-type]
        count = TextColumn("{task.completed:,.0f} / {task.total:,.0f}")
        bar = [] if self._ascii else [BarColumn()]
        self._shown = Progress(*bar, TaskProgressColumn(), count, console=console, transient=True)
        self._task = self._shown.add_task("", total=self._total)
        self._shown.start()
