"""Text for places that know ASCII only: letters for suits, no accents."""

from __future__ import annotations

import unicodedata

LETTERS = str.maketrans("♣♥♠♦", "pceo")
"""What stands for the suits: paus, copas, espadas, ouros."""

_PLAINER = str.maketrans({"·": "|", "−": "-", "–": "-", "…": "...", "±": "+/-", "“": '"', "”": '"'})


def plain(text: str) -> str:
    """Return a text in ASCII."""
    spelled = text.translate(LETTERS).translate(_PLAINER)
    apart = unicodedata.normalize("NFKD", spelled)
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return letters.encode("ascii", "backslashreplace").decode("ascii")
