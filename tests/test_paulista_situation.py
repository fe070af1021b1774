from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.errors import InputError
from analyzer.paulista.cards import DECK, deck_cards, strength_of_cards
from analyzer.paulista.referee import Hand, Lay, Pending
from analyzer.paulista.rules import CALLS, Rules
from analyzer.paulista.situation import QUESTIONS, Situation

Fields = dict[str, Any]

MINE: Fields = {"hand": "3♠ K♦ 5♣", "vira": "4♥"}


def ask(question: str = "hand", **fields: Any) -> Situation:
    return Situation.read(question, MINE | fields)


def cards(text: str) -> tuple[int, ...]:
    return DECK.parse_many(text, "test")


def refusal(question: str, fields: Fields) -> str:
    with pytest.raises(InputError) as caught:
        Situation.read(question, fields)
    return str(caught.value)


# Reading fields


def test_a_plain_question() -> None:
    asked = ask()
    assert asked.hand == cards("3♠ K♦ 5♣")
    assert asked.vira == cards("4♥")[0]
    assert (asked.players, asked.position, asked.stake) == (2, 1, 1)
    assert (asked.my_seat, asked.my_side, asked.my_turn) == (1, 1, True)
    assert asked.rules == Rules()
    assert (asked.played, asked.call, asked.score) == ("", None, None)


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": "3s,kd,5♣", "vira": "4h"},
        {"hand": ["3e", "12o", "zap"], "vira": ["4c"]},
        {"hand": "3♠️ K♦️ 5♣️", "vira": "4♥️"},
        {"hand": list(cards("3♠ K♦ 5♣")), "vira": cards("4♥")[0]},
        {"hand": np.array(cards("3♠ K♦ 5♣")), "vira": np.int64(cards("4♥")[0])},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "players": "2", "position": " 1", "stake": 1},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "partner": None, "seen": [], "played": " ", "call": ""},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "rules": "Traditional", "rule": ["covered=never"]},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "rules": Rules(), "rule": {"swap_on_call": True}},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "rules": Rules().to_dict(), "rule": ()},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "rule": {"ladder": [1, 3, 6, 9, 12]}},
        {"hand": "3♠ K♦ 5♣", "vira": "4♥", "rules": "online", "rule": Rules().to_dict()},
    ],
)
def test_one_question_in_many_forms(fields: Fields) -> None:
    if isinstance(fields.get("rule"), dict):
        fields["rule"].pop("preset", None)
    assert Situation.read("hand", fields) == ask()


@pytest.mark.parametrize("score", ["9-8", " 9 - 8 ", "9–8", [9, 8], ("9", "8")])
def test_score_forms(score: object) -> None:
    assert ask(score=score).score == (9, 8)


@pytest.mark.parametrize(
    ("question", "players", "position"),
    [("hand", 2, 1), ("call", 4, 1), ("accept", 2, 2), ("accept", 4, 4)],
)
def test_usual_positions(question: str, players: int, position: int) -> None:
    call = {"call": "truco"} if question == "accept" else {}
    assert ask(question, players=players, **call).position == position


def test_the_mineiro_game() -> None:
    asked = Situation.read("hand", {"hand": "zap copeta 3♠", "rules": "mineiro"})
    assert asked.hand == cards("4♣ 7♥ 3♠")
    assert asked.stake == 2
    assert asked.vira is None


def test_single_options_over_a_preset() -> None:
    asked = ask(
        rules=Rules.read("online").to_dict(), rule=["COVERED = follow", "tie_lead=first_tied"]
    )
    assert asked.rules == Rules.read("online", {"covered": "follow", "tie_lead": "first_tied"})
    written = asked.to_dict()
    assert written["rules"] == "online"
    assert written["rule"] == {"covered": "follow", "tie_lead": "first_tied"}
    assert Situation.read("hand", written) == asked
    ladder = ask(rule="ladder=1,2,3,4,5", stake=4)
    assert Situation.read("hand", ladder.to_dict()).rules.ladder == (1, 2, 3, 4, 5)


def test_the_card_seen_in_the_cut() -> None:
    asked = Situation.read("cut", {"hand": "3♠"})
    assert (asked.hand, asked.position, asked.rules.cut) == (cards("3♠"), 1, "peek")
    assert Situation.read("cut", {"hand": "3♠", "players": 4}).position == 3
    assert Situation.read("cut", {"hand": "zap", "rules": "mineiro"}).hand == cards("4♣")
    assert Situation.read("cut", {"hand": "3♠", "score": "11-4"}).stake == 3
    with pytest.raises(InputError, match="question: cut: one that is asked after the deal"):
        asked.replay()


def test_mao_de_onze() -> None:
    asked = ask("onze", score="11-8", rules="online")
    assert (asked.stake, asked.eleven) == (3, True)
    mineiro = {"hand": "3♠ K♦ 5♣", "rules": "mineiro", "score": "10-4"}
    assert Situation.read("onze", mineiro).stake == 4
    assert ask(score="4-11").stake == 3
    assert not ask(score="10-10").eleven


# What was played


