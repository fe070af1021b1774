"""Hands with calls: the ranking of holdings, the thresholds, and whole hands by the referee.

The kernel is held to a slow program that lets the referee play the same deals with the same
tables and the same random words, one call and one card at a time.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from naive import play_greedy
from table_play import (
    draw_hand,
    node_of,
    packed_hands,
    power_of,
    random_table,
    start_of,
    stream_chooser,
    table_chooser,
)

from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.rng import deal_key
from analyzer.paulista.cards import strength_of_cards
from analyzer.paulista.referee import Hand
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, deck_powers, viras
from analyzer.truco.calls import (
    Talk,
    batched_counts,
    bluff_share,
    call_counts,
    holding_quantiles,
    thresholds,
)
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.deal import deal_hands
from analyzer.truco.kernels.quantiles import QUANTILES, quantile_place, rank_holdings
from analyzer.truco.odds import result_counts
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy
from analyzer.truco.profiles import PROFILES, Profile
from analyzer.truco.ranges import ranking
from analyzer.truco.spot import Spot, cards_of, hand_classes, row_numbers

PRESETS = tuple(Rules.presets)
NORMAL = PROFILES["normal"]
BRAVE = Profile("brave", 0.4, 0.7, (0.9, 0.6))
TABLE = Policy("table", 0, random_table(random.Random(5)))
ANY_RANKS = np.sort(np.random.default_rng(6).random((10, QUANTILES, 2), np.float32), axis=2)
"""A table of any quantiles at all; the kernel takes them as they come."""
ANY_RANKS.flags.writeable = False
WAYS = {"greedy": GREEDY, "random": RANDOM, "table": TABLE}

every_table = pytest.mark.parametrize(
    ("preset", "players"), list(itertools.product(PRESETS, (2, 4)))
)


def seated(name: str, players: int) -> Lineup:
    return Lineup.seat((WAYS[name],) * players)


def quantiles_of(rules: Rules, players: int, name: str, vira: int | None) -> np.ndarray:
    return holding_quantiles(dealt_spot(rules, 2, vira), seated(name, 2), players)


# ------------------------------------------------------------------------------- thresholds


def test_bluffs_spread_over_three_tricks_add_up():
    for profile in PROFILES.values():
        assert 1 - (1 - bluff_share(profile)) ** 3 == pytest.approx(profile.bluffs, abs=1e-15)
    assert bluff_share(Profile("always", 0.1, 1.0)) == 1


def test_thresholds_of_normal():
    bluff = 1 - 0.9 ** (1 / 3)
    callers = 0.25 + bluff * 0.75
    assert thresholds(NORMAL, 4) == pytest.approx(
        np.array(
            [
                [0.1, 0.5],
                [0.1 * callers, 0.5 * callers],
                [0.01, 0.05],
                [0.01 * callers, 0.05 * callers],
            ]
        )
    )


@pytest.mark.parametrize("profile", [*PROFILES.values(), BRAVE, Profile("deep", 0.05, 0.9, (1, 1))])
def test_each_answer_takes_its_shares_of_the_range_before_it(profile):
    # A fine grid of quantiles, each with the weight that it still has in the player's range.
    grid = (np.arange(200_000) + 0.5) / 200_000
    calling = np.where(grid < profile.calls, 1.0, bluff_share(profile))
    ranges = {0: np.ones_like(grid), 1: calling}
    for level, (again, stays) in enumerate(thresholds(profile, 4)):
        weight = ranges[level % 2]
        total = weight.sum()
        assert weight[grid < again].sum() / total == pytest.approx(profile.reraise, abs=2e-3)
        assert weight[grid < stays].sum() / total == pytest.approx(profile.accept, abs=2e-3)
        ranges[level % 2] = np.where(grid < again, weight, 0)


def test_who_never_calls_accepts_nothing_by_force():
    table = thresholds(Profile("mute", 0.0, 0.0, (0.0, 0.0)), 3)
    assert table[0].tolist() == [0, 0]


# ---------------------------------------------------------------------------------- ranking


class Moment(NamedTuple):
    """A state in which somebody calls or is called."""

    trick: int
    first: int
    seat: int
    waiting: bool
    best: int

    @classmethod
    def draw(cls, rng: random.Random, deck: Sequence[int], trick: int | None = None) -> Moment:
        trick = rng.randrange(3) if trick is None else trick
        first = rng.randrange(3) if trick else 2
        best = rng.choice([-1, *sorted(set(deck))])
        return cls(trick, first, rng.randrange(2), rng.random() < 0.5, best)

    def spot(self, fresh: Spot, players: int) -> Spot:
        """The two-player hand that it stands for, built from its meaning."""
        trick, first, seat, waiting, best = self
        start, other = fresh.start.copy(), 1 - seat
        deck = fresh.decks[0].tolist()
        start[k.TRICK], start[k.FIRST_RESULT] = trick, first
        needs = np.full(2, 3 - trick)
        start[k.LEADER] = other if waiting else seat
        if best > 0:
            deck.remove(best)
            owner = seat if waiting else other
            start[k.BEST], start[k.HOLDER], start[k.FIRST_BEST] = best, owner, owner
            if players == 2 or not waiting:  # the card is his own, not a partner's
                start[k.LAID] = 1
                start[k.LEADER] = owner
                needs[owner] -= 1
        return Spot(start, needs, np.zeros(2, np.int64), np.array([deck], np.uint8))

    def verify(self, table: np.ndarray, fresh: Spot, players: int, lineup: Lineup) -> None:
        """Hold a table to the ranking that questions about one hand rest on."""
        spot = self.spot(fresh, players)
        hands = hand_classes(spot.counts, int(spot.needs[self.seat]))
        found = ranking(spot, self.seat, lineup, Effort())
        reached = np.cumsum(found.masses)[found.groups] / found.masses.sum()
        began = reached - found.masses[found.groups] / found.masses.sum()
        assert (found.rows == row_numbers(hands)).all()
        for hand, low, high in zip(hands, began, reached, strict=True):
            place = self.trick, self.first, self.seat, int(self.waiting), self.best, int(hand)
            assert table[quantile_place(*place)] == pytest.approx((low, high), abs=1e-6)


@every_table
@pytest.mark.parametrize("name", WAYS)
def test_quantiles_are_those_of_the_ranking_by_enumeration(preset, players, name):
    rules = Rules.presets[preset]
    rng = random.Random(f"{preset}{players}{name}")
    fresh = dealt_spot(rules, 2, rng.choice(viras(rules)))
    table = holding_quantiles(fresh, seated(name, 2), players)[0]
    for trick in (0, 0, 1, 1, 1, 2, 2, 2):
        moment = Moment.draw(rng, fresh.decks[0].tolist(), trick)
        moment.verify(table, fresh, players, seated(name, 2))


@pytest.mark.nojit
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["greedy", "random"])
def test_quantiles_of_a_small_deck(players, name):
    deck = np.array([[1, 1, 2, 4, 4, 12, 14]], np.uint8)
    fresh = replace(dealt_spot(Rules(), 2, 0), decks=deck)
    rng = random.Random(f"{players}{name}")
    holdings = [hand_classes(np.full(k.POWERS + 1, 3), size) for size in range(4)]
    play = (None, None, None)  # of players at random none is looked at
    scripts = np.zeros(1 if name == "greedy" else 0, np.uint64)
    for trick in (0, 1, 1, 2, 2):
        moment = Moment.draw(rng, deck[0].tolist(), trick)
        row = 3 * trick - 2 + (moment.first if moment.first == 2 else moment.first ^ moment.seat)
        unit = (max(row, 0) * 2 + moment.seat) * 32 + moment.waiting * 16 + moment.best + 1
        table = np.zeros((1, QUANTILES, 2), np.float32)
        rest = (players, *play, scripts, *holdings, table)
        assert rank_holdings(unit, unit + 1, deck, fresh.start, *rest) > 0
        moment.verify(table[0], fresh, players, seated(name, 2))


def test_no_two_states_share_a_place():
    places = [
        quantile_place(trick, first, side, waiting, best, hand)
        for trick, firsts in ((0, (2,)), (1, (0, 1, 2)), (2, (0, 1, 2)))
        for first in firsts
        for side, waiting, best in itertools.product((0, 1), (0, 1), range(-1, k.POWERS + 1))
        for hand in hand_classes(np.full(k.POWERS + 1, 3), 3 - trick)
    ]
    assert sorted(places) == list(range(len(places)))


def test_open_play_needs_no_calls():
    spot, lineup = dealt_spot(Rules(), 2, 0), Lineup.seat((OPEN, OPEN))
    with pytest.raises(PolicyError, match="open"):
        holding_quantiles(spot, lineup, 2)
    table = quantiles_of(Rules(), 2, "greedy", 0)
    with pytest.raises(PolicyError, match="open"):
        call_counts(spot, lineup, table, (NORMAL, NORMAL), Talk(steps=5), Effort(deals=10))


# -------------------------------------------------------------------- whole hands, by the referee


def stream(key: int, number: int) -> tuple[float, float]:
    """Both halves of a word of splitmix64, as numbers in [0, 1)."""
    z = (key + (number + 1) * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    z ^= z >> 31
    return (z >> 32) / 2**32, z % 2**32 / 2**32


class Table:
    """Two sides that call, at a referee's table."""

    def __init__(self, hand: Hand, chooser, key, quantiles, profiles, talk: Talk):
        self.hand, self.chooser, self.key = hand, chooser, key
        self.quantiles, self.profiles, self.talk = quantiles, profiles, talk
        self.had = {side for side in (0, 1) if talk.had[side]}
        self.had |= {lay.seat & 1 for lay in hand.table}
        self.called = self.refused = False

    def play(self) -> tuple[int, int]:
        hand = self.hand
        while hand.winner is None:
            seat, tricks = hand.turn, len(hand.tricks)
            if seat & 1 not in self.had:
                self.had.add(seat & 1)
                if self.may_call(seat) and self.wants_to_call(seat):
                    self.talk_it_over(seat)
                    continue
            (wanted,) = self.chooser(node_of(hand), seat)
            held = hand.held[seat]
            hand.play(seat, next(card for card in held if power_of(card, hand) == wanted))
            if len(hand.tricks) > tricks:
                self.had = set()
        return hand.winner, hand.rules.ladder.index(hand.stake)

    def may_call(self, seat: int) -> bool:
        step = self.hand.rules.ladder.index(self.hand.stake)
        return self.hand.can_call(seat) and step < self.cap(seat & 1)

    def cap(self, side: int) -> int:
        return 99 if self.talk.caps is None else self.talk.caps[side]

    def wants_to_call(self, seat: int) -> bool:
        profile = self.profiles[seat & 1]
        bluffs = stream(self.key, 24 + 2 * len(self.hand.tricks) + (seat & 1))[1]
        return self.quantile(seat, 0) < profile.calls or bluffs < bluff_share(profile)

    def talk_it_over(self, seat: int) -> None:
        hand, self.called = self.hand, True
        other = (seat + 1) % hand.players
        ranks = {seat: self.quantile(seat, 0), other: self.quantile(other, 1)}
        hand.call(seat)
        who, level = other, 0
        while hand.pending is not None:
            again, stays = thresholds(self.profiles[who & 1], 4)[level]
            at_top = hand.pending.step >= self.cap(who & 1) or not hand.can_answer(who, "raise")
            if ranks[who] >= stays:
                self.refused = True
                hand.answer(who, "run")
            elif ranks[who] >= again or at_top:
                hand.answer(who, "ok")
            else:
                hand.answer(who, "raise")
                who, level = seat if who == other else other, level + 1

    def quantile(self, seat: int, waiting: int) -> float:
        hand, trick = self.hand, len(self.hand.tricks)
        first = hand.tricks[0].winner if trick else 2
        strongest = max((card for _, card in node_of(hand).table), default=-2) + 1
        packed = int(packed_hands(node_of(hand))[seat])
        place = quantile_place(trick, first, seat & 1, waiting, strongest, packed)
        low, high = (float(end) for end in self.quantiles[place])
        return low + (high - low) * stream(self.key, 24 + 2 * trick + (seat & 1))[0]


