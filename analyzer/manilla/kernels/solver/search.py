"""The search: whether the first pair wins at least so many points from a point of play.

Alpha-beta with a window of nothing, without recursion: a frame for each card played, so that
the search can pause after any card and go on later. It moves between five modes: *lead*, a
trick is complete and the next leader's point is looked at; *choose*, the cards to try are
listed; *play*, the next of them is played; *back*, a card is taken back with its value;
and *done*, a choice is finished.
"""

from __future__ import annotations

from typing import Any

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest, lowest, size
from analyzer.manilla.kernels.solver.bounds import sure_points, top_trumps
from analyzer.manilla.kernels.solver.desk import Desk, Ints
from analyzer.manilla.kernels.solver.lanes import (
    DEAR,
    NO_CARD,
    points_of,
    suit_lane,
    takes,
)
from analyzer.manilla.kernels.solver.moves import (
    between,
    first_run,
    legal_cards,
    skipped_relied,
    worth_trying,
)
from analyzer.manilla.kernels.solver.order import card_score, kind_of, run_scores
from analyzer.manilla.kernels.solver.table import dears_of, keep, look_up, point_of

LEAD = 0
CHOOSE = 1
_PLAY = 2
_BACK = 3
_DONE = 4

_NOTHING_FOUND = 1000
_FIRST = 1 << 20
"""More than any score: the card that was best when the point was last seen comes first."""

_SCORE_SHIFT = 6
_CARD = (1 << _SCORE_SHIFT) - 1
_SCORES_FROM = 1 << 30


@kernel
def search(desk: Desk, limit: int) -> bool:
    """Search on from where the state says; return whether the search is finished.

    Parameters
    ----------
    desk
        See ``Desk``; the value is left in its state.
    limit
        The number of nodes at which to pause.
    """
    state = desk.state[0]
    hands, frames, choices, killers = desk.hands, desk.frames, desk.choices, desk.killers
    shapes, keys, entries = desk.shapes, desk.keys, desk.entries
    trump, undertrump = state.trump, state.undertrump
    left, dear_left, nodes = state.left, state.dear_left, state.nodes
    mode, depth, leader, goal = state.mode, state.depth, state.leader, state.goal
    value, relied = state.value, state.relied
    generation = state.generation
    while True:
        if mode == LEAD:
            settled, value, relied = _without_search(
                leader,
                hands[leader],
                hands[(leader + 1) & 3],
                hands[leader ^ 2],
                hands[(leader + 3) & 3],
                left,
                dear_left,
                goal,
                trump,
            )
            mode = _BACK
            if not settled:
                key, order_a, order_b, bucket = point_of(
                    shapes, left, leader, generation, len(keys)
                )
                dears = dears_of(left)
                value, relied, favourite = look_up(
                    keys, entries, key, order_a, order_b, dears, bucket, left, goal
                )
                if value < 0:
                    depth += 1
                    frame = frames[depth]
                    _set_lead(frame, leader, goal)
                    frame.key = key
                    frame.order_a = order_a
                    frame.order_b = order_b
                    frame.dears = dears
                    frame.bucket = bucket
                    frame.began = nodes
                    tricks = size(hands[leader])
                    if favourite != NO_CARD:
                        killers[tricks] = favourite
                    frame.favourite = killers[tricks]
                    mode = CHOOSE

        if mode == CHOOSE:
            frame = frames[depth]
            player = (frame.first + frame.place) & 3
            _list_choices(
                choices,
                depth,
                frame,
                player,
                hands[player],
                hands[(player + 1) & 3],
                hands[player ^ 2],
                hands[(player + 3) & 3],
                left,
                dear_left,
                trump,
                undertrump,
            )
            mode = _PLAY

        if mode == _PLAY:
            frame = frames[depth]
            player = (frame.first + frame.place) & 3
            if frame.tried < frame.choices:
                if nodes >= limit:
                    break
                card = _next_choice(choices, depth, frame.tried, frame.choices)
                nodes += 1
                hands[player] ^= 1 << card
                left ^= 1 << card
                dear_left -= points_of(card)
                frame.tried += 1
                frame.card = card
                if frame.place == 3:
                    leader, goal = _end_trick(frame, card, player, trump)
                    mode = LEAD
                else:
                    depth += 1
                    _set_next(frames[depth], frame, card, player, trump)
                    mode = CHOOSE
                continue
            value = frame.found
            relied = frame.relied | frame.duty | frame.surely
            if frame.skipped:
                held_apart = left | 1 << frame.best if frame.place else left
                relied |= skipped_relied(relied, frame.skipped, held_apart, hands[player])
            mode = _DONE
        elif mode == _BACK:
            if depth < 0:
                mode = _DONE
                break
            frame = frames[depth]
            card = frame.card
            player = (frame.first + frame.place) & 3
            hands[player] ^= 1 << card
            left ^= 1 << card
            dear_left += points_of(card)
            if frame.place == 3:
                value += frame.won
                relied |= frame.decider
            if (value < frame.goal) == (player & 1 == 0):
                frame.relied |= relied
                frame.found = min(frame.found, value) if player & 1 else max(frame.found, value)
                mode = _PLAY
                continue
            # Good enough: the others need not be tried.
            relied |= 1 << card if frame.alone else frame.duty
            if frame.place == 0:
                killers[size(hands[player])] = card
            mode = _DONE

        if mode == _DONE:
            frame = frames[depth]
            depth -= 1
            mode = _BACK
            if frame.place == 0:
                keep(
                    keys,
                    entries,
                    frame.key,
                    frame.order_a,
                    frame.order_b,
                    frame.dears,
                    frame.bucket,
                    left,
                    relied,
                    value,
                    value >= frame.goal,
                    killers[size(hands[frame.first])],
                    nodes - frame.began,
                )
    state.left = left
    state.dear_left = dear_left
    state.nodes = nodes
    state.mode = mode
    state.depth = depth
    state.leader = leader
    state.goal = goal
    state.value = value
    state.relied = relied
    return bool(mode == _DONE)


