"""What kernels are told of a situation: the state, known cards, the cards nobody has seen."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import pack, powers
from naive_calls import public_holdings
from table_play import (
    ACE,
    LOWEST_MANILHA,
    as_seen,
    draw_hand,
    draw_seen,
    packed_hands,
    random_table,
    start_of,
    variants,
)

from analyzer.core.effort import Effort
from analyzer.paulista.cards import DECK
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import (
    dealt_spot,
    deck_powers,
    public_spot,
    spot_of,
    viras,
)
from analyzer.truco import odds
from analyzer.truco.kernels import hand as k
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy
from analyzer.truco.spot import Spot, cards_of, hand_classes, packed, ways_of
from analyzer.truco.spots import stand_in

EXACT = Effort(exact=True, threads=1)
PRESETS = tuple(Rules.presets)
TABLE = Policy("table", 0, random_table(random.Random(13)))

any_seed = given(
    seed=st.integers(0, 2**32), players=st.sampled_from((2, 4)), preset=st.sampled_from(PRESETS)
)


def kernel_powers(cards, vira: str | None, deck: str) -> list[int]:
    return sorted(card + 1 for card in powers(cards, vira, deck))


# ---------------------------------------------------------------------------- before a card


@pytest.mark.parametrize("preset", PRESETS)
def test_decks_are_those_of_the_independent_program(preset):
    rules = Rules.presets[preset]
    deck = "mineiro" if preset == "mineiro" else rules.deck
    for vira in [None] if preset == "mineiro" else pack(deck):
        found = deck_powers(rules, None if vira is None else DECK.parse(vira, "vira"))
        assert found.dtype == np.uint8
        cards = [card for card in pack(deck) if card != vira]
        assert found.tolist() == kernel_powers(cards, vira, deck)


@pytest.mark.parametrize(("preset", "ranks"), [("traditional", 10), ("limpo", 6)])
def test_one_vira_of_each_rank_stands_for_four(preset, ranks):
    rules = Rules.presets[preset]
    turned = viras(rules)
    assert len({DECK.rank(card) for card in turned}) == len(turned) == ranks
    for card in turned:
        alike = [card + suit for suit in range(4)]
        assert len({deck_powers(rules, other).tobytes() for other in alike}) == 1


def test_fixed_manilhas_have_no_vira():
    assert viras(Rules.presets["mineiro"]) == (None,)
    assert dealt_spot(Rules.presets["mineiro"], 4).decks.shape == (1, 40)


@pytest.mark.parametrize("players", [2, 4])
def test_a_hand_just_dealt_has_nothing_known_but_the_vira(players):
    rules = Rules(tie_lead="first_tied", all_tied="mano")
    spot = dealt_spot(rules, players, DECK.parse("A♥", "vira"))
    assert spot.needs.tolist() == [3] * players
    assert not spot.fixed.any()
    assert spot.decks.tolist() == [deck_powers(rules, DECK.parse("A♠", "vira")).tolist()]
    assert (spot.players, spot.turn) == (players, 1)
    fresh = draw_hand(rules, players, random.Random(1), plies=0)
    assert spot.start.tolist() == start_of(fresh.hand).tolist()
    assert (spot.start[k.FAIR], spot.start[k.STRONG]) == (ACE + 1, LOWEST_MANILHA + 1)


def test_without_a_vira_every_rank_may_be_turned_up():
    spot = dealt_spot(Rules(), 2)
    assert len(spot.decks) == 10
    assert len({row.tobytes() for row in spot.decks}) == 10
    with pytest.raises(ValueError, match="only one deck"):
        _ = spot.counts


# -------------------------------------------------------------------------- inside a hand


@settings(deadline=None, max_examples=200)
@any_seed
def test_a_situation_is_told_as_the_referee_sees_the_table(seed, players, preset):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), players, rng)
    seat = rng.randrange(players)
    asked, state = draw_seen(
        drawn, seat, rng, known_of_partner=rng.randrange(4), left_over=rng.randrange(15)
    )
    spot = spot_of(asked)
    assert spot.start.tolist() == start_of(drawn.hand).tolist()
    assert spot.turn == drawn.hand.turn
    house = state.house
    assert spot.decks.tolist() == [kernel_powers(state.unseen(), state.vira, house.deck)]
    assert spot.counts.tolist() == np.bincount(spot.decks[0], minlength=15).tolist()
    held = packed_hands(drawn.node).tolist()
    for other in range(players):
        assert spot.size(other) == state.left[other]
        sure = ()
        if other == seat:
            assert spot.fixed[other] == held[other]
            sure = state.mine
        elif other == seat ^ 2:
            sure = state.partner
        assert sorted(cards_of(int(spot.fixed[other]))) == kernel_powers(
            sure, state.vira, house.deck
        )
        assert spot.needs[other] == state.left[other] - len(sure)


@settings(deadline=None, max_examples=100)
@any_seed
def test_hidden_cards_go_back_among_the_unseen(seed, players, preset):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), players, rng)
    seat = rng.randrange(players)
    asked, state = draw_seen(drawn, seat, rng, known_of_partner=2, left_over=5)
    spot = spot_of(asked)
    hidden = spot.hidden(seat)
    cards = [*state.unseen(), *state.mine]
    assert hidden.decks.tolist() == [kernel_powers(cards, state.vira, state.house.deck)]
    assert hidden.fixed[seat] == 0
    for other in range(players):
        assert hidden.size(other) == spot.size(other)
        if other != seat:
            assert hidden.fixed[other] == spot.fixed[other]
    assert hidden.start is spot.start


# --------------------------------------------------------------------- what everybody sees


@settings(deadline=None, max_examples=150)
@any_seed
def test_a_bystander_sees_what_was_played_openly(seed, players, preset):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), players, rng)
    seats = range(players)
    told = []
    for seat in seats:
        asked, state = draw_seen(drawn, seat, rng, known_of_partner=3, left_over=4)
        public = public_spot(asked)
        assert not public.fixed.any()
        assert public.needs.tolist() == list(state.left)
        shown = [card for card in pack(state.house.deck) if card not in state.shown]
        assert public.decks.tolist() == [kernel_powers(shown, state.vira, state.house.deck)]
        told.append((public.start.tolist(), public.decks.tolist()))
    assert all(one == told[0] for one in told)  # whoever asks, whatever he alone knows


def test_public_holdings_are_those_of_the_independent_program():
    drawn = draw_hand(Rules.presets["online"], 2, random.Random(12), plies=3)
    asked, state = as_seen(drawn, 0)
    counts = public_spot(asked).counts
    size = state.left[1]
    hands = hand_classes(counts, size)
    found = dict(zip(hands.tolist(), ways_of(hands, counts).tolist(), strict=True))
    wanted = Counter(
        packed([card + 1 for card in powers(holding, state.vira, state.house.deck)])
        for holding in public_holdings(state)
    )
    assert found == wanted


# ------------------------------------------------------------------------------- stand-ins


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 2**32), preset=st.sampled_from(PRESETS), seat=st.sampled_from((0, 1)))
def test_two_players_need_no_stand_in(seed, preset, seat):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), 2, rng)
    public = public_spot(as_seen(drawn, seat)[0])
    same = stand_in(public, seat)
    assert same.start.tolist() == public.start.tolist()
    assert same.needs.tolist() == public.needs.tolist()
    assert same.decks.tolist() == public.decks.tolist()
    assert not same.fixed.any()


def stand_ins(played: str, seat: int, *, players: int = 4, tie_lead: str = "leader") -> Spot:
    """The stand-in of a seat that has played what it has, and holds sixes besides."""
    lays = played.replace("/", " ").split()
    order = itertools.cycle([1, 2, 3, 0] if players == 4 else [1, 0])
    mine = [card for card, who in zip(lays, order, strict=False) if who == seat]
    asked = Situation.read(
        "hand",
        {
            "hand": " ".join([*mine, "6♦", "6♠", "6♥"][:3]),
            "vira": "4♥",
            "players": players,
            "position": seat or players,
            "played": played,
            "rule": [f"tie_lead={tie_lead}"],
        },
    )
    return stand_in(public_spot(asked), seat)


def chances_of(spot: Spot) -> list[list[int]]:
    return [
        result_counts(spot, Lineup.seat((policy,) * 2), EXACT, side=0).counts[0].tolist()
        for policy in (GREEDY, RANDOM, OPEN, TABLE)
    ]


@pytest.mark.parametrize(
    ("played", "seats", "for_two", "side"),
    [
        ("", (1, 3), "", 1),
        ("", (0, 2), "", 0),
        ("3♠", (0, 2), "3♠", 0),  # the others have led, and we are to move
        ("3♠", (1,), "3♠", 1),  # I have led, and they are to move
        ("5♣ 4♣ 4♠ 4♦ / 7♦", (0, 2), "5♣ 4♣ / 7♦", 0),
        ("5♣ 4♣ 4♠ 4♦ / 7♦", (1,), "5♣ 4♣ / 7♦", 1),
    ],
)
def test_a_stand_in_is_the_game_of_two_where_there_is_one(played, seats, for_two, side):
    same = stand_ins(for_two, side, players=2)
    for seat in seats:
        found = stand_ins(played, seat)
        assert found.start.tolist() == same.start.tolist()
        assert found.needs.tolist() == same.needs.tolist()
        assert not found.fixed.any()


@pytest.mark.parametrize("tie_lead", ["leader", "first_tied"])
@pytest.mark.parametrize("played", ["3♠ 2♦", "2♠ 3♦", "3♠ 3♦"])
def test_a_trick_that_both_of_a_stand_in_have_played_to_is_finished(played, tie_lead):
    """My partner is to move, but he is not there."""
    found = stand_ins(played, 1, tie_lead=tie_lead)
    same = stand_ins(played + " /", 1, players=2, tie_lead=tie_lead)
    assert found.needs.tolist() == same.needs.tolist() == [2, 2]
    assert found.decks.tolist() == same.decks.tolist()
    assert chances_of(found) == chances_of(same)


def test_a_partners_card_stays_on_the_table():
    """He has led the zap; they are to move, then it is my turn: the trick is ours."""
    spot = stand_ins("5♣", 3)
    assert spot.turn == 0
    assert spot.needs.tolist() == [3, 3]
    for policy in (GREEDY, RANDOM):
        lineup = Lineup.seat((policy,) * 2)
        rows = result_counts(spot, lineup, EXACT, side=1, row_seat=k.FIRST_TRICK).counts
        assert rows.sum(axis=1).nonzero()[0].tolist() == [1]
    won = [counts[1] for counts in chances_of(spot)[:3]]
    alone = [counts[1] for counts in chances_of(stand_ins("6♣", 3))[:3]]
    assert all(one > other for one, other in zip(won, alone, strict=True))


@pytest.mark.parametrize("played", ["", "3♠", "3♠ 2♦", "5♣ 3♦ 7♦ 6♣ /", "5♣ 3♦ 7♦ 6♣ / Q♦"])
def test_random_stand_ins_are_counted_by_order_only_from_the_start_of_a_trick(played, monkeypatch):
    spots = [stand_ins(played, seat) for seat in range(4)]
    counted = [chances_of(spot)[1] for spot in spots]
    monkeypatch.setattr(odds, "_counted_at_random", lambda *_: False)
    assert [chances_of(spot)[1] for spot in spots] == counted


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), preset=st.sampled_from(PRESETS))
def test_a_stand_in_keeps_what_lies_on_the_table(seed, preset):
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), 4, rng)
    seat = rng.randrange(4)
    public = public_spot(as_seen(drawn, seat)[0])
    found = stand_in(public, seat)
    assert found.players == 2
    for place in (k.TRICK, k.FIRST_RESULT, k.BEST, k.HOLDER, k.TIE_TO_FIRST, k.ALL_TIED):
        assert found.start[place] == public.start[place]
    assert found.start[k.FIRST_BEST] == public.start[k.FIRST_BEST] & 1
    assert found.decks.tolist() == public.decks.tolist()
    assert found.needs[seat & 1] == public.needs[seat]
    laid = {lay.seat for lay in drawn.hand.table}
    left = 3 - len(drawn.hand.tricks)
    waits = drawn.hand.turn & 1 != seat & 1
    theirs = not waits and any(other & 1 != seat & 1 for other in laid)
    assert found.needs[1 - (seat & 1)] == left - theirs
    assert found.start[k.LAID] == (seat in laid) + theirs
    if found.start[k.LAID] < 2:
        assert found.turn == drawn.hand.turn & 1
