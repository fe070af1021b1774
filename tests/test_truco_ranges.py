"""What a caller may hold: shares against closed forms, rankings against the independent program."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from asked import naive_of, policies_of, two_player_state
from hypothesis import given
from hypothesis import strategies as st
from naive import Known, judge, pack, powers, verdict
from naive_calls import CALLERS, chances, hands_by_power, public_range
from naive_calls import best_part as naive_best_part

from analyzer.core.effort import Effort
from analyzer.paulista.policies import lineup
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import public_spot
from analyzer.truco.kernels import hand as k
from analyzer.truco.ranges import Ranking, _filled, ranking
from analyzer.truco.spot import packed
from analyzer.truco.spots import stand_in

EXACT = Effort(exact=True)
SHARES = st.sampled_from((0.0, 0.02, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0)) | st.floats(1e-9, 1)
MASSES = st.lists(st.integers(1, 400), min_size=1, max_size=30)


def ranking_of(masses: list[int]) -> Ranking:
    numbers = np.arange(len(masses))
    return Ranking(numbers, numbers, np.array(masses, np.int64))


# ----------------------------------------------------------------------------------- shares


@given(
    weights=st.lists(st.sampled_from((0.0, 0.5, 1.0)) | st.floats(1e-3, 50), min_size=1),
    part=SHARES,
)
def test_the_best_are_taken_first(weights, part):
    room = part * sum(weights)
    taken = _filled(room, np.array([weights]))[0]
    assert ((taken >= 0) & (taken <= 1)).all()
    assert taken @ weights == pytest.approx(room, rel=1e-12, abs=1e-12)
    real = taken[np.array(weights) > 0]
    inside = np.flatnonzero((real > 1e-9) & (real < 1 - 1e-9))
    assert len(inside) <= 1
    assert (np.diff(real) <= 0).all()
    assert (taken[np.array(weights) == 0] == 0).all()


@given(masses=MASSES, calls=SHARES, bluffs=st.lists(SHARES, min_size=1, max_size=4))
def test_shares_add_up_to_what_the_caller_says(masses, calls, bluffs):
    ranks = ranking_of(masses)
    shares = ranks.shares(calls, np.array(bluffs))
    assert shares.shape == (len(bluffs), len(masses))
    total = sum(masses)
    for row, rate in zip(shares, bluffs, strict=True):
        assert row @ ranks.masses == pytest.approx((calls + rate * (1 - calls)) * total, rel=1e-12)
        assert (np.diff(row) <= 1e-15).all()
        assert row.min() >= 0
        assert row.max() <= 1


@given(masses=MASSES, calls=SHARES, rate=SHARES, part=SHARES)
def test_the_best_part_of_a_range_is_that_part_of_its_weight(masses, calls, rate, part):
    ranks = ranking_of(masses)
    shares = ranks.shares(calls, np.array([rate]))
    taken = ranks.best_part(shares, part)
    weights = shares * ranks.masses
    assert (taken * weights).sum() == pytest.approx(part * weights.sum(), rel=1e-12, abs=1e-12)


@given(masses=MASSES, calls=SHARES, part=SHARES)
def test_between_kinks_all_weights_are_straight_lines(masses, calls, part):
    ranks = ranking_of(masses)
    kinks = ranks.kinks(calls, part)
    assert ((kinks > 0) & (kinks < 1)).all()
    ends = np.unique(np.concatenate(([0.0], kinks, [1.0])))
    middles = (ends[1:] + ends[:-1]) / 2

    def weights(rates: np.ndarray) -> np.ndarray:
        shares = ranks.shares(calls, rates)
        return shares * ranks.best_part(shares, part) * ranks.masses

    straight = (weights(ends[1:]) + weights(ends[:-1])) / 2
    assert weights(middles) == pytest.approx(straight, abs=1e-8 * sum(masses))


def test_kinks_are_where_the_best_part_ends_between_two_groups():
    # Of 10 holdings 2 call for sure; with b bluffing the range is 2 + 8b, half of it 1 + 4b.
    # That is the first group, 2, at b = 1/4; the first two, 2 + b, at b = 1/3; three, 2 + 3b,
    # only when all bluff.
    ranks = ranking_of([2, 1, 2, 5])
    assert ranks.kinks(0.2, 0.5) == pytest.approx([1 / 4, 1 / 3])
    assert ranks.kinks(1.0, 0.5).size == 0
    assert ranks.kinks(0.0, 0.5).size == 0


# ----------------------------------------------------------------------------------- ranking

TWO_PLAYERS = {
    "deal": {"hand": "3♠ K♦ J♣", "vira": "Q♥", "rules": "limpo"},
    "deal, ties undecided": {
        "hand": "3♠ K♦ J♣", "vira": "Q♥", "rules": "limpo", "rule": "all_tied=none",
    },
    "one card down": {"hand": "3♠ K♦ J♣", "vira": "Q♥", "rules": "limpo", "played": "A♠"},
    "second trick": {"hand": "3♠ K♦ 5♣", "vira": "4♥", "position": 1, "played": "3♠ 3♦ /"},
    "second trick, mine lies": {"hand": "3♠ K♦ 5♣", "vira": "4♥", "position": 1,
                                "played": "3♠ 2♦ / K♦"},
    "covered": {"hand": "3♠ K♦ 5♣", "vira": "4♥", "position": 1, "rules": "online",
                "played": "3♠ 2♦ / xK♦"},
    "mineiro": {"hand": "3♠ K♦ 4♣", "rules": "mineiro", "played": "3♦ 3♠ / 2♦"},
    "last trick": {"hand": "3♠ K♦ 5♣", "vira": "4♥", "played": "A♦ 3♠ / K♦ 2♦ /"},
    "his last card lies": {"hand": "3♠ K♦ 5♣", "vira": "4♥", "played": "A♦ 3♠ / K♦ 2♦ / 6♦",
                           "rule": "tie_lead=first_tied"},
}  # fmt: skip


def his_ranking(situation: Situation, play: str) -> Ranking:
    seat = 1 - situation.my_seat
    seats = lineup(play, situation.rules, 2, situation.my_seat)
    return ranking(stand_in(public_spot(situation), seat), seat, seats, EXACT)


def numbers_by_power(ranks: Ranking, holdings) -> dict[tuple[int, ...], int]:
    """The group of every holding, by its powers as the independent program counts them."""
    groups = dict(zip(ranks.rows.tolist(), ranks.groups.tolist(), strict=True))
    return {
        holding: groups[int(k.hand_index(packed([power + 1 for power in holding])))]
        for holding in holdings
    }


@pytest.mark.parametrize("play", ["greedy", "random", "open", "greedy/random"])
@pytest.mark.parametrize("case", TWO_PLAYERS)
def test_holdings_are_ranked_by_their_own_chance(case, play):
    situation = Situation.read("hand", {"position": 2, **TWO_PLAYERS[case]})
    state, policies = naive_of(situation), policies_of(play, situation)
    check_ranking(his_ranking(situation, play), chances(state, policies), state)


def check_ranking(ranks: Ranking, found, state) -> None:
    by_power = {}
    masses = Counter()
    for holding, chance in found.items():
        by_power[tuple(sorted(powers(holding, state.vira, state.house.deck)))] = chance
        masses[chance] += 1
    best_first = sorted(masses, reverse=True)
    assert ranks.masses.tolist() == [masses[chance] for chance in best_first]
    assert len(ranks.rows) == len(by_power)
    assert numbers_by_power(ranks, by_power) == {
        holding: best_first.index(chance) for holding, chance in by_power.items()
    }


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("case", ["deal", "second trick", "covered"])
def test_shares_are_those_of_the_independent_program(case, caller):
    situation = Situation.read("hand", {"position": 2, **TWO_PLAYERS[case]})
    state = naive_of(situation)
    ranks, rank = his_ranking(situation, "greedy"), chances(state, "greedy")
    calls, bluffs = CALLERS[caller]
    shares = ranks.shares(calls, np.array([bluffs]))
    his = public_range(state, "greedy", calls, bluffs)
    weight = {holding: share.calls + share.bluffs for holding, share in his.items()}
    parts = {part: naive_best_part(weight, rank, part) for part in (0.1, 0.5)}
    best_first = sorted(set(rank.values()), reverse=True)
    for holding, chance in rank.items():
        group = best_first.index(chance)
        assert shares[0, group] == pytest.approx(float(weight[holding]), abs=1e-12)
    for part, wanted in parts.items():
        taken = ranks.best_part(shares, part)
        for holding, chance in rank.items():
            group = best_first.index(chance)
            assert taken[0, group] == pytest.approx(float(wanted[holding]), abs=1e-9)


# ------------------------------------------------------------------- four players' stand-in

FOUR_PLAYERS = {
    "partner wins": ("6♥ K♦ 5♣", 4, "2♦ 6♦", 3),
    "partner loses": ("6♥ K♦ 5♣", 4, "2♦ 3♦", 3),
    "partner tied": ("6♥ K♦ 5♣", 4, "2♦ 2♠", 3),
    "he has laid, others are to move": ("6♥ K♦ 5♣", 4, "2♦ 6♦ A♦", 3),
    "only he has laid": ("6♥ K♦ 5♣", 2, "3♦", 1),
    "only his partner has laid": ("6♥ K♦ 5♣", 2, "A♦", 3),
    "both have laid, tied": ("6♥ K♦ 5♣", 4, "A♦ A♥", 1),
    "second trick": ("6♥ K♦ 5♣", 4, "2♦ 3♦ A♦ 6♥ /", 1),
    "second trick, covered": ("6♥ K♦ 5♣", 4, "2♦ 3♦ A♦ 6♥ / 6♠ xx", 0),
    "second trick, his partner has laid": ("6♥ K♦ 5♣", 4, "2♦ 3♦ A♦ 6♥ / 6♠ K♠", 1),
    "second trick, nothing but covered": ("6♥ K♦ 5♣", 4, "A♦ 3♦ 3♠ 6♥ / 7♦ xx", 3),
    "second trick, his partner tied": ("2♦ K♦ 5♣", 1, "2♦ 6♦ A♦ 3♥ / K♠ K♦ Q♥", 0),
    "second trick, both have laid": ("2♦ K♦ 5♣", 1, "2♦ 6♦ A♦ 3♥ / 6♥ K♦", 0),
    "second trick, both have laid, tied": ("2♦ K♦ 5♣", 1, "2♦ 6♦ A♦ 3♥ / K♠ K♦", 0),
    "last trick": ("6♥ K♦ 5♣", 4, "2♦ 6♦ A♦ 6♥ / Q♥ 3♠ 4♠ K♦ /", 1),
    "last trick, his partner has laid": ("6♥ K♦ 5♣", 4, "2♦ 6♦ A♦ 6♥ / Q♥ 3♠ 4♠ K♦ / J♠ 7♠", 1),
    "last trick, both have laid": ("2♦ K♦ 5♣", 1, "2♦ 6♦ A♦ 3♥ / 6♥ K♦ 4♠ Q♦ / 5♣ J♦", 2),
}
"""My cards, my position, what has been played (the vira is a 4), and who is ranked."""


def at_a_table_of_four(case: str) -> tuple[Situation, int]:
    hand, position, played, seat = FOUR_PLAYERS[case]
    situation = Situation.read(
        "hand",
        {"hand": hand, "vira": "4♥", "players": 4, "position": position, "played": played,
         "rules": "traditional", "rule": "covered=any"},
    )  # fmt: skip
    return situation, seat


def stand_in_ranking(situation: Situation, seat: int, play: str) -> Ranking:
    seats = lineup(play, situation.rules, 2, 1 - (seat & 1))
    return ranking(stand_in(public_spot(situation), seat), seat & 1, seats, EXACT)


CLASHING = {
    "partner tied",
    "only his partner has laid",
    "second trick, his partner tied",
    "second trick, his partner has laid",
    "last trick, his partner has laid",
}
"""States of the table that two players cannot come to."""


@pytest.mark.parametrize("play", ["greedy", "open", "greedy/random"])
@pytest.mark.parametrize("case", sorted(set(FOUR_PLAYERS) - CLASHING))
def test_among_four_a_game_of_two_stands_for_the_ranking(case, play):
    situation, seat = at_a_table_of_four(case)
    state = two_player_state(naive_of(situation), seat)
    mine, theirs = (play.split("/") * 2)[:2]
    policies = mine if mine == theirs else (mine, theirs)[:: 1 if state.seat == 0 else -1]
    check_ranking(stand_in_ranking(situation, seat, play), chances(state, policies), state)


@pytest.mark.parametrize("case", [case for case in FOUR_PLAYERS if "trick" in case])
def test_among_four_the_strongest_card_on_the_table_stays(case):
    situation, seat = at_a_table_of_four(case)
    state = naive_of(situation)
    check_ranking(stand_in_ranking(situation, seat, "random"), random_chances(state, seat), state)


def random_chances(state: Known, seat: int) -> dict[tuple[str, ...], Fraction]:
    """His chance with each holding when he and one opponent put their cards down anyhow."""
    side, house = seat & 1, state.house
    laid = [who for who, _ in state.table]
    to_move = (state.leader + len(laid)) % 4 & 1
    he_lays = seat not in laid
    other_lays = to_move != side or all(who & 1 == side for who in laid)
    size = 3 - len(state.results)
    pool = [card for card in pack(house.deck) if card not in state.shown]
    copies = Counter(powers(pool, state.vira, house.deck))
    chance: dict[tuple[int, ...], Fraction] = {}
    for his in hands_by_power(copies, size - (not he_lays)):
        won = total = 0
        for other, ways in hands_by_power(copies - Counter(his), size - (not other_lays)).items():
            for mine, theirs in product(permutations(his), permutations(other)):
                rows = (
                    mine if he_lays else (None, *mine),
                    theirs if other_lays else (None, *theirs),
                )
                results = [*state.results]
                for now, cards in enumerate(zip(*rows, strict=True)):
                    both = zip((side, 1 - side), cards, strict=True)
                    down = [(who, card) for who, card in both if card is not None]
                    results.append(judge([*(state.table if now == 0 else ()), *down])[0])
                ends = (verdict(results[:n], house.all_tied) for n in range(1, 4))
                won += ways * (next(end for end in ends if end is not None) == side)
                total += ways
        chance[tuple(sorted(his))] = Fraction(won, total)
    holdings = combinations(pool, size - (not he_lays))
    return {
        holding: chance[tuple(sorted(powers(holding, state.vira, house.deck)))]
        for holding in holdings
    }
