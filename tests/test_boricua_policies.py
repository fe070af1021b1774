"""The named policies of boricua: the expert, what signals are worth, and who plays it."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, prod
from pathlib import Path

import naive
import naive_boricua as nb
import numpy as np
import pytest
from boricua_table import TRADITIONAL
from hypothesis import given, settings
from hypothesis import strategies as st
from table_play import table_chooser

from analyzer.boricua import expert, hand, simulate
from analyzer.boricua.cards import STRENGTH, card_name
from analyzer.boricua.policies import DEFAULT, POLICIES, lineup
from analyzer.boricua.referee import Hand
from analyzer.boricua.rules import Rules
from analyzer.boricua.spots import dealt_spot
from analyzer.boricua.training import SCHOOL
from analyzer.core.errors import PolicyError, RuleError
from analyzer.truco import contest, training
from analyzer.truco.duel import duel
from analyzer.truco.kernels import hand as k
from analyzer.truco.odds import play_arguments
from analyzer.truco.policies import GREEDY, RANDOM, PolicyTable
from analyzer.truco.spot import packed

ROOT = Path(__file__).parent.parent
DEALS = 100_000
SIGNALS = Rules(signals=True)
ONE = {"threads": 1}
THREE, ORO = nb.power("3E"), nb.power("7O")

both_sizes = pytest.mark.parametrize("players", [2, 4])


def naive_expert(players: int, *, knows: bool = False) -> naive.Chooser:
    """The expert's table, looked up by the independent program."""
    table = expert.expert_policy(players).table
    return table_chooser(table, knows=knows, fair=THREE, strong=ORO)


# ------------------------------------------------------------------------------------ names


def test_every_policy_of_the_interface_has_a_name():
    assert list(POLICIES) == ["random", "greedy", "open", "expert"]
    assert DEFAULT == "expert"
    assert hand("7E 6E 3O", **ONE).basis.play == "expert"
    assert simulate(deals=100, **ONE).basis.play == "expert"


@pytest.mark.parametrize("ask", [lambda p: hand("7E 6E 3O", play=p), lambda p: simulate(play=p)])
def test_policies_that_cannot_be(ask):
    with pytest.raises(PolicyError, match="one of the policies random, greedy, open, expert"):
        ask("best")
    with pytest.raises(PolicyError, match="open for all seats at once"):
        ask("open/expert")


@pytest.mark.parametrize("rules", [TRADITIONAL, SIGNALS])
@pytest.mark.parametrize("play", ["expert", "expert/greedy", "greedy"])
def test_signals_tell_partners_their_cards(rules, play):
    seats = lineup(play, rules, 4, 1)
    _, kinds, knows, *_ = play_arguments(dealt_spot(4), seats)
    told = rules.signals and play != "greedy"  # greedy players make nothing of it
    assert knows.tolist() == [told] * 4
    assert kinds.tolist() == lineup(play, TRADITIONAL, 4, 1).kinds.tolist()
    assert not play_arguments(dealt_spot(2), lineup(play, rules, 2, 1))[2].any()


# ----------------------------------------------------------------------------------- expert


@both_sizes
def test_the_expert_beats_greedy_and_random(players):
    spot, best = dealt_spot(players), expert.expert_policy(players)
    against_greedy = duel(spot, best, GREEDY, deals=DEALS)
    assert against_greedy.z > 10
    assert against_greedy.margin.value > (0.1 if players == 2 else 0.04)
    assert duel(spot, best, RANDOM, deals=DEALS).z > 100


@both_sizes
def test_the_expert_beats_every_rule_of_thumb(players):
    spot, best = dealt_spot(players), expert.expert_policy(players)
    for thumb in SCHOOL.thumbs(players):
        assert duel(spot, best, thumb, deals=DEALS).z > 10, thumb.name


def test_signals_are_worth_something():
    spot, best = dealt_spot(4), expert.expert_policy(4)
    assert duel(spot, best, best, deals=DEALS, knows=(True, False)).z > 10
    assert duel(spot, best, GREEDY, deals=DEALS, knows=(True, False)).z > 10


@both_sizes
def test_manifests_tell_where_tables_come_from(players):
    manifest = json.loads((expert.DATA / f"expert-traditional-{players}.json").read_text())
    table = expert.expert_policy(players).table
    assert table.first.shape[0] == (k.PARTNER_VIEWS if players == 4 else 1)
    assert manifest["sha256"] == training.digest(table)
    words = manifest["command"].split()
    size = ["traditional", "--players", str(players)]
    assert words[:5] == ["scripts/learn-expert", "boricua", *size]
    plan = training.courses(players, int(words[8]), int(words[6]))
    assert manifest["courses"] == training.told(plan)
    margins = manifest["tournament"]["margins"]
    assert margins["greedy"] > 0.04
    assert min(margins.values()) > -0.001