def test_who_played_what_follows_from_the_rules() -> None:
    asked = ask(players=4, position=2, played="3♥ 3♠ 2♦ Q♦ / 4♠")
    hand = asked.replay()
    assert hand.tricks[0].lays == tuple(
        Lay(seat, card, False)
        for seat, card in zip((1, 2, 3, 0), cards("3♥ 3♠ 2♦ Q♦"), strict=True)
    )
    assert hand.tricks[0].winner == 2
    assert hand.table == [Lay(1, cards("4♠")[0], False)]
    assert asked.my_turn
    assert asked.my_cards == cards("K♦ 5♣")


def test_the_hand_of_a_situation_is_fresh_every_time() -> None:
    asked = ask()
    asked.replay().play(1, asked.hand[0])
    assert asked.my_cards == asked.hand


@pytest.mark.parametrize("played", ["2♥ 3♠", "2♥ 3♠ /", "2♥,3♠/", ["2♥", "3♠"], cards("2♥ 3♠")])
def test_the_last_parting_may_be_left_out(played: object) -> None:
    asked = ask(position=2, played=played)
    assert asked.played == "2♥ 3♠"
    assert asked.my_turn


def test_calls_in_what_was_played() -> None:
    asked = ask("call", position=2, played="2♥ truco seis ok 3♠ /")
    assert (asked.stake, asked.replay().right) == (6, 0)


def test_calls_in_what_was_played_give_the_right_to_the_side_that_accepted() -> None:
    asked = ask("call", position=2, played="truco ok 2♥ 3♠ /", stake=3)
    assert (asked.stake, asked.replay().right) == (3, 0)
    asked = ask(position=2, played="TRUCO Seis nove OK 2♥")
    assert asked.played == "truco seis nove ok 2♥"
    assert (asked.stake, asked.replay().right) == (9, 0)


@pytest.mark.parametrize("fields", [{"played": "2♥ / "}, {"played": "2♥ 3♠ 6♥"}])
def test_the_parting_is_checked(fields: Fields) -> None:
    assert "/" in refusal("hand", MINE | {"position": 2} | fields)


def test_covered_cards() -> None:
    asked = ask(position=2, played="3♥ 3♠ / XX xk♦ /", rules="online", seen="6♥")
    assert asked.played == "3♥ 3♠ / xx xK♦"
    assert asked.my_cards == cards("5♣")
    assert [lay.card for lay in asked.replay().tricks[1].lays] == [None, cards("K♦")[0]]
    known = cards("4♥ 3♠ K♦ 5♣ 3♥ 6♥")
    assert asked.unseen == tuple(card for card in range(40) if card not in known)


def test_the_end_of_played_is_the_call() -> None:
    spoken = ask("accept", position=1, played="3♠ truco")
    assert (spoken.played, spoken.call) == ("3♠", "truco")
    assert spoken == ask("accept", position=1, played="3♠", call="truco")
    assert spoken == ask("accept", position=1, played="3♠ truco", call="TRUCO")
    assert spoken.replay().pending == Pending(caller=0, step=1, side=1)
    assert not spoken.my_turn


def test_a_call_after_a_whole_trick() -> None:
    expected = ask("accept", position=2, played="3♥ 3♠ /", call="truco")
    assert expected.played == "3♥ 3♠"
    assert expected == ask("accept", position=2, played="3♥ 3♠ / truco")
    assert expected == ask("accept", position=2, played="3♥ 3♠", call="truco")
    assert "/ before it" in refusal("accept", MINE | {"position": 2, "played": "3♥ 3♠ truco"})


def test_a_raise_is_a_call_to_answer() -> None:
    asked = ask("accept", position=1, played="truco seis")
    assert (asked.played, asked.call, asked.stake) == ("truco", "seis", 3)
    assert asked == ask("accept", position=1, played="truco", call="seis")
    assert asked.replay().pending == Pending(caller=0, step=2, side=1)


@pytest.mark.parametrize(
    ("players", "position", "caller"),
    [(2, 1, 0), (2, 2, 1), (4, 1, 2), (4, 2, 1), (4, 3, 2), (4, 4, 1)],
)
def test_a_call_before_any_card_is_of_the_first_opponent(
    players: int, position: int, caller: int
) -> None:
    asked = ask("accept", players=players, position=position, call="truco")
    assert asked.replay().pending == Pending(caller=caller, step=1, side=asked.my_side)
    hand = asked.replay()
    hand.answer(asked.my_seat, "ok")
    assert (hand.turn, hand.stake, hand.right) == (1, 3, asked.my_side)


def test_a_stake_alone_gives_the_right_that_the_question_needs() -> None:
    assert ask("call", stake=3).replay().right is None
    asked = ask("accept", stake=3, call="seis")
    assert asked.replay().pending == Pending(caller=1, step=2, side=0)
    assert ask("accept", stake=3, played="3♥ 3♠ / seis").stake == 3
    assert ask(stake=9, position=2, played="2♥").replay().stake == 9


# What is known of cards


