"""The strategy book of La Manilla: what a kind of hand is worth, and at which score."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.effort import Effort
from analyzer.core.estimate import Estimate
from analyzer.manilla.book import Book, chapter_count, chapters, fewer
from analyzer.manilla.cards import DECK, SUIT_NAMES
from analyzer.manilla.equity import std_error
from analyzer.manilla.kernels.holdings import KINDS, by_holding
from analyzer.manilla.policies import DEFAULT
from analyzer.manilla.rules import Rules
from analyzer.report.book.shell import chances, finished, page, rules_line
from analyzer.report.book.tables import frame_table
from analyzer.report.charts.manilla import capote_chart, hands_chart, match_chart
from analyzer.report.charts.story import records
from analyzer.report.language import Language
from analyzer.report.text.frame import shown_columns
from analyzer.report.text.numbers import Numbers
from analyzer.report.text.writer import option_text

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.charts.chart import Chart

_JUEGOS = ((1, 1), (0, 0), (1, 0), (0, 1))
"""Juegos won before, in the order of the page's tables; at 1–1 the juego is the partida."""

_USUAL = 0.5
"""A lead that at least this share of the expert's hands with such a card takes is its own."""


def write_book(rules: Rules, effort: Effort, language: Language) -> str:
    """Return the strategy book as one HTML page, with charts, from deals played when missing.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals, seed, threads, client; progress hears of chapters.
    language
        Of the page.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work; finished chapters are kept.
    """
    found = finished(partial(chapters, rules), chapter_count(effort), effort)
    book = Book.of(rules, effort, found)
    charts = [
        hands_chart(book.table("holdings", 1), language),
        capote_chart(book.table("hands", 1), book.table("positions", 1), language),
        match_chart(book.match, language),
    ]
    return book_page(book, language, charts)


def book_page(book: Book, language: Language, charts: Sequence[Chart] = ()) -> str:
    """Return the strategy book as one HTML page.

    Parameters
    ----------
    book
        Its numbers.
    language
        Of the page.
    charts
        Shown behind the answers.
    """
    return page(
        "manilla",
        language,
        text=_texts(language),
        data=_data(book, language),
        basis=_basis(book, language),
        tables=[
            (title, frame_table(book.table(name), language))
            for name, title in _tables(language).items()
        ],
        charts=charts,
        positions=[(at, word, "") for at, word in enumerate(_positions(language), 1)],
        numbers=[(number, str(number), "") for number in range(KINDS[0])],
        suits=[(suit, suit, name) for suit, name in zip(DECK.suits, SUIT_NAMES, strict=True)],
        pairs=book.rules.match == "pairs",
        top=book.rules.target - 1,
        advice=_advice(language),
    )


def _data(book: Book, language: Language) -> dict[str, Any]:
    """Return what the page looks up and calculates with."""
    juegos = _JUEGOS if book.rules.match == "pairs" else _JUEGOS[:1]
    _preset, changes = book.rules.nearest_preset()
    options = [f" --rule {name}={option_text(value)}" for name, value in changes.items()]
    numbers = Numbers(language)
    spread = book.table("spread")
    whole = spread[spread["counted"] == spread["counted"].iloc[-1]]
    return {
        "deals": book.deals,
        "target": book.rules.target,
        "capote": book.rules.capote_wins_juego,
        "ranks": DECK.ranks,
        "suits": DECK.suits,
        "positions": _positions(language),
        "kinds": base64.b64encode(bytes(_coded(_numbers(book)))).decode(),
        "juegos": [f"{us}-{them}" for us, them in juegos],
        "equity": chances(_equity(book, won) for won in juegos),
        "leads": list(_leads(book.table("leads"), numbers)),
        "kinds_of_leads": _kinds_of_leads(language),
        "spread": [" ".join(numbers.mean(_estimate(row, "spread"))) for row in records(whole)],
        "rules": "".join(options),
        "sample": f" --deals {book.deals} --seed {book.seed}",
        "thousands": language.thousands,
    }


def _numbers(book: Book) -> Iterator[int]:
    """Yield for each position how many kinds came up, each kind, and its deals by points."""
    counts = book.counts[by_holding.__name__]
    for position in range(1, len(counts) + 1):
        by_kind = counts[position % len(counts)].reshape(-1, counts.shape[-1])
        found = np.flatnonzero(by_kind.any(axis=1)).tolist()
        yield len(found)
        for kind in found:
            yield kind
            yield from by_kind[kind].tolist()


def _coded(numbers: Iterator[int]) -> Iterator[int]:
    """Yield numbers as bytes, seven bits in each, the lowest first; more follow while it is odd."""
    for number in numbers:
        left = number
        while left > 127:
            yield left & 127 | 128
            left >>= 7
        yield left


def _equity(book: Book, juegos: tuple[int, int]) -> NDArray[np.float64]:
    """Return what scores are worth, by our points, theirs, who deals; each with its error."""
    found = book.equity.partida(juegos)
    return np.stack([found[..., 0], std_error(found)], axis=-1)


