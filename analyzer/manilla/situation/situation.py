"""The situation of one player: his cards, what he has seen, what he asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import MissingError, SituationError
from analyzer.core.fields import given_fields, read_number, read_pair, read_rules
from analyzer.manilla.cards import DEALT, DECK, PLAYERS, card_name, cards_of, read_suit
from analyzer.manilla.referee import Trick, legal
from analyzer.manilla.rules import Rules
from analyzer.manilla.situation.checks import verify_cards, verify_frame, verify_state
from analyzer.manilla.situation.fields import (
    QUESTIONS,
    card_words,
    pair_text,
    played_text,
    read_card,
    read_cards,
    read_played,
)
from analyzer.manilla.situation.knowledge import Knowledge


@dataclass(frozen=True, eq=False)
class TableState:
    """A deal in progress as kernels take it.

    Seats count from the dealer, seat 0; a seat's side is its parity.

    Attributes
    ----------
    trump
        The suit of triunfo, 0 to 3.
    seat
        The seat of the one who asks.
    trick
        The number of the trick under way, from 0.
    leader
        The seat that leads it.
    table
        Its cards in the order they fell: seat and card.
    played
        All cards played so far, those of the table too: seat and card.
    left
        How many cards each seat still holds.
    mine
        The cards that the one who asks still holds, in the order of
        ``Situation.my_cards``.
    unseen
        All cards in other hands, rising; int8, shape (n,).
    may_hold
        For every seat the mask of the cards that it holds in some deal that fits;
        uint64, shape (4,). A card whose place is known stands in one mask only.
        With ``turned`` empty or of one card, the deals that fit are exactly those in
        which every seat has as many cards as are ``left``, all of its mask.
    turned
        The cards one of which the dealer has turned up: one when it is known; none
        when there is nothing to know. When there are several, each stands for the
        deals that fit in which the dealer has, or has had, that card, and all these
        pairs of a deal and a card are equally likely.
    taken, won
        The points and the number of the tricks that side 0 and side 1 have won.
    """

    trump: int
    seat: int
    trick: int
    leader: int
    table: tuple[tuple[int, int], ...]
    played: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    mine: tuple[int, ...]
    unseen: NDArray[np.int8]
    may_hold: NDArray[np.uint64]
    turned: tuple[int, ...]
    taken: tuple[int, int]
    won: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What one player knows when asking a question.

    Cards are numbers (``analyzer.manilla.cards``). Everything is checked when the
    object is made, so that what exists can be played.

    Parameters
    ----------
    question
        ``"hand"`` or ``"play"``.
    rules
        How the game is played.
    hand
        The twelve cards I was dealt, also those I have played since.
    trump
        The suit of triunfo, 0 to 3.
    position
        When I play in the first trick: 1 is mano, 4 deals.
    shown
        The card that the dealer has turned up.
    partner
        Cards that the partner is known to have been dealt.
    played
        What was played so far, as in ``12O 1O 9O 8O / 3C``.
    score
        Our points and theirs in the juego.
    juegos
        The juegos that we and they have won.

    Raises
    ------
    InputError
        When something does not exist or does not fit: the value, the field, and
        what is allowed, in one line.

    Examples
    --------
    >>> asked = Situation.read(
    ...     "play",
    ...     {
    ...         "hand": "9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B",
    ...         "trump": "B",
    ...         "position": 2,
    ...         "played": "12O",
    ...     },
    ... )
    >>> [card_name(card) for card in asked.legal]
    ['9O']
    """

    question: str = "hand"
    rules: Rules
    hand: tuple[int, ...]
    trump: int
    position: int = 1
    shown: int | None = None
    partner: tuple[int, ...] = ()
    played: str = ""
    score: tuple[int, int] | None = None
    juegos: tuple[int, int] | None = None
    _now: Knowledge = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        verify_frame(self)
        verify_cards(self)
        now = Knowledge(
            self.rules,
            trump=self.trump,
            seat=self.my_seat,
            mine=self.hand,
            partner=self.partner,
            turned=self.shown,
        )
        words = read_played(self.played)
        now.follow(words)
        object.__setattr__(self, "_now", now)
        object.__setattr__(self, "played", played_text(words))
        verify_state(self, now)

    @classmethod
    def read(cls, question: str, fields: Mapping[str, object]) -> Self:
        """Return the situation that options, a JSON object or keywords describe.

        Parameters
        ----------
        question
            ``"hand"`` or ``"play"``.
        fields
            By the long names of the options, with ``hand`` for the cards. Cards may be
            text, lists of texts or card numbers; ``trump`` a letter, a name or a number;
            ``score`` and ``juegos`` a text or a pair; ``rules`` a preset, ``Rules`` or
            what ``Rules.to_dict`` gives; ``rule`` texts ``NAME=VALUE`` or a mapping.
            ``None`` and empty values count as left out. Without ``trump`` it is the suit
            of ``shown``.

        Raises
        ------
        InputError
            For whatever is unknown, missing or wrong, in one line.
        """
        given = given_fields(question, fields, QUESTIONS)
        known = QUESTIONS[question]
        values: dict[str, Any] = {"rules": read_rules(Rules, given.get("rules"), given.get("rule"))}
        if "shown" in given:
            values["shown"] = read_card(given["shown"], "shown")
        if "trump" in given:
            values["trump"] = read_suit(given["trump"], "trump")
        elif "shown" in given:
            values["trump"] = DECK.suit(values["shown"])
        else:
            raise MissingError("trump", known["trump"].example)
        if "players" in given:
            players = read_number(given["players"], "players", known["players"].example)
            if players != PLAYERS:
                raise SituationError(players, "players", known["players"].example)
        if "position" in given:
            values["position"] = read_number(
                given["position"], "position", known["position"].example
            )
        for name, least in (("hand", DEALT), ("partner", 1)):
            if name in given:
                values[name] = read_cards(given[name], name, least, DEALT)
        if "played" in given:
            values["played"] = " ".join(card_words(given["played"], "played"))
        for name in ("score", "juegos"):
            if name in given:
                values[name] = read_pair(given[name], name, known[name].example)
        return cls(question=question, **values)

    def to_dict(self) -> dict[str, Any]:
        """Return the situation as a JSON object that ``read`` takes back."""
        preset, options = self.rules.nearest_preset()
        return {
            "hand": [card_name(card) for card in self.hand],
            "trump": DECK.suits[self.trump],
            "position": self.position,
            "shown": None if self.shown is None else card_name(self.shown),
            "partner": [card_name(card) for card in self.partner],
            "played": self.played,
            "score": None if self.score is None else pair_text(self.score),
            "juegos": None if self.juegos is None else pair_text(self.juegos),
            "rules": preset,
            "rule": options,
        }

    @property
    def my_seat(self) -> int:
        """The seat of the one who asks; 0 is the dealer's."""
        return self.position % PLAYERS

    @property
    def my_side(self) -> int:
        """The side of the one who asks; 0 is the dealer's."""
        return self.my_seat & 1

    @property
    def my_turn(self) -> bool:
        """Whether the one who asks is to play now."""
        return self._now.tricks.next_seat == self.my_seat

    @property
    def my_cards(self) -> tuple[int, ...]:
        """The cards of the one who asks that have not been played, as they were dealt."""
        left = self._now.known[self.my_seat]
        return tuple(card for card in self.hand if left >> card & 1)

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards that the one who asks may play now; none when it is not his turn."""
        if not self.my_turn:
            return ()
        return tuple(legal(self.my_cards, self._now.tricks.on_table, self.trump, self.rules))

    @property
    def partner_cards(self) -> tuple[int, ...]:
        """The cards that the partner is known to hold still, rising."""
        return cards_of(self._now.known[self.my_seat ^ 2])

    @property
    def unseen(self) -> tuple[int, ...]:
        """All cards in other hands, rising, also those whose place is known."""
        seen = {*self.hand, *(lay.card for lay in self._now.played)}
        return tuple(card for card in range(len(DECK)) if card not in seen)

    @property
    def constraints(self) -> tuple[int, ...]:
        """For every seat the mask of the cards that it may still hold.

        A card is in it exactly when the seat has it in some deal that fits: what was
        played is legal there, and known cards are where they are known to be.
        """
        return self._now.may_hold()

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return tuple(self._now.tricks.tricks)

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the finished tricks, ours and theirs."""
        points = self._now.tricks.points
        return points[self.my_side], points[1 - self.my_side]

    def table_state(self) -> TableState:
        """Return the deal in progress in seats and card numbers, as kernels take it."""
        now, tricks = self._now, self._now.tricks
        return TableState(
            trump=self.trump,
            seat=self.my_seat,
            trick=len(tricks.tricks),
            leader=tricks.leader,
            table=tuple((lay.seat, lay.card) for lay in tricks.table),
            played=tuple((lay.seat, lay.card) for lay in now.played),
            left=tuple(now.left),
            mine=self.my_cards,
            unseen=np.array(self.unseen, dtype=np.int8),
            may_hold=np.array(self.constraints, dtype=np.uint64),
            turned=now.turned(),
            taken=tricks.points,
            won=tricks.won,
        )
