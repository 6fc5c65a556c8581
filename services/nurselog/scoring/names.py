"""The resource names that scoring reads; each reader refuses what is no such name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nurselog.chassis.context import require_player
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.scoring.boards import MEMBER_LIMIT

_WORD = r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}"
_GAME = re.compile(rf"games/({_WORD})")
_PLAYER = re.compile(rf"players/{_WORD}")
_LADDER = re.compile(rf"ladders/({_WORD}\.(?:duel|table|teams))")
_RATING = re.compile(rf"(players/{_WORD})/ratings/({_WORD}\.(?:duel|table|teams))")
_SEASON = re.compile(rf"(ladders/[^/]+)/seasons/({_WORD})")
_SEASON_ID = re.compile(_WORD)
_BOARD = re.compile(r"boards/([A-Za-z0-9][A-Za-z0-9._-]{0,180})")
_BOT = re.compile(rf"bots/{_WORD}")
_WINDOW = re.compile(r"all|[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?|-W[0-9]{2})?")
_RESULT = re.compile(rf"results/({_WORD})/({_WORD})")


def read_game(name: str, field: str = "name") -> str:
    """The game of `games/{game}`."""
    found = _GAME.fullmatch(name)
    if found is None:
        raise _invalid(field, name, "games/{game}")
    return found[1]


def read_player(name: str, field: str) -> str:
    """The resource name of a player; `players/me` is the caller."""
    if name == "players/me":
        return require_player()
    if _PLAYER.fullmatch(name) is None:
        raise _invalid(field, name, "players/{player}")
    return name


def read_ladder(name: str, field: str = "parent") -> str:
    """The ladder of `ladders/{ladder}`."""
    found = _LADDER.fullmatch(name)
    if found is None:
        raise no_ladder(name, field)
    return found[1]


def no_ladder(name: str, field: str = "parent") -> NotFound:
    """The refusal of a ladder that does not exist."""
    return NotFound("LADDER_NOT_FOUND", f"There is no ladder {name[:60]!r}.", field=field, ladder=name)


def read_result(name: str) -> str:
    """The table of `results/{game}/{table}`."""
    found = _RESULT.fullmatch(name)
    if found is None:
        raise no_result(name)
    return f"games/{found[1]}/tables/{found[2]}"


def no_result(name: str) -> NotFound:
    """The refusal of a result that does not exist."""
    return NotFound("RESULT_NOT_FOUND", f"There is no result {name[:60]!r}.", field="name", result=name)


def read_rating(name: str) -> tuple[str, str]:
    """Player and ladder of `players/{player}/ratings/{ladder}`."""
    found = _RATING.fullmatch(
        name.replace("players/me/", f"{require_player()}/", 1) if _is_me(name) else name
    )
    if found is None:
        raise _invalid("parent", name, "players/{player}/ratings/{ladder}")
    return found[1], found[2]


def read_members(names: Sequence[str]) -> list[str]:
    """Friends or the members of a club: at least one, each once, not too many."""
    if not 1 <= len(names) <= MEMBER_LIMIT:
        raise InvalidArgument(
            "FIELD_INVALID",
            f"Name 1 to {MEMBER_LIMIT} players, not {len(names)}.",
            field="players",
            limit=MEMBER_LIMIT,
        )
    players = [read_player(name, f"players[{place}]") for place, name in enumerate(names)]
    first: dict[str, int] = {}
    for place, player in enumerate(players):
        if first.setdefault(player, place) != place:
            raise InvalidArgument(
                "FIELD_INVALID", f"{player} is named twice.", field=f"players[{place}]", value=player
            )
    return players


def read_season(name: str) -> tuple[str, str]:
    """Ladder and season of `ladders/{ladder}/seasons/{season}`."""
    found = _SEASON.fullmatch(name)
    if found is None:
        raise no_season(name)
    return read_ladder(found[1], "name"), found[2]


def no_season(name: str, field: str = "name") -> NotFound:
    """The refusal of a season that does not exist."""
    return NotFound("SEASON_NOT_FOUND", f"There is no season {name[:60]!r}.", field=field, season=name)


def read_season_id(name: str, field: str) -> str:
    """The last part of a season's name."""
    if _SEASON_ID.fullmatch(name) is None:
        raise _invalid(field, name, "2027-spring (letters, digits, - and _; at most 63)")
    return name


def read_board(name: str, field: str) -> str:
    """The board of `boards/{board}`."""
    found = _BOARD.fullmatch(name)
    if found is None:
        raise no_board(name, field)
    return found[1]


def no_board(name: str, field: str) -> NotFound:
    """The refusal of a board that does not exist."""
    return NotFound("BOARD_NOT_FOUND", f"There is no board {name[:60]!r}.", field=field, board=name)


def read_bot(name: str) -> str:
    """The resource name of a bot."""
    if _BOT.fullmatch(name) is None:
        raise _invalid("bot", name, "bots/{bot}")
    return name


def read_window(name: str) -> str:
    """The name of a window of time; empty means `all`."""
    if name and _WINDOW.fullmatch(name) is None:
        raise _invalid("window", name, "all, 2026, 2026-11, 2026-W48 or 2026-11-30")
    return name or "all"


def _is_me(name: str) -> bool:
    return name.startswith("players/me/")


def _invalid(field: str, value: str, form: str) -> InvalidArgument:
    return InvalidArgument(
        "FIELD_INVALID", f"{value[:60]!r} is not of the form {form}.", field=field, value=value
    )
