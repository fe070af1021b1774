"""What a player of Truco de 22 cartas may tell, and what is made of it."""

from __future__ import annotations

import dataclasses
import json
import pickle
from itertools import combinations

import naive_boricua
import numpy as np
import pytest
from boricua_table import cards
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import boricua
from analyzer.boricua.cards import DECK, STRENGTH, card_names, flor
from analyzer.boricua.referee import Hand, Lay, from_mano
from analyzer.boricua.rules import CALLS, Rules
from analyzer.boricua.situation import QUESTIONS, Situation
from analyzer.core.errors import InputError
from analyzer.truco.referee import Pending

Fields = dict[str, object]
MINE: Fields = {"hand": "7E 6E 3O"}
FLOR: Fields = {"hand": "7E 6E 5E"}
FOUR: Fields = MINE | {"players": 4}


def ask(question: str = "hand", **fields: object) -> Situation:
    base = FLOR if question == "flor" else MINE
    return Situation.read(question, base | fields)


def refusal(question: str, fields: Fields) -> str:
    with pytest.raises(InputError) as caught:
        Situation.read(question, fields)
    return str(caught.value)


# Reading


@pytest.mark.parametrize(
    "hand",
    [
        "7E 6E 3O",
        "7e,6e,3o",
        ["7E", "6E", "3O"],
        ["7e 6e", "3o"],
        (12, 8, 18),
        np.array([12, 8, 18]),
    ],
)
def test_cards_in_every_form(hand: object) -> None:
    assert Situation.read("hand", {"hand": hand}).hand == cards("7E 6E 3O") == (12, 8, 18)


def test_what_is_left_out() -> None:
    asked = ask()
    assert (asked.players, asked.position, asked.stake, asked.score) == (2, 1, 1, None)
    assert (asked.rules, asked.partner, asked.seen, asked.played) == (Rules(), (), (), "")
    assert ask(score="", partner=[], played=None) == asked
    assert ask("accept", call="truco").position == 2
    assert ask("accept", call="truco", players=4).position == 4
    assert ask("envite", players=4).position == ask("flor", players=4).position == 1


def test_seats_and_what_a_hand_is_worth() -> None:
    asked = ask(players=4, position=3)
    assert (asked.my_seat, asked.my_side, asked.liga, asked.flor) == (3, 1, 33, None)
    assert ask(players=4, position=4).my_seat == 0
    assert (ask("flor").liga, ask("flor").flor) == (33, 18)


def test_rules_and_options() -> None:
    asked = ask(rules="traditional", rule=["signals=true", "ladder=1,2,3,4"])
    assert asked.rules == Rules(signals=True, ladder=(1, 2, 3, 4))
    assert asked.to_dict()["rule"] == {"signals": True, "ladder": [1, 2, 3, 4]}
    assert ask(rules=Rules(mano_a_ley=False).to_dict()).rules == Rules(mano_a_ley=False)


def test_the_wing_shows_its_rooms() -> None:
    assert boricua.Situation is Situation
    assert boricua.Rules is Rules
    assert dir(boricua) == sorted(boricua.__all__)
    with pytest.raises(AttributeError, match="no attribute 'cut'"):
        _ = boricua.cut


# What was played


def test_cards_and_calls_that_were_played() -> None:
    asked = ask(players=4, position=2, played="3E truco ok 7E 4O 6C / 6E")
    hand = asked.replay()
    assert hand.tricks[0].lays == tuple(
        Lay(seat, card) for seat, card in zip((1, 2, 3, 0), cards("3E 7E 4O 6C"), strict=True)
    )
    assert (hand.tricks[0].winner, hand.leader) == (0, 2)
    assert (asked.stake, hand.right) == (3, 1)


def test_a_tied_trick_is_led_again() -> None:
    asked = ask(position=2, played="3E 3O")
    assert not asked.my_turn
    assert asked.replay().turn == 1


