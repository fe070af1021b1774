"""The chapters of the strategy book: envite, flor and truco before the first card.

Hands that no question tells apart share a row: with ligas and flores those that differ by
suits with the same cards, in the tricks those whose cards are equally strong.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, STRENGTH, VALUE, card_name, flor
from analyzer.boricua.equity import equity_for
from analyzer.boricua.ligas import Known
from analyzer.boricua.owed import Owed, owed_unless_sent
from analyzer.boricua.policies import DEFAULT, lineup
from analyzer.boricua.questions.envite import answering_seat
from analyzer.boricua.questions.flor import standing_of
from analyzer.boricua.ranges import told_by_liga
from analyzer.boricua.rules import Rules, envite_word
from analyzer.boricua.situation import Situation
from analyzer.boricua.situation.fields import NOBODY
from analyzer.boricua.spots import dealt_spot
from analyzer.boricua.worth import MatchChance
from analyzer.core.effort import Effort
from analyzer.core.errors import InputError
from analyzer.core.keeping import digest_of, kept, kept_folder
from analyzer.truco.book import CALLERS, DEALS, shares_of, truco_answers
from analyzer.truco.equity import lineups_digest
from analyzer.truco.profiles import PROFILES
from analyzer.truco.ranges import Floats
from analyzer.truco.referee.hand import DEALT
from analyzer.truco.spot import hand_classes, packed

Cards = tuple[int, ...]

ANYBODY = "random"
"""The profile of one who does with all his hands what is asked about."""

PAGES = (*CALLERS, ANYBODY)
"""Against whom there are answers; against anybody the chance to win them is that of the hand."""

HANDS: Sequence[Cards] = tuple(combinations(range(len(DECK)), DEALT))
"""All hands, in the order of their cards."""

QUESTIONS = ("envite", "flor", "truco")

PLACES = tuple((players, at) for players in (2, 4) for at in range(1, players + 1))
"""Players and positions."""

OWED = tuple(Owed(ours, theirs) for ours in (0, 1) for theirs in (0, 1))
"""What silent flores may bring."""

CHAPTER = {"envite": 50, "flor": 1, "truco": 8}
"""How many rows a chapter has, a row of flores being a talk: seconds of work at most."""

_SOURCES = (
    "boricua/book.py",
    "boricua/ligas.py",
    "boricua/ranges.py",
    "boricua/sending.py",
    "truco/book.py",
    "truco/ranges.py",
    "truco/profiles.py",
)
_ANALYZER = Path(__file__).parent.parent


class Rows(NamedTuple):
    """Which hands share a row of numbers.

    Attributes
    ----------
    hands
        A hand for each row.
    of_hand
        The row of each of `HANDS`, int64; -1 for a hand that has none.
    """

    hands: tuple[Cards, ...]
    of_hand: NDArray[np.int64]


class FlorTalk(NamedTuple):
    """What has been said when I decide about my flor.

    Attributes
    ----------
    announced
        The positions of the others who have announced one.
    sent
        Those whose flor was sent, one at most.
    owed
        What each side gets at the end of the hand if no more are sent.
    """

    announced: tuple[int, ...]
    sent: tuple[int, ...]
    owed: Owed


@dataclass(frozen=True, eq=False)
class Chapter:
    """Some rows of one of the `QUESTIONS` at one place of the table; the next follow.

    Attributes
    ----------
    question, players, position
        What is asked, and where; position 1 is mano.
    numbers
        ``envite`` and ``truco``: how hands end by row and `PAGES`, float64, shape
        (n, pages, 3, 3), see ``analyzer.truco.book.shares_of``. Against `ANYBODY` an
        envite is one that I open. ``flor``: by talk, see `flor_talks`, and by row the
        chances that the other side sends none, or one that mine beats, or a better
        one; shape (talks, n, 3).
    """

    question: str
    players: int
    position: int
    numbers: Floats

    def save(self, path: Path) -> None:
        """Write the numbers."""
        np.savez(path, numbers=self.numbers)

    @classmethod
    def load(cls, path: Path, question: str, players: int, position: int) -> Self:
        """Return what `save` wrote."""
        with path.open("rb") as file, np.load(file) as arrays:
            return cls(question, players, position, arrays["numbers"])


def chapters(rules: Rules, effort: Effort | None = None) -> Iterator[Chapter]:
    """Yield the chapters of a book, each kept in the user's cache as soon as it is finished.

    Parameters
    ----------
    rules
        Of the game.
    effort
        Deals for the tricks of each hand with four players, by default those of the
        trucos' books; seed, threads, client and progress. Two players are counted, and so
        are all ligas and flores.

    Raises
    ------
    KeyboardInterrupt
        When somebody stopped the work; the next time it goes on from there.
    """
    work = effort or Effort()
    work = replace(work, deals=work.deals or DEALS)
    folder = kept_folder(f"book-{_digest(rules, work)}")
    for question, players, position, rows in _spans(rules):
        path = folder / f"{question}-{players}-{position}-{rows.start}.npz"
        load = partial(Chapter.load, question=question, players=players, position=position)
        yield kept(path, load, partial(chapter, rules, question, players, position, work, rows))


def chapter_count(rules: Rules) -> int:
    """Return how many chapters a book has."""
    return sum(1 for _ in _spans(rules))


def chapter(
    rules: Rules,
    question: str,
    players: int,
    position: int,
    effort: Effort,
    rows: slice = slice(None),
) -> Chapter:
    """Return rows of a question at a place, by default all, counted or sampled now."""
    make = {
        "envite": lambda: _envites(rules, players, position, rows),
        "flor": lambda: _flores(rules, players, position, rows),
        "truco": lambda: _trucos(rules, players, position, effort, rows),
    }
    return Chapter(question, players, position, make[question]())


def _spans(rules: Rules) -> Iterator[tuple[str, int, int, slice]]:
    """Yield question, players, position and rows of every chapter."""
    for question in QUESTIONS:
        for place in PLACES:
            flores = question == "flor"
            count = len(flor_talks(rules, *place) if flores else rows_of(question).hands)
            for first in range(0, count, CHAPTER[question]):
                yield question, *place, slice(first, first + CHAPTER[question])


@cache
def rows_of(question: str) -> Rows:
    """Return which hands share a row of a question."""
    if question == "truco":
        classes = hand_classes(dealt_spot(2).counts, DEALT).tolist()
        return _rows(HANDS, lambda hand: packed([STRENGTH[card] + 1 for card in hand]), classes)
    hands = [hand for hand in HANDS if question == "envite" or flor(hand) is not None]
    return _rows(hands, _shape)


def flor_talks(rules: Rules, players: int, position: int) -> list[FlorTalk]:
    """Return all that may have been said when I decide about my flor.

    That an opponent who speaks before me has sent none is told, too.
    """
    others = [one for one in range(1, players + 1) if one != position]
    subsets = chain.from_iterable(combinations(others, n) for n in range(len(others) + 1))
    found = []
    for announced in subsets:
        for sent in ((), *((one,) for one in others)):
            # The situation knows who can have announced a flor, and sent it, by now.
            try:
                asked = _flor_situation(rules, players, position, announced, sent)
            except InputError:
                continue
            found.append(FlorTalk(announced, sent, owed_unless_sent(asked)))
    return found


def envite_owed(rules: Rules, players: int, position: int, hand: Cards) -> Owed:
    """Return what silent flores bring when an envite is played, nobody else having one."""
    return owed_unless_sent(_envite_situation(rules, players, position, hand))


def match_chances(rules: Rules, players: int) -> tuple[Floats, Floats, Floats]:
    """Return our chances to win the match from every score, within a hand.

    Returns
    -------
    between : ndarray
        Before a hand; shape (us, them, 2), the last axis is who deals, 0 we.
    truco, envite : ndarray
        Before the truco of a hand that one side has dealt, and before its envite, when no
        flor was sent; shape (us, them, 2, owed, 2), by what is owed, see `OWED`, and
        whether we shall win the tricks, 0 no. Both are linear in that chance.
    """
    table = equity_for(rules, players)
    shape = (*table.values.shape, len(OWED), 2)
    truco, envite = np.zeros(shape), np.zeros(shape)
    for us, them, dealer, owed, tricks in np.ndindex(shape):
        worth = MatchChance(table, (us, them), dealer).with_tricks(tricks)
        truco[us, them, dealer, owed, tricks] = worth.after_envite(0, 0, OWED[owed])
        envite[us, them, dealer, owed, tricks] = worth.without_flor(OWED[owed])
    return table.values, truco, envite


def _envites(rules: Rules, players: int, position: int, rows: slice) -> Floats:
    hands = rows_of("envite").hands[rows]
    return np.array([_envite(rules, players, position, hand) for hand in hands])


def _envite(rules: Rules, players: int, position: int, hand: Cards) -> Floats:
    """Return how an envite ends for a hand, by `PAGES`."""
    opening = _envite_situation(rules, players, position, hand)
    pending = _envite_situation(rules, players, position, hand, envite_word(1)).envite.pending
    if pending is None:
        raise ValueError("nobody has called")
    known = Known.of(opening)
    tell = cache(partial(told_by_liga, known))
    seats = [*(pending.caller for _ in CALLERS), answering_seat(opening)]
    return np.array(
        [shares_of(*tell(seat), PROFILES[name]) for name, seat in zip(PAGES, seats, strict=True)]
    )


def _flores(rules: Rules, players: int, position: int, rows: slice) -> Floats:
    talks = flor_talks(rules, players, position)[rows]
    hands = rows_of("flor").hands
    found = np.zeros((len(talks), len(hands), 3))
    for row, (announced, sent, _) in enumerate(talks):
        for column, hand in enumerate(hands):
            asked = _flor_situation(rules, players, position, announced, sent, hand)
            standing = standing_of(asked)
            found[row, column] = np.array(standing) / standing.deals
    return found


def _trucos(rules: Rules, players: int, position: int, effort: Effort, rows: slice) -> Floats:
    seats = partial(lineup, DEFAULT, rules)
    return truco_answers(dealt_spot(players), seats, position, PAGES, effort, rows)[1]


def _envite_situation(
    rules: Rules, players: int, position: int, hand: Cards, call: str | None = None
) -> Situation:
    fields = {"hand": _names(hand), "players": players, "position": position, "call": call}
    return Situation.read("envite", {**fields, "rules": rules})


def _flor_situation(
    rules: Rules,
    players: int,
    position: int,
    announced: Sequence[int],
    sent: Sequence[int],
    hand: Cards | None = None,
) -> Situation:
    """Return the situation of a flor; of any, if no hand is given."""
    fields = {
        "hand": _names(hand or rows_of("flor").hands[0]),
        "players": players,
        "position": position,
        "announced": announced,
        "sent": sent or NOBODY,
    }
    return Situation.read("flor", {**fields, "rules": rules})


def _names(hand: Cards) -> list[str]:
    return [card_name(card) for card in hand]


def _shape(hand: Cards) -> Hashable:
    """Return what a hand counts in each suit, suits with the same cards in any order."""
    held: dict[Cards, list[Cards]] = {}
    for suit in range(len(DECK.suits)):
        cards = [card for card in range(len(DECK)) if DECK.suit(card) == suit]
        mine = tuple(VALUE[card] for card in cards if card in hand)
        held.setdefault(tuple(VALUE[card] for card in cards), []).append(mine)
    return tuple(tuple(sorted(alike)) for alike in held.values())


def _rows(
    hands: Sequence[Cards], kind: Callable[[Cards], Hashable], kinds: Sequence[Hashable] = ()
) -> Rows:
    """Put hands of one kind into one row: kinds that are given first, others as they come."""
    rows = {one: row for row, one in enumerate(kinds)}
    first: dict[int, Cards] = {}
    of_hand = np.full(len(HANDS), -1, np.int64)
    places = {hand: place for place, hand in enumerate(HANDS)}
    for hand in hands:
        row = rows.setdefault(kind(hand), len(rows))
        first.setdefault(row, hand)
        of_hand[places[hand]] = row
    return Rows(tuple(first[row] for row in range(len(rows))), of_hand)


def _digest(rules: Rules, effort: Effort) -> str:
    """Return a fingerprint of everything that the chapters depend on, but for the kernels."""
    policies = [lineup(DEFAULT, rules, players, 0) for players in (2, 4)]
    rests_on = {
        "rules": rules.to_dict(),
        "deals": effort.deals,
        "seed": effort.seed,
        "policies": lineups_digest(policies),
    }
    return digest_of(rests_on, (_ANALYZER / name for name in _SOURCES))
