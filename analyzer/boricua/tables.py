"""Tables of ligas, flores, hands and positions, as tidy frames.

Every table has one row for each thing it tells, its interval beside it, and in
``attrs`` what it rests on. Ligas and flores are counted over all deals; tricks are
counted with two players and sampled with four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer.boricua.cards import DECK, STRENGTH, card_names, flor, liga
from analyzer.boricua.envites import CALLER, deals, envite_bands
from analyzer.boricua.owed import Owed
from analyzer.boricua.policies import lineup
from analyzer.boricua.questions.asking import Options
from analyzer.boricua.questions.flor import flor_values
from analyzer.boricua.referee.flores import MANO
from analyzer.boricua.rules import FLOR_UNSENT, Rules, envite_value, envite_word
from analyzer.boricua.sending import FlorStanding
from analyzer.boricua.spots import dealt_spot
from analyzer.boricua.standings import Standing, flor_standings, liga_standings
from analyzer.boricua.worth import Points
from analyzer.core.errors import InputError
from analyzer.core.estimate import Estimate
from analyzer.core.fields import read_rules, verify_one_of
from analyzer.truco.decisions import best_action, break_even
from analyzer.truco.policies import Lineup
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import packed
from analyzer.truco.tables import Games, headed, read_effort, read_players, with_intervals

if TYPE_CHECKING:
    import pandas as pd

_POLICIES = ("random", "greedy", "expert", "open")
_HANDS = comb(len(DECK), DEALT)
_STEPS = 4
"""Steps of an envite that get a column."""


@dataclass(frozen=True)
class Plan:
    """What a table is asked for, checked.

    Attributes
    ----------
    rules
        How the game is played.
    games
        Who plays, how, and what is counted for it.
    """

    rules: Rules
    games: Games


def table(name: str, *, play: str | None = None, **options: Unpack[Options]) -> pd.DataFrame:
    """Return a table of Truco de 22 cartas.

    Parameters
    ----------
    name
        ``"ligas"``, ``"flor"``, ``"envite"``, ``"hands"`` or ``"positions"``.
    play
        Only this way of playing; by default random, greedy, expert and, where it ends
        in time, open. Ligas and flores do not depend on it.
    **options
        ``rules``, ``rule``, ``players``, ``position``: only these rows. ``deals`` or
        ``precision`` (four players): of each hand in ``hands``, of each row in
        ``positions``. ``seed`` and what else says how much work, see ``Effort``.

    Returns
    -------
    pandas.DataFrame
        Tidy; see the function of the same name below for its columns.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.

    Examples
    --------
    >>> from analyzer import boricua
    >>> found = boricua.table("flor", position=2)
    >>> sent = found[found["theirs"] == "sent"]
    >>> int(sent[sent["action"] == "send"]["flor"].min())
    12
    """
    verify_one_of(name, "table", _TABLES)
    plan = _plan(name, play, dict(options))
    frame = _TABLES[name](plan)
    frame.attrs = {**plan.games.manifest("boricua", name, plan.rules), **frame.attrs}
    return frame


def ligas(plan: Plan) -> pd.DataFrame:
    """Return how often every liga comes and how often it is the best.

    Columns: ``players``, ``position``, ``liga``, ``share`` (of all hands), ``win``
    (chance that my side has the best liga, nothing known of flores), ``low``,
    ``high``, ``std_error``; then for each step of an envite the ``win`` from which
    accepting is better than running.
    """
    import pandas as pd

    parts = []
    for head, standings in _standings(plan, liga_standings):
        part = with_intervals([Estimate.exact(one.better / one.deals) for one in standings])
        part.insert(0, "liga", [one.value for one in standings])
        part.insert(1, "share", [one.hands / _HANDS for one in standings])
        for step in range(1, _STEPS + 1):
            even = break_even(Points().after_truco, envite_value(step), envite_value(step - 1), 0)
            part[f"break_even_{envite_word(step)}"] = even
        parts.append(headed(part, head))
    return pd.concat(parts, ignore_index=True)


def flores(plan: Plan) -> pd.DataFrame:
    """Return how often every flor comes, how often it is the best, and whether to send it.

    Columns: ``players``, ``position``, ``flor``, ``theirs`` (``unknown``, or
    ``flor`` when the other side holds one; at the dealer's position, who speaks after
    both opponents, ``none`` or ``sent``), ``share`` (of all hands), ``win``
    (chance that my side's best flor is the best), ``low``, ``high``, ``std_error``,
    ``send`` and ``silent`` (points of the flores, the other side sending any it
    has), ``action``, the better of them.
    """
    import pandas as pd

    parts = []
    for head, standings in _standings(plan, flor_standings):
        rows = [row for one in standings for row in _of_flor(one, **head)]
        part = with_intervals([row.pop("win") for row in rows])
        told = pd.DataFrame(rows)
        first = ["flor", "theirs", "share"]
        whole = pd.concat([told[first], part, told.drop(columns=first)], axis=1)
        parts.append(headed(whole, head))
    return pd.concat(parts, ignore_index=True)


def hands(plan: Plan) -> pd.DataFrame:
    """Return what every hand is worth, for every position and policy.

    Columns: ``players``, ``position``, ``policy``, ``hand`` (best card first),
    ``liga``, ``flor`` (missing without one), ``win`` (of the tricks), ``low``,
    ``high``, ``std_error``, ``rank`` (by the tricks; 1 is best, equals share the
    better number), ``share`` (of all hands), ``deals``.
    """
    import pandas as pd

    dealt = sorted(
        (sorted(cards, key=_falling) for cards in combinations(range(len(DECK)), DEALT)),
        key=lambda cards: [_falling(card) for card in cards],
    )
    classes, of_hand = np.unique([packed(_powers(cards)) for cards in dealt], return_inverse=True)
    totals = [flor(cards) for cards in dealt]
    parts = []
    for head, policy, seat in plan.games:
        found = plan.games.by_class(dealt_spot(plan.games.players), policy, seat, classes)
        part = with_intervals([counts.chance(seat & 1) for counts in found])
        part["deals"] = [counts.deals for counts in found]
        part = part.iloc[of_hand].reset_index(drop=True)
        part.insert(0, "hand", [card_names(cards) for cards in dealt])
        part.insert(1, "liga", [liga(cards) for cards in dealt])
        part.insert(2, "flor", pd.Series(totals, dtype="Int64"))
        deals = part.pop("deals")
        part["rank"] = part["win"].rank(ascending=False, method="min").astype(int)
        part["share"] = 1 / _HANDS
        part["deals"] = deals
        parts.append(headed(part, head))
    return pd.concat(parts, ignore_index=True)


def envites(plan: Plan) -> pd.DataFrame:
    """Return the best answer to an envite for each liga, over how much the caller bluffs.

    For two players, each looking at his liga alone.  Columns: ``players``, ``position``,
    ``liga``, ``from`` and ``to`` (the bluff rates between which it is best), ``action``
    (``run``, ``accept`` or ``revoke``). ``attrs`` has the ``caller``, whose bluff rate is
    that of the rows, and how he answers a revoque.
    """
    import pandas as pd

    if plan.games.players == 4:
        raise InputError(4, "players", "2: four hands are counted by the question envite only")
    rows = []
    for position in plan.games.positions:
        head = {"players": 2, "position": position}
        rows += [{**head, **row} for row in envite_bands(position)]
        plan.games.counted.append(deals())
    frame = pd.DataFrame(rows)
    frame.attrs = {"caller": CALLER.to_dict()}
    return frame


def positions(plan: Plan) -> pd.DataFrame:
    """Return how often each position's side wins the tricks.

    Columns: ``players``, ``position``, ``policy``, ``win``, ``low``, ``high``,
    ``std_error``. With four players positions 1 and 3 are partners, and 2 and 4.
    """
    import pandas as pd

    parts = []
    for head, policy, seat in plan.games:
        counts = plan.games.results(dealt_spot(plan.games.players), policy, seat)
        parts.append(headed(with_intervals([counts.chance(seat & 1)]), head))
    return pd.concat(parts, ignore_index=True)


_TABLES = {
    "ligas": ligas,
    "flor": flores,
    "envite": envites,
    "hands": hands,
    "positions": positions,
}
"""What makes each table."""


def _plan(name: str, play: str | None, options: dict[str, Any]) -> Plan:
    rules = read_rules(Rules, options.pop("rules", None), options.pop("rule", None))
    players, positions = read_players(options)
    games = Games(
        players=players,
        positions=positions,
        policies=_policies(name, play, rules, players),
        seating=partial(_seating, rules, players),
        effort=read_effort(options, players, "rules, rule, players, position, play and effort"),
    )
    return Plan(rules, games)


def _policies(name: str, play: str | None, rules: Rules, players: int) -> tuple[str, ...]:
    """Return the ways of playing that a table tells apart, none where nothing is played."""
    if name in ("ligas", "flor", "envite"):
        if play is not None:
            raise InputError(play, "play", f"left out: the table {name} plays no cards")
        return ()
    if play is not None:
        _seating(rules, players, play, MANO)  # refuses what does not exist
        return (play,)
    no_open = name == "hands" and players == 4
    return tuple(policy for policy in _POLICIES if not (no_open and policy == "open"))


def _seating(rules: Rules, players: int, play: str, seat: int) -> Lineup:
    return lineup(play, rules, players, seat)


def _standings(
    plan: Plan, standings: Callable[[int, int], list[Standing]]
) -> Iterator[tuple[dict[str, Any], list[Standing]]]:
    """Yield for every position what its rows begin with, and how the values stand there."""
    players = plan.games.players
    for position in plan.games.positions:
        found = standings(players, position)
        plan.games.counted.append(sum(one.deals for one in found))
        yield {"players": players, "position": position}, found


def _of_flor(standing: Standing, players: int, position: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of a flor: whatever the other side holds, and when it holds one too.

    The last one to speak has heard what the other side sent: none, or the flor it holds.
    """
    share = standing.hands / _HANDS
    owed = Owed(0, FLOR_UNSENT * (position != MANO))
    met = FlorStanding(0, standing.better, standing.worse)
    rows = {"unknown": met._replace(unsent=standing.alone), "flor": met}
    if position == players:
        rows = {"none": FlorStanding(standing.alone, 0, 0), "sent": met}
    for theirs, found in rows.items():
        values = flor_values(found, Points(), owed)
        yield {
            "flor": standing.value,
            "theirs": theirs,
            "share": share * found.deals / standing.deals,
            "win": Estimate.exact((found.unsent + found.better) / found.deals),
            **{action: value.value for action, value in values.items()},
            "action": best_action(values),
        }


def _falling(card: int) -> tuple[int, int]:
    """Return what puts the strongest cards first, equal ones in the order of suits."""
    return -STRENGTH[card], card


def _powers(cards: Sequence[int]) -> list[int]:
    return [STRENGTH[card] + 1 for card in cards]
