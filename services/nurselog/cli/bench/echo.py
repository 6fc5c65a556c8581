"""A bare grpc.aio unary echo: what one call costs when it does nothing. Everything else is compared with it.

python -m nurselog.cli.bench.echo serve            # prints its port
python -m nurselog.cli.bench.echo call PORT AT_ONCE SECONDS PID_OF_SERVER
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import grpc
import uvloop

from nurselog.cli.bench.cpu import cpu_seconds

METHOD = "/echo.Echo/Echo"
PAYLOAD = b"x" * 64


async def serve() -> None:
    """Answers each call with its own bytes, until killed."""
    server = grpc.aio.server()

    async def echo(request: bytes, _context: Any) -> bytes:
        return request

    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {"Echo": grpc.unary_unary_rpc_method_handler(echo)}
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("echo.Echo", methods)])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


async def call(port: int, at_once: int, seconds: float, server: int) -> dict[str, float]:
    """Calls from so many callers at once: calls per second after a warm-up of a tenth, and their CPU time."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        echo: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(METHOD)
        begin = time.perf_counter() + seconds / 10
        end = begin + seconds
        done, made, spent = 0, 0, cpu_seconds([server])

        async def caller() -> None:
            nonlocal done, made
            while (now := time.perf_counter()) < end:
                await echo(PAYLOAD)
                made += 1
                done += now >= begin

        await asyncio.gather(*(caller() for _ in range(at_once)))
        spent = cpu_seconds([server]) - spent
    return {"calls_per_s": done / seconds, "cpu_us_per_call": spent / made * 1e6}


def main(arguments: list[str]) -> None:
    """The two roles."""
    if arguments[0] == "serve":
        uvloop.run(serve())
    else:
        port, at_once, seconds, server = arguments[1:]
        print(json.dumps(uvloop.run(call(int(port), int(at_once), float(seconds), int(server)))))


if __name__ == "__main__":
    main(sys.argv[1:])
