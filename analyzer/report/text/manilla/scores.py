"""The sheet of what scores are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.text.manilla.writer import Writer
from analyzer.report.text.sheet import Block, Grid, Line, Sheet, Tone

if TYPE_CHECKING:
    from analyzer.manilla.questions.match import MatchResult
    from analyzer.report.language import Language
    from analyzer.report.text.numbers import Numbers

_STEP = 5
"""Points from one row or column of the grid to the next."""


def match_sheet(result: MatchResult, language: Language, numbers: Numbers) -> Sheet:
    """Return the sheet of ``match``."""
    say = language.say
    write = Writer(result, language, numbers)
    asked = write.situation
    juegos = () if asked["juegos"] is None else (say("{juegos} juegos").format(**asked),)
    return Sheet(
        subject=(say("{score} in the juego").format(**asked), *juegos),
        decision=say("YOU WIN THE JUEGO {chance} WHEN YOUR PAIR DEALS").format(
            chance=numbers.chance(result.we_deal.juego)[0]
        ),
        tone=Tone.PLAIN,
        blocks=(_juego(result, write), _partida(result, write), _deal(result, write)),
        grids=(_grid(result, write),),
        remarks=(say("--out FILE.csv has all scores, with both dealers"),),
        warnings=write.warnings(),
        basis=write.basis(),
    )


def _juego(result: MatchResult, write: Writer) -> Block:
    say = write.language.say
    lines = (
        write.chance(say("you or your partner dealing"), result.we_deal.juego),
        write.chance(say("they dealing"), result.they_deal.juego),
    )
    return Block(say("your pair wins the juego"), lines)


def _partida(result: MatchResult, write: Writer) -> Block:
    say = write.language.say
    if result.players is not None:
        players = [write.chance(write.place(one.position), one.partida) for one in result.players]
        return Block(say("you win the partida, with a share of what is shared"), tuple(players))
    dealers = {
        say("you or your partner dealing"): result.we_deal.partida,
        say("they dealing"): result.they_deal.partida,
    }
    lines = [write.chance(name, found) for name, found in dealers.items() if found is not None]
    return Block(say("your pair wins the partida"), tuple(lines))


def _deal(result: MatchResult, write: Writer) -> Block:
    say = write.language.say
    lines = (
        Line(say("you or your partner dealing"), *write.numbers.mean(result.we_deal.points)),
        Line(say("they dealing"), *write.numbers.mean(result.they_deal.points)),
    )
    return Block(say("points of your pair in a deal, of 72"), lines)


def _grid(result: MatchResult, write: Writer) -> Grid:
    say, short = write.language.say, write.numbers.short
    some = range(0, len(result.equity), _STEP)
    rows = []
    for us in some:
        chances = [result.equity[us][them][0] for them in some]
        rows.append((str(us), tuple((short(chance), chance) for chance in chances)))
    head = (say("you | they"), *map(str, some))
    return Grid(say("chance to win the juego, you dealing"), head, tuple(rows))
