"""Ways of playing written out for the solver, to measure how much they lose.

What a policy with a profile does in the second and third tricks depends on the first
only through who won it, at which stake, and who may call: it is worked out once for
all first tricks of a kind, and copied to wherever it lies in the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import PolicyError
from analyzer.paulista.solver.cardplay import class_counts, each_choice, pair_row, triple_row
from analyzer.paulista.solver.cfr import Solver
from analyzer.paulista.solver.game import DEALER, MAO, SEATS, Game
from analyzer.paulista.solver.habits import Draw, Floats, Habits, Stand, chain
from analyzer.paulista.solver.kernels.chain import right_after
from analyzer.paulista.solver.kernels.ops import LANES
from analyzer.paulista.solver.kernels.tabled import STEPS_A_TURN
from analyzer.paulista.solver.tree import Node, Tree
from analyzer.truco.calls import holding_quantiles
from analyzer.truco.kernels import hand as k
from analyzer.truco.kernels.quantiles import quantile_place
from analyzer.truco.policies import Lineup, MixedTable, Policy, greedy_table
from analyzer.truco.profiles import Profile
from analyzer.truco.spot import Spot

Ints = NDArray[np.int64]


def playing(
    fresh: Spot,
    policy: Policy,
    profile: Profile | None = None,
    ladder: Sequence[int] = (1,),
    dtype: Any = np.float32,
) -> Solver:
    """Return a solver whose averages are a way of playing, for both players.

    Parameters
    ----------
    fresh
        A hand of two players just dealt from one deck.
    policy
        How both play their cards.
    profile
        How both call and answer; nobody calls unless given.
    ladder
        The stakes; only the first is played for when nobody calls.
    dtype
        The type of the solver's numbers.

    Raises
    ------
    PolicyError
        For open cards, which is no way of playing one's own, and for calls of
        somebody who mixes.
    """
    if policy.kind == k.OPEN:
        raise PolicyError(policy.name, "against", "a way of playing with closed cards")
    deck = fresh.decks[0]
    game = Game.of_points(class_counts(deck), ladder if profile else ladder[:1])
    solver = Solver(game, dtype)
    powers = np.unique(deck).astype(np.int64)
    if policy.mixed is not None:
        if profile is not None:
            raise PolicyError(policy.name, "against", "a policy that does not mix, with calls")
        _write_mixed(solver, powers, policy.mixed)
        return solver
    speech = None
    if profile is not None:
        quantiles = holding_quantiles(fresh, Lineup.seat((policy, policy)), SEATS)[0]
        speech = _Speech(Habits.of(profile, len(ladder)), quantiles, powers, solver.game)
    _Writing(solver, CardPlay.of(solver.game, powers, policy), speech).write()
    return solver


def play_key(fresh: Spot, policy: Policy) -> object:
    """Return what is equal for decks that make the same game and are played in the same way.

    Parameters
    ----------
    fresh, policy
        See `playing`.
    """
    deck = fresh.decks[0]
    if policy.mixed is not None or policy.kind == k.OPEN:
        return deck.tobytes()
    game = Game.of_points(class_counts(deck), (1,))
    cards = CardPlay.of(game, np.unique(deck).astype(np.int64), policy)
    return game.counts, cards.firsts.tobytes(), cards.seconds.tobytes()


@dataclass(frozen=True, eq=False)
class CardPlay:
    """How often a policy plays which card, the lowest card of a hand first.

    Attributes
    ----------
    firsts
        In the first trick: leading, then by the class of the card led; shape
        (1 + classes, triples, 3).
    seconds
        In the second by whether the first was won, lost or tied, then likewise; shape
        (3, 1 + classes, pairs, 2).
    """

    firsts: Floats
    seconds: Floats

    @classmethod
    def of(cls, game: Game, powers: Ints, policy: Policy) -> CardPlay:
        """Return the card play of a policy that does not mix.

        Parameters
        ----------
        powers
            The power of each class.
        """
        triples, pairs = _rows(game, powers)
        table = greedy_table() if policy.kind == k.GREEDY else policy.table
        if table is None:
            seen = 1 + game.classes
            return cls(np.ones((seen, len(triples), 3)), np.ones((3, seen, len(pairs), 2)))
        contexts = [0, *(k.context(1, int(power), 1, 0) for power in powers)]
        firsts = table.first[0][contexts][:, triples]
        seconds = table.second[0][:, contexts][:, :, pairs]
        return cls(np.eye(3)[2 - firsts.astype(np.int64)], np.eye(2)[1 - seconds.astype(np.int64)])


class _Moment(NamedTuple):
    """When something is said: the trick, the first one's result, the class of the card led."""

    trick: int
    result: int
    led: int | None = None


