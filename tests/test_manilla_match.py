"""What scores are worth: the race, juegos, and the partida as the referee goes on with it."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer import manilla
from analyzer.core.errors import InputError
from analyzer.core.race import Outcome, match_equity, race_values
from analyzer.manilla.equity import PARTS, Equity, estimate, std_error
from analyzer.manilla.questions import MatchResult
from analyzer.manilla.questions.match import points_by_part
from analyzer.manilla.referee.partida import Partida
from analyzer.manilla.rules import Rules

ENDS = {50: 0.25, 41: 0.25, 36: 0.1, 20: 0.3, 72: 0.05, 0: 0.05}
"""A made-up distribution of the points of the pair that does not deal."""


def counts(ends: dict[int, float], times: int = 1000) -> np.ndarray:
    found = np.zeros((PARTS, 73), np.int64)
    for points, chance in ends.items():
        found[:, points] = round(chance * times)
    return found


def equity_of(rules: Rules, we_deal: dict[int, float] = ENDS) -> Equity:
    return Equity.of(rules, counts(we_deal), counts(ENDS))


def random_gains(chance: random.Random, target: int, versions: int) -> np.ndarray:
    gains = np.array([chance.random() ** 3 for _ in range(2 * (2 * target + 1) * versions)])
    gains = gains.reshape(2, 2 * target + 1, versions)
    return gains / gains.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("target", [1, 2, 7])
def test_races_alike_at_all_scores_are_races(target: int) -> None:
    gains = random_gains(random.Random(target), target, 3)
    ends = np.zeros((2, 2, 3))
    ends[0] = 1
    found = race_values(gains, ends)
    for version in range(3):
        hands = [
            [
                Outcome(gains[dealer, target + net, version], max(net, 0), max(-net, 0))
                for net in range(-target, target + 1)
            ]
            for dealer in (0, 1)
        ]
        wanted = match_equity(target, lambda us, them, dealer, after, h=hands: h[dealer])
        assert found[..., version] == pytest.approx(wanted, abs=1e-12)


def test_the_end_of_a_race_may_be_worth_more_with_one_dealer() -> None:
    """A point for the one who does not deal decides a race to one at once."""
    gains = np.zeros((2, 3, 1))
    gains[0, 0] = gains[1, 2] = 1
    ends = np.array([[[1.0], [2.0]], [[3.0], [4.0]]])
    # We deal, they win, and they would deal next; they deal, we win, and we would.
    assert race_values(gains, ends).ravel().tolist() == [4.0, 1.0]


def test_a_race_without_points_ends_never() -> None:
    gains = np.zeros((2, 3, 1))
    gains[:, 1] = 1
    with pytest.raises(ValueError, match="nobody ever scores"):
        race_values(gains, np.zeros((2, 2, 1)))


class Table:
    """A partida of the referee in which deals end by a distribution, nobody playing a card."""

    def __init__(self, rules: Rules, chance: random.Random, **start: tuple[int, int]) -> None:
        self.partida = Partida(rules, seats=(0, 1, 2, 3), **start)
        self.chance = chance

    def winners(self, ends: tuple[dict[int, float], dict[int, float]]) -> tuple[int, ...]:
        """Play on by the ends of deals of players 0 and 2 of each seating, and of the others."""
        partida = self.partida
        while not partida.winners:
            of_dealer = ends[partida.pair_of(partida.dealer)]
            points = self.chance.choices(list(of_dealer), list(of_dealer.values()))[0]
            partida._finish_hand(
                SimpleNamespace(
                    points=(72 - points, points),
                    score=(max(36 - points, 0), max(points - 36, 0)),
                    capote={0: 0, 72: 1}.get(points),
                )
            )
        return partida.winners


OTHERS = {44: 0.2, 30: 0.4, 36: 0.2, 0: 0.2}


@pytest.mark.parametrize("capote", [False, True])
@pytest.mark.parametrize("juegos", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_a_partida_of_pairs_goes_on_as_the_referee_says(
    juegos: tuple[int, int], capote: bool
) -> None:
    rules = Rules(capote_wins_juego=capote)
    score = (12, 31)
    chance, deals = random.Random(3), 1500
    won = sum(
        0 in Table(rules, chance, score=score, juegos=juegos).winners((OTHERS, ENDS))
        for _ in range(deals)
    )
    wanted = float(equity_of(rules, OTHERS).partida(juegos)[(*score, 0, 0)])
    assert abs(won / deals - wanted) < 4.5 * np.sqrt(wanted * (1 - wanted) / deals)


HARD_ON_DEALERS = {66: 0.8, 34: 0.2}
"""Who deals next matters much."""


@pytest.mark.parametrize("score", [(0, 0), (35, 5)])
def test_an_individual_partida_goes_on_as_the_referee_says(score: tuple[int, int]) -> None:
    rules = Rules(match="individual")
    chance, deals = random.Random(4), 2000
    shares = np.zeros((deals, 4))
    for number in range(deals):
        winners = Table(rules, chance, score=score).winners((HARD_ON_DEALERS,) * 2)
        shares[number, list(winners)] = 1 / len(winners)
    found = Equity.of(rules, *[counts(HARD_ON_DEALERS)] * 2).individual(score)
    assert found[:, 0].sum() == pytest.approx(1)
    error = shares.std(axis=0) / np.sqrt(deals)
    assert np.abs((shares.mean(axis=0) - found[:, 0]) / error).max() < 4.5


def test_final_scores_say_who_wins_and_who_would_deal() -> None:
    equity = equity_of(Rules(), OTHERS)
    ends = equity.final_scores((10, 20), 0)
    assert ends.sum(axis=(0, 1)) == pytest.approx(np.ones(1 + PARTS))
    assert ends[:40].sum(axis=(0, 1)) == pytest.approx(equity.juego[10, 20, 0])
    # nobody loses points: the loser has what he had, or more
    assert not ends[:20].any()
    assert not ends[40:50].any()


def test_errors_are_as_wide_as_samples_differ() -> None:
    rules, values, errors = Rules(), [], []
    for seed in range(30):
        chance = np.random.default_rng(seed)
        sample = chance.multinomial(60, list(ENDS.values()), size=PARTS)
        points = np.zeros((PARTS, 73), np.int64)
        points[:, list(ENDS)] = sample
        equity = Equity.of(rules, points, points)
        found = estimate(equity.juego[0, 0, 0])
        values.append(found.value)
        errors.append(found.std_error)
    assert 0.7 < np.std(values) / np.mean(errors) < 1.4


def test_no_chance_leaves_the_range_of_chances() -> None:
    values = np.concatenate([[0.999], np.linspace(0.95, 1, PARTS)])
    found = estimate(values)
    assert (found.value, found.high) == (0.999, 1.0)
    assert found.std_error == std_error(values) > 0


def test_parts_of_a_sample_are_blocks_in_turn() -> None:
    ways = np.zeros((4, 15), np.int64)
    args = (5, np.uint64(1), True, False, ways)
    whole = sum(points_by_part(first, first + 5, *args) for first in range(0, 400, 5))
    assert whole.shape == (PARTS, 2, 73)
    assert whole[:, 0].sum(axis=1).tolist() == [15] * 16 + [10] * 16
    again = points_by_part(160, 165, *args)
    assert again[1:].sum() == 0 < again[0].sum()


@pytest.fixture(scope="module")
def found() -> MatchResult:
    return manilla.match(score="31-28", juegos=(1, 0), deals=5000)


def test_what_we_have_they_have_not(found: MatchResult) -> None:
    equity = np.array(found.equity)
    assert equity.shape == (40, 40, 2) == np.array(found.std_error).shape
    mirrored = 1 - equity.transpose(1, 0, 2)[:, :, ::-1]
    assert equity == pytest.approx(mirrored, abs=1e-12)
    assert (np.diff(equity, axis=0) > 0).all()
    assert (np.diff(equity, axis=1) < 0).all()
    assert found.we_deal.points.value + found.they_deal.points.value == pytest.approx(72)
    assert found.we_deal.win.value + found.they_deal.win.value == pytest.approx(
        1 - found.we_deal.tie.value
    )


def test_the_score_asked_for_is_a_row_of_the_table(found: MatchResult) -> None:
    for dealer, dealing in enumerate((found.we_deal, found.they_deal)):
        assert dealing.juego.value == found.equity[31][28][dealer]
        assert dealing.juego.std_error == found.std_error[31][28][dealer]
        assert dealing.partida.value == found.partida[31][28][dealer]
        assert dealing.partida.value > dealing.juego.value
    frame = found.to_frame()
    assert len(frame) == 3200
    row = frame[(frame["us"] == 31) & (frame["them"] == 28) & frame["we_deal"]].iloc[0]
    assert (row["equity"], row["partida"]) == (
        found.we_deal.juego.value,
        found.we_deal.partida.value,
    )
    assert frame.attrs["situation"] == {"players": 4, "score": "31-28", "juegos": "1-0"}


def test_the_answer_as_plain_values(found: MatchResult) -> None:
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"]) == ("manilla", "match")
    assert (answer["method"], answer["deals"], answer["seed"]) == ("monte_carlo", 5000, 0)
    assert answer["players"] is None
    assert len(answer["they_deal"]["distribution"]) == 73
    assert found.headline() == f"dealing at 31-28 wins {found.we_deal.juego.value:.1%} of juegos"


def test_who_plays_better_wins_whoever_deals() -> None:
    one, other = (manilla.match(play=play, deals=2000) for play in ("expert/random",) * 2)
    assert one.to_dict() == other.to_dict()
    assert one.basis.deals == 4000
    assert min(one.we_deal.juego.value, one.they_deal.juego.value) > 0.8
    worse = manilla.match(play="random/expert", deals=2000)
    assert worse.we_deal.juego.value < 0.2
    assert manilla.match(play="expert", deals=2000).to_dict() == {
        **manilla.match(play="expert/expert", deals=2000, threads=1).to_dict(),
        "play": "expert",
    }


def test_in_an_individual_partida_every_player_has_his_own_chance() -> None:
    found = manilla.match(rule="match=individual", deals=2000)
    assert found.partida is None is found.we_deal.partida
    assert [one.position for one in found.players] == [1, 2, 3, 4]
    assert sum(one.partida.value for one in found.players) == pytest.approx(1)
    assert found.basis.situation["juegos"] is None
    ahead = manilla.match(rule="match=individual", deals=2000, score="39-0")
    assert all(
        one.partida.value > before.partida.value
        for one, before in zip(ahead.players, found.players, strict=True)
    )
    assert "partida" not in found.to_frame().columns


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"score": "40-3"}, "score"),
        ({"score": "3"}, "score"),
        ({"juegos": "2-0"}, "juegos"),
        ({"juegos": "1-0", "rule": "match=individual"}, "juegos"),
        ({"exact": True}, "exact"),
        ({"precision": 0.1}, "precision"),
        ({"deals": 999}, "deals"),
        ({"trump": "B"}, "trump"),
        ({"players": 2}, "players"),
        ({"play": "expert/random/expert"}, "play"),
        ({"play": "expert/random", "rule": "match=individual"}, "partners change"),
    ],
)
def test_questions_that_are_wrong(fields: dict[str, object], text: str) -> None:
    with pytest.raises(InputError, match=text):
        manilla.match(**fields)