def chooser_of(name: str, key: int):
    if name == "greedy":
        return play_greedy
    return stream_chooser(key) if name == "random" else table_chooser(TABLE.table)


def count_one(counts: np.ndarray, steps: int, table: Table) -> None:
    """Note a hand the way the kernel lays its counts out."""
    winner, step = table.play()
    counts[2 * steps if winner == 2 else winner * steps + step] += 1
    counts[2 * steps + 1] += table.called
    counts[2 * steps + 2] += table.refused


def flat(found) -> np.ndarray:
    row = np.concatenate([found.won.sum(axis=0).ravel(), np.zeros(3, np.int64)])
    row[-3:] = found.undecided.sum(), found.called.sum(), found.refused.sum()
    return row


def dealt_cards(rules: Rules, spot: Spot, key: int) -> tuple[int | None, list[list[int]]]:
    """The vira and the cards of one deal, any card for its power."""
    hands = np.zeros(spot.players, np.int64)
    deal_hands(spot.decks, spot.needs, spot.fixed, np.uint64(key), np.empty(64, np.uint8), hands)
    row = int(stream(key, 7)[1] * len(spot.decks))
    vira = viras(rules)[row]
    stock: dict[int, list[int]] = {}
    for card, strength in enumerate(strength_of_cards(rules, vira)):
        stock.setdefault(strength + 1, []).append(card)
    return row, [[stock[power].pop() for power in cards_of(int(hand))] for hand in hands]


