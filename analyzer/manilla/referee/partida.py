"""A whole partida: the draw for seats, the deals, the juegos and who wins.

A player keeps his number through the partida. Seats, as in ``Hand``, count from the
dealer of each hand. A pair is 0 for the two who sit at even places of ``seats``, 1 for
the others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Literal

from analyzer.core.actions import asking
from analyzer.core.errors import RuleError
from analyzer.manilla.cards import DEALT, DECK, PLAYERS
from analyzer.manilla.referee.hand import Hand
from analyzer.manilla.referee.seats import Seats, draw_seats, seats_of_juego, verify_drawn
from analyzer.manilla.referee.transcript import PLAYER_NAMES, Transcript
from analyzer.manilla.rules import Rules

Phase = Literal["draw", "deal", "play", "over"]

JUEGOS = 3
"""How many juegos an individual partida has, one with each partner [14]."""


class Partida:
    """A partida from the draw for seats to the last juego.

    Parameters
    ----------
    rules
        How the game is played.
    rng
        Where chance comes from, or a seed; the same seed gives the same partida.
    seats
        The players in playing order, the first dealer first, when they sit already.
        Otherwise they draw.
    score
        Points of pair 0 and pair 1 in the juego that is played first.
    juegos
        Juegos that the pairs have won before.
    names
        What the players are called in the transcript.

    Attributes
    ----------
    phase
        What comes next: ``"draw"``, ``"deal"``, ``"play"`` or ``"over"``.
    seats
        The players in playing order in the juego under way.
    dealer
        The player who deals, or will deal next.
    hand
        The hand under way, or the one that was finished last.
    juego, number
        How many juegos and, in this juego, hands have been begun.
    totals
        What each player has from the finished juegos of an individual partida.
    winners
        The players who have won the partida, in rising order; none before.
    transcript
        What happened, as text.

    Raises
    ------
    RuleError
        When seats, score, juegos or names do not fit the rules.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        rng: random.Random | int = 0,
        seats: Sequence[int] | None = None,
        score: tuple[int, int] = (0, 0),
        juegos: tuple[int, int] = (0, 0),
        names: Sequence[str] = PLAYER_NAMES,
    ) -> None:
        if len(names) != PLAYERS:
            raise RuleError(len(names), "names", f"one for each of the {PLAYERS} players")
        _verify_pair(score, "score", rules.target)
        _verify_pair(juegos, "juegos", rules.juegos_to_win if rules.match == "pairs" else 1)
        self.rules = rules
        # A seed that can be repeated is the point here, not a secret one.
        self.rng = rng if isinstance(rng, random.Random) else random.Random(rng)  # noqa: S311
        self.phase: Phase = "draw"
        self.seats: Seats = (0, 1, 2, 3)
        self.dealer = 0
        self.hand: Hand | None = None
        self.juego = sum(juegos) + 1
        self.number = 0
        self.totals = [0] * PLAYERS
        self.winners: tuple[int, ...] = ()
        self.transcript = Transcript(names)
        self._score = [*score]
        self._juegos = [*juegos]
        self._first_seats: Seats = self.seats
        self.transcript.head(rules)
        if seats is not None:
            if sorted(seats) != [*range(PLAYERS)]:
                raise RuleError(" ".join(map(str, seats)), "seats", "every player once")
            first, second, third, fourth = seats
            self._sit((first, second, third, fourth))

    # Who sits where, and what stands

    @property
    def score(self) -> tuple[int, int]:
        """The points of pair 0 and pair 1 in the juego under way."""
        return self._score[0], self._score[1]

    @property
    def juegos(self) -> tuple[int, int]:
        """The juegos that pair 0 and pair 1 have won; of pairs only."""
        return self._juegos[0], self._juegos[1]

    @property
    def to_act(self) -> int | None:
        """The player who deals or plays next; ``None`` at the draw and at the end."""
        if self.phase == "deal":
            return self.dealer
        if self.phase == "play" and self.hand is not None and self.hand.turn is not None:
            return self.player_at(self.hand.turn)
        return None

    def player_at(self, seat: int) -> int:
        """Return the player at a seat of the hand under way."""
        return self.seats[(self.seats.index(self.dealer) + seat) % PLAYERS]

    def seat_of(self, player: int) -> int:
        """Return the seat of a player in the hand under way."""
        if player not in range(PLAYERS):
            raise RuleError(player, "player", f"from 0 to {PLAYERS - 1}")
        return (self.seats.index(player) - self.seats.index(self.dealer)) % PLAYERS

    def pair_of(self, player: int) -> int:
        """Return the pair of a player in the juego under way."""
        return self.seats.index(player) % 2

    def cards_seen(self, player: int) -> dict[int, tuple[int, ...]]:
        """Return the cards in hand that a player knows, by whose they are.

        His own, and the card turned up as long as the dealer has it [5].
        """
        seat = self.seat_of(player)
        if self.phase != "play" or self.hand is None:
            return {}
        seen = {player: tuple(self.hand.held[seat])}
        turned = self.hand.turned
        if turned in self.hand.held[0] and self.rules.trump_card == "shown":
            seen.setdefault(self.dealer, (turned,))
        return seen

    # Draw and deal

    def verify_draw(self, drawn: Sequence[int] | None = None) -> None:
        """Raise ``InputError`` unless the players can draw these cards now [3].

        Parameters
        ----------
        drawn
            The card of each player, by his number; left to chance when left out.
        """
        self._verify_phase("draw", "draw")
        if drawn is not None:
            verify_drawn(drawn)

    can_draw = asking(verify_draw)

    def draw(self, drawn: Sequence[int] | None = None) -> None:
        """Draw for partners and seats; the highest card deals."""
        self.verify_draw(drawn)
        cards = self.rng.sample(range(len(DECK)), PLAYERS) if drawn is None else drawn
        self.transcript.draw(cards)
        self._sit(draw_seats(cards))

    def verify_deal(self, hands: Sequence[Sequence[int]] | None = None) -> None:
        """Raise ``InputError`` unless these cards can be dealt now [5].

        Parameters
        ----------
        hands
            Twelve cards for each player, by his number; left to chance when left out.
            The dealer's last one is turned up.
        """
        self._verify_phase("deal", "deal")
        if hands is not None:
            self._new_hand(hands)

    can_deal = asking(verify_deal)

    def deal(self, hands: Sequence[Sequence[int]] | None = None) -> None:
        """Deal twelve cards each; the dealer's last one is turned up and makes trump."""
        self.verify_deal(hands)
        if hands is None:
            pack = list(range(len(DECK)))
            self.rng.shuffle(pack)
            hands = [pack[player::PLAYERS] for player in range(PLAYERS)]
        self.hand = self._new_hand(hands)
        self.transcript.deal(self.hand, [self.player_at(seat) for seat in range(PLAYERS)])
        self.phase = "play"

    # Cards

    def verify_play(self, player: int, card: int) -> None:
        """Raise ``RuleError`` unless the player may play this card now [6-9]."""
        self._verify_phase("play", f"play of player {player}")
        self._dealt().verify_play(self.seat_of(player), card)

    can_play = asking(verify_play)

    def play(self, player: int, card: int) -> None:
        """Play a card, and score the hand when that ends it."""
        self.verify_play(player, card)
        hand = self._dealt()
        seat = self.seat_of(player)
        tricks = len(hand.tricks)
        hand.play(seat, card)
        self.transcript.play(player, (hand.table or hand.tricks[-1].lays)[-1])
        if len(hand.tricks) > tricks:
            trick = hand.tricks[-1]
            self.transcript.end_trick(trick, self.player_at(trick.winner))
        if hand.over:
            self._finish_hand(hand)

    # What follows from it

    def _sit(self, seats: Seats) -> None:
        """Let the players sit down for the first juego; the first of them deals."""
        self._first_seats = seats
        self.dealer = seats[0]
        self._begin_juego(seats)

    def _begin_juego(self, seats: Seats) -> None:
        self.seats = seats
        self.number = 0
        self.transcript.sit(seats)
        self._begin_hand()

    def _begin_hand(self) -> None:
        self.number += 1
        self.phase = "deal"
        self.transcript.begin(self.juego, self.number, self.dealer, self._score)

    def _new_hand(self, hands: Sequence[Sequence[int]]) -> Hand:
        """Return the hand of a deal, with the dealer's last card turned up [5]."""
        if [len(dealt) for dealt in hands] != [DEALT] * PLAYERS:
            raise RuleError(
                " ".join(str(len(dealt)) for dealt in hands),
                "cards dealt",
                f"{DEALT} to each of the {PLAYERS} players",
            )
        turned = hands[self.dealer][-1]
        return Hand(
            self.rules,
            trump=DECK.suit(turned),
            hands=[hands[self.player_at(seat)] for seat in range(PLAYERS)],
            turned=turned,
        )

    def _dealt(self) -> Hand:
        if self.hand is None:
            raise RuleError("play", "play", "nothing before the deal")
        return self.hand

    def _finish_hand(self, hand: Hand) -> None:
        """Score a hand and go on to the next one, or to the next juego [11-13]."""
        flip = self.pair_of(self.dealer)  # side 0 is the dealer's
        points = hand.points[flip], hand.points[1 - flip]
        scored = hand.score[flip], hand.score[1 - flip]
        self.transcript.end_hand(points, scored, capote=hand.capote is not None)
        for pair in (0, 1):
            self._score[pair] = min(self.rules.target, self._score[pair] + scored[pair])
        if hand.capote is not None and self.rules.capote_wins_juego:
            self._score[hand.capote ^ flip] = self.rules.target
        self.dealer = self.player_at(1)
        if self.rules.target in self._score:
            self._finish_juego(self._score.index(self.rules.target))
        else:
            self._begin_hand()

    def _finish_juego(self, pair: int) -> None:
        """Count a juego for the pair that has won it, and go on or end the partida [14]."""
        self.transcript.end_juego(pair, self._score)
        if self.rules.match == "pairs":
            self._juegos[pair] += 1
            if self._juegos[pair] == self.rules.juegos_to_win:
                self._finish(tuple(sorted(self.seats[pair::2])))
                self.transcript.end_pairs(pair, self._juegos)
                return
            seats = self.seats
        else:
            for player in range(PLAYERS):
                self.totals[player] += self._score[self.pair_of(player)]
            if self.juego == JUEGOS:
                most = max(self.totals)
                self._finish(tuple(p for p in range(PLAYERS) if self.totals[p] == most))
                self.transcript.end_individual(self.winners, self.totals)
                return
            seats = seats_of_juego(self._first_seats, self.juego + 1)
        self.juego += 1
        self._score = [0, 0]
        self._begin_juego(seats)

    def _finish(self, winners: tuple[int, ...]) -> None:
        self.winners = winners
        self.phase = "over"

    def _verify_phase(self, phase: Phase, given: str) -> None:
        if self.phase != phase:
            raise RuleError(given, phase, f"nothing, what comes now is: {self.phase}")


Player = Callable[[Partida, int, list[int]], int]
"""Chooses among the cards that may be played, given the partida and the own number.

The partida shows everything; an honest player looks at ``partida.cards_seen``.
"""


def play_partida(partida: Partida, players: Sequence[Player]) -> tuple[int, ...]:
    """Play a partida to its end, dealing by chance, and return who wins it.

    Parameters
    ----------
    partida
        Where it starts from, with its own source of chance.
    players
        Who decides, in the order of the players.
    """
    while not partida.winners:
        player = partida.to_act
        if partida.phase == "draw":
            partida.draw()
        elif partida.phase == "deal" or player is None or partida.hand is None:
            partida.deal()
        else:
            cards = partida.hand.legal_plays(partida.seat_of(player))
            partida.play(player, players[player](partida, player, cards))
    return partida.winners


def _verify_pair(values: Sequence[int], place: str, below: int) -> None:
    if len(values) != 2 or any(value not in range(below) for value in values):
        raise RuleError(tuple(values), place, f"two numbers from 0 to {below - 1}")
