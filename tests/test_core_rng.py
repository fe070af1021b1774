"""The generator: reference vectors, uniformity, independence, and a second opinion."""

from __future__ import annotations

import numpy as np
import pytest
from philox import philox_block, philox_word
from scipy import stats

from analyzer.core.jit import kernel
from analyzer.core.rng import below_high, below_low, deal_key, mix64, word

DEALS = 400_000
BINS = 32

# Outputs of the reference implementation, splitmix64.c by Sebastiano Vigna.
SPLITMIX64 = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


@kernel
def seven_cards(start, stop, seed, use_philox):
    """Deal two hands of three and a vira from 40 cards, as the game's kernels do."""
    found = np.empty((stop - start, 7), np.int8)
    deck = np.empty(40, np.int8)
    for deal in range(start, stop):
        for card in range(40):
            deck[card] = card
        key = deal_key(seed, deal)
        bits = np.uint64(0)
        for place in range(7):
            if place % 2 == 0:
                j = place // 2
                bits = philox_word(seed, deal, j) if use_philox else word(key, j)
                drawn = place + below_high(bits, 40 - place)
            else:
                drawn = place + below_low(bits, 40 - place)
            deck[place], deck[drawn] = deck[drawn], deck[place]
            found[deal - start, place] = deck[place]
    return found


@kernel
def words(seed, deals, j):
    found = np.empty(deals, np.uint64)
    for deal in range(deals):
        found[deal] = word(deal_key(seed, deal), j)
    return found


@kernel
def keys(seed, deals):
    found = np.empty(deals, np.uint64)
    for deal in range(deals):
        found[deal] = deal_key(seed, deal)
    return found


@pytest.fixture(scope="module")
def dealt() -> np.ndarray:
    return seven_cards(0, DEALS, np.uint64(0), False)


def p_uniform(counts) -> float:
    return float(stats.chisquare(np.asarray(counts).ravel()).pvalue)


def p_independent(first, second) -> float:
    """Chi-square of the table of two words' top and bottom bits."""
    smallest = 1.0
    for shift in (0, 64 - 5):
        a = (first >> np.uint64(shift)) & np.uint64(BINS - 1)
        b = (second >> np.uint64(shift)) & np.uint64(BINS - 1)
        table = np.bincount((a * np.uint64(BINS) + b).astype(np.int64), minlength=BINS * BINS)
        smallest = min(smallest, p_uniform(table))
    return smallest


@pytest.mark.nojit
@pytest.mark.parametrize("seed", SPLITMIX64)
def test_words_of_a_seed_are_splitmix64(seed):
    expected = SPLITMIX64[seed]
    assert [int(word(np.uint64(seed), j)) for j in range(len(expected))] == expected


@pytest.mark.nojit
def test_a_key_is_a_word_of_the_mixed_seed():
    start = mix64(np.uint64(5 + 0x9E3779B97F4A7C15))
    assert int(deal_key(np.uint64(5), 11)) == int(word(np.uint64(start), 11))


@pytest.mark.nojit
def test_seeds_and_deals_at_the_ends_of_their_range():
    seeds = [0, 1, 2**63 - 1, 2**63, 2**64 - 1]
    found = {int(deal_key(np.uint64(s), d)) for s in seeds for d in (0, 1, 2**62, 2**63 - 1)}
    assert len(found) == 20


@pytest.mark.nojit
@pytest.mark.parametrize("n", [1, 2, 3, 40, 2**31])
def test_bounded_draws_are_the_scaled_halves(n):
    for bits in (0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15):
        assert below_high(np.uint64(bits), n) == ((bits >> 32) * n) >> 32
        assert below_low(np.uint64(bits), n) == ((bits & 0xFFFFFFFF) * n) >> 32


def test_deals_of_one_seed_have_different_keys():
    assert len(np.unique(keys(np.uint64(3), DEALS))) == DEALS


@pytest.mark.parametrize("j", [0, 1, 7])
def test_every_bit_is_set_half_the_time(j):
    found = words(np.uint64(1), DEALS, j)
    ones = np.array([int((found >> np.uint64(b) & np.uint64(1)).sum()) for b in range(64)])
    z = (ones - DEALS / 2) / np.sqrt(DEALS / 4)
    assert np.abs(z).max() < 4.5
    assert stats.chi2.sf((z**2).sum(), 64) > 1e-4


