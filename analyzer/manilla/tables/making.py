"""From a table's name and options to its frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from analyzer import __version__
from analyzer.core.blocks import Sums
from analyzer.core.errors import InputError, MissingError
from analyzer.core.fields import verify_one_of
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.equity import Equity
from analyzer.manilla.kernels.holdings import by_holding, twice_by_holding
from analyzer.manilla.kernels.leads import by_lead
from analyzer.manilla.policies import DEFAULT
from analyzer.manilla.questions.asking import Options
from analyzer.manilla.questions.match import equity_of
from analyzer.manilla.situation.fields import pair_text
from analyzer.manilla.tables import rows
from analyzer.manilla.tables.plan import Kernel, Plan
from analyzer.manilla.tables.scores import Scores

if TYPE_CHECKING:
    import pandas as pd

Rows = Callable[..., Iterator[rows.Row]]


class Recipe(NamedTuple):
    """How a table is made.

    Attributes
    ----------
    kernel
        Counts, by seat.
    rows
        Makes the rows of a position from its counts.
    scored
        Whether the rows tell chances to win when there is a score.
    positions
        For whom there are rows.
    """

    kernel: Kernel
    rows: Rows
    scored: bool = False
    positions: tuple[int, ...] = (1, 2, 3, 4)


TABLES: Mapping[str, Recipe] = {
    "hands": Recipe(by_holding, rows.hands, scored=True),
    "holdings": Recipe(by_holding, rows.holdings, scored=True),
    "kinds": Recipe(by_holding, rows.kinds, scored=True),
    "capote": Recipe(by_holding, rows.capotes),
    "positions": Recipe(by_holding, rows.positions, scored=True),
    "spread": Recipe(twice_by_holding, rows.spreads),
    "leads": Recipe(by_lead, rows.first_leads, positions=(1,)),
}


def table(name: str, *, play: str = DEFAULT, **options: Unpack[Options]) -> pd.DataFrame:
    """Return a table of La Manilla.

    Parameters
    ----------
    name
        ``"hands"``, ``"holdings"``, ``"kinds"``, ``"capote"``, ``"positions"``,
        ``"spread"`` or ``"leads"``.
    play
        How cards are played: a policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    **options
        ``rules``, ``rule``, ``position``: only its rows; ``score`` and ``juegos``: the first
        three and positions then tell the chance to win the juego and the partida, too;
        ``deals``, ``seed``, ``threads``, ``progress``, ``client``.

    Returns
    -------
    pandas.DataFrame
        Tidy; see ``analyzer.manilla.tables.rows`` for its columns. All rows come from the
        same deals; those of fewer than two are left out.

    Raises
    ------
    InputError
        For whatever is unknown or wrong.

    Examples
    --------
    >>> from analyzer import manilla
    >>> found = manilla.table("positions", deals=2000)
    >>> list(found["position"]), found.attrs["deals"]
    ([1, 2, 3, 4], 2000)
    """
    if not name:
        raise MissingError("table", ", ".join(TABLES))
    verify_one_of(name, "table", TABLES)
    plan = Plan.read(play, {**options}, TABLES[name].positions)
    equity = None
    if plan.score is not None:
        if not TABLES[name].scored:
            scored = ", ".join(other for other, recipe in TABLES.items() if recipe.scored)
            raise InputError(pair_text(plan.score), "score", f"left out, or one of {scored}")
        equity = equity_of(plan.rules, plan.play, plan.effort, plan.deals)
    return frame_of(name, plan, plan.counts(TABLES[name].kernel), equity)


def frame_of(
    name: str, plan: Plan, counts: Iterable[tuple[int, Sums]], equity: Equity | None = None
) -> pd.DataFrame:
    """Return a table from what has been counted.

    Parameters
    ----------
    name, plan
        Which table, and what it is asked for.
    counts
        The positions, and what the table's kernel counts for each.
    equity
        What scores are worth, for a plan with one.
    """
    import pandas as pd

    recipe = TABLES[name]
    found = []
    for position, own in counts:
        told = _told(plan, equity, position) if recipe.scored else {}
        head = {"position": position, "policy": plan.play}
        found += [{**head, **row} for row in recipe.rows(own, **told)]
    frame = pd.DataFrame(found)
    situation: dict[str, Any] = {"players": PLAYERS, "positions": list(plan.positions)}
    for field in ("score", "juegos"):
        if (pair := getattr(plan, field)) is not None:
            situation[field] = pair_text(pair)
    frame.attrs = {
        "game": "manilla",
        "question": "table",
        "table": name,
        "rules": plan.rules.to_dict(),
        "situation": situation,
        "play": plan.play,
        "method": "monte_carlo",
        "deals": plan.deals,
        "seed": plan.effort.seed,
        "version": __version__,
    }
    return frame


def _told(plan: Plan, equity: Equity | None, position: int) -> dict[str, Scores]:
    """Return what rows need to tell the chances to win from the plan's score."""
    if equity is None or plan.score is None:
        return {}
    we_deal = position in (2, 4)
    return {"scores": Scores.of(equity, plan.score, plan.juegos or (0, 0), we_deal=we_deal)}
