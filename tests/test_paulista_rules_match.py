"""The rule sheet of Truco Paulista, lines 16 to 21: the match and its irregularities."""

from __future__ import annotations

from dataclasses import replace

import pytest
from paulista_table import (
    TRADITIONAL,
    card,
    cards,
    dealt_match,
    fresh_match,
)

from analyzer.core.errors import RuleError
from analyzer.paulista.referee import Lay, Match
from analyzer.paulista.rules import Rules
from analyzer.truco.tricks import TIED

PLAYERS = pytest.mark.parametrize("players", [2, 4])


def test_rule_16_first_to_twelve_and_no_more():
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(0, 10))
    match.call(1)
    match.answer(0, "ok")
    for player, text in zip((1, 0, 1, 0), ("3♠", "6♦", "2♠", "7♦"), strict=True):
        assert match.winner is None
        match.play(player, card(text))
    assert (match.score, match.winner, match.phase) == ((0, 12), 1, "over")
    assert match.to_act is None
    for refused in (match.can_deal(), match.can_play(0, card("Q♦")), match.can_fraud(0)):
        assert not refused


@pytest.mark.parametrize("score", [(12, 0), (-1, 3), (0, 13), (1, 2, 3)])
def test_rule_16_a_match_starts_below_twelve(score):
    with pytest.raises(RuleError, match="from 0 to 11"):
        fresh_match(score=score)


def test_rule_17_mao_de_onze_is_worth_three_and_without_a_choice():
    match = fresh_match(score=(11, 7))
    assert match.onze_team == 0
    assert not match.rules.onze_choice
    match.deal()
    assert match.phase == "play"
    assert match.hand.stake == 3
    assert not match.can_onze(0, "run")
    assert fresh_match(score=(10, 10)).onze_team is None


@pytest.mark.parametrize("caller", [0, 1])
def test_rule_17_whoever_calls_loses_the_match(caller):
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(11, 7))
    assert not match.can_call(0)  # not at his turn
    if caller == 0:
        match.play(1, card("3♠"))
    match.call(caller)
    assert match.winner == 1 - caller
    assert match.score == ((11, 12) if caller == 0 else (12, 7))


def test_rule_17_a_call_may_be_illegal_instead():
    rules = replace(TRADITIONAL, onze_call="illegal")
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(11, 7), rules=rules)
    with pytest.raises(RuleError, match="no calls in this hand"):
        match.call(1)
    assert match.phase == "play"


@PLAYERS
def test_rule_17_with_a_choice_the_side_sees_its_hands_and_may_run(players):
    rules = replace(TRADITIONAL, onze_choice=True)
    for dealer in range(players):
        match = Match(rules, players=players, score=(7, 11), dealer=dealer)
        match.deal()
        assert match.phase == "onze"
        assert match.to_act % 2 == 1
        team = [player for player in range(players) if player % 2 == 1]
        assert set(match.cards_seen(1)) == set(team)
        assert set(match.cards_seen(0)) == {0}
        assert not match.can_play(match.player_at(1), match.hand.held[1][0])
        assert not match.can_onze(0, "play")
        assert not match.can_onze(1, "perhaps")
        match.onze(team[-1], "run")
        assert match.score == (8, 11)
        assert match.dealer == (dealer + 1) % players
        match.deal()
        match.onze(match.to_act, "play")
        assert match.phase == "play"
        assert match.hand.stake == 3
        assert set(match.cards_seen(1)) == {1}


def test_rule_17_running_may_give_the_match_away():
    rules = replace(TRADITIONAL, onze_choice=True, ladder=(2, 3, 6, 9, 12))
    match = fresh_match(rules, score=(9, 10))
    assert match.onze_team == 1
    match.deal()
    match.onze(1, "run")
    assert match.score == (11, 10)
    assert match.escuro


@PLAYERS
def test_rule_18_nobody_sees_a_card_in_an_escuro(players):
    match = fresh_match(players=players, score=(11, 11))
    assert match.escuro
    assert match.onze_team is None
    match.deal()
    assert match.phase == "play"
    assert match.hand.blind
    for player in range(players):
        assert match.cards_seen(player) == {}


def test_rule_18_cards_are_turned_up_uniformly():
    counts = dict.fromkeys(cards("3♠ 2♠ A♠"), 0)
    for seed in range(300):
        match = fresh_match(score=(11, 11), seed=seed)
        match.deal([cards("6♦ 7♦ Q♦"), cards("3♠ 2♠ A♠")], card("4♥"))
        match.play(1)
        counts[match.hand.table[0].card] += 1
    assert sum(counts.values()) == 300
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 13.8  # chi-square, 0.1 %


