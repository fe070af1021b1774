"""The options of Truco Paulista and the presets that people play.

Numbers in brackets, as in [12], are the lines of the rule sheet that
``tests/test_paulista_rules.py`` goes through one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.core.errors import RuleError
from analyzer.truco.options import TrucoRules

CALLS = ("truco", "seis", "nove", "doze")


@dataclass(frozen=True, kw_only=True)
class Rules(TrucoRules):
    """One way of playing Truco Paulista; the defaults are ``traditional``.

    Attributes
    ----------
    deck
        ``"sujo"``, 40 cards, or ``"limpo"``, the 24 from queen to three [6].
    manilhas
        ``"vira"``: the rank above the card turned up [3]; ``"fixed"``:
        4♣ > 7♥ > A♠ > 7♦ and no card is turned up (the Mineiro game).
    cut
        ``"peek"`` lets the player left of the dealer look at one card [9].
    tie_lead
        Who leads after a tied trick [11].
    all_tied
        Who wins a hand of three tied tricks [12].
    covered
        Whether cards may be played face down from the second trick on [13].
    ladder
        What a hand is worth: at first, then after each call [14].
    swap_on_call
        Whether a called pair may see each other's cards before it answers [15].
    onze_choice
        Whether the side one hand short of the match may look and run [17].
    onze_call
        What a call costs at mão de onze and escuro: the match, or it is not
        possible at all [17, 18].
    """

    deck: Literal["sujo", "limpo"] = "sujo"
    manilhas: Literal["vira", "fixed"] = "vira"
    cut: Literal["none", "peek"] = "none"
    tie_lead: Literal["leader", "first_tied"] = "leader"
    all_tied: Literal["dealer", "none", "mano"] = "dealer"
    covered: Literal["never", "follow", "any"] = "never"
    ladder: tuple[int, ...] = (1, 3, 6, 9, 12)
    swap_on_call: bool = True
    onze_choice: bool = False
    onze_call: Literal["loses", "illegal"] = "loses"

    game = "paulista"
    calls = CALLS
    target = 12  # [16]
    example = "all_tied=none"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.deck == "limpo" and self.manilhas == "fixed":
            raise RuleError("limpo", "rule deck", "sujo with fixed manilhas, which include 4 and 7")

    @property
    def onze_score(self) -> int:
        """The score of mão de onze: one plain hand short of the match [17]."""
        return self.target - self.ladder[0]

    @property
    def onze_stake(self) -> int:
        """What a hand is worth at mão de onze [17]."""
        return self.ladder[1]

    @property
    def onze_run(self) -> int:
        """What running from mão de onze gives the other side [17]."""
        return self.ladder[0]


Rules.presets = {
    "traditional": Rules(),
    "online": Rules(
        all_tied="none",
        onze_choice=True,
        onze_call="illegal",
        covered="any",
        swap_on_call=False,
    ),
    "limpo": Rules(deck="limpo"),
    "mineiro": Rules(manilhas="fixed", ladder=(2, 4, 6, 10, 12), onze_choice=True, all_tied="none"),
}
