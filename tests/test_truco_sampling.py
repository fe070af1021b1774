"""Sampled answers against enumerated ones, and what must not change a sample."""

from __future__ import annotations

import itertools
import math
import random
import signal
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from philox import philox_word
from table_play import is_chi_square, random_table

from analyzer.core.effort import LOOKS, Effort
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, z_value
from analyzer.core.jit import kernel
from analyzer.core.rng import below_high
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import dealt_spot, spot_of, viras
from analyzer.truco import odds
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.hand import pack, play_out
from analyzer.truco.odds import card_counts, plays_to_enumerate, result_counts
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy
from analyzer.truco.spot import Spot, hand_classes

EXACT = Effort(exact=True)
SEEDS = range(40)
DEALS = 15_000
TABLE = Policy("table", 0, random_table(random.Random(7), 4))


def spot(hand: str, **fields) -> Spot:
    return spot_of(Situation.read("hand", {"hand": hand, **fields}))


def seated(*policies: Policy, players: int = 2) -> Lineup:
    """Policies in the order of the seats, repeated until all have one."""
    return Lineup.seat(tuple(itertools.islice(itertools.cycle(policies), players)))


PAIR = {"vira": "6♦", "players": 4, "partner": "3♠ Q♣ 7♦"}
SCENES = {
    "greedy": (spot("3♠ K♦ 5♣", vira="4♥"), seated(GREEDY)),
    "random": (spot("3♠ K♦ 6♣", vira="4♥", rules="online"), seated(RANDOM)),
    "open": (spot("A♠ 7♦ 5♣", vira="Q♥", position=2), seated(OPEN)),
    "table": (spot("A♠ 7♦ 2♣", rules="mineiro"), seated(TABLE)),
    "both unknown": (dealt_spot(Rules(all_tied="none"), 2, 4), seated(GREEDY, TABLE)),
    "late": (spot("3♠ K♦ 5♣", vira="4♥", played="3♠ 3♦ / K♦"), seated(GREEDY, RANDOM)),
    "partner": (spot("3♥ K♦ 5♣", **PAIR), seated(GREEDY, players=4)),
    "partner, table": (spot("3♥ K♦ 5♣", **PAIR), seated(TABLE, players=4)),
    "partner, in part": (
        spot("2♥ K♦ 5♣", vira="6♦", players=4, partner="3♠ Q♣", played="2♥ 2♣ A♣ A♠ / 5♣ 4♦"),
        seated(RANDOM, GREEDY, RANDOM, TABLE, players=4),
    ),
    "four at random": (
        spot("2♥ K♦ 5♣", vira="6♦", players=4, played="2♥ 2♣ A♣ A♠", rules="online"),
        seated(RANDOM, players=4),
    ),
    "covered": (
        spot("2♥ K♦ 5♣", vira="6♦", players=4, played="3♠ 2♣ 2♥ A♠ / xx xx", rules="online",
             position=3),
        seated(GREEDY, TABLE, players=4),
    ),
}  # fmt: skip


def shares(counts: np.ndarray) -> np.ndarray:
    counts = counts.reshape(-1).astype(float)
    return counts / counts.sum()


def statistic(found: np.ndarray, expected: np.ndarray) -> tuple[float, int]:
    """Chi-square of counts, what is expected too seldom put together; degrees of freedom."""
    found, mean = found.reshape(-1), expected * found.sum()
    assert not found[mean == 0].any()
    seldom = (mean < 8) & (mean > 0)
    cells = [(found[i], mean[i]) for i in np.flatnonzero(mean >= 8)]
    if mean[seldom].sum() >= 8:
        cells.append((found[seldom].sum(), mean[seldom].sum()))
    scale = sum(n for n, _ in cells) / sum(m for _, m in cells)
    return sum((n - m * scale) ** 2 / (m * scale) for n, m in cells), len(cells) - 1


def check_samples(draw, expected: np.ndarray, seeds=SEEDS) -> None:
    """Hold many samples together to the chances they are drawn from."""
    parts = [statistic(draw(seed), expected) for seed in seeds]
    assert is_chi_square(sum(part for part, _ in parts), sum(freedom for _, freedom in parts))


@cache
def exact_shares(name: str) -> np.ndarray:
    return shares(result_counts(*SCENES[name], EXACT, side=0).counts)


# ------------------------------------------------------------------------ sampled and exact


