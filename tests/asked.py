"""Situations of Truco Paulista as the independent program sees them, and what to hold them to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np
import pytest
from naive import TIED, House, Known, Policies, final, judge, known, play_out, powers, worlds
from naive_calls import best_part, chances, public_range

from analyzer import paulista
from analyzer.core.estimate import Estimate
from analyzer.paulista.cards import card_name
from analyzer.paulista.questions import AcceptResult
from analyzer.paulista.situation import Situation

DEALT = {"hand": "3♠ K♦ J♣", "vira": "Q♥", "rules": "limpo"}
"""A hand from the deck of 24 cards, which is gone through quickly."""

LAST = "3♦ 3♥ K♦ Q♠ / 2♣ 2♥ A♠ Q♦ /"
"""Two tied tricks among four."""

ALL = ("random", "greedy", "expert", "open")

CALLERS_AND_ANSWERS = [
    ("normal", (0.5, 0.1)),
    ("tight", (1, 1)),
    ("bluffer", (0.3, 0)),
    ("loose", (0, 0)),
    ("random", (0.8, 0.35)),
]

EQUAL = Fraction(1, 10**12)


def naive_of(situation: Situation) -> Known:
    """Return what the one who asks knows."""
    rules = situation.rules
    deck = "mineiro" if rules.manilhas == "fixed" else rules.deck
    house = House(
        situation.players, deck, rules.all_tied, rules.tie_lead, rules.covered, rules.ladder
    )
    return known(
        _names(situation.hand),
        None if situation.vira is None else card_name(situation.vira),
        situation.position,
        situation.played,
        _names(situation.seen),
        _names(situation.partner),
        house,
    )


def policies_of(play: str, situation: Situation) -> Policies:
    """Return each seat's policy, from one name or ``mine/theirs``."""
    mine, theirs = (play.split("/") * 2)[:2]
    seats = range(situation.players)
    if mine == theirs:
        return mine
    return tuple(theirs if (seat ^ situation.my_seat) & 1 else mine for seat in seats)


def two_player_state(state: Known, seat: int) -> Known:
    """Return the game of two that stands for one player's chances among four.

    He plays against one unknown hand; of the table only the strongest card stays.  Where
    neither of them has laid a card, but others have, two players cannot be in that state.
    """
    side, laid = seat & 1, [who for who, _ in state.table]
    to_move = (state.leader + len(laid)) % 4 & 1
    has_laid = seat in laid
    other_has = to_move == side and any(who & 1 != side for who in laid)
    size = 3 - len(state.results)
    left = [0, 0]
    left[side], left[1 - side] = size - has_laid, size - other_has
    results, table, leader = state.results, state.table, to_move
    if laid:
        holder, leads = judge(state.table, state.house.tie_lead)
        if has_laid + other_has == 0 or (holder == TIED and has_laid + other_has == 1):
            raise ValueError("no two players can be in this state")
        if has_laid and other_has:
            results, table, leader = (*results, holder), (), leads & 1
        else:
            table, leader = ((holder, max(card for _, card in state.table)),), 1 - to_move
    house = state.house
    two = House(2, house.deck, house.all_tied, house.tie_lead, house.covered, house.ladder)
    return Known(
        two, state.vira, 1 - side, (), (), state.shown, frozenset(),
        (left[0], left[1]), results, table, leader, (),
    )  # fmt: skip


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


# ------------------------------------------------------------------------------- estimates


def check_exact(found: Estimate, wanted: Fraction | float) -> None:
    assert found.value == pytest.approx(float(wanted), rel=1e-12, abs=1e-12)
    assert found == Estimate.exact(found.value)


def z_of(sampled: Estimate, true: float) -> float:
    return (sampled.value - true) / sampled.std_error


def check_intervals(pairs: list[tuple[Estimate, float]]) -> None:
    """Whether intervals cover as often as they should, and errors are as large as they say."""
    covered = np.mean([found.low <= true <= found.high for found, true in pairs])
    z = np.array([z_of(found, true) for found, true in pairs])
    assert 0.87 <= covered <= 1
    assert np.abs(z).max() < 4.5
    assert 0.6 < (z**2).mean() < 1.6


# --------------------------------------------------------------------------------- asking


def exact_words(asked: dict) -> dict:
    """Keywords of a question, its cards named as its functions name them."""
    return {"situation" if name == "hand" else name: value for name, value in asked.items()}


