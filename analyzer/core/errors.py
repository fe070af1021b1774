"""Errors that tell a person what was given, where, and what is allowed."""

from __future__ import annotations


class InputError(ValueError):
    """A value from outside that the program cannot take.

    Parameters
    ----------
    given
        The value as it came in; shown as is.
    place
        Where it stood: an option, a field, a position in a text.
    allowed
        What could stand there instead, or how to mend the call.
    """

    def __init__(self, given: object, place: str, allowed: str) -> None:
        self.given = given
        self.place = place
        self.allowed = allowed
        super().__init__(f"{place}: {_shown(given)}: {allowed}")


class CardError(InputError):
    """A card that cannot be read, or cannot be where it is said to be."""


class RuleError(InputError):
    """A preset, option or action that the rules do not know or do not allow."""


class SituationError(InputError):
    """Parts of a situation that do not fit together."""


_UNNAMED = {"hand": "cards", "table": "which table"}
"""What a command takes without an option's name."""


class MissingError(SituationError):
    """Something that a question needs and that was not given.

    Parameters
    ----------
    name
        The field, or the option's name without its dashes.
    allowed
        What could stand there.
    """

    def __init__(self, name: str, allowed: str) -> None:
        super().__init__("", name, allowed)
        option = _UNNAMED.get(name) or "--" + name.replace("_", "-")
        self.args = (f"missing {option}: {allowed}",)


class PolicyError(InputError):
    """A way of playing or calling that this question does not know."""


class OutputError(InputError):
    """A file that cannot be written."""


def _shown(value: object, longest: int = 60) -> str:
    """Return ``value`` on one line, cut when it is long."""
    if isinstance(value, int) and abs(value) >= 10**longest:  # too long to be written out
        return f"a number of more than {longest} digits"
    text = " ".join(value.split()) if isinstance(value, str) else repr(value)
    return (text if len(text) <= longest else text[: longest - 1] + "…") or "nothing"


class NotKept(UserWarning):
    """Work that could not be kept for the next time, because the cache cannot be written."""
