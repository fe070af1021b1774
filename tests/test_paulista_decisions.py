"""Decisions for the match: chances in place of points, mão de onze, and the cut."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from asked import CALLERS_AND_ANSWERS, DEALT, LAST, Brute, actions_near, check_accept, check_exact
from naive import House, Node, pack, powers
from naive_calls import CALLERS, hands_by_power
from naive_deals import chances_of_pattern, exact_average, squeeze

from analyzer import paulista
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.paulista import worth
from analyzer.paulista.cards import DECK, card_name
from analyzer.paulista.policies import lineup
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import dealt_spot
from analyzer.truco.odds import result_counts

# ------------------------------------------------------------------------- chances of the match


class FakeEquity:
    """A chance to win the match for every score, made up; it tells who deals next too."""

    def after(self, us: int, them: int, *, we_deal: bool) -> float:
        if max(us, them) >= 12:
            return float(us >= 12)
        return (3 + 2 * us - them + 5 * we_deal * (us != 11)) / 40 + us * them / 1000

    def to_dict(self) -> dict:
        return {"made_up": True}


@pytest.fixture
def equity(monkeypatch) -> FakeEquity:
    """Put made-up equities in the place of the real ones."""
    fake = FakeEquity()
    monkeypatch.setattr(worth, "chosen_equity", lambda *_: ("normal", fake))
    return fake


def worth_at(situation: Situation, equity: FakeEquity) -> Callable[[int, int], Fraction]:
    us, them = situation.score
    we_deal = situation.my_seat % 2 == 1  # seat 1 deals next, and with it its side

    def worth(ours: int, theirs: int) -> Fraction:
        return Fraction(equity.after(us + ours, them + theirs, we_deal=we_deal))

    return worth


AT_A_SCORE = {
    "truco": ({**DEALT, "call": "truco", "score": "8-7", "rule": "all_tied=none"}, "greedy"),
    "truco near the end": ({**DEALT, "call": "truco", "score": "9-9", "position": 1}, "random"),
    "they need six": ({**DEALT, "call": "seis", "stake": 3, "score": "3-6"}, "greedy"),
    "second trick": (
        {"hand": "3♠ K♦ 6♣", "vira": "6♥", "position": 1, "score": "6-4",
         "played": "truco ok K♦ 2♦ / seis"}, "open"),
    "four players": (
        {"hand": "Q♠ Q♦ J♦", "vira": "Q♥", "rules": "limpo", "players": 4, "position": 4,
         "played": f"{LAST} truco", "rule": "all_tied=none",
         "score": "10-7"}, "greedy"),
}  # fmt: skip


@pytest.mark.parametrize("case", AT_A_SCORE)
def test_at_a_score_answers_are_worth_a_chance_of_the_match(case, equity):
    fields, play = AT_A_SCORE[case]
    situation = Situation.read("accept", fields)
    brute = Brute(situation, situation.replay().pending.caller, play)
    for caller, answers in CALLERS_AND_ANSWERS[:3]:
        found = paulista.accept(situation, play=play, caller=caller, answers=answers)
        check_accept(found, brute, CALLERS[caller], answers, worth_at(situation, equity))
        assert found.unit == "match"
        assert found.equity == {"table": "normal", "made_up": True}
        for flip in found.flips:
            asked = {"play": play, "answers": answers}
            near = actions_near(situation, asked, CALLERS[caller][0], flip.bluffs)
            assert near == (flip.below, flip.above)


def test_at_a_score_a_call_is_worth_a_chance_of_the_match(equity):
    situation = Situation.read("call", {**DEALT, "position": 1, "score": "9-10"})
    brute, worth = Brute(situation, 0, "greedy"), worth_at(situation, equity)
    anything = brute.range(1, 0)
    found = paulista.call(situation, play="greedy")
    check_exact(found.values["play"], brute.played(anything, 1, worth) / sum(brute.total(anything)))
    check_exact(found.values["call"], brute.calling(anything, 0, (0.5, 0.1), worth))
    assert found.unit == "match"


@pytest.mark.parametrize("hand", ["3♠ K♦ J♣", "6♦ 4♦ 4♠", "5♣ 5♥ 5♠"])
@pytest.mark.parametrize(("call", "stake", "score"), [("seis", 3, "0-9"), ("nove", 6, "3-6")])
def test_nobody_runs_who_would_lose_the_match_by_it(hand, call, stake, score, equity):
    situation = {"hand": hand, "vira": "4♥", "call": call, "stake": stake, "score": score}
    for play, caller in product(("greedy", "open"), CALLERS):
        found = paulista.accept(situation, play=play, caller=caller)
        assert found.values["run"] == Estimate.exact(0)
        assert found.action != "run"
        assert all("run" not in (flip.below, flip.above) for flip in found.flips)


def test_nobody_runs_from_a_lost_hand_when_running_loses_too(equity):
    lost = {"hand": "6♦ 4♦ 4♠", "vira": "4♥", "position": 2, "played": "3♠ 4♦ /", "stake": 3}
    found = paulista.accept({**lost, "call": "seis", "score": "2-9"})
    assert found.win == Estimate.exact(0)
    assert found.action != "run"
    assert not any("run" in (flip.below, flip.above) for flip in found.flips)


# ------------------------------------------------------------------------------ mão de onze


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("all_tied", ["dealer", "none"])
def test_at_eleven_to_ten_one_plays_who_wins_more_often_than_the_escuro(
    players, all_tied, equity, monkeypatch
):
    asked = {
        "hand": "3♠ A♦ K♣", "vira": "Q♥", "score": "11-10", "players": players, "position": 2,
        "rule": ["onze_choice=true", f"all_tied={all_tied}"], "rules": "limpo",
    }  # fmt: skip
    asked |= {"partner": "2♠ A♣ K♠"} if players == 4 else {}
    win = paulista.hand({**asked, "score": None}, play="greedy")
    win, undecided = win.win.value, win.undecided.value

    def after(us: int, them: int, *, we_deal: bool) -> float:
        assert not we_deal  # position 2 deals, or its partner does: the others are next
        return {(12, 10): 0.5, (14, 10): 1, (11, 11): escuro, (11, 13): 0, (11, 10): 0.9}[us, them]

    monkeypatch.setattr(equity, "after", after)
    again = 0.9 * undecided
    for escuro in (win + again - 1e-9, win + again + 1e-9, 0.5):
        found = paulista.onze(asked, play="greedy")
        check_exact(found.values["play"], win + again)
        assert found.values["run"] == Estimate.exact(escuro)
        assert found.action == ("play" if win + again > escuro else "run")
        assert found.break_even == pytest.approx(escuro - again, rel=1e-12)
        assert (found.win.value, found.undecided.value) == (win, undecided)
        assert found.unit == "match"
        assert (undecided == 0) == (all_tied == "dealer")


def test_of_equals_at_mao_de_onze_the_hand_is_played(equity, monkeypatch):
    asked = {"hand": "3♠ A♦ K♣", "vira": "Q♥", "score": "11-10", "rules": "limpo",
             "rule": "onze_choice=true", "position": 1}  # fmt: skip
    played = paulista.onze(asked, play="greedy").values["play"].value
    monkeypatch.setattr(
        equity, "after", lambda us, them, we_deal: {11: played, 13: 0}.get(them, float(us >= 12))
    )
    found = paulista.onze(asked, play="greedy")
    assert found.values["run"] == found.values["play"]
    assert found.action == "play"


def test_mao_de_dez_is_worth_four_and_running_two(equity):
    asked = {"hand": "4♣ 3♥ 6♥", "rules": "mineiro", "score": "10-7", "position": 1}
    found = paulista.onze(asked, play="greedy")
    mine = paulista.hand(asked, play="greedy")
    win, undecided = mine.win.value, mine.undecided.value
    lose = 1 - win - undecided
    assert lose > 0.05
    worth = win + undecided * equity.after(10, 7, we_deal=True)
    worth += lose * equity.after(10, 11, we_deal=True)
    check_exact(found.values["play"], worth)
    check_exact(found.values["run"], equity.after(10, 9, we_deal=True))


# ---------------------------------------------------------------------------------- the cut


def naive_keep(card: str, rules: str, policy: str, house) -> Fraction:
    """Points for seat 1, who keeps a card of the limpo or sujo deck, over all viras."""
    total = Fraction(0)
    deck = [other for other in pack(house.deck) if other != card]
    for vira in deck:
        pool = Counter(powers([other for other in deck if other != vira], vira, house.deck))
        (mine,) = powers([card], vira, house.deck)
        good = every = 0
        for others, ways in hands_by_power(pool, 2).items():
            for his, more in hands_by_power(pool - Counter(others), 3).items():
                node = squeeze(Node((his, (mine, *others))))
                ends = chances_of_pattern(node, policy, house)
                good += ways * more * (ends[1] - ends[0])
                every += ways * more * sum(ends)
        total += Fraction(good, every)
    return total / len(deck)


@pytest.mark.parametrize(("card", "policy"), [("J♣", "greedy"), ("Q♦", "open")])
def test_a_kept_card_is_worth_its_average_over_all_viras(card, policy):
    house = House(deck="limpo", all_tied="none")
    found = paulista.cut(card, rules="limpo", rule="all_tied=none", play=policy)
    check_exact(found.values["keep"], naive_keep(card, "limpo", policy, house))
    leave, _ = exact_average(policy, "none", house)
    check_exact(found.values["leave"], leave.side1 - leave.side0)
    assert found.values["give"] is None
    better = found.values["keep"].value > found.values["leave"].value
    assert found.action == ("keep" if better else "leave")


@pytest.mark.parametrize(("rules", "play"), [("limpo", "open"), ("mineiro", "greedy")])
def test_over_all_cards_keeping_is_an_ordinary_deal(rules, play):
    cards = [card for card in range(40) if rules == "mineiro" or DECK.rank(card) >= 4]
    found = [paulista.cut(card_name(card), rules=rules, play=play).values for card in cards]
    kept = sum(values["keep"].value for values in found) / len(cards)
    assert kept == pytest.approx(found[0]["leave"].value, rel=1e-12)
    assert len({values["leave"].value for values in found}) == 1


def test_the_cut_counts_the_points_of_mao_de_onze(equity):
    score = {"rules": "limpo", "play": "greedy"}
    ordinary = paulista.cut("J♣", **score)
    eleven = paulista.cut("J♣", **score, score="11-9")
    for name in ("keep", "leave"):
        win = (1 + ordinary.values[name].value) / 2
        # Nobody is left undecided; who cuts sits at seat 1 and deals next.
        wanted = win + (1 - win) * equity.after(11, 12, we_deal=True)
        check_exact(eleven.values[name], wanted)
    assert eleven.unit == "match"


FOUR_CUT = {"players": 4, "play": "random"}


def test_at_random_it_does_not_matter_which_of_two_partners_has_the_card():
    found = paulista.cut("3♠", **FOUR_CUT, deals=100_000)
    keep, give, leave = (found.values[name] for name in ("keep", "give", "leave"))
    assert abs(keep.value - give.value) < 4 * math.hypot(keep.std_error, give.std_error)
    assert keep.value > leave.value + 4 * math.hypot(keep.std_error, leave.std_error)
    assert found.basis.method == "monte_carlo"
    assert (found.basis.seed, found.basis.deals) == (0, 3 * 100_000)


@pytest.mark.parametrize(("play", "better"), [("greedy/random/greedy", "keep"),
                                              ("random/greedy/greedy", "give")])  # fmt: skip
def test_a_strong_card_is_for_the_partner_who_plays_better(play, better):
    found = paulista.cut("3♠", players=4, play=play, deals=100_000)
    values = found.values
    gain = values["keep"].value - values["give"].value
    error = math.hypot(values["keep"].std_error, values["give"].std_error)
    assert abs(gain) > 4 * error
    assert found.action == better == ("keep" if gain > 0 else "give")


def test_leaving_the_card_is_an_average_deal_whatever_the_card():
    rules = paulista.Rules.presets["traditional"]
    spot, seats = dealt_spot(rules, 4), lineup("greedy", rules, 4, 3)
    counts = result_counts(spot, seats, Effort(deals=400_000, seed=5), side=1)
    average = counts.chance(1).affine(2, -1)
    low, high = (
        paulista.cut(card, players=4, play="greedy", deals=100_000) for card in ("4♦", "3♠")
    )
    assert low.values["leave"] == high.values["leave"]
    leave = low.values["leave"]
    error = math.hypot(leave.std_error, average.std_error)
    assert abs(leave.value - average.value) < 4 * error
    assert (low.action, high.action) == ("leave", "keep")


def test_intervals_of_the_cut_are_as_wide_as_its_values_spread():
    found = [
        paulista.cut("3♠", players=4, play="greedy", deals=10_000, seed=seed).values
        for seed in range(24)
    ]
    for name in ("keep", "give", "leave"):
        values = [one[name].value for one in found]
        error = np.mean([one[name].std_error for one in found])
        assert 0.65 < np.std(values, ddof=1) / error < 1.4


def test_the_cut_of_four_is_sampled():
    with pytest.raises(InputError, match=r"^options: .*exact"):
        paulista.cut("3♠", players=4, exact=True)
