"""What the books of all games share: a page that needs no network, and the way to its numbers.

A game's book is a module ``GAME.py`` here, which calls `finished` for the chapters and
`page` for the text. Beside it lie ``GAME.html``, which extends ``shell.html`` and fills
its block ``asked`` with the macros of ``fields.html``, and ``GAME.js``, which draws the
answer with the help of the object ``shell`` from ``shell.js``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import TypeVar

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.core.effort import Effort
from analyzer.core.options import GameRules
from analyzer.report.charts.chart import Chart
from analyzer.report.language import Language
from analyzer.report.text.writer import option_text

C = TypeVar("C")

Parts = Sequence[tuple[str, Markup]]
"""What can be unfolded behind the answers: titles and contents."""

FULL = 2**32 - 1
"""What stands for a chance of 1 in `chances`."""

_LANGUAGE_TAGS = {"en": "en", "pt": "pt-BR", "es": "es"}


def finished(chapters: Callable[[Effort], Iterable[C]], count: int, effort: Effort) -> list[C]:
    """Return all chapters of a book, made where they are missing.

    Parameters
    ----------
    chapters
        Yields them, each kept as soon as it is finished.
    count
        How many there are.
    effort
        What each of them may take; its progress hears of chapters.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work; finished chapters are kept.
    """
    progress = effort.progress
    if progress is None:
        return list(chapters(effort))
    found: list[C] = []
    progress.start(count)
    try:
        for chapter in chapters(replace(effort, progress=None)):
            found.append(chapter)
            progress.advance(1)
    finally:
        progress.close()
    return found


def page(
    game: str,
    language: Language,
    *,
    text: Mapping[str, str],
    data: Mapping[str, object],
    basis: Sequence[str],
    tables: Parts = (),
    charts: Sequence[Chart] = (),
    programs: Sequence[str] = (),
    **fields: object,
) -> str:
    """Return a strategy book as one HTML page.

    Parameters
    ----------
    game
        Whose template and program are in this folder.
    language
        Of the page.
    text
        The words of the page by name, over those of `words`.
    data
        What the program looks up and calculates with.
    basis
        What the numbers rest on, in lines.
    tables, charts
        To be unfolded behind the answers.
    programs
        Files of this folder that the game's program builds on.
    **fields
        What else the game's template is filled with.
    """
    environment = Environment(
        loader=PackageLoader("analyzer.report.book", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    said = {**words(language), **text}
    whole = {**data, "text": said, "decimal": language.decimal}
    return environment.get_template(f"{game}.html").render(
        data=_script_json(whole),
        text=said,
        lang=_LANGUAGE_TAGS[language.code],
        basis=[*basis, f"truco-analyzer {__version__}"],
        tables=tables,
        charts=[(chart.title, _inline(chart)) for chart in charts],
        style=_own("shell.css"),
        program=Markup("\n").join(map(_own, ("shell.js", *programs, f"{game}.js"))),
        **fields,
    )


def words(language: Language) -> dict[str, str]:
    """Return the words that every page needs.

    A game adds at least ``title``, ``question``, ``first`` and ``last`` to play, ``sheet``.
    """
    say = language.say
    return {
        "hand": say("your three cards"),
        "empty": say("tap three cards"),
        "remove": say("take back {card}"),
        "players": say("players"),
        "position": say("you play"),
        "second": say("second"),
        "third": say("third"),
        "caller": say("who calls"),
        "score": say("score"),
        "us": say("we"),
        "them": say("they"),
        "points": say("points, whatever the score"),
        "match": say("chance to win the match"),
        "needed": say("needed"),
        "more": say("more than 100%"),
        "basis": say("What this rests on"),
        "tables": say("Tables"),
        "charts": say("Charts"),
        "print": say("print the cheat sheet"),
    }


def rules_line(rules: GameRules, language: Language) -> str:
    """Return by which rules a game is played."""
    preset, changes = rules.nearest_preset()
    options = ", ".join([preset, *(f"{name}={value}" for name, value in changes.items())])
    return language.say("{preset} rules").format(preset=options)


def command_options(rules: GameRules) -> list[str]:
    """Return the options of a command by which these rules are played."""
    preset, changes = rules.nearest_preset()
    chosen = [f"--rules {preset}"] if preset != "traditional" else []
    return [*chosen, *(f"--rule {name}={option_text(value)}" for name, value in changes.items())]


def chances(parts: Iterable[NDArray[np.float64]]) -> str:
    """Return chances as text, 32 bits each, one array after the other; see `FULL`."""
    whole = np.concatenate([part.ravel() for part in parts])
    return base64.b64encode(np.rint(whole * FULL).astype("<u4").tobytes()).decode()


def doubles(parts: Iterable[NDArray[np.float64]]) -> str:
    """Return numbers as text to their last bit: what is equal stays equal."""
    whole = np.concatenate([part.ravel() for part in parts])
    return base64.b64encode(whole.astype("<f8").tobytes()).decode()


def _script_json(data: object) -> Markup:
    """Return JSON that cannot end the script element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - nothing is left that could be a tag


def _inline(chart: Chart) -> Markup:
    """Return a chart as an element of the page."""
    text = chart.data(".svg").decode()
    return Markup(text[text.index("<svg") :])  # noqa: S704 - drawn here


def _own(name: str) -> Markup:
    """Return a file of this folder, to stand in the page as it is."""
    return Markup(files(__package__).joinpath(name).read_text("utf-8"))  # noqa: S704
