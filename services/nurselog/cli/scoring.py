"""`nurselog scoring verify`: are the ratings a fold of the results?"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from redis.exceptions import RedisError
from rich.console import Console

from nurselog.chassis import logs
from nurselog.chassis.config import Settings
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.redis import connect
from nurselog.cli import runfile
from nurselog.cli.settings import CliSettings
from nurselog.scoring.verify import Report, verify

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Look after results and ratings.")
console = Console(highlight=False)


@app.callback()
def scoring() -> None:
    """Look after results and ratings."""


@app.command("verify")
def verify_command(*, as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False) -> None:
    """Compute every rating again from the stored results. Exit code 1 if one differs; changes nothing."""
    logs.configure("scoring verify", "console", "warning")
    settings = _store()
    try:
        report = asyncio.run(_verify(settings))
    except (RedisError, OSError, Unavailable) as error:
        console.print(f"[red]The store does not answer: {error}[/red]")
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps({**asdict(report), "sound": report.sound}, indent=1))
    else:
        console.print(_told(report))
    if not report.sound:
        raise typer.Exit(1)


def _store() -> Settings:
    """The store of the settings, or that of the stack that runs on the data folder."""
    settings = CliSettings()
    run = runfile.read(settings.data) if settings.own_store else None
    return settings.model_copy(update={"redis_url": run.redis_url}) if run is not None else settings


async def _verify(settings: Settings) -> Report:
    client = connect(settings)
    try:
        return await verify(client)
    finally:
        await client.aclose()


def _told(report: Report) -> str:
    if report.sound:
        return (
            f"Ratings are a fold of results: {report.entries} ledger entries of {report.ladders} ladders, "
            f"{report.ratings} ratings, {report.results} results ({report.rated} rated)."
        )
    lines = (f"  {difference}" for difference in report.differences)
    return "\n".join(("[red]Ratings and results do not agree:[/red]", *lines))
