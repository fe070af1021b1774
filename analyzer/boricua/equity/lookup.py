"""Where the tables of match equity are found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from analyzer.boricua.equity.ends import Game, sample_ends
from analyzer.boricua.equity.solve import solve_match
from analyzer.boricua.equity.table import MatchEquity
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.rules import Rules
from analyzer.core.effort import Effort
from analyzer.truco.shelf import Shelf

_ANALYZER = Path(__file__).parent.parent.parent
_SOURCES = (  # beside the kernels
    "core/race.py",
    "truco/calls.py",
    "truco/policies.py",
    "truco/ranges.py",
    "boricua/ranges.py",
    "boricua/spots.py",
    "boricua/standings.py",
    "boricua/equity/ends.py",
    "boricua/equity/hands.py",
    "boricua/equity/solve.py",
    "boricua/equity/talk.py",
)


def same_match(rules: Rules, players: int) -> Rules:
    """Return rules by which the same matches are won, their other options as in the default.

    Two players have no partners to signal to, and flores are all sent.
    """
    plain = Rules()
    signals = plain.signals if players == 2 else rules.signals
    return replace(rules, mano_a_ley=plain.mano_a_ley, signals=signals)


def compute(game: Game, deals: int, seed: int, effort: Effort) -> MatchEquity:
    """Return a table computed anew."""
    ends = sample_ends(game, deals, seed, effort)
    values, std_error, bolo, chances = solve_match(game.rules, ends)
    return MatchEquity(
        values=values,
        std_error=std_error,
        provenance=game.provenance(deals, seed),
        bolo=bolo,
        flores=chances.flores,
        envites=chances.envites,
        trucos=chances.trucos,
    )


SHELF = Shelf(
    load=MatchEquity.load,
    compute=compute,
    game=Game,
    same_match=same_match,
    presets=Rules.presets,
    play=DEFAULT,
    folder=_ANALYZER / "boricua/data",
    sources=[_ANALYZER / name for name in _SOURCES],
    deals=1 << 18,
)
"""The tables of the game."""

equity_for = SHELF.equity_for
