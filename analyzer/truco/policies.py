"""Ways of playing as data, and who at the table plays which.

A policy is greedy, random, open, or a *table*: for everything a player can see,
the slot of the card he plays. Kernels look the slot up; nothing is compiled
anew for a new table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import PolicyError
from analyzer.core.fields import roles
from analyzer.truco.kernels import hand as k

_NO_TABLES = (
    np.zeros((1, 1, k.CONTEXTS, k.TRIPLES), np.uint8),
    np.zeros((1, 1, 3, k.CONTEXTS, k.PAIRS), np.uint8),
)


@dataclass(frozen=True, eq=False)
class PolicyTable:
    """Which card to play in the first two tricks; the third leaves no choice.

    Parameters
    ----------
    first
        Slots of the first trick, uint8, shape (views, contexts, TRIPLES): what
        is known of the partner (one view when nothing is), what lies on the
        table, and the hand; see ``analyzer.truco.kernels.hand``.
    second
        Slots of the second trick, uint8, shape (views, 3, contexts, PAIRS); the
        second axis is whether the first trick was won, lost or tied.

    Raises
    ------
    PolicyError
        When the shapes are others or a slot does not exist.
    """

    first: NDArray[np.uint8]
    second: NDArray[np.uint8]

    def __post_init__(self) -> None:
        views = self.first.shape[0] if self.first.ndim else 0
        wanted = {
            "first": ((views, k.CONTEXTS, k.TRIPLES), 3),
            "second": ((views, 3, k.CONTEXTS, k.PAIRS), 2),
        }
        if views not in (1, k.PARTNER_VIEWS):
            raise PolicyError(self.first.shape, "policy table first", "one or four partner views")
        for name, (shape, slots) in wanted.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != np.uint8:
                given = f"{array.dtype} {array.shape}"
                raise PolicyError(given, f"policy table {name}", f"uint8 {shape}")
            if array.max() >= slots:
                raise PolicyError(int(array.max()), f"policy table {name}", f"slots below {slots}")

    @classmethod
    def load(cls, path: Path) -> PolicyTable:
        """Return the table kept in an .npz file with arrays ``first`` and ``second``.

        Raises
        ------
        PolicyError
            When it is no such file, or no such table.
        """
        found: tuple[NDArray[np.uint8], ...] = ()
        try:
            with np.load(path) as arrays:
                found = arrays["first"], arrays["second"]
        except Exception:  # noqa: BLE001, S110 - a damaged file may raise anything: told below
            pass
        if not found or not all(isinstance(one, np.ndarray) for one in found):
            allowed = "an .npz file with arrays first and second, as PolicyTable.save writes it"
            raise PolicyError(str(path), "policy table", allowed)
        return cls(*found)

    def save(self, path: Path) -> None:
        """Keep the table in an .npz file."""
        np.savez_compressed(path, first=self.first, second=self.second)


@dataclass(frozen=True, eq=False)
class MixedTable:
    """How often two players, who see all that is played, play each card.

    Parameters
    ----------
    decks
        Powers of the cards in play, rising, one row for each deck there may be;
        uint8.
    lead, reply, second_lead, second_reply
        Frequencies of the slots, float64; see ``analyzer.truco.kernels.mixed.Book``.
        The first axis is the deck.
    """

    decks: NDArray[np.uint8]
    lead: NDArray[np.float64]
    reply: NDArray[np.float64]
    second_lead: NDArray[np.float64]
    second_reply: NDArray[np.float64]

    @property
    def arrays(self) -> tuple[NDArray[np.float64], ...]:
        """The tables in the order in which kernels take them."""
        return self.lead, self.reply, self.second_lead, self.second_reply

    @classmethod
    def stack(cls, tables: Sequence[MixedTable]) -> MixedTable:
        """Return one table for several decks."""
        names = [field.name for field in fields(cls)]
        return cls(*(np.concatenate([getattr(one, name) for one in tables]) for name in names))


@dataclass(frozen=True, eq=False)
class Policy:
    """A way of playing with a name.

    Parameters
    ----------
    name
        What people call it.
    kind
        One of the kernels' numbers for greedy, random and open; 0 for a table.
    table
        The table, if it is one.
    mixed
        The frequencies, if it plays several cards with certain frequencies.
    """

    name: str
    kind: int
    table: PolicyTable | None = None
    mixed: MixedTable | None = None


GREEDY = Policy("greedy", k.GREEDY)
RANDOM = Policy("random", k.RANDOM)
OPEN = Policy("open", k.OPEN)


@dataclass(frozen=True, eq=False)
class Lineup:
    """Which policy sits where, in the form that kernels take.

    Attributes
    ----------
    name
        As it is written on the command line.
    kinds
        For each seat a row of the tables or a kernel's number; int64.
    firsts, seconds
        The tables, stacked.
    signals
        Whether all partners know each other's cards.
    mixed
        The frequencies of those who mix, if anybody does.
    """

    name: str
    kinds: NDArray[np.int64]
    firsts: NDArray[np.uint8]
    seconds: NDArray[np.uint8]
    signals: bool = False
    mixed: MixedTable | None = None

    @classmethod
    def seat(
        cls, policies: tuple[Policy, ...], name: str | None = None, *, signals: bool = False
    ) -> Lineup:
        """Return the line-up of one policy for each seat.

        Raises
        ------
        PolicyError
            When some, but not all, play with open cards.
        """
        is_open = [policy.kind == k.OPEN for policy in policies]
        if any(is_open) and not all(is_open):
            raise PolicyError("open", "play", "open for all seats at once")
        tables: list[PolicyTable] = []
        kinds = []
        for policy in policies:
            if policy.table is None:
                kinds.append(policy.kind)
                continue
            known = [i for i, table in enumerate(tables) if table is policy.table]
            if not known:
                tables.append(policy.table)
            kinds.append(known[0] if known else len(tables) - 1)
        firsts, seconds = _NO_TABLES
        if tables:
            views = max(table.first.shape[0] for table in tables)
            firsts = np.stack([_with_views(table.first, views) for table in tables])
            seconds = np.stack([_with_views(table.second, views) for table in tables])
        used = name or "/".join(dict.fromkeys(policy.name for policy in policies))
        mixed = next((policy.mixed for policy in policies if policy.mixed is not None), None)
        return cls(used, np.array(kinds, np.int64), firsts, seconds, signals, mixed)

    def verify_unmixed(self, where: str) -> None:
        """Raise ``PolicyError`` when somebody mixes, for work whose kernels cannot."""
        if self.mixed is not None:
            raise PolicyError(self.name, "play", f"a policy that does not mix, {where}")

    @property
    def all_open(self) -> bool:
        """Whether everybody plays with all cards known."""
        return bool((self.kinds == k.OPEN).all())

    @property
    def random_seats(self) -> tuple[int, ...]:
        """The seats that play at random."""
        return tuple(int(seat) for seat in np.flatnonzero(self.kinds == k.RANDOM))

    @property
    def uses_partner(self) -> bool:
        """Whether some table tells what is known of the partner apart."""
        return bool(self.firsts.shape[1] > 1)


def read_roles(
    text: str, policies: Mapping[str, Callable[[], Policy]], place: str = "play"
) -> tuple[Policy, Policy, Policy]:
    """Return the policies of me, my partner and the opponents.

    Parameters
    ----------
    text
        One name for all, ``mine/theirs``, or ``mine/partner/theirs``.
    policies
        What the names mean; only those that are used are made.
    place
        Where the text stood.

    Raises
    ------
    PolicyError
        For unknown names, too many of them, or open cards for some seats only.
    """
    names = roles(text, place)
    for name in names:
        if name not in policies:
            raise PolicyError(name, place, "one of the policies " + ", ".join(policies))
    if "open" in names and len(set(names)) > 1:
        raise PolicyError(text, place, "open for all seats at once")
    mine, partner, theirs = {
        1: (names[0],) * 3,
        2: (names[0], names[0], names[-1]),
        3: tuple(names),
    }[len(names)]
    made = {name: policies[name]() for name in {mine, partner, theirs}}
    return made[mine], made[partner], made[theirs]


class Sight(NamedTuple):
    """What a player sees when he has to play, for rules that are made into tables.

    Attributes
    ----------
    hand
        His powers, highest first.
    laid
        Cards in the trick so far.
    best
        The highest power among them, 0 for a card face down; -1 when leading.
    holder
        Whose it is: 0 his side's, 1 the other side's, ``TIED`` both sides'.
    first
        How the first trick went, in the same numbers; ``None`` while it lasts.
    """

    hand: tuple[int, ...]
    laid: int
    best: int
    holder: int
    first: int | None = None

    @property
    def greedy(self) -> int:
        """The slot that the greedy policy plays."""
        packed = sum(power << 8 * slot for slot, power in enumerate(self.hand))
        return int(k.greedy_slot(packed, len(self.hand), self.laid, self.best, self.holder, 0))


def tabulated(choose: Callable[[Sight], int], views: int = 1) -> PolicyTable:
    """Return the table of a rule that knows nothing of the partner's cards.

    Parameters
    ----------
    choose
        Takes what a player sees, returns the slot that he plays.
    views
        Number of partner views, all filled alike.
    """
    first = np.zeros((views, k.CONTEXTS, k.TRIPLES), np.uint8)
    second = np.zeros((views, 3, k.CONTEXTS, k.PAIRS), np.uint8)
    powers = range(k.POWERS, 0, -1)
    threes = [
        (hand, k.triple_index(k.pack(*hand))) for hand in combinations_with_replacement(powers, 3)
    ]
    twos = [
        (hand, k.pair_index(k.pack(*hand, 0))) for hand in combinations_with_replacement(powers, 2)
    ]
    for laid, best, holder in _tables_seen():
        context = k.context(laid, best, holder, 0)
        for hand, row in threes:
            first[:, context, row] = choose(Sight(hand, laid, best, holder))
        for (pair, row), result in product(twos, range(3)):
            second[:, result, context, row] = choose(Sight(pair, laid, best, holder, result))
    return PolicyTable(first, second)


def greedy_table(views: int = 1) -> PolicyTable:
    """Return the greedy policy as a table, to start from when making another."""
    return tabulated(lambda sight: sight.greedy, views)


def _tables_seen() -> Iterator[tuple[int, int, int]]:
    """Yield all that may lie on the table: cards laid, the best power, whose it is."""
    yield 0, -1, k.TIED
    yield from product(range(1, 4), range(k.POWERS + 1), range(3))


def _with_views(array: NDArray[np.uint8], views: int) -> NDArray[np.uint8]:
    return array if array.shape[0] == views else np.repeat(array[:1], views, axis=0)
