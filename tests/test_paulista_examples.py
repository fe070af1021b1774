"""The presets and the worked examples of the rule sheet of Truco Paulista."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from paulista_table import (
    TRADITIONAL,
    beats,
    card,
    dealt_match,
    fresh_match,
    one_trick,
    open_hand,
    play_in_turn,
    play_results,
    win_hand,
)

from analyzer.core.errors import CardError, MissingError
from analyzer.paulista.cards import strength_of_cards
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import Rules
from analyzer.truco.tricks import TIED

# Presets


def test_presets_say_what_people_play():
    online, mineiro = Rules.presets["online"], Rules.presets["mineiro"]
    assert Rules() == TRADITIONAL
    assert (online.all_tied, online.onze_choice, online.onze_call) == ("none", True, "illegal")
    assert (online.covered, online.swap_on_call) == ("any", False)
    assert Rules.presets["limpo"] == replace(TRADITIONAL, deck="limpo")
    assert mineiro.ladder == (2, 4, 6, 10, 12)
    assert mineiro.all_tied == "none"
    assert mineiro == replace(
        TRADITIONAL,
        manilhas="fixed",
        ladder=(2, 4, 6, 10, 12),
        all_tied="none",
        onze_choice=True,
    )


def test_preset_mineiro_has_fixed_manilhas_and_no_vira():
    mineiro = Rules.presets["mineiro"]
    order = ["4♣", "7♥", "A♠", "7♦", "3♠", "2♠", "A♣", "K♠", "J♠", "Q♠", "7♣", "6♠", "5♠", "4♠"]
    for high, low in combinations(order, 2):
        assert beats(high, low, rules=mineiro)
    with pytest.raises(CardError, match="vira"):
        Hand(mineiro, players=2, vira=card("4♥"), hands=[None, None])
    with pytest.raises(MissingError, match="vira"):
        Hand(TRADITIONAL, players=2, vira=None, hands=[None, None])


def test_preset_mineiro_starts_at_two_and_plays_mao_de_dez():
    mineiro = Rules.presets["mineiro"]
    hand = open_hand(mineiro)
    assert hand.stake == 2
    hand.call(1)
    hand.answer(0, "ok")
    assert hand.stake == 4
    match = fresh_match(mineiro, score=(10, 6))
    assert match.onze_team == 0
    match.deal()
    assert match.phase == "onze"
    assert match.hand.stake == 4
    match.onze(0, "run")
    assert match.score == (10, 8)
    assert fresh_match(mineiro, score=(10, 10)).escuro
    match = fresh_match(mineiro, score=(8, 0))
    assert match.onze_team is None
    match.deal()
    match.call(1)
    match.answer(0, "run")
    assert match.score == (8, 2)
    as_some_play = replace(mineiro, ladder=(2, 4, 8, 10, 12))
    hand = Hand(as_some_play, players=2, vira=None, hands=[None, None], stake=4)
    hand.call(1)
    hand.answer(0, "ok")
    assert hand.stake == 8


def test_preset_online_covers_and_leaves_hands_undecided():
    hand = open_hand(Rules.presets["online"])
    play_in_turn(hand, "3♠ 3♥ xx xx xx xx")
    assert hand.winner == 2
    assert hand.points == (0, 0)


# Worked examples


@pytest.mark.parametrize(
    ("trick", "vira", "winner", "leader"),
    [
        ("3♠ 5♦ 3♥ 5♣", "4♥", 0, 0),
        ("3♠ 2♥ 3♥ K♣", "4♥", 1, 1),
        ("3♠ 3♥ Q♥ K♣", "4♥", TIED, 1),
        ("Q♠ J♥ 7♥ 7♣", "4♥", 0, 2),
        ("3♣ A♣ 2♦ K♣", "A♠", 1, 3),
    ],
    ids=["zap", "pair", "tied", "jack beats queen", "vira A"],
)
def test_example_01_to_05_tricks(trick, vira, winner, leader):
    assert one_trick(trick, vira=vira) == (winner, leader)


@pytest.mark.parametrize(
    ("results", "winner"), [("=D", 0), ("D=", 0), ("MD=", 1), ("==M", 1), ("===", 0)]
)
def test_example_06_ties(results, winner):
    hand = open_hand()
    play_results(hand, results)
    assert hand.winner == winner


@pytest.mark.parametrize(("accepted", "points"), [(0, 1), (1, 3), (2, 6), (3, 9)])
def test_example_07_refused_calls(accepted, points):
    hand = open_hand()
    hand.call(1)
    for number in range(accepted):
        hand.answer(number & 1, "raise")
    hand.answer(accepted & 1, "run")
    assert sum(hand.points) == points


def test_example_08_two_hands_of_three_points():
    match = fresh_match(score=(11, 7))
    win_hand(match, 1)
    assert match.score == (11, 10)
    assert match.onze_team == 0
    win_hand(match, 1)
    assert match.winner == 1
    match = fresh_match(score=(11, 9))
    win_hand(match, 1)
    assert match.winner == 1
    assert match.score == (11, 12)


def test_example_09_a_call_at_mao_de_onze_loses_the_match():
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(11, 7))
    match.play(1, card("3♠"))
    match.call(0)
    assert match.winner == 1


def test_example_10_an_escuro_of_three_tied_tricks_is_the_dealers_match():
    match = dealt_match("3♦ 2♦ A♦ / 3♠ 2♠ A♠", score=(11, 11))
    for text in ["3♠", "3♦", "2♠", "2♦", "A♠", "A♦"]:
        match.play(match.to_act, card(text))
    assert match.winner == 0


def test_example_11_chance_of_a_manilha():
    for vira in ("4♥", "3♦"):
        strength = strength_of_cards(TRADITIONAL, card(vira))
        unseen = [s for s in strength if s >= 0]
        others = sum(s < 10 for s in unseen)
        chance = 1 - Fraction(comb(others, 3), comb(len(unseen), 3))
        assert chance == Fraction(2594, 9139)


@pytest.mark.parametrize(
    ("step", "break_even"),
    [(1, Fraction(1, 3)), (2, Fraction(1, 4)), (3, Fraction(1, 6)), (4, Fraction(1, 8))],
)
def test_example_12_break_even_of_accepting(step, break_even):
    def value(*, run: bool, won: bool = False) -> int:
        """Return the points for the side that is called, by playing it out."""
        hand = open_hand()
        hand.call(1)
        for number in range(step - 1):
            hand.answer(number & 1, "raise")
        called = hand.pending.side
        hand.answer(called, "run" if run else "ok")
        if not run:
            play_results(hand, "DD" if (called == 0) == won else "MM")
        return hand.points[called] - hand.points[1 - called]

    win, lose, run = value(run=False, won=True), value(run=False), value(run=True)
    assert break_even * win + (1 - break_even) * lose == run
