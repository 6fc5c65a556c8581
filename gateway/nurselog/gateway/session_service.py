"""`SessionService`: the one service that the gateway answers itself."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.gateway.v1 import session_service_pb2 as api
from nurselog.chassis.errors import Unauthenticated
from nurselog.gateway.names import clean
from nurselog.gateway.sessions import Session, Sessions
from nurselog.gateway.visitors import Visitor


class SessionService:
    """Opens, renews and shows sessions."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def create(self, request: api.CreateSessionRequest, _visitor: Visitor) -> api.Session:
        """A fresh player."""
        return _message(*self._sessions.open(clean(request.display_name)))

    async def renew(self, _request: api.RenewSessionRequest, visitor: Visitor) -> api.Session:
        """A fresh token for the same player."""
        session = _required(visitor)
        return _message(*self._sessions.issue(session.player, session.name))

    async def get(self, _request: api.GetSessionRequest, visitor: Visitor) -> api.Session:
        """Who the caller is."""
        return _message(_required(visitor), "")


def _required(visitor: Visitor) -> Session:
    if visitor.session is None:
        raise Unauthenticated("SESSION_REQUIRED", "Open a session first and send its token.")
    return visitor.session


def _message(session: Session, token: str) -> api.Session:
    return api.Session(
        player=session.player,
        display_name=session.name,
        token=token,
        expire_time=Timestamp(seconds=int(session.expires_at)),
    )
