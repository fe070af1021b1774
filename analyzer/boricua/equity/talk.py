"""How flores and envites end between players of given profiles.

Everybody who holds a flor sends it. Without a flor each player, in turn from mano, opens an
envite with the share of hands that his profile calls with, the highest ligas first; he and
the next player after him answer each other as their profiles say. These shares are made on
all hands without a flor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.boricua.cards import DECK, LIGAS, flor, liga
from analyzer.boricua.ranges import liga_ranking
from analyzer.boricua.referee import from_mano
from analyzer.boricua.rules import Rules
from analyzer.truco.profiles import Profile
from analyzer.truco.ranges import Ranking
from analyzer.truco.referee.hand import DEALT

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

RUN, ACCEPT, REVOKE = range(3)
"""Answers to an envite, as places of an array."""


class Talks(NamedTuple):
    """How the talks of some deals ended.

    Attributes
    ----------
    flores
        Chances that a side, 0 the dealer's, wins 3 and 6 with its flores; shape (2, 2).
    envites
        Without a flor, chances that it comes to an answer: by the side that opened, the
        step that is answered less 1, the answer, and the side with the best liga; shape
        (2, steps, 3, 2).
    """

    flores: Floats
    envites: Floats


class _Deals(NamedTuple):
    """Some deals, by what matters of them in the talk.

    Attributes
    ----------
    flores
        As in `Talks`, in deals.
    ligas
        How many deals without a flor there are by the ligas of all seats, as places in
        ``LIGAS``, and by the side that has the best; one axis for each.
    """

    flores: Ints
    ligas: Ints


def exact_talks(rules: Rules, profiles: Sequence[Profile]) -> list[Talks]:
    """Return how the talks of two players end, over all deals: one batch.

    Parameters
    ----------
    rules
        The game.
    profiles
        How the dealer's side and the other call and answer.
    """
    hands = np.array(list(combinations(range(len(DECK)), DEALT)))
    cards = (1 << hands).sum(axis=1)
    apart = np.argwhere(cards[:, None] & cards[None, :] == 0)
    return [_talks(rules, _counted(hands[apart]), profiles)]


def sampled_talks(
    rules: Rules, profiles: Sequence[Profile], deals: int, batches: int, seed: int
) -> list[Talks]:
    """Return how the talks of four players end, in batches of equally many deals."""
    return [_talks(rules, dealt, profiles) for dealt in _sampled(deals, batches, seed)]


def _sampled(deals: int, batches: int, seed: int) -> Iterator[_Deals]:
    rng = np.random.Generator(np.random.Philox(seed))
    for _ in range(batches):
        order = rng.random((deals // batches, len(DECK))).argsort(axis=1)
        yield _counted(order[:, : 4 * DEALT].reshape(-1, 4, DEALT))


def _counted(hands: Ints) -> _Deals:
    """Count deals, shape (deals, players, 3) of cards."""
    players = hands.shape[1]
    ligas, flores = (table[tuple(np.moveaxis(hands, 2, 0))] for table in _tables())
    nearness = -np.array([from_mano(players).index(seat) for seat in range(players)])
    has = flores >= 0
    best_flor = np.where(has, players * flores + nearness, -players).argmax(axis=1) & 1
    sides = np.stack([has[:, side::2].any(axis=1) for side in (0, 1)])
    both = sides.all(axis=0)
    won = np.array(
        [[(sides[side] & ~both).sum(), (both & (best_flor == side)).sum()] for side in (0, 1)]
    )
    none = ~sides.any(axis=0)
    # Places in LIGAS rise as ligas fall.
    best_liga = (nearness - players * ligas[none]).argmax(axis=1) & 1
    shape = (len(LIGAS),) * players + (2,)
    places = np.ravel_multi_index((*ligas[none].T, best_liga), shape)
    return _Deals(won, np.bincount(places, minlength=int(np.prod(shape))).reshape(shape))


def _tables() -> tuple[Ints, Ints]:
    """Return the place of the liga, and the flor or -1, of any three cards in any order."""
    ligas, flores = np.zeros((2, *(len(DECK),) * DEALT), np.int64)
    for hand in combinations(range(len(DECK)), DEALT):
        total = flor(hand)
        for order in permutations(hand):
            ligas[order] = LIGAS.index(liga(hand))
            flores[order] = -1 if total is None else total
    return ligas, flores


def _talks(rules: Rules, dealt: _Deals, profiles: Sequence[Profile]) -> Talks:
    silent = int(dealt.ligas.sum())
    flores = dealt.flores / (dealt.flores.sum() + silent)
    players = dealt.ligas.ndim - 1
    ranks = liga_ranking(has_flor=False)
    opens = [ranks.shares(one.calls, np.array([one.bluffs]))[0] for one in profiles]
    envites = np.zeros((2, rules.last_envite, 3, 2))
    left = dealt.ligas / silent
    for seat in from_mano(players):
        opened = left * _along(opens[seat & 1], seat, left.ndim)
        left = left - opened
        other = (seat + 1) % players
        rest = tuple(axis for axis in range(players) if axis not in (seat, other))
        pair = opened.sum(axis=rest)
        if other < seat:
            pair = pair.swapaxes(0, 1)
        _answered(envites[seat & 1], pair, seat & 1, opens[seat & 1], profiles, ranks)
    return Talks(flores, envites)


def _answered(
    found: Floats,
    pair: Floats,
    side: int,
    opens: Floats,
    profiles: Sequence[Profile],
    ranks: Ranking,
) -> None:
    """Add up the answers to an envite.

    Parameters
    ----------
    found
        Where to; shape (steps, 3, 2).
    pair
        Chances by the ligas of who opened and of who answers him, and the winner.
    side, opens
        Whose envite it is, and which part of each liga opens.
    profiles, ranks
        How the sides answer, and the ligas.
    """
    parts = [opens, np.ones_like(opens)]
    for step in range(len(found)):
        place = 1 - step % 2
        profile = profiles[side ^ place]
        stays = ranks.best_part(parts[place][None], profile.accept)[0]
        again = ranks.best_part(parts[place][None], profile.reraise)[0]
        if step == len(found) - 1:
            again = np.zeros_like(again)
        for answer, part in ((RUN, 1 - stays), (ACCEPT, stays - again), (REVOKE, again)):
            found[step, answer] += (pair * _along(part, place, 3)).sum(axis=(0, 1))
        pair = pair * _along(again, place, 3)
        parts[place] = parts[place] * again


def _along(values: Floats, axis: int, axes: int) -> Floats:
    """Return values along one of several axes."""
    return values.reshape([-1 if at == axis else 1 for at in range(axes)])
