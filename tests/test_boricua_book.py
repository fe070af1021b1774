"""The numbers of the strategy book of Truco de 22 cartas, and the page that carries them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import boricua
from analyzer.boricua import book
from analyzer.boricua.book import (
    HANDS,
    OWED,
    PAGES,
    PLACES,
    QUESTIONS,
    Chapter,
    chapter,
    chapter_count,
    chapters,
    flor_talks,
    match_chances,
    rows_of,
)
from analyzer.boricua.cards import card_names, flor
from analyzer.boricua.equity import equity_for
from analyzer.boricua.rules import Rules
from analyzer.boricua.worth import MatchChance
from analyzer.core import keeping
from analyzer.core.effort import Effort
from analyzer.report.book import boricua as report
from analyzer.report.language import Language
from analyzer.truco import book as truco_book
from analyzer.truco.book import CALLERS

RULES = Rules()
CHOSEN = np.random.default_rng(3)


def some(hands: Any, count: int) -> list[tuple[int, ...]]:
    return [hands[at] for at in CHOSEN.choice(len(hands), count, replace=False)]


def row(question: str, hand: tuple[int, ...]) -> int:
    return int(rows_of(question).of_hand[HANDS.index(hand)])


def values(ends: Any, ladder: tuple[int, ...]) -> dict[str, float]:
    """Return what the answers to a call are worth in points."""
    worth = ends[:, 0] - ends[:, 1]
    runs = 1 - ends[1:].sum()
    again = max(-ladder[2] * ends[2].sum(), ladder[3] * worth[2])
    return {
        "accept": ladder[1] * worth[0],
        "run": -ladder[0],
        "raise": ladder[1] * runs + ladder[2] * worth[1] + again,
    }


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_envites_are_those_of_the_question(place: tuple[int, int]) -> None:
    players, position = place
    for hand in some(HANDS, 6 if players == 2 else 2):
        like = rows_of("envite").hands[row("envite", hand)]
        pages = book._envite(RULES, *place, like)
        names = card_names(hand)
        asked = {"players": players, "position": position}
        opened = boricua.envite(names, **asked)
        assert pages[-1, 0, 0] == pytest.approx(opened.liga_win.value, abs=1e-12)
        found = values(pages[-1], (0, 1, 2, 4))["raise"]
        assert found == pytest.approx(opened.values["open"].value, abs=1e-12)
        for caller, ends in zip(CALLERS, pages, strict=False):
            for call, ladder in (("envite", (1, 2, 4, 8)), ("revoque", (2, 4, 8, 12))):
                said = boricua.envite(names, call=call, caller=caller, **asked)
                assert ends[0, 0] == pytest.approx(said.win.value, abs=1e-12)
                wanted = [said.values[name].value for name in ("accept", "run", "revoke")]
                assert list(values(ends, ladder).values()) == pytest.approx(wanted, abs=1e-11)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_flores_are_those_of_the_question(place: tuple[int, int]) -> None:
    hands = some([hand for hand in HANDS if flor(hand) is not None], 2)
    with pytest.MonkeyPatch.context() as patch:
        rows = rows_of("flor")
        likes = tuple(rows.hands[row("flor", hand)] for hand in hands)
        patch.setattr(book, "rows_of", lambda _question: rows._replace(hands=likes))
        numbers = chapter(RULES, "flor", *place, Effort()).numbers
    talks = flor_talks(RULES, *place)
    for talk, found in list(zip(talks, numbers, strict=True))[:: 1 if place[0] == 2 else 3]:
        for hand, chances in zip(hands, found, strict=True):
            said = boricua.flor(
                card_names(hand),
                players=place[0],
                position=place[1],
                announced=talk.announced,
                sent=talk.sent or "none",
            )
            wanted = [said.unsent.value, said.better.value, said.worse.value]
            assert list(chances) == pytest.approx(wanted, abs=1e-12)
            assert talk.owed.theirs == max(said.penalty, talk.owed.theirs)


def test_all_that_can_be_said_of_flores_is_there() -> None:
    assert [talk[:2] for talk in flor_talks(RULES, 2, 1)] == [((), ()), ((2,), ())]
    assert [talk[:2] for talk in flor_talks(RULES, 2, 2)] == [((), ()), ((), (1,))]
    said = [talk[:2] for talk in flor_talks(RULES, 4, 4)]
    assert ((2, 3), (3,)) in said
    assert ((2,), (2,)) not in said  # a flor of my own side
    assert ((), (3,)) not in said  # it was not announced
    aloud = Rules.read("traditional", {"mano_a_ley": "false"})
    assert ((1,), (1,)) in [talk[:2] for talk in flor_talks(aloud, 2, 2)]


@pytest.mark.parametrize("place", [(2, 1), (2, 2), (4, 3), (4, 4)], ids=str)
def test_trucos_and_tricks_are_those_of_the_questions(place: tuple[int, int]) -> None:
    hands = some(HANDS, 3)
    rows = sorted({row("truco", hand) for hand in hands})
    whole = truco_book.hand_classes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(truco_book, "hand_classes", lambda *order: whole(*order)[rows])
        numbers = chapter(RULES, "truco", *place, Effort(deals=2000, seed=5)).numbers
    sample = {"deals": 2000, "seed": 5} if place[0] == 4 else {}
    asked = {"players": place[0], "position": place[1], **sample}
    for hand in hands:
        pages = numbers[rows.index(row("truco", hand))]
        for caller, ends in zip(CALLERS, pages, strict=False):
            said = boricua.accept(card_names(hand), call="truco", caller=caller, **asked)
            assert ends[0, 0] == pytest.approx(said.win.value, abs=1e-12)
            wanted = [said.values[name].value for name in ("accept", "run", "raise")]
            assert list(values(ends, (1, 3, 6, 9)).values()) == pytest.approx(wanted, abs=1e-11)
        tricks = boricua.envite(card_names(hand), score="3-4", **asked).tricks
        assert pages[-1, 0, 0] == pytest.approx(tricks.value, abs=1e-12)


def test_hands_share_a_row_only_with_their_like() -> None:
    assert [len(rows_of(question).hands) for question in QUESTIONS] == [500, 30, 128]
    for question in QUESTIONS:
        rows = rows_of(question)
        for number, hand in enumerate(rows.hands):
            assert row(question, hand) == number
    assert (rows_of("flor").of_hand >= 0).sum() == 60
    assert (rows_of("envite").of_hand >= 0).all()


def test_chances_within_a_hand_are_linear_in_the_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = equity_for(RULES, 4)
    whole = np.ndindex
    scores = [(0, 0), (27, 12), (29, 29), (14, 28)]
    places = [one for one in whole(30, 30, 2, len(OWED), 2) if one[:2] in scores]
    monkeypatch.setattr(np, "ndindex", lambda *_: iter(places))
    between, truco, envite = match_chances(RULES, 4)
    assert between is table.values
    for us, them in scores:
        for dealer, owed in whole(2, len(OWED)):
            worth = MatchChance(table, (us, them), dealer).with_tricks(0.3)
            part = np.array([0.7, 0.3])
            wanted = worth.after_envite(0, 0, OWED[owed]), worth.without_flor(OWED[owed])
            at = (us, them, dealer, owed)
            assert (truco[at] @ part, envite[at] @ part) == pytest.approx(wanted, abs=1e-12)


def test_a_book_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "cache_folder", lambda: tmp_path)
    made = []

    def quick(
        rules: Rules, question: str, players: int, position: int, _: Effort, rows: slice
    ) -> Chapter:
        made.append((question, players, position, rows.start))
        return Chapter(question, players, position, np.full((2, 2), len(made) / 7))

    monkeypatch.setattr(book, "chapter", quick)
    first = chapters(RULES)
    kept = [next(first), next(first)]
    again = list(chapters(RULES))
    assert len(again) == len(made) == len(set(made)) == chapter_count(RULES)
    for one, other in zip(kept, again, strict=False):
        np.testing.assert_array_equal(one.numbers, other.numbers)
    (path,) = tmp_path.glob("*/flor-4-2-3.npz")
    path.write_bytes(path.read_bytes()[:100])
    list(chapters(RULES))
    assert made[chapter_count(RULES) :] == [("flor", 4, 2, 3)]
    list(chapters(RULES, Effort(seed=1)))
    assert len(made) == 2 * chapter_count(RULES) + 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_chapters_are_the_next_rows_of_a_place(
    question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(book, "QUESTIONS", (question,))
    monkeypatch.setattr(book, "PLACES", ((2, 2), (4, 1)))
    monkeypatch.setattr(book, "CHAPTER", {"envite": 3, "flor": 2, "truco": 3})
    rows = rows_of(question)
    hands = rows.hands[: 1 if question == "flor" else 4]
    monkeypatch.setattr(book, "rows_of", lambda _: rows._replace(hands=hands))
    classes = truco_book.hand_classes
    monkeypatch.setattr(truco_book, "hand_classes", lambda *order: classes(*order)[:4])
    effort = Effort(deals=300)
    found = list(chapters(RULES, effort))
    assert len(found) == chapter_count(RULES)
    for place in book.PLACES:
        parts = [one.numbers for one in found if (one.players, one.position) == place]
        assert len(parts) > 1 or (question, place) == ("flor", (2, 2))
        whole = chapter(RULES, question, *place, effort).numbers
        np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_a_chapter_is_a_small_part_of_a_place() -> None:
    sizes = Counter(one[:3] for one in book._spans(RULES))
    assert {sizes["flor", 4, at] for at in (1, 2, 3, 4)} == {7, 8, 10}
    assert sizes["envite", 4, 1] == 10
    assert sizes["truco", 4, 1] == 16


@pytest.fixture(scope="module")
def page() -> Any:
    """Return what makes a page without numbers."""
    within = np.zeros((30, 30, 2, len(OWED), 2))
    tables = (np.zeros((30, 30, 2)), within, within)

    def of(language: Language, **more: Any) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(report, "match_chances", lambda *_: tables)
            return report.book_page(RULES, empty_chapters(), language, deals=9, seed=0, **more)

    return of


def empty_chapters() -> list[Chapter]:
    found = []
    for question in QUESTIONS:
        shape: tuple[int, ...] = (len(rows_of(question).hands), len(PAGES), 3, 3)
        for place in PLACES:
            if question == "flor":
                shape = (len(flor_talks(RULES, *place)), len(rows_of("flor").hands), 3)
            found.append(Chapter(question, *place, np.zeros(shape)))
    return found


def test_the_page_is_whole_and_small(page: Any) -> None:
    language = Language.of("es")
    charts = [report.draw(name, lang="es") for name in report.CHARTS]
    html = page(language, tables=report._tables(RULES, language), charts=charts)
    assert len(html.encode()) < 3_000_000
    # Addresses that name something are in drawings; none may be fetched.
    assert not re.search(r"""\b(src|srcset|href|action|data)=["'](?!#|data:)""", html)
    assert not re.search(r"<(link|iframe|object|embed)\b|@import|url\((?!#)", html)
    assert html.count("<svg") == len(charts)
    assert "mejor liga" in html


def test_words_cannot_break_out_of_the_page(page: Any) -> None:
    html = page(Language("en", lambda _text: "</script><b>'\"&", ".", ","))
    assert "</script><b>" not in html
    assert html.count("<script") == html.count("</script>") == 2
    odd = ("<i>'\"&", report.Markup("<table></table>"))
    assert "<i>" not in page(Language.of("en"), tables=[odd])
