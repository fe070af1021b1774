"""The double-dummy solver against minimax without short cuts, and against itself."""

from __future__ import annotations

import random
from pathlib import Path

import naive_manilla as naive
import numpy as np
import pytest
from manilla_table import card, suit

from analyzer.manilla.cards import card_name, mask_of
from analyzer.manilla.kernels import play
from analyzer.manilla.kernels.solver import lanes, table, values
from analyzer.manilla.kernels.solver.cards import card_bounds, card_reaches, set_start
from analyzer.manilla.kernels.solver.desk import BUCKET, Desk, new_desk

GOLDEN = Path(__file__).parent / "golden" / "manilla_open.txt"
NO_LIMIT = 1 << 60
SMALLEST = BUCKET.bit_length() - 1
"""A table of a single bucket: most of what is found is forgotten again."""

NO_POINTS = tuple(one for one in naive.PACK if one not in naive.WORTH and one[:-1] in "2345678")
THREE_SUITS = tuple(one for one in naive.PACK if one[-1] != "C")
LONG_SUIT = tuple(one for one in naive.PACK if one[-1] == "O" or one[:-1] in ("12", "1", "9"))
PACKS = (naive.PACK, THREE_SUITS, LONG_SUIT, NO_POINTS)


@pytest.fixture(scope="module")
def desk() -> Desk:
    return new_desk(12)


def dealt(chance: random.Random, size: int, pack: tuple[str, ...] = naive.PACK) -> naive.Node:
    """Return an ending before a lead."""
    drawn = chance.sample(pack, 4 * size)
    hands = tuple(tuple(drawn[size * n : size * (n + 1)]) for n in range(4))
    return naive.Node(hands, chance.choice("OCEB"), chance.randrange(4), (), chance.random() < 0.5)


def random_node(chance: random.Random, size: int, pack: tuple[str, ...] = naive.PACK) -> naive.Node:
    """Return an ending, up to three cards of the trick under way already played."""
    node = dealt(chance, size, pack)
    for _ in range(chance.randrange(4)):
        node, _won = naive.lay(node, chance.choice(naive.choices(node)))
    return node


def position(node: naive.Node) -> tuple[np.ndarray, np.ndarray]:
    """Return the hands of a node by seat, and where it stands."""
    first, second, third, fourth = (mask_of(map(card, hand)) for hand in node.hands)
    start = np.zeros(play.START, np.int64)
    start[play.TRUMP] = suit(node.trump)
    start[play.UNDERTRUMP] = node.undertrump
    start[play.LEADER] = (node.leader + 1) % 4
    start[play.ON_TABLE] = len(node.table)
    start[play.TABLE : play.TABLE + len(node.table)] = [card(one) for one in node.table]
    return np.array([fourth, first, second, third], np.int64), start


def entered(desk: Desk, node: naive.Node) -> tuple[np.ndarray, np.ndarray]:
    """Prepare the desk for an ending; return its hands by seat, and where it stands."""
    hands, start = position(node)
    values.set_deal(desk, hands, start[play.TRUMP], node.undertrump)
    return hands, start


def value_in_deal(desk: Desk, node: naive.Node) -> int:
    """Return the value of an ending of the deal that was entered."""
    set_start(desk, *position(node), -1)
    assert values.narrow(desk, NO_LIMIT)
    state = desk.state[0]
    assert state["lowest"] == state["highest"]
    return int(state["lowest"])


def value(desk: Desk, node: naive.Node) -> int:
    entered(desk, node)
    return value_in_deal(desk, node)


def card_values(desk: Desk, node: naive.Node) -> dict[str, int]:
    hands, start = entered(desk, node)
    bounds = np.full((48, 2), -1)
    legal = mask_of(card(one) for one in naive.choices(node))
    assert card_bounds(desk, hands, start, legal, NO_LIMIT, bounds)
    assert (bounds[:, 0] == bounds[:, 1]).all()
    return {card_name(n): int(bounds[n, 0]) for n in range(48) if bounds[n, 0] >= 0}


def full_deal(seed: int) -> naive.Node:
    drawn = random.Random(seed).sample(naive.PACK, 48)
    hands = tuple(tuple(drawn[12 * n : 12 * n + 12]) for n in range(4))
    return naive.Node(hands, random.Random(seed).choice("OCEB"))


