"""Options that the questions of every game share, as typer wants them.

A question is a function of keywords; which options it has is a list, put
together from the groups in here and the game's own. Values stay text until
``asking`` reads them, so that a wrong one is told in the same words whether it
came from the command line or from a file.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from analyzer.report.language import LANGUAGES

if TYPE_CHECKING:
    from analyzer.report.files import Kind

Completer = Callable[[str], Iterable[str]]
Parameter = inspect.Parameter
Run = Callable[[str, dict[str, Any]], None]

OUT: Mapping[Kind, str] = {
    "table": "a table of the answer as .csv .parquet .json .md .html",
    "chart": "the chart's file, ending in .png, .svg or .pdf",
    "page": "the book's file, ending in .html",
}
"""What is written to the file of ``--out``."""

WORK_OPTIONS = ("exact", "deals", "precision", "seed", "threads", "scheduler")
"""How much work an answer may take, and where it is done: see `work_options`."""

OUTPUT, WORK, SITUATION, DECISION = "Output", "Work", "Situation", "Players"
"""The panels that help shows options in."""


def argument(
    name: str,
    text: str,
    metavar: str,
    *,
    many: bool = False,
    complete: Completer | None = None,
) -> Parameter:
    """Return what a question takes without an option's name; see ``option``."""
    kind = list[str] if many else str
    info = typer.Argument(help=text, metavar=metavar, autocompletion=complete, show_default=False)
    return _parameter(name, Annotated[kind | None, info], None)


def option(
    name: str,
    text: str,
    metavar: str,
    *,
    panel: str,
    many: bool = False,
    complete: Completer | None = None,
) -> Parameter:
    """Return an option with a value, ``None`` when it is not given.

    Parameters
    ----------
    name
        The option's long name with underscores.
    text, metavar
        What it is, and how its value looks.
    panel
        The panel of the help that it stands in.
    many
        Whether it may be given repeatedly.
    complete
        Returns the completions of a beginning.
    """
    info = typer.Option(
        _flag(name),
        help=text,
        metavar=metavar,
        rich_help_panel=panel,
        autocompletion=complete,
        show_default=False,
    )
    kind = list[str] if many else str
    return _parameter(name, Annotated[kind | None, info], None)


def switch(name: str, text: str, panel: str) -> Parameter:
    """Return an option without a value."""
    info = typer.Option(_flag(name), help=text, rich_help_panel=panel, show_default=False)
    return _parameter(name, Annotated[bool, info], False)


def one_of(words: Iterable[str]) -> Completer:
    """Return what completes one of some words."""
    known = tuple(words)
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


def parted_by(mark: str, words: Iterable[str], most: int) -> Completer:
    """Return what completes words of a list with a mark between them."""
    known = tuple(words)

    def complete(incomplete: str) -> list[str]:
        before, _, last = incomplete.rpartition(mark)
        if incomplete.count(mark) >= most:
            return []
        head = before + mark if mark in incomplete else ""
        return [head + word for word in known if word.startswith(last)]

    return complete


def rule_options(presets: str, preset: Completer, rule: Completer) -> tuple[Parameter, ...]:
    """Return by which rules a game is played.

    Parameters
    ----------
    presets
        Those there are, for the help.
    preset, rule
        Complete the beginnings of one, and of NAME=VALUE.
    """
    single = "A single option over the preset; repeatable."
    return (
        option("rules", f"A preset: {presets}.", "PRESET", panel=SITUATION, complete=preset),
        option("rule", single, "NAME=VALUE", panel=SITUATION, many=True, complete=rule),
    )


def work_options() -> list[Parameter]:
    """Return how much work an answer may take, and where it is done."""
    return [
        switch("exact", "Count all deals, whatever it takes.", WORK),
        option("deals", "Sample this many deals.", "N", panel=WORK),
        option(
            "precision",
            "Sample until half the width of the 95% interval is at most this.",
            "P",
            panel=WORK,
        ),
        option("seed", "Of the sample; 0 unless given.", "S", panel=WORK),
        option("threads", "Local threads; all cores unless given.", "N", panel=WORK),
        option("scheduler", "A Dask cluster's scheduler, to compute there.", "ADDRESS", panel=WORK),
    ]


def output_options(kind: Kind = "table") -> list[Parameter]:
    """Return what is written, where, and how; a page is no JSON."""
    json = [switch("json", "One JSON object instead of text.", OUTPUT)]
    return [
        *(json if kind != "page" else []),
        option("out", f"{OUT[kind].capitalize()}.", "PATH", panel=OUTPUT),
        switch("quiet", "No progress, no notices.", OUTPUT),
        switch("no_color", "No colours; NO_COLOR in the environment does the same.", OUTPUT),
        switch("ascii", "Letters only: no suits, accents or lines.", OUTPUT),
        option(
            "lang",
            "Language of the answer; by default that of the locale.",
            "|".join(LANGUAGES),
            panel=OUTPUT,
            complete=one_of(LANGUAGES),
        ),
    ]


class Question(TyperCommand):
    """A command that takes no option twice: the last would silently win."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the question."""
        order = self.make_parser(ctx).parse_args(list(args))[2]
        for given, times in Counter(order).items():
            repeatable = not isinstance(given, TyperOption) or given.multiple or given.is_flag
            if times > 1 and not repeatable:
                ctx.fail(f"{given.opts[0]} is given {times} times; once is enough")
        return super().parse_args(ctx, args)


def add_question(
    app: typer.Typer,
    name: str,
    run: Run,
    parameters: Sequence[Parameter],
    *,
    text: str,
    example: str,
) -> None:
    """Add a command that hands a question's name and its options to a function.

    Parameters
    ----------
    app
        The game's commands.
    name
        The question.
    run
        Takes the question and the value of every parameter.
    parameters
        The question's arguments and options.
    text, example
        What is asked, and a command line that asks it.
    """

    def command(**given: Any) -> None:
        run(name, given)

    # What typer reads the options from.
    command.__signature__ = inspect.Signature(list(parameters))  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    app.command(name, cls=Question, help=text, epilog=f"Example: {example}")(command)


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
