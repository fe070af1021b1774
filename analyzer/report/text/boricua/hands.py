"""Sheets of what hands are worth, nobody advising to call or to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.estimate import Estimate
from analyzer.report.text.boricua.writer import Writer
from analyzer.report.text.sheet import Block, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.boricua.questions import HandResult, MatchResult, SimulateResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers


def hand_sheet(result: HandResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``hand``."""
    say = language.say
    write = Writer(result, language, numbers)
    if result.action is None:
        chance, text = numbers.chance(result.win)[0], say("WINS {chance}")
        reason = say("not your turn; nobody calling any more")
        tricks = Block("", (write.chance(say("wins the hand"), result.win),))
    else:
        chance, text = numbers.chance(result.cards[0].win)[0], say("PLAY {card}")
        reason = say("wins {chance} of hands, nobody calling any more")
        tricks = _card_block(result, write)
    alone = write.situation["players"] == 4 and not write.situation["partner"]
    return Sheet(
        subject=write.subject(),
        decision=text.format(card=result.action, chance=chance),
        tone=Tone.PLAIN if result.action is None else Tone.GO,
        reason=reason.format(chance=chance),
        blocks=(tricks, _liga_block(result, write)),
        warnings=write.warnings(),
        basis=write.basis(*write.partner(False if alone else None)),
    )


def simulate_sheet(result: SimulateResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``simulate``."""
    say = language.say
    write = Writer(result, language, numbers)
    mano, dealer = write.side_policies()
    sides = (
        write.chance(say("mano's side") + mano, result.first_side_win),
        write.chance(say("the dealer's side") + dealer, result.dealer_side_win),
    )
    more = {
        say("first trick tied"): result.first_trick_tied,
        say("won by who won the first trick"): result.win_given_first,
        say("somebody sends a flor"): result.flor_sent,
        say("somebody opens an envite"): result.envite_opened,
        say("an envite is refused"): result.envite_refused,
        say("somebody calls"): result.called,
        say("ended by running"): result.refused,
    }
    rest = tuple(write.chance(name, found) for name, found in more.items() if found is not None)
    blocks = [Block(say("hands won by"), sides), Block("", rest), *_points_block(result, write)]
    profile = () if result.profile is None else (write.caller(result.profile),)
    players = say("{players} players").format(players=write.situation["players"])
    return Sheet(
        subject=(players, say("whole hands")),
        decision=say("MANO WINS {chance}").format(chance=numbers.chance(result.first_side_win)[0]),
        tone=Tone.PLAIN,
        blocks=tuple(block for block in blocks if block.lines),
        warnings=write.warnings(),
        basis=write.basis(*profile),
    )


def match_sheet(result: MatchResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``match``."""
    say = language.say
    write = Writer(result, language, numbers)
    us, them = result.score
    ours, theirs = (result.bolo[whose][us][them] for whose in ("ours", "theirs"))
    bolos = {
        say("you win by bolo, dealing"): ours[0],
        say("you win by bolo, they dealing"): ours[1],
        say("they win by bolo, you dealing"): theirs[0],
        say("they win by bolo, dealing"): theirs[1],
    }
    lines = [
        write.chance(name, Estimate.exact(chance)) for name, chance in bolos.items() if chance > 0
    ]
    return write.match(result, *lines)


def _points_block(result: SimulateResult, write: Writer) -> list[Block]:
    """Return what the phases of a hand bring mano's side, and all of them together."""
    if result.phases is None or result.points is None:
        return []
    say, points = write.language.say, write.numbers.points
    names = {"flor": say("the flor"), "envite": say("the envite"), "truco": say("the truco")}
    parts = [Line(names[phase], *points(worth)) for phase, worth in result.phases.items()]
    whole = Line(say("the whole hand"), *points(result.points))
    return [Block(say("points for mano's side"), (*parts, whole))]


def _card_block(result: HandResult, write: Writer) -> Block:
    """Return what every card leads to, and what the policy makes of the hand if that is less."""
    say = write.language.say
    lines = [
        write.chance(card.card, card.win, best=number == 0, note=write.behind(card.behind))
        for number, card in enumerate(result.cards)
    ]
    if result.win != result.cards[0].win:
        policy = str(result.basis.play).partition("/")[0]
        name = say("as {policy} would play").format(policy=policy)
        lines.append(write.chance(name, result.win))
    return Block(say("the hand won after each card"), tuple(lines))


def _liga_block(result: HandResult, write: Writer) -> Block:
    """Return the liga and the flor, and the chance of the best liga."""
    say = write.language.say
    title = say("liga {liga}").format(liga=result.liga)
    if result.flor is not None:
        title += ", " + say("flor {flor}").format(flor=result.flor)
    return Block(title, (write.chance(say("your side has the best liga"), result.liga_win),))
