"""``truco boricua``: one command for each question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperGroup

from analyzer.cli.asking import Request, prepare_kernels
from analyzer.cli.options import (
    DECISION,
    SITUATION,
    Parameter,
    Run,
    add_question,
    argument,
    one_of,
    option,
    output_options,
    parted_by,
    work_options,
)

POLICIES = ("expert", "greedy", "random", "open")
LATER = ("envite", "flor", "accept", "table", "chart", "match")
"""Questions that are not answered yet."""

_OPTIONS = ("mano_a_ley=true", "mano_a_ley=false", "signals=true", "signals=false", "ladder=")
_KEYWORDS = frozenset({"play"})


class Questions(TyperGroup):
    """The commands; a question that is none is told which there are."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command for the first word."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            what = "is not available yet" if args[0] in LATER else "is no question"
            ctx.fail(f"{args[0]!r} {what}; there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=Questions, add_completion=False, subcommand_metavar="QUESTION [CARDS]...")


@app.callback()
def boricua() -> None:
    """Answer questions about Truco de 22 cartas, as it is played in Puerto Rico.

    Cards are a rank 4 5 6 7 3 or 1 and the letter of a suit E B O C (espada, basto, oro, copa),
    parted by blanks or commas; the only aces are 1E and 1B.
    """


def ask(question: str, given: dict[str, Any]) -> None:
    """Answer a question about one situation."""
    request = Request.of(given, _KEYWORDS)
    from analyzer.boricua.situation import Situation

    situation = Situation.read(question, request.fields)
    prepare_kernels(request.manner)
    from analyzer import boricua as game

    tell(request, getattr(game, question)(situation, **request.keywords))


def ask_of_all(question: str, given: dict[str, Any]) -> None:
    """Answer a question about whole hands."""
    request = Request.of(given, _KEYWORDS)
    prepare_kernels(request.manner)
    from analyzer import boricua as game

    tell(request, getattr(game, question)(**request.fields, **request.keywords))


def tell(request: Request, result: Any) -> None:
    """Write a result as the options ask for."""
    from analyzer.report.text.boricua import SHEETS

    request.manner.tell(result, SHEETS)


def _players() -> Parameter:
    return option("players", "2 or 4; 2 unless given.", "N", panel=SITUATION, complete=one_of("24"))


def _situation() -> list[Parameter]:
    return [
        option(
            "position",
            "K-th to play in the first trick; 1 is mano, the last one deals.",
            "K",
            panel=SITUATION,
            complete=one_of("1234"),
        ),
        option("partner", "Cards of the partner, seen or signalled.", "CARDS", panel=SITUATION),
        option("seen", "Cards otherwise known to be out of play.", "CARDS", panel=SITUATION),
        option("played", 'What was played so far: "3O truco ok 7C / 1E".', "TEXT", panel=SITUATION),
        option(
            "stake",
            "What the hand is worth, when it does not follow from --played.",
            "N",
            panel=SITUATION,
        ),
        option("score", "Granos so far.", "US-THEM", panel=SITUATION),
        option(
            "situation",
            "The situation as JSON, - for standard input; options beside it are put over it.",
            "FILE",
            panel=SITUATION,
        ),
    ]


def _rules() -> list[Parameter]:
    return [
        option(
            "rules",
            "A preset: traditional.",
            "PRESET",
            panel=SITUATION,
            complete=one_of(["traditional"]),
        ),
        option(
            "rule",
            "A single option over the preset; repeatable.",
            "NAME=VALUE",
            panel=SITUATION,
            many=True,
            complete=one_of(_OPTIONS),
        ),
    ]


def _play(roles: str) -> Parameter:
    text = f"How cards are played: expert (unless given), greedy, random, open; {roles}."
    return option("play", text, "POLICY", panel=DECISION, complete=parted_by("/", POLICIES, most=3))


def _add(
    name: str, parameters: Iterable[Parameter], *, text: str, example: str, run: Run = ask
) -> None:
    whole = [*parameters, _players(), *_rules(), *work_options(), *output_options()]
    add_question(app, name, run, whole, text=text, example=f"truco boricua {example}")


_add(
    "hand",
    [
        argument(
            "hand",
            "The three cards you were dealt, also those played since.",
            "CARDS...",
            many=True,
        ),
        *_situation(),
        _play("mine/theirs or mine/partner/theirs"),
    ],
    text="Liga and flor, the chances of the best liga and of the tricks, and the card to play.",
    example="hand 7E 6E 3O --players 4 --position 2",
)
_add(
    "simulate",
    [_play("FIRST/DEALER for the two sides")],
    text="How the tricks of whole hands between policies end.",
    example="simulate --players 4 --deals 1000000 --play expert/greedy",
    run=ask_of_all,
)
