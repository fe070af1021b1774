"""What every score is worth: the chance to win the juego and the partida from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from analyzer import __version__
from analyzer.core.blocks import Run, Sums, run_blocks
from analyzer.core.effort import Effort, split_options
from analyzer.core.errors import InputError, PolicyError
from analyzer.core.estimate import Estimate
from analyzer.core.fields import read_pair
from analyzer.core.result import Basis, Result
from analyzer.manilla.cards import PLAYERS
from analyzer.manilla.equity import PARTS, Equity, Floats, estimate, std_error
from analyzer.manilla.kernels.sample import MOST, simulate
from analyzer.manilla.policies import DEFAULT, Lineup
from analyzer.manilla.questions.asking import Options, Points, read_game
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation.checks import verify_scores
from analyzer.manilla.situation.fields import QUESTIONS, pair_text

if TYPE_CHECKING:
    import pandas as pd

DEALS = 1 << 17
"""So many deals are played when nobody says how many; of each pair's, if they differ."""

_FEWEST = 1000
_BLOCK = 1 << 10


@dataclass(frozen=True, kw_only=True)
class Dealing:
    """What our pair may expect when one of the pairs deals next.

    Attributes
    ----------
    points
        Our mean points in the deal, of 72.
    win, tie, capote
        Our chances of more than 36 points, of just 36, and of all twelve tricks.
    distribution
        Chances that we make 0, 1, … 72 points.
    juego
        The chance to win the juego from the score.
    partida
        The chance to win the partida; ``None`` when every player plays for himself.
    """

    points: Estimate
    win: Estimate
    tie: Estimate
    capote: Estimate
    distribution: tuple[Estimate, ...]
    juego: Estimate
    partida: Estimate | None

    @classmethod
    def of(cls, ends: Points, juego: Floats, partida: Floats | None) -> Dealing:
        """Return them from a sample's deals, and chances with and without its parts."""
        return cls(
            points=ends.mean,
            win=ends.win,
            tie=ends.tie,
            capote=ends.capote,
            distribution=ends.distribution,
            juego=estimate(juego),
            partida=None if partida is None else estimate(partida),
        )


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player's chance to win an individual partida, equal players sharing it.

    Attributes
    ----------
    position
        His place in the next deal, 1 mano, 4 the dealer; ``us`` in the score is his pair.
    partida
        The chance.
    """

    position: int
    partida: Estimate


@dataclass(frozen=True, kw_only=True)
class MatchResult(Result):
    """The chance to win the juego from every score, and the partida from the one asked for.

    Attributes
    ----------
    we_deal, they_deal
        What our pair may expect from the score asked for.
    players
        In an individual partida the chance of every player, by position.
    equity
        The chance to win the juego, by our points, theirs, and who deals next, 0 our
        pair, 1 theirs; nested lists, 40 × 40 × 2.
    std_error
        Of the same shape: what the sampled deals leave open.
    partida, partida_std_error
        The chance to win the partida of pairs from the juegos asked for, and any score;
        of the same shape.
    """

    game = "manilla"
    question = "match"

    we_deal: Dealing
    they_deal: Dealing
    players: tuple[Player, ...] | None
    equity: list[list[list[float]]]
    std_error: list[list[list[float]]]
    partida: list[list[list[float]]] | None
    partida_std_error: list[list[list[float]]] | None

    def headline(self) -> str:
        """Return the answer in a few words."""
        score = self.basis.situation["score"]
        return f"dealing at {score} wins {self.we_deal.juego.value:.1%} of juegos"

    def to_frame(self) -> pd.DataFrame:
        """Return the table with one row for each score and dealer.

        Returns
        -------
        pandas.DataFrame
            Columns ``us``, ``them``, ``we_deal``, ``equity``, ``std_error`` and, of
            pairs, ``partida``, ``partida_std_error``.
        """
        import pandas as pd

        equity = np.array(self.equity)
        us, them, dealer = (axis.ravel() for axis in np.indices(equity.shape))
        names = ("equity", "std_error", "partida", "partida_std_error")
        found = {name: getattr(self, name) for name in names}
        frame = pd.DataFrame(
            {
                "us": us,
                "them": them,
                "we_deal": dealer == 0,
                **{n: np.array(v).ravel() for n, v in found.items() if v is not None},
            }
        )
        basis = self.basis
        frame.attrs = {
            "game": self.game,
            "table": self.question,
            "rules": dict(basis.rules),
            "situation": dict(basis.situation),
            "play": basis.play,
            "method": basis.method,
            "deals": basis.deals,
            "seed": basis.seed,
            "version": __version__,
        }
        return frame


def match(*, play: str = DEFAULT, **options: Unpack[Options]) -> MatchResult:
    """Return the chance to win the juego from every score, and the partida.

    Deals are played by policies that do not look at the score; how they end says what
    every score is worth.

    Parameters
    ----------
    play
        A policy for all, or ``mine/theirs`` for the two pairs.
    **options
        ``rules``, ``rule``, ``score``, ``juegos``; ``deals`` (of our pair's deals, and of
        theirs), ``seed``, ``threads``, ``progress``, ``client``.

    Raises
    ------
    InputError
        For whatever is unknown or wrong; scores are sampled, to no given precision.

    Examples
    --------
    >>> from analyzer import manilla
    >>> found = manilla.match(score="39-0", deals=2000)
    >>> found.we_deal.juego.value > 0.9, len(found.equity)
    (True, 40)
    """
    effort, named = split_options(options)
    if effort.exact or effort.precision is not None:
        asked = "exact" if effort.exact else "precision"
        raise InputError(asked, "options", "deals: what scores are worth is sampled")
    given = {name: named.pop(name, None) for name in ("score", "juegos")}
    rules = read_game(named)
    score, juegos = read_scores(rules, **given)
    deals = DEALS if effort.deals is None else effort.deals
    samples = _samples(rules, play, effort, deals)
    return match_of(rules, play, samples, effort.seed, score or (0, 0), juegos or (0, 0))


def read_scores(
    rules: Rules, score: object, juegos: object
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return the points and the juegos, ours and theirs, that somebody has given.

    Raises
    ------
    InputError
        For what is no score, or none of a game that goes on.
    """
    found = _pair(score, "score"), _pair(juegos, "juegos")
    verify_scores(rules, *found)
    return found


