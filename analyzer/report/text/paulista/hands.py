"""Sheets of what hands are worth, nobody advising to call or to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.text.paulista.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.paulista.questions.hand import HandResult
    from analyzer.paulista.questions.match import MatchResult
    from analyzer.paulista.questions.simulate import SimulateResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


def hand_sheet(result: HandResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``hand``."""
    say = language.say
    write = Writer(result, language, numbers)
    if result.action is None:
        chance, text = numbers.chance(result.win)[0], say("WINS {chance}")
        reason = say("not your turn; nobody calling any more")
        lines = write.chances(say("wins the hand"), result.win, result.undecided)
        block = Block("", tuple(lines))
    else:
        chance, text = numbers.chance(result.cards[0].win)[0], say("PLAY {card}")
        reason = say("wins {chance} of hands, nobody calling any more")
        block = _card_block(result, write)
    alone = write.situation["players"] == 4 and not write.situation["partner"]
    return Sheet(
        subject=write.subject(*write.stake()),
        decision=text.format(card=result.action, chance=chance),
        tone=Tone.PLAIN if result.action is None else Tone.GO,
        reason=reason.format(chance=chance),
        blocks=(block,),
        warnings=write.warnings(),
        basis=write.basis(*write.partner(False if alone else None)),
    )


def simulate_sheet(result: SimulateResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``simulate``."""
    say = language.say
    write = Writer(result, language, numbers)
    players = write.situation["players"]
    mao, dealer = write.side_policies()
    sides = [
        write.chance(say("the mão's side") + mao, result.first_side_win),
        write.chance(say("the dealer's side") + dealer, result.dealer_side_win),
    ]
    if result.undecided.high > 0:
        sides.append(write.chance(say("nobody wins"), result.undecided))
    more = {
        say("first trick tied"): result.first_trick_tied,
        say("won by who won the first trick"): result.win_given_first,
        say("somebody calls"): result.called,
        say("ended by running"): result.refused,
    }
    rest = [write.chance(name, found) for name, found in more.items() if found is not None]
    if result.points is not None:
        rest.append(Line(say("points for the mão's side"), *numbers.points(result.points)))
    callers = [say("calls of the mão's side"), say("calls of the dealer's side")]
    return Sheet(
        subject=(say("{players} players").format(players=players), say("whole hands")),
        decision=say("THE MÃO'S SIDE{policy} WINS {chance}").format(
            policy=mao, chance=numbers.chance(result.first_side_win)[0]
        ),
        tone=Tone.PLAIN,
        blocks=(Block(say("hands won by"), tuple(sides)), *([Block("", tuple(rest))] * bool(rest))),
        warnings=write.warnings(),
        basis=write.basis(*write.callers(result.profile or [], callers)),
    )


def match_sheet(result: MatchResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``match``."""
    return Writer(result, language, numbers).match(result)


def _card_block(result: HandResult, write: Writer) -> Block:
    """Return what every card leads to, and what the policy makes of the hand if that is less."""
    say = write.language.say
    lines = []
    for number, card in enumerate(result.cards):
        note = write.behind(card.behind)
        lines.append(write.chance(card.card, card.win, best=number == 0, note=note))
    if result.win != result.cards[0].win:
        policy = str(result.basis.play).partition("/")[0]
        name = say("as {policy} would play").format(policy=policy)
        lines.append(write.chance(name, result.win))
    if result.cards[0].undecided.high > 0:
        lines.append(write.chance(say("nobody wins"), result.cards[0].undecided))
    return Block(say("the hand won after each card"), tuple(lines))
