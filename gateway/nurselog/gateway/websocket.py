"""The conversation on one web socket: frames of `gateway/v1/realtime`.

Promises: every frame is answered, in the form it came in; a frame that cannot be read costs nobody the
connection. Who reads too slowly gets no backlog: his subscriptions stop, and go on with a fresh view
(RESYNC) as soon as he has read what was sent. Nothing here waits, so nobody waits for him.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from google.rpc import status_pb2
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from nurselog.api.engine.v1 import engine_service_pb2
from nurselog.api.game.v1 import game_service_pb2
from nurselog.api.gateway.v1 import realtime_pb2 as api
from nurselog.api.tournament.v1 import tournament_service_pb2
from nurselog.chassis import context
from nurselog.chassis.context import new_request_id
from nurselog.chassis.errors import InvalidArgument, Unauthenticated
from nurselog.gateway import metrics
from nurselog.gateway.errors import status_of, within
from nurselog.gateway.exchange import Watch
from nurselog.gateway.followings import Follow, Source, TournamentNews, Watched
from nurselog.gateway.frames import Form, FrameRefused, error_frame
from nurselog.gateway.limits import Bucket, too_large, too_many, too_many_subscriptions
from nurselog.gateway.sessions import expired
from nurselog.gateway.updates import Update
from nurselog.gateway.visitors import Visitor

if TYPE_CHECKING:
    from nurselog.gateway.hub import Hub

MOST_SUBMITS = 256
"""Moves of one socket that may be under way."""

QUIET_S = 0.5
"""When a resumed subscription is said to be open, if there is no news that says it."""


@dataclass(slots=True, eq=False)
class Subscription:
    """One table or tournament that a socket follows."""

    id: int
    form: Form
    source: Source
    watch: Watched
    open: bool = False
    lost: bool = False


class Socket(WSListener):
    """One connected client."""

    def __init__(self, hub: Hub, visitor: Visitor) -> None:
        self._hub = hub
        self._visitor = visitor
        self._session = visitor.session
        self._transport: WSTransport | None = None
        self._unsent: list[bytes] = []
        self._bucket = Bucket(hub.settings.frames_per_s, hub.settings.frames_burst, time.monotonic())
        self._subscriptions: dict[int, Subscription] = {}
        self._submits = 0
        self._full = False
        self._parts = bytearray()
        self._parts_type = WSMsgType.TEXT

    # What picows tells --------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._hub.settings.unsent_bytes)
        self._hub.joined(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        del transport  # the only one
        self._transport = None
        for subscription in self._subscriptions.values():
            subscription.source.drop(subscription.watch)
        metrics.subscriptions.dec(len(self._subscriptions))
        self._subscriptions.clear()
        self._hub.left(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        kind = frame.msg_type
        if kind is WSMsgType.CLOSE:
            code = frame.get_close_code()
            self.close(WSCloseCode.OK if code == WSCloseCode.NO_INFO else code)
        elif kind is WSMsgType.TEXT or kind is WSMsgType.BINARY or kind is WSMsgType.CONTINUATION:
            self._take(kind, frame.get_payload_as_bytes(), last=frame.fin)

    def pause_writing(self) -> None:
        """More waits for the reader than it may: nothing is added, and nothing is taken from it."""
        self._full = True
        if self._transport is not None:
            self._transport.underlying_transport.pause_reading()

    def resume_writing(self) -> None:
        """The reader has caught up: what it lost begins anew."""
        self._full = False
        if self._transport is not None:
            self._transport.underlying_transport.resume_reading()
        for subscription in self._subscriptions.values():
            if subscription.lost:
                subscription.watch.begin_anew()
                subscription.source.watch(subscription.watch)

    # Frames -------------------------------------------------------------------------------------------------

    def _take(self, kind: WSMsgType, payload: bytes, *, last: bool) -> None:
        """Puts fragments together (RFC 6455, section 5.4), then answers the whole."""
        if kind is not WSMsgType.CONTINUATION:
            self._parts_type = kind
            self._parts.clear()
            if last:
                self._message(kind, payload)
                return
        self._parts += payload
        if last or len(self._parts) > self._hub.limits.max_bytes:
            self._message(self._parts_type, bytes(self._parts))
            self._parts.clear()

    def _message(self, kind: WSMsgType, payload: bytes) -> None:
        form = self._hub.json if kind is WSMsgType.TEXT else self._hub.protobuf
        if len(payload) > self._hub.limits.max_bytes:
            self._refuse(form, 0, too_large(self._hub.limits.max_bytes))
            self.close(WSCloseCode.MESSAGE_TOO_BIG)
            return
        frame_id = 0
        try:
            frame = form.read(payload)
            frame_id = frame.id
            self._answer(form, frame)
        except FrameRefused as refused:
            self._refuse(form, refused.id, refused.refusal)
        except Exception as error:  # noqa: BLE001 - every frame is answered
            with context.acting_as(self._visitor.caller):
                self._refuse(form, frame_id, error)

    def _answer(self, form: Form, frame: api.ClientFrame) -> None:
        if wait := self._bucket.take(time.monotonic()):
            raise too_many("frames", wait)
        match frame.WhichOneof("frame"):
            case "submit":
                self._submit(form, frame.id, frame.submit)
            case "ping":
                pong = api.Pong(client_time_ms=frame.ping.client_time_ms, server_time_ms=time.time() * 1000)
                self._send(form, form.write(api.ServerFrame(id=frame.id, pong=pong)))
            case "subscribe":
                self._subscribe(form, frame.id, frame.subscribe)
            case "follow":
                self._follow(form, frame.id, frame.follow)
            case "unsubscribe":
                self._unsubscribe(form, frame.id, frame.unsubscribe.subscription)
            case "hello":
                self._hello(form, frame.id, frame.hello.token)
            case _:
                sentence = "A frame has one of hello, subscribe, follow, unsubscribe, submit, ping."
                raise InvalidArgument("REQUEST_MALFORMED", sentence)

    def _hello(self, form: Form, frame_id: int, token: str) -> None:
        session = self._hub.sessions.verify(token)
        if self._session is not None and self._session.player != session.player:
            sentence = "This connection belongs to another player: open a second one."
            raise InvalidArgument("FIELD_INVALID", sentence, field="hello.token")
        self._session = session
        welcome = api.Welcome(player=session.player)
        self._send(form, form.write(api.ServerFrame(id=frame_id, welcome=welcome)))

    def _submit(self, form: Form, frame_id: int, request: game_service_pb2.SubmitMoveRequest) -> None:
        session = self._session
        if session is None:
            raise Unauthenticated("SESSION_REQUIRED", "Send hello with a session token first.")
        if session.expires_at <= time.time():
            raise expired()
        if self._submits >= MOST_SUBMITS:
            raise too_many("moves under way", 0.1)
        exchange = self._hub.exchange_of(request.name, "submit.name")
        if not request.request_id:
            request.request_id = new_request_id()
        self._submits += 1
        answer = partial(self._submitted, form, frame_id)
        exchange.submit(request, session.player, self._visitor.request_id, answer)

    def _submitted(self, form: Form, frame_id: int, reply: engine_service_pb2.LinkReply) -> None:
        self._submits -= 1
        if reply.HasField("error"):
            self._send(form, form.write(error_frame(frame_id, within(reply.error, "submit"))))
        else:
            self._send(form, form.submitted(frame_id, reply.submitted))

    # Subscriptions ------------------------------------------------------------------------------------------

    def _check_new(self, frame_id: int) -> None:
        if frame_id <= 0 or frame_id in self._subscriptions:
            sentence = "The id of a subscription is positive and used once."
            raise InvalidArgument("FIELD_INVALID", sentence, field="id")
        if len(self._subscriptions) >= self._hub.settings.tables_per_socket:
            raise too_many_subscriptions(len(self._subscriptions))

    def _follow(
        self, form: Form, frame_id: int, request: tournament_service_pb2.WatchTournamentRequest
    ) -> None:
        self._check_new(frame_id)
        watch = Follow(
            request=request,
            visitor=replace(self._visitor, session=self._session),
            on_update=lambda news: self._push(subscription, news),
            on_end=lambda status: self._ended(subscription, within(status, "follow")),
        )
        subscription = Subscription(frame_id, form, self._hub.tournaments, watch)
        self._begin(subscription, resumed=bool(request.resume_token))

    def _subscribe(self, form: Form, frame_id: int, request: game_service_pb2.WatchTableRequest) -> None:
        self._check_new(frame_id)
        exchange = self._hub.exchange_of(request.name, "subscribe.name")
        watch = Watch(
            request=request,
            player=self._session.player if self._session is not None else "",
            request_id=self._visitor.request_id,
            on_update=lambda update: self._push(subscription, update),
            on_end=lambda status: self._ended(subscription, within(status, "subscribe")),
        )
        subscription = Subscription(frame_id, form, exchange, watch)
        self._begin(subscription, resumed=bool(request.resume_token))

    def _begin(self, subscription: Subscription, *, resumed: bool) -> None:
        self._subscriptions[subscription.id] = subscription
        metrics.subscriptions.inc()
        if resumed:
            self._hub.loop.call_later(QUIET_S, self._opened, subscription)
        subscription.source.watch(subscription.watch)

    def _unsubscribe(self, form: Form, frame_id: int, subscription_id: int) -> None:
        subscription = self._subscriptions.pop(subscription_id, None)
        if subscription is None:
            sentence = "There is no subscription with this id."
            raise InvalidArgument("FIELD_INVALID", sentence, field="unsubscribe.subscription")
        metrics.subscriptions.dec()
        subscription.source.drop(subscription.watch)
        self._send(form, form.write(api.ServerFrame(id=frame_id, unsubscribed=api.Unsubscribed())))

    def _push(self, subscription: Subscription, update: Update | TournamentNews) -> None:
        if self._full:
            subscription.lost = True
            subscription.source.drop(subscription.watch)
            metrics.resyncs.inc()
            return
        if subscription.lost:
            update = update.as_resync
        payload = subscription.form.push(subscription.id, update)
        subscription.lost = False
        self._opened(subscription)
        self._send(subscription.form, payload)

    def _opened(self, subscription: Subscription) -> None:
        if not subscription.open and self._subscriptions.get(subscription.id) is subscription:
            subscription.open = True
            frame = api.ServerFrame(id=subscription.id, subscribed=api.Subscribed())
            self._send(subscription.form, subscription.form.write(frame))

    def _ended(self, subscription: Subscription, status: status_pb2.Status) -> None:
        if self._subscriptions.get(subscription.id) is subscription:
            del self._subscriptions[subscription.id]
            metrics.subscriptions.dec()
            self._send(subscription.form, subscription.form.write(error_frame(subscription.id, status)))

    # Sending ------------------------------------------------------------------------------------------------

    def close(self, code: WSCloseCode) -> None:
        """Says goodbye; what was sent before still arrives."""
        self.flush()
        if self._transport is not None:
            self._transport.send_close(code)
            self._transport.disconnect()
            self._transport = None

    def _refuse(self, form: Form, frame_id: int, error: Exception) -> None:
        self._send(form, form.write(error_frame(frame_id, status_of(error))))

    def _send(self, form: Form, payload: bytes) -> None:
        """Leaves at the end of the loop's pass: an answer and the pushes behind it are one system call."""
        if self._transport is not None:
            if not self._unsent:
                self._hub.flush_soon(self)
            self._unsent.append(form.head(len(payload)))
            self._unsent.append(payload)

    def flush(self) -> None:
        """Writes what was said since the last time."""
        if self._unsent and self._transport is not None:
            self._transport.underlying_transport.write(b"".join(self._unsent))
        self._unsent.clear()
