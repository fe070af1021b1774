"""Files that answers are written to."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pandas as pd
import pytest

from analyzer import manilla, paulista
from analyzer.report.files import Target
from analyzer.report.language import Language
from analyzer.report.text.frame import frame_text
from analyzer.report.text.numbers import Numbers


def test_a_file_that_is_overwritten_stays_as_private_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    path.touch(mode=0o600)
    path.chmod(0o600)
    Target.of(str(path)).put(b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", [".md", ".html"])
def test_tables_at_a_score_are_written(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"kinds{ending}"
    frame = manilla.table("kinds", score="31-28", juegos="1-0", deals=2000)
    assert "partida" in written(frame, path)


def test_a_link_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    path, link = tmp_path / "far.csv", tmp_path / "hand.csv"
    path.touch()
    link.symlink_to("far.csv")
    Target.of(str(link)).put(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def table_of(path: Path) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows of the table in a written Markdown file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [re.split(r" (?<!\\)\| ", line[2:-2]) for line in lines if line.startswith("| ")]
    return rows[0], rows[2:]


def written(frame: pd.DataFrame, path: Path, code: str = "en") -> str:
    Target.of(str(path)).write(frame, Language.of(code))
    return path.read_text(encoding="utf-8")


SAMPLED = pd.DataFrame(
    {
        "players": [2, 2],
        "policy": ["random", "expert"],
        "hand": ["7 | 6", "<b>&"],
        "win": [0.416056, 0.5],
        "low": [0.406, 0.49],
        "high": [0.426, 0.51],
        "std_error": [0.0051, 0.0051],
        "share": [0.71, 0.29],
        "send": [-2.5, 1.0],
        "we_deal": [True, False],
        "led": [None, "3"],
    }
)
SAMPLED.attrs = {
    "game": "paulista",
    "question": "table",
    "table": "<i>",
    "rules": {"cut": "none", "covered": ["a", "b"], "swap": True},
    "situation": {"players": 2, "score": None, "seen": []},
    "break_even": 0.25,
    "flip": None,
    "deals": 2000,
    "seed": None,
    "version": "0|1",
}


@pytest.mark.parametrize("code", ["en", "pt", "es"])
def test_what_people_read_has_numbers_as_on_a_terminal(code: str, tmp_path: Path) -> None:
    text = written(SAMPLED, tmp_path / "x.md", code)
    heads, (first, second) = table_of(tmp_path / "x.md")
    assert heads == ["policy", "hand", "win", "share", "send", "we_deal", "led"]
    assert [first[0], second[0]] == ["expert", "random"]
    known = Language.of(code)
    numbers = ["41.61% ±1.00", "71.00%", "−2.5000"]
    told = [number.replace(".", known.decimal) for number in numbers]
    assert second[2:] == [*told, known.say("yes"), ""]
    assert first[5:] == [known.say("no"), "3"]
    assert text.index("\nplayers 2\n") < text.index("| policy")
    assert "| --- | --- | ---: | ---: | ---: | --- | --- |" in text
    assert f"- deals: {known.number(2000)}\n" in text
    assert f"- break_even: 25{known.decimal}00%\n" in text


def test_what_a_table_rests_on_stays_in_it_and_nothing_empty_does(tmp_path: Path) -> None:
    for ending in ("md", "html"):
        text = unescape(written(SAMPLED, tmp_path / f"x.{ending}"))
        assert "cut=none, covered=a b, swap=true" in text
        assert "0|1" in text
        assert not re.search("flip|score|seen|False|None|nan", text)
    assert "- seed: –\n" in written(SAMPLED, tmp_path / "x.md")


def test_odd_signs_do_no_harm(tmp_path: Path) -> None:
    written(SAMPLED, tmp_path / "x.md")
    assert table_of(tmp_path / "x.md")[1][1][1] == "7 \\| 6"
    page = written(SAMPLED, tmp_path / "x.html", "pt")
    assert page.startswith('<!doctype html>\n<html lang="pt">')
    assert "<td>&lt;b&gt;&amp;</td>" in page
    assert "<h1>paulista table &lt;i&gt;</h1>" in page
    assert not re.search("<[bi]>", page)


def test_what_programs_read_is_complete_and_not_rounded(tmp_path: Path) -> None:
    lines = written(SAMPLED, tmp_path / "x.csv", "pt").splitlines()
    assert lines[0] == ",".join(SAMPLED.columns)
    assert lines[1] == "2,random,7 | 6,0.416056,0.406,0.426,0.0051,0.71,-2.5,True,"
    found = json.loads(written(SAMPLED, tmp_path / "x.json", "pt"))
    assert found["rows"][0]["win"] == 0.416056
    assert found["flip"] is None


def test_a_decision_is_told_in_its_unit(tmp_path: Path) -> None:
    for score, value in ((None, "−1.00"), ("9-8", "%")):
        result = paulista.accept("3♠ K♦ 5♣", vira="4♥", call="truco", score=score)
        written(result.to_frame(), tmp_path / "x.md")
        heads, rows = table_of(tmp_path / "x.md")
        assert heads == ["quantity", "value", "best"]
        assert [row[0] for row in rows] == ["win", "undecided", "run", "accept", "raise"]
        assert rows[0][1:] == ["99.03%", ""]
        assert rows[2][1].endswith(value)
        assert [row[0] for row in rows if row[2]] == [result.action]


def test_numbers_of_la_manilla_are_points_or_chances(tmp_path: Path) -> None:
    result = manilla.simulate(deals=2000)
    written(result.to_frame(), tmp_path / "x.md")
    heads, rows = table_of(tmp_path / "x.md")
    assert heads == ["quantity", "value"]
    told = dict(rows)
    assert told["points"].startswith(f"{result.points.value:.2f} ±")
    assert told["win"].startswith(f"{result.win.value:.2%} ±")


def test_chances_with_a_standard_error_alone_have_one_number(tmp_path: Path) -> None:
    result = manilla.match(deals=2000)
    written(result.to_frame().head(2), tmp_path / "x.md")
    heads, rows = table_of(tmp_path / "x.md")
    assert heads == ["we_deal", "equity", "partida"]
    chance, error = result.equity[0][0][0], result.std_error[0][0][0]
    assert rows[0][:2] == ["yes", f"{chance:.2%} ±{196 * error:.2f}"]


def test_bounds_of_a_solution_are_told_when_they_differ(tmp_path: Path) -> None:
    frame = pd.DataFrame({"value": [0.5, -0.25], "low": [0.4, -0.25], "high": [0.6, -0.25]})
    frame.attrs = {"unit": "points"}
    written(frame, tmp_path / "x.md")
    assert table_of(tmp_path / "x.md")[1][1] == ["−0.2500"] * 3
    frame.attrs = {"unit": "match"}
    written(frame.head(1), tmp_path / "x.md")
    assert table_of(tmp_path / "x.md")[1] == [["50.00%", "40.00%", "60.00%"]]
    written(frame.tail(1).abs(), tmp_path / "x.md")
    assert table_of(tmp_path / "x.md") == (["value"], [["25.00%"]])


def test_a_card_that_was_led_is_no_chance(tmp_path: Path) -> None:
    frame = pd.DataFrame({"led": ["", "3"], "ahead": [-0.5, 0.25], "low": 0.0, "high": 0.0})
    written(frame.assign(std_error=0.0), tmp_path / "x.md")
    assert table_of(tmp_path / "x.md") == (["led", "ahead"], [["", "−0.50"], ["3", "0.25"]])
    calls = paulista.table("calls", vira="Q", position=2, rules="limpo").head(2)
    assert calls["led"].iloc[0] in frame_text(calls, Numbers(Language.of("en")))
