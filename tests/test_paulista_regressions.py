"""What people who tried to break the program found, so that it stays mended."""

from __future__ import annotations

import io
import json

import pytest

from analyzer import paulista
from analyzer.cli.main import main
from analyzer.core.blocks import Run
from analyzer.core.errors import InputError
from analyzer.paulista.equity import equity_for
from analyzer.paulista.equity.lookup import SHELF
from analyzer.paulista.rules import Rules
from analyzer.truco import calls, shelf

HOPELESS = {"vira": "2♣", "call": "truco", "play": "greedy"}


def test_nobody_runs_from_a_raise_that_would_win_me_the_match_at_once():
    even = paulista.accept("4♣ 4♠ 5♦", **HOPELESS, score="10-10")
    assert even.action == "run"
    assert even.values["raise"].value == pytest.approx(even.values["accept"].value)
    early = paulista.accept("4♣ 4♠ 5♦", **HOPELESS, score="5-5")
    assert early.values["raise"].value > early.values["accept"].value


def test_nobody_runs_from_a_call_that_would_win_me_the_match_at_once():
    found = paulista.call("4♣ 4♠ 5♦", vira="2♣", play="greedy", stake=6, score="8-5")
    assert found.action == "play"


def test_a_file_keeps_its_rule_options_beside_those_said(monkeypatch, capsys):
    for rule in (["all_tied=none"], "all_tied=none", {"all_tied": "none"}):
        text = json.dumps({"hand": "3e 3c Ko", "vira": "4c", "rule": rule})
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        said = ["--situation", "-", "--rule", "tie_lead=first_tied", "--json", "--play", "greedy"]
        assert main(["paulista", "hand", *said]) in (0, None)
        rules = json.loads(capsys.readouterr().out)["rules"]
        assert (rules["all_tied"], rules["tie_lead"]) == ("none", "first_tied")


@pytest.mark.parametrize("option", ["--score", "--players", "--rules", "--partner"])
def test_an_option_without_a_value_is_not_left_out_silently(option, capsys):
    with pytest.raises(SystemExit) as stopped:
        raise SystemExit(main(["paulista", "hand", "3e", "Ko", "5p", "--vira", "4c", option, ""]))
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert option.removeprefix("--") in err


@pytest.mark.parametrize("content", [b"", b"[]", b"\x00" * 40])
def test_a_damaged_table_is_made_again(content, tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path)
    rules = Rules.read("traditional", {"ladder": "1,2,4,8,12"})
    order = {"play": "greedy", "deals": 4096}
    first = equity_for(rules, 2, **order)
    SHELF.forget()
    for path in tmp_path.iterdir():
        path.write_bytes(content)
    again = equity_for(rules, 2, **order)
    assert (first.values == again.values).all()


def test_exact_and_later_calls_are_refused_together():
    with pytest.raises(InputError, match="play-on"):
        paulista.accept("3♠ K♦ 5♣", vira="4♥", call="truco", play_on="calls", exact=True)


def test_a_broken_off_second_sample_is_no_answer(monkeypatch):
    def broken_off(*_args: object, looks: tuple[int, ...], **_more: object) -> Run:
        run = original(*_args, looks=(looks[0] // 2,), **_more)
        return Run(run.sums, run.done, interrupted=True)

    original = calls.run_until
    monkeypatch.setattr(calls, "run_until", broken_off)
    with pytest.raises(KeyboardInterrupt):
        paulista.accept("3♠ K♦ 5♣", vira="4♥", call="truco", play_on="calls", deals=2000)


def test_a_sampled_sure_thing_is_as_unsure_in_points_as_in_wins():
    found = paulista.call("5♣ 5♥ 6♠", vira="4♦", players=4, deals=100, play="greedy")
    assert found.win.value == 1 > found.win.low
    played = found.values["play"]
    assert (played.value, played.low) == (1, pytest.approx(2 * found.win.low - 1))


def test_cards_may_be_a_list():
    listed = paulista.hand(["3♠", "K♦", "5♣"], vira="4♥")
    assert listed.win == paulista.hand("3♠ K♦ 5♣", vira="4♥").win


def test_bluff_rates_of_later_calls_are_not_told_from_one_sample(capsys):
    order = ["A♠", "K♦", "2♣", "--vira", "4♣", "--call", "truco", "--play-on", "calls"]
    assert main(["paulista", "accept", *order, "--deals", "3000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["flip"], found["flips"]) == (None, None)
    assert main(["paulista", "accept", *order, "--deals", "3000"]) == 0
    assert "bluffs" not in capsys.readouterr().out.replace("as bluffs", "")
