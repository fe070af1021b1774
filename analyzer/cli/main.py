"""The command ``truco``: from its arguments to the exit status.

Whatever goes wrong ends here, in one line on stderr:

====== ===================================================================
status meaning
====== ===================================================================
0      answered
1      the program failed; with ``TRUCO_DEBUG=1`` it shows where
2      the question is wrong: the value, where it stood, what is allowed
130    interrupted by Ctrl-C
141    the reader of the output went away, as in ``truco … | head -1``
====== ===================================================================

The imports up here stay light: a slip of the finger is told at once.
"""

from __future__ import annotations

import _thread
import io
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from analyzer.core.errors import InputError, NotKept
from analyzer.report.text.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

ANSWERED, FAILED, WRONG_QUESTION, INTERRUPTED, READER_GONE = 0, 1, 2, 130, 141
_LONGEST_LINE = 1000
_MOMENT = 0.05  # seconds in which a finalizer is over


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one question from the command line.

    Parameters
    ----------
    arguments
        The words after ``truco``; by default those of this process.

    Returns
    -------
    int
        The exit status, as in the table above.
    """
    _write_utf8()
    _heed_lost_interrupts()
    words = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        status, complaint = FAILED, "the answer could not be written: standard output is closed"
    else:
        with _telling_what_is_not_kept():
            status, complaint = _answer(words)
    # What is still buffered meets its reader only now.
    lost, why = _flush()
    if lost:
        status, complaint = lost, why
    if complaint:
        _complain(complaint, ascii="--ascii" in words)
    return status


def _answer(arguments: Sequence[str]) -> tuple[int, str]:
    try:
        from analyzer.cli import app

        return app.run(arguments)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # rich leaves like this
            return READER_GONE, ""
        raise
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - all of it becomes one line
        if os.environ.get("TRUCO_DEBUG"):
            import traceback

            traceback.print_exc()
        return _verdict(error)


def _verdict(error: BaseException) -> tuple[int, str]:
    """Return the exit status for what went wrong, and what to say about it."""
    if isinstance(error, InputError):
        return WRONG_QUESTION, str(error)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted"
    if isinstance(error, BrokenPipeError):
        return READER_GONE, ""
    story = f"{type(error).__name__}: {error}"
    return FAILED, f"the program failed: {story} (TRUCO_DEBUG=1 shows where)"


def _complain(text: str, *, ascii: bool) -> None:
    """Write ``text`` to stderr on one line, harmless to a terminal."""
    line = "".join(_visible(sign) for sign in " ".join(text.split()))
    if len(line) > _LONGEST_LINE:
        line = line[: _LONGEST_LINE - 1] + "…"
    if ascii:
        line = plain(line)
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"truco: {line}", file=sys.stderr, flush=True)


def _visible(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


def _write_utf8() -> None:
    """Write suits and accents whatever the locale says; a stray byte shows as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _heed_lost_interrupts() -> None:
    """Repeat a Ctrl-C that struck in a finalizer, as those of compiled kernels: Python drops it."""
    usual = sys.unraisablehook

    def hear(dropped: sys.UnraisableHookArgs) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            threading.Timer(_MOMENT, _thread.interrupt_main).start()
        else:
            usual(dropped)

    sys.unraisablehook = hear


@contextmanager
def _telling_what_is_not_kept() -> Iterator[None]:
    """Write such a warning as the one line that a person needs."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def tell(message: Warning | str, category: type[Warning], *a: Any, **b: Any) -> None:
            if issubclass(category, NotKept):
                _complain(str(message), ascii=False)
            else:
                usual(message, category, *a, **b)

        warnings.showwarning = tell
        warnings.simplefilter("default", NotKept)
        yield


def _flush() -> tuple[int, str]:
    """Send off the rest of the answer; return a status and a complaint as it went."""
    if sys.stdout is None:
        return ANSWERED, ""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return READER_GONE, ""
    except OSError as error:
        _forget_output()
        return FAILED, f"the answer could not be written: {error.strerror}"
    return ANSWERED, ""


def _forget_output() -> None:
    """Let Python's own flush at exit write into nothing, so that it stays quiet."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
