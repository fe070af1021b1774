"""Tables of hand strength, manilhas, first tricks and positions, as tidy frames.

Every table has one row for each thing it tells, its interval beside it, and in
``attrs`` what it rests on. Two players are counted, four are sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.paulista.cards import DECK, LOWEST_MANILHA, card_name, manilhas, read_vira
from analyzer.paulista.policies import lineup
from analyzer.paulista.questions.asking import Options
from analyzer.paulista.rules import Rules
from analyzer.paulista.situation.fields import read_rules
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.truco.kernels.hand import FIRST_TRICK, TIED
from analyzer.truco.odds import Counts, Spot, cards_of, hand_classes, row_numbers, ways_of
from analyzer.truco.policies import Lineup
from analyzer.truco.tables import (
    Games,
    headed,
    read_effort,
    read_players,
    row_of,
    with_intervals,
)

if TYPE_CHECKING:
    import pandas as pd

_POLICIES = ("random", "greedy", "expert", "open")
_NAMES = {10: "picafumo", 11: "espadilha", 12: "copeta", 13: "zap"}


@dataclass(frozen=True)
class Plan:
    """What a table is asked for, checked.

    Attributes
    ----------
    rules
        How the game is played.
    viras
        The viras to tell apart, ``None`` with fixed manilhas.
    games
        Who plays, how, and what is counted for it.
    """

    rules: Rules
    viras: tuple[int | None, ...]
    games: Games


def table(name: str, *, play: str | None = None, **options: Unpack[Options]) -> pd.DataFrame:
    """Return a table of Truco Paulista.

    Parameters
    ----------
    name
        ``"hands"``, ``"manilhas"``, ``"first-trick"`` or ``"positions"``.
    play
        Only this way of playing; by default random, greedy, expert and, where
        it makes sense and ends in time, open.
    **options
        ``rules``, ``rule``, ``players``, ``vira``, ``position``: only these
        rows. ``deals`` or ``precision`` (four players): of each hand in
        ``hands``, of each row's share of all deals elsewhere. ``seed``,
        ``threads``, ``progress``, ``client``.

    Returns
    -------
    pandas.DataFrame
        Tidy; see the function of the same name below for its columns.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.
    """
    if name not in _TABLES:
        raise InputError(name, "table", "one of " + ", ".join(_TABLES))
    plan = _plan(name, play, dict(options))
    frame = _TABLES[name](plan)
    frame.attrs = plan.games.manifest("paulista", name, plan.rules)
    return frame


def hands(plan: Plan) -> pd.DataFrame:
    """Return what every hand wins, for every vira, position and policy.

    Columns: ``players``, ``vira`` (its rank), ``position``, ``policy``,
    ``hand`` (manilhas by rank and suit, other cards by rank, best first),
    ``win``, ``low``, ``high``, ``std_error``, ``undecided``, ``rank`` (1 is
    best; equals share the better number), ``share`` (of all deals), ``deals``.
    """
    import pandas as pd

    parts = []
    for vira in plan.viras:
        dealt = dealt_spot(plan.rules, plan.games.players, vira)
        classes = hand_classes(dealt.counts, 3)
        names = [_hand_name(plan.rules, vira, int(hand)) for hand in classes]
        ways = ways_of(classes, dealt.counts)
        for head, policy, seat in plan.games:
            found = plan.games.by_class(dealt, policy, seat, classes)
            part = with_intervals([counts.chance(seat & 1) for counts in found])
            part.insert(0, "hand", names)
            part["undecided"] = [counts.chance(TIED).value for counts in found]
            part["rank"] = part["win"].rank(ascending=False, method="min").astype(int)
            part["share"] = ways / ways.sum()
            part["deals"] = [counts.deals for counts in found]
            parts.append(
                headed(part, {"players": head["players"], "vira": _rank_name(vira), **head})
            )
    return pd.concat(parts, ignore_index=True)


def manilha_holdings(plan: Plan) -> pd.DataFrame:
    """Return what holding no manilha, each one, each pair or three is worth.

    Columns: ``players``, ``position``, ``policy``, ``holding``, ``win``,
    ``low``, ``high``, ``std_error``, ``undecided``, ``share``. The pair of zap
    and copeta is the *casal maior*; the average goes over all viras.
    """
    import pandas as pd

    parts = []
    for head, policy, seat in plan.games:
        found: dict[str, list[tuple[float, Counts]]] = {}
        shares: dict[str, float] = {}
        for weight, spot in _dealt(plan):
            counts = plan.games.results(spot, policy, seat, seat)
            for holding, share, part in _by_holding(spot, counts):
                found.setdefault(holding, []).append((weight * share, part))
                shares[holding] = shares.get(holding, 0.0) + weight * share
        order = sorted(found, key=_holding_order)
        rows = with_intervals([_mixed(found[holding], seat & 1) for holding in order])
        rows.insert(0, "holding", order)
        rows["undecided"] = [_mixed(found[holding], TIED).value for holding in order]
        rows["share"] = [shares[holding] for holding in order]
        parts.append(headed(rows, head))
    return pd.concat(parts, ignore_index=True)


def first_trick(plan: Plan) -> pd.DataFrame:
    """Return what winning, tying or losing the first trick is worth.

    Columns: ``players``, ``position``, ``policy``, ``first`` (won, tied, lost),
    ``win`` (the hand, given that), ``low``, ``high``, ``std_error``,
    ``undecided``, ``share`` (how often it comes so).
    """
    import pandas as pd

    parts = []
    for head, policy, seat in plan.games:
        side = seat & 1
        found = [
            (weight, plan.games.results(spot, policy, seat, FIRST_TRICK))
            for weight, spot in _dealt(plan)
        ]
        ends = {"won": side, "tied": TIED, "lost": 1 - side}
        rows = []
        for first, row in ends.items():
            given = [(weight, row_of(counts, row)) for weight, counts in found]
            shares = [weight * counts.counts[row].sum() / counts.deals for weight, counts in found]
            weighed = [(s, part) for s, (_, part) in zip(shares, given, strict=True)]
            win, nobody = _mixed(weighed, side), _mixed(weighed, TIED)
            row_values = {"first": first, "win": win, "undecided": nobody.value}
            rows.append({**row_values, "share": sum(shares)})
        part = with_intervals([row["win"] for row in rows])
        part.insert(0, "first", [row["first"] for row in rows])
        part["undecided"] = [row["undecided"] for row in rows]
        part["share"] = [row["share"] for row in rows]
        parts.append(headed(part, head))
    return pd.concat(parts, ignore_index=True)


def positions(plan: Plan) -> pd.DataFrame:
    """Return how often each position's side wins.

    Columns: ``players``, ``position``, ``policy``, ``win``, ``low``, ``high``,
    ``std_error``, ``undecided``. With four players positions 1 and 3 are
    partners, and 2 and 4.
    """
    import pandas as pd

    parts = []
    for head, policy, seat in plan.games:
        found = [(w, plan.games.results(spot, policy, seat)) for w, spot in _dealt(plan)]
        part = with_intervals([_mixed(found, seat & 1)])
        part["undecided"] = _mixed(found, TIED).value
        parts.append(headed(part, head))
    return pd.concat(parts, ignore_index=True)


_TABLES = {
    "hands": hands,
    "manilhas": manilha_holdings,
    "first-trick": first_trick,
    "positions": positions,
}


def _plan(name: str, play: str | None, options: dict[str, Any]) -> Plan:
    rules = read_rules(options.pop("rules", None), options.pop("rule", None))
    players, positions = read_players(options)
    turned = _viras(rules, options.pop("vira", None), name)
    policies = _policies(name, play, players, rules, turned)
    allowed = "rules, rule, players, vira, position, play and effort"
    games = Games(
        players=players,
        positions=positions,
        policies=policies,
        seating=partial(_seating, rules, players, turned),
        effort=read_effort(options, players, allowed),
    )
    return Plan(rules, turned, games)


def _seating(
    rules: Rules, players: int, turned: tuple[int | None, ...], play: str, seat: int
) -> Lineup:
    return lineup(play, rules, players, seat, turned=turned)


def _policies(
    name: str, play: str | None, players: int, rules: Rules, turned: tuple[int | None, ...]
) -> tuple[str, ...]:
    if play is not None:
        lineup(play, rules, players, 0, turned=turned)  # refuses what does not exist
        if name == "first-trick" and play == "open":
            raise PolicyError(play, "play", "not open, where many lines are equally good")
        return (play,)
    no_open = name == "first-trick" or (name == "hands" and players == 4)
    return tuple(policy for policy in _POLICIES if not (no_open and policy == "open"))


def _viras(rules: Rules, vira: object, name: str) -> tuple[int | None, ...]:
    if vira is None:
        return viras(rules)
    if name != "hands":
        raise InputError(vira, "vira", f"left out: the table {name} goes over all viras")
    return (read_vira(rules, vira),)


def _dealt(plan: Plan) -> list[tuple[float, Spot]]:
    """Return hands just dealt with their weights: one for each vira, or one for all."""
    if plan.games.players == 4:
        return [(1.0, dealt_spot(plan.rules, 4))]
    turned = viras(plan.rules)
    return [(1 / len(turned), dealt_spot(plan.rules, 2, vira)) for vira in turned]


def _by_holding(spot: Spot, counts: Counts) -> Iterator[tuple[str, float, Counts]]:
    """Yield each holding of manilhas, its share of the deals, and how they ended.

    Shares are exact; with four players the hands themselves were sampled.
    """
    deck = np.bincount(spot.decks[0], minlength=15).astype(np.int64)
    classes = hand_classes(deck, 3)
    ways = ways_of(classes, deck)
    rows = row_numbers(classes)
    names = np.array([_holding_name(int(hand)) for hand in classes])
    for name in dict.fromkeys(names.tolist()):
        chosen = names == name
        merged = counts.counts[rows[chosen]].sum(axis=0, keepdims=True)
        part = replace(counts, counts=merged, deals=int(merged.sum()))
        yield name, float(ways[chosen].sum() / ways.sum()), part


def _holding_name(hand: int) -> str:
    held = [power - 1 for power in cards_of(hand) if power - 1 >= LOWEST_MANILHA]
    if len(held) == 3:
        return "three"
    return "+".join(_NAMES[strength] for strength in held) or "none"


def _holding_order(name: str) -> tuple[int, list[int]]:
    count = 0 if name == "none" else 3 if name == "three" else 1 + name.count("+")
    return count, [-key for key, manilha in _NAMES.items() if manilha in name.split("+")][::-1]


def _mixed(parts: Sequence[tuple[float, Counts]], end: int) -> Estimate:
    """Return the chance of an end over several counts with weights.

    Exact counts are averaged; sampled ones come from one sample.
    """
    present = [(weight, counts.chance(end)) for weight, counts in parts if counts.deals]
    if not present:
        raise InputError("too few", "deals", "more: some rows of the table were never dealt")
    if len({chance.value for _, chance in present}) == 1:  # so that a sure thing is 1 to the digit
        return present[0][1]
    total = sum(weight for weight, _ in present)
    value = math.fsum(weight * chance.value for weight, chance in present)
    return Estimate.exact(value / total)


def _rank_name(vira: int | None) -> str:
    return "" if vira is None else DECK.ranks[DECK.rank(vira)]


def _hand_name(rules: Rules, vira: int | None, hand: int) -> str:
    """Return a hand's cards, best first: manilhas in full, of other cards the rank."""
    highest = manilhas(rules, vira)
    names = []
    for power in cards_of(hand):
        strength = power - 1
        if strength >= LOWEST_MANILHA:
            names.append(card_name(highest[strength - LOWEST_MANILHA]))
        else:
            names.append(DECK.ranks[strength])
    return " ".join(names)
