"""The article of the gallery: ``article.md``, filled in from the tables that hang beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from analyzer.core.errors import OutputError
from analyzer.report.charts.story import caption
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers
from analyzer.truco.profiles import PROFILES

if TYPE_CHECKING:
    import pandas as pd

_LANGUAGE = Language.of("en")


@dataclass(frozen=True)
class Article:
    """The article on a gallery.

    Attributes
    ----------
    folder
        Where the gallery hangs.
    stories
        Its manifest.
    """

    folder: Path
    stories: Mapping[str, Mapping[str, Any]]

    def text(self) -> str:
        """Return the article, in Markdown.

        Raises
        ------
        OutputError
            When a file that it tells of is missing, or when a sentence no longer holds.
        """
        environment = Environment(
            loader=PackageLoader("analyzer.report.gallery", "."),
            autoescape=False,  # noqa: S701 - Markdown, made from our own numbers
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        numbers = Numbers(_LANGUAGE)
        environment.filters |= {"percent": numbers.percent, "number": _LANGUAGE.number}
        shown = ("table", "row", "chart", "basis", "pieces", "squares", "holds")
        words = {name: getattr(self, name) for name in shown}
        return environment.get_template("article.md").render(
            stories=self.stories, callers=PROFILES, **words
        )

    def table(self, name: str, **where: Any) -> pd.DataFrame:
        """Return the rows of a table in which columns have these values."""
        frame = self._tables.get(name)
        if frame is None:
            frame = self._tables[name] = self._read(f"{name}.csv")
        for column, value in where.items():
            frame = frame[frame[column] == value]
        return frame

    def row(self, name: str, **where: Any) -> dict[Any, Any]:
        """Return the only row of a table in which columns have these values."""
        (found,) = self.table(name, **where).to_dict("records")
        return dict(found)

    def chart(self, name: str) -> str:
        """Return a chart, what it says for who cannot see it, and where its numbers are."""
        story = self._story(f"{name}.svg")
        numbers = ", ".join(f"[{Path(path).name}]({path})" for path in story["numbers"])
        return (
            f"![{story['title']}. {story['note']}]({name}.svg)\n\n"
            f"<sub>Numbers: {numbers} · `{story['command']}`</sub>"
        )

    def basis(self, path: str) -> str:
        """Return what a file rests on, in a line."""
        story = self._story(path)
        if "caption" in story:
            return str(story["caption"])
        return caption({**story, "play": story["play"] or []}, _LANGUAGE)

    def pieces(self) -> list[list[str]]:
        """Return the files that a command gives together."""
        found: dict[str, list[str]] = {}
        for path, story in self.stories.items():
            found.setdefault(story["command"], []).append(path)
        return list(found.values())

    def squares(self, name: str, action: str) -> str:
        """Return by the two best cards whether an action of a table of hands is the best.

        Parameters
        ----------
        name
            The table, its hands ordered from the best to the worst.
        action
            The action. Where it needs a good third card the lowest stands with a plus.
        """
        frame = self.table(name)
        cards = frame["hand"].str.split(" ", expand=True)
        order = list(dict.fromkeys(cards.to_numpy().ravel()))
        found = {
            pair: _square(third, frame["action"][third.index] == action)
            for pair, third in cards[2].groupby([cards[0], cards[1]])
        }
        rows = [
            [f"**{best}**", *(found.get((best, second), "") for second in order)] for best in order
        ]
        return _markdown(["", *order], rows)

    @staticmethod
    def holds(says: str, fact: object) -> str:
        """Return what a sentence says without a number, if it is true.

        Raises
        ------
        OutputError
            If not: the numbers have changed, and the sentence must, too.
        """
        if not fact:
            raise OutputError(says, "article", "something that the tables bear out")
        return says

    @cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        """Return what has been read."""
        return {}

    def _read(self, path: str) -> pd.DataFrame:
        import pandas as pd

        self._story(path)
        return pd.read_csv(self.folder / path)

    def _story(self, path: str) -> Mapping[str, Any]:
        if path not in self.stories or not (self.folder / path).exists():
            raise OutputError(path, "article", "a file of the gallery; make the whole of it first")
        return self.stories[path]


def _square(third: pd.Series[str], best: pd.Series[bool]) -> str:
    """Return from which third card on an action is the best."""
    if best.all() or not best.any():
        return "✓" if best.all() else "–"
    lowest = int(best.sum())
    if not best.iloc[:lowest].all():
        return "✓ –"
    return f"{third.iloc[lowest - 1]}+"


def _markdown(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(heads)
    lines = [names, [":-:"] * len(names), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
