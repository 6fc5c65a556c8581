"""Reading what a player sent as a move; refusing what the fold refuses, by name."""

from __future__ import annotations

from google.protobuf.message import DecodeError

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.chassis.errors import Aborted, FailedPrecondition, InvalidArgument, Refusal
from nurselog.engine.live import LiveTable, finished
from nurselog.rules.api import AnyRules, Seat, Unreadable
from nurselog.rules.fold import Illegal, NothingToUndo, PlayOver, Refused
from nurselog.rules.house import SEAT_MOVES, UNDO

LONGEST_REQUEST_ID = 64


def read_move(rules: AnyRules, request: pb.SubmitMoveRequest) -> object:
    """The move in a request, or the text of a house move that players may make. Needs no table."""
    if len(request.request_id) > LONGEST_REQUEST_ID:
        raise InvalidArgument("FIELD_INVALID", "A request id has at most 64 characters.", field="request_id")
    which = request.WhichOneof("answer")
    try:
        if which == "notation":
            return _from_text(rules, request.notation)
        if which == "move":
            return _from_message(rules, request)
    except Unreadable as problem:
        raise InvalidArgument("MOVE_UNREADABLE", str(problem), field=which) from None
    raise InvalidArgument("REQUEST_MALFORMED", "Send `notation` or `move`.", field="notation")


def _from_text(rules: AnyRules, text: str) -> object:
    if text.startswith("!"):
        if text not in SEAT_MOVES:
            raise Unreadable(
                f"Players have no move {text[:32]!r}; there are {', '.join(sorted(SEAT_MOVES))}."
            )
        return text
    return rules.notation.parse(text)


def _from_message(rules: AnyRules, request: pb.SubmitMoveRequest) -> object:
    wire = rules.wire
    wanted = wire.move_type.DESCRIPTOR.full_name
    if request.move.TypeName() != wanted:
        raise Unreadable(f"A move of this game is a {wanted}, not a {request.move.TypeName()[:128]!r}.")
    try:
        message = wire.move_type.FromString(request.move.value)
    except DecodeError:
        raise Unreadable(f"The bytes are no {wanted}.") from None
    return wire.move_from_proto(message)


def check_decision(table: LiveTable, seat: Seat, request: pb.SubmitMoveRequest, move: object) -> None:
    """Refuses a move that answers no open decision of the seat; house moves answer none."""
    if isinstance(move, str):
        return
    decision = table.play.decision_of(seat)
    if decision is None or (request.HasField("decision_id") and request.decision_id != decision.decision_id):
        raise decision_closed(table, seat)


def refused(table: LiveTable, seat: Seat, request: pb.SubmitMoveRequest, problem: Refused) -> Refusal:
    """What the fold refuses, as the caller is told."""
    match problem:
        case Illegal(rejection=rejection):
            return FailedPrecondition(
                "MOVE_ILLEGAL",
                rejection.message,
                field=request.WhichOneof("answer"),
                rule=rejection.rule,
                code=rejection.code,
                version=table.version,
            )
        case NothingToUndo():
            return nothing_to_undo(seat, problem)
        case PlayOver():
            return finished(table.address)
        case _ if request.notation == UNDO:
            return nothing_to_undo(seat, problem)
        case _:
            return decision_closed(table, seat)


def nothing_to_undo(seat: Seat, problem: Refused) -> FailedPrecondition:
    """There is no step that the seat may take back."""
    return FailedPrecondition("NOTHING_TO_UNDO", str(problem), field="notation", seat=seat)


def decision_closed(table: LiveTable, seat: Seat) -> Aborted:
    """The decision is answered already, or was never open."""
    return Aborted(
        "DECISION_CLOSED",
        f"This decision of seat {seat} is not open; the table is at version {table.version}.",
        seat=seat,
        version=table.version,
    )
