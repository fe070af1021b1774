"""Solutions kept in the user's cache folder, each with a manifest and a checksum.

They outlive the kernels that made them: the key holds a digest of the sources
that say what the numbers mean, and of nothing else.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import cache_folder

_HERE = Path(__file__).parent


def place_of(name: str, key: Mapping[str, Any]) -> Path:
    """Return where a solution's manifest is kept.

    Parameters
    ----------
    name
        What its files are called.
    key
        What it is a solution of; plain values.
    """
    text = json.dumps({**key, "sources": _sources()}, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return _folder() / f"{name}-{digest}.json"


def any_kept(name: str) -> bool:
    """Return whether anything is kept under a name: the quickest way not to look for more."""
    return next(_folder().glob(f"{name}-*.json"), None) is not None


def load(place: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]] | None:
    """Return the arrays and the manifest kept there, ``None`` when missing or damaged."""
    try:
        manifest = json.loads(place.read_text(encoding="utf-8"))
        data = place.with_name(manifest["data"])
        if manifest["sha256"] != _checksum(data):
            return None
        with np.load(data) as arrays:
            return dict(arrays), manifest
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(place: Path, arrays: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any]) -> None:
    """Keep arrays and a manifest in place of former ones.

    The new data lie beside the former until the manifest, replaced in one step,
    names them: whoever is killed on the way leaves the former solution.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        dir=place.parent, prefix=f"{place.stem}-", suffix=".npz", delete=False
    ) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    data = Path(file.name)
    text = json.dumps({**manifest, "data": data.name, "sha256": _checksum(data)}, indent=1)
    part = place.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(place)
    for other in place.parent.glob(f"{place.stem}-*.npz"):
        if other != data:
            other.unlink(missing_ok=True)


def _folder() -> Path:
    return cache_folder().parent / "solved"


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def _sources() -> str:
    """Return a digest of what says which numbers lie where."""
    digest = hashlib.sha256()
    for path in sorted([*_HERE.glob("kernels/*.py"), *(_HERE / f"{n}.py" for n in _MEANING)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_MEANING = ("game", "layout", "cardplay")