def test_table_state() -> None:
    asked = ask(
        players=4,
        position=4,
        played="3♥ 2♠ 6♣ 3♠ / 7♥ K♥",
        partner="2♠ A♠",
        seen="Q♣",
        rule="covered=any",
    )
    state = asked.table_state()
    assert (state.players, state.seat, state.trick) == (4, 0, 1)
    assert state.results == (2,)
    assert state.leader == 1
    assert state.table == ((1, 3), (2, 6))
    assert state.left == (2, 1, 1, 2)
    assert state.mine == (6, 13)
    assert state.partner == (7,)
    strength = strength_of_cards(asked.rules, asked.vira)
    shown = cards("3♠ K♦ 5♣ 4♥ 3♥ 2♠ 6♣ 7♥ K♥ A♠ Q♣")
    expected = sorted(strength[card] for card in range(40) if card not in shown)
    assert state.unseen.dtype == np.int8
    assert state.unseen.tolist() == expected
    assert state.unseen_counts.tolist() == [expected.count(value) for value in range(14)]


def test_table_state_of_covered_cards() -> None:
    asked = ask(position=2, played="2♥ 3♠ / x5♣", rules="online")
    state = asked.table_state()
    assert (state.table, state.left, state.mine) == (((0, -1),), (1, 2), (6,))
    state = ask(position=2, played="3♥ 3♠ / xx", rules="online").table_state()
    assert (state.table, state.left, state.results) == (((1, -1),), (2, 1), (2,))
    assert len(state.unseen) == 40 - len(cards("4♥ 3♠ K♦ 5♣ 3♥"))


def test_table_state_at_the_start_of_a_limpo_hand() -> None:
    asked = Situation.read("hand", {"hand": "3♠ K♦ Q♣", "vira": "3♦", "rules": "limpo"})
    state = asked.table_state()
    assert (state.trick, state.results, state.table, state.left) == (0, (), (), (3, 3))
    assert state.mine == (9, 6, 13)
    assert state.unseen_counts.tolist() == [0, 0, 0, 0, 0, 4, 3, 4, 4, 2, 1, 1, 1, 0]


def test_a_partner_of_whom_two_cards_are_known() -> None:
    asked = ask(players=4, partner="2♠ A♠", played="3♠ 6♥ 2♠ 6♣")
    assert asked.partner_cards == cards("A♠")
    played = "3♠ 6♥ 2♠ 6♣ / K♦ 7♥ xx"
    asked = ask(players=4, partner="2♠ A♠", played=played, rule="covered=any")
    assert asked.partner_cards == cards("A♠")


def test_a_partner_covers_a_known_card_by_name() -> None:
    played = "3♠ 6♥ 2♠ 6♣ / K♦ 7♥ xA♠"
    asked = ask(players=4, partner="2♠ A♠", played=played, rule="covered=any")
    assert asked.partner_cards == ()
    assert not set(cards("A♠")) & set(asked.unseen)


# Refusals: one line with the value, the place, and what is allowed

