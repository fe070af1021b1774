"""The numbers of La Manilla's strategy book: those of the tables and of ``match``."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyzer import manilla
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.manilla import book as numbers
from analyzer.manilla.book import Book, chapter_count, chapters
from analyzer.manilla.rules import Rules
from analyzer.report.book.manilla import book_page
from analyzer.report.book.tables import frame_table
from analyzer.report.language import Language
from analyzer.report.text.frame import frame_text
from analyzer.report.text.numbers import Numbers

DEALS = 40_000
SEED = 3
RULES = Rules()
EFFORT = Effort(deals=DEALS, seed=SEED)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep chapters of few deals somewhere else."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numbers, "CHAPTER", 1 << 14)
        patch.setattr(numbers, "kept_folder", lambda name: made(folder / name))
        yield folder


def made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def book(cache: Path) -> Book:
    return Book.of(RULES, EFFORT, chapters(RULES, EFFORT))


@pytest.mark.parametrize("name", ["hands", "holdings", "kinds", "capote", "positions"])
def test_tables_are_those_of_the_command(book: Book, name: str) -> None:
    pd.testing.assert_frame_equal(
        book.table(name), manilla.table(name, deals=DEALS, seed=SEED), check_exact=True
    )
    alone = manilla.table(name, deals=DEALS, seed=SEED, position=3)
    pd.testing.assert_frame_equal(book.table(name, 3), alone, check_exact=True)
    assert book.table(name, 3).attrs == alone.attrs


@pytest.mark.parametrize("name", ["leads", "spread"])
def test_tables_of_fewer_deals_are_those_of_the_command(book: Book, name: str) -> None:
    wanted = manilla.table(name, deals=DEALS // 16, seed=SEED)
    pd.testing.assert_frame_equal(book.table(name), wanted, check_exact=True)
    assert book.table(name).attrs == wanted.attrs


def test_scores_are_worth_what_match_says(book: Book) -> None:
    wanted = manilla.match(deals=DEALS, seed=SEED)
    assert book.match.to_dict() == wanted.to_dict()
    for juegos in ("0-0", "1-0", "0-1"):
        said = manilla.match(deals=DEALS, seed=SEED, juegos=juegos)
        found = book.equity.partida((int(juegos[0]), int(juegos[2])))
        assert found[..., 0].tolist() == said.partida


def test_a_book_goes_on_where_it_was_left(
    book: Book, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    count = numbers.chapter
    monkeypatch.setattr(numbers, "chapter", lambda *order: (made.append(order), count(*order))[1])
    assert len(list(chapters(RULES, EFFORT))) == chapter_count(EFFORT) == 4
    assert made == []
    (path,) = cache.glob("*/by_holding-match-16384-32768.npz")
    path.write_bytes(path.read_bytes()[:100])
    again = Book.of(RULES, EFFORT, chapters(RULES, EFFORT))
    assert len(made) == 1
    for name, counts in book.counts.items():
        np.testing.assert_array_equal(again.counts[name], counts)
    more = Effort(deals=3 << 14, seed=SEED)
    assert len(list(chapters(RULES, more))) == 4
    assert [order[-1] for order in made[1:]] == [(32768, 49152), (0, 3072)]
    other = Effort(deals=DEALS, seed=SEED + 1)
    next(iter(chapters(RULES, other)))
    next(iter(chapters(Rules.read(options={"must_undertrump": "true"}), EFFORT)))
    assert len(made) == 5
    next(iter(chapters(Rules.read(options={"capote_wins_juego": "true"}), EFFORT)))
    assert len(made) == 5


def test_too_few_deals_are_refused() -> None:
    with pytest.raises(InputError, match="1000"):
        next(iter(chapters(RULES, Effort(deals=999))))


def data_of(html: str) -> dict[str, Any]:
    """Return what the page's program reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def decoded(coded: str) -> Iterator[int]:
    """Yield the numbers behind bytes of seven bits."""
    value, shift = 0, 0
    for byte in base64.b64decode(coded):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift = 0, 0


@pytest.fixture(scope="module")
def html(book: Book) -> str:
    return book_page(book, Language.of("en"))


