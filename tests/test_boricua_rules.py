"""The rule sheet of Truco de 22 cartas, line by line, as the referee plays it.

Seats count from the dealer, seat 0; side 0 is the dealer's, seat 1 is mano.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest
from boricua_table import (
    ALL_SAY,
    PLAIN,
    PLAIN_FOUR,
    TRADITIONAL,
    announce_all,
    beats,
    card,
    cards,
    dealt,
    fresh_match,
    hand_of,
    one_trick,
    open_hand,
    play_in_turn,
    play_results,
    to_cards,
    to_envite,
)

from analyzer.boricua.cards import (
    DECK,
    HIGHEST_FLOR,
    HIGHEST_LIGA,
    LOWEST_FLOR,
    LOWEST_PAIR,
    STRENGTH,
    STRENGTHS,
    card_names,
    flor,
    liga,
    verify_in_deck,
)
from analyzer.boricua.referee import Award, Envite, Hand, Match, best_seat, from_mano
from analyzer.boricua.rules import Rules, envite_value, envite_word
from analyzer.core.errors import CardError, RuleError
from analyzer.truco.referee import Pending
from analyzer.truco.tricks import TIED

PLAYERS = pytest.mark.parametrize("players", [2, 4])
TRIPLES = list(combinations(range(22), 3))


# Cards


def test_rule_01_twenty_two_cards():
    assert len(DECK) == 22
    wanted = {"1E", "1B"} | {rank + suit for rank, suit in product("34567", "EBOC")}
    assert set(card_names(range(22)).split()) == wanted
    assert cards("7e, 1b") == cards("7E 1B")
    for text in ("1O", "1C", "2E", "8B", "10O", "11C", "12E", "7P", "AE"):
        with pytest.raises(CardError, match="a rank 4 5 6 7 3 1 and a suit E B O C, but no 1O 1C"):
            card(text)
    for number in (-1, 22):
        with pytest.raises(CardError, match="from 0 to 21"):
            verify_in_deck(number, "test")


def test_rule_02_order_for_the_truco():
    order = ["1E", "1B", "7E", "7O", "3O", "7C", "6B", "5E", "4C"]
    for high, low in combinations(order, 2):
        assert beats(high, low)
    for rank in "3654":
        for one, other in combinations("EBOC", 2):
            assert one_trick(f"{rank}{one} {rank}{other}")[0] == TIED
    assert one_trick("7C 7B")[0] == TIED
    assert set(STRENGTH) == set(range(STRENGTHS))


# Seats and deal


@PLAYERS
def test_rule_03_mano_leads_and_the_dealer_is_last(players):
    hand = open_hand(players=players)
    order = []
    for text in ["4E", "5E", "6E", "7E"][:players]:
        order.append(hand.turn)
        for other in set(range(players)) - {hand.turn}:
            assert not hand.can_play(other, card("4B"))
        hand.play(hand.turn, card(text))
    assert tuple(order) == from_mano(players) == (*range(1, players), 0)


@PLAYERS
def test_rule_03_three_cards_each_and_the_deal_passes_to_mano(players):
    match = fresh_match(players=players)
    match.deal()
    given = [c for held in match.hand.held for c in held]
    assert [len(held) for held in match.hand.held] == [3] * players
    assert len(set(given)) == 3 * players
    assert set(given) <= set(range(22))
    mano = match.player_at(1)
    while match.phase != "play":
        flores, player = match.hand.flores, match.to_act
        if match.phase == "announce":
            match.announce(player, flores.totals[flores.turn] is not None)
        elif match.phase == "send":
            match.keep_silent(player)
        else:
            match.pass_envite(player)
    assert match.to_act == mano
    match.call(mano)
    match.answer(match.player_at(2), "run")
    assert match.dealer == mano


@pytest.mark.parametrize("players", [1, 3, 6])
def test_rule_03_only_two_or_four_players(players):
    with pytest.raises(RuleError, match="2 or 4"):
        Hand(TRADITIONAL, players=players, hands=[None] * players, talk=False)
    with pytest.raises(RuleError, match="2 or 4"):
        Match(TRADITIONAL, players=players)


# Liga and flor


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("7E 6E 3O", 33),
        ("1E 3E 7O", 24),
        ("1B 7B 6C", 28),
        ("7E 4O 6E", 33),  # the pair may stand apart
        ("3C 7O 5C", 28),
        ("7O 6C 5B", 7),
        ("3O 1E 1B", 3),
        ("1E 1B 4C", 4),
        ("5C 6C 7C", 33),  # three of a suit: the two highest
        ("1E 3E 4E", 27),
    ],
)
def test_rule_04_liga(hand, value):
    assert liga(cards(hand)) == value


def test_rule_04_ligas_reach_from_24_to_33_and_from_3_to_7():
    values = [liga(hand) for hand in TRIPLES]
    pairs = {value for value in values if value > 7}
    assert (min(pairs), max(pairs)) == (LOWEST_PAIR, HIGHEST_LIGA) == (24, 33)
    assert set(values) - pairs == set(range(3, 8))
    for hand, value in zip(TRIPLES, values, strict=True):
        assert (value > 7) == (len({DECK.suit(c) for c in hand}) < 3)


def test_rule_05_flor_is_three_cards_of_one_suit():
    totals = {flor(hand) for hand in TRIPLES} - {None}
    assert (min(totals), max(totals)) == (LOWEST_FLOR, HIGHEST_FLOR) == (8, 18)
    assert flor(cards("1E 3E 4E")) == 8
    assert flor(cards("5C 6C 7C")) == 18
    assert flor(cards("5C 6C 7E")) is None


def test_rule_05_an_unsung_flor_counts_as_a_liga():
    hand = to_envite("5C 6C 7C / 7E 5E 4B")
    hand.envite.open(1)
    hand.envite.answer(0, "accept")
    assert hand.envite.ligas == (33, 32)
    assert hand.awards == (Award(0, 2, "envite"),)


# First phase: flor

ONE_FLOR = "1E 3E 4E / 7O 6C 5B"
TWO_FLORES = "1E 3E 4E / 7O 6O 5O"
PAIR_OF_FLORES = "3E 4E 1E / 7B 6C 5C / 3O 4O 5O / 7C 6B 3B"
"""Flores of seats 0 and 2: 8 and 12."""
ALL_FLORES = "5E 6E 7E / 5B 6B 7B / 5O 6O 7O / 5C 6C 7C"


def test_rule_06_everybody_says_in_turn_from_mano_whether_he_has_a_flor():
    hand = hand_of(PAIR_OF_FLORES, ALL_SAY)
    order = []
    while hand.phase == "announce":
        turn = hand.flores.turn
        order.append(turn)
        for other in set(range(4)) - {turn}:
            assert not hand.flores.can_announce(other, other in (0, 2))
        before = (hand.flores.winner, hand.flores.points, hand.flores.owing, hand.flores.choices)
        assert before == (None, 0, (), ())
        hand.flores.announce(turn, turn in (0, 2))
    assert order == [1, 2, 3, 0]
    assert hand.flores.announced == {1: False, 2: True, 3: False, 0: True}


def test_rule_06_nobody_announces_falsely():
    hand = hand_of(ONE_FLOR, ALL_SAY)
    with pytest.raises(RuleError, match="flor: the truth: 7O 6C 5B is no flor"):
        hand.flores.announce(1, True)
    hand.flores.announce(1, False)
    with pytest.raises(RuleError, match="no flor: the truth: 1E 3E 4E is a flor"):
        hand.flores.announce(0, False)
    assert hand.flores.can_announce(0, True)


def test_rule_06_mano_passes_a_ley_and_may_still_send():
    assert TRADITIONAL.mano_a_ley
    hand = hand_of(TWO_FLORES)
    assert hand.flores.turn == 0
    assert not hand.flores.can_announce(1, True)
    hand.flores.announce(0, True)
    assert hand.phase == "send"
    assert hand.flores.turn == 1
    hand.flores.send(1)
    assert hand.flores.sent == [1]
    assert 1 not in hand.flores.announced


def test_rule_07_holders_decide_in_turn_from_mano():
    hand = announce_all(hand_of(TWO_FLORES))
    for refused in (hand.flores.can_send(0), hand.flores.can_keep_silent(0)):
        assert not refused
    hand.flores.send(1)
    assert hand.flores.turn == 0
    hand.flores.send(0)
    assert hand.flores.sent == [1, 0]
    assert hand.flores.turn is None
    assert not hand.flores.can_send(0)


def test_rule_07_only_holders_decide():
    hand = announce_all(hand_of(ONE_FLOR))
    assert hand.flores.turn == 0
    with pytest.raises(RuleError, match="turn of seat 0"):
        hand.flores.send(1)
    plain = announce_all(hand_of(PLAIN))
    assert plain.phase == "envite"
    with pytest.raises(RuleError, match="the flores are settled"):
        plain.flores.send(1)


@pytest.mark.parametrize("speaker", [0, 2])
@pytest.mark.parametrize(("owner", "points"), [(0, 8), (2, 12)])
def test_rule_07_partners_decide_together_at_the_turn_of_the_one_nearer_mano(
    speaker, owner, points
):
    hand = announce_all(hand_of(PAIR_OF_FLORES))
    assert hand.flores.turn == 2
    assert hand.flores.choices == (2, 0)
    assert hand.flores.totals[owner] == points
    hand.flores.send(speaker, owner)
    assert hand.flores.sent == [owner]
    assert hand.phase == "play"
    assert hand.awards == (Award(0, 3, "flor"),)


def test_rule_07_one_flor_for_each_side():
    hand = announce_all(hand_of(ALL_FLORES))
    assert hand.flores.turn == 1
    assert hand.flores.choices == (1, 3)
    with pytest.raises(RuleError, match="of seat 1 or 3"):
        hand.flores.send(1, 2)
    hand.flores.send(3, 1)
    assert (hand.flores.turn, hand.flores.choices) == (2, (2, 0))
    hand.flores.keep_silent(0)
    assert hand.phase == "play"


def test_rule_08_a_flor_sent_alone_is_worth_three():
    for sends, side in (([1], 1), ([0], 0)):
        hand = announce_all(hand_of(TWO_FLORES))
        for seat in (1, 0):
            if seat in sends:
                hand.flores.send(seat)
            else:
                hand.flores.keep_silent(seat)
        assert hand.awards == (Award(side, 3, "flor"),)


def test_rule_08_of_two_that_were_sent_the_higher_wins_six():
    hand = announce_all(hand_of(TWO_FLORES))
    hand.flores.send(1)
    assert hand.awards == ()  # the other may send as well
    hand.flores.send(0)
    assert hand.awards == (Award(1, 6, "flor"),)
    hand = announce_all(hand_of("7O 6O 5O / 1E 3E 4E"))
    hand.flores.send(1)
    hand.flores.send(0)
    assert hand.awards == (Award(0, 6, "flor"),)


def test_rule_08_a_tie_goes_to_the_holder_nearest_mano():
    tied = "4O 5O 6O / 7B 6C 7O / 3E 6B 5C / 4E 5E 6E"  # seats 0 and 3
    hand = announce_all(hand_of(tied))
    hand.flores.send(3)
    hand.flores.send(0)
    assert hand.awards == (Award(1, 6, "flor"),)
    assert best_seat({0: 31, 3: 31}, 4) == 3
    assert best_seat({0: 31, 1: 31, 2: 31}, 4) == 1


def test_rule_08_a_flor_that_was_sent_cancels_the_envite():
    hand = announce_all(hand_of(ONE_FLOR))
    hand.flores.send(0)
    assert hand.phase == "play"
    assert hand.turn == 1
    for verify in (hand.envite.verify_open, hand.envite.verify_pass):
        with pytest.raises(RuleError, match="a flor that was sent cancels the envite"):
            verify(1)
    assert hand.envite.turn is None
    assert not hand.envite.can_answer(1, "accept")
    kept = to_envite(ONE_FLOR)
    assert kept.envite.can_open(1)


def penalty(text: str, rules: Rules = TRADITIONAL, *, sent: tuple[int, ...] = ()) -> list[Award]:
    """Return what is paid for silence when seats send only these flores and mano runs at once."""
    hand = announce_all(hand_of(text, rules))
    while hand.phase == "send":
        mine = [seat for seat in hand.flores.choices if seat in sent]
        if mine:
            hand.flores.send(hand.flores.turn, mine[0])
        else:
            hand.flores.keep_silent(hand.flores.turn)
    while hand.phase == "envite":
        hand.envite.pass_by(hand.envite.turn)
    hand.call(1)
    assert not any(award.reason == "silence" for award in hand.awards)  # not before the end
    hand.answer(0, "run")
    return [award for award in hand.awards if award.reason == "silence"]


def test_rule_09_an_announced_flor_that_was_not_sent_costs_one():
    assert penalty(ONE_FLOR) == [Award(1, 1, "silence")]
    assert penalty(ONE_FLOR, sent=(0,)) == []
    assert penalty(PLAIN) == []


def test_rule_09_mano_is_never_penalised():
    of_mano = "7B 6C 5O / 1E 3E 4E"
    assert penalty(of_mano) == []
    assert penalty(of_mano, ALL_SAY) == []  # the line speaks of players other than mano


def test_rule_09_once_for_each_side():
    assert penalty(PAIR_OF_FLORES) == [Award(1, 1, "silence")]
    assert penalty(ALL_FLORES) == [Award(1, 1, "silence"), Award(0, 1, "silence")]


def test_rule_09_a_side_that_sent_one_owes_nothing_for_the_other():
    for seat in (0, 2):
        assert penalty(PAIR_OF_FLORES, sent=(seat,)) == []
    assert penalty(ALL_FLORES, sent=(1,)) == [Award(1, 1, "silence")]
    assert penalty(ALL_FLORES, sent=(3, 0)) == []


# Second phase: envite


def test_rule_10_anyone_may_open_in_turn_from_mano():
    hand = to_envite(PLAIN_FOUR)
    order = []
    for _ in range(4):
        seat = hand.envite.turn
        order.append(seat)
        for other in range(4):
            assert hand.envite.can_open(other) == hand.envite.can_pass(other) == (other == seat)
        hand.envite.pass_by(seat)
    assert order == [1, 2, 3, 0]
    assert hand.phase == "play"
    assert hand.awards == ()
    for opener in range(4):
        hand = to_envite(PLAIN_FOUR)
        for seat in from_mano(4)[: from_mano(4).index(opener)]:
            hand.envite.pass_by(seat)
        hand.envite.open(opener)
        assert hand.envite.pending == Pending(opener, 1, 1 - opener % 2)


def test_rule_10_the_other_side_answers():
    hand = to_envite(PLAIN_FOUR)
    assert not hand.envite.can_answer(2, "accept")  # nobody has opened
    with pytest.raises(RuleError, match="only after somebody has opened"):
        hand.envite.answer(2, "revoke")
    hand.envite.open(1)
    for seat in range(4):
        for answer in ("accept", "run", "revoke"):
            assert hand.envite.can_answer(seat, answer) == (seat in (0, 2))
        assert not hand.envite.can_open(seat)
    with pytest.raises(RuleError, match="envite has been answered"):
        hand.envite.pass_by(2)
    with pytest.raises(RuleError, match="one of accept, run, revoke"):
        hand.envite.answer(2, "ok")
    with pytest.raises(RuleError, match="a seat from 0 to 3"):
        hand.envite.answer(4, "run")
    hand.envite.answer(0, "revoke")
    assert hand.envite.pending == Pending(0, 2, 1)
    with pytest.raises(RuleError, match="only the side that was challenged"):
        hand.envite.answer(2, "run")
    hand.envite.answer(3, "run")
    assert hand.envite.over
    with pytest.raises(RuleError, match="the envite is over"):
        hand.envite.answer(1, "accept")


@pytest.mark.parametrize("revoques", range(9))
def test_rule_10_values(revoques):
    accepted = [2, 4, 8, 12, 16, 20, 24, 28, 32]
    refused = [1, *accepted]
    for answer, points in (("accept", accepted[revoques]), ("run", refused[revoques])):
        hand = to_envite(PLAIN)
        hand.envite.open(1)
        for number in range(revoques):
            hand.envite.answer(number % 2, "revoke")
        assert hand.envite.points == 0
        hand.envite.answer(revoques % 2, answer)
        winner = 1 if answer == "accept" else 1 - revoques % 2  # ligas 6 against 7
        assert hand.awards == (Award(winner, points, "envite"),)
    assert envite_value(revoques + 1) == accepted[revoques]
    assert envite_value(revoques) == refused[revoques]


def test_rule_10_no_revoque_when_refusing_it_would_win_any_match():
    hand = to_envite(PLAIN)
    hand.envite.open(1)
    for number in range(8):
        hand.envite.answer(number % 2, "revoke")
    with pytest.raises(RuleError, match="no revoque after revoque8"):
        hand.envite.answer(0, "revoke")
    assert TRADITIONAL.last_envite == 9
    words = [envite_word(step) for step in range(1, 10)]
    assert words[:4] == ["envite", "revoque", "revoque2", "revoque3"]
    assert [TRADITIONAL.step_of_envite(word) for word in words] == list(range(1, 10))
    for word in ("revoque1", "revoque9", "truco", ""):
        with pytest.raises(RuleError, match="one of envite, revoque, revoque2 to revoque8"):
            TRADITIONAL.step_of_envite(word)


def test_rule_10_the_higher_liga_of_either_partner_wins():
    hands = "7O 5C 4B / 7B 6B 3E / 7E 6E 3C / 4O 5B 6C"  # 7, 33, 33, 6: seat 1 is nearest
    for opener in (1, 2):
        hand = to_envite(hands)
        if opener == 2:
            hand.envite.pass_by(1)
        hand.envite.open(opener)
        hand.envite.answer(opener + 1, "accept")
        assert (hand.envite.best, hand.awards) == (1, (Award(1, 2, "envite"),))


def test_rule_11_equal_ligas_nearest_to_mano():
    assert [best_seat(dict.fromkeys(seats, 31), 4) for seats in ((0, 1), (0, 3), (2, 3))] == [
        1, 3, 2,
    ]  # fmt: skip
    hand = to_envite("7O 6O 3C / 7E 6E 3B")
    hand.envite.open(1)
    hand.envite.answer(0, "accept")
    assert hand.envite.ligas == (33, 33)
    assert hand.awards == (Award(1, 2, "envite"),)


# Third phase: truco


def test_rule_12_the_ladder_of_calls():
    assert TRADITIONAL.ladder == (1, 3, 6, 9, 30)
    assert TRADITIONAL.calls == ("truco", "seis", "nueve", "juego")
    hand = to_cards(PLAIN)
    assert hand.stake == 1
    hand.call(1)
    assert (hand.pending, hand.turn, hand.stake) == (Pending(1, 1, 0), None, 1)
    hand.answer(0, "raise")
    assert (hand.pending, hand.stake) == (Pending(0, 2, 1), 3)
    hand.answer(1, "raise")
    hand.answer(0, "raise")
    assert (hand.pending, hand.stake) == (Pending(0, 4, 1), 9)
    assert hand.legal_answers(1) == ["ok", "run"]  # nothing above juego
    hand.answer(1, "ok")
    assert (hand.stake, hand.right, hand.turn) == (30, 1, 1)
    assert not hand.can_call(1)
    play_in_turn(hand, "1E 4E 1B 5B")
    assert hand.awards == (Award(1, 30, "truco"),)


@pytest.mark.parametrize("raises", range(4))
def test_rule_12_refusing_pays_what_the_hand_was_worth(raises):
    hand = to_cards(PLAIN)
    hand.call(1)
    for number in range(raises):
        hand.answer(number & 1, "raise")
    runner = raises & 1
    hand.answer(runner, "run")
    assert hand.awards == (Award(1 - runner, (1, 3, 6, 9)[raises], "truco"),)


def test_rule_12_a_call_comes_at_the_own_turn_before_playing():
    hand = to_cards(PLAIN_FOUR)
    for seat in (0, 2, 3):
        with pytest.raises(RuleError, match="turn of seat 1"):
            hand.verify_call(seat)
    hand.play(1, card("1E"))
    assert not hand.can_call(1)
    hand.call(2)
    with pytest.raises(RuleError, match="truco has been answered"):
        hand.verify_play(2, card("4B"))
    hand.answer(3, "ok")
    assert hand.turn == 2
    with pytest.raises(RuleError, match="only the side that accepted last"):
        hand.verify_call(2)
    hand.play(2, card("4B"))
    with pytest.raises(RuleError, match="call of seat 3: nueve: seis"):
        hand.verify_call(3, 3)
    hand.call(3)
    assert hand.pending == Pending(3, 2, 0)


def test_rule_12_juego_is_the_match():
    match = fresh_match(score=(29, 3))
    match.deal(dealt(PLAIN))
    match.announce(0, False)
    match.pass_envite(1)
    match.pass_envite(0)
    match.call(1)
    for answerer in (0, 1, 0):
        match.answer(answerer, "raise")
    match.answer(1, "ok")
    for text in ("1E", "4E", "1B", "5B"):
        match.play(match.to_act, card(text))
    assert match.winner == 1
    assert match.score == (29, 30)


def test_rule_12_the_relatives_play_another_ladder():
    rules = Rules.read("traditional", {"ladder": "1,2,3,4"})
    hand = to_cards(PLAIN, rules)
    hand.call(1)
    hand.answer(0, "raise")
    hand.answer(1, "raise")
    assert hand.legal_answers(0) == ["ok", "run"]
    with pytest.raises(RuleError, match="no call above 4"):
        hand.answer(0, "raise")
    hand.answer(0, "run")
    assert hand.awards == (Award(1, 3, "truco"),)
    for ladder in ("1,3,6", "1,2,3,4,5,6", "1,3,3,9", "0,3,6,9", "1,3,6,31", "1,3,six,9"):
        with pytest.raises(RuleError, match="rule ladder"):
            Rules.read("traditional", {"ladder": ladder})


@pytest.mark.parametrize(
    ("trick", "winner", "leader"),
    [
        ("6O 7C 3E 5O", 1, 3),  # the highest card
        ("3O 7C 3E 6O", 1, 1),  # equal ones of a pair: the first of them leads
        ("6E 3E 5O 3C", 0, 2),
        ("3O 3E 7B 6O", TIED, 1),
        ("4E 3O 3E 6O", TIED, 1),
        ("3O 3E 3B 3C", TIED, 1),
        ("4E 4B 7O 4O", 1, 3),  # a tie below the highest does not matter
    ],
)
def test_rule_13_who_wins_a_trick_and_leads(trick, winner, leader):
    assert one_trick(trick) == (winner, leader)


def test_rule_13_after_a_tie_its_leader_leads_again():
    hand = open_hand(players=4)
    play_in_turn(hand, "6O 1E 4E 5O / 3E 6C 5C 3O")  # seat 2 leads the tied trick
    assert [(t.leader, t.winner) for t in hand.tricks] == [(1, 0), (2, TIED)]
    assert hand.winner == 0
    hand = open_hand(players=4)
    play_in_turn(hand, "6O 6E 4E 5O / 3E 6C 3B 3O")
    assert [(t.leader, t.winner) for t in hand.tricks] == [(1, TIED), (1, TIED)]
    assert hand.turn == 1


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ("AA", 0), ("BB", 1), ("ABA", 0), ("ABB", 1), ("BAA", 0), ("BAB", 1),
        ("=A", 0), ("=B", 1), ("A=", 0), ("B=", 1), ("AB=", 0), ("BA=", 1),
        ("==A", 0), ("==B", 1), ("===", 1),
    ],
)  # fmt: skip
@PLAYERS
def test_rule_13_best_of_three(results, winner, players):
    hand = open_hand(players=players)
    for result in results:
        assert hand.winner is None
        play_results(hand, result)
    assert hand.winner == winner
    assert hand.turn is None
    assert hand.awards == (Award(winner, 1, "truco"),)
    with pytest.raises(RuleError, match="over"):
        hand.verify_call(1)


def test_rule_13_nobody_plays_what_he_does_not_hold_or_covers():
    hand = to_cards(PLAIN)
    with pytest.raises(RuleError, match="play of seat 1: 4E: one of its cards 1E 1B 7O"):
        hand.play(1, card("4E"))
    with pytest.raises(RuleError, match="no covered cards"):
        hand.play(1, card("1E"), covered=True)
    unknown = open_hand()
    unknown.play(1, card("4E"))
    with pytest.raises(RuleError, match="nowhere else"):
        unknown.play(0, card("4E"))
    with pytest.raises(RuleError, match="a card of the deck"):
        unknown.play(0, 22)


def test_rule_13_cards_come_after_the_talk():
    hand = hand_of(ONE_FLOR)
    refusals = [("flores", lambda: hand.flores.announce(0, True))]
    refusals += [("flores", lambda: hand.flores.keep_silent(0))]
    refusals += [("envite", lambda: hand.envite.pass_by(1))]
    refusals += [("envite", lambda: hand.envite.pass_by(0))]
    for waiting, go_on in refusals:
        assert hand.turn is None
        for verify in (lambda: hand.verify_play(1, card("7O")), lambda: hand.verify_call(1)):
            with pytest.raises(RuleError, match=f"nothing before the {waiting} "):
                verify()
        if waiting == "flores":
            with pytest.raises(RuleError, match="before the flores are settled"):
                hand.envite.verify_open(1)
        go_on()
    assert hand.can_play(1, card("7O"))


# Match


def test_rule_14_flor_and_envite_are_scored_before_the_truco():
    match = fresh_match(score=(27, 29))
    match.deal(dealt("1E 3E 4E / 7O 6C 5B"))
    match.announce(0, True)
    match.send(0)
    assert match.winner == 0  # mano never plays for his last grano
    assert match.score == (30, 29)
    assert (match.phase, match.to_act, match.cards_seen(0)) == ("over", None, {})
    match = fresh_match(score=(29, 29))
    match.deal(dealt(PLAIN))
    match.announce(0, False)
    match.open_envite(1)
    match.answer_envite(0, "run")
    assert match.winner == 1


def test_rule_14_the_truco_is_scored_before_the_price_of_silence():
    match = fresh_match(score=(29, 29))
    match.deal(dealt(ONE_FLOR))
    match.announce(0, True)
    match.keep_silent(0)
    match.pass_envite(1)
    match.pass_envite(0)
    match.play(1, card("7O"))
    match.call(0)
    match.answer(1, "run")
    assert match.winner == 0
    assert match.score == (30, 29)


def test_rule_14_thirty_granos_and_no_more():
    match = fresh_match(score=(28, 0))
    match.deal(dealt("7E 6E 5E / 7O 6C 5B"))
    match.announce(0, True)
    match.send(0)
    assert match.score == (30, 0)
    for score in ((30, 2), (-1, 0), (0, 0, 0)):
        with pytest.raises(RuleError, match="from 0 to 29"):
            fresh_match(score=score)


def test_rule_14_malos_and_buenos():
    match = fresh_match(score=(15, 16))
    assert match.buenos == (False, True)
    match.deal(dealt(PLAIN))
    match.announce(0, False)
    match.pass_envite(1)
    match.open_envite(0)
    match.answer_envite(1, "run")
    assert match.score == (16, 16)
    assert match.buenos == (True, True)
    assert "Ana in the buenos" in str(match.transcript)


@pytest.mark.parametrize(("loser", "bolo"), [(0, True), (15, True), (16, False), (29, False)])
def test_rule_15_bolo(loser, bolo):
    match = fresh_match(score=(28, loser))
    assert not match.bolo
    match.deal(dealt("1E 3E 4E / 7O 6C 5B"))
    match.announce(0, True)
    match.send(0)
    assert (match.winner, match.score, match.bolo) == (0, (30, loser), bolo)
    assert str(match.transcript).endswith(", bolo\n") == bolo


def test_rule_16_partners_may_signal_their_cards():
    assert not TRADITIONAL.signals
    hands = dealt(PLAIN_FOUR)
    plain, signals = fresh_match(players=4), fresh_match(Rules(signals=True), players=4)
    for match in (plain, signals):
        assert match.cards_seen(2) == {}
        match.deal(hands)
    for player in range(4):
        assert plain.cards_seen(player) == {player: hands[player]}
        partner = (player + 2) % 4
        assert signals.cards_seen(player) == {player: hands[player], partner: hands[partner]}
    two = fresh_match(Rules(signals=True))
    two.deal(dealt(PLAIN))
    assert two.cards_seen(1) == {1: cards("1E 1B 7O")}


# Options and hands that cannot be


def test_options_and_preset():
    assert Rules() == TRADITIONAL == Rules.read("traditional")
    assert TRADITIONAL.to_dict() == {
        "preset": "traditional",
        "ladder": [1, 3, 6, 9, 30],
        "mano_a_ley": True,
        "signals": False,
    }
    rules = Rules.read("traditional", {"signals": "true", "mano_a_ley": "false"})
    assert (rules.signals, rules.mano_a_ley, rules.preset) == (True, False, None)
    for option, value in (("signals", "maybe"), ("mano_a_ley", "1"), ("covered", "any")):
        with pytest.raises(RuleError):
            Rules.read("traditional", {option: value})
    with pytest.raises(RuleError, match="one of the presets traditional"):
        Rules.read("online")


@pytest.mark.parametrize(
    ("hands", "wrong"),
    [
        ("4E 5B 6O / 1E 1B 6O", "each card only once"),
        ("4E 5B / 1E 1B 7O", "3 cards"),
        ("4E 5B 6O / 1E 1B 7O / 4B 5O 6C", "2 or 4"),
    ],
)
def test_hands_that_cannot_be_dealt(hands, wrong):
    with pytest.raises((CardError, RuleError), match=wrong):
        hand_of(hands)
    with pytest.raises(CardError, match="from 0 to 21"):
        Hand(TRADITIONAL, players=2, hands=[(0, 1, 22), None], talk=False)


def test_the_talk_needs_all_hands():
    with pytest.raises(RuleError, match="all of them, or a hand without the talk"):
        Hand(TRADITIONAL, players=2, hands=[cards("4E 5B 6O"), None])
    without = open_hand()
    for phase in ("flores", "envite"):
        with pytest.raises(RuleError, match="begins with its talk"):
            getattr(without, phase)
    assert (without.phase, without.asked) == ("play", 1)
    envite = Envite(TRADITIONAL, 2)
    envite.open(1)
    with pytest.raises(RuleError, match="not all ligas are known"):
        envite.answer(0, "accept")
    envite.answer(0, "run")
    assert envite.winner == 1


def test_a_copy_of_a_hand_is_independent():
    hand = hand_of(TWO_FLORES)
    twin = hand.copy()
    twin.flores.announce(0, True)
    twin.flores.keep_silent(1)
    assert (hand.phase, hand.flores.announced) == ("announce", {})
    later = twin.copy()
    later.flores.keep_silent(0)
    later.envite.pass_by(1)
    later.envite.pass_by(0)
    later.play(1, card("7O"))
    assert (twin.phase, twin.flores.turn, twin.envite.passed) == ("send", 0, [])
    assert twin.held[1] == list(cards("7O 6O 5O"))
    assert not twin.envite.can_open(1)
    sent = twin.copy()
    sent.flores.send(0)
    assert sent.envite.over
    assert not twin.envite.over
