"""Tables of La Manilla: every row counted again by the referee's cards, or from one simulation."""

from __future__ import annotations

from math import comb

import numpy as np
import pandas as pd
import pytest

from analyzer import manilla
from analyzer.core.errors import InputError
from analyzer.core.rng import below_high, deal_key, word
from analyzer.manilla.cards import DECK, cards_of
from analyzer.manilla.kernels import holdings as k
from analyzer.manilla.kernels import leads
from analyzer.manilla.kernels.expert import lead_card
from analyzer.manilla.kernels.play import LEADER, START, TRUMP, play_out
from analyzer.manilla.kernels.sample import deal_all, hands_of, simulate, trump_of
from analyzer.manilla.policies import Lineup
from analyzer.manilla.tables import Plan
from analyzer.manilla.tables.rows import LEADS

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
            wanted[(seat, *holding(mask, int(start[TRUMP])), points)] += 1
    assert (found == wanted).all()


@pytest.mark.nojit
@pytest.mark.parametrize("shown", [True, False])
def test_others_are_dealt_anew_around_every_hand(shown: bool) -> None:
    deals = 40
    found = k.twice_by_holding(0, deals, SEED, shown, False, EXPERT)
    wanted = np.zeros(k.TWICE_SHAPE, np.int64)
    for deal in range(deals):
        key = np.uint64(deal_key(SEED, deal))
        deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
        deal_all(deck, key, hands)
        trump, mine = trump_of(deck, key, shown), [int(hand) for hand in hands]
        first = points_of(hands, trump, key)
        for seat in range(4):
            again = np.uint64(word(key, 128 + seat))
            anew = deck.copy()
            k.deal_others(anew, again, seat, shown)
            assert sorted(anew) == list(range(48))
            assert (anew != deck).sum() > 20
            hands_of(anew, hands)
            assert int(hands[seat]) == mine[seat]
            assert not shown or anew[47] == deck[47] or seat == 0
            second = points_of(hands, trump, again)
            one, two = (x if seat & 1 else 72 - x for x in (first, second))
            kind = holding(mine[seat], trump)
            wanted[(seat, *kind)] += [1, one, two, one**2 + two**2, one * two]
    assert (found == wanted).all()


def points_of(hands: np.ndarray, trump: int, key: np.uint64, card: int = -1) -> int:
    """Return the points of positions 1 and 3 in a deal that begins with a card."""
    start = np.zeros(START, np.int64)
    start[LEADER], start[TRUMP] = 1, trump
    return int(play_out(hands.copy(), start, EXPERT, key, card)) & 127


def lead_of(card: int, trump: int, held: list[int]) -> str:
    """Return the kind of a first card, from the names of cards."""
    names = [DECK.name(one) for one in held]
    rank, suit = DECK.ranks[DECK.rank(card)], DECK.suits[DECK.suit(card)]
    if DECK.suit(card) == trump:
        return "trump manilla" if rank == "9" else "other trump"
    if rank == "9":
        return "manilla"
    if rank == "1":
        return "ace beside manilla" if f"9{suit}" in names else "ace alone"
    if f"9{suit}" in names:
        return "under manilla"
    return "figure" if rank in ("10", "11", "12") else "low"


@pytest.mark.nojit
def test_every_kind_of_lead_is_tried_in_the_same_deals() -> None:
    deals = 60
    found = leads.by_lead(0, deals, SEED, True, False, EXPERT)
    wanted = np.zeros(leads.SHAPE, np.int64)
    for deal in range(deals):
        key = np.uint64(deal_key(SEED, deal))
        deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
        deal_all(deck, key, hands)
        trump, held = trump_of(deck, key, True), list(cards_of(int(hands[1])))
        own = lead_card(int(hands[1]), trump, ((1 << 48) - 1) & ~int(hands[1]), 0, 1, EXPERT)
        best = points_of(hands, trump, key, own)
        assert best == points_of(hands, trump, key)
        trumps = holding(int(hands[1]), trump)[0]
        for kind, name in enumerate(LEADS):
            cards = [card for card in held if lead_of(card, trump, held) == name]
            wanted[1, trumps, kind, 0] += 1
            if cards:
                card = cards[below_high(np.uint64(word(key, 49 + kind)), len(cards))]
                points = points_of(hands, trump, key, card)
                ahead = best - points
                counted = [1, own in cards, points, points**2, ahead, ahead**2]
                wanted[1, trumps, kind, 1:] += counted
    assert (found == wanted).all()


def test_leads_are_those_of_mano() -> None:
    frame = manilla.table("leads", deals=DEALS)
    assert set(frame["position"]) == {1}
    assert set(frame["lead"]) == set(LEADS)
    often = frame[frame["deals"] > 500]
    assert often["share"].between(0, 1).all()
    for _, rows in frame.groupby("trumps"):
        dealt = rows["deals"].iloc[0] / rows["share"].iloc[0]
        assert (rows["led"] * rows["deals"]).sum() == pytest.approx(dealt, abs=3)
    bare = often[often["lead"] == "ace alone"]
    assert (bare["behind_low"] > 0).all()
    with pytest.raises(InputError, match="position"):
        manilla.table("leads", position=2)
    by_chance = manilla.table("leads", play="random/expert", deals=DEALS)
    assert by_chance["led"].max() < 0.9