REFUSED: list[tuple[str, Fields, str]] = [
    # fields
    ("win", {}, "question: win: one of hand, accept, advise, call, onze"),
    ("hand", {"vira": "4♥"}, "missing cards: three cards"),
    ("hand", MINE | {"hand": ""}, "missing cards: three cards"),
    ("hand", MINE | {"hand": []}, "missing cards: three cards"),
    ("hand", MINE | {"hands": "3♠"}, "situation: hands: one of the fields hand, vira, players"),
    ("hand", MINE | {"call": "truco"}, "call: truco: nothing, the question hand does not take it"),
    ("onze", MINE | {"stake": 3, "score": "11-3"}, "stake: 3: nothing, the question onze"),
    ("cut", {"hand": "3♠", "vira": "4♥"}, "vira: 4♥: nothing, the question cut"),
    # cards
    ("hand", MINE | {"hand": "3♠ K♦ 3♠"}, "hand, card 3: 3♠: a card once; it is in hand already"),
    ("hand", MINE | {"hand": "3♠ K♦ 4♥"}, "hand, card 3: 4♥: a card once; it is the vira"),
    ("hand", MINE | {"hand": "3♠ K♦ 8♠"}, "hand, card 3: 8♠: a rank 4 5 6 7 Q J K A 2 3 and"),
    ("hand", MINE | {"hand": "1♦♦ K♦ 8♠"}, "hand, card 1: 1♦♦: a rank"),
    ("hand", MINE | {"hand": "3♠ K♦"}, "hand: 3♠ K♦: 3 cards, not 2"),
    ("hand", MINE | {"hand": "3♠ K♦ 5♣ 6♣"}, "hand: 3♠ K♦ 5♣ 6♣: 3 cards, not 4"),
    ("hand", MINE | {"hand": {"a": 1}}, "hand: a dict: cards, such as"),
    ("hand", MINE | {"hand": [1, 2, 40]}, "hand, card 3: 40: a card, such as 3♠, or its number"),
    ("hand", MINE | {"hand": [1, True, 3]}, "hand, card 2: True: a card"),
    ("hand", MINE | {"hand": [1, 2.0, 3]}, "hand, card 2: 2.0: a card"),
    ("hand", MINE | {"hand": [[1], 2, 3]}, "hand, card 1: 1: a card"),
    ("hand", MINE | {"hand": 5}, "hand: 5: cards, such as"),
    ("hand", MINE | {"hand": "3c Kh 5♣"}, "hand, card 2: Kh: not c together with h, s or d"),
    ("hand", {"hand": "3h Kd 5s", "vira": "4c"}, "hand, card 1: 3h: not c together"),
    ("hand", MINE | {"hand": "3h Kd 5s", "played": "6c"}, "played, card 1: 6c: not c together"),
    ("hand", {"hand": "3♠ K♦ 5♣"}, "missing --vira: the card turned up"),
    ("hand", MINE | {"vira": "4♥ 5♥"}, "vira: 4♥ 5♥: one card, not 2"),
    ("hand", MINE | {"vira": "zap"}, "vira: zap: rank and suit, because no vira is known"),
    ("cut", {"hand": "zap"}, "hand, card 1: zap: rank and suit"),
    ("cut", {"hand": "3♠ 4♠"}, "hand: 3♠ 4♠: 1 card, not 2"),
    ("hand", MINE | {"rules": "mineiro"}, "vira: 4♥: none: with fixed manilhas"),
    ("hand", MINE | {"rules": "limpo"}, "vira: 4♥: a card of the limpo deck, ranks Q J K A 2 3"),
    (
        "hand",
        {"hand": "3♠ K♦ 5♣", "vira": "Q♥", "rules": "limpo"},
        "hand, card 3: 5♣: a card of the limpo deck",
    ),
    ("hand", MINE | {"partner": "2♥"}, "partner: 2♥: nothing, with 2 players there is none"),
    ("hand", MINE | {"players": 4, "partner": "2♥ 2♠ 2♦ 2♣"}, "partner: 2♥ 2♠ 2♦ 2♣: 1 to 3"),
    ("hand", MINE | {"players": 4, "partner": "2♥ 3♠"}, "partner, card 2: 3♠: a card once; it is"),
    ("hand", MINE | {"seen": "4♥"}, "seen, card 1: 4♥: a card once; it is the vira already"),
    ("hand", MINE | {"seen": "6♥ 6♥"}, "seen, card 2: 6♥: a card once; it is in seen already"),
    (
        "hand",
        MINE | {"players": 4, "partner": "2♥", "seen": "2♥"},
        "seen, card 1: 2♥: a card once; it is in partner already",
    ),
    (
        "hand",
        {"hand": "3♠ K♦ Q♣", "vira": "3♦", "rules": "limpo"}
        | {"players": 4, "seen": "3♥ 3♣ 2♦ 2♠ 2♥ 2♣ A♦ A♠ A♥ A♣ K♠ K♥"},
        "seen: 3♥ 3♣ 2♦ 2♠ 2♥ 2♣ A♦ A♠ A♥ A♣ K♠ K♥: at most 11 cards, others hold 9 more",
    ),
    # numbers
    ("hand", MINE | {"players": 3}, "players: 3: 2 or 4"),
    ("hand", MINE | {"players": 0}, "players: 0: 2 or 4"),
    ("hand", MINE | {"players": "two"}, "players: two: 2 or 4"),
    ("hand", MINE | {"players": 2.0}, "players: 2.0: 2 or 4"),
    ("hand", MINE | {"players": True}, "players: True: 2 or 4"),
    ("hand", MINE | {"position": 5}, "position: 5: 1 to 2, with 2 players"),
    ("hand", MINE | {"position": 5, "players": 4}, "position: 5: 1 to 4, with 4 players"),
    ("hand", MINE | {"position": 0}, "position: 0: 1 for the first to play"),
    ("hand", MINE | {"position": -1}, "position: -1: 1 to 2"),
    ("hand", MINE | {"position": float("nan")}, "position: nan: 1 for the first"),
    ("hand", MINE | {"position": 10**5000}, "position: a huge number: 1 for"),
    ("hand", MINE | {"position": "9" * 5000}, "position: 999"),
    ("cut", {"hand": "3♠", "position": 2}, "position: 2: 1, left of the dealer, who cuts"),
    ("cut", {"hand": "3♠", "position": 1, "players": 4}, "position: 1: 3, left of the dealer"),
    ("hand", MINE | {"stake": 5}, "stake: 5: on the ladder 1, 3, 6, 9, 12 (paulista)"),
    ("hand", MINE | {"stake": 0}, "stake: 0: what the hand is worth"),
    ("hand", MINE | {"stake": -3}, "stake: -3: on the ladder"),
    ("hand", MINE | {"stake": "nan"}, "stake: nan: what the hand is worth"),
    # rules
    ("hand", MINE | {"rules": "gaucho"}, "rules: gaucho: one of the presets traditional"),
    ("hand", MINE | {"rules": 7}, "rules: 7: one of the presets"),
    ("hand", MINE | {"rules": {"deck": "dirty"}}, "rule deck: dirty: one of sujo, limpo"),
    ("hand", MINE | {"rule": "flor=true"}, "rule: flor: one of the options ladder, deck"),
    ("hand", MINE | {"rule": "deck"}, "rule: deck: NAME=VALUE"),
    ("hand", MINE | {"rule": [3]}, "rule: 3: NAME=VALUE"),
    ("hand", MINE | {"rule": 3}, "rule: 3: NAME=VALUE"),
    ("hand", MINE | {"rule": {"deck": 3}}, "rule deck: 3: a word, true, false"),
    ("hand", MINE | {"rule": {"deck": None}}, "rule deck: None: a word"),
    ("hand", MINE | {"rule": {"ladder": ["x"]}}, "rule ladder: x: whole numbers"),
    ("hand", MINE | {"rule": {3: 3}}, "rule: 3: one of the options ladder, deck"),
    # score
    ("hand", MINE | {"score": "12-3"}, "score: 12-3: us-them, each from 0 to 11"),
    ("hand", MINE | {"score": "-1-4"}, "score: -1-4: us-them, each from 0 to 11"),
    ("hand", MINE | {"score": "4--1"}, "score: 4--1: us-them, each from 0 to 11"),
    ("hand", MINE | {"score": "11-11"}, "score: 11-11: any other: in the escuro"),
    ("cut", {"hand": "3♠", "score": "11-11"}, "score: 11-11: any other"),
    ("hand", MINE | {"score": "9"}, "score: 9: us-them, such as 9-8"),
    ("hand", MINE | {"score": [9]}, "score: 9: us-them, such as 9-8"),
    ("hand", MINE | {"score": [9, 1.5]}, "score: 1.5: us-them, such as 9-8"),
    ("hand", MINE | {"score": "11-3", "stake": 1}, "stake: 1: 3 at 11-3"),
    ("accept", MINE | {"call": "truco", "score": "11-3"}, "score: 11-3: both below 11: at mão"),
    ("accept", MINE | {"call": "truco", "score": "3-11"}, "score: 3-11: both below 11: at mão"),
    ("call", MINE | {"score": "11-3"}, "score: 11-3: both below 11: at mão de onze"),
    (
        "onze",
        MINE | {"score": "11-3"},
        "rules: traditional: a choice at 11, which they do not give; add --rules online",
    ),
    ("onze", MINE | {"rules": "online"}, "missing --score: us-them, such as 11-8"),
    ("onze", MINE | {"rules": "online", "score": "9-8"}, "score: 9-8: 11-S, your points first"),
    ("onze", MINE | {"rules": "online", "score": "8-11"}, "score: 8-11: 11-S, your points first"),
    ("onze", MINE | {"rules": "online", "score": "11-11"}, "score: 11-11: any other"),
    # calls
    ("accept", MINE, "missing --call: truco, seis, nove or doze"),
    ("accept", MINE | {"call": "quatro"}, "call: quatro: one of truco, seis, nove, doze"),
    ("accept", MINE | {"call": "seis"}, "call: seis: only truco, the hand is worth 1"),
    ("accept", MINE | {"call": "truco", "stake": 3}, "call: truco: only seis, the hand is worth 3"),
    ("accept", MINE | {"call": "doze", "stake": 12}, "call: doze: no call above 12"),
    ("accept", MINE | {"played": "2♥"}, "missing --call: truco, seis"),
    (
        "accept",
        MINE | {"played": "2♥", "call": "truco"},
        "call: truco: a call of the other side; this one is of position 2 (you)",
    ),
    (
        "accept",
        MINE | {"position": 1, "played": "truco"},
        "played, before any card: truco: a call of the other side; this one is of position 1 (you)",
    ),
    (
        "accept",
        MINE | {"position": 3, "players": 4, "played": "truco"},
        "played, before any card: truco: a call of the other side; this one is of position 1 (your",
    ),
    (
        "accept",
        MINE | {"played": "truco seis"},
        "played, before any card: seis: a call of the other side; this one is of position 2 (you)",
    ),
    (
        "accept",
        MINE | {"position": 1, "played": "truco ok 3♠", "call": "nove"},
        "call: nove: only seis, the hand is worth 3",
    ),
    (
        "accept",
        MINE | {"played": "truco", "call": "nove"},
        "call: nove: only seis, the call before it is truco",
    ),
    (
        "accept",
        MINE | {"played": "truco ok 2♥ 3♠ / K♦ seis"},
        "played, after card 3: seis: no call by position 1, whose side called last",
    ),
    (
        "accept",
        MINE | {"position": 1, "played": "3♠ truco nove"},
        "played, after card 1: nove: only seis, the call before it is truco",
    ),
    (
        "accept",
        MINE | {"position": 1, "played": "truco truco"},
        "played, before any card: truco: only seis",
    ),
    (
        "hand",
        MINE | {"played": "3♠ truco"},
        "played, after card 1: truco: an answer to it: ok or run or seis",
    ),
    (
        "call",
        MINE | {"played": "truco seis nove doze"},
        "played, before any card: doze: an answer to it: ok or run",
    ),
    ("call", MINE | {"position": 2}, "position: 2: 1, whose turn it is: only"),
    ("call", MINE | {"stake": 12}, "stake: 12: less than 12, the highest there is"),
    (
        "call",
        MINE | {"played": "truco ok"},
        "played: truco ok: only the side that accepted last may call",
    ),
    ("call", MINE | {"played": "truco ok 3♠", "stake": 6}, "position: 1: 2, whose turn it is"),
    ("hand", MINE | {"played": "truco ok 3♠", "stake": 6}, "stake: 6: 3, which follows from"),
    ("hand", MINE | {"played": "truco ok", "stake": 1}, "stake: 1: 3, which follows from played"),
    (
        "hand",
        MINE | {"played": "truco ok", "score": "11-3"},
        "played, before any card: truco: no calls: at this score",
    ),
    ("hand", MINE | {"played": "3♠ ok"}, "played, after card 1: ok: only after a call"),
    ("hand", MINE | {"played": "truco 3♠"}, "played, card 1: 3♠: first ok or run or seis, to the"),
    ("hand", MINE | {"played": "3♠ truco run"}, "played: 3♠ truco run: a hand that is not over"),
    ("hand", MINE | {"played": "3♠ truco run 5♦"}, "played, card 2: 5♦: nothing, the hand is over"),
    # cards played
    ("hand", MINE | {"played": "/ 3♠"}, "played, before any card: /: after a whole trick; 0 of 2"),
    ("hand", MINE | {"played": "3♠ / 5♦"}, "played, after card 1: /: after a whole trick; 1 of 2"),
    (
        "hand",
        MINE | {"played": "3♠ 6♦ // K♦"},
        "played, after card 2: /: after a whole trick; 0 of",
    ),
    ("hand", MINE | {"played": "3♠ 6♦ K♦"}, "played, card 3: K♦: / before it, because the trick"),
    ("hand", MINE | {"played": "3♠ 6♦ truco ok"}, "played, after card 2: truco: / before it"),
    (
        "hand",
        MINE | {"played": "6♦"},
        "played, card 1: 6♦: one of 3♠ K♦ 5♣: position 1 (you) plays",
    ),
    ("hand", MINE | {"played": "3♠ K♦"}, "played, card 2: K♦: no card of yours: position 2 plays"),
    (
        "hand",
        MINE | {"played": "3♠ 2♦ / 3♠"},
        "played, card 3: 3♠: one of its cards K♦ 5♣ (position 1 (you) plays)",
    ),
    ("hand", MINE | {"played": "3♠ 4♥"}, "played, card 2: 4♥: a card that is nowhere else (pos"),
    ("hand", MINE | {"played": "3♠ 6♦", "seen": "6♦"}, "played, card 2: 6♦: no card that is known"),
    ("hand", MINE | {"played": "3♠ 6♦ / K♦ 6♦"}, "played, card 4: 6♦: a card that is nowhere else"),
    ("hand", MINE | {"played": "3♠ 8♦"}, "played, card 2: 8♦: a rank"),
    ("hand", MINE | {"played": "3♠ queen"}, "played, card 2: queen: a rank"),
    ("hand", MINE | {"played": "3♠ x"}, "played, card 2: x: a rank"),
    ("hand", MINE | {"played": "3♠ xx"}, "played, card 2: xx: open: the rules have no covered"),
    ("hand", MINE | {"played": "3♠ 6♦ / 5♣ 6♥"}, "played: 3♠ 6♦ / 5♣ 6♥: a hand that is not over"),
    ("hand", MINE | {"played": "3♠ 6♦ / 5♣ 6♥ / K♦"}, "played, after card 4: /: nothing, the hand"),
    ("hand", MINE | {"played": "3♠ " * 99}, "played: 3♠ 3♠"),
    ("hand", MINE | {"played": [3.5]}, "played, card 1: 3.5: a card"),
    (
        "hand",
        MINE | {"rules": "online", "played": "3♠ 6♦ / xx"},
        "played, card 3: xx: x and the card, of K♦ 5♣: position 1 (you) plays",
    ),
    (
        "hand",
        MINE | {"rules": "online", "played": "3♠ 6♦ / x5♣ x7♦"},
        "played, card 4: x7♦: xx: position 2 covers a card that you do not see",
    ),
    (
        "hand",
        MINE | {"rules": "online", "played": "x3♠"},
        "played, card 1: x3♠: open: cards are covered from the second trick on",
    ),
    (
        "hand",
        MINE | {"players": 4, "partner": "2♠ A♠ Q♠", "played": "3♠ 6♦ 2♥"},
        "played, card 3: 2♥: one of the known cards 2♠ A♠ Q♠ of position 3 (your partner)",
    ),
    (
        "hand",
        MINE | {"players": 4, "partner": "2♠ A♠", "played": "3♠ A♠"},
        "played, card 2: A♠: no card of your partner: position 2 plays",
    ),
    (
        "hand",
        MINE
        | {"players": 4, "partner": "2♠ A♠", "rule": "covered=any"}
        | {"played": "3♠ 6♦ 2♥ 6♥ / K♦ 7♦ xx"},
        "played, card 7: xx: one of the known cards x2♠ xA♠ of position 3 (your partner)",
    ),
    (
        "hand",
        MINE
        | {"players": 4, "partner": "2♠ A♠", "rule": "covered=any"}
        | {"played": "3♠ 6♦ 2♠ 6♥ / K♦ 7♦ xQ♠"},
        "played, card 7: xQ♠: xx, or x and a known card of position 3 (your partner)",
    ),
    (
        "hand",
        MINE
        | {"players": 4, "partner": "A♠ Q♠", "rule": "covered=any"}
        | {"played": "3♠ 6♦ A♠ 6♥ / K♦ 2♥ xx 7♦ / 6♣ xx"},
        "played, card 10: xx: one of the known cards xQ♠ of position 3 (your partner)",
    ),
]


