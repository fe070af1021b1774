"""One hand: flor, envite and truco, in this order, from the deal to the result.

Every action comes three times: ``verify_x`` raises ``RuleError`` with the
reason why it is not possible now, ``can_x`` answers yes or no, and ``x``
verifies and does it. Those of the first two phases are in ``flores`` and
``envite``; the tricks and their calls are those of every truco.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

from analyzer.boricua.cards import DECK, STRENGTH, liga, verify_in_deck
from analyzer.boricua.referee.envite import Envite
from analyzer.boricua.referee.flores import MANO, Flores
from analyzer.boricua.rules import FLOR_UNSENT, Rules
from analyzer.core.errors import RuleError
from analyzer.truco.referee.hand import TrucoHand

ALL_TIED = MANO & 1
"""The side that wins a hand of three tied tricks: mano's [13]."""

Phase = Literal["announce", "send", "envite", "play", "over"]


class Talk(NamedTuple):
    """The two phases before the first card."""

    flores: Flores
    envite: Envite


class Award(NamedTuple):
    """Granos that a side scores: whose, how many, and for what.

    ``reason`` is ``"flor"``, ``"envite"``, ``"truco"`` or ``"silence"``, the price of
    an announced flor that the other side has not sent.
    """

    side: int
    points: int
    reason: str


class Hand(TrucoHand):
    """One hand of Truco de 22 cartas.

    Seats count in playing order from the dealer, seat 0; seat 1, *mano*, speaks and
    plays first [3]. A seat's side is its parity.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2 or 4.
    hands
        The three cards dealt to each seat. Without the talk of flor and envite a
        hand may be ``None``, unknown: it can then play any card that is not known
        to be elsewhere.
    stake
        What the truco is worth before any further call; the lowest by default.
    talk
        Whether the hand begins with flor and envite, or after them.

    Attributes
    ----------
    talk
        The first two phases, ``None`` in a hand that begins after them.

    Raises
    ------
    CardError
        When a card is dealt twice or does not exist.
    RuleError
        When players, stake or hands do not fit.

    Notes
    -----
    The other attributes are those of ``TrucoHand``: who wins a trick and the hand
    [13], what calls do [12]. ``winner`` and ``points`` are those of the truco alone;
    ``awards`` has everything.
    """

    deck = DECK
    rules: Rules

    def __init__(
        self,
        rules: Rules,
        *,
        players: int,
        hands: Sequence[Sequence[int] | None],
        stake: int | None = None,
        talk: bool = True,
    ) -> None:
        super().__init__(
            rules,
            players=players,
            hands=hands,
            strength=STRENGTH,
            all_tied=ALL_TIED,
            stake=stake,
        )
        self.talk: Talk | None = None
        if talk:
            known = [dealt for dealt in hands if dealt is not None]
            if len(known) != players:
                raise RuleError("unknown", "hands", "all of them, or a hand without the talk")
            flores = Flores(rules, known)
            ligas = [liga(dealt) for dealt in known]
            self.talk = Talk(flores, Envite(rules, players, ligas, flores))

    @property
    def flores(self) -> Flores:
        """The first phase.

        Raises
        ------
        RuleError
            For a hand without the talk.
        """
        return self._talk().flores

    @property
    def envite(self) -> Envite:
        """The second phase.

        Raises
        ------
        RuleError
            For a hand without the talk.
        """
        return self._talk().envite

    @property
    def phase(self) -> Phase:
        """What comes next: flores, envite, or cards and calls until these are over."""
        if self.talk is not None:
            flores, envite = self.talk
            if flores.phase != "over":
                return flores.phase
            if not envite.over:
                return "envite"
        return "play" if self.winner is None else "over"

    @property
    def asked(self) -> int | None:
        """The seat that is asked next, of a side the first after the one who has called."""
        if self.phase in ("announce", "send"):
            return self.flores.turn
        asks: Envite | Hand = self.envite if self.phase == "envite" else self
        return asks.turn if asks.pending is None else (asks.pending.caller + 1) % self.players

    @property
    def turn(self) -> int | None:
        """The seat that is to play or call; ``None`` while nobody is."""
        return super().turn if self.phase == "play" else None

    @property
    def awards(self) -> tuple[Award, ...]:
        """What has been scored, in the order of scoring: flor, envite, truco, penalties [14].

        The price of a silent flor is paid at the end of the hand [9]; where both
        sides owe it, mano's side scores first.
        """
        found = []
        if self.talk is not None:
            flores, envite = self.talk
            if flores.winner is not None:
                found.append(Award(flores.winner, flores.points, "flor"))
            if envite.winner is not None:
                found.append(Award(envite.winner, envite.points, "envite"))
        if self.winner is not None:
            found.append(Award(self.winner, self.stake, "truco"))
            owing = () if self.talk is None else self.talk.flores.owing
            found += [Award(1 - side, FLOR_UNSENT, "silence") for side in owing]
        return tuple(found)

    def copy(self) -> Self:
        """Return an independent hand in the same state."""
        twin = super().copy()
        if self.talk is not None:
            flores = self.talk.flores.copy()
            twin.talk = Talk(flores, self.talk.envite.copy(flores))
        return twin

    def _talk(self) -> Talk:
        if self.talk is None:
            raise RuleError("talk", "hand", "a hand that begins with its talk")
        return self.talk

    def _verify_dealable(self, card: int, place: str) -> None:
        verify_in_deck(card, place)

    def _verify_going_on(self, seat: int, given: str, place: str) -> None:
        self._verify_seat(seat, place)
        waiting = {
            "announce": "the flores are",
            "send": "the flores are",
            "envite": "the envite is",
        }
        if self.phase in waiting:
            raise RuleError(given, place, f"nothing before {waiting[self.phase]} settled")
        super()._verify_going_on(seat, given, place)
