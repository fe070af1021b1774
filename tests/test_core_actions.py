"""The pattern of a referee's actions."""

from __future__ import annotations

import pytest

from analyzer.core.actions import asking
from analyzer.core.errors import RuleError


def test_asking_turns_a_refusal_into_no():
    class Door:
        """A door that opens to even numbers."""

        def verify_open(self, number: int) -> None:
            if number % 2:
                raise RuleError(number, "door", "an even number")
            if number > 100:
                raise ZeroDivisionError

        can_open = asking(verify_open)

    door = Door()
    assert door.can_open(2) is True
    assert door.can_open(number=3) is False
    with pytest.raises(ZeroDivisionError):  # a fault of the program is no answer
        door.can_open(102)
    assert Door.can_open.__name__ == "can_open"
