"""Tables of hand strength, manilhas, first tricks and positions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.paulista.cards import LOWEST_MANILHA
from analyzer.paulista.spots import dealt_spot, viras
from analyzer.paulista.tables.names import hand_name, rank_name
from analyzer.paulista.tables.plan import Plan
from analyzer.truco.kernels.hand import FIRST_TRICK, TIED
from analyzer.truco.odds import Counts
from analyzer.truco.spot import Spot, cards_of, hand_classes, row_numbers, ways_of
from analyzer.truco.tables import headed, row_of, with_intervals

if TYPE_CHECKING:
    import pandas as pd

_NAMES = {10: "picafumo", 11: "espadilha", 12: "copeta", 13: "zap"}


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
        names = [hand_name(plan.rules, vira, int(hand)) for hand in classes]
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
                headed(part, {"players": head["players"], "vira": rank_name(vira), **head})
            )
    return pd.concat(parts, ignore_index=True)


def pairs(plan: Plan) -> pd.DataFrame:
    """Return what the two best cards of a hand win, whatever the third may be.

    Columns: ``players``, ``vira``, ``position``, ``policy``, ``best`` and ``second``
    (cards as in ``hands``), ``win`` (over all third cards, each as often as it comes),
    ``low``, ``high``, ``std_error`` (never too small: the hands are sampled with the same
    luck), ``least`` and ``most`` with the worst third card and the best, ``least_third``,
    ``most_third``, ``share`` (of all deals), ``deals``.
    """
    import pandas as pd

    frame = hands(plan)
    frame[["best", "second", "third"]] = frame["hand"].str.split(" ", expand=True)
    head = ["players", "vira", "position", "policy", "best", "second"]
    rows = []
    for key, part in frame.groupby(head, sort=False):
        share = part["share"]
        spread = part.sort_values("win", kind="stable")[["win", "third"]].to_numpy()
        numbers = ("win", "low", "high", "std_error")
        rows.append(
            {
                **dict(zip(head, key, strict=True)),
                # Divided last, so that a sure thing is 1 to the digit.
                **{name: float((share * part[name]).sum() / share.sum()) for name in numbers},
                "least": spread[0, 0],
                "most": spread[-1, 0],
                "least_third": spread[0, 1],
                "most_third": spread[-1, 1],
                "share": float(share.sum()),
                "deals": int(part["deals"].sum()),
            }
        )
    return pd.DataFrame(rows)


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
