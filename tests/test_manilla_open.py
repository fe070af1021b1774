"""Hands and whole deals that everybody plays perfectly with open cards."""

from __future__ import annotations

import json
import random

import naive_manilla as naive
import numpy as np
import pytest
from test_manilla_knowledge import RandomDeal
from test_manilla_solver import full_deal

from analyzer import manilla
from analyzer.cli.main import main
from analyzer.core.blocks import Run
from analyzer.core.errors import InputError
from analyzer.core.rng import deal_key
from analyzer.manilla.cards import DECK, card_names, cards_of
from analyzer.manilla.kernels import open_cards
from analyzer.manilla.kernels.play import START, TRUMP
from analyzer.manilla.kernels.sample import deal_all
from analyzer.manilla.questions.open_points import OpenPoints, few_deals, pace_for
from analyzer.manilla.situation import Deal
from analyzer.manilla.spots import open_hands


@pytest.mark.parametrize("undertrump", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_an_ending_is_worth_what_all_deals_that_fit_are(seed: int, undertrump: bool) -> None:
    deal = RandomDeal(seed, 36 + random.Random(seed).randrange(5), undertrump=undertrump)
    position = seed % 4 + 1
    found = manilla.hand(deal.fields(position, shown=deal.turned), play="open")
    before, node = 0, deal.node
    for card in deal.played:
        node, won = naive.lay(node, card)
        before += won
    deals = deal.consistent(position, deal.turned)
    memory: dict[naive.Node, int] = {}
    values = [
        before + naive.minimax(deal.left._replace(hands=tuple(map(tuple, held))), memory)
        for held in deals
    ]
    if position in (2, 4):
        values = [72 - value for value in values]
    assert (found.basis.method, found.basis.deals) == ("exact", len(deals))
    assert found.points.value == pytest.approx(sum(values) / len(values), abs=1e-12)
    assert found.win.value == sum(value > 36 for value in values) / len(values)
    assert found.tie.value == values.count(36) / len(values)
    assert found.capote.value == values.count(72) / len(values)
    for points, chance in enumerate(found.distribution):
        assert chance.value == chance.low == chance.high == values.count(points) / len(values)


def test_whole_deals_are_those_of_other_policies() -> None:
    seed, deals = 3, 6
    found = manilla.simulate(play="open", deals=deals, seed=seed)
    deck, hands = np.zeros(48, np.int64), np.zeros(4, np.int64)
    points = []
    for number in range(deals):
        deal_all(deck, np.uint64(deal_key(np.uint64(seed), number)), hands)
        held = [card_names(cards_of(int(hands[seat]))) for seat in (1, 2, 3, 0)]
        trump = DECK.suits[DECK.suit(int(deck[47]))]
        points.append(manilla.solve(" / ".join(held), trump=trump).points)
    assert found.counts["points"] == [points.count(n) for n in range(73)]
    assert (found.counts["unsolved"], found.counts["tricks"]) == (0, None)
    assert found.points.value == pytest.approx(sum(points) / deals)
    assert found.basis.play == "open"


def test_the_same_digits_with_any_number_of_threads() -> None:
    one, two = (manilla.simulate(play="open", deals=5, threads=n) for n in (1, 2))
    assert one.to_dict() == two.to_dict()


def test_a_deal_that_is_too_hard_is_left_with_bounds() -> None:
    node = full_deal(3)
    deal = Deal.read({"deal": [list(hand) for hand in node.hands], "trump": node.trump})
    start = np.zeros(START, np.int64)
    start[:3] = (deal.trump, 0, 1)
    assert start[TRUMP] == deal.trump
    desk, hands = open_cards.desk_for(12), open_hands(deal.replay())
    value = manilla.solve(deal).points
    low, high = open_cards.solved(desk, hands, start, 30_000)
    assert low < high
    assert low <= value <= high
    assert open_cards.solved(desk, hands, start, open_cards.NODES) == (value, value)


def bounded(side: int, *pairs: tuple[int, int], seed: int | None = 0) -> OpenPoints:
    sums = np.zeros((73, 73), np.int64)
    for low, high in pairs:
        sums[low, high] += 1
    return OpenPoints.of(Run(sums, len(pairs), interrupted=False), side, seed)


def test_estimates_hold_whatever_the_unsolved_deals_are_worth() -> None:
    found = bounded(1, (40, 40), (35, 38), (10, 10), (72, 72), seed=None)
    assert found.unsolved == 1
    assert (found.mean.low, found.mean.value, found.mean.high) == (157 / 4, 158.5 / 4, 160 / 4)
    assert (found.win.low, found.win.high) == (2 / 4, 3 / 4)
    assert (found.tie.low, found.tie.high) == (0, 1 / 4)
    assert found.capote.low == found.capote.high == 1 / 4
    chances = found.distribution
    assert [(chances[n].low, chances[n].high) for n in (10, 34, 35, 38, 39, 40)] == [
        (0.25, 0.25),
        (0, 0),
        (0, 0.25),
        (0, 0.25),
        (0, 0),
        (0.25, 0.25),
    ]
    sampled = bounded(1, (40, 40), (35, 38), (10, 10), (72, 72))
    assert sampled.mean.low < found.mean.low < found.mean.high < sampled.mean.high
    assert sampled.win.low < found.win.low < found.win.high < sampled.win.high


def test_the_dealers_side_has_the_rest() -> None:
    pairs = ((40, 40), (35, 38), (0, 0))
    theirs = bounded(0, *pairs, seed=None)
    assert theirs.mean.low == (32 + 34 + 72) / 3
    assert theirs.mean.high == (32 + 37 + 72) / 3
    assert theirs.capote.value == 1 / 3
    assert bounded(1, *pairs).tricks[0] == theirs.tricks[12] == 1


def test_fewer_cards_allow_more_deals() -> None:
    few = [few_deals(tricks) for tricks in range(1, 13)]
    assert few == sorted(few, reverse=True)
    assert (few[5], few[11]) == (1 << 14, 1 << 4)
    assert all(pace_for(tricks).looks[0] > few[tricks - 1] for tricks in range(1, 13))


def test_a_precision_is_reached() -> None:
    deal = RandomDeal(2, 24)
    found = manilla.hand(deal.fields(1), play="open", precision=0.01)
    assert found.win.half_width <= 0.01
    assert found.basis.method == "monte_carlo"


@pytest.mark.parametrize("play", ["open/expert", "expert/open", "open/open/random"])
def test_open_cards_are_for_all(play: str) -> None:
    with pytest.raises(InputError, match="all seats at once"):
        manilla.simulate(play=play, deals=2)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["manilla", "simulate", "--play", "open", "--deals", "3", "--quiet", "--lang", "en"]
    assert main([*words, "--json"]) == 0
    found = manilla.simulate(play="open", deals=3)
    assert json.loads(capsys.readouterr().out) == found.to_dict()
    assert main(words) == 0
    assert "all play open" in capsys.readouterr().out
