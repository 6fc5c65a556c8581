"""The score pad: the position of a real game gets its sheets, all else a refusal that names the field."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.wrappers_pb2 import StringValue

from nurselog.api.common.v1.score_pb2 import EndedBy
from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as forest
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.games.forest_sky import RULES
from nurselog.rules import api
from nurselog.rules.registry import game_names
from nurselog.scoring.pad import score_position

HANDS = ("c2 c3 c4", "h5 h6 h7")


def position(*hands: str) -> forest.Position:
    return forest.Position(
        forests=[forest.Position.Cards(cards=text.split()) for text in ("c5 c6 c7", "o5 e8 e9")],
        hands=[forest.Position.Cards(cards=text.split()) for text in hands],
    )


def packed(message: Message) -> AnyMessage:
    made = AnyMessage()
    made.Pack(message)
    return made


def test_a_position_gets_the_sheets_of_the_game() -> None:
    answer = score_position("forest_sky", packed(position(*HANDS)))
    sheets = RULES.score_position(position(*HANDS))
    assert [sheet.total for sheet in answer.sheets] == [sheet.total for sheet in sheets] == [26, 17]
    for told, sheet in zip(answer.sheets, sheets, strict=True):
        assert [
            (line.category, line.label, line.points, tuple(line.evidence), line.reason, line.counted)
            for line in told.lines
        ] == [
            (line.category, line.label, line.points, line.evidence, line.reason, line.counted)
            for line in sheet.lines
        ]


def test_a_position_gets_its_places() -> None:
    answer = score_position("forest_sky", packed(position(*HANDS)))
    assert [(one.seat, one.place, one.total, one.ended_by) for one in answer.placements] == [
        (0, 1, 26, EndedBy.ENDED_BY_PLAYED),
        (1, 2, 17, EndedBy.ENDED_BY_PLAYED),
    ]


@pytest.mark.parametrize(
    ("sent", "reason", "field"),
    [
        (packed(position("c2 c3 c4", "h5 h6 h9")), "POSITION_IMPOSSIBLE", "position.hands[1].cards[2]"),
        (packed(position("c2 c3 c4")), "POSITION_IMPOSSIBLE", "position.hands"),
        (packed(StringValue(value="x")), "FIELD_INVALID", "position"),
        (AnyMessage(), "REQUEST_MALFORMED", "position"),
        (
            AnyMessage(type_url=f"x/{forest.Position.DESCRIPTOR.full_name}", value=b"\xff"),
            "REQUEST_MALFORMED",
            "position",
        ),
    ],
)
def test_what_is_no_position_is_refused_by_field(sent: AnyMessage, reason: str, field: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        score_position("forest_sky", sent)
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_an_unknown_game_is_not_found() -> None:
    with pytest.raises(NotFound, match="GAME_NOT_FOUND"):
        score_position("chess", packed(position(*HANDS)))


@pytest.mark.parametrize("game", game_names())
def test_every_registered_game_has_a_pad(game: str) -> None:
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        score_position(game, packed(StringValue()))


@pytest.mark.parametrize("way", api.EndedBy)
def test_every_way_to_end_is_in_the_contract(way: api.EndedBy) -> None:
    assert EndedBy.Value(f"ENDED_BY_{way.name}") > 0
