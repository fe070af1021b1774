"""How one hand may change the score: talk, truco and silent flores, in their order [14].

Nothing is scored any more once a side has won the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from analyzer.boricua.equity.ends import Chances
from analyzer.boricua.equity.talk import ACCEPT, REVOKE, RUN
from analyzer.boricua.rules import FLOR, FLOR_AGAINST_FLOR, Rules, envite_value
from analyzer.core.race import Outcome

_NOTHING = Outcome(1.0, 0, 0)


class Hands:
    """The outcomes of hands and of their phases, from any score.

    Parameters
    ----------
    rules
        The game.
    chances
        How hands end.

    Notes
    -----
    ``dealer`` is 0 when we deal the hand, 1 when they do. Of a phase the outcomes are the
    points that it adds to a score at which it begins.
    """

    def __init__(self, rules: Rules, chances: Chances) -> None:
        self._rules = rules
        # As lists: single numbers are looked up in these much faster than in arrays.
        self._flores = chances.flores.tolist()
        self._envites = chances.envites.tolist()
        self._trucos = chances.trucos.tolist()
        # Most scores are played alike.
        self._envite_at = cache(self._envite_at_levels)
        self._talk_at = cache(self._talk_at_levels)
        self._truco_at = cache(self._truco_at_rungs)

    def whole(self, us: int, them: int, dealer: int) -> list[Outcome]:
        """Return the outcomes of a whole hand."""
        target = self._rules.target
        chances: dict[tuple[int, int], float] = {}
        for talk, ours, theirs in self._talk_at(self._level(us), self._level(them), dealer):
            after = us + ours, them + theirs
            trucos = [_NOTHING] if max(after) >= target else self.truco(*after, dealer)
            for truco, more_ours, more_theirs in trucos:
                points = ours + more_ours, theirs + more_theirs
                chances[points] = chances.get(points, 0.0) + talk * truco
        return [Outcome(chance, *points) for points, chance in chances.items()]

    def envite(self, us: int, them: int, dealer: int) -> list[Outcome]:
        """Return the outcomes of an envite, no flor having been sent."""
        return self._envite_at(self._level(us), self._level(them), dealer)

    def truco(self, us: int, them: int, dealer: int) -> list[Outcome]:
        """Return the outcomes of the truco, flor and envite being over."""
        return self._truco_at(self._rules.top_rung(us), self._rules.top_rung(them), dealer)

    def _level(self, score: int) -> int:
        """Return the first step of an envite whose value wins the match at a score.

        It is 0 when refusing the envite itself already does.
        """
        rules = self._rules
        steps = range(rules.last_envite + 1)
        return sum(score + envite_value(step) < rules.target for step in steps)

    def _talk_at_levels(self, us: int, them: int, dealer: int) -> list[Outcome]:
        """Return the outcomes of flores and envite."""
        flores = self._flores[dealer]
        found = [
            _scored(chance, points, side == dealer)
            for side in (0, 1)
            for chance, points in zip(flores[side], (FLOR, FLOR_AGAINST_FLOR), strict=True)
        ]
        silent = 1 - sum(one.probability for one in found)
        envites = self._envite_at(us, them, dealer)
        return [*found, *(one._replace(probability=silent * one.probability) for one in envites)]

    def _envite_at_levels(self, us: int, them: int, dealer: int) -> list[Outcome]:
        levels = (us, them) if dealer == 0 else (them, us)
        opened = (self._opened(levels, dealer, opener) for opener in (0, 1))
        found = _summed(one for of_side in opened for one in of_side)
        return [*found, Outcome(1 - sum(one.probability for one in found), 0, 0)]

    def _truco_at_rungs(self, us: int, them: int, dealer: int) -> list[Outcome]:
        rungs = (us, them) if dealer == 0 else (them, us)
        chances = self._trucos[dealer][rungs[0]][rungs[1]]
        return [
            _scored(chance, points, side == dealer)
            for side in (0, 1)
            for chance, points in zip(chances[side], self._rules.ladder, strict=True)
            if chance > 0
        ]

    def _opened(self, levels: tuple[int, int], dealer: int, opener: int) -> Iterator[Outcome]:
        """Yield the outcomes of an envite that a side, 0 the dealer's, has opened.

        Nobody revokes whom accepting would win the match, or runs who would lose it by that.
        """
        for step, answers in enumerate(self._envites[dealer][opener], 1):
            answering = 1 - opener if step % 2 else opener
            other = 1 - answering
            runs, revokes = levels[other] > step - 1, levels[answering] > step
            if runs:
                yield _scored(sum(answers[RUN]), envite_value(step - 1), other == dealer)
            accepted = [ACCEPT] + [RUN] * (not runs) + [REVOKE] * (not revokes)
            for side in (0, 1):
                chance = sum(answers[answer][side] for answer in accepted)
                yield _scored(chance, envite_value(step), side == dealer)
            if not revokes:
                return


def _scored(chance: float, points: int, ours: bool) -> Outcome:
    return Outcome(chance, points, 0) if ours else Outcome(chance, 0, points)


def _summed(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return outcomes with each change of the score once."""
    chances: dict[tuple[int, int], float] = {}
    for chance, ours, theirs in outcomes:
        chances[ours, theirs] = chances.get((ours, theirs), 0.0) + chance
    return [Outcome(chance, *points) for points, chance in chances.items()]
