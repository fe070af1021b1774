"""Chances about ligas and flores, held to the independent program."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import naive_boricua as nb
import pytest
from boricua_table import cards
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.boricua.cards import LIGAS, card_name
from analyzer.boricua.ligas import Known, liga_counts
from analyzer.boricua.ranges import told_by_liga
from analyzer.boricua.sending import FlorStanding, flor_standing
from analyzer.boricua.situation import Situation

NOTHING = (None, None, None, None)


def known(
    seat: int, held: list[str], left: list[str], flores: tuple[bool | None, ...] = NOTHING
) -> Known:
    """Return what somebody knows of hands, some of whose cards and flores are known."""
    return Known(
        seat=seat,
        held=tuple(cards(text) if text else () for text in held),
        flores=flores[: len(held)],
        unseen=cards(" ".join(left)),
    )


def asked(question: str, hand: str, **fields: object) -> Known:
    return Known.of(Situation.read(question, {"hand": hand, **fields}))


def deals(what: Known) -> list[list[tuple[str, ...]]]:
    """Return all deals that fit, gone through one by one."""
    held = [tuple(card_name(card) for card in cards) for cards in what.held]
    found: list[list[tuple[str, ...]]] = [[]]
    for seat, some in enumerate(held):
        found = [
            [*hands, (*some, *drawn)]
            for hands in found
            for drawn in combinations(
                [
                    card_name(card)
                    for card in what.unseen
                    if not any(card_name(card) in hand for hand in hands)
                ],
                3 - len(some),
            )
            if nb.with_flores(what.flores)(seat, (*some, *drawn))
        ]
    return found


def all_ligas(what: Known) -> tuple[int, int]:
    dealt = deals(what)
    return sum((nb.liga_winner(hands) ^ what.seat) & 1 == 0 for hands in dealt), len(dealt)


def ends_by_liga(what: Known, seat: int) -> list[list[int]]:
    """Return won, lost and undecided deals by the liga of a seat, the best first."""
    ends = {value: [0, 0, 0] for value in LIGAS}
    for hands in deals(what):
        ends[nb.liga(hands[seat])][(nb.liga_winner(hands) ^ what.seat) & 1] += 1
    return list(ends.values())


def all_flores(what: Known) -> FlorStanding:
    counts = {"unsent": 0, "better": 0, "worse": 0}
    for hands in deals(what):
        totals = {seat: total for seat, hand in enumerate(hands) if (total := nb.flor(hand))}
        if not any((seat ^ what.seat) & 1 for seat in totals):
            counts["unsent"] += 1
        elif (nb.best_seat(totals, len(hands)) ^ what.seat) & 1:
            counts["worse"] += 1
        else:
            counts["better"] += 1
    return FlorStanding(**counts)


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize("hand", ["7E 6E 3O", "7B 6C 5O", "1E 3E 7O", "5C 6C 7C"])
def test_two_players(hand, position):
    found = liga_counts(asked("hand", hand, position=position))
    assert Fraction(found.won, found.deals) == nb.exact_liga(hand, position)
    assert found.deals == 969


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_four_players_with_some_cards_known(seed):
    rng = random.Random(seed)
    pack = nb.pack()
    rng.shuffle(pack)
    seat = rng.randrange(4)
    held = [" ".join(pack.pop() for _ in range(rng.randrange(4))) for _ in range(4)]
    held[seat] = " ".join(pack.pop() for _ in range(3))
    missing = sum(3 - len(text.split()) for text in held)
    left = pack[: missing + rng.randrange(2)]
    table = known(seat, held, left)
    assert liga_counts(table) == all_ligas(table)
    for other in ((seat + 1) % 4, (seat + 3) % 4):
        told, _ = told_by_liga(table, other)
        assert told.ends.tolist() == ends_by_liga(table, other)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_flores_that_are_known_leave_out_deals(seed):
    rng = random.Random(seed)
    suits = rng.sample("EBOC", 2)
    pack = [card for card in nb.pack() if card[1] in suits]
    rng.shuffle(pack)
    seat = rng.randrange(4)
    mine = next(hand for hand in combinations(pack, 3) if nb.flor(hand))
    left = [card for card in pack if card not in mine]
    partner = left.pop() if rng.randrange(2) else ""
    held = [""] * 4
    held[seat], held[seat ^ 2] = " ".join(mine), partner
    flores = [rng.choice([None, None, False, True]) for _ in range(4)]
    flores[seat] = True
    table = known(seat, held, left[:8], tuple(flores))
    assert flor_standing(table) == all_flores(table)
    assert liga_counts(table) == all_ligas(table)


def test_a_dealer_without_a_flor_has_said_so_and_mano_passes_a_ley():
    dealer, mano = (asked("flor", "3O 4O 6O", position=position) for position in (2, 1))
    assert flor_standing(dealer) == all_flores(dealer)
    assert flor_standing(mano) == (flor_standing(dealer).unsent, 0, 0)
    assert flor_standing(dealer).deals == 969


@pytest.mark.parametrize("position", [1, 2, 3, 4])
def test_all_four_hidden_hands_against_samples(position):
    seat, count = position % 4, 4000
    table = asked("hand", "7B 6C 5B", players=4, position=position)
    found = liga_counts(table)
    assert found.deals == 969 * 560 * 286
    chance = found.won / found.deals
    source = nb.deals(4, random.Random(position), fixed={seat: ["7B", "6C", "5B"]})
    spread = (chance * (1 - chance) / count) ** 0.5
    assert abs(float(nb.sample_liga(count, seat, source)) - chance) < 4 * spread


def test_ties_are_for_the_side_of_mano():
    first, second, third, fourth = (
        liga_counts(asked("hand", "7O 6C 5B", players=4, position=position)).won
        for position in (1, 2, 3, 4)
    )
    assert min(first, third) > max(second, fourth)
    # Of a poor hand the partner makes the liga, who had better be mano himself.
    assert third > first


def test_cards_that_were_played_were_dealt():
    table = asked("hand", "7E 6E 3O", played="6E 7C / 6C", position=1)
    assert [len(held) for held in table.held] == [2, 3]
    assert liga_counts(table) == all_ligas(table)
    low = asked("hand", "4E 5B 6O", played="4E 7C / 6C", position=1)
    assert liga_counts(low).won == 0  # 33 is there for everybody to see


def test_announcements_leave_out_deals():
    table = asked("envite", "7E 6E 3O", players=4, position=4, announced="2")
    assert table.flores == (False, None, True, False)
    assert liga_counts(table).deals < liga_counts(replace(table, flores=NOTHING)).deals


def test_flores_are_for_who_holds_one():
    with pytest.raises(ValueError, match="holds no flor"):
        flor_standing(asked("hand", "7E 6E 3O"))
