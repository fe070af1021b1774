"""The strategy book of Truco Paulista: one page for the phone, without any outside request."""

from __future__ import annotations

from analyzer.report.book.paulista import write_book

__all__ = ["write_book"]
