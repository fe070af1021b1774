"""What a player can know of the other hands, held to every deal that is possible."""

from __future__ import annotations

import random
from collections.abc import Iterable

import naive_manilla as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manilla_table import SUIT_EACH, cards

from analyzer.core.errors import InputError
from analyzer.manilla.cards import DECK, card_name, cards_of, mask_of
from analyzer.manilla.situation import Situation
from analyzer.manilla.situation.counting import crowded, support

SUITS = DECK.suits


def trick_text(played: list[str]) -> str:
    return " / ".join(" ".join(played[n : n + 4]) for n in range(0, len(played), 4))


class RandomDeal:
    """A deal and its first cards, chosen among the legal ones by the independent program.

    With an odd seed the dealer has few trumps and keeps them as long as he may, because it
    matters whether he has played one.
    """

    def __init__(self, seed: int, count: int, *, undertrump: bool = False) -> None:
        rng = random.Random(seed)
        pack = rng.sample(naive.PACK, 48)
        hands = tuple(tuple(pack[12 * n : 12 * n + 12]) for n in range(4))
        suits = [name[-1] for name in hands[3]]
        rare = [name for name in hands[3] if suits.count(name[-1]) == min(map(suits.count, suits))]
        self.turned = rng.choice(rare if seed % 2 else hands[3])
        self.node = naive.Node(hands, self.turned[-1], undertrump=undertrump)
        self.left = self.node
        self.played: list[str] = []
        for _ in range(count):
            cards = naive.choices(self.left)
            kept = [name for name in cards if name[-1] != self.node.trump]
            hoards = seed % 2 and naive.turn(self.left) == 3 and kept
            self.played.append(rng.choice(kept if hoards else cards))
            self.left, _ = naive.lay(self.left, self.played[-1])

    def fields(self, position: int, **more: object) -> dict[str, object]:
        return {
            "hand": list(self.node.hands[position - 1]),
            "trump": self.node.trump,
            "position": position,
            "played": trick_text(self.played),
            "rule": {"must_undertrump": self.node.undertrump},
            **more,
        }

    @property
    def trumps(self) -> set[str]:
        return {name for name in naive.PACK if name[-1] == self.node.trump}

    def trumps_of_the_dealer(self, held: Iterable[str]) -> set[str]:
        """Return those that he has played, and those among the cards that he holds."""
        who = naive.players_of(self.node.trump, self.played)
        played = {name for name, place in zip(self.played, who, strict=True) if place == 3}
        return self.trumps & played.union(held)

    def with_a_trump(self, position: int) -> list[tuple[frozenset[str], ...]]:
        """Return the deals in which the dealer was dealt a trump that he can have turned up."""
        deals = self.consistent(position, None)
        return [held for held in deals if self.trumps_of_the_dealer(held[3])]

    def consistent(self, position: int, turned: str | None) -> list[tuple[frozenset[str], ...]]:
        """Return what the players, mano first, still hold in every deal that is possible."""
        mine = self.node.hands[position - 1]
        deals = naive.consistent_deals(
            mine,
            position - 1,
            self.node.trump,
            self.played,
            turned=turned,
            undertrump=self.node.undertrump,
        )
        return [tuple(frozenset(hand) - set(self.played) for hand in deal) for deal in deals]


def by_seat(hands: list[set[str]]) -> tuple[int, ...]:
    """Return masks by seat of sets of cards by place, mano first."""
    masks = [mask_of(DECK.parse(name, "test") for name in held) for held in hands]
    return (masks[3], *masks[:3])


def unions(deals: list[tuple[frozenset[str], ...]]) -> tuple[int, ...]:
    return by_seat([set().union(*(deal[place] for deal in deals)) for place in range(4)])


late = st.integers(39, 47)
seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=25, deadline=None)
@given(seeds, late, st.integers(1, 4), st.booleans())
def test_constraints_are_what_the_possible_deals_have_in_common(seed, count, position, undertrump):
    deal = RandomDeal(seed, count, undertrump=undertrump)
    # nothing but the suit of trump is known
    asked = Situation.read("hand", deal.fields(position, rule=rule(deal, trump_card="hidden")))
    possible = deal.consistent(position, None)
    assert asked.constraints == unions(possible)
    assert asked.table_state().turned == ()
    # the card turned up is known
    asked = Situation.read("hand", deal.fields(position, shown=deal.turned))
    shown = deal.consistent(position, deal.turned)
    assert asked.constraints == unions(shown)
    assert asked.table_state().turned == cards(deal.turned)
    # a card has been turned up, and nobody says which
    asked = Situation.read("hand", deal.fields(position))
    turned = asked.table_state().turned
    if position == 4:
        assert asked.constraints == unions(possible)
        assert turned == ()
    else:
        possible = deal.with_a_trump(position)
        assert asked.constraints == unions(possible)
        had = deal.trumps_of_the_dealer(())
        assert {card_name(c) for c in turned} == had.union(*(d[3] for d in possible)) & deal.trumps


