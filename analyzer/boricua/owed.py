"""What flores cost that were announced and not sent [9]."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.boricua.referee.flores import MANO
from analyzer.boricua.rules import FLOR_UNSENT
from analyzer.boricua.situation import Situation


class Owed(NamedTuple):
    """What my side gets at the end of the hand, and the other, for flores that were not sent."""

    ours: int = 0
    theirs: int = 0


NOTHING = Owed()
"""Neither side gets anything."""


def owed_unless_sent(situation: Situation) -> Owed:
    """Return what each side gets when the other sends none of the flores it has announced [9]."""
    holders = {seat for seat, has in enumerate(situation.flores) if has}
    return _owed(situation, {seat & 1 for seat in holders - {MANO}})


def owed_by_now(situation: Situation) -> Owed:
    """Return what each side gets for the flores that were announced before the truco [9]."""
    told, sent = (
        {position % situation.players for position in positions}
        for positions in (situation.announced, situation.sent or ())
    )
    return _owed(situation, {seat & 1 for seat in told - {MANO}} - {seat & 1 for seat in sent})


def _owed(situation: Situation, owing: set[int]) -> Owed:
    theirs_owed, ours_owed = (
        FLOR_UNSENT * (side in owing) for side in (situation.my_side, 1 - situation.my_side)
    )
    return Owed(ours_owed, theirs_owed)