def _leads(frame: pd.DataFrame, numbers: Numbers) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table of leads as the page shows them."""
    shown = shown_columns(frame, numbers)
    for at, row in enumerate(records(frame)):
        yield {
            "trumps": row["trumps"],
            "lead": row["lead"],
            "led": shown["led"][at],
            "behind": shown["behind"][at].split(),
            "usual": row["led"] >= _USUAL,
        }


def _estimate(row: dict[str, Any], name: str) -> Estimate:
    ends = (row[f"{name}_{end}"] for end in ("low", "high", "std_error"))
    return Estimate(row[name], *ends)


def _positions(language: Language) -> list[str]:
    say = language.say
    return [say("first (mano)"), say("second"), say("third"), say("last (you deal)")]


def _kinds_of_leads(language: Language) -> dict[str, str]:
    """Return the words for the kinds of first cards."""
    say = language.say
    return {
        "low": say("low card (8 to 2)"),
        "figure": say("figure (12, 11, 10)"),
        "ace alone": say("ace, its manilla not in hand"),
        "ace beside manilla": say("ace, its manilla in hand"),
        "manilla": say("manilla"),
        "under manilla": say("any other card below a manilla"),
        "other trump": say("trump"),
        "trump manilla": say("manilla of trumps"),
    }


def _tables(language: Language) -> dict[str, str]:
    """Return the tables to browse, each with its title."""
    say = language.say
    return {
        "positions": say("Positions"),
        "hands": say("By trumps, manillas, aces or missing suits"),
        "holdings": say("By trumps and manillas"),
        "capote": say("All twelve tricks"),
        "leads": say("What mano leads"),
        "spread": say("How much hands differ that are alike in what is counted"),
    }


def _advice(language: Language) -> list[str]:
    """Return the expert's rules of thumb in words."""
    say = language.say
    return [
        say("Lead low. Do not lead an ace whose manilla may beat it, nor from under a manilla."),
        say("Lead trumps when you have five or more, but not when nobody else has any."),
        say("Later, lead suits of which your partner has shown to have none."),
        say("Give points to a trick that your side is sure to take."),
        say("Spend a highest card or a trump for a rich trick only."),
        say("Otherwise get rid of cards without points, and keep few of a suit."),
    ]


def _texts(language: Language) -> dict[str, str]:
    """Return the words of the page."""
    say = language.say
    return {
        "title": say("La Manilla: what is this hand worth?"),
        "question": say("Count your hand or tap its cards, before the first card is played."),
        "how": say("your hand"),
        "by_count": say("by counting"),
        "by_cards": say("by its cards"),
        "hand": say("your twelve cards"),
        "empty": say("tap twelve cards"),
        "trump": say("trump"),
        "trumps": say("trumps"),
        "manillas": say("manillas"),
        "aces": say("aces"),
        "voids": say("missing suits"),
        "match": say("another score than 0–0"),
        "juegos": say("juegos won"),
        "made": say("{points} points"),
        "win": say("more than 36"),
        "tie": say("36–36"),
        "capote": say("capote"),
        "juego": say("juego (before)"),
        "partida": say("partida (before)"),
        "pick": say("Tap the trump and your twelve cards."),
        "never": say("Such a hand did not come up in {deals} deals."),
        "mean": say(
            "The mean of your pair, of 72, over all hands with so many trumps ({trumps}), "
            "manillas ({manillas}), aces ({aces}) and missing suits ({voids}) at this place: "
            "{deals} of {all} deals; ± is what the sample leaves open at 95%."
        ),
        "differ": say(
            "Single hands of one kind differ: what they are worth scatters by {spread} points "
            "(standard deviation) around the mean of their kind."
        ),
        "row": say("The same as a command:"),
        "own": say("This very hand:"),
        "lead": say("Your lead, with so many trumps: {trumps}"),
        "led": say("the expert leads it, of hands that hold such a card"),
        "behind": say("points it costs"),
        "of": say("show"),
        "points_of": say("points"),
        "number": say("number"),
        "rows": say("rows: trumps, columns: manillas"),
        "sheet": say("By trumps and manillas"),
        "sheet_note": say(
            "Means over {deals} deals, ± at 95%; green: more than 36 points, red: fewer."
        ),
        "each": say("By one number alone"),
        "leads": say("What mano's first card costs"),
        "leads_note": say(
            "Points lost by any such card against the one the expert leads in the same deals, by "
            "trumps in hand; below 0 it is better. Green and bold in this table: what the expert "
            "leads with at least half of the hands that hold such a card."
        ),
        "rules": say("What the expert does"),
    }


def _basis(book: Book, language: Language) -> list[str]:
    say = language.say
    sample = f"--deals {book.deals} --seed {book.seed}"
    some = f"--deals {fewer(book.deals)} --seed {book.seed}"
    return [
        rules_line(book.rules, language),
        say("all play {policy}").format(policy=DEFAULT),
        say("{deals} deals (seed {seed}); leads and how hands differ: {fewer}").format(
            deals=language.number(book.deals),
            seed=book.seed,
            fewer=language.number(fewer(book.deals)),
        ),
        say("chances from a score: everybody goes on to play like that, whatever the score"),
        *(
            say("the same as {command}").format(command=f"truco manilla {words}")
            for words in (
                f"table hands {sample}",
                f"table holdings {sample}",
                f"match {sample}",
                f"table leads {some}",
                f"table spread {some}",
            )
        ),
    ]
