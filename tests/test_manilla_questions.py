"""What a hand of La Manilla is worth, and whole deals: chances, forms and errors."""

from __future__ import annotations

import json
import random

import naive_manilla as naive
import numpy as np
import pytest
from test_manilla_knowledge import RandomDeal

from analyzer import manilla
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.manilla.cards import card_name, cards_of
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels.play import VOIDS
from analyzer.manilla.questions import HandResult, SimulateResult
from analyzer.manilla.situation import Situation
from analyzer.manilla.spots import shown_voids, start_of

STRONG = "9O 1O 3O 9C 8C 2C 9E 1E 9B 1B 12B 2B"
WEAK = "2O 3O 4O 5O 2C 3C 4C 2E 3E 4E 2B 3B"


def test_a_strong_hand_is_worth_more_than_a_weak_one() -> None:
    strong = manilla.hand(STRONG, trump="B", deals=3000)
    weak = manilla.hand(WEAK, trump="B", deals=3000)
    assert weak.points.high < 36 < strong.points.low
    assert weak.win.value < 0.5 < strong.win.value


def chance_of(answer: HandResult, least: int, most: int) -> float:
    return sum(chance.value for chance in answer.distribution[least : most + 1])


def test_the_distribution_says_what_the_other_numbers_say() -> None:
    found = manilla.hand(STRONG, trump="B", position=4, deals=2000)
    assert len(found.distribution) == 73
    assert chance_of(found, 0, 72) == pytest.approx(1)
    assert chance_of(found, 37, 72) == pytest.approx(found.win.value)
    assert found.distribution[36] == found.tie
    mean = sum(points * chance.value for points, chance in enumerate(found.distribution))
    assert found.points.value == pytest.approx(mean)
    assert found.capote.value <= found.distribution[72].value


@pytest.mark.parametrize("seed", range(6))
def test_points_of_an_ending_are_those_of_all_deals_played_by_chance(seed: int) -> None:
    """Every deal that fits, every way to play on, by the independent program."""
    deal = RandomDeal(seed, 40 + random.Random(seed).randrange(4))
    position = seed % 4 + 1
    shown = deal.turned
    asked = Situation.read("hand", deal.fields(position, shown=shown))
    found = manilla.hand(asked, play="random", deals=40_000, seed=seed)
    values = []
    memory: dict[naive.Node, float] = {}
    for held in deal.consistent(position, shown):
        hands = tuple(tuple(sorted(hand)) for hand in held)
        values.append(expected(deal.left._replace(hands=hands), memory))
    node, before = deal.node, 0
    for card in deal.played:
        node, won = naive.lay(node, card)
        before += won
    wanted = before + sum(values) / len(values)
    if position in (2, 4):
        wanted = 72 - wanted
    error = max(found.points.std_error, 1e-9)
    assert abs(found.points.value - wanted) < 4.5 * error


def expected(node: naive.Node, memory: dict[naive.Node, float]) -> float:
    """The points that players 0 and 2 still win on average when all play by chance."""
    if naive.over(node):
        return 0.0
    if node not in memory:
        ends = [naive.lay(node, card) for card in naive.choices(node)]
        memory[node] = sum(won + expected(after, memory) for after, won in ends) / len(ends)
    return memory[node]


@pytest.mark.parametrize("seed", range(4))
def test_few_deals_are_all_played(seed: int) -> None:
    deal = RandomDeal(seed, 36)
    asked = Situation.read("hand", deal.fields(seed + 1))
    exact, sampled = manilla.hand(asked), manilla.hand(asked, deals=20_000)
    assert (exact.basis.method, exact.basis.seed) == ("exact", None)
    assert exact.basis.deals == Hidden.of(asked.table_state()).ways
    assert exact.points.std_error == exact.win.std_error == 0
    error = max(sampled.points.std_error, 1e-9)
    assert abs(sampled.points.value - exact.points.value) < 4.5 * error
    assert manilla.hand(asked, exact=True).to_dict() == exact.to_dict()
    assert manilla.hand(asked, play="random/expert").basis.method == "monte_carlo"


@pytest.mark.parametrize("seed", range(5))
def test_voids_are_what_the_player_cannot_hold(seed: int) -> None:
    deal = RandomDeal(seed, 30)
    asked = Situation.read("hand", deal.fields(1, shown=deal.turned))
    state = asked.table_state()
    voids = shown_voids(state)
    assert voids
    assert start_of(state, asked.rules)[VOIDS] == voids
    for seat in range(4):
        names = [card_name(card) for card in cards_of(int(state.may_hold[seat]))]
        held = deal.left.hands[(seat + 3) % 4]
        for suit, letter in enumerate("OCEB"):
            if voids >> (4 * seat + suit) & 1:
                assert not any(name.endswith(letter) for name in [*names, *held])


