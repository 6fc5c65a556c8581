"""The demo as it is told: who meets whom, what they play, and what became of it."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import Annotated, Any

import grpc
import httpx
import typer

from nurselog.cli.demo.grpc_player import GrpcPlayer
from nurselog.cli.demo.rest_player import RestPlayer
from nurselog.cli.demo.spectator import Spectator
from nurselog.cli.paper import paper
from nurselog.cli.record import verdict
from nurselog.cli.rest import Refused, Rest
from nurselog.cli.show import board, changes, sheet_of_json
from nurselog.cli.target import Target, find_target
from nurselog.rules.record import read_record
from nurselog.rules.registry import load_rules
from nurselog.rules.verify import verify

GAME = "forest_sky"
RATED_S = 15.0

console = paper(soft_wrap=not sys.stdout.isatty())


def demo(
    url: Annotated[str, typer.Option(help="The backend (NURSELOG_URL).")] = "",
    grpc_address: Annotated[str, typer.Option("--grpc", help="Its gRPC face (NURSELOG_GRPC).")] = "",
    seed: Annotated[int | None, typer.Option(help="Makes the players choose the same again.")] = None,
) -> None:
    """Two strangers meet, play Forest Sky, are watched, scored and rated; then the record is verified."""
    target = find_target(url, grpc_address)
    try:
        asyncio.run(_demo(target, random.Random(seed)))  # noqa: S311 - moves, not secrets
    except (httpx.ConnectError, grpc.aio.AioRpcError) as error:
        if isinstance(error, grpc.aio.AioRpcError) and error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise
        console.print(f"Nothing answers at {target.url}. Start the backend: nurselog up", style="red")
        raise typer.Exit(1) from None


async def _demo(target: Target, luck: random.Random) -> None:
    ann = RestPlayer(target.url, "ann", random.Random(luck.random()))  # noqa: S311
    bob = GrpcPlayer(target.grpc, "bob", random.Random(luck.random()))  # noqa: S311
    try:
        table, seats = await _play(target, ann, bob)
        await _tell_results(target, table, seats)
    finally:
        await ann.close()
        await bob.close()


async def _play(target: Target, ann: RestPlayer, bob: GrpcPlayer) -> tuple[str, list[str]]:
    await asyncio.gather(ann.enter(), bob.enter())
    for one in (ann, bob):
        console.print(f"{one.name} is {one.player}, over {one.face}")
    console.print("Both file a ticket for a rated table of Forest Sky ...")
    table, same = await asyncio.gather(ann.find_table(GAME), bob.find_table(GAME))
    if table != same:
        console.print("Other people were waiting, so they met others. Run the demo again.", style="yellow")
        raise typer.Exit(1)
    console.print(f"... and are matched: {table}, with a spectator on a web socket\n")
    spectator = Spectator(target.socket_url)
    started = time.monotonic()
    told: list[str] = []
    await asyncio.gather(
        spectator.watch(table),
        ann.play(table, lambda name, move: told.append(f"{name} {move}")),
        bob.play(table, lambda name, move: told.append(f"{name} {move}")),
    )
    seconds = time.monotonic() - started
    console.print(", ".join(told), style="dim")
    console.print(
        f"\n{len(told)} moves in {seconds:.1f} s. The spectator saw versions {spectator.versions[0]} to "
        f"{spectator.versions[-1]} {'without a gap' if spectator.gapless else 'WITH A GAP'} and "
        f"{'no hidden card' if not spectator.hands_seen else 'HIDDEN CARDS'}.\n"
    )
    return table, await _names(target, table)


async def _names(target: Target, table: str) -> list[str]:
    async with Rest(target.url) as rest:
        found = await rest.get(f"/v1/{table}")
    return [seat["occupant"]["displayName"] for seat in found["seats"]]


async def _tell_results(target: Target, table: str, names: list[str]) -> None:
    async with Rest(target.url) as rest:
        answer = await rest.get(f"/v1/{table}/scoreSheets")
        for sheet in answer["sheets"]:
            console.print(sheet_of_json(sheet, names[sheet.get("seat", 0)]))
            console.print()
        outcome = answer["outcome"]
        places = (f"{names[one.get('seat', 0)]} {one['place']}." for one in outcome["placements"])
        console.print(f"Ended by {outcome['reason']}: {', '.join(places)}\n")
        result = await _rated(rest, table)
        console.print(changes(result, names))
        leaders = await rest.get(f"/v1/{result['ladder']}/leaders", includeProvisional=True, pageSize=10)
        console.print()
        console.print(board(f"Leaderboard ({result['ladder']})", leaders.get("leaders", ())))
        record = await rest.get(f"/v1/{table}/record")
    console.print()
    _verify(record["text"])


async def _rated(rest: Rest, table: str) -> dict[str, Any]:
    """The table's result, which scoring reads from a stream: soon, but not at once."""
    _, game, _, number = table.split("/")
    end = time.monotonic() + RATED_S
    while True:
        try:
            return await rest.get(f"/v1/results/{game}/{number}")
        except Refused as refusal:
            if refusal.reason != "RESULT_NOT_FOUND" or time.monotonic() > end:
                raise
        await asyncio.sleep(0.1)


def _verify(text: str) -> None:
    record = read_record(text)
    report = verify(record, load_rules(record.game))
    console.print(verdict(report))
    if not report.ok:
        raise typer.Exit(1)
