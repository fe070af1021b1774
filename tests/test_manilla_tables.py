"""Tables of La Manilla: every row counted again by the referee's cards, or from one simulation."""

from __future__ import annotations

from math import comb

import numpy as np
import pandas as pd
import pytest

from analyzer import manilla
from analyzer.core.errors import InputError
from analyzer.core.rng import deal_key
from analyzer.manilla.cards import DECK, cards_of
from analyzer.manilla.kernels import holdings as k
from analyzer.manilla.kernels.play import LEADER, START, TRUMP, play_out
from analyzer.manilla.kernels.sample import deal_all, simulate, trump_of
from analyzer.manilla.policies import Lineup

SEED = np.uint64(0)
EXPERT = Lineup.read("expert", 1).ways
DEALS = 6000


@pytest.fixture(scope="module")
def hands() -> pd.DataFrame:
    return manilla.table("hands", deals=DEALS)


def holding(mask: int, trump: int) -> tuple[int, int, int, int]:
    """Return the trumps, manillas, aces and missing suits of a hand, card by card."""
    cards = cards_of(mask)
    ranks = [DECK.ranks[DECK.rank(card)] for card in cards]
    suits = [DECK.suit(card) for card in cards]
    missing = 4 - len(set(suits))
    return suits.count(trump), ranks.count("9"), ranks.count("1"), missing


@pytest.mark.nojit
@pytest.mark.parametrize("shown", [True, False])
def test_every_seat_is_counted_at_what_it_was_dealt(shown: bool) -> None:
    deals = 150
    found = k.by_holding(0, deals, SEED, shown, False, EXPERT)
    wanted = np.zeros(k.SHAPE, np.int64)
    deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
    for deal in range(deals):
        key = np.uint64(deal_key(SEED, deal))
        deal_all(deck, key, hands)
        start = np.zeros(START, np.int64)
        start[LEADER], start[TRUMP] = 1, trump_of(deck, key, shown)
        dealt = [int(hand) for hand in hands]
        code = play_out(hands, start, EXPERT, key, -1)
        for seat, mask in enumerate(dealt):
            points = code & 127 if seat in (1, 3) else 72 - (code & 127)
            won = code >> 7 if seat in (1, 3) else 12 - (code >> 7)
            ends = (points > 36, points == 36, won == 12, won == 0)
            wanted[(seat, *holding(mask, int(start[TRUMP])))] += [1, points, points**2, *ends]
    assert (found == wanted).all()


def test_positions_are_those_of_whole_deals() -> None:
    frame = manilla.table("positions", deals=DEALS)
    points, tricks = simulate(0, DEALS, SEED, True, False, EXPERT)
    for row in frame.to_dict("records"):
        of_side = points if row["position"] in (1, 3) else points[::-1]
        assert row["points"] == pytest.approx(of_side @ np.arange(73) / DEALS)
        assert row["win"] == pytest.approx(of_side[37:].sum() / DEALS)
        assert row["tie"] == pytest.approx(points[36] / DEALS)
        all_tricks = tricks[12] if row["position"] in (1, 3) else tricks[0]
        assert row["capote"] == pytest.approx(all_tricks / DEALS)


def test_rows_of_a_kind_are_all_deals(hands: pd.DataFrame) -> None:
    whole = manilla.table("positions", deals=DEALS).set_index("position")
    assert set(hands["counted"]) == {"trumps", "manillas", "aces", "voids"}
    for (position, _), rows in hands.groupby(["position", "counted"]):
        left_out = DEALS - rows["deals"].sum()
        assert 0 <= left_out <= 2
        assert rows["share"].to_numpy() == pytest.approx(rows["deals"] / DEALS)
        mean = (rows["points"] * rows["deals"]).sum() / rows["deals"].sum()
        assert mean == pytest.approx(whole["points"][position], abs=0.02)
        assert (rows["points_low"] < rows["points_high"]).all()


