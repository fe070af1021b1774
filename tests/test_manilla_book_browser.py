"""La Manilla's strategy book in a browser, by touch and by keyboard, against the tables."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from book_reader import BROWSER, Reader
from test_manilla_tables import lead_of

from analyzer import manilla
from analyzer.core.effort import Effort
from analyzer.core.estimate import Estimate
from analyzer.manilla.book import Book, chapter, deals_of
from analyzer.manilla.cards import DECK
from analyzer.manilla.equity import estimate
from analyzer.manilla.rules import Rules
from analyzer.report.book.manilla import book_page
from analyzer.report.language import Language
from analyzer.report.text.numbers import Numbers

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

DEALS = 32_768
EFFORT = Effort(deals=DEALS)
RULES = Rules()
COUNTED = ("trumps", "manillas", "aces", "voids")
ENDS = ("low", "high", "std_error")
KERNELS = ("by_holding", "match", "twice_by_holding", "by_lead")


@pytest.fixture(scope="module")
def numbers() -> Book:
    counts = chapter(RULES, EFFORT, KERNELS[:2], (0, deals_of(EFFORT)))
    some = chapter(RULES, EFFORT, KERNELS[2:], (0, DEALS // 16))
    return Book.of(RULES, EFFORT, (counts, some))


def written(book: Book, code: str, folder: Path) -> Path:
    path = folder / f"böok <b>'\"& {code}.html"
    path.write_text(book_page(book, Language.of(code)), "utf-8")
    return path


@pytest.fixture(scope="module")
def book(numbers: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(numbers, "en", tmp_path_factory.mktemp("book"))


def estimate_of(row: dict[str, Any], name: str) -> Estimate:
    prefix = "" if name == "win" else f"{name}_"
    return Estimate(row[name], *(row[f"{prefix}{end}"] for end in ENDS))


def told(row: dict[str, Any], language: Language) -> dict[str, str]:
    """Return a row of a table as the command writes it."""
    write = Numbers(language)
    chances = {name: write.chance(estimate_of(row, name)) for name in ("win", "capote")}
    chances |= {n: write.chance(estimate_of(row, n)) for n in ("juego", "partida") if n in row}
    found = {name: " ".join(parts).strip() for name, parts in chances.items()}
    points = " ".join(write.mean(estimate_of(row, "points"))).strip()
    return {**found, "points": points, "tie": write.percent(row["tie"])}


def before(book: Book, position: int, score: str, juegos: str, language: Language) -> list[str]:
    """Return the chances to win juego and partida before the cards are seen."""
    us, them = map(int, score.split("-"))
    won = (int(juegos[0]), int(juegos[2]))
    place = (us, them, position % 2)
    found = (book.equity.juego[place], book.equity.partida(won)[place])
    return [" ".join(Numbers(language).chance(estimate(one))).strip() for one in found]


SITUATIONS = [
    (1, "0-0", "0-0"),
    (4, "31-28", "1-0"),
    (2, "39-39", "0-1"),
    (3, "12-36", "1-1"),
    (1, "39-0", "0-0"),
    (4, "4-39", "1-1"),
]
"""Positions, scores and juegos; in each of them twelve kinds of hand."""


@pytest.mark.parametrize(("position", "score", "juegos"), SITUATIONS)
def test_the_page_says_what_the_tables_say(
    chromium: Any, numbers: Book, tmp_path: Path, position: int, score: str, juegos: str
) -> None:
    code = "es" if position == 2 else "en"
    language = Language.of(code)
    reader = Reader(chromium, written(numbers, code, tmp_path))
    given = {"position": position, "score": score, "juegos": juegos, "deals": DEALS}
    kinds = manilla.table("kinds", **given)
    rows = kinds[kinds["trumps"] < 10].sample(12, random_state=position, weights="share")
    rows = pd.concat([rows.head(9), kinds[kinds["trumps"] < 10].tail(3)])
    names = ("win", "tie", "capote", "juego", "partida")
    us, them = map(int, score.split("-"))
    for number, row in enumerate(rows.to_dict("records")):
        picked = {"position": position, **{name: row[name] for name in COUNTED}}
        if number == 0:
            reader.pick(picked, [], (us, them))
            reader.tap("juegos", juegos)
        else:
            reader.pick_at_once(picked, [], (us, them))
        decision, values = reader.answer()
        wanted = told(row, language)
        assert decision.startswith(wanted["points"] + " ")
        shown = dict(zip(names, values.values(), strict=True))
        for name, chance in zip(
            ("juego", "partida"), before(numbers, position, score, juegos, language), strict=True
        ):
            wanted[name] += f" ({chance})"
        assert shown == {name: wanted[name] for name in names}
    reader.close()


def cards_named(names: str) -> list[int]:
    return list(DECK.parse_many(names, "hand"))


def test_a_hand_is_counted_as_tables_count_it(reader: Reader) -> None:
    """Hands from real deals, each with its kind told from the names of its cards."""
    kinds = manilla.table("kinds", position=1, score="0-0", deals=DEALS)
    by_kind = kinds.set_index(list(COUNTED)).to_dict("index")
    draw = random.Random(7)
    data = "JSON.parse(document.getElementById('data').textContent)"
    words = reader.page.evaluate(f"{data}.kinds_of_leads")
    reader.tap("how", "cards")
    for number in range(8):
        hand = draw.sample(range(48), 12)
        trump = draw.choice("OCEB")
        names = [DECK.name(card) for card in hand]
        suits = [name[-1] for name in names]
        manillas, aces = (sum(n[:-1] == rank for n in names) for rank in ("9", "1"))
        kind = (suits.count(trump), manillas, aces, 4 - len(set(suits)))
        if number == 0:
            reader.tap("trump", trump)
            reader.hold(hand)
        else:
            reader.pick_at_once({"trump": trump}, hand, None)
        decision, _ = reader.answer()
        assert decision.startswith(told(by_kind[kind], Language.of("en"))["points"])
        about = reader.page.locator("#about").inner_text()
        command = re.search(r"truco manilla hand (.*) --trump (.) --position 1", about)
        assert command
        assert sorted(cards_named(command[1])) == sorted(hand)
        assert command[2] == trump
        held = {lead_of(card, "OCEB".index(trump), hand) for card in hand}
        shown = reader.page.locator("#about tbody th").all_inner_texts()
        assert set(shown) == {words[lead] for lead in held}


def figures(reader: Reader, name: str) -> list[list[str]]:
    """Return the rows of a table of the sheet, number and error parted by a blank."""
    rows = reader.page.locator(f"#{name} tbody tr").all()
    return [
        [" ".join(cell.split()) for cell in row.locator("td").all_inner_texts()] for row in rows
    ]


@pytest.mark.parametrize("of", ["points", "win", "capote", "juego", "partida"])
def test_the_sheet_shows_the_tables(reader: Reader, of: str) -> None:
    given = {"position": 3, "score": "33-20", "juegos": "1-0", "deals": DEALS}
    reader.pick({"position": 3}, [], (33, 20))
    reader.tap("juegos", "1-0")
    reader.tap("of", of)
    grid, each = figures(reader, "grid"), figures(reader, "each")
    seen = 0
    for row in manilla.table("holdings", **given).to_dict("records"):
        seen += 1
        assert grid[row["trumps"]][row["manillas"]] == told(row, Language.of("en"))[of]
    assert seen == sum(bool(cell) for row in grid for cell in row)
    for row in manilla.table("hands", **given).to_dict("records"):
        if row["number"] < len(each):
            column = COUNTED.index(row["counted"])
            assert each[row["number"]][column] == told(row, Language.of("en"))[of]


def test_the_sheet_shows_what_leads_cost(reader: Reader) -> None:
    frame = manilla.table("leads", deals=DEALS // 16)
    heads = reader.page.locator("#leads tbody th").all_inner_texts()
    shown = figures(reader, "leads")
    bare = shown[heads.index("ace, its manilla not in hand")]
    write = Numbers(Language.of("en"))
    for row in frame[frame["lead"] == "ace alone"].to_dict("records"):
        if 1 <= row["trumps"] <= 6:
            wanted = " ".join(write.mean(estimate_of(row, "behind")))
            assert bare[row["trumps"] - 1] == wanted.replace("-", "−")
    costs = reader.page.locator("#leads").inner_text()
    assert "−" in costs
    assert "-" not in costs
    reader.tap("trumps", 4)
    about = reader.page.locator("#about").inner_text()
    assert "the expert leads it, of hands that hold such a card" in about
    four = frame[frame["trumps"] == 4]
    assert all(write.percent(led) in about for led in four["led"])
    reader.tap("position", 2)
    assert reader.page.locator("#about table").count() == 0


def test_what_green_means_stands_at_its_table(reader: Reader) -> None:
    page = reader.page
    assert "green: more than 36" in page.locator(".beside + .note").inner_text()
    note = page.locator(".note:has(+ #leads)").inner_text()
    assert "Green and bold in this table: what the expert leads" in note


def test_the_keyboard_is_enough(reader: Reader) -> None:
    page = reader.page
    first = reader.answer()
    page.locator("input[name=trumps]:checked").focus()
    page.keyboard.press("ArrowRight")
    assert reader.answer() != first
    page.locator("input[name=how]:checked").focus()
    page.keyboard.press("ArrowRight")
    assert "0/12" in reader.answer()[0]
    page.locator("input[name=trump]").first.focus()
    page.keyboard.press("Space")
    for card in range(12):
        page.locator(f"#cards button[data-card='{4 * card}']").focus()
        page.keyboard.press("Enter")
    assert "points" in reader.answer()[0]
    page.locator("#held button").first.focus()
    page.keyboard.press("Enter")
    assert "11/12" in reader.answer()[0]


def test_what_never_came_up_is_said(reader: Reader) -> None:
    reader.pick({"position": 4, "trumps": 0}, [], None)
    decision, values = reader.answer()
    assert "32,768 deals" in decision
    assert values == {}


def test_nothing_is_too_small_or_too_wide(reader: Reader) -> None:
    for how in ("count", "cards"):
        reader.tap("how", how)
        for name in ("#cards button:visible", ".picks label:visible", "#print"):
            for box in (one.bounding_box() for one in reader.page.locator(name).all()):
                assert min(box["width"], box["height"]) >= 44
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in reader.page.locator("summary").all():
        part.tap()
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_sheet_fits_one_page(reader: Reader) -> None:
    assert reader.pages_printed() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Any, book: Path, scheme: str) -> None:
    reader = Reader(chromium, book, color_scheme=scheme, bypass_csp=True)
    reader.page.locator("#by-score").check()
    reader.page.locator("summary").first.tap()
    reader.tap("how", "cards")
    reader.hold([0, 13, 26])
    reader.tap("how", "count")
    assert reader.violations() == []
    reader.context.close()
