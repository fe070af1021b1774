"""Compiled play and dealing against the referee and the independent program.

A kernel's play is checked where it can be seen whole: every card of the hand is known, the
referee plays it on with policies in plain Python, and so does ``naive.py``.
"""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import TIED, best_line, final, play_greedy
from naive import play_out as naive_play_out
from table_play import (
    Drawn,
    Seated,
    best_result,
    draw_hand,
    drive,
    falling,
    is_chi_square,
    packed_hands,
    power_of,
    random_table,
    seat_any,
    start_of,
    variants,
)

from analyzer.core.rng import deal_key
from analyzer.paulista.rules import Rules
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.enumeration import remove, ways
from analyzer.truco.kernels.hand import play_out
from analyzer.truco.kernels.open_cards import open_result
from analyzer.truco.kernels.sample import sample_deals
from analyzer.truco.policies import GREEDY, Lineup, Policy, greedy_table

ROOT = Path(__file__).parent.parent
PRESETS = tuple(Rules.presets)
ALL_GREEDY = {players: Lineup.seat((GREEDY,) * players) for players in (2, 4)}
GREEDY_TABLE = Policy("greedy table", 0, greedy_table())

every_table = pytest.mark.parametrize(
    ("preset", "players"), list(itertools.product(PRESETS, (2, 4)))
)


def played(drawn: Drawn, seated: Seated, forced: int = -1) -> tuple[int, int]:
    """The result that a kernel gives, and the first trick's."""
    line = seated.lineup
    hands, start = packed_hands(drawn.node), start_of(drawn.hand)
    both = play_out(
        hands,
        start,
        line.kinds,
        seated.knows,
        line.firsts,
        line.seconds,
        forced,
        np.uint64(seated.key),
    )
    return both & 3, both >> 2


def played_greedily(drawn: Drawn) -> set[tuple[int, int]]:
    """What the three ways of telling a kernel to play greedily give."""
    hands, start, key = packed_hands(drawn.node), start_of(drawn.hand), np.uint64(0)
    players = drawn.hand.players
    seated = [
        Seated(lineup, (), np.zeros(players, np.int64), 0)
        for lineup in (ALL_GREEDY[players], Lineup.seat((GREEDY_TABLE,) * players))
    ]
    both = play_out(hands, start, None, None, None, None, -1, key)
    return {(both & 3, both >> 2), *(played(drawn, each) for each in seated)}


def forced_play(drawn: Drawn, rng: random.Random) -> tuple[int, Drawn]:
    """Any slot of the player to move, and the hand after the referee has played its card."""
    hand = drawn.hand.copy()
    cards = hand.held[hand.turn]
    slot = rng.randrange(len(cards))
    wanted = falling([power_of(card, hand) for card in cards])[slot]
    hand.play(hand.turn, next(card for card in cards if power_of(card, hand) == wanted))
    return slot, Drawn(hand, drawn.dealt)


def naive_result(drawn: Drawn, policies) -> tuple[int, int]:
    (line,) = naive_play_out(drawn.node, policies, drawn.house)
    return final(line, drawn.house), line[0]


def check_play(preset: str, players: int, hands: int, seed: int) -> None:
    rng = random.Random(f"{preset} {players} {seed}")
    tables = [random_table(rng, views) for views in (1, 4, 4)]
    for rules in variants(preset):
        for _ in range(hands):
            drawn = draw_hand(rules, players, rng)
            seated = seat_any(players, tables, rng)
            result = drive(drawn.hand, seated.choosers)
            assert played(drawn, seated) == result
            assert naive_result(drawn, seated.choosers) == result
            greedy = drive(drawn.hand, (play_greedy,) * players)
            assert played_greedily(drawn) == {greedy}
            assert naive_result(drawn, "greedy") == greedy
            slot, after = forced_play(drawn, rng)
            assert played(drawn, seated, slot) == drive(after.hand, seated.choosers)


