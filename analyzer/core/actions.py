"""The pattern of a referee's actions: ``verify_x`` refuses, ``can_x`` asks, ``x`` does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from analyzer.core.errors import InputError

P = ParamSpec("P")


def asking(verify: Callable[Concatenate[Any, P], None]) -> Callable[Concatenate[Any, P], bool]:
    """Return the ``can_x`` that belongs to a ``verify_x``.

    Parameters
    ----------
    verify
        A method that raises ``InputError`` when an action is not possible.

    Returns
    -------
    method
        Takes the same arguments and says whether ``verify`` lets them pass.
    """

    def can(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            verify(self, *args, **kwargs)
        except InputError:
            return False
        return True

    name = getattr(verify, "__name__", "verify")
    can.__name__ = name.replace("verify", "can", 1)
    can.__doc__ = f"Return whether ``{name}`` lets this pass."
    return can