def rule(deal: RandomDeal, **more: object) -> dict[str, object]:
    return {"must_undertrump": deal.node.undertrump, **more}


@settings(max_examples=25, deadline=None)
@given(seeds, late, st.integers(1, 4), st.integers(1, 12))
def test_known_cards_of_the_partner_are_where_they_are(seed, count, position, known):
    deal = RandomDeal(seed, count)
    partner = (position + 1) % 4
    told = random.Random(seed).sample(deal.node.hands[partner], known)
    asked = Situation.read("hand", deal.fields(position, partner=told, shown=deal.turned))
    left = set(told) - set(deal.played)
    possible = [d for d in deal.consistent(position, deal.turned) if left <= d[partner]]
    assert asked.constraints == unions(possible)
    assert {card_name(c) for c in asked.partner_cards} >= left
    if position != 4:
        asked = Situation.read("hand", deal.fields(position, partner=told))
        possible = [d for d in deal.with_a_trump(position) if left <= d[partner]]
        assert asked.constraints == unions(possible)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(0, 47), st.integers(1, 4), st.booleans())
def test_what_was_played_by_the_rules_is_taken_and_the_truth_is_possible(
    seed, count, position, undertrump
):
    deal = RandomDeal(seed, count, undertrump=undertrump)
    asked = Situation.read("hand", deal.fields(position, shown=deal.turned))
    truth = by_seat([set(held) for held in deal.left.hands])
    for seat in range(4):
        assert truth[seat] & ~asked.constraints[seat] == 0
    state = asked.table_state()
    assert set(asked.my_cards) == set(cards_of(truth[asked.my_seat]))
    assert state.left == tuple(mask.bit_count() for mask in truth)
    assert state.unseen.tolist() == sorted(
        c for seat in range(4) if seat != asked.my_seat for c in cards_of(truth[seat])
    )
    assert state.may_hold.tolist() == list(asked.constraints)
    assert state.may_hold.dtype == np.uint64
    assert asked.my_turn == (naive.turn(deal.left) == position - 1)
    if asked.my_turn:
        assert [card_name(c) for c in asked.legal] == list(naive.choices(deal.left))
    # Everything is found again by cutting the text short.
    shorter = Situation.read("hand", {**asked.to_dict(), "played": trick_text(deal.played[:-1])})
    for before, now in zip(shorter.constraints, asked.constraints, strict=True):
        assert now & ~before == 0


@settings(max_examples=12, deadline=None)
@given(seeds, st.integers(40, 46), st.integers(1, 4), st.booleans())
def test_a_play_is_refused_exactly_when_no_deal_allows_it(seed, count, position, undertrump):
    deal = RandomDeal(seed, count, undertrump=undertrump)
    fields = deal.fields(position, rule=rule(deal, trump_card="hidden"))
    turn = naive.turn(deal.left)
    allowed = {
        name
        for held in deal.consistent(position, None)
        for name in naive.legal(held[turn], deal.left.table, deal.left.trump, undertrump)
    }
    for name in naive.PACK:
        longer = {**fields, "played": trick_text([*deal.played, name])}
        if name in allowed:
            Situation.read("hand", longer)
        else:
            with pytest.raises(InputError):
                Situation.read("hand", longer)


# One card after another

MINE = {
    "hand": "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B",
    "trump": "B",
    "position": 2,
    "rule": "trump_card=hidden",
}
LOW_O, HIGH_O = "2O 6O 7O 8O", "10O 11O 12O 1O"


def lacks(position: int, played: str, **more: object) -> set[str]:
    """Return the unseen cards that a position cannot hold."""
    asked = Situation.read("hand", {**MINE, "played": played, **more})
    mask = asked.constraints[position % 4]
    return {card_name(unseen) for unseen in asked.unseen if not mask >> unseen & 1}


