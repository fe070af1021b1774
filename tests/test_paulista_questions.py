"""Hands and samples of Truco Paulista against the independent program, and how answers look."""

from __future__ import annotations

import json
import math
from collections import Counter
from math import comb

import numpy as np
import pytest
from asked import ALL, DEALT, check_exact, check_intervals, exact_words, naive_of, policies_of, z_of
from naive import exact, exact_cards
from naive_calls import CALLERS

from analyzer import paulista
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.paulista.cards import card_name, strength_of_cards
from analyzer.paulista.situation import Situation
from analyzer.truco.profiles import Profile

# ------------------------------------------------------------------------------------- hand

HANDS = {
    "deal": (DEALT, "greedy"),
    "deal at random": ({**DEALT, "position": 2}, "random"),
    "deal, ties undecided": ({**DEALT, "rule": "all_tied=none"}, "open"),
    "a tie is half a win": (
        {"hand": "2♣ 3♥ J♥", "vira": "J♠", "rules": "limpo", "rule": "all_tied=none"}, "greedy"),
    "forty cards": ({"hand": "4♠ 6♦ 2♥", "vira": "3♦", "position": 2}, "greedy"),
    "equal cards": ({"hand": "3♠ 3♦ K♣", "vira": "Q♥", "rules": "limpo"}, "greedy"),
    "he has led": ({**DEALT, "position": 2, "played": "A♥", "seen": "2♦ 2♥"}, "random"),
    "second trick, he leads": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "played": "2♦ K♦ /"}, "random"),
    "second trick, cards covered": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "rules": "online",
         "played": "2♦ 3♠ / xK♦"}, "random"),
    "he has covered": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "rules": "online",
         "played": "K♦ 2♦ / xx", "seen": "4♦ 4♣"}, "greedy"),
    "fixed manilhas": (
        {"hand": "4♣ 3♦ A♥", "rules": "mineiro", "position": 1, "played": "A♥ 2♦ / 7♥"}, "greedy"),
    "last trick": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "played": "3♠ 3♦ / K♦ K♥ /",
         "rule": "all_tied=none"}, "greedy"),
    "four players, last trick": (
        {**DEALT, "players": 4, "position": 3, "played": "3♦ 3♥ K♦ Q♠ / 2♣ 2♥ A♠ Q♦ /",
         "hand": "K♦ A♠ J♦", "rule": "all_tied=none"}, "greedy"),
    "four players, partner seen": (
        {**DEALT, "players": 4, "position": 2, "played": "A♦ K♦ 2♥ Q♠ / 3♣", "partner": "2♦ 2♣",
         "seen": "K♥ K♠ 3♥"}, "random/greedy"),
}  # fmt: skip


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_and_its_cards_are_worth_what_every_layout_says(case):
    fields, play = HANDS[case]
    situation = Situation.read("hand", fields)
    state, policies = naive_of(situation), policies_of(play, situation)
    found = paulista.hand(situation, play=play)
    assert found.basis.method == "exact"
    wanted = exact(state, policies)
    check_exact(found.win, wanted.win)
    check_exact(found.undecided, wanted.undecided)
    if not situation.my_turn:
        assert (found.cards, found.action) == ((), None)
        return
    strength = strength_of_cards(situation.rules, situation.vira)
    classes = {strength[card]: card_name(card) for card in reversed(situation.my_cards)}
    by_card = exact_cards(state, policies)
    worth = {name: mine.win + mine.undecided / 2 for name, mine in by_card.items()}
    best = max(worth.values())
    assert [card.card for card in found.cards] == sorted(
        classes.values(), key=lambda name: (-worth[name], -power_of(name, situation))
    )
    assert found.action == found.cards[0].card
    for card in found.cards:
        check_exact(card.win, by_card[card.card].win)
        check_exact(card.undecided, by_card[card.card].undecided)
        check_exact(card.behind, best - worth[card.card])


def power_of(name: str, situation: Situation) -> int:
    strength = strength_of_cards(situation.rules, situation.vira)
    return next(strength[card] for card in situation.hand if card_name(card) == name)


def test_which_of_my_equal_cards_is_named_first_is_the_first_dealt():
    found = paulista.hand("3♦ K♣ 3♠", vira="Q♥", rules="limpo", play="greedy")
    assert {card.card for card in found.cards} == {"3♦", "K♣"}


