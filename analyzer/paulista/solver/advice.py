"""What a solution says at one point of a hand: frequencies, values, what the other may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import MAO
from analyzer.paulista.solver.tree import Action, Node, Tree

Hand = tuple[int, ...]
Range = Mapping[Hand, float]
"""How often the other gets here with each hand, and in how many ways it fits mine."""

_SMALL_TREE = 5  # from the third trick on values are added up here, node by node


@dataclass(frozen=True)
class Line:
    """What was played and said so far.

    Attributes
    ----------
    nodes
        The public states on the way, the present one last.
    actions
        What was done in each but the last.
    """

    nodes: tuple[Node, ...]
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, tree: Tree, events: Iterable[Action]) -> Line:
        """Return the line of what was played and said.

        A call of the one who just accepted is the same as a call in place of
        accepting, which is how the tree knows it.
        """
        nodes, actions = [tree.root], list[Action]()
        for event in events:
            node = nodes[-1]
            taken: Action = event
            if event == "call" and node.settled:
                nodes.pop()
                actions.pop()
                node, taken = nodes[-1], "raise"
            elif isinstance(event, int) and not node.choosing:
                actions.append("play")
                node = node.after("play")
                nodes.append(node)
            actions.append(taken)
            nodes.append(node.after(taken))
        return cls(tuple(nodes), tuple(actions))

    @property
    def now(self) -> Node:
        """The present state."""
        return self.nodes[-1]

    def range_of(self, solver: Solver, seat: int, mine: Hand) -> Range:
        """Return what a seat may hold now, when the other one holds ``mine``."""
        return self._fitting(self._reach(seat, solver), mine)

    def reached(self, solver: Solver, seat: int, mine: Hand) -> float:
        """Return how often a seat does all that it did, of what it may hold to do it with."""
        may = self._fitting(self._reach(seat, None), mine)
        return sum(self.range_of(solver, seat, mine).values()) / sum(may.values())

    def followed(self, solver: Solver, seat: int, mine: Hand) -> float:
        """Return how often a seat that holds this still does all that it did."""
        return self._reach(seat, solver).get(mine, 0.0) / self._reach(seat, None)[mine]

    @property
    def accepted(self) -> Node | None:
        """The state in which somebody accepted who may now call again himself.

        For the tree that is a call in place of accepting; see ``of``.
        """
        now = self.now
        may = now.settled and now.calls % 2 == 0 and now.calls < now.asks
        return self.nodes[-2] if may else None

    def _reach(self, seat: int, solver: Solver | None) -> dict[Hand, float]:
        """Return how often a seat gets here with each hand; without a solver, if it wants to."""
        game = self.now.tree.game
        reach: dict[Hand, float] = {
            tuple(hand): float(weight)
            for hand, weight in zip(game.triples.tolist(), game.dealt, strict=True)
        }
        for node, action in zip(self.nodes[:-1], self.actions, strict=True):
            if node.seat == seat:
                reach = _after(node, action, reach, solver)
        return reach

    def _fitting(self, reach: Mapping[Hand, float], mine: Hand) -> Range:
        """Return the hands that fit what lies on the table and in the other hand."""
        game = self.now.tree.game
        known = _counts(game.classes, (*self.now.cards, *mine))
        ways = {hand: game.ways(known + _counts(game.classes, hand)) for hand in reach}
        found = {hand: weight * float(ways[hand]) for hand, weight in reach.items()}
        return {hand: weight for hand, weight in found.items() if weight > 0}


@dataclass(frozen=True, eq=False)
class Values:
    """What actions are worth to a seat when both play the averages.

    Attributes
    ----------
    solver
        The strategies.
    seat
        Whose actions they are.
    """

    solver: Solver
    seat: int

    @cached_property
    def _notes(self) -> np.ndarray:
        return self.solver.explain(self.seat)

    def at(self, node: Node, mine: Hand, others: Range) -> dict[Action, tuple[float, float]]:
        """Return frequency and value of everything that can be done at a state.

        Parameters
        ----------
        node
            Where the holder of ``mine`` decides.
        others
            What the other may hold.

        Returns
        -------
        dict
            By the class of a card that is played, or by what is said.
        """
        solver = self.solver
        if node.turn >= _SMALL_TREE:
            valued = {
                action: _value(solver, node.after(action), self.seat, _less(mine, action), others)
                for action in _all_actions(node, mine)
            }
        else:
            valued = _noted(node, mine, self._notes)
            if "run" in valued:  # single precision is rough where the other hardly ever gets
                valued["run"] = _value(solver, node.after("run"), self.seat, mine, others)
        total = sum(others.values())
        often = node.frequencies(mine, solver.sums)
        return {action: (often.get(action, 0.0), valued[action] / total) for action in valued}

    def with_cards(
        self, node: Node, mine: Hand, others: Range
    ) -> dict[Action, tuple[float, float]]:
        """Return the same with the card to play in place of not calling.

        Its frequency is that of not calling times that of the card.
        """
        found = self.at(node, mine, others)
        if "play" not in found:
            return found
        share, _ = found.pop("play")
        cards = self.at(node.after("play"), mine, others)
        return {**{card: (share * often, value) for card, (often, value) in cards.items()}, **found}


def with_pay(solver: Solver, won: float, lost: float) -> Solver:
    """Return the same strategies where every hand counts the same, whatever it is worth.

    Parameters
    ----------
    won, lost
        What the mão gets when he wins a hand, and when he loses it.

    Returns
    -------
    Solver
        To look at; it shares its numbers with the other.
    """
    same, rungs = copy(solver), solver.game.rungs
    same.game = replace(solver.game, pay=((won,) * rungs, (lost,) * rungs))
    return same


def _all_actions(node: Node, mine: Hand) -> tuple[Action, ...]:
    return tuple(dict.fromkeys(mine)) if node.choosing else node.said


def _noted(node: Node, mine: Hand, notes: np.ndarray) -> dict[Action, float]:
    where = node.numbers(mine)
    if where is None:
        raise ValueError("there is nothing to choose")
    values = notes[where].astype(np.float64)
    return {action: float(v) for action, v in zip(node.actions(mine), values, strict=True)}


def _value(solver: Solver, node: Node, seat: int, mine: Hand, others: Range) -> float:
    """Return the value of a state to a seat, when both follow the averages from here."""
    if node.winner is not None:
        won, lost = solver.game.pay
        pay = (won if node.winner == MAO else lost)[node.stake]
        return (pay if seat == MAO else -pay) * sum(others.values())
    if node.seat == seat:
        often = node.frequencies(mine, solver.sums)
        return sum(
            share * _value(solver, node.after(action), seat, _less(mine, action), others)
            for action, share in often.items()
            if share > 0
        )
    parts: dict[Action, dict[Hand, float]] = {}
    for hand, weight in others.items():
        for action, share in node.frequencies(hand, solver.sums).items():
            if share > 0:
                part = parts.setdefault(action, {})
                kept = _less(hand, action)
                part[kept] = part.get(kept, 0.0) + share * weight
    return sum(_value(solver, node.after(a), seat, mine, part) for a, part in parts.items())


def _after(
    node: Node, action: Action, reach: Mapping[Hand, float], solver: Solver | None
) -> dict[Hand, float]:
    found: dict[Hand, float] = {}
    for hand, weight in reach.items():
        if isinstance(action, int) and action not in hand:
            continue
        often = 1.0 if solver is None else node.frequencies(hand, solver.sums).get(action, 0.0)
        if often * weight > 0:
            kept = _less(hand, action)
            found[kept] = found.get(kept, 0.0) + often * weight
    return found


def _less(hand: Hand, action: Action) -> Hand:
    if not isinstance(action, int):
        return hand
    at = hand.index(action)
    return hand[:at] + hand[at + 1 :]


def _counts(classes: int, hand: Hand) -> np.ndarray:
    return np.bincount(np.array(hand, np.int64), minlength=classes)
