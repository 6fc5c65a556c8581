"""Chapters 11 to 13: sheets, places, what is known, the score pad; and moves as messages."""

import pytest

from nurselog.api.games.alaska.v1 import alaska_pb2 as pb
from nurselog.api.games.forest_sky.v1 import forest_sky_pb2
from nurselog.games.alaska import RULES
from nurselog.games.alaska.state import Tally
from nurselog.games.alaska.views import view
from nurselog.rules.api import SPECTATORS, PositionImpossible, Unreadable
from tests.support.alaska import play, seat, state


def test_r11_1_a_point_for_each_salmon_and_how_they_came_and_went() -> None:
    position = state("c1 / c2")._replace(tallies=(Tally(3, by_cast=4, by_eagle=1, to_bears=2), Tally()))

    first, second = RULES.score(position)

    assert (first.total, second.total) == (3, 0)
    assert [(line.category, line.points, line.counted) for line in first.lines] == [
        ("salmon", 3, True),
        ("by_cast", 4, False),
        ("by_eagle", 1, False),
        ("to_bears", -2, False),
    ]
    assert first.lines[0].evidence == ("salmon",) * 3


def test_r11_2_level_seats_share_the_place() -> None:
    placements = RULES.place_position(pb.Position(salmon=[2, 5, 2, 5]))

    assert [placement.place for placement in placements] == [3, 1, 3, 1]


def test_r12_1_a_hand_is_seen_by_its_owner_only() -> None:
    position = state("c1 bear / c2")

    assert list(view(position, seat(0)).players[0].hand) == ["c1", "bear"]
    for audience in (seat(1), SPECTATORS):
        player = view(position, audience).players[0]
        assert (player.hand_size, list(player.hand)) == (2, [])


def test_r12_3_at_the_end_all_hands_are_shown() -> None:
    over = play(state("c1 / c3", turns_left=1), "end").state

    assert [list(player.hand) for player in view(over, SPECTATORS).players] == [["c1"], ["c3"]]


def test_r13_1_a_physical_table_gets_its_sheets() -> None:
    sheets = RULES.score_position(pb.Position(salmon=[2, 5, 0]))

    assert [sheet.total for sheet in sheets] == [2, 5, 0]


@pytest.mark.parametrize(
    ("salmon", "field"),
    [([3], "salmon"), ([1] * 7, "salmon"), ([1, -1], "salmon[1]"), ([20, 5], "salmon")],
)
def test_r13_2_a_position_that_cannot_be_names_the_culprit(salmon: list[int], field: str) -> None:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(pb.Position(salmon=salmon))

    assert caught.value.field == field


def test_r13_1_a_position_of_another_game_is_none_of_this() -> None:
    with pytest.raises(PositionImpossible):
        RULES.score_position(forest_sky_pb2.Position())


@pytest.mark.parametrize("text", ["", "c11", "c0", "p.11", "t.0", "e.s11", "x", "c1.c2.c3", "C4", "c4.c3"])
def test_r14_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.Move(place_salmon=pb.Move.PlaceSalmon(section=11)),
        pb.Move(cast=pb.Move.Cast()),
        pb.Move(cast=pb.Move.Cast(cards=["bear"])),
        pb.Move(cast=pb.Move.Cast(cards=["c1", "c2", "c3"])),
        pb.Move(cast=pb.Move.Cast(cards=["trout"])),
        pb.Move(play_angler=pb.Move.PlayAngler(angler="bear", river=1)),
        pb.Move(play_angler=pb.Move.PlayAngler(angler="local", river=0)),
        pb.Move(play_eagle=pb.Move.PlayEagle(section=1, river=1)),
        forest_sky_pb2.Move(),
    ],
)
def test_messages_that_are_no_move_are_unreadable(message: pb.Move) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


def test_casts_are_read_in_any_order() -> None:
    message = pb.Move(cast=pb.Move.Cast(cards=["c4", "c3"]))

    assert RULES.notation.format(RULES.wire.move_from_proto(message)) == "c3.c4"