def test_what_is_counted_leaves_less_and_less_between_hands() -> None:
    frame = manilla.table("spread", deals=20_000)
    for _, rows in frame.groupby("position"):
        assert rows["spread"].is_monotonic_decreasing
        assert rows["counted"].tolist()[::4] == ["nothing", "trumps manillas aces voids"]
        assert (rows["spread_low"] <= rows["spread"]).all()
        assert (rows["spread"] <= rows["spread_high"]).all()
        assert rows["deals"].eq(20_000).all()


def test_a_spread_that_is_not_seen_is_not_sure_to_be_nothing() -> None:
    frame = manilla.table("spread", deals=60)
    unseen = frame[frame["spread"] == 0]
    assert len(unseen) > 3
    assert (unseen["spread_high"] > 1).all()


def test_the_spread_between_hands_is_that_of_their_values() -> None:
    """Without anything counted: hands of mano asked about one by one."""
    values, deals = [], 1500
    for deal in range(120):
        key = np.uint64(deal_key(np.uint64(9), deal))
        deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
        deal_all(deck, key, hands)
        names = " ".join(map(DECK.name, cards_of(int(hands[1]))))
        trump = DECK.suits[int(trump_of(deck, key, True))]
        values.append(manilla.hand(names, trump=trump, deals=deals).points)
    noise = np.mean([one.std_error**2 for one in values])
    wanted = np.sqrt(np.var([one.value for one in values], ddof=1) - noise)
    spread = manilla.table("spread", position=1, deals=40_000)["spread"].iloc[0]
    assert abs(spread - wanted) < 3 * wanted / np.sqrt(2 * len(values))


@pytest.mark.parametrize("rule", ["must_undertrump=true", "capote_wins_juego=true"])
@pytest.mark.parametrize(("score", "juegos"), [("0-0", None), ("31-38", "1-0"), ("39-5", "0-1")])
def test_scores_are_worth_what_match_says(rule: str, score: str, juegos: str | None) -> None:
    """A position's mean over what a deal leads to is the chance before it, of the same deals."""
    given = {"rule": rule, "score": score, "juegos": juegos, "deals": 4000}
    frame = manilla.table("positions", **given).set_index("position")
    said = manilla.match(**given)
    for position, dealing in ((1, said.they_deal), (4, said.we_deal)):
        assert frame["juego"][position] == pytest.approx(dealing.juego.value, abs=1e-12)
        assert frame["partida"][position] == pytest.approx(dealing.partida.value, abs=1e-12)
    assert (frame["juego_low"] <= frame["juego"]).all()
    assert (frame["juego_std_error"] > dealing.juego.std_error).all()


def test_chances_of_a_kind_are_those_after_its_points() -> None:
    given = {"position": 3, "score": "35-20", "juegos": "0-1", "deals": 4000}
    kinds = manilla.table("kinds", **given)
    row = kinds.loc[kinds["deals"].idxmax()]
    plan = Plan.read("expert", {"deals": 4000}, (3,))
    ((_, counts),) = plan.counts(k.by_holding)
    ends = counts[tuple(row[name] for name in ("trumps", "manillas", "aces", "voids"))]
    said = manilla.match(juegos="0-1", deals=4000)
    won = manilla.match(juegos="1-1", deals=4000).equity[0][0][0]
    total = 0.0
    for points, deals in enumerate(ends.tolist()):
        us, them = 35 + max(points - 36, 0), 20 + max(36 - points, 0)
        if us >= 40:
            total += deals * won
        elif them < 40:
            total += deals * said.partida[us][them][0]
    assert row["partida"] == pytest.approx(total / ends.sum(), abs=1e-12)
    assert row["deals"] == ends.sum()
    assert row["points"] == pytest.approx(ends @ np.arange(73) / ends.sum())


def test_what_always_comes_out_the_same_is_not_sure() -> None:
    kinds = manilla.table("kinds", score="39-0", deals=4000)
    sure = kinds[kinds["juego"] == 1]
    assert len(sure) > 3
    assert (sure["juego_low"] < 1).all()
    assert (sure["juego_std_error"] > 0).all()


def test_an_individual_partida_has_juegos_only() -> None:
    frame = manilla.table("positions", rule="match=individual", score="3-4", deals=2000)
    assert "juego" in frame
    assert "partida" not in frame
    assert frame.attrs["situation"]["score"] == "3-4"


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
        ("positions", {"score": "40-0"}, "score"),
        ("positions", {"score": "3-0", "deals": 900}, "deals"),
        ("positions", {"juegos": "0-2"}, "juegos"),
        ("capote", {"score": "3-0"}, "hands, holdings, kinds, positions"),
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