def test_rule_18_no_card_is_covered_and_the_winner_has_the_match():
    match = fresh_match(Rules.presets["online"], score=(11, 11))
    match.deal([cards("6♦ 7♦ Q♦"), cards("3♠ 2♠ A♠")], card("4♥"))
    match.play(1)
    match.play(0)
    assert not match.can_play(1, None, covered=True)
    match.play(1)
    match.play(0)
    assert match.winner == 1
    assert match.score == (11, 12)


def test_rule_18_a_call_is_treated_as_at_mao_de_onze():
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(11, 11))
    match.call(1)
    assert match.winner == 0
    rules = replace(TRADITIONAL, onze_call="illegal")
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", score=(11, 11), rules=rules)
    assert not match.can_call(1)


@pytest.mark.parametrize(("all_tied", "winner"), [("dealer", 0), ("mano", 1), ("none", None)])
def test_rule_18_an_undecided_escuro_is_followed_by_another(all_tied, winner):
    rules = replace(TRADITIONAL, all_tied=all_tied)
    match = dealt_match("3♦ 2♦ A♦ / 3♠ 2♠ A♠", score=(11, 11), rules=rules)
    for text in ["3♠", "3♦", "2♠", "2♦", "A♠", "A♦"]:
        match.play(match.to_act, card(text))  # as chance turned them up
    assert match.winner == winner
    if winner is None:
        assert match.escuro
        assert match.phase == "deal"
        assert (match.score, match.dealer, match.number) == ((11, 11), 1, 2)


def test_rule_18_the_cut_shows_no_card():
    match = fresh_match(replace(TRADITIONAL, cut="peek"), score=(11, 11))
    assert match.phase == "deal"
    assert match.cut_card is None


# Irregularities

FOUR_HANDS = "3♠ 2♠ A♠ / 6♦ 7♦ Q♦ / 3♥ 2♥ A♥ / 6♣ 7♣ Q♣"


def test_rule_19_a_card_out_of_turn_stays_and_play_goes_on_with_whose_turn_it_was():
    match = dealt_match(FOUR_HANDS)
    match.play_out_of_turn(2, card("3♥"))
    assert match.to_act == 1
    assert match.hand.table == [Lay(2, card("3♥"))]
    match.play(1, card("6♦"))
    assert match.to_act == 3  # player 2 has no further turn
    match.play(3, card("6♣"))
    match.play(0, card("2♠"))
    trick = match.hand.tricks[0]
    assert (trick.leader, trick.winner, trick.next_leader) == (1, 0, 2)
    assert match.to_act == 2
    assert match.can_call(2)


def test_rule_19_after_a_tie_the_rightful_leader_leads():
    match = dealt_match(FOUR_HANDS.replace("6♦ 7♦ Q♦", "3♣ 7♦ Q♦"))
    match.play_out_of_turn(2, card("3♥"))
    for player, text in ((1, "3♣"), (3, "6♣"), (0, "2♠")):
        match.play(player, card(text))
    assert match.hand.tricks[0].winner == TIED
    assert match.to_act == 1


def test_rule_19_the_owner_may_not_call_for_the_rest_of_the_trick():
    match = dealt_match(FOUR_HANDS)
    match.play_out_of_turn(2, card("3♥"))
    match.call(1)
    assert not match.can_answer(2, "raise")
    assert match.can_answer(2, "ok")
    assert match.can_answer(2, "run")
    with pytest.raises(RuleError, match="out of turn"):
        match.answer(2, "raise")
    match.answer(0, "raise")  # the partner has done nothing wrong
    match.answer(1, "ok")
    for player, text in ((1, "6♦"), (3, "6♣"), (0, "2♠")):
        match.play(player, card(text))
    match.play(2, card("2♥"))
    match.call(3)
    assert match.can_answer(2, "raise")  # the trick is over, and the ban with it


def test_rule_19_only_a_card_that_is_out_of_turn_and_held():
    match = dealt_match(FOUR_HANDS)
    with pytest.raises(RuleError, match="whose turn it is not"):
        match.play_out_of_turn(1, card("6♦"))
    assert not match.can_play_out_of_turn(2, card("4♦"))
    assert not match.can_play_out_of_turn(2, card("3♥"), covered=True)
    match.play_out_of_turn(2, card("3♥"))
    with pytest.raises(RuleError, match="one card a trick"):
        match.play_out_of_turn(2, card("2♥"))


