"""From orders to tables: opened exactly once, whoever asks and however often.

The engine makes the same table for the same `request_id`, which is the name of the pairing's game. So an
order may be tried again at any time by anybody, until its table stands in the tournament's log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import (
    CreateAssignedTableRequest,
    RevealDealRequest,
    StopTableRequest,
)
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1 import table_pb2
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1.tournament_pb2 import TableTerms
from nurselog.chassis.errors import Refusal, Unavailable
from nurselog.chassis.logs import get
from nurselog.chassis.partitions import HOUSE, requested_table_id
from nurselog.chassis.replicas import Replicas
from nurselog.tournament import metrics
from nurselog.tournament.acts import Order
from nurselog.tournament.book import Book, PairingBook
from nurselog.tournament.deals import deal_of
from nurselog.tournament.names import pairing_name
from nurselog.tournament.values import EntrantId

OpenTable: TypeAlias = Callable[[CreateAssignedTableRequest], Awaitable[str]]
"""Opens an assigned table and answers its name. Raises `Refusal`."""

STAND_IN: Final = "bots/random"

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in one seat, and for which entrant (empty: a house bot)."""

    entrant: str
    player: str
    name: str


class Opener:
    """Opens tables, some at a time."""

    def __init__(self, open_table: OpenTable, at_once: int, call_s: float) -> None:
        self._open = open_table
        self._room = asyncio.Semaphore(at_once)
        self._call_s = call_s
        self.at_once = at_once

    async def open(
        self, book: Book, orders: Sequence[Order]
    ) -> tuple[list[TournamentChange.TableOpened], Refusal | None]:
        """The tables that could be opened, and the last refusal of those that could not."""
        requests = [(order, sittings(book, order)) for order in orders]
        answers = await asyncio.gather(
            *(self._one(request_of(book, order, seated)) for order, seated in requests)
        )
        opened, refused = [], None
        for (order, seated), answer in zip(requests, answers, strict=True):
            if isinstance(answer, Refusal):
                log.warning("table_not_opened", tournament=book.id, pairing=order.pairing, error=str(answer))
                metrics.tables_refused.labels(answer.reason).inc()
                refused = answer
            else:
                opened.append(_opened(order, answer, seated))
        return opened, refused

    async def _one(self, request: CreateAssignedTableRequest) -> str | Refusal:
        async with self._room:
            try:
                async with asyncio.timeout(self._call_s):
                    return await self._open(request)
            except TimeoutError:
                return Unavailable("SERVICE_UNAVAILABLE", "The engine did not answer.")
            except Refusal as refusal:
                return refusal


def sittings(book: Book, order: Order) -> list[Sitting]:
    """Who sits where. Who did not come before is left out, or a house bot sits there."""
    pairing = book.rounds[order.round - 1].pairings[order.pairing]
    seats = [_sitting(book, pairing, one) for one in order.table.seats]
    if order.table.board or len(pairing.pairing.seats) == 2:
        return _with_partners(book, seats)
    present = [one for one in seats if one.entrant not in pairing.absent]
    if len(present) in book.settings.tables.seat_counts:
        return present
    return [_bot(one, index) if one.entrant in pairing.absent else one for index, one in enumerate(seats, 1)]


def _sitting(book: Book, pairing: PairingBook, name: str) -> Sitting:
    """An entrant by its id, or a player of a team by the player's name."""
    entry = book.entrants.get(EntrantId(name))
    if entry is not None:
        return Sitting(name, *entry.members[0])
    sides = zip(pairing.pairing.seats, pairing.pairing.lineups, strict=False)
    entrant = next((side for side, lineup in sides if name in lineup), EntrantId(""))
    players = dict(book.entrants[entrant].players) if entrant else {}
    return Sitting(entrant, name, players.get(name, ""))


def _with_partners(book: Book, sides: list[Sitting]) -> list[Sitting]:
    """Partners sit across: side, other side, side, other side."""
    partners = book.settings.entry.partners
    if not partners:
        return sides
    players = [_partners(book, side) for side in sides]
    return [
        Sitting(side.entrant, *players[at][turn]) for turn in range(partners) for at, side in enumerate(sides)
    ]


