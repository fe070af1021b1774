"""``truco paulista``: one command for each question."""

from __future__ import annotations

import typer

app = typer.Typer(add_completion=False, subcommand_metavar="QUESTION [CARDS]...")


@app.callback()
def paulista() -> None:
    """Answer questions about Truco Paulista and Mineiro."""
