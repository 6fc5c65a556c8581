"""Chapter 12: who sees what."""

from typing import cast

import pytest

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage import RULES
from nurselog.games.forage.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.forage import play, seat, state

THREE = "7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c"
LYING = {"r1c4": "2h 3h 4h", "r2c3": "ah", "r2c4": "ac", "r3c4": "qs qh"}


def view(position: State, audience: int = SPECTATORS) -> pb.View:
    return cast("pb.View", RULES.view(position, Audience(audience)))


def place(position: State, name: str, audience: int = SPECTATORS) -> pb.Place:
    (found,) = (one for one in view(position, audience).map if one.name == name)
    return found


def test_r12_1_open_cards_are_shown_to_all_hidden_ones_to_their_owner() -> None:
    position = state(THREE)

    for audience in (0, 1, 2, SPECTATORS):
        players = view(position, audience).players
        assert [list(player.revealed) for player in players] == [["7h"], ["as"], ["kd"]]
        assert [player.hidden_count for player in players] == [3, 3, 3]
    assert [list(player.hidden) for player in view(position, 0).players] == [["8d", "9c", "ts"], [], []]
    assert [list(player.hidden) for player in view(position).players] == [[], [], []]


def test_r12_1_singles_that_lie_face_up_are_shown_to_all() -> None:
    position = state(THREE, lying=LYING, face_up="r2c3")

    for audience in (0, SPECTATORS):
        assert place(position, "r2c3", audience).card == "ah"
        assert place(position, "r2c4", audience).card == ""


def test_r12_1_the_map_is_described() -> None:
    found = place(state(THREE, lying=LYING), "r1c4")

    assert (found.row, found.column, found.kind, found.size) == (1, 4, pb.KIND_CACHE, 3)
    assert place(state(THREE), "r3c4").kind == pb.KIND_STACK
    assert place(state(THREE), "r3c4").size == 108 - 20 - 12
    assert place(state(THREE), "r3c5").kind == pb.KIND_SINGLE
    assert len(view(state(THREE)).map) == 15


def test_r12_1_sets_points_and_discarded_jokers_are_shown_to_all() -> None:
    position = state("jk1 | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c", sets="7c+7d+7h 2c+3c+4c+5c")

    found = view(play(position, "j.jk1.as").state)

    assert list(found.discard) == ["jk1"]
    assert [(list(one.cards), one.points) for one in found.players[0].sets] == [
        (["7c", "7d", "7h"], 1),
        (["2c", "3c", "4c", "5c"], 2),
    ]
    assert [(player.points, player.reveal_target) for player in found.players] == [(3, 4), (0, 1), (0, 1)]


def test_r12_1_tokens_are_shown_to_all() -> None:
    found = view(state(THREE, at="r2c3 / r3c4! / r3c4?"))

    assert [(one.seat, one.token, one.cell, one.peeked, one.top_seen) for one in found.tokens] == [
        (0, 0, "r2c3", False, False),
        (1, 0, "r3c4", True, True),
        (2, 0, "r3c4", True, False),
    ]


def test_r12_1_with_two_seats_there_are_four_tokens() -> None:
    found = view(state("7h | 8d 9c ts / as | 2s 3s 4d"))

    assert [(one.seat, one.token) for one in found.tokens] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_r12_1_the_view_says_who_decides_what() -> None:
    position = state(THREE, at="r1c4", lying=LYING, turns=7)
    taking = play(position, "g0.9c+8d").state
    over = state(THREE)._replace(actions=(0, 0, 0))

    found = view(position)
    assert (found.phase, list(found.deciding_seats), list(found.actions)) == (pb.PHASE_TURN, [0], [2, 0, 0])
    assert (found.turns, found.turn_limit, found.points_to_win) == (7, 400, 4)
    assert (view(taking).phase, list(view(taking).deciding_seats)) == (pb.PHASE_TAKE, [0])
    assert (view(over).phase, list(view(over).deciding_seats)) == (pb.PHASE_OVER, [])


def test_r12_1_an_exchange_is_shown_without_its_cards_to_others() -> None:
    position = play(state(THREE, at="r1c4", lying=LYING), "g0.8d+7h", "t.2h+4h").state

    own, other = view(position, 0), view(position, 1)

    assert own.phase == other.phase == pb.PHASE_REVEAL
    assert (list(own.trade.given), list(own.trade.taken), own.trade.reveal_count) == (
        ["8d", "7h"],
        ["2h", "4h"],
        1,
    )
    assert (list(other.trade.given), list(other.trade.taken), other.trade.count) == ([], [], 2)
    assert (own.trade.cell, own.trade.with_partner) == ("r1c4", False)
    assert not view(state(THREE)).HasField("trade")


def test_r12_1_the_table_says_what_is_played() -> None:
    position = state("7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c / kh | qh 5h 6h", teams=True)

    found = view(position)

    assert (found.teams, found.large_map, found.points_to_win) == (True, False, 8)
    assert [player.partner for player in found.players] == [2, 3, 0, 1]
    assert list(found.deciding_seats) == [0, 2]
    assert [player.partner for player in view(state(THREE)).players] == [-1, -1, -1]


def test_r12_1_the_last_move_is_shown_as_all_saw_it() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING), "m0.r1c4").state

    for audience in (0, 1, SPECTATORS):
        (event,) = view(position, audience).last_events
        assert (event.moved.cell, list(event.moved.seen)) == ("r1c4", [])


def test_r12_2_the_top_card_is_shown_to_who_moved_onto_the_centre() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING), "m0.r3c4").state

    assert list(place(position, "r3c4", 0).seen) == ["qh"]
    assert list(place(position, "r3c4", 1).seen) == list(place(position, "r3c4").seen) == []


@pytest.mark.parametrize("moves", [("m0.r2c3",), ("s0.8d",), ("e", "s0.2s")])
def test_r12_2_until_the_token_leaves_or_the_card_changes(moves: tuple[str, ...]) -> None:
    position = state(THREE, at="r3c4! / r3c4!", lying=LYING)

    assert list(place(position, "r3c4", 0).seen) == ["qh"]
    assert list(place(play(position, *moves).state, "r3c4", 0).seen) == []


def test_r12_3_a_cache_is_shown_to_all_who_stand_there_with_every_change() -> None:
    position = state(THREE, at="r1c4 / r1c4 / r3c4", lying=LYING)

    after = play(position, "g0.8d", "t.3h").state

    assert list(place(position, "r1c4", 1).seen) == ["2h", "3h", "4h"]
    assert list(place(after, "r1c4", 1).seen) == ["2h", "4h", "8d"]
    assert list(place(after, "r1c4", 2).seen) == list(place(after, "r1c4").seen) == []


def test_r12_3_who_leaves_the_cache_sees_it_no_more() -> None:
    position = play(state(THREE, at="r1c4", lying=LYING), "m0.r2c3").state

    assert list(place(position, "r1c4", 0).seen) == []


def test_r12_4_a_card_put_down_by_oneself_is_not_marked() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING, face_up="r2c3"), "s0.8d").state

    assert place(position, "r2c3", 0) == place(position, "r2c3", 1)
    assert "8d" not in str(view(position, seat(0)))
