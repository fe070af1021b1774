"""Tables of match equity, with the chances of the hands that they come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from analyzer.boricua.equity.ends import Chances
from analyzer.boricua.equity.hands import Hands
from analyzer.boricua.owed import Owed
from analyzer.boricua.rules import Rules
from analyzer.core.fields import read_rules
from analyzer.core.race import Outcome
from analyzer.truco.equity import Equity, Floats


@dataclass(frozen=True, eq=False)
class MatchEquity(Equity):
    """The chance that our side wins the match, between hands and within one.

    Attributes
    ----------
    bolo
        Chances of a bolo that we win, and of one that they win; float64, shape
        (target, target, 2, 2), by our points, theirs, who deals, and the winner, 0 we.
    flores, envites, trucos
        How hands end; see ``Chances``.

    Notes
    -----
    The other attributes are those of ``Equity``.
    """

    bolo: Floats
    flores: Floats
    envites: Floats
    trucos: Floats

    def before_truco(
        self, us: int, them: int, dealer: int, owed: Owed, tricks: float | None = None
    ) -> float:
        """Return our chance when flor and envite are over.

        Parameters
        ----------
        us, them
            The score by then, which may have won the match.
        dealer
            Who has dealt this hand, 0 we, 1 they.
        owed
            What each side gets at its end for flores that were not sent.
        tricks
            The chance that we win the tricks, ``None`` for that of any cards. It says who
            wins the truco, and the table what it is worth when he does.
        """
        if max(us, them) >= self.target:
            return float(us >= self.target)
        return sum(
            chance * self.after_truco(us + ours, them + theirs, dealer, owed)
            for chance, ours, theirs in _won_by(self._hands.truco(us, them, dealer), tricks)
        )

    def before_envite(
        self, us: int, them: int, dealer: int, owed: Owed, tricks: float | None = None
    ) -> float:
        """Return our chance when no flor was sent and nobody has opened an envite yet."""
        return sum(
            chance * self.before_truco(us + ours, them + theirs, dealer, owed, tricks)
            for chance, ours, theirs in self._hands.envite(us, them, dealer)
        )

    def after_truco(self, us: int, them: int, dealer: int, owed: Owed) -> float:
        """Return our chance after the truco; what is owed to mano's side counts first."""
        for mine in (dealer == 1, dealer == 0):
            if max(us, them) < self.target:
                us, them = (us + owed.ours, them) if mine else (us, them + owed.theirs)
        return self.after(us, them, we_deal=dealer == 1)

    @cached_property
    def _hands(self) -> Hands:
        rules = read_rules(Rules, self.provenance["rules"], None)
        return Hands(rules, Chances(self.flores, self.envites, self.trucos))


def _won_by(outcomes: list[Outcome], tricks: float | None) -> list[Outcome]:
    """Return the outcomes of a truco that we win with another chance."""
    if tricks is None:
        return outcomes
    usual = sum(one.probability for one in outcomes if one.ours)
    scale = {True: tricks / usual, False: (1 - tricks) / (1 - usual)}
    return [one._replace(probability=one.probability * scale[one.ours > 0]) for one in outcomes]
