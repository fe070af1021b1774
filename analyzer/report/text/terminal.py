"""Prints a sheet on a terminal with rich; on a pipe the same without colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from analyzer.report.text.columns import filled, side_by_side
from analyzer.report.text.plain import plain
from analyzer.report.text.sheet import Block, Grid, Line, Sheet, Tone

_COLOURS = {Tone.GO: "green", Tone.STOP: "red", Tone.RAISE: "yellow", Tone.PLAIN: "cyan"}
_RED_SUITS = "♥♦"
_WIDEST = 100
_NARROWEST = 30  # below, lines run over the edge: nothing would be left of the numbers
_LONGEST_BAR = 36
_NARROW = 12


class Signs(NamedTuple):
    """The signs that a sheet is drawn with."""

    best: str
    between: str
    parts: str
    """A bar's filling, by how many equal parts of the last cell are full."""
    rest: str
    frame: box.Box


UNICODE = Signs("▶", "  ·  ", " ▏▎▍▌▋▊▉█", "─", box.HEAVY)
ASCII = Signs(">", "  |  ", " #", ".", box.ASCII)


class Bar:
    """A horizontal bar as wide as there is room.

    Parameters
    ----------
    share
        How much of it is full, from 0 to 1.
    signs
        What it is drawn with.
    style
        Its colour.
    """

    def __init__(self, share: float, signs: Signs, style: str) -> None:
        self.share = min(max(share, 0.0), 1.0)
        self.signs = signs
        self.style = style

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(8, _LONGEST_BAR)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, _LONGEST_BAR)
        steps = len(self.signs.parts) - 1
        full, part = divmod(round(self.share * width * steps), steps)
        drawn = self.signs.parts[-1] * full + (self.signs.parts[part] if part else "")
        yield Segment(drawn, Style.parse(self.style))
        yield Segment(self.signs.rest * (width - len(drawn)), Style.parse("dim"))


def render(
    sheet: Sheet, *, color: bool = True, ascii: bool = False, width: int | None = None
) -> str:
    """Return a sheet as text for standard output.

    Parameters
    ----------
    sheet
        The answer.
    color
        Whether to use colours and weights, if standard output can show them.
    ascii
        Whether to write ASCII only: letters for suits, no accents, no lines.
    width
        Columns; by default those of the terminal, 80 on a pipe.
    """
    console = _console(color, width)
    with console.capture() as captured:
        console.print(_whole(sheet, ASCII if ascii else UNICODE, console.width))
    text = "".join(line.rstrip() + "\n" for line in captured.get().splitlines())
    return plain(text) if ascii else text


def _console(color: bool, width: int | None) -> Console:
    plainly = not color or bool(os.environ.get("NO_COLOR"))
    console = Console(
        file=sys.stdout,
        color_system=None if plainly else "auto",
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        legacy_windows=False,
    )
    console.width = min(max(console.width, _NARROWEST), _WIDEST)
    return console


def _whole(sheet: Sheet, signs: Signs, width: int) -> Group:
    subject = _phrases(sheet.subject, signs, width - 2)
    parts: list[RenderableType] = ["", subject, _decision(sheet, signs)]
    widths = _widths(sheet.blocks)
    for block in sheet.blocks:
        parts += [_block(block, widths, signs, _COLOURS[sheet.tone]), ""]
    for grid in sheet.grids:
        parts += [_grid(grid, width), ""]
    parts += [Padding(Text(text), (0, 1)) for text in sheet.remarks]
    parts += [Padding(Text(text, "bold yellow"), (0, 1)) for text in sheet.warnings]
    if sheet.remarks or sheet.warnings:
        parts.append("")
    parts += [Padding(Text(text, "dim"), (0, 1)) for text in sheet.basis]
    return Group(*parts)


def _decision(sheet: Sheet, signs: Signs) -> Group:
    colour = _COLOURS[sheet.tone]
    text = _cards(sheet.decision, f"bold {colour}")
    panel = Panel.fit(text, box=signs.frame, border_style=colour, padding=(0, 3))
    reason = [Padding(Text(sheet.reason), (0, 2))] if sheet.reason else []
    return Group(Padding(panel, (0, 0, 0, 1)), *reason, "")


def _widths(blocks: Sequence[Block]) -> list[int]:
    """Return how wide the columns are, the same in all blocks, so that bars start together."""
    lines = [line for block in blocks for line in block.lines]
    columns = zip(*((line.name, line.value, line.error, line.note) for line in lines), strict=True)
    return [max(map(cell_len, column)) for column in columns]


def _block(block: Block, widths: Sequence[int], signs: Signs, colour: str) -> Padding:
    name, value, error, note = widths
    table = Table.grid(padding=(0, 1))
    table.add_column(width=len(signs.best))
    table.add_column(min_width=min(name, _NARROW), max_width=name, overflow="fold")
    table.add_column(min_width=value, justify="right", no_wrap=True)
    table.add_column(width=error, no_wrap=True)
    table.add_column(width=note, no_wrap=True)
    bars = any(line.bar is not None for line in block.lines)
    if bars:
        table.add_column(width=None)
    for line in block.lines:
        table.add_row(*_row(line, signs, colour, bars))
    title = [Padding(Text(block.title, "dim"), (0, 0, 0, 2))] if block.title else []
    return Padding(Group(*title, table), (0, 1))


def _grid(grid: Grid, width: int) -> Padding:
    """Return a grid whose columns, where they do not all fit side by side, follow below."""
    widths = [max(map(cell_len, column)) for column in _columns(grid)]
    parts = [_columns_of(grid, some) for some in side_by_side(widths[0], widths, width - 4)]
    return Padding(Group(Text(grid.title, "dim"), *parts), (0, 2))


def _columns(grid: Grid) -> Iterator[tuple[str, ...]]:
    rows = [(name, *(text for text, _ in cells)) for name, cells in grid.rows]
    return zip(grid.columns, *rows, strict=True)


def _columns_of(grid: Grid, some: range) -> Table:
    table = Table.grid(padding=(0, 1), pad_edge=False)
    for _ in (0, *some):
        table.add_column(justify="right", no_wrap=True)
    table.add_row(*(Text(grid.columns[at], "dim") for at in (0, *some)))
    for name, cells in grid.rows:
        shown = (cells[at - 1] for at in some)
        chances = (Text(text, "green" if share > 0.5 else "red") for text, share in shown)
        table.add_row(Text(name, "dim"), *chances)
    return table


def _row(line: Line, signs: Signs, colour: str, bars: bool) -> list[RenderableType]:
    weight = f"bold {colour}" if line.best else ""
    row: list[RenderableType] = [
        Text(signs.best if line.best else "", weight),
        _cards(line.name, weight),
        Text(line.value, weight),
        Text(line.error, "dim"),
        Text(line.note, "dim"),
    ]
    if bars:
        row.append("" if line.bar is None else Bar(line.bar, signs, weight or "blue"))
    return row


def _phrases(phrases: Sequence[str], signs: Signs, room: int) -> Padding:
    """Return phrases on as few lines as they need, none of them broken if it fits a line."""
    return Padding(_cards("\n".join(filled(phrases, signs.between, room)), ""), (0, 1))


def _cards(text: str, style: str) -> Text:
    """Return a text with its red suits in red."""
    styled = Text(text, style)
    for at, sign in enumerate(text):
        if sign in _RED_SUITS:
            styled.stylize("red", at, at + 1)
    return styled