@pytest.mark.parametrize(("question", "fields", "start"), REFUSED)
def test_refused(question: str, fields: Fields, start: str) -> None:
    message = refusal(question, fields)
    assert message.startswith(start)
    assert "\n" not in message
    assert len(message) < 300


def test_a_call_too_high_is_told_the_stake_it_needs() -> None:
    wanted = "call: doze: only truco, the hand is worth 1; with --stake 9 doze can be called"
    assert refusal("accept", MINE | {"call": "doze"}) == wanted
    assert "--stake" not in refusal("accept", MINE | {"played": "doze"})


def test_what_is_made_by_hand_is_verified_too() -> None:
    asked = ask(played="3♠ 6♦")
    assert dataclasses.replace(asked, played="3♠ 6♦ /") == asked
    with pytest.raises(InputError, match=r"^hand, card 2: 3♠: a card once"):
        dataclasses.replace(asked, hand=cards("3♠ 3♠ 5♣"))
    with pytest.raises(InputError, match=r"^hand, card 3: 5♣: a card of the limpo deck"):
        dataclasses.replace(asked, rules=Rules.read("limpo"), vira=cards("A♥")[0])
    with pytest.raises(InputError, match=r"^hand: 3♠: 3 cards, not 1"):
        Situation(rules=Rules(), hand=cards("3♠"), vira=0)
    with pytest.raises(InputError, match=r"^question: win: one of"):
        Situation(rules=Rules(), question="win", hand=cards("3♠"), vira=0)
    with pytest.raises(InputError, match=r"^missing --score: us-them"):
        Situation(rules=Rules.read("online"), question="onze", hand=asked.hand, vira=0)
    with pytest.raises(InputError, match=r"^partner: 2♥ 2♠ 2♦ 2♣: 1 to 3 cards, not 4"):
        dataclasses.replace(asked, players=4, played="", partner=cards("2♥ 2♠ 2♦ 2♣"))


