"""Match equity: the escuro, mão de onze, the race over all scores, and where tables come from."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from analyzer.core.blocks import Run
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, PolicyError
from analyzer.paulista.equity import Equity, ends, equity_for
from analyzer.paulista.equity.ends import (
    CHOOSING,
    Ends,
    Game,
    Onze,
    Ordinary,
    sample_ends,
)
from analyzer.paulista.equity.escuro import _all_tied, escuro_chances
from analyzer.paulista.equity.lookup import SHELF, compute, same_match
from analyzer.paulista.equity.solve import solve_match
from analyzer.paulista.policies import lineup
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco import shelf
from analyzer.truco.equity import BATCHES
from analyzer.truco.kernels.choices import sample_choices
from analyzer.truco.odds import result_counts
from analyzer.truco.profiles import PROFILES

PRESETS = tuple(Rules.presets)
NORMAL = PROFILES["normal"]
TRADITIONAL, ONLINE = Rules(), Rules.presets["online"]
NO_TIES = replace(TRADITIONAL, all_tied="none")

every_table = pytest.mark.parametrize(
    ("preset", "players"), list(itertools.product(PRESETS, (2, 4)))
)


def game_of(rules=TRADITIONAL, players=2, play="greedy", profiles=(NORMAL, NORMAL)) -> Game:
    return Game(rules=same_match(rules, players), players=players, play=play, profiles=profiles)


def small(rules=TRADITIONAL, players=2, play="greedy", *, deals=1 << 14, threads=None, **game):
    return compute(game_of(rules, players, play, **game), deals, 3, Effort(threads=threads))


# ----------------------------------------------------------------------------------- escuro


def test_escuro_of_two_players_is_the_count_of_all_random_hands():
    tied = np.mean(
        [
            counts.counts[0, 2] / counts.deals
            for vira in viras(NO_TIES)
            for counts in [
                result_counts(
                    dealt_spot(NO_TIES, 2, vira),
                    lineup("random", NO_TIES, 2, 0),
                    Effort(exact=True),
                    side=0,
                )
            ]
        ]
    )
    assert float(escuro_chances(NO_TIES, 2)[2]) == pytest.approx(tied, rel=1e-12)
    assert tied == pytest.approx(0.000331, abs=5e-7)


def test_escuro_of_four_players_is_what_samples_show():
    n = 1 << 21
    spot, seats = dealt_spot(NO_TIES, 4), lineup("random", NO_TIES, 4, 0)
    found = result_counts(spot, seats, Effort(deals=n), side=0).counts[0]
    expected = [float(chance) for chance in escuro_chances(NO_TIES, 4)]
    for count, chance in zip(found, expected, strict=True):
        assert abs(count / n - chance) < 4 * sqrt(chance * (1 - chance) / n)


@pytest.mark.parametrize("deck", [(1, 1, 2, 2, 3, 3), (1, 1, 1, 1, 2, 2, 2), (1, 2, 3, 3, 3, 3, 4)])
def test_three_ties_by_laying_out_every_order(deck):
    orders = list(itertools.permutations(deck, 6))
    tied = sum(
        all(x == y for x, y in zip(order[::2], order[1::2], strict=True)) for order in orders
    )
    assert _all_tied(deck, 1) == Fraction(tied, len(orders))


def test_three_ties_of_pairs_by_laying_out_every_deal():
    deck = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4)
    rng = np.random.default_rng(1)
    n = 400_000
    cards = rng.permuted(np.tile(np.array(deck), (n, 1)), axis=1)[:, :12].reshape(n, 3, 2, 2)
    tied = (cards.max(axis=3)[:, :, 0] == cards.max(axis=3)[:, :, 1]).all(axis=1).mean()
    chance = float(_all_tied(deck, 2))
    assert chance > 0.003
    assert abs(tied - chance) < 4 * sqrt(chance * (1 - chance) / n)


def test_three_ties_go_where_the_rules_say():
    tied = escuro_chances(NO_TIES, 2)[2]
    even = (1 - tied) / 2
    assert escuro_chances(TRADITIONAL, 2) == (even + tied, even, 0)
    assert escuro_chances(replace(TRADITIONAL, all_tied="mano"), 2) == (even, even + tied, 0)
    assert escuro_chances(NO_TIES, 2) == (even, even, tied)


# ------------------------------------------------------------- the race, by another program


def random_ends(rules: Rules, seed: int) -> Ends:
    """Ends of hands that no policy would come to; every batch the same."""
    rng = np.random.default_rng(seed)
    caps = sorted({rules.top_rung(score) for score in range(rules.onze_score)})
    ordinary = {
        pair: Ordinary(np.tile(rng.integers(1, 1000, 11), (BATCHES, 1)))
        for pair in itertools.product(caps, caps)
    }
    onze = []
    for _ in range(2):
        thought = rng.dirichlet([2, 2, 0.3], 7)
        weight = rng.dirichlet([1] * 7)
        onze.append(Onze(thought, (thought * weight[:, None])[None]))
    return Ends(ordinary, (onze[0], onze[1]))


def equities_by_hand(rules, players, deals):  # noqa: C901 - one rule after the other
    """The same recursion said again, all shares of a state guessed until they settle."""
    target, near, ladder = rules.target, rules.onze_score, rules.ladder
    escuro = [float(chance) for chance in escuro_chances(rules, players)]
    worth: dict[tuple[int, int, int], float] = {}

    def after(us: int, them: int, dealer: int) -> float:
        if us >= target or them >= target:
            return 1.0 if us >= target else 0.0
        return worth[us, them, dealer]

    def ordinary(us: int, them: int, dealer: int, stays: float) -> float:
        mine, his = rules.top_rung(us), rules.top_rung(them)
        counts = deals[dealer].ordinary[(mine, his) if dealer == 0 else (his, mine)].counts[0]
        total = counts[-1] * stays
        for side, rung in itertools.product((0, 1), range(5)):
            won = side == dealer
            points = ladder[rung]
            score = (us + points, them) if won else (us, them + points)
            total += counts[side * 5 + rung] * after(*score, 1 - dealer)
        return total / counts.sum()

    def close(us: int, them: int, dealer: int, stays: float) -> float:
        # As the side at eleven sees it.
        we = us >= near
        onze = deals[dealer].onze[dealer if we else 1 - dealer]
        scores = [
            (rules.onze_stake, 0, 0),
            (0, rules.onze_stake, 0),
            (0, rules.onze_run, 0),
        ]
        if we:
            won, lost, ran = (after(us + a, them + b, 1 - dealer) for a, b, _ in scores)
        else:
            won, lost, ran = (1 - after(us + b, them + a, 1 - dealer) for a, b, _ in scores)
            stays = 1 - stays
        total = 0.0
        for thought, happened in zip(onze.thought, onze.happened[0], strict=True):
            hopes = thought[0] * won + thought[1] * lost + thought[2] * stays
            if rules.onze_choice and hopes < ran:
                total += happened.sum() * ran
            else:
                total += happened[0] * won + happened[1] * lost + happened[2] * stays
        return total if we else 1 - total

    for points in range(2 * target - 2, -1, -1):
        for us in range(max(0, points - target + 1), min(points, target - 1) + 1):
            them = points - us
            now = [0.5, 0.5]
            for _ in range(14):  # each leaves a tenth of the error
                for dealer in (0, 1):
                    stays = now[1 - dealer]
                    if us >= near and them >= near:
                        now[dealer] = escuro[dealer] + escuro[2] * stays
                    elif us >= near or them >= near:
                        now[dealer] = close(us, them, dealer, stays)
                    else:
                        now[dealer] = ordinary(us, them, dealer, stays)
            worth[us, them, 0], worth[us, them, 1] = now
    return worth


@every_table
def test_the_race_is_the_one_worked_out_by_hand(preset, players):
    rules = Rules.presets[preset]
    deals = random_ends(rules, players), random_ends(rules, players + 50)
    values, errors = solve_match(rules, players, deals)
    for state, worth in equities_by_hand(rules, players, deals).items():
        assert values[state] == pytest.approx(worth, abs=1e-9)
    assert errors.max() < 1e-12  # all batches are alike


def test_caps_are_the_first_rung_that_wins_the_match():
    assert [TRADITIONAL.top_rung(score) for score in range(12)] == [
        4,
        4,
        4,
        3,
        3,
        3,
        2,
        2,
        2,
        1,
        1,
        0,
    ]
    mineiro = Rules.presets["mineiro"]
    assert [mineiro.top_rung(score) for score in range(0, 12, 2)] == [4, 3, 3, 2, 1, 0]
    short = replace(TRADITIONAL, ladder=(1, 2, 3, 4, 5))
    assert short.top_rung(0) == short.top_rung(6) == 4


# -------------------------------------------------------------------------- how hands end


@pytest.fixture(scope="module")
def greedy_ends() -> Ends:
    return sample_ends(game_of(), 1 << 14, 5, Effort())[0]


def test_every_deal_of_every_batch_is_counted(greedy_ends):
    assert set(greedy_ends.ordinary) == set(itertools.product((1, 2, 3, 4), repeat=2))
    for hand in greedy_ends.ordinary.values():
        assert hand.counts.shape == (BATCHES, 11)
        assert (hand.counts.sum(axis=1) == (1 << 14) // BATCHES).all()


def test_nobody_goes_beyond_what_wins_the_match(greedy_ends):
    for (dealers, others), hand in greedy_ends.ordinary.items():
        won = hand.counts.sum(axis=0)[:-1].reshape(2, 5)
        # The one who still may call goes one rung over the other's at most.
        highest = dealers if dealers == others else min(dealers, others) + 1
        assert won[:, highest + 1 :].sum() == 0
        assert won[:, min(dealers, others)].sum() > 0


def test_mao_de_onze_of_two_players_is_exact(greedy_ends):
    for side, onze in enumerate(greedy_ends.onze):
        assert onze.happened.shape[0] == 1
        assert onze.happened.sum() == pytest.approx(1, abs=1e-12)
        won = np.mean(
            [
                counts.counts[0, side] / counts.deals
                for vira in viras(TRADITIONAL)
                for counts in [
                    result_counts(
                        dealt_spot(TRADITIONAL, 2, vira),
                        lineup("greedy", TRADITIONAL, 2, 0),
                        Effort(exact=True),
                        side=0,
                    )
                ]
            ]
        )
        assert onze.happened[0, :, 0].sum() == pytest.approx(won, abs=1e-12)


def test_mao_de_onze_of_four_players_without_choice_is_a_hand_without_calls():
    onze = sample_ends(game_of(players=4), 1 << 16, 5, Effort())[0].onze
    spot, seats = dealt_spot(TRADITIONAL, 4), lineup("greedy", TRADITIONAL, 4, 0)
    plain = result_counts(spot, seats, Effort(deals=1 << 16, seed=5), side=0).counts[0]
    for side in (0, 1):
        won = onze[side].happened.mean(axis=0)[0]
        assert won[:2] == pytest.approx(plain[[side, 1 - side]] / plain.sum(), abs=1e-12)


def choices(players: int, play: str, side: int, units: int, choosing: int, judging: int):
    spot, seats = dealt_spot(NO_TIES, players), lineup(play, NO_TIES, players, 0)
    return sample_choices(
        0,
        units,
        np.uint64(1),
        spot.decks,
        spot.start,
        seats.kinds,
        np.zeros(players, np.int64),
        seats.firsts,
        seats.seconds,
        side,
        choosing,
        judging,
    )


@pytest.mark.nojit
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("play", ["greedy", "random"])
def test_every_holding_is_played_as_often_as_asked(players, play):
    sums = choices(players, play, 1, 15, 3, 2)
    assert sums[:, 0].sum() == 15
    assert (sums[:, 1:].sum(axis=1) == 2 * sums[:, 0]).all()
    assert (sums[:, 0] > 0).sum() > 2


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("side", [0, 1])
def test_holdings_are_drawn_as_often_as_they_are_dealt(players, side):
    units, judging = 20_000, 8
    sums = choices(players, "greedy", side, units, 4, judging)
    spot, seats = dealt_spot(NO_TIES, players), lineup("greedy", NO_TIES, players, 0)
    plain = result_counts(spot, seats, Effort(deals=1 << 20), side=0).counts[0] / (1 << 20)
    share = sums[:, 1:].sum(axis=0) / (units * judging)
    # Hands of one holding hang together: at most as if each were one hand.
    for mine, chance in zip(share, plain[[side, 1 - side, 2]], strict=True):
        assert abs(mine - chance) < 4 * sqrt(chance * (1 - chance) / units)


@pytest.mark.parametrize(("play", "known"), [("expert", 1), ("greedy", 0)])
def test_who_has_looked_at_both_hands_plays_with_them_in_mind(play, known, monkeypatch):
    asked = []

    def noted(_kernel, args, **_options):
        asked.append((args[7], args[4].tolist()))
        return Run(np.ones((2 * CHOOSING + 1, 4), np.int64), 1, interrupted=False)

    monkeypatch.setattr(ends, "run_blocks", noted)
    sample_ends(game_of(Rules.presets["mineiro"], 4, play), BATCHES, 0, Effort())
    expected = [(0, [known, 0, known, 0]), (1, [0, known, 0, known])]
    assert asked == [each for each in expected for _ in range(BATCHES)]


def test_a_choice_sees_its_cards_and_no_more():
    # Exact: what a player at eleven, who runs below an even chance, wins of two players.
    onze = sample_ends(game_of(NO_TIES), BATCHES, 5, Effort())[0].onze[1]
    halves = onze.thought @ np.array([1, 0, 0.5])
    exact = onze.happened[0, halves >= 0.5, 0].sum()
    units, choosing = 30_000, 256
    sums = choices(2, "greedy", 1, units, choosing, 64)
    sampled = sums[choosing:, 1].sum() / (units * 64)
    # A blurred choice plays some hands just below the border in place of some above it.
    assert abs(sampled - exact) < 4 * sqrt(exact * (1 - exact) / units) + 0.005
    # Choosing by one hand hardly tells anything; judged by that hand it would seem to tell all.
    blind = choices(2, "greedy", 1, units, 1, 64)
    assert blind[2, 1] / (blind[2, 0] * 64) < 0.75


# ------------------------------------------------------------------------- whole tables


@pytest.mark.parametrize(
    ("preset", "players"), [*((preset, 2) for preset in PRESETS), ("limpo", 4), ("mineiro", 4)]
)
def test_what_one_side_wins_the_other_loses(preset, players):
    values = small(Rules.presets[preset], players, deals=1 << 12).values
    assert values.shape == (12, 12, 2)
    mirrored = 1 - values.transpose(1, 0, 2)[:, :, ::-1]
    assert values == pytest.approx(mirrored, abs=1e-12)
    assert (values > 0).all()
    assert (values < 1).all()
    # Mineiro scores by twos: there odd scores are never reached. To be at eleven, and forced to
    # play for three, is no better everywhere.
    step = Rules.presets[preset].ladder[0]
    reached = values[:10:step, :10:step]
    assert (np.diff(reached, axis=0) > 0).all()
    assert (np.diff(reached, axis=1) < 0).all()


def test_a_change_of_names_changes_nothing():
    loose, limpo = PROFILES["loose"], Rules.presets["limpo"]
    ours = small(limpo, play="greedy/random", profiles=(loose, NORMAL)).values
    theirs = small(limpo, play="random/greedy", profiles=(NORMAL, loose)).values
    assert ours == pytest.approx(1 - theirs.transpose(1, 0, 2)[:, :, ::-1], abs=1e-12)
    assert ours[0, 0].min() > 0.55


def test_digits_do_not_depend_on_threads():
    for rules, players in ((TRADITIONAL, 2), (Rules.presets["mineiro"], 4)):
        one = small(rules, players, deals=40_000, threads=1)
        two = small(rules, players, deals=40_000, threads=2)
        assert (one.values == two.values).all()
        assert (one.std_error == two.std_error).all()


def test_standard_errors_are_as_wide_as_tables_differ():
    tables = [compute(game_of(), 1 << 11, seed, Effort()) for seed in range(12)]
    spread = np.std([table.values for table in tables], axis=0, ddof=1)[:9, :9]
    told = np.sqrt(np.mean([table.std_error**2 for table in tables], axis=0))[:9, :9]
    assert 0.55 < np.median(spread / told) < 1.6


@pytest.mark.parametrize("dealer", [0, 1])
def test_at_eleven_without_a_choice_the_hand_decides(dealer):
    values = small().values
    onze = sample_ends(game_of(), 1 << 14, 3, Effort())[0].onze[dealer]
    won = onze.happened[0, :, 0].sum()
    # From 9 on three points win; else they come nearer.
    for them in (9, 10):
        assert values[11, them, dealer] == pytest.approx(won, abs=1e-12)
    next_score = values[11, 10, 1 - dealer]
    assert values[11, 7, dealer] == pytest.approx(won + (1 - won) * next_score, abs=1e-12)


@pytest.mark.parametrize("dealer", [0, 1])
def test_at_eleven_to_ten_with_a_choice_one_runs_into_the_escuro(dealer):
    values = small(ONLINE).values
    assert values[11, 11].tolist() == pytest.approx([0.5, 0.5], abs=1e-12)
    onze = sample_ends(game_of(ONLINE), 1 << 14, 3, Effort())[0].onze[dealer]
    stays = values[11, 10, 1 - dealer]
    plays = onze.happened[0, :, 0] + onze.happened[0, :, 2] * stays
    runs = onze.happened[0].sum(axis=1) * 0.5
    assert values[11, 10, dealer] == pytest.approx(np.maximum(plays, runs).sum(), abs=1e-12)
    assert 0.2 < runs[runs > plays].sum() * 2 < 0.8


def test_a_table_answers_beyond_the_end_of_the_match():
    table = small(deals=1 << 10)
    assert table.after(12, 3, we_deal=True) == 1
    assert table.after(23, 11, we_deal=False) == 1
    assert table.after(0, 14, we_deal=True) == 0
    assert table.after(4, 7, we_deal=True) == table.values[4, 7, 0]
    assert table.after(4, 7, we_deal=False) == table.values[4, 7, 1]
    told = json.loads(json.dumps(table.to_dict()))
    assert told["players"] == 2
    assert told["profile"][0]["name"] == "normal"
    assert told["std_error"] == table.std_error.max()


# ------------------------------------------------------------------ where a table comes from


@every_table
def test_shipped_tables_are_up_to_date(preset, players):
    """When this fails, run scripts/make-equity: the expert or the rules have changed."""
    game = SHELF.usual_game(preset, players)
    table = equity_for(Rules.presets[preset], players)
    made = game.provenance(table.provenance["deals"], table.provenance["seed"])
    assert table.provenance["policies_sha256"] == made["policies_sha256"]
    assert table.provenance["rules"] == json.loads(json.dumps(game.rules.to_dict()))
    assert table.provenance["profile"] == json.loads(json.dumps([NORMAL.to_dict()] * 2))
    assert (table.provenance["players"], table.provenance["play"]) == (players, "expert")
    assert table.std_error.max() < 0.002


@pytest.mark.parametrize(("preset", "players"), [("traditional", 2), ("mineiro", 4)])
def test_shipped_tables_can_be_made_again(preset, players):
    shipped = equity_for(Rules.presets[preset], players)
    fresh = compute(SHELF.usual_game(preset, players), 1 << 14, 9, Effort())
    off = (fresh.values - shipped.values) / np.hypot(fresh.std_error, shipped.std_error).clip(1e-5)
    assert np.abs(off).max() < 7  # errors from 16 batches have long tails


def test_options_that_change_no_match_share_a_table():
    house = replace(TRADITIONAL, cut="peek", swap_on_call=False, covered="any", onze_call="illegal")
    assert equity_for(house, 4) is equity_for(TRADITIONAL, 4)
    two = replace(TRADITIONAL, tie_lead="first_tied")
    assert equity_for(two, 2) is equity_for(TRADITIONAL, 2)
    assert same_match(two, 4) != same_match(TRADITIONAL, 4)
    for change in ({"all_tied": "none"}, {"onze_choice": True}, {"deck": "limpo"}):
        assert same_match(replace(TRADITIONAL, **change), 2) != same_match(TRADITIONAL, 2)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path)
    SHELF.forget()
    yield tmp_path
    SHELF.forget()


def test_a_computed_table_is_kept(own_cache, monkeypatch):
    rules = replace(TRADITIONAL, all_tied="mano")
    first = equity_for(rules, 2, "loose", "greedy", deals=4096)
    assert sorted(path.suffix for path in own_cache.iterdir()) == [".json", ".npz"]
    assert equity_for(rules, 2, "loose", "greedy", deals=4096) is first
    SHELF.forget()
    with monkeypatch.context() as patched:
        patched.setattr(SHELF, "compute", None)
        again = equity_for(rules, 2, "loose", "greedy", deals=4096)
    assert (again.values == first.values).all()
    assert again.provenance == json.loads(json.dumps(first.provenance))


def test_a_broken_file_in_the_cache_is_made_again(own_cache):
    first = equity_for(TRADITIONAL, 2, play="greedy", deals=4096)
    for path in own_cache.iterdir():
        path.write_bytes(b"PK not really")
    SHELF.forget()
    again = equity_for(TRADITIONAL, 2, play="greedy", deals=4096)
    assert (again.values == first.values).all()


def test_a_cache_that_cannot_be_written_is_done_without(own_cache, monkeypatch):
    monkeypatch.setattr(shelf, "cache_folder", lambda: own_cache / "no such folder")
    assert equity_for(TRADITIONAL, 2, play="greedy", deals=2048).values[0, 0].sum() > 0.9


def test_everything_that_matters_names_another_table():
    game = game_of()
    others = [
        (game_of(players=4), 4096, 0),
        (game_of(NO_TIES), 4096, 0),
        (game_of(play="random"), 4096, 0),
        (game_of(profiles=(NORMAL, PROFILES["loose"])), 4096, 0),
        (game_of(profiles=(NORMAL, NORMAL.with_answers((0.6, 0.1)))), 4096, 0),
        (game, 8192, 0),
        (game, 4096, 1),
    ]
    digests = [SHELF.digest(*other) for other in [(game, 4096, 0), *others]]
    assert len(set(digests)) == len(digests)


def test_a_question_s_own_deals_do_not_change_the_table():
    table = equity_for(TRADITIONAL, 2, effort=Effort(deals=100, seed=4))
    assert table is equity_for(TRADITIONAL, 2)
    assert isinstance(table, Equity)


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"profile": "nervous"}, "profile"),
        ({"profile": "normal/loose/tight"}, "profile"),
        ({"play": "clever"}, "play"),
        ({"play": "open", "deals": 64}, "open"),
    ],
)
def test_unknown_ways_are_refused(asked, complaint):
    with pytest.raises(PolicyError, match=complaint):
        equity_for(TRADITIONAL, 2, **asked)


@pytest.mark.parametrize("asked", [{"deals": 1}, {"deals": 2.5}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(asked):
    with pytest.raises(InputError):
        equity_for(TRADITIONAL, 2, **asked)