SEEDS = range(20)


@pytest.mark.parametrize("play", ["greedy", "random", "open"])
def test_sampled_hands_and_cards_agree_with_exact_ones(play):
    asked = {"hand": "3♠ A♦ 7♣", "vira": "Q♥", "rule": "all_tied=none", "play": play}
    true = paulista.hand(**exact_words(asked))
    chances_, behinds = [], []
    for seed in SEEDS:
        found = paulista.hand(**exact_words(asked), deals=10_000, seed=seed)
        assert (found.basis.method, found.basis.deals, found.basis.seed) == (
            "monte_carlo", 10_000, seed,
        )  # fmt: skip
        chances_.append((found.win, true.win.value))
        exact_of = {card.card: card for card in true.cards}
        best = exact_of[found.action]
        for card in found.cards:
            chances_.append((card.win, exact_of[card.card].win.value))
            if card.card != found.action:
                behind = exact_of[card.card].behind.value - best.behind.value
                behinds.append((card.behind, behind))
    check_intervals(chances_)
    check_intervals(behinds)
    mean = np.mean([card.win.std_error for card in found.cards[1:]])
    assert all(card.behind.std_error < 1.2 * mean for card in found.cards[1:])  # common luck


# ------------------------------------------------------------------------ estimates and samples

KNOWN_PARTNER = {
    "hand": "3♠ K♦ 7♣", "vira": "Q♥", "players": 4, "position": 4, "partner": "2♦ A♥ 6♠",
    "call": "truco", "rule": "all_tied=none",
}  # fmt: skip


@pytest.mark.parametrize(
    ("caller", "answers"), [("normal", (0.5, 0.1)), ("bluffer", (0.9, 0.4)), ("random", (0.5, 0.2))]
)
def test_intervals_of_answers_cover_the_exact_value(caller, answers):
    asked = {"play": "greedy", "caller": caller, "answers": answers}
    true = paulista.accept(KNOWN_PARTNER, **asked)
    assert true.basis.method == "exact"
    assert true.partner_known
    pairs, actions = [], Counter()
    for seed in SEEDS:
        found = paulista.accept(KNOWN_PARTNER, **asked, deals=20_000, seed=seed)
        pairs += [(found.win, true.win.value), (found.undecided, true.undecided.value)]
        pairs += [(found.values[name], true.values[name].value) for name in ("accept", "raise")]
        assert found.values["run"] == true.values["run"] == Estimate.exact(-1)
        actions[found.action] += 1
    check_intervals(pairs)
    assert actions.most_common(1)[0][0] == true.action


def test_intervals_of_calls_cover_the_exact_value():
    asked = {name: value for name, value in KNOWN_PARTNER.items() if name != "call"}
    asked["position"] = 1
    true = paulista.call(asked, play="greedy")
    pairs = []
    for seed in SEEDS:
        found = paulista.call(asked, play="greedy", deals=20_000, seed=seed)
        pairs += [(found.win, true.win.value), (found.undecided, true.undecided.value)]
        pairs += [(found.values[name], true.values[name].value) for name in ("play", "call")]
    check_intervals(pairs)


def test_four_players_sampled_and_enumerated():
    asked = {"situation": "3♠ A♦ 7♣", "vira": "Q♥", "players": 4, "call": "truco", "play": "greedy"}
    true = paulista.accept(**asked, exact=True)
    assert true.basis.deals == comb(36, 3) * comb(33, 3) * comb(30, 3)
    found = paulista.accept(**asked)
    assert found.basis.method == "monte_carlo"
    assert found.win.half_width <= 0.001
    assert abs(z_of(found.win, true.win.value)) < 4
    for name in ("accept", "raise"):
        assert abs(z_of(found.values[name], true.values[name].value)) < 4
    assert true.undecided == found.undecided == Estimate.exact(0)
    assert found.flip == pytest.approx(true.flip, abs=0.01)


