"""The readable referee: plays, checks and scores hands and whole matches.

Slow and plain on purpose. It follows the rule sheet line by line, numbers in
brackets say which, and the compiled kernels are held to it by tests.
"""

from __future__ import annotations

from analyzer.paulista.referee.hand import Hand, Lay, Pending, Trick

__all__ = ["Hand", "Lay", "Pending", "Trick"]
