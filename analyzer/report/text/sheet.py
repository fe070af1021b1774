"""What a text answer says, whatever it is printed on: the decision, numbers, what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Tone(Enum):
    """What kind of advice a decision is; it chooses the colour."""

    GO = "go"
    STOP = "stop"
    RAISE = "raise"
    PLAIN = "plain"


@dataclass(frozen=True)
class Line:
    """One thing with its number.

    Attributes
    ----------
    name
        What it is.
    value, error
        The number and its uncertainty, as they are written.
    bar
        How long a bar shows it, from 0 to 1; ``None`` for no bar.
    note
        Something more about it, such as how far it is behind.
    best
        Whether it is the one to choose.
    """

    name: str
    value: str
    error: str = ""
    bar: float | None = None
    note: str = ""
    best: bool = False


@dataclass(frozen=True)
class Block:
    """Lines that are compared with each other, under a title."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Grid:
    """Chances by two things at once.

    Attributes
    ----------
    title
        What they are chances of.
    columns
        The heads of the columns, first that of the rows' names.
    rows
        For each row its name and its chances, as text and from 0 to 1.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One answer, in the order in which a player wants to know it.

    Attributes
    ----------
    subject
        What was asked, in short phrases.
    decision, tone
        What to do, in a word or two.
    reason
        By how much it is the best.
    blocks, grids
        The numbers.
    remarks
        What else a player should know, in sentences.
    warnings
        Why the answer may be worth less than it looks.
    basis
        What it rests on, in phrases.
    """

    subject: tuple[str, ...]
    decision: str
    tone: Tone
    reason: str = ""
    blocks: tuple[Block, ...] = ()
    grids: tuple[Grid, ...] = ()
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    basis: tuple[str, ...] = ()
