"""What happened in a partida, as text that a person can follow."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.manilla.cards import SUIT_NAMES, card_name, card_names
from analyzer.manilla.referee.hand import Hand
from analyzer.manilla.referee.tricks import Lay, Trick
from analyzer.manilla.rules import Rules

PLAYER_NAMES = ("Ana", "Bruno", "Celia", "Diego")
"""What the players are called when nobody names them."""


class Transcript:
    """Lines of text: one for each hand of cards, one for each trick.

    Parameters
    ----------
    names
        The players by their numbers.

    Attributes
    ----------
    lines
        The finished lines.
    pairs
        The two pairs of the juego under way, by the names of their players.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.pairs = ("", "")
        self.lines: list[str] = []
        self._trick: list[str] = []

    def __str__(self) -> str:
        """Return the text so far, with the trick under way."""
        under_way = ["  " + ", ".join(self._trick)] if self._trick else []
        return "\n".join([*self.lines, *under_way]) + "\n"

    def head(self, rules: Rules) -> None:
        """Write what is played and under which rules."""
        whole = f"{rules.juegos_to_win} juegos won" if rules.match == "pairs" else "3 juegos"
        self.lines.append(f"La Manilla, {whole} to {rules.target} points, {rules.style}")

    def draw(self, drawn: Sequence[int]) -> None:
        """Write which cards were drawn for the seats."""
        self.note(
            "drawn: "
            + ", ".join(
                f"{name} {card_name(card)}" for name, card in zip(self.names, drawn, strict=True)
            )
        )

    def sit(self, seats: Sequence[int]) -> None:
        """Write who plays with whom from now on, if that is new."""
        before = self.pairs
        self.pairs = (
            " and ".join(self.names[player] for player in seats[0::2]),
            " and ".join(self.names[player] for player in seats[1::2]),
        )
        if self.pairs != before:
            self.note(f"{self.pairs[0]} against {self.pairs[1]}")

    def begin(self, juego: int, number: int, dealer: int, score: Sequence[int]) -> None:
        """Write the line above a hand."""
        title = f"Juego {juego}, hand {number}"
        self.lines += ["", f"{title}: {self.names[dealer]} deals, {self._standing(score)}"]

    def deal(self, hand: Hand, order: Sequence[int]) -> None:
        """Write all the cards of a deal, mano's first; ``order`` is the players by seat."""
        for seat in (1, 2, 3, 0):
            self.note(f"{self.names[order[seat]]}: {card_names(hand.held[seat])}")
        turned = "" if hand.turned is None else f", {card_name(hand.turned)} turned up"
        self.note(f"triunfo {SUIT_NAMES[hand.trump]}{turned}")

    def play(self, player: int, lay: Lay) -> None:
        """Add a card to the line of the trick under way."""
        self._trick.append(f"{self.names[player]} {card_name(lay.card)}")

    def end_trick(self, trick: Trick, winner: int) -> None:
        """Finish the line of a trick with the player who won it."""
        self.note(f"{', '.join(self._trick)}: {self.names[winner]} wins {trick.points}")
        self._trick = []

    def end_hand(self, points: Sequence[int], scored: Sequence[int], *, capote: bool) -> None:
        """Write what each pair has in its tricks and what that scores, by pair."""
        best = max((0, 1), key=lambda pair: scored[pair])
        score = f"{scored[best]} for {self.pairs[best]}" if scored[best] else "nobody scores"
        self.note(f"{self._standing(points)}: {score}{', a capote' if capote else ''}")

    def end_juego(self, pair: int, score: Sequence[int]) -> None:
        """Write which pair has won a juego, and the final score."""
        self.note(f"juego to {self.pairs[pair]}: {self._standing(score)}")

    def end_pairs(self, pair: int, juegos: Sequence[int]) -> None:
        """Write which pair has won the partida."""
        self.lines += ["", f"Partida to {self.pairs[pair]}: juegos {self._standing(juegos)}"]

    def end_individual(self, winners: Sequence[int], totals: Sequence[int]) -> None:
        """Write who has won the partida, or shares it."""
        players = " and ".join(self.names[player] for player in winners)
        points = ", ".join(
            f"{name} {total}" for name, total in zip(self.names, totals, strict=True)
        )
        self.lines += ["", f"Partida to {players}: {points}"]

    def note(self, text: str) -> None:
        """Write a line of its own."""
        self.lines.append("  " + text)

    def _standing(self, score: Sequence[int]) -> str:
        return ", ".join(f"{pair} {points}" for pair, points in zip(self.pairs, score, strict=True))
