"""`bench event`: one round of a Swiss from the first entry to the standings, with the time of each part.

Every entrant is a guest with a socket of its own; all tables are played at once with random moves.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from rich.table import Table

from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.cli.bench.cpu import cpu_seconds
from nurselog.cli.crowd.door import Door, Guest, some_at_a_time
from nurselog.cli.crowd.events import LiveEvent, Opened, live_event
from nurselog.cli.crowd.phones import Phones
from nurselog.cli.crowd.tables import play

Json = dict[str, Any]

GAME = "forest_sky"
PARTS = {
    "guests": "sessions and sockets",
    "entering": "all entries, 32 at a time",
    "pairing": "from the start to the published round",
    "opening": "until every pairing has its table",
    "playing": "until the last table has ended",
    "closing": "until the round is closed and the standings are final",
}


class Parts:
    """How long each part took, and how much CPU time of all processes."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = pids
        self.rows: list[Json] = []

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Measures a part."""
        begin, spent = time.perf_counter(), cpu_seconds(self._pids)
        yield
        cpu_s = cpu_seconds(self._pids) - spent
        self.rows.append(
            {"part": name, "seconds": round(time.perf_counter() - begin, 3), "cpu_s": round(cpu_s, 2)}
        )


async def measure(http: str, grpc: str, entrants: int, pids: Sequence[int] = (), seed: int = 1) -> Json:
    """All parts of a round of so many entrants."""
    parts, phones = Parts(pids), Phones(http)
    async with Door(grpc) as door:
        try:
            with parts.part("guests"):
                organiser = await door.guest("organiser")
                guests = await door.guests(f"guest {number}" for number in range(1, entrants + 1))
                await some_at_a_time(phones.of, guests)
            async with live_event(door, organiser, _tournament()) as event:
                moves, tables = await _hold(event, door, phones, guests, parts, seed)
                standings = len(await event.standings())
        finally:
            phones.close()
    return {
        "game": GAME,
        "entrants": entrants,
        "tables": tables,
        "moves": moves,
        "standings": standings,
        "refused": phones.refused,
        "parts": parts.rows,
        "seconds": round(sum(one["seconds"] for one in parts.rows), 3),
    }


async def _hold(
    event: LiveEvent, door: Door, phones: Phones, guests: Sequence[Guest], parts: Parts, seed: int
) -> tuple[int, int]:
    """Moves and tables."""
    by_player = {guest.player: guest for guest in guests}

    async def play_one(one: Opened) -> int:
        seated = [by_player[player] for player in one.players]
        return await play(door, phones, one.table, seated, Random(f"{seed} {one.players}"))  # noqa: S311

    with parts.part("entering"):
        await some_at_a_time(event.enter, guests)
    with parts.part("pairing"):
        await event.start()
        await event.until_published(1)
    with parts.part("opening"):
        opened = await event.all_opened(1)
    with parts.part("playing"):
        moves = await some_at_a_time(play_one, opened, at_once=len(opened))
    with parts.part("closing"):
        await event.until_closed(1)
    return sum(moves), len(opened)


def _tournament() -> tournament_pb2.Tournament:
    return tournament_pb2.Tournament(
        title="A round to measure",
        tables=tournament_pb2.TableTerms(game=f"games/{GAME}"),
        stages=[tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=1))],
    )


def table_of(result: Json) -> Table:
    """The same for people."""
    title = (
        f"A round of {result['entrants']:,} entrants: {result['tables']:,} tables of {result['game']}, "
        f"{result['moves']:,} moves"
    )
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("part")
    table.add_column("what it is")
    for name in ("seconds", "CPU s"):
        table.add_column(name, justify="right")
    for row in result["parts"]:
        table.add_row(row["part"], PARTS[row["part"]], f"{row['seconds']:.1f}", f"{row['cpu_s']:.1f}")
    table.add_row("all", "", f"{result['seconds']:.1f}", "", style="bold")
    return table
