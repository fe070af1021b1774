"""What the sheets of paulista have in common: what was asked, and what the answer rests on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.paulista.cards import DECK, MANILHA_NAMES, manilhas
from analyzer.paulista.rules import CALLS, Rules
from analyzer.report.text.decisions import DecisionWriter

if TYPE_CHECKING:
    from analyzer.report.language import Language


class Writer(DecisionWriter):
    """Writes one answer."""

    def subject(self, *more: str) -> tuple[str, ...]:
        """Return what was asked: cards, vira, score, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(map(self._named, asked["hand"]))]
        if asked.get("vira"):
            parts.append(say("vira {card}").format(card=asked["vira"]))
        parts += more
        if asked.get("score"):
            parts.append(asked["score"])
        parts.append(place(asked["players"], asked["position"], self.language))
        if asked.get("partner"):
            cards = " ".join(map(self._named, asked["partner"]))
            parts.append(say("partner: {cards}").format(cards=cards))
        if asked.get("seen"):
            parts.append(say("out: {cards}").format(cards=" ".join(asked["seen"])))
        if asked.get("played"):
            parts.append(say("played: {cards}").format(cards=asked["played"]))
        return tuple(parts)

    def stake(self) -> tuple[str, ...]:
        """Return what the hand is worth, when it is more than a plain one."""
        stake = self.situation["stake"]
        if stake == self._rules.ladder[0]:
            return ()
        return (self.language.say("worth {stake}").format(stake=stake),)

    def basis(self, *more: str) -> tuple[str, ...]:
        """Return what the answer rests on."""
        sides = self.language.say("the mão's side plays {mine}, the dealer's {theirs}")
        return (self.method(), self.play(sides), *more, self.house())

    def house(self) -> str:
        """Return by which rules the game is played."""
        return self.rules(*self._rules.nearest_preset())

    @property
    def calls(self) -> dict[str, str]:
        """The calls, with what they are worth where their usual worth is another."""
        worth = zip(CALLS, self._rules.ladder[1:], Rules().ladder[1:], strict=True)
        return {
            call: call if stake == usual else f"{call} ({stake})" for call, stake, usual in worth
        }

    def scores(self, all_scores: Sequence[int]) -> Sequence[int]:
        """Return the scores that a match can come to: the sums of stakes."""
        found = {0}
        for score in all_scores:
            found |= {score + stake for stake in self._rules.ladder if score in found}
        return [score for score in all_scores if score in found]

    def _named(self, card: str) -> str:
        """Return a card, a manilha with its name."""
        name = self._manilhas.get(card)
        return f"{card} ({name})" if name else card

    @cached_property
    def _manilhas(self) -> dict[str, str]:
        vira = self.situation.get("vira")
        if vira is None and self._rules.manilhas == "vira":
            return {}
        ranked = manilhas(self._rules, None if vira is None else DECK.parse(vira, "vira"))
        return dict(zip(map(DECK.name, ranked), MANILHA_NAMES, strict=True))

    @cached_property
    def _rules(self) -> Rules:
        options = dict(self.result.basis.rules)
        options.pop("preset")
        return Rules(**{**options, "ladder": tuple(options["ladder"])})


def place(players: int, position: int, language: Language) -> str:
    """Return when somebody plays in the first trick."""
    say = language.say
    if position == 1:
        text = say("you play first of {players} (mão)")
    elif position == players:
        text = say("you play last of {players} (pé)")
    elif position == 2:
        text = say("you play second of {players}")
    else:
        text = say("you play third of {players}")
    return text.format(players=players)
