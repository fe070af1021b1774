"""How all tests run: the same each time, and never failing for being slow."""

from __future__ import annotations

import pytest
from book_reader import Reader, browser
from hypothesis import HealthCheck, settings

# Machines are shared: neither an example nor the making of one may be timed.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def _nothing_solved(monkeypatch):
    """Find no solution in the cache: what somebody solved before must change no answer."""
    monkeypatch.setattr("analyzer.paulista.solver.brief.kept_brief", lambda game: None)


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture
def reader(chromium, book):
    """Open the strategy book that a module of tests calls ``book``."""
    found = Reader(chromium, book)
    yield found
    found.close()
