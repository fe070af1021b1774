"""The strategy book of Truco Paulista: truco called before the first card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from analyzer.core.effort import Effort
from analyzer.paulista.book import Chapter, chapter_count, chapters
from analyzer.paulista.cards import DECK, strength_of_cards
from analyzer.paulista.equity import Equity
from analyzer.paulista.equity.solved import chosen_equity
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.report.book.calls import call_words, caller_choices, looked_up, sampled_errors
from analyzer.report.book.shell import (
    Parts,
    chances,
    command_options,
    finished,
    page,
    rules_line,
)
from analyzer.report.book.tables import frame_table
from analyzer.report.charts.chart import Chart
from analyzer.report.charts.paulista import chart as draw
from analyzer.report.language import Language
from analyzer.truco.book import CALLERS, DEALS
from analyzer.truco.kernels.hand import POWERS

_CHARTS = ("manilhas", "first-trick", "positions", "thresholds")


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
    work = replace(effort, deals=deals)
    found = finished(partial(chapters, rules), chapter_count(rules), work)
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
    return page(
        "paulista",
        language,
        text=_texts(language),
        data={
            **_data(rules, list(chapters)),
            "errors": sampled_errors(deals, language),
            "sample": f"--deals {deals} --seed {seed}",
        },
        basis=_basis(rules, language, deals, seed),
        tables=_tables(charts, language),
        charts=charts,
        programs=["calls.js"],
        ranks=[(rank, rank, "") for rank in DECK.ranks],
        fixed=rules.manilhas == "fixed",
        callers=caller_choices(),
        top=rules.target - 1,
    )


def _tables(charts: Sequence[Chart], language: Language) -> Parts:
    """Return the tables behind charts that are short enough to be read, each with its title."""
    say = language.say
    titles = {
        "manilhas": say("Manilhas"),
        "first-trick": say("The first trick"),
        "positions": say("Positions"),
    }
    return [
        (titles[name], frame_table(frame, language))
        for chart in charts
        for name, frame in chart.tables.items()
        if name in titles
    ]


def _data(rules: Rules, chapters: Sequence[Chapter]) -> dict[str, Any]:
    """Return what the page looks up and calculates with."""
    fields, answers = looked_up([chapter.answers for chapter in chapters])
    return {
        "ladder": rules.ladder,
        "target": rules.target,
        "onze": rules.onze_score,
        "callers": CALLERS,
        "ranks": DECK.ranks,
        "counts": [dealt_spot(rules, 2, vira).counts.tolist() for vira in viras(rules)],
        "cards": [_cards(rules, vira) for vira in viras(rules)],
        "turned": ["" if vira is None else DECK.name(vira) for vira in viras(rules)],
        "options": command_options(rules),
        "viras": ["" if vira is None else DECK.ranks[DECK.rank(vira)] for vira in viras(rules)],
        "equity": {str(n): _equities(rules, n)[1].values.ravel().tolist() for n in (2, 4)},
        "fields": fields,
        "chances": chances(answers),
    }


def _cards(rules: Rules, vira: int | None) -> list[list[str]]:
    """Return which cards there are of every power, by name."""
    strengths = strength_of_cards(rules, vira)
    found: list[list[str]] = [[] for _ in range(POWERS + 1)]
    for card, strength in enumerate(strengths):
        if strength >= 0:
            found[strength + 1].append(DECK.name(card))
    return found


def _equities(rules: Rules, players: int) -> tuple[str, Equity]:
    """Return the table of match equities that the command uses, with its name."""
    return chosen_equity(rules, players, None, Effort())


def _texts(language: Language) -> dict[str, str]:
    """Return the words of the page."""
    say = language.say
    return {
        "title": say("Truco: accept, run or raise?"),
        "question": say("They call truco before the first card."),
        "vira": say("vira"),
        "first": say("first (mão)"),
        "last": say("last (pé)"),
        **call_words(language),
        "run": say("run"),
        "accept": say("accept"),
        "raise": say("raise to {call}").format(call="seis"),
        "win": say("wins if you accept"),
        "onze": say("At mão de onze nobody calls."),
        "sheet": say("Every hand, as things stand"),
        "sheet_note": say(
            "Rows: your best card, columns: the second. ✓ accept, ▲ raise, △ raise that pays only "
            "because he may run, – run; with * not for every third card."
        ),
        "pick": say("Pick the vira and tap your three cards."),
    }


def _basis(rules: Rules, language: Language, deals: int, seed: int) -> list[str]:
    say = language.say
    tables = ", ".join(f"{_equities(rules, n)[0]} ({n})" for n in (2, 4))
    return [
        rules_line(rules, language),
        say("all play {policy}").format(policy="expert"),
        say("two players: every deal counted"),
        say("four players: {deals} deals for each hand (seed {seed}), chances to ±{error}%").format(
            deals=language.number(deals), seed=seed, error=sampled_errors(deals, language)[0]
        ),
        say("match equities: {table}").format(table=tables),
        say("you decide on your own cards; a raise is answered by the best half of his calls"),
    ]
