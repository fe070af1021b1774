"""The rule sheet of Truco Paulista, line by line, as the referee plays it: lines 1 to 15.

Seats count from the dealer, seat 0; side 0 is the dealer's. The match and the
irregularities, lines 16 to 21, are in ``test_paulista_rules_match.py``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from paulista_table import (
    TRADITIONAL,
    beats,
    card,
    cards,
    dealt_match,
    fresh_match,
    one_trick,
    open_hand,
    play_in_turn,
    play_results,
)

from analyzer.core.errors import CardError, RuleError
from analyzer.paulista.cards import DECK, deck_cards, manilhas, strength_of_cards
from analyzer.paulista.referee import Hand, Lay, Match, Pending
from analyzer.paulista.rules import Rules
from analyzer.truco.tricks import TIED

PRESETS = pytest.mark.parametrize("preset", list(Rules.presets))
PLAYERS = pytest.mark.parametrize("players", [2, 4])

# Cards


def test_rule_01_forty_cards_in_ten_ranks_and_four_suits():
    assert len(deck_cards(TRADITIONAL)) == 40
    for rank in "4567QJKA23":
        for suit in "♦♠♥♣":
            assert card(rank + suit) in deck_cards(TRADITIONAL)
    for text in ("8♠", "9♣", "0♦"):
        with pytest.raises(CardError):
            card(text)
    assert cards("10p 11p 12p 1p") == cards("Q♣ J♣ K♣ A♣")  # sota, cavalo, rei, ás


def test_rule_02_order_of_ordinary_cards():
    order = ["3", "2", "A", "K", "J", "Q", "7", "6", "5", "4"]
    vira = "K♦"  # the manilhas are aces
    ordinary = [rank for rank in order if rank != "A"]
    for high, low in combinations(ordinary, 2):
        assert beats(high + "♠", low + "♣", vira=vira)
    for rank in ordinary:
        assert one_trick(f"{rank}♠ {rank}♥", vira=vira)[0] == TIED


@pytest.mark.parametrize(
    ("vira", "manilha"),
    ["45", "56", "67", "7Q", "QJ", "JK", "KA", "A2", "23", "34"],
)
def test_rule_03_manilha_is_the_next_rank(vira, manilha):
    strength = strength_of_cards(TRADITIONAL, card(vira + "♦"))
    assert {DECK.name(c)[0] for c in range(40) if strength[c] >= 10} == {manilha}


def test_rule_04_manilhas_beat_everything_and_each_other():
    for weaker, stronger in combinations(["5♦", "5♠", "5♥", "5♣"], 2):
        assert beats(stronger, weaker)
    for manilha, other in product(["5♦", "5♣"], ["3♠", "4♠", "K♣"]):
        assert beats(manilha, other)


def test_rule_05_other_cards_of_the_viras_rank_are_ordinary_and_the_vira_is_out():
    assert beats("6♠", "4♠")
    assert one_trick("4♠ 4♣")[0] == TIED
    with pytest.raises(CardError, match="vira"):
        Hand(TRADITIONAL, players=2, vira=card("4♥"), hands=[cards("4♥ 3♠ 2♠"), None])
    hand = open_hand()
    with pytest.raises(RuleError):
        hand.verify_play(1, card("4♥"))


def test_rule_06_the_limpo_deck():
    limpo = Rules.presets["limpo"]
    assert len(deck_cards(limpo)) == 24
    assert {DECK.name(c)[0] for c in deck_cards(limpo)} == set("A23QJK")
    for high, low in combinations(["3", "2", "K", "J", "Q"], 2):  # above the king come the aces
        assert beats(high + "♠", low + "♣", rules=limpo, vira="K♦")
    assert set(manilhas(limpo, card("3♦"))) == set(cards("Q♦ Q♠ Q♥ Q♣"))
    assert set(manilhas(limpo, card("Q♦"))) == set(cards("J♦ J♠ J♥ J♣"))
    with pytest.raises(CardError):
        Hand(limpo, players=2, vira=card("4♥"), hands=[None, None])
    with pytest.raises(CardError):
        Hand(limpo, players=2, vira=card("3♦"), hands=[None, cards("7♠ A♠ A♣")])
    with pytest.raises(RuleError):
        open_hand(limpo).verify_play(1, card("7♠"))
    assert TRADITIONAL.deck == "sujo"


# Seats and deal


@PLAYERS
def test_rule_07_seat_one_plays_first_and_the_dealer_last(players):
    hand = open_hand(players=players)
    order = []
    for text in ["4♦", "6♦", "7♦", "Q♦"][:players]:
        order.append(hand.turn)
        for other in set(range(players)) - {hand.turn}:
            assert not hand.can_play(other, card("K♦"))
        hand.play(hand.turn, card(text))
    assert order == [*range(1, players), 0]


@pytest.mark.parametrize("players", [1, 3, 6])
def test_rule_07_only_two_or_four_players(players):
    with pytest.raises(RuleError, match="2 or 4"):
        Hand(TRADITIONAL, players=players, vira=card("4♥"), hands=[None] * players)
    with pytest.raises(RuleError, match="2 or 4"):
        Match(TRADITIONAL, players=players)


@PRESETS
@PLAYERS
def test_rule_08_three_cards_each_then_the_vira_and_the_deal_passes(preset, players):
    rules = Rules.presets[preset]
    match = fresh_match(rules, players=players)
    match.deal()
    dealt = [c for held in match.hand.held for c in held]
    assert [len(held) for held in match.hand.held] == [3] * players
    assert len(set(dealt)) == 3 * players
    assert (match.hand.vira is None) == (rules.manilhas == "fixed")
    assert match.hand.vira not in dealt
    assert {*dealt} <= {*deck_cards(rules)}
    mao = match.player_at(1)
    match.call(mao)
    match.answer(match.player_at(2), "run")
    assert match.dealer == mao


@PLAYERS
def test_rule_09_the_cut_may_keep_a_card(players):
    match = fresh_match(replace(TRADITIONAL, cut="peek"), players=players)
    assert match.phase == "cut"
    assert match.cutter == match.to_act == players - 1
    seen = match.cut_card
    match.cut(match.cutter, "keep")
    match.deal()
    held = match.hand.held[match.seat_of(players - 1)]
    assert seen in held
    assert len(held) == 3
    assert sum(seen in other for other in match.hand.held) == 1


def test_rule_09_the_cut_may_give_the_card_to_the_partner():
    match = fresh_match(replace(TRADITIONAL, cut="peek"), players=4)
    seen = match.cut_card
    match.cut(3, "give")
    match.deal()
    assert seen in match.hand.held[1]
    with pytest.raises(RuleError, match="keep, leave"):
        fresh_match(replace(TRADITIONAL, cut="peek")).cut(1, "give")


def test_rule_09_leaving_the_card_is_an_ordinary_deal():
    rules = replace(TRADITIONAL, cut="peek")
    where = set()
    for seed in range(200):
        match = fresh_match(rules, seed=seed)
        seen = match.cut_card
        match.cut(1, "leave")
        match.deal()
        owners = [seat for seat in (0, 1) if seen in match.hand.held[seat]]
        where.add(owners[0] if owners else "vira" if seen == match.hand.vira else "pack")
    assert where == {0, 1, "vira", "pack"}


def test_rule_09_only_the_player_before_the_dealer_cuts_and_only_under_peek():
    match = fresh_match(replace(TRADITIONAL, cut="peek"), players=4)
    assert not match.can_cut(1, "keep")
    assert not match.can_cut(3, "steal")
    assert not match.can_deal()
    plain = fresh_match(players=4)
    assert plain.phase == "deal"
    assert plain.cut_card is None
    assert not plain.can_cut(3, "keep")


def test_rule_09_given_hands_must_hold_the_card_of_the_cut():
    match = fresh_match(replace(TRADITIONAL, cut="peek"))
    match.cut_card = card("3♠")
    match.cut(1, "keep")
    without, having = cards("2♠ 6♦ 7♦"), cards("3♠ 6♦ 7♦")
    assert not match.can_deal([cards("K♠ A♠ Q♠"), without], card("4♥"))
    match.deal([cards("K♠ A♠ Q♠"), having], card("4♥"))


# Tricks


@pytest.mark.parametrize(
    ("trick", "winner", "leader"),
    [
        ("K♠ 3♦ Q♥ 2♣", 0, 2),  # the highest card
        ("3♠ 2♥ 3♥ K♣", 1, 1),  # equal ones of a pair: the first of them leads
        ("K♠ 3♥ 2♥ 3♣", 0, 2),
        ("3♠ 3♥ Q♥ K♣", TIED, 1),
        ("3♠ 3♥ 3♦ 3♣", TIED, 1),
        ("K♠ K♥ 3♦ Q♣", 1, 3),  # a tie below the highest does not matter
    ],
)
def test_rule_10_who_wins_a_trick(trick, winner, leader):
    assert one_trick(trick) == (winner, leader)


@pytest.mark.parametrize(
    ("trick", "leader", "first_tied"),
    [
        ("3♠ 3♥ Q♥ K♣", 1, 1),
        ("K♠ 3♥ 3♦ Q♣", 1, 2),
        ("K♠ Q♥ 3♦ 3♣", 1, 3),
        ("K♠ K♥", 1, 1),
    ],
)
def test_rule_11_who_leads_after_a_tie(trick, leader, first_tied):
    assert one_trick(trick) == (TIED, leader)
    assert one_trick(trick, rules=replace(TRADITIONAL, tie_lead="first_tied")) == (
        TIED,
        first_tied,
    )


def test_rule_11_the_same_leader_leads_again_also_after_a_later_tie():
    hand = open_hand(players=4)
    play_in_turn(hand, "K♠ 3♥ Q♥ 7♣")  # seat 2 wins and leads
    play_in_turn(hand, "Q♠ K♦ J♥ K♥")
    trick = hand.tricks[1]
    assert [lay.seat for lay in trick.lays] == [2, 3, 0, 1]
    assert (trick.leader, trick.winner, hand.winner) == (2, 1, None)
    hand = open_hand(players=4)
    play_in_turn(hand, "K♠ 3♥ 3♦ 7♣")
    play_in_turn(hand, "Q♠ 2♦ 2♥ J♥")
    assert [(t.leader, t.winner) for t in hand.tricks] == [(1, TIED), (1, TIED)]
    assert hand.turn == 1
    assert TRADITIONAL.tie_lead == "leader"


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ("DD", 0), ("MM", 1), ("DMD", 0), ("DMM", 1), ("MDD", 0), ("MDM", 1),
        ("=D", 0), ("=M", 1), ("D=", 0), ("M=", 1), ("DM=", 0), ("MD=", 1),
        ("==D", 0), ("==M", 1),
    ],
)  # fmt: skip
@PLAYERS
def test_rule_12_best_of_three(results, winner, players):
    hand = open_hand(players=players)
    for result in results:
        assert hand.winner is None
        play_results(hand, result)
    assert hand.winner == winner
    assert hand.turn is None
    assert hand.points == ((1, 0) if winner == 0 else (0, 1))


@pytest.mark.parametrize(
    ("all_tied", "winner", "points"),
    [("dealer", 0, (1, 0)), ("mano", 1, (0, 1)), ("none", 2, (0, 0))],
)
@PLAYERS
def test_rule_12_all_three_tied(all_tied, winner, points, players):
    hand = open_hand(replace(TRADITIONAL, all_tied=all_tied), players=players)
    play_results(hand, "===")
    assert (hand.winner, hand.points) == (winner, points)
    assert TRADITIONAL.all_tied == "dealer"


def test_rule_12_a_hand_that_is_over_takes_no_more():
    hand = open_hand()
    play_results(hand, "DD")
    assert hand.legal_plays(0) == hand.legal_plays(1) == []
    for seat in (0, 1):
        with pytest.raises(RuleError, match="over"):
            hand.verify_play(seat, card("4♦"))
        with pytest.raises(RuleError, match="over"):
            hand.verify_call(seat)
    with pytest.raises(RuleError, match="over"):
        hand.verify_play_out_of_turn(0, card("4♦"))


def covering(rule: str, *, players: int = 2) -> Hand:
    """Return a hand after a first trick that seat 1 has won."""
    hand = open_hand(replace(TRADITIONAL, covered=rule), players=players)
    play_results(hand, "M")
    return hand


def test_rule_13_nobody_covers_by_default():
    hand = covering("never")
    assert TRADITIONAL.covered == "never"
    for seat in (1, 0):
        assert hand.turn == seat
        with pytest.raises(RuleError, match="no covered cards"):
            hand.verify_play(seat, None, covered=True)
        assert not any(covered for _, covered in hand.legal_plays(seat))
        hand.play(seat, card("6♦" if seat else "6♠"))


def test_rule_13_follow_is_not_for_the_leader():
    hand = covering("follow")
    with pytest.raises(RuleError, match="leader"):
        hand.verify_play(1, None, covered=True)
    play_in_turn(hand, "6♦ xx")
    assert hand.winner == 1
    hand = covering("follow", players=4)
    play_in_turn(hand, "6♦ xx xx xx")
    assert hand.tricks[1].winner == 1


def test_rule_13_any_is_for_the_leader_too():
    hand = covering("any")
    play_in_turn(hand, "xx 4♠")  # the lowest open card beats it
    assert hand.tricks[1].winner == 0
    hand = covering("any")
    play_in_turn(hand, "xx xx")  # only covered cards on the table tie
    assert hand.tricks[1].winner == TIED
    assert hand.winner == 1


@pytest.mark.parametrize("rule", ["follow", "any"])
def test_rule_13_not_in_the_first_trick(rule):
    hand = open_hand(replace(TRADITIONAL, covered=rule))
    with pytest.raises(RuleError, match="second trick"):
        hand.verify_play(1, None, covered=True)
    play_in_turn(hand, "3♠")
    with pytest.raises(RuleError, match="second trick"):
        hand.verify_play(0, None, covered=True)


def test_rule_13_a_covered_manilha_loses_to_a_four():
    rules = replace(TRADITIONAL, covered="any")
    hands = [cards("5♣ 5♥ 2♠"), cards("3♠ 4♠ 4♦")]
    hand = Hand(rules, players=2, vira=card("4♥"), hands=hands)
    hand.play(1, card("3♠"))
    hand.play(0, card("2♠"))
    hand.play(1, card("4♠"))
    assert (card("5♣"), True) in hand.legal_plays(0)
    hand.play(0, card("5♣"), covered=True)
    assert hand.tricks[1].lays[1] == Lay(0, card("5♣"), True)
    assert hand.winner == 1


def test_rule_13_an_unknown_card_is_covered_and_of_an_unknown_hand():
    rules = replace(TRADITIONAL, covered="any")
    hand = Hand(rules, players=2, vira=card("4♥"), hands=[cards("3♠ 2♠ A♠"), None])
    with pytest.raises(RuleError, match="which card"):
        hand.verify_play(1, None)
    play_in_turn(hand, "6♦ 3♠")
    with pytest.raises(RuleError, match="which card"):
        hand.verify_play(0, None, covered=True)


def test_rule_13_all_covered_with_four_players_is_a_tie_that_the_leader_leads_after():
    for tie_lead in ("leader", "first_tied"):
        hand = open_hand(replace(TRADITIONAL, covered="any", tie_lead=tie_lead), players=4)
        play_results(hand, "=")
        leader = hand.turn
        play_in_turn(hand, "xx xx xx xx")
        assert hand.tricks[1].winner == TIED
        assert hand.turn == leader


# Stakes


def test_rule_14_the_ladder_of_calls():
    assert TRADITIONAL.ladder == (1, 3, 6, 9, 12)
    assert TRADITIONAL.calls == ("truco", "seis", "nove", "doze")
    hand = open_hand()
    assert hand.stake == 1
    assert hand.points == (0, 0)
    hand.call(1)
    assert hand.pending == Pending(1, 1, 0)
    assert hand.turn is None
    assert hand.stake == 1  # not before it is accepted
    hand.answer(0, "raise")
    assert hand.pending == Pending(0, 2, 1)
    assert hand.stake == 3
    hand.answer(1, "raise")
    hand.answer(0, "raise")
    assert hand.pending == Pending(0, 4, 1)
    assert hand.stake == 9
    assert hand.legal_answers(1) == ["ok", "run"]  # nothing above doze
    hand.answer(1, "ok")
    assert (hand.stake, hand.right, hand.turn) == (12, 1, 1)
    assert not hand.can_call(1)
    play_results(hand, "MM")
    assert hand.points == (0, 12)


@pytest.mark.parametrize("raises", range(4))
@PRESETS
def test_rule_14_running_gives_what_the_hand_was_worth_before(raises, preset):
    rules = Rules.presets[preset]
    hand = open_hand(rules)
    hand.call(1)
    for number in range(raises):
        hand.answer(number & 1, "raise")
    runner = raises & 1
    hand.answer(runner, "run")
    assert hand.winner == 1 - runner
    assert hand.points[1 - runner] == rules.ladder[raises]
    assert hand.points[runner] == 0


def test_rule_14_a_call_comes_at_the_own_turn_before_playing():
    hand = open_hand(players=4)
    for seat in (0, 2, 3):
        with pytest.raises(RuleError, match="turn of seat 1"):
            hand.verify_call(seat)
    hand.play(1, card("3♠"))
    assert not hand.can_call(1)
    assert hand.can_call(2)
    hand.call(2)
    with pytest.raises(RuleError, match="truco has been answered"):
        hand.verify_play(2, card("6♦"))
    with pytest.raises(RuleError, match="truco has been answered"):
        hand.verify_call(3)
    with pytest.raises(RuleError, match="truco has been answered"):
        hand.verify_play_out_of_turn(0, card("6♦"))
    hand.answer(1, "ok")  # either of the pair that was called answers
    assert hand.turn == 2


def test_rule_14_only_the_called_side_answers_and_only_a_call():
    hand = open_hand(players=4)
    with pytest.raises(RuleError, match="only after a call"):
        hand.verify_answer(0, "ok")
    hand.call(1)
    for seat in (1, 3):
        with pytest.raises(RuleError, match="side that was called"):
            hand.verify_answer(seat, "ok")
        assert hand.legal_answers(seat) == []
    assert hand.legal_answers(0) == hand.legal_answers(2) == ["ok", "run", "raise"]
    with pytest.raises(RuleError, match="ok, run, raise"):
        hand.verify_answer(0, "perhaps")


def test_rule_14_only_the_side_that_accepted_last_calls_again():
    hand = open_hand()
    hand.call(1)
    hand.answer(0, "ok")
    with pytest.raises(RuleError, match="accepted last"):
        hand.verify_call(1)
    play_in_turn(hand, "3♠")
    hand.call(0)  # in this trick
    hand.answer(1, "ok")
    assert not hand.can_call(0)
    play_in_turn(hand, "K♠")
    hand.call(1)  # or in a later one
    hand.answer(0, "ok")
    assert (hand.stake, hand.right) == (9, 0)
    # Who raised at once has accepted; who takes the raise may call again, even now.
    hand = open_hand()
    hand.call(1)
    hand.answer(0, "raise")
    hand.answer(1, "ok")
    assert hand.stake == 6
    assert hand.can_call(1)


def test_rule_14_no_stake_is_skipped():
    hand = open_hand()
    with pytest.raises(RuleError, match="seis: truco"):
        hand.call(1, 2)
    assert hand.can_call(1, 1)
    assert not hand.can_call(1, 0)
    assert not hand.can_call(1, 9)
    hand.call(1, 1)
    with pytest.raises(RuleError, match="ladder 1, 3, 6, 9, 12"):
        Hand(TRADITIONAL, players=2, vira=card("4♥"), hands=[None, None], stake=5)
    later = Hand(TRADITIONAL, players=2, vira=card("4♥"), hands=[None, None], stake=6)
    with pytest.raises(RuleError, match="truco: nove"):
        later.call(1, 1)
    later.call(1, 3)


def test_rule_15_the_called_pair_may_look_at_each_others_cards():
    hands = "3♠ 2♠ A♠ / 6♦ 7♦ Q♦ / 3♥ 2♥ A♥ / 6♣ 7♣ Q♣"
    match = dealt_match(hands)
    assert match.cards_seen(0) == {0: cards("3♠ 2♠ A♠")}
    match.call(1)
    assert match.cards_seen(0) == {0: cards("3♠ 2♠ A♠"), 2: cards("3♥ 2♥ A♥")}
    assert match.cards_seen(2) == match.cards_seen(0)
    assert match.cards_seen(1) == {1: cards("6♦ 7♦ Q♦")}
    match.answer(2, "ok")
    assert match.cards_seen(0) == {0: cards("3♠ 2♠ A♠")}


def test_rule_15_changes_nothing_without_the_option_or_with_two_players():
    hands = "3♠ 2♠ A♠ / 6♦ 7♦ Q♦ / 3♥ 2♥ A♥ / 6♣ 7♣ Q♣"
    match = dealt_match(hands, rules=replace(TRADITIONAL, swap_on_call=False))
    match.call(1)
    assert match.cards_seen(0) == {0: cards("3♠ 2♠ A♠")}
    match = dealt_match("3♠ 2♠ A♠ / 6♦ 7♦ Q♦")
    match.call(1)
    assert match.cards_seen(0) == {0: cards("3♠ 2♠ A♠")}
    assert TRADITIONAL.swap_on_call
