"""What points are worth: themselves, or the chance to win the match.

A hand scores its flor, its envite and its truco in this order, then what flores cost that
were announced and not sent, and ends where a side has won the match [14]. In points the
order does not matter; in chances to win the match it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from analyzer.boricua.owed import NOTHING, Owed, owed_by_now
from analyzer.boricua.situation import Situation
from analyzer.core.effort import Effort
from analyzer.core.errors import PolicyError

if TYPE_CHECKING:
    from analyzer.boricua.equity import MatchEquity

Unit = Literal["points", "match"]


class Worth(Protocol):
    """What a hand is worth from each of its phases on."""

    @property
    def unit(self) -> Unit:
        """Of the values."""

    @property
    def table(self) -> dict[str, Any] | None:
        """The table of match equities that they come from, if any."""

    def with_tricks(self, chance: float) -> Worth:
        """Return the same for a truco whose tricks my side wins with this chance."""

    def after_truco(self, ours: int, theirs: int) -> float:
        """Return the worth of points in the truco, which ends the hand."""

    def after_envite(self, ours: int, theirs: int, owed: Owed) -> float:
        """Return the worth of points in the envite, before the truco."""

    def after_flor(self, ours: int, theirs: int, owed: Owed) -> float:
        """Return the worth of points for flores that were sent, so that no envite follows."""

    def without_flor(self, owed: Owed) -> float:
        """Return the worth of a hand in which no flor was sent, before the envite."""


class Points:
    """Points count as such, and what the later phases of the hand may bring nothing."""

    unit: Unit = "points"
    table: dict[str, Any] | None = None

    def with_tricks(self, _chance: float) -> Worth:
        """Return the same: tricks count nothing before they are played."""
        return self

    def after_truco(self, ours: int, theirs: int) -> float:
        """Return our points less theirs."""
        return float(ours - theirs)

    def after_envite(self, ours: int, theirs: int, _owed: Owed) -> float:
        """Return our points less theirs in the envite alone."""
        return float(ours - theirs)

    def after_flor(self, ours: int, theirs: int, owed: Owed) -> float:
        """Return our points less theirs, those for silence included."""
        return float(ours + owed.ours - theirs - owed.theirs)

    def without_flor(self, owed: Owed) -> float:
        """Return what silence brings us, less what it brings them."""
        return self.after_flor(0, 0, owed)


class MatchChance:
    """Points count as the chance to win the match that they lead to.

    Parameters
    ----------
    equity
        The chances from every score, between hands and within one.
    score
        Our points and theirs by now.
    side
        Ours, 0 the dealer's.
    tricks
        Our chance to win the tricks, ``None`` for that of any cards.
    owed
        What each side gets after the truco.
    """

    unit: Unit = "match"

    def __init__(
        self,
        equity: MatchEquity,
        score: tuple[int, int],
        side: int,
        tricks: float | None = None,
        owed: Owed = NOTHING,
    ) -> None:
        self.table: dict[str, Any] | None = {"table": "normal", **equity.to_dict()}
        self._equity = equity
        self._us, self._them = score
        # Who deals in the sense of the equities: 0 we, 1 they.
        self._dealer = side
        self._tricks = tricks
        self._owed = owed

    def with_tricks(self, chance: float) -> Worth:
        """Return the same for a truco whose tricks we win with this chance."""
        score = self._us, self._them
        return MatchChance(self._equity, score, self._dealer, chance, self._owed)

    def after_truco(self, ours: int, theirs: int) -> float:
        """Return our chance before the next hand."""
        score = self._us + ours, self._them + theirs
        return self._equity.after_truco(*score, self._dealer, self._owed)

    def after_envite(self, ours: int, theirs: int, owed: Owed) -> float:
        """Return our chance before the truco."""
        score = self._us + ours, self._them + theirs
        return self._equity.before_truco(*score, self._dealer, owed, self._tricks)

    def after_flor(self, ours: int, theirs: int, owed: Owed) -> float:
        """Return our chance before the truco."""
        return self.after_envite(ours, theirs, owed)

    def without_flor(self, owed: Owed) -> float:
        """Return our chance before the envite."""
        score = self._us, self._them
        return self._equity.before_envite(*score, self._dealer, owed, self._tricks)


def worth_of(situation: Situation, equity: str, effort: Effort | None = None) -> Worth:
    """Return what points are worth in a situation: with a score chances to win the match.

    Parameters
    ----------
    situation
        Whose.
    equity
        Which table of match equities: ``"normal"``, from both sides playing expert and
        calling with the normal profile.
    effort
        For rules whose table is not shipped and has to be computed.

    Raises
    ------
    PolicyError
        For a table that does not exist.
    """
    if equity != "normal":
        raise PolicyError(equity, "equity", "normal")
    if situation.score is None:
        return Points()
    from analyzer.boricua.equity import equity_for

    table = equity_for(situation.rules, situation.players, effort=effort)
    owed = owed_by_now(situation) if situation.question == "accept" else NOTHING
    return MatchChance(table, situation.score, situation.my_side, owed=owed)