@pytest.mark.parametrize(
    ("players", "position", "caller"),
    [(2, 1, 0), (2, 2, 1), (4, 1, 2), (4, 2, 1), (4, 3, 2), (4, 4, 1)],
)
def test_a_call_alone_is_of_the_first_opponent(players: int, position: int, caller: int) -> None:
    asked = ask("accept", players=players, position=position, call="truco")
    assert asked.replay().pending == Pending(caller, 1, asked.my_side)
    for step, word in enumerate(("envite", "revoque", "revoque2", "revoque3"), 1):
        asked = ask("envite", players=players, position=position, call=word)
        assert asked.envite.pending == Pending(caller, step, asked.my_side)
        assert asked.envite.step == step - 1


def test_a_stake_alone_gives_the_right_that_the_question_needs() -> None:
    asked = ask("accept", stake=3, call="seis")
    assert asked.replay().pending == Pending(1, 2, 0)
    assert ask("accept", stake=9, call="juego", score="12-20").replay().stake == 9


def test_a_short_ladder_has_no_juego() -> None:
    asked = ask("accept", stake=3, call="nueve", rule="ladder=1,2,3,4")
    assert asked.replay().pending == Pending(1, 3, 0)
    rules = {"rule": "ladder=1,2,3,4"}
    assert "no call above 4" in refusal("accept", MINE | rules | {"stake": 4, "call": "juego"})


# The envite


@pytest.mark.parametrize(
    ("players", "position", "turn"), [(2, 1, 1), (2, 2, 0), (4, 1, 1), (4, 3, 3), (4, 4, 0)]
)
def test_before_the_one_who_opens_everybody_has_passed(
    players: int, position: int, turn: int
) -> None:
    asked = ask("envite", players=players, position=position)
    assert asked.envite.turn == turn == asked.my_seat
    assert asked.played == " ".join(["paso"] * (position - 1))
    assert asked == ask("envite", players=players, position=position, played=asked.played)
    assert asked.envite.can_open(turn)


@pytest.mark.parametrize(
    ("position", "played", "caller", "step"),
    [
        (1, "paso envite", 2, 1),
        (1, "paso paso paso envite", 0, 1),
        (3, "paso paso paso envite", 0, 1),
        (2, "envite", 1, 1),
        (1, "envite revoque", 2, 2),
        (3, "paso paso envite revoque", 0, 2),
        (2, "envite revoque revoque", 1, 3),
        (4, "envite revoque revoque2", 1, 3),
        (1, "ENVITE Revoque revoque2 revoque3", 2, 4),
    ],
)
def test_the_talk_says_who_called(position: int, played: str, caller: int, step: int) -> None:
    asked = ask("envite", players=4, position=position, played=played)
    assert asked.envite.pending == Pending(caller, step, asked.my_side)
    assert asked.call == ["envite", "revoque", "revoque2", "revoque3"][step - 1]
    assert asked.played.split() == played.lower().split()[:-1]
    assert asked == ask("envite", players=4, position=position, played=played, call=asked.call)
    before = {"played": asked.played} if asked.played else {}
    assert asked == ask("envite", players=4, position=position, call=asked.call, **before)


def test_an_envite_can_be_answered() -> None:
    envite = ask("envite", call="revoque").envite
    envite.answer(1, "run")
    assert (envite.winner, envite.points) == (0, 2)
    again = ask("envite", call="revoque").envite
    again.answer(1, "revoke")
    assert again.pending == Pending(1, 3, 0)
    with pytest.raises(InputError, match="question: hand: envite"):
        _ = ask().envite


# Flores


