"""What the sheets of boricua have in common: what was asked, and what the answer rests on."""

from __future__ import annotations

from functools import cached_property

from analyzer.boricua.rules import Rules
from analyzer.report.text.writer import SheetWriter


class Writer(SheetWriter):
    """Writes one answer."""

    def subject(self) -> tuple[str, ...]:
        """Return what was asked: cards, stake, score, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(asked["hand"])]
        if asked["stake"] != self._rules.ladder[0]:
            parts.append(say("worth {stake}").format(stake=asked["stake"]))
        if asked["score"]:
            parts.append(asked["score"])
        parts.append(self._place(asked["players"], asked["position"]))
        if asked["partner"]:
            parts.append(say("partner: {cards}").format(cards=" ".join(asked["partner"])))
        if asked["seen"]:
            parts.append(say("out: {cards}").format(cards=" ".join(asked["seen"])))
        if asked["played"]:
            parts.append(say("played: {cards}").format(cards=asked["played"]))
        return tuple(parts)

    def basis(self) -> tuple[str, ...]:
        """Return what the answer rests on."""
        rules = self.rules(*self._rules.nearest_preset())
        return (self.method(), self.play(), *self._partner(), rules)

    def play(self) -> str:
        """Return who plays how; of whole hands, which side."""
        sides, _, dealer = (self.result.basis.play or "").rpartition("/")
        if self.result.question != "simulate" or sides in ("", dealer):
            return super().play()
        text = self.language.say("mano's side plays {mine}, the dealer's {theirs}")
        return text.format(mine=sides, theirs=dealer)

    def _partner(self) -> tuple[str, ...]:
        """Return a note when there is a partner of whom nothing is known."""
        asked = self.situation
        if asked["players"] == 2 or asked.get("partner", True):
            return ()
        say = self.language.say
        return (say("the partner's cards are not known: decided on your own (--partner)"),)

    def _place(self, players: int, position: int) -> str:
        say = self.language.say
        if position == 1:
            text = say("you play first of {players} (mano)")
        elif position == players:
            text = say("you play last of {players} (you deal)")
        elif position == 2:
            text = say("you play second of {players}")
        else:
            text = say("you play third of {players}")
        return text.format(players=players)

    @cached_property
    def _rules(self) -> Rules:
        options = {key: value for key, value in self.result.basis.rules.items() if key != "preset"}
        return Rules(**{**options, "ladder": tuple(options["ladder"])})
