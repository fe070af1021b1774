"""What kernels are told of boricua's tricks, and that they play them as others do."""

from __future__ import annotations

import random

import naive
import naive_boricua
import numpy as np
import pytest
from boricua_table import TRADITIONAL
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.boricua.cards import DECK, STRENGTH, card_names
from analyzer.boricua.referee import Hand
from analyzer.boricua.situation import Situation
from analyzer.boricua.spots import dealt_spot, deck_powers, public_spot, spot_of
from analyzer.truco.kernels import hand as k
from analyzer.truco.odds import Effort, result_counts
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup
from analyzer.truco.spot import cards_of
from analyzer.truco.spots import as_asked

EXACT = Effort(exact=True, threads=1)
NAMED = {"random": RANDOM, "greedy": GREEDY, "open": OPEN}

anywhere = given(seed=st.integers(0, 2**32), players=st.sampled_from((2, 4)))


def kernel_powers(names: list[str]) -> list[int]:
    return sorted(naive_boricua.power(name) + 1 for name in names)


def in_progress(players: int, rng: random.Random) -> tuple[list[tuple[int, ...]], Hand]:
    """Deal a hand and play it on at random, but not to its end."""
    pack = list(range(22))
    rng.shuffle(pack)
    dealt = [tuple(pack[3 * seat : 3 * seat + 3]) for seat in range(players)]
    hand = Hand(TRADITIONAL, players=players, hands=dealt, talk=False)
    for _ in range(rng.randrange(3 * players)):
        after = hand.copy()
        after.play(after.turn, rng.choice(after.legal_plays(after.turn))[0])
        if after.winner is not None:
            break
        hand = after
    return dealt, hand


def played_text(hand: Hand) -> str:
    tricks = [card_names(lay.card for lay in trick.lays) for trick in hand.tricks]
    return " / ".join([*tricks, card_names(lay.card for lay in hand.table)]).rstrip("/ ")


def as_seen(dealt, hand: Hand, seat: int, partner=(), seen=()) -> Situation:
    return Situation(
        rules=TRADITIONAL,
        hand=dealt[seat],
        players=hand.players,
        position=seat or hand.players,
        partner=tuple(partner),
        seen=tuple(seen),
        played=played_text(hand),
    )


def test_the_deck_is_that_of_the_independent_program():
    assert deck_powers().tolist() == kernel_powers(naive_boricua.pack())
    assert deck_powers().dtype == np.uint8


@pytest.mark.parametrize("players", [2, 4])
def test_a_hand_just_dealt(players):
    spot = dealt_spot(players)
    assert (spot.players, spot.turn) == (players, 1)
    assert spot.needs.tolist() == [3] * players
    assert not spot.fixed.any()
    assert spot.decks.shape == (1, 22)
    assert spot.start[k.ALL_TIED] == 1  # mano's side
    assert spot.start[k.TIE_TO_FIRST] == 0
    three, false_seven, oro = (STRENGTH[DECK.parse(text, "test")] for text in ("3C", "7B", "7O"))
    assert false_seven + 1 < spot.start[k.FAIR] == three + 1
    assert spot.start[k.STRONG] == oro + 1


