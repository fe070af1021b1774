"""What the sheets of manilla have in common: chances, and what the answer rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.manilla.rules import Rules
from analyzer.report.text.sheet import Block, Line

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.manilla.questions import HandResult, SimulateResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


@dataclass(frozen=True)
class Writer:
    """Writes one answer.

    Attributes
    ----------
    result
        The answer.
    language, numbers
        How it is told.
    """

    result: HandResult | SimulateResult
    language: Language
    numbers: Numbers

    @property
    def situation(self) -> Mapping[str, Any]:
        """The question as it was understood."""
        return self.result.basis.situation

    def chances(self, found: HandResult | SimulateResult) -> Block:
        """Return how the points may be shared."""
        say = self.language.say
        lines = (
            self._chance(say("more than 36 points"), found.win),
            self._chance(say("36 each"), found.tie),
            self._chance(say("all twelve tricks (capote)"), found.capote),
        )
        return Block(say("chances"), lines)

    def subject(self) -> tuple[str, ...]:
        """Return what was asked: cards, trump, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(asked["hand"]), say("trump {suit}").format(suit=asked["trump"])]
        if asked["shown"]:
            parts.append(say("turned up: {card}").format(card=asked["shown"]))
        parts.append(self._place(asked["position"]))
        if asked["score"]:
            parts.append(asked["score"])
        if asked["partner"]:
            parts.append(say("partner: {cards}").format(cards=" ".join(asked["partner"])))
        if asked["played"]:
            parts.append(say("played: {cards}").format(cards=asked["played"]))
        return tuple(parts)

    def warnings(self) -> tuple[str, ...]:
        """Return what should make a reader doubt the answer."""
        if not self.result.basis.interrupted:
            return ()
        return (self.language.say("Interrupted: this is from the deals finished by then."),)

    def basis(self) -> tuple[str, ...]:
        """Return what the answer rests on."""
        say, basis = self.language.say, self.result.basis
        text = say("{deals} deals sampled (seed {seed}), ± at 95%")
        if basis.method == "exact":
            text = say("exact: all {deals} deals counted")
        deals = text.format(deals=self.numbers.whole(basis.deals), seed=basis.seed)
        return (deals, self._play(), self._rules())

    def _chance(self, name: str, estimate: Estimate) -> Line:
        value, error = self.numbers.chance(estimate)
        return Line(name, value, error, estimate.value)

    def _place(self, position: int) -> str:
        say = self.language.say
        texts = (
            say("you play first (mano)"),
            say("you play second"),
            say("you play third"),
            say("you play last (you deal)"),
        )
        return texts[position - 1]

    def _play(self) -> str:
        say = self.language.say
        names = (self.result.basis.play or "").split("/")
        if len(set(names)) == 1:
            return say("all play {policy}").format(policy=names[0])
        if self.result.question == "simulate":
            text = say("the mano's pair plays {mine}, the dealer's {theirs}")
            return text.format(mine="/".join(names[:-1]), theirs=names[-1])
        if len(names) == 2:
            text = say("you play {mine}, they {theirs}")
            return text.format(mine=names[0], theirs=names[1])
        text = say("you play {mine}, your partner {partner}, they {theirs}")
        return text.format(mine=names[0], partner=names[1], theirs=names[2])

    def _rules(self) -> str:
        """Return the nearest preset and the options that differ from it."""
        options = {key: value for key, value in self.result.basis.rules.items() if key != "preset"}
        nearest, changes = Rules(**options).nearest_preset()
        said = self.language.say("{preset} rules").format(preset=nearest)
        return ", ".join([said, *(f"{key}={_option(value)}" for key, value in changes.items())])


def _option(value: object) -> str:
    return str(value).lower()
