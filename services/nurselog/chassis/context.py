"""Who calls, and under which request id: a contextvar inside a process, metadata between processes.

Nothing here verifies anything: the gateway did, and it strips what a stranger sends under these names.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass
from urllib.parse import quote, unquote

from nurselog.chassis.errors import Unauthenticated

PLAYER = "nurselog-player"
PLAYER_NAME = "nurselog-player-name"
REQUEST_ID = "nurselog-request-id"
INVITE = "nurselog-invite"

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The one on whose behalf something is done; `player` is a resource name such as `players/g-3f9k2m`."""

    player: str | None = None
    name: str | None = None
    request_id: str = ""
    invite: str | None = None


NOBODY = Caller()

_caller: ContextVar[Caller] = ContextVar("nurselog_caller", default=NOBODY)


def caller() -> Caller:
    """The present caller; `NOBODY` outside any call."""
    return _caller.get()


def current_player() -> str | None:
    """The resource name of the calling player, None for a caller without a session."""
    return _caller.get().player


def current_player_name() -> str | None:
    """What the calling player wants to be called."""
    return _caller.get().name


def current_request_id() -> str:
    """The id under which everything done for this call is logged; empty outside any call."""
    return _caller.get().request_id


def current_invite() -> str | None:
    """The invite code of a private table, if the caller showed one."""
    return _caller.get().invite


def require_player() -> str:
    """The calling player; refuses a caller without a session."""
    player = _caller.get().player
    if player is None:
        raise Unauthenticated("SESSION_REQUIRED", "Open a session first and send its token.")
    return player


def new_request_id() -> str:
    """A fresh id for work that nobody named."""
    return secrets.token_hex(8)


def enter(who: Caller) -> Token[Caller]:
    """Makes `who` the caller of what follows in this task; undo with `leave`."""
    return _caller.set(who)


def leave(token: Token[Caller]) -> None:
    """Back to the caller before."""
    _caller.reset(token)


@contextmanager
def acting_as(who: Caller) -> Iterator[Caller]:
    """Everything inside is done for `who` (a frame of a link, an entry of a stream)."""
    token = _caller.set(who)
    try:
        yield who
    finally:
        _caller.reset(token)


def to_metadata(who: Caller) -> Metadata:
    """The caller as gRPC metadata for another process of ours."""
    pairs = [(REQUEST_ID, who.request_id or new_request_id())]
    if who.player is not None:
        pairs.append((PLAYER, who.player))
    if who.name is not None:
        pairs.append((PLAYER_NAME, quote(who.name)))
    if who.invite is not None:
        pairs.append((INVITE, who.invite))
    return tuple(pairs)


def from_metadata(metadata: Iterable[tuple[str, str | bytes]] | None) -> Caller:
    """The caller that another process of ours named; a missing request id is made."""
    found = {key: value for key, value in metadata or () if isinstance(value, str)}
    name = found.get(PLAYER_NAME)
    return Caller(
        player=found.get(PLAYER) or None,
        name=unquote(name) if name else None,
        request_id=found.get(REQUEST_ID) or new_request_id(),
        invite=found.get(INVITE) or None,
    )
