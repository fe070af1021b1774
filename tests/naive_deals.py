"""Averages over all deals, and random deals, for Truco Paulista played by ``naive.py``."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from naive import (
    COVERED,
    PRESETS,
    Card,
    House,
    Known,
    Node,
    Odds,
    Policies,
    Tally,
    best_line,
    choosers,
    first_trick,
    lay,
    odds,
    pack,
    play_out,
    powers,
    turn,
    weights,
)

Pattern = tuple[tuple[int, int], ...]  # cards of seat 0 and seat 1 at each power, low to high


def squeeze(node: Node) -> Node:
    """The same node with its powers renumbered 0, 1, 2… without gaps.

    Named policies and the rules only compare cards, so both nodes have the same chances.
    """
    cards = {card for hand in node.hands for card in hand} | {card for _, card in node.table}
    rank = {card: at for at, card in enumerate(sorted(cards - {COVERED}))} | {COVERED: COVERED}
    hands = tuple(tuple(sorted(rank[card] for card in hand)) for hand in node.hands)
    table = tuple((seat, rank[card]) for seat, card in node.table)
    return Node(hands, node.results, table, node.leader)


def only_named(policies: Policies) -> bool:
    """Whether all policies are named ones, which see nothing but the order of cards."""
    row = policies if isinstance(policies, tuple) else (policies,)
    return all(isinstance(policy, str) for policy in row)


@cache
def chances_of_pattern(node: Node, policies: Policies, house: House) -> tuple[int, int, int]:
    """Weights of the verdicts of a node, remembered; squeezed nodes make the most of it."""
    return weights(play_out(node, policies, house), house)


def order_patterns(copies: Sequence[int]) -> Counter[Pattern]:
    """How many pairs of three-card hands show each pattern of order.

    ``copies[i]`` cards share the i-th lowest power.  A pattern lists, from low to high, how
    many cards of one power seat 0 and seat 1 hold, powers that nobody holds left out.
    """
    partial: Counter[tuple[Pattern, int, int]] = Counter({((), 3, 3): 1})
    for many in copies:
        longer = Counter(partial)
        for (pattern, need0, need1), ways in partial.items():
            for a in range(min(need0, many) + 1):
                for b in range(min(need1, many - a) + 1):
                    if a + b > 0:
                        key = ((*pattern, (a, b)), need0 - a, need1 - b)
                        longer[key] += ways * math.comb(many, a) * math.comb(many - a, b)
        partial = longer
    done: Counter[Pattern] = Counter()
    for (pattern, need0, need1), ways in partial.items():
        if need0 == need1 == 0 and ways:
            done[pattern] += ways
    return done


def exact_average(
    policies: Policies, all_tied: str = "none", house: House = PRESETS["traditional"]
) -> tuple[Odds, Odds]:
    """Chances of the hand and of its first trick over all deals for two players.

    Three symmetries make it quick.  Only the order of the six cards counts, so each of the at
    most 252 patterns of order is played once.  Ordinary cards of one rank are alike: they are
    counted, not told apart.  The suit of the vira does not matter: the manilhas, whose suits do
    matter, have another rank.  So one vira of each rank stands for four.
    """
    if not only_named(policies):
        raise ValueError("patterns of order are for named policies only")
    house = House(2, house.deck, all_tied, house.tie_lead)
    viras = [None] if house.deck == "mineiro" else [c for c in pack(house.deck) if c[1] == "♦"]
    patterns: Counter[Pattern] = Counter()
    for vira in viras:
        cards = [card for card in pack(house.deck) if card != vira]
        copies = Counter(powers(cards, vira, house.deck))
        patterns.update(order_patterns([copies[value] for value in sorted(copies)]))
    total: Tally = Counter()
    for pattern, ways in patterns.items():
        hands = [[p for p, held in enumerate(pattern) for _ in range(held[s])] for s in (0, 1)]
        node = Node((tuple(hands[0]), tuple(hands[1])))
        for results, weight in play_out(node, policies, house).items():
            total[results] += ways * weight
    return odds(total, house), first_trick(total)


# -------------------------------------------------------------------------------- sampling


def one_line(node: Node, policies: Policies, house: House, rng: random.Random) -> tuple[int, ...]:
    """Trick results of one hand, played at random where the policy leaves a choice."""
    choose = choosers(policies, house.players)
    if choose is None:
        return best_line(node, house)
    while (seat := turn(node, house)) is not None:
        node = lay(node, seat, rng.choice(choose[seat](node, seat)), house)
    return node.results


def deal_whole(house: House, vira: Card | None, rng: random.Random) -> Node:
    """A deal from the full pack, under this vira if one is given."""
    cards = [card for card in pack(house.deck) if card != vira]
    rng.shuffle(cards)
    if vira is None and house.deck != "mineiro":
        vira = cards.pop()
    hands = (cards[3 * seat : 3 * seat + 3] for seat in range(house.players))
    return Node(tuple(powers(hand, vira, house.deck) for hand in hands))


def deal_rest(state: Known, rng: random.Random) -> Node:
    """The unseen cards dealt to the other hands."""
    pool = state.unseen()
    rng.shuffle(pool)
    hands = []
    for seat in range(state.house.players):
        sure = state.partner if (seat ^ state.seat) == 2 else ()
        lacking = state.left[seat] - len(sure)
        hands.append(state.mine if seat == state.seat else (*sure, *pool[:lacking]))
        if seat != state.seat:
            pool = pool[lacking:]
    return state.node(hands)


def sample(
    deals: int,
    policies: Policies,
    house: House | Known = PRESETS["traditional"],
    *,
    vira: Card | None = None,
    seed: int = 0,
) -> Tally:
    """Count the trick results of random deals: whole ones, or round what a player knows.

    ``odds(tally, house)`` and ``first_trick(tally)`` read the answer.
    """
    rng = random.Random(seed)
    tally: Tally = Counter()
    for _ in range(deals):
        if isinstance(house, Known):
            tally[one_line(deal_rest(house, rng), policies, house.house, rng)] += 1
        else:
            tally[one_line(deal_whole(house, vira, rng), policies, house, rng)] += 1
    return tally


def z_score(observed: Fraction | float, deals: int, expected: Fraction | float) -> float:
    """How many standard errors a share seen in a sample is away from the expected one."""
    variance = float(expected * (1 - expected)) / deals
    return float(observed - expected) / math.sqrt(variance)
