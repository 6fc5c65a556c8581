from typing import cast

import pytest
from google.protobuf.message import Message

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.events import (
    CellChosen,
    Ended,
    LeftOver,
    News,
    Opened,
    Picked,
    Refilled,
    Spent,
    TilePlaced,
    TokenPlaced,
    TokenReturned,
    Wiped,
)
from nurselog.games.cascadia.moves import MOVES
from nurselog.rules.api import Unreadable
from tests.support.cascadia import cell, seat, tile, tokens

BEAR = tokens("bear")[0]
TILES = (tile("m-b"), tile("mf-bh"))


def test_messages_of_moves_read_back() -> None:
    assert [RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) for move in MOVES] == list(MOVES)


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.Move(take_pair=pb.Move.TakePair()),
        pb.Move(take_pair=pb.Move.TakePair(place=5)),
        pb.Move(take_both=pb.Move.TakeBoth(tile_place=1)),
        pb.Move(take_both=pb.Move.TakeBoth(tile_place=-1, token_place=1)),
        pb.Move(pay_wipe=pb.Move.PayWipe()),
        pb.Move(pay_wipe=pb.Move.PayWipe(places=[1, 1])),
        pb.Move(pay_wipe=pb.Move.PayWipe(places=[2, 1])),
        pb.Move(pay_wipe=pb.Move.PayWipe(places=[0])),
        pb.Move(put_tile=pb.Move.PutTile()),
        pb.Move(put_tile=pb.Move.PutTile(cell="1-2")),
        pb.Move(put_token=pb.Move.PutToken(cell="+30+0")),
        pb.Move(turn_tile=pb.Move.TurnTile(rotation=6)),
        pb.Move(turn_tile=pb.Move.TurnTile(rotation=-1)),
        pb.View(),
    ],
)
def test_a_message_that_is_no_move_is_unreadable(message: Message) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


@pytest.mark.parametrize(
    ("news", "message"),
    [
        (
            Opened(seat(1), (tile("s1-top"),), TILES, tokens("bear elk"), 39, "abcab"),
            {
                "opened": {
                    "first_seat": 1,
                    "starters": ["s1-top"],
                    "tiles": ["m-b", "mf-bh"],
                    "tokens": ["bear", "elk"],
                    "stack_size": 39,
                    "cards": "abcab",
                }
            },
        ),
        (
            Wiped(seat(1), "paid", (0, 3), tokens("bear elk"), tokens("fox fox")),
            {
                "wiped": {
                    "seat": 1,
                    "why": "WHY_PAID",
                    "places": [1, 4],
                    "removed": ["bear", "elk"],
                    "drawn": ["fox", "fox"],
                }
            },
        ),
        (Spent(seat(1)), {"spent": {"seat": 1}}),
        (
            Picked(seat(1), 0, tile("mf-bh"), 3, BEAR),
            {"picked": {"seat": 1, "tile_place": 1, "tile": "mf-bh", "token_place": 4, "token": "bear"}},
        ),
        (
            CellChosen(seat(1), tile("mf-bh"), cell("+1-2")),
            {"cell_chosen": {"seat": 1, "tile": "mf-bh", "cell": "+1-2"}},
        ),
        (
            TilePlaced(seat(1), tile("mf-bh"), cell("+1-2"), 4),
            {"tile_placed": {"seat": 1, "tile": "mf-bh", "cell": "+1-2", "rotation": 4}},
        ),
        (
            TokenPlaced(seat(1), BEAR, cell("+1-2"), earned=True),
            {"token_placed": {"seat": 1, "token": "bear", "cell": "+1-2", "earned_nature": True}},
        ),
        (TokenReturned(seat(1), BEAR), {"token_returned": {"seat": 1, "token": "bear"}}),
        (LeftOver(tile("mf-bh"), BEAR), {"left_over": {"tile": "mf-bh", "token": "bear"}}),
        (
            Refilled(TILES, tokens("bear elk"), 12),
            {"refilled": {"tiles": ["m-b", "mf-bh"], "tokens": ["bear", "elk"], "stack_size": 12}},
        ),
        (Ended(), {"ended": {}}),
    ],
)
def test_events_as_messages(news: News, message: dict[str, object]) -> None:
    assert cast("pb.Event", RULES.wire.event_to_proto(news)) == pb.Event(**message)  # type: ignore[arg-type]  # nested dicts are fine
