"""The tables of one game: finding, folding, and the whole policy of a submitted move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.chassis.errors import Aborted, FailedPrecondition, Refusal, Unauthenticated
from nurselog.engine import moves
from nurselog.engine.address import address_of
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Committed, Late, Replayed
from nurselog.engine.steward import Steward
from nurselog.rules.api import Seat
from nurselog.rules.fold import Advance, Refused, advance

ATTEMPTS = 4
"""The first one, and three more after somebody was faster."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Where a move stands in the log."""

    version: int
    at_ms: int
    replayed: bool = False


class Tables:
    """Every process may serve every table; what it knows of one is a copy, and the log decides."""

    def __init__(self, keeper: Keeper, steward: Steward) -> None:
        self._keeper = keeper
        self._steward = steward
        self.rules = keeper.rules

    async def submit(self, player: str, request: pb.SubmitMoveRequest) -> Accepted:
        """Judges and stores a move.

        Checks in this order, each with its own refusal: readable, allowed to sit there, table open, decision
        open, legal. A request that was answered before gets its first answer. Then the log has the last word.
        """
        if not player:
            raise Unauthenticated("SESSION_REQUIRED", "Open a session first and send its token.")
        move = moves.read_move(self.rules, request)
        address = address_of(request.name)
        table = self._keeper.at_hand(address) or await self._keeper.get(address)
        async with table.lock:
            for _ in range(ATTEMPTS):
                accepted = await self._attempt(table, player, request, move)
                if accepted is not None:
                    return accepted
        raise Aborted(
            "CONFLICT", "Others changed the table at the same time; look again.", table=request.name
        )

    async def _attempt(
        self, table: LiveTable, player: str, request: pb.SubmitMoveRequest, move: object
    ) -> Accepted | None:
        """One try; None if the table had moved on, so that another is worth it."""
        try:
            seat, verdict = self._judge(table, player, request, move)
        except Refusal:
            if await self._keeper.renew(table):
                return None  # we judged by an old copy
            raise
        if isinstance(verdict, Accepted):
            await self._keeper.confirm(table)
            return verdict
        match await self._keeper.store(table, verdict, request.request_id):
            case Committed(version, at_ms):
                if table.play.departures:
                    await self._steward.answer_for_the_absent(table)
                return Accepted(version, at_ms)
            case Replayed(version, at_ms):
                return Accepted(version, at_ms, replayed=True)
            case Late(at_ms):
                raise turn_expired(seat, at_ms)
            case _:
                return None

    def _judge(
        self, table: LiveTable, player: str, request: pb.SubmitMoveRequest, move: object
    ) -> tuple[Seat, Advance[Any] | Accepted]:
        """The commit to ask for, or the answer given before; by the copy at hand."""
        seat = table.seat_for(player, request.seat if request.HasField("seat") else None)
        before = table.requests.get((seat, request.request_id)) if request.request_id else None
        if before is not None:
            return seat, Accepted(*before, replayed=True)
        play = table.require_playing().play
        moves.check_decision(table, seat, request, move)
        try:
            return seat, advance(self.rules, play, seat, move, table.chance(), policy=table.terms.policy)
        except Refused as problem:
            raise moves.refused(table, seat, request, problem) from None


def turn_expired(seat: Seat, at_ms: int) -> FailedPrecondition:
    """The move came too late."""
    return FailedPrecondition(
        "TURN_EXPIRED",
        f"The time of seat {seat} ran out before the move arrived.",
        field="decision_id",
        seat=seat,
        arrived_at_ms=at_ms,
    )
