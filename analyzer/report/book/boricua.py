"""The strategy book of Truco de 22 cartas: envite, flor, and truco before the first card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from analyzer.boricua.book import (
    HANDS,
    PLACES,
    QUESTIONS,
    Chapter,
    chapter_count,
    chapters,
    envite_owed,
    flor_talks,
    match_chances,
    rows_of,
)
from analyzer.boricua.cards import DECK, STRENGTH, STRENGTHS, card_name, flor, liga
from analyzer.boricua.rules import FLOR, FLOR_AGAINST_FLOR, Rules, envite_value
from analyzer.core.effort import Effort
from analyzer.report.book.calls import call_words, caller_choices, looked_up, sampled_errors
from analyzer.report.book.shell import (
    Parts,
    chances,
    command_options,
    doubles,
    finished,
    page,
    rules_line,
)
from analyzer.report.book.tables import frame_table
from analyzer.report.charts.boricua import CHARTS
from analyzer.report.charts.boricua import chart as draw
from analyzer.report.charts.chart import Chart
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers
from analyzer.truco.book import CALLERS, DEALS

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("7", "6", "5", "4", "3", "1")
"""The ranks from left to right; only two suits have the last."""


def write_book(rules: Rules, effort: Effort, language: Language) -> str:
    """Return the strategy book as one HTML page, with charts, from numbers counted when missing.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals for the tricks of each hand with four players, seed, threads, client;
        progress hears of chapters.
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
    return book_page(
        rules,
        found,
        language,
        deals=deals,
        seed=effort.seed,
        tables=_tables(rules, language),
        charts=[draw(name, lang=language.code, rules=rules) for name in CHARTS],
    )


def book_page(
    rules: Rules,
    chapters: Iterable[Chapter],
    language: Language,
    *,
    deals: int,
    seed: int,
    tables: Parts = (),
    charts: Sequence[Chart] = (),
) -> str:
    """Return the strategy book as one HTML page.

    Parameters
    ----------
    rules
        Of the game.
    chapters
        All of them, in the order of ``analyzer.boricua.book.chapters``.
    language
        Of the page.
    deals, seed
        Of the tricks of hands with four players.
    tables, charts
        Shown behind the answers.
    """
    text = _texts(language)
    places = [str(place) for place in range(1, 5)]
    return page(
        "boricua",
        language,
        text=text,
        data=_data(rules, list(chapters), f"--deals {deals} --seed {seed}"),
        basis=_basis(rules, language, deals, seed),
        tables=tables,
        charts=charts,
        programs=["calls.js"],
        columns=len(_COLUMNS),
        questions=_questions(language),
        callers=caller_choices(),
        places=places,
        senders=[("0", text["nobody"], ""), *((place, place, "") for place in places)],
        top=rules.target - 1,
    )


def _data(rules: Rules, chapters: Sequence[Chapter], sample: str) -> dict[str, Any]:
    """Return what the page looks up and calculates with."""
    numbers = {
        question: [one.numbers for one in chapters if one.question == question]
        for question in QUESTIONS
    }
    fields, envites = looked_up(numbers["envite"])
    _, trucos = looked_up(numbers["truco"])
    return {
        "target": rules.target,
        "ladder": rules.ladder,
        "envites": [envite_value(step) for step in range(rules.last_envite + 1)],
        "florWorth": (FLOR, FLOR_AGAINST_FLOR),
        "callers": CALLERS,
        "names": [card_name(card) for card in range(len(DECK))],
        "deck": _deck(),
        "strengths": STRENGTH,
        "strong": {strength: _strong(strength) for strength in range(STRENGTHS)},
        "ligas": [liga(hand) for hand in HANDS],
        "flores": [flor(hand) or 0 for hand in HANDS],
        "rows": {question: rows_of(question).of_hand.tolist() for question in QUESTIONS},
        "counts": {question: len(rows_of(question).hands) for question in QUESTIONS},
        "places": PLACES,
        "talks": [[talk._asdict() for talk in flor_talks(rules, *place)] for place in PLACES],
        "silence": [_silence(rules, *place) for place in PLACES],
        "fields": fields,
        "envite": doubles(envites),
        "truco": doubles(trucos),
        "flor": doubles(numbers["flor"]),
        "match": {
            str(players): [chances([part]) for part in match_chances(rules, players)]
            for players in (2, 4)
        },
        "sample": sample,
        "options": command_options(rules),
    }


def _silence(rules: Rules, players: int, position: int) -> list[tuple[int, int]]:
    """Return what is owed in an envite when I hold no flor, and when I hold one."""
    plain = next(hand for hand in HANDS if flor(hand) is None)
    kinds = (plain, rows_of("flor").hands[0])
    return [envite_owed(rules, players, position, hand) for hand in kinds]


def _deck() -> list[tuple[int, int]]:
    """Return the cards suit by suit, each with its column."""
    order = [(_COLUMNS.index(card_name(card)[0]), card) for card in range(len(DECK))]
    return [
        (card, column + 1) for column, card in sorted(order, key=lambda one: (one[1] % 4, one[0]))
    ]