@every_table
@pytest.mark.parametrize(
    ("name", "profiles", "caps"),
    [
        ("greedy", (NORMAL, NORMAL), None),
        ("table", (BRAVE, NORMAL), (2, 3)),
        ("random", (PROFILES["random"], BRAVE), (4, 1)),
    ],
)
def test_whole_hands_are_those_of_the_referee(preset, players, name, profiles, caps):
    rules = Rules.presets[preset]
    spot = dealt_spot(rules, players)
    table = ANY_RANKS[: len(spot.decks)]
    if name == "greedy":
        table = quantiles_of(rules, players, name, None)
    talk = Talk(steps=5, caps=caps)
    seed, deals = 11, 150
    counts = np.zeros(13, np.int64)
    for deal in range(deals):
        key = int(deal_key(np.uint64(seed), deal))
        row, hands = dealt_cards(rules, spot, key)
        hand = Hand(rules, players=players, vira=viras(rules)[row], hands=hands)
        count_one(counts, 5, Table(hand, chooser_of(name, key), key, table[row], profiles, talk))
    effort = Effort(deals=deals, seed=seed)
    found = call_counts(spot, seated(name, players), table, profiles, talk, effort)
    assert flat(found).tolist() == counts.tolist()
    assert found.called.sum() > 0
    assert found.refused.sum() > 0


