"""Envites: opened, answered and revoked, against every deal; flips, and what is refused."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from naive_bets import Known, envites
from naive_calls import CALLERS

from analyzer import boricua
from analyzer.boricua.rules import envite_value, envite_word
from analyzer.boricua.situation import Situation
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.truco.decisions import Flip
from analyzer.truco.profiles import Profile

HAND = "7E 5E 3O"
FEW = "3E 4E 4B 5B 3C 4C 5C 6C 7C 7O"
"""Cards out of play: with them four players' deals are soon gone through."""

ANSWERS = [(0.5, 0.1), (1, 1), (0.3, 0), (0, 0), (0.8, 0.35)]

ASKED = {
    "mano answers": {"hand": HAND, "position": 1, "call": "envite"},
    "the dealer answers mano a ley": {"hand": HAND, "position": 2, "call": "envite"},
    "a revoque": {"hand": "7B 6C 5O", "position": 1, "call": "revoque"},
    "a third revoque": {"hand": "7B 6B 5O", "position": 2, "call": "revoque3"},
    "the last step": {"hand": HAND, "position": 1, "call": "revoque8"},
    "he has announced a flor": {
        "hand": "7E 6E 3O", "position": 1, "call": "envite", "announced": 2},
    "cards are out": {"hand": "4E 3E 7C", "position": 2, "call": "revoque2", "seen": "7E 6E 7O"},
    "my flor is silent": {"hand": "5C 6C 3C", "position": 2, "call": "envite"},
    "all say": {"hand": HAND, "position": 2, "call": "envite", "rule": "mano_a_ley=false"},
    "four, mano calls": {
        "hand": "7E 5E 3O", "players": 4, "position": 4, "call": "envite", "seen": FEW},
    "four, a talk": {
        "hand": "6E 5E 3O", "players": 4, "position": 2, "seen": FEW,
        "played": "paso envite revoque"},
    "four, the partner has a flor": {
        "hand": "7B 5E 3O", "players": 4, "position": 1, "call": "revoque", "announced": 3,
        "partner": "4O", "seen": FEW},
}  # fmt: skip

TO_OPEN = {
    "the dealer": {"hand": "7B 6C 5O", "position": 2},
    "mano": {"hand": "5E 4E 7O", "position": 1, "seen": "7E 6E"},
    "four, the dealer": {"hand": "6E 5E 3O", "players": 4, "position": 4, "seen": FEW},
    "four, the third": {
        "hand": "6E 5E 3O", "players": 4, "position": 3, "seen": FEW, "partner": "7E"},
}  # fmt: skip


def naive_of(situation: Situation) -> Known:
    """Return what the one who asks knows, flores by who has announced them."""
    seats = range(situation.players)
    held = [""] * situation.players
    asked = situation.to_dict()
    held[situation.my_seat] = " ".join(asked["hand"])
    if situation.players == 4:
        held[situation.my_seat ^ 2] = " ".join(asked["partner"])
    flores = [(seat or situation.players) in situation.announced for seat in seats]
    known: list[bool | None] = list(flores)
    if situation.rules.mano_a_ley:
        known[1] = None
    known[situation.my_seat] = situation.flor is not None
    return Known(situation.my_seat, held, known, " ".join(asked["seen"]))


def check(found: Estimate | None, wanted: object) -> None:
    assert found is not None
    assert found.value == pytest.approx(float(wanted), rel=1e-12, abs=1e-12)
    assert found == Estimate.exact(found.value)


def some(cases: dict, others: list) -> list[tuple]:
    """Every case with the first of the others and with one more."""
    return [
        (case, other)
        for number, case in enumerate(cases)
        for place, other in enumerate(others)
        if place in (0, 1 + number % (len(others) - 1))
    ]


@pytest.mark.parametrize(
    ("case", "profile"), some(ASKED, list(zip(["normal", *CALLERS], ANSWERS, strict=False)))
)
def test_answers_are_worth_what_every_deal_says(case, profile):
    caller, answers = profile
    situation = Situation.read("envite", ASKED[case])
    pending = situation.envite.pending
    brute = envites(naive_of(situation), pending.caller)
    weight = brute.callers(*CALLERS[caller])
    wanted = brute.answers(weight, pending.step, answers)
    if "raise" in wanted:
        wanted["revoke"] = wanted.pop("raise")
    found = boricua.envite(situation, caller=caller, answers=answers)
    check(found.liga_win, brute.win())
    total, won = brute.met(weight)
    check(found.win, won / total)
    for name, value in wanted.items():
        check(found.values[name], value)
    assert (found.values["revoke"] is None) == (pending.step == 9)
    assert wanted[found.action] == max(wanted.values())
    assert found.basis.deals == sum(brute.deals.values())
    assert (found.basis.method, found.unit, found.equity) == ("exact", "points", None)


@pytest.mark.parametrize(("case", "answers"), some(TO_OPEN, ANSWERS))
def test_opening_is_worth_what_every_deal_says(case, answers):
    situation = Situation.read("envite", TO_OPEN[case])
    brute = envites(naive_of(situation), (situation.my_seat + 1) % situation.players)
    found = boricua.envite(situation, answers=answers)
    check(found.liga_win, brute.win())
    check(found.values["open"], brute.calling(brute.everything(), 1, answers))
    check(found.values["pass"], 0)
    assert found.action == ("open" if found.values["open"].value > 1e-9 else "pass")
    assert (found.win, found.break_even, found.caller, found.flip) == (None,) * 4


