"""What every score of a match is worth, as an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer import __version__
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.result import Basis, Result
from analyzer.truco.equity import Equity
from analyzer.truco.options import TrucoRules

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class TrucoMatchResult(Result):
    """The chance to win the match from every score.

    Attributes
    ----------
    equity
        By our points, their points and who deals the next hand, 0 our side, 1
        theirs; nested lists, target × target × 2.
    std_error
        Of the same shape: what the sampled hands leave open.
    profile
        How both sides call and answer.
    """

    question: ClassVar[str] = "match"

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
            Columns ``us``, ``them``, ``we_deal``, ``equity``, ``std_error``, and what
            else the game has of the kind.
        """
        import pandas as pd

        columns = self.columns()
        scores = range(len(self.equity))
        rows = [
            {
                "us": us,
                "them": them,
                "we_deal": dealer == 0,
                **{name: values[us][them][dealer] for name, values in columns.items()},
            }
            for us in scores
            for them in scores
            for dealer in (0, 1)
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

    def columns(self) -> dict[str, list[list[list[float]]]]:
        """Return what there is of every score and dealer, by its name in tables."""
        return {"equity": self.equity, "std_error": self.std_error}


def verify_sampled(effort: Effort) -> None:
    """Raise ``InputError`` unless match equities can be had with this effort."""
    if effort.exact or effort.precision is not None:
        asked = "exact" if effort.exact else "precision"
        raise InputError(asked, "options", "deals: match equities are sampled")


def match_parts(table: Equity, rules: TrucoRules, players: int, play: str) -> dict[str, Any]:
    """Return the parts of an answer that a table of equities fills."""
    return {
        "basis": Basis(
            rules=rules.to_dict(),
            situation={"players": players},
            play=play,
            method="monte_carlo",
            deals=table.provenance["deals"],
            seed=table.provenance["seed"],
        ),
        "equity": table.values.tolist(),  # noqa: PD011, an array's
        "std_error": table.std_error.tolist(),
        "profile": table.provenance["profile"],
    }
