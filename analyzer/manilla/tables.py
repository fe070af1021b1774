"""Tables of what hands and positions are worth, as tidy frames.

All come from one simulation: many deals played to their end, each counted at what every
player was dealt. A row stands for its own deals only, with its intervals beside it; what the
table rests on is in ``attrs``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer import __version__
from analyzer.core.blocks import Sums, run_blocks
from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError, MissingError
from analyzer.core.estimate import Estimate
from analyzer.core.fields import read_number
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.kernels import holdings as k
from analyzer.manilla.policies import DEFAULT, Lineup
from analyzer.manilla.questions.asking import Options, read_game
from analyzer.manilla.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

DEALS = 1 << 18
"""So many deals are played when nobody says how many."""

_BLOCK = 1 << 12
_FEWEST = 2
"""Rows of fewer deals tell no error and are left out."""

_COUNTED = {"trumps": 1, "manillas": 2, "aces": 3, "voids": 4}
"""What hands are told apart by, and the axis of the counts that goes over it."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a table is asked for, checked.

    Attributes
    ----------
    rules
        The game.
    positions
        The places in the order of play, from 1.
    play
        A policy for all, ``mine/theirs`` or ``mine/partner/theirs``, as a position sees it.
    effort
        Deals, seed, threads, progress.
    """

    rules: Rules
    positions: tuple[int, ...]
    play: str
    effort: Effort

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return DEALS if self.effort.deals is None else self.effort.deals

    def counts(self) -> Iterator[tuple[int, Sums]]:
        """Yield every position with what its hands have won, shaped ``kernels.holdings.SHAPE[1:]``.

        Ways of playing that are alike from several positions are simulated once.
        """
        found: dict[bytes, Sums] = {}
        for position in self.positions:
            seat = position % PLAYERS
            ways = Lineup.read(self.play, seat).ways
            if ways.tobytes() not in found:
                found[ways.tobytes()] = self._simulated(ways)
            yield position, found[ways.tobytes()][seat]

    def _simulated(self, ways: Sums) -> Sums:
        shown, undertrump = self.rules.trump_card == "shown", self.rules.must_undertrump
        run = run_blocks(
            k.by_holding,
            (np.uint64(self.effort.seed), shown, undertrump, ways),
            first=0,
            last=self.deals,
            block=_BLOCK,
            threads=self.effort.threads,
            progress=self.effort.progress,
            scheduler=self.effort.scheduler,
        )
        if run.interrupted:  # a table of fewer deals would lack its rare rows
            raise KeyboardInterrupt
        return run.sums


def table(name: str, *, play: str = DEFAULT, **options: Unpack[Options]) -> pd.DataFrame:
    """Return a table of La Manilla.

    Parameters
    ----------
    name
        ``"hands"``, ``"holdings"``, ``"capote"`` or ``"positions"``.
    play
        How cards are played: a policy for all, ``mine/theirs`` or ``mine/partner/theirs``.
    **options
        ``rules``, ``rule``, ``position``: only its rows; ``deals``, ``seed``,
        ``threads``, ``progress``, ``client``.

    Returns
    -------
    pandas.DataFrame
        Tidy; see ``hands``, ``holdings``, ``capotes`` and ``positions`` below for its
        columns. All rows come from the same deals; those of fewer than two are left out.

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
    import pandas as pd

    if not name:
        raise MissingError("table", ", ".join(_TABLES))
    if name not in _TABLES:
        raise InputError(name, "table", "one of " + ", ".join(_TABLES))
    plan = _plan(play, options)
    rows = [
        {"position": position, "policy": plan.play, **row}
        for position, counts in plan.counts()
        for row in _TABLES[name](counts)
    ]
    frame = pd.DataFrame(rows)
    frame.attrs = {
        "game": "manilla",
        "question": "table",
        "table": name,
        "rules": plan.rules.to_dict(),
        "situation": {"players": PLAYERS, "positions": list(plan.positions)},
        "play": plan.play,
        "method": "monte_carlo",
        "deals": plan.deals,
        "seed": plan.effort.seed,
        "version": __version__,
    }
    return frame


