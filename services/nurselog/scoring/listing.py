"""Pages cut from lists that fit into memory, and the tokens of numbered ones. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from nurselog.chassis.paging import read_token, write_token


def cut(names: Iterable[str], size: int, scope: str, token: str) -> tuple[list[str], str]:
    """A page of sorted names, and the token of the next."""
    after = read_token(token, scope)
    rest = [name for name in names if after is None or name > after]
    page = rest[:size]
    return page, write_token(scope, page[-1]) if len(rest) > size else ""


def next_index(start: int, count: int, total: int, scope: str) -> str:
    """The token of the page behind `count` rows from `start` on, for `read_number`; empty at the end."""
    end = start + count
    return write_token(scope, str(end)) if count and end < total else ""
