"""What stands side by side where not all of it fits: columns, and phrases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def side_by_side(
    head: int, widths: Sequence[int], room: int, *, gap: int = 1, first: int = 1
) -> list[range]:
    """Return which columns stand together, each time beside the ones that name the rows.

    Parameters
    ----------
    head
        The width of those that name the rows.
    widths
        The widths of all columns.
    room
        How wide a line may be.
    gap
        Blanks between two columns.
    first
        The first column that does not name the rows.
    """
    starts = [first]
    left = room - head
    for column, wide in enumerate(widths[first:], first):
        if left < wide + gap and column > starts[-1]:
            starts.append(column)
            left = room - head
        left -= wide + gap
    return [range(*ends) for ends in pairwise([*starts, len(widths)])]


def filled(phrases: Sequence[str], between: str, room: int | None) -> list[str]:
    """Return phrases on as few lines as they need, none of them broken.

    Parameters
    ----------
    phrases
        What is told; one that is too long for a line has it to itself.
    between
        What parts two of them on a line.
    room
        How wide a line may be; ``None`` for any width.
    """
    lines: list[str] = []
    for phrase in phrases:
        longer = lines[-1] + between + phrase if lines else phrase
        if lines and (room is None or len(longer) <= room):
            lines[-1] = longer
        else:
            lines.append(phrase)
    return lines