def test_nothing_is_known_at_first():
    asked = Situation.read("hand", MINE)
    others = mask_of(range(48)) & ~mask_of(cards(MINE["hand"]))
    assert asked.constraints == (others, others, mask_of(asked.hand), others)
    assert cards_of(others) == asked.unseen


@pytest.mark.parametrize(
    ("played", "position", "lacking"),
    [
        # followed as high as one can, and under the partner
        ("12O 9O 8O 10O", 3, ""),
        ("12O 9O 8O 10O", 4, ""),
        # followed low under an opponent: no higher card of the suit
        ("4O 9O 5O 6O / 2C 4C 3C 5C", 4, "6C 10C 11C 12C 1C"),
        ("4O 9O 5O 6O / 2C 4C 3C 5C", 1, ""),
        # did not follow under the partner: none of the suit
        ("4O 9O 5O 12C", 4, f"{LOW_O} {HIGH_O}"),
        # nor trump an opponent: no trump either
        ("4O 9O 12C 5O", 3, f"{LOW_O} {HIGH_O} 4B 5B 6B 7B 10B 11B 12B 1B"),
        # did trump him
        ("4O 9O 4B 5O", 3, f"{LOW_O} {HIGH_O}"),
        # trumped too low: no higher trump
        ("4O 9O 5O 12C / 3O 6O 5B 4B", 1, f"2O 7O 8O {HIGH_O} 6B 7B 10B 11B 12B 1B"),
        ("4O 9O 5O 12C / 3O 6O 5B 3C", 1, f"2O 7O 8O {HIGH_O} 6B 7B 10B 11B 12B 1B"),
        # followed where a trump was winning
        ("4O 9O 5O 12C / 3O 6O 5B 2O", 1, ""),
        # trump led, followed low
        ("4O 9O 5O 6O / 2B 6B 4B 5B", 4, "7B 10B 11B 12B 1B"),
    ],
)
def test_what_a_play_shows(played, position, lacking):
    assert lacks(position, played) == set(lacking.split())


def test_a_low_trump_is_shown_too_where_it_must_be_played():
    rules = {"rule": ["trump_card=hidden", "must_undertrump=true"]}
    played = "4O 9O 5O 12C / 3O 6O 5B 3C"
    assert lacks(1, played, **rules) == lacks(1, played) | {"4B"}


def test_what_others_cannot_hold_the_last_one_must():
    # position 3 has neither oros nor bastos, position 1 has no bastos left
    played = "4O 9O 12C 5O / 9B 4E 4B 5B / 8B 5E 10B 6C"
    trumps, oros = "6B 7B 11B 12B 1B", "6O 7O 8O 10O"
    assert set(trumps.split()) <= lacks(1, played) & lacks(3, played)
    # With four more cards that he is known to have, the trumps fill the partner's hand.
    asked = Situation.read("hand", {**MINE, "played": played, "partner": oros})
    assert asked.constraints[0] == mask_of(cards(f"{trumps} {oros}"))
    assert asked.partner_cards == cards(oros)


PLAYED_WRONG = [
    ({"played": "12O 3O"}, "card 2: 3O: position 2 (you) must beat 12O: holds 9O"),
    ({"played": "12O 9B"}, "card 2: 9B: position 2 (you) must beat 12O: holds 9O"),
    ({"played": "4O 9O 5O 6O / 3O 9C"}, "card 6: 9C: no card of yours: position 3 plays"),
    ({"played": "12O 4C"}, "card 2: 4C: one of 3O 9O 2C 7C"),
    ({"played": "4O 9O 9O"}, "card 3: 9O: a card once; it fell as card 2"),
    ({"played": "12O 9O 5O 12O"}, "card 4: 12O: a card once; it fell as card 1"),
    (
        {"played": "4O 9O 5O 12C / 3O 6O 7O"},
        "card 7: 7O: impossible after card 4, where position 4 (your partner) played 12C: must ",
    ),
    (
        {"played": "4O 9O 5O 6O / 2C 4C 3C 5C / 6O"},
        "card 9: 6O: a card once; it fell as card 4",
    ),
    (
        {"played": "4O 9O 12C 5O / 9B 1B"},
        "card 6: 1B: impossible after card 3, where position 3 played 12C: must beat 9O with a",
    ),
    (
        {"played": "4O 9O 5O 6O / 9B 4E 10E 5E"},
        "card 8: 5E: impossible: no deal is left in which anybody can hold 4B 5B 6B 7B 10B 11B",
    ),
    (
        {"played": "4O 9O 5O 6O / 9B 4B 10E 5B", "rule": ""},
        "card 7: 10E: impossible: no deal is left in which position 4 (your partner) has turned",
    ),
    (
        {"played": "4O 9O 5O 6O / 2C 12C 4E", "shown": "1B", "rule": ""},
        "card 7: 4E: position 4 (your partner) must beat 12C with a trump: holds 1B",
    ),
    (
        {"played": "4O 9O 5O 6O / 9B 1B", "shown": "1B", "rule": ""},
        "card 6: 1B: the dealer's turned card (position 4); position 3 plays here",
    ),
    (
        {"played": "4O 9O 5O 6O", "partner": "10O 11O 12O 1O 2O 7O 8O 4C 5C 6C 10C 11C"},
        "card 4: 6O: one of 2O 7O 8O 10O 11O 12O 1O 4C 5C 6C 10C 11C: position 4 (your partner)",
    ),
    (
        {"played": "4O 9O 5O 4C", "partner": "10O"},
        "card 4: 4C: position 4 (your partner) must follow O: holds 10O",
    ),
]


