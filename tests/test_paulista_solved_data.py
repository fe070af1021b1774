"""The solved match that comes with the program."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from analyzer import paulista
from analyzer.cli.main import main
from analyzer.paulista.equity import make_solved
from analyzer.paulista.equity.solved import SolvedEquity, shipped, stem
from analyzer.paulista.rules import Rules
from analyzer.paulista.solver.campaign import Campaign
from analyzer.paulista.solver.match import job_of, solve_score

TARGET = 0.003
"""How far a chance may be off."""


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    found = Campaign.resumed(Rules())
    assert not found.unsolved
    return found


@pytest.fixture(scope="module")
def table() -> SolvedEquity:
    return SolvedEquity.load(stem("traditional"))


def test_chances_are_known_closely(table: SolvedEquity) -> None:
    assert 0 < table.error.max() < TARGET
    assert table.error[0, 0].max() == pytest.approx(table.error.max(), rel=0.2)
    np.testing.assert_allclose(table.values[:, :, 0] + table.values[:, :, 1].T, 1)


def test_points_are_good_until_the_end_is_near(table: SolvedEquity) -> None:
    assert (np.diff(table.values[:10, :9], axis=0) > 0).all()
    assert (np.diff(table.values[:9, :10], axis=1) < 0).all()


@pytest.mark.parametrize("score", [(10, 10), (11, 9), (3, 11)])
def test_scores_near_the_end_are_solved_again_to_the_same(
    score: tuple[int, int], campaign: Campaign
) -> None:
    again = solve_score(job_of(Rules(), score, campaign.bounds, campaign.until))
    assert again is not None
    assert again.low == pytest.approx(campaign.bounds.low[score], abs=1e-4)
    assert again.high == pytest.approx(campaign.bounds.high[score], abs=1e-4)


def test_rules_that_change_nothing_between_two_players_use_the_same_table() -> None:
    assert shipped(Rules(tie_lead="first_tied", swap_on_call=False)) == stem("traditional")
    assert shipped(Rules(ladder=(1, 3, 6, 9, 11))) is None
    assert shipped(Rules(all_tied="none")) is None


def test_two_players_may_count_in_the_solved_match() -> None:
    asked = {"vira": "4♥", "call": "truco", "score": "9-8"}
    usual, solved, normal = (
        paulista.accept("3♠ K♦ 5♣", **asked, **which)
        for which in ({}, {"equity": "solved"}, {"equity": "normal"})
    )
    assert usual.equity == solved.equity
    assert (solved.equity["table"], normal.equity["table"]) == ("solved", "normal")
    assert usual.values == solved.values != normal.values
    run = solved.values["run"].value
    assert run == SolvedEquity.load(stem("traditional")).after(9, 9, we_deal=False)
    four = paulista.accept("3♠ K♦ 5♣", **asked, players=4, deals=100)
    assert four.equity["table"] == "normal"


def test_the_solved_match_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paulista", "solve", "--match", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unsolved"] == 0
    assert found["low"] < found["value"] < found["high"]
    assert found["unit"] == "match"
    assert found["highs"][10][9] > found["highs"][11][9]  # eleven to nine is worse than ten


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--until", "nan"], "until: nan: an exploitability above 0"),
        (["--until", "-1"], "until: -1: an exploitability above 0"),
        (["--until", "inf"], "until: inf: an exploitability above 0"),
        (["--until", "fine"], "until: fine: an exploitability above 0"),
        (["--threads", "0"], "threads: 0: a whole number from 1"),
        (["limpo", "house"], "presets: house: some of traditional, limpo"),
    ],
)
def test_a_match_that_cannot_be_solved_is_refused_before_the_work(
    words: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(make_solved, "solve_match", None)
    monkeypatch.setattr(sys, "argv", ["solve-match", *words])
    with pytest.raises(SystemExit) as stopped:
        make_solved.main()
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"solve-match: {told}")
    assert err.count("\n") == 1
