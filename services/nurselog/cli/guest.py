"""The guest that this machine's terminal plays as: one token per backend, kept between commands."""

from __future__ import annotations

import json
import os
from pathlib import Path

import typer

from nurselog.cli.rest import Refused, Rest

FILE = "guests.json"


async def enter(rest: Rest, display_name: str) -> None:
    """Becomes the guest of the last time, if the backend still knows it under this name; else a fresh one."""
    known = _read()
    token = known.get(_key(rest.url, display_name))
    if token:
        rest.token = token
        try:
            rest.player = (await rest.get("/v1/sessions/me"))["player"]
        except Refused:
            rest.token = ""
        else:
            return
    await rest.open_session(display_name)
    _write({**known, _key(rest.url, display_name): rest.token})


def _key(url: str, display_name: str) -> str:
    return f"{url} {display_name}"


def _path() -> Path:
    return Path(typer.get_app_dir("nurselog")) / FILE


def _read() -> dict[str, str]:
    try:
        return dict(json.loads(_path().read_text()))
    except (OSError, ValueError):
        return {}


def _write(tokens: dict[str, str]) -> None:
    """Kept for the owner's eyes only; a machine without a home folder keeps nothing."""
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError:
        return
    with os.fdopen(handle, "w") as file:
        json.dump(tokens, file)
