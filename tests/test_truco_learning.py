"""Self-play, duels and tournaments: the same under any threads, and fair to both sides."""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from table_play import is_chi_square, random_table

from analyzer.core.blocks import Run
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, PolicyError
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.truco import duel as duels
from analyzer.truco import learning
from analyzer.truco.duel import duel
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.learn import learn_values
from analyzer.truco.learning import Course, improved, learn, wasted
from analyzer.truco.odds import card_counts, result_counts
from analyzer.truco.policies import (
    GREEDY,
    OPEN,
    RANDOM,
    Lineup,
    Policy,
    PolicyTable,
    Sight,
    greedy_table,
    tabulated,
)
from analyzer.truco.spot import packed
from analyzer.truco.tournament import tournament

ROOT = Path(__file__).parent.parent
SPOTS = {players: dealt_spot(Rules(), players) for players in (2, 4)}
PRIORS = {2: greedy_table()}
PRIORS[4] = PolicyTable(*(np.repeat(a, 4, axis=0) for a in (PRIORS[2].first, PRIORS[2].second)))
GREEDY_AS_TABLE = Policy("greedy table", 0, PRIORS[2])
ANY_TABLE = Policy("any table", 0, random_table(random.Random(5), k.PARTNER_VIEWS))
SHORT = Course(rounds=2, deals=10_000, tries=5)

both_sizes = pytest.mark.parametrize("players", [2, 4])


def same(one: PolicyTable, other: PolicyTable) -> bool:
    return np.array_equal(one.first, other.first) and np.array_equal(one.second, other.second)


def values(spot, table: PolicyTable, deals: int, *, explore: int = 0, tremble: int = 0, seed=1):
    """Tries and half wins of a learner among players of one table, for both tricks."""
    sums = learn_values(
        0,
        deals,
        np.uint64(seed),
        spot.decks,
        spot.needs,
        spot.start,
        np.array([0]),
        table.first[None],
        table.second[None],
        explore,
        tremble,
    )
    size = table.first.size * 6
    first = sums[:size].reshape(*table.first.shape, 3, 2)
    return first, sums[size:].reshape(*table.second.shape, 2, 2)


# --------------------------------------------------------------------------------- learning


@both_sizes
def test_learning_is_the_same_for_any_threads_and_blocks(players, monkeypatch):
    one = list(learn(SPOTS[players], PRIORS[players], SHORT, seed=3, threads=1))
    monkeypatch.setattr(learning, "_BLOCK", 1_700)
    two = list(learn(SPOTS[players], PRIORS[players], SHORT, seed=3, threads=2))
    assert len(one) == SHORT.rounds
    assert all(map(same, one, two))
    assert not same(one[0], one[1])
    assert not same(one[1], [*learn(SPOTS[players], PRIORS[players], SHORT, seed=4)][1])


@both_sizes
def test_learned_tables_beat_what_they_started_from(players):
    course = Course(rounds=2, deals=150_000)
    *_, table = learn(SPOTS[players], PRIORS[players], course)
    assert duel(SPOTS[players], Policy("learned", 0, table), GREEDY, deals=30_000).z > 10


def test_what_was_not_seen_stays_as_it_was():
    limpo = dealt_spot(Rules.read("limpo"), 2)
    *_, table = learn(limpo, PRIORS[2], SHORT)
    unseen = [
        k.triple_index(packed(hand))
        for hand in itertools.combinations_with_replacement(range(k.POWERS, 0, -1), 3)
        if min(hand) < 5  # the queen is the lowest rank of this deck
    ]
    seen = np.delete(np.arange(k.TRIPLES), unseen)
    assert np.array_equal(table.first[..., unseen], PRIORS[2].first[..., unseen])
    assert not np.array_equal(table.first[..., seen], PRIORS[2].first[..., seen])


