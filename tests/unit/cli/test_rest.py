from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from nurselog.cli import rest as rest_module
from nurselog.cli.rest import Refused, Rest

Handler = Callable[[httpx.Request], httpx.Response]

ERROR = {
    "code": 409,
    "message": "The decision is answered.",
    "details": [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "DECISION_CLOSED",
            "metadata": {"version": "7"},
        }
    ],
}


def client(handler: Handler) -> Rest:
    rest = Rest("http://backend/")
    rest._http = httpx.AsyncClient(base_url=rest.url, transport=httpx.MockTransport(handler))
    return rest


async def test_the_token_of_the_session_goes_along() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/sessions":
            assert json.loads(request.content) == {"displayName": "ann"}
            return httpx.Response(200, json={"player": "players/g-1", "token": "t"})
        assert request.headers["authorization"] == "Bearer t"
        return httpx.Response(200, json={"ok": True})

    async with client(handler) as rest:
        assert await rest.open_session("ann") == "players/g-1"
        assert await rest.get("/v1/games") == {"ok": True}


async def test_a_refusal_has_its_reason_and_metadata() -> None:
    async with client(lambda _request: httpx.Response(409, json={"error": ERROR})) as rest:
        with pytest.raises(Refused, match="DECISION_CLOSED: The decision is answered") as refused:
            await rest.post("/v1/x")

    assert (refused.value.reason, refused.value.metadata) == ("DECISION_CLOSED", {"version": "7"})


async def test_an_answer_that_is_no_json_is_a_refusal_too() -> None:
    async with client(lambda _request: httpx.Response(502, text="<html>bad gateway</html>")) as rest:
        with pytest.raises(Refused, match="502: <html>bad gateway"):
            await rest.get("/v1/x")


async def test_who_is_asked_for_patience_waits_as_long_as_it_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("nurselog.cli.rest.asyncio.sleep", sleep)
    answers = [
        httpx.Response(429, headers={"Retry-After": "3"}),
        httpx.Response(503),
        httpx.Response(200, json={}),
    ]

    async with client(lambda _request: answers.pop(0)) as rest:
        await rest.get("/v1/x")

    assert waits == [3.0, rest_module.WAIT_S]


async def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest_module, "WAIT_S", 0.0)
    async with client(lambda _request: httpx.Response(503, json={"error": {"message": "no"}})) as rest:
        with pytest.raises(Refused, match="no"):
            await rest.get("/v1/x")


async def test_a_stream_is_one_object_per_line_and_may_end_with_an_error() -> None:
    lines = b'{"version": 1}\n\n{"version": 2}\n' + json.dumps({"error": ERROR}).encode() + b"\n"

    def handler(request: httpx.Request) -> httpx.Response:
        assert request.url.query == b"includeLegalMoves=true"
        assert request.headers["accept"] == "application/x-ndjson"
        return httpx.Response(200, content=lines)

    async with client(handler) as rest:
        stream = rest.follow("/v1/x:watch", includeLegalMoves=True, token="")
        assert await anext(stream) == {"version": 1}
        assert await anext(stream) == {"version": 2}
        with pytest.raises(Refused, match="DECISION_CLOSED"):
            await anext(stream)


AWAY = {"code": 503, "message": "away"}


async def test_a_stream_goes_on_behind_its_last_token_when_the_backend_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rest_module, "WAIT_S", 0.0)
    asked: list[str] = []
    answers: list[httpx.Response | httpx.ConnectError] = [
        httpx.Response(200, content=b'{"version": 1, "resumeToken": "one"}\n' + _line({"error": AWAY})),
        httpx.Response(503, json={"error": AWAY}),
        httpx.ConnectError("no"),
        httpx.Response(200, content=b'{"version": 2, "resumeToken": "two"}\n'),
    ]

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.query.decode())
        answer = answers.pop(0)
        if isinstance(answer, httpx.ConnectError):
            raise answer
        return answer

    async with client(handler) as rest:
        told = [frame["version"] async for frame in rest.keep_following("/v1/x:watch")]

    assert told == [1, 2]
    assert asked == ["", "resumeToken=one", "resumeToken=one", "resumeToken=one"]


@pytest.mark.parametrize(("error", "asked"), [(AWAY, rest_module.MISSES + 1), (ERROR, 1)])
async def test_a_stream_is_given_up_when_it_is_refused_or_away_for_long(
    monkeypatch: pytest.MonkeyPatch, error: dict[str, object], asked: int
) -> None:
    monkeypatch.setattr(rest_module, "WAIT_S", 0.0)
    calls: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        calls.append(request.url.path)
        return httpx.Response(200, content=_line({"error": error}))

    async with client(handler) as rest:
        with pytest.raises(Refused):
            await anext(rest.keep_following("/v1/x:watch"))

    assert len(calls) == asked


def _line(frame: object) -> bytes:
    return json.dumps(frame).encode() + b"\n"
