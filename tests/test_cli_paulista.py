"""``truco paulista``: every question answered, every slip told in one line."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import pytest

import analyzer
from analyzer import paulista
from analyzer.cli import paulista as command
from analyzer.cli import progress
from analyzer.cli.main import main
from analyzer.paulista.policies import POLICIES
from analyzer.paulista.rules import CALLS, Rules
from analyzer.truco.odds import result_counts
from analyzer.truco.profiles import PROFILES

HAND = ["hand", "4♣", "7♦", "2♥", "--vira", "7♠", "--play", "greedy"]
ACCEPT = ["accept", "3♠ K♦ 5♣", "--vira", "4♥", "--call", "truco"]
CALL = ["call", "3♠,K♦,5♣", "--vira", "4♥"]
ONZE = ["onze", "3♠", "K♦", "5♣", "--vira", "4♥", "--score", "11-8", "--rules", "online"]
CUT = ["cut", "3♠", "--play", "greedy"]
SIMULATE = ["simulate", "--deals", "1000", "--play", "random"]
MATCH = ["match"]
TABLE = ["table", "positions", "--play", "greedy"]
QUESTIONS = {one[0]: one for one in (HAND, ACCEPT, CALL, ONZE, CUT, SIMULATE, MATCH)}

SITUATIONS = ("hand", "accept", "call", "onze", "cut")

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRUCO_DEBUG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Return the status, output and complaint of ``truco paulista``."""

    def answered(*words: str) -> tuple[int, str, str]:
        # Quiet, because a first run says that it compiles.
        status = main(["paulista", *words, "--quiet"])
        return (status, *capsys.readouterr())

    return answered


@pytest.fixture
def asked_json(ask: Ask) -> Callable[..., dict[str, Any]]:
    def answered(*words: str) -> dict[str, Any]:
        status, out, err = ask(*words, "--json")
        assert (status, err) == (0, "")
        found = json.loads(out)
        assert isinstance(found, dict)
        return found

    return answered


def refusal(told: tuple[int, str, str]) -> str:
    """Return the line that a wrong question is told."""
    status, out, err = told
    assert (status, out) == (2, "")
    assert err.startswith("truco: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    return err[len("truco: ") : -1]


# What is answered


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_json_answer_says_what_it_rests_on(
    question: str, asked_json: Callable[..., dict[str, Any]]
) -> None:
    found = asked_json(*QUESTIONS[question])
    assert (found["game"], found["question"]) == ("paulista", question)
    assert found["version"] == analyzer.__version__
    assert found["rules"]["ladder"] == [1, 3, 6, 9, 12]
    assert set(found["rules"]) == {"preset", *Rules().to_dict()}
    assert isinstance(found["situation"], dict)
    exact = found["method"] == "exact"
    assert found["method"] == ("monte_carlo" if question in ("simulate", "match") else "exact")
    assert found["seed"] == (None if exact else 0)
    assert found["deals"] > 0
    assert found["interrupted"] is False


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("hand", {"win", "undecided", "cards", "action", "play"}),
        ("accept", {"action", "win", "break_even", "values", "unit", "flip", "flips", "caller"}),
        ("call", {"action", "values", "unit", "answers"}),
        ("onze", {"action", "win", "break_even", "values"}),
        ("cut", {"action", "values"}),
        ("match", {"equity", "std_error", "profile"}),
        ("simulate", {"first_side_win", "dealer_side_win", "undecided", "first_trick_tied"}),
    ],
)
def test_every_json_answer_has_the_fields_of_its_question(
    question: str, fields: set[str], asked_json: Callable[..., dict[str, Any]]
) -> None:
    assert fields <= set(asked_json(*QUESTIONS[question]))


def test_estimates_have_intervals(asked_json: Callable[..., dict[str, Any]]) -> None:
    exact = asked_json(*HAND)
    assert exact["win"] == {
        "value": exact["win"]["low"],
        "low": exact["win"]["high"],
        "high": exact["win"]["value"],
        "std_error": 0.0,
    }
    sampled = asked_json(*HAND, "--deals", "5000", "--seed", "7")
    assert sampled["win"]["low"] < exact["win"]["value"] < sampled["win"]["high"]
    assert (sampled["deals"], sampled["seed"], sampled["method"]) == (5000, 7, "monte_carlo")
    best = sampled["cards"][0]
    assert set(best) == {"card", "win", "undecided", "behind"}
    assert best["card"] == sampled["action"]


