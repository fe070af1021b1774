"""Answers to truco, seis, nueve and juego, against every layout."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise

import naive_boricua as nb
import pytest
from naive_bets import Calls, trucos
from naive_calls import CALLERS
from test_boricua_envite import ANSWERS, check, some

from analyzer import boricua
from analyzer.boricua.equity import equity_for
from analyzer.boricua.owed import Owed
from analyzer.boricua.rules import Rules
from analyzer.boricua.situation import Situation
from analyzer.core.errors import InputError
from analyzer.truco.profiles import Profile

HAND = "7E 5E 3O"
ONE = {"threads": 1}

CALLED = {
    "deal": ({"hand": HAND, "call": "truco"}, "greedy"),
    "deal, I lead, seis": ({"hand": HAND, "position": 1, "call": "seis", "stake": 3}, "greedy"),
    "deal, nueve": ({"hand": "1B 6C 4C", "call": "nueve", "stake": 6}, "open"),
    "after my card": (
        {"hand": HAND, "position": 1, "played": "3O truco", "seen": "1E 3B"}, "random"),
    "he raises my call": (
        {"hand": HAND, "position": 2, "played": "7C truco seis"}, "greedy/random"),
    "second trick": (
        {"hand": "7E 5E 3O", "position": 1, "played": "truco ok 3O 1B / seis"}, "random"),
    "after a tie": ({"hand": HAND, "position": 2, "played": "3C 3O / truco"}, "greedy"),
    "last trick": (
        {"hand": HAND, "position": 1, "played": "7E 4C / 3O 1B / truco"}, "greedy"),
}  # fmt: skip


@cache
def brute(case: str) -> Calls:
    fields, play = CALLED[case]
    situation = Situation.read("accept", fields)
    mine, theirs = (play.split("/") * 2)[:2]
    policies = mine if mine == theirs else (mine, theirs)[:: 1 if situation.my_seat == 0 else -1]
    cards = " ".join(word for word in situation.played.split() if word[0].isdigit() or word == "/")
    seen = " ".join(situation.to_dict()["seen"])
    known = nb.spot(fields["hand"], situation.position, cards, seen)
    return trucos(known, policies, (1, 3, 6, 9))


@pytest.mark.parametrize(
    ("case", "profile"), some(CALLED, list(zip(["normal", *CALLERS], ANSWERS, strict=False)))
)
def test_answers_are_worth_what_every_layout_says(case, profile):
    caller, answers = profile
    fields, play = CALLED[case]
    situation = Situation.read("accept", fields)
    step = situation.rules.step_of_call(situation.call)
    weight = brute(case).callers(*CALLERS[caller])
    wanted = brute(case).answers(weight, step, answers)
    found = boricua.accept(situation, play=play, caller=caller, answers=answers, **ONE)
    total, won = brute(case).met(weight)
    check(found.win, won / total)
    check(found.undecided, 0)
    for name, value in wanted.items():
        check(found.values[name], value)
    assert (found.values["raise"] is None) == (situation.call == "nueve")
    assert wanted[found.action] == max(wanted.values())
    assert (found.unit, found.equity, found.partner_known) == ("points", None, None)
    assert found.basis.method == "exact"


@pytest.mark.parametrize(
    ("call", "stake", "needed"), [("truco", 1, 1 / 3), ("seis", 3, 1 / 4), ("nueve", 6, 1 / 6)]
)
def test_break_evens(call, stake, needed):
    found = boricua.accept(HAND, call=call, stake=stake, play="greedy", **ONE)
    assert found.break_even == pytest.approx(needed, rel=1e-15)
    called = {"truco": 3, "seis": 6, "nueve": 9}[call]
    assert needed * called - (1 - needed) * called == pytest.approx(-stake)
    assert found.values["run"].value == -stake


def test_a_ladder_of_relatives():
    found = boricua.accept(HAND, call="nueve", stake=3, rule="ladder=1,2,3,4", play="greedy", **ONE)
    assert found.break_even == pytest.approx(Fraction(4 - 3, 8))
    assert found.values["raise"] is None
    lower = boricua.accept(HAND, call="seis", stake=2, rule="ladder=1,2,3,4", play="greedy", **ONE)
    assert lower.values["raise"] is not None


@pytest.mark.parametrize("calls", [0.12, 0.25, 0.6])
@pytest.mark.parametrize("case", ["deal", "deal, nueve", "second trick"])
def test_beyond_a_flip_another_action_is_best(case, calls):
    fields, play = CALLED[case]

    def best(bluffs: float) -> str:
        own = Profile("own", calls, bluffs)
        return boricua.accept(fields, play=play, caller=own, **ONE).action

    found = boricua.accept(fields, play=play, caller=Profile("own", calls, 0.3), **ONE)
    for flip in found.flips:
        assert (best(flip.bluffs - 1e-7), best(flip.bluffs + 1e-7)) == (flip.below, flip.above)
    rates = [0.0, *(flip.bluffs for flip in found.flips), 1.0]
    for low, high in pairwise(rates):
        assert best(low + (high - low) / 3) == best(low + (high - low) * 2 / 3)


def test_four_players_are_sampled_and_know_their_partner_or_not():
    fields = {"players": 4, "position": 4, "call": "truco"}
    found = boricua.accept(HAND, **fields, deals=20_000, **ONE)
    helped = boricua.accept(HAND, **fields, partner="1E 1B 7O", deals=20_000, **ONE)
    assert (found.basis.method, found.partner_known) == ("monte_carlo", False)
    assert (helped.partner_known, helped.win.value > found.win.value + 0.2) == (True, True)
    assert found.values["accept"].std_error > 0


def test_forms_of_an_answer():
    found = boricua.accept(HAND, call="truco", play="greedy", **ONE)
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"]) == ("boricua", "accept")
    assert set(answer["values"]) == {"run", "accept", "raise"}
    assert found.headline() == (
        f"{found.action}, wins {found.win.value:.1%}, needs {found.break_even:.1%}"
    )
    assert boricua.accept(answer["situation"], play="greedy", **ONE).to_dict() == found.to_dict()


def test_a_flor_owed_to_me_wins_the_match_though_i_run():
    """At 29-28 running gives them the 29th grano; the flor that they kept gives me the 30th."""
    asked = {"position": 1, "call": "truco", "score": "29-28", "play": "greedy", **ONE}
    found = boricua.accept(HAND, **asked, announced=2)
    assert (found.action, found.values["run"].value, found.break_even) == ("run", 1, 1)
    assert found.owed == {"ours": 1, "theirs": 0}
    assert found.values["accept"].value == found.win.value < 1
    sent = boricua.accept(HAND, **asked, announced=2, sent=2)
    assert sent.owed == {"ours": 0, "theirs": 0}
    assert sent.values == boricua.accept(HAND, **asked).values
    assert sent.values["run"].value < 1


def test_a_flor_that_i_kept_is_paid_after_the_truco():
    table = equity_for(Rules(), 2)
    asked = {"position": 2, "call": "truco", "score": "20-25", "play": "greedy", **ONE}
    found = boricua.accept("5C 6C 3C", **asked, announced=2)
    assert found.owed == {"ours": 0, "theirs": 1}
    win = found.win.value
    won, lost = table.after(23, 26, we_deal=False), table.after(20, 29, we_deal=False)
    assert found.values["run"].value == table.after(20, 27, we_deal=False)
    assert found.values["accept"].value == pytest.approx(win * won + (1 - win) * lost)


def test_who_would_lose_by_the_grano_owed_does_not_run():
    """At 26-20 running from my seis gives me 29, and the silent flor the match."""
    asked = {"position": 1, "call": "truco", "score": "26-20", "play": "greedy", **ONE}
    assert boricua.accept(HAND, **asked).may_run
    assert not boricua.accept(HAND, **asked, announced=2).may_run


def test_what_is_owed_to_mano_counts_first():
    """Both sides of four have kept one: at 29-29 mano's gets there."""
    table = equity_for(Rules(), 4)
    for dealer, won in ((0, 0.0), (1, 1.0)):
        assert table.after_truco(29, 29, dealer, Owed(1, 1)) == won
    found = boricua.accept(
        HAND, players=4, position=3, call="truco", score="29-28", announced="2 4",
        sent="4", deals=500, play="greedy", **ONE,
    )  # fmt: skip
    assert found.owed == {"ours": 0, "theirs": 0}  # a side that has sent one owes nothing
    again = boricua.accept(found.basis.situation, deals=500, play="greedy", **ONE)
    assert again.to_dict() == found.to_dict()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "call"),
        ({"call": "seis"}, "call: seis: only truco"),
        ({"call": "envite"}, "call: envite"),
        ({"call": "juego", "stake": 9}, "score"),
        ({"call": "truco", "caller": "nobody"}, "caller: nobody"),
        ({"call": "truco", "caller": "calls=0,bluffs=0"}, "a caller who calls with something"),
        ({"call": "truco", "equity": "solved"}, "equity: solved: normal"),
        ({"call": "truco", "score": "30-2"}, "score: 30-2"),
        ({"call": "truco", "announced": 1}, "announced: 1: not position 1: mano passes a ley"),
        ({"call": "truco", "announced": 2}, "not position 2: your 7E 5E 3O is no flor"),
        (
            {"position": 1, "played": "7E 4C / 3O 1B / truco", "announced": 2},
            "not position 2: his 4C 1B is no flor",
        ),
        ({"position": 1, "call": "truco", "sent": 2}, "sent: 2: not position 2, who has announced"),
        ({"call": "truco", "sent": 2, "announced": 2}, "your 7E 5E 3O is no flor"),
        ({"call": "truco", "sent": "1 1"}, "sent: 1: each position once"),
        (
            {"players": 4, "position": 2, "call": "truco", "announced": 3, "sent": "1 3"},
            "sent: 1 3: one flor for each side",
        ),
    ],
)
def test_slips(fields, message):
    with pytest.raises(InputError, match=message):
        boricua.accept(HAND, **fields)
