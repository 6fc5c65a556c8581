"""The `nurselog` command: a list of its commands, each in a module of its own."""

from __future__ import annotations

import typer

from nurselog.cli.up import up

app = typer.Typer(
    name="nurselog",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def nurselog() -> None:
    """An open backend for turn-based tabletop games."""


app.command()(up)


def main() -> None:
    """The entry point of the distribution."""
    app()