def test_the_page_holds_all_deals_by_kind(book: Book, html: str) -> None:
    coded = decoded(data_of(html)["kinds"])
    for position in range(1, 5):
        found = np.zeros((1300, 73), np.int64)
        for _ in range(next(coded)):
            kind = next(coded)
            found[kind] = [next(coded) for _ in range(73)]
        wanted = book.counts["by_holding"][position % 4].reshape(1300, 73)
        np.testing.assert_array_equal(found, wanted)
    assert list(coded) == []


def test_the_page_holds_what_scores_are_worth(book: Book, html: str) -> None:
    data = data_of(html)
    raw = np.frombuffer(base64.b64decode(data["equity"]), "<u4") / (2**32 - 1)
    tables = raw.reshape(4, 40, 40, 2, 2)
    for juegos, table in zip(data["juegos"], tables, strict=True):
        said = manilla.match(deals=DEALS, seed=SEED, juegos=juegos)
        np.testing.assert_allclose(table[..., 0], said.partida, atol=1e-9)
        np.testing.assert_allclose(table[..., 1], said.partida_std_error, atol=1e-9)
    np.testing.assert_allclose(tables[0, ..., 0], book.match.equity, atol=1e-9)


def test_leads_and_spreads_are_written_as_on_a_terminal(book: Book, html: str) -> None:
    data = data_of(html)
    whole = frame_text(book.table("leads"), Numbers(Language.of("en"))).splitlines()
    lines = whole[-len(data["leads"]) :]
    assert len(data["leads"]) == len(book.table("leads")) > 40
    for lead, line in zip(data["leads"], lines, strict=True):
        told = re.split(r"\s{2,}", line.strip())
        assert [lead["lead"], lead["led"]] == [told[1], told[3]]
        assert lead["behind"][0] in line
        assert "  " + " ".join(lead["behind"]) in line
        assert lead["usual"] == (float(lead["led"].strip("<%")) >= 50)
    lines = frame_text(book.table("spread"), Numbers(Language.of("en"))).splitlines()
    last = [line for line in lines if "trumps manillas aces voids" in line]
    for line, text in zip(last, data["spread"], strict=True):
        assert line.endswith("  " + text)


def test_tables_to_browse_are_written_as_on_a_terminal(book: Book) -> None:
    frame = book.table("capote").head(9)
    html = frame_table(frame, Language.of("en"))
    lines = frame_text(frame, Numbers(Language.of("en"))).splitlines()[-9:]
    rows = [re.findall("<td>(.*?)</td>", row) for row in html.split("<tr>")[2:]]
    assert len(rows) == 9
    for row, line in zip(rows, lines, strict=True):
        told = re.split(r"\s{2,}", line.strip())
        assert [unescape(cell) for cell in row] == told
    caption = re.findall("<caption>(.*?)</caption>", html)
    assert caption == [" · ".join(f"{name} {frame[name].iloc[0]}" for name in list(frame)[:2])]
    odd = frame_table(pd.DataFrame({"<b>": ["</table><script>"]}), Language.of("en"))
    assert "<b>" not in odd
    assert "<script>" not in odd


def test_words_cannot_break_out_of_the_page(book: Book) -> None:
    odd = Language("en", lambda _text: "</script><b>'\"&", ".", ",")
    page = book_page(book, odd)
    assert "</script><b>" not in page
    assert page.count("<script") == page.count("</script>") == 2


@pytest.mark.parametrize("code", ["en", "pt", "es"])
def test_the_page_asks_nobody(book: Book, code: str) -> None:
    page = book_page(book, Language.of(code))
    assert not re.findall(r"""(?:src|href|action|poster)\s*=|url\(|@import|\bimport\b""", page)
    assert "default-src 'none'" in page
    assert f'lang="{code}' in page


def test_other_rules_are_named_in_every_command(cache: Path) -> None:
    rules = Rules.read(options={"match": "individual", "must_undertrump": "true"})
    effort = Effort(deals=2000)
    page = book_page(Book.of(rules, effort, chapters(rules, effort)), Language.of("en"))
    data = data_of(page)
    assert data["rules"] == " --rule must_undertrump=true --rule match=individual"
    assert data["juegos"] == ["1-1"]
    assert 'name="juegos"' not in page
    assert "traditional, must_undertrump=" in page