@pytest.mark.parametrize("name", SCENES)
def test_samples_are_spread_about_the_exact_chances(name):
    def draw(seed: int) -> np.ndarray:
        found = result_counts(*SCENES[name], Effort(deals=DEALS, seed=seed), side=0)
        assert (found.method, found.deals, found.seed) == ("monte_carlo", DEALS, seed)
        assert found.counts.sum() == DEALS
        return found.counts

    check_samples(draw, exact_shares(name))


@pytest.mark.parametrize("preset", ["traditional", "limpo"])
def test_without_a_vira_samples_are_spread_about_the_average_over_all(preset):
    """The hands of a seat are told apart: they show which vira was turned up."""
    rules, lineup = Rules.read(preset, {"all_tied": "none"}), seated(GREEDY)
    under = [
        result_counts(dealt_spot(rules, 2, vira), lineup, EXACT, side=0, row_seat=0).counts
        for vira in viras(rules)
    ]
    anywhere = dealt_spot(rules, 2)

    def draw(seed: int) -> np.ndarray:
        effort = Effort(deals=4 * DEALS, seed=seed)
        return result_counts(anywhere, lineup, effort, side=0, row_seat=0).counts

    check_samples(draw, np.mean([shares(counts) for counts in under], axis=0), seeds=range(12))


@pytest.mark.parametrize(
    ("name", "row_seat"),
    [("greedy", 0), ("both unknown", 1), ("partner, in part", 2), ("table", k.FIRST_TRICK),
     ("four at random", k.FIRST_TRICK)],
)  # fmt: skip
def test_sampled_rows_are_spread_about_the_exact_ones(name, row_seat):
    exact = result_counts(*SCENES[name], EXACT, side=0, row_seat=row_seat)

    def draw(seed: int) -> np.ndarray:
        effort = Effort(deals=4 * DEALS, seed=seed)
        return result_counts(*SCENES[name], effort, side=0, row_seat=row_seat).counts

    assert draw(0).shape == exact.counts.shape
    check_samples(draw, shares(exact.counts), seeds=range(12))


@pytest.mark.parametrize("name", ["greedy", "random", "open", "partner, table", "partner"])
def test_sampled_cards_are_spread_about_the_exact_ones(name):
    scene, slots = SCENES[name], [0, 1, 2, -1]
    side = scene[0].turn & 1
    exact = card_counts(*scene, EXACT, slots, side=side)
    samples = [card_counts(*scene, Effort(deals=DEALS, seed=s), slots, side=side) for s in SEEDS]
    for at in range(len(slots)):
        won, undecided = int(exact.won[at]), int(exact.undecided[at])
        expected = shares(np.array([won, undecided, exact.origin.deals - won - undecided]))
        check_samples(lambda seed, at=at: ends(samples[seed], at), expected)


def ends(found, at: int) -> np.ndarray:
    won, undecided = found.won[at], found.undecided[at]
    return np.array([won, undecided, found.origin.deals - won - undecided])


def test_cards_are_compared_on_common_deals():
    """The policy's own card and the same card forced fare alike in every single deal."""
    scene = SCENES["greedy"]
    assert scene[0].turn == 1
    found = card_counts(*scene, Effort(deals=DEALS), [0, 1, 2, -1], side=1)
    products = found.products
    assert (products == products.T).all()
    assert np.diag(products).tolist() == (4 * found.won + found.undecided).tolist()
    assert products[0].tolist() == products[3].tolist()  # the greedy leader plays his strongest
    assert found.won[0] == found.won[3]
    # Different cards share their luck, which pairs of independent deals would not.
    mean = products / DEALS - np.outer(*[2 * found.won + found.undecided] * 2) / DEALS**2
    assert mean[0, 1] > 0.3 * math.sqrt(mean[0, 0] * mean[1, 1])
    assert found.origin.counts.tolist() == [
        [DEALS - found.won[0] - found.undecided[0], found.won[0], found.undecided[0]]
    ]


def test_cards_and_results_come_from_the_same_deals():
    scene = SCENES["random"]
    effort = Effort(deals=DEALS, seed=5)
    results = result_counts(*scene, effort, side=1).counts[0]
    cards = card_counts(*scene, effort, [-1], side=1)
    assert (cards.won[0], cards.undecided[0]) == (results[1], results[2])
    assert card_counts(*scene, effort, [-1], side=0).won[0] == results[0]


