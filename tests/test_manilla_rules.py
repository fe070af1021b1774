"""The rule sheet of La Manilla, line by line, as the referee plays it.

Seats count from the dealer, seat 0; side 0 is the dealer's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manilla_table import (
    SUIT_EACH,
    SUITS,
    TRADITIONAL,
    best_place,
    card,
    cards,
    deal_worth,
    hand_of,
    legal_names,
    play_first_cards,
    play_hand_worth,
    play_in_turn,
    seated,
)

from analyzer.core.errors import CardError, InputError, RuleError
from analyzer.manilla.cards import DECK, POINTS, SUIT_NAMES, card_name
from analyzer.manilla.referee import Hand, Partida, draw_seats, trick_points
from analyzer.manilla.rules import Rules

UNDERTRUMP = Rules(must_undertrump=True)
INDIVIDUAL = Rules(match="individual")
ORDER = ["9", "1", "12", "11", "10", "8", "7", "6", "5", "4", "3", "2"]

# Cards


def test_rule_01_forty_eight_cards_in_twelve_ranks_and_four_suits():
    assert len(DECK) == 48
    assert {card(rank + suit) for rank in ORDER for suit in SUITS} == set(range(48))
    assert SUIT_NAMES == ("oros", "copas", "espadas", "bastos")
    assert [card(text) for text in ("2O", "9O", "2C", "12c", "9b")] == [0, 11, 12, 21, 47]
    with pytest.raises(CardError):
        card("13O")


def test_rule_01_order_of_the_ranks():
    for high, low in combinations(ORDER, 2):
        for suit in SUITS:
            assert best_place(f"{high}{suit} {low}{suit}") == 0
            assert best_place(f"{low}{suit} {high}{suit}") == 1


def test_rule_02_points_of_the_cards_and_of_the_tricks():
    worth = {"9": 5, "1": 4, "12": 3, "11": 2, "10": 1}
    for rank in ORDER:
        for suit in SUITS:
            assert POINTS[card(rank + suit)] == worth.get(rank, 0)
    assert sum(POINTS) == 60
    assert trick_points(cards("2O 3O 4O 5O")) == 1
    hand = Hand(TRADITIONAL, trump=3, hands=SUIT_EACH)
    while not hand.over:
        hand.play(hand.turn, hand.legal_plays(hand.turn)[0])
    assert sum(hand.points) == sum(trick.points for trick in hand.tricks) == 72


# Seats and deal


@pytest.mark.parametrize(
    ("drawn", "seats"),
    [
        ("9O 3C 12O 4B", (0, 3, 2, 1)),
        ("2O 3O 4O 5O", (3, 1, 2, 0)),
        ("1B 9C 2C 12E", (1, 3, 0, 2)),
        ("9O 9C 9E 9B", (0, 2, 1, 3)),  # oros > copas > espadas > bastos
        ("9B 9E 9C 9O", (3, 1, 2, 0)),
        ("5B 5E 9C 5O", (2, 1, 3, 0)),
    ],
)
def test_rule_03_the_draw_for_partners_and_seats(drawn, seats):
    dealer, mano, partner, last = draw_seats(cards(drawn))
    assert (dealer, mano, partner, last) == seats
    partida = Partida(TRADITIONAL)
    partida.draw(cards(drawn))
    assert partida.seats == seats
    assert partida.dealer == partida.to_act == dealer
    assert partida.pair_of(dealer) == partida.pair_of(partner) != partida.pair_of(mano)
    partida.deal()
    assert partida.to_act == mano


def test_rule_03_drawn_by_chance_everybody_may_deal():
    dealers = Counter()
    for seed in range(100):
        partida = Partida(TRADITIONAL, rng=seed)
        assert partida.phase == "draw"
        assert partida.to_act is None
        assert not partida.can_deal()
        partida.draw()
        dealers[partida.dealer] += 1
        assert not partida.can_draw()
    assert min(dealers[player] for player in range(4)) >= 10


@pytest.mark.parametrize("drawn", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 48), (0, 1, 2, -1)])
def test_rule_03_four_players_draw_four_different_cards(drawn):
    with pytest.raises(InputError, match="draw"):
        draw_seats(drawn)
    assert not Partida(TRADITIONAL).can_draw(drawn)


def test_rule_04_seats_count_in_playing_order_from_the_dealer():
    hand = Hand(TRADITIONAL, trump=3, hands=SUIT_EACH)
    order = []
    for _ in range(4):
        order.append(hand.turn)
        for other in set(range(4)) - {hand.turn}:
            assert not hand.can_play(other, hand.held[other][0])
            assert hand.legal_plays(other) == []
        hand.play(hand.turn, hand.legal_plays(hand.turn)[0])
    assert order == [1, 2, 3, 0]


def test_rule_04_partners_sit_opposite():
    hand = hand_of("2B / 3O / 9O / 4O")
    play_in_turn(hand, "3O 9O 4O 2B")
    assert hand.tricks[0].winner == 0
    assert hand.points == (6, 0)  # the nine of the partner and the trick
    hand = hand_of("5E / 3O / 9O / 4O")
    play_in_turn(hand, "3O 9O 4O 5E")
    assert (hand.tricks[0].winner, hand.points) == (2, (6, 0))


def test_rule_05_twelve_cards_each_and_the_dealers_last_is_turned_up():
    for seed in range(20):
        partida = seated(rng=seed)
        partida.deal()
        hand = partida.hand
        assert [len(held) for held in hand.held] == [12] * 4
        assert {c for held in hand.held for c in held} == set(range(48))
        assert hand.turned == hand.held[0][-1]
        assert DECK.suit(hand.turned) == hand.trump


def test_rule_05_the_turned_card_stays_in_the_dealers_hand_and_is_known_until_played():
    partida = seated()
    partida.deal(SUIT_EACH)
    turned = card("2B")
    assert partida.hand.turned == turned
    assert partida.cards_seen(2) == {2: SUIT_EACH[2], 0: (turned,)}
    assert partida.cards_seen(0) == {0: SUIT_EACH[0]}
    for text in ("2O", "2C", "2E"):
        partida.play(partida.to_act, card(text))
    assert partida.can_play(0, turned)
    partida.play(0, turned)
    assert set(partida.cards_seen(2)) == {2}


def test_rule_05_the_turned_card_may_be_hidden():
    assert TRADITIONAL.trump_card == "shown"
    partida = seated(Rules(trump_card="hidden"))
    partida.deal(SUIT_EACH)
    assert set(partida.cards_seen(2)) == {2}


def test_rule_05_the_deal_passes_to_mano():
    partida = seated()
    for dealer in (0, 1, 2, 3, 0):
        assert partida.dealer == dealer
        play_hand_worth(partida, 36)


def test_rule_05_only_the_dealers_own_trump_is_turned_up():
    for turned in ("9B", "2O", "2C"):
        with pytest.raises(CardError, match=r"card turned up: .*: a trump of the dealer: 2B"):
            Hand(
                TRADITIONAL,
                trump=3,
                hands=[cards("2B 2C"), cards("9B 3C"), cards("2O 4C"), cards("5O 5C")],
                turned=card(turned),
            )


@pytest.mark.parametrize("wrong", [SUIT_EACH[:3], (SUIT_EACH[0][:11], *SUIT_EACH[1:])])
def test_rule_05_no_other_number_of_cards_is_dealt(wrong):
    with pytest.raises(RuleError, match="12 to each of the 4 players"):
        seated().verify_deal(wrong)


# Play


def test_rule_06_mano_leads_anything_and_the_winner_of_a_trick_leads_the_next():
    assert legal_names("9O 3C 2B", "") == {"9O", "3C", "2B"}
    hand = hand_of("9O 3C / 2O 8B / 3O 5E / 4O 7C")
    assert hand.turn == 1
    assert set(hand.legal_plays(1)) == set(cards("2O 8B"))
    play_in_turn(hand, "2O 3O 4O 9O")
    assert hand.turn == 0
    play_in_turn(hand, "3C 8B 5E 7C")
    assert [trick.leader for trick in hand.tricks] == [1, 0]
    assert hand.tricks[1].winner == 1
    assert hand.over
    assert hand.turn is None


def test_rule_07_who_holds_the_led_suit_follows():
    assert legal_names("3O 5O 9B 9C", "9O") == {"3O", "5O"}
    assert legal_names("3O 5O 9B 9C", "2O 9O") == {"3O", "5O"}


def test_rule_07_who_can_beat_an_opponent_must():
    assert legal_names("9O 3O 2B", "12O") == {"9O"}
    assert legal_names("9O 1O 3O 2B", "12O") == {"9O", "1O"}  # with any card that beats it
    assert legal_names("8O 7O 3O", "4O 6O") == {"8O", "7O"}  # the card that is winning
    assert legal_names("8O 7O 3O", "2O 12O 4O") == {"8O", "7O", "3O"}  # the partner's
    assert legal_names("8B 7B 3B", "4B") == {"8B", "7B"}  # trumps are a suit like any other


def test_rule_07_following_is_enough_when_the_trick_has_been_trumped():
    assert legal_names("9C 3C 9B", "12C 5B") == {"9C", "3C"}
    assert legal_names("9C 3C 9B", "2C 12C 5B") == {"9C", "3C"}


def test_rule_08_without_the_suit_an_opponent_is_beaten_with_a_trump():
    assert legal_names("2B 8B 9O", "4C") == {"2B", "8B"}
    assert legal_names("2B 8B 9O", "4C 12C") == {"2B", "8B"}
    assert legal_names("3B 10B 9O", "12C 5B") == {"10B"}
    assert legal_names("9O 9E", "4C") == {"9O", "9E"}
    assert legal_names("9O 2C", "3B") == {"9O", "2C"}  # trump led


def test_rule_08_trumps_that_are_too_low_may_stay_in_hand():
    assert not TRADITIONAL.must_undertrump
    assert legal_names("3B 4B 9O", "12C 5B") == {"3B", "4B", "9O"}
    assert legal_names("3B 4B 9O", "12C 5B", rules=UNDERTRUMP) == {"3B", "4B"}
    assert legal_names("3B 10B 9O", "12C 5B", rules=UNDERTRUMP) == {"10B"}
    assert legal_names("3C 4B 9O", "12C 5B", rules=UNDERTRUMP) == {"3C"}
    assert legal_names("7E 9O", "12C 5B", rules=UNDERTRUMP) == {"7E", "9O"}


def test_rule_09_while_the_partner_wins_there_is_no_duty_to_beat():
    assert legal_names("9O 3O 4C", "1O 2O") == {"9O", "3O"}
    assert legal_names("2B 12O 5E", "9C 3C") == {"2B", "12O", "5E"}
    assert legal_names("2B 12O 5E", "9C 3C", rules=UNDERTRUMP) == {"2B", "12O", "5E"}
    assert legal_names("9B 12O 5E", "4C 5B 6C", rules=UNDERTRUMP) == {"9B", "12O", "5E"}


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("12O 1O 9O 8O", 2),
        ("3O 9C 9E 2O", 0),  # other suits win nothing
        ("9O 2B 1O 12O", 1),
        ("9O 2B 10B 9C", 2),
        ("2B 3B 9O 9C", 1),
        ("2B 9O", 0),
        ("5C", 0),
    ],
)
def test_rule_10_who_wins_a_trick(trick, place):
    assert best_place(trick) == place


# Scoring


@pytest.mark.parametrize(
    ("points", "score"),
    [(45, (9, 0)), (36, (0, 0)), (27, (0, 9)), (37, (1, 0)), (35, (0, 1)), (72, (36, 0))],
)
def test_rule_11_the_excess_over_36_scores(points, score):
    hands = deal_worth(points)
    hand = Hand(TRADITIONAL, trump=DECK.suit(hands[0][-1]), hands=hands)
    while not hand.over:
        assert hand.score == (0, 0)
        hand.play(hand.turn, hand.legal_plays(hand.turn)[0])
    assert hand.points == (points, 72 - points)
    assert hand.score == score
    partida = seated(score=(3, 5))
    play_hand_worth(partida, points)
    assert partida.score == (3 + score[0], 5 + score[1])


def test_rule_12_capote_scores_36_and_no_bonus():
    partida = seated(score=(3, 0))
    partida.deal(SUIT_EACH)
    play_first_cards(partida)
    assert partida.hand.capote == 0
    assert partida.score == (39, 0)
    hand = hand_of("9B / 2O / 2C / 2E")
    play_in_turn(hand, "2O 2C 2E 9B")
    assert hand.capote is None  # one trick is no capote


def test_rule_12_capote_may_win_the_juego():
    assert not TRADITIONAL.capote_wins_juego
    partida = seated(Rules(capote_wins_juego=True))
    partida.deal(SUIT_EACH)
    play_first_cards(partida)
    assert (partida.juegos, partida.score, partida.juego) == ((1, 0), (0, 0), 2)
    # and so it does when the pair that has it does not deal
    bastos, oros, copas, espadas = SUIT_EACH
    mano = (*bastos[:-1], copas[0])
    partida.deal([oros, (*copas[1:], bastos[-1]), mano, espadas])
    play_first_cards(partida)
    assert partida.winners == (0, 2)


def test_rule_12_eleven_tricks_are_no_capote():
    bastos, oros, copas, espadas = SUIT_EACH
    hands = [(*bastos[:-1], oros[-1]), (*oros[:-1], bastos[-1]), copas, espadas]
    hand = Hand(TRADITIONAL, trump=3, hands=hands)
    while not hand.over:
        hand.play(hand.turn, hand.legal_plays(hand.turn)[0])
    assert (hand.won, hand.capote) == ((11, 1), None)


def test_rule_13_first_to_40_and_no_more():
    partida = seated(score=(38, 39))
    play_hand_worth(partida, 45)
    assert "juego to Ana and Celia: Ana and Celia 40, Bruno and Diego 39" in str(partida.transcript)
    assert (partida.juegos, partida.juego, partida.score) == ((1, 0), 2, (0, 0))
    assert (partida.number, partida.dealer, partida.phase) == (1, 1, "deal")
    partida = seated(score=(30, 39))
    play_hand_worth(partida, 45)
    assert partida.score == (39, 39)
    play_hand_worth(partida, 36)
    assert partida.score == (39, 39)
    assert TRADITIONAL.target == 40


@pytest.mark.parametrize("score", [(40, 3), (-1, 0), (0, 41), (1, 2, 3)])
def test_rule_13_a_juego_starts_below_40(score):
    with pytest.raises(RuleError, match=r"score: .*: two numbers from 0 to 39"):
        seated(score=score)


def test_rule_14_two_juegos_won():
    partida = seated(score=(39, 39), juegos=(0, 1))
    play_hand_worth(partida, 45)
    assert (partida.juegos, partida.winners, partida.phase) == ((1, 1), (), "deal")
    assert partida.seats == (0, 1, 2, 3)
    partida = seated(score=(39, 39), juegos=(1, 1))
    play_hand_worth(partida, 27)
    assert (partida.juegos, partida.winners, partida.phase) == ((1, 2), (1, 3), "over")
    assert partida.to_act is None
    assert not partida.can_deal()
    assert not partida.can_play(0, 0)
    with pytest.raises(RuleError, match=r"juegos: .*: two numbers from 0 to 1"):
        seated(juegos=(2, 0))
    assert TRADITIONAL.match == "pairs"


def test_rule_14_individual_is_a_juego_with_each_partner_and_all_points_count():
    partida = seated(INDIVIDUAL)
    partners = []
    for total in ([40, 0, 40, 0], [80, 40, 40, 0], [120, 40, 40, 40]):
        player_0 = partida.pair_of(0)
        partners.append(next(p for p in (1, 2, 3) if partida.pair_of(p) == player_0))
        juego = partida.juego
        while partida.juego == juego and partida.phase != "over":
            dealers = partida.pair_of(partida.dealer) == player_0
            play_hand_worth(partida, 72 if dealers else 36)
        assert partida.totals == total
    assert partners == [2, 1, 3]
    assert (partida.winners, partida.phase) == ((0,), "over")


def test_rule_14_individual_counts_the_points_of_lost_juegos_too_and_equal_players_share():
    partida = seated(INDIVIDUAL, score=(39, 12))
    play_hand_worth(partida, 45)
    assert partida.totals == [40, 12, 40, 12]
    assert partida.dealer == 1  # the deal passes on, whoever sits beside him now
    assert partida.seats == (0, 2, 1, 3)
    partida._score = [39, 4]  # 0 and 1 against 2 and 3
    play_hand_worth(partida, 45)
    assert partida.totals == [80, 52, 44, 16]
    assert partida.seats == (0, 1, 3, 2)
    assert partida.dealer == 3
    partida._score = [3, 39]  # 0 and 3 against 1 and 2
    partida.totals = [37, 1, 1, 30]
    play_hand_worth(partida, 27)
    assert partida.totals == [40, 41, 41, 33]
    assert partida.winners == (1, 2)
    with pytest.raises(RuleError, match="juegos"):
        seated(INDIVIDUAL, juegos=(1, 0))


def test_rule_14_in_an_individual_partida_every_two_are_partners_once():
    pairs = Counter()
    for first in ((0, 1, 2, 3), (2, 0, 3, 1)):
        partida = Partida(INDIVIDUAL, seats=first)
        pairs.clear()
        for juego in (1, 2, 3):
            assert partida.juego == juego
            for a, b in combinations(range(4), 2):
                pairs[a, b] += partida.pair_of(a) == partida.pair_of(b)
            partida._score = [39, 39]
            while partida.juego == juego and partida.phase != "over":
                play_hand_worth(partida, 45)
        assert set(pairs.values()) == {1}


# Options


def test_the_preset_is_the_default():
    assert Rules() == TRADITIONAL == Rules.read()
    assert TRADITIONAL.to_dict() == {
        "preset": "traditional",
        "trump_card": "shown",
        "must_undertrump": False,
        "capote_wins_juego": False,
        "match": "pairs",
    }
    assert Rules.read("traditional", {"must_undertrump": "true"}) == UNDERTRUMP
    assert UNDERTRUMP.nearest_preset() == ("traditional", {"must_undertrump": True})
    assert UNDERTRUMP.style == "traditional with must_undertrump=True"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"match": "singles"}, "rule match: singles: one of pairs, individual"),
        ({"trump_card": "open"}, "rule trump_card: open: one of shown, hidden"),
        ({"must_undertrump": 1}, "rule must_undertrump: 1: true or false"),
    ],
)
def test_options_that_do_not_exist_are_refused(wrong, message):
    with pytest.raises(RuleError, match=f"^{message}$"):
        replace(TRADITIONAL, **wrong)


@given(st.sets(st.integers(0, 47), min_size=1, max_size=12), st.integers(0, 3))
def test_whatever_is_held_something_may_be_led(held, trump):
    names = " ".join(card_name(c) for c in held)
    assert legal_names(names, "", trump=SUITS[trump]) == set(names.split())
