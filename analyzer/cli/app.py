"""The games under ``truco``, each imported only when it is asked for.

A game's commands live in the module of its name in this folder, on a
``typer.Typer`` called ``app``. Its line in ``GAMES`` makes it known.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

import analyzer

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = {
    "paulista": "Truco Paulista and Mineiro: the vira makes the manilhas, four calls to doze.",
    "manilla": "La Manilla: 48 cards, two pairs, the nine is the highest.",
    "boricua": "Truco de 22 cartas of Puerto Rico: flor, envite and truco, to 30 granos.",
}

app = typer.Typer(
    subcommand_metavar="GAME QUESTION [CARDS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Carry out one command line.

    Returns
    -------
    tuple of int and str
        The exit status, and what to complain about; nothing when all went well.

    Raises
    ------
    Exception
        Whatever the command itself raised.
    """
    command = _command()
    if "_TRUCO_COMPLETE" in os.environ:
        command.main(prog_name="truco")  # answers the shell and exits
    try:
        with command.make_context("truco", _or_help(arguments)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code, "interrupted" if end.exit_code == 130 else ""
    except typer.TyperException as error:
        return 2, _explain(error)
    return 0, ""


class LazyGame(TyperGroup):
    """A game's name and its line of help, standing in for its commands until they are needed."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Import the game, and let its own group of commands take over."""
        module = import_module(f"analyzer.cli.{self.name}")
        group = typer.main.get_command(module.app)
        if not extra.get("resilient_parsing"):
            args = _or_help(args)
        return group.make_context(info_name, args, parent, **extra)


def _command() -> TyperGroup:
    command = typer.main.get_command(app)
    assert isinstance(command, TyperGroup)  # noqa: S101 - the callback below makes it one
    for name, line in GAMES.items():
        command.add_command(LazyGame(name=name, help=line))
    return command


def _or_help(arguments: Sequence[str]) -> list[str]:
    """Show somebody who asks nothing what there is to ask."""
    return list(arguments) or ["--help"]


def _explain(error: typer.TyperException) -> str:
    """Return what is wrong with the command line, and where to read how it goes."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "truco"
    return f"{error.format_message().rstrip('.')} (see {path} --help)"


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"truco {analyzer.__version__}")
        raise typer.Exit


@app.callback()
def truco(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Tell what a hand of truco is worth, what to call and what to play.

    truco GAME --help lists the questions of a game, truco GAME QUESTION --help what to give.
    """
