"""What the commands of every game do alike: read the options, ask the game, tell the answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from analyzer.cli.asking import Request, prepare_kernels, tell_drawn
from analyzer.cli.options import (
    WORK_OPTIONS,
    Parameter,
    Run,
    add_question,
    output_options,
    work_options,
)

if TYPE_CHECKING:
    from analyzer.report.files import Kind


class Questions(TyperGroup):
    """The commands; a question that is none is told which there are."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command for the first word."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(f"{args[0]!r} is no question; there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


def questions() -> typer.Typer:
    """Return a game's commands, none yet."""
    metavar = "QUESTION [CARDS]..."
    return typer.Typer(cls=Questions, add_completion=False, subcommand_metavar=metavar)


@dataclass(frozen=True)
class Game:
    """A game whose questions are asked by the command.

    Its modules are imported when one is: a slip of the finger is told before.

    Attributes
    ----------
    name
        Of the game's wing.
    app
        Its commands.
    rules
        Options that say by which rules it is played; every question has them.
    keywords
        Options that are arguments of the questions, not part of the situation.
    switches
        The same, of options without a value.
    """

    name: str
    app: typer.Typer
    rules: tuple[Parameter, ...]
    keywords: frozenset[str]
    switches: frozenset[str] = frozenset()

    def add(
        self,
        question: str,
        *parameters: Parameter,
        text: str,
        example: str,
        run: Run | None = None,
        out: Kind = "table",
        work: Sequence[str] = WORK_OPTIONS,
    ) -> None:
        """Add the command for a question.

        Parameters
        ----------
        question
            Its name.
        *parameters
            Its arguments and options.
        text, example
            What is asked, and the words after the game's name that ask it.
        run
            Answers it; one about a situation unless given.
        out
            What is written to a file.
        work
            Which options of `work_options` it has.
        """
        effort = [one for one in work_options() if one.name in work]
        whole = [*parameters, *self.rules, *effort, *output_options(out)]
        example = f"truco {self.name} {example}"
        add_question(self.app, question, run or self.ask, whole, text=text, example=example)

    def add_book(self, text: str) -> None:
        """Add the command that writes the strategy book."""
        self.add("book", text=text, example="book --out book.html", run=self.book, out="page")

    def ask(self, question: str, given: dict[str, Any]) -> None:
        """Answer a question about one situation."""
        request = Request.of(given, self.keywords, switches=self.switches)
        read = import_module(f"analyzer.{self.name}.situation").Situation.read
        situation = read(question, request.fields)
        prepare_kernels(request.manner)
        self.tell(request, self._function(question)(situation, **request.keywords))

    def ask_of_all(self, question: str, given: dict[str, Any]) -> None:
        """Answer a question about all hands, deals or scores."""
        request = Request.of(given, self.keywords)
        prepare_kernels(request.manner)
        self.tell(request, self._function(question)(**request.fields, **request.keywords))

    def table(self, _question: str, given: dict[str, Any]) -> None:
        """Make a table."""
        request = Request.of(given, self.keywords)
        name = request.fields.pop("name", "")
        prepare_kernels(request.manner)
        frame = self._function("table")(name, **request.fields, **request.keywords)
        request.manner.tell_table(frame)

    def chart(self, _question: str, given: dict[str, Any]) -> None:
        """Draw a chart."""
        request = Request.of(given, self.keywords, kind="chart")
        tell_drawn(request, _drawing(f"analyzer.report.charts.{self.name}").chart)

    def book(self, _question: str, given: dict[str, Any]) -> None:
        """Write the strategy book."""
        request = Request.of(given, self.keywords, kind="page")
        target = request.manner.target
        assert target is not None  # noqa: S101 - `Request.of` has seen to it
        prepare_kernels(request.manner)
        from analyzer.core.effort import split_options
        from analyzer.core.fields import read_rules

        rules = import_module(f"analyzer.{self.name}.rules").Rules
        played = read_rules(rules, request.fields.get("rules"), request.fields.get("rule"))
        effort, _ = split_options(request.keywords)
        write_book = _drawing(f"analyzer.report.book.{self.name}").write_book
        target.put(write_book(played, effort, request.manner.language).encode())
        request.manner.say_written(target)

    def tell(self, request: Request, result: Any) -> None:
        """Write a result as the options ask for."""
        request.manner.tell(result, import_module(f"analyzer.report.text.{self.name}").SHEETS)

    def _function(self, question: str) -> Any:
        return getattr(import_module(f"analyzer.{self.name}"), question)


def _drawing(module: str) -> Any:
    """Import what draws into files, whatever figures are shown on elsewhere.

    Matplotlib, when it is imported, stops at a ``MPLBACKEND`` that it does not know.
    """
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        return import_module(module)
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
