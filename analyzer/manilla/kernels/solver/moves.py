"""Which cards the search has to try: all that are legal, without those that cannot be better."""

from __future__ import annotations

from analyzer.core.jit import kernel
from analyzer.manilla.kernels.bits import highest
from analyzer.manilla.kernels.solver.lanes import ALL, DEAR, LOW, higher, suit_lane, takes
from analyzer.manilla.kernels.solver.outcome import (
    MINE,
    OURS_TO_TAKE,
    THEIRS,
    outcome_after,
)


@kernel
def legal_cards(
    hand: int, place: int, led: int, best: int, against: bool, trump: int, undertrump: int
) -> tuple[int, int, int]:
    """Return what may be played, and what that relies on [6-9].

    Parameters
    ----------
    hand
        The hand of the player.
    place
        How many cards lie.
    led, best, against
        The suit led, the card that is winning, and whether it is an opponent's.
    trump
        The suit of triunfo.
    undertrump
        The rule ``must_undertrump``.

    Returns
    -------
    tuple
        The legal cards; the cards relied on for knowing that they are; and 1 when the
        legality of a single one of them only relies on that card, because it beats
        ``best`` and more could not be asked for.
    """
    if place == 0:
        return hand, 0, 0
    legal = hand
    compared = 0
    follow = hand & suit_lane(led)
    trumps = hand & suit_lane(trump)
    if follow:
        legal = follow
        if against and best >> 4 == led:
            compared = follow
    elif against:
        if best >> 4 == trump:
            compared = trumps
            if trumps and undertrump:
                legal = trumps
        elif trumps:
            legal = trumps
    if compared == 0:
        return legal, 0, 0
    beating = compared & higher(best)
    if beating == 0:
        return legal, 1 << best, 0
    if beating == compared:
        return beating, beating & -beating, 1
    return beating, 1 << best, 1


@kernel
def between(left: int, place: int, best: int, hand: int) -> int:
    """Return a mask in which the cards between neighbours of a hand are all set.

    Cards that have been played part nobody's cards, but for the one that is winning.
    Adding a card of the hand to the mask carries through the cards that follow it
    without a gap, see `first_run`.
    """
    others = left | 1 << best if place else left
    return (ALL & ~others) | hand


@kernel
def first_run(cards: int, solid: int) -> int:
    """Return the lowest card of a mask and those that follow it with nobody's between.

    Parameters
    ----------
    cards
        Cards of one hand.
    solid
        See `between`.
    """
    return cards & ((solid + (cards & -cards)) ^ solid)


@kernel
def unlike(run: int) -> int:
    """Return the cards of a run that differ in points: all that have some, and the lowest."""
    cheap = run & LOW
    return run & DEAR | cheap & -cheap


@kernel(inline="always")
def worth_trying(
    run: int,
    place: int,
    led: int,
    best: int,
    against: bool,
    after: int,
    opposite: int,
    before: int,
    trump: int,
) -> tuple[int, int, bool]:
    """Return which cards of a run to try, what that relies on, and if our side takes the trick.

    When the winner of the trick is sure, only the dearest or the cheapest is worth trying.
    Otherwise all that differ in points are. Who takes it, if it is not sure, is who does
    when all play for this trick alone.

    Parameters
    ----------
    run
        Cards of one hand with nobody's between.
    place
        Of the card in the trick.
    led, best, against
        The suit led, the card that was winning, and whether it is an opponent's.
    after, opposite, before
        The hands of the others, in playing order.
    trump
        The suit of triunfo.
    """
    high = highest(run)
    wins = place == 0 or takes(high, best, trump)
    winning = high if wins else best
    outcome = outcome_after(
        place, after, opposite, before, led, winning, wins or not against, trump
    )
    ours = outcome & OURS_TO_TAKE == 0  # it is told from the next player's side
    if run == 1 << high:
        return run, 0, ours
    if outcome & (MINE | THEIRS) == MINE | THEIRS:
        return unlike(run), 0, ours
    relied = 0
    if run & DEAR:
        relied = _surely_relied(
            run, place, wins, against, led, winning, after, opposite, before, trump
        )
    return 1 << high if ours else run & -run, relied, ours


@kernel
def _surely_relied(
    run: int,
    place: int,
    wins: bool,
    against: bool,
    led: int,
    best: int,
    after: int,
    opposite: int,
    before: int,
    trump: int,
) -> int:
    """Return what the sure outcome of a trick relies on, for a run that has points.

    Parameters
    ----------
    run
        Cards of which only one is tried.
    place
        Of the card in the trick.
    wins, against
        Whether the run beats what was winning, and whether that was an opponent's.
    led, best
        The suit led, and the card that wins once one of the run is played.
    after, opposite, before
        The hands of the others, in playing order.
    trump
        The suit of triunfo.
    """
    relied = run
    if place < 3 and not wins and (not against or place < 2):
        to_come = after | opposite if place < 2 else after
        if to_come & suit_lane(best >> 4):
            relied |= 1 << best
    if place < 2 and led != trump and best >> 4 != trump:
        ruffs = 0
        ruffers = 0
        for n in range(3 - place):
            hand = after if n == 0 else opposite if n == 1 else before
            if not hand & suit_lane(led) and hand & suit_lane(trump):
                ruffs |= hand & suit_lane(trump)
                ruffers += 1
        if ruffers > 1:
            relied |= ruffs
    return relied


@kernel
def skipped_relied(relied: int, skipped: int, left: int, hand: int) -> int:
    """Return what skipping equal cards relies on, when none of those tried was enough.

    A card was skipped for its equal. That they are equals relies on the order of the
    player's cards down to the one below which only numbers count: if the lowest card
    relied on in a suit is the player's own, so is the run below it.

    Parameters
    ----------
    relied
        The cards relied on so far.
    skipped
        The cards that were not tried.
    left
        All cards that part others, see `between`.
    hand
        The hand of the player.
    """
    found = 0
    for suit in range(4):
        lane = suit_lane(suit)
        if not relied & lane or not skipped & lane:
            continue
        cards = left & lane
        known = relied & lane
        known = cards & -(known & -known)
        least = known & -known
        while least & hand:
            cards &= least - 1
            least = 1 << highest(cards) & hand if cards else 0
            found |= least
    return found
