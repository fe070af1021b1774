"""Lets a game's policies, rules of thumb and learned tables play each other.

Run by ``scripts/tournament``. Every two play the same deals twice, with the
sides swapped. Points are hands won less hands lost, per 100 hands.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from analyzer.core.errors import InputError
from analyzer.truco.duel import duel
from analyzer.truco.policies import Policy, PolicyTable
from analyzer.truco.school import School
from analyzer.truco.tournament import Tournament, tournament

NAMED = ("expert", "greedy", "random")
DEALS = 200_000
SEED = 2
"""The experts learned from the deals of seed 0 and were chosen on those of seed 1."""


def field(school: School, preset: str, players: int, tables: Sequence[Path] = ()) -> list[Policy]:
    """Return who takes part: named policies, tables from files, rules of thumb."""
    makers = school.policies(preset, players)
    named = [makers[name]() for name in NAMED]
    learned = [Policy(path.stem, 0, PolicyTable.load(path)) for path in tables]
    return [*named, *learned, *school.thumbs(players)]


def as_text(played: Tournament) -> str:
    """Return the tables of points and of standard errors, best contestant first."""
    ranking = played.ranking
    width = max(map(len, played.names))
    numbers = "".join(f"{number:>8}" for number in range(1, len(ranking) + 1))
    blocks = []
    for title, value, scale in (("points", played.margin, 100.0), ("z", played.z, 1.0)):
        lines = [f"{title:<{width + 4}}{numbers}" + ("    mean" if title == "points" else "")]
        for number, one in enumerate(ranking, 1):
            cells = [
                f"{'-':>8}" if one == other else f"{value(one, other) * scale:>+8.2f}"
                for other in ranking
            ]
            if title == "points":
                cells.append(f"{played.mean(one) * scale:>+8.2f}")
            lines.append(f"{number:>2}  {played.names[one]:<{width}}" + "".join(cells))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def main(school: School, arguments: Sequence[str] | None = None) -> int:
    """Play tournaments and print what came of them; return the exit status."""
    parser = argparse.ArgumentParser(prog=f"tournament {school.game}", description=__doc__)
    parser.add_argument("--rules", default="traditional", metavar="PRESET")
    parser.add_argument("--players", type=int, nargs="*", choices=(2, 4), default=[2, 4])
    parser.add_argument("--deals", type=int, default=DEALS, help="of every duel, each played twice")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    parser.add_argument(
        "--partner-known", action="store_true", help="partners know each other's cards"
    )
    parser.add_argument(
        "--table",
        type=Path,
        action="append",
        default=[],
        metavar="FILE.npz",
        help="a learned table that takes part under its file's name",
    )
    asked = parser.parse_args(arguments)
    try:
        for players in asked.players:
            played = tournament(
                school.spot(asked.rules, players),
                field(school, asked.rules, players, asked.table),
                deals=asked.deals,
                seed=asked.seed,
                knows=asked.partner_known,
                threads=asked.threads,
            )
            header = f"{asked.rules}, {players} players, {played.deals} deals a duel"
            sys.stdout.write(f"{header}\n{as_text(played)}\n")
            if players == 4:
                sys.stdout.write(f"{_worth_of_knowing(school, asked)}\n")
    except (InputError, OSError) as error:
        sys.stderr.write(f"tournament: {error}\n")
        return 2
    return 0


def _worth_of_knowing(school: School, asked: argparse.Namespace) -> str:
    """Return what experts win from others who do not know their partner's cards."""
    expert = school.policies(asked.rules, 4)["expert"]()
    found = duel(
        school.spot(asked.rules, 4),
        expert,
        expert,
        deals=asked.deals,
        seed=asked.seed,
        knows=(True, False),
        threads=asked.threads,
    )
    points = f"{found.margin.value * 100:+.2f} points, z {found.z:+.2f}"
    return f"expert knowing the partner's cards against expert without: {points}"
