"""What the sheets of paulista have in common: chances, values, what the answer rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.paulista.cards import DECK, MANILHA_NAMES, manilhas
from analyzer.paulista.rules import Rules
from analyzer.report.text.sheet import Block, Line

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.core.result import Result
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_SAME = 1e-9


@dataclass(frozen=True)
class Writer:
    """Writes one answer.

    Attributes
    ----------
    result
        The answer.
    language, numbers
        How it is told.
    """

    result: Result
    language: Language
    numbers: Numbers

    @property
    def situation(self) -> Mapping[str, Any]:
        """The question as it was understood."""
        return self.result.basis.situation

    def chance(self, name: str, estimate: Estimate, *, best: bool = False, note: str = "") -> Line:
        """Return the line of a chance, with its bar."""
        value, error = self.numbers.chance(estimate)
        return Line(name, value, error, estimate.value, note, best)

    def chances(self, win_name: str, win: Estimate, undecided: Estimate) -> list[Line]:
        """Return the chance to win, and that nobody does unless that cannot be."""
        lines = [self.chance(win_name, win)]
        if undecided.high > 0:
            lines.append(self.chance(self.language.say("nobody wins"), undecided))
        return lines

    def needed(self, share: float) -> Line:
        """Return the line of a break-even."""
        say = self.language.say
        if share > 1:
            return Line(say("needed"), say("more than 100%"))
        share = max(share, 0.0)
        return Line(say("needed"), self.numbers.percent(share), bar=share)

    def values(
        self, found: Mapping[str, Estimate], names: Mapping[str, str], action: str, unit: str
    ) -> Block:
        """Return what every action is worth."""
        say = self.language.say
        title = (
            say("chance to win the match")
            if unit == "match"
            else say("points from this hand on average, yours less theirs")
        )
        lines = []
        for name, estimate in found.items():
            value, error = self.numbers.value(estimate, unit)
            bar = estimate.value if unit == "match" else None
            lines.append(Line(names[name], value, error, bar, best=name == action))
        return Block(title, tuple(lines))

    def reason(
        self, found: Mapping[str, Estimate], names: Mapping[str, str], action: str, unit: str
    ) -> str:
        """Return by how much an action is better than the next best."""
        say = self.language.say
        second = max((name for name in found if name != action), key=lambda n: found[n].value)
        best, other = found[action], found[second]
        ahead = best.value - other.value
        if ahead < _SAME:
            text = say("worth as much as “{action}”")
        elif ahead < max(best.half_width, other.half_width):
            text = say("as good as “{action}”, as far as this sample tells")
        else:
            text = say("better than “{action}” by {amount}")
        return text.format(action=names[second], amount=self._amount(ahead, unit))

    def subject(self, *more: str) -> tuple[str, ...]:
        """Return what was asked: cards, vira, score, place, and what is known besides."""
        say, asked = self.language.say, self.situation
        parts = [" ".join(map(self._named, asked["hand"]))]
        if asked.get("vira"):
            parts.append(say("vira {card}").format(card=asked["vira"]))
        parts += more
        if asked.get("score"):
            parts.append(asked["score"])
        parts.append(self._place(asked["players"], asked["position"]))
        if asked.get("partner"):
            cards = " ".join(map(self._named, asked["partner"]))
            parts.append(say("partner: {cards}").format(cards=cards))
        if asked.get("seen"):
            parts.append(say("out: {cards}").format(cards=" ".join(asked["seen"])))
        if asked.get("played"):
            parts.append(say("played: {cards}").format(cards=asked["played"]))
        return tuple(parts)

    def stake(self) -> tuple[str, ...]:
        """Return what the hand is worth, when it is more than a plain one."""
        stake = self.situation["stake"]
        if stake == self._rules.ladder[0]:
            return ()
        return (self.language.say("worth {stake}").format(stake=stake),)

    def warnings(self) -> tuple[str, ...]:
        """Return what should make a reader doubt the answer."""
        if not self.result.basis.interrupted:
            return ()
        return (self.language.say("Interrupted: this is from the deals finished by then."),)

    def basis(self, *more: str) -> tuple[str, ...]:
        """Return what the answer rests on."""
        return (self._method(), self._play(), *more, self._rules_text())

    def partner(self, known: bool | None) -> tuple[str, ...]:
        """Return a note when there is a partner whose cards are not all known."""
        if known is not False:
            return ()
        say = self.language.say
        if self.situation.get("partner"):
            return (say("the partner's other cards are not known"),)
        return (say("the partner's cards are not known: decided on your own (--partner)"),)

    def equity(self, table: Mapping[str, Any] | None) -> tuple[str, ...]:
        """Return which table of match equities was used."""
        if table is None:
            return ()
        return (self.language.say("match equities: {table}").format(table=table["table"]),)

    def caller(self, caller: Mapping[str, Any]) -> str:
        """Return how somebody calls."""
        say, share = self.language.say, self.numbers.share
        if caller["calls"] == 1:
            return say("caller: calls with anything")
        named = "" if "=" in caller["name"] else f" ({caller['name']})"
        text = say("caller{name}: the best {calls} of all hands, {bluffs} of the rest as bluffs")
        return text.format(name=named, calls=share(caller["calls"]), bluffs=share(caller["bluffs"]))

    def answers(self, answers: Sequence[float], text: str) -> str:
        """Return how somebody answers a call, in a sentence with places for the shares."""
        stays, again = map(self.numbers.share, answers)
        return text.format(stays=stays, again=again)

    def _amount(self, difference: float, unit: str) -> str:
        say = self.language.say
        if unit == "match":
            return say("{share} of matches").format(share=self.numbers.percent(difference))
        return say("{number} points").format(number=self.language.number(difference, 2))

    def _place(self, players: int, position: int) -> str:
        say = self.language.say
        if position == 1:
            text = say("you play first of {players} (mão)")
        elif position == players:
            text = say("you play last of {players} (pé)")
        elif position == 2:
            text = say("you play second of {players}")
        else:
            text = say("you play third of {players}")
        return text.format(players=players)

    def _method(self) -> str:
        say, basis = self.language.say, self.result.basis
        deals = self.numbers.whole(basis.deals)
        if basis.method == "exact":
            return say("exact: all {deals} deals counted").format(deals=deals)
        text = say("{deals} deals sampled (seed {seed}), ± at 95%")
        return text.format(deals=deals, seed=basis.seed)

    def _play(self) -> str:
        say = self.language.say
        names = (self.result.basis.play or "").split("/")
        if len(set(names)) == 1:
            return say("all play {policy}").format(policy=names[0])
        if len(names) == 2:
            text = say("you play {mine}, they {theirs}")
            return text.format(mine=names[0], theirs=names[1])
        text = say("you play {mine}, your partner {partner}, they {theirs}")
        return text.format(mine=names[0], partner=names[1], theirs=names[2])

    def _named(self, card: str) -> str:
        """Return a card, a manilha with its name."""
        name = self._manilhas.get(card)
        return f"{card} ({name})" if name else card

    @cached_property
    def _manilhas(self) -> dict[str, str]:
        vira = self.situation.get("vira")
        if vira is None and self._rules.manilhas == "vira":
            return {}
        ranked = manilhas(self._rules, None if vira is None else DECK.parse(vira, "vira"))
        return dict(zip(map(DECK.name, ranked), MANILHA_NAMES, strict=True))

    @cached_property
    def _rules(self) -> Rules:
        options = dict(self.result.basis.rules)
        options.pop("preset")
        return Rules(**{**options, "ladder": tuple(options["ladder"])})

    def _rules_text(self) -> str:
        """Return the nearest preset and the options that differ from it."""
        nearest, changes = self._rules.nearest_preset()
        said = self.language.say("{preset} rules").format(preset=nearest)
        return ", ".join([said, *(f"{key}={_option(value)}" for key, value in changes.items())])


def _option(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