@pytest.mark.nojit
@every_table
def test_hands_in_progress_are_those_of_the_referee(preset, players):
    rng = random.Random(f"{preset}{players}")
    seen = np.zeros(13, np.int64)
    for _ in range(60):
        drawn = draw_hand(Rules.presets[preset], players, rng)
        hand = drawn.hand
        rules = replace(hand.rules, covered="never")
        name, seed = rng.choice(list(WAYS)), rng.getrandbits(63)
        step, right = rng.randrange(5), rng.choice((None, 0, 1))
        had = (rng.random() < 0.3, rng.random() < 0.3)
        talk = Talk(steps=5, step=step, right=right, had=had, caps=rng.choice([None, (3, 2)]))
        hand.stake, hand.right = rules.ladder[step], right
        table = ANY_RANKS[:1]
        counts = np.zeros(13, np.int64)
        for deal in range(5):
            key = int(deal_key(np.uint64(seed), deal))
            row = Table(hand.copy(), chooser_of(name, key), key, table[0], (BRAVE, NORMAL), talk)
            count_one(counts, 5, row)
        spot = Spot(
            start_of(hand),
            np.zeros(players, np.int64),
            packed_hands(node_of(hand)),
            np.array([deck_powers(rules, hand.vira)]),
        )
        lineup = seated(name, players)
        effort = Effort(deals=5, seed=seed)
        found = call_counts(spot, lineup, table, (BRAVE, NORMAL), talk, effort)
        assert flat(found).tolist() == counts.tolist()
        seen += counts
    assert (seen > 0).sum() > 9  # all sorts of ends came up