@kernel
def _without_search(
    leader: int,
    lead: int,
    after: int,
    opposite: int,
    before: int,
    left: int,
    dear_left: int,
    goal: int,
    trump: int,
) -> tuple[bool, int, int]:
    """Return whether a point needs no search, its value or a bound of it, and what that relies on.

    Parameters
    ----------
    leader
        Who leads.
    lead, after, opposite, before
        The hands in playing order.
    left, dear_left
        The cards in all of them, and their points.
    goal
        What the first pair has to win.
    trump
        The suit of triunfo.
    """
    tricks = size(lead)
    total = dear_left + tricks
    if goal <= 0:
        return True, 0, 0
    if goal > total:
        return True, total, 0
    if tricks == 1:
        return _last_trick(leader, lead, after, opposite, before, left, total, trump)
    needed = total - goal + 1 if leader & 1 else goal  # by the leader's side
    points, relied = top_trumps(after, before, lead, opposite, trump)
    if points > total - needed:
        return True, points if leader & 1 else total - points, relied
    points, relied = sure_points(lead, after, opposite, before, trump, tricks, total)
    if points >= needed:
        return True, total - points if leader & 1 else points, relied
    return False, 0, 0


@kernel
def _last_trick(
    leader: int,
    lead: int,
    after: int,
    opposite: int,
    before: int,
    left: int,
    total: int,
    trump: int,
) -> tuple[bool, int, int]:
    """Play the last trick; see `_without_search`."""
    best = highest(lead)
    winner = leader
    for n in range(1, 4):
        card = highest(after if n == 1 else opposite if n == 2 else before)
        if takes(card, best, trump):
            best = card
            winner = leader + n
    alone = left & suit_lane(best >> 4) == 1 << best
    return True, 0 if winner & 1 else total, 0 if alone else 1 << best