@pytest.mark.nojit
def test_sampling_without_compiler():
    for name, seeds in (("greedy", 4), ("partner, in part", 4), ("open", 1)):
        effort = [Effort(deals=100, seed=seed, threads=1) for seed in range(seeds)]
        counts = sum(result_counts(*SCENES[name], each, side=0).counts for each in effort)
        for count, share in zip(counts[0], exact_shares(name), strict=True):
            assert abs(count - 100 * seeds * share) <= 4 * math.sqrt(25 * seeds)
    for name, row_seat in (("greedy", 0), ("table", k.FIRST_TRICK)):
        effort = Effort(deals=50, threads=1)
        counts = result_counts(*SCENES[name], effort, side=0, row_seat=row_seat).counts
        exact = result_counts(*SCENES[name], EXACT, side=0, row_seat=row_seat).counts
        assert counts.sum() == 50
        assert not counts[exact == 0].any()
    cards = card_counts(*SCENES["greedy"], Effort(deals=50, threads=1), [0, -1], side=1)
    assert cards.won[0] == cards.won[1]
    cards = card_counts(*SCENES["open"], Effort(deals=5, threads=1), [0, -1], side=1)
    assert cards.won[0] <= cards.won[1]


# ------------------------------------------------------------------------ a second generator


@kernel
def philox_results(first, last, seed, deck, needs, fixed, start):
    """Counts of greedy play, dealt by picking from what is left, with Philox."""
    sums = np.zeros(3, np.int64)
    hands = np.zeros(needs.shape[0], np.int64)
    for deal in range(first, last):
        left = deck.copy()
        size = left.shape[0]
        j = 0
        for seat in range(needs.shape[0]):
            hands[seat] = fixed[seat]
            for _ in range(needs[seat]):
                at = below_high(philox_word(seed, deal, j), size)
                hand = hands[seat]
                card = np.int64(left[at])
                left[at] = left[size - 1]
                size -= 1
                j += 1
                # No seat of these scenes both knows and lacks cards, so that 0 is its start.
                hands[seat] = pack(hand & 255, hand >> 8, card)
        sums[play_out(hands, start, None, None, None, None, -1, np.uint64(0)) & 3] += 1
    return sums


@pytest.mark.parametrize("name", ["greedy", "partner"])
def test_deals_of_another_generator_are_spread_about_the_same_chances(name):
    scene = SCENES[name][0]
    check_samples(
        lambda seed: philox_results(
            0, DEALS, np.uint64(seed), scene.decks[0], scene.needs, scene.fixed, scene.start
        ),
        exact_shares(name),
        seeds=range(20),
    )


# ------------------------------------------------------------------- what changes no digit


def answers(effort: Effort) -> list[list[int]]:
    """What several questions come to, every number of them."""
    found = [
        result_counts(*SCENES["partner"], effort, side=0).counts,
        result_counts(*SCENES["both unknown"], effort, side=0, row_seat=0).counts,
        result_counts(*SCENES["random"], effort, side=0, row_seat=k.FIRST_TRICK).counts,
    ]
    cards = card_counts(*SCENES["table"], effort, [0, 1, 2], side=1)
    found += [cards.won, cards.undecided]
    found += [] if cards.products is None else [cards.products]
    return [part.reshape(-1).tolist() for part in found]


@pytest.mark.parametrize("effort", [EXACT, Effort(deals=50_001, seed=3)], ids=["exact", "deals"])
def test_threads_and_blocks_change_no_digit(effort, monkeypatch):
    wanted = answers(replace(effort, threads=1))
    assert answers(replace(effort, threads=2)) == wanted
    for block, exact_block in ((50_001, 200), (777, 1), (1 << 20, 1 << 20)):
        monkeypatch.setattr(odds, "_BLOCK", block)
        monkeypatch.setattr(odds, "_EXACT_BLOCK", exact_block)
        assert answers(replace(effort, threads=2)) == wanted


def test_another_seed_is_another_sample():
    drawn = {
        tuple(result_counts(*SCENES["greedy"], Effort(deals=DEALS, seed=s), side=0).counts[0])
        for s in (0, 1, 2**63, 2**64 - 1)
    }
    assert len(drawn) == 4


