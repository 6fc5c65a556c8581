"""`nurselog up`: the whole backend on this machine, until Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from nurselog.chassis import logs
from nurselog.chassis.embedded import StoreError
from nurselog.cli import data_folder
from nurselog.cli.doctor.ports import check_ports
from nurselog.cli.memory import readable, resident_bytes
from nurselog.cli.plan import Wishes
from nurselog.cli.runfile import RunFile
from nurselog.cli.settings import CliSettings
from nurselog.cli.stack import Stack, make_stack
from nurselog.cli.supervisor import Happening, NotStarting
from nurselog.rules.registry import game_names

console = Console(stderr=True, highlight=False)


def up(
    *,
    data: Annotated[Path | None, typer.Option(help="Data folder (NURSELOG_DATA).")] = None,
    http_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port of REST, sockets and docs; 0: a free one.")
    ] = None,
    grpc_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port of the gRPC face; 0: a free one.")
    ] = None,
    game: Annotated[list[str] | None, typer.Option(help="Serve this game only; repeatable.")] = None,
    all_in_one: Annotated[
        bool, typer.Option("--all-in-one", help="One process for everything (development).")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Logs to the terminal instead of files.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Tell what happens as JSON lines on stdout.")
    ] = False,
) -> None:
    """Start the backend: each service and each game a process, restarted when it dies."""
    settings = CliSettings()
    if unknown := set(game or ()) - set(game_names()):
        raise typer.BadParameter(f"no game is called {', '.join(sorted(unknown))}", param_hint="--game")
    wishes = Wishes(
        data=(data or settings.data).absolute(),
        redis_url=settings.redis_url,
        http_port=settings.http_port if http_port is None else http_port,
        grpc_port=settings.grpc_port if grpc_port is None else grpc_port,
        games=tuple(game or ()),
        all_in_one=all_in_one,
        console_logs=verbose,
    )
    logs.configure("up", "console", "warning")
    try:
        with data_folder.locked(wishes.data):
            _refuse_taken_ports(wishes)
            asyncio.run(_run(wishes, own_store=settings.own_store, as_json=as_json))
    except (data_folder.FolderInUse, data_folder.FolderUnusable, NotStarting, StoreError) as error:
        console.print(f"[red]{error}[/red]")
        raise typer.Exit(1) from None


def _refuse_taken_ports(wishes: Wishes) -> None:
    """Says which setting is to be changed, before anything is started in vain."""
    ports = {"NURSELOG_HTTP_PORT": wishes.http_port, "NURSELOG_GRPC_PORT": wishes.grpc_port}
    if taken := list(check_ports(ports)):
        for finding in taken:
            console.print(f"[red]{finding.what}: {finding.advice}[/red]")
        raise typer.Exit(1)


async def _run(wishes: Wishes, *, own_store: bool, as_json: bool) -> None:
    stack = make_stack(wishes, own_store=own_store, on_happening=_tell_json if as_json else _tell_person)
    ended = _on_signals(stack)
    running = asyncio.create_task(_start_and_watch(stack, as_json=as_json))
    stopping = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    finally:
        if not as_json:
            console.print("Stopping. [dim]Ctrl-C again: at once.[/dim]")
        stopping.cancel()
        running.cancel()
        await stack.stop()


async def _start_and_watch(stack: Stack, *, as_json: bool) -> None:
    with console.status("Starting ..."):
        await stack.start()
    if as_json:
        print(json.dumps({"event": "up", **asdict(stack.describe())}), flush=True)
    else:
        console.print(overview(stack.describe()))
    await stack.supervisor.failed()


def _on_signals(stack: Stack) -> asyncio.Event:
    """The first signal ends the stack in order, the second at once."""
    ended = asyncio.Event()

    def signalled() -> None:
        if ended.is_set():
            stack.supervisor.kill()
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, signalled)
    return ended


def overview(run: RunFile) -> Table:
    """The running stack as people read it."""
    table = Table(title=f"nurselog is ready after {run.ready_s:.1f} s", title_justify="left", box=None)
    for name, justify in (
        ("process", "left"),
        ("address", "left"),
        ("memory", "right"),
        ("ready after", "right"),
    ):
        table.add_column(name, justify="right" if justify == "right" else "left")
    for process in run.processes:
        address = process.address or run.redis_url.removeprefix("redis://").partition("/")[0]
        table.add_row(process.name, address, readable(process.memory_bytes), f"{process.ready_s:.1f} s")
    table.add_section()
    own = resident_bytes(run.pid)
    table.add_row("up", "watches all of them", readable(own), "")
    total = own + sum(process.memory_bytes for process in run.processes)
    table.add_row("all", "", readable(total), f"{run.ready_s:.1f} s")
    table.caption = f"REST, sockets and docs: {run.http}/docs    gRPC: {run.grpc}    Ctrl-C stops it"
    table.caption_justify = "left"
    return table


def _tell_person(happening: Happening) -> None:
    if happening.kind == "died":
        console.print(
            f"[yellow]{happening.process} ended (code {happening.code}): starting it again[/yellow]"
        )
    elif happening.kind == "killed":
        console.print(f"[yellow]{happening.process} did not end in time: killed[/yellow]")


def _tell_json(happening: Happening) -> None:
    facts = asdict(happening)
    sys.stdout.write(json.dumps({"event": facts.pop("kind"), **facts}) + "\n")
    sys.stdout.flush()
