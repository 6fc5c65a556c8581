"""A whole process of the house for tests: `python -m tests.support.toy_process`.

It consumes the outboxes into a counter, exactly once by a marker in the same function. `TOY_CRASH` makes it
crash once it is ready.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from nurselog.chassis import outbox
from nurselog.chassis.app import App, run
from nurselog.chassis.config import Settings
from nurselog.chassis.consumer import Consumer, Group, Pace
from nurselog.chassis.partitions import key
from tests.support.toy_service import ToyService, add_to_server

FUNCTIONS = """#!lua name=nurselog_test_process
redis.register_function('count_once', function(keys, args)
  redis.call('INCR', keys[3])
  if redis.call('SADD', keys[1], args[1]) == 1 then
    return redis.call('INCR', keys[2])
  end
end)
"""
KEYS = tuple(key("e0", name) for name in ("seen", "count", "tries"))


async def bind(app: App) -> None:
    """Serves a toy, and counts what the outboxes bring."""

    async def count(fact: str) -> None:
        await app.gatherer.fcall("count_once", KEYS, [fact])

    async def crash() -> None:
        await app.readiness.wait()
        raise RuntimeError("bug")

    app.libraries.add(outbox.functions(), FUNCTIONS)
    pace = Pace(claim_every_s=0.05, silent_ms=500)
    group = Group("toy", os.environ.get("TOY_NAME", "one"))
    consumer = Consumer(app.gatherer, group, _fact, count, pace=pace)
    app.add(ToyService(_echo), add_to_server)
    app.background("consumer", consumer.run)
    app.on_drain(consumer.stop)
    if os.environ.get("TOY_CRASH"):
        app.background("crash", crash)


def _fact(fields: Mapping[bytes, bytes]) -> str:
    return fields[outbox.FACT].decode()


async def _echo(word: str) -> str:
    return word


if __name__ == "__main__":
    run("toy", Settings, bind)
