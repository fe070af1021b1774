"""What every score is worth: the chance to win the match from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.core.effort import split_options
from analyzer.paulista.equity import equity_for
from analyzer.paulista.questions.asking import Options
from analyzer.paulista.rules import Rules
from analyzer.truco.games import read_game
from analyzer.truco.match import TrucoMatchResult, match_parts, read_score, verify_sampled


@dataclass(frozen=True, kw_only=True)
class MatchResult(TrucoMatchResult):
    """The chance to win the match from every score; see ``TrucoMatchResult``."""

    game = "paulista"


def match(
    *, play: str = "expert", profile: str = "normal", **options: Unpack[Options]
) -> MatchResult:
    """Return the chance to win the match from every score, for both dealers.

    The tables of the presets come with the program; for other rules, policies or
    profiles, or another number of deals, hands are sampled and the result is kept.

    Parameters
    ----------
    play
        A policy for all, or ``mine/theirs``.
    profile
        How both sides call and answer: a name, or ``ours/theirs``.
    **options
        ``rules``, ``rule``, ``players``; ``score``: text and headline tell of it alone;
        ``deals`` (for every two rungs from which the sides stop calling), ``seed``,
        ``threads``, ``progress``, ``client``.

    Raises
    ------
    InputError
        For whatever is unknown or wrong; equities are neither exact nor sampled to
        a precision.
    """
    effort, fields = split_options(options)
    verify_sampled(effort)
    asked = fields.pop("score", None)
    rules, players = read_game(Rules, fields)
    score = read_score(asked, rules.target)
    table = equity_for(
        rules, players, profile, play, deals=effort.deals, seed=effort.seed, effort=effort
    )
    return MatchResult(**match_parts(table, rules, players, play, score))