def check_open(preset: str, players: int, hands: int, plies: tuple[int, int]) -> None:
    rng = random.Random(f"{preset} {players} open")
    for rules in variants(preset):
        for _ in range(hands):
            drawn = draw_hand(rules, players, rng, rng.randint(*plies))
            held, start = packed_hands(drawn.node), start_of(drawn.hand)
            before = held.copy()
            result = best_result(drawn.hand)
            assert open_result(held, start, -1) == result
            assert final(best_line(drawn.node, drawn.house), drawn.house) == result
            slot, after = forced_play(drawn, rng)
            assert open_result(held, start, slot) == best_result(after.hand)
            assert (held == before).all()


@every_table
def test_a_hand_ends_as_the_referee_and_the_naive_program_say(preset, players):
    check_play(preset, players, hands=80, seed=1)


@every_table
def test_open_cards_are_played_perfectly(preset, players):
    check_open(preset, players, hands=20, plies=(0, 5) if players == 2 else (3, 11))


@pytest.mark.parametrize("preset", PRESETS)
def test_open_cards_of_four_players_are_played_perfectly_from_the_deal(preset):
    check_open(preset, 4, hands=1, plies=(0, 2))


@pytest.mark.nojit
@every_table
def test_play_without_compiler(preset, players):
    check_play(preset, players, hands=10, seed=2)
    check_open(preset, players, hands=2, plies=(1, 5) if players == 2 else (6, 11))


# ------------------------------------------------------------------------------ symmetries


def turned(start: np.ndarray) -> np.ndarray:
    """The same table with everybody one seat further, so that the sides change."""
    other = start.copy()
    for seat in (k.LEADER, k.FIRST_BEST):
        other[seat] = (start[seat] + 1) % start[k.PLAYERS]
    for side in (k.FIRST_RESULT, k.HOLDER, k.ALL_TIED):
        other[side] = start[side] ^ 1 if start[side] != TIED else TIED
    return other


def flipped(result: int) -> int:
    return result ^ 1 if result != TIED else TIED


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), players=st.sampled_from((2, 4)), preset=st.sampled_from(PRESETS))
def test_a_table_turned_by_one_seat_ends_the_other_way_round(seed, players, preset):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), players, rng)
    line = Lineup.seat((Policy("table", 0, TURNING),) * players)
    start, hands = start_of(drawn.hand), packed_hands(drawn.node)
    around = turned(start), np.roll(hands, 1)
    knows = np.full(players, players == 4, np.int64)
    key = np.uint64(0)
    here, there = (
        play_out(h.copy(), s, line.kinds, knows, line.firsts, line.seconds, -1, key)
        for s, h in ((start, hands), around)
    )
    assert (there & 3, there >> 2) == (flipped(here & 3), flipped(here >> 2))
    if players == 2 or start[k.TRICK] > 0:
        assert open_result(around[1], around[0], -1) == flipped(open_result(hands, start, -1))


TURNING = random_table(random.Random(5), 4)


# --------------------------------------------------------------------------------- dealing


def deal_many(deals: int, decks, needs, fixed, seed: int = 1) -> list[tuple[int, ...]]:
    """The packed hands of many deals."""
    decks = np.array(decks, np.uint8)
    needs, fixed = np.array(needs, np.int64), np.array(fixed, np.int64)
    deck, hands = np.empty(64, np.uint8), np.zeros(len(needs), np.int64)
    dealt = []
    for deal in range(deals):
        key = np.uint64(deal_key(np.uint64(seed), deal))
        deal_hands(decks, needs, fixed, key, deck, hands)
        dealt.append(tuple(hands.tolist()))
    return dealt


def bytes_of(hand: int) -> list[int]:
    return [hand >> shift & 255 for shift in (0, 8, 16) if hand >> shift & 255]


