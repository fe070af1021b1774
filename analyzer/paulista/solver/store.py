"""Solutions kept in the user's cache folder, each beside a manifest with its checksum."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.core.jit import cache_folder

FORMAT = 1


def place_of(name: str, key: Mapping[str, Any]) -> Path:
    """Return where a solution is kept, without an ending.

    Parameters
    ----------
    name
        What its file is called.
    key
        What it is a solution of; plain values.
    """
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:16]
    return cache_folder() / f"{name}-{digest}"


def load(place: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]] | None:
    """Return the arrays and the manifest kept there, ``None`` when missing or damaged."""
    try:
        manifest = json.loads(place.with_suffix(".json").read_text(encoding="utf-8"))
        data = place.with_suffix(".npz").read_bytes()
    except (OSError, ValueError):
        return None
    if manifest.get("format") != FORMAT or manifest.get("sha256") != _checksum(data):
        return None
    with np.load(place.with_suffix(".npz")) as arrays:
        return dict(arrays), manifest


def save(place: Path, arrays: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any]) -> None:
    """Keep arrays and a manifest, each file replaced in one step.

    Whoever is killed on the way leaves the former files, or a checksum that
    does not fit.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".part", delete=False) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    data = Path(file.name).read_bytes()
    text = json.dumps({"format": FORMAT, "sha256": _checksum(data), **manifest}, indent=1)
    Path(file.name).replace(place.with_suffix(".npz"))
    part = place.with_suffix(".json.part")
    part.write_text(text, encoding="utf-8")
    part.replace(place.with_suffix(".json"))


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
