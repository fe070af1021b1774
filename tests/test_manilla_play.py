"""Which card to play: held to every deal that is possible, and to what a sample can know."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable
from itertools import pairwise

import naive_manilla as naive
import numpy as np
import pytest
from manilla_table import cards
from test_manilla_knowledge import RandomDeal
from test_manilla_questions import expected

from analyzer import manilla
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, student, z_value
from analyzer.manilla import trials
from analyzer.manilla.cards import card_name, mask_of
from analyzer.manilla.choices import Choices, representatives
from analyzer.manilla.hidden import Hidden
from analyzer.manilla.kernels import choice as k
from analyzer.manilla.kernels.choice import played_cards
from analyzer.manilla.policies import Lineup
from analyzer.manilla.questions import PlayResult
from analyzer.manilla.situation import Situation
from analyzer.manilla.spots import start_of

CARDS = "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B"
FOLLOWING = {"trump": "B", "position": 3, "played": "2E 3E"}


def ending(seed: int, *, left: int = 4) -> tuple[RandomDeal, int]:
    """Return a deal of which a few tricks are left, and the position that is to play."""
    chance = random.Random(seed)
    while True:
        count = 48 - 4 * left + chance.randrange(4)
        deal = RandomDeal(chance.randrange(10**6), count, undertrump=chance.random() < 0.5)
        if len(naive.choices(deal.left)) > 1:
            return deal, naive.turn(deal.left) + 1


def of_all_deals(
    deal: RandomDeal, position: int, worth: Callable[[naive.Node], float]
) -> dict[str, float]:
    """Return my pair's mean points after each card, over every deal that is possible."""
    node, before = deal.node, 0
    for card in deal.played:
        node, won = naive.lay(node, card)
        before += won
    values: dict[str, list[float]] = {}
    for held in deal.consistent(position, deal.turned):
        left = deal.left._replace(hands=tuple(tuple(sorted(hand)) for hand in held))
        for card in naive.choices(left):
            after, won = naive.lay(left, card)
            points = before + won + worth(after)
            values.setdefault(card, []).append(points if position in (1, 3) else 72 - points)
    return {card: sum(found) / len(found) for card, found in values.items()}


@pytest.mark.parametrize("seed", range(8))
def test_open_cards_are_minimax_in_every_deal(seed: int) -> None:
    deal, position = ending(seed, left=3)
    found = manilla.play(deal.fields(position, shown=deal.turned), play="open")
    memory: dict[naive.Node, int] = {}
    wanted = of_all_deals(deal, position, lambda node: naive.minimax(node, memory))
    assert found.basis.method == "exact"
    assert {one.card for one in found.cards} == set(wanted)
    for one in found.cards:
        assert one.points.value == pytest.approx(wanted[one.card])
        assert one.behind.value == pytest.approx(max(wanted.values()) - wanted[one.card], abs=1e-9)
        assert one.points.low == one.points.high
    assert found.clear
    assert wanted[found.action] == pytest.approx(max(wanted.values()))


@pytest.mark.parametrize("seed", range(6))
def test_random_play_is_every_way_to_play_on(seed: int) -> None:
    deal, position = ending(seed + 50, left=3)
    asked = deal.fields(position, shown=deal.turned)
    found = manilla.play(asked, play="random", deals=30_000, seed=seed)
    memory: dict[naive.Node, float] = {}
    wanted = of_all_deals(deal, position, lambda node: expected(node, memory))
    assert found.basis.method == "monte_carlo"
    for one in found.cards:
        error = max(one.points.std_error, 1e-9)
        assert abs(one.points.value - wanted[one.card]) < 4.5 * error
    best = max(wanted.values())
    for one in found.cards:
        difference = best - wanted[one.card] - one.behind.value
        slack = best - wanted[found.action]  # the best card of the sample may be another one
        assert abs(difference) <= 4.5 * max(one.behind.std_error, 1e-9) + slack