@pytest.mark.parametrize(
    ("step", "needed"), [(1, 1 / 4), (2, 1 / 4), (3, 1 / 4), (4, 1 / 6), (5, 1 / 8), (9, 1 / 16)]
)
def test_break_evens(step, needed):
    found = boricua.envite(HAND, call=envite_word(step))
    assert found.break_even == pytest.approx(needed, rel=1e-15)
    refused, value = envite_value(step - 1), envite_value(step)
    assert needed * value - (1 - needed) * value == pytest.approx(-refused)
    assert found.values["run"].value == -refused
    at_stake = (2 * found.win.value - 1) * value
    assert found.values["accept"].value == pytest.approx(at_stake, abs=1e-12)


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": HAND, "position": 2, "call": "revoque2"},
        {"hand": "6E 5E 3O", "call": "envite"},
        {"hand": "7B 5B 3O", "position": 2, "call": "revoque"},
        {"hand": "7B 5B 3O", "players": 4, "position": 4, "call": "envite", "seen": "7O 6O 5E"},
        {"hand": "4B 3B 7O", "players": 4, "position": 3, "played": "paso envite", "partner": "7B"},
    ],
)
@pytest.mark.parametrize("calls", [0.12, 0.25, 0.6])
def test_beyond_a_flip_another_action_is_best(fields, calls):
    def best(bluffs: float) -> str:
        return boricua.envite(fields, caller=Profile("own", calls, bluffs)).action

    found = boricua.envite(fields, caller=Profile("own", calls, 0.3))
    for flip in found.flips:
        assert (best(flip.bluffs - 1e-7), best(flip.bluffs + 1e-7)) == (flip.below, flip.above)
    rates = [0.0, *(flip.bluffs for flip in found.flips), 1.0]
    for low, high in pairwise(rates):
        assert best(low + (high - low) / 3) == best(low + (high - low) * 2 / 3)
    nearest = min((abs(flip.bluffs - 0.3) for flip in found.flips), default=None)
    assert (found.flip is None) == (nearest is None)
    if found.flip is not None:
        assert abs(found.flip - 0.3) == nearest


def test_some_actions_do_flip():
    found = boricua.envite(HAND, position=2, call="revoque2")
    assert found.flips == (Flip(found.flip, "accept", "revoke"),)
    assert boricua.envite(HAND, call="envite", caller="random").flips == ()


@pytest.mark.parametrize(
    ("fields", "caller"),
    [
        ({"hand": "4E 5B 3O", "position": 2}, "normal"),
        ({"hand": "6E 5B 3O", "position": 2, "call": "envite"}, "bluffer"),
        ({"hand": "4E 5B 7O", "players": 4, "position": 4}, "normal"),
    ],
)
def test_a_call_of_nothing_pays_while_few_stay(fields, caller):
    found = boricua.envite(fields, caller=caller, answers=(0.3, 0.1))
    assert found.action in ("open", "revoke")
    for step in (-1e-6, 1e-6):
        again = boricua.envite(fields, caller=caller, answers=(found.pays_below + step, 0.1))
        assert (again.action == found.action) == (step < 0)
    assert boricua.envite("7E 6E 3O", position=1, answers=(0.3, 0.1)).pays_below is None


def test_who_passed_holds_no_flor():
    known = boricua.envite("6C 5C 7O", players=4, position=4)
    nothing = boricua.hand("6C 5C 7O", players=4, position=4, deals=100)
    assert known.liga_win.value > nothing.liga_win.value


def test_the_nearest_to_mano_wins_a_tie():
    wins = [
        boricua.envite("7E 6E 3O", players=4, position=position, caller="random").liga_win.value
        for position in (1, 2, 3, 4)
    ]
    assert wins[0] == 1
    assert wins[3] == min(wins)
    assert max(wins[1:]) < 1


def test_a_partner_of_whom_all_is_known():
    found = boricua.envite(HAND, players=4, position=4, partner="7O 6O 3C")
    some = boricua.envite(HAND, players=4, position=4, partner="7O")
    assert (found.partner_known, some.partner_known) == (True, False)
    assert found.liga_win.value > some.liga_win.value
    assert boricua.envite(HAND).partner_known is None


def test_forms_of_an_answer():
    found = boricua.envite(HAND, position=2, call="envite", caller="calls=0.3,bluffs=0.2")
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"], answer["method"]) == ("boricua", "envite", "exact")
    assert (answer["liga"], answer["seed"], answer["play"]) == (32, None, None)
    assert set(answer["values"]) == {"run", "accept", "revoke"}
    assert answer["caller"]["calls"] == 0.3
    assert found.headline() == (f"{found.action}, liga 32 wins {found.win.value:.1%}, needs 25.0%")
    again = boricua.envite(answer["situation"], caller="calls=0.3,bluffs=0.2")
    assert again.to_dict() == found.to_dict()
    opened = boricua.envite(HAND, position=2)
    assert opened.headline() == f"open, liga 32 wins {opened.liga_win.value:.1%}"
    assert set(opened.to_dict()["values"]) == {"open", "pass"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"deals": 100}, "deals: 100: left out without a score: all deals are counted"),
        ({"precision": 0.1}, "precision: 0.1: left out without a score"),
        ({"caller": "nobody"}, "caller: nobody: one of tight"),
        ({"caller": "calls=0,bluffs=0", "call": "envite"}, "a caller who calls with something"),
        ({"answers": "1"}, "answers: 1: ACCEPT,RERAISE"),
        ({"equity": "solved"}, "equity: solved: normal"),
        ({"call": "truco"}, "one of envite, revoque"),
        ({"played": "revoque"}, "nobody has opened yet"),
        ({"position": 2, "sent": 1}, "a flor that was sent cancels the envite"),
        ({"position": 2, "announced": 2}, "your 7E 5E 3O is no flor"),
        ({"score": "30-2"}, "score: 30-2"),
    ],
)
def test_slips(fields, message):
    with pytest.raises(InputError, match=message):
        boricua.envite(HAND, **fields)
