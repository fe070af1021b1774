"""What answers are worth and where the best one changes, on counts made up for the purpose."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.truco.decisions import (
    Branch,
    Flip,
    Told,
    best_action,
    break_even,
    flips,
    nearest,
    played,
    played_value,
    settled,
    values,
    win_chance,
)
from analyzer.truco.kernels.hand import TIED
from analyzer.truco.odds import Counts
from analyzer.truco.ranges import Ranking

Z = 1.959963984540054


def points(ours: int, theirs: int) -> float:
    return float(ours - theirs)


def counted(ends, method: str = "exact") -> Counts:
    """Counts of side 0 winning, side 1 winning and neither, one row a group."""
    ends = np.array(ends, np.int64)
    seed = None if method == "exact" else 0
    return Counts(ends, method, int(ends.sum()), seed, Z, bool((ends[:, TIED] == 0).all()))


def told(ends, method: str = "exact") -> Told:
    counts = counted(ends, method)
    return Told(counts.counts.astype(np.float64), counts)


def ranking_of(masses) -> Ranking:
    numbers = np.arange(len(masses))
    return Ranking(numbers, numbers, np.array(masses, np.int64))


# --------------------------------------------------------------------------------- estimates


def test_counts_are_told_apart_by_groups_and_turned_to_my_side():
    rows = [[1, 2, 3], [0, 0, 0], [10, 20, 30], [100, 200, 300]]
    ranks = Ranking(np.array([0, 2, 3]), np.array([1, 0, 1]), np.array([4, 5]))
    mine = {side: Told.by_group(counted(rows), ranks, side).ends.tolist() for side in (0, 1)}
    assert mine[0] == [[10, 20, 30], [101, 202, 303]]
    assert mine[1] == [[20, 10, 30], [202, 101, 303]]


def test_an_exact_mean_over_a_range():
    hands = told([[6, 2, 2], [1, 8, 1]])
    shares = np.array([1.0, 0.25])
    found = hands.estimate(shares[:, None] * played(points, 3), shares)
    # (6 - 2) + (1 - 8) / 4, three points each, of 10 + 10 / 4 hands
    assert found == Estimate.exact(3 * (4 - 7 / 4) / 12.5)
    assert win_chance(hands, shares) == Estimate.exact(6.25 / 12.5)
    assert win_chance(hands, shares, end=1) == Estimate.exact(4 / 12.5)
    assert win_chance(hands, shares, end=2) == Estimate.exact(2.25 / 12.5)


def test_a_sampled_mean_over_a_range_has_the_error_of_its_deals():
    hands = told([[60, 20, 20], [10, 80, 10], [0, 50, 50]], "monte_carlo")
    shares = np.array([1.0, 0.25, 0.0])
    found = hands.estimate(shares[:, None] * played(points, 3), shares)
    x = np.repeat([3, -3, 0, 0.75, -0.75, 0, 0], [60, 20, 20, 10, 80, 10, 100])
    y = np.repeat([1, 0.25, 0], [100, 100, 100])
    ratio = x.sum() / y.sum()
    error = math.sqrt(((x - ratio * y) ** 2).sum() * 300 / 299) / y.sum()
    assert found.value == pytest.approx(ratio, rel=1e-14)
    assert found.std_error == pytest.approx(error, rel=1e-12)
    assert found.high - found.value == pytest.approx(Z * error, rel=1e-12)


@settings(derandomize=True)
@given(
    deals=st.lists(st.integers(0, 10**9), min_size=1, max_size=40),
    share=st.lists(st.floats(1e-9, 1), min_size=40, max_size=40),
    method=st.sampled_from(("exact", "monte_carlo")),
    lost=st.booleans(),
)
def test_a_sure_thing_is_sure_to_the_digit(deals, share, method, lost):
    deals[0] += 2
    row = [0, 1, 0] if lost else [1, 0, 0]
    hands = told([[n * end for end in row] for n in deals], method)
    found = win_chance(hands, np.array(share[: len(deals)]))
    assert found.value == (0.0 if lost else 1.0)
    assert 0 <= found.low <= found.value <= found.high <= 1
    if method == "monte_carlo":
        assert found.high - found.low > 0  # that it is sure is not known from a sample


def test_undecided_is_nothing_when_the_rules_leave_none():
    row = np.array([1.0])
    assert win_chance(told([[5, 5, 0]], "monte_carlo"), row, end=2) == Estimate.exact(0)
    counts = Counts(np.array([[5, 5, 0]]), "monte_carlo", 10, 0, Z, always_won=False)
    found = win_chance(Told(counts.counts.astype(float), counts), row, end=2)
    assert found.value == 0
    assert found.high > 0.1


@pytest.mark.parametrize("side", [0, 1])
def test_a_hand_played_out(side):
    rows = [[3, 1, 0], [2, 1, 3]]
    sign = 1 if side == 0 else -1
    assert played_value(counted(rows), side, points, 3) == Estimate.exact(sign * 9 / 10)
    sampled = played_value(counted(rows, "monte_carlo"), side, points, 3)
    assert sampled == Estimate.mean(sign * 9, 63, 10, Z)


# ------------------------------------------------------------------------------- break-even


@pytest.mark.parametrize(
    ("ladder", "wanted"),
    [((1, 3, 6, 9, 12), [1 / 3, 1 / 4, 1 / 6, 1 / 8]),
     ((2, 4, 6, 10, 12), [1 / 4, 1 / 6, 1 / 5, 1 / 12]),
     ((2, 4, 8, 10, 12), [1 / 4, 1 / 4, 1 / 10, 1 / 12])],
)  # fmt: skip
def test_break_evens_up_the_ladder(ladder, wanted):
    found = [break_even(points, stake, before, 0.0) for before, stake in pairwise(ladder)]
    assert found == pytest.approx(wanted, rel=1e-15)


@settings(derandomize=True)
@given(
    table=st.lists(st.floats(0, 1), min_size=4, max_size=4),
    undecided=st.floats(0, 0.9),
)
def test_at_the_break_even_playing_is_worth_running(table, undecided):
    lost, run, even, won = sorted(table)
    if won - lost < 1e-3:
        return
    worth = {(3, 0): won, (0, 3): lost, (0, 0): even, (0, 1): run}
    win = break_even(lambda ours, theirs: worth[ours, theirs], 3, 1, undecided)
    value = win * won + undecided * even + (1 - win - undecided) * lost
    assert value == pytest.approx(run, abs=1e-9)


# ----------------------------------------------------------------------------------- values


def some_plan(ranks: Ranking, calls: float):
    """Run for one point, or play for three, or raise: then a third stays and the best call back."""

    def plan(bluffs):
        shares = ranks.shares(calls, bluffs)
        stays, again = ranks.best_part(shares, 0.6), ranks.best_part(shares, 0.15)
        run_or_play = np.concatenate((settled(-6.0), played(points, 9)))
        return shares, {
            "accept": [Branch(shares, played(points, 3))],
            "run": [Branch(shares, settled(-1.0))],
            "raise": [
                Branch(shares * (1 - stays), settled(3.0)),
                Branch(shares * (stays - again), played(points, 6)),
                Branch(shares * again, run_or_play),
            ],
        }

    return plan


def test_values_are_sums_over_what_he_may_do():
    ranks = ranking_of([2, 2, 4])
    hands = told([[1, 9, 0], [4, 6, 0], [18, 2, 0]])
    found = values(hands, some_plan(ranks, 0.5), 0.5)
    # Range: groups 1 and 2 whole, half of 3, weights 2 + 2 + 2; the best 0.9 of 6 call back,
    # which is 0.45 of group 1; up to 3.6 stay, which is 0.8 of group 2.
    total = 10 + 10 + 10
    assert found["run"] == Estimate.exact(-1)
    assert found["accept"].value == pytest.approx(3 * (-8 - 2 + 8) / total)
    back = 0.45 * max(-6 * 10, 9 * -8)
    stay = 6 * (0.55 * -8 + 0.8 * -2)
    folds = 3 * (0.2 * 10 + 0.5 * 20)
    assert found["raise"].value == pytest.approx((back + stay + folds) / total)


def test_after_a_raise_i_take_the_better_for_all_his_holdings_together():
    ranks = ranking_of([1, 1])
    plan = some_plan(ranks, 1.0)
    good, bad = told([[10, 0, 0], [10, 0, 0]]), told([[0, 10, 0], [0, 10, 0]])
    # All call: the best 0.3 of two holdings call back, 0.9 more stay, 0.8 run.
    assert values(good, plan, 0.0)["raise"].value == pytest.approx((0.3 * 9 + 0.9 * 6 + 2.4) / 2)
    assert values(bad, plan, 0.0)["raise"].value == pytest.approx((0.3 * -6 - 0.9 * 6 + 2.4) / 2)


def test_a_sample_in_which_nobody_calls_is_refused():
    ranks = ranking_of([1, 1])
    hands = told([[0, 0, 0], [3, 4, 0]], "monte_carlo")
    with pytest.raises(InputError, match=r"^deals: 7: more"):
        values(hands, some_plan(ranks, 0.5), 0.0)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [({"accept": 1.0, "run": 1.0, "raise": 1.0}, "accept"),
     ({"accept": 0.0, "run": 0.5, "raise": 0.5 + 1e-14}, "run"),
     ({"accept": 0.0, "run": 0.5, "raise": 0.5 + 1e-9}, "raise")],
)  # fmt: skip
def test_the_first_of_equals_is_best(found, wanted):
    assert best_action({name: Estimate.exact(v) for name, v in found.items()}) == wanted


# ------------------------------------------------------------------------------------ flips


def random_case(seed: int) -> tuple[Ranking, Told, float]:
    """A ranking, how hands end against its groups, and a share that calls."""
    rng = np.random.default_rng(seed)
    groups = int(rng.integers(2, 40))
    masses = rng.integers(1, 200, groups)
    chance = np.sort(rng.beta(1.2, 1.2, groups)) * rng.uniform(0.3, 1)
    won = rng.binomial(500, chance)
    drawn = rng.binomial(500 - won, 0.05)
    ends = np.stack((won, 500 - won - drawn, drawn), axis=1) * rng.integers(0, 2, (groups, 1))
    ends[0] = [50, 440, 10]
    return ranking_of(masses), told(ends), float(rng.choice([0.05, 0.25, 0.6]))


CASES = range(30)


def action_at(hands: Told, plan, rate: float) -> str:
    return best_action(values(hands, plan, rate))


def all_flips(seed: int):
    ranks, hands, calls = random_case(seed)
    plan = some_plan(ranks, calls)
    kinks = np.concatenate([ranks.kinks(calls, part) for part in (0.6, 0.15)])
    return hands, plan, flips(hands, plan, list(kinks))


@pytest.mark.parametrize("seed", CASES)
def test_every_change_on_a_grid_is_one_flip_and_every_flip_is_a_change(seed):
    hands, plan, found = all_flips(seed)
    for one, other in pairwise(found):
        assert one.bluffs < other.bluffs
        assert one.above == other.below
    for flip in found:
        assert flip.below != flip.above
        assert action_at(hands, plan, flip.bluffs - 1e-9) == flip.below
        assert action_at(hands, plan, flip.bluffs + 1e-9) == flip.above
    grid = np.linspace(0, 1, 201)
    actions = [action_at(hands, plan, rate) for rate in grid]
    changes = []
    for (low, high), (before, after) in zip(pairwise(grid), pairwise(actions), strict=True):
        inside = [flip for flip in found if low <= flip.bluffs < high]
        if before != after:
            changes.append((before, after))
            assert [inside[0].below, inside[-1].above] == [before, after]
        assert before != after or len(inside) != 1
    if len(changes) == len(found):
        assert changes == [(flip.below, flip.above) for flip in found]


def test_the_made_up_cases_have_flips_of_every_kind():
    found = [all_flips(seed)[2] for seed in CASES]
    kinds = {(flip.below, flip.above) for row in found for flip in row}
    assert len(kinds) >= 4
    assert max(map(len, found)) >= 2
    assert any(not row for row in found)


def test_a_flip_where_two_lines_cross():
    # Against those who call for sure I win nothing, against bluffs I win all. With b bluffing
    # the range is 1 + 3b: accepting is worth 3 (3b - 1), running -(1 + 3b), equal at b = 1/6.
    ranks, hands = ranking_of([1, 3]), told([[0, 10, 0], [30, 0, 0]])

    def plan(bluffs):
        shares = ranks.shares(0.25, bluffs)
        return shares, {
            "accept": [Branch(shares, played(points, 3))],
            "run": [Branch(shares, settled(-1.0))],
        }

    (flip,) = flips(hands, plan, [])
    assert flip == Flip(pytest.approx(1 / 6, rel=1e-14), "run", "accept")


def test_a_flip_where_what_i_do_after_his_raise_has_changed_before():
    # Here he raises at once: then I run for 6, or win 9 a bluff and lose 9 otherwise, whichever
    # is better; from b = 7/33 on that is playing. At b = 4/15 it is worth running before.
    ranks, hands = ranking_of([1, 3]), told([[0, 10, 0], [30, 0, 0]])

    def plan(bluffs):
        shares = ranks.shares(0.25, bluffs)
        choices = np.concatenate((settled(-6.0), played(points, 9)))
        return shares, {
            "run": [Branch(shares, settled(-1.0))],
            "raise": [Branch(shares, choices)],
        }

    (flip,) = flips(hands, plan, [])
    assert flip == Flip(pytest.approx(4 / 15, rel=1e-14), "run", "raise")


@pytest.mark.parametrize("seed", CASES)
def test_between_equal_actions_there_is_no_flip(seed):
    """As at 9-9, where a raise decides no more than the call did, if nobody runs from it."""
    ranks, hands, calls = random_case(seed)

    def plan(bluffs):
        shares = ranks.shares(calls, bluffs)
        again = ranks.best_part(shares, 0.3)
        return shares, {
            "accept": [Branch(shares, played(points, 3))],
            "run": [Branch(shares, settled(-1.0))],
            "raise": [
                Branch(shares * (1 - again), played(points, 3)),
                Branch(shares * again, played(points, 3)),
            ],
        }

    found = flips(hands, plan, list(ranks.kinks(calls, 0.3)))
    assert {flip.below for flip in found} | {flip.above for flip in found} <= {"accept", "run"}
    assert len(found) <= 1


def test_the_nearest_flip():
    found = [Flip(rate, "run", "accept") for rate in (0.1, 0.4, 0.9)]
    assert [nearest(found, rate) for rate in (0.0, 0.24, 0.26, 0.7, 1.0)] == [
        0.1,
        0.1,
        0.4,
        0.9,
        0.9,
    ]
    assert nearest([], 0.5) is None
