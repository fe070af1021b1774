"""Answers to calls, and calls, against every layout; where the best answer changes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from asked import (
    CALLERS_AND_ANSWERS,
    DEALT,
    LAST,
    Brute,
    actions_near,
    check_accept,
    check_exact,
    in_points,
    naive_of,
    policies_of,
)
from naive import exact, final, judge, pack, powers
from naive_calls import CALLERS, accept_values, best_part, call_values

from analyzer import paulista
from analyzer.core.errors import InputError
from analyzer.paulista.situation import Situation

# -------------------------------------------------------------------- accept: two players

CALLED = {
    "deal": ({**DEALT, "call": "truco"}, "greedy"),
    "deal, I lead": ({**DEALT, "position": 1, "call": "truco"}, "random"),
    "deal, nove": ({**DEALT, "call": "nove", "stake": 6}, "open"),
    "deal, doze": ({**DEALT, "call": "doze", "stake": 9}, "random/greedy"),
    "ties undecided": (
        {"hand": "3♠ 2♦ J♣", "vira": "Q♥", "rules": "limpo", "rule": "all_tied=none",
         "call": "seis", "stake": 3, "seen": "3♦ A♦ A♥"}, "random"),
    "forty cards": ({"hand": "4♠ 6♦ 2♥", "vira": "3♦", "call": "truco"}, "greedy"),
    "fixed manilhas": (
        {"hand": "4♣ 3♦ A♥", "rules": "mineiro", "position": 1, "played": "A♥ 2♦ / truco",
         "seen": "7♦"}, "random"),
    "after my card": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "played": "K♦ truco"}, "greedy"),
    "he raises my call": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "played": "A♣ truco seis"}, "open"),
    "second trick, called before": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1,
         "played": "truco ok K♦ 2♦ / seis"}, "greedy"),
    "second trick, cards covered": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "rules": "online",
         "played": "truco ok 3♠ 2♦ / x6♣ seis", "seen": "7♦ 3♦"}, "random"),
    "last trick": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "played": "2♦ 3♠ / 6♣ 7♣ / truco"},
        "greedy"),
    "his last card lies": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2,
         "played": "2♦ 3♠ / 6♣ 7♣ / A♠ truco seis"}, "greedy"),
}  # fmt: skip


def some_for(cases: dict, others: list) -> list[tuple]:
    """Every case with the first of the others and one more, late ones with all."""
    return [
        (case, other)
        for number, (case, (fields, _)) in enumerate(cases.items())
        for place, other in enumerate(others)
        if place in (0, 1 + number % (len(others) - 1)) or "/" in fields.get("played", "")
    ]


@pytest.mark.parametrize(("case", "profile"), some_for(CALLED, CALLERS_AND_ANSWERS))
def test_answers_are_worth_what_every_layout_says(case, profile):
    caller, answers = profile
    fields, play = CALLED[case]
    situation = Situation.read("accept", fields)
    state, policies = naive_of(situation), policies_of(play, situation)
    step = situation.rules.calls.index(situation.call) + 1
    wanted = accept_values(state, policies, step, *CALLERS[caller], answers)
    found = paulista.accept(situation, play=play, caller=caller, answers=answers)
    check_exact(found.win, wanted.win)
    check_exact(found.undecided, wanted.undecided)
    check_exact(found.values["run"], wanted.run)
    check_exact(found.values["accept"], wanted.accept)
    if wanted.raise_ is None:
        assert found.values["raise"] is None
        assert situation.call == "doze"
    else:
        check_exact(found.values["raise"], wanted.raise_)
    worth = {"accept": wanted.accept, "run": wanted.run, "raise": wanted.raise_}
    worth = {name: value for name, value in worth.items() if value is not None}
    assert found.action == max(worth, key=worth.get)
    ladder = situation.rules.ladder
    needed = (ladder[step] * (1 - wanted.undecided) - ladder[step - 1]) / (2 * ladder[step])
    assert found.break_even == pytest.approx(float(needed), rel=1e-12)
    assert (found.unit, found.equity, found.partner_known) == ("points", None, None)
    assert found.basis.method == "exact"


@pytest.mark.parametrize(
    ("call", "stake", "needed"),
    [("truco", 1, 1 / 3), ("seis", 3, 1 / 4), ("nove", 6, 1 / 6), ("doze", 9, 1 / 8)],
)
def test_break_evens(call, stake, needed):
    found = paulista.accept("3♠ K♦ J♣", vira="Q♥", call=call, stake=stake, play="greedy")
    assert found.break_even == pytest.approx(needed, rel=1e-15)
    assert (found.values["raise"] is None) == (call == "doze")


# ---------------------------------------------------------------------- call: two players

TO_CALL = {
    "deal": (DEALT, "greedy"),
    "deal at nove": ({**DEALT, "stake": 9}, "random"),
    "deal at seis": ({**DEALT, "stake": 6, "rule": "all_tied=none"}, "open"),
    "after his card": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "played": "2♦", "seen": "A♦"}, "random"),
    "second trick": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "rules": "online",
         "played": "K♦ truco ok 2♦ / xx"}, "greedy/random"),
    "fixed manilhas": (
        {"hand": "4♣ 3♦ A♥", "rules": "mineiro", "position": 1, "played": "3♦ 2♦ /"}, "greedy"),
    "his last card lies": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 2, "played": "2♦ 3♠ / 6♣ 7♣ / A♠"},
        "greedy"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "answers"), some_for(TO_CALL, [(0.5, 0.1), (1, 0), (0.7, 0.7), (0, 0)])
)
def test_calling_is_worth_what_every_layout_says(case, answers):
    fields, play = TO_CALL[case]
    situation = Situation.read("call", fields)
    state, policies = naive_of(situation), policies_of(play, situation)
    step = situation.rules.ladder.index(situation.stake)
    play_on, call = call_values(state, policies, step, answers)
    found = paulista.call(situation, play=play, answers=answers)
    check_exact(found.values["play"], play_on)
    check_exact(found.values["call"], call)
    assert found.action == ("call" if call > play_on else "play")
    assert found.call == situation.rules.calls[step]
    mine = exact(state, policies)
    check_exact(found.win, mine.win)
    check_exact(found.undecided, mine.undecided)


# ----------------------------------------------------------- accept and call: four players

OF_FOUR = {
    "last trick": (
        {"hand": "Q♠ Q♦ J♦", "position": 4, "played": f"{LAST} truco"}, "random"),
    "last trick, his partner's card lies": (
        {"hand": "Q♠ Q♦ J♦", "position": 4, "played": f"{LAST} 3♠ A♣ truco"}, "greedy"),
    "last trick, raised by who has laid": (
        {"hand": "Q♠ Q♦ J♦", "position": 4, "played": f"{LAST} 3♠ A♣ K♠ truco seis"}, "greedy"),
    "second trick": (
        {"hand": "K♦ A♠ J♦", "position": 4, "played": "2♦ 3♥ Q♠ K♦ / 2♣ truco",
         "seen": "A♥ A♣ 3♠ 3♣ 2♥ J♥ K♠"}, "greedy"),
    "second trick, partner known": (
        {"hand": "K♦ A♠ J♦", "position": 2, "partner": "A♥ 3♣ J♣", "seen": "K♣ 2♥ 3♦",
         "played": "2♦ K♦ Q♠ A♥ / truco"}, "random/greedy"),
    "second trick, one of the partner's cards known": (
        {"hand": "K♦ A♠ J♦", "position": 2, "partner": "3♣", "seen": "A♣ 3♠ 2♥ J♥ K♠ K♣ Q♦ 3♦",
         "played": "2♦ K♦ Q♠ A♥ / truco"}, "open"),
    "second trick, raised twice": (
        {"hand": "K♦ A♠ J♦", "position": 1, "seen": "A♣ 3♠ 2♥ J♥ K♠ K♣ 3♦",
         "played": "K♦ Q♠ A♥ 2♦ / Q♦ A♠ truco seis nove"}, "greedy/random"),
}  # fmt: skip


@cache
def case_of_four(case: str) -> tuple[Situation, str, Brute]:
    fields, play = OF_FOUR[case]
    table = {"vira": "Q♥", "rules": "limpo", "players": 4, "rule": "all_tied=none"}
    situation = Situation.read("accept", {**table, **fields})
    return situation, play, Brute(situation, situation.replay().pending.caller, play)


@pytest.mark.parametrize(("caller", "answers"), CALLERS_AND_ANSWERS)
@pytest.mark.parametrize("case", OF_FOUR)
def test_among_four_answers_are_worth_what_every_layout_says(case, caller, answers):
    situation, play, brute = case_of_four(case)
    found = paulista.accept(situation, play=play, caller=caller, answers=answers)
    check_accept(found, brute, CALLERS[caller], answers, in_points)
    state = naive_of(situation)
    assert found.partner_known == (state.left[situation.my_seat ^ 2] == len(state.partner))


FOUR_TO_CALL = {
    "I lead": ({"hand": "3♦ 2♣ J♦", "position": 1, "played": LAST}, 2, "greedy"),
    "I play last": ({"hand": "Q♠ Q♦ J♦", "position": 4, "played": f"{LAST} 3♠ A♣ K♠"}, 1, "greedy"),
    "second trick": (
        {"hand": "2♦ A♠ J♦", "position": 1, "partner": "Q♠ 3♣ J♣", "played": "2♦ K♦ Q♠ A♥ /"},
        2, "random"),
}  # fmt: skip


@pytest.mark.parametrize("answers", [(0.5, 0.1), (1, 1), (0, 0)])
@pytest.mark.parametrize("case", FOUR_TO_CALL)
def test_among_four_the_next_opponent_answers(case, answers):
    fields, answering, play = FOUR_TO_CALL[case]
    table = {"vira": "Q♥", "rules": "limpo", "players": 4, "rule": "all_tied=none"}
    situation = Situation.read("call", {**table, **fields})
    brute = Brute(situation, answering, play)
    anything = brute.range(1, 0)
    everything = sum(brute.total(anything))
    found = paulista.call(situation, play=play, answers=answers)
    check_exact(found.values["play"], brute.played(anything, 1, in_points) / everything)
    check_exact(found.values["call"], brute.calling(anything, 0, answers, in_points))
    check_exact(found.win, brute.total(anything)[0] / everything)


@pytest.mark.parametrize("answers", [(0.5, 0), (0.3, 0.1), (0.8, 0.35)])
def test_in_the_last_trick_the_fourth_to_play_answers_the_third(answers):
    """His card is all that is unknown; it is ranked by how it fares against one more card."""
    fields = {"hand": "K♦ A♠ 3♣", "vira": "Q♥", "rules": "limpo", "players": 4, "position": 3}
    situation = Situation.read("call", {**fields, "played": f"{LAST} 2♦ A♥"})
    found = paulista.call(situation, play="greedy", answers=answers)
    state = naive_of(situation)

    def result(*cards: tuple[int, str]) -> int:
        laid = [
            (seat, power) for seat, (power,) in ((s, powers([c], "Q♥", "limpo")) for s, c in cards)
        ]
        return final((*state.results, judge([*state.table, *laid])[0]), state.house)

    pool = [card for card in pack("limpo") if card not in state.shown]
    rank = {
        (card,): Fraction(
            sum(result((3, other), (0, card)) == 0 for other in pool if other != card)
        )
        for card in pool
    }
    weight = dict.fromkeys(rank, Fraction(1))
    stay, again = (best_part(weight, rank, share) for share in answers)
    his = [(card,) for card in state.unseen()]
    edge = {h: {1: 1, 0: -1}[result((3, "3♣"), (0, h[0]))] for h in his}
    raised = sum(again[h] for h in his)
    value = sum((1 - stay[h]) + 3 * (stay[h] - again[h]) * edge[h] for h in his)
    value += max(-3 * raised, 6 * sum(again[h] * edge[h] for h in his))
    check_exact(found.values["call"], value / len(his))
    check_exact(found.values["play"], Fraction(sum(edge.values()), len(his)))


# ------------------------------------------------------------------------------------ flips

FLIPPING = {
    "deal": ({"hand": "3♥ 6♥ J♦", "vira": "2♥", "call": "truco"}, "greedy", 0.25, (0.8, 0.3)),
    "run or raise": ({"hand": "2♣ J♦ Q♦", "vira": "A♠", "rules": "limpo", "call": "truco"},
                     "random", 0.12, (0.5, 0.1)),
    "all three": ({"hand": "J♥ J♦ 2♣", "vira": "A♦", "rules": "limpo", "call": "truco"},
                  "random", 0.25, (0.5, 0.1)),
    "doze": ({"hand": "K♣ K♠ A♣", "vira": "K♥", "rules": "limpo", "call": "doze", "stake": 9},
             "random", 0.12, (0.5, 0.1)),
    "second trick": ({"hand": "6♠ J♣ 2♣", "vira": "Q♣", "position": 1,
                      "played": "truco ok 6♠ Q♠ / seis"}, "greedy", 0.12, (0.8, 0.3)),
    "second trick at random": ({"hand": "7♦ A♣ K♣", "vira": "J♥", "position": 1,
                                "played": "truco ok 7♦ K♦ / seis"}, "random", 0.12, (0.8, 0.3)),
    "second trick, open": ({"hand": "7♠ 4♠ K♥", "vira": "3♠", "position": 1,
                            "played": "truco ok 7♠ K♣ / seis"}, "open", 0.12, (0.8, 0.3)),
}  # fmt: skip


@pytest.mark.parametrize("case", FLIPPING)
def test_flips_are_where_the_answer_changes(case):
    situation, play, calls, answers = FLIPPING[case]
    asked = {"play": play, "answers": answers}
    found = paulista.accept(situation, **asked, caller=f"calls={calls},bluffs=0.1")
    assert found.flips
    for one, other in pairwise(found.flips):
        assert one.bluffs < other.bluffs
        assert one.above == other.below
    for flip in found.flips:
        assert actions_near(situation, asked, calls, flip.bluffs) == (flip.below, flip.above)
    assert found.flip in [flip.bluffs for flip in found.flips]
    assert abs(found.flip - 0.1) == min(abs(flip.bluffs - 0.1) for flip in found.flips)
    for rate in [n / 20 for n in range(21)] if "played" in situation else [0, 0.5, 1]:
        action = paulista.accept(situation, **asked, caller=f"calls={calls},bluffs={rate}").action
        passed = [flip.above for flip in found.flips if flip.bluffs < rate]
        assert action == (passed[-1] if passed else found.flips[0].below)


@pytest.mark.parametrize(
    ("hand", "vira", "calls"),
    [("6♥ A♣ 7♣", "J♠", 0.25), ("J♥ A♣ A♠", "5♦", 0.12), ("K♥ J♥ J♣", "2♥", 0.12)],
)
def test_flips_among_four_hold_on_the_deals_they_were_found_on(hand, vira, calls):
    situation = {"hand": hand, "vira": vira, "players": 4, "call": "truco"}
    asked = {"deals": 20_000, "seed": 3}
    found = paulista.accept(situation, **asked, caller=f"calls={calls},bluffs=0.1")
    assert found.flips
    for flip in found.flips:
        assert actions_near(situation, asked, calls, flip.bluffs) == (flip.below, flip.above)
    assert found.flip == min((f.bluffs for f in found.flips), key=lambda at: abs(at - 0.1))


@pytest.mark.parametrize("caller", ["random", "calls=1,bluffs=0.3", "calls=0,bluffs=0.3"])
def test_a_caller_whose_range_no_bluff_changes_has_no_flips(caller):
    for play in ("greedy", "random"):
        found = paulista.accept("3♥ 6♥ J♦", vira="2♥", call="truco", play=play, caller=caller)
        assert (found.flip, found.flips) == (None, ())
        everything = paulista.accept(
            "3♥ 6♥ J♦", vira="2♥", call="truco", play=play, caller="random"
        )
        assert found.win.value == pytest.approx(everything.win.value, rel=1e-12)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("caller", ["calls=0,bluffs=0", "calls=0.0001,bluffs=0"])
def test_a_caller_who_cannot_hold_what_he_calls_with_is_refused(caller, players):
    # The best 0.9139 of 9139 holdings are three manilhas with the zap, which is mine.
    with pytest.raises(InputError, match=rf"^caller: {caller}: .*your cards leave him$"):
        paulista.accept(
            "5♣ 5♥ 4♦", vira="4♥", call="truco", players=players, caller=caller, play="greedy"
        )


def test_a_sample_in_which_he_never_calls_asks_for_more_deals():
    with pytest.raises(InputError, match=r"^deals: 5: more"):
        paulista.accept(
            "7♣ 6♥ 4♦", vira="4♥", players=4, call="truco", caller="calls=0.001,bluffs=0", deals=5,
            play="greedy",
        )  # fmt: skip


# ------------------------------------------------- how many may stay for a raise to be best


def stays_at(question, part, *hand, again=0.1, **asked):
    return getattr(paulista, question)(*hand, answers=(part, again), **asked).action


HOPELESS = {"vira": "4♥", "score": "4-10"}


@pytest.mark.parametrize(
    ("question", "hand", "asked", "answers"),
    [
        ("accept", "7♠ J♦ 6♣", {**HOPELESS, "call": "truco", "position": 1}, (0.5, 0.1)),
        ("accept", "7♠ J♦ 6♣", {**HOPELESS, "call": "truco", "caller": "loose"}, (0.3, 0.0)),
        ("call", "4♠ 4♦ 7♣", {"vira": "4♥"}, (0.3, 0.1)),
        ("call", "4♠ 4♦ 7♣", {"vira": "4♥", "play": "greedy", "deals": 5000}, (0.3, 0.2)),
    ],
)
def test_a_raise_of_nothing_pays_while_few_enough_stay(question, hand, asked, answers):
    found = getattr(paulista, question)(hand, answers=answers, **asked)
    assert found.action in ("raise", "call")
    assert answers[0] < found.pays_below < 1
    again = answers[1]
    below, above = (
        stays_at(question, found.pays_below + step, hand, again=again, **asked)
        for step in (-1e-6, 1e-6)
    )
    assert below == found.action != above
    assert found.to_dict()["pays_below"] == found.pays_below


def test_what_pays_however_many_stay_has_no_limit():
    strong = paulista.accept("5♣ 5♥ 6♣", vira="4♠", call="truco")
    assert (strong.action, strong.pays_below) == ("raise", None)
    assert stays_at("accept", 1.0, "5♣ 5♥ 6♣", vira="4♠", call="truco") == "raise"
    assert paulista.call("5♣ 5♥ 6♣", vira="4♠").pays_below is None
    assert paulista.call("4♠ 4♦ 7♣", vira="4♥").pays_below is None  # not to be called


def test_whoever_would_lose_the_match_by_running_stays_whatever_is_said_of_him():
    asked = {"vira": "4♥", "call": "truco", "score": "9-8"}
    found = [paulista.accept("3♠ K♦ 6♣", answers=(part, 0.1), **asked) for part in (0.2, 1.0)]
    assert [one.may_run for one in found] == [False, False]
    assert found[0].values == found[1].values
    assert found[0].pays_below is None
    assert paulista.accept("3♠ K♦ 6♣", **{**asked, "score": "8-8"}).may_run
    assert not paulista.call("3♠ K♦ 6♣", vira="4♥", score="6-8", stake=6).may_run
