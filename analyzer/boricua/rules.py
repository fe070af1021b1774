"""The options of Truco de 22 cartas, and the values of its bets.

Numbers in brackets, as in [12], are the lines of the rule sheet that
``tests/test_boricua_rules.py`` goes through one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.core.errors import RuleError
from analyzer.truco.options import TrucoRules

CALLS = ("truco", "seis", "nueve", "juego")

FLOR = 3
"""What a flor is worth that is sent against none [8]."""

FLOR_AGAINST_FLOR = 6
"""What the better of two sent flores is worth [8]."""

FLOR_UNSENT = 1
"""What an announced flor costs that its side has not sent [9]."""

MALOS = 15
"""The last of the malos: from the next grano on a side is in the buenos [14]."""


@dataclass(frozen=True, kw_only=True)
class Rules(TrucoRules):
    """One way of playing Truco de 22 cartas; the defaults are ``traditional``.

    Attributes
    ----------
    mano_a_ley
        Whether mano passes *a ley*: he does not say whether he has a flor, and may
        still send it [6].
    ladder
        What the truco is worth: at first, then after each call; the match's 30
        granos are the match [12].
    signals
        Whether partners know each other's cards [16].
    """

    mano_a_ley: bool = True
    ladder: tuple[int, ...] = (1, 3, 6, 9, 30)
    signals: bool = False

    game = "boricua"
    calls = CALLS
    fewest_calls: ClassVar[int | None] = 3  # the relatives' ladder has three [12]
    target = 30  # [14]
    example = "signals=true"

    @property
    def last_envite(self) -> int:
        """The highest step of an envite: refusing one more would already win any match."""
        step = 1
        while envite_value(step) < self.target:
            step += 1
        return step

    def step_of_envite(self, word: str) -> int:
        """Return the step that a word asks for: 1 for ``envite``, 2 for ``revoque``, ….

        Raises
        ------
        RuleError
            For a word that is no call of an envite.
        """
        words = [envite_word(step) for step in range(1, self.last_envite + 1)]
        if word not in words:
            raise RuleError(
                word, "call", f"one of {words[0]}, {words[1]}, {words[2]} to {words[-1]}"
            )
        return words.index(word) + 1


Rules.presets = {"traditional": Rules()}


def envite_value(step: int) -> int:
    """Return what an envite is worth that was accepted at this step [10].

    Parameters
    ----------
    step
        1 for the envite itself, 2 for the first revoque, and so on. 0 stands for
        an envite that nobody has accepted yet: it is what refusing it pays.

    Returns
    -------
    int
        1, 2, 4, 8, 12, …. Refusing a step pays the value of the one before it.
    """
    return (1, 2)[step] if step < 2 else 4 * (step - 1)


def envite_word(step: int) -> str:
    """Return the word for a step of an envite: ``envite``, ``revoque``, ``revoque2``, …."""
    return ("envite", "revoque")[step - 1] if step < 3 else f"revoque{step - 1}"
