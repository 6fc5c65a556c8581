"""The score pad: a final position of a real table gets the sheets that a table of ours would have."""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.any_pb2 import Any
from google.protobuf.message import DecodeError, Message

from nurselog.api.common.v1 import score_pb2
from nurselog.api.scoring.v1.scoring_service_pb2 import ScorePositionResponse
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.rules.api import AnyRules, EndedBy, Placement, PositionImpossible, ScoreLine, ScoreSheet
from nurselog.rules.registry import UnknownGame, load_rules

Loader = Callable[[str], AnyRules]


def score_position(game: str, position: Any, load: Loader = load_rules) -> ScorePositionResponse:
    """The sheets and places of a position, or a refusal that names the field."""
    rules = _rules(game, load)
    message = _unpacked(position, rules)
    try:
        sheets, placements = rules.score_position(message), rules.place_position(message)
    except PositionImpossible as problem:
        field = f"position.{problem.field}" if problem.field else "position"
        raise InvalidArgument("POSITION_IMPOSSIBLE", str(problem), field=field, game=game) from None
    return ScorePositionResponse(
        sheets=[_sheet(sheet) for sheet in sheets],
        placements=[_placement(placement) for placement in placements],
    )


def _rules(game: str, load: Loader) -> AnyRules:
    try:
        return load(game)
    except UnknownGame:
        raise NotFound(
            "GAME_NOT_FOUND", f"There is no game {game[:60]!r} here.", field="name", game=game
        ) from None


def _unpacked(position: Any, rules: AnyRules) -> Message:
    kind = rules.wire.position_type
    expected = kind.DESCRIPTOR.full_name
    if not position.type_url:
        raise InvalidArgument(
            "REQUEST_MALFORMED", f"A position of type {expected} is missing.", field="position"
        )
    if position.TypeName() != expected:
        raise InvalidArgument(
            "FIELD_INVALID",
            f"The position is a {position.TypeName()}, not a {expected}.",
            field="position",
            expected=expected,
            value=position.TypeName(),
        )
    message = kind()
    try:
        position.Unpack(message)
    except DecodeError:
        raise InvalidArgument(
            "REQUEST_MALFORMED", f"The bytes of the position are no {expected}.", field="position"
        ) from None
    return message


def _sheet(sheet: ScoreSheet) -> score_pb2.ScoreSheet:
    return score_pb2.ScoreSheet(
        seat=sheet.seat, total=sheet.total, lines=[_line(line) for line in sheet.lines]
    )


def _line(line: ScoreLine) -> score_pb2.ScoreLine:
    return score_pb2.ScoreLine(
        category=line.category,
        label=line.label,
        points=line.points,
        evidence=line.evidence,
        reason=line.reason,
        counted=line.counted,
    )


_ENDED_BY = {member: score_pb2.EndedBy.Value(f"ENDED_BY_{member.name}") for member in EndedBy}


def _placement(placement: Placement) -> score_pb2.Placement:
    return score_pb2.Placement(
        seat=placement.seat,
        place=placement.place,
        total=placement.total,
        ended_by=_ENDED_BY[placement.ended_by],
    )
