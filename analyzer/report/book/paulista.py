"""Puts the numbers of the book, the words of a language and the page together."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analyzer import __version__
from analyzer.core.effort import Effort
from analyzer.paulista.book import CALLERS, DEALS, Chapter, chapter_count, chapters
from analyzer.paulista.cards import DECK
from analyzer.paulista.equity import equity_for
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.report.charts.chart import Chart
from analyzer.report.charts.paulista import chart as draw
from analyzer.report.language import Language
from analyzer.truco.profiles import PROFILES

_FULL = 2**32 - 1
_CHARTS = ("manilhas", "first-trick", "positions", "match")


def write_book(rules: Rules, effort: Effort, language: Language) -> str:
    """Return the strategy book as one HTML page, with charts, from numbers counted when missing.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals for each hand with four players, seed, threads, client; progress
        hears of chapters.
    language
        Of the page.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work; finished chapters are kept.
    """
    deals = effort.deals or DEALS
    found: list[Chapter] = []
    progress = effort.progress
    quiet = replace(effort, deals=deals, progress=None)
    if progress is not None:
        progress.start(chapter_count(rules))
    try:
        for chapter in chapters(rules, quiet):
            found.append(chapter)
            if progress is not None:
                progress.advance(1)
    finally:
        if progress is not None:
            progress.close()
    charts = [draw(name, lang=language.code, rules=rules) for name in _CHARTS]
    return book_page(rules, found, language, deals=deals, seed=effort.seed, charts=charts)


def book_page(
    rules: Rules,
    chapters: Iterable[Chapter],
    language: Language,
    *,
    deals: int,
    seed: int,
    charts: Sequence[Chart] = (),
) -> str:
    """Return the strategy book as one HTML page.

    Parameters
    ----------
    rules
        Of the game.
    chapters
        All of them, in the order of ``analyzer.paulista.book.chapters``.
    language
        Of the page.
    deals, seed
        Of the hands with four players.
    charts
        Shown behind the answers.
    """
    environment = Environment(
        loader=PackageLoader("analyzer.report.book", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html").render(
        data=_script_json(_data(rules, list(chapters), language)),
        text=_texts(language),
        lang={"en": "en", "pt": "pt-BR", "es": "es"}[language.code],
        ranks=DECK.ranks,
        fixed=rules.manilhas == "fixed",
        callers=[(name, _percent(name)) for name in CALLERS],
        top=rules.target - 1,
        basis=_basis(rules, language, deals, seed),
        charts=[(chart.title, _inline(chart)) for chart in charts],
        style=_own("page.css"),
        program=_own("page.js"),
    )


def _data(rules: Rules, chapters: Sequence[Chapter], language: Language) -> dict[str, Any]:
    """Return what the page looks up and calculates with."""
    undecided = any(chapter.answers[..., 2].any() for chapter in chapters)
    return {
        "ladder": rules.ladder,
        "target": rules.target,
        "callers": CALLERS,
        "ranks": DECK.ranks,
        "counts": [dealt_spot(rules, 2, vira).counts.tolist() for vira in viras(rules)],
        "viras": ["" if vira is None else DECK.ranks[DECK.rank(vira)] for vira in viras(rules)],
        "equity": {str(n): equity_for(rules, n).values.ravel().tolist() for n in (2, 4)},
        "fields": ["aW", "sW", "sL", "gW", "gL"] + ["aU", "sU", "gU"] * undecided,
        "chances": base64.b64encode(_packed(chapters, undecided)).decode(),
        "text": _texts(language),
        "decimal": language.decimal,
    }


def _packed(chapters: Sequence[Chapter], undecided: bool) -> bytes:
    """Return all chances in 32 bits each: by chapter, hand, caller and field."""
    fields = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)] + [(0, 2), (1, 2), (2, 2)] * undecided
    rows, ends = zip(*fields, strict=True)
    parts = [chapter.answers[:, :, rows, ends].ravel() for chapter in chapters]
    return np.rint(np.concatenate(parts) * _FULL).astype("<u4").tobytes()


def _texts(language: Language) -> dict[str, str]:
    """Return the words of the page."""
    say = language.say
    return {
        "title": say("Truco: accept, run or raise?"),
        "question": say("They call truco before the first card."),
        "vira": say("vira"),
        "hand": say("your three cards"),
        "empty": say("tap three cards"),
        "remove": say("take back {card}"),
        "players": say("players"),
        "position": say("you play"),
        "first": say("first (mão)"),
        "second": say("second"),
        "third": say("third"),
        "last": say("last (pé)"),
        "caller": say("who calls"),
        "score": say("score"),
        "us": say("we"),
        "them": say("they"),
        "points": say("points, whatever the score"),
        "match": say("chance to win the match"),
        "run": say("run"),
        "accept": say("accept"),
        "raise": say("raise to {call}").format(call="seis"),
        "win": say("wins if you accept"),
        "needed": say("needed"),
        "onze": say("At mão de onze nobody calls."),
        "more": say("more than 100%"),
        "grid": say("Every hand, as things stand"),
        "grid_note": say(
            "Rows: your best card, columns: the second. ✓ accept, ▲ raise, – run; "
            "with * not for every third card."
        ),
        "basis": say("What this rests on"),
        "charts": say("Charts"),
        "print": say("print the cheat sheet"),
        "pick": say("Pick the vira and tap your three cards."),
    }


def _basis(rules: Rules, language: Language, deals: int, seed: int) -> list[str]:
    say = language.say
    preset, changes = rules.nearest_preset()
    options = ", ".join([preset, *(f"{name}={value}" for name, value in changes.items())])
    return [
        say("{preset} rules").format(preset=options),
        say("all play {policy}").format(policy="expert"),
        say("two players: every deal counted"),
        say("four players: {deals} deals for each hand (seed {seed}), chances to ±0.3%").format(
            deals=language.number(deals), seed=seed
        ),
        say("you decide on your own cards; a raise is answered by the best half of his calls"),
        say("the same as {command}").format(
            command=f"truco paulista accept … --call truco --deals {deals} --seed {seed}"
        ),
        f"truco-analyzer {__version__}",
    ]


def _percent(name: str) -> str:
    profile = PROFILES[name]
    return f"{profile.calls:.0%} + {profile.bluffs:.0%}"


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
    from importlib.resources import files

    return Markup(files(__package__).joinpath(name).read_text("utf-8"))  # noqa: S704