@pytest.mark.parametrize(("more", "message"), PLAYED_WRONG)
def test_plays_that_cannot_be_are_refused_with_the_reason(more, message):
    with pytest.raises(InputError) as caught:
        Situation.read("hand", {**MINE, **more})
    assert str(caught.value).startswith("played, " + message)


def test_a_dealer_must_have_a_card_to_turn_up():
    fields = {"hand": list(SUIT_EACH[0]), "trump": "B"}
    with pytest.raises(InputError, match="trump: B: a suit of which the dealer can have turned"):
        Situation.read("hand", {**fields, "position": 1})
    Situation.read("hand", {**fields, "position": 4})
    Situation.read("hand", {**fields, "position": 1, "rule": "trump_card=hidden"})


def test_the_last_card_of_a_dealer_without_a_trump_is_one():
    side_cards = "2O 4O 5O 6O 7O 8O 4C 5C 6C 10C 11C"
    asked = Situation.read("hand", {**MINE, "rule": "", "partner": side_cards})
    trumps = asked.table_state().turned
    assert trumps == cards("4B 5B 6B 7B 10B 11B 12B 1B")
    assert asked.constraints[0] == mask_of(cards(side_cards)) | mask_of(trumps)
    # with one that is known it may be anything
    asked = Situation.read("hand", {**MINE, "rule": "", "partner": side_cards[3:] + " 4B"})
    assert asked.constraints[0] == mask_of(asked.unseen)


def test_the_dealers_trump_is_no_question_once_he_has_played_one():
    fields = {**MINE, "rule": "", "played": "4O 9O 5O 6O / 9B 4B 5B 6B"}
    asked = Situation.read("hand", fields)
    trumps = cards("5B 7B 10B 11B 12B 1B")
    assert asked.table_state().turned == trumps
    later = Situation.read("hand", {**fields, "played": fields["played"] + " / 8B 7B 4E 10B"})
    assert later.table_state().turned == cards("5B")  # he has shown that he has no other


# Counting


@given(
    st.integers(1, 4).flatmap(
        lambda seats: st.tuples(
            st.lists(st.integers(0, 3), min_size=seats, max_size=seats),
            st.lists(st.integers(0, 255), min_size=seats, max_size=seats),
        )
    )
)
def test_counting_finds_what_trying_everything_finds(rooms_and_masks):
    room, may = rooms_and_masks
    count = min(sum(room), 8)
    while sum(room) > count:
        room[room.index(max(room))] -= 1
    hidden = (1 << count) - 1
    found = [0] * len(room)
    fits = False

    def place(number: int, hands: list[int]) -> None:
        nonlocal fits
        if number == count:
            fits = True
            for seat, hand in enumerate(hands):
                found[seat] |= hand
            return
        for seat in range(len(room)):
            if may[seat] >> number & 1 and hands[seat].bit_count() < room[seat]:
                more = [*hands]
                more[seat] |= 1 << number
                place(number + 1, more)

    place(0, [0] * len(room))
    group = crowded(hidden, may, room)
    assert (group is None) == fits
    if group is None:
        assert support(hidden, may, room) == found
    else:
        assert group.cards.bit_count() > group.room == sum(room[seat] for seat in group.seats)
        others = [seat for seat in range(len(room)) if seat not in group.seats]
        assert not any(may[seat] & group.cards for seat in others)
