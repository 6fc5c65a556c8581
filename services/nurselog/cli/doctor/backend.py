"""Checks of a running backend: its faces from outside, its processes where they are on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import httpx

from nurselog.cli.doctor.finding import Finding, note, wrong
from nurselog.cli.memory import readable, resident_bytes
from nurselog.cli.readiness import grpc_serves
from nurselog.cli.rest import Refused, Rest
from nurselog.cli.runfile import RunFile
from nurselog.cli.target import Target


def check_processes(run: RunFile) -> Iterator[Finding]:
    """The processes that `up` started on this machine."""
    for process in run.processes:
        if not process.pid or not resident_bytes(process.pid):
            advice = f"see data/logs/{process.name}.log; up starts it again"
            yield wrong("processes", f"{process.name} does not run", advice)
        else:
            memory = readable(resident_bytes(process.pid))
            again = f", started again {process.restarts} times" if process.restarts else ""
            yield Finding("processes", f"{process.name} at {process.address or 'its port'}, {memory}{again}")


async def check_faces(target: Target, *, expected: bool) -> list[Finding]:
    """REST and gRPC as strangers reach them."""
    async with Rest(target.url) as rest:
        try:
            await rest.get("/readyz")
            games = (await rest.get("/v1/games")).get("games", ())
        except (httpx.HTTPError, ValueError) as error:
            if not expected:
                return [note("faces", f"nothing runs at {target.url}", "start the backend: nurselog up")]
            return [wrong("faces", f"{target.url} does not answer: {error!r}", "see data/logs/gateway.log")]
        except Refused as refusal:
            return [wrong("faces", f"{target.url} is not ready: {refusal}", "see data/logs/gateway.log")]
    names = ", ".join(game["name"].removeprefix("games/") for game in games)
    found = [Finding("faces", f"REST at {target.url} serves {names or 'no game'}")]
    if not games:
        found = [wrong("faces", f"REST at {target.url} serves no game", "see data/logs/engine-*.log")]
    if await grpc_serves(target.grpc):
        found.append(Finding("faces", f"gRPC at {target.grpc} serves"))
    else:
        found.append(
            wrong("faces", f"gRPC at {target.grpc} does not serve", "set NURSELOG_GRPC, or see the logs")
        )
    return found
