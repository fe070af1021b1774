"""Somebody who calls by a profile, and the best answer to him, by brute force on small decks.

Shares no code with the analyzer. His place among equal holdings is a number from 0 to 1 that
he draws for each trick; here it is kept as an interval, cut wherever a decision cuts it.
Hands are tuples of classes, rising; player 1 leads first, player 0 deals and wins three ties.
"""

from __future__ import annotations

import itertools
import math

import naive_solver
import numpy as np


def greedy(hand, led):
    """Return the cards that a greedy player plays and how often."""
    if led is None:
        return {max(hand): 1.0}
    for good in ([c for c in hand if c > led], [c for c in hand if c == led], hand):
        if good:
            return {min(good): 1.0}
    raise AssertionError


def random(hand, _led):
    """Return how often each card is played at random."""
    return {card: hand.count(card) / len(hand) for card in hand}


def less(hand, card):
    kept = list(hand)
    kept.remove(card)
    return tuple(kept)


def chance(policy, hands, leader, won, led):
    """Return how likely player 1 wins a hand that is played to its end without calls."""
    if len(won) == 2 and (won[0] == won[1] or None in won) and won != [None, None]:
        return float((won[0] if won[1] is None else won[1]) == 1)
    if len(won) == 3:
        return float(next(one for one in (won[2], won[0], 0) if one is not None) == 1)
    total = 0.0
    if led is None:
        for card, share in policy(hands[leader], None).items():
            after = list(hands)
            after[leader] = less(hands[leader], card)
            total += share * chance(policy, after, leader, won, card)
        return total
    follower = 1 - leader
    for card, share in policy(hands[follower], led).items():
        after = list(hands)
        after[follower] = less(hands[follower], card)
        best = follower if card > led else leader if card < led else None
        then = leader if best is None else best
        total += share * chance(policy, after, then, [*won, best], None)
    return total


