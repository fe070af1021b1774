"""Somebody who opens a strategy book in a browser, by touch and by keyboard."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


PICK = """([radios, cards, score]) => {
  for (const held of [...document.querySelectorAll("#held button")]) {
    document.querySelector("#held button").click();
  }
  for (const [name, value] of radios) {
    const input = document.querySelector(`input[name=${name}][value="${value}"]`);
    if (!input.checked) input.click();
  }
  for (const card of cards) {
    document.querySelector(`#cards button[data-card="${card}"]`).click();
  }
  const switched = document.getElementById("by-score");
  if (switched.checked !== Boolean(score)) switched.click();
  (score || []).forEach((points, i) => {
    const input = document.getElementById(["us", "them"][i]);
    input.value = points;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}"""


@contextmanager
def browser() -> Iterator[Any]:
    """Start a browser that goes nowhere by itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield found
        found.close()


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
        self.uri = path.as_uri()
        self.page.goto(self.uri)

    def tap(self, name: str, value: object) -> None:
        self.page.locator(f"label:has(input[name={name}][value='{value}'])").tap()

    def hold(self, cards: Sequence[int]) -> None:
        while self.page.locator("#held button").count():
            self.page.locator("#held button").first.tap()
        for card in cards:
            self.page.locator(f"#cards button[data-card='{card}']").tap()

    def pick(
        self, radios: dict[str, Any], cards: Sequence[int], score: tuple[int, int] | None
    ) -> None:
        """Pick everything by touch."""
        for name, value in radios.items():
            self.tap(name, value)
        self.hold(cards)
        self.page.locator("#by-score").set_checked(score is not None)
        for name, points in zip(("us", "them"), score or (), strict=False):
            self.page.fill(f"#{name}", str(points))
            self.page.locator(f"#{name}").blur()

    def pick_at_once(
        self, radios: dict[str, Any], cards: Sequence[int], score: tuple[int, int] | None
    ) -> None:
        """Pick the same without the time that fingers take."""
        self.page.evaluate(PICK, [list(radios.items()), list(cards), score])

    def violations(self) -> list[tuple[str, str]]:
        """Return what axe-core finds, each with the first element it finds it in."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        return [(one["id"], one["nodes"][0]["html"]) for one in found]

    def pages_printed(self) -> int:
        """Return how many pages of A4 the page takes on paper."""
        return len(re.findall(rb"/Type\s*/Page\b", self.page.pdf(format="A4")))

    def answer(self) -> tuple[str, dict[str, str]]:
        names = [name.strip() for name in self.page.locator("#values dt").all_inner_texts()]
        values = [value.strip() for value in self.page.locator("#values dd").all_inner_texts()]
        found = {name: value for name, value in zip(names, values, strict=True) if name}
        return self.page.locator("#decision").inner_text().strip(), found

    def close(self) -> None:
        """Say good-bye, all having been well."""
        assert self.complaints == []
        assert self.requests == [self.uri]
        self.context.close()


def shown(value: float, unit: str) -> str:
    """Return a number as the command's text rounds it."""
    if unit == "points":
        return f"{value:+.2f}".replace("-", "−") if round(value, 2) else "0.00"
    if value in (0, 1):
        return f"{value:.0%}"
    text = f"{100 * value:.2f}%"
    return {"0.00%": "<0.01%", "100.00%": ">99.99%"}.get(text, text)
