"""Whether tables of these terms could be opened: asked of an engine before anybody enters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeAlias

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import CheckTableRequest, CreateAssignedTableRequest
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.tournament.v1.tournament_pb2 import TableTerms
from nurselog.chassis.errors import Refusal
from nurselog.chassis.replicas import Replicas
from nurselog.tournament.tables import STAND_IN, policy_of

CheckTables: TypeAlias = Callable[[TableTerms], Awaitable[None]]
"""Refuses terms of which no table could be opened, by field. Raises `Refusal`."""

TRIAL: Final = "trial"
OWN_NAMES: Final = {"seat_count": "seat_counts", "rated": "unrated"}
"""How a tournament calls what a table calls otherwise."""


def trials(tables: TableTerms) -> Iterator[CheckTableRequest]:
    """A table of each size, as it would be opened."""
    for count in tables.seat_counts:
        table = CreateAssignedTableRequest(
            parent=tables.game,
            occupants=[Occupant(player=STAND_IN)] * count,
            options=tables.options,
            clock=tables.clock,
            leaver_policy=policy_of(tables, count),
            rated=not tables.unrated,
            durability=tables.durability,
            request_id=TRIAL,
        )
        yield CheckTableRequest(table=table)


def of_tournament(refusal: Refusal) -> Refusal:
    """The same refusal, with the field as a tournament calls it."""
    first, dot, rest = (refusal.field or "").partition(".")
    field = f"tournament.tables.{OWN_NAMES.get(first, first)}{dot}{rest}" if first else "tournament.tables"
    return type(refusal)(
        refusal.reason,
        refusal.message,
        field=field,
        retry_after_ms=refusal.retry_after_ms,
        **{name: value for name, value in refusal.metadata.items() if name != "field"},
    )


def checking(engines: Replicas[EngineServiceStub], call_s: float) -> CheckTables:
    """Asks the engines of the settings."""

    async def check(tables: TableTerms) -> None:
        for request in trials(tables):
            try:
                await engines.ask(tables.game, lambda stub: stub.CheckTable(request, timeout=call_s))  # noqa: B023 - called at once
            except Refusal as refusal:
                raise of_tournament(refusal) from None

    return check
