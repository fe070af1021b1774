"""What scores are worth: talks counted, hands in their order, races, bolos, and kept tables."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import naive_boricua as nb
import numpy as np
import pytest
from naive_calls import best_part, decimal

from analyzer.boricua.cards import LIGAS
from analyzer.boricua.equity import equity_for
from analyzer.boricua.equity.ends import Chances, Game, sample_ends
from analyzer.boricua.equity.hands import Hands
from analyzer.boricua.equity.lookup import SHELF
from analyzer.boricua.equity.solve import solve_match
from analyzer.boricua.equity.talk import ACCEPT, REVOKE, RUN, talks_of
from analyzer.boricua.owed import Owed
from analyzer.boricua.rules import Rules
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, PolicyError
from analyzer.truco import shelf
from analyzer.truco.profiles import PROFILES, Profile

TRADITIONAL = Rules()
NORMAL, LOOSE = PROFILES["normal"], PROFILES["loose"]
NOBODY = Profile("nobody", 0.0, 0.0)
ONE = Effort(threads=1)

# -------------------------------------------------------------------------------- the talk


@cache
def two_hands() -> tuple[Counter, Counter]:
    """Count all deals of two players by their flores, or else by their ligas."""
    hands = [(frozenset(hand), nb.liga(hand), nb.flor(hand)) for hand in combinations(nb.pack(), 3)]
    flores: Counter[tuple] = Counter()
    ligas: Counter[tuple] = Counter()
    for dealer, mano in product(hands, hands):
        if dealer[0] & mano[0]:
            continue
        if dealer[2] or mano[2]:
            flores[dealer[2], mano[2]] += 1
        else:
            ligas[dealer[1], mano[1]] += 1
    return flores, ligas


def answers_of(profile: Profile, opens: bool, levels: int) -> list[list[dict[int, Fraction]]]:
    """Return for each answer which part of each liga runs, accepts and revokes."""
    hands = [hand for hand in combinations(nb.pack(), 3) if nb.flor(hand) is None]
    rank = {hand: Fraction(nb.liga(hand)) for hand in hands}
    weight = dict.fromkeys(hands, Fraction(1))
    if opens:
        good = best_part(weight, rank, profile.calls)
        weight = {hand: part + (1 - part) * decimal(profile.bluffs) for hand, part in good.items()}
    found = [[{nb.liga(hand): part for hand, part in weight.items()}]]
    for _ in range(levels):
        stays, again = (best_part(weight, rank, share) for share in profile.answers)
        parts = (
            {hand: 1 - part for hand, part in stays.items()},
            {hand: part - again[hand] for hand, part in stays.items()},
            again,
        )
        found.append([{nb.liga(hand): part for hand, part in one.items()} for one in parts])
        weight = {hand: part * again[hand] for hand, part in weight.items()}
    return found


@pytest.mark.parametrize("profiles", [(NORMAL, NORMAL), (LOOSE, PROFILES["tight"])])
def test_two_players_talk_as_every_deal_says(profiles):
    flores, ligas = two_hands()
    found = talks_of(TRADITIONAL, profiles, 2)
    deals = 1540 * 969
    for side in (0, 1):
        alone = sum(n for pair, n in flores.items() if pair[side] and not pair[1 - side])
        both = sum(
            n
            for (dealer, mano), n in flores.items()
            if dealer and mano and (dealer > mano) == (side == 0)
        )
        assert found.flores[side].tolist() == pytest.approx([alone / deals, both / deals])
    silent = sum(ligas.values())
    # As who opens and as who answers; mano is side 1 and speaks first.
    opened = [answers_of(profile, True, 2) for profile in profiles]
    called = [answers_of(profile, False, 2) for profile in profiles]
    wanted = np.zeros((2, 2, 3, 2))
    for (dealer, mano), n in ligas.items():
        held, winner = (dealer, mano), int(mano >= dealer)
        first = opened[1][0][0][mano]
        for side, chance in ((1, first), (0, (1 - first) * opened[0][0][0][dealer])):
            other = 1 - side
            for answer in (RUN, ACCEPT, REVOKE):
                part = chance * called[other][1][answer][held[other]]
                wanted[side, 0, answer, winner] += float(n * part)
                if answer == REVOKE:
                    for again in (RUN, ACCEPT, REVOKE):
                        then = part * opened[side][1][again][held[side]]
                        wanted[side, 1, again, winner] += float(n * then)
    assert found.envites[:, :2] == pytest.approx(wanted / silent, abs=1e-12)
    assert found.envites[:, -1, REVOKE].sum() == 0


def test_four_players_talk_as_simulated_ones():
    count, rng = 4000, random.Random(3)
    flores, envites = talks_of(TRADITIONAL, (NORMAL, NORMAL), 4)
    opens = answers_of(NORMAL, True, 0)[0][0]
    sent: Counter[tuple[int, int]] = Counter()
    opened: Counter[int] = Counter()
    silent = 0
    source = nb.deals(4, rng)
    for _ in range(count):
        hands = next(source)
        totals = {seat: total for seat, hand in enumerate(hands) if (total := nb.flor(hand))}
        if totals:
            both = len({seat & 1 for seat in totals}) - 1
            sent[nb.best_seat(totals, 4) & 1, both] += 1
            continue
        silent += 1
        for seat in nb.seats_from_mano(4):
            if rng.random() < opens[nb.liga(hands[seat])]:
                opened[seat & 1] += 1
                break
    for (side, both), n in sent.items():
        close(n, count, flores[side, both])
    for side in (0, 1):
        close(opened[side], silent, envites[side, 0].sum())


def close(found: int, count: int, chance: float) -> None:
    assert abs(found / count - chance) < 4 * (chance * (1 - chance) / count) ** 0.5


def test_places_of_ligas_fall():
    assert set(LIGAS) == {nb.liga(hand) for hand in combinations(nb.pack(), 3)}
    assert list(LIGAS) == sorted(LIGAS, reverse=True)


# ---------------------------------------------------------------------------- hands in order


def chances(seed: int = 0) -> Chances:
    """Return some chances of hands: a talk that never ends as one liked, and odd trucos."""
    rng = np.random.default_rng(seed)
    flores = rng.random((2, 2, 2)) / 20
    envites = np.zeros((2, 2, 9, 3, 2))
    for dealer, opener in product((0, 1), (0, 1)):
        reached = np.array([0.15, 0.2])
        for step in range(9):
            parts = rng.random((3, 2))
            parts[REVOKE] *= step < 8
            envites[dealer, opener, step] = reached * parts / parts.sum(axis=0)
            reached = envites[dealer, opener, step, REVOKE]
    trucos = rng.random((2, 5, 5, 2, 5))
    trucos /= trucos.sum(axis=(3, 4), keepdims=True)
    return Chances(flores, envites, trucos)


def ends_at(us: int, them: int, dealer: int) -> dict[tuple[int, int], float]:
    """Return the scores after a hand, by following it as the rule sheet says."""
    found: Counter[tuple[int, int]] = Counter()
    given = chances()
    silent = 1 - given.flores[dealer].sum()

    def truco(score: tuple[int, int], chance: float) -> None:
        if max(score) >= 30:
            found[score] += chance
            return
        tops = [next((n for n, s in enumerate((1, 3, 6, 9, 30)) if x + s >= 30), 4) for x in score]
        at = given.trucos[dealer][tops[dealer], tops[1 - dealer]]
        for side, rung in product((0, 1), range(5)):
            found[plus(score, side == dealer, (1, 3, 6, 9, 30)[rung])] += chance * at[side, rung]

    def answered(score: tuple[int, int], opener: int, step: int) -> None:
        side = (opener + step) & 1
        mine, his = (score[0 if one == dealer else 1] for one in (side, 1 - side))
        refused, value = nb.envite_worth(step - 1)
        parts = given.envites[dealer, opener, step - 1] * silent
        accepts = parts[ACCEPT].copy()
        if his + refused >= 30:
            accepts += parts[RUN]
        else:
            truco(plus(score, 1 - side == dealer, refused), parts[RUN].sum())
        if mine + value >= 30:
            accepts += parts[REVOKE]
        elif step < 9:
            answered(score, opener, step + 1)
        for winner in (0, 1):
            truco(plus(score, winner == dealer, value), accepts[winner])

    for side, both in product((0, 1), (0, 1)):
        truco(plus((us, them), side == dealer, 3 + 3 * both), given.flores[dealer, side, both])
    for opener in (0, 1):
        answered((us, them), opener, 1)
    truco((us, them), silent * (1 - given.envites[dealer, :, 0].sum()))
    return found


def plus(score: tuple[int, int], ours: bool, points: int) -> tuple[int, int]:
    return (score[0] + points, score[1]) if ours else (score[0], score[1] + points)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("us", "them"), [(0, 0), (28, 28), (29, 29), (29, 3), (20, 27), (14, 26), (24, 10)]
)
def test_a_hand_is_scored_in_order(us, them, dealer):
    found = {
        (us + ours, them + theirs): chance
        for chance, ours, theirs in Hands(TRADITIONAL, chances()).whole(us, them, dealer)
    }
    wanted = {score: chance for score, chance in ends_at(us, them, dealer).items() if chance > 0}
    assert sum(found.values()) == pytest.approx(1)
    assert {score for score, chance in found.items() if chance > 0} == set(wanted)
    for score, chance in wanted.items():
        assert found[score] == pytest.approx(chance, abs=1e-12)
        assert min(score) < 30


def test_worked_example_11():
    """At 28 a side wins an accepted envite: the match ends before the truco."""
    hands = Hands(TRADITIONAL, chances())
    outcomes = hands.whole(28, 20, 0)
    assert all(theirs <= 8 for _, ours, theirs in outcomes if ours >= 2 and theirs)
    assert {ours for _, ours, theirs in outcomes if theirs == 0} >= {2, 3, 6}


# ------------------------------------------------------------------------------------ races


def naive_match(hand: dict[int, list], end) -> np.ndarray:
    """Return the mean of what ends are worth, from hands that are the same at all scores.

    ``hand[dealer]`` lists phases one after another, each a list of chances and points.
    """
    worth = np.zeros((30, 30, 2))

    def value(us: int, them: int, dealer: int, phases: list) -> float:
        if max(us, them) >= 30:
            return end(us, them)
        if not phases:
            return worth[us, them, 1 - dealer]
        return sum(
            chance * value(us + ours, them + theirs, dealer, phases[1:])
            for chance, ours, theirs in phases[0]
        )

    for points in range(58, -1, -1):
        for us in range(max(0, points - 29), min(points, 29) + 1):
            for dealer in (0, 1):
                worth[us, points - us, dealer] = value(us, points - us, dealer, hand[dealer])
    return worth


@pytest.fixture(scope="module")
def quiet():
    """A match of two greedy players without a call, and its chances by naive counting."""
    game = Game(rules=TRADITIONAL, players=2, play="greedy", profiles=(NOBODY, NOBODY))
    solved = solve_match(TRADITIONAL, sample_ends(game, 1 << 16, 0, ONE))
    flores, ligas = two_hands()
    deals = 1540 * 969
    tricks, _ = nb.exact_average("greedy")
    hand = {}
    for dealer in (0, 1):  # us: side 0 deals
        talk = [(sum(ligas.values()) / deals, 0, 0)]
        for (his, manos), n in flores.items():
            points = 6 if his and manos else 3
            dealers = not manos or bool(his and his > manos)
            talk.append((n / deals, *plus((0, 0), dealers == (dealer == 0), points)))
        talk.sort()
        truco = [(float(tricks[side]), *plus((0, 0), side == dealer, 1)) for side in (0, 1)]
        merged = Counter()
        for chance, ours, theirs in talk:
            merged[ours, theirs] += chance
        hand[dealer] = [[(chance, *points) for points, chance in merged.items()], truco]
    return solved, hand


def test_a_match_without_calls(quiet):
    (values, std_error, _, _), hand = quiet
    wanted = naive_match(hand, lambda us, _them: us >= 30)
    assert np.abs(values - wanted).max() < 5 * std_error.max()
    assert 0 < std_error.max() < 0.005
    # Flores are counted: where one more grano wins, only they and the tricks' order matter.
    assert values[29, 29] == pytest.approx(wanted[29, 29], abs=5 * std_error[29, 29].max())


def test_bolos_are_for_who_wins_against_the_malos(quiet):
    (_, std_error, bolo, _), hand = quiet
    ours = naive_match(hand, lambda us, them: us >= 30 and them <= 15)
    theirs = naive_match(hand, lambda us, them: them >= 30 and us <= 15)
    assert np.abs(bolo[..., 0] - ours).max() < 5 * std_error.max()
    assert np.abs(bolo[..., 1] - theirs).max() < 5 * std_error.max()
    assert not bolo[:, 16:, :, 0].any()
    assert not bolo[16:, :, :, 1].any()


# ----------------------------------------------------------------------------- shipped tables


@pytest.mark.parametrize("players", [2, 4])
def test_the_shipped_tables_are_those_of_these_rules_and_policies(players):
    """When this fails, run scripts/make-equity boricua: the expert or the rules have changed."""
    table = equity_for(TRADITIONAL, players)
    game = SHELF.usual_game("traditional", players)
    made = game.provenance(table.provenance["deals"], table.provenance["seed"])
    assert table.provenance == made
    assert table.std_error.max() < 0.001


@pytest.mark.parametrize("players", [2, 4])
def test_the_shipped_tables_are_even_and_rise(players):
    table = equity_for(TRADITIONAL, players)
    values, bolo = table.values, table.bolo
    assert values[:, :, 0] + values[:, :, 1].T == pytest.approx(1)
    assert bolo[..., 0][:, :, 0] == pytest.approx(bolo[..., 1][:, :, 1].T)
    assert (np.diff(values, axis=0) > 0).all()
    assert (bolo[..., 0] <= values + 1e-12).all()
    assert 0.1 < bolo[0, 0].sum() / 2 < 0.5
    # From 15-0 on the right side a bolo is nearly sure, from 0-16 impossible.
    assert bolo[29, 0, 0, 0] > 0.95
    assert values[29, 0, 0] > 0.99


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_hand_is_worth_what_its_phases_are(players, dealer):
    table = equity_for(TRADITIONAL, players)
    for us, them in ((0, 0), (28, 28), (29, 13), (20, 26)):
        flores = table.flores[dealer]
        sent = sum(
            flores[side, both]
            * table.before_truco(*plus((us, them), side == dealer, 3 + 3 * both), dealer, Owed())
            for side, both in product((0, 1), (0, 1))
        )
        whole = sent + (1 - flores.sum()) * table.before_envite(us, them, dealer, Owed())
        assert whole == pytest.approx(table.values[us, them, dealer], abs=1e-12)


def test_what_is_owed_is_scored_last():
    table = equity_for(TRADITIONAL, 2)
    assert table.before_truco(30, 29, 0, Owed(1, 1)) == 1
    assert table.before_truco(29, 30, 1, Owed(1, 1)) == 0
    # At 29-29 the truco ends the match, whatever is owed.
    assert table.before_truco(29, 29, 0, Owed(0, 1)) == table.before_truco(29, 29, 0, Owed())


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(("us", "them"), [(28, 28), (28, 29), (29, 28)])
def test_both_may_owe_a_grano(us, them, dealer):
    """From 28-29 a truco of one grano leaves 29-29, and then mano's side is paid first."""
    table = equity_for(TRADITIONAL, 2)
    wanted = 0.0
    for chance, won, lost in table._hands.truco(us, them, dealer):
        score = [us + won, them + lost]
        for place in (0, 1) if dealer == 1 else (1, 0):
            score[place] += max(score) < 30
        wanted += chance * table.after(*score, we_deal=dealer == 1)
    assert table.before_truco(us, them, dealer, Owed(1, 1)) == pytest.approx(wanted)