def test_an_answer_does_not_depend_on_threads() -> None:
    one = manilla.hand(STRONG, trump="B", deals=9000, threads=1)
    two = manilla.hand(STRONG, trump="B", deals=9000, threads=2)
    assert one.to_dict() == two.to_dict()
    other = manilla.hand(STRONG, trump="B", deals=9000, seed=1)
    assert other.points.value != one.points.value


def test_the_card_turned_up_counts() -> None:
    """The manilla of trump with the dealer is worse for his opponents than a low one."""
    mine = "2O 3O 4O 5O 2C 3C 4C 2E 3E 4E 3B 4B"
    dear = manilla.hand(mine, shown="9B", deals=4000)
    cheap = manilla.hand(mine, shown="2B", deals=4000)
    assert dear.points.high < cheap.points.low
    average = manilla.hand(mine, trump="B", deals=4000)
    assert dear.points.value < average.points.value < cheap.points.value


def test_whole_deals_by_chance_are_those_of_the_independent_program() -> None:
    found = manilla.simulate(play="random", deals=100_000, rule="must_undertrump=true")
    chance, points = random.Random(11), []
    for _ in range(1500):
        pack = chance.sample(naive.PACK, 48)
        hands = tuple(tuple(pack[12 * n : 12 * n + 12]) for n in range(4))
        node, total = naive.Node(hands, pack[47][-1], undertrump=True), 0
        while not naive.over(node):
            node, won = naive.lay(node, chance.choice(naive.choices(node)))
            total += won
        points.append(total)
    error = np.std(points) / np.sqrt(len(points))
    assert abs(np.mean(points) - found.points.value) < 4 * error
    wins = np.mean([total > 36 for total in points])
    assert abs(wins - found.win.value) < 4 * np.sqrt(0.25 / len(points))


def test_a_simulation_counts_what_it_says() -> None:
    found = manilla.simulate(play="expert/random", deals=5000)
    assert isinstance(found, SimulateResult)
    counts = found.counts
    assert counts["deals"] == 5000 == sum(counts["points"]) == sum(counts["tricks"])
    assert (len(counts["points"]), len(counts["tricks"])) == (73, 13)
    assert found.win == Estimate.proportion(sum(counts["points"][37:]), 5000)
    assert found.tie == Estimate.proportion(counts["points"][36], 5000)
    assert found.capote == Estimate.proportion(counts["tricks"][12], 5000)
    assert found.points.low > 38
    swapped = manilla.simulate(play="random/expert", deals=5000)
    assert swapped.points.high < 34


def test_an_answer_as_plain_values_and_as_a_table() -> None:
    found = manilla.hand({"hand": STRONG, "trump": "B"}, play="random", deals=1000)
    answer = json.loads(json.dumps(found.to_dict()))
    assert answer["game"] == "manilla"
    assert answer["question"] == "hand"
    assert answer["rules"]["must_undertrump"] is False
    assert answer["situation"]["trump"] == "B"
    assert (answer["method"], answer["deals"], answer["seed"]) == ("monte_carlo", 1000, 0)
    assert set(answer["points"]) == {"value", "low", "high", "std_error"}
    assert len(answer["distribution"]) == 73
    assert {"points", "win", "tie", "capote"} <= set(found.to_frame()["quantity"])
    assert found.headline() == f"{found.points.value:.1f} points, wins {found.win.value:.1%}"


def test_precision_ends_a_sample() -> None:
    found = manilla.simulate(play="random", precision=0.02)
    assert found.win.half_width <= 0.02


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"exact": True}, "deals fit"),
        ({"exact": True, "play": "random"}, "sampled"),
        ({"deals": 1}, "deals"),
        ({"play": "expert/open"}, "all seats"),
        ({"trump": "X"}, "trump"),
        ({"shown": "9O"}, "shown"),
        ({"played": "2O 3O"}, "played"),
        ({"vira": "4"}, "vira"),
    ],
)
def test_questions_that_are_wrong(fields: dict[str, object], text: str) -> None:
    with pytest.raises(InputError, match=text):
        manilla.hand(STRONG, **{"trump": "B", **fields})


@pytest.mark.parametrize(
    "fields", [{"trump": "B"}, {"exact": True}, {"players": 2}, {"play": "greedy"}]
)
def test_simulations_that_are_wrong(fields: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(fields))):
        manilla.simulate(**fields)


def test_names_are_imported_when_they_are_used() -> None:
    assert set(manilla.__all__) == set(dir(manilla))
    with pytest.raises(AttributeError, match="shout"):
        _ = manilla.shout
