"""How ligas and flores stand among hands dealt at random, held to the independent program."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import naive_boricua as nb
import numpy as np
import pytest

from analyzer.boricua import Situation
from analyzer.boricua.ligas import Known, liga_counts
from analyzer.boricua.sending import flor_standing
from analyzer.boricua.standings import (
    best_flores,
    flor_standings,
    liga_standings,
    silent_ligas,
)

ALL_HANDS = list(combinations(nb.pack(), 3))
DEALS = {players: math.prod(math.comb(22 - 3 * n, 3) for n in range(players)) for players in (2, 4)}
POSITIONS = [(2, 1), (2, 2), (4, 1), (4, 2), (4, 3), (4, 4)]

everywhere = pytest.mark.parametrize(("players", "position"), POSITIONS)


@everywhere
def test_every_hand_and_every_deal_is_counted(players, position):
    ligas = liga_standings(players, position)
    assert Counter({one.value: one.hands for one in ligas}) == Counter(map(nb.liga, ALL_HANDS))
    assert sum(one.deals for one in ligas) == DEALS[players]
    flores = flor_standings(players, position)
    totals = Counter(total for hand in ALL_HANDS if (total := nb.flor(hand)) is not None)
    assert Counter({one.value: one.hands for one in flores}) == totals
    for one in [*ligas, *flores]:
        assert one.deals * len(ALL_HANDS) == one.hands * DEALS[players]


def test_shares_of_flores_pairs_and_neither():
    ligas, flores = liga_standings(2, 1), flor_standings(2, 1)
    flor = sum(one.hands for one in flores)
    pair = sum(one.hands for one in ligas if one.value > 20) - flor
    assert (flor, pair, len(ALL_HANDS) - flor - pair) == (60, 820, 660)


@pytest.mark.parametrize("position", [1, 2])
def test_two_players_pair_by_pair(position):
    won: Counter[int] = Counter()
    flores: dict[str, Counter[int]] = {"alone": Counter(), "better": Counter(), "worse": Counter()}
    pack = {card: 1 << at for at, card in enumerate(nb.pack())}
    known = [(sum(pack[c] for c in hand), nb.liga(hand), nb.flor(hand)) for hand in ALL_HANDS]
    first = position == 1
    for mask, liga, flor in known:
        for other, other_liga, other_flor in known:
            if mask & other:
                continue
            won[liga] += liga > other_liga or (first and liga == other_liga)
            if flor is not None:
                wins = flor >= (other_flor or 0) if first else flor > (other_flor or 0)
                end = "alone" if other_flor is None else "better" if wins else "worse"
                flores[end][flor] += 1
    assert {one.value: one.better for one in liga_standings(2, position)} == won
    assert all(one.alone == 0 for one in liga_standings(2, position))
    for one in flor_standings(2, position):
        assert [one.alone, one.better, one.worse] == [flores[e][one.value] for e in flores]


def up_to_twins(hands: list[tuple[str, ...]]) -> Counter[frozenset[str]]:
    """How many hands are one but for their suits' names, by one of them.

    Espada and basto hold the same values, and so do oro and copa.
    """
    found: Counter[frozenset[str]] = Counter()
    for hand in hands:
        names = [" ".join(hand)]
        for pair in ("EB", "OC"):
            names += [name.translate(str.maketrans(pair, pair[::-1])) for name in names]
        found[min((frozenset(name.split()) for name in names), key=sorted)] += 1
    return found


@pytest.mark.parametrize("position", [1, 2, 3, 4])
def test_flores_of_four_players_hand_by_hand(position):
    counts = Counter()
    for hand, ways in up_to_twins([h for h in ALL_HANDS if nb.flor(h) == 15]).items():
        fields = {"hand": " ".join(hand), "players": 4, "position": position}
        known = replace(Known.of(Situation.read("hand", fields)), flores=(None,) * 4)
        for end, count in zip(("alone", "better", "worse"), flor_standing(known), strict=True):
            counts[end] += ways * count
    (found,) = (one for one in flor_standings(4, position) if one.value == 15)
    assert {end: getattr(found, end) for end in counts} == counts


@pytest.mark.parametrize("position", [2, 3])
def test_ligas_of_four_players_hand_by_hand(position):
    won = deals = 0
    for hand, ways in up_to_twins([h for h in ALL_HANDS if nb.liga(h) == 24]).items():
        fields = {"hand": " ".join(hand), "players": 4, "position": position}
        found = liga_counts(Known.of(Situation.read("hand", fields)))
        won, deals = won + ways * found.won, deals + ways * found.deals
    (found,) = (one for one in liga_standings(4, position) if one.value == 24)
    assert (found.better, found.deals) == (won, deals)


# ------------------------------------------------------------------------- whole deals


@pytest.mark.parametrize("players", [2, 4])
def test_deals_with_and_without_flores_are_all_deals(players):
    flores, silent = best_flores(players), silent_ligas(players)
    assert flores.sum() + silent.sum() == DEALS[players]
    assert flores[1, 1] > flores[0, 1]  # mano's side wins ties
    for position in range(1, players + 1):
        side = position % 2
        mine = flor_standings(players, position)
        alone = sum(one.alone for one in mine)
        assert alone <= flores[side, 0]
        assert (players == 2) == (alone == flores[side, 0])


def test_two_players_talk_pair_by_pair():
    pack = {card: 1 << at for at, card in enumerate(nb.pack())}
    known = [(sum(pack[c] for c in hand), nb.liga(hand), nb.flor(hand)) for hand in ALL_HANDS]
    ligas = sorted({liga for _, liga, _ in known}, reverse=True)
    flores, silent = np.zeros((2, 2), int), np.zeros((len(ligas),) * 2, int)
    for mine, manos_liga, manos in known:
        at = ligas.index(manos_liga)
        row = silent[at]
        for other, dealers_liga, dealers in known:
            if mine & other:
                continue
            if manos is None and dealers is None:
                row[ligas.index(dealers_liga)] += 1
            else:
                side = int(dealers is None or (manos is not None and manos >= dealers))
                flores[side, int(None not in (manos, dealers))] += 1
    assert best_flores(2).tolist() == flores.tolist()
    assert silent_ligas(2).tolist() == silent.tolist()


def test_four_players_talk_as_sampled():
    count, rng = 20_000, random.Random(3)
    source, found = nb.deals(4, rng), Counter()
    for _ in range(count):
        hands = next(source)
        totals = {seat: t for seat, hand in enumerate(hands) if (t := nb.flor(hand)) is not None}
        if totals:
            sides = {seat & 1 for seat in totals}
            found["flor", nb.best_seat(totals, 4) & 1, len(sides) - 1] += 1
        else:
            found["liga", nb.liga_winner(hands) & 1] += 1
            found["mano", nb.liga(hands[1])] += 1
            found["dealer", nb.liga(hands[0])] += 1
            found["pair", nb.liga(hands[1])] += nb.liga(hands[1]) == nb.liga(hands[3])
    flores, silent = best_flores(4), silent_ligas(4)
    expected = {("flor", *where): n for where, n in np.ndenumerate(flores)}
    for at, liga in enumerate(sorted(set(map(nb.liga, ALL_HANDS)), reverse=True)):
        expected["mano", liga] = expected["dealer", liga] = silent[at].sum()
        expected["pair", liga] = silent[at, :, at].sum()
    for what, deals in expected.items():
        share = deals / DEALS[4]
        assert abs(found[what] / count - share) < 4.5 * (share * (1 - share) / count) ** 0.5, what
