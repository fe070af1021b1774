"""What a solution says before the second card, kept apart so that a look costs nothing.

A whole solution takes seconds to load. Most calls are answered, and most are made,
while at most one card lies on the table: frequencies and values of these decisions,
for every hand, fill a megabyte or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.advice import Hand, Line, with_pay
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import DEALER, MAO, Game
from analyzer.paulista.solver.store import load, place_of, save
from analyzer.paulista.solver.tree import Action, Node, Tree

Floats = NDArray[np.float32]

_FORMAT = 1
"""Counts up when the numbers in the files come to mean something else."""


@dataclass(frozen=True)
class Said:
    """What a solution does at a decision with one hand.

    Attributes
    ----------
    actions
        Frequency and value of each, by what is said.
    reached
        How often the other does all that he did, of what he may hold to do it with.
    """

    actions: dict[Action, tuple[float, float]]
    reached: float


@dataclass(frozen=True, eq=False)
class Brief:
    """The decisions to call and to answer of one solution before the second card.

    Attributes
    ----------
    exploitability
        Of the solution.
    places
        Where the decision after each line of actions begins in ``numbers``.
    numbers
        Frequency, value and how often the other gets there, shape (n, 3); the actions
        of a decision one after the other, and so the hands.
    """

    exploitability: float
    places: dict[str, int]
    numbers: Floats

    def at(self, line: Line, mine: Hand) -> Said | None:
        """Return what the solution does with a hand, ``None`` where it is not told."""
        start = self.places.get(_path(line.actions))
        if start is None:
            return None
        row, said = line.now.tree.rows[mine], line.now.said
        begin = start + row * len(said)
        found = self.numbers[begin : begin + len(said)].astype(np.float64)
        often, value, reached = found.T.tolist()
        actions = dict(zip(said, zip(often, value, strict=True), strict=True))
        return Said(actions, reached[0]) if reached[0] > 0 else None


def keep_brief(solver: Solver, exploitability: float) -> None:
    """Keep what a solution says before the second card, unless that was done before."""
    place = place_of("brief", _key(solver.game))
    kept = load(place)
    done = kept is not None and kept[1]["iterations"] == solver.iterations
    if done or solver.game.rungs == 1:
        return
    places, numbers = _told(solver)
    manifest: dict[str, Any] = {
        **_key(solver.game),
        "iterations": solver.iterations,
        "exploitability": exploitability,
        "places": places,
    }
    save(place, {"numbers": numbers}, manifest)
    _read.cache_clear()


def kept_brief(game: Game) -> Brief | None:
    """Return what is kept of a game's solution, if anything."""
    place = place_of("brief", _key(game))
    return _read(place) if place.exists() else None


@lru_cache(maxsize=4)
def _read(place: Path) -> Brief | None:
    kept = load(place)
    if kept is None:
        return None
    arrays, manifest = kept
    return Brief(manifest["exploitability"], manifest["places"], arrays["numbers"])


def _key(game: Game) -> dict[str, Any]:
    return {**game.key, "brief": _FORMAT}


def _told(solver: Solver) -> tuple[dict[str, int], Floats]:
    """Return the numbers of all decisions, and where each begins."""
    places: dict[str, int] = {}
    parts: list[Floats] = []
    length = 0
    for seat in (MAO, DEALER):
        decisions = [
            (way, node) for way, node in _decisions(Tree(solver.game)) if node.seat == seat
        ]
        nodes = [node for _, node in decisions]
        # When every hand pays the same a value is how often the other gets there, but for its sign.
        reach = _noted(with_pay(solver, 1.0, 1.0), seat, nodes)
        valued = _noted(solver, seat, nodes)
        for (way, node), there, value in zip(decisions, reach, valued, strict=True):
            places[_path(way)] = length
            parts.append(_numbers(node, solver.sums, value, np.abs(there)))
            length += len(parts[-1])
    return places, np.concatenate(parts)


def _noted(solver: Solver, seat: int, nodes: Sequence[Node]) -> list[Floats]:
    """Return the values of decisions of a seat; the many others are let go of."""
    notes = solver.explain(seat)
    return [node.block(notes, _rows(node)).copy() for node in nodes]


def _numbers(node: Node, sums: Floats, valued: Floats, there: Floats) -> Floats:
    """Return frequency, value and how often the other gets there, for all hands and actions.

    Parameters
    ----------
    valued, there
        Value times how often the other gets there, and how often that is.
    """
    weights = node.block(sums, _rows(node)).astype(np.float64)
    total = weights.sum(axis=1, keepdims=True)
    often = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / weights.shape[1])
    value = valued / np.where(there > 0, there, 1)
    dealt = _dealt(node)[:, None]
    share = there / np.where(dealt > 0, dealt, 1)
    return np.stack([often, value, share], axis=-1).reshape(-1, 3).astype(np.float32)


def _rows(node: Node) -> int:
    game = node.tree.game
    return len(game.triples) if node.held(node.seat) == 3 else len(game.pairs)


def _dealt(node: Node) -> NDArray[np.float64]:
    """Return how often the other may get there with each hand, if he wants to."""
    game = node.tree.game
    if not node.cards:
        return game.deals @ game.dealt
    led = np.bincount(node.cards, minlength=game.classes)
    pairs, triples = game.held(game.pairs), game.held(game.triples)
    ways = game.ways(led, pairs[:, None], triples[None])
    if node.seat == MAO:
        return ways @ game.dealt
    holds = np.zeros(len(game.pairs))
    for slot in range(3):
        chosen = game.triples[:, slot] == node.cards[0]
        np.maximum.at(holds, game.rests[chosen, slot], game.dealt[chosen])
    return holds @ ways


def _decisions(tree: Tree) -> Iterator[tuple[tuple[Action, ...], Node]]:
    """Yield every decision about calls before the second card, with the way to it."""
    waiting: list[tuple[tuple[Action, ...], Node]] = [((), tree.root)]
    while waiting:
        path, node = waiting.pop()
        if node.winner is not None or node.turn > 2:
            continue
        if not node.choosing:
            yield path, node
        following = range(tree.game.classes) if node.choosing else node.said
        if not (node.choosing and node.turn == 2):
            waiting += [((*path, action), node.after(action)) for action in following]


def _path(actions: tuple[Action, ...]) -> str:
    return " ".join(map(str, actions))
