"""Short lines about long work, for whoever wants to hear them."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[str], None]] = []


def listen(say: Callable[[str], None] | None) -> None:
    """Have notices told to one listener, in place of any former one; to nobody by default."""
    _listeners[:] = [] if say is None else [say]


def notify(line: str) -> None:
    """Tell the listener that some work begins which is done once and then kept."""
    for say in _listeners:
        say(line)