class Stop:
    """A progress that presses Ctrl-C after a number of deals."""

    def __init__(self, after: int = 0) -> None:
        self.after = after
        self.done = 0

    def start(self, total: int) -> None:
        pass

    def advance(self, deals: int) -> None:
        self.done += deals
        if self.done >= self.after:
            self.after = 10**18
            signal.raise_signal(signal.SIGINT)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("rows", [None, 0])
def test_an_interrupted_sample_is_the_smaller_sample(rows):
    effort = Effort(deals=3_000_000, threads=2, progress=Stop(after=200_000))
    found = result_counts(*SCENES["greedy"], effort, side=0, row_seat=rows)
    assert found.interrupted
    assert 200_000 <= found.deals < 3_000_000
    smaller = result_counts(*SCENES["greedy"], Effort(deals=found.deals), side=0, row_seat=rows)
    assert (found.counts == smaller.counts).all()
    assert not smaller.interrupted


def test_interrupted_cards_are_those_of_the_smaller_sample():
    effort = Effort(deals=3_000_000, threads=1, progress=Stop(after=100_000))
    found = card_counts(*SCENES["greedy"], effort, [0, 1], side=1)
    assert found.origin.interrupted
    smaller = card_counts(*SCENES["greedy"], Effort(deals=found.origin.deals), [0, 1], side=1)
    assert (found.products == smaller.products).all()


def test_an_interrupted_enumeration_gives_no_answer():
    """The first part of all hands is no sample of them."""
    effort = Effort(exact=True, threads=1, progress=Stop())
    with pytest.raises(KeyboardInterrupt):
        result_counts(*SCENES["both unknown"], effort, side=0)
    effort = Effort(exact=True, threads=1, progress=Stop())
    with pytest.raises(KeyboardInterrupt):
        card_counts(*SCENES["both unknown"], effort, [0, 1], side=1)


# ------------------------------------------------------------------------------ how much


def test_what_is_small_is_enumerated_without_being_asked_to(monkeypatch):
    scene = SCENES["greedy"]
    plays = plays_to_enumerate(*scene)
    monkeypatch.setattr(odds, "EXACT_BOUND", plays)
    assert result_counts(*scene, Effort(), side=1).method == "exact"
    assert card_counts(*scene, Effort(), [0], side=1).origin.method == "exact"
    assert card_counts(*scene, Effort(), [0, 1], side=1).origin.method == "monte_carlo"
    monkeypatch.setattr(odds, "EXACT_BOUND", plays - 1)
    found = result_counts(*scene, Effort(), side=1)
    assert (found.method, found.seed) == ("monte_carlo", 0)
    assert result_counts(*scene, EXACT, side=1).method == "exact"


def test_plays_are_what_enumeration_plays():
    """Classes of hands, times the choices of random players, times the cards compared."""
    scene, pair = SCENES["greedy"][0], SCENES["partner"][0]
    # None of the nine ordinary powers has fewer than three cards left; three manilhas have one.
    hands = math.comb(11, 3) + math.comb(10, 2) * 3 + 9 * 3 + 1
    assert plays_to_enumerate(scene, seated(GREEDY)) == hands
    assert plays_to_enumerate(scene, seated(GREEDY, RANDOM)) == 6 * hands
    assert plays_to_enumerate(scene, seated(GREEDY, RANDOM), slots=3) == 18 * hands
    assert plays_to_enumerate(scene, seated(RANDOM)) == hands  # by order, not by script
    assert plays_to_enumerate(scene, seated(RANDOM), slots=2) == 72 * hands
    assert plays_to_enumerate(scene, seated(OPEN)) == odds.OPEN_COST * hands
    both = len(hand_classes(pair.counts, 3)) ** 2
    assert plays_to_enumerate(pair, seated(GREEDY, players=4)) == both
    assert plays_to_enumerate(pair, seated(RANDOM, players=4)) == 6 * both


