"""Tables about calls and scores say what the questions about single hands say."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pandas as pd
import pytest

from analyzer import paulista
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.paulista.equity.solved import SolvedEquity, stem
from analyzer.paulista.questions.accept_over import accept_over_callers, accept_over_scores

LIMPO: dict[str, Any] = {"rules": "limpo", "vira": "Q"}
"""The deck of 24 cards, which is gone through quickly."""

HAND: dict[str, Any] = {"situation": "3♠ K♦ 6♣", "vira": "4♥", "call": "truco"}

PLAIN = "♦♠♥♣"


@cache
def calls() -> pd.DataFrame:
    return paulista.table("calls", **LIMPO)


@cache
def scores() -> pd.DataFrame:
    return accept_over_scores(**HAND)


@cache
def callers() -> pd.DataFrame:
    return accept_over_callers(**HAND)


def cards_of(names: str, taken: set[str]) -> list[str]:
    """Return cards for names of the table: suits are free where only ranks are named."""
    found: list[str] = []
    for name in names.split():
        choice = [name] if len(name) > 1 else [name + suit for suit in PLAIN]
        found.append(next(card for card in choice if card not in taken and card not in found))
    return found


def estimates(frame: pd.DataFrame) -> list[Estimate]:
    columns = ("value", "low", "high", "std_error")
    return [Estimate(*row) for row in frame[list(columns)].itertuples(index=False)]


# ---------------------------------------------------------------------------------- pairs


def test_pairs_are_hands_with_any_third_card() -> None:
    hands = paulista.table("hands", play="greedy", position=1, **LIMPO)
    pairs = paulista.table("pairs", play="greedy", position=1, **LIMPO)
    assert pairs["share"].sum() == pytest.approx(1)
    assert pairs["win"].max() == 1.0
    for row in pairs.to_dict("records"):
        mine = hands[hands["hand"].str.startswith(f"{row['best']} {row['second']} ")]
        assert row["win"] == pytest.approx((mine["win"] * mine["share"]).sum() / row["share"])
        assert (row["least"], row["most"]) == (mine["win"].min(), mine["win"].max())
        assert (row["low"], row["high"], row["std_error"]) == (row["win"], row["win"], 0.0)
        for end in ("least", "most"):
            name = f"{row['best']} {row['second']} {row[end + '_third']}"
            assert mine.set_index("hand").loc[name, "win"] == row[end]


def test_sampled_pairs_have_intervals() -> None:
    asked: dict[str, Any] = {**LIMPO, "play": "greedy", "position": 4, "players": 4}
    pairs = paulista.table("pairs", deals=500, **asked)
    assert (pairs["low"] < pairs["high"]).all()
    assert (pairs["std_error"] > 0).all()
    finer = paulista.table("pairs", deals=20000, seed=1, **asked)
    found = pairs.rename(columns={"win": "value"})
    inside = (pairs["low"] <= finer["win"]) & (finer["win"] <= pairs["high"])
    assert inside.mean() > 0.9
    assert len(estimates(found)) == len(finer)


# ---------------------------------------------------------------------------------- calls


def test_calls_are_those_of_the_question() -> None:
    frame = calls()
    chosen = random.Random(5).sample(range(len(frame)), 25)
    for row in frame.iloc[chosen].to_dict("records"):
        led = cards_of(row["led"], {"Q♥"})
        hand = cards_of(row["hand"], {"Q♥", *led})
        found = paulista.call(
            hand, rules="limpo", vira="Q♥", position=row["position"], played=" ".join(led)
        )
        assert found.action == row["action"]
        worth = found.to_dict()["values"]
        assert worth["call"]["value"] == pytest.approx(row["call"], abs=1e-12)
        assert worth["play"]["value"] == pytest.approx(row["play"], abs=1e-12)
        assert found.win.value == pytest.approx(row["win"], abs=1e-12)
        assert row["ahead"] == pytest.approx(row["call"] - row["play"], abs=1e-12)


def test_calls_go_over_every_hand_and_every_card_led() -> None:
    frame = calls()
    assert set(frame["position"]) == {1, 2}
    assert list(dict.fromkeys(frame["led"])) == ["", "J♣", "J♥", "J♠", "J♦", *"32AKQ"]
    for _, part in frame.groupby("led"):
        assert part["share"].sum() == pytest.approx(1)
        calling = part[part["action"] == "call"]["share"].sum()
        assert part["calling"].tolist() == pytest.approx([calling] * len(part))
    assert frame.attrs["answers"] == [0.5, 0.1]
    assert frame.attrs["method"] == "exact"
    assert frame.attrs["deals"] > 0


def test_answers_change_the_calls() -> None:
    bold = paulista.table("calls", position=1, answers="0.1,0", **LIMPO)
    assert bold.attrs["answers"] == [0.1, 0.0]
    first = calls()[calls()["position"] == 1]
    assert bold["calling"].iloc[0] > first["calling"].iloc[0]


def test_sampled_calls_have_intervals() -> None:
    frame = paulista.table("calls", position=1, players=4, deals=50, **LIMPO)
    assert (frame["low"] < frame["ahead"]).mean() > 0.9
    assert frame.attrs["method"] == "monte_carlo"
    assert frame.attrs["deals"] == 50 * len(frame)


# ----------------------------------------------------------------------------- thresholds


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize(("call", "stake"), [("truco", 1), ("seis", 3), ("doze", 9)])
def test_thresholds_are_the_break_evens_of_the_question(
    position: int, call: str, stake: int
) -> None:
    frame = paulista.table("thresholds", position=position)
    chosen = frame[frame["call"] == call].set_index(["us", "them"])
    for us, them in ((0, 0), (9, 8), (3, 10), (10, 2)):
        found = paulista.accept(
            "3♠ K♦ 6♣", vira="4♥", call=call, stake=stake, position=position, score=(us, them)
        )
        assert chosen.loc[(us, them), "needed"] == pytest.approx(found.break_even, abs=1e-12)


def test_thresholds_cover_every_score_at_which_somebody_may_call() -> None:
    frame = paulista.table("thresholds")
    assert len(frame) == 2 * 4 * 11 * 11
    assert set(frame["we_deal"]) == {True, False}
    usual = frame.groupby("call")["in_points"].first()
    assert usual.to_dict() == pytest.approx(
        {"truco": 1 / 3, "seis": 1 / 4, "nove": 1 / 6, "doze": 1 / 8}
    )
    assert ((frame["low"] <= frame["needed"]) & (frame["needed"] <= frame["high"])).all()
    losing = frame[frame["them"] + frame["before"] >= 12]
    assert len(losing) > 0
    assert (losing["needed"] == 0).all()
    assert frame.attrs["method"] == "exact"
    four = paulista.table("thresholds", players=4)
    assert four.attrs["method"] == "monte_carlo"
    assert four.attrs["deals"] == 1 << 22


def test_errors_of_thresholds_are_those_of_the_equities_added_up() -> None:
    frame = paulista.table("thresholds", players=4, position=1)
    row = frame[(frame["us"] == 4) & (frame["them"] == 3) & (frame["call"] == "truco")].iloc[0]
    match = paulista.match(players=4)

    def needed(*steps: float) -> float:
        won, lost, run = (
            match.equity[us][them][0] + step * match.std_error[us][them][0]
            for (us, them), step in zip([(7, 3), (4, 6), (4, 4)], steps, strict=True)
        )
        return (run - lost) / (won - lost)

    small = 1e-3
    moved = [needed(small, 0, 0), needed(0, small, 0), needed(0, 0, small)]
    wanted = sum(abs(one - needed(0, 0, 0)) for one in moved) / small
    assert row["std_error"] == pytest.approx(wanted, rel=1e-3)


def test_thresholds_of_the_solved_match_lie_between_bounds() -> None:
    frame = paulista.table("thresholds", position=1)
    assert frame.attrs["equity"] == "solved"
    row = frame[(frame["us"] == 4) & (frame["them"] == 3) & (frame["call"] == "truco")].iloc[0]
    table = SolvedEquity.load(stem("traditional"))

    def needed(won: float, lost: float, run: float) -> float:
        ends = [
            table.after(us, them, we_deal=True) + sign * table.error[us, them, 0]
            for (us, them), sign in zip([(7, 3), (4, 6), (4, 4)], (won, lost, run), strict=True)
        ]
        return (ends[2] - ends[1]) / (ends[0] - ends[1])

    assert row["needed"] == pytest.approx(needed(0, 0, 0))
    assert row["low"] == pytest.approx(needed(1, 1, -1), abs=2e-4)
    assert row["high"] == pytest.approx(needed(-1, -1, 1), abs=2e-4)


# -------------------------------------------------------------------------- over callers


def test_bands_hold_the_answer_to_every_caller() -> None:
    frame, chance = callers(), random.Random(1)
    for _ in range(25):
        calls_share, bluffs = round(chance.uniform(0.02, 0.98) * 50) / 50, chance.random()
        part = frame[frame["calls"] == calls_share]
        band = part[(part["from"] <= bluffs) & (bluffs <= part["to"])].iloc[0]
        found = paulista.accept(**HAND, caller=f"calls={calls_share},bluffs={bluffs!r}")
        assert found.action == band["action"]
        assert [flip.bluffs for flip in found.flips] == pytest.approx(part["to"].tolist()[:-1])


def test_bands_leave_no_gap() -> None:
    for frame in (callers(), accept_over_callers("7♠ 7♦ 2♣", vira="4♥", call="doze", stake=9)):
        assert sorted(set(frame["calls"])) == [number / 50 for number in range(1, 51)]
        for _, part in frame.groupby("calls"):
            assert part["from"].iloc[0] == 0
            assert part["to"].iloc[-1] == 1
            assert part["from"].tolist()[1:] == part["to"].tolist()[:-1]
            assert (part["action"] != part["action"].shift()).all()
        assert (frame["to_low"] == frame["to"]).all()


def test_intervals_of_sampled_flips_hold_the_exact_ones() -> None:
    exact = callers()
    wanted = {share: part["to"].iloc[0] for share, part in exact.groupby("calls") if len(part) == 2}
    held = []
    for seed in range(6):
        found = accept_over_callers(**HAND, deals=20000, seed=seed)
        for share, part in found.groupby("calls"):
            if share in wanted and len(part) == 2 and 0.1 < share < 0.5:
                row = part.iloc[0]
                held.append(row["to_low"] <= wanted[share] <= row["to_high"])
                assert row["to_low"] < row["to"] < row["to_high"]
    assert len(held) > 50
    assert sum(held) / len(held) > 0.9


# --------------------------------------------------------------------------- over scores


def test_scores_are_answered_as_by_the_question() -> None:
    frame = scores()
    assert len(frame) == 11 * 11
    for row in random.Random(2).sample(frame.to_dict("records"), 12):
        found = paulista.accept(**HAND, score=(row["us"], row["them"]))
        assert found.action == row["action"]
        for name, worth in found.to_dict()["values"].items():
            assert row[name] == pytest.approx(worth["value"], abs=1e-12)
        assert row["needed"] == pytest.approx(found.break_even, abs=1e-12)
        assert row["win"] == found.win.value
        best, second, *_ = sorted((row["run"], row["accept"], row["raise"]), reverse=True)
        assert row["ahead"] == pytest.approx(best - second, abs=1e-12)


def test_on_top_of_the_ladder_nobody_raises() -> None:
    frame = accept_over_scores("3♠ K♦ 6♣", vira="4♥", call="doze", stake=9)
    assert frame["raise"].isna().all()
    assert set(frame["action"]) <= {"run", "accept"}


def test_sampled_answers_say_how_sure_they_are() -> None:
    frame = accept_over_scores(**HAND, players=4, deals=2000)
    assert (frame["low"] <= frame["ahead"]).all()
    assert (frame["std_error"] > 0).mean() > 0.9
    assert frame.attrs["deals"] == 2000
    exact = scores().set_index(["us", "them"])
    two = accept_over_scores(**HAND, deals=20000, seed=3).set_index(["us", "them"])
    same = two[two["action"] == exact["action"]]
    pairs = [
        (Estimate(row.ahead, row.low, row.high, row.std_error), exact.loc[row.Index, "ahead"])
        for row in same.itertuples()
        if row.std_error > 0
    ]
    inside = [found.low <= wanted <= found.high for found, wanted in pairs]
    assert sum(inside) / len(inside) > 0.9


# ------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"name": "calls", "position": 3, "players": 4, "vira": "4"}, "position: 3: 1 or 2"),
        ({"name": "hands", "answers": "0.5,0.1"}, "answers: 0.5,0.1: left out"),
        ({"name": "calls", "answers": "0.1,0.5", "vira": "4"}, "answers: 0.1,0.5"),
        ({"name": "thresholds", "play": "greedy"}, "play: greedy: left out"),
        ({"name": "thresholds", "vira": "4"}, "vira: 4: left out"),
    ],
    ids=str,
)
def test_what_a_table_cannot_tell_is_refused(asked: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=f"^{complaint}"):
        paulista.table(**asked)


def test_nobody_asks_without_a_call() -> None:
    for ask in (accept_over_callers, accept_over_scores):
        with pytest.raises(InputError, match="call"):
            ask("3♠ K♦ 6♣", vira="4♥")