# -------------------------------------------------------------------------------- properties


def counted(rules=None, players=2, name="greedy", profiles=(NORMAL, NORMAL), talk=None, **effort):
    rules = rules or Rules()
    spot = dealt_spot(rules, players, viras(rules)[0])
    return call_counts(
        spot,
        seated(name, players),
        quantiles_of(rules, players, name, viras(rules)[0]),
        profiles,
        talk or Talk(steps=5),
        Effort(**{"deals": 40_000, **effort}),
    )


@pytest.mark.parametrize("name", WAYS)
def test_without_calls_hands_end_as_they_do_without_profiles(name):
    mute = Profile("mute", 0.0, 0.0)
    found = counted(name=name, profiles=(mute, mute), players=4)
    spot, lineup = dealt_spot(Rules(), 4, viras(Rules())[0]), seated(name, 4)
    plain = result_counts(spot, lineup, Effort(deals=40_000), side=0).counts[0]
    assert found.won[0, :, 0].tolist() == plain[:2].tolist()
    assert found.won[0, :, 1:].sum() == found.called.sum() == 0


def test_every_hand_is_counted_once():
    found = counted(Rules.presets["online"], players=4, profiles=(BRAVE, NORMAL))
    assert found.won.sum() + found.undecided.sum() == found.deals == 40_000
    assert 0 < found.undecided.sum() < 200
    assert found.refused.sum() < found.called.sum()


def test_the_share_that_calls_first_is_the_profile_s():
    # Mão has the first word; the other side says nothing unless it is called.
    mute = Profile("mute", 0.0, 0.0)
    caller = Profile("caller", 0.3, 0.0)
    first_trick_only = Talk(steps=5, right=1, caps=(0, 1))
    found = counted(profiles=(mute, caller), talk=first_trick_only, deals=200_000)
    # In the first trick exactly the best 0.3 call; later ones call from what is left.
    assert 0.3 < found.called.sum() / found.deals < 0.6
    once = Talk(steps=2, right=1)
    always = counted(profiles=(mute, PROFILES["random"]), talk=once, deals=200_000)
    assert always.called.sum() == always.deals
    # Of all holdings the best half accepts.
    assert always.refused.sum() / always.deals == pytest.approx(0.5, abs=0.005)


@pytest.mark.parametrize("caps", [(0, 0), (0, 4), (4, 0), (1, 2), (3, 1)])
def test_nobody_calls_when_the_stake_wins_the_match(caps):
    found = counted(profiles=(BRAVE, BRAVE), talk=Talk(steps=5, caps=caps))
    reached = np.flatnonzero(found.won.sum(axis=(0, 1)))
    # A side that is under its cap may take the hand one rung over the other's.
    assert reached.max() == (min(caps) + 1 if caps[0] != caps[1] else max(caps))
    if caps == (0, 0):
        assert found.called.sum() == 0


