"""Numbers as people write them."""

from __future__ import annotations

import re

_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def decimal(text: str) -> float:
    """Return the number that a text is, written with the digits 0 to 9.

    Raises
    ------
    ValueError
        When it is none.
    """
    if not _DECIMAL.fullmatch(text.strip()):
        raise ValueError(text)
    return float(text)