@pytest.mark.parametrize("seed", range(4))
def test_a_single_card_is_worth_what_the_hand_is(seed: int) -> None:
    """By the expert: the hand goes on with the card that the player must play."""
    chance = random.Random(seed)
    while True:
        deal = RandomDeal(chance.randrange(10**6), 33 + chance.randrange(3))
        position = naive.turn(deal.left) + 1
        if len(naive.choices(deal.left)) == 1:
            break
    fields = deal.fields(position, shown=deal.turned)
    found, hand = manilla.play(fields, exact=True), manilla.hand(fields, exact=True)
    (only,) = found.cards
    assert (only.card, found.clear) == (found.action, True)
    assert only.points == hand.points
    assert (only.win, only.tie, only.capote) == (hand.win, hand.tie, hand.capote)
    assert only.behind.value == 0


def sums_of(low: list[list[int]], high: list[list[int]]) -> np.ndarray:
    sums = np.zeros((len(low[0]), len(low[0]) + k.COLUMNS), np.int64)
    for least, most in zip(low, high, strict=True):
        k.add_deal(sums, np.array(least), np.array(most))
    return sums


@pytest.mark.nojit
def test_sums_of_deals_are_what_they_say() -> None:
    chance = np.random.default_rng(1)
    low = chance.integers(30, 40, (50, 3))
    low[0], low[1] = 72, 36
    high = np.minimum(low + (chance.random((50, 3)) < 0.2) * chance.integers(0, 9, (50, 3)), 72)
    sums = sums_of(low.tolist(), high.tolist())
    assert (sums[:, :3] == (low + high).T @ (low + high)).all()
    assert (sums[:, 3 + k.TOTAL] == (low + high).sum(axis=0)).all()
    assert (sums[:, 3 + k.SLACK] == (high - low).sum(axis=0)).all()
    wins, ties, capotes = (
        sums[:, 3 + k.WINS :][:, :2],
        sums[:, 3 + k.TIES :],
        sums[:, 3 + k.CAPOTES :],
    )
    assert wins.T.tolist() == [(low > 36).sum(axis=0).tolist(), (high > 36).sum(axis=0).tolist()]
    sure = ((low == 36) & (high == 36)).sum(axis=0)
    assert ties[:, 0].tolist() == sure.tolist()
    assert ties[:, 1].tolist() == ((low <= 36) & (high >= 36)).sum(axis=0).tolist()
    assert capotes[:, :2].T.tolist() == [
        (low == 72).sum(axis=0).tolist(),
        (high == 72).sum(axis=0).tolist(),
    ]


def choices(low: list[list[int]], high: list[list[int]] | None = None, **more: object) -> Choices:
    given = {"z": 2.0, "clear_z": 2.0, "exact": False, **more}
    return Choices(sums_of(low, high or low), len(low), **given)


def test_differences_come_from_common_deals() -> None:
    points = [[40, 39], [20, 18], [60, 59], [33, 33]]
    found = choices(points)
    assert (found.best, found.behind(0).value) == (0, 0)
    behind = found.behind(1)
    assert behind.value == 1
    assert behind.std_error == pytest.approx(np.std([1, 2, 1, 0], ddof=1) / 2)
    assert behind.half_width == pytest.approx(student(2.0, 4) * behind.std_error)
    mean = found.points(0)
    assert mean.value == pytest.approx(38.25)
    assert mean.std_error == pytest.approx(np.std([40, 20, 60, 33], ddof=1) / 2)
    assert found.win(0).value == 0.5


def test_deals_that_were_not_solved_leave_room() -> None:
    low, high = [[40, 30], [30, 30]] * 50, [[40, 30], [40, 30]] * 50
    found = choices(low, high)
    assert found.points(0).value == pytest.approx(37.5)
    closed = choices([[40, 30], [35, 30]] * 50)
    assert found.points(0).half_width == pytest.approx(closed.points(0).half_width + 2.5)
    assert found.win(0).low < 0.5
    assert found.win(0).high > 0.99
    assert found.win(0).value == 0.75
    assert found.behind(1).half_width == pytest.approx(closed.behind(1).half_width + 2.5)


