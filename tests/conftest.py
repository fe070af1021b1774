"""How all tests run: property tests the same each time, and never failing for being slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines are shared: neither an example nor the making of one may be timed.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