def golden_lines() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("size", "count"), [(1, 200), (2, 400), (3, 1600), (4, 240)])
@pytest.mark.parametrize("bits", [SMALLEST, 12])
def test_every_card_of_endings_as_minimax_has_it(size, count, bits):
    chance, small = random.Random(size), new_desk(bits)
    for number in range(count // 2):
        node = random_node(chance, size, PACKS[number % len(PACKS)])
        expected = naive.card_values(node, {})
        assert card_values(small, node) == expected, node
        best = max if naive.turn(node) in (0, 2) else min
        assert value(small, node) == best(expected.values()), node


@pytest.mark.parametrize(
    ("suits", "count", "size"), [("OC", 700, 3), ("OCE", 700, 3), ("OC", 40, 4)]
)
def test_endings_of_one_deal_share_what_the_table_knows(desk, suits, count, size):
    """What was proved of one ending is used in others that look alike."""
    chance = random.Random(7)
    pack = [one for one in naive.PACK if one[-1] in suits]
    for _ in range(4):
        whole = dealt(chance, len(pack) // 4, tuple(pack))
        entered(desk, whole)
        for _ in range(count // 4):
            hands = tuple(tuple(chance.sample(hand, size)) for hand in whole.hands)
            node = whole._replace(hands=hands, leader=chance.randrange(4))
            assert value_in_deal(desk, node) == naive.minimax(node, {}), node


SHARED = {
    # what stands in for other cards with points relies on where those are
    "points": (
        "E",
        "12E 12C 10O 4O 3O / 1E 9O 6O 5O 2O / 12B 9E 1O 8O 7O / 9B 1B 9C 1C 11O",
        (2, "12E 10O 4O / 1E 9O 5O / 12B 9E 1O / 1B 9C 11O"),
        (0, "12E 4O 3O / 1E 9O 2O / 12B 9E 7O / 1B 9C 11O"),
        (0, "12E 4O 3O / 1E 9O 5O / 12B 9E 8O / 1B 9C 11O"),
    ),
    # two bounds in one entry rely on what either of them does
    "bounds": (
        "E",
        "10C 7C 1O 10O 7O 4O / 12C 12O 8O 5O 3O 2O / 9C 1C 6C 4C 9O 11O / 11C 8C 5C 3C 2C 6O",
        (1, "10C 7O 4O / 12C 5O 3O / 6C 4C 11O / 8C 5C 6O"),
        (3, "10C 1O 4O / 12C 5O 2O / 6C 4C 9O / 8C 5C 6O"),
        (3, "7C 1O 7O / 12C 8O 3O / 6C 4C 9O / 3C 2C 6O"),
    ),
}


def hands_of(text: str) -> tuple[naive.Cards, ...]:
    return tuple(tuple(hand.split()) for hand in text.split("/"))


@pytest.mark.parametrize("name", SHARED)
def test_what_a_proof_relied_on_is_kept_with_it(desk, name):
    trump, whole, *endings = SHARED[name]
    entered(desk, naive.Node(hands_of(whole), trump))
    for leader, text in endings:
        node = naive.Node(hands_of(text), trump, leader)
        assert value_in_deal(desk, node) == naive.minimax(node, {})


@pytest.mark.parametrize(
    ("text", "leader", "points"),
    [
        # who has only trumps must trump his partner's winner
        ("1E 5E 6O / 7C 5C 2C / 12E 2E 1C / 9E 4E 3C", 3, 9),
        # and a trump is not thrown on it for its points
        ("4B 9C 8O 5O / 5E 12C 11C 11O / 9B 6E 4E 7O / 1B 9O 10O 2O", 1, 8),
    ],
)
def test_what_a_hand_can_throw_on_its_partners_winners(desk, text, leader, points):
    node = naive.Node(hands_of(text), "C", leader, (), undertrump=True)
    assert value(desk, node) == naive.minimax(node, {}) == points


@pytest.mark.nojit
def test_a_few_endings_without_the_compiler():
    chance, small = random.Random(5), new_desk(8)
    for number in range(24):
        node = random_node(chance, 3, PACKS[number % len(PACKS)])
        assert card_values(small, node) == naive.card_values(node, {}), node


@pytest.mark.parametrize("line", golden_lines())
def test_values_that_another_program_found(desk, line):
    trump, text, points, leads = (part.strip() for part in line.split("|"))
    node = naive.Node(tuple(tuple(hand.split()) for hand in text.split("/")), trump)
    assert value(desk, node) == int(points)
    if leads:
        expected = dict(lead.split("=") for lead in leads.split())
        assert card_values(desk, node) == {name: int(worth) for name, worth in expected.items()}


@pytest.mark.parametrize("seed", range(12))
def test_full_deals_whatever_is_asked_first_and_however_small_the_table(desk, seed):
    node = full_deal(seed)
    hands, start = entered(desk, node)
    found = value(desk, node)
    for bits, guess in ((14, 1), (16, 72)):
        other = new_desk(bits)
        entered(other, node)
        set_start(other, hands, start, -1)
        values.expect(other, guess)
        assert values.narrow(other, NO_LIMIT)
        assert other.state[0]["lowest"] == found
    entered(other, node)
    for least, answer in ((found, 1), (found + 1, 0)):
        set_start(other, hands, start, -1)
        assert values.reaches(other, least, NO_LIMIT) == answer


def test_whether_a_card_reaches_so_many_points(desk):
    chance = random.Random(8)
    for _ in range(60):
        node = random_node(chance, 4)
        hands, start = entered(desk, node)
        start[play.TAKEN] = 30  # won before
        for name, worth in naive.card_values(node, {}).items():
            for least in (0, 30 + worth, 31 + worth, 72):
                answer = card_reaches(desk, hands, start, card(name), least, NO_LIMIT)
                assert answer == (30 + worth >= least)


def test_pausing_changes_neither_value_nor_nodes(desk):
    node = full_deal(3)
    found, nodes = value(desk, node), desk.state[0]["nodes"]
    hands, start = entered(desk, node)
    set_start(desk, hands, start, -1)
    pauses = 0
    while not values.narrow(desk, (pauses + 1) * 10_007):
        pauses += 1
        state = desk.state[0]
        assert state["nodes"] == pauses * 10_007
        assert state["lowest"] <= found <= state["highest"]
    assert pauses > 3
    assert (desk.state[0]["lowest"], desk.state[0]["nodes"]) == (found, nodes)


def test_where_nodes_run_out_bounds_are_left(desk):
    node = full_deal(3)
    expected = card_values(desk, node)
    hands, start = entered(desk, node)
    bounds = np.full((48, 2), -1)
    legal = mask_of(card(one) for one in node.hands[0])
    limit = int(desk.state[0]["nodes"]) + 60_000
    assert not card_bounds(desk, hands, start, legal, limit, bounds)
    assert desk.state[0]["nodes"] == limit
    for name, worth in expected.items():
        assert bounds[card(name), 0] <= worth <= bounds[card(name), 1]
    set_start(desk, hands, start, -1)
    assert values.reaches(desk, max(expected.values()), limit) == -1


def test_a_deal_knows_nothing_of_the_deals_before_it(desk):
    node = full_deal(5)
    value(new := new_desk(12), node)
    value(desk, node)
    assert desk.state[0]["nodes"] == new.state[0]["nodes"]


def test_numbers_of_deals_begin_again(desk):
    node = random_node(random.Random(2), 4)
    expected = value(desk, node)
    last = new_desk(8)
    last.state[0]["generation"] = table._MOST_GENERATIONS - 2
    for generation in (table._MOST_GENERATIONS - 1, 1, 2):
        assert value(last, node) == expected
        assert last.state[0]["generation"] == generation


def test_a_long_ending_of_one_suit_each():
    """The dealer's pair has all trumps between two hands, and loses nothing."""
    hands = tuple(
        tuple(f"{rank}{letter}" for rank in naive.RANKS) for letter in ("O", "C", "E", "B")
    )
    assert value(new_desk(12), naive.Node(hands, "B")) == 0
    assert value(new_desk(12), naive.Node(hands, "O")) == 72


def test_the_solvers_own_numbers_of_cards():
    assert [lanes.lane_card(card(name)) for name in ("2O", "9O", "2C", "9B")] == [0, 11, 16, 59]
    for number in range(48):
        assert lanes.house_card(lanes.lane_card(number)) == number
        assert lanes.lanes_of(1 << number) == 1 << lanes.lane_card(number)
