"""What takes long is kept in the user's cache, so that a run that was stopped goes on."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from analyzer.core.jit import cache_folder


class Savable(Protocol):
    """What can write itself to files."""

    def save(self, stem: Path) -> None:
        """Write everything to a file, or to some with endings of their own."""


K = TypeVar("K", bound=Savable)

_DAMAGED = (OSError, EOFError, ValueError, TypeError, KeyError, zipfile.BadZipFile, zlib.error)


def digest_of(provenance: dict[str, Any], sources: Iterable[Path]) -> str:
    """Return a fingerprint of what a table rests on, and of the code that makes it."""
    found = hashlib.sha256(json.dumps(provenance, sort_keys=True).encode())
    for path in sources:
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def kept_folder(name: str) -> Path:
    """Return a folder of this name in the cache that belongs to these kernels, made if possible."""
    folder = cache_folder() / name
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def kept(stem: Path, load: Callable[[Path], K], make: Callable[[], K]) -> K:
    """Return what files keep, or make it and keep it there, completely or not at all.

    Parameters
    ----------
    stem
        The file, or the files without their endings.
    load, make
        Read what is kept, and make it.
    """
    # Whatever may be wrong with a file in a cache, it can be made again.
    with contextlib.suppress(*_DAMAGED):
        return load(stem)
    found = make()
    with contextlib.suppress(OSError):
        _keep(found, stem)
    return found


def _keep(found: Savable, stem: Path) -> None:
    """Save something so that another process never sees half of a file."""
    with tempfile.TemporaryDirectory(dir=stem.parent) as folder:
        found.save(Path(folder) / stem.name)
        for draft in sorted(Path(folder).iterdir()):
            draft.replace(stem.parent / draft.name)
