"""Makes the gallery, or says what has drifted from the code; run by ``scripts/gallery``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

from analyzer.core.errors import InputError
from analyzer.report.gallery.folder import Gallery
from analyzer.report.gallery.pieces import PIECES, Piece


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or check the gallery; return 1 when something has drifted.

    Parameters
    ----------
    arguments
        Of the command line.
    """
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="change nothing, and list what differs or is missing"
    )
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", help="only these pieces, such as paulista/manilhas"
    )
    parser.add_argument("--folder", default="reports", help="where it hangs")
    asked = parser.parse_args(arguments)
    try:
        return _run(asked)
    except InputError as error:
        parser.exit(2, f"gallery: {error}\n")


def _run(asked: argparse.Namespace) -> int:
    pieces = _told(_chosen(asked.only))
    gallery, whole = Gallery.of(asked.folder, hanging=not asked.check), asked.only is None
    if not asked.check:
        gallery.hang(pieces, whole=whole)
        return 0
    drifted = 0
    for line in gallery.drift(pieces, whole=whole):
        sys.stdout.write(f"{line}\n")
        drifted += 1
    return 1 if drifted else 0


def _chosen(names: Sequence[str] | None) -> list[Piece]:
    if names is None:
        return list(PIECES)
    known = [piece.name for piece in PIECES]
    for name in names:
        if name not in known:
            raise InputError(name, "only", "some of " + ", ".join(known))
    return [piece for piece in PIECES if piece.name in names]


def _told(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield pieces, and say on stderr how long each took."""
    for piece in pieces:
        started = time.monotonic()
        yield piece
        sys.stderr.write(f"{piece.name}: {time.monotonic() - started:.1f} s\n")


if __name__ == "__main__":
    sys.exit(main())
