"""Enumerated answers against the independent program, which goes through every layout."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive import (
    PRESETS,
    TIED,
    House,
    Known,
    Mine,
    exact,
    exact_cards,
    final,
    known,
    play_greedy,
    play_random,
    powers,
    worlds,
)
from naive import play_out as naive_play_out
from naive_deals import exact_average
from table_play import (
    PAIRS,
    TRIPLES,
    draw_hand,
    draw_seen,
    falling,
    random_table,
    table_chooser,
    variants,
)

from analyzer.core.effort import Effort
from analyzer.paulista.cards import DECK
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import dealt_spot, spot_of, viras
from analyzer.truco import odds
from analyzer.truco.kernels import hand as k
from analyzer.truco.odds import Counts, card_counts, result_counts
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy
from analyzer.truco.spot import Spot, cards_of, hand_classes, packed, row_numbers, ways_of

EXACT = Effort(exact=True, threads=1)
NAMED = {"greedy": GREEDY, "random": RANDOM, "open": OPEN}
TABLES = [random_table(random.Random(6), views) for views in (1, 4)]
MOST_LINES = 2500
"""Lines of play up to which the independent program is asked."""

every_table = pytest.mark.parametrize(
    ("preset", "players"), list(itertools.product(Rules.presets, (2, 4)))
)


class Asked:
    """A situation drawn at random and a line-up, each for both programs."""

    def __init__(self, preset: str, players: int, rng: random.Random) -> None:
        while True:
            drawn = draw_hand(rng.choice(variants(preset)), players, rng)
            self.situation, self.state = draw_seen(
                drawn,
                rng.randrange(players),
                rng,
                known_of_partner=rng.randrange(4),
                left_over=rng.randrange(5),
            )
            self.spot = spot_of(self.situation)
            self.lineup, self.policies = draw_lineup(self.state, rng)
            if self.lines() <= MOST_LINES:
                return

    def lines(self) -> int:
        """How many lines of play there are over all layouts, about."""
        left = list(self.state.left)
        left[self.state.seat] = 0
        if self.state.partner:
            left[self.state.seat ^ 2] -= len(self.state.partner)
        pool, count = len(self.state.unseen()), 1
        for need in left:
            count *= math.comb(pool, need)
            pool -= need
        freely = self.lineup.random_seats
        if self.lineup.all_open:
            freely = range(len(left))
        return count * math.prod(math.factorial(self.state.left[seat]) for seat in freely)

    def tally(self) -> Counter:
        """How often the tricks end how, over all layouts."""
        total = Counter()
        for node in worlds(self.state):
            total.update(naive_play_out(node, self.policies, self.state.house))
        return total


def draw_lineup(state: Known, rng: random.Random) -> tuple[Lineup, object]:
    """One named policy for all, or any at each seat."""
    players, seat = state.house.players, state.seat
    name = rng.choice((*NAMED, "any", "any", "any"))
    if name != "any":
        return Lineup.seat((NAMED[name],) * players), name
    # Who holds nothing that I do not know, and whose partner neither, plays with open eyes.
    knows = [False] * players
    if players == 4 and len(state.partner) == state.left[seat ^ 2]:
        knows[seat] = knows[seat ^ 2] = True
    policies, choosers = [], []
    for who in range(players):
        name = rng.choice(("greedy", "random", 0, 1))
        if name in NAMED:
            policies.append(NAMED[name])
            choosers.append({"greedy": play_greedy, "random": play_random}[name])
        else:
            policies.append(Policy("table", 0, TABLES[name]))
            choosers.append(table_chooser(TABLES[name], knows=knows[who]))
    return Lineup.seat(tuple(policies)), tuple(choosers)


def mine(counts: Counts, seat: int) -> Mine:
    total = counts.counts.sum(axis=0).tolist()
    assert counts.deals == sum(total)
    assert (counts.method, counts.seed, counts.interrupted) == ("exact", None, False)
    return Mine(Fraction(total[seat & 1], sum(total)), Fraction(total[TIED], sum(total)))


def number_of(hand: tuple[int, ...]) -> int:
    """The row of a hand of powers as the independent program counts them."""
    hand = falling(hand)
    if len(hand) == 3:
        return TRIPLES[hand]
    return PAIRS[hand] if len(hand) == 2 else sum(hand)


# --------------------------------------------------------------------- against every layout


@every_table
def test_exact_counts_are_those_of_every_layout(preset, players):
    rng = random.Random(f"{preset} {players} exact")
    for _ in range(50):
        asked = Asked(preset, players, rng)
        counts = result_counts(asked.spot, asked.lineup, EXACT, side=0)
        assert mine(counts, asked.state.seat) == exact(asked.state, asked.policies)


@every_table
def test_each_card_is_counted_as_if_it_had_to_be_played(preset, players):
    rng = random.Random(f"{preset} {players} cards")
    cases = (Asked(preset, players, rng) for _ in itertools.count())
    for case in itertools.islice((case for case in cases if case.situation.my_turn), 25):
        seat = case.state.seat
        wanted = exact_cards(case.state, case.policies)
        own = exact(case.state, case.policies)
        strong = powers(wanted, case.state.vira, case.state.house.deck)
        fallen = sorted(zip(strong, wanted.values(), strict=True), reverse=True)
        slots = [*range(len(fallen)), -1]
        found = card_counts(case.spot, case.lineup, EXACT, slots, side=seat & 1)
        total = found.origin.deals
        chances = [
            Mine(Fraction(int(won), total), Fraction(int(undecided), total))
            for won, undecided in zip(found.won, found.undecided, strict=True)
        ]
        assert chances == [*(chance for _, chance in fallen), own]
        assert mine(found.origin, seat) == chances[0]
        assert found.products is None


def check_rows(case: Asked, seat: int) -> None:
    """Hold every hand of a seat, and every result of the first trick, to all layouts."""
    by_hand, by_trick, total = Counter(), Counter(), 0
    for node in worlds(case.state):
        for line, weight in naive_play_out(node, case.policies, case.state.house).items():
            result = final(line, case.state.house)
            by_hand[number_of(node.hands[seat]), result] += weight
            by_trick[line[0], result] += weight
            total += weight
    rows = {seat: by_hand}
    if not case.lineup.all_open:  # lines of equal worth differ in it
        rows[k.FIRST_TRICK] = by_trick
    for row_seat, wanted in rows.items():
        counts = result_counts(case.spot, case.lineup, EXACT, side=0, row_seat=row_seat).counts
        cells = zip(*(axis.tolist() for axis in counts.nonzero()), strict=True)
        whole = int(counts.sum())
        found = {cell: Fraction(int(counts[cell]), whole) for cell in cells}
        assert found == {cell: Fraction(weight, total) for cell, weight in wanted.items()}


@every_table
def test_hands_and_first_tricks_are_told_apart(preset, players):
    rng = random.Random(f"{preset} {players} rows")
    for _ in range(25):
        check_rows(Asked(preset, players, rng), rng.randrange(players))


@pytest.mark.parametrize(
    ("house", "hand", "vira", "played", "policies"),
    [
        ("traditional", "3♠ K♦ 5♣", "4♥", "", "greedy"),
        ("limpo", "3♠ K♦ 2♣", "Q♥", "", "random"),
        ("limpo", "3♠ 2♦ 2♣", "A♥", "", "open"),
        ("mineiro", "7♥ K♦ 5♣", None, "7♥ 3♦ / 5♣", "random"),
        ("traditional", "3♠ K♦ 7♣", "6♥", "3♠ 3♦ / K♦", "open"),
    ],
)
def test_nothing_seen_but_my_cards(house, hand, vira, played, policies):
    state = known(hand.split(), vira, 1, played, house=PRESETS[house])
    situation = Situation.read(
        "hand", {"hand": hand, "vira": vira, "played": played, "rules": house}
    )
    lineup = Lineup.seat((NAMED[policies],) * 2)
    counts = result_counts(spot_of(situation), lineup, EXACT, side=1)
    assert mine(counts, 1) == exact(state, policies)


@pytest.mark.nojit
@pytest.mark.parametrize("players", [2, 4])
def test_enumeration_without_compiler(players):
    """One case of each kind; whole hands in every order would take plain Python a minute."""
    rng = random.Random(f"{players} plain")
    lacking = {"greedy", "open", "any", "by order"}
    while lacking:
        case = Asked("traditional", players, rng)
        by_order = odds._counted_at_random(case.spot, case.lineup)
        kind = case.lineup.name if isinstance(case.policies, str) else "any"
        kind = "by order" if by_order else kind
        if kind not in lacking or case.lines() > 300 or (by_order and not case.state.results):
            continue
        lacking.remove(kind)
        check_rows(case, rng.randrange(players))


# --------------------------------------------------------------------------- random play


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("tricks", [0, 1])
def test_orders_are_counted_as_scripts_are_played(players, tricks, monkeypatch):
    """From the start of a trick random play has two ways to be counted; both are exact."""
    rng = random.Random(f"{players} {tricks} scripts")
    lineup = Lineup.seat((RANDOM,) * players)
    asked = []
    for _ in range(6):
        drawn = draw_hand(rng.choice(variants("online")), players, rng, tricks * players)
        seat = rng.randrange(players)
        situation, _ = draw_seen(drawn, seat, rng, known_of_partner=3, left_over=2)
        asked.append((spot_of(situation), seat ^ 1))
        assert odds._counted_at_random(asked[-1][0], lineup)
    ordered = [result_counts(spot, lineup, EXACT, side=0, row_seat=s) for spot, s in asked]
    monkeypatch.setattr(odds, "_counted_at_random", lambda *_: False)
    scripted = [result_counts(spot, lineup, EXACT, side=0, row_seat=s) for spot, s in asked]
    for one, other in zip(ordered, scripted, strict=True):
        assert (one.counts == other.counts).all()


# ------------------------------------------------------------------------- known averages


def average(rules: Rules, policy: Policy) -> list[Fraction]:
    """Chances of side 0, side 1 and nobody over all deals for two players."""
    lineup = Lineup.seat((policy,) * 2)
    total = sum(
        result_counts(dealt_spot(rules, 2, vira), lineup, EXACT, side=0).counts[0]
        for vira in viras(rules)
    )
    return [Fraction(int(part), int(total.sum())) for part in total]


@pytest.mark.parametrize(
    ("policy", "dealer", "first", "undecided"),
    [
        (GREEDY, 0.620181, 0.377899, 0.001920),
        (RANDOM, 0.499834, 0.499834, 0.000331),
        (OPEN, 0.546790, 0.453144, 0.000066),
    ],
)
def test_averages_over_all_deals(policy, dealer, first, undecided):
    rules = Rules(all_tied="none")
    found = average(rules, policy)
    assert [round(float(part), 6) for part in found] == [dealer, first, undecided]
    assert found == list(exact_average(policy.name, "none")[0])


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("limpo", {"all_tied": "none"}),
        ("limpo", {"tie_lead": "first_tied", "all_tied": "mano"}),
        ("mineiro", {}),
        ("traditional", {"tie_lead": "first_tied"}),
    ],
)
def test_averages_of_other_games_are_those_of_the_independent_program(preset, changes):
    rules = Rules.read(preset, changes)
    deck = "mineiro" if preset == "mineiro" else rules.deck
    for name, policy in NAMED.items():
        house = House(2, deck, rules.all_tied, rules.tie_lead)
        assert average(rules, policy) == list(exact_average(name, rules.all_tied, house)[0])


def test_two_cards_tie_as_often_as_pairs_of_one_rank_lie_in_the_deck():
    """Of the 741 pairs of 39 cards 8 × 6 + 3 have one rank and are no manilhas."""
    for vira in viras(Rules()):
        spot = dealt_spot(Rules(all_tied="none"), 2, vira)
        start = spot.start.copy()
        start[k.TRICK], start[k.FIRST_RESULT] = 2, TIED
        last = Spot(start, np.array([1, 1]), spot.fixed, spot.decks)
        counts = result_counts(last, Lineup.seat((GREEDY,) * 2), EXACT, side=0)
        assert Fraction(int(counts.counts[0, TIED]), counts.deals) == Fraction(51, 741)
    tricks = average_first_trick(Lineup.seat((RANDOM,) * 2))
    assert tricks[TIED] == Fraction(51, 741)
    assert tricks[0] == tricks[1]


def average_first_trick(lineup: Lineup) -> list[Fraction]:
    spot = dealt_spot(Rules(), 2, DECK.parse("6♦", "vira"))
    rows = result_counts(spot, lineup, EXACT, side=0, row_seat=k.FIRST_TRICK).counts.sum(axis=1)
    return [Fraction(int(row), int(rows.sum())) for row in rows]


@pytest.mark.parametrize("policy", [GREEDY, RANDOM, OPEN], ids=lambda policy: policy.name)
def test_viras_two_and_three_make_the_same_table_of_hands(policy):
    """Only the order of the cards counts, and it is the same under both.

    Under a two the threes are manilhas: from 4 to A there are eight ranks of four
    cards, then come the three twos that are left and the four manilhas. Under a
    three the fours are manilhas: eight ranks of four from 5 to 2, three threes,
    four manilhas. Class by class, from the weakest, both tables are one.
    """
    tables = []
    for vira in ("2♥", "3♣"):
        spot = dealt_spot(Rules(), 2, DECK.parse(vira, "vira"))
        counts = result_counts(spot, Lineup.seat((policy,) * 2), EXACT, side=0, row_seat=1).counts
        tables.append(counts[counts.any(axis=1)])
    assert len(tables[0]) == 403
    assert (tables[0] == tables[1]).all()
    other = dealt_spot(Rules(), 2, DECK.parse("A♥", "vira"))
    counts = result_counts(other, Lineup.seat((policy,) * 2), EXACT, side=0, row_seat=1).counts
    assert not np.array_equal(tables[0], counts[counts.any(axis=1)])


# ------------------------------------------------------------------------------ properties


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32), preset=st.sampled_from(list(Rules.presets)))
def test_a_higher_card_never_lowers_the_chance_with_open_cards(seed, preset):
    """One of my cards is changed for a higher one that nobody has seen."""
    rng = random.Random(seed)
    drawn = draw_hand(rng.choice(variants(preset)), 2, rng)
    seat = rng.randrange(2)
    situation, _ = draw_seen(drawn, seat, rng, known_of_partner=0, left_over=rng.randrange(30))
    spot = spot_of(situation)
    cards = cards_of(int(spot.fixed[seat]))
    assume(cards)
    lower = rng.choice(cards)
    higher = [power for power in spot.decks[0].tolist() if power > lower]
    assume(higher)
    better = changed(spot, seat, lower, rng.choice(higher))
    lineup = Lineup.seat((OPEN,) * 2)
    before, after = (result_counts(s, lineup, EXACT, side=0) for s in (spot, better))
    assert after.deals == before.deals
    won, lost = seat & 1, 1 - (seat & 1)
    assert after.counts[0, won] >= before.counts[0, won]
    assert after.counts[0, lost] <= before.counts[0, lost]


def changed(spot: Spot, seat: int, given: int, taken: int) -> Spot:
    """The spot after a seat has changed one of its cards for an unseen one."""
    cards = cards_of(int(spot.fixed[seat]))
    cards[cards.index(given)] = taken
    deck = spot.decks[0].tolist()
    deck[deck.index(taken)] = given
    fixed = spot.fixed.copy()
    fixed[seat] = packed(cards)
    return Spot(spot.start, spot.needs, fixed, np.array([sorted(deck)], np.uint8))


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32), preset=st.sampled_from(list(Rules.presets)))
def test_all_layouts_are_counted_once(seed, preset):
    rng = random.Random(seed)
    case = Asked(preset, rng.choice((2, 4)), rng)
    counts = result_counts(case.spot, case.lineup, EXACT, side=0)
    assert counts.counts.min() >= 0
    layouts, pool = 1, len(case.spot.decks[0])
    for need in case.spot.needs.tolist():
        layouts *= math.comb(pool, need)
        pool -= need
    scripts = math.prod(math.factorial(case.spot.size(seat)) for seat in case.lineup.random_seats)
    assert counts.deals == layouts * scripts


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, k.POWERS), min_size=3, max_size=20), st.integers(0, 3))
def test_classes_of_hands_stand_for_all_hands(cards, size):
    counts = np.bincount(cards, minlength=k.POWERS + 1)
    hands = hand_classes(counts, size)
    wanted = Counter(falling(hand) for hand in itertools.combinations(cards, size))
    found = [tuple(cards_of(hand)) for hand in hands.tolist()]
    assert dict(zip(found, ways_of(hands, counts).tolist(), strict=True)) == wanted
    rows = [number_of(tuple(card - 1 for card in hand)) for hand in found]
    assert row_numbers(hands).tolist() == rows
