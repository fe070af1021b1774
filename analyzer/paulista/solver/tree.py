"""The public tree, one state at a time: who decides, what he can do, what follows.

Kernels walk all of it at once; here somebody goes down one line of it, to read or
write the strategy at a decision, or to check the kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analyzer.paulista.solver.game import DEALER, MAO, Game, Strips
from analyzer.paulista.solver.kernels.chain import right_after
from analyzer.paulista.solver.kernels.ops import LANES
from analyzer.paulista.solver.layout import Layout, chain_length, reply_length

Action = int | Literal["play", "call", "run", "accept", "raise"]
"""The class of the card that is played; or what is said. ``play`` is not to call."""

LAST = 6
"""The turn of the player who follows in the third trick."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A game with the order in which its decisions lie.

    Parameters
    ----------
    game
        Its cards and stakes.
    """

    game: Game

    @cached_property
    def strips(self) -> Strips:
        """First tricks side by side."""
        return Strips.of(self.game)

    @cached_property
    def layout(self) -> Layout:
        """The lengths of all parts."""
        kinds = tuple((int(leader), int(tied)) for leader, tied, _ in self.strips.kinds)
        return Layout(self.game.classes, self.game.rungs, kinds)

    @cached_property
    def lanes(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Strip and lane of each first trick."""
        found = {}
        for strip, (_, _, filled) in enumerate(self.strips.kinds):
            for lane in range(filled):
                cards = int(self.strips.first[strip, lane]), int(self.strips.second[strip, lane])
                found[cards] = strip, lane
        return found

    @cached_property
    def rows(self) -> dict[tuple[int, ...], int]:
        """The row of each holding, by its classes, rising."""
        game = self.game
        hands = [*game.pairs.tolist(), *game.triples.tolist()]
        count = len(game.pairs)
        numbers = [*range(count), *range(len(game.triples))]
        found: dict[tuple[int, ...], int] = {(x,): x for x in range(game.classes)}
        found.update((tuple(hand), row) for hand, row in zip(hands, numbers, strict=True))
        return found

    def before(self, card: int, size: int) -> NDArray[np.int64]:
        """Return the rows of the hands that hands of one or two cards were.

        Parameters
        ----------
        card
            The class of the card that was played from them.
        size
            How many cards are left.
        """
        hands = self.game.pairs if size == 2 else np.arange(self.game.classes)[:, None]
        return np.array([self.rows[tuple(sorted((*hand, card)))] for hand in hands.tolist()])

    @property
    def root(self) -> Node:
        """The state before anything happened."""
        return Node(self, 1, 0, 0, -1)

    @cached_property
    def opening(self) -> tuple[Node, ...]:
        """The states in which is said what is always said; see ``Game``."""
        nodes = [self.root]
        for word in self.game.opening:
            nodes.append(nodes[-1].after(word))
        return tuple(nodes[:-1])


