"""Requests made up from our own document, right ones and mutated ones.

None gets a 5xx, and every answer is one that the document tells of.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, Self

import pytest
import schemathesis
import uvloop
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from nurselog.gateway.app import SERVICES
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.openapi import document
from tests.integration.gateway.conftest import TABLE, House, a_house
from tests.support.toy_engine import ToyEngine
from tests.support.toy_table import ToyTable

CHECKED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


class Background:
    """A house on a thread of its own: schemathesis is not asynchronous."""

    def __init__(self) -> None:
        self.schema: Any = None
        self.token = ""
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: uvloop.run(self._run()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        assert self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(20)

    async def _run(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        engine = await ToyEngine().start()
        engine.tables[TABLE] = ToyTable(TABLE)
        wishes: dict[str, Any] = {"calls_per_s": 0, "creates_per_s": 0}
        wishes.update(dict.fromkeys(SERVICES, engine.address))
        async with a_house(engine, **wishes) as house:
            await self._open(house, engine)
            self._ready.set()
            await self._end.wait()
        await engine.stop()

    async def _open(self, house: House, engine: ToyEngine) -> None:
        session = await house.session()
        engine.tables[TABLE].players.append(session["player"])
        self.token = session["token"]
        written = (await house.http.get("/v1/openapi.json")).json()
        self.schema = schemathesis.openapi.from_dict(written)
        self.schema.config.update(base_url=house.url)


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    with Background() as made:
        yield made


def can_be_wrong(operation: dict[str, Any]) -> bool:
    """Whether a request can be malformed at all: any text is an address."""
    places = {parameter["in"] for parameter in operation.get("parameters", [])}
    return "query" in places or "requestBody" in operation


OPERATIONS = [
    (address, verb, mode)
    for address, operations in document(Catalogue({}))["paths"].items()
    for verb, operation in operations.items()
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or can_be_wrong(operation)
]


@pytest.mark.parametrize(("address", "verb", "mode"), OPERATIONS)
def test_every_answer_is_documented_and_none_is_our_fault(
    background: Background, address: str, verb: str, mode: GenerationMode
) -> None:
    operation: Any = background.schema[address][verb]

    @settings(suppress_health_check=list(HealthCheck), max_examples=15)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        response = case.call(headers={"authorization": f"Bearer {background.token}"}, timeout=10)
        case.validate_response(response, checks=CHECKED)

    check()