# Properties


Told = list[tuple[int | None, str]]
"""Words in the order they fell, each card with the seat that played it."""


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, Fields, Hand]:
    """Draw a question in the middle of a hand, as one player tells it, and the hand itself."""
    rules: Rules = draw(st.sampled_from(list(Rules.presets.values())))
    players = draw(st.sampled_from([2, 4]))
    pack = draw(st.permutations(deck_cards(rules)))
    vira = pack[-1] if rules.manilhas == "vira" else None
    dealt = [pack[3 * seat : 3 * seat + 3] for seat in range(players)]
    hand, told = play_on(draw, Hand(rules, players=players, vira=vira, hands=dealt))
    me = draw(st.integers(0, players - 1))
    if hand.pending is not None and hand.pending.side != me & 1:
        me = (me + 1) % players
    known = [me]
    fields: Fields = {"hand": DECK.names(dealt[me]), "players": players, "rules": rules.preset}
    if vira is not None:
        fields["vira"] = DECK.name(vira)
    if players == 4 and draw(st.booleans()):
        known.append(me ^ 2)
        fields["partner"] = DECK.names(dealt[me ^ 2]).split()
    fields["played"] = " ".join(
        "xx" if text[0] == "x" and seat not in known else text for seat, text in told
    )
    if draw(st.booleans()):
        fields["stake"] = hand.stake
    return "hand" if hand.pending is None else "accept", fields | {"position": me or players}, hand


