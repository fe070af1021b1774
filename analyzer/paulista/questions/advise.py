"""What to do at one point of a hand when both play perfectly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.core.result import Result
from analyzer.paulista.cards import card_name
from analyzer.paulista.situation import Situation

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.paulista.questions.solved import Classes
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
        All that the rules allow, the most frequent first; where the solution itself
        never comes, the one that is worth most.
    opponent
        What the other may hold, the likeliest first.
    reached
        How often, by the solution, the other does all that he did, of what he may hold
        to do it with.
    followed
        How often the solution, with these cards, does all that I did. Where one of the
        two is next to never the solution is rough.
    unit
        Of the values: ``"points"``, or with a score ``"match"``.
    exploitability
        How far the solution may be off, in the same unit.
    """

    game = "paulista"
    question = "advise"

    actions: tuple[Advice, ...]
    opponent: tuple[Holding, ...]
    reached: float
    followed: float
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
    from analyzer.paulista.questions.asking import situation_of
    from analyzer.paulista.questions.solved import Standing

    asked = situation_of("advise", situation, fields)
    found = Standing.of(asked, "players").solve(until, time, say)
    classes = found.standing.classes
    actions = found.actions()
    return AdviseResult(
        basis=found.basis(),
        actions=tuple(
            Advice(_name_of(action, asked, classes), *actions[action])
            for action in found.ranked(actions)
        ),
        opponent=tuple(_holdings(found.others, classes)),
        reached=found.reached,
        followed=found.followed,
        unit=found.standing.unit,
        exploitability=found.exploitability,
    )


def _name_of(action: Action, asked: Situation, classes: Classes) -> str:
    """Return an action as a player says it."""
    if isinstance(action, str):
        return action
    return card_name(next(card for card in asked.my_cards if classes.number[card] == action))


def _holdings(others: Range, classes: Classes) -> list[Holding]:
    """Return what the other may hold, the likeliest first."""
    total = sum(others.values())
    found = [
        Holding(" ".join(classes.names[one] for one in reversed(hand)), weight / total)
        for hand, weight in others.items()
    ]
    return sorted(found, key=lambda one: -one.chance)
