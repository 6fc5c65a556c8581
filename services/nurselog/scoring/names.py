"""The resource names that scoring reads; each reader refuses what is no such name."""

from __future__ import annotations

import re

from nurselog.chassis.context import require_player
from nurselog.chassis.errors import InvalidArgument, NotFound

_WORD = r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}"
_GAME = re.compile(rf"games/({_WORD})")
_PLAYER = re.compile(rf"players/{_WORD}")
_LADDER = re.compile(rf"ladders/({_WORD}\.(?:duel|table|teams))")
_RESULT = re.compile(rf"results/({_WORD})/({_WORD})")


def read_game(name: str) -> str:
    """The game of `games/{game}`."""
    found = _GAME.fullmatch(name)
    if found is None:
        raise _invalid("name", name, "games/{game}")
    return found[1]


def read_player(name: str, field: str) -> str:
    """The resource name of a player; `players/me` is the caller."""
    if name == "players/me":
        return require_player()
    if _PLAYER.fullmatch(name) is None:
        raise _invalid(field, name, "players/{player}")
    return name


def read_ladder(name: str) -> str:
    """The ladder of `ladders/{ladder}`."""
    found = _LADDER.fullmatch(name)
    if found is None:
        raise NotFound("LADDER_NOT_FOUND", f"There is no ladder {name!r}.", ladder=name)
    return found[1]


def read_result(name: str) -> str:
    """The table of `results/{game}/{table}`."""
    found = _RESULT.fullmatch(name)
    if found is None:
        raise NotFound("RESULT_NOT_FOUND", f"There is no result {name!r}.", result=name)
    return f"games/{found[1]}/tables/{found[2]}"


def _invalid(field: str, value: str, form: str) -> InvalidArgument:
    return InvalidArgument("FIELD_INVALID", f"{value!r} is not of the form {form}.", field=field, value=value)
