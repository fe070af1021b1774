"""Decisions at a score: flor and envite count before the truco, and may end the match."""

from __future__ import annotations

from fractions import Fraction

import naive_boricua as nb
import numpy as np
import pytest
from naive_bets import ENVITES, envites, flores, trucos
from naive_calls import CALLERS
from test_boricua_envite import naive_of
from test_cli_boricua import main

from analyzer import boricua
from analyzer.boricua.equity import equity_for
from analyzer.boricua.ligas import Known
from analyzer.boricua.owed import Owed
from analyzer.boricua.questions import EnviteResult
from analyzer.boricua.ranges import told_by_liga
from analyzer.boricua.rules import Rules
from analyzer.boricua.situation import Situation
from analyzer.core.errors import InputError

HAND = "7E 5E 3O"
ANSWERS = (0.5, 0.1)
ONE = {"threads": 1}
FOUR_LAST = {"players": 4, "position": 4, "score": "24-20"}


def tricks_of(situation: Situation) -> float:
    """Return my chance to win the tricks, as the question about the hand counts it."""
    asked = situation.to_dict()
    known = {name: asked[name] for name in ("hand", "players", "position", "partner", "seen")}
    return boricua.hand(known, **ONE).win.value


def before_truco(situation: Situation):
    """Return what points are worth once flor and envite are over."""
    table, tricks = equity_for(situation.rules, situation.players), tricks_of(situation)
    us, them = situation.score

    def worth(ours: int, theirs: int) -> Fraction:
        score = us + ours, them + theirs
        return Fraction(table.before_truco(*score, situation.my_side, Owed(), tricks))

    return worth


@pytest.mark.parametrize(
    ("score", "hand", "position", "call"),
    [("28-28", HAND, 1, "envite"), ("27-29", HAND, 2, "envite"), ("3-25", HAND, 2, "revoque2"),
     ("26-20", "7B 6C 5O", 1, "revoque"), ("29-12", "6E 5E 3O", 1, "envite")],
)  # fmt: skip
@pytest.mark.parametrize("caller", ["normal", "bluffer"])
def test_answers_to_an_envite_are_worth_what_every_deal_says(score, hand, position, call, caller):
    situation = Situation.read(
        "envite", {"hand": hand, "position": position, "call": call, "score": score}
    )
    pending = situation.envite.pending
    worth = before_truco(situation)
    brute = envites(naive_of(situation), pending.caller, worth)
    weight = brute.callers(*CALLERS[caller])
    runs = situation.score[0] + ENVITES[pending.step] < 30
    wanted = brute.answers(weight, pending.step, ANSWERS, runs=runs)
    wanted["revoke"] = wanted.pop("raise")
    found = boricua.envite(situation, caller=caller)
    for name, value in wanted.items():
        assert found.values[name].value == pytest.approx(float(value), abs=1e-12)
    assert (found.unit, found.tricks.value) == ("match", tricks_of(situation))
    assert found.equity["table"] == "normal"
    lost, won = (
        float(worth(*pair)) for pair in ((0, ENVITES[pending.step]), (ENVITES[pending.step], 0))
    )
    needed = (float(wanted["run"]) - lost) / (won - lost)
    assert found.break_even == pytest.approx(needed)


@pytest.mark.parametrize("score", ["28-28", "29-5", "10-20"])
def test_opening_is_worth_what_every_deal_says(score):
    situation = Situation.read("envite", {"hand": HAND, "position": 2, "score": score})
    worth = before_truco(situation)
    brute = envites(naive_of(situation), 1, worth)
    runs = situation.score[0] + 1 < 30
    found = boricua.envite(situation)
    wanted = brute.calling(brute.everything(), 1, ANSWERS, runs=runs)
    assert found.values["open"].value == pytest.approx(float(wanted), abs=1e-12)
    assert found.values["pass"].value == pytest.approx(float(worth(0, 0)), abs=1e-12)


