"""What happened in a match, as text that a person can follow."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.core.cards import Deck
from analyzer.truco.referee.hand import Lay, TrucoHand
from analyzer.truco.tricks import TIED

PLAYERS = ("Ana", "Bia", "Caio", "Davi")
"""What the players are called when nobody names them."""


class Transcript:
    """Lines of text: one for what is said and dealt, one for each trick.

    Parameters
    ----------
    names
        The players in playing order.
    deck
        The cards of the game.

    Attributes
    ----------
    lines
        The finished lines.
    teams
        The two sides by the names of their players.
    """

    def __init__(self, names: Sequence[str], deck: Deck) -> None:
        self.names = tuple(names)
        self.teams = (" and ".join(self.names[0::2]), " and ".join(self.names[1::2]))
        self.lines: list[str] = []
        self._deck = deck
        self._trick: list[str] = []

    def __str__(self) -> str:
        """Return the text so far, with the trick under way."""
        under_way = [self._trick_line()] if self._trick else []
        return "\n".join([*self.lines, *under_way]) + "\n"

    def head(self, text: str) -> None:
        """Write what is played, and who plays."""
        self.lines.append(f"{text}: {self.teams[0]} against {self.teams[1]}")

    def begin(self, number: int, dealer: int, score: Sequence[int], kind: str = "") -> None:
        """Write the line above a hand; ``kind`` is empty for an ordinary one."""
        title = f"Hand {number}, {kind}" if kind else f"Hand {number}"
        self.lines += ["", f"{title}: {self.names[dealer]} deals, {self._standing(score)}"]

    def end(self, winner: int, score: Sequence[int], remark: str = "") -> None:
        """Write which team wins the match, and the final score."""
        self.end_line()
        self.lines += ["", f"Match to {self.teams[winner]}: {self._standing(score)}{remark}"]

    def deal(self, hand: TrucoHand, dealer: int, remark: str = "") -> None:
        """Write all the cards of a deal, the first player's first."""
        seats = [*range(1, hand.players), 0]
        dealt = ", ".join(
            f"{self._at(seat, dealer)} {self._deck.names(hand.held[seat] or ())}" for seat in seats
        )
        self.note(dealt + remark)

    def note(self, text: str) -> None:
        """Write a line of its own, after the trick under way."""
        self.end_line()
        self.lines.append("  " + text)

    def say(self, player: int, text: str) -> None:
        """Add to the line of the trick under way what a player does."""
        self._trick.append(f"{self.names[player]} {text}")

    def play(self, player: int, lay: Lay, *, out_of_turn: bool = False) -> None:
        """Add a card to the line of the trick under way."""
        card = "xx" if lay.card is None else self._deck.name(lay.card)
        self.say(player, ("covers " if lay.covered else "") + card + (" out of turn" * out_of_turn))

    def end_trick(self, winner: int | None) -> None:
        """Finish the line of a trick; ``winner`` is a team or ``TIED``."""
        result = "tied" if winner in (None, TIED) else f"trick to {self.teams[winner or 0]}"
        self.lines.append(f"{self._trick_line()}: {result}")
        self._trick = []

    def end_line(self) -> None:
        """Finish the line under way, if there is one."""
        if self._trick:
            self.lines.append(self._trick_line())
            self._trick = []

    def _trick_line(self) -> str:
        return "  " + ", ".join(self._trick)

    def _standing(self, score: Sequence[int]) -> str:
        return ", ".join(f"{team} {points}" for team, points in zip(self.teams, score, strict=True))

    def _at(self, seat: int, dealer: int) -> str:
        return self.names[(seat + dealer) % len(self.names)]
