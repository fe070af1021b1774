"""``--solver`` in ``accept`` and ``call``, and solutions that disagree when it is left out."""

from __future__ import annotations

import json

import pytest

from analyzer import paulista
from analyzer.cli.main import main
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.paulista.equity.solved import chosen_equity
from analyzer.paulista.questions import by_solver
from analyzer.paulista.questions.asking import situation_of
from analyzer.paulista.questions.solved import Solved, Standing
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver import brief, store
from analyzer.paulista.solver.advice import Line, Values
from analyzer.paulista.solver.brief import keep_brief, kept_brief
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.tree import Tree

HAND = "3♥ J♠ K♦"
LIMPO = {"vira": "Q♥", "rules": "limpo"}
ELEVEN = {**LIMPO, "rule": "onze_choice=true", "score": "11-3"}
LED = {**LIMPO, "position": 1, "played": "3♥ truco"}
ASKED = [
    LED,
    {**LIMPO, "call": "truco"},
    {**LIMPO, "position": 1, "played": "truco seis"},
    {**LIMPO, "position": 1, "played": "3♥ A♦ / J♠ truco"},
    {**LIMPO, "position": 1, "played": "3♥ J♥ / A♦ J♠ / K♦ truco"},
    {**LED, "score": "9-5"},
]


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory):
    """Solve rough and once, and find nobody else's solutions."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setattr(store, "cache_folder", lambda: folder / "kernels")
        paulista.solve(**LIMPO, until=0.3)
        yield


@pytest.fixture
def _looking(monkeypatch):
    """Look for solutions in the cache, as nobody else does in tests."""
    monkeypatch.setattr(brief, "kept_brief", kept_brief)


@pytest.fixture(scope="module")
def small() -> Solver:
    solver = Solver(Game.of_points((2, 2, 1, 2), (1, 3, 6)))
    for _ in range(30):
        solver.iterate()
    return solver


@pytest.mark.parametrize(
    "events", [(), ("call",), ("call", "raise"), (1,), (1, "call"), ("call", "accept", 3, "call")]
)
def test_the_brief_tells_what_the_solution_does_before_the_second_card(small, events):
    keep_brief(small, 0.1)
    found = kept_brief(small.game)
    assert found.exploitability == 0.1
    line = Line.of(Tree(small.game), events)
    seat = line.now.seat
    values, size, compared = Values(small, seat), line.now.held(seat), 0
    for mine in [hand for hand in line.now.tree.rows if len(hand) == size]:
        others = line.range_of(small, 1 - seat, mine)
        said = found.at(line, mine)
        if not others:
            assert said is None
            continue
        wanted = values.at(line.now, mine, others)
        assert said.actions.keys() == wanted.keys()
        for action, (often, value) in wanted.items():
            assert said.actions[action] == pytest.approx((often, value), abs=1e-4)
        assert said.reached == pytest.approx(line.reached(small, 1 - seat, mine), rel=1e-4)
        assert 0 < said.reached <= 1 + 1e-6
        compared += 1
    assert compared > 4
    assert found.at(Line.of(line.now.tree, (1, 3)), (0, 1)) is None


def test_a_brief_is_made_anew_when_the_solution_went_on(small, monkeypatch):
    keep_brief(small, 0.1)
    keep_brief(small, 0.05)
    assert kept_brief(small.game).exploitability == 0.1
    monkeypatch.setattr(small, "iterations", small.iterations + 1)
    keep_brief(small, 0.05)
    assert kept_brief(small.game).exploitability == 0.05


@pytest.mark.parametrize("fields", ASKED)
def test_an_answer_is_that_of_advise(fields):
    asked = {"hand": HAND, **fields}
    found = paulista.accept(asked, solver=True, until=0.3)
    wanted = {one.action: one for one in paulista.advise(asked, until=0.3).actions}
    assert found.frequencies == {name: one.frequency for name, one in wanted.items()}
    assert {name: one.value for name, one in found.values.items() if one} == {
        name: one.value for name, one in wanted.items()
    }
    assert found.action == max(wanted.values(), key=lambda one: one.frequency).action
    assert (found.flip, found.caller, found.play_on) == (None, None, "calls")
    assert 0 <= found.win.value <= 1
    assert 0 < found.reached <= 1
    if found.unit == "match":
        assert found.equity["table"] == "normal"
        assert all(0 <= one.value <= 1 for one in found.values.values())


def test_on_top_of_the_ladder_the_chance_to_win_is_all_there_is_to_know():
    found = paulista.accept(
        HAND, **LIMPO, position=1, played="truco seis nove doze", solver=True, until=0.3
    )
    assert found.values["raise"] is None
    assert found.values["accept"].value == pytest.approx(12 * (2 * found.win.value - 1), abs=1e-4)
    assert found.break_even == 1 / 8


def test_playing_on_is_what_the_cards_are_worth():
    asked = {"hand": HAND, **LIMPO}
    found = paulista.call(asked, solver=True, until=0.3)
    actions = paulista.advise(asked, until=0.3).actions
    cards = [one for one in actions if one.action != "call"]
    share = sum(one.frequency for one in cards)
    assert found.frequencies["play"] == pytest.approx(share)
    mean = sum(one.frequency * one.value for one in cards) / share
    assert found.values["play"].value == pytest.approx(mean, abs=1e-4)
    assert found.call == "truco"
    frame = found.to_frame().set_index("quantity")
    assert frame.frequency.dropna().to_dict() == {
        f"values.{name}": share for name, share in found.frequencies.items()
    }
    assert "frequency" not in paulista.call(asked).to_frame()
    assert found.to_dict()["answers"] is None


def test_the_solution_does_not_call_after_it_accepted():
    before = paulista.accept(HAND, **LIMPO, position=1, played="truco seis", solver=True, until=0.3)
    found = paulista.call(HAND, **LIMPO, position=1, played="truco seis ok", solver=True, until=0.3)
    assert found.frequencies == {"play": 1.0, "call": 0.0}
    assert found.values["play"] == before.values["accept"]
    assert found.values["call"] == before.values["raise"]
    assert found.win == before.win
    assert (found.action, found.call) == ("play", "nove")


def test_how_rare_a_state_is():
    """Nobody who plays well calls before he leads, when his call still tells less."""
    usual = paulista.accept(HAND, **LED, solver=True, until=0.3)
    rare = paulista.accept(HAND, **LIMPO, position=1, played="truco seis", solver=True, until=0.3)
    standing = Standing.of(situation_of("accept", {"hand": HAND, **LED}, {}), "solver")
    brief_one = kept_brief(standing.game).at(standing.line, standing.mine)
    assert usual.reached == pytest.approx(brief_one.reached, rel=1e-4)
    assert rare.reached < usual.reached


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"caller": "normal"}, "caller: normal: left out: the solver knows"),
        ({"answers": "0.5,0.1"}, "answers: 0.5,0.1: left out"),
        ({"play": "greedy"}, "play: greedy: left out"),
        ({"play_on": "calls"}, "play-on: calls: left out"),
        ({"deals": 1000}, "deals: 1000: left out"),
        ({"precision": 0.1}, "precision: 0.1: left out"),
        ({"players": 4}, "solver: accept: two players"),
        ({"rule": "all_tied=none"}, "solver: accept: rules with all_tied=dealer"),
        ({"seen": "3♦"}, "seen: 3♦: left out"),
        ({"position": 1}, 'call: truco: one at his turn, after your lead: --played "CARD truco"'),
        ({"call": "seis", "stake": 3}, "stake: 3: the calls in played"),
        ({"until": 0}, "until: 0"),
        ({"solver": None, "until": 0.3}, "until: 0.3: left out, or with solver"),
        ({"solver": None, "time": 3}, "time: 3: left out, or with solver"),
    ],
)
def test_what_contradicts_the_solver(asked, told):
    with pytest.raises(InputError) as caught:
        paulista.accept(HAND, **{**LIMPO, "call": "truco", "solver": True, **asked})
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"answers": "0.5,0.1"}, "answers: 0.5,0.1: left out"),
        ({"stake": 3}, "stake: 3: the calls in played"),
        ({"solver": None, "time": 3}, "time: 3: left out, or with solver"),
    ],
)
def test_what_contradicts_the_solver_in_a_call(asked, told):
    with pytest.raises(InputError) as caught:
        paulista.call(HAND, **{**LIMPO, "solver": True, **asked})
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("position", [1, 2])
def test_the_choice_at_eleven(position):
    asked = {**ELEVEN, "position": position, "solver": True, "until": 0.001}
    sure, hopeless = (paulista.onze(hand, **asked) for hand in ("J♣ J♥ 3♠", "Q♦ Q♠ K♦"))
    assert [sure.action, hopeless.action] == ["play", "run"]
    assert sure.frequencies["play"] > 0.999
    assert hopeless.frequencies["play"] < 0.01
    assert sure.win.value > hopeless.win.value
    plain = paulista.onze(HAND, **ELEVEN, position=position)
    assert sure.values["run"] == hopeless.values["run"]
    assert sure.values["run"].value == pytest.approx(plain.values["run"].value)
    assert sure.break_even == pytest.approx(plain.break_even)
    for found in (sure, hopeless):
        won = 1 - (1 - found.win.value) * (1 - after_a_lost_one(position))
        assert found.values["play"].value == pytest.approx(won, abs=1e-4)
        assert (found.reached, found.followed) == (1.0, pytest.approx(1.0))
        assert sum(found.frequencies.values()) == pytest.approx(1)


def after_a_lost_one(position: int) -> float:
    """Return the chance to win the match at 11-6, when I deal next, or the other does."""
    _, table = chosen_equity(Rules.read("limpo", {"onze_choice": "true"}), 2, None, Effort())
    return float(table.after(11, 6, we_deal=position == 1))


def test_no_chance_lies_beyond_certain():
    """Single precision leaves a little over, on the side of the mão and of the dealer."""
    sure = {**ELEVEN, "vira": "A♠", "score": "11-5"}
    found = paulista.onze("2♣ 2♥ A♥", **sure, solver=True, until=0.03)
    assert found.values["play"].value == 1.0
    late = {"vira": "A♠", "position": 2, "played": "A♥ J♣ / 2♥", "score": "5-11"}
    for one in paulista.advise("K♠ J♣ J♦", rules="limpo", until=0.03, **late).actions:
        assert 0 <= one.value <= 1


def test_where_the_other_hardly_ever_comes_what_is_worth_most_is_told(monkeypatch):
    asked = {**LIMPO, "position": 1, "played": "truco seis", "solver": True, "until": 0.3}
    often = paulista.accept("J♥ A♣ 3♣", **asked)
    assert often.action == "accept"
    assert often.values["run"].value > often.values["accept"].value
    monkeypatch.setattr("analyzer.paulista.questions.solved.COMES_UP", 0.05)
    assert often.followed < 0.05 < often.reached
    assert paulista.accept("J♥ A♣ 3♣", **asked).action == "run"
    monkeypatch.setattr("analyzer.paulista.questions.solved.COMES_UP", 0.03)
    assert often.followed > 0.03
    monkeypatch.setattr(Solved, "reached", 0.02)
    assert paulista.accept("J♥ A♣ 3♣", **asked).action == "run"


def test_who_plays_at_eleven_is_told_by_his_playing():
    """What the other holds against it, and what the hand is worth, rest on who runs."""
    asked = {name: value for name, value in ELEVEN.items() if name != "score"}
    found = paulista.advise(HAND, **asked, score="3-11", until=0.001)
    chances = {one.cards: one.chance for one in found.opponent}
    free = paulista.advise(HAND, **LIMPO, score="3-11", until=0.001)
    anybody = {one.cards: one.chance for one in free.opponent}
    assert chances.get("K Q Q", 0) < 0.1 * anybody["K Q Q"]
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.usefixtures("_looking")
@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("accept", {"hand": HAND, **LED}),
        ("call", {"hand": "J♠ K♣ 2♥", **LIMPO, "played": "K♠"}),
        ("onze", {"hand": "J♠ K♥ 3♦", **ELEVEN, "score": "11-9"}),
    ],
)
def test_a_solution_that_lies_in_the_cache_disagrees(question, asked, monkeypatch):
    if question == "call":
        asked = {**asked, "position": 2}
    ask = getattr(paulista, question)
    solved = ask(asked, solver=True, until=0.001 if question == "onze" else 0.3)
    found = ask(asked)
    assert found.solver.action == solved.action != found.action
    assert found.solver.frequencies == pytest.approx(solved.frequencies, abs=1e-4)
    assert found.solver.frequencies[found.action] < by_solver.RARE
    behind = solved.values[solved.action].value - solved.values[found.action].value
    assert found.solver.behind == pytest.approx(behind, abs=1e-4)
    assert found.solver.behind > found.solver.exploitability == solved.exploitability
    assert found.to_dict()["solver"]["action"] == solved.action
    assert ask(asked, solver=False).solver is None
    for name, value in [("RARE", 0.0), ("COMES_UP", 1.1), ("MUCH", {"points": 2.0, "match": 2.0})]:
        with monkeypatch.context() as patch:
            patch.setattr(by_solver, name, value)
            assert ask(asked).solver is None


@pytest.mark.usefixtures("_looking")
@pytest.mark.parametrize(
    "asked",
    [
        {**LED, "vira": "K♥"},  # another game, not solved
        {**LED, "score": "5-5"},
        {**LED, "players": 4, "played": "", "call": "truco"},
        {**LED, "seen": "3♠"},
        {**LIMPO, "position": 1, "played": "3♥ A♦ / J♠ truco"},
    ],
)
def test_nothing_is_said_where_no_solution_tells(asked):
    assert paulista.accept(HAND, **asked, deals=1000).solver is None


@pytest.mark.usefixtures("_looking")
def test_where_nothing_is_solved_nothing_is_looked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(Standing, "of", lambda *_: pytest.fail("looked for a solution"))
    assert paulista.accept(HAND, **LED).solver is None


def test_tests_do_not_look_at_what_was_solved_before():
    assert paulista.accept(HAND, **LED).solver is None


@pytest.mark.usefixtures("_looking")
def test_the_command(capsys, tmp_path):
    asked = ["paulista", "accept", *HAND.split(), "--vira", "Q♥", "--rules", "limpo"]
    asked += ["--position", "1", "--played", "3♥ truco"]
    assert main([*asked, "--lang", "en"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Solved, this hand is played otherwise: “accept”, in 98" in text
    assert "“run” gives away 0.8" in text
    assert main([*asked, "--solver", "--until", "0.3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["frequencies"]) == set(answer["values"]) == {"run", "accept", "raise"}
    assert main([*asked, "--solver", "--until", "0.3", "--lang", "pt"]) == 0
    assert "quantas vezes ela faz o quê" in capsys.readouterr().out
    assert main([*asked, "--solver", "--caller", "loose"]) == 2
    assert capsys.readouterr().err.startswith("truco: caller: loose: left out")
    file = tmp_path / "asked.json"
    file.write_text(json.dumps({**LED, "hand": HAND, "solver": True, "until": 0.3}))
    assert main(["paulista", "accept", "--situation", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answer
    file.write_text(json.dumps({**LED, "hand": HAND, "solver": "yes"}))
    assert main(["paulista", "accept", "--situation", str(file)]) == 2
    assert capsys.readouterr().err == "truco: solver: yes: true or false\n"


def test_the_command_of_a_call(capsys):
    asked = ["paulista", "call", *HAND.split(), "--vira", "Q♥", "--rules", "limpo", "--solver"]
    assert main([*asked, "--until", "0.3", "--lang", "es"]) == 0
    text = capsys.readouterr().out
    assert "cada cuánto hace qué" in text
    assert "exploitability" not in text


def test_the_command_of_the_choice_at_eleven(capsys):
    asked = ["paulista", "onze", *HAND.split(), "--vira", "Q♥", "--rules", "limpo", "--solver"]
    asked += ["--rule", "onze_choice=true", "--score", "11-3"]
    assert main([*asked, "--until", "0.001", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["frequencies"]) == set(answer["values"]) == {"play", "run"}
    assert main([*asked, "--until", "0.001", "--lang", "pt"]) == 0
    assert "quantas vezes ela faz o quê" in capsys.readouterr().out
    assert main([*asked, "--play", "greedy"]) == 2
    assert capsys.readouterr().err.startswith("truco: play: greedy: left out")
