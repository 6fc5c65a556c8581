"""A client of the REST face that needs nothing but httpx: what `demo`, `play` and `doctor` talk through.

It also shows how a Python program plays here: a bearer token, JSON, and one line per update.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Self

import httpx

Json = dict[str, Any]

TRIES = 6
WAIT_S = 0.5
MISSES = 60
"""How often in a row a stream is asked for again."""
BUSY = frozenset({429, 503, 504})


class Refused(Exception):
    """The backend said no; `reason` is stable, the message is for people."""

    def __init__(self, http_status: int, error: Json) -> None:
        info: Json = next(
            (d for d in error.get("details", ()) if d.get("@type", "").endswith("ErrorInfo")), {}
        )
        self.http_status = http_status
        self.reason: str = info.get("reason", "")
        self.metadata: Mapping[str, str] = info.get("metadata", {})
        self.message: str = error.get("message", "")
        wrong = [one for detail in error.get("details", ()) for one in detail.get("fieldViolations", ())]
        self.field: str = wrong[0].get("field", "") if wrong else ""
        super().__init__(f"{self.reason or http_status}: {self.message}")


class Rest:
    """One caller. `await rest.open_session("ann")`, then `await rest.post(path, body)`."""

    def __init__(self, url: str, *, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.player = ""
        self._http = httpx.AsyncClient(base_url=self.url, timeout=httpx.Timeout(20.0), trust_env=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def open_session(self, display_name: str) -> str:
        """Becomes a fresh guest; the player's name, `players/...`."""
        session = await self.post("/v1/sessions", {"displayName": display_name})
        self.token, self.player = session["token"], session["player"]
        return self.player

    async def get(self, path: str, **query: Any) -> Json:
        """Reads a resource."""
        return await self._call("GET", path, None, query)

    async def post(self, path: str, body: Json | None = None) -> Json:
        """Calls a method; again, for a while, where the backend asks for patience."""
        return await self._call("POST", path, body or {}, {})

    async def follow(self, path: str, **query: Any) -> AsyncIterator[Json]:
        """What a stream tells, one JSON object per line, until its end. Raises `Refused`."""
        headers = {**self._headers(), "Accept": "application/x-ndjson"}
        timeout = httpx.Timeout(20.0, read=None)
        async with self._http.stream(
            "GET", path, params=_query(query), headers=headers, timeout=timeout
        ) as answer:
            if answer.status_code != httpx.codes.OK:
                await answer.aread()
                raise _refused(answer)
            async for line in answer.aiter_lines():
                if line:
                    yield _unless_error(json.loads(line))

    async def keep_following(self, path: str, **query: Any) -> AsyncIterator[Json]:
        """The same, taken up behind its last resume token whenever the backend is away for a while."""
        token, misses = "", 0
        while True:
            try:
                async for frame in self.follow(path, **query, resumeToken=token):
                    token, misses = frame.get("resumeToken", token), 0
                    yield frame
            except (Refused, httpx.TransportError) as error:
                misses += 1
                if misses > MISSES or (isinstance(error, Refused) and error.http_status not in BUSY):
                    raise
            else:
                return
            await asyncio.sleep(WAIT_S)

    async def _call(self, method: str, path: str, body: Json | None, query: Mapping[str, Any]) -> Json:
        for attempt in range(TRIES):
            answer = await self._http.request(
                method, path, json=body, params=_query(query), headers=self._headers()
            )
            if answer.is_success:
                found: Json = answer.json()
                return found
            if answer.status_code not in BUSY or attempt == TRIES - 1:
                raise _refused(answer)
            await asyncio.sleep(_wait_s(answer))
        raise AssertionError("unreachable")

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def _query(values: Mapping[str, Any]) -> dict[str, str]:
    """Query parameters as the contract reads them: names in camel case, booleans in JSON's words."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values.items()
        if value not in (None, "")
    }


def _refused(answer: httpx.Response) -> Refused:
    try:
        error = answer.json()["error"]
    except (ValueError, KeyError, TypeError):
        error = {"message": answer.text[:200]}
    return Refused(answer.status_code, error)


def _unless_error(line: Json) -> Json:
    if "error" in line:
        raise Refused(int(line["error"].get("code", 500)), line["error"])
    return line


def _wait_s(answer: httpx.Response) -> float:
    try:
        return float(answer.headers["Retry-After"])
    except (KeyError, ValueError):
        return WAIT_S
