"""The worked examples of the rule sheet of Truco de 22 cartas."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from boricua_table import (
    PLAIN,
    announce_all,
    card,
    cards,
    dealt,
    fresh_match,
    hand_of,
    one_trick,
    open_hand,
    play_results,
    to_cards,
    to_envite,
)

from analyzer.boricua.cards import flor, liga
from analyzer.boricua.referee import Award, best_seat
from analyzer.truco.tricks import TIED


def test_example_01_ligas():
    ligas = [liga(cards(text)) for text in ("7E 6E 3O", "1E 3E 7O", "1B 7B 6C", "7O 6C 5B")]
    assert ligas == [33, 24, 28, 7]
    hand = cards("5C 6C 7C")
    assert (flor(hand), liga(hand)) == (18, 33)


@pytest.mark.parametrize(
    ("trick", "winner", "leader"),
    [
        ("3O 7C 6O 3E", TIED, 1),
        ("3O 7C 3E 6O", 1, 1),
        ("7B 6O 4E 7C", TIED, 1),
        ("7E 1B 7O 3C", 0, 2),
    ],
    ids=["threes tie", "threes of a pair", "false sevens tie", "basto"],
)
def test_example_02_to_05_tricks(trick, winner, leader):
    assert one_trick(trick) == (winner, leader)


@pytest.mark.parametrize(
    ("results", "winner"), [("=B", 1), ("A=", 0), ("AB=", 0), ("==B", 1), ("===", 1)]
)
@pytest.mark.parametrize("players", [2, 4])
def test_example_06_ties(results, winner, players):
    hand = open_hand(players=players)
    play_results(hand, results)
    assert hand.winner == winner


@pytest.mark.parametrize(
    ("revoques", "answer", "points"),
    [
        (0, "run", 1), (0, "accept", 2), (1, "run", 2), (1, "accept", 4),
        (2, "run", 4), (2, "accept", 8), (3, "run", 8), (3, "accept", 12),
    ],
)  # fmt: skip
def test_example_07_envites(revoques, answer, points):
    hand = to_envite(PLAIN)
    hand.envite.open(1)
    for number in range(revoques):
        hand.envite.answer(number % 2, "revoke")
    hand.envite.answer(revoques % 2, answer)
    assert [award.points for award in hand.awards] == [points]


def test_example_08_equal_ligas():
    assert best_seat({0: 5, 1: 7, 2: 31, 3: 31}, 4) & 1 == 0
    hand = to_envite("4B 5B 6O / 1E 1B 7O / 7E 4E 5C / 7C 4C 5E")
    assert hand.envite.ligas == (29, 7, 31, 31)
    hand.envite.open(1)
    hand.envite.answer(2, "accept")
    assert hand.awards == (Award(0, 2, "envite"),)


EXAMPLE_9 = "4E 5B 6E / 3O 4O 5O / 5C 6C 7C / 7E 6B 3B"
"""Mano has flor 12, seat 2 flor 18."""


@pytest.mark.parametrize(("mano_sends", "points"), [(False, 3), (True, 6)])
def test_example_09_mano_and_another_flor(mano_sends, points):
    hand = hand_of(EXAMPLE_9)
    assert hand.flores.totals == (None, 12, 18, None)
    announce_all(hand)
    if mano_sends:
        hand.flores.send(1)
    else:
        hand.flores.keep_silent(1)
    hand.flores.send(2)
    hand.call(1)
    hand.answer(2, "run")
    assert hand.awards == (Award(0, points, "flor"), Award(1, 1, "truco"))


def test_example_10_a_flor_kept_silent():
    hand = announce_all(hand_of("4E 5B 6O / 1E 1B 7O / 4B 5O 7C / 4C 5C 6C"))
    hand.flores.keep_silent(3)
    assert hand.phase == "envite"
    hand.envite.open(1)
    hand.envite.answer(2, "run")
    hand.call(1)
    hand.answer(0, "run")
    assert hand.awards == (
        Award(1, 1, "envite"),
        Award(1, 1, "truco"),
        Award(0, 1, "silence"),
    )


@pytest.mark.parametrize(("loser", "bolo"), [(15, True), (16, False)])
def test_example_11_an_envite_ends_the_match_before_the_truco(loser, bolo):
    match = fresh_match(score=(loser, 28))
    match.deal(dealt(PLAIN))
    match.announce(0, False)
    match.open_envite(1)
    match.answer_envite(0, "accept")
    assert match.score == (loser, 30)
    assert (match.winner, match.phase, match.bolo) == (1, "over", bolo)
    assert not match.can_play(1, card("1E"))


def test_example_12_chances_of_one_hand():
    hands = list(combinations(range(22), 3))
    assert len(hands) == comb(22, 3) == 1540
    flores = sum(flor(hand) is not None for hand in hands)
    pairs = sum(flor(hand) is None and liga(hand) > 7 for hand in hands)
    assert (flores, pairs, 1540 - flores - pairs) == (60, 820, 660)
    shares = [round(100 * count / 1540, 2) for count in (flores, pairs, 660)]
    assert shares == [3.90, 53.25, 42.86]


# Decisions against the arithmetic of the bets, by playing them out


def break_even(win: int, lose: int, run: int) -> Fraction:
    """Return the chance from which on accepting is better than refusing."""
    return Fraction(run - lose, win - lose)


def gain(hand, side: int) -> int:
    """Return the granos of a side, minus the other's."""
    return sum(award.points if award.side == side else -award.points for award in hand.awards)


@pytest.mark.parametrize(
    ("revoques", "chance"), [(0, (1, 4)), (1, (1, 4)), (2, (1, 4)), (3, (1, 6))]
)
def test_break_even_of_accepting_an_envite(revoques, chance):
    called = revoques % 2
    results = []
    for better in (called, 1 - called, None):
        low, high = "4E 5B 6O", "1E 1B 7O"
        hand = to_envite(f"{high} / {low}" if better == 0 else f"{low} / {high}")
        hand.envite.open(1)
        for number in range(revoques):
            hand.envite.answer(number % 2, "revoke")
        hand.envite.answer(called, "run" if better is None else "accept")
        results.append(gain(hand, called))
    assert break_even(*results) == Fraction(*chance)


@pytest.mark.parametrize(("raises", "chance"), [(0, (1, 3)), (1, (1, 4)), (2, (1, 6))])
def test_break_even_of_accepting_a_truco(raises, chance):
    called = raises % 2
    results = []
    for winner in (called, 1 - called, None):
        low, high = "4E 5B 6O", "1E 1B 7O"
        hand = to_cards(f"{high} / {low}" if winner == 0 else f"{low} / {high}")
        hand.call(1)
        for number in range(raises):
            hand.answer(number % 2, "raise")
        hand.answer(called, "run" if winner is None else "ok")
        while hand.winner is None:
            hand.play(hand.turn, hand.legal_plays(hand.turn)[0][0])
        results.append(gain(hand, called))
    assert break_even(*results) == Fraction(*chance)
