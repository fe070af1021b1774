"""Open deals and endings, played perfectly by everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from analyzer.core.errors import SituationError
from analyzer.core.fields import read_number
from analyzer.core.result import Basis, Result
from analyzer.manilla.cards import PLAYERS, POINTS, card_name
from analyzer.manilla.kernels.solver.cards import set_start
from analyzer.manilla.kernels.solver.desk import TABLE_BITS, new_desk
from analyzer.manilla.kernels.solver.values import expect, narrow, reaches, set_deal
from analyzer.manilla.referee import Hand
from analyzer.manilla.situation import Deal
from analyzer.manilla.spots import open_hands, open_start

if TYPE_CHECKING:
    import pandas as pd

NODES = 200_000_000
"""So many cards are played in the search when nobody says how many it may be."""

_MOST_NODES = 999_999_999
_NODES_ALLOWED = f"a whole number from 1 to {_MOST_NODES}"
_PAUSE = 1 << 20
"""After so many nodes the search looks up, so that Ctrl-C can stop it."""

_OURS = 1
"""The side of positions 1 and 3, whose points are told."""


Bounds = tuple[int, int]
"""What our points are at least and at most."""


class Options(TypedDict, total=False):
    """Fields of the deal, see ``Deal.read``."""

    trump: Any
    leader: Any
    played: Any
    rules: Any
    rule: Any


@dataclass(frozen=True)
class SolvedCard:
    """What a card of the player to move leads to.

    Attributes
    ----------
    card
        Its name.
    points
        What the pair of positions 1 and 3 still wins after it; ``None`` when the nodes
        ran out before it was known.
    low, high
        What it lies between; the same when it is known.
    behind
        How many points worse it is for the player's pair than his best card.
    """

    card: str
    points: int | None
    low: int
    high: int
    behind: int | None


@dataclass(frozen=True, kw_only=True)
class SolveResult(Result):
    """What an open deal is worth.

    Attributes
    ----------
    points
        What the pair of positions 1 and 3 still wins, with the trick under way and its
        own tricks; ``None`` when the nodes ran out before it was known.
    low, high
        What it lies between; the same when it is known.
    position
        Who is to play.
    left
        All points that are still to be won.
    cards
        The same after each card that he may play, the best first.
    line
        A best way to play on, the cards as they fall; none when the nodes ran out.
    nodes
        How many cards the search has played.
    """

    game = "manilla"
    question = "solve"

    points: int | None
    low: int
    high: int
    position: int
    left: int
    cards: tuple[SolvedCard, ...]
    line: tuple[str, ...]
    nodes: int

    def headline(self) -> str:
        """Return the answer in a few words."""
        value = self.points if self.points is not None else f"{self.low} to {self.high}"
        return f"positions 1 and 3 win {value} of {self.left} points"

    def to_frame(self) -> pd.DataFrame:
        """Return the answer as a table: the deal, and a row for each card.

        Returns
        -------
        pandas.DataFrame
            Columns ``quantity``, ``value`` (empty where it is not known), ``low``, ``high``.
        """
        import pandas as pd

        rows = [("points", self.points, self.low, self.high)]
        rows += [(f"cards.{one.card}", one.points, one.low, one.high) for one in self.cards]
        frame = pd.DataFrame(rows, columns=["quantity", "value", "low", "high"])
        frame["value"] = frame["value"].astype("Int64")
        frame.attrs = super().to_frame().attrs
        return frame


def solve(
    deal: Deal | Mapping[str, object] | str,
    *,
    nodes: int | str | None = None,
    **options: Unpack[Options],
) -> SolveResult:
    """Return what an open deal or ending is worth when everybody sees all cards.

    Parameters
    ----------
    deal
        A ``Deal``, its fields, or four hands in playing order parted by ``/`` with the
        other fields as keywords; the first hand leads.
    nodes
        How many cards the search may play; ``NODES`` by default. Where they run out
        bounds are the answer.
    **options
        Fields of the deal; see ``Options``.

    Raises
    ------
    InputError
        For whatever is unknown, missing or wrong.

    Examples
    --------
    >>> from analyzer import manilla
    >>> found = manilla.solve("12O 2O / 1O 3C / 9O 4C / 5O 5C", trump="B")
    >>> found.points, [(one.card, one.points) for one in found.cards]
    (13, [('12O', 13), ('2O', 10)])
    """
    asked = _read(deal, options)
    budget = NODES if nodes is None else read_number(nodes, "nodes", _NODES_ALLOWED)
    if not 1 <= budget <= _MOST_NODES:
        raise SituationError(budget, "nodes", _NODES_ALLOWED)
    now = asked.replay()
    solver = _Solver(now, budget)
    (low, high), after = solver.everything()
    value = low if low == high else None
    return SolveResult(
        basis=Basis(
            rules=asked.rules.to_dict(),
            situation=asked.to_dict(),
            play="open",
            method="exact",
            deals=1,
            seed=None,
        ),
        points=value,
        low=low,
        high=high,
        position=now.next_seat or PLAYERS,
        left=_points_left(now),
        cards=_ranked(after, value, _sign(now)),
        line=() if value is None else solver.line(value),
        nodes=solver.nodes,
    )


def _read(deal: Deal | Mapping[str, object] | str, options: Mapping[str, Any]) -> Deal:
    """Return the deal that the question is about."""
    if isinstance(deal, Deal):
        if not options:
            return deal
        given: Mapping[str, object] = deal.to_dict()
    else:
        given = {"deal": deal} if isinstance(deal, str) else deal
    return Deal.read({**given, **options})


def _points_left(hand: Hand) -> int:
    """Return all points that are still to be won."""
    cards = [*hand.on_table, *(card for held in hand.held for card in held)]
    return sum(POINTS[card] for card in cards) + max(map(len, hand.held))


def _sign(hand: Hand) -> int:
    """Return 1 when our side is to play, which wants many of our points, and else -1."""
    return 1 if hand.next_seat & 1 == _OURS else -1


def _ranked(after: Mapping[int, Bounds], value: int | None, sign: int) -> tuple[SolvedCard, ...]:
    """Return what each card leads to, the best for the player to move first."""
    found = []
    for card, (low, high) in after.items():
        points = low if low == high else None
        behind = None if points is None or value is None else sign * (value - points)
        found.append(SolvedCard(card_name(card), points, low, high, behind))
    return tuple(sorted(found, key=lambda one: -sign * (one.low + one.high)))


class _Solver:
    """Asks the kernels about one deal, a few nodes at a time.

    Parameters
    ----------
    hand
        The deal as it stands.
    budget
        How many nodes there are for everything.
    """

    def __init__(self, hand: Hand, budget: int) -> None:
        self.hand = hand
        self.budget = budget
        self.desk = new_desk(TABLE_BITS)
        set_deal(self.desk, open_hands(hand), hand.trump, hand.rules.must_undertrump)

    @property
    def nodes(self) -> int:
        """How many cards have been played in the search."""
        return self._told("nodes")

    def bounds(self, card: int | None = None, guess: int | None = None) -> Bounds:
        """Return what our points are at least and at most, after a card or as things stand."""
        self._enter(self.hand, card)
        if guess is not None:
            expect(self.desk, guess)
        for limit in self._limits():
            if narrow(self.desk, limit):
                break
        return self._told("lowest"), self._told("highest")

    def everything(self) -> tuple[Bounds, dict[int, Bounds]]:
        """Return the bounds as things stand and after each card of the player to move.

        What is known of the one narrows the other: the best card is worth what the deal is.
        """
        hand = self.hand
        low, high = self.bounds()
        guess = low if low == high else None
        after = {card: self.bounds(card, guess) for card in hand.legal_plays(hand.next_seat)}
        best = max if _sign(hand) > 0 else min
        low = max(low, best(least for least, _most in after.values()))
        high = min(high, best(most for _least, most in after.values()))
        if _sign(hand) > 0:
            return (low, high), {card: (one[0], min(one[1], high)) for card, one in after.items()}
        return (low, high), {card: (max(one[0], low), one[1]) for card, one in after.items()}

    def line(self, value: int) -> tuple[str, ...]:
        """Return a best way to play on, none when the nodes run out."""
        hand = self.hand.copy()
        played = []
        while not hand.over:
            won = hand.points[_OURS] - self.hand.points[_OURS]
            card = self._keeping(hand, value - won)
            if card is None:
                return ()
            hand.play(hand.next_seat, card)
            played.append(card_name(card))
        return tuple(played)

    def _keeping(self, hand: Hand, value: int) -> int | None:
        """Return the first card that keeps the value."""
        legal = hand.legal_plays(hand.next_seat)
        ours = hand.next_seat & 1 == _OURS
        for card in legal[:-1]:
            self._enter(hand, card)
            answer = self._reaches(value if ours else value + 1)
            if answer is None:
                return None
            if answer == ours:
                return card
        return legal[-1]

    def _enter(self, hand: Hand, card: int | None) -> None:
        set_start(self.desk, open_hands(hand), open_start(hand), -1 if card is None else card)

    def _reaches(self, least: int) -> bool | None:
        """Whether our points are at least so many; ``None`` when the nodes run out."""
        for limit in self._limits():
            answer = reaches(self.desk, least, limit)
            if answer >= 0:
                return answer == 1
        return None

    def _limits(self) -> Iterator[int]:
        """Yield how many nodes there may have been at the next pause, until none are left."""
        while self.nodes < self.budget:
            yield min(self.nodes + _PAUSE, self.budget)

    def _told(self, name: str) -> int:
        return int(self.desk.state[name][0])