def test_rule_19_a_card_out_of_turn_may_be_covered_where_its_owner_may_cover():
    rules = replace(TRADITIONAL, covered="follow")
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠", rules=rules)
    match.play(1, card("3♠"))
    match.play(0, card("6♦"))
    match.play_out_of_turn(0, card("7♦"), covered=True)
    assert not match.can_play(1, card("2♠"), covered=True)  # he still leads
    match.play(1, card("2♠"))
    assert match.score == (0, 1)


def test_rule_19_the_last_card_may_be_the_one_whose_turn_was_passed_over():
    match = dealt_match("6♦ 7♦ Q♦ / 3♠ 2♠ A♠")
    match.play_out_of_turn(0, card("Q♦"))
    match.play(1, card("2♠"))
    assert match.hand.tricks[0].winner == 1
    assert match.to_act == 1


def test_rule_20_dealt_wrong_by_an_opponent_and_not_noticed():
    match = dealt_match(FOUR_HANDS)
    match.call(1)
    match.answer(0, "ok")
    match.play(1, card("6♦"))
    match.wrong_number(3, 4)
    assert match.score == (0, 3)  # at its current worth
    assert (match.phase, match.dealer) == ("deal", 1)


def test_rule_20_dealt_wrong_by_an_opponent_and_noticed_before_the_first_card():
    match = dealt_match(FOUR_HANDS)
    match.wrong_number(3, 2)
    assert (match.phase, match.score, match.number) == ("play", (0, 0), 1)
    match.play(1, card("6♦"))


@pytest.mark.parametrize("noticed_late", [True, False])
def test_rule_20_dealt_wrong_by_the_own_side(noticed_late):
    match = dealt_match(FOUR_HANDS)
    if noticed_late:
        match.play(1, card("6♦"))
    match.wrong_number(2, 4)
    assert (match.phase, match.dealer, match.score) == ("deal", 0, (0, 0))


def test_rule_20_an_open_call_does_not_count_and_may_decide_the_match():
    match = dealt_match(FOUR_HANDS, score=(0, 10))
    match.play(1, card("6♦"))
    match.call(2)
    match.wrong_number(1, 4)
    assert match.score == (0, 11)
    match = dealt_match(FOUR_HANDS, score=(11, 11))
    match.play(1)
    match.wrong_number(3, 4)
    assert match.winner == 1


def test_rule_20_three_cards_are_no_wrong_number():
    match = fresh_match()
    with pytest.raises(RuleError, match="while a hand"):
        match.wrong_number(1, 4)
    match.deal()
    assert not match.can_wrong_number(1, 3)
    assert not match.can_wrong_number(1, -1)
    assert not match.can_wrong_number(7, 4)


@pytest.mark.parametrize(
    ("cheat", "score", "after", "dealer"),
    [
        (1, (5, 5), (5, 4), 0),  # the others were dealing: they deal again
        (3, (5, 0), (5, 0), 0),  # never below zero
        (0, (5, 5), (4, 5), 1),  # the dealing pair loses the deal
        (2, (0, 3), (0, 3), 1),
        (2, (11, 3), (10, 3), 1),  # and the next hand is no mão de onze
    ],
)
def test_rule_21_fraud(cheat, score, after, dealer):
    match = dealt_match(FOUR_HANDS, score=score)
    match.play(1, card("6♦"))
    match.fraud(cheat)
    assert (match.score, match.dealer) == (after, dealer)
    assert (match.phase, match.number, match.hand) == ("deal", 2, None)
    assert match.onze_team is None


def test_rule_21_fraud_before_the_cards_are_dealt():
    match = fresh_match(replace(TRADITIONAL, cut="peek"), score=(3, 3))
    match.cut(1, "keep")
    match.fraud(0)  # the card of the cut goes back into the pack
    assert (match.score, match.dealer, match.phase) == ((2, 3), 1, "cut")
    assert match.cutter == 0
    assert not match.can_fraud(2)
    match.cut(0, "leave")
    assert match.can_deal([cards("3♠ 2♠ A♠"), cards("6♦ 7♦ Q♦")], card("4♥"))
    assert match.can_deal([cards("3♥ 2♥ A♥"), cards("6♣ 7♣ Q♣")], card("4♥"))
