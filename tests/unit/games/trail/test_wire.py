import pytest
from google.protobuf.message import Message

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail import RULES
from nurselog.games.trail.components import SPOT_NAMED
from nurselog.games.trail.events import (
    AceTaken,
    Blazed,
    Dealt,
    Ended,
    Lost,
    News,
    Passed,
    Picked,
    Recovered,
    TrekBegan,
    Trekked,
    TurnedBack,
)
from nurselog.rules.api import Unreadable
from tests.support.trail import card, cards, seat


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.View(),
        pb.Move(pick=pb.Move.Pick()),
        pb.Move(pick=pb.Move.Pick(card="kc")),
        pb.Move(take_ace=pb.Move.TakeAce(card="9c")),
        pb.Move(attempt=pb.Move.Attempt()),
        pb.Move(attempt=pb.Move.Attempt(spot="12")),
        pb.Move(attempt=pb.Move.Attempt(spot="53", pay=["9c", "9c"])),
        pb.Move(attempt=pb.Move.Attempt(spot="53", pay=["2c", "3c", "4c", "5c"])),
        pb.Move(pay=pb.Move.Pay()),
        pb.Move(pay=pb.Move.Pay(cards=["jk1"])),
        pb.Move(recover=pb.Move.Recover(card="9C")),
    ],
)
def test_a_message_that_is_no_move_is_unreadable(message: Message) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (pb.Move(pay=pb.Move.Pay(cards=["9h", "9c"])), "p.9c.9h"),
        (pb.Move(attempt=pb.Move.Attempt(spot="43", pay=["8h", "7h"])), "a.43.7h.8h"),
    ],
)
def test_the_order_of_payments_does_not_matter_in_messages(message: pb.Move, text: str) -> None:
    assert RULES.notation.format(RULES.wire.move_from_proto(message)) == text


SPOT = SPOT_NAMED["43"]


@pytest.mark.parametrize(
    ("news", "message"),
    [
        (
            Dealt(seat(1), cards("kc"), cards("9c 9d")),
            {"dealt": {"first_player": 1, "open_cards": ["kc"], "hand": ["9c", "9d"]}},
        ),
        (Picked(seat(1), card("9c")), {"picked": {"seat": 1, "card": "9c"}}),
        (Picked(seat(1)), {"picked": {"seat": 1}}),
        (Passed(6, cards("9c 9d")), {"passed": {"left": 6, "hand": ["9c", "9d"]}}),
        (AceTaken(seat(1), 3, card("ac")), {"ace_taken": {"seat": 1, "left": 3, "card": "ac"}}),
        (AceTaken(seat(1), 3), {"ace_taken": {"seat": 1, "left": 3}}),
        (TrekBegan(2, (seat(1), seat(0))), {"trek_began": {"round": 2, "order": [1, 0]}}),
        (Blazed(seat(1), SPOT, card("kc")), {"blazed": {"seat": 1, "spot": "43", "card": "kc"}}),
        (
            Trekked(seat(1), SPOT, card("kc"), cards("2c ah"), (2, 2)),
            {"trekked": {"seat": 1, "spot": "43", "card": "kc", "paid": ["2c", "ah"], "declared": [2, 2]}},
        ),
        (Lost(seat(1), cards("9c")), {"lost": {"seat": 1, "pack": ["9c"]}}),
        (TurnedBack(seat(1), 3), {"turned_back": {"seat": 1, "left": 3}}),
        (Recovered(seat(1), card("9c")), {"recovered": {"seat": 1, "card": "9c"}}),
        (Ended((cards("9c"), ())), {"ended": {"packs": [{"cards": ["9c"]}, {}]}}),
    ],
)
def test_events_as_messages(news: News, message: dict[str, object]) -> None:
    assert RULES.wire.event_to_proto(news) == pb.Event(**message)  # type: ignore[arg-type]  # nested dicts are fine