def test_the_same_seed_gives_the_same_digits_with_any_number_of_threads():
    asked = {"situation": "3♠ A♦ 7♣", "vira": "Q♥", "players": 4, "call": "seis", "stake": 3}
    one, two = (
        paulista.accept(**asked, deals=100_000, seed=7, threads=threads).to_dict()
        for threads in (1, 2)
    )
    assert one == two
    assert one["seed"] == 7
    other = paulista.accept(**asked, deals=100_000, seed=8).to_dict()
    assert other["win"] != one["win"]


# ------------------------------------------------------------------------------ sure things

FIRST_WON = {"hand": "3♦ 4♦ 5♣", "vira": "4♥", "position": 1}
SURE = {
    "zap after the first trick": ({**FIRST_WON, "played": "3♦ K♦ / 4♦"}, ALL, 1),
    "among four": ({**FIRST_WON, "players": 4, "played": "3♦ K♦ 6♦ 2♠ / 4♦"}, ALL, 1),
    "zap after a tie": (
        {**FIRST_WON, "position": 2, "played": "3♠ 3♦ /"}, ("greedy", "expert", "open"), 1),
    "three manilhas": ({"hand": "5♠ 5♣ 5♥", "vira": "4♥"}, ALL, 1),
    "three manilhas among four": (
        {"hand": "5♠ 5♣ 5♥", "vira": "4♥", "players": 4}, ("greedy",), 1),
    "the lowest cards after losing": (
        {"hand": "6♦ 4♦ 4♠", "vira": "4♥", "position": 2, "played": "3♠ 4♦ /"}, ALL, 0),
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "play"), [(case, play) for case, (_, plays, _) in SURE.items() for play in plays]
)
def test_sure_things_are_told_to_the_digit(case, play):
    fields, _, sure = SURE[case]
    for caller in CALLERS if fields.get("players") != 4 else ("normal", "loose"):
        found = paulista.accept({**fields, "call": "truco"}, play=play, caller=caller)
        assert found.win == Estimate.exact(sure)
        assert found.undecided == Estimate.exact(0)
        assert found.values["accept"].value == pytest.approx(3 if sure else -3, rel=1e-14)
        assert (found.action == "run") == (not sure)
        assert {flip.above for flip in found.flips} <= {"accept", "raise"}
    assert paulista.hand(fields, play=play).win == Estimate.exact(sure)


@pytest.mark.parametrize("deals", [1000, 20_000])
def test_a_sample_of_a_sure_thing_is_sure_but_knows_that_it_is_a_sample(deals):
    asked = {"hand": "5♠ 5♣ 5♥", "vira": "4♥", "players": 4}
    for caller in CALLERS:
        found = paulista.accept({**asked, "call": "truco"}, caller=caller, deals=deals)
        assert found.win.value == 1
        assert found.win.low < 1
        assert found.undecided == Estimate.exact(0)
    assert paulista.hand(asked, deals=deals).win == Estimate.proportion(deals, deals)


def test_a_sample_without_an_undecided_hand_does_not_rule_one_out():
    asked = {"hand": "5♠ 5♣ 5♥", "vira": "4♥", "players": 4, "rule": "all_tied=none"}
    found = paulista.hand(asked, deals=1000)
    assert found.undecided == Estimate.proportion(0, 1000)


# ------------------------------------------------------------------------------- the answers


def test_answers_say_what_they_rest_on():
    accepted = paulista.accept("3♠ K♦ J♣", vira="Q♥", call="doze", stake=9, play="greedy")
    answer = accepted.to_dict()
    assert (answer["game"], answer["question"], answer["method"]) == ("paulista", "accept", "exact")
    assert answer["seed"] is None
    assert answer["deals"] == comb(36, 3)
    assert answer["values"]["raise"] is None
    assert answer["values"]["run"] == {"value": -9, "low": -9, "high": -9, "std_error": 0}
    assert answer["caller"]["name"] == "normal"
    assert answer["situation"]["hand"] == ["3♠", "K♦", "J♣"]
    assert answer["rules"]["ladder"] == [1, 3, 6, 9, 12]
    assert answer["flips"] == [
        {"bluffs": flip.bluffs, "below": flip.below, "above": flip.above} for flip in accepted.flips
    ]
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("form", ["keywords", "mapping", "situation", "other question"])
def test_a_question_takes_cards_fields_or_a_situation(form):
    fields = {"hand": "3♠ K♦ J♣", "vira": "Q♥", "rules": "limpo", "position": 2, "call": "truco"}
    wanted = paulista.accept(fields, play="greedy").to_dict()
    if form == "keywords":
        found = paulista.accept(**exact_words(fields), play="greedy")
    elif form == "mapping":
        found = paulista.accept({**fields, "call": "seis"}, call="truco", play="greedy")
    elif form == "situation":
        found = paulista.accept(Situation.read("accept", fields), play="greedy")
    else:
        other = {name: value for name, value in fields.items() if name != "call"}
        found = paulista.accept(Situation.read("hand", other), call="truco", play="greedy")
    assert found.to_dict() == wanted


