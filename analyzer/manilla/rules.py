"""The options of La Manilla.

Numbers in brackets, as in [12], are the lines of the rule sheet that
``tests/test_manilla_rules.py`` goes through one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.core.options import GameRules


@dataclass(frozen=True, kw_only=True)
class Rules(GameRules):
    """One way of playing La Manilla; the defaults are ``traditional``.

    Attributes
    ----------
    trump_card
        ``"shown"``: the dealer's last card makes trump, and everybody has seen it;
        ``"hidden"``: of trump only the suit is known [5].
    must_undertrump
        Whether a player who cannot follow, and whose trumps are all too low to beat
        an opponent, must play one all the same [8].
    capote_wins_juego
        Whether all twelve tricks win the juego, and not just 36 points [12].
    match
        ``"pairs"``: two juegos won; ``"individual"``: three juegos, one with each
        partner, after which the points of every player count [14].
    """

    trump_card: Literal["shown", "hidden"] = "shown"
    must_undertrump: bool = False
    capote_wins_juego: bool = False
    match: Literal["pairs", "individual"] = "pairs"

    game = "manilla"
    target = 40  # [13]
    example = "must_undertrump=true"

    @property
    def juegos_to_win(self) -> int:
        """How many juegos win a partida of pairs [14]."""
        return 2


Rules.presets = {"traditional": Rules()}
