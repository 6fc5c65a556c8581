"""Who stands before a face: a session or none, an address, and the id under which it is all logged.

Nothing that a stranger says about itself is believed but a token: whatever comes under our internal names
is left behind, and the metadata for our services is made anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from nurselog.chassis import context
from nurselog.chassis.context import Caller, new_request_id
from nurselog.gateway.sessions import Session, Sessions, bearer
from nurselog.gateway.upstream import Metadata

REQUEST_ID = "x-request-id"

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_INVITE = re.compile(r"[!-~]{1,64}")


@dataclass(frozen=True, slots=True)
class Visitor:
    """One caller of one face."""

    address: str
    request_id: str
    session: Session | None = None
    invite: str | None = None

    @property
    def player(self) -> str | None:
        """The calling player; None for a stranger."""
        return self.session.player if self.session is not None else None

    @property
    def caller(self) -> Caller:
        """The visitor as our services know it."""
        name = self.session.name if self.session is not None else None
        return Caller(player=self.player, name=name, request_id=self.request_id, invite=self.invite)

    @property
    def metadata(self) -> Metadata:
        """The visitor as it is told to our services."""
        return context.to_metadata(self.caller)

    @property
    def key(self) -> str:
        """What limits count by."""
        return self.player or self.address


def request_id_of(headers: Mapping[str, str]) -> str:
    """The caller's own request id, if it is one we can log; else a fresh one."""
    wished = headers.get(REQUEST_ID, "")
    return wished if _REQUEST_ID.fullmatch(wished) else new_request_id()


def visitor_of(
    headers: Mapping[str, str], address: str, sessions: Sessions, *, request_id: str, token: str | None = None
) -> Visitor:
    """The visitor with these headers (or metadata); a token that is not good is refused, never ignored."""
    token = token or bearer(headers.get("authorization"))
    session = sessions.verify(token) if token else None
    invite = headers.get(context.INVITE, "")
    return Visitor(address, request_id, session, invite if _INVITE.fullmatch(invite) else None)


class Proxies:
    """The proxies that are believed when they say for whom they speak."""

    def __init__(self, trusted: str) -> None:
        names = {name.strip() for name in trusted.split(",")} - {""}
        self._all = "*" in names
        self._trusted = names

    def client(self, peer: str, forwarded_for: str | None) -> str:
        """The address of the caller: the last one that no proxy of ours stands at."""
        if not forwarded_for or not self._trusts(peer):
            return peer
        hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
        for hop in reversed(hops):
            if hop not in self._trusted:
                return hop[:64]
        return peer

    def _trusts(self, peer: str) -> bool:
        return self._all or peer in self._trusted