def test_silent_flores_are_paid_for_after_the_truco():
    """At 28-20 the dealer's flor, announced and not sent, brings mano the grano he lacks."""
    table = equity_for(Rules(), 2)
    owing = {"position": 1, "call": "envite", "announced": 2, "score": "28-20"}
    found = boricua.envite(HAND, **owing, **ONE)
    run = table.before_truco(28, 21, 1, Owed(1, 0), found.tricks.value)
    assert found.values["run"].value == pytest.approx(run)
    assert run > table.before_truco(28, 21, 1, Owed(), found.tricks.value)
    mine = boricua.envite("5C 6C 3C", position=2, call="envite", score="28-20", **ONE)
    run = table.before_truco(28, 21, 0, Owed(0, 1), mine.tricks.value)
    assert mine.values["run"].value == pytest.approx(run)


def test_an_envite_at_28_is_the_match():
    """Who wins it never plays the truco."""
    found = boricua.envite(HAND, position=1, call="envite", score="28-28")
    assert found.values["accept"].value == found.win.value
    at_29 = boricua.envite(HAND, position=1, call="envite", score="5-29")
    assert (at_29.values["run"].value, at_29.break_even) == (0, 0)
    assert at_29.action != "run"


def test_who_wins_the_truco_anyhow_does_not_risk_the_match_for_a_poor_liga():
    """At 29-29 the two aces are worth the match as long as nobody opens an envite."""
    found = boricua.envite("1E 1B 3C", position=2, score="29-29")
    assert (found.tricks.value, found.action, found.values["pass"].value) == (1, "pass", 1)
    assert boricua.envite("6E 5E 4C", position=2, score="29-29").action == "open"


def _at(found: EnviteResult, action: str) -> float:
    """Return what an action is worth by the chance that was sampled."""
    table, deals = equity_for(Rules(), 4), found.basis.deals
    situation = Situation.read("envite", {"hand": HAND, **FOUR_LAST})
    tricks = boricua.hand(HAND, players=4, position=4, deals=deals, **ONE).win.value
    assert tricks == found.tricks.value
    if action == "pass":
        return table.before_truco(24, 20, 0, Owed(), tricks)
    told, ranks = told_by_liga(Known.of(situation), 1)
    stays, again = (ranks.best_part(np.ones((1, 15)), share)[0] for share in ANSWERS)
    met, won = told.ends.sum(axis=1), told.ends[:, 0]

    def played(part: np.ndarray, value: int) -> float:
        ends = [table.before_truco(24 + value, 20, 0, Owed(), tricks)]
        ends.append(table.before_truco(24, 20 + value, 0, Owed(), tricks))
        return float(ends[0] * (part @ won) + ends[1] * (part @ (met - won)))

    run = (1 - stays) @ met * table.before_truco(25, 20, 0, Owed(), tricks)
    give = again @ met * table.before_truco(24, 22, 0, Owed(), tricks)
    total = run + played(stays - again, 2) + max(give, played(again, 4))
    return float(total / met.sum())


def test_values_are_as_sure_as_the_tricks():
    fields = {**FOUR_LAST, **ONE}
    few, many = (boricua.envite(HAND, **fields, deals=deals) for deals in (500, 50_000))
    assert (few.basis.method, few.basis.deals, few.basis.seed) == ("monte_carlo", 500, 0)
    assert few.liga_win == many.liga_win
    assert few.liga_win.std_error == 0
    for name in ("open", "pass"):
        small, large = few.values[name], many.values[name]
        assert small.std_error > 5 * large.std_error > 0
        assert abs(small.value - large.value) < 4 * small.std_error
        assert small.low < small.value < small.high
        assert small.value == pytest.approx(_at(few, name), abs=1e-12)
    flor = boricua.flor("5C 6C 3C", **fields, deals=500)
    assert flor.values["send"].std_error > 0
    assert flor.unsent.std_error == 0
    answered = boricua.envite(HAND, **fields, call="revoque8", deals=500)
    assert answered.values["revoke"] is None
    assert answered.values["run"].std_error == 0  # it loses the match
    with pytest.raises(InputError, match="a policy, mine/theirs or mine/partner/theirs"):
        boricua.envite(HAND, play="greedy/random/open/greedy")


def test_the_other_side_does_not_run_from_the_match():
    """At 29 refusing would lose it: they all accept, and revoke as ever."""
    found = boricua.envite(HAND, position=2, score="29-20", answers="0,0")
    table = equity_for(Rules(), 2)
    chance = found.liga_win.value
    lost = table.before_truco(29, 22, 0, Owed(), found.tricks.value)
    assert found.values["open"].value == pytest.approx(chance + (1 - chance) * lost)


