"""``truco manilla``: its questions answered, every slip told in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from test_manilla_knowledge import RandomDeal, trick_text

from analyzer import manilla
from analyzer.cli import manilla as command
from analyzer.cli.main import main
from analyzer.manilla import book, tables
from analyzer.manilla.policies import POLICIES
from analyzer.manilla.rules import Rules

CARDS = "9O 1O 3O 9C 8C 2C 9E 1E 9B 1B 12B 2B"
HAND = ["hand", *CARDS.split(), "--trump", "B", "--deals", "500"]
PLAY = ["play", *CARDS.split(), "--trump", "B", "--deals", "500"]
SIMULATE = ["simulate", "--deals", "500", "--play", "expert/random"]

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRUCO_DEBUG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def answered(*words: str) -> tuple[int, str, str]:
        status = main(["manilla", *words, "--quiet"])
        return (status, *capsys.readouterr())

    return answered


def test_json_is_what_the_function_returns(ask: Ask) -> None:
    status, out, err = ask(*HAND, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == manilla.hand(CARDS, trump="B", deals=500).to_dict()
    status, out, err = ask(*SIMULATE, "--json", "--rule", "must_undertrump=true")
    found = manilla.simulate(play="expert/random", deals=500, rule={"must_undertrump": True})
    assert (status, json.loads(out), err) == (0, found.to_dict(), "")


def test_a_situation_may_stand_in_a_file(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "asked.json"
    fields = {"hand": CARDS, "shown": "4B", "position": 2, "played": "12O", "play": "random"}
    path.write_text(json.dumps(fields), encoding="utf-8")
    status, out, _ = ask("hand", "--situation", str(path), "--deals", "500", "--json")
    assert status == 0
    found = manilla.hand(CARDS, shown="4B", position=2, played="12O", play="random", deals=500)
    assert json.loads(out) == found.to_dict()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("POINTS", "trump B", "you play first (mano)", "all play expert")),
        ("es", ("PUNTOS", "triunfo B", "juegas primero (mano)", "más de 36 puntos")),
        ("pt", ("PONTOS", "trunfo B", "você joga primeiro (mano)", "mais de 36 pontos")),
    ],
)
def test_an_answer_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    status, out, err = ask(*HAND, "--lang", lang)
    assert (status, err) == (0, "")
    said = " ".join(out.split())  # lines are wrapped
    assert all(word in said for word in words)


def test_everything_known_of_a_hand_is_said(ask: Ask) -> None:
    more = ["--shown", "4B", "--position", "2", "--played", "12O", "--partner", "3E"]
    _, out, _ = ask(*HAND, *more, "--score", "31-28", "--play", "expert/random", "--ascii")
    said = " ".join(out.split())
    for words in (
        "turned up: 4B",
        "you play second",
        "played: 12O",
        "partner: 3E",
        "31-28",
        "score and juegos change nothing here",
        "you play expert, they random",
    ):
        assert words in said


def test_few_deals_are_counted_and_said_to_be(ask: Ask) -> None:
    deal = RandomDeal(1, 40)
    known = ["--trump", deal.node.trump, "--shown", deal.turned]
    words = ["hand", *deal.node.hands[0], *known, "--played", trick_text(deal.played)]
    status, out, err = ask(*words, "--ascii")
    assert (status, err) == (0, "")
    assert "of 72, for your pair on average\n" in out
    assert "exact: all " in out
    assert "+/-" not in out


def test_whole_deals_in_words(ask: Ask) -> None:
    status, out, err = ask(*SIMULATE, "--rule", "must_undertrump=true", "--ascii")
    assert (status, err) == (0, "")
    found = manilla.simulate(play="expert/random", deals=500, rule="must_undertrump=true")
    assert f"THE MANO'S PAIR MAKES {found.points.value:.2f}"[:-1] in out
    assert "the mano's pair plays expert, the dealer's random" in out
    assert "traditional rules, must_undertrump=true" in out
    # nothing that was sampled is certain
    assert " 0%" not in out


def test_an_answer_as_a_table(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    assert ask(*HAND, "--out", str(path))[0] == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("points,") for line in lines)
    assert any(line.startswith("distribution.72,") for line in lines)


def test_scores_in_words(ask: Ask) -> None:
    words = ["match", "--score", "31-28", "--juegos", "1-0", "--deals", "2000", "--ascii"]
    status, out, err = ask(*words)
    found = manilla.match(score="31-28", juegos="1-0", deals=2000)
    assert (status, err) == (0, "")
    assert "31-28 in the juego | 1-0 juegos" in " ".join(out.split())
    assert f"YOU WIN THE JUEGO {found.we_deal.juego.value:.1%}"[:-1] in out
    assert "your pair wins the partida" in out
    assert " 35 " in out
    status, out, _ = ask(
        *words[:3], "--deals", "2000", "--rule", "match=individual", "--lang", "es"
    )
    assert status == 0
    assert "ganas la partida" in out
    assert "juegas primero (mano)" in out


def test_scores_as_json_and_as_a_file(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    status, out, _ = ask("match", "--deals", "2000", "--json", "--out", str(path))
    assert status == 0
    assert json.loads(out) == manilla.match(deals=2000).to_dict()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3201


def test_a_table_of_hands(ask: Ask, tmp_path: Path) -> None:
    words = ["table", "hands", "--position", "1", "--deals", "2000"]
    status, out, err = ask(*words, "--ascii")
    assert (status, err) == (0, "")
    said, _, head, _, *rows = out.splitlines()
    frame = manilla.table("hands", position=1, deals=2000)
    assert len(rows) == len(frame)
    assert said.split() == ["position", "1", "|", "policy", "expert"]
    assert head.split() == [
        *("counted", "number", "share", "points"),
        *("win", "tie", "capote", "deals"),
    ]
    assert f"{frame['points'][2]:.2f} +/-" in rows[2]
    path = tmp_path / "hands.csv"
    assert ask(*words, "--out", str(path))[:2] == (0, "")
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(frame) + 1


def test_a_card_in_words(ask: Ask) -> None:
    words = [*PLAY, "--position", "3", "--played", "3E 5E", "--score", "31-28"]
    status, out, err = ask(*words, "--ascii")
    fields = {"trump": "B", "position": 3, "played": "3E 5E", "score": "31-28"}
    found = manilla.play(CARDS, deals=500, **fields)
    assert (status, err) == (0, "")
    assert f"PLAY {found.action}" in out
    assert "points of your pair after each card" in out
    best, other = found.cards
    rows = [line for line in out.splitlines() if line.strip("> ").startswith(("9E", "1E"))]
    assert len(rows) in (4, 6)  # with lines for capotes if they are likely
    assert rows[0].split()[:3] == [">", best.card, f"{best.points.value:.2f}"]
    assert rows[1].split()[0] == other.card
    assert f"-{other.behind.value:.2f}" in rows[1]
    assert "Not clear" not in out
    assert "score and juegos change nothing here" in out
    _, out, _ = ask(*words[:-2], "--ascii")
    assert "change nothing" not in out
    status, out, _ = ask(*words, "--lang", "pt", "--play", "random")
    assert status == 0
    assert "JOGUE" in out


def test_cards_that_lead_to_the_same_share_a_line(ask: Ask) -> None:
    _, out, _ = ask(*PLAY, "--ascii")
    assert " 8C " in out  # the 2C is not its like, with others between them
    _, out, _ = ask(*PLAY[:1], *CARDS.replace("2C", "7C").split(), *PLAY[13:], "--ascii")
    assert " 7C 8C " in out


def test_what_is_not_clear_is_said(ask: Ask) -> None:
    mine = ["2O", "4O", "9C", "8C", "7C", "2C", "9E", "8E", "9B", "8B", "3B", "2B"]
    words = ["--trump", "B", "--position", "3", "--played", "5O 9O", "--deals", "100"]
    status, out, _ = ask("play", *mine, *words)
    found = manilla.play(" ".join(mine), trump="B", position=3, played="5O 9O", deals=100)
    assert status == 0
    assert not found.clear
    close = f"Not clear at 95%: {found.cards[1].card} may be as good or better."
    assert f"{close} --deals 400 goes on." in " ".join(out.split())


def test_a_single_card_needs_no_reasons(ask: Ask) -> None:
    words = ["--position", "2", "--played", "12O", "--deals", "100"]
    mine = CARDS.replace("1O", "4O").split()
    status, out, _ = ask("play", *mine, "--trump", "B", *words)
    assert status == 0
    assert "PLAY 9O" in out
    assert "the only card that may be played" in out


def test_the_book_is_one_page_with_its_charts(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "kept_folder", lambda _name: tmp_path)
    path = tmp_path / "livro.html"
    status, out, err = ask("book", "--deals", "8000", "--out", str(path), "--lang", "pt")
    assert (status, err) == (0, "")
    assert str(path) in out
    page = path.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 3
    assert "--deals 8000 --seed 0" in page


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["shout"], "is no question"),
        (["hand", "9O", "--trump", "B"], "12 cards"),
        (["hand", *CARDS.split(), "3B", "--trump", "B"], "12 cards"),
        (["hand", *CARDS.replace("2B", "9O").split(), "--trump", "B"], "9O"),
        ([*HAND[:-2], "--trump", "X"], "trump"),
        ([*HAND, "--shown", "9O"], "shown"),
        ([*HAND, "--shown", "4E"], "shown"),
        ([*HAND, "--position", "2", "--played", "12O 3O"], "must beat 12O"),
        ([*HAND, "--score", "40-3"], "score"),
        ([*HAND, "--exact"], "exact"),
        ([*HAND, "--play", "open/expert"], "all seats"),
        ([*HAND, "--play", "greedy"], "greedy: expert or random; open is for all seats at once"),
        ([*HAND, "--rule", "vira=1"], "rule"),
        ([*SIMULATE, "--players", "2"], "players"),
        ([*PLAY, "--position", "2", "--played", "12O 9O"], "position"),
        ([*PLAY, "--position", "2", "--played", "12O 3O"], "must beat 12O"),
        ([*PLAY, "--position", "2"], "position"),
        ([*PLAY, "--score", "40-3"], "score"),
        ([*PLAY, "--play", "open/random"], "open"),
        (["match", "--score", "40-3"], "score"),
        (["match", "--juegos", "2-1"], "juegos"),
        (["match", "--deals", "9"], "deals"),
        (
            ["table"],
            "missing which table: hands, holdings, kinds, capote, positions, spread, leads",
        ),
        (["table", "liga"], "one of hands, holdings, kinds, capote, positions, spread, leads"),
        (["table", "hands", "--position", "0"], "position"),
        (["table", "hands", "--out", "hands.png"], "out"),
        (["table", "capote", "--score", "3-0"], "score"),
        (["book"], "missing --out: the book's file, ending in .html"),
        (["book", "--out", "book.csv"], "out: book.csv: a file whose name ends in .html\n"),
        (["book", "--out", "book.pdf"], "out: book.pdf: a file whose name ends in .html\n"),
        (["book", "--out", "book.html", "--json"], "No such option: --json"),
        (["book", "--out", "book.html", "--deals", "999"], "at least 1000"),
    ],
)
def test_slips_are_told_in_one_line(words: list[str], wrong: str, ask: Ask) -> None:
    status, out, err = ask(*words)
    assert (status, out) == (2, "")
    assert err.startswith("truco: ")
    assert err.count("\n") == 1
    assert wrong in err


def test_what_the_shell_completes_exists() -> None:
    assert set(command.POLICIES) == set(POLICIES)
    assert set(command.TABLES) == set(tables.TABLES)
    preset = Rules.presets["traditional"]
    for text in command._OPTIONS:
        name, _, value = text.partition("=")
        assert hasattr(preset, name)
        assert str(Rules.read("traditional", {name: value}).to_dict()[name]).lower() == value
