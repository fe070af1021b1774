"""The strategy book in a browser, by touch and by keyboard, against the question ``accept``."""

from __future__ import annotations

import json
import random
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from book_reader import BROWSER, Reader, shown

from analyzer.cli.main import main
from analyzer.core.effort import Effort
from analyzer.paulista import book as book_numbers
from analyzer.paulista.book import Chapter
from analyzer.paulista.cards import DECK
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.report.book.calls import sampled_errors
from analyzer.report.book.paulista import book_page
from analyzer.report.language import Language
from analyzer.truco import book as truco_book
from analyzer.truco.book import CALLERS
from analyzer.truco.spot import cards_of, hand_classes

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

DEALS = 300
RULES = Rules()
PLACES = ((2, 1, "4"), (2, 2, "4"), (4, 3, "K"))
SITUATIONS = 67
"""In each of these places."""


def _hands(vira: int) -> Any:
    return hand_classes(dealt_spot(RULES, 2, vira).counts, 3)


def _asked(place: tuple[int, int, str]) -> list[int]:
    """Return the rows of the hands that are asked about in a place."""
    rows = len(_hands(DECK.parse(f"{place[2]}♥", "vira")))
    return sorted(random.Random(str(place)).sample(range(rows), SITUATIONS))


def _chapters() -> Iterator[Chapter]:
    """Yield chapters that are empty, to save time, but for the hands that are asked about."""
    for players in (2, 4):
        for position in range(1, players + 1):
            for vira in viras(RULES):
                place = (players, position, DECK.ranks[DECK.rank(vira)])
                hands = _hands(vira)
                answers = np.zeros((len(hands), len(CALLERS), 3, 3))
                if place in PLACES:
                    rows = _asked(place)
                    with pytest.MonkeyPatch.context() as patch:
                        patch.setattr(truco_book, "hand_classes", lambda *_, h=hands[rows]: h)
                        order = (RULES, players, position, vira, Effort(deals=DEALS))
                        answers[rows] = book_numbers.chapter(*order).answers
                yield Chapter(players, position, vira, hands, answers)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    html = book_page(RULES, _chapters(), Language.of("en"), deals=DEALS, seed=0)
    path = tmp_path_factory.mktemp("book") / "böok <b>'\"&.html"
    path.write_text(html, "utf-8")
    return path


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_page_says_what_its_command_says(
    reader: Reader, place: tuple[int, int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    draw = random.Random(4)
    players, position, rank = place
    hands = _hands(DECK.parse(f"{rank}♥", "vira"))
    at = 4 if position == players else position
    bluffs = 0
    for number, row in enumerate(_asked(place)):
        hand = cards_of(int(hands[row]))
        caller = draw.randrange(len(CALLERS))
        score = draw.choice([None, (draw.randrange(11), draw.randrange(11))])
        picked = {"vira": rank, "players": players, "position": at, "caller": caller}
        if number < 8:
            reader.pick(picked, draw.sample(hand, 3), score)
        else:
            reader.pick_at_once(picked, hand, score)
        said = told_by(reader.page.locator("#command").inner_text(), capsys)
        assert said["caller"]["name"] == CALLERS[caller]
        asked = said["situation"]
        told = [asked["players"], asked["position"], asked["vira"][:-1], asked["score"]]
        assert told == [*place, score and "{}-{}".format(*score)]
        decision, values = reader.answer()
        assert decision == {"raise": "RAISE TO SEIS"}.get(said["action"], said["action"].upper())
        error = f" ±{ERRORS[caller]}" if players == 4 else ""
        assert values.pop("wins if you accept") == shown(said["win"]["value"], "match") + error
        needed = "more than 100%" if said["break_even"] > 1 else None
        assert values.pop("needed") == (needed or shown(max(said["break_even"], 0.0), "match"))
        names = {"accept": "accept", "run": "run", "raise to seis": "raise"}
        assert values == {
            name: shown(said["values"][action]["value"], said["unit"])
            for name, action in names.items()
        }
        if reader.page.locator("#note").inner_text().startswith("The raise pays only"):
            assert said["pays_below"] is not None
            bluffs += 1
    assert bluffs


ERRORS = sampled_errors(DEALS, Language.of("en"))


def told_by(command: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return the JSON that a command tells."""
    name, *words = shlex.split(command)
    assert name == "truco"
    assert main([*words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(("us", "told"), [(9, True), (10, False)])
def test_where_mineiro_has_its_mao_de_onze_nobody_answers(
    us: int, told: bool, chromium: Any, tmp_path: Path
) -> None:
    rules = Rules.read("mineiro")
    path = tmp_path / "book.html"
    places = [(players, at) for players in (2, 4) for at in range(1, players + 1)]
    hands = hand_classes(dealt_spot(rules, 2, None).counts, 3)
    answers = np.full((len(hands), len(CALLERS), 3, 3), 0.1)
    chapters = [Chapter(*place, None, hands, answers) for place in places]
    path.write_text(book_page(rules, chapters, Language.of("en"), deals=1, seed=0), "utf-8")
    reader = Reader(chromium, path)
    reader.pick({"players": 2, "position": 4, "caller": 1}, [14, 4, 3], (us, 8))
    assert ("run" in reader.answer()[1]) == told
    assert reader.page.locator("#command").is_visible() == told
    reader.close()


def test_the_keyboard_is_enough(reader: Reader) -> None:
    page = reader.page
    page.locator("input[name=vira]").first.focus()
    page.keyboard.press("Space")
    for power in (14, 10, 3):
        page.locator(f"#cards button[data-card='{power}']").focus()
        page.keyboard.press("Enter")
    assert reader.answer()[0] != ""
    assert len(reader.answer()[1]) == 5
    page.locator("#held button").first.focus()
    page.keyboard.press("Enter")
    assert reader.answer()[1] == {}
    page.locator("input[name=players]").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("label.four").first.is_visible()


def test_onze_and_what_cannot_be_held(reader: Reader) -> None:
    reader.tap("vira", "4")
    reader.hold([14])
    assert reader.page.locator("#cards button[data-card='14']").is_disabled()
    reader.page.locator("#by-score").check()
    reader.page.fill("#us", "11")
    reader.page.locator("#us").blur()
    assert "onze" in reader.answer()[0]
    reader.page.fill("#us", "99")
    reader.page.locator("#us").blur()
    assert reader.page.input_value("#us") == "11"


def test_nothing_is_too_small_or_too_wide(reader: Reader) -> None:
    reader.tap("vira", "4")
    for name in ("#cards button", ".picks label:visible", "#print"):
        for box in (one.bounding_box() for one in reader.page.locator(name).all()):
            assert min(box["width"], box["height"]) >= 44
    for box in (one.bounding_box() for one in reader.page.locator("#grid button").all()):
        assert min(box["width"], box["height"]) >= 24
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_sheet_fits_one_page(chromium: Any, book: Path, tmp_path: Path) -> None:
    reader = Reader(chromium, book)
    reader.tap("vira", "4")
    assert reader.pages_printed() == 1
    reader.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Any, book: Path, scheme: str) -> None:
    reader = Reader(chromium, book, color_scheme=scheme, bypass_csp=True)
    reader.tap("vira", "4")
    reader.hold([14, 10, 3])
    assert reader.violations() == []
    reader.context.close()


def test_words_cannot_break_out_of_the_page() -> None:
    odd = Language("en", lambda _text: "</script><b>'\"&", ".", ",")
    html = book_page(RULES, _chapters(), odd, deals=1, seed=0)
    assert "</script><b>" not in html
    assert html.count("<script") == html.count("</script>") == 2
