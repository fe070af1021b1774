"""What the rules of every truco have in common: a ladder of stakes and the calls on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from analyzer.core.errors import RuleError
from analyzer.core.options import GameRules


@dataclass(frozen=True, kw_only=True)
class TrucoRules(GameRules):
    """Options of one truco game; the fields of a subclass are the options.

    Every field is either a ``Literal`` of words, a ``bool``, or the ladder of
    stakes, which as text is numbers parted by commas. ``calls`` are the words that
    raise the stake; a ladder may do without the last of them, down to
    ``fewest_calls``, when a game says so.

    Raises
    ------
    RuleError
        When an option has a value that the game does not know.
    """

    ladder: tuple[int, ...]

    calls: ClassVar[tuple[str, ...]]
    fewest_calls: ClassVar[int | None] = None

    def to_dict(self) -> dict[str, Any]:
        """Return every option by name, and the name of the preset if it is one."""
        return {**super().to_dict(), "ladder": list(self.ladder)}

    def verify_stake(self, stake: int) -> None:
        """Raise ``RuleError`` unless ``stake`` stands on the ladder."""
        if stake not in self.ladder:
            steps = ", ".join(map(str, self.ladder))
            raise RuleError(stake, "stake", f"on the ladder {steps} ({self.game})")

    def step_of_call(self, call: str) -> int:
        """Return the rung of the ladder that a call asks for, 1 for the first call.

        Raises
        ------
        RuleError
            For a word that is no call of this game.
        """
        if call not in self.calls:
            raise RuleError(call, "call", "one of " + ", ".join(self.calls))
        return self.calls.index(call) + 1

    def top_rung(self, score: int) -> int:
        """Return the rung of the ladder that wins the match at a score, the top one if none does.

        From it on nobody has a reason to call.
        """
        rung = sum(score + stake < self.target for stake in self.ladder)
        return min(rung, len(self.ladder) - 1)

    def _verify_option(self, name: str, kind: Any, value: Any) -> None:
        if name == "ladder":
            self._verify_ladder()
        else:
            super()._verify_option(name, kind, value)

    @classmethod
    def _read_option(cls, name: str, kind: Any, text: str) -> Any:
        if name != "ladder":
            return super()._read_option(name, kind, text)
        try:
            return tuple(int(step) for step in text.split(","))
        except ValueError:
            raise RuleError(text, "rule ladder", "numbers parted by commas") from None

    def _verify_ladder(self) -> None:
        steps = self.ladder
        rising = all(a < b for a, b in pairwise(steps))
        whole = all(isinstance(s, int) and not isinstance(s, bool) for s in steps)
        fewest = len(self.calls) if self.fewest_calls is None else self.fewest_calls
        lengths = range(fewest + 1, len(self.calls) + 2)
        if len(steps) not in lengths or not whole or not rising or steps[0] < 1:
            raise RuleError(
                ",".join(map(str, steps)),
                "rule ladder",
                f"{' or '.join(map(str, lengths))} rising whole numbers from 1 on",
            )
        if steps[-1] > self.target:
            raise RuleError(
                steps[-1], "rule ladder", f"no step above the {self.target} points of the match"
            )
