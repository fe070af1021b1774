"""The strategy book of Truco de 22 cartas in a browser, against the command that it names."""

from __future__ import annotations

import json
import random
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from book_reader import BROWSER, Reader, shown

from analyzer.boricua import book as numbers
from analyzer.boricua.book import HANDS, PAGES, PLACES, QUESTIONS, Chapter, flor_talks, rows_of
from analyzer.boricua.cards import DECK, flor
from analyzer.boricua.rules import Rules
from analyzer.cli.main import main
from analyzer.core.effort import Effort
from analyzer.report.book.boricua import book_page
from analyzer.report.language import Language
from analyzer.truco import book as truco_book
from analyzer.truco.book import CALLERS

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

DEALS = 300
RULES = Rules()
EFFORT = Effort(deals=DEALS)
KINDS = ("open", "envite", "revoque", "flor", "truco")
HANDS_ASKED = {place: 24 if place[0] == 2 else 6 for place in PLACES}
"""How many hands are asked about at a place: with four players each envite takes its time."""

Ask = Callable[[str], dict[str, Any]]


def _asked(place: tuple[int, int]) -> list[tuple[str, tuple[int, ...], Any]]:
    """Return what is asked at a place: the kind, the hand, and of a flor what was said."""
    draw = random.Random(str(place))
    flores = [hand for hand in HANDS if flor(hand) is not None]
    found = []
    for number in range(HANDS_ASKED[place]):
        kind = KINDS[number % len(KINDS)]
        hand = draw.choice(flores if kind == "flor" else HANDS)
        found.append((kind, hand, draw.choice(flor_talks(RULES, *place))))
    return found


def _chapters() -> Iterator[Chapter]:
    """Yield chapters that are empty, to save time, but for what is asked."""
    for question in QUESTIONS:
        for place in PLACES:
            yield Chapter(question, *place, globals()[f"_some_{question}s"](place))


def _row(question: str, hand: tuple[int, ...]) -> int:
    return int(rows_of(question).of_hand[HANDS.index(hand)])


def _some_envites(place: tuple[int, int]) -> Any:
    rows = rows_of("envite")
    found = np.zeros((len(rows.hands), len(PAGES), 3, 3))
    for kind, hand, _ in _asked(place):
        if kind in ("open", "envite", "revoque"):
            row = _row("envite", hand)
            found[row] = numbers._envite(RULES, *place, rows.hands[row])
    return found


def _some_flors(place: tuple[int, int]) -> Any:
    rows, talks = rows_of("flor"), flor_talks(RULES, *place)
    found = np.zeros((len(talks), len(rows.hands), 3))
    for kind, hand, talk in _asked(place):
        if kind == "flor":
            row = _row("flor", hand)
            asked = numbers._flor_situation(RULES, *place, *talk[:2], rows.hands[row])
            standing = numbers.standing_of(asked)
            found[talks.index(talk), row] = np.array(standing) / standing.deals
    return found


