"""What happens around every call of ours: who calls, how it ended, how long it took, and errors as rich statuses.

Wrapped behaviours are made once per method, so a call costs one context variable, one counter and one log decision.
Nothing is done per message of a stream.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import contextmanager
from typing import Any, NoReturn

import grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from nurselog.chassis import context, metrics
from nurselog.chassis.errors import DeadlineExceeded, Internal, Refusal, Unavailable, Unimplemented, to_status
from nurselog.chassis.logs import bind, get, unbind_all
from nurselog.chassis.redis import UNAVAILABLE as STORE_UNAVAILABLE

Context = Any  # grpc.aio.ServicerContext: generic in the stubs, not at run time
Behaviour = Callable[[Any, Context], Any]

log = get(__name__)


def refusal_of(error: BaseException) -> Refusal:
    """The refusal that a caller gets for anything raised; our faults say nothing but the request id."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, STORE_UNAVAILABLE):
        return Unavailable("STORE_UNAVAILABLE", "The store does not answer; try the same again.", retry_after_ms=1000)
    if isinstance(error, TimeoutError):
        return DeadlineExceeded("DEADLINE_EXCEEDED", "The request took longer than its deadline.")
    if isinstance(error, NotImplementedError):
        return Unimplemented("NOT_IMPLEMENTED", "This server does not implement the method.")
    request = context.current_request_id()
    return Internal("INTERNAL", f"A fault of ours; our log knows it as {request}.", request_id=request)