def test_learning_writes_the_same_bytes_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(training, "TOURNAMENT_DEALS", 200)
    written = []
    for threads in ("1", "2"):
        folder = tmp_path / threads
        folder.mkdir()
        sizes = ["--players", "2", "--rounds", "3", "--deals", "2000", "--seed", "6"]
        training.main(SCHOOL, [*sizes, "--threads", threads, "--out", str(folder)])
        written.append([path.read_bytes() for path in sorted(folder.iterdir())])
    assert written[0] == written[1]
    manifest, table = (
        json.loads(written[0][0]),
        PolicyTable.load(folder / sorted(folder.iterdir())[1]),
    )
    assert manifest["sha256"] == training.digest(table)
    assert capsys.readouterr().err.startswith(f"{manifest['command']}: ")


def test_a_tournament_of_boricua(capsys):
    assert contest.main(SCHOOL, ["--players", "2", "--deals", "3000"]) == 0
    title, _, first, *_ = capsys.readouterr().out.splitlines()
    assert title == "traditional, 2 players, 3000 deals a duel"
    assert first.split()[:3] == ["1", "expert", "-"]
    assert contest.main(SCHOOL, ["--players", "4", "--deals", "3000"]) == 0
    worth = capsys.readouterr().out.splitlines()[-1]
    assert worth.startswith("expert knowing the partner's cards against expert without: +")
    assert contest.main(SCHOOL, ["--rules", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
    with pytest.raises(RuleError):
        SCHOOL.spot("nowhere", 2)


# --------------------------------------------------------- kernel, referee, independent program


def drive(table: Hand, choosers: list[naive.Chooser]) -> tuple[int, int]:
    """Let the referee play a hand to its end; return its result and the first trick's."""
    while table.winner is None:
        seat = table.turn
        node = naive.Node(
            tuple(tuple(STRENGTH[card] for card in held) for held in table.held),
            tuple(trick.winner for trick in table.tricks),
            tuple((lay.seat, STRENGTH[lay.card]) for lay in table.table),
            table.leader,
        )
        (wanted,) = choosers[seat](node, seat)
        table.play(seat, next(card for card in table.held[seat] if STRENGTH[card] == wanted))
    return table.winner, table.tricks[0].winner


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32), players=st.sampled_from((2, 4)), signals=st.booleans())
def test_the_expert_plays_alike_in_kernel_referee_and_independent_program(seed, players, signals):
    pack = list(range(22))
    random.Random(seed).shuffle(pack)
    dealt = [tuple(pack[3 * seat : 3 * seat + 3]) for seat in range(players)]
    seats = lineup("expert", Rules(signals=signals), players, 1)
    start, kinds, knows, firsts, seconds = play_arguments(dealt_spot(players), seats)
    powers = np.array([packed(sorted((STRENGTH[c] + 1 for c in h), reverse=True)) for h in dealt])
    code = k.play_out(powers, start, kinds, knows, firsts, seconds, -1, np.uint64(0))
    choosers = [naive_expert(players, knows=signals)] * players
    refereed = drive(Hand(TRADITIONAL, players=players, hands=dealt, talk=False), choosers)
    assert (code & 3, code >> 2) == refereed
    names = [[card_name(card) for card in cards] for cards in dealt]
    assert nb.play_hand(names, tuple(choosers))[refereed[0]] == 1


def average_of_all_deals(chooser: naive.Chooser) -> tuple[naive.Odds, naive.Odds]:
    """Chances of the hand and of its first trick; cards of one power are counted together."""
    copies = Counter(nb.powers(nb.pack()))
    holdings = list(combinations_with_replacement(sorted(copies), 3))
    total: naive.Tally = Counter()
    for mine, theirs in product(holdings, repeat=2):
        first, second = Counter(mine), Counter(theirs)
        ways = prod(
            comb(n, first[p]) * comb(n - first[p], second[p]) if first[p] <= n else 0
            for p, n in copies.items()
        )
        if ways:
            for results, weight in naive.play_out(
                naive.Node((mine, theirs)), chooser, nb.house(2)
            ).items():
                total[results] += ways * weight
    return naive.odds(total, nb.house(2)), naive.first_trick(total)


def test_all_deals_of_two_experts():
    found = simulate(exact=True, **ONE)
    hands, tricks = average_of_all_deals(naive_expert(2))
    assert found.first_side_win.value == pytest.approx(float(hands[1]), abs=1e-12)
    assert found.first_trick_tied.value == pytest.approx(float(tricks[2]), abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "position", "played"),
    [("7B 6C 5O", 1, ""), ("7E 3E 4B", 2, "6C"), ("1B 3O 5C", 1, "3O 3C")],
)
def test_one_hand_among_two_experts(cards, position, played):
    found = hand(cards, position=position, played=played, **ONE)
    wanted = nb.exact_two_players(nb.spot(cards, position, played), naive_expert(2))
    assert found.win.value == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize("signals", [False, True])
def test_one_hand_among_four_experts(signals):
    count, cards = 3000, "7O 3E 4B"
    rule = {"signals": signals}
    found = hand(cards, players=4, position=1, rule=rule, deals=100_000, seed=3, **ONE)
    source = nb.deals(4, random.Random(5), fixed={1: cards.split()})
    chooser = naive_expert(4, knows=signals)
    tally = nb.sample_tricks(count, chooser, source, random.Random(6))
    theirs = float(naive.odds(tally, nb.house(4))[1])
    spread = (found.win.std_error**2 + theirs * (1 - theirs) / count) ** 0.5
    assert abs(found.win.value - theirs) < 4 * spread
