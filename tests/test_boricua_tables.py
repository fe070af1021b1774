"""Tables of boricua, row by row held to the independent program and to the questions."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import naive_boricua as nb
import pandas as pd
import pytest
from table_play import table_chooser

from analyzer import boricua
from analyzer.boricua.expert import expert_policy
from analyzer.boricua.standings import flor_standings
from analyzer.boricua.tables import _TABLES
from analyzer.core.errors import InputError, PolicyError
from analyzer.report.files import as_object
from analyzer.report.language import Language
from analyzer.report.text.frame import frame_text
from analyzer.report.text.numbers import Numbers

ALL_HANDS = list(combinations(nb.pack(), 3))
POLICIES = {
    "random": "random",
    "greedy": "greedy",
    "expert": table_chooser(expert_policy(2).table),
    "open": "open",
}
ONE = {"threads": 1}
INTERVAL = ["win", "low", "high", "std_error"]


@pytest.fixture(scope="module")
def hands() -> pd.DataFrame:
    return boricua.table("hands", **ONE)


# ----------------------------------------------------------------------------------- ligas


def test_ligas_of_two_players() -> None:
    frame = boricua.table("ligas")
    shares = Counter(map(nb.liga, ALL_HANDS))
    for position, rows in frame.groupby("position"):
        assert dict(zip(rows["liga"], rows["share"] * 1540, strict=True)) == pytest.approx(shares)
        row = rows[rows["liga"] == 24].iloc[0]
        alike = [" ".join(hand) for hand in ALL_HANDS if nb.liga(hand) == 24]
        mean = sum(nb.exact_liga(hand, position) for hand in alike) / len(alike)
        assert row[INTERVAL].tolist() == pytest.approx([float(mean)] * 3 + [0], abs=1e-12)


@pytest.mark.parametrize("players", [2, 4])
def test_ligas_win_as_often_as_the_sides_add_up_to(players: int) -> None:
    """Exactly one side has the best liga; at mano's position ties are won."""
    frame = boricua.table("ligas", players=players)
    wins = (frame["win"] * frame["share"]).groupby(frame["position"]).sum()
    assert wins[1] + wins[2] == pytest.approx(1)
    assert wins[1] > 0.5 > wins[players]
    best = frame[frame["liga"] == 33].set_index("position")["win"]
    assert best[1] == 1 > best[players]
    assert frame.attrs["method"] == "exact"
    assert frame.attrs["deals"] == players * math.prod(
        math.comb(22 - 3 * seat, 3) for seat in range(players)
    )


def test_break_evens_of_an_envite() -> None:
    columns = [name for name in boricua.table("ligas") if name.startswith("break_even")]
    assert columns == [
        f"break_even_{word}" for word in ("envite", "revoque", "revoque2", "revoque3")
    ]
    frame = boricua.table("ligas", position=2)
    for number, name in enumerate(columns):
        refused, accepted = nb.envite_worth(number)
        # w accepted - (1 - w) accepted = -refused
        assert set(frame[name]) == {float(Fraction(accepted - refused, 2 * accepted))}
    assert frame[columns].iloc[0].tolist() == [1 / 4, 1 / 4, 1 / 4, 1 / 6]


# ------------------------------------------------------------------------------------ flor


def points(mine: tuple[str, ...], position: int, *, sends: bool) -> dict[bool, list[int]]:
    """Points of the flores with two players, by whether the other holds one; he sends it."""
    seat, found = position % 2, {False: [], True: []}
    left = [card for card in nb.pack() if card not in mine]
    for other in combinations(left, 3):
        dealt = [mine, other] if seat == 0 else [other, mine]
        sent = [one for one in (0, 1) if nb.flor(dealt[one]) is not None]
        sent = [one for one in sent if one != seat or sends]
        talk = nb.talk_of(dealt)._replace(sent=tuple(sent))
        scored = [*nb.talk_points(talk, dealt), *nb.penalties(talk)]
        total = sum(one.points if one.side == seat else -one.points for one in scored)
        found[nb.flor(other) is not None].append(total)
    return found


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize("total", [8, 12, 18])
def test_flores_of_two_players(position: int, total: int) -> None:
    frame = boricua.table("flor", position=position).set_index(["flor", "theirs"])
    alike = [hand for hand in ALL_HANDS if nb.flor(hand) == total]
    for action in ("send", "silent"):
        per_hand = [points(hand, position, sends=action == "send") for hand in alike]
        alone = [one for found in per_hand for one in found[False]]
        met = [one for found in per_hand for one in found[True]]
        means = {"unknown": [*alone, *met], "flor": met}
        if position == 2:  # mano has spoken
            means = {"none": alone, "sent": met}
        for theirs, values in means.items():
            row = frame.loc[(total, theirs)]
            assert row[action] == pytest.approx(sum(values) / len(values), abs=1e-12)
            assert row["share"] == pytest.approx(len(values) / 969 / 1540)
            if action == "send":
                won = sum(value > 0 for value in values) / len(values)
                assert row[INTERVAL].tolist() == pytest.approx([won] * 3 + [0])
    for _, row in frame.iterrows():
        assert row["action"] == ("send" if row["send"] >= row["silent"] else "silent")


