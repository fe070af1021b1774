"""What to do about flores, envites and calls, deal by deal: another opinion on boricua's decisions.

Every deal that fits what a player knows is gone through.  Who calls, accepts or revokes does so
with shares of his hands, the best first, made on all hands that he may hold as far as the table has
seen and heard; ``naive_calls.best_part`` makes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import naive_boricua as nb
from naive import Policies, play_out, weights
from naive_calls import Number, best_part, decimal, hands_by_power

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


class Calls:
    """How a hand ends when a call was accepted, by what one opponent holds.

    ``won`` and ``deals`` count by his holdings, ``rank`` says how good each is that he may hold
    as far as the table can see, and ``ladder`` has what refusing the first call gives, and what
    every call is worth.
    """

    def __init__(
        self,
        won: Mapping[Hand, int],
        deals: Mapping[Hand, int],
        rank: Mapping[Hand, Fraction],
        ladder: Sequence[int],
        worth: Worth = points,
    ) -> None:
        self.won, self.deals, self.rank = won, deals, rank
        self.ladder, self.worth = ladder, worth

    def win(self) -> Fraction:
        """My side's chance to win."""
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
        """The worth of calling a step, 1 for the first, that this range answers."""
        refused, value, *higher = self.ladder[step - 1 :]
        stay = best_part(weight, self.rank, answers[0] if runs else 1)
        again = best_part(weight, self.rank, answers[1] if higher else 0)
        parts = {
            name: {hand: part * share(hand) for hand, part in weight.items()}
            for name, share in {
                "run": lambda hand: 1 - stay[hand],
                "accept": lambda hand: stay[hand] - again[hand],
                "raise": lambda hand: again[hand],
            }.items()
        }
        total = self.met(parts["run"])[0] * self.worth(refused, 0)
        total += self.accepted(parts["accept"], value)
        if higher:
            total += max(
                self.met(parts["raise"])[0] * self.worth(0, value),
                self.accepted(parts["raise"], higher[0]),
            )
        return total / self.met(weight)[0]

    def answers(
        self, weight: Range, step: int, answers: tuple[Number, Number], *, runs: bool = True
    ) -> dict[str, Fraction]:
        """The worth of every answer to a step that was called with this range."""
        refused, value, *higher = self.ladder[step - 1 :]
        found = {
            "run": self.worth(0, refused),
            "accept": self.accepted(weight, value) / self.met(weight)[0],
        }
        if higher:
            found["raise"] = self.calling(weight, step + 1, answers, runs=runs)
        return found


ENVITES = [1, *(nb.envite_worth(revoques)[1] for revoques in range(9))]
"""What refusing an envite gives, and what it and each revoque are worth."""


def envites(known: Known, opponent: int, worth: Worth = points) -> Calls:
    """How accepted envites end, by what an opponent holds; the highest liga is the best."""
    won: Counter[Hand] = Counter()
    deals: Counter[Hand] = Counter()
    order = nb.pack().index
    for hands in known.deals():
        his = tuple(sorted(hands[opponent], key=order))
        deals[his] += 1
        won[his] += (nb.liga_winner(hands) ^ known.seat) & 1 == 0
    has = known.flores[opponent]
    rank = {
        hand: Fraction(nb.liga(hand))
        for hand in combinations(nb.pack(), 3)
        if has in (None, nb.flor(hand) is not None)
    }
    return Calls(won, deals, rank, ENVITES, worth)


def trucos(
    known: nb.Spot, policies: Policies, ladder: Sequence[int], worth: Worth = points
) -> Calls:
    """How the tricks of two players end, by what the other holds, ranked by his own chances."""
    house, seat = nb.house(2), known.position % 2
    laid = [card for card in known.dealt if card not in known.mine] + list(known.theirs)
    pool = [card for card in nb.pack() if card not in laid]
    size = 3 - len(known.theirs)

    @cache
    def ends(his: tuple[int, ...], mine: tuple[int, ...]) -> tuple[int, int]:
        hands = (his, mine) if seat else (mine, his)
        won = weights(play_out(known.node._replace(hands=hands), policies, house), house)
        return won[seat], won[1 - seat]

    @cache
    def chance(his: tuple[int, ...]) -> Fraction:
        left = Counter(nb.powers(pool)) - Counter(his)
        met = hands_by_power(left, len(known.mine)).items()
        good = sum(ways * ends(his, mine)[1] for mine, ways in met)
        return Fraction(good, sum(ways * sum(ends(his, mine)) for mine, ways in met))

    rank = {held: chance(tuple(sorted(nb.powers(held)))) for held in combinations(pool, size)}
    won: Counter[Hand] = Counter()
    deals: Counter[Hand] = Counter()
    for held in nb.opposing(known):
        mine, his = ends(tuple(sorted(nb.powers(held))), nb.powers(known.mine))
        won[tuple(held)] += mine
        deals[tuple(held)] += mine + his
    return Calls(won, deals, rank, ladder, worth)


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
