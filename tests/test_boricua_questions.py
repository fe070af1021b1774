"""What boricua's questions answer, held to the independent program."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import naive_boricua as nb
import pytest
from naive import odds, verdict
from naive_calls import best_part, decimal

from analyzer import __version__
from analyzer.boricua import Situation, hand, simulate
from analyzer.core.errors import InputError
from analyzer.truco.profiles import PROFILES, Profile

ALL_HANDS = list(combinations(nb.pack(), 3))
PLAIN_HANDS = [hand for hand in ALL_HANDS if nb.flor(hand) is None]
POLICIES = ("random", "greedy", "open")
ONE = {"threads": 1}


@pytest.mark.parametrize("play", POLICIES)
@pytest.mark.parametrize(
    ("cards", "position", "played"),
    [
        ("7B 6C 5O", 1, ""),
        ("7E 3E 4B", 2, "6C"),
        ("1B 3O 5C", 1, "3O 3C"),
        ("7O 3E 4B", 2, "6C 7O / 3E"),
        ("7O 3E 4B", 2, ""),
    ],
)
def test_two_players_by_every_policy(cards, position, played, play):
    found = hand(cards, position=position, played=played, play=play, **ONE)
    expected = float(nb.exact_two_players(nb.spot(cards, position, played), play))
    assert found.basis.method == "exact"
    assert found.win.value == pytest.approx(expected, abs=1e-12)
    assert found.win.low == found.win.high == found.win.value


def test_each_card_is_played_and_the_best_comes_first():
    found = hand("7E 3E 4B", position=2, played="6C", play="greedy", **ONE)
    known = nb.spot("7E 3E 4B", 2, "6C")
    for value in found.cards:
        laid = nb.spot("7E 3E 4B", 2, f"6C {value.card}")
        assert value.win.value == pytest.approx(float(nb.exact_two_players(laid, "greedy")))
        assert value.behind.value == pytest.approx(found.cards[0].win.value - value.win.value)
    assert sorted(value.card for value in found.cards) == sorted(known.mine)
    wins = [value.win.value for value in found.cards]
    assert wins == sorted(wins, reverse=True)
    assert found.action == found.cards[0].card


def test_equal_cards_are_named_once():
    assert [value.card for value in hand("3E 3B 7B", **ONE).cards] == ["3E", "7B"]


def test_nothing_to_play_when_another_is_to_move():
    found = hand("7E 3E 4B", position=2, **ONE)
    assert (found.cards, found.action) == ((), None)


@pytest.mark.parametrize(
    ("cards", "liga", "flor"), [("7E 6E 3O", 33, None), ("7B 6C 5O", 7, None), ("5C 6C 7C", 33, 18)]
)
@pytest.mark.parametrize("position", [1, 2])
def test_ligas_and_flores(cards, liga, flor, position):
    found = hand(cards, position=position, **ONE)
    assert (found.liga, found.flor) == (liga, flor)
    assert found.liga_win.value == pytest.approx(float(nb.exact_liga(cards, position)), abs=1e-12)


@pytest.mark.parametrize("play", ["random", "greedy"])
def test_four_players_sampled(play):
    count, cards = 3000, "7O 3E 4B"
    found = hand(cards, players=4, position=1, play=play, deals=40_000, seed=3, **ONE)
    source = nb.deals(4, random.Random(5), fixed={1: cards.split()})
    tally = nb.sample_tricks(count, play, source, random.Random(6))
    theirs = float(odds(tally, nb.house(4))[1])
    spread = (found.win.std_error**2 + theirs * (1 - theirs) / count) ** 0.5
    assert found.basis.method == "monte_carlo"
    assert abs(found.win.value - theirs) < 4 * spread
    assert found.liga_win.std_error == 0
    best, *others = found.cards
    assert (best.behind.value, best.behind.std_error) == (0, 0)
    for value in others:
        # On common deals a difference is surer than two chances by themselves.
        assert value.behind.value == pytest.approx(best.win.value - value.win.value)
        assert 0 < value.behind.std_error < 2**0.5 * value.win.std_error


def test_four_players_are_counted_where_that_is_quick():
    found = hand("7O 3E 4B", players=4, position=4, partner="1E 1B 7E", **ONE)
    assert (found.basis.method, found.win.value) == ("exact", pytest.approx(1))
    assert found.basis.seed is None


def test_forms_of_an_answer():
    found = hand("7E 6E 3O", position=1, **ONE)
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"]) == ("boricua", "hand")
    assert (answer["liga"], answer["flor"], answer["version"]) == (33, None, __version__)
    assert set(answer["cards"][0]) == {"card", "win", "behind"}
    assert answer["rules"]["ladder"] == [1, 3, 6, 9, 30]
    assert {"win", "liga_win"} <= set(found.to_frame()["quantity"])
    assert found.headline().startswith(f"play {found.action}, wins ")
    again = hand(Situation.read("hand", answer["situation"]), **ONE)
    assert again.to_dict() == found.to_dict()


@pytest.mark.parametrize("policies", ["random", "greedy", "open", "greedy/random"])
def test_simulated_tricks_of_two_players(policies):
    found = simulate(play=policies, exact=True, **ONE)
    first, _, dealer = policies.partition("/")
    hands, tricks = nb.exact_average((dealer or first, first))
    assert found.first_side_win.value == pytest.approx(float(hands[1]), abs=1e-12)
    assert found.dealer_side_win.value == pytest.approx(float(hands[0]), abs=1e-12)
    if policies == "open":
        assert (found.first_trick_tied, found.counts["first_trick"]) == (None, None)
        return
    assert found.first_trick_tied.value == pytest.approx(float(tricks[2]), abs=1e-12)
    counts = found.counts["first_trick"]
    assert sum(counts.values()) == found.counts["deals"] == found.basis.deals


def test_simulated_tricks_of_four_players():
    count = 3000
    found = simulate(players=4, play="greedy", deals=100_000, **ONE)
    tally = nb.sample_tricks(count, "greedy", nb.deals(4, random.Random(1)), random.Random(2))
    theirs = float(odds(tally, nb.house(4))[1])
    spread = (found.first_side_win.std_error**2 + theirs * (1 - theirs) / count) ** 0.5
    assert abs(found.first_side_win.value - theirs) < 4 * spread
    decided = {results: n for results, n in tally.items() if results[0] != 2}
    kept = sum(n for results, n in decided.items() if verdict(results, "mano") == results[0])
    given, n = found.win_given_first, sum(decided.values())
    spread = (given.std_error**2 + kept / n * (1 - kept / n) / n) ** 0.5
    assert abs(given.value - kept / n) < 4 * spread
    assert found.undecided.value == 0
    assert found.headline() == f"first side wins {found.first_side_win.value:.1%}"
    assert found.to_dict()["situation"] == {"players": 4}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4, "exact": True}, "four players are sampled"),
        ({"players": 3}, "2 or 4"),
        ({"score": "28-25"}, "left out: whole hands are dealt at random"),
        ({"play": ()}, "one policy"),
    ],
)
def test_simulate_refuses(options, message):
    with pytest.raises(InputError, match=message):
        simulate(**options)


# ------------------------------------------------------------------------------ all phases


def ranges(profile: Profile, *, opens: bool) -> list[list[dict[int, Fraction]]]:
    """Which part of each liga opens, then at each answer runs, accepts and revokes."""
    weight = {one: Fraction(n) for one, n in Counter(map(nb.liga, PLAIN_HANDS)).items()}
    rank = {one: Fraction(one) for one in weight}
    part = dict.fromkeys(weight, Fraction(1))
    if opens:
        good = best_part(weight, rank, profile.calls)
        part = {one: good[one] + (1 - good[one]) * decimal(profile.bluffs) for one in weight}
    found = [[part]]
    for _ in range(4):
        held = {one: weight[one] * part[one] for one in weight}
        stays, again = (best_part(held, rank, share) for share in profile.answers)
        found.append(
            [
                {one: 1 - stays[one] for one in weight},
                {one: stays[one] - again[one] for one in weight},
                again,
            ]
        )
        part = {one: part[one] * again[one] for one in weight}
    return found


def talk_of_two(profile: Profile) -> dict[str, float]:
    """What flores and envites come to over all deals of two players."""
    pack = {card: 1 << at for at, card in enumerate(nb.pack())}
    known = [(sum(pack[c] for c in h), nb.liga(h), nb.flor(h)) for h in ALL_HANDS]
    ligas: Counter[tuple[int, int]] = Counter()
    flor_points = sent = 0
    for mine, manos_liga, manos in known:
        for other, dealers_liga, dealers in known:
            if mine & other:
                continue
            if manos is None and dealers is None:
                ligas[dealers_liga, manos_liga] += 1
                continue
            sent += 1
            both = None not in (manos, dealers)
            wins = dealers is None or (manos is not None and manos >= dealers)
            flor_points += (6 if both else 3) * (1 if wins else -1)
    opening, answering = ranges(profile, opens=True), ranges(profile, opens=False)
    opened = refused = points = 0.0
    for held, n in ligas.items():
        best = int(held[1] >= held[0])
        first = float(opening[0][0][held[1]])
        for side, chance in ((1, first), (0, (1 - first) * float(opening[0][0][held[0]]))):
            opened += n * chance
            reached = n * chance
            for level in range(8):
                caller = side ^ level & 1
                row = (answering, opening)[level & 1][1 + level // 2]
                run, accept, again = (float(part[held[1 - caller]]) for part in row)
                less, more = nb.envite_worth(level)
                refused += reached * run
                points += reached * run * less * (1 if caller else -1)
                points += reached * accept * more * (1 if best else -1)
                reached *= again
    deals = len(ALL_HANDS) * 969
    return {
        "sent": sent / deals,
        "flor": flor_points / deals,
        "opened": opened / deals,
        "refused": refused / deals,
        "envite": points / deals,
    }


@pytest.mark.parametrize("name", ["normal", "bluffer"])
def test_whole_hands_of_two_players(name):
    found = simulate(profile=name, deals=50_000, **ONE)
    told = talk_of_two(PROFILES[name])
    assert found.flor_sent.value == pytest.approx(told["sent"], abs=1e-12)
    assert found.envite_opened.value == pytest.approx(told["opened"], abs=1e-12)
    assert found.envite_refused.value == pytest.approx(told["refused"], abs=1e-6)
    assert found.phases["flor"].value == pytest.approx(told["flor"], abs=1e-12)
    # Beyond eight answers there is hardly a hand left.
    assert found.phases["envite"].value == pytest.approx(told["envite"], abs=1e-6)
    parts = [found.phases[phase].value for phase in ("flor", "envite", "truco")]
    assert found.points.value == pytest.approx(sum(parts))
    assert found.points.std_error == found.phases["truco"].std_error > 0
    assert found.profile["name"] == name


@pytest.mark.parametrize("players", [2, 4])
def test_whole_hands_in_which_nobody_calls(players):
    quiet = Profile("quiet", 0.0, 0.0)
    found = simulate(profile=quiet, players=players, play="greedy", deals=60_000, **ONE)
    tricks = simulate(players=players, play="greedy", deals=60_000, seed=1, **ONE)
    for chance in (found.called, found.refused, found.envite_opened, found.envite_refused):
        assert chance.value == 0
    assert found.phases["envite"].value == 0
    error = math.hypot(found.first_side_win.std_error, tricks.first_side_win.std_error)
    assert abs(found.first_side_win.value - tricks.first_side_win.value) < 4 * error
    assert found.phases["truco"].value == pytest.approx(2 * found.first_side_win.value - 1)
    assert found.first_trick_tied is None


def test_whole_hands_of_four_players():
    found = simulate(profile="random", players=4, deals=60_000, **ONE)
    assert found.flor_sent.value + found.envite_opened.value == pytest.approx(1)  # all open
    assert found.called.value == 1
    source, count, silent = nb.deals(4, random.Random(8)), 4000, 0
    for _ in range(count):
        silent += not any(nb.flor(cards) for cards in next(source))
    share = found.envite_opened.value
    assert abs(silent / count - share) < 4 * (share * (1 - share) / count) ** 0.5
    stakes = found.counts["first_side_win"]
    assert list(stakes) == ["1", "3", "6", "9", "30"]
    won = sum(stakes.values()) / found.counts["deals"]
    assert found.first_side_win.value == pytest.approx(won)
    worth = sum(
        int(stake) * (n - found.counts["dealer_side_win"][stake]) for stake, n in stakes.items()
    )
    assert found.phases["truco"].value == pytest.approx(worth / found.counts["deals"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"profile": "shy"}, "profile"),
        ({"profile": "normal", "exact": True}, "hands with calls are sampled"),
        ({"profile": "normal", "play": "open"}, "closed cards"),
    ],
)
def test_whole_hands_that_cannot_be(options, message):
    with pytest.raises(InputError, match=message):
        simulate(**options, **ONE)
