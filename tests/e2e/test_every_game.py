"""Every game is played to its end: each number of seats, each value of each option, over each face."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import chain, combinations

import pytest

from nurselog.rules.api import GameSpec, OptionProblem
from nurselog.rules.options import telling
from nurselog.rules.record import read_record
from nurselog.rules.registry import game_names, load_rules
from nurselog.rules.verify import verify
from tests.support.clients import Client, Faces, Json, NdjsonClient, RestClient, SseClient
from tests.support.games_played import play_table
from tests.support.grpc_client import GrpcClient
from tests.support.socket_clients import BinarySocketClient, SocketClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(180)]

KINDS = (SocketClient, GrpcClient, SseClient, BinarySocketClient, NdjsonClient, RestClient)
MOST = 40
"""More tables than any game needs to show all it has."""


SHORT = 2
"""So many tables of each game are played in every run."""


@dataclass(frozen=True)
class Occasion:
    """One table to be played."""

    game: str
    number: int
    seat_count: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        chosen = "-".join(f"{name}={value}" for name, value in self.options)
        return f"{self.game}-{self.seat_count}{'-' if chosen else ''}{chosen}"

    @property
    def kinds(self) -> list[type[Client]]:
        """A face for each seat, other ones at each table."""
        return [KINDS[(self.number + seat) % len(KINDS)] for seat in range(self.seat_count)]


def occasions(game: str) -> Iterator[Occasion]:
    """Tables until each number of seats, each value of each option and each face has had its turn."""
    spec = load_rules(game).spec
    missing = {("", str(seats)) for seats in range(spec.min_seats, spec.max_seats + 1)}
    missing |= {(option.name, choice) for option in spec.options for choice in telling(option)}
    faces = set(KINDS)
    for number in range(MOST):
        occasion = Occasion(game, number, *setting(spec, number, missing))
        yield occasion
        missing -= {
            ("", str(occasion.seat_count)),
            *spec.complete(dict(occasion.options), occasion.seat_count).items(),
        }
        faces -= set(occasion.kinds)
        if not missing and not faces:
            return
    raise AssertionError(f"{game} never showed {missing or faces}")


def setting(
    spec: GameSpec, number: int, missing: set[tuple[str, str]]
) -> tuple[int, tuple[tuple[str, str], ...]]:
    """As much as possible of what is missing, at one table."""
    counts = range(spec.min_seats, spec.max_seats + 1)
    preferred = sorted(
        counts, key=lambda seats: (("", str(seats)) not in missing, (seats - number) % len(counts))
    )
    wished = [
        (option.name, choice)
        for option in spec.options
        for choice in telling(option)
        if (option.name, choice) in missing and choice != option.default
    ]
    best = max(preferred, key=lambda seats: len(chosen(spec, seats, wished))) if wished else preferred[0]
    return best, tuple(chosen(spec, best, wished).items())


def chosen(spec: GameSpec, seats: int, wished: list[tuple[str, str]]) -> dict[str, str]:
    """Those of the wishes, in order, that go together; one that needs another value beside it gets that."""
    options: dict[str, str] = {}
    for name, choice in wished:
        if name not in options:
            options = with_company(spec, seats, options, (name, choice)) or options
    return options


def with_company(
    spec: GameSpec, seats: int, options: dict[str, str], wish: tuple[str, str]
) -> dict[str, str] | None:
    """The options with the wish, and with one more value, the first wish with two; None if nothing helps."""
    companions = [
        (option.name, choice)
        for option in spec.options
        for choice in telling(option)
        if option.name not in {*options, wish[0]} and choice != option.default
    ]
    most = 1 if options else 2
    for company in chain.from_iterable(combinations(companions, count) for count in range(most + 1)):
        if len(dict(company)) < len(company):
            continue  # two values of one option
        together = {**options, **dict(company), **dict([wish])}
        try:
            spec.complete(together, seats)
        except OptionProblem:
            continue
        return together
    return None


def tables(game: str) -> Iterator[object]:
    """The first tables, which combine the variants, in every run; the rest in the long one."""
    for occasion in occasions(game):
        marks = () if occasion.number < SHORT else (pytest.mark.soak,)
        yield pytest.param(occasion, marks=marks, id=str(occasion))


@pytest.mark.parametrize("occasion", [one for game in game_names() for one in tables(game)])
async def test_a_whole_game_of_every_kind(faces: Faces, occasion: Occasion) -> None:
    async with AsyncExitStack() as stack:
        hosts = [await stack.enter_async_context(RestClient(faces)) for _ in range(occasion.seat_count)]
        await asyncio.gather(*(host.enter(f"seat {seat}") for seat, host in enumerate(hosts)))
        table = await seated(hosts, occasion)
        players = [await stack.enter_async_context(kind(faces)) for kind in occasion.kinds]  # type: ignore[call-arg]
        for host, player in zip(hosts, players, strict=True):
            player.as_player(host.player, host.token)
        spectator = await stack.enter_async_context(SocketClient(faces))

        watched = await play_table(players, spectator, table, seed=occasion.number)

        assert all(one.last.finished and one.gaps() == [] for one in watched)
        await check_the_end(hosts[0], table, occasion)


async def seated(hosts: list[RestClient], occasion: Occasion) -> str:
    """Opens the table; it starts as soon as all sit."""
    wish: Json = {
        "seatCount": occasion.seat_count,
        "options": dict(occasion.options),
        "startWhenFull": True,
        "leaverPolicy": "LEAVER_POLICY_TIMEOUT_MOVES",
    }
    table = await hosts[0].call("POST", f"/v1/games/{occasion.game}/tables", wish)
    name = str(table["name"])
    for host in hosts[1:]:
        table = await host.call("POST", f"/v1/{name}:takeSeat", {})
    assert table["state"] == "TABLE_STATE_PLAYING"
    return name


async def check_the_end(client: RestClient, table: str, occasion: Occasion) -> None:
    """Everybody has a sheet and a place, and the record is true."""
    sheets = await client.get(f"{table}/scoreSheets")
    assert [sheet["seat"] for sheet in sheets["sheets"]] == list(range(occasion.seat_count))
    placed = {one["seat"]: one["total"] for one in sheets["outcome"]["placements"]}
    assert placed == {sheet["seat"]: sheet["total"] for sheet in sheets["sheets"]}
    record = read_record((await client.get(f"{table}/record"))["text"])
    report = verify(record, load_rules(occasion.game))
    assert report.ok, report.findings