@pytest.mark.parametrize("position", [1, 2, 3, 4])
def test_flores_of_four_players(position: int) -> None:
    """6 to the better of two flores, 3 to one alone; silence costs 3, and 1 except mano.

    The dealer, who speaks last, has heard which it is.
    """
    frame = boricua.table("flor", players=4, position=position).set_index(["flor", "theirs"])
    penalty = 0 if position == 1 else 1
    for standing in flor_standings(4, position):
        told = ("sent", "none") if position == 4 else ("flor", "unknown")
        met, unknown = (frame.loc[(standing.value, theirs)] for theirs in told)
        share = standing.alone / standing.deals
        assert met["win"] == pytest.approx(standing.better / (standing.better + standing.worse))
        assert met["send"] == pytest.approx(12 * met["win"] - 6)
        assert met["silent"] == -3 - penalty
        if position == 4:
            assert met["share"] == pytest.approx(unknown["share"] * (1 - share) / share)
            assert (unknown["win"], unknown["send"], unknown["silent"]) == (1, 3, -penalty)
            continue
        assert met["share"] == pytest.approx(unknown["share"] * (1 - share))
        assert unknown["win"] == pytest.approx(share + (1 - share) * met["win"])
        assert unknown["send"] == pytest.approx(3 * share + (1 - share) * met["send"])
        assert unknown["silent"] == pytest.approx(-penalty - 3 * (1 - share))


def test_shares_of_flores() -> None:
    frame = boricua.table("flor", players=4)
    all_hands = frame[frame["theirs"] != "flor"]  # the dealer's are parted into none and sent
    assert all_hands.groupby("position")["share"].sum().tolist() == pytest.approx([60 / 1540] * 4)
    met = frame[frame["theirs"].isin(("flor", "sent"))]
    assert (met["win"].groupby(met["position"]).first() < 0.05).all()


# ----------------------------------------------------------------------------------- hands


def test_every_hand_is_there_once_for_each_game(hands: pd.DataFrame) -> None:
    games = hands.groupby(["position", "policy"])
    assert len(games) == 8
    for _, rows in games:
        assert {frozenset(hand.split()) for hand in rows["hand"]} == set(map(frozenset, ALL_HANDS))
        assert rows["share"].sum() == pytest.approx(1)
        wins = sorted(rows["win"], reverse=True)
        assert rows["rank"].tolist() == [1 + wins.index(win) for win in rows["win"]]
    flores = hands["flor"].notna()
    assert flores.sum() == 8 * 60
    assert ((hands["liga"] > 20) & ~flores).sum() == 8 * 820
    assert (hands["liga"] < 20).sum() == 8 * 660


def test_hands_are_worth_what_the_independent_program_says(hands: pd.DataFrame) -> None:
    for row in hands.sample(24, random_state=5).to_dict("records"):
        cards = row["hand"].split()
        assert [nb.power(card) for card in cards] == sorted(map(nb.power, cards), reverse=True)
        assert row["liga"] == nb.liga(cards)
        assert (None if row["flor"] is pd.NA else row["flor"]) == nb.flor(cards)
        spot = nb.spot(row["hand"], row["position"])
        wanted = float(nb.exact_two_players(spot, POLICIES[row["policy"]]))
        assert [row[name] for name in INTERVAL] == pytest.approx([wanted] * 3 + [0], abs=1e-12)


