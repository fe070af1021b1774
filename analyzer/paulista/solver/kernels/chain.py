"""A turn to play with the calls that may come before it.

Whoever is to play, the *actor*, plays a card or calls; the other, the *responder*,
runs, accepts or calls the next stake; and so on up the ladder. Whoever accepts,
the actor then plays a card, at a higher stake: those ways out, and the one without
a call, are the *ends* of the chain, numbered by how many calls there were. The
actor's calling again after he accepted would be the same as a call in place of
his accepting, and is left out.
"""

from __future__ import annotations

from analyzer.core.jit import kernel
from analyzer.paulista.solver.kernels.ops import (
    LANES,
    Work,
    add_up,
    choose,
    normalise,
    settle2,
    settle3,
)

STEPS = 5
"""Most decisions in a chain: the call, and four answers."""

# Slots of a level, STEPS of each kind but three times as many plans.
PLAN = 0
RAN = 3 * STEPS  # reach of the one who runs
STAYED = 4 * STEPS  # of the one who accepts; of the actor who plays without calling
RAISED = 5 * STEPS  # of the one who calls
RAN_VALUE = 6 * STEPS  # values of the walker after running,
END_VALUE = 7 * STEPS  # after the end of that many calls,
VALUE = 8 * STEPS  # and at the decision
SLOTS = 9 * STEPS

# Rows of Work.refs.
OWN = 0  # the reach of the one who decides
FOLD = 1  # the opponent's reach where somebody runs
ACTOR = 2  # the actor's reach at an end, and
RESPONDER = 3  # the responder's
PLACE = 4  # where the decision lies in the arrays of regrets and sums
REFS = 5


@kernel
def go_down(
    w: Work,
    level: int,
    at: int,
    asks: int,
    actor_walks: bool,
    actor_rows: int,
    responder_rows: int,
    actor: int,
    responder: int,
) -> int:
    """Compute strategies and reaches of a chain; return where the next decision lies.

    Parameters
    ----------
    at
        Where its first decision lies in the arrays of regrets and sums.
    asks
        How many calls can follow each other.
    actor_walks
        Whether the actor is the one whose values are computed.
    actor, responder
        Their reaches.
    """
    base, size = w.bases[level], w.sizes[level]
    refs = w.refs
    if asks == 0:
        refs[level, ACTOR, 0] = actor
        refs[level, RESPONDER, 0] = responder
        return at
    for j in range(asks + 1):
        by_actor = j % 2 == 0
        rows = actor_rows if by_actor else responder_rows
        reach = actor if by_actor else responder
        actions = 3 if 0 < j < asks else 2
        plan = base + (PLAN + 3 * j) * size
        stayed = base + (STAYED + j) * size
        raised = base + (RAISED + j) * size
        normalise(w.read, at, rows, actions, w.memory, plan, w.numbers)
        refs[level, OWN, j] = reach
        refs[level, PLACE, j] = at
        at += rows * actions * LANES
        if j == 0:
            choose(w.memory, stayed, reach, plan, rows, 2, 0)
            choose(w.memory, raised, reach, plan, rows, 2, 1)
            refs[level, ACTOR, 0] = stayed
            refs[level, RESPONDER, 0] = responder
            actor = raised
            continue
        ran = base + (RAN + j) * size
        choose(w.memory, ran, reach, plan, rows, actions, 0)
        choose(w.memory, stayed, reach, plan, rows, actions, 1)
        other = responder if by_actor else actor
        refs[level, FOLD, j] = other if by_actor == actor_walks else ran
        refs[level, ACTOR, j] = stayed if by_actor else actor
        refs[level, RESPONDER, j] = responder if by_actor else stayed
        if j < asks:
            choose(w.memory, raised, reach, plan, rows, actions, 2)
            if by_actor:
                actor = raised
            else:
                responder = raised
    return at


@kernel
def come_back(w: Work, level: int, asks: int, actor_walks: bool, rows: int) -> int:
    """Compute the walker's values of a chain from those of its ends; return their place.

    Parameters
    ----------
    rows
        How many things the walker may hold.
    """
    base, size = w.bases[level], w.sizes[level]
    if asks == 0:
        return int(base + END_VALUE * size)
    for j in range(asks, -1, -1):
        value = base + (VALUE + j) * size
        end = base + (END_VALUE + j) * size
        later = base + (VALUE + j + 1) * size
        ran = base + (RAN_VALUE + j) * size
        plan = base + (PLAN + 3 * j) * size
        at, own = w.refs[level, PLACE, j], w.refs[level, OWN, j]
        walks = (j % 2 == 0) == actor_walks
        if not walks:
            add_up(w.memory, value, end, later if j == 0 else ran, rows)
            if 0 < j < asks:
                add_up(w.memory, value, value, later, rows)
        elif 0 < j < asks:
            settle3(
                w.mode,
                w.regrets,
                w.sums,
                at,
                rows,
                w.memory,
                plan,
                own,
                ran,
                end,
                later,
                value,
                w.numbers,
            )
        elif j == 0:
            settle2(
                w.mode,
                w.regrets,
                w.sums,
                at,
                rows,
                w.memory,
                plan,
                own,
                end,
                later,
                value,
                w.numbers,
            )
        else:
            settle2(
                w.mode,
                w.regrets,
                w.sums,
                at,
                rows,
                w.memory,
                plan,
                own,
                ran,
                end,
                value,
                w.numbers,
            )
    return int(base + VALUE * size)


@kernel
def asks_of(stake: int, right: int, actor: int, top: int) -> int:
    """Return how many calls can follow each other at a turn.

    Parameters
    ----------
    stake, top
        Rungs of the ladder: what the hand is worth now, and the last.
    right
        The only seat that may call, or -1 for both.
    """
    return top - stake if right in (-1, actor) else 0


@kernel
def right_after(right: int, actor: int, calls: int) -> int:
    """Return which seat may call after an end of a chain: the one that accepted last."""
    if calls == 0:
        return right
    return 1 - actor if calls % 2 == 1 else actor
