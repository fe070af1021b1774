"""What every score is worth: the chance to win the match from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyzer import __version__
from analyzer.core.errors import InputError
from analyzer.core.result import Basis, Result
from analyzer.paulista.equity import equity_for
from analyzer.paulista.questions.asking import Options, read_game, split_options

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class MatchResult(Result):
    """The chance to win the match from every score.

    Attributes
    ----------
    equity
        By our points, their points and who deals the next hand, 0 our side, 1
        theirs; nested lists, 12 × 12 × 2.
    std_error
        Of the same shape: what the sampled hands leave open.
    profile
        How both sides call and answer.
    """

    game = "paulista"
    question = "match"

    equity: list[list[list[float]]]
    std_error: list[list[list[float]]]
    profile: list[dict[str, Any]]

    def headline(self) -> str:
        """Return the answer in a few words."""
        return f"dealing at 0-0 wins {self.equity[0][0][0]:.1%} of matches"

    def to_frame(self) -> pd.DataFrame:
        """Return the table with one row for each score and dealer.

        Returns
        -------
        pandas.DataFrame
            Columns ``us``, ``them``, ``we_deal``, ``equity``, ``std_error``.
        """
        import pandas as pd

        rows = [
            {"us": us, "them": them, "we_deal": dealer == 0, "equity": value, "std_error": error}
            for us, (of_us, errors_of_us) in enumerate(
                zip(self.equity, self.std_error, strict=True)
            )
            for them, (of_them, errors) in enumerate(zip(of_us, errors_of_us, strict=True))
            for dealer, (value, error) in enumerate(zip(of_them, errors, strict=True))
        ]
        frame = pd.DataFrame(rows)
        basis = self.basis
        frame.attrs = {
            "game": self.game,
            "table": self.question,
            "rules": dict(basis.rules),
            "players": basis.situation["players"],
            "play": basis.play,
            "profile": self.profile,
            "method": basis.method,
            "deals": basis.deals,
            "seed": basis.seed,
            "version": __version__,
        }
        return frame


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
        ``rules``, ``rule``, ``players``; ``deals`` (for every two rungs from which
        the sides stop calling), ``seed``, ``threads``, ``progress``, ``client``.

    Raises
    ------
    InputError
        For whatever is unknown or wrong; equities are neither exact nor sampled to
        a precision.
    """
    effort, fields = split_options(options)
    if effort.exact or effort.precision is not None:
        asked = "exact" if effort.exact else "precision"
        raise InputError(asked, "options", "deals: match equities are sampled")
    rules, players = read_game(fields)
    table = equity_for(
        rules, players, profile, play, deals=effort.deals, seed=effort.seed, effort=effort
    )
    return MatchResult(
        basis=Basis(
            rules=rules.to_dict(),
            situation={"players": players},
            play=play,
            method="monte_carlo",
            deals=table.provenance["deals"],
            seed=table.provenance["seed"],
        ),
        equity=table.values.tolist(),  # noqa: PD011, an array's
        std_error=table.std_error.tolist(),
        profile=table.provenance["profile"],
    )
