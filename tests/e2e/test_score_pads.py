"""Physical tables of the board games are scored over REST: one to four players, errors by their fields."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message

from nurselog.rules.registry import load_rules
from tests.support.clients import Faces, Json, Refused, RestClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(180)]

BOARD = {
    "cells": [
        {"q": 0, "r": 0, "tile": "m-b", "token": "bear"},
        {"q": 1, "r": 0, "tile": "m-e", "token": "elk"},
        {"q": 2, "r": 0, "tile": "mf-beh", "rotation": 3, "token": "elk"},
    ],
    "natureTokens": 2,
}
OTHERS = [{"cells": [{"q": 0, "r": 0, "tile": tile}]} for tile in ("f-b", "w-s", "r-h")]
LETTERS = {"bear": "a", "elk": "d", "salmon": "c", "hawk": "b", "fox": "d", "edition": "retail"}
FOREST = {
    "points": 10,
    "food": 3,
    "cards": ["salal", "salal", "sun2", "rain4"],
    "wildlife": ["black_bear.a", "black_bear.p"],
    "trees": [{"space": "a", "height": 3, "multiplier": 2}],
}
POSITIONS: dict[str, list[Json]] = {
    "cascadia": [{"options": LETTERS, "boards": [BOARD, *OTHERS][:count]} for count in (1, 2, 3, 4)],
    "canopy_evergreen": [
        {"shift": "moss_season", "players": [FOREST, *[{"points": 5}] * 3][:count]} for count in (1, 2, 3, 4)
    ],
}
IMPOSSIBLE: dict[str, tuple[Json, str]] = {
    "cascadia": (
        {"options": LETTERS, "boards": [BOARD, {"cells": [{"q": 0, "r": 0, "tile": "oak"}]}]},
        "position.boards[1].cells[0].tile",
    ),
    "canopy_evergreen": ({"players": [FOREST, {"food": 9}]}, "position.players[1].food"),
}


def typed(game: str, position: Json) -> Json:
    name = load_rules(game).wire.position_type.DESCRIPTOR.full_name
    return {"position": {"@type": f"type.googleapis.com/{name}", **position}}


@pytest.mark.parametrize(
    ("game", "count"), [(game, count) for game, positions in POSITIONS.items() for count in (1, 2, 3, 4)]
)
async def test_one_to_four_players_get_their_sheets(faces: Faces, game: str, count: int) -> None:
    position = POSITIONS[game][count - 1]
    async with RestClient(faces) as client:
        await client.enter("ann")
        answer = await client.call("POST", f"/v1/games/{game}:scorePosition", typed(game, position))

    rules = load_rules(game)
    message: Message = ParseDict(position, rules.wire.position_type())
    expected = rules.score_position(message)
    assert [one.get("seat", 0) for one in answer["sheets"]] == list(range(count))
    assert [one.get("total", 0) for one in answer["sheets"]] == [sheet.total for sheet in expected]
    assert [evidence(one) for one in answer["sheets"]] == [
        [[*line.evidence] for line in sheet.lines] for sheet in expected
    ]
    assert [one["place"] for one in answer["placements"]] == [
        one.place for one in rules.place_position(message)
    ]


def evidence(sheet: Json) -> list[list[Any]]:
    """What earned each line."""
    return [line.get("evidence", []) for line in sheet["lines"]]


@pytest.mark.parametrize("game", POSITIONS)
async def test_an_impossible_position_is_refused_by_its_field(faces: Faces, game: str) -> None:
    position, field = IMPOSSIBLE[game]
    async with RestClient(faces) as client:
        await client.enter("ann")
        with pytest.raises(Refused) as refused:
            await client.call("POST", f"/v1/games/{game}:scorePosition", typed(game, position))

    assert (refused.value.code, refused.value.reason) == ("INVALID_ARGUMENT", "POSITION_IMPOSSIBLE")
    assert refused.value.field == field
