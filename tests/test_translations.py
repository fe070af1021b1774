"""Every text of an answer is there in every language, and no language has others."""

from __future__ import annotations

import ast
import gettext
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import analyzer
from analyzer.core.errors import InputError
from analyzer.report.language import CATALOGUES, DOMAIN, LANGUAGES, Language, usual_language

PACKAGE = Path(analyzer.__file__).parent
TRANSLATED = [code for code in LANGUAGES if code != "en"]
MEND = "run scripts/translate, fill in the .po files, run it again"


def said_texts() -> set[str]:
    """Return the argument of every call of ``say`` in the rooms that talk to people."""
    found = set()
    for path in [*PACKAGE.glob("report/**/*.py"), *PACKAGE.glob("cli/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name_of(node.func) == "say":
                (text,) = node.args
                assert isinstance(text, ast.Constant), f"{path}:{node.lineno}: not a plain text"
                found.add(text.value)
    return found


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def catalogue(code: str, ending: str) -> Path:
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield texts and translations of a .po file."""
    for entry in re.split(r"\n\s*\n", text):
        assert ", fuzzy" not in entry
        parts: dict[str, str] = {}
        name = ""
        for line in entry.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("msgid", "msgstr"):
                name = word
            quoted = rest if word == name else line
            if name and quoted.startswith('"'):
                parts[name] = parts.get(name, "") + ast.literal_eval(quoted)
        if parts.get("msgid"):
            yield parts["msgid"], parts["msgstr"]


def translations(code: str) -> dict[str, str]:
    with catalogue(code, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    texts = [text for text, _ in entries(catalogue(code, "po").read_text(encoding="utf-8"))]
    return {text: compiled.gettext(text) for text in texts}


def places(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_there_is_something_to_translate() -> None:
    assert {"RUN", "PLAY {card}", "needed"} <= said_texts()


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_text_is_missing_and_none_is_stale(code: str) -> None:
    known = {text for text, _ in entries(catalogue(code, "po").read_text(encoding="utf-8"))}
    assert known == said_texts(), MEND


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_with_its_places(code: str) -> None:
    for text, translation in entries(catalogue(code, "po").read_text(encoding="utf-8")):
        assert translation.strip(), f"{text!r}: {MEND}"
        assert places(translation) == places(text), text


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    written = dict(entries(catalogue(code, "po").read_text(encoding="utf-8")))
    assert translations(code) == written, MEND


@pytest.mark.parametrize("code", TRANSLATED)
def test_words_of_the_game_stay(code: str) -> None:
    for text, translation in translations(code).items():
        for word in re.findall(r"\b(?:vira|mão|pé|--\w+)\b", text):
            assert word in translation.lower(), text


def test_languages() -> None:
    assert Language.of("en").say("RUN") == "RUN"
    assert Language.of("pt").say("RUN") == "CORRA"
    assert Language.of("es").say("RUN") == "AL MAZO"
    with pytest.raises(InputError, match="lang: fr: one of en, pt, es"):
        Language.of("fr")


@pytest.mark.parametrize(
    ("code", "written"), [("en", "-1,234.50"), ("pt", "-1.234,50"), ("es", "-1.234,50")]
)
def test_numbers(code: str, written: str) -> None:
    assert Language.of(code).number(-1234.5, 2) == written
    assert Language.of(code).number(2.0, 1, sign=True) == "+2" + written[-3] + "0"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "pt_PT@euro"}, "pt"),
        ({"LANG": "ES"}, "es"),
        ({"LANG": "esperanto"}, "en"),
        ({"LANG": "es", "LC_ALL": "C"}, "en"),
    ],
    ids=str,
)
def test_the_usual_language(environment: dict[str, str], code: str) -> None:
    assert usual_language(environment) == code
