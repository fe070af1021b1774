"""A whole match to 30 granos: the deal, the phases of each hand, the score [3, 14, 15]."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from analyzer.boricua.cards import DECK
from analyzer.boricua.referee.envite import EnviteAnswer
from analyzer.boricua.referee.hand import Award, Hand
from analyzer.boricua.referee.seats import from_mano
from analyzer.boricua.rules import MALOS, Rules, envite_word
from analyzer.core.actions import asking
from analyzer.truco.referee.hand import DEALT, Lay
from analyzer.truco.referee.match import MatchTable

MatchPhase = Literal["deal", "announce", "send", "envite", "play", "over"]

_SCORED = {
    "flor": "flor to {} for {}",
    "envite": "envite to {} for {}",
    "truco": "hand to {} for {}",
    "silence": "{} get {} for a flor that was not sent",
}


class Match(MatchTable[Hand]):
    """A match from the first deal to the last grano.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2, or 4 in two pairs that sit opposite each other.
    rng
        Where chance comes from, or a seed; the same seed gives the same match.
    score
        Granos of team 0 and team 1 at the start.
    dealer
        Who deals first; the player after him is the first *mano*.
    names
        What the players are called in the transcript.

    Attributes
    ----------
    phase
        What comes next: ``"deal"``; ``"announce"`` and ``"send"``, about flores;
        ``"envite"``; ``"play"``, cards and calls; or ``"over"``.

    Raises
    ------
    RuleError
        When players, score, dealer or names do not fit the rules.

    Notes
    -----
    The other attributes are those of ``MatchTable``.
    """

    rules: Rules
    phase: MatchPhase

    def __init__(
        self,
        rules: Rules,
        *,
        players: int,
        rng: random.Random | int = 0,
        score: tuple[int, int] = (0, 0),
        dealer: int = 0,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(
            rules,
            DECK,
            "Truco de 22 cartas",
            players=players,
            rng=rng,
            score=score,
            dealer=dealer,
            names=names,
        )
        self._paid = 0
        self._begin_hand()

    @property
    def buenos(self) -> tuple[bool, bool]:
        """Whether team 0 and team 1 have left the malos [14]."""
        return self._score[0] > MALOS, self._score[1] > MALOS

    @property
    def bolo(self) -> bool:
        """Whether the match is over and its loser has never left the malos [15]."""
        return self.winner is not None and not self.buenos[1 - self.winner]

    @property
    def to_act(self) -> int | None:
        """The player who is asked next; for a side, its first in playing order."""
        if self.phase == "deal":
            return self.dealer
        seat = None if self.hand is None or self.phase == "over" else self.hand.asked
        return None if seat is None else self.player_at(seat)

    def cards_seen(self, player: int) -> dict[int, tuple[int, ...]]:
        """Return the cards that a player knows, by whose they are.

        His own, and his partner's where partners signal [16].
        """
        seat = self.seat_of(player)
        if self.hand is None or self.phase in ("deal", "over"):
            return {}
        seats = range(seat & 1, self.players, 2) if self.rules.signals else (seat,)
        return {self.player_at(other): tuple(self.hand.held[other] or ()) for other in seats}

    # Deal

    def verify_deal(self, hands: Sequence[Sequence[int]] | None = None) -> None:
        """Raise ``InputError`` unless these cards can be dealt now [3].

        Parameters
        ----------
        hands
            Three cards for each player, in the order of the players; drawn by
            chance when left out.
        """
        self._verify_phase("deal", "deal", "deal")
        if hands is not None:
            self._verify_hands(hands)
            self._new_hand(hands)

    can_deal = asking(verify_deal)

    def deal(self, hands: Sequence[Sequence[int]] | None = None) -> None:
        """Deal three cards each."""
        self.verify_deal(hands)
        if hands is None:
            pack = list(range(len(DECK)))
            self.rng.shuffle(pack)
            hands = [[pack.pop() for _ in range(DEALT)] for _ in range(self.players)]
        self.hand = self._new_hand(hands)
        self._paid = 0
        self.transcript.deal(self.hand, self.dealer)
        if self.rules.mano_a_ley:
            self.transcript.say(self.player_at(1), "a ley")
        self._go_on(self.hand)

    # Flor

    def verify_announce(self, player: int, has: bool) -> None:
        """Raise ``RuleError`` unless the player may say this about his flor now [6]."""
        hand, seat = self._at_table(player, "announcement", "announce")
        hand.flores.verify_announce(seat, has)

    can_announce = asking(verify_announce)

    def announce(self, player: int, has: bool) -> None:
        """Say whether the player has a flor."""
        self.verify_announce(player, has)
        hand, seat = self._at_table(player, "announcement", "announce")
        hand.flores.announce(seat, has)
        self.transcript.say(player, "flor" if has else "no flor")
        self._go_on(hand)

    def verify_send(self, player: int, owner: int | None = None) -> None:
        """Raise ``RuleError`` unless the player may send a flor now [7].

        Parameters
        ----------
        player
            Who speaks.
        owner
            The player whose flor it is, his own or his partner's; his own by default.
        """
        hand, seat = self._at_table(player, "flor", "send")
        hand.flores.verify_send(seat, None if owner is None else self.seat_of(owner))

    can_send = asking(verify_send)

    def send(self, player: int, owner: int | None = None) -> None:
        """Send a flor for the side."""
        self.verify_send(player, owner)
        hand, seat = self._at_table(player, "flor", "send")
        flores = hand.flores
        flores.send(seat, None if owner is None else self.seat_of(owner))
        whose = "" if owner in (None, player) else f" {self.transcript.names[owner or 0]}'s"
        self.transcript.say(player, f"sends{whose} {flores.totals[flores.sent[-1]]}")
        self._go_on(hand)

    def verify_keep_silent(self, player: int) -> None:
        """Raise ``RuleError`` unless the player may keep his side's flor to himself now [7]."""
        hand, seat = self._at_table(player, "silence", "send")
        hand.flores.verify_keep_silent(seat)

    can_keep_silent = asking(verify_keep_silent)

    def keep_silent(self, player: int) -> None:
        """Send no flor of the side."""
        self.verify_keep_silent(player)
        hand, seat = self._at_table(player, "silence", "send")
        hand.flores.keep_silent(seat)
        self.transcript.say(player, "sends nothing")
        self._go_on(hand)

    # Envite

    def verify_open_envite(self, player: int) -> None:
        """Raise ``RuleError`` unless the player may open an envite now [10]."""
        hand, seat = self._at_table(player, "envite", "envite")
        hand.envite.verify_open(seat)

    can_open_envite = asking(verify_open_envite)

    def open_envite(self, player: int) -> None:
        """Open an envite; the other side must answer."""
        self.verify_open_envite(player)
        hand, seat = self._at_table(player, "envite", "envite")
        hand.envite.open(seat)
        self.transcript.say(player, envite_word(1))
        self._go_on(hand)

    def verify_pass_envite(self, player: int) -> None:
        """Raise ``RuleError`` unless the player may pass now [10]."""
        hand, seat = self._at_table(player, "pass", "envite")
        hand.envite.verify_pass(seat)

    can_pass_envite = asking(verify_pass_envite)

    def pass_envite(self, player: int) -> None:
        """Pass; the envite is over when everybody has."""
        self.verify_pass_envite(player)
        hand, seat = self._at_table(player, "pass", "envite")
        hand.envite.pass_by(seat)
        self.transcript.say(player, "passes")
        self._go_on(hand)

    def verify_answer_envite(self, player: int, answer: EnviteAnswer) -> None:
        """Raise ``RuleError`` unless the player may give this answer to an envite now [10]."""
        hand, seat = self._at_table(player, answer, "envite")
        hand.envite.verify_answer(seat, answer)

    can_answer_envite = asking(verify_answer_envite)

    def answer_envite(self, player: int, answer: EnviteAnswer) -> None:
        """Answer an envite or a revoque, and score it when that settles it."""
        self.verify_answer_envite(player, answer)
        hand, seat = self._at_table(player, answer, "envite")
        envite = hand.envite
        envite.answer(seat, answer)
        if envite.pending is not None:
            self.transcript.say(player, envite_word(envite.pending.step))
        elif envite.best is None or envite.ligas is None:
            self.transcript.say(player, "no quiero")
        else:
            self.transcript.say(player, "quiero")
            self.transcript.note("ligas: " + ", ".join(self._by_seat(envite.ligas)))
        self._go_on(hand)

    # Truco

    def verify_play(self, player: int, card: int) -> None:
        """Raise ``RuleError`` unless the player may play this card now [13]."""
        hand, seat = self._at_table(player, "play")
        hand.verify_play(seat, card)

    can_play = asking(verify_play)

    def play(self, player: int, card: int) -> None:
        """Play a card, and score the hand when that ends it."""
        self.verify_play(player, card)
        hand, seat = self._at_table(player, "play")
        done = len(hand.tricks)
        hand.play(seat, card)
        self.transcript.play(player, Lay(seat, card))
        self._after_card(hand, done)

    def verify_call(self, player: int, step: int | None = None) -> None:
        """Raise ``RuleError`` unless the player may call now [12]."""
        hand, seat = self._at_table(player, "call")
        hand.verify_call(seat, step)

    can_call = asking(verify_call)

    def call(self, player: int, step: int | None = None) -> None:
        """Call for the next stake; the other side must answer."""
        self.verify_call(player, step)
        hand, seat = self._at_table(player, "call")
        hand.call(seat, step)
        self._say_call(hand, player)

    # What follows from it

    def _begin_hand(self) -> None:
        self.number += 1
        self.phase = "deal"
        self.transcript.begin(self.number, self.dealer, self._score)

    def _new_hand(self, hands: Sequence[Sequence[int]]) -> Hand:
        return Hand(
            self.rules,
            players=self.players,
            hands=[hands[self.player_at(seat)] for seat in range(self.players)],
        )

    def _go_on(self, hand: Hand) -> None:
        """Score what has been settled, and turn to the phase that the hand is in."""
        if hand.phase != self.phase != "deal":
            self.transcript.end_line()
        if not self._pay(hand):
            self.phase = hand.phase

    def _end_hand(self, hand: Hand) -> None:
        if not self._pay(hand):
            self._next_hand()

    def _pay(self, hand: Hand) -> bool:
        """Score the awards that have not been scored, in order, until one wins the match [14]."""
        for award in hand.awards[self._paid :]:
            self._paid += 1
            if self._pay_one(award):
                return True
        return False

    def _pay_one(self, award: Award) -> bool:
        team = self._team(award.side)
        name = self.transcript.teams[team]
        self.transcript.note(_SCORED[award.reason].format(name, award.points))
        was = self.buenos[team]
        won = self._score_points(team, award.points)
        if self.buenos[team] and not was and not won:
            self.transcript.note(f"{name} in the buenos")
        return won

    def _by_seat(self, values: Sequence[int]) -> list[str]:
        """Return what each player has, mano first."""
        names = self.transcript.names
        order = from_mano(self.players)
        return [f"{names[self.player_at(seat)]} {values[seat]}" for seat in order]

    def _tell_end(self, team: int) -> None:
        self.transcript.end(team, self._score, ", bolo" if self.bolo else "")