@pytest.mark.parametrize(
    ("points", "exact", "clear"),
    [
        ([[40, 39]] * 9, False, True),  # always one point less
        ([[40, 39], [40, 41]] * 9, False, False),
        ([[40, 40]] * 9, False, False),  # alike so far
        ([[40, 40]] * 9, True, True),  # alike for sure
        ([[40, 39], [40, 41]] * 9, True, True),
        ([[40], [30]], False, True),
    ],
)
def test_when_the_best_card_is_clear(points: list[list[int]], exact: bool, clear: bool) -> None:
    assert choices(points, exact=exact).clear is clear


def test_clear_is_a_matter_of_error() -> None:
    points = [[40, 38], [40, 41], [40, 37], [40, 40]] * 10
    assert choices(points, clear_z=2.0).clear
    assert not choices(points, clear_z=8.0).clear


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("play", ["expert", "open"])
def test_cards_that_stand_for_others_lead_to_the_same(seed: int, play: str) -> None:
    """Every card tried by itself gives what its representative gives."""
    deal, position = ending(seed + 9, left=6)
    asked = Situation.read("play", deal.fields(position, shown=deal.turned))
    state, hidden = asked.table_state(), Hidden.of(asked.table_state())
    trial = trials.Trial.of(play, state)
    effort = trials.Effort(deals=60)
    every = sorted(asked.legal)
    alone, _ = trial.run(asked, hidden, every, effort, every=False)
    assert (alone.z, alone.clear_z) == (Z95, z_value(looks=len(every) - 1))
    points = {card: alone.points(row) for row, card in enumerate(every)}
    found = manilla.play(asked, play=play, deals=60)
    assert {one.card: one.points for one in found.cards} == {
        card_name(card): estimate for card, estimate in points.items()
    }


def test_which_cards_are_alike() -> None:
    def alike(mine: str, others: str) -> list[list[str]]:
        found: dict[int, list[str]] = {}
        for card, lowest in representatives(cards(mine), mask_of(cards(others))).items():
            found.setdefault(lowest, []).append(card_name(card))
        return list(found.values())

    assert alike("2O 3O 4O", "5O") == [["2O", "3O", "4O"]]
    assert alike("2O 4O", "3O") == [["2O"], ["4O"]]
    assert alike("2O 4O", "3C 5O") == [["2O", "4O"]]  # the 3O has been played
    assert alike("8O 10O 11O", "") == [["8O"], ["10O"], ["11O"]]  # points
    assert alike("8O 2C", "") == [["8O"], ["2C"]]  # suits


def test_a_clear_card_ends_the_sample_early() -> None:
    """The partner's manilla wins: the rey is worth three points, the two none."""
    mine = "12E 2E 9O 3O 9C 8C 7C 2C 9B 8B 3B 2B"
    found = manilla.play(mine, trump="B", position=4, played="3E 9E 4E")
    assert (found.action, found.clear) == ("12E", True)
    assert found.basis.deals in trials._PLAYED_LOOKS[:-1]
    points = found.cards[0].points
    assert points.half_width > 2.5 * points.std_error  # the error is split over the looks
    assert [one.points.value for one in found.cards] == sorted(
        (one.points.value for one in found.cards), reverse=True
    )
    assert all(one.behind.low > 0 for one in found.cards[1:])