@pytest.mark.parametrize("dealer", [0, 1])
def test_who_wins_the_tricks_wins_the_truco(dealer):
    table = equity_for(TRADITIONAL, 2)

    def worth(us: int, them: int, tricks: float | None = None) -> float:
        return table.before_truco(us, them, dealer, Owed(), tricks)

    assert [worth(29, 29, chance) for chance in (0, 0.3, 1)] == pytest.approx([0, 0.3, 1])
    usual = sum(chance for chance, ours, _ in table._hands.truco(20, 24, dealer) if ours)
    assert worth(20, 24, usual) == pytest.approx(worth(20, 24))
    ends = worth(20, 24, 0), worth(20, 24, 1)
    assert ends[0] < worth(20, 24) < ends[1]
    assert worth(20, 24, 0.25) == pytest.approx(0.75 * ends[0] + 0.25 * ends[1])
    sure = [table.before_envite(20, 24, dealer, Owed(), chance) for chance in (0, None, 1)]
    assert sure == sorted(sure)


def test_liga_and_tricks_are_all_but_independent():
    """What the equities take as so: whoever has the better liga wins the tricks as ever."""
    count, won, best = 6000, Counter(), Counter()
    for hands in (
        deal for _, deal in zip(range(count), nb.deals(2, random.Random(8)), strict=False)
    ):
        liga = nb.liga_winner(hands)
        best[liga] += 1
        won[liga] += nb.play_hand(hands, "greedy")[0] == 1
    shares = [won[side] / best[side] for side in (0, 1)]
    spread = sum(share * (1 - share) / best[side] for side, share in enumerate(shares)) ** 0.5
    assert abs(shares[0] - shares[1]) < 0.02 + 3 * spread


