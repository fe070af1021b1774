"""The question ``solve``: bounds, checkpoints, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import threading
import time

import numpy as np
import pytest

from analyzer import paulista
from analyzer.cli.main import main
from analyzer.core.errors import InputError
from analyzer.paulista.equity import equity_for
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver import run, store
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.run import next_look, solve_game

SMALL = Game.of_points((3, 2, 2, 1, 1), (1, 3, 6))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path / "kernels")


def test_it_goes_on_where_it_was_left():
    looks = []
    rough = solve_game(SMALL, until=0.3, say=looks.append)
    assert rough.look == looks[-1]
    assert rough.look.exploitability <= 0.3 < looks[-2].exploitability
    fine = solve_game(SMALL, until=0.02, say=looks.append)
    assert [look.iterations for look in looks] == sorted({look.iterations for look in looks})
    straight = Solver(SMALL)
    for _ in range(fine.look.iterations):
        straight.iterate()
    assert np.array_equal(fine.solver.sums, straight.sums)
    assert np.array_equal(fine.solver.regrets, straight.regrets)
    assert straight.bounds() == (fine.look.low, fine.look.high)
    again = solve_game(SMALL, until=0.02, say=pytest.fail)
    assert again.look.iterations == fine.look.iterations


def test_a_run_that_is_killed_loses_what_came_after_the_checkpoint(monkeypatch):
    monkeypatch.setattr(run, "SAVE_EVERY", 0.0)
    iterate = Solver.iterate

    def die_late(self):
        if self.iterations == 12:
            raise MemoryError
        iterate(self)

    monkeypatch.setattr(Solver, "iterate", die_late)
    with pytest.raises(MemoryError):
        solve_game(SMALL, until=0.05)
    monkeypatch.setattr(Solver, "iterate", iterate)
    begun = run.kept_solution(SMALL)
    assert begun.solver.iterations == 12
    found = solve_game(SMALL, until=0.05)
    straight = Solver(SMALL)
    for _ in range(found.look.iterations):
        straight.iterate()
    assert np.array_equal(found.solver.sums, straight.sums)


def test_looks_do_not_depend_on_where_a_run_began():
    looks = [0]
    while looks[-1] < 500:
        looks.append(next_look(looks[-1]))
    assert looks[:3] == [0, 8, 16]
    for begun in range(500):
        assert next_look(begun) == min(look for look in looks if look > begun)


def test_a_damaged_solution_is_made_again(tmp_path):
    solve_game(SMALL, until=0.3)
    data = next(tmp_path.glob("solved/hand-*.npz"))
    data.write_bytes(data.read_bytes()[:-10])
    assert run.kept_solution(SMALL) is None


def test_time_ends_it():
    found = solve_game(SMALL, until=1e-12, seconds=0.2)
    assert not found.interrupted
    assert found.look.exploitability > 1e-12


@pytest.mark.parametrize("goal", [{"time": 1e-9}, {"until": 1e10}])
def test_there_is_one_iteration_at_least(goal):
    found = paulista.solve(vira="K", rules="limpo", **goal)
    assert found.iterations >= 1
    assert -12 <= found.low <= found.value <= found.high <= 12
    assert found.exploitability < 24


def test_ctrl_c_keeps_whole_iterations():
    stop = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    stop.start()
    found = solve_game(SMALL, until=1e-12, seconds=20)
    stop.join()
    assert found.interrupted
    assert run.kept_solution(SMALL).solver.iterations == found.look.iterations
    time.sleep(0)


def test_the_value_lies_between_the_bounds():
    found = paulista.solve(vira="Q", rules="limpo", until=0.05)
    assert found.low <= found.value <= found.high
    assert found.exploitability == found.high - found.low <= 0.05
    assert found.unit == "points"
    assert found.to_dict()["situation"] == {"vira": "Q♦", "players": 2, "score": None}
    assert found.to_frame().loc[0, "value"] == found.value
    assert paulista.solve(vira="Q♣", rules="limpo", until=1).iterations == found.iterations


def test_at_a_score_it_is_the_chance_to_win_the_match():
    found = paulista.solve(vira="Q", rules="limpo", score="9-3", until=0.02)
    assert found.unit == "match"
    table = equity_for(Rules.presets["limpo"], 2)
    assert table.after(9, 4, we_deal=True) < found.value < 1


def test_mao_de_onze_has_no_calls():
    limpo = Rules.presets["limpo"]
    table = equity_for(limpo, 2)
    found = paulista.solve(vira="Q", rules="limpo", score="11-3", until=0.001)
    assert table.after(11, 6, we_deal=True) < found.value < table.after(14, 3, we_deal=True)
    assert found.exploitability <= 0.001


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "missing --vira: the card turned up"),
        ({"vira": "9"}, "vira: 9: one of the ranks 4 5 6 7 Q J K A 2 3, or a card of one"),
        ({"vira": "4", "rules": "limpo"}, "vira: 4: one of the ranks Q J K A 2 3, or a card"),
        ({"vira": "4♥", "rules": "limpo"}, "vira: 4♥: one of the ranks Q J K A 2 3, or a card"),
        ({"vira": "zap"}, "vira: zap: one of the ranks"),
        ({"vira": "4", "until": 0}, "until: 0"),
        ({"vira": "4", "until": "soon"}, "until: soon"),
        ({"vira": "4", "time": -1}, "time: -1"),
        ({"vira": "4", "score": "12-0"}, "score: 12-0"),
        ({"vira": "4", "score": "11-11"}, "score: 11-11: another: escuro"),
        ({"vira": "4", "until": "1_0"}, "until: 1_0"),
        ({"vira": "4", "until": 10**400}, "until: "),
        ({"vira": "4", "rules": "online"}, "rules: solve: rules with covered=never"),
        ({"rules": "mineiro"}, "rules: solve: rules with all_tied=dealer"),
    ],
)
def test_what_cannot_be_solved(asked, told):
    with pytest.raises(InputError) as caught:
        paulista.solve(**asked)
    assert str(caught.value).startswith(told)


def test_the_command(capsys):
    asked = ["paulista", "solve", "--vira", "Q", "--rules", "limpo", "--until", "0.1"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["question"], found["unit"]) == ("solve", "points")
    assert main([*asked, "--lang", "pt"]) == 0
    assert "O MÃO GANHA" in capsys.readouterr().out
    assert main([*asked[:-1], "none"]) == 2
    assert (
        capsys.readouterr().err == "truco: until: none: an exploitability above 0, such as 0.005\n"
    )