@kernel(inline="always")
def _set_lead(frame: Any, leader: int, goal: int) -> None:
    """Begin a trick."""
    frame.place = 0
    frame.first = leader
    frame.led = 0
    frame.best = NO_CARD
    frame.winner = leader
    frame.pot = 0
    frame.lying = 0
    frame.goal = goal


@kernel(inline="always")
def _set_next(frame: Any, last: Any, card: int, player: int, trump: int) -> None:
    """Hand a trick on to the next player, after a card."""
    first = last.place == 0
    better = first or takes(card, last.best, trump)
    frame.place = last.place + 1
    frame.first = last.first
    frame.led = card >> 4 if first else last.led
    frame.best = card if better else last.best
    frame.winner = player if better else last.winner
    frame.pot = last.pot + points_of(card)
    frame.lying = last.lying | 1 << card
    frame.goal = last.goal


@kernel(inline="always")
def _end_trick(frame: Any, card: int, player: int, trump: int) -> tuple[int, int]:
    """Complete a trick; return who won it, and what the first pair has to win after it."""
    better = takes(card, frame.best, trump)
    best = card if better else frame.best
    winner = player if better else frame.winner
    others = (frame.lying | 1 << card) & suit_lane(best >> 4)
    frame.won = 0 if winner & 1 else frame.pot + points_of(card) + 1
    frame.decider = 0 if others == 1 << best else 1 << best
    return winner, frame.goal - frame.won


@kernel(inline="always")
def _next_choice(choices: Ints, depth: int, tried: int, count: int) -> int:
    """Bring the best of the choices not yet tried forward and return its card."""
    at = tried
    for n in range(tried + 1, count):
        if choices[depth, n] > choices[depth, at]:
            at = n
    chosen = choices[depth, at]
    choices[depth, at] = choices[depth, tried]
    choices[depth, tried] = chosen
    return int(chosen & _CARD)


@kernel(inline="always")
def _list_choices(
    choices: Ints,
    depth: int,
    frame: Any,
    player: int,
    hand: int,
    after: int,
    opposite: int,
    before: int,
    left: int,
    dear_left: int,
    trump: int,
    undertrump: int,
) -> None:
    """List the cards that a player has to try, with their scores."""
    place, best = frame.place, frame.best
    against = ((frame.winner ^ player) & 1) != 0
    legal, duty, alone = legal_cards(hand, place, frame.led, best, against, trump, undertrump)
    solid = between(left, place, best, hand)
    skipped = 0
    surely = 0
    count = 0
    if first_run(legal, solid) == legal and (legal & (legal - 1) == 0 or not legal & DEAR):
        # A single card, or equals without points.
        choices[depth, 0] = lowest(legal)
        count = 1
        skipped = legal & (legal - 1)
    else:
        held = size(hand)
        total = dear_left + held + frame.pot
        needed = 10 * (total - frame.goal + 1 if player & 1 else frame.goal) // total
        rest = legal
        while rest:
            run = first_run(rest, solid)
            rest ^= run
            high = highest(run)
            led = frame.led if place else high >> 4
            several, relied, ours = worth_trying(
                run, place, led, best, against, after, opposite, before, trump
            )
            skipped |= run ^ several
            surely |= relied
            kind = kind_of(high, place, led, trump)
            shared, per_point = run_scores(
                kind,
                high,
                place,
                led,
                frame.pot,
                ours,
                needed,
                held,
                after,
                opposite,
                before,
                trump,
            )
            while several:
                card = highest(several)
                several ^= 1 << card
                score = shared + points_of(card) * per_point
                score += card_score(kind, card, left, after, before)
                if place == 0 and card == frame.favourite:
                    score += _FIRST
                choices[depth, count] = (score + _SCORES_FROM) << _SCORE_SHIFT | card
                count += 1
    frame.choices = count
    frame.tried = 0
    frame.found = _NOTHING_FOUND if player & 1 else -1
    frame.relied = 0
    frame.duty = duty
    frame.alone = alone
    frame.skipped = skipped
    frame.surely = surely
