"""Situations and open deals of La Manilla: every form they come in, and every refusal."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manilla_table import SUIT_EACH, card, cards

from analyzer.core.errors import InputError
from analyzer.manilla.cards import DECK, card_names
from analyzer.manilla.referee import Lay
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation import OPEN_QUESTIONS, QUESTIONS, Deal, Situation

Fields = dict[str, Any]

HAND = "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B"
MINE: Fields = {"hand": HAND, "trump": "B"}
ENDING: Fields = {"deal": "12O 4C / 1O 5C / 9O 6C / 8O 2B", "trump": "B"}


def ask(question: str = "hand", **fields: Any) -> Situation:
    return Situation.read(question, MINE | fields)


def refusal(question: str, fields: Fields) -> str:
    with pytest.raises(InputError) as caught:
        Situation.read(question, fields)
    return str(caught.value)


# One player's situation


def test_a_plain_question():
    asked = ask()
    assert asked.hand == cards(HAND)
    assert asked.trump == 3
    assert (asked.position, asked.my_seat, asked.my_side, asked.my_turn) == (1, 1, 1, True)
    assert asked.rules == Rules()
    assert (asked.shown, asked.played, asked.score, asked.juegos) == (None, "", None, None)
    assert asked.legal == asked.my_cards == asked.hand
    assert len(asked.unseen) == 36
    assert (asked.tricks, asked.taken) == ((), (0, 0))


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": HAND.lower(), "trump": "b"},
        {"hand": HAND.replace(" ", ","), "trump": "bastos"},
        {"hand": HAND.split(), "trump": 3},
        {"hand": list(cards(HAND)), "trump": np.int64(3)},
        {"hand": np.array(cards(HAND)), "trump": "B"},
        {**MINE, "position": "1", "players": "4"},
        {**MINE, "shown": None, "partner": [], "played": " ", "score": ""},
        {**MINE, "rules": "Traditional", "rule": ["must_undertrump=false"]},
        {**MINE, "rules": Rules(), "rule": {"match": "pairs"}},
        {**MINE, "rules": Rules().to_dict()},
    ],
)
def test_one_question_in_many_forms(fields):
    assert Situation.read("hand", fields) == ask()


def test_trump_follows_from_the_card_turned_up():
    asked = Situation.read("hand", {"hand": HAND, "shown": "4B"})
    assert (asked.trump, asked.shown) == (3, card("4B"))
    assert asked == ask(shown="4b") == ask(shown=card("4B"))


@pytest.mark.parametrize("score", ["31-28", " 31 - 28 ", "31–28", [31, 28], ("31", "28")])
def test_score_forms(score):
    assert ask(score=score).score == (31, 28)
    assert ask(juegos="1-0", score=score).juegos == (1, 0)


def test_who_played_what_follows_from_the_rules():
    asked = ask(position=2, played="12O 9O 8O 1O / 9C 4C 5C 12C / 2C")
    assert [trick.winner for trick in asked.tricks] == [2, 2]
    assert asked.tricks[0].lays == tuple(
        Lay(seat, each) for seat, each in zip((1, 2, 3, 0), cards("12O 9O 8O 1O"), strict=True)
    )
    assert asked.taken == (13 + 9, 0)
    assert asked.my_cards == cards("3O 8C 7C 9E 8E 9B 8B 3B 2B")
    assert not asked.my_turn
    assert asked.legal == ()
    other = Situation.read(
        "hand",
        {
            "hand": "12O 12C 2O 4O 5O 2E 3E 4E 5E 4B 5B 6B",
            "trump": "B",
            "played": "12O 9O 8O 1O / 9C 4C 5C 12C / 2C",
        },
    )
    assert other.taken == (0, 22)


def test_my_duties_decide_what_i_may_play():
    assert card_names(ask(position=2, played="12O").legal) == "9O"
    assert card_names(ask(position=2, played="4C").legal) == "9C 8C 7C"
    assert card_names(ask(position=3, played="4C 5C").legal) == "9C 8C 7C"
    assert card_names(ask(position=3, played="6C 5C").legal) == "9C 8C 7C 2C"


@pytest.mark.parametrize(
    "played",
    [
        "12O 9O 8O 1O / 2C",
        "12o,9o,8o,1o/2c/",
        ["12O", "9O", "8O", "1O", "/", "2C"],
        ["12O 9O 8O 1O /", "2C"],
        " 12O 9O 8O 1O/2C ",
    ],
)
def test_played_forms(played):
    played = played[:-1] if played.__class__ is str and played.endswith("/") else played
    assert ask(position=2, played=played).played == "12O 9O 8O 1O / 2C"


def test_the_last_parting_may_be_left_out():
    assert ask(position=2, played="12O 9O 8O 1O /") == ask(position=2, played="12O 9O 8O 1O")
    assert ask(position=2, played=list(cards("12O 9O 8O 1O"))).played == "12O 9O 8O 1O"


def test_table_state():
    asked = ask(position=2, shown="4B", played="12O 9O 8O 1O / 9C 4C 5C 12C / 2C 6C")
    state = asked.table_state()
    assert (state.trump, state.seat, state.trick, state.leader) == (3, 2, 2, 2)
    assert state.table == ((2, card("2C")), (3, card("6C")))
    assert state.played[:4] == tuple(zip((1, 2, 3, 0), cards("12O 9O 8O 1O"), strict=True))
    assert len(state.played) == 10
    assert state.left == (10, 10, 9, 9)
    assert state.mine == asked.my_cards
    assert state.unseen.dtype == np.int8
    assert state.unseen.tolist() == list(asked.unseen)
    assert len(state.unseen) == 10 + 10 + 9
    assert state.may_hold.dtype == np.uint64
    assert state.may_hold.shape == (4,)
    assert [int(mask) >> card("4B") & 1 for mask in state.may_hold] == [1, 0, 0, 0]
    assert state.turned == (card("4B"),)
    assert (state.taken, state.won) == ((22, 0), (2, 0))


def test_nothing_about_a_dealer_is_known_when_trump_is_hidden():
    assert ask(rule="trump_card=hidden").table_state().turned == ()
    assert ask(position=4).table_state().turned == ()
    assert ask(position=4, shown="2B").table_state().turned == (card("2B"),)
    assert ask().table_state().turned == cards("4B 5B 6B 7B 10B 11B 12B 1B")


def test_a_partner_who_has_not_dealt_may_be_known_to_the_last_card():
    partner = "2O 4O 5O 6O 7O 8O 10O 11O 12O 1O 3C 4C"
    assert ask(shown="4B", partner=partner).partner_cards == cards(partner)
    assert ask(position=2, shown="4B", partner=partner[3:]).partner_cards == cards(
        partner[3:] + " 4B"
    )


def test_the_dealers_hidden_hand_may_be_without_a_trump():
    without = {"hand": list(SUIT_EACH[1]), "trump": "B", "position": 4}
    assert "with a B: the dealer turned one up" in refusal("hand", without)
    Situation.read("hand", {**without, "rule": "trump_card=hidden"})


# Text and back


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"position": 4, "shown": "2B"},
        {"position": 2, "shown": "4B", "partner": "4B 1B", "score": "39-0", "juegos": "0-1"},
        {"position": 2, "played": "12O 9O 8O 1O / 2C", "rule": "must_undertrump=true"},
        {"rule": ["trump_card=hidden", "match=individual", "capote_wins_juego=true"]},
    ],
)
def test_a_written_situation_reads_back(fields):
    asked = ask(**fields)
    written = asked.to_dict()
    assert set(written) == set(QUESTIONS["hand"]) - {"players"}
    assert Situation.read("hand", json.loads(json.dumps(written))) == asked
    assert pickle.loads(pickle.dumps(asked)) == asked
    assert dataclasses.replace(asked) == asked
    assert written["hand"] == HAND.split()
    assert written["trump"] == "B"


def test_written_by_names():
    written = ask(position=2, shown="4b", score=[3, 5], played="12o").to_dict()
    assert written == {
        "hand": HAND.split(),
        "trump": "B",
        "position": 2,
        "shown": "4B",
        "partner": [],
        "played": "12O",
        "score": "3-5",
        "juegos": None,
        "rules": "traditional",
        "rule": {},
    }


# Refusals: one line with the value, the place, and what is allowed

REFUSED: list[tuple[str, Fields, str]] = [
    # fields
    ("win", {}, "question: win: one of hand, play"),
    ("solve", MINE, "question: solve: one of hand, play"),
    ("hand", {"trump": "B"}, "missing cards: the twelve cards I was dealt"),
    ("hand", {"hand": HAND}, "missing --trump: the suit of triunfo: O, C, E or B"),
    ("hand", MINE | {"vira": "4B"}, "situation: vira: one of the fields hand, trump, players"),
    ("hand", MINE | {"stake": 3}, "situation: stake: one of the fields"),
    # cards
    ("hand", MINE | {"hand": HAND[:-3]}, "hand: 9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B: 12 cards, not"),
    ("hand", MINE | {"hand": HAND + " 4B"}, "hand: 9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B 4B: 12 ca"),
    ("hand", MINE | {"hand": HAND[:-2] + "9O"}, "hand, card 12: 9O: a card once; it is in hand al"),
    ("hand", MINE | {"hand": HAND[:-2] + "9X"}, "hand, card 12: 9X: a rank 2 3 4 5 6 7 8 10 11"),
    ("hand", MINE | {"hand": HAND[:-2] + "KB"}, "hand, card 12: KB: a rank 2 3"),
    ("hand", MINE | {"hand": [*range(11), 48]}, "hand, card 12: 48: a card, such as 9O, or its nu"),
    ("hand", MINE | {"hand": 7}, "hand: 7: cards, such as 9O 12C 1E"),
    ("hand", MINE | {"partner": "9O"}, "partner, card 1: 9O: a card once; it is in hand already"),
    ("hand", MINE | {"partner": "1O 1O"}, "partner, card 2: 1O: a card once; it is in partner al"),
    ("hand", MINE | {"partner": list(range(13))}, "partner: 2O 3O 4O 5O"),
    # trump
    ("hand", MINE | {"trump": "X"}, "trump: X: a suit, one of O (oros), C (copas), E (espadas), B"),
    ("hand", MINE | {"trump": "♣"}, "trump: ♣: a suit"),
    ("hand", MINE | {"trump": "4"}, "trump: 4: a suit"),
    ("hand", MINE | {"trump": 4}, "trump: 4: a suit"),
    ("hand", MINE | {"trump": "BO"}, "trump: BO: a suit"),
    # the card turned up
    ("hand", MINE | {"shown": "4O"}, "shown: 4O: a trump: trump is B"),
    ("hand", MINE | {"shown": "2B"}, "shown: 2B: a card of the dealer; it is in hand already"),
    ("hand", MINE | {"shown": "4B 5B"}, "shown: 4B 5B: one card, not 2"),
    ("hand", MINE | {"shown": "4B", "position": 4}, "shown: 4B: one of the cards in hand"),
    (
        "hand",
        MINE | {"shown": "4B", "partner": "4B"},
        "shown: 4B: a card of the dealer; it is in",
    ),
    (
        "hand",
        MINE | {"shown": "4B", "rule": "trump_card=hidden"},
        "shown: 4B: nothing with",
    ),
    (
        "hand",
        MINE | {"shown": "4B", "position": 2, "partner": "2O 4O 5O 6O 7O 8O 10O 11O 12O 1O 3C 4C"},
        "shown: 4B: one of the partner's cards: he has dealt",
    ),
    # numbers
    ("hand", MINE | {"position": 0}, "position: 0: 1 to 4"),
    ("hand", MINE | {"position": 5}, "position: 5: 1 to 4"),
    ("hand", MINE | {"position": "two"}, "position: two: 1 for mano, who plays first, to 4"),
    ("hand", MINE | {"position": True}, "position: True: 1 for mano"),
    ("hand", MINE | {"players": 2}, "players: 2: 4"),
    ("hand", MINE | {"score": "40-3"}, "score: 40-3: us-them, each from 0 to 39"),
    ("hand", MINE | {"score": "3--1"}, "score: 3--1: us-them, each from 0 to 39"),
    ("hand", MINE | {"score": "3"}, "score: 3: us-them, such as 31-28"),
    ("hand", MINE | {"score": [3, 2.5]}, "score: 2.5: us-them, such as 31-28"),
    ("hand", MINE | {"juegos": "2-0"}, "juegos: 2-0: us-them, each from 0 to 1"),
    ("hand", MINE | {"juegos": "one"}, "juegos: one: us-them, such as 1-0"),
    (
        "hand",
        MINE | {"juegos": "1-0", "rule": "match=individual"},
        "juegos: 1-0: nothing, in",
    ),
    # rules
    ("hand", MINE | {"rules": "online"}, "rules: online: one of the presets traditional"),
    ("hand", MINE | {"rule": "deck=limpo"}, "rule: deck: one of the options trump_card, must_unde"),
    ("hand", MINE | {"rule": "match"}, "rule: match: NAME=VALUE, such as must_undertrump=true"),
    ("hand", MINE | {"rule": "must_undertrump=1"}, "rule must_undertrump: 1: true or false"),
    ("hand", MINE | {"rule": "match=four"}, "rule match: four: one of pairs, individual"),
    # what was played (more of it in test_manilla_knowledge.py)
    ("hand", MINE | {"played": "/ 9O"}, "played, after card 0: /: after a whole trick; 0 of 4"),
    ("hand", MINE | {"played": "9O / 1O"}, "played, after card 1: /: after a whole trick; 1 of 4"),
    ("hand", MINE | {"played": "9O 1O 2O 4O 3O"}, "played, card 5: 3O: / before it, because the"),
    (
        "hand",
        MINE | {"played": "9O 1O 2O 4O //"},
        "played, after card 4: /: after a whole",
    ),
    ("hand", MINE | {"played": "9O 1X"}, "played, card 2: 1X: a rank 2 3"),
    ("hand", MINE | {"played": "9O " * 97}, "played: 9O 9O"),
    ("play", MINE | {"position": 2}, "position: 2: the one to play: it is position 1"),
    ("play", MINE | {"position": 4, "played": "12O 1O"}, "position: 4: the one to play: it is po"),
]


@pytest.mark.parametrize(("question", "fields", "message"), REFUSED)
def test_what_is_wrong_is_said_in_one_line(question, fields, message):
    text = refusal(question, fields)
    assert text.startswith(message)
    assert "\n" not in text
    assert len(text) < 250


def test_values_that_python_hands_over_are_checked_too():
    good = {"rules": Rules(), "hand": cards(HAND), "trump": 3}
    assert Situation(**good) == ask()
    for wrong, message in [
        ({"question": "win"}, "question: win: one of hand, play"),
        ({"trump": 4}, "trump: 4: the suit of triunfo"),
        ({"hand": cards(HAND)[1:]}, "hand: 3O 9C"),
        ({"hand": (*cards(HAND)[1:], 48)}, "hand, card 12: 48: a card from 0 to 47"),
        ({"shown": 48}, "shown: 48: a card from 0 to 47"),
        ({"position": 0}, "position: 0: 1 to 4"),
        ({"score": (0, 40)}, "score: 0-40: us-them"),
    ]:
        with pytest.raises(InputError) as caught:
            Situation(**good | wrong)
        assert str(caught.value).startswith(message)


def test_a_deal_that_is_over_asks_nothing():
    suits = [[DECK.name(each) for each in hand] for hand in SUIT_EACH]
    tricks = [[suits[1][0], suits[2][0], suits[3][0], suits[0][0]]]
    tricks += [[suits[seat][n] for seat in range(4)] for n in range(1, 12)]
    fields = {"hand": suits[0], "trump": "B", "position": 4}
    played = " / ".join(" ".join(trick) for trick in tricks)
    assert Situation.read("hand", {**fields, "played": played[:-3]}).taken == (71, 0)
    assert "a deal that is not over yet" in refusal("hand", {**fields, "played": played})
    more = {**fields, "played": played + " / 2O"}
    assert "played, card 49: 2O: nothing, the deal is over" in refusal("hand", more)


@given(
    st.dictionaries(
        st.sampled_from([*QUESTIONS["hand"], "vira"]),
        st.one_of(
            st.none(),
            st.text(max_size=20),
            st.integers(),
            st.floats(),
            st.lists(st.one_of(st.integers(-1, 50), st.text(max_size=3)), max_size=13),
            st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2),
        ),
        max_size=5,
    )
)
def test_anything_is_taken_or_refused_in_one_line(fields):
    message = ""
    try:
        Situation.read("hand", MINE | fields)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 400


# Open deals


def test_an_open_ending():
    deal = Deal.read(ENDING)
    assert deal.hands == (cards("12O 4C"), cards("1O 5C"), cards("9O 6C"), cards("8O 2B"))
    assert (deal.trump, deal.leader, deal.played) == (3, 1, "")
    hand = deal.replay()
    assert hand.turn == 1  # position K is seat K, the fourth is seat 0
    assert hand.held == [list(cards(text)) for text in ("8O 2B", "12O 4C", "1O 5C", "9O 6C")]
    hand.play(1, card("12O"))
    assert deal.replay().table == []


@pytest.mark.parametrize(
    "fields",
    [
        {"deal": "12o,4c/1o,5c/9o,6c/8o,2b", "trump": "bastos"},
        {"deal": ["12O 4C", "1O 5C", "9O 6C", "8O 2B"], "trump": 3},
        {"deal": [cards("12O 4C"), cards("1O 5C"), cards("9O 6C"), cards("8O 2B")], "trump": "b"},
        {**ENDING, "leader": "1", "played": "", "rules": "traditional", "rule": []},
        {**ENDING, "rules": Rules().to_dict()},
    ],
)
def test_one_deal_in_many_forms(fields):
    assert Deal.read(fields) == Deal.read(ENDING)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.txt", ENDING["deal"] + "\n"),
        ("lines.txt", ENDING["deal"].replace(" / ", "\n") + "\n"),
        ("list.json", '["12O 4C", "1O 5C", "9O 6C", "8O 2B"]'),
        ("object.json", json.dumps(ENDING)),
        ("other trump.json", json.dumps(ENDING | {"trump": "O", "rules": "traditional"})),
    ],
)
def test_a_deal_from_a_file(tmp_path: Path, name, text):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    for path in (file, str(file)):
        assert Deal.read({"deal": path, "trump": "B"}) == Deal.read(ENDING)
    if name == "object.json":
        assert Deal.read({"deal": str(file), "trump": None}) == Deal.read(ENDING)


def test_a_file_that_is_none(tmp_path: Path):
    for content, message in [
        (b"{", "a file of proper JSON"),
        (b"[" * 5000, "a file of proper JSON"),
        (b"\xff\xfe", "a text file that can be read"),
        (b"9O " * 9000, "a file of at most"),
        (b"9O / 1O", "four hands parted by /, or a file that exists"),
        (b"{}", "missing --deal: four hands in playing order"),
    ]:
        file = tmp_path / "deal"
        file.write_bytes(content)
        with pytest.raises(InputError, match="deal: ") as caught:
            Deal.read({"deal": str(file), "trump": "B"})
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("leader", "played", "turn", "legal"),
    [
        (1, "12O", 2, "1O"),
        (1, "12O 1O 9O", 0, "8O"),
        (3, "6C", 0, "2B"),
        (1, "4C 5C 6C 2B", 0, "8O"),
        (1, "12O 1O 9O 8O /", 3, "6C"),
        (4, "2B 12O", 2, "1O 5C"),
    ],
)
def test_a_trick_under_way(leader, played, turn, legal):
    deal = Deal.read(ENDING | {"leader": leader, "played": played})
    hand = deal.replay()
    assert hand.turn == turn
    assert card_names(hand.legal_plays(turn)) == legal
    assert Deal.read(json.loads(json.dumps(deal.to_dict()))) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert set(deal.to_dict()) == set(OPEN_QUESTIONS["solve"])


REFUSED_DEALS: list[tuple[Fields, str]] = [
    ({"trump": "B"}, "missing --deal: four hands in playing order parted by /, or a file with"),
    ({"deal": ENDING["deal"]}, "missing --trump: the suit of triunfo"),
    (ENDING | {"deal": "12O / 1O / 9O"}, "deal: 12O / 1O / 9O: four hands parted by /, or a file"),
    (ENDING | {"deal": "no such file"}, "deal: no such file: four hands parted by /, or a file"),
    (ENDING | {"deal": 7}, "deal: 7: four hands in playing order"),
    (
        ENDING | {"deal": "12O 4C / 1O / 9O 6C / 8O 2B"},
        "deal, hand 2: 1O: 2 cards like the others, not 1",
    ),
    (
        ENDING | {"deal": "12O / 1O 4C / 9O 6C / 8O"},
        "deal, hand 2: 1O 4C: 1 card like hand 1, not 2",
    ),
    (ENDING | {"deal": " / / / "}, "deal, hand 1: nothing: 1 to 12 cards, not 0"),
    (ENDING | {"deal": "12O / 1O / 9O / 12O"}, "deal, hand 4: 12O: a card once; it is in hand 1"),
    (ENDING | {"deal": "12O / 1O / 9X / 8O"}, "deal, hand 3, card 1: 9X: a rank 2 3"),
    (
        ENDING | {"deal": [list(range(13)), *([[]] * 3)]},
        "deal, hand 1: 2O 3O 4O 5O 6O 7O 8O 10O 11O 12O 1O 9O 2C: 1 to 12 cards, not 13",
    ),
    (ENDING | {"trump": "X"}, "trump: X: a suit, one of O (oros)"),
    (ENDING | {"leader": 5}, "leader: 5: 1 to 4"),
    (ENDING | {"leader": "mano"}, "leader: mano: 1 to 4, which of the hands leads"),
    (ENDING | {"hand": HAND}, "situation: hand: one of the fields deal, trump, leader, played"),
    (ENDING | {"played": "12O 5C"}, "played, card 2: 5C: position 2 must beat 12O: holds 1O"),
    (ENDING | {"played": "12O 9O"}, "played, card 2: 9O: one of 1O 5C: position 2 plays"),
    (ENDING | {"played": "12O / 1O"}, "played, after card 1: /: after a whole trick; 1 of 4 cards"),
    (
        ENDING | {"played": "12O 1O 9O 8O / 6C 2B 4C 5C"},
        "played: 12O 1O 9O 8O / 6C 2B 4C 5C: a deal that is not over yet",
    ),
    (
        ENDING | {"played": "12O 1O 9O 8O / 6C 2B 4C 5C / 9O"},
        "played, card 9: 9O: nothing, the deal is over",
    ),
    (ENDING | {"rule": "must_undertrump=2"}, "rule must_undertrump: 2: true or false"),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED_DEALS)
def test_deals_that_cannot_be_are_refused(fields, message):
    with pytest.raises(InputError) as caught:
        Deal.read(fields)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_whole_deals_have_48_cards():
    whole = " / ".join(card_names(hand) for hand in SUIT_EACH)
    assert len(Deal.read({"deal": whole, "trump": "B"}).replay().held[2]) == 12
    for text, message in [
        (whole[:-3], "deal, hand 4: .*: 12 cards like the others, not 11"),
        (whole + " 9O", "deal, hand 4: .*: 1 to 12 cards, not 13"),
    ]:
        with pytest.raises(InputError, match=message):
            Deal.read({"deal": text, "trump": "B"})


def test_deals_that_python_hands_over_are_checked_too():
    good = {"rules": Rules(), "hands": ((0,), (1,), (2,), (3,)), "trump": 3}
    Deal(**good)
    for wrong, message in [
        ({"hands": ((0,), (1,), (2,))}, "deal: 3: 4 hands parted by /"),
        ({"hands": ((0,), (1,), (2,), (48,))}, "deal, hand 4: 48: a card from 0 to 47"),
        ({"trump": 4}, "trump: 4: the suit of triunfo"),
        ({"leader": 0}, "leader: 0: 1 to 4"),
    ]:
        with pytest.raises(InputError) as caught:
            Deal(**good | wrong)
        assert str(caught.value).startswith(message)
