"""The chance to win a match from every score, from how its hands end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.core.race import After, Outcome, match_equity
from analyzer.paulista.equity.ends import Ends, Floats
from analyzer.paulista.equity.escuro import escuro_chances
from analyzer.paulista.rules import Rules
from analyzer.truco.equity import BATCHES, jackknife

Batches = NDArray[np.bool_]

_MOST_ROUNDS = 20


def solve_match(rules: Rules, players: int, ends: tuple[Ends, Ends]) -> tuple[Floats, Floats]:
    """Return match equities and their standard errors.

    Parameters
    ----------
    rules, players
        The game.
    ends
        How hands end when we deal and when they deal.

    Returns
    -------
    values, std_error : ndarray
        float64, shape (target, target, 2): by our score, theirs, and who deals,
        0 we. The errors are the jackknife's over the batches of the sample.
    """
    values = _equity(rules, players, ends, np.ones(BATCHES, np.bool_))
    without = np.array(
        [
            _equity(rules, players, ends, np.arange(BATCHES) != left_out)
            for left_out in range(BATCHES)
        ]
    )
    return values, jackknife(without)


def _equity(rules: Rules, players: int, ends: tuple[Ends, Ends], keep: Batches) -> Floats:
    """Return match equities from some batches of the sample.

    A side at eleven that chooses looks at what an undecided hand leads to, the
    same score with the other dealer: one table is chosen by until the next one
    is the same.
    """
    before: Floats | None = None
    for _ in range(_MOST_ROUNDS):
        hands = _Hands(rules, players, ends, keep, before)
        values = match_equity(rules.target, hands.outcomes)
        if not rules.onze_choice or (before is not None and np.array_equal(values, before)):
            return values
        before = values
    raise ArithmeticError("the choices at mão de onze do not settle")


class _Hands:
    """The outcomes of a hand at every score, from some batches of the sample."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        ends: tuple[Ends, Ends],
        keep: Batches,
        before: Floats | None,
    ) -> None:
        self._rules = rules
        self._escuro = [float(chance) for chance in escuro_chances(rules, players)]
        self._ordinary = [
            {caps: hand.chances(keep) for caps, hand in deal.ordinary.items()} for deal in ends
        ]
        self._onze = [[(onze, onze.chances(keep)) for onze in deal.onze] for deal in ends]
        self._before = before

    def outcomes(self, us: int, them: int, dealer: int, after: After) -> list[Outcome]:
        """Return the ways in which a hand may end; side 0 is the dealer's, ours when we deal."""
        near = self._rules.onze_score
        if us >= near and them >= near:
            stake = self._rules.onze_stake
            return [
                Outcome(self._escuro[dealer], stake, 0),
                Outcome(self._escuro[1 - dealer], 0, stake),
                Outcome(self._escuro[2], 0, 0),
            ]
        if us < near and them < near:
            return self._plain(us, them, dealer)
        undecided = None if self._before is None else float(self._before[us, them, 1 - dealer])
        if us >= near:
            return self._near(dealer, dealer, after, undecided)
        theirs = self._near(
            dealer,
            1 - dealer,
            lambda mine, other: 1 - after(other, mine),
            None if undecided is None else 1 - undecided,
        )
        return [Outcome(chance, ours, their) for chance, their, ours in theirs]

    def _plain(self, us: int, them: int, dealer: int) -> list[Outcome]:
        ladder = self._rules.ladder
        caps = (self._rules.top_rung(us), self._rules.top_rung(them))
        *won, undecided = self._ordinary[dealer][caps if dealer == 0 else caps[::-1]].tolist()
        sides = won[: len(ladder)], won[len(ladder) :]
        ours = [Outcome(p, stake, 0) for p, stake in zip(sides[dealer], ladder, strict=True)]
        theirs = [Outcome(p, 0, stake) for p, stake in zip(sides[1 - dealer], ladder, strict=True)]
        return [*ours, *theirs, Outcome(undecided, 0, 0)]

    def _near(self, dealer: int, side: int, after: After, undecided: float | None) -> list[Outcome]:
        """Return the outcomes of a mão de onze, the points of the side at eleven first.

        ``after`` and ``undecided`` are what scores are worth to it; what nobody
        has worked out yet counts as the middle between winning and losing.
        """
        onze, chances = self._onze[dealer][side]
        stake, price = self._rules.onze_stake, self._rules.onze_run
        plays = np.ones(len(chances), np.bool_)
        if self._rules.onze_choice:
            win, lose = after(stake, 0), after(0, stake)
            middle = (win + lose) / 2 if undecided is None else undecided
            plays = onze.thought @ np.array([win, lose, middle]) >= after(0, price)
        win, lose, nobody = chances[plays].sum(axis=0).tolist()
        return [
            Outcome(win, stake, 0),
            Outcome(lose, 0, stake),
            Outcome(nobody, 0, 0),
            Outcome(float(chances[~plays].sum()), 0, price),
        ]
