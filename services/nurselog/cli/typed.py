"""What people type that is more than a word, read; what cannot be read ends the command with a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from nurselog.cli.rest import Json


def pair(text: str) -> tuple[str, str]:
    """`name=value`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"an option is name=value, not {text!r}")
    return name, value


def numbers(text: str) -> tuple[int, ...]:
    """`3,4`."""
    try:
        return tuple(int(one) for one in text.split(",") if one)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not numbers with commas between them") from None


def settings(file: Path) -> Json:
    """An object of JSON in a file."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise typer.BadParameter(f"{file} cannot be read: {problem}") from None
    if not isinstance(found, dict):
        raise typer.BadParameter(f"{file} holds no object of JSON")
    return found