def match_of(
    rules: Rules,
    play: str,
    samples: tuple[Run, Run],
    seed: int,
    score: tuple[int, int] = (0, 0),
    juegos: tuple[int, int] = (0, 0),
) -> MatchResult:
    """Return the answer from the deals that our pair and theirs have dealt.

    Parameters
    ----------
    rules, play, seed
        What was played.
    samples
        Runs of `points_by_part`, one and the same if all play alike.
    score, juegos
        What is asked about.
    """
    pairs = rules.match == "pairs"
    equity = _equity(rules, samples)
    partida = equity.partida(juegos) if pairs else None
    we_deal, they_deal = (
        Dealing.of(
            Points.of(run, dealer, seed),
            equity.juego[(*score, dealer)],
            None if partida is None else partida[(*score, dealer)],
        )
        for dealer, run in enumerate(samples)
    )
    return MatchResult(
        basis=Basis(
            rules=rules.to_dict(),
            situation={
                "players": PLAYERS,
                "score": pair_text(score),
                "juegos": pair_text(juegos) if pairs else None,
            },
            play=play,
            method="monte_carlo",
            deals=sum({id(run): run.done for run in samples}.values()),
            seed=seed,
            interrupted=any(run.interrupted for run in samples),
        ),
        we_deal=we_deal,
        they_deal=they_deal,
        players=None if pairs else _players(equity, score),
        equity=equity.juego[..., 0].tolist(),
        std_error=std_error(equity.juego).tolist(),
        partida=None if partida is None else partida[..., 0].tolist(),
        partida_std_error=None if partida is None else std_error(partida).tolist(),
    )


