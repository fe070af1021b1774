"""Solutions kept in the user's cache folder, each with a manifest and a checksum.

They outlive the kernels that made them: the key holds a digest of the sources
that say what the numbers mean, and of nothing else.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
import warnings
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.errors import NotKept
from analyzer.core.jit import cache_folder

_HERE = Path(__file__).parent
_DAMAGED = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
_STALE = 3600.0  # seconds after which nobody is writing a file any more


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
    before = None
    # Another process may put a newer solution in its place between two looks.
    while (text := _text(place)) not in (None, before):
        with suppress(*_DAMAGED):
            return _read(place, json.loads(text or ""))
        before = text
    return None


def save(place: Path, arrays: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any]) -> None:
    """Keep arrays and a manifest in place of former ones.

    The new data lie beside the former until the manifest, replaced in one step,
    names them: whoever is killed on the way leaves the former solution. Where nothing
    can be written there is the warning ``NotKept``, and nothing is left half written.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        former = _data_named(place)
        data = _put(place, arrays, manifest)
        _tidy(place, data, former)
    except OSError as error:
        reason = error.strerror or str(error)
        warnings.warn(f"{place.parent}: not kept there: {reason}", NotKept, stacklevel=2)


def _put(place: Path, arrays: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any]) -> Path:
    """Write data under a name of their own, and the manifest that names them."""
    with tempfile.NamedTemporaryFile(
        dir=place.parent, prefix=f"{place.stem}-", suffix=".npz", delete=False
    ) as file:
        data = Path(file.name)
        part = data.with_suffix(".part")
        try:
            np.savez(file, **arrays)  # type: ignore[arg-type]
            file.flush()
            named = {**manifest, "data": data.name, "sha256": _checksum(data, manifest)}
            part.write_text(json.dumps(named, indent=1), encoding="utf-8")
            part.replace(place)
        except BaseException:
            data.unlink(missing_ok=True)
            part.unlink(missing_ok=True)
            raise
    return data


def _tidy(place: Path, data: Path, former: str | None) -> None:
    """Remove the former data, and what processes that were killed have left long ago.

    What another process may be writing at this moment stays.
    """
    for other in place.parent.glob(f"{place.stem}-*"):
        with suppress(FileNotFoundError):
            stale = time.time() - other.stat().st_mtime > _STALE
            if other != data and (stale or other.name == former):
                other.unlink()


def _text(place: Path) -> str | None:
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _data_named(place: Path) -> str | None:
    with suppress(ValueError, AttributeError, RecursionError):
        return str(json.loads(_text(place) or "{}").get("data"))
    return None


def _read(place: Path, manifest: Any) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    data = place.with_name(manifest.pop("data"))
    if manifest.pop("sha256") != _checksum(data, manifest):
        raise ValueError(f"{data}: damaged")
    with np.load(data) as arrays:
        return dict(arrays), manifest


def _folder() -> Path:
    return cache_folder().parent / "solved"


def _checksum(data: Path, manifest: Mapping[str, Any]) -> str:
    """Return the checksum of data and of what their manifest says besides."""
    with data.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(json.dumps(manifest, sort_keys=True).encode())
    return digest.hexdigest()


@cache
def _sources() -> str:
    """Return a digest of what says which numbers lie where."""
    digest = hashlib.sha256()
    for path in sorted([*_HERE.glob("kernels/*.py"), *(_HERE / f"{n}.py" for n in _MEANING)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_MEANING = ("game", "layout", "cardplay")