def _strong(strength: int) -> str:
    """Return what cards of a strength are called: the rank, and the suits if not all have it."""
    cards = [card for card in range(len(DECK)) if STRENGTH[card] == strength]
    suits = "" if len(cards) == len(DECK.suits) else "".join(card_name(one)[1] for one in cards)
    return card_name(cards[0])[0] + suits


def _questions(language: Language) -> list[tuple[str, str, str]]:
    say = language.say
    answered = say("answer")
    return [
        ("open", "envite", say("open?")),
        ("envite", "envite", answered),
        ("revoque", "revoque", answered),
        ("flor", "flor", say("send?")),
        ("truco", "truco", answered),
    ]


def _texts(language: Language) -> dict[str, Any]:
    """Return the words of the page."""
    say = language.say
    return {
        "title": say("Truco de 22: envite, flor, truco"),
        "question": say("Before the first card: what do you say?"),
        "first": say("first (mano)"),
        "last": say("last (tras-pies)"),
        **call_words(language),
        "asked": say("what is asked"),
        "liga": say("liga"),
        "flor": say("flor"),
        "best": say("best liga"),
        "given": say("as he called"),
        "tricks": say("the tricks"),
        "win": say("wins if you accept"),
        "unsent": say("none sent"),
        "better": say("yours wins"),
        "worse": say("theirs wins"),
        "run": say("refuse"),
        "accept": say("accept"),
        "raise": say("raise to {call}").format(call="seis"),
        "revoke": say("raise (revoque)"),
        "open": say("open"),
        "pass": say("pass"),
        "send": say("send"),
        "silent": say("keep silent"),
        "decisions": {
            "run": say("REFUSE"),
            "accept": say("ACCEPT"),
            "raise": say("RAISE to {call}").format(call="seis"),
            "revoke": say("RAISE (revoque)"),
            "open": say("OPEN the envite"),
            "pass": say("PASS"),
            "send": say("SEND the flor"),
            "silent": say("KEEP SILENT"),
        },
        "announced": say("others with a flor, as announced"),
        "noneAnnounced": say("no other announced"),
        "sent": say("their flor was sent by"),
        "nobody": say("nobody"),
        "sender": say("by {place}"),
        "noFlor": say("No flor: it takes three cards of one suit."),
        "sheet": say("Every hand, as things stand"),
        "byLiga": say("Envite by your liga, without a flor"),
        "byFlor": say("Flor by its total"),
        "byCards": say("Truco by your two best cards"),
        "sheetNote": say(
            "✓ accept or send, ▲ open or raise, – refuse, pass or keep silent; with * not for "
            "every such hand. Callers: T tight, N normal, L loose, B bluffer."
        ),
        "pick": say("Tap your three cards."),
    }


def _basis(rules: Rules, language: Language, deals: int, seed: int) -> list[str]:
    say = language.say
    return [
        rules_line(rules, language),
        say("ligas, flores and the tricks of two players: every deal counted"),
        say(
            "the tricks of four, all playing {policy}: {deals} deals for each hand (seed {seed}), "
            "chances to ±{error}%"
        ).format(
            policy="expert",
            deals=language.number(deals),
            seed=seed,
            error=sampled_errors(deals, language)[0],
        ),
        say("at an envite nobody else has announced a flor; they send any flor they have"),
        say(
            "{calls} + {bluffs}: who calls has one of the best {calls} of hands, or bluffs with "
            "{bluffs} of the others"
        ).format(calls="25%", bluffs="10%"),
        say("you decide on your own cards; a raise is answered by the best half of his calls"),
        say(
            "left out: an envite after others have announced a flor, revoques of a revoque, a "
            "truco with flores still owed; the command answers them"
        ),
    ]


def _tables(rules: Rules, language: Language) -> Parts:
    """Return how often every liga and every flor is the best, at every place."""
    from analyzer.boricua.tables import table

    say = language.say
    ligas, flores = (
        [table(name, players=players, rules=rules) for players in (2, 4)]
        for name in ("ligas", "flor")
    )
    met = [frame[frame["theirs"].isin(("flor", "sent"))] for frame in flores]
    return [
        (say("How often each liga is the best"), _by_place("liga", ligas, language)),
        (say("How often each flor beats another"), _by_place("flor", met, language)),
    ]


def _by_place(value: str, frames: Sequence[pd.DataFrame], language: Language) -> Markup:
    """Return the chances of a liga or flor as a table with a column for each place."""
    import pandas as pd

    numbers = Numbers(language)
    parts = [
        (f"{position}/{players}", frame[frame["position"] == position].set_index(value)["win"])
        for players, frame in zip((2, 4), frames, strict=True)
        for position in range(1, players + 1)
    ]
    found = pd.DataFrame(
        {name: win.map(lambda one: numbers.percent(one, 1)) for name, win in parts}
    )
    return frame_table(found[::-1].reset_index(), language)
