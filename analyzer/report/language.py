"""The language an answer is told in: English, Portuguese or Spanish.

Words of the games stay as players say them. What people can get wrong, keys of
JSON and error messages stay English. The catalogues in ``locale`` are made by
``scripts/translate``.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from analyzer.core.errors import InputError

LANGUAGES = ("en", "pt", "es")
DOMAIN = "truco"
CATALOGUES = Path(__file__).with_name("locale")

_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@dataclass(frozen=True)
class Language:
    """A language and how it writes numbers.

    Attributes
    ----------
    code
        One of ``LANGUAGES``.
    say
        Translates an English text.
    decimal, thousands
        What parts the fraction from a number, and its thousands.
    """

    code: str
    say: Callable[[str], str]
    decimal: str
    thousands: str

    @classmethod
    def of(cls, code: str) -> Language:
        """Return the language of a code.

        Raises
        ------
        InputError
            For a code that is none of ``LANGUAGES``.
        """
        if code not in LANGUAGES:
            raise InputError(code, "lang", "one of " + ", ".join(LANGUAGES))
        if code == "en":
            return cls(code, str, ".", ",")
        catalogue = gettext.translation(DOMAIN, CATALOGUES, [code])
        return cls(code, catalogue.gettext, ",", ".")

    def number(self, value: float, decimals: int = 0, *, sign: bool = False) -> str:
        """Return a number as people of this language write it."""
        text = f"{value:{'+' if sign else ''},.{decimals}f}"
        return text.translate(str.maketrans(",.", self.thousands + self.decimal))


def usual_language(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the locale asks for, English if it is another."""
    locale = next(filter(None, map(environment.get, _LOCALE_VARIABLES)), "")
    code = locale[:2].lower()
    known = code in LANGUAGES and not locale[2:3].isalpha()
    return code if known else "en"
