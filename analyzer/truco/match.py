"""What every score of a match is worth, as an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer import __version__
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.estimate import Z95, Estimate
from analyzer.core.fields import read_pair
from analyzer.core.result import Basis, Result
from analyzer.truco.equity import Equity
from analyzer.truco.options import TrucoRules
from analyzer.truco.situation.checks import verify_points

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

    @property
    def score(self) -> tuple[int, int]:
        """The score asked for, ours and theirs; 0-0 unless one was."""
        asked = self.basis.situation["score"]
        return (0, 0) if asked is None else read_pair(asked, "score", "us-them")

    def chance(self, *, we_deal: bool) -> Estimate:
        """Return our chance to win the match from the score asked for."""
        us, them = self.score
        value, error = (table[us][them][not we_deal] for table in (self.equity, self.std_error))
        half = Z95 * error
        return Estimate(value, max(value - half, 0.0), min(value + half, 1.0), error)

    def headline(self) -> str:
        """Return the answer in a few words."""
        us, them = self.score
        return f"dealing at {us}-{them} wins {self.chance(we_deal=True).value:.1%} of matches"

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


def read_score(value: object, target: int) -> str | None:
    """Return the score that an answer is to tell first, as it is written; ``None`` without one.

    Raises
    ------
    InputError
        For what is no score, or one that has won the match.
    """
    if value is None:
        return None
    score = read_pair(value, "score", f"us-them, each from 0 to {target - 1}")
    text = f"{score[0]}-{score[1]}"
    verify_points(score, text, target - 1)
    return text


def match_parts(
    table: Equity, rules: TrucoRules, players: int, play: str, score: str | None
) -> dict[str, Any]:
    """Return the parts of an answer that a table of equities fills."""
    return {
        "basis": Basis(
            rules=rules.to_dict(),
            situation={"players": players, "score": score},
            play=play,
            method="monte_carlo",
            deals=table.provenance["deals"],
            seed=table.provenance["seed"],
        ),
        "equity": table.values.tolist(),  # noqa: PD011, an array's
        "std_error": table.std_error.tolist(),
        "profile": table.provenance["profile"],
    }
