"""Chapter 9: the score pad."""

import pytest
from google.protobuf.message import Message

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail import RULES
from nurselog.rules.api import PositionImpossible

ANN, BOB, EVE = ("9d jh kd qs qc", 2), ("9d jh 5c", 6), ("", 8)

Trek = tuple[str, int]


def position(*players: Trek) -> pb.Position:
    return pb.Position(
        players=[
            pb.Position.PlayerTrek(trek=trek.split(), pack_count=left)
            for trek, left in players or (ANN, BOB, EVE)
        ]
    )


def culprit(found: Message) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


def test_r9_1_sheets_of_a_real_table() -> None:
    sheets = RULES.score_position(position())

    assert [{line.category: line.points for line in sheet.lines} for sheet in sheets] == [
        {"trail": 25, "landmarks": 8, "pack": 2},
        {"trail": 15, "landmarks": 1, "pack": 6},
        {"trail": 0, "landmarks": 0, "pack": 8},
    ]
    assert sheets[0].lines[1].evidence == ("jh", "kd", "qs", "qc")
    assert [(one.place, one.total) for one in RULES.place_position(position())] == [(1, 35), (2, 22), (3, 8)]


def test_r9_5_level_players_share_the_place() -> None:
    assert [one.place for one in RULES.place_position(position(EVE, EVE, EVE, ANN))] == [2, 2, 2, 1]


@pytest.mark.parametrize("players", [(ANN,), (ANN, BOB), (ANN, BOB, EVE, EVE, EVE)])
def test_r9_1_there_are_three_or_four_players(players: tuple[Trek, ...]) -> None:
    assert culprit(position(*players)) == "players"


def test_r9_1_a_trek_has_five_cards_at_most() -> None:
    assert culprit(position(("9d jh kd qs qc ks", 0), BOB, EVE)) == "players[0].trek"


@pytest.mark.parametrize("name", ["1d", "", "10d", "ad", "jk1"])
def test_r9_2_each_card_exists_and_is_no_ace(name: str) -> None:
    found = position()
    found.players[1].trek[2] = name

    assert culprit(found) == "players[1].trek[2]"


@pytest.mark.parametrize(
    ("trek", "field"),
    [
        ("jd jh", "players[0].trek[0]"),
        ("9d 8h", "players[0].trek[1]"),
        ("9d jh 5c 6c", "players[0].trek[3]"),
        ("9d jh 5c qd 6c", "players[0].trek[4]"),
    ],
)
def test_r9_2_cards_lie_in_rows_of_their_kind(trek: str, field: str) -> None:
    assert culprit(position((trek, 0), EVE, EVE)) == field


def test_r9_2_no_more_different_cards_in_a_row_than_lie_there() -> None:
    tops = [("9d jh 5c qd kc", 0), ("8d jc 6c qh ks", 0), EVE]

    assert culprit(position(*tops)) == "players[1].trek[4]"
    faces = [("9d jh kd", 0), ("9d jh kc", 0), ("9d jh ks", 0)]
    assert culprit(position(*faces)) == "players[2].trek[2]"


def test_r9_3_a_card_is_in_one_row_only() -> None:
    assert culprit(position(("9d jh 5c", 0), ("5c jh 6c", 0), EVE)) == "players[1].trek[0]"
    assert culprit(position(("9d jh kd", 0), ("9d jh 5c kd", 0), EVE)) == "players[1].trek[3]"


@pytest.mark.parametrize(
    ("trek", "most"),
    [("", 8), ("9d", 8), ("9d jh", 6), ("9d jh 5c", 6), ("9d jh kd", 5), ("9d jh kd qs qc", 3)],
)
def test_r9_4_no_more_cards_are_left_than_can_be(trek: str, most: int) -> None:
    assert len(RULES.score_position(position((trek, most), EVE, EVE))) == 3
    assert culprit(position((trek, most + 1), EVE, EVE)) == "players[0].pack_count"
    assert culprit(position((trek, -1), EVE, EVE)) == "players[0].pack_count"


def test_r9_1_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""
    with pytest.raises(PositionImpossible):
        RULES.place_position(pb.Move())
