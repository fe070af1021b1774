"""The numbers of the strategy book: those of the question ``accept``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import paulista
from analyzer.core import keeping
from analyzer.core.effort import Effort
from analyzer.paulista import book
from analyzer.paulista.book import Chapter, chapter, chapter_count, chapters
from analyzer.paulista.cards import DECK, strength_of_cards
from analyzer.paulista.rules import Rules
from analyzer.report.book.paulista import book_page
from analyzer.report.book.tables import frame_table
from analyzer.report.charts.paulista import chart
from analyzer.report.language import Language
from analyzer.truco import book as truco_book
from analyzer.truco.book import CALLERS
from analyzer.truco.spot import cards_of, packed

LADDER = (1, 3, 6, 9)


def cards_for(hand: int, vira: int) -> list[int]:
    """Return cards that make up a packed hand."""
    strengths = strength_of_cards(Rules(), vira)
    found: list[int] = []
    for power in cards_of(hand):
        found.append(
            next(c for c in range(40) if strengths[c] == power - 1 and c not in (vira, *found))
        )
    return found


def points(answers: Any) -> dict[str, float]:
    """Return what the three answers are worth, from a caller's page of the book."""
    value = answers[:, 0] - answers[:, 1]
    runs = 1 - answers[1:].sum()
    again = max(-LADDER[2] * answers[2].sum(), LADDER[3] * value[2])
    return {
        "accept": LADDER[1] * value[0],
        "run": -LADDER[0],
        "raise": LADDER[1] * runs + LADDER[2] * value[1] + again,
    }


@pytest.mark.parametrize(
    ("players", "position", "vira"),
    [(2, 1, "4"), (2, 2, "K"), (4, 1, "3"), (4, 2, "7"), (4, 4, "Q")],
)
def test_the_book_says_what_accept_says(players: int, position: int, vira: str) -> None:
    card = DECK.parse(f"{vira}♥", "vira")
    effort = Effort(deals=3000, seed=5)
    found = _some(chapter_of(players, position, card, effort))
    for hand, answers in found:
        names = " ".join(DECK.name(one) for one in cards_for(hand, card))
        for caller, page in zip(CALLERS, answers, strict=True):
            said = paulista.accept(
                names,
                vira=DECK.name(card),
                call="truco",
                players=players,
                position=position,
                caller=caller,
                **({} if players == 2 else {"deals": 3000, "seed": 5}),
            )
            assert page[0, 0] == pytest.approx(said.win.value, abs=1e-12)
            wanted = {name: said.values[name].value for name in ("accept", "run", "raise")}
            assert points(page) == pytest.approx(wanted, abs=1e-11)


def chapter_of(players: int, position: int, vira: int, effort: Effort) -> Chapter:
    with pytest.MonkeyPatch.context() as patch:
        if players == 4:  # some hands are enough
            whole = truco_book.hand_classes
            patch.setattr(
                truco_book, "hand_classes", lambda counts, size: whole(counts, size)[::90]
            )
        return chapter(Rules(), players, position, vira, effort)


def _some(found: Chapter) -> list[tuple[int, Any]]:
    step = max(1, len(found.hands) // 5)
    return list(zip(found.hands.tolist(), found.answers, strict=True))[::step]


def test_all_that_a_caller_may_hold_is_somewhere() -> None:
    found = chapter(Rules(), 2, 1, DECK.parse("4♦", "vira"), Effort())
    assert len(found.hands) == 403
    np.testing.assert_allclose(found.answers[:, :, 0].sum(axis=2), 1)
    assert (found.answers >= 0).all()
    raised = found.answers[:, :, 1:].sum(axis=(2, 3))
    assert (raised < 1).all()
    zap = packed([14, 10, 10])
    row = found.hands.tolist().index(zap)
    assert (found.answers[row, :, 0, 0] > 0.9).all()


def test_behind_the_answers_are_the_tables_of_the_charts() -> None:
    rules = Rules.read("limpo")
    language = Language.of("en")
    charts = [chart(name, rules=rules) for name in ("manilhas", "first-trick", "thresholds")]
    nothing = Chapter(2, 1, None, np.zeros(0, np.int64), np.zeros((0, len(CALLERS), 3, 3)))
    html = book_page(rules, [nothing], language, deals=1, seed=0, charts=charts)
    titles = re.findall("<summary>(.*?)</summary>", html)
    assert titles[-5:] == ["Manilhas", "The first trick", *(one.title for one in charts)]
    for one in charts[:2]:
        (frame,) = one.tables.values()
        assert frame_table(frame, language) in html


def test_a_book_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "cache_folder", lambda: tmp_path)
    rules = Rules.read("mineiro")
    made = []
    whole = chapter
    classes = truco_book.hand_classes
    for module in (book, truco_book):
        monkeypatch.setattr(module, "hand_classes", lambda *order: classes(*order)[::50])
    monkeypatch.setattr(book, "CHAPTER", 5)
    monkeypatch.setattr(book, "chapter", lambda *order: (made.append(order[:4]), whole(*order))[1])
    first = chapters(rules, Effort(deals=500))
    kept = [next(first), next(first)]
    again = list(chapters(rules, Effort(deals=500)))
    assert len(made) == len(again) == chapter_count(rules) == 18
    for one, other in zip(kept, again, strict=False):
        np.testing.assert_array_equal(one.answers, other.answers)
    for place in ((2, 1), (4, 3)):
        parts = [one for one in again if (one.players, one.position) == place]
        all_hands = whole(rules, *place, None, Effort(deals=500))
        for name in ("hands", "answers"):
            together = np.concatenate([getattr(part, name) for part in parts])
            np.testing.assert_array_equal(together, getattr(all_hands, name))
    (path,) = tmp_path.glob("*/4-2-fixed-5.npz")
    path.write_bytes(path.read_bytes()[:100])
    assert len(list(chapters(rules, Effort(deals=500)))) == 18
    assert len(made) == 19
    assert len(list(chapters(rules, Effort(deals=501)))) == 18
    assert len(made) == 37
