"""Tables to browse in a strategy book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from analyzer.report.text.frame import same_everywhere, shown_columns
from analyzer.report.text.numbers import Numbers

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.language import Language


def frame_table(frame: pd.DataFrame, language: Language) -> Markup:
    """Return a table as HTML, its numbers written as on a terminal.

    What is the same in all rows is said once above them.
    """
    whole = shown_columns(frame, Numbers(language))
    same = same_everywhere(frame)
    told = " · ".join(f"{name} {whole[name][0]}" for name in same if whole[name][0])
    columns = {name: cells for name, cells in whole.items() if name not in same}
    head = Markup().join(Markup('<th scope="col">{}</th>').format(name) for name in columns)
    rows = Markup().join(
        Markup("<tr>{}</tr>\n").format(Markup().join(map(Markup("<td>{}</td>").format, cells)))
        for cells in zip(*columns.values(), strict=True)
    )
    caption = Markup("<caption>{}</caption>").format(told) if told else ""
    return Markup(
        '<table class="listed">{}<thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>'
    ).format(caption, head, rows)