def test_pairs_of_bits_in_a_word_are_independent():
    found = words(np.uint64(1), DEALS, 0)
    bits = ((found[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)).astype(np.float32)
    signs = 2 * bits - 1
    z = (signs.T @ signs) / np.sqrt(DEALS)
    assert np.abs(z[np.triu_indices(64, 1)]).max() < 5.5


@pytest.mark.parametrize("flipped", range(0, 64, 7))
def test_one_bit_of_seed_or_deal_changes_half_the_key(flipped):
    changes = []
    for deal in range(200):
        plain = int(deal_key(np.uint64(deal), deal))
        changes.append(plain ^ int(deal_key(np.uint64(deal ^ (1 << flipped)), deal)))
        if flipped < 63:
            changes.append(plain ^ int(deal_key(np.uint64(deal), deal ^ (1 << flipped))))
    share = sum(change.bit_count() for change in changes) / (64 * len(changes))
    assert abs(share - 0.5) < 4.5 * 0.5 / np.sqrt(64 * len(changes))


@pytest.mark.parametrize("apart", [1, 2, 40])
def test_neighbouring_deals_are_independent(apart):
    found = words(np.uint64(0), DEALS, 0)
    assert p_independent(found[:-apart], found[apart:]) > 1e-4


@pytest.mark.parametrize("other", [1, 2, 2**32, 2**63])
def test_neighbouring_seeds_are_independent(other):
    ours, theirs = words(np.uint64(0), DEALS, 0), words(np.uint64(other), DEALS, 0)
    assert p_independent(ours, theirs) > 1e-4
    assert p_independent(ours[:-1], theirs[1:]) > 1e-4
    assert p_independent(ours[1:], theirs[:-1]) > 1e-4


def test_neighbouring_words_of_a_deal_are_independent():
    first, second = words(np.uint64(0), DEALS, 0), words(np.uint64(0), DEALS, 1)
    assert p_independent(first, second) > 1e-4
    # A deal's second word against the next deal's first: streams must not be shifted copies.
    assert p_independent(second[:-1], first[1:]) > 1e-4


def test_the_two_halves_of_a_word_are_independent():
    found = words(np.uint64(4), DEALS, 2)
    high, low = found >> np.uint64(32), found & np.uint64(0xFFFFFFFF)
    twice = np.uint64(2**32 + 1)
    assert p_independent(high * twice, low * twice) > 1e-4


def test_every_card_comes_to_every_place(dealt):
    for place in range(7):
        assert p_uniform(np.bincount(dealt[:, place], minlength=40)) > 1e-4


def test_every_pair_of_cards_comes_to_every_pair_of_places(dealt):
    different = ~np.eye(40, dtype=bool)
    for a in range(7):
        for b in range(a):
            index = dealt[:, a].astype(np.int64) * 40 + dealt[:, b]
            table = np.bincount(index, minlength=1600).reshape(40, 40)
            assert table.trace() == 0
            assert p_uniform(table[different]) > 1e-4


def test_every_hand_of_three_comes_equally_often(dealt):
    hands = np.sort(dealt[:, 1:4].astype(np.int64), axis=1)
    _, counts = np.unique(hands @ [1600, 40, 1], return_counts=True)
    assert len(counts) == 9880
    assert p_uniform(counts) > 1e-4


def test_manilhas_in_seven_cards_are_hypergeometric(dealt):
    vira = dealt[:, 0] // 4
    manilhas = (dealt[:, 1:4] // 4 == ((vira + 1) % 10)[:, None]).sum(axis=1)
    expected = stats.hypergeom(39, 4, 3).pmf(range(4)) * DEALS
    assert stats.chisquare(np.bincount(manilhas, minlength=4), expected).pvalue > 1e-4


def test_a_deal_depends_on_its_number_alone(dealt):
    np.testing.assert_array_equal(seven_cards(1000, 1100, np.uint64(0), False), dealt[1000:1100])
    assert (seven_cards(1000, 1100, np.uint64(1), False) != dealt[1000:1100]).any()


def test_philox_is_numpys():
    rng = np.random.default_rng(7)
    for _ in range(20):
        counter = rng.integers(0, 2**64, 4, dtype=np.uint64)
        key = rng.integers(0, 2**64, 2, dtype=np.uint64)
        expected = np.random.Philox(counter=counter, key=key).random_raw(4)
        stepped = (int.from_bytes(counter.tobytes(), "little") + 1) % 2**256
        words = [np.uint64(stepped >> 64 * i & (2**64 - 1)) for i in range(4)]
        assert [int(w) for w in philox_block(*words, *key)] == expected.tolist()


def test_philox_deals_the_same_game(dealt):
    """Both generators agree on how often each strength meets each in the first trick."""
    other = seven_cards(0, DEALS, np.uint64(0), True)

    def meetings(cards):
        cards = cards.astype(np.int64)
        rank = cards // 4
        strength = np.where(rank == (rank[:, :1] + 1) % 10, 10 + cards % 4, rank)
        ours, theirs = strength[:, 1:4].max(axis=1), strength[:, 4:7].max(axis=1)
        return np.bincount(ours * 14 + theirs, minlength=196)

    table = np.array([meetings(dealt), meetings(other)])
    table = table[:, table.sum(axis=0) > 50]
    assert stats.chi2_contingency(table).pvalue > 1e-4
