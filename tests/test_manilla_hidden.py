"""Hidden hands: counted and drawn as if every deal that fits were listed."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import numpy as np
import pytest
from manilla_table import cards
from table_play import is_chi_square
from test_manilla_knowledge import RandomDeal, by_seat

from analyzer.core.rng import deal_key
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels.hidden import drawn_number, numbered_deal
from analyzer.manilla.situation import Situation


def drawn(hidden: Hidden, number: int) -> tuple[int, ...]:
    key = np.uint64(deal_key(np.uint64(3), number))
    return numbered(hidden, drawn_number(hidden.cells, key))


def numbered(hidden: Hidden, number: int) -> tuple[int, ...]:
    hands = np.zeros(PLAYERS, np.int64)
    numbered_deal(hidden.cases, hidden.cells, hidden.rooms, hidden.others, number, hands)
    return tuple(int(hand) for hand in hands)


def listed(deal: RandomDeal, position: int, asked: Situation) -> Counter[tuple[int, ...]]:
    """Return every deal that fits with its weight, by seats and without my own hand."""
    state = asked.table_state()
    weights: Counter[tuple[int, ...]] = Counter()
    turned = deal.turned if len(state.turned) == 1 else None
    for held in deal.consistent(position, turned):
        weight = len(deal.trumps_of_the_dealer(held[3])) if len(state.turned) > 1 else 1
        masks = list(by_seat([set(hand) for hand in held]))
        masks[state.seat] = 0
        if weight:
            weights[tuple(masks)] += weight
    return weights


def scene(seed: int, kind: str) -> tuple[RandomDeal, int, Situation]:
    chance = random.Random(seed)
    undertrump = chance.random() < 0.5
    deal = RandomDeal(seed, chance.randint(36, 44), undertrump=undertrump)
    position = chance.randint(1, 4)
    more: dict[str, object] = {"shown": {"shown": deal.turned}, "average": {}}.get(
        kind, {"rule": {"must_undertrump": undertrump, "trump_card": "hidden"}}
    )
    return deal, position, Situation.read("hand", deal.fields(position, **more))


@pytest.mark.parametrize("kind", ["shown", "average", "hidden"])
@pytest.mark.parametrize("seed", range(8))
def test_deals_are_numbered_and_none_is_drawn_that_does_not_fit(seed: int, kind: str) -> None:
    deal, position, asked = scene(seed, kind)
    hidden, weights = Hidden.of(asked.table_state()), listed(deal, position, asked)
    assert hidden.ways == weights.total()
    if hidden.ways <= 5000:
        assert Counter(numbered(hidden, number) for number in range(hidden.ways)) == weights
    assert {drawn(hidden, number) for number in range(200)} <= set(weights)


@pytest.mark.parametrize("kind", ["shown", "average", "hidden"])
def test_every_deal_that_fits_is_drawn_as_often_as_its_weight(kind: str) -> None:
    tried = 0
    for seed in range(40):
        deal, position, asked = scene(seed, kind)
        weights = listed(deal, position, asked)
        if not 4 <= len(weights) <= 200:
            continue
        hidden, total = Hidden.of(asked.table_state()), weights.total()
        draws = 20 * total
        counts = Counter(drawn(hidden, number) for number in range(draws))
        statistic = sum((counts[d] - 20 * w) ** 2 / (20 * w) for d, w in weights.items())
        assert counts.total() == draws == sum(counts[d] for d in weights)
        assert is_chi_square(statistic, len(weights) - 1)
        tried += 1
        if tried == 6:
            break
    assert tried == 6


def test_all_deals_before_the_first_card() -> None:
    hand = "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B"
    all_deals = comb(36, 12) * comb(24, 12)
    shown = Situation.read("hand", {"hand": hand, "shown": "1B"})
    assert Hidden.of(shown.table_state()).ways == all_deals // 3
    average = Situation.read("hand", {"hand": hand, "trump": "B"})
    assert Hidden.of(average.table_state()).ways == 8 * all_deals // 3
    mine = Situation.read("hand", {"hand": hand, "trump": "B", "position": 4})
    assert Hidden.of(mine.table_state()).ways == all_deals
    hidden = Hidden.of(shown.table_state())
    assert all(drawn(hidden, n)[0] >> cards("1B")[0] & 1 for n in range(50))
