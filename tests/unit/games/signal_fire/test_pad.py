"""Chapter 13: the score pad."""

import pytest

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire import RULES
from nurselog.rules.api import PositionImpossible

Round = tuple[str, str]


def fires(text: str) -> pb.Position.Fires:
    ridge, valley = text.split()
    return pb.Position.Fires(ridge=map(int, ridge), valley=map(int, valley))


def position(*rounds: Round) -> pb.Position:
    return pb.Position(rounds=[pb.Position.Round(teams=map(fires, one)) for one in rounds])


def culprit(found: object) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


SESSION = position(("111 111", "210 000"), ("333 000", "100 000"))


def test_r13_3_sheets_are_those_of_the_rounds() -> None:
    sheets = RULES.score_position(SESSION)

    assert [sheet.total for sheet in sheets] == [2, 4, 2, 4]
    assert [line.category for line in sheets[0].lines][-2:] == ["round_2.fires", "round_2.blaze"]


def test_r13_3_places_are_those_of_the_teams() -> None:
    assert [(one.place, one.total) for one in RULES.place_position(SESSION)] == [(3, 2), (1, 4)] * 2


def test_r13_3_level_teams_share_the_place() -> None:
    assert [one.place for one in RULES.place_position(position(("111 111", "111 111")))] == [1] * 4


def test_r13_1_there_is_at_least_one_round_and_at_most_forty() -> None:
    assert culprit(pb.Position()) == "rounds"
    assert culprit(position(*[("111 111", "210 000")] * 41)) == "rounds"


def test_r13_1_there_are_two_teams() -> None:
    found = position(("111 111", "210 000"))
    del found.rounds[0].teams[1]

    assert culprit(found) == "rounds[0].teams"


def test_r13_1_an_edge_has_three_places() -> None:
    assert culprit(position(("111 111", "210 00"))) == "rounds[0].teams[1].valley"
    assert culprit(position(("1110 111", "210 000"))) == "rounds[0].teams[0].ridge"


def test_r13_2_fires_are_not_negative() -> None:
    found = position(("111 111", "210 000"))
    found.rounds[0].teams[1].ridge[2] = -1

    assert culprit(found) == "rounds[0].teams[1].ridge[2]"


def test_r13_2_a_team_has_at_most_nine_fires() -> None:
    assert culprit(position(("333 001", "000 000"))) == "rounds[0].teams[0]"


def test_r13_2_both_teams_have_at_least_nine_fires() -> None:
    assert culprit(position(("111 111", "210 000"), ("111 111", "200 000"))) == "rounds[1]"


def test_r13_2_both_may_have_more_by_ties() -> None:
    assert RULES.score_position(position(("222 110", "222 110")))[0].total == 10


def test_r13_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""


def test_r13_places_of_an_impossible_position_are_refused() -> None:
    with pytest.raises(PositionImpossible):
        RULES.place_position(pb.Position())
