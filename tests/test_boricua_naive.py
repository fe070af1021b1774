"""The independent program for Truco de 22 cartas against what is known for certain."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import naive_boricua as nb
import pytest


def test_numbers_of_hands():
    hands = list(combinations(nb.pack(), 3))
    flores = sum(nb.flor(hand) is not None for hand in hands)
    pairs = sum(nb.flor(hand) is None and nb.liga(hand) > 7 for hand in hands)
    assert (len(hands), flores, pairs) == (1540, 60, 820)


def test_order_of_cards():
    order = "1E 1B 7E 7O 3C 7C 6O 5B 4E"
    assert nb.powers(order.split()) == (8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert nb.powers(["7B", "7C", "3E", "3O"]) == (3, 3, 4, 4)


@pytest.mark.parametrize(
    ("revoques", "refused", "accepted"), [(0, 1, 2), (1, 2, 4), (2, 4, 8), (3, 8, 12), (4, 12, 16)]
)
def test_envites(revoques, refused, accepted):
    assert nb.envite_worth(revoques) == (refused, accepted)


def test_a_best_liga_at_each_position():
    # Of 33 only another one nearer to mano does better: 76 of espada is in hand, so that
    # the other needs both of another suit, and mano's tie wins.
    assert nb.exact_liga("7E 6E 3O", 1) == 1
    others = list(combinations(set(nb.pack()) - {"7E", "6E", "3O"}, 3))
    best = sum(nb.liga(hand) == 33 for hand in others)
    assert nb.exact_liga("7E 6E 3O", 2) == 1 - Fraction(best, len(others))
    no_flor = nb.with_flores([None, False])
    assert nb.exact_liga("7E 6E 3O", 2, fits=no_flor) != nb.exact_liga("7E 6E 3O", 2)


def test_positions_of_a_trick():
    known = nb.spot("7O 3E 4B", 2, "6C 7O / 3E")
    assert (known.mine, known.theirs, known.node.results) == (("4B",), ("6C",), (0,))
    assert known.node.table == ((0, 4),)
    assert len(list(nb.opposing(known))) == 18 * 17 // 2
    assert nb.exact_two_players(nb.spot("1E 1B 7E", 1), "greedy") == 1


def test_random_deals_are_what_is_asked_for():
    source = nb.deals(4, random.Random(1), fixed={2: ["7E", "6E", "5E"]}, out=["4O"],
                      fits=nb.with_flores([False, None, True, True]))  # fmt: skip
    for _ in range(20):
        hands = next(source)
        cards = [card for hand in hands for card in hand]
        assert len(set(cards)) == 12
        assert "4O" not in cards
        assert hands[2] == ("7E", "6E", "5E")
        assert nb.flor(hands[0]) is None
        assert nb.flor(hands[3]) is not None
    two = nb.deals(2, random.Random(2), fixed={0: ["7E", "6E", "3O"]})
    exact, count = float(nb.exact_liga("7E 6E 3O", 2)), 4000
    spread = (exact * (1 - exact) / count) ** 0.5
    assert abs(float(nb.sample_liga(count, 0, two)) - exact) < 4 * spread


def test_talks_and_what_they_pay():
    hands = [hand.split() for hand in ("7E 6E 5E", "7O 6O 5O")]
    talk = nb.talk_of(hands)
    said = [word for word, _, _ in nb.actions(talk)]
    assert said == ["flor"]
    talk = nb.actions(talk)[0][2]
    assert [(word, seat) for word, seat, _ in nb.actions(talk)] == [("send 1", 1), ("silent", 1)]
    sent = nb.actions(nb.actions(talk)[0][2])[0][2]
    assert nb.talk_points(sent, hands) == [("flor", 1, 6)]
    silent = nb.actions(nb.actions(talk)[1][2])[1][2]
    assert nb.penalties(silent) == [("silence", 1, 1)]
    assert nb.score((28, 28), [*nb.penalties(silent), nb.Points("x", 0, 9)]) == ((30, 29), 0)
