"""What charts are put together from: rows of dots, heat maps, bars, each labelled directly."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from analyzer.report.charts.style import (
    BLUE,
    BODY,
    FAINT,
    INK,
    MUTED,
    PAPER,
    SMALL,
    TINY,
    VERMILION,
    ink_on,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.colors import Colormap
    from numpy.typing import NDArray

    from analyzer.report.text.numbers import Numbers

_BETWEEN_GROUPS = 0.45
"""Rows that an empty line between two groups is worth."""
_TICKS = 6
"""Parts of an axis at most."""
_SAME = 1e-9
_SHIFTS = {1: (0.0,), 2: (0.0, 0.0), 3: (0.2, 0.0, -0.2), 4: (0.24, 0.08, -0.08, -0.24)}
"""How far the dots of a row stand above it: more than two would hide each other."""
_ALIKE = (0.16, -0.16)
"""How far two dots with the same number do."""


@dataclass(frozen=True)
class Kind:
    """What dots of one kind have in common.

    Attributes
    ----------
    name
        What they stand for.
    shape, colour
        Their marker, and its colour.
    """

    name: str
    shape: str
    colour: str


@dataclass(frozen=True)
class Dot:
    """A number with its interval."""

    kind: Kind
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """Dots that belong to one thing.

    Attributes
    ----------
    label
        The thing.
    dots
        Its numbers.
    group
        Rows of one group stand together.
    aside
        What else is to be said of it, at the end of the row.
    """

    label: str
    dots: tuple[Dot, ...]
    group: int = 0
    aside: str = ""


def kinds_of(names: Sequence[str]) -> list[Kind]:
    """Return kinds that are told apart by shape as by colour, for up to four names."""
    if len(names) <= 2:
        looks = [("o", BLUE), ("s", VERMILION)]
    else:
        looks = [("o", BLUE), ("^", VERMILION), ("D", BLUE), ("s", VERMILION)]
    return [Kind(name, *look) for name, look in zip(names, looks, strict=False)]


def dot_rows(axes: Axes, rows: Sequence[Row], write: Callable[[Dot], str], aside: str = "") -> None:
    """Draw rows of dots, the outer ones with their numbers, and name the kinds above them.

    Parameters
    ----------
    axes
        Where.
    rows
        From the top down.
    write
        Writes a number beside a dot.
    aside
        What the texts at the ends of the rows are.
    """
    heights = _heights(rows)
    for row, height in zip(rows, heights, strict=True):
        values = [dot.value for dot in row.dots]
        axes.plot([min(values), max(values)], [height] * 2, color=FAINT, lw=4, zorder=1)
        for dot, shift in zip(row.dots, _shifts(row, write), strict=True):
            _dot(axes, dot, height + shift)
        least, most = (edge(row.dots, key=lambda dot: dot.value) for edge in (min, max))
        beside: dict[str, Any] = {"va": "center", "size": SMALL, "textcoords": "offset points"}
        beside |= {"bbox": {"fc": PAPER, "ec": "none", "pad": 0.5}, "zorder": 2}
        if len(row.dots) > 1 and write(least) != write(most):
            text = write(least)
            axes.annotate(text, (least.low, height), (-7, 0), ha="right", **beside)
        axes.annotate(write(most), (most.high, height), (7, 0), ha="left", **beside)
    axes.set_yticks(heights, [row.label for row in rows])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    axes.set_ylim(min(heights) - 0.6, max(heights) + 0.6)
    axes.margins(x=0.16)
    if aside:
        _asides(axes, rows, heights, aside)
    _name_kinds(axes, rows[0], heights[0] + max(_shifts(rows[0], write)))


def percent_axis(axis: Axis, numbers: Numbers) -> None:
    """Write an axis of chances in percent, and nothing beyond what a chance can be."""

    def write(value: float, _place: float) -> str:
        low, high = axis.get_view_interval()
        possible = -_SAME <= value <= 1 + _SAME
        shown = numbers.language.number(100 * value, _decimals(100 * (high - low)))
        return f"{shown}%" if possible else ""

    axis.set_major_locator(_steps())
    axis.set_major_formatter(write)


def points_axis(axis: Axis, numbers: Numbers) -> None:
    """Write an axis of points as the language does."""

    def write(value: float, _place: float) -> str:
        low, high = axis.get_view_interval()
        return numbers.language.number(value + 0.0, _decimals(high - low)).replace("-", "−")

    axis.set_major_locator(_steps())
    axis.set_major_formatter(write)


def _steps() -> MaxNLocator:
    return MaxNLocator(nbins=_TICKS, steps=[1, 2, 5, 10])


def _decimals(span: float) -> int:
    """Return how many decimals tell the ticks of so wide an axis apart."""
    return max(0, -math.floor(math.log10(span / _TICKS)))


def line_at(axes: Axes, value: float) -> None:
    """Draw a line that values are compared with."""
    axes.axvline(value, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=1.5)


@dataclass(frozen=True)
class Cell:
    """A square of a map."""

    colour: Any
    text: str = ""
    weight: str = "normal"


def heat_map(
    axes: Axes,
    cells: Sequence[Sequence[Cell | None]],
    *,
    across: Sequence[str],
    down: Sequence[str],
    size: float,
) -> None:
    """Draw squares with their numbers, the first row on top, its names above the columns.

    Parameters
    ----------
    axes
        Where.
    cells
        Row by row; ``None`` for a square that is not there.
    across, down
        Names of the columns and of the rows.
    size
        Of the numbers, in points.
    """
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell is None:
                continue
            square = Rectangle((x - 0.5, y - 0.5), 1, 1, fc=cell.colour, ec=PAPER, lw=0.8)
            axes.add_patch(square)
            if cell.text:
                style: dict[str, Any] = {"ha": "center", "va": "center", "size": size}
                colour = ink_on(cell.colour)
                axes.text(x, y, cell.text, color=colour, weight=cell.weight, **style)
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(len(down) - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(len(across)), across)
    axes.set_yticks(range(len(down)), down)
    axes.tick_params(length=0, labelsize=SMALL, labelcolor=MUTED)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    for spine in axes.spines.values():
        spine.set_visible(False)


def big_map(
    axes: Axes, grid: NDArray[np.float64], numbers: Numbers, *, step: int, colours: Colormap
) -> None:
    """Draw chances over scores that are too many to be written all.

    Parameters
    ----------
    axes
        Where.
    grid
        Chances, our points down and theirs to the right.
    numbers
        Writes them.
    step
        Every so many points a number is written.
    colours
        From chance 0 to chance 1.
    """
    axes.imshow(grid, cmap=colours, vmin=0, vmax=1, interpolation="nearest")
    for us in range(0, len(grid), step):
        for them in range(0, len(grid[0]), step):
            text = numbers.short(float(grid[us, them]))
            axes.text(
                max(them, 0.4), max(us, 0.3), text, ha="center", va="center", size=TINY, color=INK
            )
    for set_ticks, length in ((axes.set_xticks, len(grid[0])), (axes.set_yticks, len(grid))):
        set_ticks(range(0, length, step), [str(points) for points in range(0, length, step)])
    axes.tick_params(length=0, labelsize=SMALL, labelcolor=MUTED)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    for spine in axes.spines.values():
        spine.set_visible(False)


def _heights(rows: Sequence[Row]) -> list[float]:
    heights: list[float] = []
    for number, row in enumerate(rows):
        gap = _BETWEEN_GROUPS if number and row.group != rows[number - 1].group else 0.0
        heights.append((heights[-1] if heights else 1.0) - 1.0 - gap)
    return heights


def _shifts(row: Row, write: Callable[[Dot], str]) -> tuple[float, ...]:
    """Return how far the dots of a row stand above it."""
    alike = len(row.dots) == 2 and len(set(map(write, row.dots))) == 1
    return _ALIKE if alike else _SHIFTS[len(row.dots)]


def _dot(axes: Axes, dot: Dot, height: float) -> None:
    if dot.high > dot.low:
        axes.plot([dot.low, dot.high], [height] * 2, color=INK, lw=1.4, zorder=2.5)
    # The round ones are larger, to be seen behind another that is worth the same.
    size = 9.5 if dot.kind.shape == "o" else 7
    style: dict[str, Any] = {"color": dot.kind.colour, "mec": PAPER, "mew": 0.8, "zorder": 3}
    axes.plot(dot.value, height, dot.kind.shape, ms=size, **style)


def _asides(axes: Axes, rows: Sequence[Row], heights: Sequence[float], title: str) -> None:
    style: dict[str, Any] = {
        "xycoords": ("axes fraction", "data"),
        "textcoords": "offset points",
        "size": SMALL,
        "color": MUTED,
        "ha": "right",
        "va": "center",
    }
    for row, height in zip(rows, heights, strict=True):
        axes.annotate(row.aside, (1, height), (46, 0), **style)
    axes.annotate(title, (1, heights[0]), (46, 20), **style)


def _name_kinds(axes: Axes, row: Row, height: float) -> None:
    """Write what the dots are: of two above the first row, of more on top of the plot."""
    style: dict[str, Any] = {"textcoords": "offset points", "size": BODY, "weight": "bold"}
    style["bbox"] = {"fc": PAPER, "ec": "none", "pad": 0.5}  # over the lines behind it
    dots = sorted(row.dots, key=lambda dot: dot.value)
    if len(dots) == 2:
        for dot, side, shift in zip(dots, ("right", "left"), (-5, 5), strict=True):
            at, colour = (dot.value, height), dot.kind.colour
            axes.annotate(dot.kind.name, at, (shift, 9), ha=side, color=colour, **style)
    elif len(dots) > 2:
        key(axes, [dot.kind for dot in row.dots])


def key(axes: Axes, kinds: Sequence[Kind], loc: str = "lower left") -> None:
    """Write on top of the plot, to its left or its right, what markers stand for."""
    lines = [
        Line2D([], [], ls="", marker=kind.shape, color=kind.colour, ms=7, label=kind.name)
        for kind in kinds
    ]
    corner = (1 if "right" in loc else 0, 1)
    place: dict[str, Any] = {"loc": loc, "bbox_to_anchor": corner, "borderpad": 0}
    axes.legend(
        handles=lines, ncols=len(kinds), frameon=False, handletextpad=0.2, labelcolor=INK, **place
    )
