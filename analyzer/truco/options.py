"""What the rules of every truco have in common: options, presets, a ladder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, ClassVar, Self, get_args, get_type_hints

from analyzer.core.errors import RuleError


@dataclass(frozen=True, kw_only=True)
class TrucoRules:
    """Options of one truco game; the fields of a subclass are the options.

    Every field is either a ``Literal`` of words, a ``bool``, or the ladder of
    stakes. ``presets`` names whole sets of options, ``calls`` the words that
    raise the stake, ``target`` the points that win the match.

    Raises
    ------
    RuleError
        When an option has a value that the game does not know.
    """

    ladder: tuple[int, ...]

    game: ClassVar[str]
    calls: ClassVar[tuple[str, ...]]
    target: ClassVar[int]
    presets: ClassVar[Mapping[str, Any]]

    def __post_init__(self) -> None:
        for name, kind in _option_kinds(type(self)).items():
            value = getattr(self, name)
            if name == "ladder":
                self._verify_ladder()
            elif kind is bool:
                if not isinstance(value, bool):
                    raise RuleError(value, f"rule {name}", "true or false")
            elif value not in get_args(kind):
                raise RuleError(value, f"rule {name}", "one of " + ", ".join(get_args(kind)))

    @property
    def preset(self) -> str | None:
        """Name of the preset with exactly these options, if there is one."""
        return next((name for name, rules in self.presets.items() if rules == self), None)

    @classmethod
    def read(cls, preset: str = "traditional", options: Mapping[str, str] | None = None) -> Self:
        """Return the rules of a preset with single options changed.

        Parameters
        ----------
        preset
            A key of ``presets``.
        options
            Option names and their values as text: words, ``true`` or
            ``false``, and for the ladder numbers parted by commas.

        Raises
        ------
        RuleError
            For a preset, an option or a value that the game does not know.
        """
        if preset not in cls.presets:
            raise RuleError(preset, "rules", "one of the presets " + ", ".join(cls.presets))
        kinds = _option_kinds(cls)
        changes: dict[str, Any] = {}
        for name, text in (options or {}).items():
            if name not in kinds:
                raise RuleError(name, "rule", "one of the options " + ", ".join(kinds))
            changes[name] = _read_value(name, kinds[name], text)
        base: Self = cls.presets[preset]
        return replace(base, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Return every option by name, and the name of the preset if it is one."""
        options = {field.name: getattr(self, field.name) for field in fields(self)}
        options["ladder"] = list(self.ladder)
        return {"preset": self.preset, **options}

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

    def _verify_ladder(self) -> None:
        steps = self.ladder
        rising = all(a < b for a, b in pairwise(steps))
        whole = all(isinstance(s, int) and not isinstance(s, bool) for s in steps)
        if len(steps) != len(self.calls) + 1 or not whole or not rising or steps[0] < 1:
            raise RuleError(
                ",".join(map(str, steps)),
                "rule ladder",
                f"{len(self.calls) + 1} rising whole numbers from 1 on",
            )
        if steps[-1] > self.target:
            raise RuleError(
                steps[-1], "rule ladder", f"no step above the {self.target} points of the match"
            )


_KINDS: dict[type, dict[str, Any]] = {}


def _option_kinds(rules: type) -> dict[str, Any]:
    """Return what each option may be; reading type hints is slow, so only once."""
    if rules not in _KINDS:
        hints = get_type_hints(rules)
        _KINDS[rules] = {field.name: hints[field.name] for field in fields(rules)}
    return _KINDS[rules]


def _read_value(name: str, kind: Any, text: str) -> Any:
    if name == "ladder":
        try:
            return tuple(int(step) for step in text.split(","))
        except ValueError:
            raise RuleError(text, "rule ladder", "numbers parted by commas") from None
    if kind is bool:
        words = {"true": True, "false": False}
        if text.lower() not in words:
            raise RuleError(text, f"rule {name}", "true or false")
        return words[text.lower()]
    return text
