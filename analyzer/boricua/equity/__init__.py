"""What a score is worth: the chance to win the match from it, for both dealers.

Both sides play and call by one profile, and send every flor. What flores and envites
bring is counted over all deals, trucos with their calls are sampled, and the race is
worked off from its end, each hand in the order in which it is scored. Talk and truco of
one hand are taken as independent.
"""

from __future__ import annotations

from analyzer.boricua.equity.lookup import equity_for
from analyzer.boricua.equity.table import MatchEquity

__all__ = ["MatchEquity", "equity_for"]
