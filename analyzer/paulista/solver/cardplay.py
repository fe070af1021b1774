"""The game without calls, solved: how often each card is played in equilibrium."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import Game
from analyzer.paulista.solver.tree import Node, Tree
from analyzer.truco.kernels import hand as k
from analyzer.truco.policies import MixedTable

TARGET = 1e-5
"""Exploitability at which card play counts as solved; a hand won counts 1, a hand lost -1."""

MOST = 2000
LOOK_EVERY = 16

Powers = NDArray[np.uint8]


def solve_cards(deck: Powers) -> Solver:
    """Return the card play of a deck, solved.

    Parameters
    ----------
    deck
        The powers of its cards.

    Raises
    ------
    ArithmeticError
        When the solution does not come near enough; never seen.
    """
    solver = Solver(Game.of_points(class_counts(deck), (1,)))
    while solver.iterations < MOST:
        solver.iterate()
        if solver.iterations % LOOK_EVERY:
            continue
        low, high = solver.bounds()
        if high - low <= TARGET:
            return solver
    raise ArithmeticError("card play did not converge")


def class_counts(deck: Powers) -> tuple[int, ...]:
    """Return how many cards there are of each class, the weakest first."""
    counts = np.bincount(deck)
    return tuple(int(count) for count in counts[counts > 0])


def mixed_table(deck: Powers, solver: Solver) -> MixedTable:
    """Return the strategies of both players as tables by powers.

    What cannot happen in the deck is filled with equal frequencies.
    """
    tree = Tree(solver.game)
    powers = np.unique(deck).astype(np.int64)
    side = k.POWERS + 1
    table = MixedTable(
        decks=deck[None],
        lead=np.full((1, k.TRIPLES, 3), 1 / 3, np.float64),
        reply=np.full((1, side, k.TRIPLES, 3), 1 / 3, np.float64),
        second_lead=np.full((1, side, side, k.PAIRS, 2), 1 / 2, np.float64),
        second_reply=np.full((1, side, side, side, k.PAIRS, 2), 1 / 2, np.float64),
    )
    triples = np.array([triple_row(hand) for hand in powers[tree.game.triples]])
    pairs = np.array([pair_row(hand) for hand in powers[tree.game.pairs]])
    for node in each_choice(tree):
        rows, arrays = (
            (triples, (table.lead, table.reply))
            if node.turn < 3
            else (pairs, (table.second_lead, table.second_reply))
        )
        place = (0, *(int(powers[card]) for card in node.cards))
        shares = node.shares(solver.sums, len(rows))
        arrays[node.turn % 2 == 0][place][rows] = shares[:, ::-1]  # the strongest card first
    return table


def each_choice(tree: Tree) -> Iterator[Node]:
    """Yield every public state in which a card is chosen."""
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        if node.turn > 4:
            continue
        yield node
        for card in range(tree.game.classes):
            if (*node.cards, card).count(card) <= tree.game.counts[card]:
                after = node.after(card)
                if after.winner is None:
                    waiting.append(after)


def triple_row(powers: NDArray[np.int64]) -> int:
    """Return the row of tables for three cards; powers rising."""
    low, middle, high = map(int, powers)
    return k.triple_index(k.pack(high, middle, low))


def pair_row(powers: NDArray[np.int64]) -> int:
    """Return the row of tables for two cards; powers rising."""
    low, high = map(int, powers)
    return k.pair_index(k.pack(high, low, 0))