# -------------------------------------------------------------------------------- kept tables


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path)
    SHELF.forget()
    yield tmp_path
    SHELF.forget()


def test_a_computed_table_is_kept(own_cache, monkeypatch):
    asked = {"profile": "loose", "play": "greedy", "deals": 64, "effort": ONE}
    first = equity_for(TRADITIONAL, 2, **asked)
    SHELF.forget()
    monkeypatch.setattr(SHELF, "compute", None)
    again = equity_for(TRADITIONAL, 2, **asked)
    for name in ("values", "std_error", "bolo", "flores", "envites", "trucos"):
        assert np.array_equal(getattr(again, name), getattr(first, name))
    assert again.provenance == first.provenance
    assert len(list(own_cache.iterdir())) == 2


def test_what_cannot_change_a_match_is_not_looked_at():
    table = equity_for(TRADITIONAL, 2)
    assert equity_for(replace(TRADITIONAL, mano_a_ley=False, signals=True), 2) is table
    assert equity_for(replace(TRADITIONAL, mano_a_ley=False), 4) is equity_for(TRADITIONAL, 4)
    assert SHELF.shipped(replace(TRADITIONAL, signals=True), 4) is None


@pytest.mark.parametrize("asked", [{"seed": 1}, {"deals": 64}, {"play": "greedy"}])
def test_only_the_usual_sample_is_shipped(asked, own_cache, monkeypatch):
    made = []
    shipped = equity_for(TRADITIONAL, 2)
    monkeypatch.setattr(SHELF, "compute", lambda *order: made.append(order) or shipped)
    equity_for(TRADITIONAL, 2, **asked)
    (game, deals, seed, _) = made[0]
    assert (game.play, deals, seed) == (
        asked.get("play", "expert"),
        asked.get("deals", SHELF.deals),
        asked.get("seed", 0),
    )
    SHELF.forget()


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"profile": "nobody"}, PolicyError),
        ({"profile": "normal/loose/tight"}, PolicyError),
        ({"deals": 15}, InputError),
        ({"seed": -1}, InputError),
    ],
)
def test_what_is_no_match(asked, error):
    with pytest.raises(error):
        equity_for(TRADITIONAL, 2, **asked)
