"""What a score is worth: the chance to win the match from it, for both dealers.

Both sides play and call by one profile. Hands that all scores have in common
are sampled, mão de onze of two players and escuro are counted; the race then
is worked off from its end.
"""

from __future__ import annotations

from analyzer.paulista.equity.lookup import equity_for
from analyzer.truco.equity import Equity

__all__ = ["Equity", "equity_for"]
