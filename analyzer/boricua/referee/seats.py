"""The order from mano: who speaks first, and who wins a tie."""

from __future__ import annotations

from collections.abc import Mapping


def from_mano(players: int) -> tuple[int, ...]:
    """Return the seats in the order in which they speak; the dealer, seat 0, is last [3]."""
    return (*range(1, players), 0)


def best_seat(values: Mapping[int, int], players: int) -> int:
    """Return the seat with the highest value, among equal ones the nearest to mano [8, 11].

    Parameters
    ----------
    values
        Totals of flores or ligas by seat; seats may be missing.
    players
        2 or 4.
    """
    order = from_mano(players)
    return max(values, key=lambda seat: (values[seat], -order.index(seat)))