@pytest.mark.parametrize(
    ("asked", "place"),
    [({"caller": "nervous"}, "caller"), ({"answers": "0.1,0.5"}, "answers"),
     ({"answers": (0.1, 0.5)}, "answers"), ({"play": "careless"}, "play"),
     ({"play": "optimal", "rule": {"covered": "any"}}, "play"), ({"play": "open/greedy"}, "play"),
     ({"equity": "guessed"}, "equity"), ({"deals": 1}, "deals"), ({"deals": True}, "deals"),
     ({"precision": 0.0}, "precision"), ({"precision": math.nan}, "precision"),
     ({"exact": True, "deals": 10}, "options"), ({"seed": -1}, "seed"), ({"threads": 0}, "threads"),
     ({"caller": "calls=nan,bluffs=0"}, "caller"), ({"caller": "calls=1e-10,bluffs=0"}, "caller")],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_one_line(asked, place):
    with pytest.raises(InputError) as caught:
        paulista.accept("3♠ K♦ J♣", vira="Q♥", rules="limpo", call="truco", **asked)
    assert str(caught.value).startswith(place)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("play", ["greedy", "open"])
def test_whole_hands_of_two_are_counted_unasked(play):
    found = paulista.simulate(play=play)
    assert found == paulista.simulate(play=play, exact=True)
    assert (found.basis.method, found.basis.seed) == ("exact", None)
    sampled = paulista.simulate(play=play, deals=50_000)
    assert sampled.basis.method == "monte_carlo"
    assert sampled.first_side_win.low < found.first_side_win.value < sampled.first_side_win.high
    rough = paulista.simulate(play=play, precision=0.01)
    assert rough.basis.method == "monte_carlo"


def test_each_side_may_call_in_its_own_way():
    order = {"play": "greedy", "deals": 20_000}
    found = paulista.simulate(profile="tight/loose", **order)
    assert [caller["name"] for caller in found.profile] == ["tight", "loose"]
    assert paulista.simulate(profile="loose/loose", **order) == paulista.simulate(
        profile="loose", **order
    )
    shy, brash = Profile("shy", 0, 0, (0, 0)), Profile("brash", 1, 0)
    assert paulista.simulate(profile=(shy, brash), **order).dealer_side_win.value == 1
    assert paulista.simulate(profile=(brash, shy), **order).first_side_win.value == 1
    with pytest.raises(PolicyError, match="profile"):
        paulista.simulate(profile="tight/tight/loose", **order)


def test_of_many_hands_the_wrong_one_is_named():
    good = {"hand": "3♠ K♦ 5♣", "vira": "4♥"}
    for wrong, said in (
        ({"hand": "3♠ K♦ 5♣"}, "situation 2, vira: nothing"),
        ({"hand": "3♠ K♦ 9♣", "vira": "4♥"}, "situation 2, hand, card 3: 9♣"),
    ):
        with pytest.raises(InputError, match=said):
            paulista.hand_many([good, wrong, good], play="greedy")


def test_four_players_are_not_offered_what_only_two_can_play():
    with pytest.raises(PolicyError, match=r"one of the policies random, .*expert$"):
        paulista.hand("3♠ K♦ 5♣", vira="4♥", players=4, play="bob")
    with pytest.raises(PolicyError, match="optimal: two players"):
        paulista.hand("3♠ K♦ 5♣", vira="4♥", players=4, play="optimal")
    with pytest.raises(PolicyError, match=r"expert, optimal$"):
        paulista.hand("3♠ K♦ 5♣", vira="4♥", play="bob")