def test_what_is_known_of_flores() -> None:
    assert ask(players=4).flores == (None, False, None, None)
    assert ask("envite", players=4).flores == (False, False, False, False)
    assert ask("envite", players=4, position=2).flores == (False, None, False, False)
    assert ask("envite", players=4, announced="2,4").flores == (True, False, True, False)
    rule = "mano_a_ley=false"
    assert ask("envite", players=4, position=2, rule=rule).flores == (False,) * 4
    assert ask("envite", players=4, position=2, rule=rule, announced=1).flores[1] is True
    asked = ask("envite", players=4, position=2, partner="7O 6O 5O", announced="none")
    assert (asked.announced, asked.flores) == ((4,), (True, None, False, False))
    asked = ask("envite", players=4, position=3, partner="7O 6O 5O")
    assert (asked.announced, asked.flores) == ((), (False, True, False, False))
    assert ask("hand", players=4, partner="7O 6O 5O").flores == (None, False, None, True)


def test_my_own_flor_is_announced_but_by_a_mano_a_ley() -> None:
    assert ask("flor").announced == ()
    assert ask("flor", position=2).announced == (2,)
    assert ask("flor", position=2) == ask("flor", position=2, announced=[2])
    assert ask("flor", rule="mano_a_ley=false").announced == (1,)
    assert Situation.read("envite", FLOR | {"position": 2}).announced == (2,)


@pytest.mark.parametrize("announced", ["2 4", "2,4", [4, 2], ["2", "4"], "4 2"])
def test_positions_in_every_form(announced: object) -> None:
    assert ask("envite", players=4, announced=announced).announced == (2, 4)
    assert ask("envite", players=4, announced=4).announced == (4,)


def test_flores_that_were_sent_before_mine() -> None:
    assert ask("flor", position=1).sent is None
    assert ask("flor", position=2).sent == ()  # mano has spoken by then
    assert ask("flor", position=2, sent="none").sent == ()
    assert ask("flor", position=2, sent=1).sent == (1,)  # mano sends what he has not announced
    assert ask("flor", players=4, position=4, announced="2 3", sent=3).sent == (3,)
    # Mano may hold one as well; then his side has decided at his turn, on either.
    assert ask("flor", players=4, position=2, announced="3", sent=3).sent == (3,)
    # My partner, who has announced none, leaves the decision to my turn.
    assert ask("flor", players=4, position=3, announced="2", sent=2).sent == (2,)


def possible(known: dict[int, list[int]], flores: list[bool | None], seen: list[int]) -> bool:
    """Return whether some deal has these cards and flores, by going through all hands."""
    fits = naive_boricua.with_flores(flores)
    gone = {*seen, *(card for cards in known.values() for card in cards)}

    def fill(seat: int, pool: frozenset[int]) -> bool:
        if seat == len(flores):
            return True
        held = known.get(seat, [])
        return any(
            fits(seat, card_names((*held, *drawn)).split()) and fill(seat + 1, pool - {*drawn})
            for drawn in combinations(sorted(pool), 3 - len(held))
        )

    return fill(0, frozenset(range(22)) - gone)


@settings(max_examples=80, deadline=None)
@given(st.data(), st.sampled_from((2, 4)), st.booleans(), st.integers(0, 10))
def test_announcements_are_taken_when_some_deal_has_them(
    data: st.DataObject, players: int, a_ley: bool, out: int
) -> None:
    pack = data.draw(st.permutations(range(22)))
    seat = data.draw(st.integers(0, players - 1))
    known = {seat: pack[:3]}
    if players == 4:
        known[seat ^ 2] = pack[3 : 3 + data.draw(st.integers(0, 3))]
    seen = pack[6 : 6 + out]
    announced = data.draw(st.sets(st.integers(1, players)))
    flores: list[bool | None] = []
    for other in range(players):
        one_suit = len({DECK.suit(card) for card in known.get(other, [])}) < 2
        if len(known.get(other, [])) == 3:
            flores.append(one_suit)
        elif other == 1 and a_ley:
            flores.append(None)
        else:
            flores.append((other or players) in announced)
        if (other or players) in announced and (not one_suit or (other == 1 and a_ley)):
            flores = []  # somebody has said what he cannot have said
            break
    fields = {"hand": known[seat], "players": players, "position": seat or players}
    fields |= {"seen": seen, "partner": known.get(seat ^ 2, []), "announced": sorted(announced)}
    fields |= {"rule": {"mano_a_ley": a_ley}}
    if flores and possible(known, flores, seen):
        assert list(Situation.read("envite", fields).flores) == flores
    else:
        assert refusal("envite", fields).startswith("announced: ")


