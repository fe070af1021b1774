"""Callers, answers and the worth of a call in Truco Paulista for two players, by brute force.

A caller's holdings are every set of cards he may hold as far as the table can see.  They are
ranked by his own chance to win from here, equals alike; shares are made on all of them, and only
then do my cards take away what he cannot hold.  Shares are fractions; a float such as 0.1 counts
as the decimal it is written as.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from naive import Card, Known, Node, Policies, pack, power, powers, whole
from naive_deals import chances_of_pattern, only_named, squeeze

Holding = tuple[Card, ...]
Number = Fraction | float
CALLERS: dict[str, tuple[float, float]] = {
    "random": (1, 0),
    "tight": (0.12, 0.02),
    "normal": (0.25, 0.10),
    "loose": (0.45, 0.20),
    "bluffer": (0.25, 0.50),
}


def decimal(number: Number) -> Fraction:
    """The decimal fraction a number is written as."""
    return number if isinstance(number, Fraction) else Fraction(str(number))


# ----------------------------------------------------------------------------- his holdings


def public_holdings(state: Known) -> list[Holding]:
    """Every set of cards the opponent may hold as far as the whole table can see."""
    pool = [card for card in pack(state.house.deck) if card not in state.shown]
    return list(combinations(pool, state.left[1 - state.seat]))


def possible_holdings(state: Known) -> set[Holding]:
    """Those of them that do not clash with what I know alone."""
    return set(combinations(state.unseen(), state.left[1 - state.seat]))


def verdicts(
    state: Known, policies: Policies, his: tuple[int, ...], mine: tuple[int, ...]
) -> tuple[int, int, int]:
    """Weights of side 0, side 1, undecided when he and I hold cards of these powers."""
    hands = (his, mine) if state.seat == 1 else (mine, his)
    node = Node(hands, state.results, state.table, state.leader, state.past)
    if only_named(policies):
        node = squeeze(node)
    return chances_of_pattern(node, policies, state.house)


def hands_by_power(copies: Mapping[int, int], size: int) -> dict[tuple[int, ...], int]:
    """How many hands of this size have each row of powers; ``copies`` of each power are left."""
    hands: Counter[tuple[int, ...]] = Counter({(): 1})
    for value, many in copies.items():
        longer: Counter[tuple[int, ...]] = Counter()
        for hand, ways in hands.items():
            for held in range(min(many, size - len(hand)) + 1):
                longer[hand + (value,) * held] += ways * comb(many, held)
        hands = longer
    return {hand: ways for hand, ways in hands.items() if len(hand) == size}


@cache
def chances(state: Known, policies: Policies) -> dict[Holding, Fraction]:
    """His chance to win from here with each holding, my cards being unknown to the table.

    Holdings of equal powers have equal chances, which are worked out once; my possible hands
    are likewise counted by their powers.
    """
    deck, vira = state.house.deck, state.vira
    pool = [card for card in pack(deck) if card not in state.shown]
    copies = Counter(powers(pool, vira, deck))
    he, my_size = 1 - state.seat, state.left[state.seat]
    found: dict[tuple[int, ...], Fraction] = {}
    answer: dict[Holding, Fraction] = {}
    for holding in public_holdings(state):
        his = tuple(sorted(powers(holding, vira, deck)))
        if his not in found:
            good = total = 0
            for mine, ways in hands_by_power(copies - Counter(his), my_size).items():
                good += ways * verdicts(state, policies, his, mine)[he & 1]
                total += ways * whole(2)
            found[his] = Fraction(good, total)
        answer[holding] = found[his]
    return answer


# ------------------------------------------------------------------------------- the ranges


def best_part(
    weight: Mapping[Holding, Fraction], rank: Mapping[Holding, Fraction], share: Number
) -> dict[Holding, Fraction]:
    """Which part of each holding belongs to the best share of a weighted range.

    All who rank equally are taken in equal part: 1 above the border, 0 below, and at the border
    whatever makes the share exact.
    """
    groups: dict[Fraction, list[Holding]] = {}
    for holding in weight:
        groups.setdefault(rank[holding], []).append(holding)
    room = decimal(share) * sum(weight.values())
    parts: dict[Holding, Fraction] = {}
    for value in sorted(groups, reverse=True):
        size = sum((weight[holding] for holding in groups[value]), Fraction(0))
        part = min(Fraction(1), room / size) if size else Fraction(0)
        room -= part * size
        parts.update(dict.fromkeys(groups[value], part))
    return parts


class Share(NamedTuple):
    """How much of a holding calls because it is good, and how much as a bluff."""

    calls: Fraction
    bluffs: Fraction


def public_range(
    state: Known, policies: Policies, calls: Number, bluffs: Number
) -> dict[Holding, Share]:
    """The caller's shares on what everybody can see, my cards not excluded."""
    rank = chances(state, policies)
    good = best_part(dict.fromkeys(rank, Fraction(1)), rank, calls)
    return {holding: Share(part, (1 - part) * decimal(bluffs)) for holding, part in good.items()}


