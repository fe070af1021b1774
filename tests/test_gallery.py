"""The gallery: what hangs there is what the code makes, and the article says what hangs there."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from analyzer import paulista
from analyzer.report.gallery import __main__ as command
from analyzer.report.gallery.article import Article
from analyzer.report.gallery.drift import difference
from analyzer.report.gallery.folder import Gallery
from analyzer.report.gallery.pieces import PIECES

REPORTS = Path(__file__).parents[1] / "reports"

QUICK = ("paulista/manilhas", "paulista/positions", "boricua/ligas", "boricua/positions")
"""Pieces that are made in a second."""


@pytest.fixture
def hung(tmp_path: Path) -> Gallery:
    shutil.copytree(REPORTS, tmp_path / "reports")
    return Gallery(tmp_path / "reports")


def run(hung: Gallery, *arguments: str) -> int:
    return command.main(["--folder", str(hung.folder), *arguments])


def told(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


# --------------------------------------------------------------------------- what hangs there


def test_the_quick_pieces_are_as_the_code_makes_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--folder", str(REPORTS), "--check", "--only", *QUICK]) == 0
    assert capsys.readouterr().out == ""


def test_every_piece_hangs_and_is_told_of() -> None:
    stories = Gallery(REPORTS).stories()
    files = {p.relative_to(REPORTS).as_posix() for p in REPORTS.glob("*/*") if p.suffix != ".ipynb"}
    assert set(stories) == files
    commands = {story["command"] for story in stories.values()}
    assert commands == {piece.asks for piece in PIECES}
    assert all(any(path.startswith(piece.name) for path in stories) for piece in PIECES)


def test_every_table_tells_what_it_rests_on() -> None:
    for path, story in Gallery(REPORTS).stories().items():
        if path.endswith(".csv"):
            assert {"rules", "play", "method", "deals", "seed", "version"} <= set(story), path
            assert len(pd.read_csv(REPORTS / path)) > 1
        else:
            assert set(story["numbers"]) <= set(Gallery(REPORTS).stories())
            assert story["caption"].split(" · ")[0] == "traditional rules"


def test_it_is_small_and_holds_no_code() -> None:
    files = [path for path in REPORTS.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 5_000_000
    assert {path.suffix for path in files} <= {".csv", ".svg", ".json", ".md", ".ipynb"}


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (REPORTS / "index.md").read_text("utf-8"))
    assert len(links) > len(PIECES)
    assert [link for link in links if not (REPORTS / link).exists()] == []


# ------------------------------------------------------------------------------------- the check


def test_what_differs_is_named(hung: Gallery, capsys: pytest.CaptureFixture[str]) -> None:
    told(hung.folder / "paulista/manilhas.csv", "0.764957", "0.764999")
    told(hung.folder / "paulista/manilhas.svg", ">76%<", ">75%<")
    told(hung.folder / "manifest.json", '"deals": 1305049200', '"deals": 1305049201')
    assert run(hung, "--check", "--only", "paulista/manilhas", "paulista/first-trick") == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "paulista/manilhas.csv",
        "paulista/manilhas.svg",
        "manifest.json",
    ]
    assert "0.764999" in lines[0]
    assert "0.764957" in lines[0]
    assert "paulista/first-trick.csv" in lines[2]


def test_what_is_missing_is_named(hung: Gallery, capsys: pytest.CaptureFixture[str]) -> None:
    (hung.folder / "boricua/positions.csv").unlink()
    assert run(hung, "--check", "--only", "boricua/positions") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "boricua/positions.csv: missing"
    assert lines[1].startswith("index.md: article: boricua/positions.csv: ")
    (hung.folder / "index.md").unlink()
    assert run(hung, "--check", "--only", "boricua/ligas") == 1
    assert capsys.readouterr().out == "index.md: missing\n"


def test_what_is_no_longer_made_is_named_and_taken_down(hung: Gallery) -> None:
    stale = hung.folder / "paulista" / "old.csv"
    stale.write_text("a\n1\n")
    assert "paulista/old.csv: no longer made" in list(hung.drift([], whole=True))
    assert not any("old.csv" in line for line in hung.drift([], whole=False))
    hung.hang([piece for piece in PIECES if piece.name == QUICK[0]], whole=False)
    assert not stale.exists()


def test_an_edited_article_differs(hung: Gallery, capsys: pytest.CaptureFixture[str]) -> None:
    told(hung.folder / "index.md", "A lone zap wins 76%", "A lone zap wins 80%")
    assert run(hung, "--check", "--only", "boricua/positions") == 1
    assert capsys.readouterr().out.startswith("index.md: 1 of ")


def test_a_new_version_alone_is_no_drift(hung: Gallery) -> None:
    for name in ("manifest.json", "index.md", "paulista/positions.svg"):
        path = hung.folder / name
        path.write_text(re.sub(r"0\.\d+\.\d+(?=[ <\"])", "9.9.9", path.read_text("utf-8")), "utf-8")
    assert "9.9.9" in (hung.folder / "paulista/positions.svg").read_text("utf-8")
    assert run(hung, "--check", "--only", "paulista/positions", "boricua/positions") == 0


@pytest.mark.parametrize(
    ("stored", "made", "same"),
    [
        ("a,0.123456", "a,0.123457", False),
        ("a,0.764957", "a,0.764958", True),
        ("a,5.55112e-17", "a,0.0", True),
        ("a,1305049200", "a,1305049201", False),
        ("a,0.5\nb,1", "a,0.5", False),
        ("win 0.5", "won 0.5", False),
        ("truco-analyzer 0.1.0 |", "truco-analyzer 2.0 |", True),
    ],
)
def test_only_rounding_is_overlooked(stored: str, made: str, same: bool) -> None:
    assert (difference(stored, made) == "") is same


def test_a_difference_is_shown_where_it_begins() -> None:
    said = difference("a,b\n1,2", "a,b,c\n1,2,3")
    assert said == "2 of 2 lines differ, the first is line 1: 'a,b' instead of 'a,b,c'"
    long = "x" * 100
    assert difference(f"{long}1", f"{long}2").endswith(
        "'xxxxxxxxxxxxxxxxxxxx1' instead of 'xxxxxxxxxxxxxxxxxxxx2'"
    )


def test_names_inside_a_drawing_do_not_count() -> None:
    old, new = (f'<g id="p{name}"/><use href="#p{name}"/>' for name in ("a1", "b2"))
    assert difference(old, new, drawing=True) == ""
    assert difference(old, new) != ""


def test_a_drawing_may_shift_by_what_nobody_sees() -> None:
    assert difference('<text y="71.710729"/>', '<text y="71.709948"/>', drawing=True) == ""
    assert difference('<text y="71.710729"/>', '<text y="71.72"/>', drawing=True) != ""


def test_an_unknown_piece_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--only", "paulista/nothing"])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("gallery: only: paulista/nothing: some of paulista/hands, ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("manner", [[], ["--check"]])
@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("", "folder: nothing: a folder's name"),
        ("/proc/x", "folder: /proc/x: a folder that can be "),
        ("file", "folder: file: a folder that can be "),
        ("file/x", "folder: file/x: a folder that can be "),
        ("x" * 300, "folder: xxx"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_before_the_work(
    folder: str,
    told: str,
    manner: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as stopped:
        command.main(["--folder", folder, "--only", QUICK[0], *manner])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"gallery: {told}")
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_in_the_place_of_a_game_s_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paulista").touch()
    with pytest.raises(SystemExit) as stopped:
        command.main(["--folder", ".", "--only", QUICK[0]])
    assert stopped.value.code == 2
    assert "folder: paulista: a folder that can be written in" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{", "[]", "\x00"])
def test_a_damaged_manifest_is_told_in_a_line(
    text: str, hung: Gallery, capsys: pytest.CaptureFixture[str]
) -> None:
    (hung.folder / "manifest.json").write_text(text)
    with pytest.raises(SystemExit) as stopped:
        run(hung, "--check", "--only", QUICK[0])
    assert stopped.value.code == 2
    assert "one whose manifest.json tells of files; hang everything anew" in capsys.readouterr().err


# ------------------------------------------------------------------------------------ making it


def test_a_piece_is_made_anew_to_the_byte(hung: Gallery) -> None:
    def made() -> dict[Path, bytes]:
        assert run(hung, "--only", "paulista/manilhas", "boricua/ligas") == 0
        return {path: path.read_bytes() for path in hung.folder.rglob("*") if path.is_file()}

    first = made()
    told(hung.folder / "boricua/ligas.csv", "0.0", "0.9")
    (hung.folder / "paulista/manilhas.svg").unlink()
    assert made() == first


def test_half_a_gallery_has_no_article(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--folder", str(tmp_path), "--only", "boricua/positions"])
    assert stopped.value.code == 2
    assert "article: " in capsys.readouterr().err
    assert (tmp_path / "boricua/positions.csv").exists()


def test_the_article_follows_the_tables(hung: Gallery) -> None:
    told(hung.folder / "paulista/manilhas.csv", "0.764957", "0.612345")
    text = Article(hung.folder, hung.stories()).text()
    assert "A lone zap wins 61% of hands for the mão" in text


def test_the_article_says_nothing_that_no_longer_holds(hung: Gallery) -> None:
    told(hung.folder / "paulista/manilhas.csv", "zap+copeta,1,", "zap+copeta,0.9,")
    with pytest.raises(ValueError, match="article: never loses: "):
        Article(hung.folder, hung.stories()).text()


def test_lists_of_answers_are_those_of_the_question() -> None:
    asked = {"position": 2, "call": "truco", "score": "9-8"}
    stored = pd.read_csv(REPORTS / "paulista/accept-at-9-8.csv").set_index("hand")
    assert len(stored) == 403
    assert stored["share"].sum() == pytest.approx(1, abs=1e-6)
    for name, cards in {"2 6 4": "2♠ 6♠ 4♠", "5♦ 3 Q": "5♦ 3♣ Q♣", "4 4 4": "4♦ 4♠ 4♣"}.items():
        found = paulista.accept(cards, vira="4♥", **asked)
        row = stored.loc[name]
        assert row["action"] == found.action
        assert row["win"] == pytest.approx(found.win.value, rel=1e-5)
        assert row["break_even"] == pytest.approx(found.break_even, rel=1e-5)


def test_the_manifest_is_plain_json() -> None:
    stories = json.loads((REPORTS / "manifest.json").read_text("utf-8"))
    assert list(stories) == sorted(stories)
