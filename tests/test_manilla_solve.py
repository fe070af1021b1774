"""The question ``solve``: values, a best line, budgets, files and slips."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable
from pathlib import Path

import naive_manilla as naive
import pytest
from test_manilla_solver import dealt, full_deal, golden_lines

from analyzer import manilla
from analyzer.cli.main import main
from analyzer.core.errors import InputError
from analyzer.manilla.questions import SolveResult
from analyzer.manilla.situation import Deal

DEAL = "12O 2O / 1O 3C / 9O 4C / 5O 5C"
WORDS = ["solve", "--deal", DEAL, "--trump", "B"]

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    for name in ("TRUCO_DEBUG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")

    def answered(*words: str) -> tuple[int, str, str]:
        status = main(["manilla", *words, "--quiet"])
        return (status, *capsys.readouterr())

    return answered


def text_of(hands: tuple[naive.Cards, ...]) -> str:
    return " / ".join(" ".join(hand) for hand in hands)


def solved(node: naive.Node, played: str = "", **more: object) -> SolveResult:
    """Ask about a deal before its first card, or after those that were played."""
    return manilla.solve(
        text_of(node.hands),
        trump=node.trump,
        leader=node.leader + 1,
        played=played,
        rule={"must_undertrump": node.undertrump},
        **more,
    )


def played_on(node: naive.Node, count: int, chance: random.Random) -> tuple[naive.Node, str]:
    """Return a node after so many legal cards, and these cards as ``--played`` takes them."""
    words = []
    for _ in range(count):
        words.append(chance.choice(naive.choices(node)))
        node, _won = naive.lay(node, words[-1])
    tricks = (" ".join(words[n : n + 4]) for n in range(0, len(words), 4))
    return node, " / ".join(tricks)


def won_by(node: naive.Node, line: tuple[str, ...]) -> int:
    """The points of players 0 and 2, who are positions 1 and 3, along legal cards to the end."""
    won = 0
    for card in line:
        assert card in naive.choices(node)
        node, points = naive.lay(node, card)
        won += points
    assert naive.over(node)
    return won


@pytest.mark.parametrize("seed", range(40))
def test_values_cards_and_line_of_endings_played_for_a_while(seed: int) -> None:
    chance = random.Random(seed)
    before = dealt(chance, 4)
    now, played = played_on(before, seed % 9, chance)
    found = solved(before, played)
    expected = naive.card_values(now, {})
    assert {one.card: one.points for one in found.cards} == expected
    best = (max if naive.turn(now) in (0, 2) else min)(expected.values())
    assert found.points == found.low == found.high == best
    assert found.position == naive.turn(now) + 1
    assert won_by(now, found.line) == best
    assert [one.behind for one in found.cards] == sorted(abs(best - n) for n in expected.values())
    left = [card for hand in (*now.hands, now.table) for card in hand]
    assert found.left == naive.worth(left) - 1 + max(map(len, now.hands))


def test_a_full_deal() -> None:
    node = full_deal(3)
    found = solved(node)
    assert len(found.cards) == 12
    assert found.cards[0].points == found.points
    assert won_by(node, found.line) == found.points
    assert found.left == 72
    assert solved(node).to_dict() == found.to_dict()  # the nodes too


def test_a_situation_is_read_in_every_form(tmp_path: Path) -> None:
    expected = manilla.solve(DEAL, trump="B", played="2O", leader=1)
    fields = {"deal": DEAL, "trump": "B", "played": "2O"}
    rows, whole = tmp_path / "deal.txt", tmp_path / "deal.json"
    rows.write_text(DEAL.replace(" / ", "\n") + "\n", encoding="utf-8")
    whole.write_text(json.dumps(fields), encoding="utf-8")
    for found in (
        manilla.solve(fields),
        manilla.solve({"deal": DEAL}, trump="B", played="2O"),
        manilla.solve(Deal.read(fields)),
        manilla.solve(Deal.read({**fields, "played": ""}), played="2O"),
        manilla.solve(str(rows), trump="B", played="2O"),
        manilla.solve(str(whole)),
    ):
        assert found.to_dict() == expected.to_dict()


@pytest.mark.parametrize("nodes", [1, 2_000, 60_000, 600_000])
def test_a_budget_is_kept_and_its_bounds_are_true(nodes: int) -> None:
    node = full_deal(3)
    true = solved(node)
    found = solved(node, nodes=nodes)
    assert found.nodes == nodes < true.nodes
    assert found.low <= true.points <= found.high
    assert found.points in (None, true.points)
    assert (found.points is None) == (found.low < found.high)
    exact = {one.card: one.points for one in true.cards}
    for one in found.cards:
        assert one.low <= exact[one.card] <= one.high
        assert one.points == (exact[one.card] if one.low == one.high else None)
    assert found.low >= max(one.low for one in found.cards)  # position 1 leads
    assert found.high == max(one.high for one in found.cards)
    assert any(one.points is None for one in found.cards)
    assert found.line in ((), true.line)


def test_bounds_of_the_cards_narrow_those_of_the_deal() -> None:
    words = {"trump": "B", "leader": 2}
    true = manilla.solve(DEAL, **words)
    for nodes in range(1, true.nodes):
        found = manilla.solve(DEAL, nodes=nodes, **words)
        assert found.low == min(one.low for one in found.cards)  # the others are to play
        assert found.low <= true.points <= found.high <= min(one.high for one in found.cards)


def test_as_a_table() -> None:
    frame = manilla.solve(DEAL, trump="B").to_frame()
    assert list(frame.columns) == ["quantity", "value", "low", "high"]
    assert list(frame["quantity"]) == ["points", "cards.12O", "cards.2O"]
    assert list(frame["value"]) == [13, 13, 10]
    assert frame.attrs["situation"]["deal"] == DEAL
    assert manilla.solve(DEAL, trump="B", nodes=1).to_frame()["value"].isna().all()


def test_ctrl_c_stops_a_long_search() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    solved(full_deal(3))  # compiled before the clock starts
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            solved(full_deal(103))  # 25 million nodes for its value alone
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_json_is_what_the_function_returns(ask: Ask) -> None:
    status, out, err = ask(*WORDS, "--json", "--rule", "must_undertrump=true", "--leader", "2")
    assert (status, err) == (0, "")
    found = manilla.solve(DEAL, trump="B", leader=2, rule={"must_undertrump": True})
    assert json.loads(out) == found.to_dict()
    assert json.loads(out)["position"] == 2


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("POSITIONS 1 AND 3 WIN 13 POINTS", "of 14 still to be won", "A best way to play")),
        ("es", ("LAS POSICIONES 1 Y 3 GANAN 13 PUNTOS", "de 14 por jugar", "Una manera óptima")),
        ("pt", ("AS POSIÇÕES 1 E 3 FAZEM 13 PONTOS", "de 14 em jogo", "Um jeito perfeito")),
    ],
)
def test_an_answer_in_words(lang: str, words: tuple[str, ...], ask: Ask) -> None:
    status, out, err = ask(*WORDS, "--lang", lang)
    assert (status, err) == (0, "")
    said = " ".join(out.split())  # lines are wrapped
    for word in (*words, "1: 12O 2O", "4: 5O 5C", "12O 1O 9O 5O / 4C 5C 2O 3C"):
        assert word in said


def test_everything_known_of_a_deal_is_said(ask: Ask) -> None:
    _, out, _ = ask(*WORDS, "--leader", "3", "--played", "4C 5C", "--ascii")
    said = " ".join(out.split())
    for words in ("position 3 leads", "played: 4C 5C", "each card of position 1", "traditional"):
        assert words in said
    _, out, _ = ask(*WORDS, "--nodes", "1")
    said = " ".join(out.split())
    assert "POSITIONS 1 AND 3 WIN 10–14 POINTS" in said
    assert "--nodes allows more" in said
    assert "stopped after 1 cards played: bounds" in said
    assert "exact" not in said
    assert "A best way" not in said


def without(deal: str, card: str) -> str:
    return " ".join(word for word in deal.split() if word != card)


FULL = golden_lines()[0].split(" | ")[1]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--deal", without(FULL, "8O"), "--trump", "B"], "12 cards like the others, not 11"),
        (["--deal", without(FULL, "10O"), "--trump", "B"], "deal, hand 3"),
        (["--deal", FULL + " 9O", "--trump", "B"], "9O"),  # 49
        (["--deal", FULL.replace("8O", "4O"), "--trump", "B"], "4O"),
        (["--deal", FULL, "--trump", "X"], "trump"),
        (["--deal", FULL], "trump"),
        (["--trump", "B"], "deal"),
        (["--deal", "9O / 1O / 12O", "--trump", "B"], "four hands"),
        (["--deal", "missing.txt", "--trump", "B"], "a file that exists"),
        (["--deal", "9O / 1O 2C / 12O / 3O", "--trump", "B"], "1 card like the others, not 2"),
        ([*WORDS[1:], "--leader", "5"], "leader"),
        ([*WORDS[1:], "--played", "2O 3C"], "must beat 2O: holds 1O"),
        ([*WORDS[1:], "--played", "2O 1O 4C"], "must beat 1O: holds 9O"),
        ([*WORDS[1:], "--played", "9O"], "one of 12O 2O: position 1 plays"),
        ([*WORDS[1:], "--played", "2O 1O 9O 5O / 4C 5C 12O 3C"], "not over yet"),
        ([*WORDS[1:], "--nodes", "0"], "nodes"),
        ([*WORDS[1:], "--nodes", "many"], "nodes"),
        ([*WORDS[1:], "--rule", "vira=1"], "rule"),
        ([*WORDS[1:], "--deals", "9"], "--deals"),
    ],
)
def test_slips_are_told_in_one_line(words: list[str], wrong: str, ask: Ask) -> None:
    status, out, err = ask("solve", *words)
    assert (status, out) == (2, "")
    assert err.startswith("truco: ")
    assert err.count("\n") == 1
    assert wrong in err


def test_slips_in_python() -> None:
    with pytest.raises(InputError, match="one of the fields"):
        manilla.solve(DEAL, trump="B", vira="4O")
    with pytest.raises(InputError, match="nodes"):
        manilla.solve(DEAL, trump="B", nodes=10**9)
