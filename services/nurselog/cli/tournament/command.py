"""`nurselog tournament new|open|start|pair|show|export|...`: an organiser's hand at the terminal."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from nurselog.cli import guest, typed
from nurselog.cli.paper import paper, told
from nurselog.cli.rest import Json, Rest
from nurselog.cli.target import find_target
from nurselog.cli.tournament import sheet
from nurselog.cli.tournament.wish import FORMATS, Wish

app = typer.Typer(help="Organise and follow tournaments.", no_args_is_help=True)
console = paper()

Name = Annotated[str, typer.Argument(help="The tournament: its name, or just its id.")]
As = Annotated[str, typer.Option("--as", help="How you are called; the organiser is who made it.")]
Url = Annotated[str, typer.Option(help="The backend (NURSELOG_URL).")]


@app.command()
def new(
    title: Annotated[str, typer.Argument(help="What it is called.")],
    game: Annotated[str, typer.Argument(help="The game, e.g. forest_sky.")] = "",
    *,
    format: Annotated[str, typer.Option("--format", "-f", help=f"One of {', '.join(FORMATS)}.")] = "swiss",  # noqa: A002
    rounds: Annotated[int, typer.Option(help="Rounds; 0: as the field needs.")] = 0,
    seats: Annotated[str, typer.Option(help="Allowed numbers of seats, e.g. 3,4.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="name=value; repeatable.")
    ] = None,
    best_of: Annotated[int, typer.Option(help="Tables per pairing: best of 1, 3 or 5.")] = 0,
    minutes: Annotated[int, typer.Option(help="How long an arena lasts.")] = 0,
    round_s: Annotated[int, typer.Option(help="Seconds a round may last; 0: no limit.")] = 0,
    unrated: Annotated[bool, typer.Option("--unrated", help="Results move no rating.")] = False,
    manual: Annotated[bool, typer.Option("--manual", help="You pair and publish each round.")] = False,
    file: Annotated[Path | None, typer.Option(help="All settings, in the contract's JSON.")] = None,
    name: As = "",
    url: Url = "",
) -> None:
    """Make a tournament, as a draft."""
    if file is None and (format not in FORMATS or not game):
        raise typer.BadParameter(f"a game, and a format out of {', '.join(FORMATS)}")
    settings = None if file is None else typed.settings(file)
    wish = Wish(
        title=title,
        game=game,
        format=format,
        rounds=rounds,
        seats=typed.numbers(seats),
        options=tuple(typed.pair(text) for text in option or ()),
        best_of=best_of,
        minutes=minutes,
        round_s=round_s,
        unrated=unrated,
        manual=manual,
    )

    async def make(rest: Rest) -> None:
        body = wish.to_json() if settings is None else {"title": title, **settings}
        made = await rest.post("/v1/tournaments", {"tournament": body})
        console.print(sheet.head(made))
        console.print(made["name"])

    _run(make, name, url)


@app.command("open")
def open_(tournament: Name, *, name: As = "", url: Url = "") -> None:
    """Open a draft for entries."""
    _run(lambda rest: _head(rest, tournament, "open"), name, url)


@app.command()
def enter(tournament: Name, *, name: As = "", url: Url = "") -> None:
    """Enter a tournament yourself."""

    async def go(rest: Rest) -> None:
        entrant = await rest.post(f"/v1/{full(tournament)}:enter")
        console.print(f"{entrant['displayName']} is in: {entrant['name']}")

    _run(go, name, url)


@app.command()
def lineup(
    tournament: Name,
    players: Annotated[list[str], typer.Argument(help="Who plays, in board order, substitutes last.")],
    *,
    reason: Annotated[str, typer.Option(help="Why; needed after the start.")] = "",
    name: As = "",
    url: Url = "",
) -> None:
    """Say who of your team plays from the next round on."""

    async def go(rest: Rest) -> None:
        named = [one if "/" in one else f"players/{one}" for one in players]
        body = {"players": named, "reason": reason}
        entrant = await rest.post(f"/v1/{full(tournament)}/entrants/me:setLineup", body)
        console.print(f"{entrant['displayName']}: {', '.join(entrant['lineup'])}")

    _run(go, name, url)


@app.command()
def seat(
    tournament: Name,
    number: Annotated[int, typer.Argument(help="The seat, counted from 0.")],
    *,
    name: As = "",
    url: Url = "",
) -> None:
    """Choose your seat of a knock-out pod, when it is your turn."""

    async def go(rest: Rest) -> None:
        tables = await _all(rest, f"/v1/{full(tournament)}/myTables", "tables")
        pairing = next((one["pairing"] for one in tables if one.get("chooses")), "")
        if not pairing:
            console.print("It is not your turn to choose a seat.", style="red")
            raise typer.Exit(1)
        chosen = await rest.post(f"/v1/{pairing}:chooseSeat", {"seat": number})
        console.print(sheet.seating(chosen))

    _run(go, name, url)


@app.command()
def start(tournament: Name, *, name: As = "", url: Url = "") -> None:
    """End the sign-up and begin the first round."""
    _run(lambda rest: _head(rest, tournament, "start"), name, url)


@app.command()
def cancel(
    tournament: Name,
    reason: Annotated[str, typer.Argument(help="Why, for everybody to read.")],
    *,
    name: As = "",
    url: Url = "",
) -> None:
    """Give a tournament up."""
    _run(lambda rest: _head(rest, tournament, "cancel", {"reason": reason}), name, url)


@app.command()
def pair(
    tournament: Name,
    *,
    publish: Annotated[bool, typer.Option(help="Publish it at once.")] = True,
    name: As = "",
    url: Url = "",
) -> None:
    """Pair the next round of a manual tournament, and publish it."""

    async def go(rest: Rest) -> None:
        shown = await rest.post(f"/v1/{full(tournament)}:pairRound")
        if publish:
            shown = await rest.post(f"/v1/{shown['name']}:publish")
        await _show_round(rest, shown)

    _run(go, name, url)


@app.command()
def show(
    tournament: Name,
    *,
    follow: Annotated[bool, typer.Option("--follow", help="Go on until it is over.")] = False,
    rounds: Annotated[bool, typer.Option("--rounds", help="The pairings of every round, too.")] = False,
    name: As = "",
    url: Url = "",
) -> None:
    """Show the standings, the cross-table and the round that is played."""

    async def go(rest: Rest) -> None:
        if follow:
            await _follow(rest, full(tournament))
        await _show(rest, full(tournament), every_round=rounds)

    _run(go, name, url)


@app.command()
def inputs(
    tournament: Name,
    number: Annotated[int, typer.Argument(help="The round.")],
    *,
    name: As = "",
    url: Url = "",
) -> None:
    """Print all that decided the pairings of a round, for whoever wants to repeat them."""

    async def go(rest: Rest) -> None:
        typer.echo(json.dumps(await rest.get(f"/v1/{full(tournament)}/rounds/{number}/inputs"), indent=2))

    _run(go, name, url)


@app.command()
def export(
    tournament: Name,
    kind: Annotated[str, typer.Argument(help="standings.csv, pairings.csv or report.trf.")] = "standings.csv",
    *,
    to: Annotated[Path | None, typer.Option("--to", help="Write it here instead.")] = None,
    name: As = "",
    url: Url = "",
) -> None:
    """Print a tournament as a text for other tools."""

    async def go(rest: Rest) -> None:
        found = await rest.get(f"/v1/{full(tournament)}/exports/{kind}")
        if to is None:
            typer.echo(found["text"], nl=False)
        else:
            to.write_text(found["text"], encoding="utf-8")

    _run(go, name, url)


def full(tournament: str) -> str:
    """The resource name of what was typed."""
    return tournament if "/" in tournament else f"tournaments/{tournament}"


def _run(work: Callable[[Rest], Awaitable[None]], name: str, url: str) -> None:
    target = find_target(url)

    async def go() -> None:
        async with Rest(target.url) as rest:
            await guest.enter(rest, name or getpass.getuser())
            await work(rest)

    with told(console, target):
        asyncio.run(go())


async def _head(rest: Rest, tournament: str, verb: str, body: Json | None = None) -> None:
    console.print(sheet.head(await rest.post(f"/v1/{full(tournament)}:{verb}", body)))


async def _follow(rest: Rest, tournament: str) -> None:
    async for frame in rest.keep_following(f"/v1/{tournament}:watch"):
        for event in frame.get("events", ()):
            about = event.get("entrant") or event.get("pairing") or ""
            kind = Text(event["kind"].replace("_", " "), "dim")
            console.print(kind, about, event.get("text", ""))
        state = frame.get("tournament", {}).get("state", "")
        if state in ("TOURNAMENT_STATE_FINISHED", "TOURNAMENT_STATE_CANCELLED"):
            return


async def _show(rest: Rest, tournament: str, *, every_round: bool) -> None:
    found = await rest.get(f"/v1/{tournament}")
    console.print(sheet.head(found))
    lines = await _all(rest, f"/v1/{tournament}/standings", "standings")
    if lines:
        console.print(sheet.standings(lines))
        console.print(sheet.crosstable(lines))
    rounds = await _all(rest, f"/v1/{tournament}/rounds", "rounds")
    for shown in rounds if every_round else rounds[-1:]:
        await _show_round(rest, shown)


async def _show_round(rest: Rest, shown: Json) -> None:
    pairings = await _all(rest, f"/v1/{shown['name']}/pairings", "pairings")
    console.print(sheet.round_sheet(shown, pairings))


async def _all(rest: Rest, path: str, field: str) -> list[Json]:
    found: list[Json] = []
    token = ""
    while True:
        page = await rest.get(path, pageSize=100, pageToken=token)
        found += page.get(field, ())
        token = page.get("nextPageToken", "")
        if not token:
            return found
