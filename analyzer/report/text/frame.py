"""Prints a tidy table as aligned text, its chances in percent with one error beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.text.numbers import Numbers

_CHANCES = ("undecided", "share", "tie", "against")
_MEANS = ("points",)
_INTERVAL = ("low", "high", "std_error")


def frame_text(frame: pd.DataFrame, numbers: Numbers, *, most: int | None = None) -> str:
    """Return a table as text.

    Parameters
    ----------
    frame
        One row for each thing. A column that ``low``, ``high`` and ``std_error`` follow
        is shown with them as one number, and so is one ``x`` with ``x_low`` and so on.
    numbers
        Writes the numbers.
    most
        How many rows are shown at most; all by default.
    """
    shown = frame if most is None else frame.head(most)
    intervals = _intervals([str(name) for name in shown.columns])
    inner = {name for names in intervals.values() for name in names}
    names = [str(name) for name in shown.columns if name not in inner]
    columns = [_column(shown, name, intervals, numbers) for name in names]
    left = [shown[name].dtype.kind not in "fiu" for name in names]
    widths = _widths(names, columns)
    lines = [_row(cells, widths, left) for cells in [names, *zip(*columns, strict=True)]]
    rule = "  ".join(("-" if numbers.ascii else "─") * width for width in widths)
    hidden = len(frame) - len(shown)
    say = numbers.language.say
    more = [say("{rows} more rows; --out FILE.csv has all").format(rows=numbers.whole(hidden))]
    text = [lines[0], rule, *lines[1:], *(more if hidden else [])]
    return "".join(f" {line}".rstrip() + "\n" for line in text)


def _intervals(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the columns with an interval, each with the columns that it stands in."""
    plain = {name: [*_INTERVAL] for name, after in pairwise(names) if after == _INTERVAL[0]}
    own = {name: [f"{name}_{end}" for end in _INTERVAL] for name in names}
    return plain | {name: ends for name, ends in own.items() if ends[0] in names}


def _column(
    frame: pd.DataFrame, name: str, intervals: Mapping[str, list[str]], numbers: Numbers
) -> list[str]:
    if name in intervals:
        write = numbers.mean if name in _MEANS else numbers.chance
        parts = zip(*(frame[one] for one in (name, *intervals[name])), strict=True)
        return [" ".join(write(Estimate(*part))).strip() for part in parts]
    if name in _CHANCES or name.startswith("break_even"):
        return [numbers.percent(value) for value in frame[name]]
    if frame[name].dtype.kind == "f":
        return [numbers.language.number(value, 4) for value in frame[name]]
    whole = zip(frame[name], frame[name].isna(), strict=True)
    return ["" if missing else str(value) for value, missing in whole]


def _widths(names: Sequence[str], columns: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(len(name), *map(len, column), 0) for name, column in zip(names, columns, strict=True)
    ]


def _row(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    sized = zip(cells, widths, left, strict=True)
    return "  ".join(
        cell.ljust(width) if is_left else cell.rjust(width) for cell, width, is_left in sized
    )
