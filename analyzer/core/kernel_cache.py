"""Numba's cache of machine code, made to bear files that are damaged or cannot be written."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numba.core.caching as numba_caching

_FunctionCache: Any = numba_caching.FunctionCache


class KernelCache(_FunctionCache):  # type: ignore[misc]
    """Where one kernel's machine code is kept.

    A file cut short by a crash, or left by two processes that wrote at the same
    moment, costs compiling once more; a full disk costs it every time.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for argument types, or ``None`` when it has to be compiled."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged pickle may raise anything
            found = None
            with suppress(OSError):
                self.flush()
        # Two processes may have given one file name to code for different types.
        return found if found is None or found.signature.args == tuple(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code if there is room for it."""
        with suppress(Exception):
            super().save_overload(sig, data)