def test_a_choice_changes_when_seen_often_and_clearly_better():
    prior = PRIORS[2]
    first = np.zeros((*prior.first.shape, 3, 2), np.int64)
    second = np.zeros((*prior.second.shape, 2, 2), np.int64)
    course = Course(tries=30, clear=0.5)
    # Leading (context 0) greedy plays slot 0. Tries and half wins of the slots in four hands:
    first[0, 0, 10] = [(29, 0), (29, 58), (29, 0)]  # seen too rarely
    first[0, 0, 11] = [(100, 100), (100, 104), (100, 0)]  # better by 0.4 standard errors
    first[0, 0, 12] = [(100, 100), (100, 106), (100, 0)]  # by 0.6
    first[0, 0, 13] = [(100, 60), (0, 0), (100, 80)]  # the first two cards are equal
    second[0, 1, 0, 20] = [(50, 10), (50, 50)]
    sums = np.concatenate([first.ravel(), second.ravel()])
    table = improved(prior, sums, course, 2)
    assert table.first[0, 0, 10:14].tolist() == [0, 0, 1, 2]
    assert table.second[0, 1, 0, 20] == 1
    changed = (table.first != prior.first).sum() + (table.second != prior.second).sum()
    assert changed == 3


@both_sizes
def test_a_card_is_wasted_where_a_lower_one_does_the_same(players):
    of_three, of_two, rng = wasted(3, players), wasted(2, players), random.Random(2)
    assert not of_three[0].any()  # leading, every card may make sense
    for _ in range(500):
        laid, best, holder = rng.randrange(1, players), rng.randrange(15), rng.randrange(3)
        hand = sorted((rng.randint(1, 14) for _ in range(3)), reverse=True)
        ctx = k.context(laid, best, holder, 0)

        def does(power, laid=laid, best=best):
            if power > best:  # the last to play cannot be beaten any more
                return "beats" if laid == players - 1 else power
            return power == best

        for cards, table in ((hand, of_three), (hand[:2], of_two)):
            expected = [any(x < y and does(x) == does(y) for x in cards) for y in cards]
            row = k.hand_index(packed(cards))
            assert table[ctx, row].tolist() == expected, (laid, best, cards)


@both_sizes
def test_nobody_learns_to_waste_a_card(players):
    *_, table = learn(SPOTS[players], PRIORS[players], SHORT)
    chosen = table.first[..., None].astype(int), table.second[..., None].astype(int)
    for slots, waste in zip(chosen, (wasted(3, players), wasted(2, players)), strict=True):
        spread = np.broadcast_to(waste, (*slots.shape[:-1], waste.shape[-1]))
        assert not np.take_along_axis(spread, slots, -1).any()


def test_what_a_card_is_worth_agrees_with_enumeration():
    vira, hand = 4, (12, 9, 5)
    spot = dealt_spot(Rules(), 2, vira)
    first, _ = values(spot, PRIORS[2], 2_000_000)
    tries, halves = np.moveaxis(first[0, 0, k.triple_index(packed(hand))], -1, 0)
    assert tries.min() > 100
    rest = spot.decks[0].tolist()
    for power in hand:
        rest.remove(power)
    mine = type(spot)(
        spot.start,
        np.array([3, 0]),
        np.array([0, packed(hand)]),
        np.array([rest], np.uint8),
    )
    exact = card_counts(mine, Lineup.seat((GREEDY,) * 2), Effort(exact=True), [0, 1, 2], side=1)
    chances = exact.won / exact.origin.deals
    error = np.sqrt(chances * (1 - chances) / tries)
    assert (abs(halves / 2 / tries - chances) < 4 * error).all()


def test_a_learner_tries_all_cards_at_every_decision_of_his():
    deals = 5_000
    first, second = values(SPOTS[2], PRIORS[2], deals)
    # One decision in each trick, with the best card among those of every deal.
    assert first[..., 0, 0].sum() == second[..., 0, 0].sum() == deals
    assert 0 < first[..., 1, 0].sum() < deals  # equal cards once


def test_exploring_sees_more_and_leaves_first_decisions_alone():
    deals = 20_000
    still, still_later = values(SPOTS[2], PRIORS[2], deals)
    first, later = values(SPOTS[2], PRIORS[2], deals, explore=1000)
    assert np.array_equal(first, still)  # opponents do not go astray
    assert (later[..., 0] > 0).sum() > 1.3 * (still_later[..., 0] > 0).sum()
    shaken, _ = values(SPOTS[2], PRIORS[2], deals, tremble=1000)
    assert np.array_equal(shaken[0, 0], still[0, 0])
    assert not np.array_equal(shaken, still)


