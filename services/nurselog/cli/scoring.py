"""`nurselog scoring ...`: prove ratings and make them anew, annul tables, import bots, open seasons.

Each command works on the store itself; no service need be running.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from redis.exceptions import RedisError
from rich.text import Text

from nurselog.chassis import logs
from nurselog.chassis.errors import Refusal
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import close, connect, load_functions
from nurselog.cli import runfile
from nurselog.cli.paper import paper
from nurselog.cli.settings import CliSettings
from nurselog.scoring.library import functions
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.tools import add_season, annul_result, import_bot, proof, rebuilt
from nurselog.scoring.verify import Report

T = TypeVar("T")
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]
Moment = Annotated[datetime, typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"], help="In UTC.")]

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Look after results and ratings.")
console = paper()


@app.callback()
def scoring() -> None:
    """Look after results and ratings."""
    logs.configure("scoring", "console", "warning")


@app.command("verify")
def verify_command(*, as_json: AsJson = False) -> None:
    """Compute every rating again from the stored results. Exit code 1 if one differs; changes nothing."""
    _tell(_with_store(proof), as_json=as_json)


@app.command("rebuild")
def rebuild_command(
    *,
    archive: Annotated[Path | None, typer.Option(help="Folder of finished tables; data/records.")] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Make ladders anew that differ.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compute every rating again from the archived results. Exit code 1 if anything differs."""
    folder = archive or CliSettings().data / "records"
    _tell(_with_store(lambda store: rebuilt(store, folder, apply=apply)), as_json=as_json)


@app.command("annul")
def annul_command(
    result: Annotated[str, typer.Argument(help="results/{game}/{table}")],
    *,
    reason: Annotated[str, typer.Option(help="Why, in a sentence that players see.")],
) -> None:
    """Take a table out of the ratings, as if it had never been played."""
    settings = _settings()
    document = _with_store(lambda store: annul_result(store, settings, result, reason, int(time.time())))
    console.print(f"{document.name} is annulled: {document.annul_reason}")


@app.command("import-bot")
def import_bot_command(
    ladder: Annotated[str, typer.Argument(help="e.g. forest_sky.duel")],
    bot: Annotated[str, typer.Argument(help="e.g. bots/random")],
    *,
    rating: Annotated[int, typer.Option(help="As people see it; 1500 is a newcomer's.")],
    deviation: Annotated[int, typer.Option(min=1, help="How uncertain it is, in the same unit.")] = 60,
    source: Annotated[str, typer.Option(help="Where it was measured; counts once.")],
    name: Annotated[str, typer.Option(help="The name to show.")] = "",
) -> None:
    """Give a bot a rating, so that tables with it can be rated."""
    settings = _settings()
    made = _with_store(
        lambda store: import_bot(store, settings, ladder, bot, (rating, deviation), source=source, name=name)
    )
    console.print(f"{made.player} stands at {rating} ± {deviation} in {ladder}.")


@app.command("season")
def season_command(
    ladder: Annotated[str, typer.Argument(help="e.g. forest_sky.duel")],
    season: Annotated[str, typer.Argument(help="e.g. 2027-spring")],
    *,
    begins: Moment,
    ends: Moment,
    title: Annotated[str, typer.Option(help="The name to show.")] = "",
) -> None:
    """Open a season of a ladder; it begins in the future."""
    span = tuple(int(moment.replace(tzinfo=UTC).timestamp()) for moment in (begins, ends))
    made = _with_store(lambda store: add_season(store, ladder, season, title, (span[0], span[1])))
    console.print(f"{ladder}: {made.title}, from {begins:%Y-%m-%d %H:%M} to {ends:%Y-%m-%d %H:%M} UTC.")


def _settings() -> ScoringSettings:
    """The settings of scoring, with the store of the stack that runs on the data folder."""
    own, settings = CliSettings(), ScoringSettings()
    run = runfile.read(own.data) if own.own_store else None
    return settings.model_copy(update={"redis_url": run.redis_url}) if run is not None else settings


def _with_store(work: Callable[[Gatherer], Awaitable[T]]) -> T:
    """Does the work; a refusal or a store that is away ends the command with exit code 1 and its sentence."""

    async def run() -> T:
        async with _store(_settings()) as gatherer:
            return await work(gatherer)

    try:
        return asyncio.run(run())
    except Refusal as refusal:
        console.print(refusal.message, style="red")
    except (RedisError, OSError) as error:
        console.print(f"The store does not answer: {error}", style="red")
    raise typer.Exit(1)


@asynccontextmanager
async def _store(settings: ScoringSettings) -> AsyncIterator[Gatherer]:
    client = connect(settings)
    try:
        gatherer = Gatherer(client, await load_functions(client, functions()))
        try:
            yield gatherer
        finally:
            await gatherer.aclose()
    finally:
        await close(client)


def _tell(report: Report, *, as_json: bool) -> None:
    if as_json:
        found = asdict(report) | {"sound": report.sound, "different": sorted(report.different)}
        print(json.dumps(found, indent=1))
    else:
        console.print(_told(report))
    if not report.sound:
        raise typer.Exit(1)


def _told(report: Report) -> Text:
    made = f"Made anew: {', '.join(report.mended)}.\n" if report.mended else ""
    if report.sound:
        archive = f", {report.archived} archived tables" if report.archived else ""
        return Text(
            f"{made}Ratings are a fold of results: {report.entries} ledger entries of {report.ladders} "
            f"ladders, {report.ratings} ratings, {report.results} results ({report.rated} rated, "
            f"{report.annulled} annulled){archive}."
        )
    lines = (f"\n  {difference}" for difference in report.differences)
    return Text.assemble(made, ("Ratings and results do not agree:", "red"), *lines)