def actions_near(situation: dict, asked: dict, calls: float, rate: float) -> tuple[str, str]:
    """The best actions just below and just above a bluff rate."""
    below, above = (
        paulista.accept(situation, **asked, caller=f"calls={calls},bluffs={rate + step!r}").action
        for step in (-1e-8, 1e-8)
    )
    return below, above


# -------------------------------------------------------------------- layout by layout


class Brute:
    """What may come of a call, layout by layout; among four a game of two ranks the holdings.

    ``seat`` holds what is told apart, and ``worth`` says what points are worth.
    """

    def __init__(self, situation: Situation, seat: int, play: str) -> None:
        state, policies = naive_of(situation), policies_of(play, situation)
        self.two = state if situation.players == 2 else two_player_state(state, seat)
        mine, theirs = (play.split("/") * 2)[:2]
        pair = (mine, theirs) if self.two.seat == 0 else (theirs, mine)
        self.play = mine if mine == theirs else pair
        self.side, self.ladder = situation.my_side, situation.rules.ladder
        self.score = situation.score
        self.ends: dict[tuple[int, ...], list[int]] = {}
        for node in worlds(state):
            his = self.ends.setdefault(tuple(sorted(node.hands[seat])), [0, 0, 0])
            for results, weight in play_out(node, policies, state.house).items():
                his[final(results, state.house)] += weight

    def range(self, calls: float, bluffs: float) -> dict:
        shares = public_range(self.two, self.play, calls, bluffs)
        return {holding: share.calls + share.bluffs for holding, share in shares.items()}

    def total(self, weight: dict) -> tuple[Fraction, Fraction, Fraction]:
        """How much of a weighted range meets a win of mine, a loss and an undecided hand."""
        state = self.two
        by_power = {
            tuple(sorted(powers(holding, state.vira, state.house.deck))): part
            for holding, part in weight.items()
        }
        won, lost, undecided = (
            sum((by_power[his] * ends[end] for his, ends in self.ends.items()), Fraction(0))
            for end in (self.side, 1 - self.side, 2)
        )
        return won, lost, undecided

    def played(self, weight: dict, stake: int, worth: Callable) -> Fraction:
        """The total worth of playing a stake out against a weighted range."""
        won, lost, undecided = self.total(weight)
        return won * worth(stake, 0) + lost * worth(0, stake) + undecided * worth(0, 0)

    def calling(self, weight: dict, step: int, answers: tuple, worth: Callable) -> Fraction:
        """What it is worth to call the step after this one."""
        rank, higher = chances(self.two, self.play), self.ladder[step + 2 :]
        stay = best_part(weight, rank, answers[0])
        again = best_part(weight, rank, answers[1] if higher else 0)
        if self.score and self.score[0] + self.ladder[step] >= 12:
            stay = dict.fromkeys(weight, Fraction(1))  # running would lose him the match
        runs = {holding: part * (1 - stay[holding]) for holding, part in weight.items()}
        stays = {h: part * (stay[h] - again[h]) for h, part in weight.items()}
        raises = {holding: part * again[holding] for holding, part in weight.items()}
        now, called = self.ladder[step : step + 2]
        value = sum(self.total(runs)) * worth(now, 0) + self.played(stays, called, worth)
        if higher:
            run = sum(self.total(raises)) * worth(0, called)
            value += max(run, self.played(raises, higher[0], worth))
        return value / sum(self.total(weight))


def in_points(ours: int, theirs: int) -> Fraction:
    return Fraction(ours - theirs)


def check_accept(
    found: AcceptResult, brute: Brute, profile: tuple, answers: tuple, worth: Callable
) -> None:
    """Hold an exact answer to layouts, whatever points are worth."""
    situation = found.basis.situation
    step = paulista.Rules.calls.index(situation["call"]) + 1
    called, weight = brute.ladder[step], brute.range(*profile)
    won, lost, undecided = brute.total(weight)
    everything = won + lost + undecided
    wanted = {
        "accept": brute.played(weight, called, worth) / everything,
        "run": worth(0, situation["stake"]),
    }
    if step + 1 < len(brute.ladder):
        wanted["raise"] = brute.calling(weight, step, answers, worth)
    check_exact(found.win, won / everything)
    check_exact(found.undecided, undecided / everything)
    for name, value in wanted.items():
        check_exact(found.values[name], value)
    best = max(wanted.values())
    assert found.action == next(name for name, v in wanted.items() if v > best - EQUAL)
    cost, prize = worth(0, called), worth(called, 0)
    even = undecided / everything * (worth(0, 0) - cost)
    needed = (wanted["run"] - cost - even) / (prize - cost)
    assert found.break_even == pytest.approx(float(needed), rel=1e-12)
