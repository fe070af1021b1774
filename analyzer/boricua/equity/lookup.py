"""Finds a table of match equity: shipped, kept from before, or computed now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.boricua.equity.ends import Game, sample_ends
from analyzer.boricua.equity.solve import solve_match
from analyzer.boricua.equity.table import MatchEquity
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.rules import Rules
from analyzer.core.effort import Effort, verify_whole
from analyzer.core.jit import cache_folder
from analyzer.truco.equity import (
    BATCHES,
    Profiles,
    both_profiles,
    digest_of,
    kept,
    lineups_digest,
)
from analyzer.truco.profiles import PROFILES

DEALS = 1 << 18
"""Hands sampled for every two rungs, when nobody says how many."""

DATA = Path(__file__).parent.parent / "data"

_ANALYZER = Path(__file__).parent.parent.parent
_SOURCES = (  # beside the kernels, whose digest names the folder
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


def equity_for(
    rules: Rules,
    players: int,
    profile: Profiles = "normal",
    play: str = DEFAULT,
    *,
    deals: int | None = None,
    seed: int = 0,
    effort: Effort | None = None,
) -> MatchEquity:
    """Return the chance to win the match from every score.

    The tables of the traditional rules, for `DEFAULT` play and the normal profile, come
    with the program; others are computed once and kept in the user's cache.

    Parameters
    ----------
    rules, players
        The game. Whether mano passes a ley is not looked at: whoever has a flor sends it.
    profile
        How both sides call and answer, in the envite as in the truco: a name, or
        ``ours/theirs``.
    play
        Policies, as ``--play`` says them.
    deals
        Hands to sample for every two rungs of the ladder from which the sides stop
        calling; by default the shipped table, or `DEALS`.
    seed
        Of the sample.
    effort
        Threads, client and progress; how many deals it wants is not looked at.

    Raises
    ------
    PolicyError
        For ways of playing or calling that are not known, or cannot be used.
    """
    if deals is not None:
        verify_whole(deals, "deals", BATCHES, 10**12)
        deals -= deals % BATCHES
    verify_whole(seed, "seed", 0, 2**64 - 1)
    game = Game(
        rules=same_match(rules, players),
        players=players,
        play=play,
        profiles=both_profiles(profile),
    )
    usual = play == DEFAULT and game.profiles == (PROFILES["normal"],) * 2
    if usual and deals is None and seed == 0:
        stem = shipped(game.rules, players)
        if stem is not None:
            return _loaded(stem)
    sample = deals or DEALS
    digest = digest_of(provenance(game, sample, seed), (_ANALYZER / name for name in _SOURCES))
    return _computed_once(_Order(digest, game, sample, seed, effort or Effort()))


def same_match(rules: Rules, players: int) -> Rules:
    """Return rules by which the same matches are won, their other options as in the default.

    Two players have no partners to signal to, and flores are all sent.
    """
    plain = Rules()
    signals = plain.signals if players == 2 else rules.signals
    return replace(rules, mano_a_ley=plain.mano_a_ley, signals=signals)


def shipped(rules: Rules, players: int) -> Path | None:
    """Return the files, without their endings, of the table that comes with the program."""
    for name, preset in Rules.presets.items():
        stem = DATA / f"equity-{name}-{players}"
        if same_match(preset, players) == rules and stem.with_suffix(".npz").exists():
            return stem
    return None


def compute(game: Game, deals: int, seed: int, effort: Effort) -> MatchEquity:
    """Return a table computed anew."""
    ends = sample_ends(game, deals, seed, effort)
    values, std_error, bolo, chances = solve_match(game.rules, ends)
    return MatchEquity(
        values=values,
        std_error=std_error,
        provenance=provenance(game, deals, seed),
        bolo=bolo,
        flores=chances.flores,
        envites=chances.envites,
        trucos=chances.trucos,
    )


def provenance(game: Game, deals: int, seed: int) -> dict[str, Any]:
    """Return what a table rests on, as plain values."""
    return {
        "rules": game.rules.to_dict(),
        "players": game.players,
        "play": game.play,
        "profile": [profile.to_dict() for profile in game.profiles],
        "deals": deals,
        "seed": seed,
        "policies_sha256": lineups_digest((game.seats(0), game.seats(0, 2))),
    }


@dataclass(frozen=True)
class _Order:
    """A table that is asked for; equal digests are equal tables."""

    digest: str
    game: Game = field(compare=False)
    deals: int = field(compare=False)
    seed: int = field(compare=False)
    effort: Effort = field(compare=False)


@lru_cache(maxsize=32)
def _loaded(stem: Path) -> MatchEquity:
    return MatchEquity.load(stem)


@lru_cache(maxsize=32)
def _computed_once(order: _Order) -> MatchEquity:
    stem = cache_folder() / f"equity-{order.digest}"
    return kept(
        stem,
        MatchEquity.load,
        lambda: compute(order.game, order.deals, order.seed, order.effort),
    )
