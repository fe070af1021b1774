"""The strategy book in a browser, by touch and by keyboard, against the question ``accept``."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import paulista
from analyzer.core.effort import Effort
from analyzer.paulista import book as book_numbers
from analyzer.paulista.book import CALLERS, Chapter
from analyzer.paulista.cards import DECK, strength_of_cards
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.report.book.paulista import book_page
from analyzer.report.language import Language
from analyzer.truco.spot import cards_of, hand_classes

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

DEALS = 300
RULES = Rules()
PLACES = ((2, 1, "4"), (2, 2, "4"), (4, 3, "K"))
SITUATIONS = 67
"""In each of these places."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


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
                        patch.setattr(book_numbers, "hand_classes", lambda *_, h=hands[rows]: h)
                        order = (RULES, players, position, vira, Effort(deals=DEALS))
                        answers[rows] = book_numbers.chapter(*order).answers
                yield Chapter(players, position, vira, hands, answers)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    html = book_page(RULES, _chapters(), Language.of("en"), deals=DEALS, seed=0)
    path = tmp_path_factory.mktemp("book") / "böok <b>'\"&.html"
    path.write_text(html, "utf-8")
    return path


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield browser
        browser.close()


class Reader:
    """Somebody who opens the book, and what he noticed."""

    def __init__(self, browser: Any, path: Path, **context: Any) -> None:
        context = {"viewport": {"width": 390, "height": 844}, "has_touch": True, **context}
        self.context = browser.new_context(offline=True, **context)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(path.as_uri())

    def tap(self, name: str, value: object) -> None:
        self.page.locator(f"label:has(input[name={name}][value='{value}'])").tap()

    def hold(self, powers: list[int]) -> None:
        while self.page.locator("#held button").count():
            self.page.locator("#held button").first.tap()
        for power in powers:
            self.page.locator(f"#cards button[data-card='{power}']").tap()

    def pick(
        self, radios: dict[str, Any], powers: list[int], score: tuple[int, int] | None
    ) -> None:
        for name, value in radios.items():
            self.tap(name, value)
        self.hold(powers)
        self.page.locator("#by-score").set_checked(score is not None)
        for name, points in zip(("us", "them"), score or (), strict=False):
            self.page.fill(f"#{name}", str(points))
            self.page.locator(f"#{name}").blur()

    def answer(self) -> tuple[str, dict[str, str]]:
        names = [name.strip() for name in self.page.locator("#values dt").all_inner_texts()]
        values = [value.strip() for value in self.page.locator("#values dd").all_inner_texts()]
        found = {name: value for name, value in zip(names, values, strict=True) if name}
        return self.page.locator("#decision").inner_text().strip(), found


@pytest.fixture
def reader(chromium: Any, book: Path) -> Iterator[Reader]:
    found = Reader(chromium, book)
    yield found
    assert found.complaints == []
    assert found.requests == [book.as_uri()]
    found.context.close()


def cards_for(hand: list[int], vira: int) -> str:
    """Return cards of these powers."""
    strengths = strength_of_cards(RULES, vira)
    cards: list[int] = []
    for power in hand:
        cards.append(
            next(c for c in range(40) if strengths[c] == power - 1 and c not in (vira, *cards))
        )
    return " ".join(map(DECK.name, cards))


def shown(value: float, unit: str) -> str:
    """Return a number as the command's text rounds it."""
    if unit == "points":
        return f"{value:+.2f}".replace("-", "−") if round(value, 2) else "0.00"
    if value in (0, 1):
        return f"{value:.0%}"
    text = f"{100 * value:.2f}%"
    return {"0.00%": "<0.01%", "100.00%": ">99.99%"}.get(text, text)


PICK = """([radios, powers, score]) => {
  for (const held of [...document.querySelectorAll("#held button")]) {
    document.querySelector("#held button").click();
  }
  for (const [name, value] of radios) {
    const input = document.querySelector(`input[name=${name}][value="${value}"]`);
    if (!input.checked) input.click();
  }
  for (const power of powers) {
    document.querySelector(`#cards button[data-card="${power}"]`).click();
  }
  const switched = document.getElementById("by-score");
  if (switched.checked !== Boolean(score)) switched.click();
  (score || []).forEach((points, i) => {
    const input = document.getElementById(["us", "them"][i]);
    input.value = points;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}"""


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_page_says_what_the_command_says(reader: Reader, place: tuple[int, int, str]) -> None:
    draw = random.Random(4)
    players, position, rank = place
    vira = DECK.parse(f"{rank}♥", "vira")
    hands = _hands(vira)
    at = 4 if position == players else position
    for number, row in enumerate(_asked(place)):
        hand = cards_of(int(hands[row]))
        caller = draw.randrange(len(CALLERS))
        score = draw.choice([None, (draw.randrange(11), draw.randrange(11))])
        picked = {"vira": rank, "players": players, "position": at, "caller": caller}
        if number < 8:
            reader.pick(picked, draw.sample(hand, 3), score)
        else:
            reader.page.evaluate(PICK, [list(picked.items()), hand, score])
        said = paulista.accept(
            cards_for(hand, vira),
            vira=DECK.name(vira),
            call="truco",
            players=players,
            position=position,
            caller=CALLERS[caller],
            score=score and "{}-{}".format(*score),
            **({"deals": DEALS} if players == 4 else {}),
        )
        decision, values = reader.answer()
        assert decision == {"raise": "RAISE TO SEIS"}.get(said.action, said.action.upper())
        assert values.pop("wins if you accept") == shown(said.win.value, "match")
        needed = "more than 100%" if said.break_even > 1 else None
        assert values.pop("needed") == (needed or shown(max(said.break_even, 0.0), "match"))
        names = {"accept": "accept", "run": "run", "raise to seis": "raise"}
        assert values == {
            name: shown(said.values[action].value, said.unit) for name, action in names.items()
        }


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
    printed = reader.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    reader.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Any, book: Path, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    reader = Reader(chromium, book, color_scheme=scheme, bypass_csp=True)
    reader.tap("vira", "4")
    reader.hold([14, 10, 3])
    found = Axe().run(reader.page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    reader.context.close()


def test_words_cannot_break_out_of_the_page() -> None:
    odd = Language("en", lambda _text: "</script><b>'\"&", ".", ",")
    html = book_page(RULES, _chapters(), odd, deals=1, seed=0)
    assert "</script><b>" not in html
    assert html.count("<script") == html.count("</script>") == 2
