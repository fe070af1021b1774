"""What the best answer to a way of playing does differently in the first trick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import DEALER
from analyzer.paulista.solver.tree import Node, Tree

Floats = NDArray[np.float64]
Reaches = tuple[Floats, Floats]
"""How often each seat gets somewhere with each of the hands it was dealt."""

Strategy = Callable[[Node, int], Floats]
"""Takes a decision and how many things may be held; returns shape (rows, actions)."""

SAME = 1e-5
"""Values that differ by a smaller share of them are the same in single precision."""


class Decision(NamedTuple):
    """What is decided in the first trick, whatever was led.

    Attributes
    ----------
    kind
        Whether to call, how to answer, which card to play.
    rung
        What is called or answered; 0 for a card.
    led
        Whether a card lies on the table.
    """

    kind: Literal["call", "answer", "card"]
    rung: int
    led: bool

    @classmethod
    def at(cls, node: Node) -> Decision:
        """Return what is decided in a public state."""
        kind: Literal["call", "answer"] = "answer" if node.calls else "call"
        if node.choosing:
            return cls("card", 0, bool(node.cards))
        return cls(kind, node.stake + max(node.calls, 1), bool(node.cards))


Tally = dict[Decision, Floats]
"""How often a hand comes to each action, in the order of the tree."""


def tallies(solver: Solver, seat: int, notes: NDArray[np.floating]) -> tuple[Tally, Tally]:
    """Return what a seat does in the first trick by the averages, and what answering best.

    The other seat goes by the averages. A best answer does what they do wherever
    nothing is better.

    Parameters
    ----------
    notes
        From `Solver.answer`.
    """

    def usual(node: Node, rows: int) -> Floats:
        return node.shares(solver.sums, rows)

    def best(node: Node, rows: int) -> Floats:
        values = node.block(notes, rows).astype(np.float64)
        margin = SAME * np.abs(values).max(axis=1, keepdims=True)
        good = values >= values.max(axis=1, keepdims=True) - margin
        kept = np.where(good, usual(node, rows), 0.0)
        total = kept.sum(axis=1, keepdims=True)
        first = np.eye(values.shape[1])[values.argmax(axis=1)]
        return np.where(total > 0, kept / np.where(total > 0, total, 1.0), first)

    tree = Tree(solver.game)
    changed = (best, usual) if seat == DEALER else (usual, best)
    return (
        _FirstTrick(tree, seat, (usual, usual)).tally(),
        _FirstTrick(tree, seat, changed).tally(),
    )


class _FirstTrick:
    """Goes through the first trick with both seats' reaches, and counts what one of them does."""

    def __init__(self, tree: Tree, seat: int, strategies: tuple[Strategy, Strategy]) -> None:
        self.tree, self.seat, self.strategies = tree, seat, strategies
        self.found: Tally = {}

    def tally(self) -> Tally:
        """Return what the seat does."""
        game = self.tree.game
        for node, reaches in self._talk(self.tree.root, (game.dealt, game.dealt)):
            taken = self._decide(node, reaches)
            for card in range(game.classes):
                led = np.where(game.triples == card, taken, 0.0).sum(axis=1)
                for answer, both in self._talk(node.after(card), _with(reaches, node.seat, led)):
                    self._decide(answer, both)
        return self.found

    def _talk(self, node: Node, reaches: Reaches) -> Iterator[tuple[Node, Reaches]]:
        """Yield the states in which a card is chosen, after all that may be said before it."""
        if node.choosing:
            yield node, reaches
            return
        taken = self._decide(node, reaches)
        stays = min(node.calls, 1)  # the first action without a call, else the second
        yield node.after(node.said[stays]), _with(reaches, node.seat, taken[:, stays])
        if len(node.said) > stays + 1:
            on = _with(reaches, node.seat, taken[:, stays + 1])
            yield from self._talk(node.after(node.said[stays + 1]), on)

    def _decide(self, node: Node, reaches: Reaches) -> Floats:
        """Return how often each hand that was dealt comes to each action from here."""
        tree, game = self.tree, self.tree.game
        strategy, reach = self.strategies[node.seat], reaches[node.seat][:, None]
        if node.held(node.seat) == 3:
            taken = reach * strategy(node, len(game.triples))
        else:  # the card that he led is known, and with it the hand he had
            rows, shares = tree.before(node.cards[0], 2), strategy(node, len(game.pairs))
            taken = np.zeros((len(game.triples), shares.shape[1]))
            taken[rows] = reach[rows] * shares
        if node.seat == self.seat:
            met = game.deals @ reaches[1 - self.seat]
            key = Decision.at(node)
            self.found[key] = self.found.get(key, 0.0) + met @ taken
        return taken


def _with(reaches: Reaches, seat: int, reach: Floats) -> Reaches:
    return (reach, reaches[1]) if seat == DEALER else (reaches[0], reach)
