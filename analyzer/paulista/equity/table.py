"""Tables of match equity, and the files they are kept in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Equity:
    """The chance that our side wins the match, for every score and dealer.

    Attributes
    ----------
    values
        float64, shape (target, target, 2): by our points, theirs, and who deals
        the next hand, 0 our side, 1 theirs.
    std_error
        Standard errors of the values, of the same shape.
    provenance
        What the table rests on: ``rules``, ``players``, ``play``, ``profile``
        (ours and theirs), ``deals`` (sampled for each two rungs from which the
        sides stop calling), ``seed``, and digests.
    """

    values: NDArray[np.float64]
    std_error: NDArray[np.float64]
    provenance: dict[str, Any]

    @property
    def target(self) -> int:
        """The points that win the match."""
        return len(self.values)

    def after(self, us: int, them: int, *, we_deal: bool) -> float:
        """Return our chance from a score, also one that has won the match.

        Parameters
        ----------
        us, them
            Points; more than the target count as that many.
        we_deal
            Whether our side deals the next hand.
        """
        if us >= self.target or them >= self.target:
            return float(us >= self.target)
        return float(self.values[us, them, 0 if we_deal else 1])

    def to_dict(self) -> dict[str, Any]:
        """Return what the table rests on and its greatest standard error."""
        return {**self.provenance, "std_error": float(self.std_error.max())}

    def save(self, stem: Path) -> None:
        """Write ``stem.npz`` with the numbers and ``stem.json`` with the provenance."""
        manifest = json.dumps(self.provenance, indent=2, ensure_ascii=False) + "\n"
        stem.with_suffix(".json").write_text(manifest, "utf-8")
        np.savez_compressed(stem.with_suffix(".npz"), values=self.values, std_error=self.std_error)

    @classmethod
    def load(cls, stem: Path) -> Self:
        """Return what `save` wrote."""
        provenance = json.loads(stem.with_suffix(".json").read_text("utf-8"))
        with np.load(stem.with_suffix(".npz")) as arrays:
            return cls(arrays["values"], arrays["std_error"], provenance)
