"""Which refusals a method can answer with, for those who read the documentation.

Most follow from the shape of a method; what cannot be seen from outside is listed. The HTTP status of a
reason is told by its comment in `errors.proto`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import grpc

from nurselog.gateway import tournaments_told
from nurselog.gateway.comments import Comments
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import HTTP_OF_CODE
from nurselog.gateway.http_rule import ONE

ENUM = "nurselog.api.common.v1.ErrorReason"

ALWAYS = (
    "REQUEST_MALFORMED", "FIELD_UNKNOWN", "FIELD_INVALID", "SESSION_INVALID", "SESSION_EXPIRED",
    "TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL",
)  # fmt: skip
WITH_BODY = ("REQUEST_TOO_LARGE", "MEDIA_TYPE_UNSUPPORTED")
OF_LISTS = ("PAGE_TOKEN_INVALID",)
OF_STORED = ("STORE_UNAVAILABLE",)
OF_GAMES = ("GAME_NOT_FOUND",)
OF_TABLES = ("TABLE_NOT_FOUND", "INVITE_REQUIRED", "RULES_VERSION_NOT_SERVED", "TABLE_QUARANTINED")
OF_TICKETS = ("SESSION_REQUIRED", "TICKET_NOT_FOUND", "NOT_OWNER")
OF_CALLER = ("SESSION_REQUIRED",)
OF_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "tables": OF_TABLES,
    "tickets": OF_TICKETS,
    "tournaments": tournaments_told.OF_TOURNAMENTS,
}
"""What may be wrong with the member of a collection that an address names."""


OWN: Mapping[str, tuple[str, ...]] = {
    **tournaments_told.REASONS,
    "CreateSession": (),
    "RenewSession": OF_CALLER,
    "GetSession": OF_CALLER,
    "ListGames": (),
    "GetGame": (),
    "CreateTable": (*OF_CALLER, "SEAT_COUNT_INVALID", "OPTION_UNKNOWN", "OPTION_INVALID"),
    "GetTable": (),
    "ListTables": (),
    "TakeSeat": (*OF_CALLER, "SEAT_TAKEN", "SEAT_UNKNOWN", "ALREADY_SEATED", "TABLE_STARTED"),
    "LeaveSeat": (*OF_CALLER, "NOT_YOUR_SEAT", "TABLE_STARTED"),
    "AddBot": (*OF_CALLER, "NOT_OWNER", "SEAT_TAKEN", "SEAT_UNKNOWN", "BOT_NOT_FOUND", "TABLE_STARTED"),
    "StartTable": (*OF_CALLER, "NOT_YOUR_SEAT", "SEATS_EMPTY", "TABLE_STARTED"),
    "GetView": ("NOT_YOUR_SEAT", "SEAT_UNKNOWN", "TABLE_NOT_STARTED", "DEAL_SECRET"),
    "ListLegalMoves": (*OF_CALLER, "NOT_YOUR_SEAT", "SEAT_UNKNOWN", "TABLE_NOT_STARTED"),
    "SubmitMove": (
        *OF_CALLER, "MOVE_UNREADABLE", "MOVE_ILLEGAL", "DECISION_CLOSED", "CONFLICT", "NOT_YOUR_SEAT",
        "TABLE_NOT_STARTED", "TABLE_FINISHED", "TURN_EXPIRED", "NOTHING_TO_UNDO",
    ),
    "WatchTable": ("NOT_YOUR_SEAT", "SEAT_UNKNOWN", "DEAL_SECRET"),
    "GetRecord": ("TABLE_NOT_FINISHED", "DEAL_SECRET"),
    "GetScoreSheets": ("TABLE_NOT_FINISHED", "DEAL_SECRET"),
    "CreateTicket": (
        *OF_CALLER, "GAME_NOT_FOUND", "SEAT_COUNT_INVALID", "OPTION_UNKNOWN", "OPTION_INVALID",
        "TICKET_DUPLICATE", "TICKETS_TOO_MANY", "PARTY_INVALID", "POOL_CONTRADICTORY", "PROPOSALS_DECLINED",
        "CONDUCT_CLOSED",
    ),
    "GetTicket": (),
    "ListTickets": OF_CALLER,
    "CancelTicket": ("TICKET_CLOSED", "TICKET_EXPIRED"),
    "JoinTicket": (
        "TICKET_CLOSED", "TICKET_EXPIRED", "TICKET_DUPLICATE", "TICKETS_TOO_MANY", "PROPOSALS_DECLINED",
        "CONDUCT_CLOSED",
    ),
    "AcceptTicket": ("NOTHING_PROPOSED",),
    "DeclineTicket": ("NOTHING_PROPOSED",),
    "WatchTicket": (),
    "ScorePosition": ("POSITION_IMPOSSIBLE",),
    "ListRatings": ("PLAYER_NOT_FOUND", *OF_CALLER),
    "ListResults": ("PLAYER_NOT_FOUND", *OF_CALLER),
    "GetResult": ("RESULT_NOT_FOUND",),
    "ListLadders": (),
    "ListLeaders": ("LADDER_NOT_FOUND", "PLAYER_NOT_FOUND", "SEASON_NOT_FOUND"),
    "RankRatings": ("LADDER_NOT_FOUND", "SEASON_NOT_FOUND", *OF_CALLER),
    "ListRatingEntries": ("PLAYER_NOT_FOUND", *OF_CALLER),
    "ListSeasons": ("LADDER_NOT_FOUND",),
    "ListBoards": (),
    "GetBoard": ("BOARD_NOT_FOUND",),
    "ListBoardEntries": ("BOARD_NOT_FOUND", "PLAYER_NOT_FOUND"),
    "RankBoardEntries": ("BOARD_NOT_FOUND", *OF_CALLER),
    "AnnulResult": (*OF_CALLER, "OPERATOR_REQUIRED", "RESULT_NOT_FOUND", "RESULT_NOT_RATED", "CONFLICT"),
    "CreateSeason": (*OF_CALLER, "OPERATOR_REQUIRED", "LADDER_NOT_FOUND", "SEASON_EXISTS", "SEASON_OVERLAPS"),
    "DeleteSeason": (*OF_CALLER, "OPERATOR_REQUIRED", "SEASON_NOT_FOUND", "SEASON_BEGUN"),
    "ImportRating": (*OF_CALLER, "OPERATOR_REQUIRED", "LADDER_NOT_FOUND", "CONFLICT"),
    "CreateVacation": (
        *OF_CALLER, "NOT_OWNER", "VACATION_OVERLAPS", "VACATION_EXHAUSTED", "VACATION_TOO_LATE", "CONFLICT",
    ),
    "ListVacations": (*OF_CALLER, "NOT_OWNER"),
    "CancelVacation": (*OF_CALLER, "NOT_OWNER", "VACATION_NOT_FOUND", "VACATION_OVER", "CONFLICT"),
    "ResetBoard": (*OF_CALLER, "OPERATOR_REQUIRED", "BOARD_NOT_FOUND"),
}  # fmt: skip
"""What follows from nothing but the method's meaning. A method that is missing here fails a test."""

