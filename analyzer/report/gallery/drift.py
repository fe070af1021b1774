"""Whether two texts say the same: the same words, and the same numbers up to rounding."""

from __future__ import annotations

import re
from itertools import zip_longest
from math import isclose

_CLOSE = 2e-6
"""Twice what the last of six digits may be off."""
_NOTHING = 1e-9
_UNSEEN = 0.005
"""What a drawing may shift by, in points: its layout is found by iteration."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_WHOLE = re.compile(r"-?\d+")

_NAMES = re.compile(r'(?<=id=")[^"]*|(?<=#)[^")]*(?=[")])')
"""Names that a drawing gives its parts: made from their shapes, to the last digit."""

_VERSION = re.compile(r'(?<=truco-analyzer\s)[^\s"<]+|(?<="version": ")[^"]*')
"""A new version that gives the same numbers changes nothing."""


def difference(stored: str, made: str, *, drawing: bool = False) -> str:
    """Return how a stored text differs from the one that the code makes, nothing if it does not.

    Whole numbers must be equal, fractions to the sixth digit.

    Parameters
    ----------
    stored, made
        The two texts.
    drawing
        Whether they are drawings, whose parts have names that nobody reads.
    """
    old, new = (_read(text, drawing) for text in (stored, made))
    if old == new:
        return ""
    slack = _UNSEEN if drawing else _NOTHING
    lines = list(zip_longest(old.splitlines(), new.splitlines(), fillvalue=""))
    differing = [
        number for number, (one, other) in enumerate(lines, 1) if not _same(one, other, slack)
    ]
    if not differing:
        return ""
    first, last = lines[differing[0] - 1]
    found = f"{len(differing)} of {len(lines)} lines differ"
    return f"{found}, the first is line {differing[0]}: {_excerpt(first, last)}"


def _read(text: str, drawing: bool) -> str:
    plain = _VERSION.sub("", text)
    return _NAMES.sub("", plain) if drawing else plain


def _same(one: str, other: str, slack: float) -> bool:
    if one == other:
        return True
    if _NUMBER.split(one) != _NUMBER.split(other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(_equal(*pair, slack) for pair in pairs)


def _equal(one: str, other: str, slack: float) -> bool:
    if _WHOLE.fullmatch(one) and _WHOLE.fullmatch(other):
        return int(one) == int(other)
    return isclose(float(one), float(other), rel_tol=_CLOSE, abs_tol=slack)


def _excerpt(stored: str, made: str) -> str:
    """Return where two lines part, in both of them."""
    pairs = enumerate(zip(stored, made, strict=False))
    shorter = min(len(stored), len(made))
    start = next((at for at, (one, other) in pairs if one != other), shorter)
    begin = max(start - 20, 0)
    return " instead of ".join(repr(line[begin : start + 20]) for line in (stored, made))
