"""Prints a tidy table as aligned text, its chances in percent with one error beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.text.numbers import Numbers

_CHANCES = ("undecided", "share")
_INTERVAL = ("low", "high", "std_error")


def frame_text(frame: pd.DataFrame, numbers: Numbers, *, most: int | None = None) -> str:
    """Return a table as text.

    Parameters
    ----------
    frame
        One row for each thing; ``win`` with ``low``, ``high`` and ``std_error``
        is shown as one chance.
    numbers
        Writes the numbers.
    most
        How many rows are shown at most; all by default.
    """
    shown = frame if most is None else frame.head(most)
    names = [str(name) for name in shown.columns if name not in _INTERVAL]
    columns = [_column(shown, name, numbers) for name in names]
    left = [shown[name].dtype.kind not in "fiu" for name in names]
    widths = _widths(names, columns)
    lines = [_row(cells, widths, left) for cells in [names, *zip(*columns, strict=True)]]
    rule = "  ".join(("-" if numbers.ascii else "─") * width for width in widths)
    hidden = len(frame) - len(shown)
    say = numbers.language.say
    more = [say("{rows} more rows; --out FILE.csv has all").format(rows=numbers.whole(hidden))]
    text = [lines[0], rule, *lines[1:], *(more if hidden else [])]
    return "".join(f" {line}".rstrip() + "\n" for line in text)


def _column(frame: pd.DataFrame, name: str, numbers: Numbers) -> list[str]:
    if name == "win":
        parts = zip(*(frame[one] for one in ("win", *_INTERVAL)), strict=True)
        return [" ".join(numbers.chance(Estimate(*part))).strip() for part in parts]
    if name in _CHANCES:
        return [numbers.percent(value) for value in frame[name]]
    if frame[name].dtype.kind == "f":
        return [numbers.language.number(value, 4) for value in frame[name]]
    return [str(value) for value in frame[name]]


def _widths(names: Sequence[str], columns: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(len(name), *map(len, column), 0) for name, column in zip(names, columns, strict=True)
    ]


def _row(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    sized = zip(cells, widths, left, strict=True)
    return "  ".join(
        cell.ljust(width) if is_left else cell.rjust(width) for cell, width, is_left in sized
    )