def test_a_sample_that_tells_no_best_card_goes_on_to_the_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The 2O and the 4O lose to the 9O on the table, and seldom matter later."""
    monkeypatch.setattr(trials, "_PLAYED_LOOKS", (64, 128))
    mine = "2O 4O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B"
    found = manilla.play(mine, trump="B", position=3, played="5O 9O", play="random")
    assert not found.clear
    assert found.basis.deals == 128
    assert found.cards[1].behind.low <= 0


def test_how_much_work_is_asked_for() -> None:
    exact = {"deals": 300}
    found = manilla.play(CARDS, **FOLLOWING, **exact)
    assert (found.basis.deals, found.basis.seed) == (300, 0)
    assert found.to_dict() == manilla.play(CARDS, **FOLLOWING, **exact, threads=1).to_dict()
    assert found.to_dict() != manilla.play(CARDS, **FOLLOWING, **exact, seed=1).to_dict()
    precise = manilla.play(CARDS, **FOLLOWING, precision=0.01)
    assert precise.cards[0].win.half_width <= 0.01
    assert precise.basis.deals > 4000


def test_the_most_deals_depend_on_the_tricks_left() -> None:
    for left, most in ((12, 32), (6, 2048)):
        deal, position = ending(left, left=left)
        asked = Situation.read("play", deal.fields(position, shown=deal.turned))
        looks = trials.Trial.solving(asked.table_state()).looks
        assert looks[-1] == most
        assert looks[0] >= 16
        assert all(more == 2 * few for few, more in pairwise(looks))


def test_a_deal_too_hard_to_solve_counts_as_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, position = ending(3, left=6)
    fields = deal.fields(position, shown=deal.turned)
    whole = manilla.play(fields, play="open", deals=60)
    assert whole.unsolved == 0
    monkeypatch.setattr(trials, "NODES", 200)
    hard = manilla.play(fields, play="open", deals=60)
    assert 0 < hard.unsolved <= 60
    known = {one.card: one.points for one in whole.cards}
    for one in hard.cards:
        assert one.points.low < known[one.card].value < one.points.high
        assert one.points.half_width > known[one.card].half_width


def test_sums_do_not_depend_on_blocks() -> None:
    asked = Situation.read("play", {"hand": CARDS, **FOLLOWING})
    state = asked.table_state()
    hidden = Hidden.of(state)
    args = (
        np.uint64(1),
        *hidden.args,
        state.seat,
        mask_of(state.mine),
        start_of(state, asked.rules),
        False,
        np.array(sorted(asked.legal)),
        Lineup.read("expert", state.seat).ways,
    )
    parts = [played_cards(first, first + 25, *args) for first in range(0, 100, 25)]
    assert (sum(parts) == played_cards(0, 100, *args)).all()
    assert played_cards(0, 0, *args).shape == (2, 2 + k.COLUMNS)


class Impatient:
    """Presses Ctrl-C when the first deals are finished."""

    def start(self, total: int) -> None:
        self.waiting = True

    def advance(self, deals: int) -> None:
        if self.waiting:
            self.waiting = False
            signal.raise_signal(signal.SIGINT)

    def close(self) -> None:
        pass


def test_what_was_finished_is_reported() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        found = manilla.play(CARDS, **FOLLOWING, deals=10**6, progress=Impatient(), threads=1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.basis.interrupted
    assert 0 < found.basis.deals < 10**5
    assert found.cards[0].points.value > 36


def test_the_answer_as_plain_values() -> None:
    found = manilla.play(CARDS, **FOLLOWING, deals=500)
    assert isinstance(found, PlayResult)
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"]) == ("manilla", "play")
    assert answer["cards"][0]["card"] == answer["action"]
    assert set(answer["cards"][1]) == {"card", "points", "win", "tie", "capote", "behind"}
    assert set(answer["cards"][1]["behind"]) == {"value", "low", "high", "std_error"}
    assert {one["card"] for one in answer["cards"]} == {"8E", "9E"}
    assert found.headline() == f"play {found.action}: {found.cards[0].points.value:.1f} points"
    assert "cards.9E.behind" in set(found.to_frame()["quantity"])


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"position": 2}, "position"),
        ({"play": "open/expert"}, "open"),
        ({"play": "greedy"}, "greedy"),
        ({"play": "random", "exact": True}, "sampled"),
        ({"exact": True}, "deals fit"),
        ({"deals": 1}, "deals"),
        ({"trump": "X"}, "trump"),
        ({"played": "2E 3E 4E"}, "played"),
        ({"score": "40-3"}, "score"),
    ],
)
def test_questions_that_are_wrong(fields: dict[str, object], text: str) -> None:
    with pytest.raises(InputError, match=text):
        manilla.play(CARDS, **{**FOLLOWING, **fields})
