"""The process that matches large pools, a child of the worker.

`python -m nurselog.matchmaking.matcher_process` reads requests from its input
until that ends; it knows no network and no store.
"""

from __future__ import annotations

import gc
import sys
from typing import Any, BinaryIO

import orjson

from nurselog.matchmaking.matching.mirror import Change, Mirror
from nurselog.matchmaking.matching.seekers import Shape
from nurselog.matchmaking.matching.terms import Terms

HEADER = 8

Pools = dict[str, Mirror]


def answer(pools: Pools, message: dict[str, Any]) -> Any:
    """What one request does, and its answer."""
    pool = message["pool"]
    match message:
        case {"new": {"shape": dict(shape), "terms": dict(terms)}}:
            shape["seats"] = tuple(shape["seats"])
            pools[pool] = Mirror(Shape(**shape), Terms(**terms))
        case {"told": dict(change)}:
            pools[pool].take_over(Change.from_wire(change))
        case {"change": dict(change)}:
            return pools[pool].look(Change.from_wire(change)).to_wire()
        case _:
            pools.pop(pool, None)
    return None


def serve(heard: BinaryIO, sent: BinaryIO) -> None:
    """Answers until there is nothing more to read."""
    pools: Pools = {}
    while len(header := heard.read(HEADER)) == HEADER:
        reply = orjson.dumps(answer(pools, orjson.loads(heard.read(int.from_bytes(header)))))
        sent.write(len(reply).to_bytes(HEADER))
        sent.write(reply)
        sent.flush()


if __name__ == "__main__":
    gc.disable()  # nothing here forms cycles, and looking for them among all tickets takes as long as a pass
    serve(sys.stdin.buffer, sys.stdout.buffer)
