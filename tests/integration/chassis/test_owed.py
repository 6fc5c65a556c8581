"""What a group has not acknowledged, looked at without taking it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis import outbox
from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import close, connect, load_functions

OUTBOX = key("e0", "outbox")


@pytest.fixture
async def gatherer(either_settings: Settings) -> AsyncIterator[Gatherer]:
    client = connect(either_settings)
    made = Gatherer(client, await load_functions(client, outbox.functions()))
    yield made
    await made.aclose()
    await close(client)


async def write(gatherer: Gatherer, *facts: bytes, kind: str = "finished") -> list[bytes]:
    return [
        await gatherer.call("XADD", OUTBOX, "*", "kind", kind, "fact", fact, key=OUTBOX) for fact in facts
    ]


async def owed(gatherer: Gatherer, *words: str, limit: int = 100) -> list[bytes]:
    found: list[bytes] = await gatherer.fcall("owed_facts", [OUTBOX], ["scoring", "finished", limit, *words])
    return found


async def test_nothing_is_owed_where_nothing_was_written(gatherer: Gatherer) -> None:
    assert await owed(gatherer, "bob") == []


async def test_only_facts_of_the_kind_with_one_of_the_words(gatherer: Gatherer) -> None:
    await write(gatherer, b"ann wins", b"bob.loses", b"cat")
    await write(gatherer, b"bob moves", kind="turn")
    await gatherer.call("XADD", OUTBOX, "*", "kind", "finished", key=OUTBOX)

    assert await owed(gatherer, "b.b") == []
    assert await owed(gatherer, "bob", "cat") == [b"bob.loses", b"cat"]
    assert await owed(gatherer, "bob", "cat", limit=2) == [b"bob.loses"]


async def test_what_is_acknowledged_is_not_owed_and_what_was_only_given_out_is(gatherer: Gatherer) -> None:
    await gatherer.call("XGROUP", "CREATE", OUTBOX, "scoring", "0", "MKSTREAM", key=OUTBOX)
    await gatherer.call("XGROUP", "CREATE", OUTBOX, "bots", "0", key=OUTBOX)
    ids = await write(gatherer, b"bob 1", b"bob 2", b"bob 3")
    words = ("XREADGROUP", "GROUP", "scoring", "one", "COUNT", 2, "STREAMS", OUTBOX, ">")
    await gatherer.call(*words, key=OUTBOX)
    assert await owed(gatherer, "bob") == [b"bob 1", b"bob 2", b"bob 3"]

    await gatherer.call("XACK", OUTBOX, "scoring", *ids[:2], key=OUTBOX)

    assert await owed(gatherer, "bob") == [b"bob 3"]
