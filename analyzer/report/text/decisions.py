"""What sheets of decisions have in common: values, callers, where another action is best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from analyzer.report.text.sheet import Block, Grid, Line, Sheet, Tone
from analyzer.report.text.writer import SheetWriter

if TYPE_CHECKING:
    from analyzer.core.estimate import Estimate
    from analyzer.truco.decisions import Flip

_SAME = 1e-9


class DecisionWriter(SheetWriter, ABC):
    """Writes what to do, and what else could be done."""

    @abstractmethod
    def subject(self, *more: str) -> tuple[str, ...]:
        """Return what was asked: the cards, what else is said of them, and the place."""

    @abstractmethod
    def basis(self, *more: str) -> tuple[str, ...]:
        """Return what the answer rests on, with what else is said of that."""

    def accept(self, result: Any, calls: Mapping[str, str], *more: str) -> Sheet:
        """Return the sheet of an answer to a call.

        Parameters
        ----------
        result
            Any truco's ``AcceptResult``.
        calls
            The calls of the game, each with how it is shown.
        more
            What else the answer rests on.
        """
        say = self.language.say
        called, shown = list(calls).index(str(self.situation["call"])), list(calls.values())
        higher = shown[min(called + 1, len(shown) - 1)]
        names = {
            "run": say("run"),
            "accept": say("accept"),
            "raise": say("raise to {call}").format(call=higher),
        }
        decisions = {
            "run": say("RUN"),
            "accept": say("ACCEPT"),
            "raise": say("RAISE to {call}").format(call=higher),
        }
        found = {name: value for name, value in result.values.items() if value is not None}
        chances = self.chances(say("wins if you accept"), result.win, result.undecided)
        caller = () if result.caller is None else self._caller(result, raising="raise" in found)
        pays = say("“{action}” pays only while he stays with less than {most} of his calls.")
        return Sheet(
            subject=self.subject(self.called(shown[called], result.called_by)),
            decision=decisions[result.action],
            tone={"run": Tone.STOP, "accept": Tone.GO}.get(result.action, Tone.RAISE),
            reason=self.reason(found, names, result.action, result.unit),
            blocks=(
                Block("", (*chances, self.needed(result.break_even))),
                self.values(found, names, result.action, result.unit),
            ),
            remarks=self.hinges(result, names, pays),
            warnings=self.warnings(),
            basis=self.basis(
                *caller, *more, *self.partner(result.partner_known), *self.equity(result.equity)
            ),
        )

    def _caller(self, result: Any, *, raising: bool) -> tuple[str, ...]:
        """Return how the caller was taken to call and, if I may raise, to answer that."""
        say = self.language.say
        caller = self.caller(result.caller)
        if not raising:
            return (caller,)
        text = say("raised, he stays with the best {stays} of these, raises with the best {again}")
        if not result.may_run:
            text = say(
                "raised, he stays, for running would lose him the match; "
                "raises with the best {again}"
            )
        return caller, self.answers(result.answers, text)

    def match(self, result: Any, *more: Line) -> Sheet:
        """Return the sheet of match equities: of the score asked for, or of all.

        Parameters
        ----------
        result
            Any truco's ``MatchResult``.
        more
            What else there is to tell of the score.
        """
        say = self.language.say
        us, them = result.score
        chance = result.chance(we_deal=True)
        lines = (
            self.chance(say("you win the match, dealing"), chance),
            self.chance(say("the same, they dealing"), result.chance(we_deal=False)),
        )
        players = say("{players} players").format(players=self.situation["players"])
        callers = self.callers(result.profile, [say("your calls"), say("their calls")])
        alike = len(callers) == 1 and self.side_policies() == ("", "")
        decision = say("AT {score}, DEALING, YOU WIN {chance}")
        if alike and us == them:
            decision = say("AT {score} THE DEALER'S SIDE WINS {chance}")
        one = self.situation["score"] is not None
        return Sheet(
            subject=(players, say("whole matches")),
            decision=decision.format(score=f"{us}-{them}", chance=self.numbers.chance(chance)[0]),
            tone=Tone.PLAIN,
            blocks=(Block(say("at {score}").format(score=f"{us}-{them}"), (*lines, *more)),),
            grids=() if one else self._grids(result),
            remarks=(say("--out FILE.csv has all scores, with both dealers"),) if one else (),
            warnings=self.warnings(),
            basis=self.basis(*callers),
        )

    def called(self, call: str, position: int) -> str:
        """Return what was called and, where it could be one of two, who did."""
        say = self.language.say
        if self.situation["players"] == 2:
            return say("{call} called").format(call=call)
        text = say("{call} called by position {position}")
        return text.format(call=call, position=position)

    def scores(self, all_scores: Sequence[int]) -> Sequence[int]:
        """Return the scores that a match can come to."""
        return all_scores

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
        self,
        found: Mapping[str, Estimate],
        names: Mapping[str, str],
        action: str,
        unit: str,
        points: str = "",
    ) -> Block:
        """Return what every action is worth; ``points`` says what is counted without a score."""
        say = self.language.say
        usual = points or say("points from this hand on average, yours less theirs")
        title = say("chance to win the match") if unit == "match" else usual
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
        return text.format(action=names[second], amount=self.amount(ahead, unit))

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

    def caller(self, caller: Mapping[str, Any], who: str = "") -> str:
        """Return how somebody calls; ``who`` names him, if he is not just the caller."""
        say, share = self.language.say, self.numbers.share
        name = who or say("caller")
        if caller["calls"] == 1:
            return say("{who}: any hand").format(who=name)
        if "=" not in caller["name"]:
            name += f" ({caller['name']})"
        text = say("{who}: the best {calls} of all hands, {bluffs} of the rest as bluffs")
        return text.format(who=name, calls=share(caller["calls"]), bluffs=share(caller["bluffs"]))

    def callers(self, both: Sequence[Mapping[str, Any]], names: Sequence[str]) -> tuple[str, ...]:
        """Return how both sides call, in one phrase when they do alike."""
        alike = dict.fromkeys(map(self.caller, both))
        if len(alike) <= 1:
            return tuple(alike)
        return tuple(self.caller(one, who) for one, who in zip(both, names, strict=True))

    def answers(self, answers: Sequence[float], text: str) -> str:
        """Return how somebody answers a call, in a sentence with places for the shares."""
        stays, again = map(self.numbers.share, answers)
        return text.format(stays=stays, again=again)

    def hinges(self, result: Any, names: Mapping[str, str], text: str) -> tuple[str, ...]:
        """Return what the advice hangs on: who runs from my call, then how much he bluffs.

        Parameters
        ----------
        result
            An answer with ``pays_below``, ``flips`` and their caller.
        names, text
            As for `pays`.
        """
        pays = self.pays(result, names, text)
        flips = self.flips(
            result.flips, result.caller, names, result.action, hangs_on_runs=bool(pays)
        )
        return (*pays, *flips)

    def flips(
        self,
        flips: Sequence[Flip] | None,
        caller: Mapping[str, Any],
        names: Mapping[str, str],
        action: str,
        *,
        hangs_on_runs: bool = False,
    ) -> tuple[str, ...]:
        """Return the bluff rates of the caller that would change the advice, in sentences.

        With ``hangs_on_runs`` it was said before that the advice hangs on something else.
        """
        say, percent = self.language.say, self.numbers.percent
        if flips is None or caller["calls"] == 1:
            return ()
        if not flips:
            text = say("However much he bluffs, “{action}” stays the best.")
            if hangs_on_runs:
                text = say("The bluff rate does not change that.")
            return (text.format(action=names[action]),)
        remarks = []
        rates = [0.0, *(flip.bluffs for flip in flips), 1.0]
        actions = [flips[0].below, *(flip.above for flip in flips)]
        for (low, high), other in zip(pairwise(rates), actions, strict=True):
            if low <= caller["bluffs"] < high or low < caller["bluffs"] == high:
                continue  # that is the advice itself
            if low == 0:
                text = say("If he bluffs with less than {high} of the rest: {action}.")
            elif high == 1:
                text = say("If he bluffs with more than {low} of the rest: {action}.")
            else:
                text = say("If he bluffs with between {low} and {high} of the rest: {action}.")
            bounds = {"low": percent(low, 1), "high": percent(high, 1)}
            remarks.append(text.format(action=names[other], **bounds))
        return tuple(remarks)

    def pays(self, result: Any, names: Mapping[str, str], text: str) -> tuple[str, ...]:
        """Return the share that may stay, if advice to call hangs on those who run.

        Parameters
        ----------
        result
            An answer with ``pays_below``.
        names
            What the actions are called.
        text
            A sentence with places for the action and the share.
        """
        if result.pays_below is None:
            return ()
        most = self.numbers.percent(result.pays_below, 1)
        said = text.format(action=names[result.action], most=most)
        taken = self.language.say("Taken: {share}; --answers says otherwise.")
        return (f"{said} {taken.format(share=self.numbers.share(result.answers[0]))}",)

    def _grids(self, result: Any) -> tuple[Grid, ...]:
        """Return the chances from all scores, for both dealers."""
        say = self.language.say
        dealing = [say("chance to win the match, you dealing"), say("the same, they dealing")]
        return tuple(
            self._grid(result.equity, dealer, title) for dealer, title in enumerate(dealing)
        )

    def _grid(self, equity: list[list[list[float]]], dealer: int, title: str) -> Grid:
        short = self.numbers.short
        scores = self.scores(range(len(equity)))
        rows = []
        for us in scores:
            chances = [equity[us][them][dealer] for them in scores]
            rows.append((str(us), tuple((short(chance), chance) for chance in chances)))
        head = (self.language.say("you | they"), *map(str, scores))
        return Grid(title, head, tuple(rows))

    def amount(self, difference: float, unit: str) -> str:
        """Return by how much something is worth more than something else."""
        say = self.language.say
        if unit == "match":
            points = self.numbers.percent(difference).removesuffix("%")
            return say("{number} percentage points").format(number=points)
        return say("{number} points").format(number=self.language.number(difference, 2))
