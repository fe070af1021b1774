"""What to do at one point of a hand when both play perfectly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.core.errors import SituationError
from analyzer.core.result import Basis, Result
from analyzer.paulista.cards import DECK, LOWEST_MANILHA, card_name, manilhas, strength_of_cards
from analyzer.paulista.questions.solve import game_of, read_goal
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import deck_powers

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.solver.advice import Range
    from analyzer.paulista.solver.run import Look
    from analyzer.paulista.solver.tree import Action


@dataclass(frozen=True)
class Advice:
    """One thing that can be done.

    Attributes
    ----------
    action
        The card to play, ``call``, ``run``, ``accept`` or ``raise``.
    frequency
        How often the solution does it with these cards.
    value
        What it is worth when both then play the solution.
    """

    action: str
    frequency: float
    value: float


@dataclass(frozen=True)
class Holding:
    """Something the other player may hold.

    Attributes
    ----------
    cards
        Manilhas by name, other cards by their rank, the best first.
    chance
        How likely it is after what he did.
    """

    cards: str
    chance: float


@dataclass(frozen=True, kw_only=True)
class AdviseResult(Result):
    """What the solution does.

    Attributes
    ----------
    actions
        All that the rules allow, the most frequent first.
    opponent
        What the other may hold, the likeliest first.
    unit
        Of the values: ``"points"``, or with a score ``"match"``.
    exploitability
        How far the solution may be off, in the same unit.
    """

    game = "paulista"
    question = "advise"

    actions: tuple[Advice, ...]
    opponent: tuple[Holding, ...]
    unit: str
    exploitability: float

    def to_frame(self) -> pd.DataFrame:
        """Return the actions as a table; the rest is in ``attrs``."""
        import pandas as pd

        answer = self.to_dict()
        frame = pd.DataFrame(answer["actions"])
        frame.attrs = {name: value for name, value in answer.items() if name != "actions"}
        return frame

    def headline(self) -> str:
        """Return the answer in a few words."""
        best = self.actions[0]
        return f"{best.action} {best.frequency:.0%}"


def advise(
    situation: Situation | Mapping[str, object] | str | Sequence[str],
    *,
    until: float | str | None = None,
    time: float | str | None = None,
    say: Callable[[Look], None] | None = None,
    **fields: Any,
) -> AdviseResult:
    """Return what a solution of the hand does at one point of it.

    The game is solved when it is asked for first, which takes a minute, and kept.

    Parameters
    ----------
    situation
        A ``Situation`` read for ``advise``, its fields, or the three cards with the
        other fields as keywords.
    until, time, say
        See ``solve``.
    **fields
        Of the situation; calls stand in ``played`` where they fell.

    Raises
    ------
    InputError
        For whatever is unknown or wrong, or when it is not my turn.
    """
    from analyzer.paulista.solver.advice import Line, action_values
    from analyzer.paulista.solver.optimal import verify_solved
    from analyzer.paulista.solver.run import solve_game
    from analyzer.paulista.solver.tree import Tree

    asked = _read(situation, fields)
    verify_solved(asked.rules, asked.players, "advise", "players")
    if asked.seen:
        raise SituationError(
            " ".join(map(card_name, asked.seen)),
            "seen",
            "left out: the solution knows no such cards",
        )
    goal, limit = read_goal(until, time, asked.score)
    mao = asked.score if asked.score is None or asked.my_seat == 1 else asked.score[::-1]
    game = game_of(asked.rules, asked.vira, mao)
    classes = Classes.of(asked)
    line = Line.of(Tree(game), _events(asked, classes))
    rungs = asked.rules.ladder if game.rungs > 1 else (asked.rules.onze_stake,)
    _verify_turn(asked, line.now.seat, rungs[line.now.worth])
    solution = solve_game(game, until=goal, seconds=limit, say=say)
    if solution.interrupted:
        raise KeyboardInterrupt
    mine = tuple(sorted(classes.number[card] for card in asked.my_cards))
    others = line.range_of(solution.solver, 1 - asked.my_seat, mine)
    if not others:
        raise SituationError(asked.played, "played", "something that the solution ever does")
    found = action_values(solution.solver, line.now, mine, others)
    unit = "points" if asked.score is None else "match"
    # The dealer's values are what the mão loses; a chance to win is what is left of 1.
    offset = 1.0 if unit == "match" and asked.my_seat == 0 else 0.0
    actions = [
        Advice(classes.name_of(action, asked), often, value + offset)
        for action, (often, value) in found.items()
    ]
    return AdviseResult(
        basis=Basis(
            rules=asked.rules.to_dict(),
            situation=asked.to_dict(),
            play="optimal",
            method="exact",
            deals=len(others),
            seed=None,
        ),
        actions=tuple(sorted(actions, key=lambda one: (-one.frequency, -one.value))),
        opponent=tuple(classes.holdings(others)),
        unit=unit,
        exploitability=solution.look.exploitability,
    )


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
    def of(cls, asked: Situation) -> Classes:
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

    def name_of(self, action: Action, asked: Situation) -> str:
        """Return an action as a player says it."""
        if isinstance(action, str):
            return action
        return card_name(next(card for card in asked.my_cards if self.number[card] == action))

    def holdings(self, others: Range) -> list[Holding]:
        """Return what the other may hold, the likeliest first."""
        total = sum(others.values())
        found = [
            Holding(" ".join(self.names[one] for one in reversed(hand)), weight / total)
            for hand, weight in others.items()
        ]
        return sorted(found, key=lambda one: -one.chance)


def _read(
    situation: Situation | Mapping[str, object] | str | Sequence[str], fields: dict[str, Any]
) -> Situation:
    if isinstance(situation, Situation):
        if situation.question == "advise" and not fields:
            return situation
        return Situation.read("advise", {**situation.to_dict(), **fields})
    given: Mapping[str, object]
    given = situation if isinstance(situation, Mapping) else {"hand": situation}
    return Situation.read("advise", {**given, **fields})


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


def _verify_turn(asked: Situation, seat: int, worth: int) -> None:
    if seat != asked.my_seat:
        raise SituationError(asked.played, "played", "a state in which it is your turn to decide")
    if asked.call is None and worth != asked.stake:
        raise SituationError(asked.stake, "stake", "the calls in played, where they fell")