def test_hands_add_up_to_positions(hands: pd.DataFrame) -> None:
    mean = hands.groupby(["position", "policy"])["win"].mean()
    for row in boricua.table("positions", **ONE).to_dict("records"):
        assert row["win"] == pytest.approx(mean[row["position"], row["policy"]], abs=1e-12)
        first, _ = nb.exact_average(row["policy"]) if row["policy"] != "expert" else ([], None)
        if first:
            assert row["win"] == pytest.approx(float(first[row["position"] % 2]), abs=1e-12)


def test_hands_of_four_players_are_sampled() -> None:
    count, cards = 2000, "7O 3E 4B"
    frame = boricua.table("hands", players=4, position=3, play="greedy", deals=4000, **ONE)
    assert len(frame) == 1540
    assert frame.attrs["method"] == "monte_carlo"
    row = frame[frame["hand"] == cards].iloc[0]
    source = nb.deals(4, random.Random(3), fixed={3: cards.split()})
    tally = nb.sample_tricks(count, "greedy", source, random.Random(4))
    theirs = float(nb.odds(tally, nb.house(4))[1])
    spread = (row["std_error"] ** 2 + theirs * (1 - theirs) / count) ** 0.5
    assert abs(row["win"] - theirs) < 4 * spread
    alike = frame[frame["hand"].isin(["7O 3B 4C", cards])]  # of the same strengths
    assert len(alike) == 2
    assert len(set(alike["win"])) == 1


# ------------------------------------------------------------------------------- positions


def test_positions_of_four_players_are_simulated_hands() -> None:
    effort = {"players": 4, "deals": 3000, "seed": 4, **ONE}
    rows = boricua.table("positions", play="expert", **effort).set_index("position")["win"]
    found = boricua.simulate(play="expert", **effort)
    sides = found.first_side_win.value, found.dealer_side_win.value
    assert rows.tolist() == pytest.approx([*sides, *sides])
    told = boricua.table("positions", play="expert", rule={"signals": True}, **effort)
    assert told["win"].tolist() != rows.tolist()


# ----------------------------------------------------------------------------- what is asked


def test_only_what_is_asked_for(hands: pd.DataFrame) -> None:
    frame = boricua.table("hands", play="greedy", position=2, **ONE)
    whole = hands[(hands["policy"] == "greedy") & (hands["position"] == 2)]
    pd.testing.assert_frame_equal(frame, whole.reset_index(drop=True))
    assert frame.attrs["situation"] == {"players": 2, "positions": [2]}
    assert (frame.attrs["play"], frame.attrs["seed"]) == (["greedy"], None)
    mixed = boricua.table("positions", play="expert/greedy", **ONE).set_index("position")["win"]
    found = boricua.simulate(play="expert/greedy", exact=True, **ONE)
    assert mixed[1] == found.first_side_win.value
    assert mixed[2] != found.dealer_side_win.value  # position 2 is the expert here


@pytest.mark.parametrize("name", list(_TABLES))
def test_tables_can_be_written(name: str) -> None:
    frame = boricua.table(name, position=1, **ONE)
    rows = as_object(frame)["rows"]
    assert len(rows) == len(frame)
    numbers = Numbers(Language.of("en"), ascii=True)
    text = frame_text(frame, numbers, most=3)
    assert "NA" not in text
    assert frame.attrs["table"] == name


def test_break_evens_are_written_in_percent() -> None:
    text = frame_text(boricua.table("ligas"), Numbers(Language.of("en"), ascii=True), most=1)
    assert "  |  break_even_revoque2 25.00%  |  break_even_revoque3 16.67%" in text


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("liga", {}, "one of ligas, flor, envite, hands, positions"),
        ("ligas", {"play": "greedy"}, "plays no cards"),
        ("flor", {"position": 3}, "1 to 2"),
        ("hands", {"players": 3}, "2 or 4"),
        ("hands", {"players": 4, "exact": True}, "four players are sampled"),
        ("positions", {"seen": "1E"}, "rules, rule, players, position, play and effort"),
    ],
)
def test_tables_that_cannot_be(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        boricua.table(name, **options)
    with pytest.raises(PolicyError, match="one of the policies"):
        boricua.table("hands", play="best")
