"""What the sheets of manilla have in common: what was asked, and what the answer rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.manilla.rules import Rules
from analyzer.report.text.sheet import Block
from analyzer.report.text.writer import SheetWriter

if TYPE_CHECKING:
    from analyzer.manilla.questions import HandResult, SimulateResult


_POINTS_ONLY = ("hand", "play")
"""Questions about one deal, whose answers do not depend on the score."""


class Writer(SheetWriter):
    """Writes one answer of manilla."""

    def chances(self, found: HandResult | SimulateResult) -> Block:
        """Return how the points may be shared."""
        say = self.language.say
        lines = (
            self.chance(say("more than 36 points"), found.win),
            self.chance(say("36–36"), found.tie),
            self.chance(say("all twelve tricks (capote)"), found.capote),
        )
        return Block(say("chances"), lines)

    def subject(self) -> tuple[str, ...]:
        """Return what was asked: cards, trump, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(asked["hand"]), say("trump {suit}").format(suit=asked["trump"])]
        if asked["shown"]:
            parts.append(say("turned up: {card}").format(card=asked["shown"]))
        parts.append(self.place(asked["position"]))
        if asked["score"]:
            parts.append(asked["score"])
        if asked["partner"]:
            parts.append(say("partner: {cards}").format(cards=" ".join(asked["partner"])))
        if asked["played"]:
            parts.append(say("played: {cards}").format(cards=asked["played"]))
        return tuple(parts)

    def place(self, position: int) -> str:
        """Return when one plays in the first trick."""
        say = self.language.say
        texts = (
            say("you play first (mano)"),
            say("you play second"),
            say("you play third"),
            say("you play last (you deal)"),
        )
        return texts[position - 1]

    def basis(self) -> tuple[str, ...]:
        """Return what the answer rests on."""
        options = {key: value for key, value in self.result.basis.rules.items() if key != "preset"}
        sides = self.language.say("the mano's pair plays {mine}, the dealer's {theirs}")
        rules = self.rules(*Rules(**options).nearest_preset())
        return (self.method(), self.play(sides), rules, *self._unused())

    def _unused(self) -> tuple[str, ...]:
        """Return what was given and changes nothing: cards are played for the deal's points."""
        say, asked = self.language.say, self.situation
        if self.result.question not in _POINTS_ONLY or not (asked["score"] or asked["juegos"]):
            return ()
        return (say("score and juegos change nothing here: cards are played for points"),)
