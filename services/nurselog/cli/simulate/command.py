"""The commands of `nurselog simulate`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import grpc
import typer
from rich.console import Console
from rich.table import Table

from nurselog.chassis.app import load_settings
from nurselog.cli.bench.own_stack import own_stack
from nurselog.cli.crowd.door import reason_of
from nurselog.cli.crowd.events import EventStuck
from nurselog.cli.simulate import (
    matchmaking_live,
    matchmaking_model,
    matchmaking_report,
    output,
    plots,
    tournament_live,
    tournament_model,
    tournament_report,
)
from nurselog.cli.simulate.figures import Json
from nurselog.cli.simulate.progress import bar
from nurselog.cli.simulate.records import Contested, Matched
from nurselog.cli.simulate.wishes import model_terms, tournament_of
from nurselog.cli.supervisor import NotStarting
from nurselog.cli.target import find_target
from nurselog.matchmaking.settings import MatchingSettings
from nurselog.tournament.formats.terms import FormatName
from nurselog.tournament.values import Refused

MODEL_ARRIVALS, LIVE_ARRIVALS = 2.0, 20.0
MODEL_TICKETS, LIVE_TICKETS = 10, 2
"""For each player."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Artificial players meet, by our services or a model of them; plots and a summary say how it went.",
)
console = Console(highlight=False)

T = TypeVar("T")

AsJson = Annotated[bool, typer.Option("--json", help="The summary on standard output, for machines.")]
Model = Annotated[
    bool,
    typer.Option(
        "--model", help="Virtual time and our pure modules instead of services: thousands in seconds."
    ),
]
Moves = Annotated[
    bool,
    typer.Option(
        "--random-moves", help="Play tables out at random; otherwise losers, drawn by strength, resign."
    ),
]
Out = Annotated[Path, typer.Option("--out", help="The folder for summary.json and the plots.")]
Seed = Annotated[
    int, typer.Option(help="The same seed makes the same players, and with --model the same everything.")
]
Deviation = Annotated[
    float, typer.Option("--strengths", min=0, help="Standard deviation of the hidden strengths, points.")
]
Url = Annotated[str, typer.Option(help="A running backend instead of an own one; mind its limits.")]
Grpc = Annotated[str, typer.Option("--grpc", help="Its gRPC face.")]
Game = Annotated[str, typer.Option(help="What is played at the tables.")]
Seats = Annotated[list[int] | None, typer.Option(help="Allowed numbers of seats; repeatable.")]


@app.command("matchmaking")
def matchmaking_command(
    *,
    players: Annotated[int, typer.Option(min=2, help="How many there are.")] = 2000,
    tickets: Annotated[int, typer.Option(min=0, help="How many they file; 0: 2 each, with --model 10.")] = 0,
    arrivals: Annotated[float, typer.Option(min=0, help="A second; 0: 20, with --model 2.")] = 0.0,
    seats: Seats = None,
    game: Game = "forest_sky",
    strengths: Deviation = 250.0,
    play_s: Annotated[
        float, typer.Option("--play", min=0.1, help="Seconds a table takes, with --model.")
    ] = 300.0,
    closing_s: Annotated[
        float, typer.Option("--closing", min=0, help="Seconds for those who wait after the last arrival.")
    ] = 120.0,
    seed: Seed = 1,
    model: Model = False,
    random_moves: Moves = False,
    url: Url = "",
    grpc_address: Grpc = "",
    out: Out = Path("simulation-matchmaking"),
    as_json: AsJson = False,
) -> None:
    """Players arrive by chance, wait, play and are rated: waiting time, spread, calibration, ratings."""
    allowed = tuple(sorted(set(seats or [2])))
    filed = tickets or players * (MODEL_TICKETS if model else LIVE_TICKETS)
    rate = arrivals or (MODEL_ARRIVALS if model else LIVE_ARRIVALS)
    if model:
        wish = matchmaking_model.Wish(
            players=players,
            tickets=filed,
            arrivals_per_s=rate,
            seats=allowed,
            deviation=strengths,
            play_s=play_s,
            closing_s=closing_s,
            seed=seed,
            terms=load_settings(MatchingSettings).terms,
        )
        with bar("tickets", filed) as tell:
            seen = matchmaking_model.simulate(wish, tell)
    else:
        seen = _run(
            _matched(
                matchmaking_live.Wish(
                    game=game,
                    players=players,
                    tickets=filed,
                    arrivals_per_s=rate,
                    seats=allowed,
                    deviation=strengths,
                    drawn=not random_moves,
                    closing_s=closing_s,
                    seed=seed,
                ),
                (url, grpc_address),
            )
        )
    found = matchmaking_report.summary(seen)
    _tell(
        found,
        matchmaking_report.table_of(found),
        out,
        lambda folder: plots.draw_matchmaking(seen, folder),
        as_json=as_json,
    )


