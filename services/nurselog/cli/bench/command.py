"""The bench commands: they start what they measure, unless a running backend is named."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from nurselog.cli.bench import event, idle, matchmaking, moves, pairing, ratings, rules, scoring, views
from nurselog.cli.bench.own_stack import own_stack
from nurselog.cli.target import find_target

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Measure this machine with this backend.")
console = Console(highlight=False)

FACES = ("websocket", "websocket_protobuf", "grpc", "rest")

AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]
OnlyGames = Annotated[list[str] | None, typer.Option("--game", help="Only this game; repeatable.")]


@app.command("moves")
def moves_command(
    *,
    tables: Annotated[list[int] | None, typer.Option(help="At once; repeatable.")] = None,
    face: Annotated[list[str] | None, typer.Option(help=f"Of {', '.join(FACES)}; repeatable.")] = None,
    seconds: Annotated[float, typer.Option(min=0.2, help="Length of each measurement.")] = 6.0,
    url: Annotated[str, typer.Option(help="A running backend; mind its limits.")] = "",
    grpc_address: Annotated[str, typer.Option("--grpc", help="Its gRPC face.")] = "",
    as_json: AsJson = False,
) -> None:
    """Moves per second: validated, stored, seen by both seats; beside a bare gRPC echo in the same run."""
    counts, faces = tables or [20, 200], face or list(FACES)
    if unknown := set(faces) - set(FACES):
        raise typer.BadParameter(f"no face is called {', '.join(sorted(unknown))}")
    result = asyncio.run(_moves(url, grpc_address, faces, counts, seconds))
    _print(result, moves.table_of(result), as_json=as_json)


async def _moves(url: str, grpc: str, faces: list[str], tables: list[int], seconds: float) -> dict[str, Any]:
    if url:
        target = find_target(url, grpc)
        return await moves.measure(target.url, target.grpc, faces, tables, seconds)
    async with own_stack(moves.GAME) as run:
        pids = [one.pid for one in run.processes if one.pid]
        return await moves.measure(run.http, run.grpc, faces, tables, seconds, pids)


@app.command("rules")
def rules_command(
    *,
    game: OnlyGames = None,
    seats: Annotated[list[int] | None, typer.Option(help="Of those a game has; repeatable.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Length of each measurement.")] = 3.0,
    as_json: AsJson = False,
) -> None:
    """Random play of every registered game with the full legal list at each ply, in this process.

    Beside it gin rummy and uno of RLCard and OpenSpiel, where they are installed (the extra `peers`).
    """
    result = rules.measure(seconds, game or (), seats or ())
    _print(result, rules.table_of(result), as_json=as_json)


@app.command("views")
def views_command(
    *,
    game: OnlyGames = None,
    at_least: Annotated[int, typer.Option("--views", min=1, help="For each number of seats.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same plays.")] = 1,
    runs: Annotated[int, typer.Option(min=1, help="The best of so many counts for each view.")] = 3,
    as_json: AsJson = False,
) -> None:
    """A seat's view after each move of random plays, with every number of seats."""
    result = views.measure(at_least, seed, game or (), runs)
    _print(result, views.table_of(result), as_json=as_json)


@app.command("scoring")
def scoring_command(
    *,
    boards: Annotated[int, typer.Option(min=2, help="Random boards, half of them crowded.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same boards.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Score sheets that take a search: Cascadia, 23 hexes, all five cards, in this process."""
    result = scoring.measure(boards, seed)
    _print(result, scoring.table_of(result), as_json=as_json)


@app.command("ratings")
def ratings_command(
    *,
    entries: Annotated[int, typer.Option(min=100, help="Players of the board.")] = 1_000_000,
    calls: Annotated[int, typer.Option(min=10, help="Of each kind, one after the other.")] = 5000,
    seconds: Annotated[float, typer.Option(min=0.1, help="Length of each computation.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Rating computations, and a large board: write and around-me beside a bare PING and ZADD."""
    result = ratings.measure(entries, calls, seconds)
    _print(result, ratings.table_of(result), as_json=as_json)


@app.command("matchmaking")
def matchmaking_command(
    *,
    tickets: Annotated[list[int] | None, typer.Option(help="In the pool; repeatable.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed makes the same tickets.")] = 1,
    as_json: AsJson = False,
) -> None:
    """A pass over a crowded pool beside sorting the same tickets, by processor time, and its memory."""
    result = matchmaking.measure(tickets or [1_000, 10_000, 100_000], seed)
    _print(result, matchmaking.table_of(result), as_json=as_json)


@app.command("pairing")
def pairing_command(
    *,
    seed: Annotated[int, typer.Option(help="The same seed makes the same results.")] = 1,
    as_json: AsJson = False,
) -> None:
    """The last rounds of large swiss and pods events, in this process, beside sorting a million numbers."""
    result = pairing.measure(seed=seed)
    _print(result, pairing.table_of(result), as_json=as_json)


@app.command("event")
def event_command(
    *,
    entrants: Annotated[int, typer.Option(min=2, help="Guests who enter, play and are ranked.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed draws the same moves.")] = 1,
    url: Annotated[str, typer.Option(help="A running backend; mind its limits.")] = "",
    grpc_address: Annotated[str, typer.Option("--grpc", help="Its gRPC face.")] = "",
    as_json: AsJson = False,
) -> None:
    """A round of a Swiss as a whole: entering, pairing, opening tables, playing, closing; each timed."""
    result = asyncio.run(_event(url, grpc_address, entrants, seed))
    _print(result, event.table_of(result), as_json=as_json)


async def _event(url: str, grpc: str, entrants: int, seed: int) -> dict[str, Any]:
    if url:
        target = find_target(url, grpc)
        return await event.measure(target.url, target.grpc, entrants, seed=seed)
    async with own_stack(event.GAME) as run:
        pids = [one.pid for one in run.processes if one.pid]
        return await event.measure(run.http, run.grpc, entrants, pids, seed)


@app.command("idle")
def idle_command(
    *,
    tables: Annotated[int, typer.Option(min=50, help="Idle tables to open.")] = 500,
    as_json: AsJson = False,
) -> None:
    """Time to ready, memory of each idle process, and what an idle table costs in the store."""
    result = asyncio.run(_idle(tables))
    _print(result, idle.table_of(result), as_json=as_json)


async def _idle(tables: int) -> dict[str, Any]:
    async with own_stack() as run:
        return await idle.measure(run, tables)


def _print(result: dict[str, Any], table: Table, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result, indent=1))
    else:
        console.print(table)