# What is known of cards


def test_table_state() -> None:
    asked = ask(players=4, position=4, played="3E 1B 6C 7E / 4O 5B", partner="1B 4C", seen="4B")
    state = asked.table_state()
    assert (state.players, state.seat, state.trick, state.results) == (4, 0, 1, (0,))
    assert state.leader == 2
    assert state.table == ((2, 0), (3, 1))
    assert state.left == (2, 2, 1, 1)
    assert state.mine == (2, 4)
    assert state.partner == (0,)
    shown = cards("7E 6E 3O 3E 1B 6C 4O 5B 4C 4B")
    expected = sorted(STRENGTH[card] for card in range(22) if card not in shown)
    assert state.unseen.tolist() == expected
    assert state.unseen_counts.tolist() == [expected.count(value) for value in range(9)]


# Refusals: one line with the value, the place, and what is allowed

REFUSED: list[tuple[str, Fields, str]] = [
    # fields
    ("call", MINE, "question: call: one of hand, envite, flor, accept"),
    ("hand", {}, "missing cards: three cards, such as 7E 6E 3O"),
    ("hand", MINE | {"vira": "4E"}, "situation: vira: one of the fields hand, players"),
    ("hand", MINE | {"announced": 2}, "announced: 2: nothing, the question hand does not take it"),
    ("flor", FLOR | {"stake": 3}, "stake: 3: nothing, the question flor does not take it"),
    ("flor", FLOR | {"call": "envite"}, "call: envite: nothing, the question flor does not"),
    # cards
    ("hand", {"hand": "2E 6E 3O"}, "hand, card 1: 2E: a rank 4 5 6 7 3 1 and a suit E B O C, but"),
    ("hand", {"hand": "7E 12E 3O"}, "hand, card 2: 12E: a rank 4 5 6 7 3 1"),
    ("hand", {"hand": "7E 6E 1O"}, "hand, card 3: 1O: a rank 4 5 6 7 3 1 and a suit E B O C, but"),
    ("hand", {"hand": "7E 6E 1C"}, "hand, card 3: 1C: a rank 4 5 6 7 3 1"),
    ("hand", {"hand": "7E 6E 7E"}, "hand, card 3: 7E: a card once; it is in hand already"),
    ("hand", {"hand": "7E 6E"}, "hand: 7E 6E: 3 cards, not 2"),
    ("hand", {"hand": "7E 6E 5E 4E"}, "hand: 7E 6E 5E 4E: 3 cards, not 4"),
    ("hand", {"hand": [1, 2, 22]}, "hand, card 3: 22: a card, such as 7E, or its number"),
    ("hand", MINE | {"seen": "12O"}, "seen, card 1: 12O: a rank"),
    ("hand", MINE | {"seen": "7E"}, "seen, card 1: 7E: a card once; it is in hand already"),
    ("hand", MINE | {"partner": "4E"}, "partner: 4E: nothing, with 2 players there is none"),
    ("hand", FOUR | {"partner": "4E 4B 4O 4C"}, "partner: 4E 4B 4O 4C: 1 to 3 cards, not 4"),
    (
        "hand",
        FOUR | {"seen": "4E 4B 4O 4C 5E 5B 5O 5C 6B 6O 6C"},
        "seen: 4E 4B 4O 4C 5E 5B 5O 5C 6B 6O 6C: at most 10 cards, others hold 9 more",
    ),
    # numbers
    ("hand", MINE | {"players": 3}, "players: 3: 2 or 4"),
    ("hand", MINE | {"position": 3}, "position: 3: 1 to 2, with 2 players"),
    ("hand", MINE | {"position": 0}, "position: 0: 1 for mano"),
    ("hand", MINE | {"stake": 2}, "stake: 2: on the ladder 1, 3, 6, 9, 30 (boricua)"),
    ("hand", MINE | {"score": "30-2"}, "score: 30-2: us-them, each from 0 to 29"),
    ("envite", MINE | {"score": "2-30"}, "score: 2-30: us-them, each from 0 to 29"),
    ("flor", FLOR | {"score": "-1-3"}, "score: -1-3: us-them, each from 0 to 29"),
    ("hand", MINE | {"score": "12"}, "score: 12: us-them, such as 28-25"),
    # rules
    ("hand", MINE | {"rules": "online"}, "rules: online: one of the presets traditional"),
    ("hand", MINE | {"rule": "flor=true"}, "rule: flor: one of the options ladder, mano_a_ley"),
    ("hand", MINE | {"rule": "signals=2"}, "rule signals: 2: true or false"),
    ("hand", MINE | {"rule": "ladder=1,3,6"}, "rule ladder: 1,3,6: 4 or 5 rising whole numbers"),
    ("hand", MINE | {"rule": "ladder"}, "rule: ladder: NAME=VALUE, such as signals=true"),
    # truco
    ("accept", MINE, "missing --call: truco, seis, nueve or juego"),
    ("accept", MINE | {"call": "envite"}, "call: envite: truco, seis"),
    ("accept", MINE | {"call": "seis"}, "call: seis: only truco, the hand is worth 1"),
    ("accept", MINE | {"played": "seis"}, "played, before any card: seis: only truco, the hand"),
    ("accept", MINE | {"call": "juego"}, "call: juego: only truco, the hand is worth 1"),
    ("accept", MINE | {"call": "juego", "stake": 9}, "missing --score: us-them, such as 28-25: j"),
    ("accept", MINE | {"call": "juego", "stake": 30}, "call: juego: no call above 30"),
    ("accept", MINE | {"played": "7E", "position": 1}, "missing --call: truco, seis"),
    (
        "accept",
        MINE | {"played": "truco", "position": 1},
        "played, before any card: truco: a call of the other side; this one is of position 1 (you)",
    ),
    ("hand", MINE | {"played": "7E truco"}, "played, after card 1: truco: an answer to it: ok or"),
    ("hand", MINE | {"played": "7E xx"}, "played, card 2: xx: open: the rules have no covered car"),
    ("hand", MINE | {"played": "7E x5E"}, "played, card 2: x5E: a rank 4 5 6 7 3 1 and a suit E B"),
    ("hand", MINE | {"played": "7E envite"}, "played, card 2: envite: a rank"),
    ("hand", MINE | {"played": "4E"}, "played, card 1: 4E: one of 7E 6E 3O: position 1 (you) play"),
    ("hand", MINE | {"played": "7E 4E 6E"}, "played, card 3: 6E: / before it, because the trick"),
    ("hand", MINE | {"played": "7E 4E / 6E 4O"}, "played: 7E 4E / 6E 4O: a hand that is not over"),
    ("hand", MINE | {"played": "truco ok", "stake": 1}, "stake: 1: 3, which follows from played"),
    # envite
    ("envite", MINE | {"call": "truco"}, "call: truco: one of envite, revoque, revoque2 to revoq"),
    ("envite", MINE | {"call": "revoque9"}, "call: revoque9: one of envite, revoque, revoque2 to"),
    ("envite", MINE | {"call": 3}, "call: 3: the call to answer, envite, revoque or revoque2"),
    ("envite", MINE | {"played": "revoque"}, "played, word 1: revoque: paso or envite: n"),
    ("envite", MINE | {"played": "paso revoque"}, "played, word 2: revoque: paso or envite: n"),
    ("envite", MINE | {"played": "paso", "call": "revoque"}, "call: revoque: paso or envite: n"),
    ("envite", MINE | {"played": "7E"}, "played, word 1: 7e: paso, or one of envite, revoque, rev"),
    ("envite", MINE | {"played": [3]}, "played: 3: what was said, such as paso envite"),
    ("envite", MINE | {"played": "paso " * 20}, "played: paso paso"),
    ("envite", MINE | {"played": "paso paso"}, "played: paso paso: a talk in which not all have"),
    ("envite", MINE | {"played": "paso paso envite"}, "played, word 3: envite: nothing, everybody"),
    ("envite", MINE | {"played": "envite paso"}, "played, word 2: paso: only revoque after envite"),
    ("envite", MINE | {"played": "envite revoque2"}, "played, word 2: revoque2: only revoque"),
    (
        "envite",
        MINE | {"played": "envite"},
        "played, word 1: envite: a call of the other side; this one is of position 1 (you)",
    ),
    (
        "envite",
        FOUR | {"position": 3, "played": "envite"},
        "played, word 1: envite: a call of the other side; this one is of position 1 (your",
    ),
    (
        "envite",
        FOUR | {"position": 3, "played": "paso"},
        "position: 3: the one to open or pass: it is position 2's turn",
    ),
    (
        "envite",
        MINE | {"played": "envite " + "revoque " * 9},
        "played, word 10: revoque: no revoque after revoque8",
    ),
    # flores
    ("flor", MINE, "hand: 7E 6E 3O: a flor, three cards of one suit"),
    ("envite", MINE | {"sent": 2}, "sent: 2: nobody: a flor that was sent cancels the envite"),
    (
        "envite",
        MINE | {"position": 2, "announced": 2},
        "announced: 2: not position 2: your 7E 6E 3O is no flor",
    ),
    ("envite", MINE | {"announced": 1}, "announced: 1: not position 1: mano passes a ley"),
    (
        "envite",
        FOUR | {"position": 2, "partner": "4E 4O", "announced": "4"},
        "announced: 4: not position 4: your partner's 4E 4O is no flor",
    ),
    ("envite", MINE | {"announced": 3}, "announced: 3: positions from 1 to 2"),
    ("envite", MINE | {"announced": "2 2"}, "announced: 2: each position once"),
    ("envite", MINE | {"announced": "seat"}, "announced: seat: the positions of those who have"),
    ("envite", MINE | {"announced": {"a": 1}}, "announced: a dict: the positions of those"),
    ("envite", MINE | {"announced": [1] * 5}, "announced: 1 1 1 1 1: the positions of those who"),
    (
        "envite",
        FOUR | {"announced": "2 3", "seen": "4E 5E 3E 1E 4O 5O 1B 3B 4B 5B"},
        "announced: 2 3: flores for which the unseen cards leave room, and no others",
    ),
    (
        "envite",
        MINE | {"seen": [card for card in range(22) if card not in cards("7E 6E 3O 5B 6B 7B")]},
        "announced: nothing: flores for which the unseen cards leave room, and no others",
    ),
    ("flor", FLOR | {"sent": 1}, "sent: 1: no flor of your side, which has yet to decide"),
    ("flor", FLOR | {"sent": 2}, "sent: 2: not position 2, who has announced no flor"),
    ("flor", FLOR | {"sent": 2, "announced": 2}, "sent: 2: not position 2, whose turn comes after"),
    ("flor", FLOR | {"sent": 5}, "sent: 5: positions from 1 to 2"),
    ("flor", FLOR | {"sent": "1 1"}, "sent: 1: each position once"),
    (
        "flor",
        FLOR | {"players": 4, "position": 2, "announced": "3", "sent": "1 3"},
        "sent: 1 3: one flor for each side",
    ),
    (
        "flor",
        FLOR | {"players": 4, "position": 2, "announced": "3", "sent": 3}
        | {"rule": "mano_a_ley=false"},
        "sent: 3: not position 3, whose turn comes after yours",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("question", "fields", "start"), REFUSED)
def test_refused(question: str, fields: Fields, start: str) -> None:
    message = refusal(question, fields)
    assert message.startswith(start)
    assert "\n" not in message
    assert len(message) < 300


def test_a_call_too_high_is_told_the_stake_it_needs() -> None:
    wanted = "call: juego: only truco, the hand is worth 1; with --stake 9 juego can be called"
    assert refusal("accept", MINE | {"call": "juego"}) == wanted
    assert "--stake" not in refusal("accept", MINE | {"played": "juego"})


def test_what_is_made_by_hand_is_verified_too() -> None:
    asked = ask(played="7E 4E")
    assert dataclasses.replace(asked, played="7E 4E /") == asked
    with pytest.raises(InputError, match=r"^hand, card 2: 7E: a card once"):
        dataclasses.replace(asked, hand=cards("7E 7E 3O"))
    with pytest.raises(InputError, match=r"^hand, card 3: 22: the number of a card"):
        Situation(rules=Rules(), hand=(0, 1, 22))
    with pytest.raises(InputError, match=r"^question: win: one of"):
        Situation(rules=Rules(), question="win", hand=asked.hand)
    with pytest.raises(InputError, match=r"^played: 7E 4E: nothing, the question flor"):
        dataclasses.replace(asked, question="flor", hand=cards("7E 6E 5E"))


# Properties


@st.composite
def hands_in_progress(draw: st.DrawFn) -> tuple[str, Fields, Hand]:
    """Draw a question in the middle of a hand, as one player tells it, and the hand itself."""
    players = draw(st.sampled_from([2, 4]))
    ladder = draw(st.sampled_from([(1, 3, 6, 9, 30), (1, 2, 3, 4)]))
    pack = draw(st.permutations(range(22)))
    dealt = [pack[3 * seat : 3 * seat + 3] for seat in range(players)]
    hand = Hand(Rules(ladder=ladder), players=players, hands=dealt, talk=False)
    told: list[str] = []
    for _ in range(draw(st.integers(0, 14))):
        following = hand.copy()
        words = one_action(draw, following)
        if following.winner is not None:
            break
        if len(following.tricks) > len(hand.tricks):
            words.append("/")
        hand = following
        told += words
    me = draw(st.integers(0, players - 1))
    if hand.pending is not None and hand.pending.side != me & 1:
        me = (me + 1) % players
    fields: Fields = {"hand": list(dealt[me]), "players": players, "position": me or players}
    fields |= {"played": " ".join(told), "rule": {"ladder": list(ladder)}, "score": "3-4"}
    if players == 4 and draw(st.booleans()):
        fields["partner"] = DECK.names(dealt[me ^ 2])
    return "hand" if hand.pending is None else "accept", fields, hand


def one_action(draw: st.DrawFn, hand: Hand) -> list[str]:
    if hand.pending is not None:
        speaker, step = (hand.pending.caller + 1) % hand.players, hand.pending.step
        if draw(st.booleans()) and hand.can_answer(speaker, "raise"):
            hand.answer(speaker, "raise")
            return [CALLS[step]]
        hand.answer(speaker, "ok")
        return ["ok"]
    if draw(st.integers(0, 4)) == 0 and hand.can_call(hand.turn):
        hand.call(hand.turn)
        return [CALLS[hand.rules.ladder.index(hand.stake)]]
    card, covered = draw(st.sampled_from(hand.legal_plays(hand.turn)))
    hand.play(hand.turn, card, covered)
    return [DECK.name(card)]


@settings(deadline=None)
@given(hands_in_progress())
def test_a_situation_is_the_hand_that_was_played(drawn: tuple[str, Fields, Hand]) -> None:
    question, fields, hand = drawn
    asked = Situation.read(question, fields)
    seen = asked.replay()
    assert [trick.winner for trick in seen.tricks] == [trick.winner for trick in hand.tricks]
    assert (seen.leader, seen.turn, seen.stake) == (hand.leader, hand.turn, hand.stake)
    assert seen.pending == hand.pending
    if "truco" in asked.played:
        assert seen.right == hand.right
    assert asked.my_cards == tuple(hand.held[asked.my_seat])
    unknown = {card for seat, one in enumerate(hand.held) if seat != asked.my_seat for card in one}
    assert unknown - set(asked.unseen) == set(asked.partner_cards)
    assert_written(asked)


@settings(deadline=None)
@given(st.data(), st.sampled_from(("envite", "flor")), st.sampled_from((2, 4)), st.booleans())
def test_a_talk_survives_its_json_form(
    data: st.DataObject, question: str, players: int, a_ley: bool
) -> None:
    pack = data.draw(st.permutations(range(22)))
    dealt = [pack[3 * seat : 3 * seat + 3] for seat in range(players)]
    me = data.draw(st.integers(0, players - 1))
    if question == "flor":
        mine = data.draw(st.sampled_from([cards("7E 6E 5E"), cards("1B 3B 4B")]))
        rest = iter([card for card in pack if card not in mine])
        dealt = [
            mine if seat == me else tuple(next(rest) for _ in range(3)) for seat in range(players)
        ]
    holders = {seat or players for seat in range(players) if flor(dealt[seat]) is not None}
    fields: Fields = {"hand": dealt[me], "players": players, "position": me or players}
    fields |= {"announced": sorted(holders - {1} if a_ley else holders)}
    fields |= {"rule": {"mano_a_ley": a_ley}, "score": [29, 0]}
    if question == "envite":
        revoques = data.draw(st.integers(0, 8))
        # Of the two who talk, the one on the other side has called last.
        callers = [seat for seat in range(players) if (seat ^ me) & 1]
        opener = data.draw(st.sampled_from(callers))
        if revoques % 2:
            opener = (opener - 1) % players
        caller = (opener + revoques % 2) % players
        passes = from_mano(players).index(opener)
        words = ["paso"] * passes + ["envite"] + ["revoque"] * revoques
        fields["played"] = " ".join(words)
        asked = Situation.read(question, fields)
        assert asked.envite.pending == Pending(caller, revoques + 1, me & 1)
    asked = Situation.read(question, fields)
    truth = tuple(flor(one) is not None for one in dealt)
    assert all(known in (None, true) for known, true in zip(asked.flores, truth, strict=True))
    assert_written(asked)


def assert_written(asked: Situation) -> None:
    """Check that a situation survives its JSON form and a pickle."""
    written = json.loads(json.dumps(asked.to_dict()))
    again = Situation.read(asked.question, written)
    assert again == asked
    assert again.to_dict() == written
    assert pickle.loads(pickle.dumps(asked)).table_state().left == asked.table_state().left


WORDS = [
    *(DECK.name(card) for card in range(22)),
    *("xx", "x3O", "/", "ok", "run", "paso", "envite", "revoque", "revoque2", "none", "1O", "2E"),
    *(*CALLS, "1", "2", "4", "30", "-1", "nan", "1e9", "signals=true", "29-3", "\n", "\u2028", ","),
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
    st.sampled_from([{}, MINE, FLOR, FOUR, FOUR | FLOR | {"position": 2, "announced": [3]}]),
)
def test_anything_is_a_situation_or_one_line(question: str, fields: Fields, base: Fields) -> None:
    known = {name: value for name, value in base.items() if name in QUESTIONS[question]}
    assert_situation_or_one_line(question, known | fields)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["hand", "accept", "envite"]), st.lists(st.sampled_from(WORDS), max_size=8))
def test_any_sequence_is_a_situation_or_one_line(question: str, words: list[str]) -> None:
    assert_situation_or_one_line(question, MINE | {"played": " ".join(words)})


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
    "words": "paso " * 10**5,
    "digits": "9" * 10**5,
    "card list": ["3O"] * 10**5,
    "numbers": [1] * 10**5,
    "nested lists": [[["3O"] * 1000] * 100],
    "huge number": 10**5000,
    "long option": {"signals": "x" * 10**6},
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", GARBAGE)
def test_what_is_said_about_garbage_is_short(name: str, kind: str) -> None:
    for question, known in QUESTIONS.items():
        if name in known:
            assert len(refusal(question, FLOR | {name: GARBAGE[kind]})) < 400