def hands(counts: Sums) -> Iterator[Row]:
    """Yield what hands are worth by the number of trumps, manillas, aces and missing suits.

    Columns: ``position``, ``policy``; ``counted`` (trumps, manillas, aces, voids) and the
    ``number`` of them; ``share`` of the position's deals; ``points`` of the pair, of 72, with
    ``points_low``, ``points_high``, ``points_std_error``; ``win``, more than 36 of them, with
    ``low``, ``high``, ``std_error``; ``tie``; ``capote``, all twelve tricks, with
    ``capote_low`` and so on; ``deals``.
    """
    for counted, axis in _COUNTED.items():
        others = tuple(other - 1 for other in _COUNTED.values() if other != axis)
        for number, row in enumerate(counts.sum(axis=others)):
            if row[k.DEALS] >= _FEWEST:
                share = float(row[k.DEALS] / counts[..., k.DEALS].sum())
                yield {"counted": counted, "number": number, "share": share, **_worth(row)}


def holdings(counts: Sums) -> Iterator[Row]:
    """Yield what hands are worth by their trumps and manillas together.

    Columns: ``position``, ``policy``, ``trumps``, ``manillas``, ``share`` of the position's
    deals, and those of ``hands`` from ``points`` on.
    """
    for head, row in _by_both(counts):
        yield {**head, **_worth(row)}


def capotes(counts: Sums) -> Iterator[Row]:
    """Yield how often all twelve tricks go to one pair, by a hand's trumps and manillas.

    Columns: ``position``, ``policy``, ``trumps``, ``manillas``, ``share`` of the position's
    deals; ``capote``, all tricks for its pair, with ``low``, ``high``, ``std_error``;
    ``against``, all for the other pair; ``deals``.
    """
    for head, row in _by_both(counts):
        deals = int(row[k.DEALS])
        chance = Estimate.proportion(int(row[k.CAPOTES]), deals)
        yield {
            **head,
            "capote": chance.value,
            **_interval(chance),
            "against": float(row[k.AGAINST] / deals),
            "deals": deals,
        }


def positions(counts: Sums) -> Iterator[Row]:
    """Yield what a position's pair makes.

    Columns: ``position``, ``policy``, and those of ``hands`` from ``points`` on. Positions 1
    and 3 are partners, and 2 and 4.
    """
    yield _worth(counts.sum(axis=(0, 1, 2, 3)))


_TABLES = {"hands": hands, "holdings": holdings, "capote": capotes, "positions": positions}


def _plan(play: str, options: Options) -> Plan:
    effort, fields = split_options(options)
    if effort.exact or effort.precision is not None:
        asked = "exact" if effort.exact else "precision"
        raise InputError(asked, "options", "deals: all rows come from the same sample")
    position = fields.pop("position", None)
    chosen = tuple(range(1, PLAYERS + 1))
    if position is not None:
        at = read_number(position, "position", f"1 to {PLAYERS}")
        if at not in chosen:
            raise InputError(at, "position", f"1 to {PLAYERS}")
        chosen = (at,)
    Lineup.read(play, 1)  # refuses what does not exist
    return Plan(read_game(fields), chosen, play, effort)


def _by_both(counts: Sums) -> Iterator[tuple[Row, Sums]]:
    """Yield the counts of every number of trumps and manillas, with what tells them apart."""
    by_both = counts.sum(axis=(2, 3))
    share = by_both[..., k.DEALS] / by_both[..., k.DEALS].sum()
    for (trumps, manillas), deals in np.ndenumerate(by_both[..., k.DEALS]):
        if deals >= _FEWEST:
            head = {"trumps": trumps, "manillas": manillas}
            yield {**head, "share": float(share[trumps, manillas])}, by_both[trumps, manillas]


def _worth(row: Sums) -> Row:
    """Return what the deals of a row have brought."""
    deals, total, squares, wins, ties, all_tricks, _ = map(int, row)
    points = Estimate.mean(total, squares, deals)
    win, capote = (Estimate.proportion(number, deals) for number in (wins, all_tricks))
    return {
        "points": points.value,
        **_interval(points, "points_"),
        "win": win.value,
        **_interval(win),
        "tie": ties / deals,
        "capote": capote.value,
        **_interval(capote, "capote_"),
        "deals": deals,
    }


def _interval(estimate: Estimate, prefix: str = "") -> dict[str, float]:
    ends = ("low", "high", "std_error")
    return {f"{prefix}{name}": getattr(estimate, name) for name in ends}