@settings(deadline=None, max_examples=150)
@anywhere
def test_a_situation_is_told_as_the_referee_sees_the_table(seed, players):
    rng = random.Random(seed)
    dealt, hand = in_progress(players, rng)
    seat = rng.randrange(players)
    partner = rng.sample(dealt[seat ^ 2], rng.randrange(4)) if players == 4 else ()
    stock = sorted(set(range(22)) - {card for cards in dealt for card in cards})
    seen = rng.sample(stock, rng.randrange(len(stock)))
    asked = as_seen(dealt, hand, seat, partner, seen)
    spot, public = spot_of(asked), public_spot(asked)
    assert spot.turn == public.turn == hand.turn
    start = spot.start
    results = [trick.winner for trick in hand.tricks]
    assert (start[k.TRICK], start[k.LEADER]) == (len(results), hand.leader)
    assert start[k.FIRST_RESULT] == (results[0] if results else 0)
    assert start[k.LAID] == len(hand.table)
    if hand.table:
        table = [(lay.seat, STRENGTH[lay.card]) for lay in hand.table]
        best = max(power for _, power in table)
        assert start[k.BEST] == best + 1
        assert start[k.HOLDER] == naive.judge(table)[0]
        assert start[k.FIRST_BEST] == next(who for who, power in table if power == best)
    known = {seat: hand.held[seat]}
    if partner:
        known[seat ^ 2] = [card for card in partner if card in hand.held[seat ^ 2]]
    for other in range(players):
        cards = card_names(known.get(other, ())).split()
        assert sorted(cards_of(int(spot.fixed[other]))) == kernel_powers(cards)
        assert spot.size(other) == public.size(other) == len(hand.held[other])
    laid = {lay.card for trick in hand.tricks for lay in trick.lays}
    laid |= {lay.card for lay in hand.table}
    shown = laid | {*dealt[seat], *seen, *partner}
    hidden = card_names(card for card in range(22) if card not in shown).split()
    assert spot.decks.tolist() == [kernel_powers(hidden)]
    in_view = card_names(card for card in range(22) if card not in laid).split()
    assert public.decks.tolist() == [kernel_powers(in_view)]
    assert not public.fixed.any()


@pytest.mark.parametrize("question", ["hand", "envite", "flor"])
def test_before_the_tricks_a_spot_is_the_deal(question):
    asked = Situation.read(question, {"hand": "7E 6E 5E", "players": 4, "partner": "3O"})
    spot = spot_of(asked)
    assert spot.needs.tolist() == [3, 0, 3, 2]
    assert spot.turn == 1
    assert len(spot.decks[0]) == 18


def test_the_start_of_a_deal_serves_more_than_one_situation():
    asked = Situation.read("hand", {"hand": "7E 6E 5E", "played": "7E 3O / 6E"})
    start = dealt_spot(2).start
    before = start.tolist()
    first, again = as_asked(asked, start), as_asked(asked, start)
    assert start.tolist() == before != first.start.tolist() == again.start.tolist()


# The kernels of every truco, and the independent program


@pytest.mark.parametrize("policy", NAMED)
def test_all_deals_of_two_players(policy):
    found = result_counts(dealt_spot(2), Lineup.seat((NAMED[policy],) * 2), EXACT, side=1)
    chances, _ = naive_boricua.exact_average(policy)
    assert found.chance(1).value == pytest.approx(float(chances.side1), abs=1e-12)
    assert found.chance(0).value == pytest.approx(float(chances.side0), abs=1e-12)


@pytest.mark.parametrize("policy", NAMED)
@pytest.mark.parametrize(
    ("hand", "position", "played", "out"),
    [
        ("7E 6E 3O", 1, "", ""),
        ("1E 4C 3O", 2, "7B", "5E 6O"),
        ("7O 3E 4B", 1, "3E 3C", ""),
        ("7O 3E 4B", 2, "6C 7O / 3E 1B", "1E"),
    ],
)
def test_one_hand_of_two_players(policy, hand, position, played, out):
    fields = {"hand": hand, "position": position, "played": played, "seen": out}
    asked = Situation.read("hand", fields)
    lineup = Lineup.seat((NAMED[policy],) * 2)
    found = result_counts(spot_of(asked), lineup, EXACT, side=asked.my_side)
    wanted = naive_boricua.exact_two_players(
        naive_boricua.spot(hand, position, played, out), policy
    )
    assert found.chance(asked.my_side).value == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_four_players_by_sampling(policy):
    hand, out, count = "7E 6E 3O", "4C", 2000
    asked = Situation.read("hand", {"hand": hand, "players": 4, "position": 2, "seen": out})
    effort = Effort(deals=1 << 16, threads=1)
    found = result_counts(spot_of(asked), Lineup.seat((NAMED[policy],) * 4), effort, side=0)
    rng = random.Random(7)
    source = naive_boricua.deals(4, rng, fixed={2: hand.split()}, out=[out])
    tally = naive_boricua.sample_tricks(count, policy, source, rng)
    share = naive.odds(tally, naive_boricua.house(4)).side0
    expected = found.chance(0)
    spread = (expected.std_error**2 + expected.value * (1 - expected.value) / count) ** 0.5
    assert abs(float(share) - expected.value) < 4 * spread
