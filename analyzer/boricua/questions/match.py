"""What every score is worth: the chance to win the match from it, and of a bolo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from analyzer.boricua.equity import equity_for
from analyzer.boricua.policies import DEFAULT
from analyzer.boricua.questions.asking import Options
from analyzer.boricua.rules import Rules
from analyzer.core.effort import split_options
from analyzer.truco.games import read_game
from analyzer.truco.match import TrucoMatchResult, match_parts, read_score, verify_sampled

Scores = list[list[list[float]]]


@dataclass(frozen=True, kw_only=True)
class MatchResult(TrucoMatchResult):
    """The chance to win the match from every score, and of a bolo.

    Attributes
    ----------
    bolo
        Of the same shape as the equities: the chances that we win and they have never left
        the malos, ``ours``, and that they win so, ``theirs``.

    Notes
    -----
    The other attributes are those of ``TrucoMatchResult``.
    """

    game = "boricua"

    bolo: dict[str, Scores]

    def columns(self) -> dict[str, Scores]:
        """Return what there is of every score and dealer, by its name in tables."""
        bolos = {f"bolo_{whose}": values for whose, values in self.bolo.items()}
        return {**super().columns(), **bolos}


def match(
    *, play: str = DEFAULT, profile: str = "normal", **options: Unpack[Options]
) -> MatchResult:
    """Return the chance to win the match from every score, for both dealers.

    The tables of the traditional rules come with the program; for other rules, policies or
    profiles, or another number of deals, hands are sampled and the result is kept.

    Parameters
    ----------
    play
        A policy for all, or ``mine/theirs``.
    profile
        How both sides call and answer, in the envite as in the truco: a name, or
        ``ours/theirs``.
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
    ours, theirs = (table.bolo[..., winner].tolist() for winner in (0, 1))
    return MatchResult(
        **match_parts(table, rules, players, play, score), bolo={"ours": ours, "theirs": theirs}
    )
