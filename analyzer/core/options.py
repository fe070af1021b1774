"""Rules as data: the options of a game, their presets, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, get_args, get_type_hints

from analyzer.core.errors import RuleError


@dataclass(frozen=True, kw_only=True)
class GameRules:
    """Options of one game; the fields of a subclass are the options.

    A field is a ``Literal`` of words or a ``bool``. For an option of another kind a
    subclass overrides ``_verify_option`` and ``_read_option``. ``presets`` names
    whole sets of options, ``target`` the points that win, ``example`` is an option
    as people write it.

    Raises
    ------
    RuleError
        When an option has a value that the game does not know.
    """

    game: ClassVar[str]
    target: ClassVar[int]
    example: ClassVar[str]
    presets: ClassVar[Mapping[str, Any]]

    def __post_init__(self) -> None:
        for name, kind in _option_kinds(type(self)).items():
            self._verify_option(name, kind, getattr(self, name))

    @property
    def preset(self) -> str | None:
        """Name of the preset with exactly these options, if there is one."""
        return next((name for name, rules in self.presets.items() if rules == self), None)

    @property
    def style(self) -> str:
        """The name of the preset, or what makes the rules differ from ``traditional``."""
        if self.preset is not None:
            return self.preset
        options = [(field.name, field.default, getattr(self, field.name)) for field in fields(self)]
        changed = [f"{name}={value}" for name, default, value in options if value != default]
        return "traditional with " + ", ".join(changed)

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """Return the names of all options."""
        return tuple(_option_kinds(cls))

    @classmethod
    def read(cls, preset: str = "traditional", options: Mapping[str, str] | None = None) -> Self:
        """Return the rules of a preset with single options changed.

        Parameters
        ----------
        preset
            A key of ``presets``.
        options
            Option names and their values as text: words, ``true`` or ``false``, or
            what else the game says.

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
            changes[name] = cls._read_option(name, kinds[name], text)
        base: Self = cls.presets[preset]
        return replace(base, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Return every option by name, and the name of the preset if it is one."""
        return {
            "preset": self.preset,
            **{name: getattr(self, name) for name in self.option_names()},
        }

    def nearest_preset(self) -> tuple[str, dict[str, Any]]:
        """Return the preset that shares most options with these rules, and the others."""
        options = self.to_dict()
        changes = {
            preset: {
                name: options[name]
                for name, value in rules.to_dict().items()
                if name != "preset" and options[name] != value
            }
            for preset, rules in self.presets.items()
        }
        nearest = min(changes, key=lambda preset: len(changes[preset]))
        return nearest, changes[nearest]

    def _verify_option(self, name: str, kind: Any, value: Any) -> None:
        """Raise ``RuleError`` unless an option has a value that it may have."""
        if kind is bool:
            if not isinstance(value, bool):
                raise RuleError(value, f"rule {name}", "true or false")
        elif value not in get_args(kind):
            raise RuleError(value, f"rule {name}", "one of " + ", ".join(get_args(kind)))

    @classmethod
    def _read_option(cls, name: str, kind: Any, text: str) -> Any:
        """Return the value of an option that came as text."""
        if kind is bool:
            words = {"true": True, "false": False}
            if text.lower() not in words:
                raise RuleError(text, f"rule {name}", "true or false")
            return words[text.lower()]
        return text


_KINDS: dict[type, dict[str, Any]] = {}


def _option_kinds(rules: type) -> dict[str, Any]:
    """Return what each option may be; reading type hints is slow, so only once."""
    if rules not in _KINDS:
        hints = get_type_hints(rules)
        _KINDS[rules] = {field.name: hints[field.name] for field in fields(rules)}
    return _KINDS[rules]