def equity_of(rules: Rules, play: str, effort: Effort, deals: int) -> Equity:
    """Return what scores are worth, from a number of deals of our pair, and of theirs."""
    samples = _samples(rules, play, effort, deals)
    if any(run.interrupted for run in samples):
        raise KeyboardInterrupt
    return _equity(rules, samples)


def points_by_part(
    first: int, last: int, block: int, seed: np.uint64, shown: bool, undertrump: bool, ways: Sums
) -> Sums:
    """Play deals for one part of a sample; blocks belong to the parts in turn.

    Returns
    -------
    ndarray
        Shape (PARTS, 2, 73), of the part what ``simulate`` counts.
    """
    counts = np.zeros((PARTS, 2, MOST + 1), np.int64)
    counts[first // block % PARTS] = simulate(first, last, seed, shown, undertrump, ways)
    return counts


def _equity(rules: Rules, samples: tuple[Run, Run]) -> Equity:
    return Equity.of(rules, *(run.sums[:, 0] for run in samples))


def _samples(rules: Rules, play: str, effort: Effort, deals: int) -> tuple[Run, Run]:
    """Return the deals of our pair and of theirs, the same ones if all play alike."""
    if play.count("/") > 1:
        raise PolicyError(play, "play", "a policy or mine/theirs: partners deal in turn")
    ours, theirs = (Lineup.read(play, seat).ways for seat in (0, 1))
    if np.array_equal(ours, theirs):
        run = _sample(rules, ours, effort, deals)
        return run, run
    if rules.match == "individual":
        raise PolicyError(play, "play", "one policy: in an individual partida partners change")
    return _sample(rules, ours, effort, deals), _sample(rules, theirs, effort, deals)


def _sample(rules: Rules, ways: Sums, effort: Effort, deals: int) -> Run:
    verify_deals(deals)
    run = sample(rules, ways, effort, (0, deals), part_size(deals))
    if run.done < min(deals, PARTS * part_size(deals)):  # without all parts there is no error
        raise KeyboardInterrupt
    return run


def verify_deals(deals: int) -> None:
    """Raise ``InputError`` for fewer deals than tell how far off chances may be."""
    if deals < _FEWEST:
        raise InputError(deals, "deals", f"at least {_FEWEST}, to tell how far off chances may be")


def part_size(deals: int) -> int:
    """Return how many deals in a row belong to one part of a sample."""
    return min(_BLOCK, -(-deals // PARTS))


def sample(rules: Rules, ways: Sums, effort: Effort, span: tuple[int, int], block: int) -> Run:
    """Play some deals of a sample, told apart by part.

    Parameters
    ----------
    rules, ways, effort
        The game, how every seat plays, and seed, threads, progress, client.
    span
        The number of the first deal and that after the last.
    block
        See `part_size`.
    """
    return run_blocks(
        points_by_part,
        (block, np.uint64(effort.seed), rules.trump_card == "shown", rules.must_undertrump, ways),
        first=span[0],
        last=span[1],
        block=block,
        threads=effort.threads,
        progress=effort.progress,
        scheduler=effort.scheduler,
    )


def _players(equity: Equity, score: tuple[int, int]) -> tuple[Player, ...]:
    """Return every player's chance to win an individual partida, mano first."""
    us, them = score
    dealers, others = equity.individual((us, them)), equity.individual((them, us))
    return tuple(
        Player(
            position=position,
            partida=estimate((others if position & 1 else dealers)[position % PLAYERS]),
        )
        for position in range(1, PLAYERS + 1)
    )


def _pair(value: object, place: str) -> tuple[int, int] | None:
    return None if value is None else read_pair(value, place, QUESTIONS["play"][place].example)