_FAMILY = re.compile(r"([A-Z_]+)(?: \(HTTP (\d+)\))?\.$")


def reasons_of(method: Method) -> tuple[str, ...]:
    """All reasons a method may answer with, each once."""
    return tuple(dict.fromkeys(_reasons(method)))


def _reasons(method: Method) -> Iterator[str]:
    templates = [binding.template.segments for binding in method.bindings]
    yield from ALWAYS
    if any(binding.body for binding in method.bindings):
        yield from WITH_BODY
    if any(ONE in segments for segments in templates):
        yield "ROUTE_NOT_FOUND"  # a name that no resource can have
    if "page_token" in method.input.fields_by_name:
        yield from OF_LISTS
    if any("games" in segments for segments in templates):
        yield from OF_GAMES
    for collection, reasons in OF_MEMBERS.items():
        if any(collection in segments and segments[-1] != collection for segments in templates):
            yield from reasons
    if "SessionService" not in method.service:
        yield from OF_STORED
    yield from OWN.get(method.name, ())


def http_of(reason: str, comments: Comments) -> int:
    """The HTTP status of a reason; ValueError if its comment does not end with the gRPC code."""
    found = _FAMILY.search(comments.get(f"{ENUM}.ERROR_REASON_{reason}", ""))
    if found is None:
        raise ValueError(f"the comment of {reason} does not end with its gRPC code")
    return int(found[2]) if found[2] else HTTP_OF_CODE[grpc.StatusCode[found[1]]]


def sentence_of(reason: str, comments: Comments) -> str:
    """What a reason means, without its code."""
    said = comments.get(f"{ENUM}.ERROR_REASON_{reason}", "")
    return _FAMILY.sub("", said).strip()
