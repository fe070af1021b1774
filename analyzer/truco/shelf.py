"""Where tables of match equity are found: shipped, kept from before, or computed now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from analyzer.core.effort import Effort, verify_whole
from analyzer.core.jit import cache_folder
from analyzer.core.keeping import digest_of, kept
from analyzer.truco.equity import (
    BATCHES,
    Equity,
    MatchGame,
    Profiles,
    both_profiles,
)
from analyzer.truco.options import TrucoRules
from analyzer.truco.profiles import PROFILES

E = TypeVar("E", bound=Equity)

USUAL = (PROFILES["normal"], PROFILES["normal"])
"""How both sides call and answer in the tables that come with the program."""


@dataclass(kw_only=True, eq=False)
class Shelf(Generic[E]):
    """The tables of one game.

    Parameters
    ----------
    load
        Reads a table from its files.
    compute
        Makes one, from a game, deals, a seed and an effort.
    game
        The wing's kind of game.
    same_match
        Returns rules by which the same matches are won, their other options as in the
        default; takes rules and players.
    presets
        The rules whose tables come with the program.
    play
        The policy of those tables.
    folder
        Where they lie, as ``equity-PRESET-PLAYERS``.
    sources
        The code that makes tables, beside the kernels.
    deals
        Hands sampled for every two rungs, when nobody says how many.
    """

    load: Callable[[Path], E]
    compute: Callable[[Any, int, int, Effort], E]
    game: type[MatchGame]
    same_match: Callable[[Any, int], Any]
    presets: Mapping[str, TrucoRules]
    play: str
    folder: Path
    sources: Iterable[Path]
    deals: int
    _tables: dict[Path, E] = field(default_factory=dict, init=False)

    def equity_for(
        self,
        rules: TrucoRules,
        players: int,
        profile: Profiles = "normal",
        play: str | None = None,
        *,
        deals: int | None = None,
        seed: int = 0,
        effort: Effort | None = None,
    ) -> E:
        """Return the chance to win the match from every score.

        The tables of the presets, for the usual play and the normal profile, come with
        the program; others are computed once and kept in the user's cache.

        Parameters
        ----------
        rules, players
            The game. Options that cannot change who wins are not looked at.
        profile
            How both sides call and answer: a name, or ``ours/theirs``.
        play
            Policies, as ``--play`` says them; the usual one by default.
        deals
            Hands to sample for every two rungs of the ladder from which the sides
            stop calling; by default the shipped table, or the shelf's ``deals``.
        seed
            Of the sample.
        effort
            Threads, client and progress; how many deals it wants is not looked
            at, a table of equities being no part of one question's sample.

        Raises
        ------
        PolicyError
            For ways of playing or calling that are not known, or cannot be used.
        """
        if deals is not None:
            verify_whole(deals, "deals", BATCHES, 10**12)
            deals -= deals % BATCHES
        verify_whole(seed, "seed", 0, 2**64 - 1)
        game = self.game(
            rules=self.same_match(rules, players),
            players=players,
            play=self.play if play is None else play,
            profiles=both_profiles(profile),
        )
        usual = (game.play, game.profiles) == (self.play, USUAL)
        if usual and deals is None and seed == 0:
            ready = self.shipped(game.rules, players)
            if ready is not None:
                return self._found(ready, lambda: self.load(ready))
        sample, work = deals or self.deals, effort or Effort()
        stem = cache_folder() / f"equity-{self.digest(game, sample, seed)}"
        return self._found(
            stem,
            lambda: kept(stem, self.load, lambda: self.compute(game, sample, seed, work)),
        )

    def usual_game(self, preset: str, players: int) -> MatchGame:
        """Return the game whose table comes with the program for a preset."""
        rules = self.same_match(self.presets[preset], players)
        return self.game(rules=rules, players=players, play=self.play, profiles=USUAL)

    def shipped(self, rules: TrucoRules, players: int) -> Path | None:
        """Return the files, without their endings, of the table that comes with the program."""
        for name, preset in self.presets.items():
            stem = self.stem(name, players)
            if self.same_match(preset, players) == rules and stem.with_suffix(".npz").exists():
                return stem
        return None

    def stem(self, preset: str, players: int) -> Path:
        """Return the files, without their endings, of a preset's table."""
        return self.folder / f"equity-{preset}-{players}"

    def digest(self, game: MatchGame, deals: int, seed: int) -> str:
        """Return a fingerprint of everything that a table depends on."""
        return digest_of(game.provenance(deals, seed), self.sources)

    def forget(self) -> None:
        """Read tables from their files again."""
        self._tables.clear()

    def _found(self, stem: Path, find: Callable[[], E]) -> E:
        if stem not in self._tables:
            self._tables[stem] = find()
        return self._tables[stem]