def test_shares_are_those_of_twelve_cards_of_forty_eight(hands: pd.DataFrame) -> None:
    """Manillas and trumps of mano: the card turned up is a trump that he has not."""
    of_mano = hands[hands["position"] == 1]
    for counted, among, out in (("manillas", 4, 48), ("aces", 4, 48), ("trumps", 11, 47)):
        rows = of_mano[of_mano["counted"] == counted]
        for number, share in zip(rows["number"], rows["share"], strict=True):
            wanted = comb(among, number) * comb(out - among, 12 - number) / comb(out, 12)
            assert abs(share - wanted) < 4.5 * np.sqrt(wanted * (1 - wanted) / DEALS)


def test_trumps_and_manillas_are_worth_points(hands: pd.DataFrame) -> None:
    often = hands[hands["deals"] > 300]
    for counted in ("trumps", "manillas"):
        for _, rows in often[often["counted"] == counted].groupby("position"):
            assert rows["points"].is_monotonic_increasing
            assert len(rows) >= 3


def test_capotes_are_those_of_positions() -> None:
    frame = manilla.table("capote", play="expert/random", deals=DEALS)
    whole = manilla.table("positions", play="expert/random", deals=DEALS).set_index("position")
    for position, rows in frame.groupby("position"):
        made = round((rows["capote"] * rows["deals"]).sum())
        assert abs(made - whole["capote"][position] * DEALS) <= 1
        assert rows["against"].between(0, 1).all()
        assert (rows["low"] <= rows["capote"]).all()
        assert (rows["capote"] <= rows["high"]).all()


def test_everybody_sees_a_way_of_playing_from_his_own_seat() -> None:
    """With expert/random every position is the expert's own."""
    frame = manilla.table("positions", play="expert/random", deals=2000).set_index("position")
    assert (frame["points_low"] > 38).all()
    assert frame["points"][1] != frame["points"][4]
    alone = manilla.table("positions", play="expert/random", deals=2000, position=4)
    assert alone["points"].tolist() == [frame["points"][4]]


def test_a_table_says_what_it_rests_on(hands: pd.DataFrame) -> None:
    assert hands.attrs["situation"] == {"players": 4, "positions": [1, 2, 3, 4]}
    assert (hands.attrs["deals"], hands.attrs["seed"]) == (DEALS, 0)
    again = manilla.table("hands", deals=DEALS, threads=1)
    pd.testing.assert_frame_equal(again, hands)
    other = manilla.table("hands", deals=DEALS, seed=1, rule="must_undertrump=true")
    assert other.attrs["rules"]["must_undertrump"] is True
    assert other["points"].tolist() != hands["points"].tolist()


@pytest.mark.parametrize(
    ("name", "fields", "text"),
    [
        ("hand", {}, "one of hands, "),
        ("hands", {"position": 5}, "position"),
        ("hands", {"play": "greedy"}, "greedy"),
        ("hands", {"exact": True}, "exact"),
        ("hands", {"precision": 0.01}, "precision"),
        ("hands", {"trump": "B"}, "trump"),
        ("capote", {"players": 2}, "players"),
        ("positions", {"deals": 1}, "deals"),
    ],
)
def test_tables_that_there_are_not(name: str, fields: dict[str, object], text: str) -> None:
    with pytest.raises(InputError, match=text):
        manilla.table(name, **fields)


def test_holdings_add_up_to_hands() -> None:
    hands = manilla.table("hands", deals=3000, position=2)
    both = manilla.table("holdings", deals=3000, position=2)
    assert list(both)[2:5] == ["trumps", "manillas", "share"]
    for trumps, part in both.groupby("trumps"):
        whole = hands[(hands["counted"] == "trumps") & (hands["number"] == trumps)].iloc[0]
        if part["deals"].sum() < whole["deals"]:  # some numbers of manillas came up once only
            continue
        for name in ("points", "win", "tie", "capote"):
            mean = (part[name] * part["deals"]).sum() / part["deals"].sum()
            assert mean == pytest.approx(whole[name])