@pytest.mark.parametrize(
    ("fields", "score"),
    [
        ({"position": 2}, "27-27"),
        ({"position": 2, "sent": 1}, "20-25"),
        ({"position": 1, "announced": 2}, "27-24"),
        ({"position": 2}, "3-0"),
    ],
)
@pytest.mark.parametrize("least", [0, 15])
def test_flores_at_a_score(fields, score, least):
    asked = {"hand": "5C 6C 3C", "score": score, **fields}
    situation = Situation.read("flor", asked)
    sent = None if situation.sent is None else [p % 2 for p in situation.sent]
    unsent, better, worse = flores(naive_of(situation), least, sent)
    deals = unsent + better + worse
    mine_owes = int(situation.position == 2)
    theirs_owe = int(situation.position == 1 and bool(situation.announced))
    table, (us, them) = equity_for(situation.rules, 2), situation.score
    side, tricks = situation.my_side, tricks_of(situation)

    def after(ours: int, theirs: int, owed: Owed) -> float:
        return table.before_truco(us + ours, them + theirs, side, owed, tricks)

    send = unsent * after(3, 0, Owed(theirs_owe, 0))
    send += better * after(6, 0, Owed()) + worse * after(0, 6, Owed())
    silent = unsent * table.before_envite(us, them, side, Owed(theirs_owe, mine_owes), tricks)
    silent += (better + worse) * after(0, 3, Owed(0, mine_owes))
    found = boricua.flor(asked, flor_send=least)
    assert found.values["send"].value == pytest.approx(send / deals, abs=1e-12)
    assert found.values["silent"].value == pytest.approx(silent / deals, abs=1e-12)
    assert (found.unit, found.equity["players"]) == ("match", 2)


def test_a_flor_at_27_is_the_match_unless_theirs_is_better():
    found = boricua.flor("5C 6C 3C", position=2, score="27-27")
    assert found.values["send"].value == found.unsent.value + found.better.value


@pytest.mark.parametrize(
    ("call", "stake", "score"),
    [("truco", 1, "20-25"), ("seis", 3, "24-27"), ("nueve", 6, "3-12"), ("juego", 9, "10-10")],
)
def test_a_truco_at_a_score(call, stake, score):
    situation = Situation.read(
        "accept", {"hand": HAND, "call": call, "stake": stake, "score": score}
    )
    table, (us, them) = equity_for(Rules(), 2), situation.score

    def worth(ours: int, theirs: int) -> Fraction:
        return Fraction(table.after(us + ours, them + theirs, we_deal=False))

    ladder = (1, 3, 6, 9, 30)
    brute = trucos(nb.spot(HAND, 2), "greedy", ladder, worth)
    step = ladder.index(stake) + 1
    weight = brute.callers(*CALLERS["normal"])
    runs = us + ladder[step] < 30
    wanted = brute.answers(weight, step, ANSWERS, runs=runs)
    found = boricua.accept(situation, play="greedy", **ONE)
    for name, value in wanted.items():
        assert found.values[name].value == pytest.approx(float(value), abs=1e-12)
    assert (found.values["raise"] is None) == (call == "juego")
    lost, won = float(worth(0, ladder[step])), float(worth(ladder[step], 0))
    assert found.break_even == pytest.approx((float(wanted["run"]) - lost) / (won - lost))


def test_a_juego_is_the_match():
    """What is needed is what is left after giving the nueve."""
    found = boricua.accept(HAND, call="juego", stake=9, score="10-10", play="greedy", **ONE)
    left = equity_for(Rules(), 2).after(10, 19, we_deal=False)
    assert found.break_even == pytest.approx(left)
    assert found.values["accept"].value == pytest.approx(found.win.value)


def test_four_players_have_their_own_table():
    found = boricua.envite(HAND, players=4, position=4, call="envite", score="28-28")
    assert found.equity["players"] == 4
    assert found.values["accept"].value == found.win.value
    assert main(["boricua", "envite", *HAND.split(), "--score", "30-2"]) == 2
