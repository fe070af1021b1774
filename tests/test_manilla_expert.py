"""The expert of La Manilla: what it sees, what it plays, and by how much it beats chance."""

from __future__ import annotations

import random

import numpy as np
import pytest
from manilla_table import hand_of, play_in_turn
from test_manilla_kernels import masks_of, play_some, random_hand, start_of

from analyzer.core.errors import InputError
from analyzer.manilla.cards import ALL_CARDS, DECK, card_name, mask_of
from analyzer.manilla.kernels import expert as k
from analyzer.manilla.kernels.play import VOIDS, play_out
from analyzer.manilla.kernels.sample import duel
from analyzer.manilla.policies import POLICIES, Lineup
from analyzer.manilla.referee import Hand, winning_place
from analyzer.manilla.rules import Rules

EXPERT = Lineup.read("expert", 1).ways
KEY = np.uint64(5)


def voids_of(hand: Hand) -> int:
    """Return the suits that everybody has seen a player not to have."""
    found = 0
    tricks = [list(trick.lays) for trick in hand.tricks] + [hand.table]
    for lays in tricks:
        for place, (seat, card) in enumerate(lays):
            before = [lay.card for lay in lays[:place]]
            if not before or DECK.suit(card) == DECK.suit(before[0]):
                continue
            gone = {DECK.suit(before[0])}
            best = winning_place(before, hand.trump)
            trumped = DECK.suit(before[best]) == hand.trump
            if (place - best) % 2 and not trumped and DECK.suit(card) != hand.trump:
                gone.add(hand.trump)
            for suit in gone:
                found |= 1 << (4 * seat + suit)
    return found


def card_of(hand: Hand, gone: int, voids: int) -> int:
    """Return the expert's card from what its player can see."""
    seat, table = hand.turn, hand.on_table
    place = winning_place(table, hand.trump) if table else 0
    return k.expert_card(
        mask_of(hand.held[seat]),
        mask_of(hand.legal_plays(seat)),
        table[0] // 12 if table else -1,
        table[place] if table else -1,
        (hand.leader + place) % 4,
        len(table),
        1 + sum((0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5)[card % 12] for card in table),
        hand.trump,
        gone,
        voids,
        seat,
        EXPERT,
    )


@pytest.mark.parametrize("rules", [Rules(), Rules(must_undertrump=True)])
def test_a_hand_of_the_expert_is_played_on_what_everybody_sees(rules: Rules) -> None:
    chance = random.Random(8)
    for _ in range(300):
        hand = random_hand(chance, rules)
        out = ALL_CARDS & ~sum(mask_of(held) for held in hand.held)
        play_some(hand, chance)
        start = start_of(hand)
        start[VOIDS] = voids_of(hand)
        code = play_out(masks_of(hand), start, EXPERT, KEY, -1)
        while not hand.over:
            shown = [lay.card for trick in hand.tricks for lay in trick.lays] + hand.on_table
            card = card_of(hand, out | mask_of(shown), voids_of(hand))
            hand.play(hand.turn, card)
        assert code == hand.points[1] + 128 * hand.won[1]


def plays(hands: str, before: str, *, leader: int = 1, trump: str = "B") -> str:
    """Return the expert's card after some others."""
    hand = hand_of(hands, leader=leader, trump=trump)
    out = ALL_CARDS & ~sum(mask_of(held) for held in hand.held)
    play_in_turn(hand, before)
    return card_name(card_of(hand, out | mask_of(hand.on_table), voids_of(hand)))


def test_points_go_to_a_partner_who_has_won() -> None:
    # seat 0 is last, its partner's manilla wins
    assert plays("12O 2O 5E / 3O 6E 7C / 9O 7E 6C / 5O 3E 2C", "3O 9O 5O") == "12O"


def test_no_points_go_to_opponents_who_have_won() -> None:
    assert plays("12O 2O 5E / 9O 6E 7C / 3O 7E 6C / 5O 3E 2C", "9O 3O 5O") == "2O"


def test_the_last_player_wins_with_points_rather_than_without() -> None:
    # all of these cards beat the 7O, and none is higher than the caballo
    assert plays("11O 8O 5E / 3O 6E 7C / 4O 7E 6C / 7O 3E 2C", "3O 4O 7O") == "11O"


def test_a_sure_manilla_is_led_before_a_low_card() -> None:
    assert plays("3O 4O 5E / 9O 2E 2C / 6O 7O 6C / 8O 10O 3C", "", leader=1) == "9O"


def test_the_expert_beats_chance_on_duplicate_deals() -> None:
    deals = 3000
    for undertrump in (False, True):
        ways = Lineup.read("expert/random", 1).ways
        total, squares = duel(0, deals, np.uint64(1), undertrump, ways)
        mean = total / deals
        error = ((squares / deals - mean**2) / deals) ** 0.5
        assert mean / error > 40
    alike = duel(0, 200, np.uint64(1), False, Lineup.read("expert", 1).ways)
    assert alike[0] == 0


def test_who_plays_how() -> None:
    ways = Lineup.read("expert/random/expert", 2).ways
    kinds = [int(way[k.KIND]) for way in ways]
    assert kinds == [k.BY_CHANCE, k.BY_STYLE, k.BY_STYLE, k.BY_STYLE]
    two = Lineup.read("random/expert", 1).ways[:, k.KIND]
    assert two.tolist() == [k.BY_STYLE, k.BY_CHANCE] * 2
    assert set(POLICIES) == {"expert", "random"}


@pytest.mark.parametrize("text", ["", "greedy", "expert/", "open", "expert/expert/random/random"])
def test_ways_of_playing_that_there_are_not(text: str) -> None:
    with pytest.raises(InputError, match="play"):
        Lineup.read(text, 1)