def caller_range(
    state: Known, policies: Policies, calls: Number, bluffs: Number
) -> dict[Holding, Share]:
    """The shares of the holdings that the caller may have, my cards taken away."""
    possible = possible_holdings(state)
    shares = public_range(state, policies, calls, bluffs)
    return {holding: share for holding, share in shares.items() if holding in possible}


# ----------------------------------------------------------------------------- what it is worth


class Facing(NamedTuple):
    """A weighted set of holdings against my hand: its weight, and my chances against it."""

    weight: Fraction
    win: Fraction
    undecided: Fraction

    def edge(self) -> Fraction:
        """My chance to win less his."""
        return 2 * self.win + self.undecided - 1


def against(state: Known, policies: Policies, weight: Mapping[Holding, Fraction]) -> Facing:
    """My chances against the holdings that my cards leave possible."""
    deck, vira = state.house.deck, state.vira
    mine = powers(state.mine, vira, deck)
    possible = possible_holdings(state)
    by_power: dict[tuple[int, ...], Fraction] = {}
    for holding, part in weight.items():
        if part and holding in possible:
            his = tuple(sorted(power(card, vira, deck) for card in holding))
            by_power[his] = by_power.get(his, Fraction(0)) + part
    total = win = undecided = Fraction(0)
    for his, part in by_power.items():
        wins = verdicts(state, policies, his, mine)
        total += part
        win += part * Fraction(wins[state.seat & 1], whole(2))
        undecided += part * Fraction(wins[2], whole(2))
    return Facing(total, win / total, undecided / total) if total else Facing(total, total, total)


def worth_of_calling(
    state: Known,
    policies: Policies,
    weight: Mapping[Holding, Fraction],
    step: int,
    answers: tuple[Number, Number],
) -> Fraction:
    """Points when I call the step after this one and he answers with this weighted range.

    The best ``answers[1]`` of his range re-raises while a step is left, the rest of the best
    ``answers[0]`` accepts, the others run and pay the present step.  Like the caller's own, these
    shares are made before my cards are taken away.  After a re-raise I run or accept, whichever
    is better.
    """
    ladder, rank = state.house.ladder, chances(state, policies)
    stay = best_part(weight, rank, answers[0])
    again = best_part(weight, rank, answers[1] if step + 2 < len(ladder) else 0)
    running = {h: part * (1 - stay[h]) for h, part in weight.items()}
    accepting = {h: part * (stay[h] - again[h]) for h, part in weight.items()}
    raising = {h: part * again[h] for h, part in weight.items()}
    runs, accepts, raises = (
        against(state, policies, part) for part in (running, accepting, raising)
    )
    points = runs.weight * ladder[step] + accepts.weight * ladder[step + 1] * accepts.edge()
    if raises.weight:
        mine = max(Fraction(-ladder[step + 1]), ladder[step + 2] * raises.edge())
        points += raises.weight * mine
    return points / (runs.weight + accepts.weight + raises.weight)


class Answer(NamedTuple):
    """The question ``accept``: chances if accepted, and points of the three answers."""

    win: Fraction
    undecided: Fraction
    run: Fraction
    accept: Fraction
    raise_: Fraction | None


def accept_values(
    state: Known,
    policies: Policies,
    step: int,
    calls: Number,
    bluffs: Number,
    answers: tuple[Number, Number] = (0.5, 0.1),
) -> Answer:
    """What running, accepting and raising are worth when step 1 = truco … 4 = doze is called."""
    ladder = state.house.ladder
    shares = public_range(state, policies, calls, bluffs)
    weight = {holding: share.calls + share.bluffs for holding, share in shares.items()}
    facing = against(state, policies, weight)
    if not facing.weight:
        raise ValueError("no holding that calls is left")
    higher = None
    if step + 1 < len(ladder):
        higher = worth_of_calling(state, policies, weight, step, answers)
    run = Fraction(-ladder[step - 1])
    return Answer(facing.win, facing.undecided, run, ladder[step] * facing.edge(), higher)


def break_even(ladder: tuple[int, ...], step: int, undecided: Number = 0) -> Fraction:
    """The chance to win from which accepting a step is as good as running from it."""
    return (ladder[step] * (1 - decimal(undecided)) - ladder[step - 1]) / (2 * ladder[step])


def call_values(
    state: Known, policies: Policies, step: int, answers: tuple[Number, Number] = (0.5, 0.1)
) -> tuple[Fraction, Fraction]:
    """Points of playing on at this step, and of calling the next one now."""
    weight = dict.fromkeys(public_holdings(state), Fraction(1))
    play = state.house.ladder[step] * against(state, policies, weight).edge()
    return play, worth_of_calling(state, policies, weight, step, answers)
