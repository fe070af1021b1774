"""The policy ``optimal``, and policies that mix, against those that do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer import paulista
from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError
from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.paulista.solver.cardplay import TARGET, class_counts, solve_cards
from analyzer.paulista.solver.optimal import optimal_policy
from analyzer.paulista.spots import dealt_spot, deck_powers, spot_of
from analyzer.truco.kernels.hand import FIRST_TRICK
from analyzer.truco.kernels.mixed import WEIGHT
from analyzer.truco.odds import card_counts, result_counts
from analyzer.truco.policies import GREEDY, RANDOM, Lineup

VIRA = 3 * 4  # a seven

SITUATIONS = [
    {"hand": "4♣ Q♦ 2♥", "position": 1},
    {"hand": "4♣ Q♦ 2♥", "position": 2, "played": "3♣"},
    {"hand": "4♣ Q♦ 2♥", "position": 1, "played": "2♥ 3♣ / A♠"},
    {"hand": "4♣ Q♦ 2♥", "position": 1, "played": "Q♦ 3♣"},
    {"hand": "4♣ K♦ 2♥", "position": 2, "played": "3♣ K♦ / A♠ 2♥"},
    {"hand": "4♣ K♦ 2♥", "position": 2, "played": "2♣ 2♥ / K♠ K♦"},
]


@pytest.fixture(scope="module")
def optimal():
    return optimal_policy(Rules(), 2, (VIRA,))


def even(policy):
    """Return a policy that mixes everything evenly."""
    table = policy.mixed
    arrays = [np.full_like(array, 1 / array.shape[-1]) for array in table.arrays]
    names = ("lead", "reply", "second_lead", "second_reply")
    return replace(policy, mixed=replace(table, **dict(zip(names, arrays, strict=True))))


@pytest.mark.parametrize("fields", SITUATIONS)
@pytest.mark.parametrize("other", [GREEDY, RANDOM])
def test_mixing_evenly_is_playing_at_random(fields, other, optimal):
    spot = spot_of(Situation.read("hand", {**fields, "vira": "7♠"}))
    effort = Effort(exact=True)
    for seats in ((0, 1), (1, 0)):
        mixed, plain = (
            Lineup.seat(tuple((policy, other)[seat] for seat in seats))
            for policy in (even(optimal), RANDOM)
        )
        for row in (None, FIRST_TRICK, 0, 1):
            found = result_counts(spot, mixed, effort, side=1, row_seat=row)
            wanted = result_counts(spot, plain, effort, side=1, row_seat=row)
            assert found.counts / found.deals == pytest.approx(wanted.counts / wanted.deals)
        if spot.turn == fields["position"] % 2:
            slots = [-1, 0]
            found = card_counts(spot, mixed, Effort(), slots, side=1)
            wanted = card_counts(spot, plain, Effort(), slots, side=1)
            shares = found.won / found.origin.deals
            assert shares == pytest.approx(wanted.won / wanted.origin.deals)


def test_whole_hands_win_what_the_solution_says(optimal):
    deck = deck_powers(Rules(), VIRA)
    solver = solve_cards(deck)
    low, high = solver.bounds()
    assert high - low <= TARGET
    spot, seats = dealt_spot(Rules(), 2, VIRA), Lineup.seat((optimal, optimal))
    found = result_counts(spot, seats, Effort(exact=True), side=1)
    assert found.deals == 9139 * 7140 * WEIGHT
    assert 2 * found.chance(1).value - 1 == pytest.approx(solver.value(), abs=2e-6)


def test_nothing_beats_it(optimal):
    spot = dealt_spot(Rules(), 2, VIRA)
    effort = Effort(exact=True)
    value = result_counts(spot, Lineup.seat((optimal, optimal)), effort, side=1).chance(1).value
    for policy in (GREEDY, RANDOM):
        as_dealer, as_mao = (
            result_counts(spot, Lineup.seat(seats), effort, side=1).chance(1).value
            for seats in ((policy, optimal), (optimal, policy))
        )
        assert as_dealer > value - TARGET
        assert as_mao < value + TARGET


def test_drawn_cards_come_as_often_as_they_should(optimal):
    spot, seats = dealt_spot(Rules(), 2, VIRA), Lineup.seat((optimal, GREEDY))
    exact = result_counts(spot, seats, Effort(exact=True), side=1, row_seat=FIRST_TRICK)
    deals = 200_000
    drawn = result_counts(spot, seats, Effort(deals=deals), side=1, row_seat=FIRST_TRICK)
    shares = exact.counts / exact.deals
    sigma = np.sqrt(shares * (1 - shares) / deals)
    assert (np.abs(drawn.counts / deals - shares) <= 4 * sigma + 1e-12).all()


def test_a_question_takes_it():
    found = paulista.hand("4♣ Q♦ 2♥", vira="7♠", play="optimal")
    assert found.basis.method == "exact"
    assert found.basis.deals == 7140 * WEIGHT
    best = max(card.win.value for card in found.cards)
    assert found.win.value <= best + 1e-9
    again = paulista.hand("4♣ Q♦ 2♥", vira="7♠", play="optimal/greedy")
    assert again.win.value >= found.win.value - 0.2


def test_three_of_a_kind_of_deck():
    assert class_counts(deck_powers(Rules(), VIRA)) == (4, 4, 4, 3, 4, 4, 4, 4, 4, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("rules", "players", "told"),
    [
        (Rules(), 4, "two players"),
        (Rules(covered="any"), 2, "covered=never"),
        (Rules(all_tied="none"), 2, "all_tied=dealer"),
    ],
)
def test_games_that_are_not_solved_are_refused(rules, players, told):
    with pytest.raises(PolicyError, match=rf"^play: optimal: .*{told}"):
        lineup("greedy/optimal", rules, players, 1, turned=(VIRA,))


def test_where_nobody_can_mix_it_says_so():
    for ask in (
        lambda: paulista.accept(
            "4♣ Q♦ 2♥", vira="7♠", call="truco", play="optimal", play_on="calls"
        ),
        lambda: paulista.hand("4♣ Q♦ 2♥", vira="7♠", play="optimal", deals=100),
    ):
        with pytest.raises(PolicyError, match=r"^play: optimal: "):
            ask()
