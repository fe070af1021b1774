"""Tables as people read them in a file: rounded numbers, and words for what is true or unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.core.estimate import Z95, Estimate
from analyzer.report.text.frame import cell_text, expert_first, same_everywhere, shown_columns
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.language import Language

_MANIFEST = ("rules", "situation", "play", "method", "deals", "seed", "version")
"""What is told of every table, also that there is none."""

_NONE = "–"
_PARTS = ("values.", "cards.")
"""What stands in an answer before the names of actions and cards."""

_BOUNDED = ("value", "low", "high", "exploitability")
"""Numbers that a solution gives in the unit of its answer."""


_MOST = 12
"""Parts of a fact that are told; .json has all."""


@dataclass(frozen=True)
class Printed:
    """A table ready to be set.

    Attributes
    ----------
    title
        What it is, as on the command line.
    same
        What all rows have in common, in short phrases.
    columns
        The text of every cell, by the names of the columns.
    words
        Columns that hold words rather than numbers.
    story
        What it rests on.
    """

    title: str
    same: tuple[str, ...]
    columns: Mapping[str, list[str]]
    words: frozenset[str]
    story: Mapping[str, str]


def printed(frame: pd.DataFrame, language: Language) -> Printed:
    """Return a table with its numbers as a terminal shows them, all rows of it.

    Parameters
    ----------
    frame
        One row for each thing; what it rests on in ``attrs``.
    language
        How numbers are written.
    """
    numbers = Numbers(language)
    rows = _without_idle(_with_ends(expert_first(frame)))
    columns = {**shown_columns(rows, numbers), **_answered(rows, numbers)}
    same = [name for name in same_everywhere(rows) if name in columns]
    return Printed(
        title=" ".join(
            str(frame.attrs[n]) for n in ("game", "question", "table") if n in frame.attrs
        ),
        same=tuple(f"{name} {columns[name][0]}" for name in same if columns[name][0]),
        columns={name: cells for name, cells in columns.items() if name not in same},
        words=frozenset(str(name) for name in rows if rows[name].dtype.kind not in "fiu"),
        story=dict(_story(frame, numbers)),
    )


def _with_ends(frame: pd.DataFrame) -> pd.DataFrame:
    """Return chances that have only a standard error with the ends of their intervals."""
    found = frame.copy()
    for name, prefix in (("equity", ""), ("partida", "partida_")):
        if {name, f"{prefix}std_error"} <= set(found) and f"{prefix}low" not in found:
            half = Z95 * found[f"{prefix}std_error"]
            at = list(found).index(name) + 1
            found.insert(at, f"{prefix}low", (found[name] - half).clip(lower=0))
            found.insert(at + 1, f"{prefix}high", (found[name] + half).clip(upper=1))
    return found


def _without_idle(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table without columns that tell nothing: bounds that meet, nothing advised."""
    idle = []
    if "std_error" not in frame and {"value", "low", "high"} <= set(frame):
        idle += ["low", "high"] if (frame["low"] == frame["high"]).all() else []
    if "quantity" in frame and "best" in frame and not frame["best"].any():
        idle.append("best")
    return frame.drop(columns=idle)


def _answered(frame: pd.DataFrame, numbers: Numbers) -> dict[str, list[str]]:
    """Return the columns of an answer that are not of one kind from top to bottom."""
    found = {}
    if "quantity" in frame:
        found["quantity"] = [_quantity(name) for name in frame["quantity"]]
        if "std_error" in frame:
            found["value"] = list(_values(frame, numbers))
        if "best" in frame:
            yes = numbers.language.say("yes")
            found["best"] = [yes if best else "" for best in frame["best"]]
    elif _unit(frame) == "match":
        names = [name for name in _BOUNDED if name in frame]
        found |= {name: [numbers.percent(value) for value in frame[name]] for name in names}
    return found


def _quantity(name: str) -> str:
    """Return the path to a number in an answer as words."""
    for part in _PARTS:
        name = name.removeprefix(part)
    return name.replace(".", " ")


def _values(frame: pd.DataFrame, numbers: Numbers) -> Iterator[str]:
    """Yield the numbers of an answer, each in its unit, with its error."""
    columns = (frame[name] for name in ("quantity", "value", "low", "high", "std_error"))
    for name, *parts in zip(*columns, strict=True):
        estimate = Estimate(*parts)
        holder, _, last = name.rpartition(".")
        if name.startswith("values."):
            told = numbers.value(estimate, _unit(frame))
        elif frame.attrs["game"] == "manilla" and last in ("points", "behind"):
            told = numbers.mean(estimate)
        elif last == "points" or holder == "phases":
            told = numbers.points(estimate)
        else:
            told = numbers.chance(estimate)
        yield " ".join(told).strip()


def _unit(frame: pd.DataFrame) -> str:
    """Return what an answer's values are counted in, ``points`` or ``match``."""
    if frame.attrs.get("table") == "solved match":
        return "match"
    return str(frame.attrs.get("unit") or next(iter(frame.get("unit", ())), "points"))


def _story(frame: pd.DataFrame, numbers: Numbers) -> Iterator[tuple[str, str]]:
    """Yield what a table rests on, and what else is known of its answer."""
    for name, value in frame.attrs.items():
        told = _fact(str(name), value, numbers)
        if told or name in _MANIFEST:
            yield str(name), told or _NONE


def _fact(name: str, value: object, numbers: Numbers) -> str:
    """Return something that is known, in words or as people of the language write numbers."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and name != "seed":
        return numbers.whole(value)
    return cell_text(name, value, numbers) if isinstance(value, float | bool) else _option(value)


def _option(value: object) -> str:
    """Return a value as options are written on the command line."""
    if isinstance(value, Mapping):
        told = {name: _option(one) for name, one in value.items() if one is not None}
        return ", ".join(f"{name}={text}" for name, text in told.items() if text)
    if isinstance(value, list | tuple):
        if len(value) > _MOST:
            return f"{_option(value[:_MOST])} …"
        apart = "; " if any(isinstance(one, Mapping) for one in value) else " "
        return apart.join(map(_option, value))
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value).lower() if isinstance(value, bool) else str(value)
