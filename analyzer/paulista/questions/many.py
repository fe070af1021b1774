"""The chance of many hands at once, in compiled passes over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.core.effort import Effort
from analyzer.core.errors import InputError, SituationError
from analyzer.core.fields import roles
from analyzer.paulista.cards import card_name, card_names
from analyzer.paulista.policies import lineup
from analyzer.paulista.situation import Situation
from analyzer.paulista.spots import spot_of
from analyzer.truco.kernels.hand import TIED
from analyzer.truco.many import DEALS, many_counts
from analyzer.truco.odds import Counts, result_counts

if TYPE_CHECKING:
    import pandas as pd


def hand_many(
    situations: Sequence[Situation | Mapping[str, object]],
    *,
    play: str = "expert",
    deals: int = DEALS,
    seed: int = 0,
    threads: int | None = None,
) -> pd.DataFrame:
    """Return the chance of each of many hands, nobody calling any more.

    With two players every answer is exact. With four each hand is sampled with
    the same deal numbers, so that hands compare on like luck.

    Parameters
    ----------
    situations
        ``Situation`` objects of the question ``hand``, or their fields; all with
        the same rules and number of players.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    deals
        Deals for each hand with four players; 40,000 give ±0.5 %.
    seed, threads
        See ``Effort``.

    Returns
    -------
    pandas.DataFrame
        One row a situation, in their order: ``hand``, ``vira``, ``position``,
        ``played``, ``win``, ``undecided``, ``std_error`` (of ``win``), ``method``,
        ``deals``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong, and for situations that differ
        in rules or players.

    Examples
    --------
    >>> from analyzer import paulista
    >>> hands = [{"hand": "3♠ K♦ 5♣", "vira": "4♥"}, {"hand": "3♠ K♦ 6♣", "vira": "4♥"}]
    >>> paulista.hand_many(hands, play="open").win.round(4).tolist()
    [0.9839, 0.4333]
    """
    import pandas as pd

    cases = [_read(one, number) for number, one in enumerate(situations, 1)]
    effort = Effort(deals=deals, seed=seed, threads=threads)
    if not cases:
        return pd.DataFrame(columns=_COLUMNS)
    rules, players = cases[0].rules, cases[0].players
    for number, case in enumerate(cases, 1):
        if (case.rules, case.players) != (rules, players):
            place = f"situation {number}"
            raise SituationError(f"{case.players} players", place, "rules and players of the first")
    rows: dict[int, dict[str, Any]] = {}
    for seat in sorted({case.my_seat for case in cases}):
        chosen = [i for i, case in enumerate(cases) if case.my_seat == seat]
        found = _counted([cases[i] for i in chosen], play, seat, effort)
        for i, counts in zip(chosen, found, strict=True):
            rows[i] = _row(cases[i], counts)
    frame = pd.DataFrame([rows[i] for i in range(len(cases))], columns=_COLUMNS)
    frame.attrs = {"rules": rules.to_dict(), "players": players, "play": play, "seed": seed}
    return frame


def _read(one: Situation | Mapping[str, object], number: int) -> Situation:
    """Return one of many situations; an error says which it is."""
    if isinstance(one, Situation):
        return one
    try:
        return Situation.read("hand", one)
    except InputError as error:
        place = f"situation {number}, {error.place}"
        raise SituationError(error.given, place, error.allowed) from None


_COLUMNS = [
    *("hand", "vira", "position", "played", "win", "undecided", "std_error", "method", "deals")
]


def _counted(cases: Sequence[Situation], play: str, seat: int, effort: Effort) -> list[Counts]:
    """Return how hands of one seat end; who mixes plays differently under each vira."""
    rules, players = cases[0].rules, cases[0].players
    if "optimal" not in roles(play, "play"):
        return many_counts(
            [spot_of(case) for case in cases], lineup(play, rules, players, seat), effort
        )
    return [
        result_counts(
            spot_of(case),
            lineup(play, rules, players, seat, turned=(case.vira,)),
            effort,
            side=seat & 1,
        )
        for case in cases
    ]


def _row(case: Situation, counts: Counts) -> dict[str, Any]:
    win = counts.chance(case.my_side)
    return {
        "hand": card_names(case.hand),
        "vira": None if case.vira is None else card_name(case.vira),
        "position": case.position,
        "played": case.played,
        "win": win.value,
        "undecided": counts.chance(TIED).value,
        "std_error": win.std_error,
        "method": counts.method,
        "deals": counts.deals,
    }
