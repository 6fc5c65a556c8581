from typing import cast

import pytest
from google.protobuf.message import Message

from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as pb
from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.events import (
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Locked,
    News,
    Placed,
    Swapped,
    Taken,
)
from nurselog.rules.api import Unreadable
from tests.support.forest_sky import card, cards, seat, spot


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.Move(place=pb.Move.Place()),
        pb.Move(place=pb.Move.Place(card="h9", forest="a")),
        pb.Move(place=pb.Move.Place(card="h7", forest="c")),
        pb.Move(discard=pb.Move.Discard(card="H7")),
        pb.Move(swap=pb.Move.Swap(card="h7", spot="a4")),
        pb.Move(lock=pb.Move.Lock(spot="")),
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
            Dealt(seat(1), 12, cards("h3 h4")),
            {"dealt": {"first_seat": 1, "deck_size": 12, "hand": ["h3", "h4"]}},
        ),
        (Drawn(seat(1), card("e9")), {"drawn": {"seat": 1, "card": "e9"}}),
        (Drawn(seat(1)), {"drawn": {"seat": 1}}),
        (Taken(seat(1), card("e9")), {"taken": {"seat": 1, "card": "e9"}}),
        (Placed(seat(1), card("e9"), spot("b2")), {"placed": {"seat": 1, "card": "e9", "spot": "b2"}}),
        (Discarded(seat(1), card("e9")), {"discarded": {"seat": 1, "card": "e9"}}),
        (
            Swapped(seat(1), card("e9"), card("h3"), spot("a1")),
            {"swapped": {"seat": 1, "given": "e9", "got": "h3", "spot": "a1"}},
        ),
        (Locked(seat(1), card("e9"), spot("b2")), {"locked": {"seat": 1, "card": "e9", "spot": "b2"}}),
        (Ended((cards("h3"),)), {"ended": {"hands": [{"count": 1, "cards": ["h3"]}]}}),
    ],
)
def test_events_as_messages(news: News, message: dict[str, object]) -> None:
    assert cast("pb.Event", RULES.wire.event_to_proto(news)) == pb.Event(**message)  # type: ignore[arg-type]  # nested dicts are fine
