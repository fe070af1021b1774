"""A situation in the game that is solved: the one way from what was asked to what is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from analyzer.core.errors import SituationError
from analyzer.core.result import Basis
from analyzer.paulista.cards import DECK, LOWEST_MANILHA, card_name, manilhas, strength_of_cards
from analyzer.paulista.questions.by_solver import COMES_UP
from analyzer.paulista.questions.solve import game_of, read_goal
from analyzer.paulista.situation import Situation
from analyzer.paulista.solver.advice import Hand, Line, Range, Values, with_pay
from analyzer.paulista.solver.game import DEALER, MAO, Game
from analyzer.paulista.solver.optimal import verify_solved
from analyzer.paulista.solver.run import Solution, solve_game
from analyzer.paulista.solver.tree import Action, Node, Tree
from analyzer.paulista.spots import deck_powers

if TYPE_CHECKING:
    from analyzer.paulista.solver.run import Look

Found = dict[Action, tuple[float, float]]
"""Frequency and value of everything that can be done, in the unit of the question."""

_BEFORE: dict[Action, Action] = {"play": "accept", "call": "raise"}
"""What the tree calls it when somebody plays, or calls, after he accepted."""


@dataclass(frozen=True)
class Classes:
    """The classes of cards under one vira.

    Attributes
    ----------
    number
        The class of each card in play, by card.
    names
        What the classes are called.
    """

    number: dict[int, int]
    names: tuple[str, ...]

    @classmethod
    def of(cls, asked: Situation) -> Self:
        """Return the classes of a situation."""
        powers = np.unique(deck_powers(asked.rules, asked.vira)).tolist()
        strengths = strength_of_cards(asked.rules, asked.vira)
        number = {
            card: powers.index(strength + 1)
            for card, strength in enumerate(strengths)
            if strength >= 0
        }
        best = [card_name(card) for card in manilhas(asked.rules, asked.vira)]
        names = [
            best[power - 1 - LOWEST_MANILHA] if power > LOWEST_MANILHA else DECK.ranks[power - 1]
            for power in powers
        ]
        return cls(number, tuple(names))


@dataclass(frozen=True, eq=False)
class Standing:
    """Where a situation stands in the game that is solved.

    Attributes
    ----------
    asked
        The situation.
    game
        The game.
    classes
        Its cards.
    line
        What was played and said.
    """

    asked: Situation
    game: Game
    classes: Classes
    line: Line

    @classmethod
    def of(cls, asked: Situation, place: str, equity: str | None = None) -> Self:
        """Return where a situation stands.

        Parameters
        ----------
        asked
            The situation.
        place
            What asks for a solution, for errors.
        equity
            The table of match equities for a situation with a score.

        Raises
        ------
        InputError
            For games that are not solved, and situations that do not come up in them.
        """
        verify_solved(asked.rules, asked.players, asked.question, place)
        if asked.seen:
            raise SituationError(
                " ".join(map(card_name, asked.seen)),
                "seen",
                "left out: the solution knows no such cards",
            )
        mao = asked.score if asked.score is None or asked.my_seat == MAO else asked.score[::-1]
        game = game_of(asked.rules, asked.vira, mao, equity)
        classes = Classes.of(asked)
        _verify_opening(asked)
        line = Line.of(Tree(game), [*_opened(asked, game), *_events(asked, classes)])
        calls_follow = game.rungs > 1 and not game.opening
        rungs = asked.rules.ladder if calls_follow else (asked.stake,) * game.rungs
        _verify_turn(asked, line.now, rungs)
        return cls(asked, game, classes, line)

    @property
    def unit(self) -> str:
        """The unit of values."""
        return "points" if self.asked.score is None else "match"

    @property
    def mine(self) -> Hand:
        """The classes of the cards that the one who asks still holds, rising."""
        return tuple(sorted(self.classes.number[card] for card in self.asked.my_cards))

    def worth(self, value: float) -> float:
        """Return the value of the tree as the one who asks counts it.

        The dealer's values are what the mão loses; a chance to win is what is left of 1.
        What single precision leaves over beyond the most there is to win or to lose is cut off.
        """
        won, lost = self.game.pay
        least, most = min(lost + won), max(lost + won)
        if self.asked.my_seat == DEALER:
            least, most = -most, -least
        shift = self.unit == "match" and self.asked.my_seat == DEALER
        return min(max(value, least), most) + shift

    def named(self, found: Found) -> Found:
        """Return what can be said as the question calls it."""
        if self.asked.question != "onze":
            return found
        return {"play" if action == "accept" else action: said for action, said in found.items()}

    def solve(
        self,
        until: float | str | None,
        time: float | str | None,
        say: Callable[[Look], None] | None,
    ) -> Solved:
        """Return what the solution does; the game is solved unless it was before.

        Parameters
        ----------
        until, time, say
            See the question ``solve``.

        Raises
        ------
        InputError
            For what the solution never does.
        KeyboardInterrupt
            When somebody stops the solver.
        """
        goal, limit = read_goal(until, time, self.asked.score)
        solution = solve_game(self.game, until=goal, seconds=limit, say=say)
        if solution.interrupted:
            raise KeyboardInterrupt
        others = self.line.range_of(solution.solver, 1 - self.asked.my_seat, self.mine)
        if not others:
            raise SituationError(
                self.asked.played, "played", "something that the solution ever does"
            )
        return Solved(self, solution, others)


@dataclass(frozen=True, eq=False)
class Solved:
    """What a solution does in a situation.

    Attributes
    ----------
    standing
        Where that is.
    solution
        The solution.
    others
        What the other may hold.
    """

    standing: Standing
    solution: Solution
    others: Range

    @cached_property
    def _values(self) -> Values:
        return Values(self.solution.solver, self.standing.asked.my_seat)

    @property
    def exploitability(self) -> float:
        """How far the solution may be off, in the unit of the values."""
        return self.solution.look.exploitability

    @cached_property
    def reached(self) -> float:
        """How often the other does all that he did, of what he may hold to do it with."""
        standing = self.standing
        other = 1 - standing.asked.my_seat
        return standing.line.reached(self.solution.solver, other, standing.mine)

    @cached_property
    def followed(self) -> float:
        """How often the solution, with my cards, does all that I did."""
        standing = self.standing
        return standing.line.followed(self.solution.solver, standing.asked.my_seat, standing.mine)

    def ranked(self, found: Found) -> list[Action]:
        """Return actions, the most frequent first; of equals, the one that is worth more.

        Where one of the two hardly ever comes, how often what is done means nothing: there
        only the worth counts.
        """
        comes = min(self.followed, self.reached) >= COMES_UP
        return sorted(found, key=lambda one: (comes * found[one][0], found[one][1]), reverse=True)

    def said(self) -> Found:
        """Return frequency and value of what can be said; not to call is ``play``.

        Where I have accepted and may call again, the solution never does: it calls in
        place of accepting.
        """
        now = self.standing.line.now
        accepted = self.standing.line.accepted
        if accepted is None:
            return self.standing.named(self._found(self._at(self._values, now)))
        before = self._found(self._at(self._values, accepted))
        return {now: (float(now == "play"), before[then][1]) for now, then in _BEFORE.items()}

    def actions(self) -> Found:
        """Return the same with the cards that can be played in place of ``play``."""
        line, mine = self.standing.line, self.standing.mine
        found = self._found(self._values.with_cards(line.now, mine, self.others))
        return found if line.accepted is None else {**found, "call": self.said()["call"]}

    def win(self, action: Action) -> float:
        """Return the chance to win the hand after something is said.

        Both then play the solution, calls and all: a hand is also won when the other runs.
        """
        line = self.standing.line
        values = Values(with_pay(self.solution.solver, 1.0, -1.0), self._values.seat)
        if line.accepted is None:
            _, value = self._at(values, line.now)[action]
        else:
            _, value = self._at(values, line.accepted)[_BEFORE[action]]
        return min(max((1 + value) / 2, 0.0), 1.0)

    def basis(self) -> Basis:
        """Return what an answer rests on."""
        asked = self.standing.asked
        return Basis(
            rules=asked.rules.to_dict(),
            situation=asked.to_dict(),
            play="optimal",
            method="exact",
            deals=len(self.others),
            seed=None,
        )

    def _at(self, values: Values, node: Node) -> Found:
        return values.at(node, self.standing.mine, self.others)

    def _found(self, found: Found) -> Found:
        worth = self.standing.worth
        return {action: (often, worth(value)) for action, (often, value) in found.items()}


def _opened(asked: Situation, game: Game) -> list[Action]:
    """Return what the tree has before the first card where one side may look and run."""
    plays: list[Action] = ["accept"] if game.opening and asked.question != "onze" else []
    return [*game.opening, *plays]


def _events(asked: Situation, classes: Classes) -> list[Action]:
    """Return what was played and said as the tree knows it."""
    events: list[Action] = []
    pending = False
    for word in asked.words():
        if word.kind == "part":
            continue
        if word.kind == "call":
            events.append("raise" if pending else "call")
        elif word.kind == "answer":
            events.append("accept")
        elif word.card is not None:
            events.append(classes.number[word.card])
        pending = word.kind == "call"
    return events


def _verify_opening(asked: Situation) -> None:
    """Raise ``SituationError`` for a call of the dealer's before the mão has led."""
    if asked.call is not None and not asked.played and asked.my_seat == MAO:
        raise SituationError(
            asked.call, "call", f'one at his turn, after your lead: --played "CARD {asked.call}"'
        )


def _verify_turn(asked: Situation, now: Node, rungs: tuple[int, ...]) -> None:
    if now.seat != asked.my_seat:
        raise SituationError(asked.played, "played", "a state in which it is your turn to decide")
    worth = now.worth if asked.call is None else now.stake + now.calls - 1
    if rungs[worth] != asked.stake:
        raise SituationError(asked.stake, "stake", "the calls in played, where they fell")