@pytest.mark.parametrize("precision", [None, 0.003, 0.0012])
def test_a_sample_ends_at_the_first_look_that_is_precise_enough(precision, monkeypatch):
    monkeypatch.setattr(odds, "EXACT_BOUND", 0)
    scene, effort = SCENES["greedy"], Effort(precision=precision)
    found = result_counts(*scene, effort, side=1)
    assert found.deals in effort.looks
    assert found.z == z_value(looks=len(effort.looks))

    def half_width(deals: int) -> float:
        counts = result_counts(*scene, Effort(deals=deals), side=1).counts
        share = counts[0, 1] / deals
        return found.z * math.sqrt(share * (1 - share) / deals)

    wanted = 0.001 if precision is None else precision
    assert half_width(found.deals) <= wanted
    assert found.deals == effort.looks[0] or half_width(found.deals // 2) > wanted
    cards = card_counts(*scene, effort, [-1], side=1)
    assert (cards.origin.deals, cards.won[0]) == (found.deals, found.counts[0, 1])


def test_precision_may_be_that_of_something_else(monkeypatch):
    monkeypatch.setattr(odds, "EXACT_BOUND", 0)
    asked = []

    def half_width(sums: np.ndarray, done: int) -> float:
        asked.append((int(sums.sum()), done))
        return 1.0 if len(asked) < 3 else 0.0

    found = result_counts(*SCENES["greedy"], Effort(), side=1, half_width=half_width)
    assert found.deals == LOOKS[2]
    assert asked == [(look, look) for look in LOOKS[:3]]


SURE = spot("4♣ 7♥ A♠", rules="mineiro")


def test_a_unanimous_sample_is_proved_by_enumeration(monkeypatch):
    monkeypatch.setattr(odds, "EXACT_BOUND", 0)
    lineup = seated(GREEDY)
    for side in (0, 1):
        assert result_counts(SURE, lineup, Effort(), side=side).method == "exact"
        assert card_counts(SURE, lineup, Effort(), [0, 1], side=side).origin.method == "exact"
    limited = Effort(deals=1000), Effort(precision=0.01)
    for effort in limited:
        assert result_counts(SURE, lineup, effort, side=1).method == "monte_carlo"
        assert card_counts(SURE, lineup, effort, [0], side=1).origin.method == "monte_carlo"
    monkeypatch.setattr(odds, "PROOF_BOUND", 0)
    assert result_counts(SURE, lineup, Effort(), side=1).method == "monte_carlo"


def test_nothing_is_proved_after_an_interruption(monkeypatch):
    monkeypatch.setattr(odds, "EXACT_BOUND", 0)
    found = result_counts(SURE, seated(GREEDY), Effort(progress=Stop(), threads=1), side=1)
    assert (found.method, found.interrupted) == ("monte_carlo", True)
    found = card_counts(SURE, seated(GREEDY), Effort(progress=Stop(), threads=1), [0], side=1)
    assert (found.origin.method, found.origin.interrupted) == ("monte_carlo", True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exact": True, "deals": 100}, "options: exact and deals"),
        ({"deals": 100, "precision": 0.1}, "options: deals and precision"),
        ({"exact": True, "precision": 0.1}, "options: exact and precision"),
        ({"deals": 1}, "deals: 1"),
        ({"deals": 0}, "deals: 0"),
        ({"deals": True}, "deals: True"),
        ({"deals": 100.0}, "deals: 100.0"),
        ({"deals": "100"}, "deals: 100"),
        ({"deals": 10**15 + 1}, "deals"),
        ({"threads": 0}, "threads: 0"),
        ({"threads": True}, "threads: True"),
        ({"threads": 1025}, "threads: 1025"),
        ({"seed": -1}, "seed: -1"),
        ({"seed": 2**64}, "seed"),
        ({"seed": False}, "seed: False"),
        ({"seed": None}, "seed"),
        ({"precision": 0.0}, "precision: 0.0"),
        ({"precision": 0.51}, "precision: 0.51"),
        ({"precision": math.nan}, "precision: nan"),
        ({"precision": "0.1"}, "precision: 0.1"),
    ],
)
def test_effort_that_makes_no_sense_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        Effort(**options)


def test_effort_at_the_edges_is_taken():
    assert Effort(deals=2).looks == (2,)
    assert Effort(deals=10**15, seed=2**64 - 1, threads=1024).z == Z95
    assert Effort(precision=0.5).looks == (1 << 18,)
    looks = Effort(precision=1e-6).looks
    assert looks[-2] < (z_value(looks=40) * 0.5 / 1e-6) ** 2 <= looks[-1]
    assert all(2 * one == other for one, other in itertools.pairwise(looks))
    assert Effort().looks == LOOKS
    assert (Effort().half_width, Effort(precision=0.01).half_width) == (0.001, 0.01)
