"""Prints a tidy table as aligned text, its chances in percent with one error beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate
from analyzer.report.text.columns import filled, side_by_side

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.text.numbers import Numbers

_CHANCES = (
    *("win", "undecided", "share", "tie", "against", "led", "least", "most"),
    *("calling", "in_points", "from", "to", "pays_below", "equity", "partida"),
    *("bolo_ours", "bolo_theirs", "frequency", "reached", "followed", "policy", "best"),
)
"""What is a chance wherever it is a number; some are words in other tables."""

_MEANS = ("points", "behind", "spread", "ahead")
_INTERVAL = ("low", "high", "std_error")
_RARE = 0.01
"""A row with less than this part of the largest share is rare."""

_DECIMALS = 4
"""Of numbers that are no chances and have no interval."""

_GAP = 2
"""Blanks between two columns."""


def frame_text(
    frame: pd.DataFrame, numbers: Numbers, *, most: int | None = None, width: int | None = None
) -> str:
    """Return a table as text.

    What is the same in all rows is said once above them. The best way of playing comes
    first.

    Parameters
    ----------
    frame
        One row for each thing. A column that ``low``, ``high`` and ``std_error`` follow
        is shown with them as one number, and so is one ``x`` with ``x_low`` and so on.
    numbers
        Writes the numbers.
    most
        How many rows are shown at most, and none that are rare beside the most frequent
        one; all by default.
    width
        Columns of the terminal: what does not fit beside the rows' names follows below
        them. Without it lines are as long as they are.
    """
    ordered = expert_first(frame)
    shown = ordered if most is None else _frequent(ordered).head(most)
    intervals = _intervals([str(name) for name in shown.columns])
    columns = shown_columns(shown, numbers)
    names = list(columns)
    same = same_everywhere(frame)
    told = [f"{name} {columns[name][0]}" for name in same if columns[name][0]]
    between = "  |  " if numbers.ascii else "  ·  "
    above = filled(told, between, None if width is None else width - 1)
    varied = [name for name in names if name not in same]
    left = [shown[name].dtype.kind not in "fiu" for name in varied]
    body = _folded(varied, [columns[name] for name in varied], left, intervals, numbers, width)
    hidden = len(frame) - len(shown)
    say = numbers.language.say
    more = [say("{rows} more rows; --out FILE.csv has all").format(rows=numbers.whole(hidden))]
    text = [*above, *([""] if above else []), *body, *(more if hidden else [])]
    return "".join(f" {line}".rstrip() + "\n" for line in text)


def shown_columns(frame: pd.DataFrame, numbers: Numbers) -> dict[str, list[str]]:
    """Return a table's columns as text, each number with its interval as one."""
    intervals = _intervals([str(name) for name in frame.columns])
    inner = {name for names in intervals.values() for name in names}
    names = [str(name) for name in frame.columns if name not in inner]
    return {name: _column(frame, name, intervals, numbers) for name in names}


def same_everywhere(frame: pd.DataFrame) -> list[str]:
    """Return the columns that do not tell rows apart, but for numbers with an interval."""
    if len(frame) < 2:
        return []
    intervals = _intervals([str(name) for name in frame.columns])
    told = {name for column, ends in intervals.items() for name in (column, *ends)}
    names = [str(name) for name in frame.columns if name not in told]
    return [name for name in names if len(frame[name].drop_duplicates()) == 1]


def expert_first(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows in their order, but the expert's first."""
    if "policy" not in frame.columns:
        return frame
    return frame.iloc[(frame["policy"] != "expert").to_numpy().argsort(kind="stable")]


def _frequent(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows but for those whose share is next to nothing beside the largest."""
    if "share" not in frame.columns:
        return frame
    shown: pd.DataFrame = frame[frame["share"] >= _RARE * frame["share"].max()]
    return shown


def _folded(
    names: Sequence[str],
    columns: Sequence[Sequence[str]],
    left: Sequence[bool],
    intervals: Mapping[str, list[str]],
    numbers: Numbers,
    width: int | None,
) -> list[str]:
    """Return the lines of a table, what does not fit beside its first columns below them."""
    widths = _widths(names, columns)
    measured = [
        at
        for at, name in enumerate(names)
        if name in intervals or (is_chance(name) and not left[at])
    ]
    keys = range(measured[0]) if measured and measured[0] else range(1)
    parts = [range(len(keys), len(names))]
    if width is not None:
        head = sum(widths[at] + _GAP for at in keys) - _GAP
        parts = side_by_side(head, widths, width - 1, gap=_GAP, first=len(keys))
    lines: list[str] = []
    for part in parts:
        some = [*keys, *part]
        sized = [widths[at] for at in some]
        rule = "  ".join(("-" if numbers.ascii else "─") * size for size in sized)
        rows = zip(*(columns[at] for at in some), strict=True)
        head_and_rows = [[names[at] for at in some], *rows]
        told = [_row(cells, sized, [left[at] for at in some]) for cells in head_and_rows]
        lines += [*([""] if lines else []), told[0], rule, *told[1:]]
    return lines


def _intervals(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the columns with an interval, each with the columns that it stands in."""
    after = dict(pairwise(names)) if set(_INTERVAL) <= set(names) else {}
    plain = {name: [*_INTERVAL] for name, next_one in after.items() if next_one == _INTERVAL[0]}
    own = {name: [f"{name}_{end}" for end in _INTERVAL] for name in names}
    return plain | {name: ends for name, ends in own.items() if ends[0] in names}


def _column(
    frame: pd.DataFrame, name: str, intervals: Mapping[str, list[str]], numbers: Numbers
) -> list[str]:
    column = frame[name]
    if name in intervals:
        write = numbers.mean if name in _MEANS else numbers.chance
        parts = zip(*(frame[one] for one in (name, *intervals[name])), strict=True)
        told = (" ".join(write(Estimate(*part))).strip() for part in parts)
        return [_with_minus(text, numbers) for text in told]
    known = zip(column, column.isna(), strict=True)
    return ["" if missing else cell_text(name, value, numbers) for value, missing in known]


def cell_text(name: str, value: object, numbers: Numbers) -> str:
    """Return the value of a name, without an interval, as text."""
    if isinstance(value, bool):
        return numbers.language.say("yes") if value else numbers.language.say("no")
    if not isinstance(value, float):
        return str(value)
    if is_chance(name):
        return numbers.percent(value)
    return _with_minus(numbers.language.number(value, _DECIMALS), numbers)


def _with_minus(text: str, numbers: Numbers) -> str:
    """Return a number with the sign that is as wide as a digit."""
    return text if numbers.ascii or not text.startswith("-") else f"−{text[1:]}"


def is_chance(name: str) -> bool:
    """Return whether the numbers of this name are chances."""
    return name in _CHANCES or name.startswith("break_even")


def _widths(names: Sequence[str], columns: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(len(name), *map(len, column), 0) for name, column in zip(names, columns, strict=True)
    ]


def _row(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    sized = zip(cells, widths, left, strict=True)
    return "  ".join(
        cell.ljust(width) if is_left else cell.rjust(width) for cell, width, is_left in sized
    )
