"""The ways of playing that can be asked for by name, and who at the table plays which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from analyzer.core.fields import roles
from analyzer.paulista.expert import expert_policy
from analyzer.paulista.rules import Rules
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, Lineup, Policy, read_roles

DEFAULT = "expert"


def _optimal(rules: Rules, players: int, turned: Sequence[int | None] | None = None) -> Policy:
    from analyzer.paulista.solver.optimal import optimal_policy

    return optimal_policy(rules, players, turned)


POLICIES: Mapping[str, Callable[[Rules, int], Policy]] = {
    "random": lambda _rules, _players: RANDOM,
    "greedy": lambda _rules, _players: GREEDY,
    "open": lambda _rules, _players: OPEN,
    "expert": expert_policy,
    "optimal": _optimal,
}
"""What makes a policy for the rules and number of players, by the policy's name."""


def policies(
    rules: Rules, players: int, turned: Sequence[int | None] | None = None
) -> dict[str, Callable[[], Policy]]:
    """Return what makes each policy for these rules, this number of players and these viras."""
    made = {name: partial(make, rules, players) for name, make in POLICIES.items()}
    return {**made, "optimal": partial(_optimal, rules, players, turned)}


def lineup(
    text: str,
    rules: Rules,
    players: int,
    my_seat: int,
    place: str = "play",
    *,
    turned: Sequence[int | None] | None = None,
) -> Lineup:
    """Return who plays how, as ``--play`` says it.

    Parameters
    ----------
    text
        One policy for all, ``mine/theirs``, or ``mine/partner/theirs``.
    rules, players
        They decide which table the expert plays.
    my_seat
        The seat of the one who asks; his partner's is opposite.
    place
        Where the text stood, for error messages.
    turned
        The viras that there may be; all unless given. Only ``optimal`` has to know.

    Raises
    ------
    PolicyError
        For names nobody knows, too many of them, or open cards for some only.
    """
    known = policies(rules, players, turned)
    if players == 4 and "optimal" not in roles(text, place):
        del known["optimal"]  # which would only be offered to be refused
    mine, partner, theirs = read_roles(text, known, place)
    seats = [theirs if (seat ^ my_seat) & 1 else partner for seat in range(players)]
    seats[my_seat] = mine
    return Lineup.seat(tuple(seats), text)
