"""A whole match of Truco Paulista: the deal, mão de onze, escuro, irregularities."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from analyzer.core.actions import asking
from analyzer.core.errors import RuleError
from analyzer.paulista.cards import DECK, deck_cards
from analyzer.paulista.referee.hand import Hand
from analyzer.paulista.rules import Rules
from analyzer.truco.referee.hand import DEALT, Lay
from analyzer.truco.referee.match import MatchTable
from analyzer.truco.tricks import TIED

Phase = Literal["cut", "deal", "onze", "play", "over"]
CutChoice = Literal["keep", "give", "leave"]
OnzeChoice = Literal["play", "run"]
CUTS: tuple[CutChoice, ...] = ("keep", "give", "leave")
ONZES: tuple[OnzeChoice, ...] = ("play", "run")
_NUMBERS = {10: "dez", 11: "onze"}


class Match(MatchTable[Hand]):
    """A match from the first deal to the last point.

    Parameters
    ----------
    rules
        How the game is played.
    players
        2, or 4 in two pairs that sit opposite each other.
    rng
        Where chance comes from, or a seed; the same seed gives the same match.
    score
        Points of team 0 and team 1 at the start.
    dealer
        Who deals first; the player after him is the first *mão*.
    names
        What the players are called in the transcript.

    Attributes
    ----------
    phase
        What comes next: ``"cut"``, ``"deal"``, ``"onze"`` (the side at eleven plays
        or runs), ``"play"``, or ``"over"``.
    cut_card
        The card that the one who cuts may look at [9].

    Raises
    ------
    RuleError
        When players, score, dealer or names do not fit the rules.

    Notes
    -----
    The other attributes are those of ``MatchTable``.
    """

    rules: Rules
    phase: Phase

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
            "Truco Paulista",
            players=players,
            rng=rng,
            score=score,
            dealer=dealer,
            names=names,
        )
        self.cut_card: int | None = None
        self._kept: tuple[int, int] | None = None  # who holds the card of the cut, and the card
        self._begin_hand()

    # Who sits where, and what stands

    @property
    def onze_team(self) -> int | None:
        """The team that plays a mão de onze: the only one so near the end [17]."""
        near = [points >= self.rules.onze_score for points in self._score]
        return near.index(True) if sum(near) == 1 else None

    @property
    def escuro(self) -> bool:
        """Whether both teams are one hand short of the match, so that all play blind [18]."""
        return min(self._score) >= self.rules.onze_score

    @property
    def cutter(self) -> int:
        """The player who cuts: the last in playing order before the dealer [9]."""
        return self.player_at(self.players - 1)

    @property
    def to_act(self) -> int | None:
        """The player who is asked next; for a team, its first in playing order."""
        if self.phase == "cut":
            return self.cutter
        if self.phase == "deal":
            return self.dealer
        if self.phase == "onze":
            return self.player_at(1 if self._team(1) == self.onze_team else 2)
        if self.phase == "over" or self.hand is None:
            return None
        pending = self.hand.pending
        seat = self.hand.turn if pending is None else pending.caller + 1
        return None if seat is None else self.player_at(seat)

    def cards_seen(self, player: int) -> dict[int, tuple[int, ...]]:
        """Return the cards that a player may look at now, by whose they are.

        His own; nobody's in an escuro [18]; his partner's too while his side
        decides about a mão de onze [17] or, with ``swap_on_call``, about a call [15].
        """
        seat = self.seat_of(player)
        if self.hand is None or self.phase not in ("onze", "play") or self.escuro:
            return {}
        pending = self.hand.pending
        swaps = self.rules.swap_on_call and pending is not None and pending.side == seat & 1
        chooses = self.phase == "onze" and self._team(seat) == self.onze_team
        seats = range(seat & 1, self.players, 2) if swaps or chooses else (seat,)
        return {self.player_at(other): tuple(self.hand.held[other] or ()) for other in seats}

    # Cut and deal

    def verify_cut(self, player: int, choice: CutChoice) -> None:
        """Raise ``RuleError`` unless the player may cut and choose so now [9].

        Parameters
        ----------
        player
            Who cuts.
        choice
            ``"keep"`` the card, ``"give"`` it to the partner, ``"leave"`` it alone.
        """
        place = f"cut of player {player}"
        self._verify_phase("cut", choice, place)
        if player != self.cutter:
            raise RuleError(choice, place, f"nothing, player {self.cutter} cuts")
        allowed = CUTS if self.players == 4 else ("keep", "leave")
        if choice not in allowed:
            raise RuleError(choice, place, "one of " + ", ".join(allowed))

    can_cut = asking(verify_cut)

    def cut(self, player: int, choice: CutChoice) -> None:
        """Cut: the card goes to one of the side that cuts, or back into the pack."""
        self.verify_cut(player, choice)
        card = self.cut_card
        if card is not None and choice != "leave":
            owner = player if choice == "keep" else (player + 2) % self.players
            self._kept = owner, card
            self.transcript.note(
                f"{self.transcript.names[player]} cuts {DECK.name(card)}: "
                + ("keeps it" if owner == player else f"for {self.transcript.names[owner]}")
            )
        else:
            self.transcript.note(f"{self.transcript.names[player]} cuts and takes no card")
        self.phase = "deal"

    def verify_deal(
        self, hands: Sequence[Sequence[int]] | None = None, vira: int | None = None
    ) -> None:
        """Raise ``InputError`` unless these cards can be dealt now [8, 9].

        Parameters
        ----------
        hands
            Three cards for each player, in the order of the players; drawn by
            chance when left out.
        vira
            The card turned up, when hands are given and the rules turn one up.
        """
        self._verify_phase("deal", "deal", "deal")
        if hands is None:
            if vira is not None:
                raise RuleError(DECK.name(vira), "vira", "only together with the hands")
            return
        self._verify_hands(hands)
        if self._kept is not None and self._kept[1] not in hands[self._kept[0]]:
            owner, card = self._kept
            raise RuleError(
                DECK.names(hands[owner]), f"hand of player {owner}", f"with {DECK.name(card)}"
            )
        self._new_hand(hands, vira)

    can_deal = asking(verify_deal)

    def deal(self, hands: Sequence[Sequence[int]] | None = None, vira: int | None = None) -> None:
        """Deal three cards each and turn up the vira."""
        self.verify_deal(hands, vira)
        if hands is None:
            hands, vira = self._drawn_deal()
        self.hand = self._new_hand(hands, vira)
        self._kept = None
        turned = "" if vira is None else f"; vira {DECK.name(vira)}"
        self.transcript.deal(self.hand, self.dealer, turned)
        chooses = self.rules.onze_choice and self.onze_team is not None
        self.phase = "onze" if chooses else "play"

    # Mão de onze

    def verify_onze(self, player: int, choice: OnzeChoice) -> None:
        """Raise ``RuleError`` unless the player decides about a mão de onze now [17]."""
        place = f"mão de onze of player {player}"
        self._verify_phase("onze", choice, place)
        if self._team(self.seat_of(player)) != self.onze_team:
            raise RuleError(choice, place, f"nothing, team {self.onze_team} decides")
        if choice not in ONZES:
            raise RuleError(choice, place, " or ".join(ONZES))

    can_onze = asking(verify_onze)

    def onze(self, player: int, choice: OnzeChoice) -> None:
        """Play a mão de onze, or run and give the other team the price of that."""
        self.verify_onze(player, choice)
        if choice == "run":
            self.transcript.note(f"{self.transcript.names[player]} runs")
            self._finish_hand(1 - player % 2, self.rules.onze_run)
        else:
            self.transcript.note(f"{self.transcript.names[player]} plays")
            self.phase = "play"

    # Cards and calls

    def verify_play(self, player: int, card: int | None = None, covered: bool = False) -> None:
        """Raise ``RuleError`` unless the player may play this card now.

        In an escuro the card may be left out: chance turns one up [18].
        """
        hand, seat = self._at_table(player, "play")
        hand.verify_play(seat, self._any_card(hand, seat, card), covered)

    can_play = asking(verify_play)

    def play(self, player: int, card: int | None = None, covered: bool = False) -> None:
        """Play a card, and score the hand when that ends it."""
        self.verify_play(player, card, covered)
        hand, seat = self._at_table(player, "play")
        lay = Lay(seat, self._turned_up(hand, seat, card), covered)
        done = len(hand.tricks)
        hand.play(*lay)
        self.transcript.play(player, lay)
        self._after_card(hand, done)

    def verify_call(self, player: int, step: int | None = None) -> None:
        """Raise ``RuleError`` unless the player may call now [14, 17, 18].

        Under ``onze_call="loses"`` a call is possible at mão de onze and escuro.
        """
        hand, seat = self._at_table(player, "call")
        if hand.calls_allowed or self.rules.onze_call == "illegal":
            hand.verify_call(seat, step)
        elif hand.turn != seat:
            raise RuleError("call", f"call of player {player}", "nothing, it is not his turn")

    can_call = asking(verify_call)

    def call(self, player: int, step: int | None = None) -> None:
        """Call for the next stake; at mão de onze and escuro, lose the match by it."""
        self.verify_call(player, step)
        hand, seat = self._at_table(player, "call")
        if not hand.calls_allowed:
            self.transcript.say(player, "calls, which loses the match here")
            self._finish_match(1 - player % 2)
            return
        hand.call(seat, step)
        self._say_call(hand, player)

    # Irregularities

    def verify_play_out_of_turn(
        self, player: int, card: int | None = None, covered: bool = False
    ) -> None:
        """Raise ``RuleError`` unless the player can expose this card before his turn [19]."""
        hand, seat = self._at_table(player, "card out of turn")
        hand.verify_play_out_of_turn(seat, self._any_card(hand, seat, card), covered)

    can_play_out_of_turn = asking(verify_play_out_of_turn)

    def play_out_of_turn(self, player: int, card: int | None = None, covered: bool = False) -> None:
        """Leave a card played before its turn on the table; its owner loses the turn."""
        self.verify_play_out_of_turn(player, card, covered)
        hand, seat = self._at_table(player, "card out of turn")
        lay = Lay(seat, self._turned_up(hand, seat, card), covered)
        done = len(hand.tricks)
        hand.play_out_of_turn(*lay)
        self.transcript.play(player, lay, out_of_turn=True)
        self._after_card(hand, done)

    def verify_wrong_number(self, player: int, received: int) -> None:
        """Raise ``RuleError`` unless a player can be found with the wrong number of cards [20].

        Parameters
        ----------
        player
            Who received them.
        received
            How many cards he was dealt.
        """
        place = f"cards dealt to player {player}"
        self.seat_of(player)
        if self.phase not in ("onze", "play"):
            raise RuleError(received, place, "only while a hand is under way")
        if received < 0 or received == DEALT:
            raise RuleError(received, place, f"a number of cards that is not {DEALT}")

    can_wrong_number = asking(verify_wrong_number)

    def wrong_number(self, player: int, received: int) -> None:
        """Judge a wrong number of cards, noticed now [20].

        Dealt by the own side, the hand is dealt again. Dealt by an opponent, the
        count is put right while no card has been played; later the side that
        received them wins the hand at what it is worth.
        """
        self.verify_wrong_number(player, received)
        self.transcript.note(f"{self.transcript.names[player]} was dealt {received} cards")
        hand = self.hand
        if player % 2 == self.dealer % 2:
            self.transcript.note("dealt again")
            self.hand = None
            self._begin_hand()
        elif hand is not None and (hand.table or hand.tricks):
            self._finish_hand(player % 2, hand.stake)
        else:
            self.transcript.note("the count is put right")

    def verify_fraud(self, player: int) -> None:
        """Raise ``RuleError`` unless a player can still be convicted of fraud [21]."""
        self.seat_of(player)
        if self.phase == "over":
            raise RuleError("fraud", f"fraud of player {player}", "nothing, the match is over")

    can_fraud = asking(verify_fraud)

    def fraud(self, player: int) -> None:
        """Judge a proven fraud: a point less, the hand void, the deal lost [21]."""
        self.verify_fraud(player)
        team = player % 2
        self._score[team] = max(0, self._score[team] - 1)
        self.transcript.note(
            f"{self.transcript.names[player]} cheated: a point less for "
            f"{self.transcript.teams[team]}, the hand is void"
        )
        if team == self.dealer % 2:
            self.dealer = self.player_at(1)
        self.hand = None
        self._begin_hand()

    # What follows from it

    def _begin_hand(self) -> None:
        self.number += 1
        self._kept = None
        self.cut_card = None
        self.transcript.begin(self.number, self.dealer, self._score, self._kind())
        # In an escuro nobody sees a card, so the cut shows none either.
        if self.rules.cut == "peek" and not self.escuro:
            self.cut_card = self.rng.choice(deck_cards(self.rules))
            self.phase = "cut"
        else:
            self.phase = "deal"

    def _kind(self) -> str:
        """Return what players call a hand that is not an ordinary one."""
        if self.escuro:
            return "escuro"
        near = self.rules.onze_score
        return "" if self.onze_team is None else f"mão de {_NUMBERS.get(near, near)}"

    def _drawn_deal(self) -> tuple[list[list[int]], int | None]:
        owner, kept = self._kept or (None, None)
        pack = [card for card in deck_cards(self.rules) if card != kept]
        self.rng.shuffle(pack)
        hands = []
        for player in range(self.players):
            own = [kept] if kept is not None and player == owner else []
            hands.append(own + [pack.pop() for _ in range(DEALT - len(own))])
        return hands, (pack.pop() if self.rules.manilhas == "vira" else None)

    def _new_hand(self, hands: Sequence[Sequence[int]], vira: int | None) -> Hand:
        plain = self.onze_team is None and not self.escuro
        return Hand(
            self.rules,
            players=self.players,
            vira=vira,
            hands=[hands[self.player_at(seat)] for seat in range(self.players)],
            stake=None if plain else self.rules.onze_stake,
            calls_allowed=plain,
            blind=self.escuro,
        )

    def _any_card(self, hand: Hand, seat: int, card: int | None) -> int | None:
        """Return a card to check in place of the one that chance has yet to turn up."""
        held = hand.held[seat]
        return held[0] if card is None and hand.blind and held else card

    def _turned_up(self, hand: Hand, seat: int, card: int | None) -> int | None:
        held = hand.held[seat]
        return self.rng.choice(held) if card is None and held else card

    def _end_hand(self, hand: Hand) -> None:
        tied = hand.winner in (None, TIED)
        self._finish_hand(None if tied else self._team(hand.winner or 0), hand.stake)

    def _finish_hand(self, team: int | None, points: int) -> None:
        """Score a hand for a team, or for nobody, and go on to the next one."""
        if team is None:
            self.transcript.note("nobody wins the hand")
        else:
            self.transcript.note(f"hand to {self.transcript.teams[team]} for {points}")
            if self._score_points(team, points):  # [16]
                return
        self._next_hand()
