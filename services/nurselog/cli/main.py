"""The `nurselog` command: the list of its commands, each imported only when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

COMMANDS = {
    "up": "up:up",
    "demo": "demo.story:demo",
    "play": "play:play",
    "record": "record:app",
    "bench": "bench.command:app",
    "scoring": "scoring:app",
    "tournament": "tournament.command:app",
    "simulate": "simulate.command:app",
    "doctor": "doctor.command:doctor",
}
"""Where each command is, below this package: a function, or an app with commands of its own."""


class Commands(TyperGroup):
    """Finds commands by name; `nurselog play` need not load what `nurselog up` needs."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """All commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        found = getattr(importlib.import_module(f"nurselog.cli.{module}"), attribute)
        if isinstance(found, typer.Typer):
            command = get_command(found)
        else:
            single = typer.Typer(
                context_settings=CONTEXT, pretty_exceptions_enable=False, add_completion=False
            )
            single.command(cmd_name)(found)
            command = get_command(single)
        command.name = cmd_name
        return command


CONTEXT = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="nurselog",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings=CONTEXT,
)


@app.callback()
def nurselog() -> None:
    """An open backend for turn-based tabletop games."""


def main() -> None:
    """The entry point of the distribution."""
    try:
        app()
    except ValueError as error:
        _tell_settings(error)


def _tell_settings(error: ValueError) -> NoReturn:
    """Ends the command with the variables that cannot be read; raises any other error on."""
    from pydantic import ValidationError

    from nurselog.chassis.config import SETTINGS_INVALID, wrong_settings

    if not isinstance(error, ValidationError):
        raise error
    for variable, wrong in wrong_settings(error).items():
        print(f"{variable}: {wrong}", file=sys.stderr)
    sys.exit(SETTINGS_INVALID)