@dataclass(frozen=True, eq=False)
class _Speech:
    """How both players call and answer."""

    habits: Habits
    quantiles: NDArray[np.float32]
    powers: Ints
    game: Game

    def stand(self, seat: int, at: _Moment, draw: Draw, *, waiting: bool) -> Stand:
        """Return a player at a moment, on turn or waiting."""
        best = -1 if at.led is None else int(self.powers[at.led])
        held = 3 - at.trick - int(waiting and at.led is not None)
        start = quantile_place(at.trick, at.result, seat, int(waiting), best, 0)
        ranks = self.quantiles[start + self._holdings[held]].astype(np.float64)
        return Stand(self.habits, ranks, draw)

    @cached_property
    def _holdings(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Where the quantiles of holdings of no card, one, two and three lie."""
        triples, pairs = _rows(self.game, self.powers)
        return np.zeros(1, np.int64), self.powers - 1, pairs, triples


class _Writing:
    """Writes what both players do into a solver's sums, in the order of its tree."""

    def __init__(self, solver: Solver, cards: CardPlay, speech: _Speech | None) -> None:
        self.solver, self.cards, self.speech = solver, cards, speech
        self.game, self.layout = solver.game, solver.layout
        self._at = 0
        self._known: dict[tuple[object, ...], Floats] = {}
        tree, classes = Tree(self.game), range(self.game.classes)
        self._triples, self._pairs = (
            [tree.before(card, size) for card in classes] for size in (2, 1)
        )

    def write(self) -> None:
        """Write everything."""
        layout, fresh = self.layout, Draw.fresh(self.layout.triples)
        asks = layout.asks(0, -1, MAO)
        said, ends = self._said(asks, MAO, _Moment(0, k.TIED), fresh, fresh)
        for numbers in said:
            self._put(numbers, slice(1))
        for calls, (mine, theirs) in enumerate(ends):
            self._put(self.cards.firsts[0].ravel(), slice(1))
            self._write_answer(calls, right_after(-1, MAO, calls), mine, theirs)
        if speech := self.speech:
            self._write_replies(speech)

    def _write_answer(self, stake: int, right: int, mine: Draw, theirs: Draw) -> None:
        """Write the dealer's turn in the first trick, and what follows."""
        lanes = range(self.game.classes)
        asks = self.layout.asks(stake, right, DEALER)
        turns = [
            self._said(asks, DEALER, _Moment(0, k.TIED, led), theirs, mine[self._triples[led]])[0]
            for led in lanes
        ]
        for numbers in zip(*turns, strict=True):
            self._put(np.stack(numbers, axis=1), slice(len(lanes)))
        choices = self.cards.firsts[1:].reshape(len(lanes), -1).T
        for calls in range(asks + 1):
            self._put(choices, slice(len(lanes)))
            for kind in self.layout.strips:
                then = right_after(right, DEALER, calls)
                rest = self._once(self._second, stake + calls, then, *kind)
                self._put(rest, slice(LANES))

    def _put(self, numbers: Floats, lanes: slice) -> None:
        """Write a number for each row, the same or another in each lane."""
        out = self.solver.sums.reshape(-1, LANES)
        end = self._at + len(numbers)
        out[self._at : end, lanes] = numbers if numbers.ndim == 2 else numbers[:, None]
        self._at = end

    def _once(self, part: Callable[..., Floats], *state: int) -> Floats:
        """Return the numbers of a part of the tree, worked out when they are first needed."""
        key = part.__name__, *state
        if key not in self._known:
            self._known[key] = part(*state)
        return self._known[key]

    def _second(self, stake: int, right: int, leader: int, tied: int) -> Floats:
        """Return the numbers from the second trick on."""
        fresh, result = Draw.fresh(self.layout.pairs), k.TIED if tied else leader
        asks = self.layout.asks(stake, right, leader)
        found, ends = self._said(asks, leader, _Moment(1, result), fresh, fresh)
        for calls, (mine, theirs) in enumerate(ends):
            then = right_after(right, leader, calls)
            found.append(self._choice(leader, result))
            for led in range(self.game.classes):
                at = _Moment(1, result, led)
                found += self._answer(stake + calls, then, leader, at, mine, theirs)
        return np.concatenate(found)

    def _answer(
        self, stake: int, right: int, leader: int, at: _Moment, mine: Draw, theirs: Draw
    ) -> list[Floats]:
        """Return the numbers from the turn after the second trick's lead on."""
        led = at.led or 0
        tied, seat = at.result == k.TIED, 1 - leader
        asks = self.layout.asks(stake, right, seat)
        found, ends = self._said(asks, seat, at, theirs, mine[self._pairs[led]])
        for calls in range(len(ends)):
            found.append(self._choice(seat, at.result, led))
            then = right_after(right, seat, calls)
            third = self._once(self._third, stake + calls, then, leader if tied else seat)
            found += [third] * (1 if tied else self.game.classes - 1 - led)
        return found

    def _choice(self, seat: int, result: int, led: int = -1) -> Floats:
        choice: Floats = self.cards.seconds[k.seen_result(result, seat), led + 1].ravel()
        return choice

    def _third(self, stake: int, right: int, leader: int) -> Floats:
        """Return the numbers of the third trick, but for what its follower does after the lead."""
        asks = self.layout.asks(stake, right, leader)
        found, ends = self._before_last(asks, leader)
        for calls, (mine, theirs) in enumerate(ends):
            may = self.layout.asks(stake + calls, right_after(right, leader, calls), 1 - leader)
            for turn, masses in enumerate(self._last(may, leader, mine, theirs)):
                if turn % 2 == 1:
                    found.append(masses.ravel())
                elif turn < may:
                    found.append(np.zeros(2 * self.game.classes))
        return np.concatenate(found) if found else np.zeros(0)

    def _before_last(self, asks: int, leader: int) -> tuple[list[Floats], list[tuple[Draw, Draw]]]:
        """Return what is said before the third trick's lead.

        Its ties go to the follower whatever the first trick was, and so do the ranks.
        """
        fresh = Draw.fresh(self.game.classes)
        return self._said(asks, leader, _Moment(2, 1 - leader), fresh, fresh)

    def _last(self, asks: int, leader: int, mine: Draw, theirs: Draw) -> list[Floats]:
        """Return what is said after the third trick's lead.

        Returns
        -------
        list of ndarray
            For each decision how likely each action is, and all that the player has said
            before it in the trick; shape (cards led, holdings, actions).
        """
        speech = self.speech
        if speech is None or asks == 0:
            return []
        turns = []
        for led in range(self.game.classes):
            at = _Moment(2, 1 - leader, led)
            actor = speech.stand(1 - leader, at, theirs, waiting=False)
            responder = speech.stand(leader, at, mine[np.array([led])], waiting=True)
            turns.append(chain(actor, responder, asks)[0])
        return [np.stack(numbers) for numbers in zip(*turns, strict=True)]

    def _write_replies(self, speech: _Speech) -> None:
        """Write the tables of what followers do after the third trick's lead."""
        top = len(speech.habits.answers)
        for seat in (MAO, DEALER):
            for calls in (0, 1, 3):  # after others the right to call is the leader's
                for may in range(1, top - calls + 1):
                    asks = may + calls if calls else 0
                    mine, theirs = self._before_last(asks, 1 - seat)[1][calls]
                    table = self.solver.replies[seat, calls, may]
                    mass = theirs.mass[:, None]
                    for number, turn in enumerate(self._last(may, 1 - seat, mine, theirs)[::2]):
                        shares = np.divide(turn, mass, out=np.zeros_like(turn), where=mass > 0)
                        first = STEPS_A_TURN * number
                        table[first : first + turn.shape[2]] = np.moveaxis(shares, 2, 0)
        self.solver.tabled = frozenset((MAO, DEALER))

    def _said(
        self, asks: int, seat: int, at: _Moment, actor: Draw, responder: Draw
    ) -> tuple[list[Floats], list[tuple[Draw, Draw]]]:
        """Return what is said at a seat's turn, row after row, and the draws after it."""
        if self.speech is None or asks == 0:
            return [], [(actor, responder)]
        decisions, ends = chain(
            self.speech.stand(seat, at, actor, waiting=False),
            self.speech.stand(1 - seat, at, responder, waiting=True),
            asks,
        )
        return [masses.ravel() for masses in decisions], ends


def _rows(game: Game, powers: Ints) -> tuple[Ints, Ints]:
    """Return the rows of policy tables for the hands of three cards and of two."""
    return (
        np.array([triple_row(hand) for hand in powers[game.triples]]),
        np.array([pair_row(hand) for hand in powers[game.pairs]]),
    )


def _write_mixed(solver: Solver, powers: Ints, table: MixedTable) -> None:
    """Write the frequencies of somebody who mixes, and remembers all cards."""
    tree = Tree(solver.game)
    triples, pairs = _rows(solver.game, powers)
    for node in each_choice(tree):
        rows = triples if node.turn < 3 else pairs
        block = node.block(solver.sums, len(rows))
        block[:] = _mixed(node, powers, table)[rows][:, ::-1]


def _mixed(node: Node, powers: Ints, table: MixedTable) -> Floats:
    """Return how often each slot is played with each hand."""
    place = (0, *(int(powers[card]) for card in node.cards))
    return np.asarray(table.arrays[node.turn - 1][place])
