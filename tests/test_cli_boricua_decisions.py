"""``truco boricua`` on what to do: envites, flores and calls, in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer import boricua
from analyzer.boricua.rules import CALLS
from analyzer.cli import boricua as command
from analyzer.cli.main import main
from analyzer.truco.profiles import PROFILES

CARDS = "7E 5E 3O"
ENVITE = ["envite", *CARDS.split()]
ACCEPT = ["accept", *CARDS.split()]
FLOR = ["flor", "5C", "6C", "7C"]

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


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (
            [*ENVITE, "--call", "revoque2", "--position", "2", "--caller", "bluffer"],
            lambda: boricua.envite(CARDS, call="revoque2", position=2, caller="bluffer"),
        ),
        (
            [*ENVITE, "--played", "paso envite", "--players", "4", "--position", "3"]
            + ["--announced", "2 4", "--answers", "0.6,0.2", "--partner", "7C"],
            lambda: boricua.envite(
                CARDS,
                played="paso envite",
                players=4,
                position=3,
                announced="2 4",
                answers=(0.6, 0.2),
                partner="7C",
            ),
        ),
        (
            [*FLOR, "--position", "2", "--sent", "1", "--flor-send", "12"],
            lambda: boricua.flor("5C 6C 7C", position=2, sent=1, flor_send=12),
        ),
        (
            [*ACCEPT, "--call", "juego", "--stake", "9", "--score", "10-9", "--play", "greedy"],
            lambda: boricua.accept(CARDS, call="juego", stake=9, score="10-9", play="greedy"),
        ),
        (["match", "--players", "4"], lambda: boricua.match(players=4)),
    ],
)
def test_json_is_what_the_function_returns(words: list[str], wanted: Callable, ask: Ask) -> None:
    status, out, err = ask(*words, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == wanted().to_dict()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ("ACCEPT the envite", "needed 25.00%", "revoque2 called"),
        ),
        (
            "es",
            (
                "QUIERO",
                "lo mismo, visto que él envida",
                "mejor que “revocar”",
                "25,00%",
                "puntos del envite en promedio",
            ),
        ),
        (
            "pt",
            (
                "ACEITE o envite",
                "o mesmo, visto que ele envida",
                "melhor que “revocar”",
                "25,00%",
                "pontos do envite em média",
            ),
        ),
    ],
)
def test_an_envite_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    status, out, err = ask(*ENVITE, "--call", "revoque2", "--position", "2", "--lang", lang)
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    for word in words:
        assert word in said


def test_an_answer_to_an_envite_tells_who_calls_and_when_it_changes(ask: Ask) -> None:
    found = boricua.envite(CARDS, call="revoque2", position=2)
    said = " ".join(ask(*ENVITE, "--call", "revoque2", "--position", "2")[1].split())
    assert f"your side has the best liga {found.liga_win.value:.2%}" in said
    assert f"the same, given that he called {found.win.value:.2%}" in said
    assert f"If he bluffs with more than {found.flip:.1%} of the rest: raise (revoque)." in said
    assert "caller (normal): the best 25% of all hands, 10% of the rest as bluffs" in said
    assert "he stays with the best 50% of these, the best 10% raise" in said
    assert "all play" not in said
    top = " ".join(ask(*ENVITE, "--call", "revoque8")[1].split())
    assert "(revoque)" not in top.partition("traditional")[0].partition("called")[2]


def test_an_envite_to_open(ask: Ask) -> None:
    fields = ["--players", "4", "--position", "4", "--announced", "2 3"]
    said = " ".join(ask(*ENVITE, *fields)[1].split())
    for words in (
        "OPEN the envite",
        "said: paso paso paso",
        "who has passed may hold any liga: a pass tells nothing",
        "flor announced: 2 3",
        "opened, they stay with the best 50% of hands, the best 10% raise",
        "the partner's cards are not known",
        "pass 0.00",
    ):
        assert words in said
    assert "who has passed" not in ask(*ENVITE, "--position", "1", "--played", "paso envite")[1]
    assert "PASS" in ask("envite", "4E", "5B", "3O", "--answers", "1,1")[1]


def test_what_hangs_on_those_who_run_is_said(ask: Ask) -> None:
    low = ["6E", "5B", "3O"]
    fields = ["--position", "2", "--call", "envite", "--caller", "bluffer"]
    said = " ".join(ask("envite", *low, *fields)[1].split())
    found = boricua.envite(" ".join(low), position=2, call="envite", caller="bluffer")
    assert f"pays only while he stays with less than {found.pays_below:.1%} of his calls" in said
    first = said
    said = " ".join(ask("envite", *low, "--position", "2", "--answers", "0.3,0.1")[1].split())
    assert "“open” pays only while they stay with less than" in said
    assert f"says otherwise. If he bluffs with less than {found.flip:.1%} of the rest: ref" in first
    at_29 = " ".join(ask("envite", *low, "--position", "2", "--score", "29-20")[1].split())
    assert "opened, they stay, for refusing would lose them the match" in at_29
    at_28 = " ".join(ask("envite", *low, "--call", "envite", "--score", "28-20")[1].split())
    assert "raised, he stays, for refusing would lose him the match" in at_28


def test_a_file_of_an_answer_marks_what_is_advised(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "envite.csv"
    assert ask(*ENVITE, "--position", "2", "--call", "envite", "--out", str(path))[0] == 0
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    assert head.endswith(",std_error,best")
    best = [row.split(",")[0] for row in rows if row.endswith(",True")]
    assert best == [f"values.{boricua.envite(CARDS, position=2, call='envite').action}"]
    found = boricua.hand(CARDS, play="greedy")
    frame = found.to_frame()
    advised = [f"cards.{found.action}.{name}" for name in ("win", "behind")]
    assert frame[frame["best"]]["quantity"].tolist() == advised


def test_among_four_it_is_said_who_called(ask: Ask) -> None:
    fields = ["--players", "4", "--position", "4", "--played", "paso paso envite"]
    assert "envite called by position 3" in " ".join(ask(*ENVITE, *fields)[1].split())
    found = boricua.envite(CARDS, players=4, position=4, played="paso paso envite")
    assert found.called_by == 3
    assert boricua.envite(CARDS, position=1, call="envite").called_by == 2
    assert boricua.envite(CARDS, position=2).called_by is None


def test_a_flor_in_words(ask: Ask) -> None:
    said = " ".join(ask(*FLOR, "--position", "2", "--sent", "1", "--flor-send", "12")[1].split())
    for words in (
        "SEND the flor",
        "flor 18",
        "flor announced: 2",
        "flor sent: 1",
        "they send a flor of 12 or more",
        "theirs was sent, yours is better 92.11%",
        "Silence gives them 1 at the end of the hand.",
        "points of the flores on average",
    ):
        assert words in said
    said = " ".join(ask(*FLOR, "--position", "2", "--sent", "none")[1].split())
    assert "flor sent: nobody" in said
    assert "they send none 100%" in said
    assert "they send one" not in said
    assert ask(*FLOR, "--position", "2")[1].split() == said.split()
    assert "Mano sent none; --sent 1 if he did." in said
    four = [*FLOR, "--players", "4", "--position", "4"]
    assert "--sent POSITION if one of them did" in " ".join(ask(*four)[1].split())
    alone = ask(*FLOR)[1]
    assert "Silence" not in alone
    low = ask("flor", "1E", "3E", "4E", "--announced", "2", "--seen", "3B 4B 3O 3C 4C")[1]
    assert "KEEP SILENT" in low


def test_an_answer_to_a_truco_in_words(ask: Ask) -> None:
    found = boricua.accept(CARDS, call="truco", play="greedy")
    said = " ".join(ask(*ACCEPT, "--call", "truco", "--play", "greedy")[1].split())
    for words in (
        "truco called",
        f"wins if you accept {found.win.value:.2%}",
        "needed 33.33%",
        "raise to seis",
        "points from this hand on average",
        "all play greedy",
    ):
        assert words in said
    said = " ".join(ask(*ACCEPT, "--call", "truco", "--score", "27-25")[1].split())
    assert "chance to win the match" in said
    assert "match equities: normal" in said
    owed = ["--position", "1", "--score", "29-28", "--announced", "2", "--sent", "none"]
    said = " ".join(ask(*ACCEPT, "--call", "truco", *owed)[1].split())
    for words in (
        "RUN",
        "run 100%",
        "flor announced: 2",
        "flor sent: nobody",
        "for silent flores you get 1 at the end of the hand, they 0",
    ):
        assert words in said
    nueve = ask(*ACCEPT, "--call", "nueve", "--stake", "6", "--play", "greedy")[1]
    assert "juego" not in nueve  # without a score nobody knows what it is worth


def test_decisions_at_a_score_in_words(ask: Ask) -> None:
    said = " ".join(ask(*ENVITE, "--call", "envite", "--score", "28-28")[1].split())
    win = boricua.envite(CARDS, call="envite", score="28-28").win.value
    assert f"accept {win:.2%}" in said
    assert "points of the envite" not in said
    assert "your side wins the tricks" in said
    assert "all play expert" in said
    said = " ".join(ask(*FLOR, "--score", "27-27")[1].split())
    assert "send 100%" in said
    assert "your side wins the tricks" in said
    assert "28-28" in ask(*ENVITE, "--score", "28-28")[1]
    sampled = ["--players", "4", "--score", "28-28", "--deals", "500", "--play", "greedy"]
    assert "500 deals sampled" in ask(*ENVITE, *sampled)[1]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "AT 0-0 THE DEALER'S SIDE WINS 50",
                "dealing 50.378% ±0.007",
                "they win by bolo, you dealing 13.",
                "you | they",
            ),
        ),
        ("es", ("ganan por bolo, si das tú 13,",)),
        ("pt", ("bolo deles, dando você 13,",)),
    ],
)
def test_a_match_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    status, out, err = ask("match", "--lang", lang)
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    for word in words:
        assert word in said


def test_a_match_at_one_score(ask: Ask) -> None:
    found = boricua.match(score="27-10")
    said = " ".join(ask("match", "--score", "27-10")[1].split())
    assert f"AT 27-10, DEALING, YOU WIN {found.equity[27][10][0]:.3%}" in said
    assert f"the same, they dealing {found.equity[27][10][1]:.3%} ±" in said
    assert f"you win by bolo, they dealing {found.bolo['ours'][27][10][1]:.2%}" in said
    assert "they win by bolo" not in said  # we have left the malos
    assert "you | they" not in said
    assert found.headline().startswith("dealing at 27-10 wins ")
    assert "THE DEALER'S SIDE" in ask("match", "--score", "20-20")[1]


def test_a_match_as_a_table(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    assert ask("match", "--out", str(path))[0] == 0
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    assert head == "us,them,we_deal,equity,std_error,bolo_ours,bolo_theirs"
    assert len(rows) == 30 * 30 * 2


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ([*ACCEPT, "--call", "seis"], "call: seis: only truco"),
        ([*ACCEPT, "--call", "juego", "--stake", "9"], "score"),
        (ACCEPT, "call"),
        (["match", "--exact"], "match equities are sampled"),
        (["match", "--score", "30-2"], "score: 30-2: us-them, each from 0 to 29"),
        (["match", "--profile", "mad"], "profile: mad"),
        (["match", "--players", "3"], "players: 3"),
        (["envite", "7E", "5E", "2O"], "2O"),
        (["envite", "7E", "5E", "12O"], "12O"),
        (["envite", "7E", "5E", "1O"], "no 1O 1C"),
        ([*ENVITE, "--position", "2", "--announced", "2"], "7E 5E 3O is no flor"),
        ([*ENVITE, "--played", "revoque"], "nobody has opened yet"),
        ([*ENVITE, "--sent", "2"], "a flor that was sent cancels the envite"),
        ([*ENVITE, "--score", "30-2"], "score: 30-2"),
        ([*ENVITE, "--call", "truco"], "call: truco"),
        ([*ENVITE, "--stake", "3"], "stake"),
        ([*ENVITE, "--deals", "100"], "left out without a score"),
        ([*ENVITE, "--caller", "mad"], "caller: mad"),
        ([*ENVITE, "--answers", "0.1,0.5"], "RERAISE <= ACCEPT"),
        ([*ENVITE, "--equity", "solved"], "equity: solved"),
        (["flor", *CARDS.split()], "a flor, three cards of one suit"),
        ([*FLOR, "--flor-send", "many"], "flor-send: many"),
        ([*FLOR, "--announced", "1"], "mano passes a ley"),
        ([*FLOR, "--call", "envite"], "call"),
    ],
)
def test_slips_are_told_in_one_line(words: list[str], wrong: str, ask: Ask) -> None:
    status, out, err = ask(*words)
    assert (status, out) == (2, "")
    assert err.startswith("truco: ")
    assert err.count("\n") == 1
    assert wrong in err


def test_completion_knows_callers_and_calls() -> None:
    assert set(command.PROFILES) == set(PROFILES)
    assert command.CALLS == CALLS
