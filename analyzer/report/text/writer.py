"""What sheets of any game have in common: chances, warnings, what the answer rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.report.text.sheet import Line

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.core.result import Result
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


_MIXING = frozenset({"random", "optimal"})
"""Ways of playing under which a deal is counted once for each way in which it may be played."""


@dataclass(frozen=True)
class SheetWriter:
    """Writes one answer; a game adds its own words.

    Attributes
    ----------
    result
        The answer.
    language, numbers
        How it is told.
    """

    result: Result
    language: Language
    numbers: Numbers

    @property
    def situation(self) -> Mapping[str, Any]:
        """The question as it was understood."""
        return self.result.basis.situation

    def chance(self, name: str, estimate: Estimate, *, best: bool = False, note: str = "") -> Line:
        """Return the line of a chance, with its bar."""
        value, error = self.numbers.chance(estimate)
        return Line(name, value, error, estimate.value, note, best)

    def behind(self, behind: Estimate, scale: float = 100) -> str:
        """Return how far a card is behind the best one, times a scale; nothing for the best."""
        if behind.value == 0 and behind.std_error == 0:
            return ""
        value, error = self.numbers.points(behind.affine(-scale))
        return f"{value} {error}".strip()

    def warnings(self) -> tuple[str, ...]:
        """Return what should make a reader doubt the answer."""
        if not self.result.basis.interrupted:
            return ()
        return (self.language.say("Interrupted: this is from the deals finished by then."),)

    def method(self) -> str:
        """Return how many deals were counted or sampled."""
        say, basis = self.language.say, self.result.basis
        if basis.method == "exact" and basis.deals == 1:
            return say("exact: all cards are known")
        if basis.method == "exact" and not _MIXING.isdisjoint((basis.play or "").split("/")):
            return say("exact: all deals counted")
        deals = self.numbers.whole(basis.deals)
        if basis.method == "exact":
            return say("exact: all {deals} deals counted").format(deals=deals)
        text = say("{deals} deals sampled (seed {seed}), ± at 95%")
        return text.format(deals=deals, seed=basis.seed)

    def play(self, sides: str = "") -> str:
        """Return who plays how, as the one who asks sees it.

        Parameters
        ----------
        sides
            How it is said of whole hands, with places for the two sides.
        """
        say = self.language.say
        names = (self.result.basis.play or "").split("/")
        if len(set(names)) == 1:
            return say("all play {policy}").format(policy=names[0])
        if sides and self.result.question == "simulate":
            return sides.format(mine="/".join(names[:-1]), theirs=names[-1])
        if len(names) == 2:
            text = say("you play {mine}, they {theirs}")
            return text.format(mine=names[0], theirs=names[1])
        text = say("you play {mine}, your partner {partner}, they {theirs}")
        return text.format(mine=names[0], partner=names[1], theirs=names[2])

    def side_policies(self) -> tuple[str, str]:
        """Return how the first and the dealer's side play, in brackets; nothing when alike."""
        first, _, dealer = (self.result.basis.play or "").rpartition("/")
        return (f" ({first})", f" ({dealer})") if first not in ("", dealer) else ("", "")

    def rules(self, nearest: str, changes: Mapping[str, object]) -> str:
        """Return the nearest preset and the options that differ from it."""
        said = self.language.say("{preset} rules").format(preset=nearest)
        return ", ".join([said, *(f"{key}={option_text(value)}" for key, value in changes.items())])


def option_text(value: object) -> str:
    """Return the value of an option as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
