"""The command: runs the checks, prints what they found, and exits with 1 if something is wrong."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table

from nurselog.chassis.config import describe, wrong_settings
from nurselog.cli import runfile
from nurselog.cli.addresses import without_password
from nurselog.cli.doctor.backend import check_faces, check_processes
from nurselog.cli.doctor.finding import Finding, note, wrong
from nurselog.cli.doctor.machine import check_data, check_games, check_machine
from nurselog.cli.doctor.ports import check_ports
from nurselog.cli.doctor.store import check_store
from nurselog.cli.settings import CliSettings
from nurselog.cli.target import find_target

console = Console(highlight=False)

MARKS = {"ok": "[green]ok[/green]", "note": "[yellow]note[/yellow]", "wrong": "[red]wrong[/red]"}


def doctor(
    *,
    url: Annotated[str, typer.Option(help="The backend (NURSELOG_URL).")] = "",
    grpc_address: Annotated[str, typer.Option("--grpc", help="Its gRPC face (NURSELOG_GRPC).")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    show_settings: Annotated[bool, typer.Option("--settings", help="List every setting too.")] = False,
) -> None:
    """Say what is configured, what answers and what is wrong. Exit code 1 if something is."""
    findings = asyncio.run(examine(url, grpc_address))
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        console.print(_report(findings))
        if show_settings:
            console.print(_settings_table())
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(1)


async def examine(url: str = "", grpc_address: str = "") -> list[Finding]:
    """All findings, in the order of the report."""
    found = [*check_machine(), *check_games()]
    try:
        settings = CliSettings()
    except ValidationError as error:
        for variable, problem in wrong_settings(error).items():
            found.append(wrong("settings", f"{variable}: {problem}", "correct the environment variable"))
        return found
    found += _changed(settings)
    found += check_data(settings.data, own_store=settings.own_store)
    run = runfile.read(settings.data)
    if run is not None:
        found += check_processes(run)
    elif not (url or settings.url):
        ports = {"NURSELOG_HTTP_PORT": settings.http_port, "NURSELOG_GRPC_PORT": settings.grpc_port}
        found += check_ports(ports)
    store = run.redis_url if run is not None else "" if settings.own_store else settings.redis_url
    if store:
        found += await check_store(store, cluster=settings.redis_cluster)
    target = find_target(url, grpc_address)
    found += await check_faces(target, expected=run is not None or bool(url or settings.url))
    return found


def _changed(settings: CliSettings) -> list[Finding]:
    rows = [row for row in describe(settings) if row.value != row.default]
    if not rows:
        return [Finding("settings", "all at their defaults")]
    return [note("settings", f"{row.variable}={without_password(row.value)}") for row in rows]


def _report(findings: list[Finding]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    area = ""
    for finding in findings:
        text = finding.what + (f"\n[bold]-> {finding.advice}[/bold]" if finding.advice else "")
        table.add_row("" if finding.area == area else finding.area, MARKS[finding.state], text)
        area = finding.area
    return table


def _settings_table() -> Table:
    table = Table(title="Settings of the command", title_justify="left", box=None)
    for name in ("variable", "value", "default", "meaning"):
        table.add_column(name)
    for row in describe(CliSettings()):
        table.add_row(row.variable, without_password(row.value), row.default, row.description)
    return table