@pytest.mark.nojit
def test_hands_are_drawn_from_the_deck_and_joined_with_what_is_known():
    decks = [range(1, 21), range(21, 41)]
    fixed = [50 | 41 << 8, 0, 45, 49 | 46 << 8 | 42 << 16]
    rows = Counter()
    for hands in deal_many(200, decks, [1, 3, 2, 0], fixed):
        cards = [bytes_of(hand) for hand in hands]
        assert [len(hand) for hand in cards] == [3, 3, 3, 3]
        assert all(hand == sorted(hand, reverse=True) for hand in cards)
        flat = sorted(itertools.chain(*cards))
        assert len(set(flat)) == 12
        assert {50, 41} < set(cards[0])
        assert 45 in cards[2]
        assert cards[3] == [49, 46, 42]
        drawn = [card for card in flat if card <= 40]
        assert len(drawn) == 6
        rows[{(card - 1) // 20 for card in drawn}.pop()] += 1
        assert len({(card - 1) // 20 for card in drawn}) == 1
    assert min(rows.values()) > 70


def test_every_deal_is_equally_likely():
    deals = 63_000
    seen = Counter(deal_many(deals, [range(1, 8)], [2, 1], [0, 9]))
    outcomes = math.comb(7, 2) * 5
    assert len(seen) == outcomes
    mean = deals / outcomes
    assert is_chi_square(sum((n - mean) ** 2 / mean for n in seen.values()), outcomes - 1)


def test_every_seat_gets_every_card_and_every_deck_equally_often():
    deals, size = 20_000, 39
    decks = [range(first, first + size) for first in (1, 41, 81, 121)]
    seen = [Counter() for _ in range(4)]
    for hands in deal_many(deals, decks, [3] * 4, [0] * 4):
        for seat, hand in enumerate(hands):
            seen[seat].update(bytes_of(hand))
    for counter in seen:
        rows = [sum(counter[card] for card in deck) / 3 for deck in decks]
        mean = deals / 4
        assert is_chi_square(sum((row - mean) ** 2 / mean for row in rows), 3)
        for deck, row in zip(decks, rows, strict=True):
            share = 3 / size
            # Three cards at a time without putting back: a little less spread.
            spread = row * share * (1 - share) * size / (size - 1)
            off = sum((counter[card] - row * share) ** 2 for card in deck)
            assert is_chi_square(off / spread, size - 1)


@pytest.mark.nojit
def test_dealing_alone_deals_the_same():
    decks, needs, fixed = np.array([range(1, 14)], np.uint8), np.array([3, 2]), np.array([0, 14])
    sums = sample_deals(3, 40, np.uint64(8), decks, needs, fixed)
    dealt = deal_many(40, decks, needs, fixed, seed=8)[3:]
    assert sums.tolist() == [sum(hand) for hand in zip(*dealt, strict=True)]


# --------------------------------------------------------------------------- counting hands


@pytest.mark.nojit
def test_ways_are_counted_as_by_going_through_the_cards():
    cards = [1, 1, 1, 1, 2, 3, 3, 7, 7, 7, 14]
    counts = np.bincount(cards, minlength=k.POWERS + 1)
    for size in range(4):
        wanted = Counter(falling(hand) for hand in itertools.combinations(cards, size))
        held = itertools.combinations_with_replacement(range(k.POWERS, 0, -1), size)
        for hand in held:
            packed = sum(card << 8 * slot for slot, card in enumerate(hand))
            assert ways(packed, counts) == wanted[hand]
            before = counts.copy()
            remove(packed, counts, 1)
            assert [(before - counts)[power] for power in range(15)] == [
                hand.count(power) for power in range(15)
            ]
            remove(packed, counts, -1)
            assert (counts == before).all()


# ------------------------------------------------------------------------- from the cache

COUNT_OPEN = """
import numpy as np
from analyzer.truco.kernels.hand import BEST, HOLDER, LEADER, PLAYERS, START_SIZE
from analyzer.truco.kernels.open_cards import open_result
start = np.zeros(START_SIZE, np.int64)
start[PLAYERS], start[LEADER], start[BEST], start[HOLDER] = 4, 1, -1, 2
hands = np.array([0x02050C, 0x03060B, 0x04070A, 0x010809])
print([int(open_result(np.roll(hands, n), start, -1)) for n in range(4)])
"""


def test_perfect_play_survives_the_cache(tmp_path):
    """Numba lets a function that calls itself crash when it was not compiled just now."""
    plain = {name: v for name, v in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    answers = set()
    for _ in ("cold", "warm"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", COUNT_OPEN],
            cwd=ROOT,
            env=plain | {"PYTHONPATH": str(ROOT), "TRUCO_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        answers.add(done.stdout)
    assert len(answers) == 1
    assert set(next(iter(answers))) & set("01")
