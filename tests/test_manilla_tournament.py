"""The tournament of La Manilla: margins, and what is given away to perfect play."""

from __future__ import annotations

import random

import naive_manilla as naive
import numpy as np
import pytest
from test_manilla_kernels import drawn, key_of, masks_of, random_hand

from analyzer.manilla import tournament
from analyzer.manilla.cards import DECK, card_name
from analyzer.manilla.kernels.against_open import against_open, give_away, perfect_card
from analyzer.manilla.kernels.play import PLAY_WORDS
from analyzer.manilla.kernels.solver.desk import Desk, new_desk
from analyzer.manilla.kernels.solver.values import set_deal
from analyzer.manilla.policies import Lineup
from analyzer.manilla.referee import Hand
from analyzer.manilla.rules import Rules

RANDOM = Lineup.read("random", 1).ways


@pytest.fixture(scope="module")
def desk() -> Desk:
    return new_desk(10)


def node_of(hand: Hand) -> naive.Node:
    names = [tuple(card_name(card) for card in held) for held in hand.held]
    order = (*names[1:], names[0])  # the independent program begins with mano
    return naive.Node(
        order, DECK.suits[hand.trump], (hand.leader + 3) % 4, (), hand.rules.must_undertrump
    )


def rank(name: str) -> int:
    return DECK.parse(name, "test")


def points_lost(node: naive.Node, key: np.uint64, side: int) -> list[int]:
    """Play a deal on, one side by chance, and say what each place's cards have cost it.

    Players 0 and 2 of the independent program are side 1.
    """
    lost, draws = [0, 0, 0, 0], PLAY_WORDS
    while not naive.over(node):
        values = naive.card_values(node, {})
        cards = sorted(naive.choices(node), key=rank)
        mine = (naive.turn(node) % 2 == 0) == (side == 1)
        best = (max if naive.turn(node) % 2 == 0 else min)(values.values())
        card = next(one for one in cards if values[one] == best)
        if mine:
            card = cards[drawn(key, draws, len(cards))]
            draws += 1
            lost[len(node.table)] += abs(best - values[card])
        node, _won = naive.lay(node, card)
    return lost


@pytest.mark.parametrize("rules", [Rules(), Rules(must_undertrump=True)])
def test_what_is_given_away_is_what_every_card_costs(rules: Rules, desk: Desk) -> None:
    chance = random.Random(12)
    for deal in range(40):
        hand, side, key = random_hand(chance, rules, 3), deal & 1, key_of(deal)
        lost = np.zeros(4, np.int64)
        undertrump = rules.must_undertrump
        args = (hand.trump, undertrump, hand.leader, RANDOM, key, side, lost)
        give_away(desk, masks_of(hand), *args)
        assert lost.tolist() == points_lost(node_of(hand), key, side)


def test_perfect_cards_keep_the_value(desk: Desk) -> None:
    chance = random.Random(13)
    for _ in range(60):
        hand = random_hand(chance, Rules(), 3)
        node, masks = node_of(hand), masks_of(hand)
        set_deal(desk, masks, hand.trump, False)
        values = naive.card_values(node, {})
        best = (max if hand.leader & 1 else min)(values.values())
        legal = int(masks[hand.leader])
        table = np.zeros(4, np.int64)
        found = perfect_card(desk, masks, hand.leader, table, 0, legal, best)
        assert card_name(found) == min((c for c in values if values[c] == best), key=rank)


def test_deals_add_up() -> None:
    ways = Lineup.read("expert", 1).ways
    parts = [against_open(deal, deal + 1, np.uint64(4), False, ways) for deal in (0, 1)]
    assert (sum(parts) == against_open(0, 2, np.uint64(4), False, ways)).all()
    assert parts[0][4] == parts[0][:4].sum() ** 2
    assert against_open(0, 0, np.uint64(4), False, ways).tolist() == [0] * 5


def test_margins_are_those_of_both_seats() -> None:
    rules = Rules()
    found = tournament.margin("expert", "random", rules, deals=4000, seed=2)
    turned = tournament.margin("random", "expert", rules, deals=4000, seed=2)
    assert found.value / found.std_error > 40
    assert abs(found.value + turned.value) < 4.5 * found.std_error
    assert tournament.margin("expert", "expert", rules, deals=100, seed=2).value == 0


def test_a_tournament_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--deals", "2000", "--open-deals", "2", "--rule", "must_undertrump=true"]
    assert tournament.main(words) == 0
    first, expert, chance = capsys.readouterr().out.splitlines()
    rules = Rules(must_undertrump=True)
    margin = tournament.margin("expert", "random", rules, deals=2000, seed=tournament.SEED)
    assert first.startswith(f"expert against random: {margin.value:+.2f} ± ")
    lost = tournament.given_away("expert", rules, deals=2, seed=tournament.SEED)
    assert f"against open: {-lost.points.value:+.2f}" in expert
    assert f"given away by lead {lost.by_place[0]:.2f}, second" in expert
    assert sum(lost.by_place) == pytest.approx(lost.points.value)
    assert chance.startswith("random against open: -")


@pytest.mark.parametrize(
    ("words", "told"), [(["--deals", "1"], "deals"), (["--rule", "vira=1"], "rule")]
)
def test_a_tournament_that_cannot_be(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tournament.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tournament: ")
    assert told in err
    assert err.count("\n") == 1
