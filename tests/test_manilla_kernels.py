"""The kernels of La Manilla against the referee and against the independent program."""

from __future__ import annotations

import random

import naive_manilla as naive
import numpy as np
import pytest

from analyzer.core.rng import below_high, deal_key, word
from analyzer.manilla.cards import DECK, PLAYERS, card_name, cards_of, mask_of
from analyzer.manilla.kernels import bits, play, sample
from analyzer.manilla.kernels import legal as masks
from analyzer.manilla.policies import Lineup
from analyzer.manilla.referee import Hand, legal, winning_place
from analyzer.manilla.rules import Rules

RULES = (Rules(), Rules(must_undertrump=True))
SEED = np.uint64(7)
RANDOM = Lineup.read("random", 1).ways


def key_of(deal: int) -> np.uint64:
    return np.uint64(deal_key(SEED, deal))  # the compiled function gives a plain integer


def drawn(key: np.uint64, number: int, among: int) -> int:
    return below_high(np.uint64(word(key, number)), among)


def start_of(hand: Hand) -> np.ndarray:
    """Return where a hand stands, in the form of kernels."""
    start = np.zeros(play.START, np.int64)
    start[play.TRUMP] = hand.trump
    start[play.UNDERTRUMP] = hand.rules.must_undertrump
    start[play.LEADER] = hand.leader
    start[play.ON_TABLE] = len(hand.table)
    start[play.TABLE : play.TABLE + len(hand.table)] = hand.on_table
    start[play.TAKEN], start[play.WON] = hand.points[1], hand.won[1]
    return start


def masks_of(hand: Hand) -> np.ndarray:
    return np.array([mask_of(held) for held in hand.held], np.int64)


def random_hand(chance: random.Random, rules: Rules, most: int = 12) -> Hand:
    size = chance.randint(1, most)
    deck = chance.sample(range(48), 4 * size)
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(PLAYERS)]
    return Hand(rules, trump=chance.randrange(4), hands=hands, leader=chance.randrange(4))


def play_some(hand: Hand, chance: random.Random) -> None:
    for _ in range(chance.randrange(4 * len(hand.held[0]))):
        hand.play(hand.turn, chance.choice(hand.legal_plays(hand.turn)))


@pytest.mark.nojit
def test_masks_of_cards() -> None:
    chance = random.Random(1)
    for _ in range(200):
        cards = sorted(chance.sample(range(48), chance.randint(1, 48)))
        mask = mask_of(cards)
        assert bits.size(mask) == len(cards)
        assert (bits.lowest(mask), bits.highest(mask)) == (cards[0], cards[-1])
        place = chance.randrange(len(cards))
        assert bits.nth(mask, place) == cards[place]
    assert bits.size(0) == 0


@pytest.mark.nojit
@pytest.mark.parametrize("rules", RULES)
def test_legal_cards_are_those_of_the_referee_and_of_the_independent_program(rules: Rules) -> None:
    chance = random.Random(2)
    for _ in range(3000):
        trick = chance.sample(range(48), chance.randint(0, 3))
        rest = [card for card in range(48) if card not in trick]
        held, trump = chance.sample(rest, chance.randint(1, 12)), chance.randrange(4)
        led, best, against = -1, -1, True
        if trick:
            place = winning_place(trick, trump)
            led, best, against = trick[0] // 12, trick[place], (len(trick) - place) % 2 == 1
        found = masks.legal_mask(mask_of(held), led, best, against, trump, rules.must_undertrump)
        assert sorted(legal(held, trick, trump, rules)) == list(cards_of(found))
        plain = naive.legal(
            [card_name(card) for card in held],
            [card_name(card) for card in trick],
            DECK.suits[trump],
            rules.must_undertrump,
        )
        assert set(plain) == {card_name(card) for card in cards_of(found)}


@pytest.mark.nojit
@pytest.mark.parametrize("rules", RULES)
def test_a_random_play_out_is_the_referees_hand(rules: Rules) -> None:
    chance = random.Random(3)
    for deal in range(1000):
        hand = random_hand(chance, rules)
        play_some(hand, chance)
        key = key_of(deal)
        forced = -1
        if deal % 3 == 0:
            forced = chance.choice(hand.legal_plays(hand.turn))
        code = play.play_out(masks_of(hand), start_of(hand), RANDOM, key, forced)
        draws = play.PLAY_WORDS
        while not hand.over:
            cards = sorted(hand.legal_plays(hand.turn))
            if forced >= 0:
                card, forced = forced, -1
            else:
                card = cards[drawn(key, draws, len(cards))]
                draws += 1
            hand.play(hand.turn, card)
        assert code == hand.points[1] + 128 * hand.won[1]


@pytest.mark.parametrize("rules", RULES)
def test_points_are_those_of_the_independent_program(rules: Rules) -> None:
    chance = random.Random(4)
    for deal in range(300):
        hand = random_hand(chance, rules)
        key = key_of(deal)
        code = play.play_out(masks_of(hand), start_of(hand), RANDOM, key, -1)
        node = naive.Node(
            tuple(tuple(card_name(card) for card in held) for held in hand.held),
            DECK.suits[hand.trump],
            hand.leader,
            undertrump=rules.must_undertrump,
        )
        even = total = 0
        draws = play.PLAY_WORDS
        while not naive.over(node):
            cards = sorted(DECK.parse(card, "test") for card in naive.choices(node))
            card = cards[drawn(key, draws, len(cards))]
            draws += 1
            trick = (*node.table, card_name(card))
            total += naive.worth(trick) if len(trick) == 4 else 0
            node, won = naive.lay(node, card_name(card))
            even += won
        assert code & 127 == total - even


def test_every_card_goes_to_every_seat_alike() -> None:
    deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
    deals = 4000
    counts = np.zeros((4, 48))
    turned = np.zeros(48)
    for deal in range(deals):
        sample.deal_all(deck, key_of(deal), hands)
        masks = [int(mask) for mask in hands]
        assert sum(masks) == (1 << 48) - 1
        assert all(mask.bit_count() == 12 for mask in masks)
        assert masks[0] >> int(deck[47]) & 1
        turned[deck[47]] += 1
        for seat, mask in enumerate(masks):
            counts[seat] += [mask >> card & 1 for card in range(48)]
    z = (counts - deals / 4) / np.sqrt(deals * 3 / 16)
    assert np.abs(z).max() < 4.5
    assert 15 < ((turned - deals / 48) ** 2 / (deals / 48)).sum() < 95  # 47 degrees of freedom


@pytest.mark.nojit
def test_a_simulation_adds_up_and_does_not_depend_on_blocks() -> None:
    whole = sample.simulate(0, 600, SEED, True, False, RANDOM)
    parts = [sample.simulate(a, b, SEED, True, False, RANDOM) for a, b in ((0, 250), (250, 600))]
    assert (whole == sum(parts)).all()
    assert whole.sum(axis=1).tolist() == [600, 600]
    assert sample.sample_deals(0, 100, SEED).shape == (4,)


def test_the_card_turned_up_is_worth_points_to_the_dealer() -> None:
    points, deals = np.arange(73), 20_000
    means = [
        (sample.simulate(0, deals, SEED, shown, False, RANDOM)[0] * points).sum() / deals
        for shown in (True, False)
    ]
    assert 1.0 < means[1] - means[0] < 2.0  # 1.65 in a long run, the standard error is 0.12
