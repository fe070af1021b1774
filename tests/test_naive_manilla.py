"""The independent program for La Manilla itself, against values worked out by hand."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from naive_manilla import (
    PACK,
    PERFT_DEALS,
    Node,
    card_values,
    choices,
    consistent_deals,
    lay,
    legal,
    minimax,
    perft,
    perft_lines,
    players_of,
    score,
    turn,
    winner,
    worth,
)

GOLDEN = Path(__file__).parent / "golden" / "manilla_perft.txt"


def node(text: str, trump: str = "B", **more: object) -> Node:
    return Node(tuple(tuple(hand.split()) for hand in text.split("/")), trump, **more)


def random_node(rng: random.Random, count: int) -> Node:
    pack = rng.sample(PACK, 4 * count)
    hands = tuple(tuple(pack[count * n : count * (n + 1)]) for n in range(4))
    return Node(hands, rng.choice("OCEB"), rng.randrange(4), (), rng.random() < 0.5)


def test_the_pack_has_sixty_points():
    assert len(set(PACK)) == 48
    assert sum(worth([card]) - 1 for card in PACK) == 60


@pytest.mark.parametrize(
    ("trick", "place", "points"),
    [("12O 1O 9O 8O", 2, 13), ("9O 2B 10B 9C", 2, 12), ("2O 9C 9E 3O", 3, 11)],
)
def test_tricks(trick, place, points):
    assert winner(trick.split(), "B") == place
    assert worth(trick.split()) == points


@pytest.mark.parametrize(
    ("hand", "trick", "allowed", "undertrump"),
    [
        ("9O 3O 2B", "12O", "9O", "9O"),
        ("9O 3O 4C", "1O 2O", "9O 3O", "9O 3O"),
        ("2B 8B 9O", "4C", "2B 8B", "2B 8B"),
        ("2B 12O 5E", "9C 3C", "2B 12O 5E", "2B 12O 5E"),
        ("9C 3C 9B", "12C 5B", "9C 3C", "9C 3C"),
        ("3B 10B 9O", "12C 5B", "10B", "10B"),
        ("3B 4B 9O", "12C 5B", "3B 4B 9O", "3B 4B"),
        ("3B 4B 9O", "", "3B 4B 9O", "3B 4B 9O"),
    ],
)
def test_what_may_be_played(hand, trick, allowed, undertrump):
    for rule, expected in ((False, allowed), (True, undertrump)):
        assert legal(hand.split(), trick.split(), "B", rule) == tuple(expected.split())


def test_what_a_deal_scores():
    assert [score(points) for points in (0, 27, 36, 37, 45, 72)] == [0, 0, 0, 1, 9, 36]


def test_minimax_of_one_trick():
    assert minimax(node("9O / 1O / 2B / 12O")) == 13  # the only trump takes it
    assert minimax(node("9O / 2B / 1O / 12O")) == 0


@pytest.mark.parametrize(
    ("text", "more", "values"),
    [
        # Both leads make 1O and 9O fall, because they must; the leader keeps a king or a two.
        ("12O 2O / 1O 3C / 9O 4C / 5O 5C", {}, {"12O": 13, "2O": 10}),
        # Two tricks for the nine and the last oros, or all the rest for the others.
        ("12O 12C / 9O 2O / 1O 1C / 3O 3C", {"leader": 1}, {"9O": 0, "2O": 21}),
        # A discard on a king that has won: the manilla, or the card that saves it.
        ("2O 4C / 3O 5C / 6C / 9C 7C", {"leader": 2, "table": ("12O",)}, {"9C": 9, "7C": 4}),
    ],
)
def test_minimax_of_two_tricks(text, more, values):
    ending = node(text, **more)
    assert card_values(ending) == values
    best = max if turn(ending) in (0, 2) else min
    assert minimax(ending) == best(values.values())


def test_minimax_with_a_memory_is_the_same():
    rng = random.Random(3)
    for count in (1, 2, 3, 3, 3):
        ending = random_node(rng, count)
        assert minimax(ending) == minimax(ending, {})
        assert card_values(ending) == card_values(ending, {})


def test_minimax_is_the_best_of_what_can_be_reached():
    rng = random.Random(4)
    for _ in range(20):
        ending = random_node(rng, 2)
        values = card_values(ending)
        best = max(values.values()) if turn(ending) in (0, 2) else min(values.values())
        assert minimax(ending) == best
        total = sum(worth([card]) - 1 for hand in ending.hands for card in hand) + 2
        assert 0 <= best <= total


def test_perft_by_hand():
    assert perft(node("9O 1C / 2O 3C / 4O 5C / 6O 7C"), 8) == 2
    assert perft(node("9O 1O / 2O 3C / 4O 5C / 6O 7C"), 1) == 2
    assert [perft(Node(((), (), (), ()), "B"), n) for n in (0, 1)] == [1, 0]


def random_play(rng: random.Random, cards: int) -> tuple[Node, list[str]]:
    """Return a deal and its first cards, played at random."""
    pack = rng.sample(PACK, 48)
    deal = Node(tuple(tuple(pack[12 * n : 12 * n + 12]) for n in range(4)), rng.choice("OCEB"))
    now, played = deal, []
    for _ in range(cards):
        played.append(rng.choice(choices(now)))
        now, _ = lay(now, played[-1])
    return deal, played


def test_consistent_deals_hold_the_true_one_and_all_when_nothing_is_known():
    rng = random.Random(1)
    for cards in (48, 46, 42, 41):
        deal, played = random_play(rng, cards)
        mine = deal.hands[2]
        deals = list(consistent_deals(mine, 2, deal.trump, played))
        assert tuple(map(frozenset, deal.hands)) in {tuple(map(frozenset, d)) for d in deals}
        turned = next((card for card in deal.hands[3] if card[-1] == deal.trump), None)
        if turned is not None:
            fewer = list(consistent_deals(mine, 2, deal.trump, played, turned=turned))
            assert fewer == [d for d in deals if turned in d[3]]


@pytest.mark.parametrize(("cards", "deals"), [(47, 1), (44, 2), (40, 6), (36, 20)])
def test_how_many_deals_are_consistent(cards, deals):
    """Everybody has one suit. The second and the third have shown it of two suits only.

    So they may have each other's cards, while the trumps left are all with the fourth.
    """
    suits = [PACK[12 * n : 12 * n + 12] for n in range(4)]
    now, played = Node(tuple(suits), "B"), []
    for _ in range(cards):
        played.append(choices(now)[0])
        now, _ = lay(now, played[-1])
    assert played[:8] == ["2O", "2C", "2E", "2B", "3B", "3O", "3C", "3E"]
    assert players_of("B", played)[:9] == [0, 1, 2, 3, 3, 0, 1, 2, 3]
    found = list(consistent_deals(suits[0], 0, "B", played))
    assert len({tuple(map(frozenset, deal)) for deal in found}) == len(found) == deals
    assert all(set(deal[3]) == set(suits[3]) for deal in found)
    assert not list(consistent_deals(suits[0], 0, "B", played, turned="9E"))


def test_golden_file_is_what_the_program_prints():
    lines = perft_lines(most=200)
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    for line, expected in zip(lines, golden, strict=True):
        assert expected.startswith(line)
    assert len(PERFT_DEALS) == 8


def test_the_program_has_one_command():
    program = Path(__file__).parent / "naive_manilla.py"
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "usage" in done.stderr
