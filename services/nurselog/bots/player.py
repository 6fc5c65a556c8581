"""Answers decisions for bots, over the public contract and under the bot's own name."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.game.v1.table_pb2 import LegalMove
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.bots.minds import MINDS, Mind
from nurselog.chassis.context import Caller, acting_as, current_request_id
from nurselog.chassis.errors import Aborted, FailedPrecondition, NotFound, PermissionDenied, Refusal
from nurselog.chassis.logs import get
from nurselog.chassis.replicas import Replicas

CALL_S = 10.0

MOVED_ON = (Aborted, FailedPrecondition, NotFound, PermissionDenied)
"""Refusals that say: this decision is no longer ours to answer. A person may have got the seat meanwhile."""

TRIES = 20
"""More than a partner has moves in a turn that both of them take at once."""

log = get(__name__)


class Player:
    """`await player.answer(fact)` leaves no decision of a bot in that fact open."""

    def __init__(
        self,
        engines: Replicas[GameServiceStub],
        *,
        minds: Mapping[str, Mind] = MINDS,
        pause_s: float = 0.0,
    ) -> None:
        self._engines = engines
        self._minds = minds
        self._pause_s = pause_s

    async def answer(self, fact: Fact) -> None:
        """Answers the decisions in the fact. Repeats are harmless: each has one request id for ever."""
        if fact.turn.bots and self._pause_s:
            await asyncio.sleep(self._pause_s)
        for entry in fact.turn.bots:
            mind = self._minds.get(entry.bot)
            if mind is None:
                log.warning("bot_unknown", bot=entry.bot, table=fact.table)
                continue
            decision = pb.SubmitMoveRequest(
                name=fact.table,
                seat=entry.decision.seat,
                decision_id=entry.decision.decision_id,
                request_id=f"{entry.bot}.{entry.decision.decision_id}",
            )
            with acting_as(Caller(player=entry.bot, request_id=current_request_id())):
                await self._decide(decision, mind)

    async def _decide(self, decision: pb.SubmitMoveRequest, mind: Mind) -> None:
        try:
            for _ in range(TRIES):
                if await self._attempt(decision, mind):
                    return
        except MOVED_ON as refusal:
            log.debug("moved_on", table=decision.name, decision=decision.decision_id, reason=refusal.reason)
        except Refusal as refusal:
            log.warning("bot_refused", table=decision.name, reason=refusal.reason, move=decision.notation)
            raise

    async def _attempt(self, decision: pb.SubmitMoveRequest, mind: Mind) -> bool:
        """False if a listed move is no longer legal: somebody who decides at the same time was faster."""
        moves = await self._legal_moves(decision)
        if not moves:
            return True
        decision.notation = mind(moves, f"{decision.name} {decision.seat} {decision.decision_id}").notation
        try:
            await self._submit(decision)
        except FailedPrecondition as refusal:
            if refusal.reason != "MOVE_ILLEGAL":
                raise
            return False
        return True

    async def _legal_moves(self, decision: pb.SubmitMoveRequest) -> list[LegalMove]:
        """The moves that answer this very decision; none if it is closed."""
        request = pb.ListLegalMovesRequest(name=decision.name, seat=decision.seat)
        answer = await self._engines.ask(
            decision.name, lambda stub: stub.ListLegalMoves(request, timeout=CALL_S)
        )
        return list(answer.moves) if answer.decision.decision_id == decision.decision_id else []

    async def _submit(self, decision: pb.SubmitMoveRequest) -> None:
        await self._engines.ask(decision.name, lambda stub: stub.SubmitMove(decision, timeout=CALL_S))
