"""The `nurselog` command: a list of its commands, each in a module of its own."""

from __future__ import annotations

import typer

from nurselog.cli import record
from nurselog.cli.bench import command as bench
from nurselog.cli.demo.story import demo
from nurselog.cli.doctor.command import doctor
from nurselog.cli.play import play
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
app.command()(demo)
app.command()(play)
app.command()(doctor)
app.add_typer(record.app, name="record")
app.add_typer(bench.app, name="bench")


def main() -> None:
    """The entry point of the distribution."""
    app()
