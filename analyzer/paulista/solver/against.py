"""Ways of playing cards written out for the solver, to measure how much they lose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import PolicyError
from analyzer.paulista.solver.cardplay import class_counts, each_choice, pair_row, triple_row
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.tree import Node, Tree
from analyzer.truco.kernels import hand as k
from analyzer.truco.policies import MixedTable, Policy, PolicyTable, greedy_table

Powers = NDArray[np.uint8]


def playing(deck: Powers, policy: Policy) -> Solver:
    """Return a solver whose averages are a policy's card play, for both players.

    Parameters
    ----------
    deck
        The powers of the cards in play.
    policy
        How both play.

    Raises
    ------
    PolicyError
        For open cards, which is no way of playing one's own.
    """
    if policy.kind == k.OPEN:
        raise PolicyError(policy.name, "against", "a way of playing with closed cards")
    solver = Solver(Game.of_points(class_counts(deck), (1,)))
    tree = Tree(solver.game)
    powers = np.unique(deck).astype(np.int64)
    table = greedy_table() if policy.kind == k.GREEDY else policy.table
    triples = np.array([triple_row(hand) for hand in powers[tree.game.triples]])
    pairs = np.array([pair_row(hand) for hand in powers[tree.game.pairs]])
    for node in each_choice(tree):
        rows = triples if node.turn < 3 else pairs
        block = node.block(solver.sums, len(rows))
        if policy.mixed is not None:
            block[:] = _mixed(node, powers, policy.mixed)[rows][:, ::-1]
        elif table is None:
            block[:] = 1.0
        else:
            slots = _slots(node, powers, table)[rows].astype(np.int64)
            block[:] = np.eye(block.shape[1])[block.shape[1] - 1 - slots]
    return solver


def _slots(node: Node, powers: NDArray[np.int64], table: PolicyTable) -> NDArray[np.uint8]:
    """Return the slot that a table plays with each hand."""
    context = 0
    if node.turn % 2 == 0:
        context = k.context(1, int(powers[node.cards[-1]]), 1, 0)
    if node.turn < 3:
        return np.asarray(table.first[0, context])
    a, b = node.cards[:2]
    winner = k.TIED if a == b else int(a > b)
    return np.asarray(table.second[0, k.seen_result(winner, node.seat), context])


def _mixed(node: Node, powers: NDArray[np.int64], table: MixedTable) -> NDArray[np.float64]:
    """Return how often each slot is played with each hand."""
    place = (0, *(int(powers[card]) for card in node.cards))
    return np.asarray(table.arrays[node.turn - 1][place])