def test_only_the_side_with_the_right_calls():
    mute = Profile("mute", 0.0, 0.0)
    for side in (0, 1):
        profiles = [mute, mute]
        profiles[side] = BRAVE
        assert counted(profiles=profiles, talk=Talk(steps=5, right=1 - side)).called.sum() == 0
        assert counted(profiles=profiles, talk=Talk(steps=5, right=side)).called.sum() > 0


def test_at_the_top_nobody_calls():
    found = counted(profiles=(BRAVE, BRAVE), talk=Talk(steps=5, step=4))
    assert found.called.sum() == 0
    assert found.won[0, :, 4].sum() == found.deals


def test_rows_tell_the_hands_of_a_seat_apart():
    spot = dealt_spot(Rules(), 2, 0)
    table = quantiles_of(Rules(), 2, "greedy", 0)
    args = (spot, seated("greedy", 2), table, (NORMAL, NORMAL), Talk(steps=5), Effort(deals=30_000))
    whole, parts = call_counts(*args), call_counts(*args, row_seat=1)
    assert (parts.won.sum(axis=0) == whole.won[0]).all()
    assert parts.called.sum() == whole.called.sum()
    assert (parts.won.sum(axis=(1, 2)) > 0).sum() > 300


def test_digits_do_not_depend_on_threads():
    one, two = counted(threads=1, players=4), counted(threads=2, players=4)
    assert flat(one).tolist() == flat(two).tolist()


def test_batches_are_parts_of_the_same_deals():
    spot, table = dealt_spot(Rules(), 4, 0), quantiles_of(Rules(), 4, "greedy", 0)
    args = (spot, seated("greedy", 4), table, (NORMAL, BRAVE))
    talks = [Talk(steps=5, caps=caps) for caps in ((4, 4), (1, 3), (0, 0))]
    deals, batches = 60_000, 6  # neither divides the blocks in which they are played
    found = batched_counts(*args, talks, batches, Effort(deals=deals, threads=2))
    assert found.shape == (3, batches, 11)
    assert (found.sum(axis=2) == deals // batches).all()
    for talk, counts in zip(talks, found, strict=True):
        for end in (1, 4, batches):
            whole = call_counts(*args, talk, Effort(deals=end * deals // batches))
            assert counts[:end].sum(axis=0).tolist() == flat(whole)[:-2].tolist()


def test_batches_are_of_one_size():
    spot, table = dealt_spot(Rules(), 2, 0), quantiles_of(Rules(), 2, "greedy", 0)
    args = (spot, seated("greedy", 2), table, (NORMAL, NORMAL), [Talk(steps=5)])
    for deals in (None, 100):
        with pytest.raises(ValueError, match="a multiple of the 16 batches"):
            batched_counts(*args, 16, Effort(deals=deals))


def test_tables_are_made_once_and_the_same_by_any_number_of_threads():
    fresh, lineup = dealt_spot(Rules(), 2, 0), seated("greedy", 2)
    again = holding_quantiles(dealt_spot(Rules(), 2, 0), seated("greedy", 2), 2)
    assert holding_quantiles(fresh, lineup, 2) is again
    other = holding_quantiles(dealt_spot(Rules(), 2, 4), lineup, 2, threads=1)
    rest = holding_quantiles(dealt_spot(Rules(), 2), lineup, 2, threads=2)
    assert (rest[1] == other[0]).all()


def test_hands_with_calls_are_never_enumerated():
    with pytest.raises(InputError, match="exact"):
        counted(deals=None, exact=True)


def test_tables_must_be_of_the_same_decks():
    spot, table = dealt_spot(Rules(), 2), quantiles_of(Rules(), 2, "greedy", 0)
    with pytest.raises(ValueError, match="1 tables of quantiles for 10 decks"):
        call_counts(
            spot, seated("greedy", 2), table, (NORMAL, NORMAL), Talk(steps=5), Effort(deals=9)
        )
