"""``truco boricua``: its questions answered, every slip told in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer import boricua
from analyzer.boricua import tables
from analyzer.boricua.policies import DEFAULT, POLICIES
from analyzer.boricua.rules import Rules
from analyzer.cli import boricua as command
from analyzer.cli.main import main

CARDS = "7E 6E 3O"
HAND = ["hand", *CARDS.split()]
FOUR = ["--players", "4", "--deals", "500"]

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRUCO_DEBUG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def answered(*words: str) -> tuple[int, str, str]:
        status = main(["boricua", *words, "--quiet", "--threads", "1"])
        out, err = capsys.readouterr()
        return status, out, err

    return answered


def test_json_is_what_the_function_returns(ask: Ask) -> None:
    status, out, err = ask(*HAND, "--position", "2", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == boricua.hand(CARDS, position=2).to_dict()
    status, out, err = ask("simulate", "--play", "greedy/random", *FOUR, "--json")
    found = boricua.simulate(play="greedy/random", players=4, deals=500)
    assert (status, json.loads(out), err) == (0, found.to_dict(), "")


def test_a_situation_may_stand_in_a_file(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "asked.json"
    fields = {"hand": CARDS, "position": 2, "played": "7C", "play": "random"}
    path.write_text(json.dumps(fields), encoding="utf-8")
    status, out, _ = ask("hand", "--situation", str(path), "--json")
    assert status == 0
    found = boricua.hand(CARDS, position=2, played="7C", play="random")
    assert json.loads(out) == found.to_dict()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("PLAY 3O", "you play first of 2 (mano)", "your side has the best liga 100%")),
        ("es", ("JUEGA 3O", "juegas 1º de 2 (mano)", "tu lado tiene la mejor liga 100%")),
        ("pt", ("JOGUE 3O", "você é o 1º de 2 a jogar (mano)", "seu lado tem a melhor liga 100%")),
    ],
)
def test_an_answer_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    status, out, err = ask(*HAND, "--lang", lang)
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    assert all(word in said for word in words)


def test_cards_are_compared_and_the_policy_s_own_choice_told(ask: Ask) -> None:
    found = boricua.hand(CARDS, play="greedy")
    said = " ".join(ask(*HAND, "--play", "greedy")[1].split())
    for value in found.cards:
        assert f"{value.card} {value.win.value:.2%}" in said
    assert f"−{100 * found.cards[1].behind.value:.2f}"[:-1] in said
    assert f"as greedy would play {found.win.value:.2%}" in said
    assert "exact: all 969 deals counted" in said


def test_everything_known_of_a_hand_is_said(ask: Ask) -> None:
    more = ["--partner", "4B", "--seen", "3E", "--score", "28-25", "--play", "greedy/random"]
    asked = ["hand", "5C", "6C", "7C", *FOUR, "--played", "3O truco ok 7B", *more]
    said = " ".join(ask(*asked, "--position", "4")[1].split())
    for words in (
        "WINS",
        "liga 33, flor 18",
        "you play last of 4 (you deal)",
        "partner: 4B",
        "out: 3E",
        "played: 3O truco ok 7B",
        "worth 3",
        "28-25",
        "you play greedy, they random",
        "500 deals sampled (seed 0)",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("position", "place"), [(2, "you play second of 4"), (3, "you play third of 4")]
)
def test_a_partner_of_whom_nothing_is_known(position: int, place: str, ask: Ask) -> None:
    said = " ".join(ask(*HAND, *FOUR, "--position", str(position))[1].split())
    assert place in said
    assert "the partner's cards are not known" in said
    assert "the partner's" not in " ".join(ask(*HAND)[1].split())


def test_whole_hands_in_words(ask: Ask) -> None:
    status, out, err = ask("simulate", "--play", "greedy/random", "--rule", "signals=true")
    assert (status, err) == (0, "")
    found = boricua.simulate(play="greedy/random", exact=True)
    assert f"MANO WINS {found.first_side_win.value:.2%}" in out
    assert "mano's side plays greedy, the dealer's random" in out
    assert "traditional rules, signals=true" in out
    assert "first trick tied" in out
    _, out, _ = ask("simulate", "--play", "open")
    assert "all play open" in out
    assert "first trick tied" not in out


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("somebody opens an envite", "points for mano's side", "the whole hand", "caller")),
        ("es", ("alguien abre un envite", "puntos del lado del mano", "la mano entera")),
        ("pt", ("alguém abre um envite", "pontos do lado do mano", "a mão inteira")),
    ],
)
def test_all_phases_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    asked = ["simulate", "--profile", "loose", "--deals", "2000", "--lang", lang]
    status, out, err = ask(*asked)
    assert (status, err) == (0, "")
    assert all(word in out for word in words)
    found = boricua.simulate(profile="loose", deals=2000)
    assert json.loads(ask(*asked, "--json")[1]) == json.loads(json.dumps(found.to_dict()))


def test_an_answer_as_a_table(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    assert ask(*HAND, "--out", str(path))[0] == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("liga_win,1.0") for line in lines)
    assert any(line.startswith("cards.3O.win,") for line in lines)


def test_a_table_has_a_row_for_each_thing(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "ligas.csv"
    asked = ["table", "ligas", "--position", "1"]
    assert ask(*asked, "--out", str(path)) == (0, "", "")
    rows = path.read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 15
    status, out, err = ask(*asked)
    assert (status, err) == (0, "")
    same, _, header, _, *lines = out.splitlines()
    assert same.split()[:5] == ["players", "2", "·", "position", "1"]
    assert header.split() == ["liga", "share", "win"]
    assert lines[-1].split() == ["33", "5.19%", "100%"]
    answer = json.loads(ask("table", "flor", "--json")[1])
    assert (answer["table"], answer["method"], answer["rows"][0]["flor"]) == ("flor", "exact", 8)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["shout"], "is no question"),
        (["hand", "7E", "6E", "2O"], "2O"),
        (["hand", "7E", "6E", "12O"], "12O"),
        (["hand", "7E", "6E", "1O"], "no 1O 1C"),
        (["hand", "7E", "6E"], "hand"),
        ([*HAND, "--score", "30-2"], "score"),
        ([*HAND, "--played", "3O seis"], "truco"),
        ([*HAND, "--play", "optimal"], "random, greedy, open, expert"),
        ([*HAND, "--rule", "vira=1"], "rule"),
        (["simulate", "--players", "4", "--exact"], "exact"),
        (["simulate", "--players", "3"], "players"),
        (["table"], "one of ligas, flor, envite, hands, positions"),
        (["table", "ligas", "--play", "greedy"], "plays no cards"),
        (["table", "hands", "--position", "3"], "position"),
    ],
)
def test_slips_are_told_in_one_line(words: list[str], wrong: str, ask: Ask) -> None:
    status, out, err = ask(*words)
    assert (status, out) == (2, "")
    assert err.startswith("truco: ")
    assert err.count("\n") == 1
    assert wrong in err


def test_help_and_completion_know_what_there_is() -> None:
    assert set(command.POLICIES) == set(POLICIES)
    assert command.POLICIES[0] == DEFAULT
    assert tuple(tables._TABLES) == command.TABLES
    for text in command._OPTIONS:
        assert text.partition("=")[0] in Rules().to_dict()
