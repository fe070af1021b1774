"""The race to N points: closed forms, symmetry, and the whole chain solved at once."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.race import Outcome, match_equity


def constant(*outcomes):
    return lambda us, them, dealer, after: outcomes


def mirrored(outcomes):
    """Give both sides the same chances: as dealer the listed ones, else the other way round."""

    def of(us, them, dealer, after):
        ways = outcomes(us, them) if dealer == 0 else outcomes(them, us)
        return [Outcome(p, a, b) if dealer == 0 else Outcome(p, b, a) for p, a, b in ways]

    return of


weights = st.lists(st.integers(0, 20), min_size=5, max_size=5).filter(lambda w: sum(w[1:]) > 0)


def as_outcomes(w):
    points = [(0, 0), (1, 0), (0, 1), (3, 0), (0, 2)]
    return [(x / sum(w), *p) for x, p in zip(w, points, strict=True)]


@pytest.mark.parametrize("p", [0.5, 0.3, 1.0])
def test_a_point_a_hand_is_negative_binomial(p):
    found = match_equity(12, constant((p, 1, 0), (1 - p, 0, 1)))
    for us in range(12):
        for them in range(12):
            ours, theirs = 12 - us, 12 - them
            expected = math.fsum(
                math.comb(ours - 1 + lost, lost) * p**ours * (1 - p) ** lost
                for lost in range(theirs)
            )
            assert found[us, them] == pytest.approx([expected, expected], abs=1e-12)


def test_points_beyond_the_target_win_as_well():
    found = match_equity(4, constant((0.5, 3, 0), (0.5, 0, 12)))
    assert found[1, 0, 0] == 0.5
    assert found[0, 0, 0] == 0.25


def test_the_deal_passes_after_every_hand():
    """Only the dealer scores: at 1-1 and 0-0 he wins, whoever is one hand ahead wins."""
    found = match_equity(2, mirrored(lambda us, them: [(1.0, 1, 0)]))
    assert found[..., 0].tolist() == [[1, 0], [1, 1]]
    assert found[..., 1].tolist() == [[0, 0], [1, 0]]


@settings(deadline=None, max_examples=30)
@given(weights)
def test_what_one_side_wins_the_other_loses(w):
    found = match_equity(6, mirrored(lambda us, them: as_outcomes(w)))
    np.testing.assert_allclose(found[..., 0] + found[..., 1].T, np.ones((6, 6)), rtol=0, atol=1e-12)


@settings(deadline=None, max_examples=30)
@given(weights, weights, st.integers(1, 5))
def test_the_whole_chain_solved_at_once_gives_the_same(dealing, other, target):
    """Chances that depend on the dealer and on the score; an independent dense solution."""

    def outcomes(us, them, dealer, after=None):
        ways = as_outcomes(dealing if dealer == 0 else other)
        return ways if (us + 2 * them) % 3 else as_outcomes([3, 1, 2, 1, 1])

    states = [(a, b, d) for a in range(target) for b in range(target) for d in (0, 1)]
    index = {state: i for i, state in enumerate(states)}
    matrix, wins = np.eye(len(states)), np.zeros(len(states))
    for (us, them, dealer), i in index.items():
        for p, ours, theirs in outcomes(us, them, dealer):
            if us + ours >= target:
                wins[i] += p
            elif them + theirs < target:
                matrix[i, index[us + ours, them + theirs, 1 - dealer]] -= p
    found = match_equity(target, outcomes)
    np.testing.assert_allclose(found.ravel(), np.linalg.solve(matrix, wins), rtol=0, atol=1e-12)


def test_hands_nobody_scores_only_pass_the_deal():
    """Each dealer wins 0.6 of the decided hands; an undecided one makes him the other side."""
    for q in (0.0, 0.3, 0.999999):
        ways = [(q, 0, 0), (0.6 * (1 - q), 1, 0), (0.4 * (1 - q), 0, 1)]
        found = match_equity(1, mirrored(lambda us, them, ways=ways: ways))
        expected = (0.6 * (1 - q) + q) / (1 + q)
        assert found[0, 0] == pytest.approx([expected, 1 - expected], abs=1e-9)


def test_known_states_are_taken_as_given():
    coin = constant((0.5, 1, 0), (0.5, 0, 1))
    found = match_equity(
        3, coin, override=lambda us, them, dealer: 0.7 if us == them == 2 else None
    )
    assert found[2, 2].tolist() == [0.7, 0.7]
    assert found[2, 1, 0] == pytest.approx(0.85)
    assert found[0, 0, 0] == pytest.approx(0.5 + 0.2 * math.comb(4, 2) / 16)


def test_a_known_state_feeds_the_undecided_hands_of_the_other_dealer():
    undecided = constant((0.5, 0, 0), (0.5, 1, 0))
    found = match_equity(1, undecided, override=lambda us, them, dealer: 0.2 if dealer else None)
    assert found[0, 0].tolist() == [0.6, 0.2]


def test_a_known_equity_of_zero_is_known():
    found = match_equity(1, constant((1.0, 1, 0)), override=lambda us, them, dealer: 0.0)
    assert found[0, 0].tolist() == [0.0, 0.0]


def test_a_side_may_decide_by_the_equity_after_the_hand():
    """At 1-0 we may play for the match at 0.4, or run and give a point away."""

    def outcomes(us, them, dealer, after):
        play = 0.4 * after(2, 0) + 0.6 * after(0, 3)
        if us == 1 and after(0, 1) > play:
            return [(1.0, 0, 1)]
        return [(0.4, 2, 0), (0.6, 0, 3)]

    found = match_equity(3, outcomes)
    assert found[1, 0, 0] == found[1, 1, 1] == found[1, 2, 0] == 0.4
    assert match_equity(3, constant((0.4, 2, 0), (0.6, 0, 1)))[1, 2, 0] == 0.4


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([(0.5, 1, 0), (0.4, 0, 1)], "add up to 0.9"),
        ([(1.5, 1, 0), (-0.5, 0, 1)], "probability -0.5"),
        ([(math.nan, 1, 0)], "probability nan"),
        ([(1.0, -1, 1)], "a hand of -1-1 points"),
        ([(1.0, 2, 2)], "wins for both"),
        ([(1.0, 0, 0)], "nobody ever scores"),
        ([], "add up to 0"),
    ],
)
def test_outcomes_that_make_no_sense_are_refused(outcomes, message):
    with pytest.raises(ValueError, match=message):
        match_equity(2, constant(*outcomes))


def test_an_undecided_hand_has_no_equity_to_decide_by():
    with pytest.raises(ValueError, match="a hand of 0-0 points"):
        match_equity(2, lambda us, them, dealer, after: [(after(0, 0), 1, 0)])


def test_a_race_to_nothing_is_refused():
    with pytest.raises(ValueError, match="target 0"):
        match_equity(0, constant((1.0, 1, 0)))
