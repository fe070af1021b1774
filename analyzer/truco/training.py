"""Learns the experts that come with a game; run by ``scripts/learn-expert``.

Two courses of self-play, one mostly against itself and one that keeps meeting
greedy play, make the candidates. They play a tournament with greedy, random and
the rules of thumb; the candidate is taken whom nobody beats.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from analyzer.core.blocks import Progress
from analyzer.truco.kernels.hand import PARTNER_VIEWS
from analyzer.truco.learning import Course, learn
from analyzer.truco.policies import GREEDY, RANDOM, Policy, PolicyTable, greedy_table
from analyzer.truco.school import School, stem_of
from analyzer.truco.spot import Spot
from analyzer.truco.tournament import Tournament, tournament

DEALS = {2: 1_000_000, 4: 3_000_000}
ROUNDS = 7
SEED = 0
TOURNAMENT_DEALS = 500_000
CANDIDATES = 3
"""How many tables of each course, the last ones, go to the tournament."""


def courses(players: int, deals: int | None = None, rounds: int = ROUNDS) -> dict[str, Course]:
    """Return the courses by name; ``deals`` are those of a first round."""
    amount = {"rounds": rounds, "deals": deals or DEALS[players]}
    return {
        "itself": Course(itself=8, others=4, **amount),
        "greedy": Course(itself=2, others=2, **amount),
    }


def prior(players: int) -> PolicyTable:
    """Return the table that learning starts from."""
    return greedy_table(PARTNER_VIEWS if players == 4 else 1)


def candidates(
    spot: Spot,
    plan: Mapping[str, Course],
    *,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, PolicyTable]:
    """Return the tables of the last rounds of every course, by course and round."""
    found: dict[str, PolicyTable] = {}
    for name, course in plan.items():
        start = prior(spot.players)
        tables = learn(spot, start, course, seed=seed, threads=threads, progress=progress)
        rounds = [(f"{name}-{number}", table) for number, table in enumerate(tables, 1)]
        found.update(rounds[-CANDIDATES:])
    return found


def learn_expert(
    spot: Spot,
    plan: Mapping[str, Course],
    rivals: Sequence[Policy],
    *,
    deals: int,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[str, PolicyTable, Tournament]:
    """Return the best candidate and the tournament that it came out of.

    Parameters
    ----------
    spot
        A hand just dealt.
    plan
        The courses of the candidates.
    rivals
        Who else takes part in the tournament.
    deals
        Of every duel.
    seed
        Of the courses; the tournament is played with other deals.
    threads, progress
        See ``analyzer.core.blocks``.
    """
    learned = candidates(spot, plan, seed=seed, threads=threads, progress=progress)
    field = [Policy(name, 0, table) for name, table in learned.items()]
    field += rivals
    # Another seed, or a table would be judged by the deals that it was learned from.
    apart = (seed + 1) % 2**64
    played = tournament(spot, field, deals=deals, seed=apart, threads=threads, progress=progress)
    best = next(played.names[one] for one in played.ranking if played.names[one] in learned)
    return best, learned[best], played


def manifest(best: str, played: Tournament) -> dict[str, Any]:
    """Return how the chosen table fared, for the file beside it."""
    one = played.names.index(best)
    margins = {
        name: round(played.margin(one, other), 6)
        for other, name in enumerate(played.names)
        if other != one
    }
    return {"chosen": best, "tournament": {"deals": played.deals, "margins": margins}}


def told(plan: Mapping[str, Course]) -> dict[str, dict[str, Any]]:
    """Return courses as plain data, with the sum of their deals."""
    return {name: {**asdict(course), "total": course.total} for name, course in plan.items()}


def digest(table: PolicyTable) -> str:
    """Return a fingerprint of a table's slots."""
    return hashlib.sha256(table.first.tobytes() + table.second.tobytes()).hexdigest()


def main(school: School, arguments: Sequence[str] | None = None) -> None:
    """Learn the experts of a game and write them over those that come with the program."""
    parser = argparse.ArgumentParser(prog=f"learn-expert {school.game}", description=__doc__)
    names = " ".join(school.families)
    parser.add_argument("decks", nargs="*", metavar="DECK", help=f"{names}: all")
    parser.add_argument("--players", type=int, nargs="*", choices=(2, 4), default=[2, 4])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--deals", type=int, help="of the first round; later ones have more")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", type=Path, default=school.data, metavar="FOLDER")
    asked = parser.parse_args(arguments)
    for name, players in product(asked.decks or school.families, asked.players):
        plan = courses(players, asked.deals, asked.rounds)
        best, table, played = learn_expert(
            school.spot(school.families[name], players),
            plan,
            [GREEDY, RANDOM, *school.thumbs(players)],
            deals=TOURNAMENT_DEALS,
            seed=asked.seed,
            threads=asked.threads,
        )
        size = next(iter(plan.values()))
        made_by = (
            f"scripts/learn-expert {school.game} {name} --players {players} --rounds {size.rounds}"
            f" --deals {size.deals} --seed {asked.seed}"
        )
        origin = {"command": made_by, "courses": told(plan), **manifest(best, played)}
        stem = asked.out / stem_of(name, players)
        table.save(stem.with_suffix(".npz"))
        text = json.dumps({**origin, "sha256": digest(table)}, indent=2)
        stem.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
        sys.stderr.write(f"{made_by}: {best}, {origin['tournament']['margins']['greedy']:+.4f}\n")