def test_values_of_answers(asked_json: Callable[..., dict[str, Any]]) -> None:
    values = asked_json(*ACCEPT)["values"]
    assert list(values) == ["run", "accept", "raise"]
    assert values["run"]["value"] == -1
    top = asked_json(*ACCEPT[:-1], "doze", "--stake", "9")
    assert top["values"]["raise"] is None
    assert top["break_even"] == pytest.approx(1 / 8)
    assert set(asked_json(*CALL)["values"]) == {"play", "call"}
    assert set(asked_json(*ONZE)["values"]) == {"play", "run"}
    cut = asked_json(*CUT)["values"]
    assert (cut["give"], set(cut)) == (None, {"keep", "give", "leave"})


def test_the_command_and_the_function_agree(asked_json: Callable[..., dict[str, Any]]) -> None:
    options = ["--caller", "loose", "--answers", "0.6,0.2", "--play", "greedy/random"]
    options += ["--rule", "all_tied=none", "--rule", "covered=any", "--seen", "zap"]
    words = ["accept", "3♠ K♦ 7♣", "--vira", "4♥", "--call", "truco", *options]
    result = paulista.accept(
        "3♠ K♦ 7♣",
        vira="4♥",
        call="truco",
        caller="loose",
        answers=(0.6, 0.2),
        play="greedy/random",
        rule=["all_tied=none", "covered=any"],
        seen="5♣",
    )
    assert asked_json(*words) == json.loads(json.dumps(result.to_dict()))


@pytest.mark.parametrize(
    "cards",
    [
        ["4♣", "7♦", "2♥"],
        ["4♣ 7♦ 2♥"],
        ["4♣,7♦,2♥"],
        ["4p", "7o,2c"],
        ["4P 7O", "2C"],
        ["4b 7d 2h"],
    ],
)
def test_cards_as_words_or_in_one(
    cards: list[str], asked_json: Callable[..., dict[str, Any]]
) -> None:
    found = asked_json("hand", *cards, "--vira", "7♠", "--play", "greedy")
    assert found["situation"]["hand"] == ["4♣", "7♦", "2♥"]


def test_threads_change_no_digit(asked_json: Callable[..., dict[str, Any]]) -> None:
    words = [*HAND, "--players", "4", "--deals", "50000"]
    one, two = (asked_json(*words, "--threads", count) for count in "12")
    assert one == two


def test_precision(asked_json: Callable[..., dict[str, Any]]) -> None:
    win = asked_json(*HAND, "--players", "4", "--precision", "0.004")["win"]
    assert 0 < win["high"] - win["low"] <= 0.008


def test_exact_when_asked(asked_json: Callable[..., dict[str, Any]]) -> None:
    partner = ["--players", "4", "--partner", "3♠ 3♥ K♦"]
    assert asked_json(*HAND, *partner, "--exact")["method"] == "exact"


# Situations as JSON


