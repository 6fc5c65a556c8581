"""Chapter 14 and the messages of moves and events."""

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage import RULES
from nurselog.games.forage.events import (
    Dealt,
    Ended,
    JokerPlayed,
    Moved,
    News,
    Refilled,
    SetPlayed,
    Swapped,
    Traded,
    Trading,
    TurnEnded,
)
from nurselog.games.forage.layout import CENTRE
from nurselog.games.forage.moves import Give, PlaySet, Reveal, Take
from nurselog.rules.api import Unreadable
from tests.support.forage import card, cards, cell, seat

TEXTS = [
    "m0.r2c3",
    "m1.r3c13",
    "s0.7h",
    "s1.jk6",
    "g0.7h",
    "g1.8d+7h+ks3",
    "x.7h",
    "x.9c+7h+8h+ts",
    "t.3c+4s",
    "v.3c",
    "j.jk1.7h",
    "j.jk2.jk1",
    "p.7c+7d+7h",
    "p.7c+7d+7h.r3c10",
    "e",
]


@pytest.mark.parametrize("text", TEXTS)
def test_r14_a_text_is_read_and_written(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "m",
        "m0",
        "m0.",
        "m2.r2c3",
        "m.r2c3",
        "m0.r2c9c",
        "m0.r1c1",
        "s0.1h",
        "s0.7h1",
        "s0.7h4",
        "s0.jk7",
        "g0",
        "g0.",
        "g0.7h+8d",
        "g0.7h+7h",
        "g0.7h+",
        "g2.7h",
        "x",
        "x.7h.8h",
        "t.",
        "v",
        "j.jk1",
        "j.jk1.",
        "j.jk1+jk2.7h",
        "p.7c+7d+7h.",
        "p.7c+7d+7h.r9c9",
        "p.7c+7d+7h.r3c4.r3c10",
        "e.",
        "E",
        "q.7h",
        "t.7h.8h",
    ],
)
def test_r14_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


@pytest.mark.parametrize("text", TEXTS)
def test_a_move_comes_back_from_its_message(text: str) -> None:
    move = RULES.notation.parse(text)

    assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


def test_cards_of_a_message_may_come_in_any_order() -> None:
    names = ["7h", "8d", "2c"]

    read = RULES.wire.move_from_proto
    assert read(pb.Move(give=pb.Move.Give(cards=names))) == Give(0, cards("2c 8d 7h"))
    assert read(pb.Move(take=pb.Move.Take(cards=names))) == Take(cards("2c 8d 7h"))
    assert read(pb.Move(reveal=pb.Move.Reveal(cards=names))) == Reveal(cards("2c 8d 7h"))
    assert read(pb.Move(play_set=pb.Move.PlaySet(cards=names, home="r3c4"))) == PlaySet(
        cards("2c 8d 7h"), CENTRE
    )


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.View(),
        pb.Move(move_token=pb.Move.MoveToken()),
        pb.Move(move_token=pb.Move.MoveToken(token=2, cell="r3c4")),
        pb.Move(move_token=pb.Move.MoveToken(token=-1, cell="r3c4")),
        pb.Move(swap=pb.Move.Swap(card="7H")),
        pb.Move(swap=pb.Move.Swap(token=5, card="7h")),
        pb.Move(give=pb.Move.Give()),
        pb.Move(give=pb.Move.Give(token=2, cards=["7h"])),
        pb.Move(give=pb.Move.Give(cards=["7h", "7h"])),
        pb.Move(give_partner=pb.Move.GivePartner()),
        pb.Move(take=pb.Move.Take(cards=["x"])),
        pb.Move(reveal=pb.Move.Reveal()),
        pb.Move(play_joker=pb.Move.PlayJoker(joker="jk1")),
        pb.Move(play_joker=pb.Move.PlayJoker(card="7h")),
        pb.Move(play_set=pb.Move.PlaySet()),
        pb.Move(play_set=pb.Move.PlaySet(cards=["7h"], home="r1c1")),
    ],
)
def test_a_message_that_is_no_move_is_unreadable(message: Message) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


PLACE = (seat(1), cell("r1c4"))


@pytest.mark.parametrize(
    ("news", "message"),
    [
        (
            Dealt(seat(1), cards("7h 8h"), cards("9c ts")),
            {"dealt": {"first_seat": 1, "revealed": ["7h", "8h"], "hidden": ["9c", "ts"]}},
        ),
        (
            Moved(seat(1), 1, cell("r2c3"), card("7h")),
            {"moved": {"seat": 1, "token": 1, "cell": "r2c3", "turned_up": "7h"}},
        ),
        (
            Moved(*PLACE[:1], 0, PLACE[1], seen=cards("7h")),
            {"moved": {"seat": 1, "cell": "r1c4", "seen": ["7h"]}},
        ),
        (
            Swapped(seat(1), 0, cell("r2c3"), revealed=True, given=card("7h"), taken=card("8h")),
            {"swapped": {"seat": 1, "cell": "r2c3", "revealed": True, "given": "7h", "taken": "8h"}},
        ),
        (Swapped(seat(1), 0, cell("r2c3"), revealed=False), {"swapped": {"seat": 1, "cell": "r2c3"}}),
        (
            Trading(*PLACE, seat(3), 2, cards("7h 8h"), cards("9c")),
            {
                "trading": {
                    "seat": 1,
                    "cell": "r1c4",
                    "with_partner": True,
                    "count": 2,
                    "given": ["7h", "8h"],
                    "taken": ["9c"],
                }
            },
        ),
        (
            Traded(*PLACE, None, 1, cards("7h"), cards("8h"), cards("8h"), cards("9c")),
            {
                "traded": {
                    "seat": 1,
                    "cell": "r1c4",
                    "count": 1,
                    "given": ["7h"],
                    "taken": ["8h"],
                    "revealed": ["8h"],
                    "partner_revealed": ["9c"],
                }
            },
        ),
        (
            JokerPlayed(seat(1), card("jk1"), seat(2), card("7h"), card("8h")),
            {"joker_played": {"seat": 1, "joker": "jk1", "victim": 2, "taken": "7h", "drawn": "8h"}},
        ),
        (
            SetPlayed(seat(1), cards("7c 7d 7h"), 1),
            {"set_played": {"seat": 1, "cards": ["7c", "7d", "7h"], "points": 1}},
        ),
        (
            Refilled(seat(1), CENTRE, 2, cards("7h"), cards("8h")),
            {"refilled": {"seat": 1, "centre": "r3c4", "count": 2, "revealed": ["7h"], "hidden": ["8h"]}},
        ),
        (TurnEnded(seat(1)), {"turn_ended": {"seat": 1}}),
        (Ended("four_points"), {"ended": {"reason": "four_points"}}),
    ],
)
def test_an_event_has_its_message(news: News, message: dict[str, object]) -> None:
    found = RULES.wire.event_to_proto(news)

    assert MessageToDict(found, preserving_proto_field_name=True) == message