def _some_trucos(place: tuple[int, int]) -> Any:
    rows = sorted({_row("truco", hand) for _, hand, _ in _asked(place)})
    whole = truco_book.hand_classes
    found = np.zeros((len(rows_of("truco").hands), len(PAGES), 3, 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(truco_book, "hand_classes", lambda *order: whole(*order)[rows])
        found[rows] = numbers.chapter(RULES, "truco", *place, EFFORT).numbers
    return found


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    html = book_page(RULES, _chapters(), Language.of("en"), deals=DEALS, seed=0)
    path = tmp_path_factory.mktemp("book") / "böok <b>'\"&.html"
    path.write_text(html, "utf-8")
    return path


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def answered(command: str) -> dict[str, Any]:
        name, *words = shlex.split(command)
        assert name == "truco"
        assert main([*words, "--json", "--quiet", "--threads", "1"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return answered


def _expected(said: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the decision and the lines of the page that tell an answer of the command."""
    decisions = {
        "run": "REFUSE",
        "accept": "ACCEPT",
        "raise": "RAISE to seis",
        "revoke": "RAISE (revoque)",
        "open": "OPEN the envite",
        "pass": "PASS",
        "send": "SEND the flor",
        "silent": "KEEP SILENT",
    }
    names = {
        "run": "refuse",
        "raise": "raise to seis",
        "revoke": "raise (revoque)",
        "silent": "keep silent",
    }
    chances = {"unsent": "none sent", "better": "yours wins", "worse": "theirs wins"}
    lines = {
        names.get(action, action): shown(value["value"], said["unit"])
        for action, value in said["values"].items()
    }
    for name, word in chances.items():
        if name in said:
            lines[word] = shown(said[name]["value"], "match")
    if said["question"] == "envite":
        lines["liga"] = str(said["liga"])
        lines["best liga"] = shown(said["liga_win"]["value"], "match")
    if said["question"] == "flor":
        lines["flor"] = str(said["flor"])
    if said.get("win"):
        word = "as he called" if said["question"] == "envite" else "wins if you accept"
        lines[word] = shown(said["win"]["value"], "match")
        needed = said["break_even"]
        lines["needed"] = "more than 100%" if needed > 1 else shown(max(needed, 0), "match")
    if said.get("tricks"):
        lines["the tricks"] = shown(said["tricks"]["value"], "match")
    return decisions[said["action"]], lines


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_page_says_what_the_command_says(
    reader: Reader, ask: Ask, place: tuple[int, int]
) -> None:
    draw = random.Random(7)
    players, position = place
    for number, (kind, hand, talk) in enumerate(_asked(place)):
        score = draw.choice([None, (draw.randrange(30), draw.randrange(30))])
        caller = draw.randrange(len(CALLERS))
        at = 4 if position == players else position
        picked = {"asked": kind, "players": players, "position": at}
        if kind in ("envite", "revoque", "truco"):
            picked["caller"] = caller
        pick = reader.pick if number < 3 else reader.pick_at_once
        pick(picked, draw.sample(hand, 3), score)
        if kind == "flor":
            _say(reader, talk)
        said = ask(reader.page.inner_text("#command"))
        assert reader.answer() == _expected(said)
        situation = said["situation"]
        assert sorted(situation["hand"]) == sorted(DECK.name(card) for card in hand)
        assert (situation["players"], situation["position"]) == place
        assert situation["score"] == (score and "{}-{}".format(*score))
        if kind == "flor":
            others = [one for one in situation["announced"] if one != position]
            assert others == list(talk.announced)
            assert situation["sent"] == (list(talk.sent) or "none")
        else:
            assert situation["call"] == (None if kind == "open" else kind)
        if "caller" in picked:
            assert said["caller"]["name"] == CALLERS[caller]


def _say(reader: Reader, talk: Any) -> None:
    """Tell by touch who has announced and sent a flor."""
    boxes = reader.page.locator("#announced label:visible")
    for box in boxes.all():
        if box.locator("input").is_checked() != (int(box.inner_text()) in talk.announced):
            box.tap()
    who = talk.sent[0] if talk.sent else 0
    radio = reader.page.locator(f"label:has(input[name=sent][value='{who}'])")
    if radio.is_visible():
        radio.tap()


def test_the_keyboard_is_enough(reader: Reader) -> None:
    page = reader.page
    for card in ("7E", "3O", "6E"):
        page.locator(f"#cards button:text-is('{card}')").focus()
        page.keyboard.press("Enter")
    assert reader.answer()[1]["liga"] == "33"
    page.locator("input[name=asked]").first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert "raise to seis" in reader.answer()[1]
    page.locator("#held button").first.focus()
    page.keyboard.press("Enter")
    assert reader.answer() == ("Tap your three cards.", {})


def test_only_what_can_be_said_is_asked(reader: Reader) -> None:
    page = reader.page
    for card in ("5C", "6C"):
        page.locator(f"#cards button:text-is('{card}')").tap()
    assert page.locator("#cards button:text-is('5C')").is_disabled()
    page.locator("#cards button:text-is('7E')").tap()
    reader.tap("asked", "flor")
    assert reader.answer() == ("No flor: it takes three cards of one suit.", {})
    assert not page.locator("label:has(input[name=caller])").first.is_visible()
    assert not page.locator("#announced").is_visible()  # mano passes a ley
    reader.tap("sent", 1)
    reader.tap("position", 1)
    assert page.locator("#announced label:visible").all_inner_texts() == ["2"]
    assert not page.locator("label:has(input[name=sent])").first.is_visible()
    assert "--sent none" in page.inner_text("#command")
    reader.tap("players", 4)
    assert page.locator("#announced label:visible").all_inner_texts() == ["2", "3", "4"]


def test_a_cell_of_the_sheet_is_a_hand(reader: Reader) -> None:
    reader.page.locator("#by-liga button[aria-label^='liga 33, revoque, loose']").tap()
    assert reader.answer()[1]["liga"] == "33"
    command = reader.page.inner_text("#command")
    assert "--call revoque --caller loose" in command
    reader.page.locator("#by-flor button[aria-label^='flor 18, by 1']").tap()
    assert reader.answer()[1]["flor"] == "18"
    assert "--sent 1" in reader.page.inner_text("#command")
    reader.page.locator("#by-cards button[aria-label^='1E 1B']").tap()
    assert re.search("accept 1E 1B .*--call truco", reader.page.inner_text("#command"))


def test_nothing_is_too_small_or_too_wide(reader: Reader) -> None:
    reader.tap("players", 4)
    reader.tap("asked", "flor")
    for name in ("#cards button", ".picks label:visible", "#print"):
        for box in (one.bounding_box() for one in reader.page.locator(name).all()):
            assert min(box["width"], box["height"]) >= 44
    for box in (one.bounding_box() for one in reader.page.locator("#sheet table button").all()):
        assert min(box["width"], box["height"]) >= 24
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_sheet_fits_one_page(reader: Reader) -> None:
    assert reader.pages_printed() == 1
    reader.tap("players", 4)
    reader.tap("asked", "flor")
    reader.pick_at_once({}, HANDS[0], (28, 14))
    assert reader.pages_printed() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Any, book: Path, scheme: str) -> None:
    reader = Reader(chromium, book, color_scheme=scheme, bypass_csp=True)
    reader.pick_at_once({"asked": "flor", "players": 4}, HANDS[0], (3, 4))
    assert reader.violations() == []
    reader.context.close()