@pytest.mark.parametrize("question", SITUATIONS)
@pytest.mark.parametrize("stdin", [True, False])
def test_the_situation_of_an_answer_asks_for_it_again(
    question: str,
    stdin: bool,
    asked_json: Callable[..., dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = QUESTIONS[question]
    first = asked_json(*words, "--rule", "tie_lead=first_tied")
    text = json.dumps(first["situation"])
    path = tmp_path / "situation.json"
    path.write_text(text, encoding="utf-8")
    if stdin:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    source = "-" if stdin else str(path)
    again = asked_json(question, "--situation", source, "--play", first["play"])
    assert again == first


def test_an_answer_is_a_situation_file(ask: Ask, tmp_path: Path) -> None:
    words = ["--players", "4", "--rules", "online", "--rule", "covered=never", "--deals", "2000"]
    asked = ["accept", "3♠ K♦ 5♣", "--vira", "4♥", "--call", "truco", "--score", "9-8"]
    answer = ask(*asked, *words, "--json")[1]
    status, again, _ = from_file(ask, tmp_path, answer, "accept", "--deals", "2000", "--json")
    assert (status, json.loads(again)) == (0, json.loads(answer))
    assert "nothing, the question hand does not take it" in from_file(ask, tmp_path, answer)[2]
    unasked = from_file(ask, tmp_path, ask(*SIMULATE, "--json")[1])
    assert "missing cards" in unasked[2]


def from_file(ask: Ask, tmp_path: Path, text: str | bytes, *words: str) -> tuple[int, str, str]:
    path = tmp_path / "s.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return ask(*(words or ("hand",)), "--situation", str(path))


def test_a_file_may_have_every_option(ask: Ask, tmp_path: Path) -> None:
    asked = {
        "hand": [12, "K♦", "5♣"],
        "vira": "4♥",
        "call": "seis",
        "stake": 3,
        "rules": "online",
        "rule": {"covered": "never"},
        "play": "greedy",
        "caller": "calls=0.5,bluffs=0.2",
        "answers": [0.4, 0.05],
        "play-on": "none",
        "deals": 2000,
        "seed": "3",
        "exact": False,
    }
    text = json.dumps(asked)
    status, out, _ = from_file(ask, tmp_path, text, "accept", "--json")
    found = json.loads(out)
    assert status == 0
    assert (found["play"], found["answers"]) == ("greedy", [0.4, 0.05])
    assert (found["deals"], found["seed"]) == (2000, 3)
    assert found["rules"]["covered"] == "never"
    assert found["rules"]["all_tied"] == "none"


def test_options_go_over_a_file(ask: Ask, tmp_path: Path) -> None:
    asked = {"hand": "4♣ 7♦ 2♥", "vira": "7♠", "rules": "limpo", "rule": {"covered": "any"}}
    text = json.dumps({**asked, "play": "greedy"})

    def rules(*words: str) -> dict[str, Any]:
        told = from_file(ask, tmp_path, text, "hand", "4♣ A♦ 2♥", "--vira", "Q♠", *words, "--json")
        found: dict[str, Any] = json.loads(told[1])
        return found

    whole = rules("--rules", "traditional")
    assert whole["rules"]["preset"] == "traditional"
    assert whole["situation"]["hand"] == ["4♣", "A♦", "2♥"]
    text = json.dumps({**asked, "rules": "traditional", "hand": "4♣ 7♦ 2♥"})
    single = rules("--rule", "all_tied=none", "--play", "random")
    assert (single["rules"]["covered"], single["rules"]["all_tied"]) == ("any", "none")
    assert single["play"] == "random"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "JSON object"),
        ("hand: 3♠", "JSON object"),
        ("[1, 2]", "JSON object"),
        ('"hand"', "JSON object"),
        ("null", "JSON object"),
        ("[" * 100_000, "JSON object"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"x" * 1_000_001, "at most 1,000,000 bytes"),
        ('{"hand": "3♠ K♦ 5♣", "vira": NaN}', "NaN"),
        ('{"hand": "3♠ K♦ 5♣", "vira": 1e999}', "vira"),
        ('{"hand": "3♠ K♦ 5♣", "hand": "3♠ K♦ 5♣"}', "only once"),
        ('{"hand": "3♠ K♦ 5♣", "trump": "4♥"}', "trump"),
        ('{"vira": "4♥"}', "missing cards"),
        ('{"hand": "3♠ K♦ 5♣"}', "vira"),
        ('{"hand": {"a": 1}, "vira": "4♥"}', "hand"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "play": true}', "play"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "play": {}}', "play"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "deals": 1.5}', "deals"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "deals": true}', "deals"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "exact": "yes"}', "exact"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "precision": []}', "precision"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "scheduler": "x"}', "scheduler"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "players": 1e400}', "players"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "json": true}', "json"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "rules": ["online"]}', "rules"),
        ('{"hand": "3♠ K♦ 5♣", "vira": "4♥", "x\\u001b[1m": 1}', "situation"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_file_is_told_in_one_line(
    text: str | bytes, told: str, ask: Ask, tmp_path: Path
) -> None:
    line = refusal(from_file(ask, tmp_path, text))
    assert told in line
    assert len(line) < 400
    assert line.isprintable()


@pytest.mark.parametrize("path", ["/", "/nowhere/s.json", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read(path: str, ask: Ask) -> None:
    assert "situation" in refusal(ask("hand", "--situation", path))


def test_endless_garbage_is_read_no_further(ask: Ask) -> None:
    assert "at most" in refusal(ask("hand", "--situation", "/dev/zero"))


# What is refused


@pytest.mark.parametrize(
    ("words", "told"),
    [
        # cards
        (["hand", "3♠", "3♠", "5♣", "--vira", "4♥"], "3♠"),
        (["hand", "3♠", "4♥", "5♣", "--vira", "4♥"], "the vira"),
        (["hand", "8♠", "4♥", "5♣", "--vira", "4♦"], "8♠"),
        (["hand", "1♦♦", "4♥", "5♣", "--vira", "4♦"], "1♦♦"),
        (["hand", "--vira", "4♦"], "missing cards"),
        (["hand", "", "--vira", "4♦"], "missing cards"),
        (["hand", "3♠", "4♥", "5♣", "6♣", "--vira", "4♦"], "3 cards, not 4"),
        (["hand", "3♠", "4♥", "--vira", "4♦"], "3 cards, not 2"),
        (["hand", "3c", "4h", "5p", "--vira", "4♦"], "copas or clubs"),
        (["hand", "3♠", "4♥", "5♣"], "vira"),
        (["hand", "3♠", "4♥", "5♣", "--vira", "4♦", "--rules", "mineiro"], "vira"),
        (["hand", "3♠", "4♥", "5♣", "--vira", "4♦ 5♦"], "vira"),
        (["hand", "3♠", "K♥", "5♣", "--vira", "Q♦", "--rules", "limpo"], "5♣"),
        # places
        ([*HAND, "--position", "5"], "position"),
        ([*HAND, "--position", "3"], "position"),
        ([*HAND, "--players", "3"], "players"),
        ([*HAND, "--players", "2", "--partner", "3♠"], "partner"),
        ([*HAND, "--players", "4", "--partner", "4♣"], "partner"),
        ([*HAND, "--seen", "4♣"], "seen"),
        # what was played
        ([*HAND, "--position", "2", "--played", "4♣"], "played"),
        ([*HAND, "--played", "3♠"], "played"),
        ([*HAND, "--played", "4♣ 7♠"], "played"),
        ([*HAND, "--played", "4♣ 3♠ / 7♦ 4♣"], "played"),
        ([*HAND, "--played", "4♣ 5♦ / 2♥ 6♦ / 7♦ 3♦"], "played"),
        ([*HAND, "--played", "4♣ 5♦ / 2♥ 8♦"], "8♦"),
        ([*HAND, "--played", "4♣ xx"], "played"),
        ([*HAND, "--played", "truco truco"], "played"),
        ([*HAND, "--stake", "5"], "stake"),
        ([*HAND, "--played", "4♣ truco ok", "--stake", "6"], "stake"),
        # calls
        ([*ACCEPT[:-1], "seis"], "seis"),
        ([*ACCEPT[:-1], "catorze"], "catorze"),
        ([*ACCEPT[:-2]], "call"),
        ([*ACCEPT, "--position", "1", "--played", "truco"], "call"),
        ([*ACCEPT, "--score", "11-8"], "score"),
        ([*CALL, "--score", "8-11"], "score"),
        ([*CALL, "--position", "2"], "position"),
        ([*CALL, "--stake", "12"], "stake"),
        # scores
        ([*ONZE[:-2]], "onze_choice"),
        ([*ONZE[:-4], "--rules", "online"], "score"),
        ([*ONZE, "--score", "8-11"], "score"),
        ([*HAND, "--score", "12-3"], "score"),
        ([*HAND, "--score", "-1-4"], "score"),
        ([*HAND, "--score", "11-11"], "score"),
        ([*HAND, "--score", "nine"], "score"),
        # names
        ([*HAND, "--rules", "house"], "house"),
        ([*HAND, "--rule", "colour=red"], "colour"),
        ([*HAND, "--rule", "covered=sometimes"], "sometimes"),
        ([*HAND, "--rule", "covered"], "NAME=VALUE"),
        ([*HAND, "--rule", "ladder=1,2"], "ladder"),
        ([*HAND[:-1], "clever"], "clever"),
        ([*HAND[:-1], ""], "play"),
        ([*HAND[:-1], "a/b/c/d"], "play"),
        ([*HAND[:-1], "open/greedy"], "open"),
        ([*HAND[:-1], "optimal", "--players", "4"], "optimal"),
        ([*ACCEPT, "--caller", "shy"], "shy"),
        ([*ACCEPT, "--caller", "calls=2,bluffs=0"], "calls"),
        ([*ACCEPT, "--caller", "calls=nan,bluffs=0"], "calls"),
        ([*ACCEPT, "--answers", "0.1,0.5"], "answers"),
        ([*ACCEPT, "--answers", "0.5"], "answers"),
        ([*ACCEPT, "--equity", "mine"], "equity"),
        ([*ACCEPT, "--play-on", "maybe"], "play-on"),
        # amounts
        ([*HAND, "--deals", "nan"], "nan"),
        ([*HAND, "--deals", "-5"], "-5"),
        ([*HAND, "--deals", "0"], "deals"),
        ([*HAND, "--deals", "1"], "deals"),
        ([*HAND, "--deals", ""], "deals"),
        ([*HAND, "--deals", "1e6"], "1e6"),
        ([*HAND, "--deals", "9" * 20], "deals"),
        ([*HAND, "--deals", "9" * 5000], "deals"),
        ([*HAND, "--deals", "10", "--exact"], "exact"),
        ([*HAND, "--precision", "nan"], "nan"),
        ([*HAND, "--precision", "inf"], "inf"),
        ([*HAND, "--precision", "-0.1"], "-0.1"),
        ([*HAND, "--precision", "0"], "precision"),
        ([*HAND, "--precision", "1e-300"], "precision"),
        ([*HAND, "--precision", "9" * 5000], "precision"),
        ([*HAND, "--seed", "-1"], "seed"),
        ([*HAND, "--seed", "2.5"], "seed"),
        ([*HAND, "--seed", str(2**64)], "seed"),
        ([*HAND, "--threads", "0"], "threads"),
        ([*HAND, "--threads", "99999"], "threads"),
        ([*HAND, "--players", "nan"], "players"),
        ([*HAND, "--players", "1" * 5000], "players"),
        ([*HAND, "--position", "-1"], "position"),
        ([*HAND, "--scheduler", "tcp://x"], "scheduler"),
        ([*HAND, "--lang", "fr"], "fr"),
        ([*HAND, "--lang", ""], "lang"),
        # other questions
        (["cut", "3♠", "4♠"], "1 card, not 2"),
        (["cut", "zap"], "zap"),
        (["cut", "3♠", "--position", "2"], "position"),
        (["simulate", "--players", "5"], "players"),
        (["simulate", "--players", "4", "--exact"], "exact"),
        (["simulate", "--play", "clever"], "clever"),
        (["simulate", "--profile", "shy"], "shy"),
        (["match", "--exact"], "exact"),
        (["match", "--players", "3"], "players"),
        (["match", "--profile", "normal/shy"], "shy"),
        (["table"], "table"),
        (["table", "chairs"], "chairs"),
        (["table", "manilhas", "--players", "4", "--deals", "2"], "deals"),
        (["table", "positions", "--vira", "4"], "vira"),
        (["table", "hands", "--position", "9"], "position"),
    ],
    ids=lambda value: " ".join(value)[-60:] if isinstance(value, list) else "",
)
def test_a_wrong_question_is_told_in_one_line(words: list[str], told: str, ask: Ask) -> None:
    line = refusal(ask(*words))
    assert told in line
    assert len(line) < 500
    assert line.isprintable()


def test_no_question_says_which_there_are(ask: Ask) -> None:
    assert "is no question; there are hand, accept," in refusal(ask("shout"))


def test_an_option_of_another_question_is_refused(ask: Ask) -> None:
    assert "--call" in refusal(ask(*HAND, "--call", "truco"))


def test_refusals_are_ascii_when_asked(ask: Ask) -> None:
    line = refusal(ask("hand", "8♠", "4♥", "5♣", "--vira", "4♦", "--ascii"))
    assert line.isascii()
    assert "8e" in line


# Files


@pytest.mark.parametrize("ending", [".csv", ".json", ".md", ".html", ".parquet"])
@pytest.mark.parametrize("words", [ACCEPT, TABLE], ids=["result", "table"])
def test_out(ending: str, words: list[str], ask: Ask, tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    path = tmp_path / f"made{ending}"
    path.write_text("before")
    status, out, err = ask(*words, "--out", str(path))
    assert (status, err) == (0, "")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    if words is TABLE:
        expected = paulista.table("positions", play="greedy")
        assert out == ""
    else:
        expected = paulista.accept("3♠ K♦ 5♣", vira="4♥", call="truco").to_frame()
        assert str(path) in out.replace("\n", "").replace(" ", "")
    if ending in (".md", ".html"):
        text = path.read_text(encoding="utf-8")
        names = set(expected.columns) - {"low", "high", "std_error"}  # parts of one number
        assert all(str(name) in text for name in names)
        assert "traditional" in text
        return
    readers: dict[str, Callable[[Path], Any]] = {
        ".csv": pd.read_csv,
        ".parquet": pd.read_parquet,
        ".json": lambda path: pd.DataFrame(json.loads(path.read_text(encoding="utf-8"))["rows"]),
    }
    read = readers[ending](path)
    pd.testing.assert_frame_equal(read, expected, check_dtype=False, check_exact=True)
    if ending == ".json":
        story = json.loads(path.read_text(encoding="utf-8"))
        assert story["rules"] == json.loads(json.dumps(expected.attrs["rules"]))


def test_a_table_for_people_is_in_their_language(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "made.html"
    status, _, _ = ask(*ACCEPT, "--lang", "pt", "--out", str(path))
    text = path.read_text(encoding="utf-8")
    assert status == 0
    assert '<html lang="pt">' in text
    assert "<td>99,03%</td>" in text


@pytest.fixture
def nothing_works(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*_words: object, **_options: object) -> None:
        raise AssertionError("the file was to be checked before the work")

    monkeypatch.setattr(paulista, "hand", work, raising=False)


@pytest.mark.usefixtures("nothing_works")
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("x.png", "chart"),
        ("x.SVG", "chart"),
        ("x.pdf", "chart"),
        ("x.xlsx", ".csv"),
        ("x", ".csv"),
        ("", ".csv"),
        (".csv", ".csv"),
        ("/nowhere/x.csv", "No such file"),
        ("folder.csv", "folder"),
        ("fifo.csv", "device"),
        ("loop.csv", "loop.csv"),
        ("a\0b.csv", "null"),
        ("x" * 300 + ".csv", "long"),
        ("file.csv/x.csv", "Not a directory"),
        ("/proc/x.csv", "/proc/x.csv"),
    ],
)
def test_what_cannot_be_written_is_told_before_the_work(
    path: str, told: str, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    Path("file.csv").touch()
    Path("loop.csv").symlink_to("loop.csv")
    os.mkfifo("fifo.csv")
    before = sorted(tmp_path.iterdir())
    assert told in refusal(ask(*HAND, "--out", path))
    assert sorted(tmp_path.iterdir()) == before


def test_parquet_without_pyarrow(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.report.files.find_spec", lambda _name: None)
    assert "pyarrow" in refusal(ask(*HAND, "--out", "x.parquet"))


def test_a_link_stays_a_link(ask: Ask, tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    link.symlink_to(real)
    assert ask(*HAND, "--out", str(link))[0] == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("quantity,value,")


def test_json_beside_a_file(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    status, out, _ = ask(*HAND, "--json", "--out", str(path))
    assert (status, json.loads(out)["question"]) == (0, "hand")
    assert path.exists()


def test_a_file_that_fails_after_all_leaves_the_old_one(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert "No space left" in refusal(ask(*HAND, "--out", str(path)))
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("x.csv", "before")]


# Text


@pytest.mark.parametrize("question", [*QUESTIONS, "table"])
@pytest.mark.parametrize("lang", ["en", "pt", "es"])
@pytest.mark.parametrize("form", [["--ascii"], ["--ascii", "--json"]], ids=["text", "json"])
def test_ascii_is_ascii(question: str, lang: str, form: list[str], ask: Ask) -> None:
    words = {**QUESTIONS, "table": ["table", "hands", "--vira", "4", "--play", "greedy"]}[question]
    status, out, err = ask(*words, "--lang", lang, *form)
    assert (status, err) == (0, "")
    assert out.isascii()
    assert "\\" not in out


def test_ascii_json_asks_again(asked_json: Callable[..., dict[str, Any]]) -> None:
    found = asked_json(*HAND, "--ascii")
    assert found["action"] == "4p"
    assert found["situation"]["hand"] == ["4p", "7o", "2c"]


def test_json_is_utf8_and_one_line(ask: Ask) -> None:
    out = ask(*HAND, "--json")[1]
    assert "4♣" in out
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "decision"),
    [
        (HAND, "PLAY 4♣"),
        ([*HAND, "--position", "2"], "WINS "),
        (ACCEPT, "RAISE to seis"),
        (["accept", "4♣ 7♦ 2♥", "--vira", "7♠", "--call", "truco"], "RUN"),
        ([*ACCEPT[:-1], "doze", "--stake", "9"], "ACCEPT"),
        (CALL, "CALL truco"),
        (["call", "4♣ 7♦ 2♥", "--vira", "7♠", "--answers", "1,1"], "DO NOT CALL"),
        (CUT, "KEEP IT"),
        (["cut", "4♠", "--play", "greedy"], "LEAVE IT"),
        (SIMULATE, "THE MÃO'S SIDE WINS "),
        (MATCH, "AT 0-0 THE DEALER'S SIDE WINS 5"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_the_decision_comes_first(words: list[str], decision: str, ask: Ask) -> None:
    lines = ask(*words)[1].splitlines()
    assert decision in lines[3]


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "C"}, "better than"),
        ({"LANG": "en_GB.UTF-8"}, "better than"),
        ({"LANG": "fr_FR.UTF-8"}, "better than"),
        ({"LANG": "pt_BR.UTF-8"}, "melhor que"),
        ({"LANG": "pt_BR.UTF-8", "LC_MESSAGES": "es_AR.UTF-8"}, "mejor que"),
        ({"LC_ALL": "es", "LC_MESSAGES": "pt_BR", "LANG": "en"}, "mejor que"),
        ({"LC_ALL": "", "LANG": "pt"}, "melhor que"),
        ({"LANG": "estonian"}, "better than"),
    ],
    ids=str,
)
def test_the_locale_chooses_the_language(
    environment: dict[str, str], word: str, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert word in ask(*ACCEPT)[1]


def test_the_option_goes_over_the_locale(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "mejor que" in ask(*ACCEPT, "--lang", "es")[1]


def test_errors_and_keys_stay_english(ask: Ask, asked_json: Callable[..., dict[str, Any]]) -> None:
    assert refusal(ask(*ACCEPT[:-2], "--lang", "pt")) == refusal(ask(*ACCEPT[:-2]))
    assert asked_json(*ACCEPT, "--lang", "pt") == asked_json(*ACCEPT)


def test_a_pipe_gets_no_colours(ask: Ask) -> None:
    assert "\x1b" not in ask(*ACCEPT)[1]


def test_a_table_has_a_row_for_each_thing(ask: Ask) -> None:
    out = ask(*TABLE)[1]
    same, _, header, rule, *rows = out.splitlines()
    assert same.split()[:2] == ["players", "2"]
    assert header.split() == ["position", "win"]
    assert set(rule) == {" ", "─"}
    assert [row.split()[0] for row in rows] == ["1", "2"]


def test_match_is_a_grid_of_scores(ask: Ask) -> None:
    lines = ask("match")[1].splitlines()
    rows = [line.split() for line in lines if len(line.split()) == 13]
    assert [row[0] for row in rows] == [str(points) for points in range(12)] * 2
    assert int(rows[11][1]) > 90
    assert int(rows[0][12]) < 10


def test_a_table_as_json(asked_json: Callable[..., dict[str, Any]]) -> None:
    found = asked_json(*TABLE)
    assert (found["game"], found["table"], found["method"]) == ("paulista", "positions", "exact")
    assert (found["question"], found["seed"], found["situation"]["players"]) == ("table", None, 2)
    # All pairs of hands under ten viras, from two positions.
    assert found["deals"] == 2 * 10 * 9139 * 7140
    assert sum(row["win"] for row in found["rows"]) == pytest.approx(1)


def test_sure_things_in_tables_are_sure(asked_json: Callable[..., dict[str, Any]]) -> None:
    rows = asked_json("table", "manilhas", "--play", "greedy", "--position", "1")["rows"]
    wins = {row["holding"]: row["win"] for row in rows}
    assert (wins["zap+copeta"], wins["three"]) == (1, 1)


# Interruptions, terminals, surroundings


def test_a_sample_broken_off_is_told_as_such(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = paulista.hand

    def stopped(*given: Any, **options: Any) -> Any:
        result = whole(*given, **options)
        return replace(result, basis=replace(result.basis, interrupted=True))

    monkeypatch.setattr(paulista, "hand", stopped, raising=False)
    sampled = [*HAND, "--deals", "100"]
    status, out, err = ask(*sampled)
    assert (status, err) == (130, "truco: interrupted\n")
    assert "Interrupted" in out
    status, out, _ = ask(*sampled, "--json")
    assert (status, json.loads(out)["interrupted"]) == (130, True)
    # A part of a count is no sample of the rest.
    assert ask(*HAND) == (130, "", "truco: interrupted\n")


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (["cut", "3♠", "--players", "4", "--deals", "100"], "analyzer.paulista.questions.cut"),
        (["table", "positions", "--players", "4", "--deals", "100"], "analyzer.truco.tables"),
    ],
    ids=["cut", "table"],
)
def test_what_has_many_parts_ends_with_the_one_broken_off(
    words: list[str], module: str, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []

    def stopped(*given: Any, **options: Any) -> Any:
        runs.append(given)
        return replace(result_counts(*given, **options), interrupted=True)

    monkeypatch.setattr(import_module(module), "result_counts", stopped)
    assert ask(*words) == (130, "", "truco: interrupted\n")
    assert len(runs) == 1


class Terminal:
    """A terminal with a command in it, which ends with the test."""

    def __init__(self, *words: str, stdout: bool = False) -> None:
        self.screen, inside = pty.openpty()
        # Tests in the background may be told to ignore Ctrl-C; what they start is not to be.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "analyzer", "paulista", *words],
            stdin=subprocess.DEVNULL,
            stdout=inside if stdout else subprocess.PIPE,
            stderr=inside,
            encoding="utf-8",
            env={**os.environ, "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "70"},
        )
        signal.signal(signal.SIGINT, before)
        os.close(inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self.screen)

    def read_until(self, wanted: str, seconds: float = 120) -> str:
        """Return what is shown until a text comes, or the end."""
        seen, deadline = b"", time.monotonic() + seconds
        while wanted.encode() not in seen and time.monotonic() < deadline:
            if not select.select([self.screen], [], [], 0.2)[0]:
                continue
            try:
                part = os.read(self.screen, 4096)
            except OSError:  # how Linux says that nobody writes to it any more
                break
            if not part:
                break
            seen += part
        return seen.decode(errors="replace")


def test_progress_on_a_terminal_until_ctrl_c() -> None:
    words = ["simulate", "--deals", str(10**12), "--json", "--threads", "1"]
    with Terminal(*words) as terminal:
        shown = terminal.read_until("1,000,000,000,000")
        terminal.process.send_signal(signal.SIGINT)
        out, _ = terminal.process.communicate(timeout=120)
    assert "1,000,000,000,000" in shown
    found = json.loads(out)
    assert (terminal.process.returncode, found["interrupted"]) == (130, True)
    assert 0 < found["deals"] < 10**12


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_not_for_the_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert progress.progress_for(quiet=False, ascii=False, color=True) is None
    monkeypatch.setattr(sys, "stderr", Screen())
    assert progress.progress_for(quiet=True, ascii=False, color=True) is None
    assert progress.progress_for(quiet=False, ascii=False, color=True) is not None
    monkeypatch.setattr(sys, "stderr", None)
    assert progress.progress_for(quiet=False, ascii=False, color=True) is None


@pytest.mark.parametrize("ascii", [True, False])
def test_progress_shows_itself_only_when_the_work_is_long(
    ascii: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 1000)
    bar = progress.progress_for(quiet=False, ascii=ascii, color=False)
    assert bar is not None
    bar.start(5000)
    bar.advance(2500)
    bar.close()
    assert screen.getvalue() == ""
    monkeypatch.setattr(progress, "PATIENCE", -1)
    bar.start(5000)
    bar.advance(2500)
    bar.close()
    assert "2,500 / 5,000" in screen.getvalue()
    assert screen.getvalue().isascii() == ascii


def test_a_terminal_is_not_flooded_with_rows(ask: Ask) -> None:
    words = ["table", "hands", "--vira", "4", "--play", "greedy", "--position", "1"]
    with Terminal(*words, "--quiet", stdout=True) as terminal:
        shown = terminal.read_until("more rows")
    assert 60 < shown.count("\n") < 70
    assert ask(*words)[1].count("\n") == 4 + 403


@pytest.mark.parametrize("option", [[], ["--no-color"]], ids=["colour", "plain"])
def test_colours_on_a_terminal(option: list[str]) -> None:
    with Terminal(*HAND, "--quiet", *option, stdout=True) as terminal:
        shown = terminal.read_until("rules")
        assert terminal.process.wait(timeout=120) == 0
    assert "PLAY 4" in shown
    assert ("\x1b[" in shown) == (not option)


@pytest.mark.parametrize(
    ("option", "told"),
    [([], "truco: compiling…\n"), (["--ascii"], "truco: compiling...\n"), (["--quiet"], "")],
)
def test_compiling_is_told_unless_quiet(
    option: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    announced: list[Callable[[str], None]] = []
    monkeypatch.setattr("analyzer.core.jit.announce_compiling", announced.append)
    assert main(["paulista", *HAND, "--json", *option]) == 0
    capsys.readouterr()
    (say,) = announced
    say("compiling…")
    assert capsys.readouterr() == ("", told)


def test_an_answer_loads_nothing_it_does_not_need() -> None:
    words = ["paulista", *HAND, "--json"]
    script = (
        "import sys; from analyzer.cli.main import main\n"
        f"assert main({words!r}) == 0\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, 'scipy.linalg' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "numba" in loaded
    heavy = {"dask", "jinja2", "matplotlib", "pandas", "pyarrow", "rich"}
    assert loaded.isdisjoint(heavy)
    # Numba itself takes the version of scipy; the rest costs as much as numba.
    assert "False" in loaded


# Completion


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("truco paulista acc", ["accept"]),
        ("truco paulista hand --rules m", ["mineiro"]),
        (
            "truco paulista hand --rule all",
            [f"all_tied={one}" for one in ("dealer", "none", "mano")],
        ),
        ("truco paulista hand --rule onze_ch", ["onze_choice=true", "onze_choice=false"]),
        ("truco paulista hand --play gr", ["greedy"]),
        ("truco paulista hand --play greedy/r", ["greedy/random"]),
        ("truco paulista hand --play open/open/open/o", []),
        ("truco paulista accept --call d", ["doze"]),
        ("truco paulista accept --caller lo", ["loose"]),
        ("truco paulista accept --play-on c", ["calls"]),
        ("truco paulista table po", ["positions"]),
        ("truco paulista hand --lang p", ["pt"]),
    ],
)
def test_the_shell_completes(
    words: str,
    completed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_TRUCO_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit):
        main([])
    assert capsys.readouterr().out.split() == completed


def test_the_completed_words_are_all_there_are() -> None:
    assert set(command.POLICIES) == set(POLICIES)
    assert set(command.PROFILES) == set(PROFILES)
    assert command.CALLS == CALLS


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script(shell: str) -> None:
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "--show-completion", shell],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=environment,
    )
    assert "_TRUCO_COMPLETE" in done.stdout


@pytest.mark.parametrize("question", [*QUESTIONS, "table"])
def test_help_has_an_example(question: str, ask: Ask) -> None:
    status, out, err = ask(question, "--help")
    assert (status, err) == (0, "")
    assert f"Example: truco paulista {question}" in out
