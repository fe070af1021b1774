"""Flores: sent or kept silent, against every deal, and what silence costs."""

from __future__ import annotations

import json
from fractions import Fraction

import naive_bets
import pytest
from test_boricua_envite import check, naive_of

from analyzer import boricua
from analyzer.boricua.ligas import Known
from analyzer.boricua.sending import flor_standing
from analyzer.boricua.situation import Situation
from analyzer.core.errors import InputError

FLOR = "5C 6C 3C"
FOUR = {"players": 4, "seen": "3O 4O 5O 7B 6B 1B 4B 3B 5B"}
"""With these cards out four players' deals are soon gone through."""

ASKED = {
    "the dealer, mano a ley": {"position": 2},
    "the dealer, mano has sent": {"position": 2, "sent": 1},
    "the dealer, mano is silent": {"position": 2, "sent": "none"},
    "mano alone": {"position": 1},
    "mano, announced after": {"position": 1, "announced": 2},
    "all say": {"position": 2, "rule": "mano_a_ley=false", "announced": "1 2"},
    "four, alone": {**FOUR, "position": 4},
    "four, mano": {**FOUR, "position": 1, "announced": 4},
    "four, one after me": {**FOUR, "position": 2, "announced": 3},
    "four, one after me, mano is silent": {
        **FOUR, "position": 2, "announced": 3, "sent": "none"},
    "four, one before me has sent": {**FOUR, "position": 4, "announced": 3, "sent": 3},
    "four, the partner too": {**FOUR, "position": 4, "announced": 2},
    "four, the partner too, mano has sent": {
        **FOUR, "position": 4, "announced": 2, "sent": 1},
    "four, the partner's is known": {
        **FOUR, "position": 2, "partner": "5E 6E 7E", "announced": 3},
    "four, the partner is mano": {**FOUR, "position": 3, "announced": 4},
}  # fmt: skip


def asked(case: str, hand: str = FLOR) -> Situation:
    return Situation.read("flor", {"hand": hand, **ASKED[case]})


def standing(situation: Situation, least: int = 0) -> tuple[int, int, int]:
    sent = None if situation.sent is None else [p % situation.players for p in situation.sent]
    return naive_bets.flores(naive_of(situation), least, sent)


def owing(situation: Situation, side: int) -> int:
    """What a side pays that sends none."""
    announced = {position % situation.players for position in situation.announced}
    return int(any(seat & 1 == side and seat != 1 for seat in announced))


@pytest.mark.parametrize("least", [0, 13, 16, 19])
@pytest.mark.parametrize("case", ASKED)
def test_what_every_deal_says(case, least):
    situation = asked(case)
    unsent, better, worse = standing(situation, least)
    deals = unsent + better + worse
    ours, theirs = (owing(situation, side) for side in (situation.my_side, 1 - situation.my_side))
    send = Fraction(unsent * (3 + theirs) + 6 * better - 6 * worse, deals)
    silent = Fraction(unsent * (theirs - ours) - (better + worse) * (3 + ours), deals)
    found = boricua.flor(situation, flor_send=least)
    for estimate, wanted in [
        (found.unsent, Fraction(unsent, deals)),
        (found.better, Fraction(better, deals)),
        (found.worse, Fraction(worse, deals)),
        (found.values["send"], send),
        (found.values["silent"], silent),
    ]:
        check(estimate, wanted)
    assert (found.penalty, found.basis.deals, found.flor_send) == (ours, deals, least)
    assert found.action == ("send" if send >= silent else "silent")
    assert (found.unit, found.equity) == ("points", None)


def test_worked_example_9():
    """Mano has flor 12, seat 2 announces 18: silent 3 to him, sent 6, and no penalty."""
    out = "3C 4C 4E 5E 6E 7E 4B 5B 6B 7B"
    found = boricua.flor("3O 4O 5O", players=4, position=1, announced=2, seen=out)
    assert found.worse.value == 1
    assert (found.values["send"].value, found.values["silent"].value) == (-6, -3)
    assert (found.action, found.penalty) == ("silent", 0)


