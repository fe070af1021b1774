"""The twelve worked examples of the rule sheet of La Manilla."""

from __future__ import annotations

import pytest
from manilla_table import (
    TRADITIONAL,
    best_place,
    card,
    cards,
    hand_of,
    legal_names,
    play_hand_worth,
    seated,
)

from analyzer.core.errors import RuleError
from analyzer.manilla.referee import trick_points
from analyzer.manilla.rules import Rules

UNDERTRUMP = Rules(must_undertrump=True)


def test_example_01_the_third_player_wins_thirteen_points():
    trick = "12O 1O 9O 8O"
    assert best_place(trick) == 2
    assert trick_points(cards(trick)) == 13


@pytest.mark.parametrize(
    ("example", "trick", "hand", "legal"),
    [
        (2, "12O", "9O 3O 2B", "9O"),
        (3, "9O", "3O 5O 9B", "3O 5O"),
        (4, "1O 2O", "9O 3O 4C", "9O 3O"),
        (5, "10C 12C", "1C 11C 2C", "1C"),
        (6, "4C", "2B 8B 9O", "2B 8B"),
        (7, "9C 3C", "2B 12O 5E", "2B 12O 5E"),
        (8, "12C 5B", "9C 3C 9B", "9C 3C"),
        (9, "12C 5B", "3B 10B 9O", "10B"),
        (10, "12C 5B", "3B 4B 9O", "3B 4B 9O"),
        (11, "12B", "1B 4B 9O", "1B"),
    ],
)
def test_examples_02_to_11_what_may_be_played(example, trick, hand, legal):
    assert legal_names(hand, trick) == set(legal.split())
    undertrump = {"3B", "4B"} if example == 10 else set(legal.split())
    assert legal_names(hand, trick, rules=UNDERTRUMP) == undertrump


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("trick", "hand", "played", "reason"),
    [
        ("12O", "9O 3O 2B", "3O", "must beat 12O: holds 9O"),
        ("9O", "3O 5O 9B", "9B", "must follow O: holds 3O 5O"),
        ("10C 12C", "1C 11C 2C", "2C", "must beat 12C: holds 1C"),
        ("4C", "2B 8B 9O", "9O", "must beat 4C with a trump: holds 2B 8B"),
        ("12C 5B", "3B 10B 9O", "3B", "must beat 5B with a trump: holds 10B"),
        ("12B", "1B 4B 9O", "9O", "must beat 12B: holds 1B"),
    ],
)
def test_a_refused_card_is_told_the_duty(leader, trick, hand, played, reason):
    """The rest of the table holds cards that do not matter."""
    others = ["2E", "3E", "4E", "5E", "6E", "7E", "8E", "10E", "11E"]
    seats = {(leader + place) % 4: [name] for place, name in enumerate(trick.split())}
    turn = (leader + len(seats)) % 4
    seats[turn] = hand.split()
    for seat in range(4):
        own = seats.setdefault(seat, [])
        while len(own) < 3:
            own.append(others.pop())
    table = hand_of(" / ".join(" ".join(seats[seat]) for seat in range(4)), leader=leader)
    for name in trick.split():
        table.play(table.turn, card(name))
    assert not table.can_play(turn, card(played))
    with pytest.raises(RuleError) as caught:
        table.play(turn, card(played))
    assert str(caught.value) == f"play of seat {turn}: {played}: {reason}"


def test_example_12_nine_points_at_33_win_the_juego():
    partida = seated(TRADITIONAL, score=(33, 10))
    play_hand_worth(partida, 45)
    assert "Ana and Celia 45, Bruno and Diego 27: 9 for Ana and Celia" in str(partida.transcript)
    assert partida.juegos == (1, 0)
    assert partida.score == (0, 0)
