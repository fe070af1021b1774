"""Small games of truco for two, written out hand by hand and solved as linear programs.

Shares no code with the analyzer. A hand is a tuple of classes, the higher beats the
lower, equal ones tie; player 1 leads first, player 0 deals and wins three ties.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import scipy.optimize
import scipy.sparse


def deals(counts):
    """Return every deal as the hands of players 0 and 1 and its chance."""
    classes = range(len(counts))
    hands = [
        hand
        for hand in itertools.combinations_with_replacement(classes, 3)
        if all(hand.count(c) <= counts[c] for c in classes)
    ]
    found = []
    for hand, other in itertools.product(hands, hands):
        ways = 1
        for c in classes:
            a, b = hand.count(c), other.count(c)
            ways *= math.comb(counts[c], a) * math.comb(max(counts[c] - a, 0), b)
        if ways:
            found.append((other, hand, ways))
    total = sum(ways for *_, ways in found)
    return [(a, b, ways / total) for a, b, ways in found]


def state(history, rungs):
    """Return (player, what can be said, whether cards can be played), or (None, winner, rung)."""
    stake, right, asked = 0, None, None
    leader, table, won = 1, [], []
    for player, action in history:
        if isinstance(action, int):
            table.append((player, action))
            if len(table) < 2:
                continue
            (a, x), (b, y) = table
            won.append(a if x > y else b if y > x else None)
            leader, table = (leader if won[-1] is None else won[-1]), []
        elif action in ("call", "raise"):
            stake = stake if asked is None else asked[1]
            asked = player, stake + 1
        elif action == "accept":
            stake, right, asked = asked[1], player, None
        else:
            return None, asked[0], stake
    if len(won) == 2 and won[0] != won[1] and None in won:
        return None, won[0] if won[1] is None else won[1], stake
    if len(won) == 2 and won[0] == won[1] is not None:
        return None, won[0], stake
    if len(won) == 3:
        last = [one for one in (won[2], won[0], 0) if one is not None]
        return None, last[0], stake
    if asked:
        more = ["raise"] if asked[1] + 1 < rungs else []
        return 1 - asked[0], ["run", "accept", *more], False
    player = 1 - table[0][0] if table else leader
    may = stake + 1 < rungs and right in (None, player)
    return player, ["call"] if may else [], True


class Program:
    """The sequence form of a game.

    ``lost`` is what player 1 gets when he loses a hand worth each rung, if that is not
    what he gets when he wins it with the other sign. ``ran`` is a player who may run when
    he has seen his cards, and what player 1 gets then.
    """

    def __init__(self, counts, stakes, lost=None, ran=None):
        self.pay = [stakes, lost or [-stake for stake in stakes]]
        self.sequences = [{(): 0}, {(): 0}]
        self.choices = [{}, {}]
        self.payoffs = {}
        for *hands, chance in deals(counts):
            begin = [0, 0] if ran is None else self._choose(ran, hands, chance)
            self._go([], hands, hands, begin, chance)

    def _choose(self, ran, hands, chance):
        """Have a player run or play; return the sequences when he plays."""
        player, pay = ran
        known, node = self.sequences[player], hands[player]
        runs, plays = (known.setdefault((node, word), len(known)) for word in ("run", "play"))
        self.choices[player][node] = 0, [runs, plays]
        key = (runs, 0) if player == 1 else (0, runs)
        self.payoffs[key] = self.payoffs.get(key, 0.0) + chance * pay
        return [0, plays] if player == 1 else [plays, 0]

    def _go(self, history, dealt, held, sequence, chance):
        player, said, cards = state(history, len(self.pay[0]))
        if player is None:
            key = sequence[1], sequence[0]
            self.payoffs[key] = self.payoffs.get(key, 0.0) + chance * self.pay[said != 1][cards]
            return
        actions = said + (sorted(set(held[player])) if cards else [])
        known = self.sequences[player]
        node = (dealt[player], tuple(history))
        numbers = [known.setdefault((node, action), len(known)) for action in actions]
        self.choices[player][node] = sequence[player], numbers
        for action, number in zip(actions, numbers, strict=True):
            hand = list(held[player])
            if isinstance(action, int):
                hand.remove(action)
            after = [*sequence], [*held]
            after[0][player], after[1][player] = number, hand
            self._go([*history, (player, action)], dealt, after[1], after[0], chance)

    def value(self):
        """Return what player 1 gets in equilibrium."""
        sizes = [len(known) for known in self.sequences]
        rows, columns = zip(*self.payoffs, strict=True)
        payoffs = scipy.sparse.csr_matrix(
            (list(self.payoffs.values()), (rows, columns)), shape=(sizes[1], sizes[0])
        )
        ours, theirs = self._flow(1, sizes[1]), self._flow(0, sizes[0])
        nodes = theirs.shape[0]
        found = scipy.optimize.linprog(
            np.concatenate([np.zeros(sizes[1]), -np.eye(1, nodes)[0]]),
            A_ub=scipy.sparse.hstack([-payoffs.T, theirs.T]),
            b_ub=np.zeros(sizes[0]),
            A_eq=scipy.sparse.hstack([ours, scipy.sparse.csr_matrix((ours.shape[0], nodes))]),
            b_eq=np.eye(1, ours.shape[0])[0],
            bounds=[(0, None)] * sizes[1] + [(None, None)] * nodes,
            method="highs",
        )
        return -found.fun

    def _flow(self, player, size):
        matrix = scipy.sparse.lil_matrix((len(self.choices[player]) + 1, size))
        matrix[0, 0] = 1.0
        for row, (before, numbers) in enumerate(self.choices[player].values(), 1):
            matrix[row, before] = -1.0
            for number in numbers:
                matrix[row, number] = 1.0
        return matrix.tocsr()
