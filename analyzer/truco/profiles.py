"""How players call and answer, as shares of their holdings.

A player ranks what he may hold by his chance to win. He calls with the best
``calls`` of it and, as a bluff, with the share ``bluffs`` of the rest. When his
side is called, the best ``reraise`` of the range that answers calls the next
stake, the rest of its best ``accept`` accepts, the others run.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.core.errors import PolicyError
from analyzer.core.fields import printable
from analyzer.core.numerals import decimal

LEAST_SHARE = 1e-9
"""Anything less but nothing is no share of some ten thousand holdings, and too little to divide."""

_FORM = "calls=SHARE,bluffs=SHARE, such as calls=0.25,bluffs=0.1"
_ANSWERS_FORM = "ACCEPT,RERAISE, such as 0.5,0.1"


@dataclass(frozen=True)
class Profile:
    """A way of calling and answering with a name.

    Parameters
    ----------
    name
        What people call it, or the text it was read from; no matter for equality.
    calls
        Share of all holdings, the best ones, that calls.
    bluffs
        Share of the other holdings that calls too.
    answers
        Shares of a range that answers: its best ``answers[1]`` raises again,
        the rest of its best ``answers[0]`` accepts.

    Raises
    ------
    PolicyError
        When a share is not from 0 to 1, or more raise again than stay.
    """

    name: str = field(compare=False)
    calls: float
    bluffs: float
    answers: tuple[float, float] = (0.5, 0.1)

    def __post_init__(self) -> None:
        _verify_share(self.calls, "caller, calls")
        _verify_share(self.bluffs, "caller, bluffs")
        verify_answers(self.answers)

    @property
    def accept(self) -> float:
        """Share of the answering range that stays, raising again included."""
        return self.answers[0]

    @property
    def reraise(self) -> float:
        """Share of the answering range that calls the next stake."""
        return self.answers[1]

    def with_answers(self, answers: tuple[float, float]) -> Profile:
        """Return the same caller with other answers."""
        return replace(self, answers=answers)

    def to_dict(self) -> dict[str, Any]:
        """Return name, shares and answers as plain values."""
        return {
            "name": self.name,
            "calls": self.calls,
            "bluffs": self.bluffs,
            "answers": list(self.answers),
        }


def read_profile(text: str | Profile, place: str = "caller") -> Profile:
    """Return the profile that a text names or spells out.

    Parameters
    ----------
    text
        A key of `PROFILES`, or ``calls=0.25,bluffs=0.1``; a profile stays what it is.
    place
        Where the text stood.

    Raises
    ------
    PolicyError
        For an unknown name, a share that is missing, given twice, or no number
        from 0 to 1.
    """
    if isinstance(text, Profile):
        return text
    if not isinstance(text, str):
        raise PolicyError(printable(text), place, f"one of {', '.join(PROFILES)}, or {_FORM}")
    named = PROFILES.get(text.strip())
    if named is not None:
        return named
    allowed = f"one of {', '.join(PROFILES)}, or {_FORM}"
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = (word.strip() for word in part.partition("="))
        if not equals or name not in ("calls", "bluffs") or name in shares:
            raise PolicyError(text, place, allowed)
        shares[name] = _read_share(number, f"{place}, {name}")
    if len(shares) < 2:
        raise PolicyError(text, place, _FORM)
    return Profile(text.strip(), shares["calls"], shares["bluffs"])


def read_answers(text: str | tuple[float, float], place: str = "answers") -> tuple[float, float]:
    """Return the shares that stay and that raise again, from ``0.5,0.1`` or as two numbers.

    Raises
    ------
    PolicyError
        When there are not two numbers from 0 to 1, or the second is greater.
    """
    if not isinstance(text, str):
        verify_answers(text, place)
        return text
    parts = text.split(",")
    if len(parts) != 2:
        raise PolicyError(text, place, _ANSWERS_FORM)
    accept, reraise = (_read_share(part, place) for part in parts)
    verify_answers((accept, reraise), place)
    return accept, reraise


def verify_answers(answers: tuple[float, float], place: str = "answers") -> None:
    """Raise ``PolicyError`` unless both are shares and the second is not greater."""
    if not isinstance(answers, tuple) or len(answers) != 2:
        raise PolicyError(printable(answers), place, _ANSWERS_FORM)
    accept, reraise = answers
    _verify_share(accept, place)
    _verify_share(reraise, place)
    if reraise > accept:
        raise PolicyError(f"{accept:g},{reraise:g}", place, f"{_ANSWERS_FORM}: RERAISE <= ACCEPT")


def _read_share(text: str, place: str) -> float:
    number = text.strip()
    try:
        share = decimal(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        raise PolicyError(text, place, "a number from 0 to 1, or a percentage") from None
    _verify_share(share, place)
    return share


def _verify_share(share: object, place: str) -> None:
    is_number = isinstance(share, int | float) and not isinstance(share, bool)
    if not is_number or not 0 <= share <= 1:  # type: ignore[operator]
        raise PolicyError(share, place, "a number from 0 to 1")
    if 0 < share < LEAST_SHARE:  # type: ignore[operator]
        raise PolicyError(share, place, f"0, or a number from {LEAST_SHARE:.9f} to 1")


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("tight", 0.12, 0.02),
        Profile("normal", 0.25, 0.10),
        Profile("loose", 0.45, 0.20),
        Profile("bluffer", 0.25, 0.50),
        Profile("random", 1.0, 0.0),
    )
}
"""The profiles that have names."""