def play_on(draw: st.DrawFn, hand: Hand) -> tuple[Hand, Told]:
    """Play and call at random for a while, and stop before the hand is over."""
    told: Told = []
    for _ in range(draw(st.integers(0, 16))):
        following = hand.copy()
        words = one_action(draw, following)
        if following.winner is not None:
            break
        if len(following.tricks) > len(hand.tricks):
            words.append((None, "/"))
        hand = following
        told += words
    return hand, told


def one_action(draw: st.DrawFn, hand: Hand) -> Told:
    if hand.pending is not None:
        speaker, step = (hand.pending.caller + 1) % hand.players, hand.pending.step
        if draw(st.booleans()) and hand.can_answer(speaker, "raise"):
            hand.answer(speaker, "raise")
            return [(None, CALLS[step])]
        hand.answer(speaker, "ok")
        return [(None, "ok")]
    seat = hand.turn
    assert seat is not None
    if draw(st.integers(0, 4)) == 0 and hand.can_call(seat):
        hand.call(seat)
        return [(None, CALLS[hand.rules.ladder.index(hand.stake)])]
    card, covered = draw(st.sampled_from(hand.legal_plays(seat)))
    assert card is not None
    hand.play(seat, card, covered)
    return [(seat, "x" * covered + DECK.name(card))]


@settings(deadline=None)
@given(questions())
def test_a_situation_survives_its_json_form(drawn: tuple[str, Fields, Hand]) -> None:
    question, fields, _ = drawn
    asked = Situation.read(question, fields)
    written = json.loads(json.dumps(asked.to_dict()))
    again = Situation.read(question, written)
    assert again == asked
    assert again.to_dict() == written
    assert pickle.loads(pickle.dumps(asked)).table_state().left == asked.table_state().left


