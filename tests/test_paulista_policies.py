"""The named policies of paulista, the expert's tables and what they are measured against."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.errors import PolicyError
from analyzer.paulista import expert
from analyzer.paulista.policies import DEFAULT, POLICIES, lineup, policies
from analyzer.paulista.rules import Rules
from analyzer.paulista.spots import dealt_spot
from analyzer.paulista.training import SCHOOL
from analyzer.truco import contest, training
from analyzer.truco.duel import duel
from analyzer.truco.kernels import hand as k
from analyzer.truco.policies import GREEDY, OPEN, RANDOM, PolicyTable, Sight
from analyzer.truco.thumbs import thumb_policies, thumbs

ROOT = Path(__file__).parent.parent
DEALS = 100_000
EXPERTS = list(product(expert.FAMILIES, (2, 4)))
THREE, TWO, SEVEN, FOUR = 10, 9, 4, 1
ZAP, PICAFUMO = 14, 11
OURS, THEIRS = 0, 1

both_sizes = pytest.mark.parametrize("players", [2, 4])
every_expert = pytest.mark.parametrize(("name", "players"), EXPERTS)


# ------------------------------------------------------------------------------------ names


def test_every_policy_of_the_interface_has_a_name():
    assert list(POLICIES) == ["random", "greedy", "open", "expert", "optimal"]
    made = policies(Rules(), 2)
    assert made["greedy"]() is GREEDY
    assert made["random"]() is RANDOM
    assert made["open"]() is OPEN
    assert made[DEFAULT]().name == "expert"


@pytest.mark.parametrize(
    "text", ["", "best", "greedy/", "greedy/random/greedy/random", "open/greedy", "Greedy"]
)
def test_lineups_that_cannot_be(text):
    with pytest.raises(PolicyError, match=r"^--play: "):
        lineup(text, Rules(), 4, 1, "--play")


@pytest.mark.parametrize("seat", range(4))
def test_roles_come_to_their_seats(seat):
    seated = lineup("expert/greedy/random", Rules(), 4, seat)
    around = [int(seated.kinds[(seat + n) % 4]) for n in range(4)]
    assert around == [0, k.RANDOM, k.GREEDY, k.RANDOM]
    assert seated.name == "expert/greedy/random"
    table = expert.expert_policy(Rules(), 4).table
    assert np.array_equal(seated.firsts, table.first[None])


@pytest.mark.parametrize("seat", range(2))
def test_two_players_have_no_partner(seat):
    seated = lineup("greedy/expert/random", Rules(), 2, seat)
    assert seated.kinds[seat] == k.GREEDY
    assert seated.kinds[1 - seat] == k.RANDOM
    assert lineup("greedy/random", Rules(), 4, 0).kinds.tolist() == [-1, -2, -1, -2]


# ----------------------------------------------------------------------------------- expert


@pytest.mark.parametrize(
    ("preset", "name"),
    [("traditional", "sujo"), ("online", "sujo"), ("limpo", "limpo"), ("mineiro", "mineiro")],
)
@both_sizes
def test_the_deck_decides_which_expert_plays(preset, name, players):
    policy = expert.expert_policy(Rules.read(preset), players)
    shipped = PolicyTable.load(expert.DATA / f"expert-{name}-{players}.npz")
    assert np.array_equal(policy.table.first, shipped.first)
    assert np.array_equal(policy.table.second, shipped.second)
    assert shipped.first.shape[0] == (k.PARTNER_VIEWS if players == 4 else 1)
    assert expert.expert_policy(Rules.read(preset), players) is policy  # read once


@every_expert
def test_the_expert_beats_greedy_and_random(name, players):
    spot = dealt_spot(Rules.read(expert.FAMILIES[name]), players)
    best = expert.expert_policy(Rules.read(expert.FAMILIES[name]), players)
    against_greedy = duel(spot, best, GREEDY, deals=DEALS)
    assert against_greedy.z > 10
    assert against_greedy.margin.value > (0.1 if players == 2 else 0.04)
    against_random = duel(spot, best, RANDOM, deals=DEALS)
    assert against_random.z > 100
    assert against_random.margin.value > 0.2


@pytest.mark.parametrize("name", expert.FAMILIES)
def test_the_expert_makes_use_of_a_known_partner(name):
    spot = dealt_spot(Rules.read(expert.FAMILIES[name]), 4)
    best = expert.expert_policy(Rules.read(expert.FAMILIES[name]), 4)
    assert duel(spot, best, best, deals=DEALS, knows=(True, False)).z > 10


@both_sizes
def test_the_expert_beats_every_rule_of_thumb(players):
    spot, best = dealt_spot(Rules(), players), expert.expert_policy(Rules(), players)
    for thumb in thumb_policies(PICAFUMO, players):
        assert duel(spot, best, thumb, deals=DEALS).z > 10, thumb.name


@every_expert
def test_manifests_tell_where_tables_come_from(name, players):
    rules = Rules.read(expert.FAMILIES[name])
    manifest = json.loads((expert.DATA / f"expert-{name}-{players}.json").read_text())
    assert manifest["sha256"] == training.digest(expert.expert_policy(rules, players).table)
    words = manifest["command"].split()
    assert words[:5] == ["scripts/learn-expert", "paulista", name, "--players", str(players)]
    plan = training.courses(players, int(words[8]), int(words[6]))
    assert manifest["courses"] == training.told(plan)
    assert (ROOT / words[0]).is_file()
    margins = manifest["tournament"]["margins"]
    assert margins["greedy"] > 0.04
    assert min(margins.values()) > -0.001


def test_tables_are_small():
    files = list(expert.DATA.glob("expert-*"))
    assert len(files) == 2 * len(EXPERTS)
    assert sum(file.stat().st_size for file in files) < 1_000_000


@pytest.mark.parametrize("words", ["sujo --players 2", "limpo --players 4"])
def test_learning_writes_the_same_bytes_again(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(training, "TOURNAMENT_DEALS", 200)
    name, players = words.split()[0], int(words[-1])
    written = []
    for threads in ("1", "2"):
        folder = tmp_path / threads
        folder.mkdir()
        sizes = ["--rounds", "3", "--deals", "2000", "--seed", "6"]
        training.main(SCHOOL, [*words.split(), *sizes, "--threads", threads, "--out", str(folder)])
        written.append([path.read_bytes() for path in sorted(folder.iterdir())])
    assert written[0] == written[1]
    assert len(written[0]) == 2
    manifest = json.loads(written[0][0])
    assert manifest["command"] == (
        f"scripts/learn-expert paulista {name} --players {players} --rounds 3 --deals 2000 --seed 6"
    )
    table = PolicyTable.load(tmp_path / "1" / f"expert-{name}-{players}.npz")
    assert manifest["sha256"] == training.digest(table)
    assert capsys.readouterr().err.startswith(f"{manifest['command']}: ")


# -------------------------------------------------------------------------- rules of thumb


@pytest.mark.parametrize(
    ("name", "sight", "slot"),
    [
        ("highest", Sight((ZAP, TWO, FOUR), 1, SEVEN, THEIRS), 0),
        ("lead-middle", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 1),
        ("lead-middle", Sight((TWO, FOUR), 0, -1, k.TIED, OURS), 0),
        ("lead-middle", Sight((ZAP, TWO, FOUR), 1, SEVEN, THEIRS), 1),
        ("lead-lowest", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 2),
        ("lead-lowest", Sight((TWO, FOUR), 0, -1, k.TIED, k.TIED), 0),
        ("lead-low-ahead", Sight((ZAP, TWO), 0, -1, k.TIED, OURS), 1),
        ("lead-low-ahead", Sight((ZAP, TWO), 0, -1, k.TIED, k.TIED), 0),
        ("lead-low-ahead", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 0),
        ("save-top", Sight((ZAP, TWO, FOUR), 1, THREE, THEIRS), 2),
        ("save-top", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 1),
        ("save-top", Sight((ZAP, PICAFUMO, FOUR), 0, -1, k.TIED), 0),
        ("save-top", Sight((ZAP, TWO), 1, THREE, THEIRS, THEIRS), 0),
        ("save-best", Sight((THREE, SEVEN, FOUR), 1, TWO, THEIRS), 2),
        ("save-best", Sight((THREE, SEVEN, FOUR), 1, FOUR, THEIRS), 1),
        ("save-best", Sight((THREE, SEVEN), 1, TWO, THEIRS, THEIRS), 0),
        ("tie-top", Sight((ZAP, TWO, FOUR), 1, TWO, THEIRS), 1),
        ("tie-top", Sight((ZAP, TWO, FOUR), 1, FOUR, THEIRS), 2),
        ("tie-top", Sight((THREE, TWO, FOUR), 1, TWO, THEIRS), 0),
        ("tie-top", Sight((ZAP, TWO, FOUR), 2, TWO, OURS), 2),
        ("overtake", Sight((ZAP, THREE, FOUR), 2, TWO, OURS), 1),
        ("overtake", Sight((ZAP, THREE, FOUR), 2, THREE, OURS), 2),
        ("overtake", Sight((SEVEN, FOUR, FOUR), 2, TWO, OURS), 2),
        ("overtake", Sight((ZAP, THREE), 2, TWO, OURS, THEIRS), 1),
        ("middle-tie", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 1),
        ("middle-tie", Sight((ZAP, TWO), 0, -1, k.TIED, OURS), 1),
        ("middle-tie", Sight((ZAP, TWO, FOUR), 1, TWO, THEIRS), 1),
        ("lowest-save", Sight((ZAP, TWO, FOUR), 0, -1, k.TIED), 2),
        ("lowest-save", Sight((ZAP, TWO, FOUR), 1, THREE, THEIRS), 2),
    ],
)
def test_rules_of_thumb_play_what_they_say(name, sight, slot):
    assert thumbs(PICAFUMO)[name](sight) == slot


def test_only_pairs_have_a_partner_to_overtake():
    names = {players: [p.name for p in SCHOOL.thumbs(players)] for players in (2, 4)}
    assert names[4] == list(thumbs(PICAFUMO))
    assert set(names[4]) - set(names[2]) == {"overtake"}


# ------------------------------------------------------------------------------- tournament


def test_a_tournament_is_printed_best_first(capsys, tmp_path):
    table = tmp_path / "mine.npz"
    PolicyTable.load(expert.DATA / "expert-sujo-2.npz").save(table)
    asked = ["--players", "2", "--deals", "3000", "--table", str(table)]
    assert contest.main(SCHOOL, asked) == 0
    title, points, *rows = capsys.readouterr().out.splitlines()
    assert title == "traditional, 2 players, 3000 deals a duel"
    names = [row.split()[1] for row in rows[: points.split().index("mean") - 1]]
    assert set(names[:2]) == {"expert", "mine"}
    assert set(names[2:]) == {"greedy", "random", *thumbs(PICAFUMO)} - {"overtake"}
    first = rows[0].split()
    assert first[2:4] == ["-", "+0.00"]
    assert all(float(cell) > 0 for cell in first[4:])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--rules", "nowhere"], "presets"),
        (["--table", "missing.npz"], "missing.npz"),
        (["--deals", "1"], "deals"),
    ],
)
def test_a_tournament_that_cannot_be(words, told, capsys):
    assert contest.main(SCHOOL, ["--players", "2", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tournament: ")
    assert told in err
    assert err.count("\n") == 1


GAMES = {
    "learn-expert": ("training", ["paulista", "boricua", "manilla"]),
    "tournament": ("tournament", ["paulista", "boricua", "manilla"]),
}


@pytest.mark.parametrize(
    ("script", "game"), [(script, game) for script in GAMES for game in GAMES[script][1]]
)
def test_scripts_can_be_run(game, script):
    path, module = ROOT / "scripts" / script, GAMES[script][0]
    assert os.access(path, os.X_OK)
    assert path.read_text().rsplit("-m ", 1)[1].split()[0] == f'"analyzer.$1.{module}"'
    shown = subprocess.run(
        [sys.executable, "-m", f"analyzer.{game}.{module}", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.startswith(f"usage: {script} {game} ")


@pytest.mark.parametrize("script", list(GAMES))
@pytest.mark.parametrize("words", [[], ["mus"]])
def test_scripts_ask_for_a_game_that_has_experts(script, words):
    run = subprocess.run(
        [ROOT / "scripts" / script, *words], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (2, "")
    told = words[0] if words else "nothing"
    games = ", ".join(GAMES[script][1])
    assert run.stderr == f"{script}: {told}: the first word is one of {games}\n"