def test_worked_example_10():
    """Seat 3 alone has a flor and keeps silent: 1 to the others."""
    found = boricua.flor(FLOR, players=4, position=3, seen="3O 4O 5O")
    assert (found.values["silent"].value, found.penalty) == (-1, 1)
    assert found.values["send"].value == 3


def test_the_partner_s_flor_is_sent_if_it_is_the_better_one():
    alone = boricua.flor("3O 4O 5O", players=4, position=4, announced=3, sent=3)
    both = boricua.flor("3O 4O 5O", players=4, position=4, announced=3, partner="5C 6C 7C")
    assert both.better.value > alone.better.value
    assert both.worse.value < alone.worse.value
    assert (both.partner_known, alone.partner_known) == (True, False)


def test_mano_pays_for_the_partner_s_silence():
    assert boricua.flor(FLOR, players=4, position=1, announced=3).penalty == 1
    assert boricua.flor(FLOR, players=4, position=1).penalty == 0
    assert boricua.flor(FLOR, rule="mano_a_ley=false").penalty == 0


def test_what_was_sent_goes_before_what_they_send():
    """He who sends from 19 on never does; he has all the same."""
    fields = {"position": 2, "sent": 1}
    assert (
        boricua.flor(FLOR, **fields, flor_send=19).to_dict()["values"]
        == (boricua.flor(FLOR, **fields).to_dict()["values"])
    )


def test_a_flor_that_loses_is_kept_if_they_send_high_ones_only():
    low, high = (
        boricua.flor("1E 3E 4E", players=2, position=1, announced=2, flor_send=least)
        for least in (0, 14)
    )
    assert low.worse.value > high.worse.value > 0
    assert high.values["send"].value > low.values["send"].value


@pytest.mark.parametrize(
    ("fields", "sent"),
    [
        ({"position": 2}, ()),
        ({"position": 2, "sent": 1}, (1,)),
        ({"position": 1}, None),
        ({"players": 4, "position": 4}, ()),
        ({"players": 4, "position": 4, "announced": 3}, ()),
        ({"players": 4, "position": 4, "announced": 2}, None),  # the partner decides before 3
        ({"players": 4, "position": 3}, None),
    ],
)
def test_who_speaks_last_has_heard_whether_one_was_sent(fields, sent):
    assert Situation.read("flor", {"hand": FLOR, **fields}).sent == sent
    assert Situation.read("envite", {"hand": "7E 5E 3O"}).sent is None


def test_a_flor_is_needed():
    situation = Situation.read("hand", {"hand": "7E 6E 3O"})
    with pytest.raises(ValueError, match="holds no flor"):
        flor_standing(Known.of(situation))


def test_forms_of_an_answer():
    found = boricua.flor(FLOR, position=2, sent=1)
    answer = json.loads(json.dumps(found.to_dict()))
    assert (answer["game"], answer["question"], answer["method"]) == ("boricua", "flor", "exact")
    assert (answer["flor"], set(answer["values"])) == (14, {"send", "silent"})
    assert found.headline() == f"send, flor 14 loses {found.worse.value:.1%}"
    assert boricua.flor(answer["situation"]).to_dict() == found.to_dict()


@pytest.mark.parametrize(
    ("hand", "fields", "message"),
    [
        ("7E 6E 3O", {}, "hand: 7E 6E 3O: a flor, three cards of one suit"),
        (FLOR, {"flor_send": 20}, "flor-send: 20: a total from 0 to 19"),
        (FLOR, {"flor_send": "high"}, "flor-send: high: a total"),
        (FLOR, {"announced": 1}, "mano passes a ley"),
        (FLOR, {"position": 2, "sent": 2}, "no flor of your side"),
        (FLOR, {"deals": 5}, "left out without a score"),
        (FLOR, {"equity": "solved"}, "equity: solved: normal"),
        (FLOR, {"score": "28-31"}, "score: 28-31"),
    ],
)
def test_slips(hand, fields, message):
    with pytest.raises(InputError, match=message):
        boricua.flor(hand, **fields)