def _partners(book: Book, side: Sitting) -> list[tuple[str, str]]:
    """The partners of a side; a house bot sits down for one who left after the pairing."""
    members = book.entrants[EntrantId(side.entrant)].members
    missing = book.settings.entry.partners - len(members)
    return [*members, *[(STAND_IN, "Stand-in")] * missing]


def _bot(_: Sitting, index: int) -> Sitting:
    return Sitting("", STAND_IN, f"Stand-in {index}")


def request_of(book: Book, order: Order, seated: Sequence[Sitting]) -> CreateAssignedTableRequest:
    """What the engine is asked, the same at every attempt."""
    tables = book.settings.tables
    name = pairing_name(book.id, order.round, order.pairing)
    pairing: PairingBook = book.rounds[order.round - 1].pairings[order.pairing]
    return CreateAssignedTableRequest(
        parent=tables.game,
        occupants=[Occupant(player=one.player, display_name=one.name) for one in seated],
        options=tables.options,
        clock=tables.clock,
        leaver_policy=policy_of(tables, len(seated)),
        rated=not tables.unrated,
        durability=tables.durability,
        request_id=_request_id(name, order),
        tournament=name,
        deal=deal_of(book, pairing.pairing.deal) if pairing.pairing.deal else None,
    )


def _request_id(pairing: str, order: Order) -> str:
    """The same for every attempt to open a table."""
    return f"{pairing}/games/{order.game}"


def table_of(book: Book, order: Order) -> str:
    """The table to which an order leads, or has led."""
    game = book.settings.tables.game
    request_id = _request_id(pairing_name(book.id, order.round, order.pairing), order)
    return f"{game}/tables/{requested_table_id(game.partition('/')[2], HOUSE, request_id)}"


def policy_of(tables: TableTerms, seats: int) -> table_pb2.LeaverPolicy.ValueType:
    """What happens to leavers, unless the organiser decided.

    In a duel they resign. At a greater table of which one seat may be taken out the house moves for them (and
    the table stops if somebody never came, to be opened again without the seat); otherwise a bot takes over.
    """
    if tables.leaver_policy != table_pb2.LEAVER_POLICY_UNSPECIFIED:
        return tables.leaver_policy
    if seats <= 2:
        return table_pb2.LEAVER_POLICY_RESIGN
    smaller = seats - 1 in tables.seat_counts
    return table_pb2.LEAVER_POLICY_TIMEOUT_MOVES if smaller else table_pb2.LEAVER_POLICY_BOT


def _opened(order: Order, table: str, seated: Sequence[Sitting]) -> TournamentChange.TableOpened:
    return TournamentChange.TableOpened(
        round=order.round,
        pairing=order.pairing,
        game=order.game,
        table=table,
        board=order.table.board,
        entrants=[one.entrant for one in seated],
        players=[one.player for one in seated],
    )


def opening(engines: Replicas[EngineServiceStub]) -> OpenTable:
    """Asks the engines of the settings; any replica will do, they find each other's tables."""

    async def open_table(request: CreateAssignedTableRequest) -> str:
        route = f"{request.parent}/{request.request_id}"
        table = await engines.ask(route, lambda stub: stub.CreateAssignedTable(request))
        return table.name

    return open_table


def revealing(engines: Replicas[EngineServiceStub]) -> Callable[[str, str], Awaitable[None]]:
    """Reveals a deal through an engine of its game; a repeat changes nothing."""

    async def reveal(game: str, deal: str) -> None:
        request = RevealDealRequest(name=deal)
        await engines.ask(f"{game}/{deal}", lambda stub: stub.RevealDeal(request))

    return reveal


def stopping(engines: Replicas[EngineServiceStub], call_s: float) -> Callable[[str, bool], Awaitable[None]]:
    """Ends a table that was decided otherwise through an engine of its game; a repeat changes nothing."""

    async def stop(table: str, by_hand: bool) -> None:  # noqa: FBT001 - a fact of the table
        request = StopTableRequest(name=table, result_by_hand=by_hand)
        await engines.ask(table, lambda stub: stub.StopTable(request, timeout=call_s))

    return stop