def test_partner_views_are_seen_in_half_the_deals():
    deals = 20_000
    first, _ = values(SPOTS[4], PRIORS[4], deals)
    tries = first[..., 0, 0].sum(axis=(1, 2))
    assert abs(tries[0] - deals / 2) < 4 * math.sqrt(deals) / 2
    assert (tries[1:] > deals / 100).all()
    assert tries.sum() == deals


def test_half_a_round_makes_no_table(monkeypatch):
    def stopped(*args, **kwargs):
        return Run(np.zeros(1, np.int64), 0, interrupted=True)

    monkeypatch.setattr(learning, "run_blocks", stopped)
    with pytest.raises(KeyboardInterrupt):
        next(learn(SPOTS[2], PRIORS[2], SHORT))


def test_every_round_plays_new_deals_and_more_of_them(monkeypatch):
    spans = []

    def noted(kernel, args, *, first, last, **rest):
        spans.append((first, last, args[-2]))
        return run_blocks(kernel, args, first=first, last=last, **rest)

    run_blocks = learning.run_blocks
    monkeypatch.setattr(learning, "run_blocks", noted)
    course = Course(rounds=3, deals=100, explore=300)
    assert len(list(learn(SPOTS[2], PRIORS[2], course))) == 3
    assert spans == [(0, 100, 300), (100, 300, 200), (300, 600, 100)]
    assert course.total == 600


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"deals": 0}, {"others": 0}, {"explore": 1001}])
def test_courses_are_refused(wrong):
    (name,) = wrong
    with pytest.raises(InputError, match=name):
        Course(**wrong)


# ------------------------------------------------------------------------------------ duels


@both_sizes
@pytest.mark.parametrize("policy", [GREEDY, RANDOM, ANY_TABLE], ids=lambda policy: policy.name)
def test_nobody_beats_himself(players, policy):
    played = duel(SPOTS[players], policy, policy, deals=5_000)
    assert (played.margin.value, played.margin.std_error, played.z) == (0, 0, 0)


@both_sizes
@pytest.mark.parametrize("preset", list(Rules.presets))
def test_greedy_as_a_table_is_greedy(players, preset):
    spot = dealt_spot(Rules.read(preset), players)
    played = duel(spot, GREEDY_AS_TABLE, GREEDY, deals=20_000)
    assert (played.margin.value, played.margin.std_error) == (0, 0)
    assert played.won_as_dealer == duel(spot, GREEDY, GREEDY, deals=20_000).won_as_dealer


@both_sizes
@pytest.mark.parametrize("preset", ["traditional", "online"])
def test_a_duel_is_two_samples_of_the_same_deals(players, preset):
    spot, deals = dealt_spot(Rules.read(preset), players), 20_000
    played = duel(spot, ANY_TABLE, RANDOM, deals=deals, seed=9)
    effort, half = Effort(deals=deals, seed=9), players // 2
    as_dealer = result_counts(spot, Lineup.seat((ANY_TABLE, RANDOM) * half), effort, side=0)
    as_first = result_counts(spot, Lineup.seat((RANDOM, ANY_TABLE) * half), effort, side=1)
    assert played.won_as_dealer == as_dealer.counts[0, 0] / deals
    assert played.won_as_first == as_first.counts[0, 1] / deals
    lost = as_dealer.counts[0, 1] + as_first.counts[0, 0]
    won = as_dealer.counts[0, 0] + as_first.counts[0, 1]
    assert math.isclose(played.margin.value, (won - lost) / deals / 2)


@both_sizes
def test_a_duel_is_the_same_for_any_threads_and_from_either_end(players, monkeypatch):
    one = duel(SPOTS[players], ANY_TABLE, GREEDY, deals=20_000, threads=1)
    monkeypatch.setattr(duels, "_BLOCK", 777)
    assert duel(SPOTS[players], ANY_TABLE, GREEDY, deals=20_000, threads=2) == one
    back = duel(SPOTS[players], GREEDY, ANY_TABLE, deals=20_000)
    assert back.margin.value == -one.margin.value
    assert math.isclose(back.z, -one.z)
    assert one.won == (one.won_as_dealer + one.won_as_first) / 2


