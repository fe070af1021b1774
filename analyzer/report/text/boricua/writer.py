"""What the sheets of boricua have in common: what was asked, and what the answer rests on."""

from __future__ import annotations

from functools import cached_property

from analyzer.boricua.rules import Rules
from analyzer.boricua.situation.fields import NOBODY
from analyzer.report.text.decisions import DecisionWriter


class Writer(DecisionWriter):
    """Writes one answer."""

    def subject(self, *more: str) -> tuple[str, ...]:
        """Return what was asked: cards, stake, score, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(asked["hand"]), *more]
        if asked.get("stake", self._rules.ladder[0]) != self._rules.ladder[0]:
            parts.append(say("worth {stake}").format(stake=asked["stake"]))
        if asked["score"]:
            parts.append(asked["score"])
        parts.append(self._place(asked["players"], asked["position"]))
        if asked["partner"]:
            parts.append(say("partner: {cards}").format(cards=" ".join(asked["partner"])))
        if asked["seen"]:
            parts.append(say("out: {cards}").format(cards=" ".join(asked["seen"])))
        if asked.get("played"):
            talk = self.result.question == "envite"
            text = say("said: {words}") if talk else say("played: {cards}")
            parts.append(text.format(words=asked["played"], cards=asked["played"]))
        return (*parts, *self._flores())

    def basis(self, *more: str) -> tuple[str, ...]:
        """Return what the answer rests on; who plays how only where cards are played."""
        sides = self.language.say("mano's side plays {mine}, the dealer's {theirs}")
        play = () if self.result.basis.play is None else (self.play(sides),)
        return (self.method(), *play, *more, self.rules(*self._rules.nearest_preset()))

    def _flores(self) -> tuple[str, ...]:
        """Return who has announced a flor, and whose was sent."""
        say, parts = self.language.say, []
        texts = {"announced": say("flor announced: {who}"), "sent": say("flor sent: {who}")}
        for name, text in texts.items():
            who = self.situation.get(name)
            if who == NOBODY:
                parts.append(text.format(who=say("nobody")))
            elif who:
                parts.append(text.format(who=" ".join(map(str, who))))
        return tuple(parts)

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