@app.command("tournament")
def tournament_command(
    *,
    entrants: Annotated[int, typer.Option(min=2, help="How many enter.")] = 64,
    kind: Annotated[
        str, typer.Option("--format", help=f"Of {', '.join(FormatName)} (arena: not with --model).")
    ] = "swiss",
    rounds: Annotated[int, typer.Option(min=0, help="0: as many as the format plans.")] = 0,
    lasts_s: Annotated[int, typer.Option("--lasting", min=1, help="How many seconds an arena lasts.")] = 120,
    seats: Seats = None,
    events: Annotated[int, typer.Option(min=1, help="How often it is held, with --model.")] = 20,
    doubt: Annotated[
        float, typer.Option(min=0, help="How far ratings at the start are from the truth, with --model.")
    ] = 100.0,
    game: Game = "forest_sky",
    strengths: Deviation = 250.0,
    seed: Seed = 1,
    model: Model = False,
    random_moves: Moves = False,
    url: Url = "",
    grpc_address: Grpc = "",
    out: Out = Path("simulation-tournament"),
    as_json: AsJson = False,
) -> None:
    """The same event held with artificial players: do the strongest win, and how soon is that known?"""
    known = tournament_model.formats() if model else tuple(FormatName)
    if kind not in known:
        raise typer.BadParameter(f"no format is called {kind} here; there are {', '.join(known)}")
    allowed = tuple(sorted(set(seats or ([3, 4] if kind == "pods" else [2]))))
    if model:
        wish = tournament_model.Wish(
            terms=model_terms(kind, rounds, allowed),
            entrants=entrants,
            events=events,
            deviation=strengths,
            doubt=doubt,
            seed=seed,
        )
        with bar("events", events) as tell:
            seen = _or_refusal(lambda: tournament_model.simulate(wish, tell))
    else:
        live = tournament_live.Wish(
            tournament=tournament_of(kind, game, rounds, allowed, lasts_s=lasts_s),
            format=FormatName(kind),
            entrants=entrants,
            deviation=strengths,
            drawn=not random_moves,
            seed=seed,
        )
        seen = _run(_contested(live, game, (url, grpc_address)))
    found = tournament_report.summary(seen)
    _tell(
        found,
        tournament_report.table_of(found),
        out,
        lambda folder: plots.draw_tournament(seen, folder),
        as_json=as_json,
    )


async def _matched(wish: matchmaking_live.Wish, named: tuple[str, str]) -> Matched:
    async with _backend(wish.game, named) as (http, address):
        with bar("tickets", wish.tickets) as tell:
            return await matchmaking_live.simulate(http, address, wish, tell)


async def _contested(wish: tournament_live.Wish, game: str, named: tuple[str, str]) -> Contested:
    async with _backend(game, named) as (http, address):
        with bar("tables", None) as tell:
            return await tournament_live.simulate(http, address, wish, tell)


@asynccontextmanager
async def _backend(game: str, named: tuple[str, str]) -> AsyncIterator[tuple[str, str]]:
    """The faces of the backend that was named, or of one that lives as long as it is needed."""
    url, address = named
    if url:
        target = find_target(url, address)
        yield target.url, target.grpc
    else:
        async with own_stack(game) as run:
            yield run.http, run.grpc


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Runs it; a backend that refuses or is away ends the command with a sentence and exit code 1."""
    try:
        return asyncio.run(work)
    except* (grpc.aio.AioRpcError, EventStuck, OSError, NotStarting) as errors:
        _fail(_innermost(errors))
    raise typer.Exit(1)


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _or_refusal(work: Callable[[], T]) -> T:
    try:
        return work()
    except Refused as refused:
        _fail(refused)
    raise typer.Exit(1)


def _fail(error: BaseException) -> None:
    _aside(reason_of(error), "red")


def _tell(found: Json, table: Table, out: Path, draw: Callable[[Path], list[Path]], *, as_json: bool) -> None:
    written = output.write(out, found, draw)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(table)
        console.print(f"Written: {', '.join(str(path) for path in written)}.")
    if not plots.can_draw():
        _aside(plots.MISSING, "yellow")


def _aside(sentence: str, style: str) -> None:
    Console(stderr=True, highlight=False).print(sentence, style=style, markup=False)