class Caller:
    """A profile with a policy on a deck.

    Parameters
    ----------
    counts
        How many cards there are of each class.
    policy
        One of the functions above.
    calls, bluffs, answers
        The profile's shares; of ``bluffs`` a third of the way is gone in each trick.
    """

    def __init__(self, counts, policy, calls, bluffs, answers):
        self.counts, self.policy, self.calls = counts, policy, calls
        self.bluffs = 1 - (1 - bluffs) ** (1 / 3)
        self.accept, self.again = answers
        self.known = {}

    def limits(self, level):
        """Return up to which quantiles he raises and stays at the answers of one exchange."""
        range_of_caller = self.calls + self.bluffs * (1 - self.calls)
        limits = []
        for share in (self.again, self.accept):
            mass = self.again ** (level // 2) * share
            if level % 2 == 0:
                limits.append(mass)
                continue
            mass *= range_of_caller
            over = (mass - self.calls) / self.bluffs if self.bluffs else 1 - self.calls
            limits.append(mass if mass < self.calls else self.calls + over)
        return limits

    def quantiles(self, me, table, other):
        """Return from which to which quantile each holding reaches."""
        first = table.won[0] if table.won else None
        waiting = table.on_turn == other
        key = (me, table.tricks, first, table.leader, table.led, not waiting)
        if key not in self.known:
            self.known[key] = self.rank(*key)
        return self.known[key]

    def rank(self, me, tricks, first, leader, led, my_turn):
        left = list(self.counts)
        if led is not None:
            left[led] -= 1
        won = [first, None if first is None else 1 - first][:tricks]
        size = 3 - tricks
        mine = size - (led is not None and not my_turn)
        theirs = size - (led is not None and my_turn)
        ways = {}
        wins = {}
        for hand in dealt(left, mine):
            ways[hand], wins[hand] = number(left, hand), 0.0
            rest = [n - hand.count(c) for c, n in enumerate(left)]
            for other in dealt(rest, theirs):
                hands = (other, hand) if me == 1 else (hand, other)
                sure = chance(self.policy, hands, leader, won, led)
                wins[hand] += number(rest, other) * (sure if me == 1 else 1 - sure)
        total = sum(ways.values())
        found = {}
        for hand, won_by in wins.items():
            better = sum(ways[o] for o, w in wins.items() if w > won_by + 1e-9)
            equal = sum(ways[o] for o, w in wins.items() if abs(w - won_by) <= 1e-9)
            reach = better / total, (better + equal) / total
            found[hand] = tuple(float(np.float32(x)) for x in reach)  # as the tables keep them
        return found


def dealt(counts, size):
    hands = itertools.combinations_with_replacement(range(len(counts)), size)
    return [hand for hand in hands if all(hand.count(c) <= n for c, n in enumerate(counts))]


def number(counts, hand):
    return math.prod(math.comb(n, hand.count(c)) for c, n in enumerate(counts))


class Table:
    """What happened so far, read from a history."""

    def __init__(self, history):
        cards = [(player, action) for player, action in history if isinstance(action, int)]
        self.won, self.leader = [], 1
        for (a, x), (b, y) in zip(cards[::2], cards[1::2], strict=False):
            self.won.append(a if x > y else b if y > x else None)
            self.leader = self.leader if self.won[-1] is None else self.won[-1]
        self.led = cards[-1][1] if len(cards) % 2 else None
        self.tricks = len(cards) // 2
        turn = 0
        for place, (_, action) in enumerate(history, 1):
            turn = place if isinstance(action, int) else turn
        self.said = [action for _, action in history[turn:]]
        self.on_turn = self.leader if self.led is None else 1 - self.leader


class Search:
    """Looks for the best answer to a caller, trying all that can be done.

    What the other may hold is kept with the part of his draw that is left:
    ``{(hand, low, high): weight}``.
    """

    def __init__(self, stakes, walker, caller):
        self.stakes, self.walker, self.caller = stakes, walker, caller

    def value(self):
        """Return what the best answer wins."""
        return sum(self.best([], mine, others) for mine, others in self.dealt().items())

    def dealt(self):
        """Return for each of my hands what the other may hold."""
        by_hand = {}
        for dealer, mao, likely in naive_solver.deals(self.caller.counts):
            mine, his = (mao, dealer) if self.walker == 1 else (dealer, mao)
            add(by_hand.setdefault(mine, {}), (his, 0.0, 1.0), likely)
        return by_hand

    def best(self, history, mine, others):
        player, said, cards = naive_solver.state(history, len(self.stakes))
        if player is None:
            won = self.stakes[cards] * (1 if said == self.walker else -1)
            return won * sum(others.values())
        table = Table(history)
        if history and isinstance(history[-1][1], int) and table.led is None:
            others = drawn_anew(others)
        if player != self.walker:
            parts = self.parts(table, said, cards, others)
            return sum(self.best([*history, (player, a)], mine, p) for a, p in parts.items())
        return max(self.choices(history, mine, others).values())

    def choices(self, history, mine, others):
        """Return what everything is worth that I can do."""
        player, said, cards = naive_solver.state(history, len(self.stakes))
        return {
            action: self.best([*history, (player, action)], after(mine, action), others)
            for action in said + (sorted(set(mine)) if cards else [])
        }

    def parts(self, table, said, cards, others):
        """Return what the other may hold after each thing that he may do."""
        found = {}
        for (hand, low, high), weight in others.items():
            ranks = self.caller.quantiles(1 - self.walker, table, self.walker)[hand]
            draw = low, high
            if not cards:
                ways = self.answers(table, said, ranks, draw)
            elif "call" in said and not table.said:  # one chance at each turn
                ways = self.calls(table, hand, ranks, draw)
            else:
                ways = ((c, draw, p) for c, p in self.caller.policy(hand, table.led).items())
            for action, part, share in ways:
                if share * weight > 0:
                    key = after(hand, action), *part
                    add(found.setdefault(action, {}), key, share * weight)
        return found

    def answers(self, table, said, ranks, draw):
        level = sum(word in ("call", "raise") for word in table.said) - 1
        ends = [cut(ranks, limit) for limit in self.caller.limits(level)]
        names = ["raise" if "raise" in said else "accept", "accept", "run"]
        return [(name, *piece) for name, piece in zip(names, pieces(draw, ends), strict=True)]

    def calls(self, table, hand, ranks, draw):
        good, rest = pieces(draw, [cut(ranks, self.caller.calls)])
        plays = self.caller.policy(hand, table.led)
        for (part, share), often in ((good, 1.0), (rest, self.caller.bluffs)):
            yield "call", part, share * often
            for card, one in plays.items():
                yield card, part, share * (1 - often) * one


def drawn_anew(others):
    """Return what the other may hold in a new trick, for which he draws again."""
    found = {}
    for (hand, _, _), weight in others.items():
        add(found, (hand, 0.0, 1.0), weight)
    return found


def pieces(draw, ends):
    """Return the parts of a draw between places, and how likely each is."""
    low, high = draw
    edges = [low, *sorted(min(max(end, low), high) for end in ends), high]
    return [((a, b), (b - a) / (high - low)) for a, b in itertools.pairwise(edges)]


def cut(ranks, limit):
    """Return the place up to which a holding is within a quantile."""
    low, high = ranks
    return min(max((limit - low) / (high - low), 0.0), 1.0)


def after(hand, action):
    return less(hand, action) if isinstance(action, int) else hand


def add(where, key, weight):
    where[key] = where.get(key, 0.0) + weight