@dataclass(frozen=True, eq=False)
class Node:
    """A public state in which somebody decides, or the hand is over.

    Attributes
    ----------
    turn
        Whose turn to play a card it is: 1 for the first card of the hand, 6
        for the last.
    at
        Where the decisions of this turn begin, in rows.
    stake, right
        The rung of the ladder when the turn began; the seat that may call, or -1.
    calls
        How many calls there were in this turn.
    settled
        Whether calling is over and a card must be played.
    cards
        The classes of the cards on the table, as they fell.
    winner
        The seat that has won the hand, ``None`` while it goes on.
    """

    tree: Tree
    turn: int
    at: int
    stake: int
    right: int
    calls: int = 0
    settled: bool = False
    cards: tuple[int, ...] = ()
    winner: int | None = None

    @cached_property
    def leads(self) -> tuple[int, int, int]:
        """The seats that lead the three tricks, as far as they are known."""
        if len(self.cards) < 2:
            return MAO, -1, -1
        a, b = self.cards[:2]
        second = DEALER if b > a else MAO
        third = second if a == b else 1 - second
        return MAO, second, third

    @property
    def actor(self) -> int:
        """The seat whose turn to play a card it is."""
        lead = self.leads[(self.turn - 1) // 2]
        return lead if self.turn % 2 == 1 else 1 - lead

    @property
    def asks(self) -> int:
        """How many calls can follow each other in this turn."""
        return self.tree.layout.asks(self.stake, self.right, self.actor)

    @property
    def choosing(self) -> bool:
        """Whether the decision is which card to play."""
        return self.settled or self.asks == 0

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.actor if self.calls % 2 == 0 or self.choosing else 1 - self.actor

    @property
    def worth(self) -> int:
        """The rung that the hand is worth when a card is played now."""
        return self.stake + self.calls if self.settled else self.stake

    @property
    def said(self) -> tuple[Action, ...]:
        """What can be said, when the decision is not which card to play."""
        if self.calls == 0:
            return "play", "call"
        return ("run", "accept", "raise") if self.calls < self.asks else ("run", "accept")

    def held(self, seat: int) -> int:
        """Return how many cards a seat still holds."""
        played = (self.turn - 1) // 2
        laid = self.turn % 2 == 0 and seat != self.actor
        return 3 - played - int(laid)

    def actions(self, hand: tuple[int, ...]) -> tuple[Action, ...]:
        """Return what somebody who holds these cards can do, as the solver tells it apart.

        Parameters
        ----------
        hand
            His classes, rising. Equal cards are two actions.
        """
        if self.choosing:
            return hand
        if self.turn == LAST and self.seat == self.actor:
            if self.wins(hand):
                return (self.said[-1],)  # nothing is better than the highest stake
            kept = tuple(action for action in self.said if action != "accept")
            return kept if self.calls < self.asks else ("run",)
        return self.said

    def wins(self, hand: tuple[int, ...]) -> bool:
        """Return whether the last card wins the hand: it does in a tie too."""
        return hand[0] >= self.cards[4]

    def numbers(self, hand: tuple[int, ...]) -> NDArray[np.int64] | None:
        """Return where the numbers of the actions lie; ``None`` when there is no choice."""
        actions = self.actions(hand)
        if (self.choosing and self.turn > 4) or len(actions) == 1:
            return None
        row = self.cards[4] if self.turn == LAST else self.tree.rows[hand]
        start = self._place() + row * len(actions)
        return (start + np.arange(len(actions))) * LANES + self._lane()

    def block(self, sums: NDArray[np.floating], rows: int) -> NDArray[np.floating]:
        """Return the numbers of a decision for all holdings; shape (rows, actions).

        Parameters
        ----------
        sums
            Regrets, or sums of strategies.
        rows
            How many things may be held.
        """
        actions = self.held(self.seat) if self.choosing else len(self.said)
        start = self._place()
        lanes = sums.reshape(-1, LANES)[start : start + rows * actions, self._lane()]
        return lanes.reshape(rows, actions)

    def shares(self, sums: NDArray[np.floating], rows: int) -> NDArray[np.float64]:
        """Return how often each action is taken with each holding; see `block`."""
        weights = self.block(sums, rows).astype(np.float64)
        total = weights.sum(axis=1, keepdims=True)
        even = np.full_like(weights, 1 / weights.shape[1])
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), even)

    def frequencies(self, hand: tuple[int, ...], sums: NDArray[np.floating]) -> dict[Action, float]:
        """Return how often each action is taken by a strategy."""
        actions, where = self.actions(hand), self.numbers(hand)
        found: dict[Action, float] = dict.fromkeys(actions, 0.0)
        weights = np.ones(len(actions)) if where is None else sums[where].astype(np.float64)
        total = weights.sum()
        shares = weights / total if total > 0 else np.full(len(actions), 1 / len(actions))
        for action, share in zip(actions, shares, strict=True):
            found[action] += float(share)
        return found

    def after(self, action: Action) -> Node:
        """Return the state after an action."""
        if isinstance(action, int):
            return self._after_card(action)
        if action in ("play", "accept"):
            return replace(self, settled=True)
        if action == "run":
            return replace(self, winner=1 - self.seat, stake=self.stake + self.calls - 1)
        return replace(self, calls=self.calls + 1)

    def _after_card(self, card: int) -> Node:
        stake, right = self.worth, right_after(self.right, self.actor, self._ended)
        cards = (*self.cards, card)
        node = Node(self.tree, self.turn + 1, 0, stake, right, cards=cards)
        winner = node._decided()
        if winner is not None:
            return replace(node, winner=winner)
        return replace(node, at=self._end() + self._passed(card, stake, right))

    def _decided(self) -> int | None:
        """Return who has won by the cards on the table."""
        if len(self.cards) == 4:
            a, b, c, d = self.cards
            leader = self.leads[1]
            if a == b:
                return None if c == d else (1 - leader if d > c else leader)
            return leader if d <= c else None
        if len(self.cards) == 6:
            return 1 - self.leads[2] if self.cards[5] >= self.cards[4] else self.leads[2]
        return None

    @property
    def _ended(self) -> int:
        """How many calls were made and accepted in this turn."""
        return self.calls if self.settled else 0

    def _place(self) -> int:
        """Return where the decision lies, in rows."""
        if self.choosing:
            return self._end()
        if self.turn == LAST:
            return self.at + reply_length(self.asks, self.tree.game.classes, self.calls)
        return self.at + chain_length(self.asks, *self._row_counts(), self.calls)

    def _end(self) -> int:
        """Return where the choice of a card lies, in rows."""
        layout = self.tree.layout
        at = self.at + chain_length(self.asks, *self._row_counts())
        return at + sum(self._end_length(k, layout) for k in range(self._ended))

    def _end_length(self, calls: int, layout: Layout) -> int:
        stake, right = self.stake + calls, right_after(self.right, self.actor, calls)
        if self.turn == 1:
            return layout.play_first(stake, right)
        if self.turn == 2:
            return layout.play_answer(stake, right)
        _, leader, _ = self.leads
        tied = int(self.cards[0] == self.cards[1])
        if self.turn == 3:
            return layout.play_lead(stake, right, leader, tied)
        if self.turn == 4:
            return layout.play_reply(stake, right, leader, tied, self.cards[2])
        asks = layout.asks(stake, right, 1 - self.actor)
        return reply_length(asks, layout.classes)

    def _passed(self, card: int, stake: int, right: int) -> int:
        """Return how far the next turn lies behind the choice of a card."""
        layout = self.tree.layout
        if self.turn == 1:
            return 3 * layout.triples
        if self.turn == 2:
            strip, _ = self.tree.lanes[self.cards[0], card]
            before = layout.strips[:strip]
            return 3 * layout.triples + sum(
                layout.second(stake, right, leader, tied) for leader, tied in before
            )
        _, leader, third = self.leads
        tied = int(self.cards[0] == self.cards[1])
        if self.turn == 3:
            return 2 * layout.pairs + sum(
                layout.reply(stake, right, leader, tied, other) for other in range(card)
            )
        if self.turn == 4:
            earlier = 0 if tied else card - self.cards[2] - 1
            return 2 * layout.pairs + earlier * layout.third(stake, right, third)
        return 0

    def _row_counts(self) -> tuple[int, int]:
        """Return how many things the player to play a card and the other may hold."""
        rows = {3: self.tree.layout.triples, 2: self.tree.layout.pairs, 1: self.tree.game.classes}
        rows[0] = 0
        return rows[self.held(self.actor)], rows[self.held(1 - self.actor)]

    def _lane(self) -> int:
        if self.turn == 1:
            return 0
        if self.turn == 2:
            return self.cards[0]
        return self.tree.lanes[self.cards[0], self.cards[1]][1]