def test_standard_errors_of_paired_differences_are_honest():
    played = [duel(SPOTS[2], ANY_TABLE, RANDOM, deals=500, seed=seed) for seed in range(200)]
    margins = [one.margin.value for one in played]
    mean = sum(margins) / len(margins)
    error = sum(one.margin.std_error for one in played) / len(played)
    assert is_chi_square(sum((m - mean) ** 2 for m in margins) / error**2, len(played) - 1)


def test_partners_who_know_each_other_play_another_view():
    spot, deals = SPOTS[4], 2_000
    plain = duel(spot, ANY_TABLE, GREEDY, deals=deals)
    knowing = duel(spot, ANY_TABLE, GREEDY, deals=deals, knows=(True, False))
    assert plain != knowing
    assert duel(spot, ANY_TABLE, GREEDY, deals=deals, knows=(False, True)) == plain
    assert duel(spot, GREEDY, ANY_TABLE, deals=deals, knows=(False, True)).margin.value == (
        -knowing.margin.value
    )
    one_view = duel(spot, GREEDY_AS_TABLE, RANDOM, deals=deals, knows=(True, True))
    assert one_view == duel(spot, GREEDY, RANDOM, deals=deals)


def test_duels_that_cannot_be():
    with pytest.raises(PolicyError, match="open"):
        duel(SPOTS[2], OPEN, GREEDY, deals=10)
    with pytest.raises(InputError, match="deals"):
        duel(SPOTS[2], GREEDY, RANDOM, deals=1)


def test_a_tournament_is_all_its_duels():
    names = (GREEDY, RANDOM, ANY_TABLE)
    played = tournament(SPOTS[2], names, deals=3_000, seed=2)
    for (i, one), (j, other) in itertools.permutations(enumerate(names), 2):
        alone = duel(SPOTS[2], one, other, deals=3_000, seed=2)
        assert played.margin(i, j) == alone.margin.value
        assert math.isclose(played.z(i, j), alone.z)
    assert [played.margin(i, i) for i in range(3)] == [0, 0, 0]
    assert played.ranking[0] == 0
    assert played.mean(0) == (played.margin(0, 1) + played.margin(0, 2)) / 2
    assert played.worst(1) == min(played.margin(1, 0), played.margin(1, 2))
    assert played.names == ("greedy", "random", "any table")


# ------------------------------------------------------------------------- rules into tables


def test_a_rule_sees_what_its_table_says():
    def told(sight: Sight) -> int:
        """A slot that depends on all there is to see."""
        seen = (*sight.hand, sight.laid, sight.best, sight.holder, sight.first)
        return hash(seen) % len(sight.hand)

    table = tabulated(told, views=2 * 2)
    rng = random.Random(11)
    for _ in range(300):
        laid = rng.randrange(4)
        best = rng.randrange(15) if laid else -1
        holder = rng.randrange(3) if laid else k.TIED
        hand = tuple(sorted((rng.randint(1, 14) for _ in range(3)), reverse=True))
        ctx = k.context(laid, best, holder, 0)
        sight = Sight(hand, laid, best, holder)
        assert (table.first[:, ctx, k.triple_index(packed(hand))] == told(sight)).all()
        pair, first = hand[:2], rng.randrange(3)
        sight = Sight(pair, laid, best, holder, first)
        assert (table.second[:, first, ctx, k.pair_index(packed(pair))] == told(sight)).all()


# -------------------------------------------------------------------------- without compiler


@pytest.mark.nojit
def test_duels_and_learning_without_compiler():
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        pytest.skip("compiled kernels are tested above")
    script = "import sys; sys.path.insert(0, 'tests'); import test_truco_learning as t; t.told()"
    compiled = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert compiled.stdout == f"{numbers()}\n"


def numbers() -> list[int]:
    """Sums of a few deals, the same whether compiled or not."""
    first, second = values(SPOTS[4], PRIORS[4], 6, explore=300, tremble=100)
    played = duel(SPOTS[4], ANY_TABLE, RANDOM, deals=6, knows=(True, False), threads=1)
    weights = np.arange(first.size), np.arange(second.size)
    return [
        int(first.ravel() @ weights[0]),
        int(second.ravel() @ weights[1]),
        round(played.margin.value * 12),
    ]


def told() -> None:
    print(numbers())
