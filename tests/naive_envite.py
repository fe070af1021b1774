"""What to do about envites and flores, deal by deal: a second opinion on boricua's decisions.

Every deal that fits what a player knows is gone through.  Who calls, accepts or revokes does so
with shares of his hands, the highest ligas first, made on all hands that he may hold as far as the
table has heard; ``naive_calls.best_part`` makes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import naive_boricua as nb
from naive_calls import Number, best_part, decimal

Worth = Callable[[int, int], Fraction]  # of so many points for us, and for them
Hand = tuple[str, ...]
Range = dict[Hand, Fraction]


def points(ours: int, theirs: int) -> Fraction:
    """Points are worth themselves."""
    return Fraction(ours - theirs)


class Known(NamedTuple):
    """What one player knows: his seat, cards by seat, who has a flor, and what is out."""

    seat: int
    held: Sequence[str]
    flores: Sequence[bool | None]
    out: str = ""

    def deals(self) -> Iterator[list[Hand]]:
        """Every deal that fits."""
        gone = {card for text in (*self.held, self.out) for card in text.split()}
        left = [card for card in nb.pack() if card not in gone]
        return self._dealt([tuple(text.split()) for text in self.held], left, [])

    def _dealt(
        self, held: list[Hand], left: Sequence[str], done: list[Hand]
    ) -> Iterator[list[Hand]]:
        if len(done) == len(held):
            yield done
            return
        some, has = held[len(done)], self.flores[len(done)]
        for drawn in combinations(left, 3 - len(some)):
            hand = (*some, *drawn)
            if has in (None, nb.flor(hand) is not None):
                rest = [card for card in left if card not in drawn]
                yield from self._dealt(held, rest, [*done, hand])


class Envite:
    """How an accepted envite ends, by what an opponent holds."""

    def __init__(self, known: Known, opponent: int, worth: Worth = points) -> None:
        self.worth = worth
        self.won: Counter[Hand] = Counter()
        self.deals: Counter[Hand] = Counter()
        order = nb.pack().index
        for hands in known.deals():
            his = tuple(sorted(hands[opponent], key=order))
            self.deals[his] += 1
            self.won[his] += (nb.liga_winner(hands) ^ known.seat) & 1 == 0
        has = known.flores[opponent]
        self.rank = {
            hand: Fraction(nb.liga(hand))
            for hand in combinations(nb.pack(), 3)
            if has in (None, nb.flor(hand) is not None)
        }

    def liga_win(self) -> Fraction:
        """My side's chance to have the best liga."""
        return Fraction(sum(self.won.values()), sum(self.deals.values()))

    def everything(self) -> Range:
        """All that he may hold."""
        return dict.fromkeys(self.rank, Fraction(1))

    def callers(self, calls: Number, bluffs: Number) -> Range:
        """What he calls with."""
        good = best_part(self.everything(), self.rank, calls)
        return {hand: part + (1 - part) * decimal(bluffs) for hand, part in good.items()}

    def met(self, weight: Range) -> tuple[Fraction, Fraction]:
        """How much of a range I meet, and how much of it I beat."""
        total = sum((weight[his] * n for his, n in self.deals.items()), Fraction(0))
        return total, sum((weight[his] * n for his, n in self.won.items()), Fraction(0))

    def accepted(self, weight: Range, value: int) -> Fraction:
        """The worth of playing for a value, times the range's weight."""
        total, won = self.met(weight)
        return won * self.worth(value, 0) + (total - won) * self.worth(0, value)

    def calling(
        self, weight: Range, step: int, answers: tuple[Number, Number], *, runs: bool = True
    ) -> Fraction:
        """The worth of calling a step, 1 for the envite, that this range answers."""
        refused, value = nb.envite_worth(step - 1)
        stay = best_part(weight, self.rank, answers[0] if runs else 1)
        again = best_part(weight, self.rank, answers[1] if step < 9 else 0)
        parts = {
            name: {hand: part * share(hand) for hand, part in weight.items()}
            for name, share in {
                "run": lambda hand: 1 - stay[hand],
                "accept": lambda hand: stay[hand] - again[hand],
                "revoke": lambda hand: again[hand],
            }.items()
        }
        total = self.met(parts["run"])[0] * self.worth(refused, 0)
        total += self.accepted(parts["accept"], value)
        if step < 9:
            total += max(
                self.met(parts["revoke"])[0] * self.worth(0, value),
                self.accepted(parts["revoke"], nb.envite_worth(step)[1]),
            )
        return total / self.met(weight)[0]

    def answers(
        self, weight: Range, step: int, answers: tuple[Number, Number], *, runs: bool = True
    ) -> dict[str, Fraction]:
        """The worth of every answer to a step that was called with this range."""
        refused, value = nb.envite_worth(step - 1)
        found = {
            "run": self.worth(0, refused),
            "accept": self.accepted(weight, value) / self.met(weight)[0],
        }
        if step < 9:
            found["revoke"] = self.calling(weight, step + 1, answers, runs=runs)
        return found


class Flores(NamedTuple):
    """In how many deals the other side sends no flor, and mine wins or loses against it."""

    unsent: int
    better: int
    worse: int


def flores(known: Known, least: int = 0, sent: Sequence[int] | None = None) -> Flores:
    """Go through all deals in which what the other side did is what it does.

    It sends its better flor if that is ``least`` or more.  ``sent`` are the seats whose flor I
    have seen sent at my turn; what cannot be by ``least`` is believed all the same.
    """
    found = _flores(known, least, sent)
    if not sum(found) and sent:
        found = _flores(known, 0, sent)
    if not sum(found):
        found = Flores(sum(1 for _ in known.deals()), 0, 0)
    return found


def _flores(known: Known, least: int, sent: Sequence[int] | None) -> Flores:
    counts = {"unsent": 0, "better": 0, "worse": 0}
    players = len(known.held)
    order = nb.seats_from_mano(players)
    mine_at = min(
        order.index(seat)
        for seat, has in enumerate(known.flores)
        if has and (seat ^ known.seat) & 1 == 0
    )
    for hands in known.deals():
        totals = {s: total for s, hand in enumerate(hands) if (total := nb.flor(hand))}
        theirs = {s: total for s, total in totals.items() if (s ^ known.seat) & 1}
        sender = None
        if theirs:
            best = nb.best_seat(theirs, players)
            sender = best if theirs[best] >= least else None
        if sent is not None:
            early = bool(theirs) and min(map(order.index, theirs)) < mine_at
            if sent and sender != sent[0]:
                continue
            if not sent and early and sender is not None:
                continue
        if sender is None:
            counts["unsent"] += 1
        elif (nb.best_seat(totals, players) ^ known.seat) & 1:
            counts["worse"] += 1
        else:
            counts["better"] += 1
    return Flores(**counts)
