"""`nurselog play GAME`: a client at the terminal, made of the view and the menu of legal moves."""

from __future__ import annotations

import asyncio
import getpass
from pathlib import Path
from typing import Annotated

import typer

from nurselog.cli import guest, typed
from nurselog.cli.paper import paper, told
from nurselog.cli.rest import Json, Rest
from nurselog.cli.sitting import Sitting
from nurselog.cli.target import find_target

console = paper()


def play(
    game: Annotated[str, typer.Argument(help="The game, e.g. forest_sky.")],
    *,
    seats: Annotated[int, typer.Option(help="Number of seats; 0: the smallest the game allows.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="name=value; repeatable.")
    ] = None,
    find: Annotated[bool, typer.Option("--find", help="Meet a stranger by matchmaking, not bots.")] = False,
    table: Annotated[str, typer.Option(help="Join this table: its name, or just its id.")] = "",
    invite: Annotated[str, typer.Option(help="Invite code, for a private table.")] = "",
    name: Annotated[str, typer.Option(help="How you are called.")] = "",
    save: Annotated[Path | None, typer.Option(help="Write the record here at the end.")] = None,
    url: Annotated[str, typer.Option(help="The backend (NURSELOG_URL).")] = "",
) -> None:
    """Play a game at the terminal: against bots, against a stranger, or at a table you were told of."""
    target = find_target(url)
    wanted = _Wanted(game, seats, dict(typed.pair(text) for text in option or ()), table, invite, find=find)
    with told(console, target):
        asyncio.run(_play(target.url, name or getpass.getuser(), wanted, save))


class _Wanted:
    """What the person asked for."""

    def __init__(
        self, game: str, seats: int, options: dict[str, str], table: str, invite: str, *, find: bool
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.table = table if not table or "/" in table else f"games/{game}/tables/{table}"
        self.invite = invite
        self.find = find


async def _play(url: str, name: str, wanted: _Wanted, save: Path | None) -> None:
    async with Rest(url) as rest:
        await guest.enter(rest, name)
        table = await _sit_down(rest, wanted)
        sitting = Sitting(rest, console, table["name"])
        if await sitting.run() and save is not None:
            record = await rest.get(f"/v1/{table['name']}/record")
            await asyncio.to_thread(save.write_text, record["text"], encoding="utf-8")
            console.print(f"The record is in {save}.")


async def _sit_down(rest: Rest, wanted: _Wanted) -> Json:
    if wanted.table:
        return await _join(rest, wanted)
    if wanted.find:
        return await _find(rest, wanted)
    return await _against_bots(rest, wanted)


async def _join(rest: Rest, wanted: _Wanted) -> Json:
    """Takes a seat, or comes back to one's own."""
    path = f"/v1/{wanted.table}"
    table = await rest.get(path, inviteCode=wanted.invite)
    mine = (seat.get("occupant", {}).get("player") == rest.player for seat in table["seats"])
    if any(mine):
        return table
    return await rest.post(f"{path}:takeSeat", {"inviteCode": wanted.invite})


async def _against_bots(rest: Rest, wanted: _Wanted) -> Json:
    """A table of one's own, the other seats filled with bots."""
    body = {"seatCount": wanted.seats, "options": wanted.options, "startWhenFull": True}
    table = await rest.post(f"/v1/games/{wanted.game}/tables", body)
    for seat in table["seats"]:
        if "occupant" not in seat:
            table = await rest.post(f"/v1/{table['name']}:addBot", {"seat": seat.get("index", 0)})
    if table["state"] == "TABLE_STATE_OPEN":
        table = await rest.post(f"/v1/{table['name']}:start")
    return table


async def _find(rest: Rest, wanted: _Wanted) -> Json:
    """A ticket, until it is assigned."""
    pool: Json = {"game": f"games/{wanted.game}", "options": wanted.options, "speed": "SPEED_CASUAL"}
    if wanted.seats:
        pool["seatCounts"] = [wanted.seats]
    filed = await rest.post("/v1/tickets", {"pool": pool})
    with console.status("Waiting for others ..."):
        async for ticket in rest.follow(f"/v1/{filed['name']}:watch"):
            if ticket["state"] == "TICKET_STATE_ASSIGNED":
                return await rest.get(f"/v1/{ticket['assignment']['table']}")
            if ticket["state"] in ("TICKET_STATE_CANCELLED", "TICKET_STATE_EXPIRED"):
                break
    console.print("Nobody came. Try again, or play against bots.", style="yellow")
    raise typer.Exit(1)
