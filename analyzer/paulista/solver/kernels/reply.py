"""The turn of the follower in the third trick: which decisions there are, and their pieces.

The leader's card is known, so that all decisions are told apart by it: rows are cards led.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.core.jit import kernel

REPLY: Any = np.int64(6)
"""The level of the turn."""

# Slots of the level; those with room for STEPS are one a decision.
PLANS = 0
MASS = 15  # the opponent's mass at the decision; its part that passes or runs,
GONE = 20
STAYS = 25  # and that accepts
REACH = 30  # the walker's own reach
RUN = 35  # values of running or passing, of accepting,
STAY = 40
WORTH = 45  # and of the decision: all the leader's, or the follower's with a losing card
WINNER = 50  # the follower's with a winning card
WINNERS = 55  # how much of the follower's holdings wins
SPARE = 56
REPLY_SLOTS = 57


@kernel
def reply_actions(j: int, asks: int) -> int:
    """Return how many actions there are after ``j`` calls; the follower's turns are even."""
    if j % 2 == 0:
        return 2 if j < asks else 0
    return 3 if j < asks else 2