@settings(deadline=None)
@given(questions())
def test_a_situation_is_the_hand_that_was_played(drawn: tuple[str, Fields, Hand]) -> None:
    question, fields, hand = drawn
    asked = Situation.read(question, fields)
    seen = asked.replay()
    assert [trick.winner for trick in seen.tricks] == [trick.winner for trick in hand.tricks]
    assert (seen.leader, seen.turn, seen.stake) == (hand.leader, hand.turn, hand.stake)
    assert (seen.pending is None) == (hand.pending is None)
    if "truco" in asked.played:
        assert seen.right == hand.right
    held = hand.held
    assert asked.my_cards == tuple(held[asked.my_seat] or ())
    state = asked.table_state()
    assert state.left == tuple(len(one or ()) for one in held)
    unknown = {card for seat, one in enumerate(held) if seat != asked.my_seat for card in one or ()}
    assert unknown - set(asked.unseen) == set(asked.partner_cards)
    assert not set(asked.unseen) & {*asked.hand, *asked.partner, asked.vira}
    assert len(state.unseen) == len(asked.unseen) == state.unseen_counts.sum()


WORDS = [
    *(DECK.name(card) for card in range(40)),
    *("xx", "x3♠", "xK♦", "/", "ok", "run", "zap", "copeta", "3h", "4c", "\n", "\u2028", "11-4"),
    *(
        *CALLS,
        "1",
        "2",
        "4",
        "12",
        "-1",
        "nan",
        "1e9",
        "online",
        "mineiro",
        "covered=any",
        "=",
        ",",
    ),
]
texts = st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts, st.binary())
anything = st.recursive(
    scalars | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = sorted({name for fields in QUESTIONS.values() for name in fields})


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(list(QUESTIONS)),
    st.dictionaries(st.sampled_from(NAMES), anything, max_size=4),
    st.sampled_from([{}, MINE, MINE | {"players": 4, "rules": "online", "played": "2♥ 6♥"}]),
)
def test_anything_is_a_situation_or_one_line(question: str, fields: Fields, base: Fields) -> None:
    assert_situation_or_one_line(question, base | fields)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(["hand", "accept", "call"]), st.lists(st.sampled_from(WORDS), max_size=8))
def test_any_sequence_is_a_situation_or_one_line(question: str, words: list[str]) -> None:
    assert_situation_or_one_line(question, MINE | {"rules": "online", "played": " ".join(words)})


def assert_situation_or_one_line(question: str, fields: Fields) -> None:
    try:
        asked = Situation.read(question, fields)
    except InputError as error:
        message = str(error)
        assert len(message.splitlines()) == 1
        assert len(message) < 400
    else:
        assert Situation.read(question, asked.to_dict()) == asked


GARBAGE: dict[str, object] = {
    "one word": "x" * 10**6,
    "cards": "3♠ " * 10**5,
    "calls": "truco ok " * 10**5,
    "partings": "/" * 10**5,
    "digits": "9" * 10**5,
    "card list": ["3♠"] * 10**5,
    "nested lists": [[["3♠"] * 1000] * 100],
    "huge number": 10**5000,
    "long option": {"deck": "x" * 10**6},
    "long option name": {"x" * 10**6: "y"},
    "long ladder": {"ladder": list(range(10**5))},
    "long assignment": ["x" * 10**6 + "=1"],
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", GARBAGE)
def test_what_is_said_about_garbage_is_short(name: str, kind: str) -> None:
    for question, known in QUESTIONS.items():
        if name in known:
            base = {"hand": "3♠"} if question == "cut" else MINE
            assert len(refusal(question, base | {name: GARBAGE[kind]})) < 400


def test_what_is_said_about_an_unknown_field_is_short() -> None:
    assert len(refusal("hand", MINE | {"x" * 10**6: 1})) < 400
    assert len(refusal("x" * 10**6, MINE)) < 400


@pytest.mark.parametrize(
    ("question", "fields", "end"),
    [
        ("hand", {"played": "2♦"}, "; if they led, add --position 2"),
        ("hand", {"played": "A♦ K♦ / 4♠"}, "; if they led, add --position 2"),
        ("accept", {"played": "3♠ truco"}, "; if you led, add --position 1"),
        ("accept", {"played": "truco ok 3♠ 2♦ / 5♣ seis"}, "; if you led, add --position 1"),
        ("hand", {"played": "2♦", "players": 4}, "; if others led, add --position 2, 3 or 4"),
        ("hand", {"played": "2♦ 2♠ 3♠", "players": 4}, "; if others led, add --position 3"),
        ("hand", {"played": "2♦ A♦"}, "position 1 (you) plays"),  # fits nowhere
    ],
)
def test_what_was_played_may_fit_another_position(question: str, fields: Fields, end: str) -> None:
    message = refusal(question, MINE | fields)
    assert message.endswith(end)
    if "--position" in end:
        position = message.rpartition(" ")[2]
        assert Situation.read(question, MINE | fields | {"position": position})


def test_cards_may_stand_together_and_scores_have_a_cross() -> None:
    whole = Situation.read("hand", MINE | {"score": "9-8", "played": "3♠ 10♦"})
    written = {"hand": "3♠K♦5♣", "vira": "4♥", "score": "9x8", "played": "3e10o"}
    assert Situation.read("hand", written) == whole
    assert Situation.read("hand", written | {"hand": "3e 12o5p", "score": "9 X 8"}) == whole
    assert Situation.read("hand", written | {"hand": ["3♠K♦", "5♣"], "score": "9×8"}) == whole
    with pytest.raises(InputError, match="3♠K♦5: "):
        Situation.read("hand", MINE | {"hand": "3♠K♦5 5♣ 4♦"})
